// Evaluations as numbers, words, a bar beside the board, and outcome probabilities.

import { expected, percent } from "./judging.js";
import { $, part, t } from "./page.js";
import { black, sideName, white } from "./sides.js";

/**
 * Converts a score and outcome probabilities of a side to an evaluation for White, as the bar and the curve need it.
 * @param {{ score: Wire.Score | null, chances: Wire.Chances }} value
 * @param {Wire.Side | null} side
 * @returns {Evaluation}
 */
export function evaluation({ score, chances }, side) {
  const isWhites = side === white;
  const { win, draw, loss } = chances;
  return {
    score: score && whites(score, isWhites),
    chances: isWhites ? chances : { win: loss, draw, loss: win },
  };
}

/**
 * @param {Wire.Score} score
 * @param {boolean} isWhites
 * @returns {Evaluation["score"]}
 */
function whites(score, isWhites) {
  if ("certain" in score) return { wins: (score.certain === "win") === isWhites ? 1 : -1, in: null };
  if ("hundredths" in score) return { hundredths: isWhites ? score.hundredths : -score.hundredths };
  return { wins: score.plies > 0 === isWhites ? 1 : -1, in: Math.abs(score.plies) };
}

/**
 * Returns the evaluation of a finished game.
 * @type {(outcome: Wire.Outcome) => Evaluation}
 */
export function ended({ winner }) {
  if (!winner) return { score: { hundredths: 0 }, chances: { win: 0, draw: 1, loss: 0 } };
  const isWhite = winner === white;
  return {
    score: { wins: isWhite ? 1 : -1, in: 0 },
    chances: { win: Number(isWhite), draw: 0, loss: Number(!isWhite) },
  };
}

/** @param {Evaluation | null} value */
export function evalText(value) {
  const score = value?.score;
  if (!score) return "–";
  if (score.wins) return `${score.wins > 0 ? "+" : "−"}#${score.in || ""}`;
  const men = (Math.abs(score.hundredths) / 100).toFixed(2);
  return men === "0.00" ? men : `${score.hundredths > 0 ? "+" : "−"}${men}`;
}

/** @param {Evaluation | null} value */
export function evalWords(value) {
  if (!value) return t("ana_eval_unknown");
  const { score } = value;
  if (!score) return chancesWords(value);
  const side = sideName((score.wins ?? score.hundredths) > 0 ? white : black);
  if (score.wins && score.in === null) return t("ana_eval_will_win", { side });
  if (score.wins) return t(score.in ? "ana_eval_wins" : "ana_eval_won", { side, n: score.in });
  const n = (Math.abs(score.hundredths) / 100).toFixed(2);
  return n === "0.00" ? t("ana_eval_even") : t("ana_eval_better", { side, n });
}

/** @param {Evaluation} value */
function chancesWords({ chances: { win, draw, loss } }) {
  const values = { white: sideName(white), win: percent(win), draw: percent(draw), black: sideName(black) };
  return t("ana_chances", { ...values, loss: percent(loss) });
}

/**
 * Returns White's part of the bar, which is its expected score.
 * @param {Evaluation | null} value
 */
export const share = (value) => (value ? expected(value.chances) : 0.5);

/**
 * Fills the bar from the end where White sits.
 * @param {HTMLElement} bar
 * @param {Evaluation | null} value
 * @param {boolean} flip
 */
export function drawBar(bar, value, flip) {
  bar.classList.toggle("top", (white === "first") === flip);
  bar.classList.toggle("unknown", !value);
  bar.style.setProperty("--share", `${100 * share(value)}%`);
  bar.setAttribute("aria-label", evalWords(value));
}

/**
 * Shows the probabilities of a win of White, a draw and a win of Black, as parts of a bar and in words.
 * @param {Evaluation | null} value
 */
export function drawChances(value) {
  const { win, draw, loss } = value?.chances ?? { win: 0, draw: 1, loss: 0 };
  $("chances-bar").classList.toggle("unknown", !value);
  for (const [name, chance] of Object.entries({ win, draw, loss }))
    part($("chances-bar"), `.${name}`).style.flexGrow = String(chance);
  $("chances").textContent = value ? chancesWords(value) : t("ana_chances_unknown");
}
