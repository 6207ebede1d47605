// Messages of a board: reasons of refused choices, contents of towers, and announcements for screen readers.

import { blockInWords, blocks, columnInWords, disc, riseOf } from "./board-pieces.js";
import { make, svg, t } from "./page.js";

export class Notes {
  /** Geometry of the board, null until the board is drawn. @type {Field | null} */
  field = null;

  #board;
  #scene;
  #live = make("p", { class: "visually-hidden", "aria-live": "polite" });
  // Hidden from screen readers, which get the same text from #live.
  #bubble = make("p", { class: "board-bubble", hidden: "", "aria-hidden": "true" });
  #tower = make("div", { class: "board-look", hidden: "", "aria-hidden": "true" });
  #announceTimer = 0;
  #hideTimer = 0;

  /**
   * @param {Board} board
   * @param {Scene} scene
   */
  constructor(board, scene) {
    this.#board = board;
    this.#scene = scene;
    const help = make("p", { class: "visually-hidden", id: `${board.id || "board"}-help` }, t("board_help"));
    board.setAttribute("aria-describedby", help.id);
    board.append(help, this.#live, this.#bubble, this.#tower);
  }

  /**
   * Announces a text to screen readers.
   * @param {string} text
   */
  say(text) {
    this.#live.textContent = "";
    clearTimeout(this.#announceTimer);
    this.#announceTimer = setTimeout(() => (this.#live.textContent = text), 40); // a repeated text is announced again
  }

  /**
   * Shows why a choice is refused, at its point if there is one, and announces it.
   * @param {string | null} point
   * @param {string} text
   */
  refuse(point, text) {
    this.hush();
    this.look(null);
    this.#bubble.textContent = text;
    this.#bubble.hidden = false;
    this.#beside(this.#bubble, point);
    this.say(text);
    this.#hideTimer = setTimeout(() => this.hush(), Math.max(3000, 70 * text.length));
  }

  /** Removes the refusal. */
  hush() {
    clearTimeout(this.#hideTimer);
    this.#bubble.hidden = true;
    this.#board.querySelector(".mark-refused")?.remove();
  }

  /**
   * Lists the pieces of a tower beside it, and emits an event with them for the page.
   * @param {string | null} name
   */
  look(name) {
    if (this.#tower.dataset.of === (name ?? "")) return;
    this.#tower.dataset.of = name ?? "";
    const column = name ? this.#scene.column(name) : null;
    const { sides } = this.#board;
    this.#tower.hidden = !column;
    this.#board.emit("quirkat-look", { name, words: column ? columnInWords(column, sides) : "" });
    if (!column) return;
    const rows = blocks(column).map((block) =>
      make("span", {}, svg("svg", { viewBox: "-50 -50 100 100" }, disc(block.letter)), blockInWords(block, sides)),
    );
    this.#tower.replaceChildren(...rows);
    this.#beside(this.#tower, name);
  }

  /**
   * Places an element above a point, or below it near the upper edge, and within the width of the board.
   * @param {HTMLElement} element
   * @param {string | null} name
   */
  #beside(element, name) {
    const frame = this.#board.getBoundingClientRect();
    const matrix = this.field?.drawing.getScreenCTM();
    if (!this.field || !matrix) return;
    const [x, y] = this.field.xy(name);
    const place = new DOMPoint(x, y).matrixTransform(matrix);
    const gap = (this.field.radius + 14) * matrix.d;
    const rise = name ? riseOf(this.#scene.column(name)) * matrix.d : 0;
    const [left, top] = [place.x - frame.left, place.y - frame.top];
    const { offsetWidth: width, offsetHeight: height } = element;
    const above = top - gap - rise - height;
    element.style.left = `${Math.max(4, Math.min(frame.width - width - 4, left - width / 2))}px`;
    element.style.top = `${above > 0 ? above : top + gap}px`;
  }
}
