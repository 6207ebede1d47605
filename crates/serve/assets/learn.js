// The page of a lesson, one task at a time. The server derives the tasks from the rules and determines the legal moves;
// the page contains the correct answers.

import "./board.js";
import { Entry } from "./entry.js";
import { listen, load, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, boot, pointName, shortForm, t } from "./page.js";
import { rateLesson } from "./progress.js";
import { explore, lessonOf } from "./server.js";
import { turnInWords } from "./sides.js";

const { game, lesson } = boot;
const { rules, tasks } = lesson;
const board = $("board");
const items = /** @type {HTMLElement[]} */ ([...$("tasks").children]);

/** Index of the current task. */
let number = 0;
/** The server's answer for the position of the task. @type {Wire.Exploration | null} */
let answer = null;
/** Indices of solved tasks. @type {Set<number>} */
const solved = new Set();
/** The server's answer after the move that solved the task. @type {Wire.Exploration | null} */
let after = null;
/** Number of hints for the current task. */
let hints = 0;
/** Time between two moves that are shown before a task, in milliseconds. */
const REPLAY_PAUSE = 500;
let visit = 0; // grows when the position changes: answers to earlier requests are discarded

const task = () => /** @type {LessonInfo} */ (tasks[number]);
const at = () => ({ game: lesson.game, rules, position: task().start, turns: task().turns });

const entry = new Entry(async (partial) => (await explore({ ...at(), partial })).partial);

function show() {
  if (!answer) return;
  const { begun, complete, partial, request } = entry;
  const isOver = after !== null || !partial;
  board.readOnly = isOver;
  const position = after?.position ?? (begun && partial ? partial.position : answer.position);
  const last = (after ?? answer).history.at(-1)?.turn ?? null;
  const hinted = hints > 0 ? task().hint : null;
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
 * Handles a choice: it extends the partial move, completes it, or is refused.
 * @param {() => Choice | Promise<Choice>} act
 * @param {string | null} point
 */
async function step(act, point = null) {
  if (after) return;
  const request = visit;
  await tried(async () => {
    const outcome = await act();
    if (request !== visit) return;
    if (typeof outcome === "object") return judge(outcome.done);
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
 * Compares a legal move with the answers of the task.
 * @param {string} text
 */
async function judge(text) {
  if (!task().answers.includes(text)) {
    resetEntry();
    const words = t("learn_missed", { turn: shortForm(text) });
    tell(words);
    return board.refuse(null, words);
  }
  const request = ++visit;
  const result = await explore({ ...at(), turns: [...task().turns, text] });
  if (request !== visit) return;
  after = result;
  solved.add(number);
  if (rules.length === 0) rateLesson(lesson.game, game.name, solved.size, tasks.length);
  const [played] = result.history.slice(-1);
  const words = [t("learn_right"), `${turnInWords(played)}.`];
  if (task().refused) words.push(t("learn_not_so", { why: task().refused }));
  const { shown } = task();
  if (shown) words.push(shown);
  const { outcome } = result;
  if (outcome) words.push(outcome.words);
  if (number === tasks.length - 1) words.push(t("learn_end", { done: solved.size, count: tasks.length }));
  show();
  tell(words.join(" "));
  // Keyboard focus continues here.
  const goOn = number === tasks.length - 1 ? $("play-it") : $("next");
  goOn.focus({ preventScroll: true });
}

/**
 * Sets up a task.
 * @param {number} index
 */
async function begin(index) {
  const request = ++visit;
  number = index;
  answer = after = null;
  hints = 0;
  for (const [place, item] of items.entries()) item.hidden = place !== number;
  tell("");
  await tried(async () => {
    const result = await explore(at());
    if (request !== visit) return;
    board.flip = task().toMove === "second";
    await replay(result, request);
    if (request !== visit) return;
    answer = result;
    resetEntry();
  });
}

/**
 * Shows the moves before a task that depends on them.
 * @param {Wire.Exploration} explored
 * @param {number} request the visit that the replay belongs to
 */
async function replay({ start, history }, request) {
  if (history.length === 0) return;
  board.readOnly = true;
  board.show(start, {});
  for (const { turn, position } of history) {
    await new Promise((done) => setTimeout(done, REPLAY_PAUSE));
    if (request !== visit) return;
    board.show(position, { last: turn });
  }
}

/** @param {number} index */
async function go(index) {
  await begin(index);
  // Screen readers announce the new task, and keyboard focus continues there.
  items[index]?.querySelector("h2")?.focus({ preventScroll: true });
}

listen(entry, step);
$("next").addEventListener("click", () => go(Math.min(number + 1, tasks.length - 1)));
$("before").addEventListener("click", () => go(Math.max(number - 1, 0)));
// The first hint is the point on which an answer begins, the second is the answer.
$("hint").addEventListener("click", () => {
  const { hint, answers } = task();
  const point = hints === 0 ? hint : null;
  hints += 1;
  resetEntry();
  tell(point ? t("learn_hint", { point: pointName(point) }) : t("learn_hint_turn", { turn: shortForm(answers[0]) }));
});
// The sentences of the server name squares as the visitor has chosen.
addEventListener("quirkat-squares", () =>
  tried(async () => {
    const named = await lessonOf(lesson.game, rules);
    named.tasks.forEach(({ task: words, refused, shown }, i) => {
      Object.assign(tasks[i], { refused, shown });
      const asked = items[i].querySelector(".puzzle-asked");
      if (asked) asked.textContent = words;
    });
    await begin(number);
  }),
);

board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
await load();
await begin(0);
