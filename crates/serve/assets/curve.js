// The evaluations of a game as a curve.

import { evalText, share, white } from "./analysis-value.js";
import { svg, t } from "./page.js";

/**
 * A line without length and with round ends is a dot that stays round however the drawing is stretched.
 * @type {(name: string, x: number, y: number) => SVGElement}
 */
const dot = (name, x, y) => svg("line", { class: name, x1: x, x2: x, y1: y, y2: y });

/** How much of the bar a turn has to lose to be marked on the curve. */
const SLIP = 0.2;

/** The evaluations of a line of nodes: White's part lies below the curve. A click or a drag goes to the ply. */
export class Curve {
  #place;
  #note;
  #label;
  /** @type {TreeNode[]} */
  #nodes = [];
  /** @type {TreeNode | null} */
  #current = null;

  /**
   * @param {SVGElement} place
   * @param {HTMLElement} note
   * @param {(node: TreeNode) => string} label
   * @param {(node: TreeNode) => void} go
   */
  constructor(place, note, label, go) {
    this.#place = place;
    this.#note = note;
    this.#label = label;
    /** @type {(event: MouseEvent) => TreeNode | undefined} */
    const at = (event) => {
      const box = place.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * (this.#nodes.length - 1));
      return this.#nodes[Math.max(0, Math.min(ply, this.#nodes.length - 1))];
    };
    place.addEventListener("click", (event) => {
      const node = at(event);
      if (node) go(node);
    });
    place.addEventListener("pointermove", (event) => this.#say(at(event) ?? null));
    place.addEventListener("pointerleave", () => this.#say(this.#current));
  }

  /**
   * @param {TreeNode[]} nodes
   * @param {TreeNode} current
   */
  draw(nodes, current) {
    this.#nodes = nodes;
    this.#current = nodes.includes(current) ? current : null;
    const last = Math.max(1, nodes.length - 1);
    /** @param {TreeNode} node */
    const y = (node) => 100 * (1 - share(node.eval));
    this.#place.setAttribute("viewBox", `0 0 ${last} 100`);
    this.#place.replaceChildren(svg("line", { class: "ana-even", x1: 0, x2: last, y1: 50, y2: 50 }));
    // Plies that were not analysed leave a gap rather than a false line.
    for (const [from, to] of runs(nodes)) {
      const points = nodes.slice(from, to + 1).map((node, i) => `${from + i},${y(node)}`);
      /** @type {(name: string, edge: number) => SVGElement} */
      const area = (name, edge) =>
        svg("polygon", { class: name, points: `${from},${edge} ${points.join(" ")} ${to},${edge}` });
      this.#place.prepend(area("ana-area", 100), area("ana-area black", 0));
      if (from === to) this.#place.append(dot("ana-alone", from, y(nodes[from])));
      else this.#place.append(svg("polyline", { class: "ana-curve-line", points: points.join(" ") }));
    }
    nodes.forEach((node, ply) => {
      const before = nodes[ply - 1];
      if (!before?.eval || !node.eval || !node.turn) return;
      const sign = node.turn.by === white ? 1 : -1;
      if (sign * (share(before.eval) - share(node.eval)) < SLIP) return;
      this.#place.append(dot("ana-slip", ply, y(node)));
    });
    if (this.#current) {
      const ply = nodes.indexOf(current);
      this.#place.append(svg("line", { class: "ana-now", x1: ply, x2: ply, y1: 0, y2: 100 }));
    }
    this.#say(this.#current);
  }

  /** @param {TreeNode | null} node */
  #say(node) {
    const known = this.#nodes.some((one) => one.eval);
    this.#note.textContent = !known
      ? t("ana_curve_hint")
      : node
        ? `${this.#label(node)} · ${evalText(node.eval)}`
        : t("ana_curve_go");
  }
}

/**
 * The stretches of nodes with an evaluation, as pairs of plies.
 * @param {TreeNode[]} nodes
 */
function runs(nodes) {
  /** @type {[from: number, to: number][]} */
  const found = [];
  nodes.forEach((node, ply) => {
    if (!node.eval) return;
    const last = found.at(-1);
    if (last?.[1] === ply - 1) last[1] = ply;
    else found.push([ply, ply]);
  });
  return found;
}
