// The page for a museum's screen: one game, against the engine or between two visitors, which restarts after
// inactivity. The server determines the legal moves and stores nothing.

import "./board.js";
import { endsOf } from "./board-marks.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, boot, counted, t } from "./page.js";
import { advise, explore, reply } from "./server.js";
import { sideName, turnInWords } from "./sides.js";

const { game, museum } = boot;
const board = $("board");
/** Minimum time before the engine moves, in milliseconds. */
const PAUSE = 600;
/** Time of the warning before a restart, in seconds. */
const WARNING = 10;
/** Maximum time without input for which a result is shown, in seconds. */
const RESULT_TIMEOUT = 30;

/** Whether the visitor plays against the engine. */
let isAlone = museum.alone;
/** @type {string[]} */
let turns = [];
/** The server's answer for these moves. @type {Wire.Exploration | null} */
let answer = null;
/** Points of the hint. @type {string[]} */
let hinted = [];
/** Text of the hint. */
let advice = "";
let isMoving = false;
let visit = 0; // grows when the position changes: answers to earlier requests are discarded
let lastInput = performance.now();

const at = () => ({ game: museum.game, rules: museum.rules, position: null, turns });
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

const entry = new Entry(async (partial) => (await explore({ ...at(), partial })).partial);

/** Returns whether the next move is the engine's or a throw. */
const isAutomatic = () => answer !== null && (answer.chance || (isAlone && answer.toMove === "second"));

/** Returns whether the page differs from its initial state. */
const isUsed = () =>
  !answer || turns.length > 0 || entry.begun || hinted.length > 0 || isAlone !== museum.alone || $("rules").open;

function show() {
  if (!answer) return;
  const { begun, complete, partial, request } = entry;
  const isOver = isMoving || isAutomatic() || !partial;
  board.readOnly = isOver;
  board.show(begun && partial ? partial.position : answer.position, {
    last: begun ? null : (answer.history.at(-1)?.turn ?? null),
    ...(isOver ? {} : { partial, ask: request, mover: entry.mover, starts: entry.starts }),
    circles: begun ? [] : hinted.map((point) => [point, null]),
  });
  $("entry-done").disabled = !complete || isOver;
  $("entry-back").disabled = !begun || isOver;
  $("extras").replaceChildren(...(isOver ? [] : extras(entry, step)));
  $("hint").disabled = isOver;
  $("again").classList.toggle("primary", answer.outcome !== null);
  $("alone").ariaPressed = String(isAlone);
  $("pair").ariaPressed = String(!isAlone);
  const { outcome, toMove } = answer;
  const side = outcome ? outcome.winner : toMove;
  $("turn-of").dataset.colour = side ? game.sides[side === "first" ? 0 : 1].colour : "";
  tell(outcome ? outcome.words : whoseTurn(toMove));
  const words = advice || (isOver ? "" : toDo(partial));
  if ($("advice").textContent !== words) $("advice").textContent = words;
}

/**
 * Describes the next step.
 * @param {EnteredPartial} partial
 */
function toDo({ asks }) {
  if (entry.complete) return t("play_hint_complete");
  return asks ? t(`play_hint_${asks}`) : "";
}

/** @param {Wire.Side | null} toMove */
function whoseTurn(toMove) {
  if (!toMove) return "";
  if (answer?.chance) return t("play_throw");
  return t(isAutomatic() ? "museum_thinks" : "museum_turn", { side: sideName(toMove) });
}

/**
 * Handles a choice: it extends the partial move, completes it, or is refused.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (isMoving || isAutomatic()) return;
  const request = visit;
  await tried(async () => {
    const outcome = await act();
    if (request !== visit) return;
    if (typeof outcome === "object") return play(outcome.done);
    show();
    if (outcome === "refused" && entry.refusal) board.refuse(point, entry.refusal);
  });
}

/** Discards the entered move. */
function resetEntry() {
  entry.reset(answer?.partial ?? null, answer?.ahead);
  show();
}

/**
 * Plays a move, and the automatic moves after it.
 * @param {string} text
 */
async function play(text) {
  const request = ++visit;
  const isOwn = !isAutomatic();
  const line = [...turns, text];
  const result = await explore({ ...at(), turns: line });
  if (request !== visit) return;
  turns = line;
  answer = result;
  hinted = [];
  advice = "";
  const { history, start } = result;
  const [earlier, before] = [-3, -2].map((ply) => history.at(ply)?.position ?? start);
  const played = history[history.length - 1];
  // The visitor has seen the entered hops: no animation.
  if (!isOwn) {
    isMoving = true;
    await board.playTurn(played.turn, before, played.position, earlier);
    if (request !== visit) return;
    isMoving = false;
    board.say(turnInWords(played));
  }
  // The result stays visible for a while, even without input.
  if (result.outcome) lastInput = performance.now();
  resetEntry();
  await goOn();
}

/** Plays the moves of the engine and the dice until a visitor must move. */
async function goOn() {
  if (!isAutomatic() || answer?.outcome) return;
  const request = visit;
  const [turn] = await Promise.all([reply(at(), museum.level), pause()]);
  if (request === visit) await play(turn.text);
}

/** Sets up the game. */
async function begin() {
  const request = ++visit;
  turns = [];
  hinted = [];
  advice = "";
  isMoving = false;
  await tried(async () => {
    const result = await explore(at());
    if (request !== visit) return;
    answer = result;
    resetEntry();
    await goOn();
  });
}

/** Resets the page for the next visitor. */
function reset() {
  isAlone = museum.alone;
  $("rules").open = false;
  scrollTo(0, 0);
  begin();
}

/** Checks for inactivity, and warns before the restart. */
function watch() {
  const patience = answer?.outcome ? Math.min(RESULT_TIMEOUT, museum.reset) : museum.reset;
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

listen(entry, step);
$("again").addEventListener("click", begin);
$("alone").addEventListener("click", () => choose(true));
$("pair").addEventListener("click", () => choose(false));
$("hint").addEventListener("click", () => {
  const request = visit;
  tried(async () => {
    const { turn, words } = await advise(at());
    if (request !== visit) return;
    hinted = endsOf(turn);
    advice = words;
    resetEntry();
  });
});
// The sentences of the server name squares as the visitor has chosen.
addEventListener("quirkat-squares", () => {
  const request = visit;
  hinted = [];
  advice = "";
  tried(async () => {
    const result = await explore(at());
    if (request !== visit) return;
    answer = result;
    resetEntry();
  });
});
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    lastInput = performance.now();
    watch();
  });
}

board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin();
setInterval(watch, 1000);
