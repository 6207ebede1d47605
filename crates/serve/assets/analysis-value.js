// Evaluations: as numbers, as words, and as a bar beside the board.

import { boot, part, t } from "./page.js";

/** @type {Wire.Side} */
export const white = boot.game.sides[1].colour === "white" ? "second" : "first";
/** @type {Wire.Side} */
const black = white === "first" ? "second" : "first";
/** @param {Wire.Side} side */
const nameOf = (side) => boot.game.sides[side === "first" ? 0 : 1].name;

/**
 * A score of the side to move as an evaluation for White, which stays the same whoever moves, so that bar and curve need
 * no second thought.
 * @param {Wire.Score} score
 * @param {Wire.Side | null} toMove
 * @returns {Evaluation}
 */
export function evaluation(score, toMove) {
  const isWhites = toMove === white;
  if (score.plies === undefined) return { hundredths: isWhites ? score.hundredths : -score.hundredths };
  return { wins: score.plies > 0 === isWhites ? 1 : -1, in: Math.abs(score.plies) };
}

/**
 * The evaluation of a game that is over.
 * @type {(outcome: Wire.Outcome) => Evaluation}
 */
export const ended = (outcome) =>
  outcome.winner ? { wins: outcome.winner === white ? 1 : -1, in: 0 } : { hundredths: 0 };

/** @param {Evaluation | null} value */
export function evalText(value) {
  if (!value) return "–";
  if (value.wins) return `${value.wins > 0 ? "+" : "−"}#${value.in || ""}`;
  const men = (Math.abs(value.hundredths) / 100).toFixed(2);
  return men === "0.00" ? men : `${value.hundredths > 0 ? "+" : "−"}${men}`;
}

/** @param {Evaluation | null} value */
export function evalWords(value) {
  if (!value) return t("ana_eval_unknown");
  const side = nameOf((value.wins ?? value.hundredths) > 0 ? white : black);
  if (value.wins) return t(value.in ? "ana_eval_wins" : "ana_eval_won", { side, n: value.in });
  const n = (Math.abs(value.hundredths) / 100).toFixed(2);
  return n === "0.00" ? t("ana_eval_even") : t("ana_eval_better", { side, n });
}

/**
 * White's part of the bar. A man is more in these games than in chess: one ahead is about three quarters.
 * @param {Evaluation | null} value
 */
export function share(value) {
  if (!value) return 0.5;
  if (value.wins) return value.wins > 0 ? 1 : 0;
  return 1 / (1 + 10 ** (-value.hundredths / 220));
}

/**
 * Fills the bar from White's end, which lies where White sits.
 * @param {HTMLElement} bar
 * @param {Evaluation | null} value
 * @param {boolean} flip
 */
export function drawBar(bar, value, flip) {
  bar.classList.toggle("top", (white === "first") === flip);
  bar.classList.toggle("unknown", !value);
  part(bar, "span").style.height = `${100 * share(value)}%`;
  bar.setAttribute("aria-label", evalWords(value));
}
