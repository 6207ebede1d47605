// The view for a museum's screen: one game, against the engine or between two people, that begins again by itself. The
// server says what may be played and keeps nothing of it.

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
/** So long the engine seems to think at least, in milliseconds. */
const PAUSE = 600;
/** So long before it begins again the screen says so, and so long it shows how a game has ended, in seconds. */
const WARNING = 10;
const REST = 30;

/** Whether one person plays, against the engine. */
let isAlone = museum.alone;
/** @type {string[]} */
let turns = [];
/** What the server said of them. @type {Wire.Explored | null} */
let answer = null;
/** The points that a hint has named, and its words. @type {string[]} */
let hinted = [];
let advice = "";
let isMoving = false;
let visit = 0; // counts what makes earlier answers stale
let touched = performance.now();

const at = () => ({ game: museum.game, rules: museum.rules, position: null, turns });
const pause = () => new Promise((done) => setTimeout(done, PAUSE));

const entry = new Entry(async (partial) => (await explore({ ...at(), partial })).partial);

/** Whether the engine or the dice move next. */
const isTheirs = () => answer !== null && (answer.chance || (isAlone && answer.toMove === "second"));

/** Whether the last visitor has changed anything. */
const isUsed = () =>
  !answer || turns.length > 0 || entry.begun || hinted.length > 0 || isAlone !== museum.alone || $("rules").open;

function show() {
  if (!answer) return;
  const { begun, complete, partial, request } = entry;
  const isOver = isMoving || isTheirs() || !partial;
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
  if ($("told").textContent !== words) $("told").textContent = words;
}

/**
 * Shows the next step.
 * @param {Entered} partial
 */
function toDo({ asks }) {
  if (entry.complete) return t("play_hint_complete");
  return asks ? t(`play_hint_${asks}`) : "";
}

/** @param {Wire.Side | null} toMove */
function whoseTurn(toMove) {
  if (!toMove) return "";
  if (answer?.chance) return t("play_throw");
  return t(isTheirs() ? "museum_thinks" : "museum_turn", { side: sideName(toMove) });
}

/**
 * One step of an entry: it continues, is refused, or completes a move.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (isMoving || isTheirs()) return;
  const asked = visit;
  await tried(async () => {
    const outcome = await act();
    if (asked !== visit) return;
    if (typeof outcome === "object") return play(outcome.done);
    show();
    if (outcome === "refused" && entry.refusal) board.refuse(point, entry.refusal);
  });
}

/** Discards the entered move. */
function anew() {
  entry.reset(answer?.partial ?? null, answer?.ahead);
  show();
}

/**
 * Plays a turn, and those that follow it by themselves.
 * @param {string} text
 */
async function play(text) {
  const asked = ++visit;
  const isOwn = !isTheirs();
  const line = [...turns, text];
  const reached = await explore({ ...at(), turns: line });
  if (asked !== visit) return;
  turns = line;
  answer = reached;
  hinted = [];
  advice = "";
  const { history, start } = reached;
  const [earlier, before] = [-3, -2].map((ply) => history.at(ply)?.position ?? start);
  const played = history[history.length - 1];
  // The visitor has seen the entered hops: no animation.
  if (!isOwn) {
    isMoving = true;
    await board.playTurn(played.turn, before, played.position, earlier);
    if (asked !== visit) return;
    isMoving = false;
    board.say(turnInWords(played));
  }
  // The result stays visible for a while, even without input.
  if (reached.outcome) touched = performance.now();
  anew();
  await goOn();
}

/** The engine and the dice play until a person has to. */
async function goOn() {
  if (!isTheirs() || answer?.outcome) return;
  const asked = visit;
  const [turn] = await Promise.all([reply(at(), museum.level), pause()]);
  if (asked === visit) await play(turn.text);
}

/** Sets the game up. */
async function begin() {
  const asked = ++visit;
  turns = [];
  hinted = [];
  advice = "";
  isMoving = false;
  await tried(async () => {
    const reached = await explore(at());
    if (asked !== visit) return;
    answer = reached;
    anew();
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
  const patience = answer?.outcome ? Math.min(REST, museum.reset) : museum.reset;
  const left = Math.ceil(patience - (performance.now() - touched) / 1000);
  if (left <= 0 && isUsed()) {
    touched = performance.now();
    reset();
  }
  const isLeaving = isUsed() && left > 0 && left <= WARNING;
  const words = isLeaving ? counted("museum_leaving", left) : "";
  if ($("leaving").textContent !== words) $("leaving").textContent = words;
}

/** @param {boolean} isWanted */
function choose(isWanted) {
  isAlone = isWanted;
  begin();
}

listen(entry, step);
$("again").addEventListener("click", begin);
$("alone").addEventListener("click", () => choose(true));
$("pair").addEventListener("click", () => choose(false));
$("hint").addEventListener("click", () => {
  const asked = visit;
  tried(async () => {
    const { turn, words } = await advise(at());
    if (asked !== visit) return;
    hinted = endsOf(turn);
    advice = words;
    anew();
  });
});
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => {
    touched = performance.now();
    watch();
  });
}

board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin();
setInterval(watch, 1000);
