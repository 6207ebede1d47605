// The review of a finished game, its result in words, and the orientation of its board, stored in this tab for the page of
// its analysis.

/** @typedef {{ review: Wire.Review | null, result: string, flip: boolean }} FinishedGame */

const keyOf = (/** @type {string} */ id) => `quirkat-finished ${id}`;

/**
 * Returns what is stored of a game.
 * @param {string} id
 * @returns {FinishedGame | null}
 */
export function loadFinished(id) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(id)) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} id
 * @param {FinishedGame} game
 */
export function storeFinished(id, game) {
  try {
    sessionStorage.setItem(keyOf(id), JSON.stringify(game));
  } catch {
    // Without storage the game is reviewed again after a reload.
  }
}
