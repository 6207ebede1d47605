// The field of a board: where its points lie in the drawing, which may be turned half around.

import { svg } from "./page.js";

export class Field {
  /** @type {Map<string, XY>} */
  #places; // of the points, as drawn for the first side
  /** @type {XY} */
  #middle;
  #hits;
  #texts; // texts of the drawing with their places, to be turned with the board
  #isFlipped = false;

  /**
   * @param {SVGSVGElement} drawing
   * @param {Element} hits the layer in which every point is made sensitive
   * @param {Wire.Board["points"]} points
   */
  constructor(drawing, hits, points) {
    this.drawing = drawing;
    this.radius = Number(drawing.dataset.piece) || 38; // of a disc
    this.spacing = 200; // between the closest points
    this.#places = new Map(points.map(({ name, x, y }) => [name, [100 * x, -100 * y]]));
    const places = [...this.#places.values()];
    /** @param {0 | 1} axis */
    const half = (axis) => {
      const values = places.map((place) => place[axis]);
      return (Math.min(...values) + Math.max(...values)) / 2;
    };
    this.#middle = [half(0), half(1)];
    for (const [index, [x, y]] of places.entries()) {
      for (const [u, v] of places.slice(0, index)) this.spacing = Math.min(this.spacing, Math.hypot(x - u, y - v));
    }
    this.#texts = [...drawing.querySelectorAll(".q-names text")].map((element) => ({
      element,
      x: Number(element.getAttribute("x")),
      y: Number(element.getAttribute("y")),
    }));
    this.#hits = [...this.#places.keys()].map((name) => svg("circle", { "data-point": name, r: this.spacing / 2 }));
    hits.replaceChildren(...this.#hits);
  }

  /** The sensitive discs of all points. */
  get hits() {
    return this.#hits;
  }

  /** @param {string | null} name */
  has(name) {
    return name !== null && this.#places.has(name);
  }

  /** The point in the middle, or close to it. */
  get centre() {
    return /** @type {string} */ (this.#nearest(this.#middle, Infinity));
  }

  /**
   * Where a point lies in the drawing; what is no point lies in the middle.
   * @param {string | null} name
   * @returns {XY}
   */
  xy(name) {
    const [x, y] = this.#places.get(name ?? "") ?? this.#middle;
    return this.#isFlipped ? [2 * this.#middle[0] - x, 2 * this.#middle[1] - y] : [x, y];
  }

  /**
   * @param {XY} place
   * @param {number} reach
   */
  #nearest([x, y], reach) {
    /** @type {string | null} */
    let best = null;
    let least = reach;
    for (const name of this.#places.keys()) {
      const [u, v] = this.xy(name);
      const distance = Math.hypot(x - u, y - v);
      if (distance < least) [best, least] = [name, distance];
    }
    return best;
  }

  /**
   * Where a pointer is in the drawing; null while the drawing is not on the screen.
   * @param {{ clientX: number, clientY: number }} event
   * @returns {XY | null}
   */
  spot(event) {
    const matrix = this.drawing.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [x, y];
  }

  /**
   * The point under a pointer, or null.
   * @param {{ clientX: number, clientY: number }} event
   */
  at(event) {
    const spot = this.spot(event);
    return spot && this.#nearest(spot, 0.72 * this.spacing);
  }

  /**
   * The point to which an arrow key leads, or null at the edge. Up and down go to the next row, as close as may be to the
   * column that the cursor came from; left and right go along the row, and past its end to whatever lies there. So four
   * keys reach every point of every board.
   * @param {string} from
   * @param {XY} way
   * @param {number} column
   */
  next(from, [dx, dy], column) {
    const [x, y] = this.xy(from);
    /** @type {string | null} */
    let best = null;
    let least = [Infinity, Infinity];
    for (const name of this.#places.keys()) {
      const [u, v] = this.xy(name);
      const [right, down] = [u - x, v - y];
      if (right * dx + down * dy <= 0) continue;
      const cost =
        dx === 0 ? [Math.abs(down), Math.abs(u - column)] : [down === 0 ? 0 : 1, Math.abs(right) + 2 * Math.abs(down)];
      if (cost[0] < least[0] || (cost[0] === least[0] && cost[1] < least[1])) [best, least] = [name, cost];
    }
    return best;
  }

  /**
   * Turns the drawing to the side that sits at the bottom.
   * @param {boolean} isFlipped
   */
  turn(isFlipped) {
    this.#isFlipped = isFlipped;
    const [x, y] = this.#middle;
    for (const name of ["q-field", "q-lines", "q-points"]) {
      const group = this.drawing.querySelector(`.${name}`);
      if (isFlipped) group?.setAttribute("transform", `rotate(180 ${x} ${y})`);
      else group?.removeAttribute("transform");
    }
    // Names stay upright. That of a point goes with the point, on the other side of it so that it keeps clear of the
    // lines; those of columns and rows stay at their edges.
    const places = [...this.#places.values()];
    const [left, bottom] = [Math.min(...places.map((place) => place[0])), Math.max(...places.map((place) => place[1]))];
    const rise = Number(this.drawing.querySelector(".q-names")?.getAttribute("font-size") ?? 0) / 3;
    for (const text of this.#texts) {
      const middle = text.y - rise; // a text stands on its baseline
      const isPoint = this.has(text.element.textContent.trim());
      const turnsX = isPoint || middle > bottom + 30;
      const turnsY = isPoint || text.x < left - 30;
      text.element.setAttribute("x", String(isFlipped && turnsX ? 2 * x - text.x : text.x));
      text.element.setAttribute("y", String(isFlipped && turnsY ? 2 * y - middle + rise : text.y));
    }
    for (const hit of this.#hits) {
      const [cx, cy] = this.xy(hit.dataset.point ?? null);
      hit.setAttribute("cx", String(cx));
      hit.setAttribute("cy", String(cy));
    }
  }
}
