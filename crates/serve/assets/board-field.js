// The field of a board: where its points lie in the drawing, which may be turned half around, or stood on its short
// side.

import { svg } from "./page.js";

const GLINT = 2; // the lit edges of lines lie so far from them, away from the light

export class Field {
  /** @type {Map<string, XY>} */
  #places; // of the points, as drawn for the first side
  /** @type {XY} */
  #middle;
  #hits;
  #texts; // texts of the drawing with their places, to be turned with the board
  #isFlipped = false;
  #isUpright = false;
  #frame; // the box of the drawing as the server has made it

  /**
   * @param {SVGSVGElement} drawing
   * @param {Element} hits the layer in which every point is made sensitive
   * @param {Wire.Board["points"]} points
   */
  constructor(drawing, hits, points) {
    this.drawing = drawing;
    drawing.dataset.frame ??= drawing.getAttribute("viewBox") ?? "";
    this.#frame = drawing.dataset.frame.split(" ").map(Number);
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
    return this.#turned(this.#places.get(name ?? "") ?? this.#middle);
  }

  /**
   * Where a place of the drawing lies as the board is turned.
   * @param {XY} place
   * @returns {XY}
   */
  #turned([x, y]) {
    const [right, down] = [x - this.#middle[0], y - this.#middle[1]];
    const [u, v] = this.#isUpright ? [-down, right] : [right, down];
    const sense = this.#isFlipped ? -1 : 1;
    return [this.#middle[0] + sense * u, this.#middle[1] + sense * v];
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
   * The point to which an arrow key leads, or null at the edge. Up and down go to the next row, as close as may be to
   * the column that the cursor came from; left and right go along the row, and past its end to whatever lies there. So
   * four keys reach every point of every board.
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
   * Turns the drawing to the side that sits at the bottom, and stands a long board on its short side: its right end is
   * then at the bottom, and what lay above lies at the right.
   * @param {boolean} isFlipped
   * @param {boolean} isUpright
   */
  turn(isFlipped, isUpright) {
    this.#isFlipped = isFlipped;
    this.#isUpright = isUpright;
    const [x, y] = this.#middle;
    const angle = (isUpright ? 90 : 0) + (isFlipped ? 180 : 0);
    /** @type {(name: string, angle: number, beside?: number) => void} */
    const rotate = (name, angle, beside = 0) => {
      const group = this.drawing.querySelector(`.${name}`);
      if (angle % 360) group?.setAttribute("transform", `rotate(${angle % 360} ${x + beside} ${y + beside})`);
      else group?.removeAttribute("transform");
    };
    for (const name of ["q-field", "q-lines", "q-points"]) rotate(name, angle);
    rotate("q-glint", angle, GLINT);
    // The ground keeps its light, and only lies as the board does.
    rotate("q-ground", isUpright ? 90 : 0);
    const [left, top, width, height] = this.#frame;
    this.drawing.setAttribute(
      "viewBox",
      (isUpright ? [x - height / 2, y - width / 2, height, width] : [left, top, width, height]).join(" "),
    );
    this.#turnNames();
    for (const hit of this.#hits) {
      const [cx, cy] = this.xy(hit.dataset.point ?? null);
      hit.setAttribute("cx", String(cx));
      hit.setAttribute("cy", String(cy));
    }
  }

  /**
   * Names stay upright. That of a point goes with the point, on the same side of it as seen along the board, so that it
   * keeps clear of the lines; those of columns and rows stay at their edges.
   */
  #turnNames() {
    const places = [...this.#places.values()];
    const [left, bottom] = [Math.min(...places.map((place) => place[0])), Math.max(...places.map((place) => place[1]))];
    const rise = Number(this.drawing.querySelector(".q-names")?.getAttribute("font-size") ?? 0) / 3;
    const [x, y] = this.#middle;
    for (const text of this.#texts) {
      const middle = text.y - rise; // a text stands on its baseline
      const isPoint = this.has(text.element.textContent.trim());
      /** @type {XY} */
      let at;
      if (isPoint || this.#isUpright) {
        at = this.#turned([text.x, middle]);
      } else {
        const turnsX = this.#isFlipped && middle > bottom + 30;
        const turnsY = this.#isFlipped && text.x < left - 30;
        at = [turnsX ? 2 * x - text.x : text.x, turnsY ? 2 * y - middle : middle];
      }
      text.element.setAttribute("x", String(at[0]));
      text.element.setAttribute("y", String(at[1] + rise));
    }
  }
}
