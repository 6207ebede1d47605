// The expected score of White as a curve over the plies.

import { svg } from "./page.js";

/**
 * Returns a dot: a line of length 0 with round ends, which stays round when the drawing is stretched.
 * @type {(name: string, x: number, y: number) => SVGElement}
 */
const dot = (name, x, y) => svg("line", { class: name, x1: x, x2: x, y1: y, y2: y });

/** The area below the curve is White's. `choose` receives the ply of a click, `point` the ply under the pointer. */
export class Curve {
  #place;
  #last = 0;

  /**
   * @param {SVGElement} place
   * @param {{ choose: (ply: number) => void, point?: (ply: number | null) => void }} actions
   */
  constructor(place, { choose, point = () => {} }) {
    this.#place = place;
    /** @type {(event: MouseEvent) => number} */
    const at = (event) => {
      const box = place.getBoundingClientRect();
      const ply = Math.round(((event.clientX - box.left) / box.width) * this.#last);
      return Math.max(0, Math.min(ply, this.#last));
    };
    place.addEventListener("click", (event) => choose(at(event)));
    place.addEventListener("pointermove", (event) => point(at(event)));
    place.addEventListener("pointerleave", () => point(null));
  }

  /** @param {CurveView} view */
  draw({ shares, verdicts, now }) {
    this.#last = shares.length - 1;
    const last = Math.max(1, this.#last);
    const y = (/** @type {number} */ ply) => 100 * (1 - (shares[ply] ?? 0.5));
    this.#place.setAttribute("viewBox", `0 0 ${last} 100`);
    this.#place.replaceChildren(svg("line", { class: "curve-even", x1: 0, x2: last, y1: 50, y2: 50 }));
    // Plies without an evaluation leave gaps.
    for (const [from, to] of runs(shares)) {
      const points = shares.slice(from, to + 1).map((_, i) => `${from + i},${y(from + i)}`);
      /** @type {(name: string, edge: number) => SVGElement} */
      const area = (name, edge) =>
        svg("polygon", { class: name, points: `${from},${edge} ${points.join(" ")} ${to},${edge}` });
      this.#place.prepend(area("curve-area", 100), area("curve-area black", 0));
      if (from === to) this.#place.append(dot("curve-alone", from, y(from)));
      else this.#place.append(svg("polyline", { class: "curve-line", points: points.join(" ") }));
    }
    if (now !== null) this.#place.append(svg("line", { class: "curve-now", x1: now, x2: now, y1: 0, y2: 100 }));
    for (const { ply, verdict } of verdicts) this.#place.append(dot(`curve-verdict ${verdict}`, ply, y(ply)));
  }
}

/**
 * Returns the runs of plies that have an evaluation, as pairs of the first and the last.
 * @param {(number | null)[]} shares
 */
function runs(shares) {
  /** @type {[from: number, to: number][]} */
  const pairs = [];
  shares.forEach((share, ply) => {
    if (share === null) return;
    const last = pairs.at(-1);
    if (last?.[1] === ply - 1) last[1] = ply;
    else pairs.push([ply, ply]);
  });
  return pairs;
}
