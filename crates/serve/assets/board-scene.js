// The state of a board: the position, and the page's view of it with the choices of the visitor.

import { colourOf, columnInWords } from "./board-pieces.js";
import { pointName, t } from "./page.js";

/** Label of a selectable point, by its role. */
const CHOICES = {
  start: "board_movable",
  enter: "board_enter",
  go: "board_target",
  tell: "board_tell",
  remove: "board_remove",
};

/**
 * Returns the legal point that a choice of a point means, or undefined: each piece of a capture chooses that capture.
 * @param {Pick<Wire.Partial, "next" | "takes">} partial
 * @param {string} point
 */
export const nextOf = ({ next, takes = {} }, point) =>
  next.find((other) => other === point) ?? next.find((other) => takes[other]?.includes(point));

export class Scene {
  /** @type {BoardPosition} */
  position = { pieces: {}, closed: [] };
  /** @type {BoardView} */
  view = {};
  isReadOnly = false;
  /** Marks that the visitor draws. @type {Sketch} */
  sketch = { arrows: [], circles: [] };
  /** The point whose piece is being dragged. @type {string | null} */
  lifted = null;

  /**
   * @param {string} name
   * @returns {string | undefined}
   */
  column(name) {
    return this.position.pieces[name];
  }

  /** @param {string} name */
  isTower(name) {
    return (this.column(name)?.length ?? 0) > 1;
  }

  /** Current point of the moving piece, or null. */
  get mover() {
    return this.view.mover ?? null;
  }

  /** Whether a premove is entered. */
  get hasPremove() {
    return (this.view.premove?.points.length ?? 0) > 0;
  }

  /**
   * Returns whether a partial move can continue with this point.
   * @param {string} name
   */
  isNext(name) {
    return Boolean(this.view.partial && nextOf(this.view.partial, name));
  }

  /**
   * Returns whether a move can begin with this point.
   * @param {string} name
   */
  isStart(name) {
    return Boolean(this.view.partial && this.view.starts?.includes(name));
  }

  /** @param {string | null} name */
  canLift(name) {
    const column = name && this.column(name);
    if (this.isReadOnly || !column) return false;
    const { partial, premove, ask } = this.view;
    if (!partial) return colourOf(column.slice(-1)) === premove?.colour;
    if (name === this.mover) return true;
    const isUnderWay = (ask?.points.length ?? 0) > 1;
    return isUnderWay ? partial.asks === "start" && this.isNext(name) : this.isStart(name);
  }

  /** @param {string} name */
  canChoose(name) {
    if (this.isReadOnly) return false;
    const isHuffable = this.view.partial?.huffable?.includes(name);
    return this.isNext(name) || isHuffable || this.isStart(name) || this.canLift(name) || this.hasPremove;
  }

  /**
   * Describes a point.
   * @param {string} name
   * @param {SideInfo[]} sides
   */
  describe(name, sides) {
    const isClosed = this.position.closed?.includes(name);
    const stands = isClosed ? t("board_closed") : columnInWords(this.column(name), sides);
    const can = this.#choice(name);
    return [`${pointName(name)}: ${stands}`, can ? t(can) : null].filter(Boolean).join(", ");
  }

  /**
   * Describes the chosen piece and where it can go.
   * @param {string} name
   * @param {SideInfo[]} sides
   */
  describeMover(name, sides) {
    const next = this.view.partial?.asks === "go" ? this.view.partial.next : [];
    const goes = next.length > 0 ? t("board_goes", { points: next.map(pointName).join(", ") }) : null;
    return [this.describe(name, sides), goes].filter(Boolean).join("; ");
  }

  /**
   * Returns the key of the text that describes the role of a point, or null.
   * @param {string} name
   */
  #choice(name) {
    const { partial, premove } = this.view;
    if (name === this.mover) return "board_selected";
    if (premove?.points.includes(name)) return "board_premove";
    if (partial?.huffable?.includes(name)) return "board_huffable";
    return partial?.asks && this.isNext(name) ? CHOICES[partial.asks] : null;
  }
}
