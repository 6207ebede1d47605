// Arrows and circles: those that a person draws, and those that show a line of the engine.

import { $, boot, part } from "./page.js";

/** @type {NodeListOf<HTMLElement>} */
const buttons = document.querySelectorAll("[data-tool]");
const colour = () => /** @type {HTMLInputElement} */ (part(document.body, "[name=ana-colour]:checked")).value;

/**
 * The same mark a second time takes it away.
 * @template {Arrow | Circle} Mark
 * @param {Mark[]} marks
 * @param {Mark} mark
 */
function toggled(marks, mark) {
  const others = marks.filter((one) => one.slice(0, -1).join() !== mark.slice(0, -1).join());
  const isKnown = marks.some((one) => one.join() === mark.join());
  return isKnown ? others : [...others, mark];
}

/** What a person draws on the node that is looked at. */
export class Sketch {
  #page;
  /** "arrow" or "circle" while these are drawn by clicks. @type {string | null} */
  #tool = null;
  /** Where an arrow begins that has no end yet. @type {string | null} */
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
   * The circles of a node, and the one where an arrow begins.
   * @param {TreeNode} node
   * @returns {Circle[]}
   */
  circlesOf({ circles }) {
    return this.#from ? [...circles, [this.#from, colour()]] : circles;
  }

  /** Lets go of an arrow without an end. */
  drop() {
    this.#from = null;
  }

  /** Puts the tools away. */
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
   * A click on a point with the tool in use.
   * @param {string} name
   */
  touch(name) {
    if (this.#tool === "circle") return this.mark(name, name);
    if (this.#from && this.#from !== name) return this.mark(this.#from, name);
    this.#from = this.#from === name ? null : name;
    this.#page.show();
  }

  /**
   * Draws an arrow, or a circle where it ends where it begins.
   * @param {string} from
   * @param {string} to
   */
  mark(from, to) {
    const { arrows, circles } = this.#page.node();
    if (from === to) this.#draw({ circles: toggled(circles, [from, colour()]) });
    else this.#draw({ arrows: toggled(arrows, [from, to, colour()]) });
  }

  /** @param {Partial<Pick<TreeNode, "arrows" | "circles">>} marks */
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
 * Arrows along a turn's way; a man that enters, or a turn of one point, is a circle.
 * @param {string} text
 * @returns {Pick<TreeNode, "arrows" | "circles">}
 */
export function marksOf(text) {
  // The way is what is left without a claim and a huff before it and pieces taken off behind it.
  const way = text
    .replace(/^claim \S+ ?/, "")
    .replace(/^huff \S+ ?/, "")
    .replace(/ ?x\S+$/, "");
  const names = way.match(pointNames) ?? [];
  if (names.length === 1) return { arrows: [], circles: [[names[0], null]] };
  return { arrows: names.slice(1).map((name, i) => [names[i], name, null]), circles: [] };
}
