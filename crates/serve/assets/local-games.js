// The games that this browser stores, in IndexedDB.

import { t } from "./page.js";

/**
 * A stored game. `file` is the file of a visitor's own game, or null. `level` is null for two people at one screen; `side` is the
 * side of the visitor against the engine. The times are in milliseconds since 1970.
 * @typedef {object} StoredGame
 * @prop {string} id
 * @prop {string} game title
 * @prop {string[]} rules
 * @prop {string | null} file
 * @prop {string} name name of the game for the list
 * @prop {number | null} level
 * @prop {Wire.Side} side
 * @prop {string[]} turns
 * @prop {string} picture the position as SVG
 * @prop {string} status outcome in words; empty while the game goes on
 * @prop {number} changed
 */

const STORE = "games";
/** Levels of the engine: default and highest. */
const [USUAL_LEVEL, BEST_LEVEL] = [4, 10];

/** Returns the id of a new game. `randomUUID` exists over HTTPS alone. */
export const newId = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns a new game, which is not stored yet.
 * @param {Pick<StoredGame, "game" | "rules" | "file">} rules
 * @param {{ opponent?: string | null, level?: string | null, side?: string | null }} terms
 * @returns {StoredGame}
 */
export function newGame(rules, { opponent, level, side }) {
  const chosen = Math.round(Number(level)) || USUAL_LEVEL;
  return {
    ...rules,
    id: newId(),
    name: "",
    level: opponent === "engine" ? Math.min(Math.max(chosen, 1), BEST_LEVEL) : null,
    side: side === "first" || side === "second" ? side : Math.random() < 0.5 ? "first" : "second",
    turns: [],
    picture: "",
    status: "",
    changed: Date.now(),
  };
}

/**
 * Waits for a request to the database.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error));
  });

/**
 * Runs a request on the stored games.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} act
 */
async function transact(mode, act) {
  const opening = indexedDB.open("quirkat", 1);
  opening.addEventListener("upgradeneeded", () => opening.result.createObjectStore(STORE, { keyPath: "id" }));
  const database = await done(opening);
  try {
    return await done(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

/** Returns all games, latest first. @returns {Promise<StoredGame[]>} */
export async function allGames() {
  /** @type {StoredGame[]} */
  const games = await transact("readonly", (games) => games.getAll());
  return games.sort((one, other) => other.changed - one.changed);
}

/** Returns a game, or undefined if there is none. @type {(id: string) => Promise<StoredGame | undefined>} */
export const findGame = (id) => transact("readonly", (games) => games.get(id));

/** Stores a game. @param {StoredGame} game */
export const storeGame = (game) => transact("readwrite", (games) => games.put(game));

/** @param {string} id */
export const removeGame = (id) => transact("readwrite", (games) => games.delete(id));

/**
 * Describes why a game could not be stored or read.
 * @param {unknown} error
 */
export function faultInWords(error) {
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  return t(isFull ? "local_full" : "local_no_storage");
}
