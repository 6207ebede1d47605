// The review of a game: accuracy of both sides, turning point, and bad moves.

import { endsOf } from "./board-marks.js";
import { boot, make, shortForm, t } from "./page.js";
import { sideName, white } from "./sides.js";

/** Glyphs of moves, by their numbers in PDN. */
export const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
/** Number of the glyph of each verdict. @type {Record<Wire.Verdict, number>} */
const VERDICT_GLYPHS = { only: 1, inaccuracy: 6, mistake: 2, blunder: 4 };

const percents = new Intl.NumberFormat(boot.lang, { style: "percent", maximumFractionDigits: 0 });
/** Formats a share of 1 as a percentage. */
export const percent = (/** @type {number} */ share) => percents.format(share);

/** @param {Wire.Verdict} verdict */
export const glyphOf = (verdict) => VERDICT_GLYPHS[verdict];

/** Returns the expected score: the probability of a win plus half that of a draw. */
export const expected = (/** @type {Wire.Chances} */ { win, draw }) => win + draw / 2;

/**
 * Returns the part of a review that is stored.
 * @param {Wire.Review} review
 * @returns {Judgement}
 */
export function judgementOf({ turns, accuracy, turningPoint }) {
  const reviewed = turns.map(({ turn, before, after, verdict, better }, i) => ({
    ply: i + 1,
    text: turn.text,
    by: turn.by,
    before: expected(before),
    after: expected(after),
    verdict,
    better: better[0]?.turns[0]?.text ?? null,
    ends: better[0]?.turns[0] ? endsOf(better[0].turns[0]) : [],
  }));
  return {
    turns: reviewed.map(({ text }) => text),
    accuracy,
    turned: turningPoint === null ? null : reviewed[turningPoint],
    verdicts: reviewed.filter(({ verdict }) => verdict),
  };
}

/** Returns the inaccuracies, mistakes and blunders. */
export const slipsOf = (/** @type {Judgement} */ { verdicts }) => verdicts.filter(({ verdict }) => verdict !== "only");

/**
 * Describes a bad move and the better one.
 * @param {JudgedTurn} slip
 */
export const slipInWords = ({ verdict, better }) => {
  const words = t(`judge_${verdict}`);
  return better ? t("judge_slip", { verdict: words, better: shortForm(better) }) : words;
};

/** Returns the glyph of a reviewed move, or an empty text. */
export const glyphText = (/** @type {JudgedTurn} */ { verdict }) => (verdict ? GLYPHS[VERDICT_GLYPHS[verdict]] : "");

/** Returns a move with its number and glyph: `3. d2-c3??` or `3… b4xd2?!`. */
const labelOf = (/** @type {JudgedTurn} */ turn) =>
  `${Math.ceil(turn.ply / 2)}${turn.ply % 2 ? "." : "…"} ${shortForm(turn.text)}${glyphText(turn)}`;

/**
 * Shows the review of a game. All percentages are of one side.
 * @param {HTMLElement} place
 * @param {Judgement} judgement
 * @param {{ go: (ply: number) => void, better?: (turn: JudgedTurn) => void, side?: Wire.Side }} actions `better` goes to
 *   the better move; without it the bad moves are marked elsewhere and not listed
 */
export function drawJudgement(place, judgement, { go, better, side = white }) {
  const { accuracy, turned } = judgement;
  const link = (/** @type {string} */ words, /** @type {() => void} */ act) => {
    const button = make("button", { type: "button", class: "judged-turn" }, words);
    button.addEventListener("click", act);
    return button;
  };
  const [first, second] = accuracy.map((value) => (value === null ? "–" : percent(value / 100)));
  const measure = make(
    "p",
    { class: "judged-accuracy" },
    t("judge_accuracy", { first: sideName("first"), a: first, second: sideName("second"), b: second }),
  );
  const point = make("p", { class: "judged-turned" });
  if (turned) {
    // The move is a button within the sentence.
    const [before, after] = percentsOf(turned, side);
    const values = { side: sideName(side), before, after };
    const [head, tail] = t("judge_turned", values).split("{turn}");
    point.append(
      head,
      link(labelOf(turned), () => go(turned.ply)),
      tail,
    );
  } else point.append(t("judge_never"));
  const slips = better ? slipsOf(judgement) : [];
  const items = slips.map((slip) => {
    const words = [t(`judge_${slip.verdict}`), percentsOf(slip, side).join(" → ")].join(" · ");
    const item = make(
      "li",
      {},
      link(labelOf(slip), () => go(slip.ply)),
      make("span", {}, words),
    );
    if (better && slip.better) {
      const improved = link(shortForm(slip.better), () => better(slip));
      item.append(make("span", {}, `${t("judge_better")} `, improved));
    }
    return item;
  });
  const legend = make("p", { class: "muted" }, t("judge_side", { side: sideName(side) }));
  place.replaceChildren(
    measure,
    point,
    ...(items.length ? [legend] : []),
    make("ol", { class: "judged-slips" }, ...items),
  );
}

/**
 * Returns the expected scores of a side before and after a move.
 * @param {JudgedTurn} turn
 * @param {Wire.Side} side
 */
const percentsOf = ({ by, before, after }, side) =>
  [before, after].map((score) => percent(by === side ? score : 1 - score));
