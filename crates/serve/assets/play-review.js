// Review of a finished game: evaluation curve, turning point, accuracy of both sides, and marks on bad moves.

import { Curve } from "./curve.js";
import { storeFinished } from "./finished.js";
import { drawJudgement, judgementOf, slipsOf } from "./judging.js";
import { $, boot } from "./page.js";
import { game } from "./play-game.js";
import { markMove, markSlips } from "./play-moves.js";
import { attempt, reviewOf } from "./server.js";
import { white } from "./sides.js";

/** Minimum number of plies of a game that is reviewed. */
const MIN_PLIES = 2;

/** The shown review. @type {Wire.Review | null} */
let review = null;
/** White's expected score by ply. @type {number[]} */
let shares = [];
/** Whether the review was requested; after a failure only the button requests it again. */
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
  $("analysis").addEventListener("click", store);
}

/** Shows the review of a finished game. */
export function drawReview() {
  const { outcome, history } = game.state;
  const isOver = outcome !== null && history.length >= MIN_PLIES;
  $("review").hidden = !isOver;
  if (isOver && !isRequested) judge();
}

/** Marks the ply on the board. */
export function markReview() {
  if (review) curve.draw({ shares, verdicts: [...game.slips.values()], now: game.shown });
}

async function judge() {
  isRequested = true;
  const progress = $("judge-progress");
  progress.max = game.state.history.length;
  progress.value = 0;
  drawProgress(true);
  await attempt(
    async () => show(await reviewOf(boot.id, (left) => (progress.value = progress.max - left))),
    (words) => {
      $("judged").hidden = false;
      $("judged").textContent = words;
    },
  );
  drawProgress(false);
}

/** @param {boolean} isRunning */
function drawProgress(isRunning) {
  $("judge").hidden = isRunning || review !== null;
  $("judge-progress").hidden = !isRunning;
}

/** @param {Wire.Review} result */
function show(result) {
  review = result;
  store();
  const judgement = judgementOf(result);
  if (!isDecided(result)) judgement.turned = null;
  shares = result.curve.map((first) => (white === "first" ? first : 1 - first));
  game.slips = new Map(slipsOf(judgement).map((slip) => [slip.ply, slip]));
  $("curve").removeAttribute("hidden");
  $("judged").hidden = false;
  const { seat } = game.state;
  drawJudgement($("judged"), judgement, { go, side: seat === "first" || seat === "second" ? seat : white });
  drawProgress(false);
  markSlips();
  markMove();
  markReview();
}

/**
 * Returns whether the moves led to the result. A side that resigns or loses on time may not be lost on the board.
 * @param {Wire.Review} result
 */
function isDecided({ curve: scores }) {
  const { outcome } = game.state;
  const last = scores.at(-1) ?? 0.5;
  const expected = outcome?.winner === "second" ? 1 - last : last;
  return !outcome?.winner || expected > 0.5;
}

/** Stores the review, the result and the orientation for the page of the analysis. */
function store() {
  storeFinished(boot.id, { review, result: game.state.outcome?.words ?? "", flip: $("board").flip });
}
