// The review of a game: accuracy of both sides, turning point, and bad moves.

import { boot, make, t } from "./page.js";
import { sideName } from "./sides.js";

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

/** Returns a move with its number and glyph: `3. d2-c3??` or `3… b4xd2?!`. */
const labelOf = (/** @type {JudgedTurn} */ { ply, text, verdict }) =>
  `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${text}${verdict ? GLYPHS[VERDICT_GLYPHS[verdict]] : ""}`;

/**
 * Shows the review of a game.
 * @param {HTMLElement} place
 * @param {Judgement} judgement
 * @param {{ go: (ply: number) => void, better?: (turn: JudgedTurn) => void }} actions `better` goes to the better move
 */
export function drawJudgement(place, judgement, { go, better }) {
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
    const { by, before, after } = turned;
    // The move is a button within the sentence.
    const values = { side: sideName(by), before: percent(before), after: percent(after) };
    const [head, tail] = t("judge_turned", values).split("{turn}");
    point.append(
      head,
      link(labelOf(turned), () => go(turned.ply)),
      tail,
    );
  } else point.append(t("judge_never"));
  const items = slipsOf(judgement).map((slip) => {
    const words = [t(`judge_${slip.verdict}`), `${percent(slip.before)} → ${percent(slip.after)}`].join(" · ");
    const item = make(
      "li",
      {},
      link(labelOf(slip), () => go(slip.ply)),
      make("span", {}, words),
    );
    if (slip.better && better) {
      const improved = link(slip.better, () => better(slip));
      item.append(make("span", {}, `${t("judge_better")} `, improved));
    }
    return item;
  });
  place.replaceChildren(measure, point, make("ol", { class: "judged-slips" }, ...items));
}
