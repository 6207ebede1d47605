// The geometry of a board: coordinates of its points in the drawing, which may be turned by 180 degrees or stand
// upright.

import { svg } from "./page.js";

const GLINT = 2; // distance of the lit edges from their lines, away from the light

export class Field {
  /** @type {Map<string, XY>} */
  #places; // coordinates of the points, as drawn for the first side
  /** @type {XY} */
  #middle;
  #hits;
  #texts; // texts of the drawing with their coordinates, which turn with the board
  #isFlipped = false;
  #isUpright = false;
  #frame; // original viewBox of the drawing

  /**
   * @param {SVGSVGElement} drawing
   * @param {Element} hits layer for the discs that receive pointer events
   * @param {BoardInfo["points"]} points
   */
  constructor(drawing, hits, points) {
    this.drawing = drawing;
    drawing.dataset.frame ??= drawing.getAttribute("viewBox") ?? "";
    this.#frame = drawing.dataset.frame.split(" ").map(Number);
    this.radius = Number(drawing.dataset.piece) || 38; // of a piece
    this.spacing = 200; // distance between the closest points
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
    this.#texts = [...drawing.querySelectorAll(".q-names text, .q-other text")].map((element) => ({
      element,
      x: Number(element.getAttribute("x")),
      y: Number(element.getAttribute("y")),
    }));
    this.#hits = [...this.#places.keys()].map((name) => svg("circle", { "data-point": name, r: this.spacing / 2 }));
    hits.replaceChildren(...this.#hits);
  }

  /** The discs that receive pointer events, one for each point. */
  get hits() {
    return this.#hits;
  }

  /** @param {string | null} name */
  has(name) {
    return name !== null && this.#places.has(name);
  }

  /** The point closest to the middle. */
  get centre() {
    return /** @type {string} */ (this.#nearest(this.#middle, Infinity));
  }

  /**
   * Returns the coordinates of a point as the board is turned; the middle of the board for an unknown name.
   * @param {string | null} name
   * @returns {XY}
   */
  xy(name) {
    return this.#turned(this.#places.get(name ?? "") ?? this.#middle);
  }

  /**
   * Converts coordinates of the original drawing to those of the turned board.
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
   * Returns the coordinates of a pointer in the drawing, or null while the drawing is not rendered.
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
   * Returns the point under a pointer, or null.
   * @param {{ clientX: number, clientY: number }} event
   */
  at(event) {
    const spot = this.spot(event);
    return spot && this.#nearest(spot, 0.72 * this.spacing);
  }

  /**
   * Returns the point to which an arrow key moves the cursor, or null at the edge. Up and down select the next row and
   * the point closest to the column. Left and right prefer points of the same row, and continue with the closest point
   * of another row. These four keys reach every point of every board.
   * @param {string} from
   * @param {XY} direction
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
   * Turns the drawing. An upright board stands on its short side: its right end is at the bottom and its upper edge at
   * the right.
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
    // Turning the ground by 180 degrees would move its light.
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
   * Moves the names. Their letters stay upright. The name of a point turns with its point, so that it does not overlap
   * lines; the names of columns and rows stay at their edges.
   */
  #turnNames() {
    const places = [...this.#places.values()];
    const [left, bottom] = [Math.min(...places.map((place) => place[0])), Math.max(...places.map((place) => place[1]))];
    const rise = Number(this.drawing.querySelector(".q-names")?.getAttribute("font-size") ?? 0) / 3;
    const [x, y] = this.#middle;
    for (const text of this.#texts) {
      const middle = text.y - rise; // `y` of a text is its baseline
      const isPoint = text.element.closest(".q-other") !== null || this.has(text.element.textContent.trim());
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
