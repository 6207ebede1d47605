// The page of a lesson: a task at a time. The server has made the tasks from the rules and says what may be played;
// which of it does what is asked for came with the page.

import "./board.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, boot, t } from "./page.js";
import { explore } from "./server.js";
import { turnInWords } from "./sides.js";

const { game, lesson } = boot;
const { rules, tasks } = lesson;
const board = $("board");
const items = /** @type {HTMLElement[]} */ ([...$("tasks").children]);

/** The number of the task that is shown. */
let number = 0;
/** What the server said of its position. @type {Wire.Explored | null} */
let answer = null;
/** The tasks that were solved. @type {Set<number>} */
const solved = new Set();
/** The turn that has solved this task and stands on the board. @type {Wire.Explored | null} */
let after = null;
/** The point that a hint has named. @type {string | null} */
let hinted = null;
let visit = 0; // counts what makes earlier answers stale

const task = () => /** @type {Wire.LessonTask} */ (tasks[number]);
const at = () => ({ game: lesson.game, rules, position: task().start, turns: task().turns });

const entry = new Entry(async (partial) => (await explore({ ...at(), partial })).partial);

function show() {
  if (!answer) return;
  const { begun, complete, partial, request } = entry;
  const isOver = after !== null || !partial;
  board.readOnly = isOver;
  const position = after?.position ?? (begun && partial ? partial.position : answer.position);
  const last = (after ?? answer).history.at(-1)?.turn ?? null;
  board.show(position, {
    last: begun && !after ? null : last,
    ...(isOver ? {} : { partial, ask: request, mover: entry.mover, starts: entry.starts }),
    circles: hinted && !after ? [[hinted, null]] : [],
  });
  $("entry-done").disabled = !complete || isOver;
  $("entry-back").disabled = !begun || isOver;
  $("extras").replaceChildren(...(isOver ? [] : extras(entry, step)));
  $("entering").hidden = isOver;
  $("hint").hidden = isOver;
  const isLast = number === tasks.length - 1;
  $("next").hidden = isLast;
  $("next").textContent = t(after ? "learn_next" : "learn_skip");
  $("next").classList.toggle("primary", after !== null);
  $("play-it").classList.toggle("primary", isLast && after !== null);
  $("before").disabled = number === 0;
  $("place").textContent = t("learn_progress", { n: number + 1, count: tasks.length, done: solved.size });
}

/**
 * One step of an entry: it continues, is refused, or completes a move.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (after) return;
  const asked = visit;
  await tried(async () => {
    const outcome = await act();
    if (asked !== visit) return;
    if (typeof outcome === "object") return judge(outcome.done);
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
 * Compares a legal move with the answers of the task.
 * @param {string} text
 */
async function judge(text) {
  if (!task().answers.includes(text)) {
    anew();
    const words = t("learn_missed", { turn: text });
    tell(words);
    return board.refuse(null, words);
  }
  const asked = ++visit;
  const reached = await explore({ ...at(), turns: [...task().turns, text] });
  if (asked !== visit) return;
  after = reached;
  solved.add(number);
  const [played] = reached.history.slice(-1);
  const words = [t("learn_right"), `${turnInWords(played)}.`];
  if (task().refused) words.push(t("learn_not_so", { why: task().refused }));
  const { outcome } = reached;
  if (outcome) words.push(outcome.words);
  if (number === tasks.length - 1) words.push(t("learn_end", { done: solved.size, count: tasks.length }));
  show();
  tell(words.join(" "));
  // Keyboard focus continues here.
  const goOn = number === tasks.length - 1 ? $("play-it") : $("next");
  goOn.focus({ preventScroll: true });
}

/**
 * Sets a task up.
 * @param {number} wanted
 */
async function begin(wanted) {
  const asked = ++visit;
  number = wanted;
  answer = after = hinted = null;
  for (const [place, item] of items.entries()) item.hidden = place !== number;
  tell("");
  await tried(async () => {
    const reached = await explore(at());
    if (asked !== visit) return;
    answer = reached;
    board.flip = task().toMove === "second";
    anew();
  });
}

/** @param {number} wanted */
async function go(wanted) {
  await begin(wanted);
  // Screen readers announce the new task, and keyboard focus continues there.
  items[wanted]?.querySelector("h2")?.focus({ preventScroll: true });
}

listen(entry, step);
$("next").addEventListener("click", () => go(Math.min(number + 1, tasks.length - 1)));
$("before").addEventListener("click", () => go(Math.max(number - 1, 0)));
$("hint").addEventListener("click", () => {
  hinted = task().hint;
  anew();
  tell(hinted ? t("learn_hint", { point: hinted }) : t("learn_hint_turn", { turn: task().answers[0] }));
});

board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin(0);
