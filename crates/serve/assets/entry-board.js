// Board input on pages without a live game: analysis, puzzles, lessons, museums.

import { heldUpright } from "./board.js";
import { $, boot } from "./page.js";
import { attempt } from "./server.js";

/**
 * Shows a status; screen readers do not repeat an unchanged one.
 * @param {string} words
 */
export function tell(words) {
  if ($("status").textContent !== words) $("status").textContent = words;
}

/**
 * Runs an action, and shows its error as the status.
 * @type {<T>(action: () => T | Promise<T>) => Promise<T | undefined>}
 */
export const tried = (action) => attempt(action, tell);

/**
 * Connects points and keys of the board and the buttons beside it with an entry.
 * @param {import("./entry.js").Entry} entry
 * @param {(act: () => Choice | Promise<Choice>, point?: string | null) => void} step
 * @param {(point: string) => void} choose handles a chosen point
 */
export function listen(entry, step, choose = (point) => step(() => entry.choose(point), point)) {
  const board = $("board");
  board.addEventListener("quirkat-point", ({ detail: { name } }) => choose(name));
  board.addEventListener("quirkat-back", () => step(() => entry.back()));
  board.addEventListener("quirkat-finish", () => step(() => entry.finish()));
  $("entry-back").addEventListener("click", () => step(() => entry.back()));
  $("entry-done").addEventListener("click", () => step(() => entry.finish()));
}

/** Loads the drawing of the board. Reserves its place first, so that the page does not shift. */
export async function load() {
  const board = $("board");
  stand();
  heldUpright.addEventListener("change", stand);
  board.sides = boot.game.sides;
  board.stays = boot.game.stays;
  await tried(() => board.load(boot.board));
}

/** Stands a long board on its short side in portrait orientation. */
function stand() {
  const board = $("board");
  const { frame, isLong } = boot.board;
  const [, , width, height] = frame;
  board.upright = isLong && heldUpright.matches;
  document.documentElement.classList.toggle("upright", board.upright);
  const shape = board.upright ? height / width : width / height;
  document.documentElement.style.setProperty("--board-shape", String(shape));
}
