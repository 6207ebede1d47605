// Review of a finished game: evaluation curve, turning point, accuracy of both sides.

import { Curve } from "./curve.js";
import { drawJudgement, judgementOf, slipsOf } from "./judging.js";
import { $, boot } from "./page.js";
import { game } from "./play-game.js";
import { attempt, review } from "./server.js";
import { white } from "./sides.js";

/** Review of the game, stored in the tab so that it is made once. */
const KEY = `quirkat-review ${boot.id}`;
/** Shorter games did not turn. */
const SHORTEST = 2;

/** @typedef {{ judgement: Judgement, shares: number[] }} Known */

/** @type {Known | null} */
let known = null;
/** Whether a review was requested; after a failure only the button requests another. */
let isAsked = false;
/** Goes to a ply. @type {(ply: number) => void} */
let go = () => {};
const curve = new Curve($("curve"), { choose: (ply) => go(ply) });

/**
 * Lets a person go to the turns that are named, and ask for the judgement.
 * @param {(ply: number) => void} look
 */
export function chooseReview(look) {
  go = look;
  $("judge").addEventListener("click", judge);
}

/** Shows the review of a finished game. Players see it without asking. */
export function drawReview() {
  const { outcome, seat, history } = game.state;
  const isOver = outcome !== null && history.length >= SHORTEST;
  $("review").hidden = !isOver;
  if (!isOver || isAsked) return;
  known = kept();
  if (known) show(known);
  else if (seat !== null) judge();
}

/** Marks the ply that is looked at. */
export function markReview() {
  if (known) curve.draw({ shares: known.shares, verdicts: slipsOf(known.judgement), now: game.shown });
}

async function judge() {
  isAsked = true;
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
  drawAsked(true);
  await attempt(
    async () => {
      const told = (/** @type {number} */ left) => (progress.value = progress.max - left);
      const found = await review(line, told);
      const shares = found.curve.map((first) => (white === "first" ? first : 1 - first));
      show({ judgement: judgementOf(found), shares });
    },
    (words) => {
      $("judged").hidden = false;
      $("judged").textContent = words;
    },
  );
  drawAsked(false);
}

/** @param {boolean} isRunning */
function drawAsked(isRunning) {
  $("judge").hidden = isRunning || known !== null;
  $("judge-progress").hidden = !isRunning;
}

/** @param {Known} found */
function show(found) {
  known = found;
  isAsked = true;
  keep(found);
  $("curve").removeAttribute("hidden");
  $("judged").hidden = false;
  drawJudgement($("judged"), found.judgement, { go });
  drawAsked(false);
  markReview();
}

/** @returns {Known | null} */
function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}

/** @param {Known} found */
function keep(found) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(found));
  } catch {
    // A full or forbidden store costs only another judgement after a reload.
  }
}
