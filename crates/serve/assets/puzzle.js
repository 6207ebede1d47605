// The page of a puzzle: the visitor tries moves, the server checks them and replies.

import "./board.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, boot, counted, make, shortForm, t } from "./page.js";
import { nextPuzzle, progress, ratePuzzle } from "./progress.js";
import { analysisOf, explore, solutionOf, tryTurns } from "./server.js";
import { turnInWords } from "./sides.js";

const { game, rules, puzzle } = boot;
const board = $("board");
const [name] = puzzle.game.split(":");
const id = `${name}/${puzzle.number}`;
/** Time before a reply and between moves of the solution, in milliseconds. */
const PAUSE = 400;

/** The moves so far, of both sides. @type {string[]} */
let turns = [];
/** The server's answer for these moves. @type {Wire.Exploration | null} */
let answer = null;
let isSolved = false;
/** Whether the solution was shown. */
let isHelped = false;
/** Whether this visit has counted in the visitor's rating. */
let isRated = false;
/** Point of the hint. @type {string | null} */
let hinted = null;
let visit = 0; // grows when the position changes: answers to earlier requests are discarded
/** Whether moves are being animated. */
let isMoving = false;

const pause = () => new Promise((done) => setTimeout(done, PAUSE));
const at = () => ({ game: puzzle.game, rules, position: puzzle.position.fen, turns });

const entry = new Entry(async (partial) => (await explore({ ...at(), partial })).partial);

function show() {
  if (!answer) return;
  const { begun, complete, partial, request } = entry;
  board.readOnly = isSolved || !partial;
  board.show(begun && partial ? partial.position : answer.position, {
    last: begun ? null : (answer.history.at(-1)?.turn ?? null),
    ...(isSolved || !partial ? {} : { partial, ask: request, mover: entry.mover, starts: entry.starts }),
    circles: hinted ? [[hinted, null]] : [],
  });
  $("entry-done").disabled = !complete;
  $("entry-back").disabled = !begun;
  $("extras").replaceChildren(...(isSolved ? [] : extras(entry, step)));
  $("entering").hidden = $("hint").hidden = $("solution").hidden = isSolved;
  $("again").hidden = turns.length === 0;
  $("analysis").hidden = !isSolved;
  $("next").classList.toggle("primary", isSolved);
}

/**
 * Handles a choice: it extends the partial move, completes it, or is refused.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (isSolved || isMoving) return;
  const request = visit;
  await tried(async () => {
    const outcome = await act();
    if (request !== visit) return;
    if (typeof outcome === "object") return solve(outcome.done);
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
 * Tries a move, and shows the reply to a correct one.
 * @param {string} text
 */
async function solve(text) {
  const request = ++visit;
  const response = await tryTurns(name, puzzle.number, [...turns, text]).catch((error) => {
    resetEntry();
    throw error;
  });
  if (request !== visit) return;
  if (response.trial === "wrong") {
    rate(false);
    resetEntry();
    const words = t("puzzle_wrong", { turn: shortForm(text) });
    tell(words);
    return board.refuse(null, words);
  }
  hinted = null;
  // The visitor has seen the entered hops; only the reply is animated.
  await follow(response, turns.length + 1);
  if (request !== visit) return;
  if (response.trial === "solved") solved(response.themes);
  else tell(t("puzzle_right"));
}

/**
 * Plays a line, and animates its moves from a ply on.
 * @param {Pick<Wire.PuzzleResponse, "turns">} line
 * @param {number} from
 */
async function follow(line, from) {
  const request = visit;
  turns = line.turns.map(({ text }) => text);
  const result = await explore(at());
  if (request !== visit) return;
  answer = result;
  const { history, start } = result;
  const after = (/** @type {number} */ ply) => (ply ? history[ply - 1].position : start);
  isMoving = from < history.length;
  for (let ply = from; ply < history.length; ply += 1) {
    board.show(after(ply), { last: history[ply - 1]?.turn ?? null });
    drawTurns(ply);
    await pause();
    if (request !== visit) return;
    const played = history[ply];
    await board.playTurn(played.turn, after(ply), played.position, ply ? after(ply - 1) : null);
    if (request !== visit) return;
    board.say(turnInWords(played));
  }
  isMoving = false;
  drawTurns(turns.length);
  resetEntry();
}

/**
 * Counts the first result of this visit in the visitor's rating, and shows the rating.
 * @param {boolean} isSolvedAlone
 */
function rate(isSolvedAlone) {
  if (isRated) return;
  isRated = true;
  const { rating, change } = ratePuzzle(id, puzzle.grade, isSolvedAlone);
  const signed = new Intl.NumberFormat(document.documentElement.lang, { signDisplay: "exceptZero" }).format(change);
  $("rating").textContent = t(change ? "puzzle_rating_changed" : "puzzle_rating", { rating, change: signed });
}

/** @param {string[]} themes */
function solved(themes) {
  isSolved = true;
  rate(!isHelped);
  const about = themes.map((theme) => t(`theme_${theme}`)).join(", ");
  const words = [t(isHelped ? "puzzle_solved_helped" : "puzzle_solved")];
  if (about) words.push(t("puzzle_about", { themes: about }));
  tell(words.join(" "));
  $("analysis").href = analysisOf(puzzle.game, rules, puzzle.position.fen, { turns: turns.join(";") });
  const hadFocus = [$("hint"), $("solution")].some((button) => button === document.activeElement);
  show();
  if (hadFocus) $("next").focus({ preventScroll: true });
}

/**
 * Lists the moves up to a ply.
 * @param {number} ply
 */
function drawTurns(ply) {
  const shown = answer?.history.slice(0, ply) ?? [];
  $("turns").replaceChildren(...shown.map(({ turn, short }) => make("li", { class: turn.by }, short)));
}

/** Sets up the puzzle. */
async function begin() {
  visit += 1;
  turns = [];
  isSolved = isHelped = false;
  hinted = null;
  await tried(async () => {
    await follow({ turns: [] }, 0);
    tell(t("puzzle_begin"));
  });
}

listen(entry, step);
$("again").addEventListener("click", () => {
  begin();
  board.focus({ preventScroll: true }); // the button is hidden now
});

// The sentences of the server name squares as the visitor has chosen.
addEventListener("quirkat-squares", () => {
  visit += 1;
  tried(() => follow({ turns: answer?.history.map(({ turn }) => turn) ?? [] }, turns.length));
});

$("hint").addEventListener("click", () => {
  const request = visit;
  tried(async () => {
    const turn = (await solutionOf(name, puzzle.number)).turns[turns.length];
    if (request !== visit || !turn) return;
    rate(false);
    hinted = turn.huff ?? turn.path[0] ?? turn.drops[0] ?? null;
    resetEntry();
    tell(t("puzzle_hint_point", { point: shortForm(hinted ?? turn.text) }));
  });
});

$("solution").addEventListener("click", () => {
  const request = ++visit;
  tried(async () => {
    const solution = await solutionOf(name, puzzle.number);
    if (request !== visit) return;
    isHelped = true;
    hinted = null;
    await follow(solution, turns.length);
    if (request === visit) solved(solution.themes);
  });
});

// The next puzzle suits the rating. Without an answer of the server, the link itself leads to another one.
$("next").addEventListener("click", async (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens the link elsewhere
  event.preventDefault();
  const address = await nextPuzzle(new URLSearchParams(location.search)).catch(() => null);
  location.assign(address ?? $("next").href);
});

$("rating").textContent = t("puzzle_rating", { rating: progress().rating });
$("to-find").textContent = counted("puzzle_find", puzzle.toFind);
board.flip = puzzle.toMove === "second";
board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin();
