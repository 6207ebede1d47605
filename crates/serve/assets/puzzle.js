// The page of a puzzle: a person looks for the turn, the server says whether it is the one, and replies.

import "./board.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, boot, counted, make, t } from "./page.js";
import { analysisOf, explore, solutionOf, tryTurns } from "./server.js";
import { turnInWords } from "./sides.js";

const { game, rules, puzzle, api } = boot;
const board = $("board");
/** So long the opponent seems to think, and so long a turn of the solution is looked at, in milliseconds. */
const PAUSE = 400;

/** The turns that are right so far, those of both sides. @type {string[]} */
let turns = [];
/** What the server said of them. @type {Wire.Explored | null} */
let answer = null;
let isSolved = false;
/** Whether the solution was shown. */
let isHelped = false;
/** The point that a hint has named. @type {string | null} */
let hinted = null;
let visit = 0; // counts what makes earlier answers stale
/** Whether turns are being shown. */
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
 * One step of an entry: it continues, is refused, or completes a move.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (isSolved || isMoving) return;
  const asked = visit;
  await tried(async () => {
    const outcome = await act();
    if (asked !== visit) return;
    if (typeof outcome === "object") return solve(outcome.done);
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
 * Tries a turn, and shows the reply to one that is right.
 * @param {string} text
 */
async function solve(text) {
  const asked = ++visit;
  const found = await tryTurns(api, [...turns, text]).catch((error) => {
    anew();
    throw error;
  });
  if (asked !== visit) return;
  if (found.trial === "wrong") {
    anew();
    const words = t("puzzle_wrong", { turn: text });
    tell(words);
    return board.refuse(null, words);
  }
  hinted = null;
  // The visitor has seen the entered hops; only the reply is animated.
  await follow(found, turns.length + 1);
  if (asked !== visit) return;
  if (found.trial === "solved") solved(found.themes);
  else tell(t("puzzle_right"));
}

/**
 * Goes on to the end of a line, and shows its turns from a ply on.
 * @param {Pick<Wire.PuzzleAnswer, "turns">} line
 * @param {number} from
 */
async function follow(line, from) {
  const asked = visit;
  turns = line.turns.map(({ text }) => text);
  const reached = await explore(at());
  if (asked !== visit) return;
  answer = reached;
  const { history, start } = reached;
  const after = (/** @type {number} */ ply) => (ply ? history[ply - 1].position : start);
  isMoving = from < history.length;
  for (let ply = from; ply < history.length; ply += 1) {
    board.show(after(ply), { last: history[ply - 1]?.turn ?? null });
    drawTurns(ply);
    await pause();
    if (asked !== visit) return;
    const played = history[ply];
    await board.playTurn(played.turn, after(ply), played.position, ply ? after(ply - 1) : null);
    if (asked !== visit) return;
    board.say(turnInWords(played));
  }
  isMoving = false;
  drawTurns(turns.length);
  anew();
}

/** @param {string[]} themes */
function solved(themes) {
  isSolved = true;
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
 * Lists the moves that have been shown.
 * @param {number} seen
 */
function drawTurns(seen) {
  const shown = answer?.history.slice(0, seen) ?? [];
  $("turns").replaceChildren(...shown.map(({ turn, short }) => make("li", { class: turn.by }, short)));
}

/** Sets the puzzle up. */
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
  board.focus({ preventScroll: true }); // the button goes
});

$("hint").addEventListener("click", () => {
  const asked = visit;
  tried(async () => {
    const turn = (await solutionOf(api)).turns[turns.length];
    if (asked !== visit || !turn) return;
    hinted = turn.huff ?? turn.path[0] ?? turn.drops[0] ?? null;
    anew();
    tell(t("puzzle_hint_point", { point: hinted ?? turn.text }));
  });
});

$("solution").addEventListener("click", () => {
  const asked = ++visit;
  tried(async () => {
    const solution = await solutionOf(api);
    if (asked !== visit) return;
    isHelped = true;
    hinted = null;
    await follow(solution, turns.length);
    if (asked === visit) solved(solution.themes);
  });
});

$("to-find").textContent = counted("puzzle_find", puzzle.toFind);
board.flip = puzzle.toMove === "second";
board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin();
