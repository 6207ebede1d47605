// Arrows and circles that the visitor draws, and those that show a move from a list.

import { sketched } from "./board-marks.js";
import { $, boot, part } from "./page.js";

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-tool]");
const colour = () =>
  /** @type {MarkColour} */ (/** @type {HTMLInputElement} */ (part(document.body, "[name=ana-colour]:checked")).value);

/** The visitor's marks on the current node. */
export class SketchTools {
  #page;
  /** Selected tool: "arrow", "circle" or none. @type {string | null} */
  #tool = null;
  /** Start of an unfinished arrow. @type {string | null} */
  #from = null;

  /** @param {SketchPage} page */
  constructor(page) {
    this.#page = page;
    for (const button of buttons) {
      button.addEventListener("click", () => {
        const { tool = null } = button.dataset;
        this.#use(this.#tool === tool ? null : tool);
        page.show();
      });
    }
    $("marks-clear").addEventListener("click", () => this.#draw({ arrows: [], circles: [] }));
  }

  get isDrawing() {
    return this.#tool !== null;
  }

  /**
   * Returns the circles of a node, with one at the start of an unfinished arrow.
   * @param {TreeNode} node
   * @returns {Circle[]}
   */
  circlesOf({ circles }) {
    return this.#from ? [...circles, [this.#from, colour()]] : circles;
  }

  /** Discards an unfinished arrow. */
  drop() {
    this.#from = null;
  }

  /** Deselects the tool. */
  rest() {
    this.#use(null);
  }

  /** @param {string | null} tool */
  #use(tool) {
    this.#tool = tool;
    this.drop();
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.tool === tool));
  }

  /**
   * Handles a click on a point with the selected tool.
   * @param {string} name
   */
  touch(name) {
    if (this.#tool === "circle") return this.mark(name, name);
    if (this.#from && this.#from !== name) return this.mark(this.#from, name);
    this.#from = this.#from === name ? null : name;
    this.#page.show();
  }

  /**
   * Adds or removes an arrow, or a circle if both points are equal; in the selected colour unless a key chooses another.
   * @param {string} from
   * @param {string} to
   * @param {MarkColour | null} keyed
   */
  mark(from, to, keyed = null) {
    this.#draw(sketched(this.#page.node(), from, to, keyed ?? colour()));
  }

  /** @param {Sketch} marks */
  #draw(marks) {
    Object.assign(this.#page.node(), marks);
    this.drop();
    this.#page.show();
    this.#page.drawn();
  }
}

const escaped = (/** @type {string} */ name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const byLength = boot.board.points.map(({ name }) => name).sort((a, b) => b.length - a.length);
const pointNames = new RegExp(byLength.map(escaped).join("|"), "g");

/**
 * Returns arrows along the path of a move. A move with one point, such as a man that enters, gets a circle.
 * @param {string} text
 * @returns {Pick<TreeNode, "arrows" | "circles">}
 */
export function marksOf(text) {
  // The path follows a claim and a huff and precedes removed pieces.
  const path = text
    .replace(/^claim \S+ ?/, "")
    .replace(/^huff \S+ ?/, "")
    .replace(/ ?x\S+$/, "");
  const names = path.match(pointNames) ?? [];
  if (names.length === 1) return { arrows: [], circles: [[names[0], null]] };
  return { arrows: names.slice(1).map((name, i) => [names[i], name, null]), circles: [] };
}
