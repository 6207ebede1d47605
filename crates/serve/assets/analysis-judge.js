// Review of a game by the server: adds glyphs to its moves, better lines as variations, and the stored review.

import { evaluation } from "./analysis-value.js";
import { glyphOf, judgementOf } from "./judging.js";
import { $, t } from "./page.js";
import { attempt, exploreProved, review } from "./server.js";

/** Maximum plies of a better line in the tree. */
const MAX_LINE_PLIES = 12;
/**
 * Whether a glyph assesses a move (`!` to `?!`). A move has at most one of these, and the visitor's own has precedence.
 */
const isAssessment = (/** @type {number} */ glyph) => glyph >= 1 && glyph <= 6;

export class Judge {
  #page;
  /** @type {AbortController | null} */
  #running = null;

  /**
   * @param {JudgePage} page
   * @param {(words: string) => void} say
   */
  constructor(page, say) {
    this.#page = page;
    $("judge").addEventListener("click", () => (this.isRunning ? this.stop() : attempt(() => this.#run(), say)));
  }

  get isRunning() {
    return this.#running !== null;
  }

  stop() {
    this.#running?.abort();
  }

  async #run() {
    const { at, learn, begin, judged, end } = this.#page;
    this.#running = new AbortController();
    const { signal } = this.#running;
    const progress = $("judge-progress");
    const tree = begin();
    this.#draw();
    try {
      const nodes = tree.main();
      const last = nodes[nodes.length - 1];
      progress.max = Math.max(1, nodes.length - 1);
      progress.value = 0;
      // The answer for the last node contains all moves and positions before it.
      learn(last, await exploreProved(at(last), signal));
      const result = await review(at(last), (left) => (progress.value = progress.max - left), signal);
      forget(tree, nodes);
      writeReview(tree, result);
      judged();
    } finally {
      this.#running = null;
      this.#draw();
      end();
    }
  }

  #draw() {
    $("judge").textContent = t(this.isRunning ? "ana_cancel" : "judge_start");
    $("judge-progress").classList.toggle("idle", !this.isRunning);
  }
}

/**
 * Removes the glyphs of an earlier review.
 * @param {Tree} tree
 * @param {TreeNode[]} nodes
 */
function forget(tree, nodes) {
  for (const { ply, text, verdict } of tree.judgement?.verdicts ?? []) {
    const node = nodes[ply];
    if (node?.text === text && verdict) node.glyphs = node.glyphs.filter((glyph) => glyph !== glyphOf(verdict));
  }
}

/**
 * Writes the review into the tree.
 * @param {Tree} tree
 * @param {Wire.Review} result
 */
export function writeReview(tree, result) {
  const nodes = tree.main();
  result.turns.forEach(({ turn, before, after, score, verdict, better }, i) => {
    const [from, node] = [nodes[i], nodes[i + 1]];
    from.eval ??= evaluation({ score: null, chances: before }, turn.by);
    if (!node.answer?.outcome) node.eval = evaluation({ score, chances: after }, turn.by);
    if (verdict && !node.glyphs.some(isAssessment)) node.glyphs = [glyphOf(verdict), ...node.glyphs];
    for (const line of better) {
      let at = from;
      for (const { text } of line.turns.slice(0, MAX_LINE_PLIES)) at = tree.add(at, text);
      const first = from.children.find(({ text }) => text === line.turns[0]?.text);
      if (first) first.eval = evaluation(line, turn.by);
    }
  });
  tree.judgement = judgementOf(result);
}
