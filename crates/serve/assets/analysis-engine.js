// The engine panel: analysis of the current position, by the visitor's own processor or by the server.

import { turnButton } from "./analysis-turns.js";
import { evalText, evaluation, evalWords } from "./analysis-value.js";
import { isLocal } from "./module.js";
import { $, boot, make, shortForm, t } from "./page.js";
import { analyse, attempt } from "./server.js";

/** Time limit of the analysis of a position, in seconds. */
const TIME_LIMIT = 30;
/** Delay before an analysis starts, in milliseconds, so that stepping through moves starts none. */
const PAUSE = 200;
/** Maximum number of moves that a line shows. Later moves are seldom played, and longer lines hide the list of moves. */
const SHOWN_MOVES = 10;

const inShort = new Intl.NumberFormat(boot.lang, { notation: "compact", maximumFractionDigits: 1 });
const say = (/** @type {string} */ words) => {
  $("engine-note").textContent = words;
};

/** The engine's best lines from the current position. */
export class Engine {
  #page;
  #isOn = false;
  /** @type {AbortController | null} */
  #thinking = null;
  #waiting = 0;

  /** @param {EnginePage} page */
  constructor(page) {
    this.#page = page;
    $("engine-toggle").addEventListener("click", () => {
      this.#isOn = !this.#isOn;
      $("engine-toggle").setAttribute("aria-checked", String(this.#isOn));
      page.again();
    });
    $("line-count").addEventListener("change", () => page.again());
  }

  quiet() {
    clearTimeout(this.#waiting);
    this.#thinking?.abort();
    this.#thinking = null;
    this.#drawLines([]);
  }

  /**
   * Analyses a node if the engine is on and `hasLeave` is true.
   * @param {TreeNode} node
   * @param {boolean} hasLeave
   */
  think(node, hasLeave) {
    this.quiet();
    const { answer } = node;
    const willThink = this.#isOn && hasLeave && answer && !answer.outcome;
    say(willThink ? t("ana_thinking") : this.#isOn && answer?.outcome ? t("ana_over") : "");
    if (!willThink) return;
    this.#waiting = setTimeout(() => {
      this.#thinking = new AbortController();
      const { signal } = this.#thinking;
      attempt(() => this.#listen(node, answer.toMove, signal), say);
    }, PAUSE);
  }

  /**
   * @param {TreeNode} node
   * @param {Wire.Side | null} toMove
   * @param {AbortSignal} signal
   */
  async #listen(node, toMove, signal) {
    let note = "";
    const place = (await isLocal(this.#page.at(node).game)) ? ` · ${t("ana_here")}` : "";
    for await (const report of analyse(
      { ...this.#page.at(node), lines: +$("line-count").value, seconds: TIME_LIMIT },
      signal,
    )) {
      if (signal.aborted) return;
      if (!report.lines.length) continue;
      node.eval = evaluation(report.lines[0], toMove);
      const speed = inShort.format(report.ms ? (1000 * report.nodes) / report.ms : 0);
      note = t("ana_depth", { depth: report.depth, speed }) + place;
      say(note);
      this.#drawLines(report.lines, toMove);
      this.#page.valued(node);
    }
    if (signal.aborted) return;
    say(note ? `${note} · ${t("ana_done")}` : t("ana_done"));
    this.#page.finished();
  }

  /**
   * Draws the lines. Reuses the rows, so that the line under the pointer does not move.
   * @param {Wire.EngineLine[]} lines
   * @param {Wire.Side | null} toMove
   */
  #drawLines(lines, toMove = null) {
    const count = this.#isOn ? +$("line-count").value : 0;
    const list = $("lines");
    while (list.children.length > count) list.lastElementChild?.remove();
    while (list.children.length < count) list.append(make("li", {}, turnButton(this.#page, make("b"), make("span"))));
    list.querySelectorAll("button").forEach((button, i) => {
      /** @type {Wire.EngineLine | undefined} */
      const line = lines[i];
      button.disabled = !line;
      const turns = (line?.turns ?? []).map(({ text }) => text);
      button.dataset.turn = turns[0] ?? "";
      const value = line ? evaluation(line, toMove) : null;
      button.children[0].textContent = line ? evalText(value) : "";
      const shown = turns.map(shortForm);
      const dots = shown.length > SHOWN_MOVES ? "…" : "";
      const moves = shown.slice(0, SHOWN_MOVES).map((text) => make("i", {}, text));
      button.children[1].replaceChildren(...moves, dots);
      if (line) button.setAttribute("aria-label", t("ana_line", { turns: shown.join(", "), value: evalWords(value) }));
      else button.removeAttribute("aria-label");
    });
  }
}
