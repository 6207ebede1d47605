// Review of a finished game: evaluation curve, turning point, accuracy of both sides.

import { Curve } from "./curve.js";
import { drawJudgement, judgementOf, slipsOf } from "./judging.js";
import { $, boot } from "./page.js";
import { game } from "./play-game.js";
import { attempt, review } from "./server.js";
import { white } from "./sides.js";

/** Session storage key of the review. */
const KEY = `quirkat-review ${boot.id}`;
/** Minimum number of plies of a game that is reviewed. */
const MIN_PLIES = 2;

/** @typedef {{ judgement: Judgement, shares: number[] }} StoredReview */

/** @type {StoredReview | null} */
let shown = null;
/** Whether a review was requested; after a failure only the button requests another. */
let isRequested = false;
/** Goes to a ply. @type {(ply: number) => void} */
let go = () => {};
const curve = new Curve($("curve"), { choose: (ply) => go(ply) });

/**
 * Makes the links to moves call `look`, and the button request a review.
 * @param {(ply: number) => void} look
 */
export function chooseReview(look) {
  go = look;
  $("judge").addEventListener("click", judge);
}

/** Shows the review of a finished game. For players it is requested automatically. */
export function drawReview() {
  const { outcome, seat, history } = game.state;
  const isOver = outcome !== null && history.length >= MIN_PLIES;
  $("review").hidden = !isOver;
  if (!isOver || isRequested) return;
  shown = load();
  if (shown) show(shown);
  else if (seat !== null) judge();
}

/** Marks the ply on the board. */
export function markReview() {
  if (shown) curve.draw({ shares: shown.shares, verdicts: slipsOf(shown.judgement), now: game.shown });
}

async function judge() {
  isRequested = true;
  const { rules, start, history } = game.state;
  const line = {
    game: boot.game.title,
    rules,
    position: start.fen,
    turns: history.map(({ turn }) => turn.text),
  };
  const progress = $("judge-progress");
  progress.max = line.turns.length;
  progress.value = 0;
  drawProgress(true);
  await attempt(
    async () => {
      const showProgress = (/** @type {number} */ left) => (progress.value = progress.max - left);
      const result = await review(line, showProgress);
      const shares = result.curve.map((first) => (white === "first" ? first : 1 - first));
      show({ judgement: judgementOf(result), shares });
    },
    (words) => {
      $("judged").hidden = false;
      $("judged").textContent = words;
    },
  );
  drawProgress(false);
}

/** @param {boolean} isRunning */
function drawProgress(isRunning) {
  $("judge").hidden = isRunning || shown !== null;
  $("judge-progress").hidden = !isRunning;
}

/** @param {StoredReview} stored */
function show(stored) {
  shown = stored;
  isRequested = true;
  store(stored);
  $("curve").removeAttribute("hidden");
  $("judged").hidden = false;
  drawJudgement($("judged"), stored.judgement, { go });
  drawProgress(false);
  markReview();
}

/** @returns {StoredReview | null} */
function load() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {StoredReview} stored */
function store(stored) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage the game is reviewed again after a reload.
  }
}
