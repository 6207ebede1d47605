// The page for a museum's screen: one game, against the engine or between two visitors, which restarts after
// inactivity. The server stores nothing.

import "./board.js";
import { load } from "./entry-board.js";
import { LocalGame } from "./local-game.js";
import { $, boot, counted, isStatic, t } from "./page.js";

const { game } = boot;
const query = new URLSearchParams(location.search);
/**
 * Returns a number of the query within bounds; otherwise that of the page.
 * @param {"reset" | "level"} name
 * @param {number} least
 * @param {number} most
 */
function setting(name, least, most) {
  const number = Number(query.get(name));
  return number >= least && number <= most ? Math.round(number) : boot.museum[name];
}
/** Settings of the page. One that was written or kept without its query does not contain what the query asks for. */
const museum = {
  ...boot.museum,
  reset: setting("reset", 15, 3_600),
  level: setting("level", 1, 10),
  alone: query.has("opponent") ? query.get("opponent") === "engine" : boot.museum.alone,
};
/** Time of the warning before a restart, in seconds. */
const WARNING = 10;
/** Maximum time without input for which a result is shown, in seconds. */
const RESULT_TIMEOUT = 30;

/** Whether the visitor plays against the engine. */
let isAlone = museum.alone;
let lastInput = performance.now();
/** Whether the result is shown, which stays visible for a while even without input. */
let isOver = false;

const local = new LocalGame(
  { game: museum.game, rules: museum.rules, position: null },
  () => ({ side: isAlone ? "second" : null, level: museum.level }),
  show,
);

/** Returns whether the page differs from its initial state. */
const isUsed = () =>
  !local.answer || local.turns.length > 0 || local.isBegun || isAlone !== museum.alone || $("rules").open;

function show() {
  if (!local.answer) return;
  const { outcome, toMove } = local.answer;
  if (outcome && !isOver) lastInput = performance.now();
  isOver = outcome !== null;
  $("again").classList.toggle("primary", isOver);
  $("alone").ariaPressed = String(isAlone);
  $("pair").ariaPressed = String(!isAlone);
  const side = outcome ? outcome.winner : toMove;
  $("turn-of").dataset.colour = side ? game.sides[side === "first" ? 0 : 1].colour : "";
}

/** Sets up the game. */
const begin = () => local.goTo([]);

/** Resets the page for the next visitor. */
function reset() {
  isAlone = museum.alone;
  $("rules").open = false;
  scrollTo(0, 0);
  begin();
}

/** Checks for inactivity, and warns before the restart. */
function watch() {
  const patience = isOver ? Math.min(RESULT_TIMEOUT, museum.reset) : museum.reset;
  const left = Math.ceil(patience - (performance.now() - lastInput) / 1000);
  if (left <= 0 && isUsed()) {
    lastInput = performance.now();
    reset();
  }
  const isLeaving = isUsed() && left > 0 && left <= WARNING;
  const words = isLeaving ? counted("museum_leaving", left) : "";
  if ($("leaving").textContent !== words) $("leaving").textContent = words;
}

/** @param {boolean} alone */
function choose(alone) {
  isAlone = alone;
  begin();
}

$("again").addEventListener("click", begin);
$("alone").addEventListener("click", () => choose(true));
$("pair").addEventListener("click", () => choose(false));
$("hint").addEventListener("click", () => local.hint());
addEventListener("quirkat-squares", () => local.rename());
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    lastInput = performance.now();
    watch();
  });
}

if (isStatic) {
  // The page in another language has the same settings.
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll("nav a");
  for (const link of links) link.search = location.search;
}
$("board").setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin();
setInterval(watch, 1000);
