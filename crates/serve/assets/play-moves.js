// The list of moves, and navigation to earlier positions.

import { glyphText, slipInWords } from "./judging.js";
import { $, make, shortForm } from "./page.js";
import { game } from "./play-game.js";
import { focusBoard, setText } from "./play-panel.js";
import { turnInWords } from "./sides.js";

const list = $("moves");
/** @type {string[]} */
let texts = []; // the moves in the list

/** Updates the list; unchanged entries stay. */
export function drawMoves() {
  const current = game.state.history.map(({ turn }) => turn.text);
  if (!texts.every((text, index) => text === current[index])) {
    const hadFocus = list.contains(document.activeElement);
    list.replaceChildren();
    texts = [];
    if (hadFocus) focusBoard();
  }
  game.state.history.slice(texts.length).forEach(({ turn, short }, index) => {
    let row = list.lastElementChild;
    if (!row || row.querySelector(`.${turn.by}`) || turn.by !== "second") {
      row = make("li", {}, make("span", {}, `${list.childElementCount + 1}.`));
      list.append(row);
    }
    row.append(
      make(
        "button",
        { type: "button", class: turn.by, "data-ply": texts.length + index + 1, "data-move": short },
        shortForm(short),
      ),
    );
  });
  texts = current;
  $("moves-empty").hidden = current.length > 0;
  markMove();
}

/** Marks the move whose position is shown. */
export function markMove() {
  // Shows the move in words; the list contains its notation.
  const played = game.playedAt(game.shown);
  const slip = game.slips.get(game.shown);
  setText($("shown-words"), [played && turnInWords(played), slip && slipInWords(slip)].filter(Boolean).join(" · "));
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  /** @type {NodeListOf<HTMLElement>} */
  const stops = list.querySelectorAll('button:not([tabindex="-1"])');
  for (const button of stops) button.tabIndex = -1;
  const ply = game.shown;
  /** @type {HTMLElement | null} */
  const current = list.querySelector(`[data-ply="${Math.max(ply, 1)}"]`);
  if (!current) return;
  current.tabIndex = 0; // the only tab stop of the list; the arrow keys step through moves
  if (ply > 0) current.setAttribute("aria-current", "true");
  if (list.contains(document.activeElement)) current.focus({ preventScroll: true });
  keepInView();
  drawMovesButtons();
}

/** Marks the bad moves of a reviewed game with their glyphs. */
export function markSlips() {
  for (const [ply, slip] of game.slips) {
    const button = /** @type {HTMLElement | null} */ (list.querySelector(`[data-ply="${ply}"]`));
    if (!button) continue;
    button.dataset.glyph = glyphText(slip);
    button.title = slipInWords(slip);
    button.classList.add(slip.verdict ?? "");
  }
}

/** Distance of the marked move from the edge of the list, in pixels. */
const MARGIN = 4;

/** Scrolls the list, and nothing around it, to the marked move. */
function keepInView() {
  if (game.shown === 0) return list.scrollTo({ left: 0, top: 0, behavior: "instant" });
  const current = list.querySelector("[aria-current]");
  if (!current) return;
  const [frame, box] = [list, current].map((element) => element.getBoundingClientRect());
  const left = beyond([box.left, box.right], [frame.left, frame.right]);
  const top = beyond([box.top, box.bottom], [frame.top, frame.bottom]);
  list.scrollBy({ left, top, behavior: "instant" });
}

/**
 * Returns how far a range lies beyond the ends of another.
 * @param {[start: number, end: number]} range
 * @param {[start: number, end: number]} frame
 */
function beyond([start, end], [from, to]) {
  if (start < from + MARGIN) return start - from - MARGIN;
  return Math.max(0, end - to + MARGIN);
}

new ResizeObserver(keepInView).observe(list);

export function drawMovesButtons() {
  $("first").disabled = $("prev").disabled = game.shown === 0;
  $("next").disabled = $("last").disabled = game.shown === game.last;
  $("last").classList.toggle("behind", game.view !== null);
}

/** @typedef {"first" | "prev" | "next" | "last"} Jump */
/** @type {Record<Jump, () => number>} */
const JUMPS = { first: () => 0, prev: () => game.shown - 1, next: () => game.shown + 1, last: () => game.last };
/** @type {Record<string, Jump>} */
const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

/**
 * Calls `look` when the visitor selects a ply: in the list, by a button or by a key.
 * @param {(ply: number) => void} look
 */
export function chooseMoves(look) {
  list.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    /** @type {HTMLElement | null} */
    const button = target.closest("[data-ply]");
    if (button) look(Number(button.dataset.ply));
  });
  for (const id of /** @type {Jump[]} */ (Object.keys(JUMPS))) {
    $(id).addEventListener("click", () => look(JUMPS[id]()));
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !KEYS[event.key]) return;
    const target = /** @type {Partial<Element>} */ (event.target); // the document has no `closest`
    if (target.closest?.("input, textarea, select, summary, quirkat-board, .menu")) return;
    event.preventDefault();
    look(JUMPS[KEYS[event.key]]());
  });
}
