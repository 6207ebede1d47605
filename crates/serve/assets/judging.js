// A game that was judged, in words: how well both sides played, where it turned, and which turns were bad.

import { boot, make, t } from "./page.js";
import { sideName } from "./sides.js";

/** The signs of the standard remarks on a turn, by their numbers. */
export const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
/** The number of the standard remark for each verdict. @type {Record<Wire.Verdict, number>} */
const REMARKS = { only: 1, inaccuracy: 6, mistake: 2, blunder: 4 };

const percents = new Intl.NumberFormat(boot.lang, { style: "percent", maximumFractionDigits: 0 });
/** A share of one in percent. */
export const percent = (/** @type {number} */ share) => percents.format(share);

/** @param {Wire.Verdict} verdict */
export const glyphOf = (verdict) => REMARKS[verdict];

/** The score to be expected: a draw is half a win. */
export const expected = (/** @type {Wire.Chances} */ { win, draw }) => win + draw / 2;

/**
 * Stored part of a review.
 * @param {Wire.Review} review
 * @returns {Judgement}
 */
export function judgementOf({ turns, accuracy, turningPoint }) {
  const judged = turns.map(({ turn, before, after, verdict, better }, i) => ({
    ply: i + 1,
    text: turn.text,
    by: turn.by,
    before: expected(before),
    after: expected(after),
    verdict,
    better: better[0]?.turns[0]?.text ?? null,
  }));
  return {
    turns: judged.map(({ text }) => text),
    accuracy,
    turned: turningPoint === null ? null : judged[turningPoint],
    verdicts: judged.filter(({ verdict }) => verdict),
  };
}

/** The turns that were bad. */
export const slipsOf = (/** @type {Judgement} */ { verdicts }) => verdicts.filter(({ verdict }) => verdict !== "only");

/** `3. d2-c3??` or `3… b4xd2?!`: a turn with its number and its sign. */
const named = (/** @type {JudgedTurn} */ { ply, text, verdict }) =>
  `${Math.ceil(ply / 2)}${ply % 2 ? "." : "…"} ${text}${verdict ? GLYPHS[REMARKS[verdict]] : ""}`;

/**
 * Describes the review of a game.
 * @param {HTMLElement} place
 * @param {Judgement} judgement
 * @param {{ go: (ply: number) => void, better?: (turn: JudgedTurn) => void }} acts `better` goes to the better turn
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
    // The turn is a button in the middle of the sentence.
    const values = { side: sideName(by), before: percent(before), after: percent(after) };
    const [head, tail] = t("judge_turned", values).split("{turn}");
    point.append(
      head,
      link(named(turned), () => go(turned.ply)),
      tail,
    );
  } else point.append(t("judge_never"));
  const items = slipsOf(judgement).map((slip) => {
    const words = [t(`judge_${slip.verdict}`), `${percent(slip.before)} → ${percent(slip.after)}`].join(" · ");
    const item = make(
      "li",
      {},
      link(named(slip), () => go(slip.ply)),
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
