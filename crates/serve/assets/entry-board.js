// The board of a page on which turns are entered outside of live games: an analysis, a puzzle, a lesson.

import { $, boot } from "./page.js";
import { attempt } from "./server.js";

/**
 * Says how things stand; what is said already is not read out again.
 * @param {string} words
 */
export function tell(words) {
  if ($("status").textContent !== words) $("status").textContent = words;
}

/**
 * Does something that may be refused, and says so then.
 * @type {<T>(what: () => T | Promise<T>) => Promise<T | undefined>}
 */
export const tried = (what) => attempt(what, tell);

/**
 * Lets points and keys of the board, and the buttons beside it, take steps of an entry.
 * @param {import("./entry.js").Entry} entry
 * @param {(act: () => Choice | Promise<Choice>, point?: string | null) => void} step
 * @param {(point: string) => void} choose what a point is chosen for
 */
export function listen(entry, step, choose = (point) => step(() => entry.choose(point), point)) {
  const board = $("board");
  board.addEventListener("quirkat-point", ({ detail: { name } }) => choose(name));
  board.addEventListener("quirkat-back", () => step(() => entry.back()));
  board.addEventListener("quirkat-finish", () => step(() => entry.finish()));
  $("entry-back").addEventListener("click", () => step(() => entry.back()));
  $("entry-done").addEventListener("click", () => step(() => entry.finish()));
}

const shape = (/** @type {number} */ width, /** @type {number} */ height) =>
  document.documentElement.style.setProperty("--board-shape", String(width / height));

/** Loads the drawing of the board. Its place is kept before that comes, so that nothing moves. */
export async function load() {
  const board = $("board");
  const across = /** @type {const} */ (["x", "y"]).map((axis) => boot.board.points.map((point) => point[axis]));
  const [width, height] = across.map((places) => Math.max(...places) - Math.min(...places) + 1);
  shape(width, height);
  board.sides = boot.game.sides;
  board.stays = boot.game.stays;
  await tried(() => board.load(boot.board));
  const box = board.querySelector("svg")?.viewBox.baseVal;
  if (box?.height) shape(box.width, box.height);
}
