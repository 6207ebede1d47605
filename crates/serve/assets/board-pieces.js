// Pieces and towers, as drawings and in words. A piece is a letter (`w` a white man, `p` a prince, `W` a king; black:
// `b`, `q`, `B`), a column is its letters from bottom to top.

import { svg, t } from "./page.js";

const LIFT = 10; // vertical distance of the discs of a tower
const DISCS = 6; // maximum number of discs that are drawn of a tower
const NUMBERED = 4; // minimum height of a tower that shows a number

/**
 * Returns the colour of a piece.
 * @param {string} letter
 * @returns {Colour}
 */
export const colourOf = (letter) => ("wpW".includes(letter) ? "white" : "black");

/**
 * Returns the letter of a side's men.
 * @param {SideInfo | undefined} side
 */
export const manOf = (side) => (side?.colour === "black" ? "b" : "w");

/**
 * Returns the distance of the top disc of a column above its point.
 * @param {string | undefined} column
 */
export const riseOf = (column) => LIFT * (Math.min(column?.length ?? 1, DISCS) - 1);

/**
 * Returns one disc in a box of 100 by 100 around the origin.
 * @param {string} letter
 * @param {Record<string, string>} attributes
 */
export function disc(letter, attributes = {}) {
  const id = `q-${letter}`;
  // A symbol with a viewBox needs a box; one without is drawn in place.
  const boxed = document.getElementById(id)?.hasAttribute("viewBox");
  /** @type {Record<string, number>} */
  const box = boxed ? { x: -50, y: -50, width: 100, height: 100 } : {};
  return svg("use", { href: `#${id}`, ...box, ...attributes });
}

/**
 * Returns the runs of equal pieces of a column from top to bottom, as letters with counts.
 * @param {string} column
 */
export function blocks(column) {
  /** @type {{ letter: string, count: number }[]} */
  const runs = [];
  for (const letter of [...column].reverse()) {
    const last = runs.at(-1);
    if (last?.letter === letter) last.count += 1;
    else runs.push({ letter, count: 1 });
  }
  return runs;
}

/**
 * Describes pieces of one kind.
 * @param {{ letter: string, count: number }} block
 * @param {SideInfo[]} sides
 */
export function blockInWords({ letter, count }, sides) {
  const piece = pieceInWords(letter, sides);
  return count > 1 ? t("board_many", { n: count, piece }) : piece;
}

/**
 * Describes the piece on a point; a tower from top to bottom.
 * @param {string | undefined} column
 * @param {SideInfo[]} sides
 */
export function columnInWords(column, sides) {
  if (!column) return t("board_empty");
  const [top, ...below] = blocks(column).map((block) => blockInWords(block, sides));
  return below.length > 0 ? t("board_over", { top, below: below.join(", ") }) : top;
}

/**
 * @param {string} letter
 * @param {SideInfo[]} sides
 */
function pieceInWords(letter, sides) {
  const index = sides.findIndex((side) => side.colour === colourOf(letter));
  const own = sides[index]?.ranks ?? [];
  const place = "wb".includes(letter) ? 0 : "WB".includes(letter) ? own.length - 1 : 1;
  const rank = own[place] ?? t("board_man");
  // Names the side only if both sides have men of the same name.
  const isUnique = own[0] !== sides[1 - index]?.ranks?.[0];
  return isUnique ? rank : t("board_piece", { side: sides[index]?.name ?? "", rank });
}

/** The drawn pieces of a board. */
export class Pieces {
  #layer;
  #field;
  #isDragged;
  /** @type {Map<string, Piece>} */
  #drawn = new Map(); // by point

  /**
   * @param {Element} layer
   * @param {Field} field
   * @param {(name: string) => boolean} isDragged returns whether the piece of a point is being dragged
   */
  constructor(layer, field, isDragged) {
    this.#layer = layer;
    this.#field = field;
    this.#isDragged = isDragged;
    layer.replaceChildren();
  }

  /**
   * Returns the drawing of a point's piece.
   * @param {string} name
   */
  get(name) {
    return this.#drawn.get(name);
  }

  clear() {
    this.#layer.replaceChildren();
    this.#drawn.clear();
  }

  /**
   * Draws these columns and removes others.
   * @param {BoardPosition["pieces"]} columns
   */
  place(columns) {
    for (const [name, { code, element }] of this.#drawn) {
      if (columns[name] === code) continue;
      element.remove();
      this.#drawn.delete(name);
    }
    for (const [name, code] of Object.entries(columns)) {
      if (code && !this.#drawn.has(name)) this.#drawn.set(name, { code, element: this.#draw(name, code) });
    }
    for (const [name, { element }] of this.#drawn) {
      if (!this.#isDragged(name)) element.style.transform = "";
    }
    // Towers overlap the row behind them, so nearer ones are drawn later.
    const xy = (/** @type {string} */ name) => this.#field.xy(name);
    const order = [...this.#drawn].sort(([a], [b]) => xy(a)[1] - xy(b)[1] || xy(a)[0] - xy(b)[0]);
    order.forEach(([, { element }], index) => {
      const there = this.#layer.children[index];
      if (there !== element) this.#layer.insertBefore(element, there ?? null);
    });
  }

  /**
   * @param {string} name
   * @param {string} code
   */
  #draw(name, code) {
    const [x, y] = this.#field.xy(name);
    const group = svg("g", { class: "piece", "data-at": name, "data-code": code, transform: `translate(${x} ${y})` });
    const shown = code.slice(-DISCS);
    [...shown].forEach((letter, level) => {
      group.append(disc(letter, level ? { transform: `translate(0 ${-LIFT * level})` } : {}));
    });
    if (code.length >= NUMBERED) {
      const height = -riseOf(code);
      group.append(
        svg("circle", { class: "count-disc", cx: 30, cy: height - 26, r: 17 }),
        svg("text", { class: "count", x: 30, y: height - 19 }, String(code.length)),
      );
    }
    return group;
  }

  /**
   * Moves a drawn piece to another point without drawing it again. If it changes to another `code` there, it is
   * removed.
   * @param {string} from
   * @param {string} to
   * @param {string} code
   */
  carry(from, to, code) {
    const piece = this.#drawn.get(from);
    if (!piece) return;
    const [x, y] = this.#field.xy(to);
    this.#drawn.delete(from);
    this.#drawn.get(to)?.element.remove();
    if (piece.code !== code) {
      piece.element.remove();
      return;
    }
    piece.element.dataset.at = to;
    piece.element.setAttribute("transform", `translate(${x} ${y})`);
    this.#drawn.set(to, piece);
  }

  /**
   * Draws a piece above all others.
   * @param {Piece} piece
   */
  raise({ element }) {
    if (element.nextSibling) this.#layer.append(element);
  }
}
