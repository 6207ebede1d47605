// A game and its variations as a tree, and its drawing as buttons. Knows no rules: turns are texts that the server has judged.

import { GLYPHS } from "./judging.js";
import { make, t } from "./page.js";

/**
 * A node without children.
 * @param {TreeNode | null} parent
 * @param {Partial<KeptTurn>} written
 * @returns {TreeNode}
 */
function newNode(parent, written) {
  return {
    parent,
    ply: parent ? parent.ply + 1 : 0,
    text: written.text ?? "",
    glyphs: [...(written.glyphs ?? [])],
    comments: [...(written.comments ?? [])],
    children: [],
    kept: null,
    eval: written.value ?? null,
    turn: null,
    words: "",
    position: null,
    answer: null,
    arrows: [],
    circles: [],
  };
}

export class Tree {
  /** @param {KeptRecord} record */
  constructor(record) {
    const { turns = [], comments = [], value, judgement = null, ...rest } = record;
    this.head = rest; // tags, game, rules, position, result: kept as they came
    /** Review of the main line at that time. */
    this.judgement = judgement;
    this.root = newNode(null, { comments, value });
    grow(this.root, turns);
  }

  /**
   * The record; with evaluations and the judgement for the session's memory only, because PDN has no place for them.
   * @param {{ evals?: boolean }} how
   */
  record({ evals = false } = {}) {
    /** @type {KeptRecord} */
    const record = { ...this.head, comments: [...this.root.comments], turns: writeLine(this.root.children[0], evals) };
    if (evals && this.root.eval) record.value = this.root.eval;
    if (evals && this.judgement) record.judgement = this.judgement;
    return record;
  }

  /**
   * The child with this turn, new if need be.
   * @param {TreeNode} parent
   * @param {string} text
   */
  add(parent, text) {
    const known = parent.children.find((child) => child.text === text);
    if (known) return known;
    const node = newNode(parent, { text });
    parent.children.push(node);
    return node;
  }

  /**
   * The node at the end of these turns, or nothing where the tree does not hold them.
   * @param {string[]} texts
   */
  find(texts) {
    /** @type {TreeNode | undefined} */
    let node = this.root;
    for (const text of texts) node = node?.children.find((child) => child.text === text);
    return node;
  }

  /**
   * Deletes a turn and all that follows; gives the node before it. The root stays.
   * @param {TreeNode} node
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.kept === node) parent.kept = null;
    return parent;
  }

  /**
   * Puts the innermost variation that a node lies in before its alternatives.
   * @param {TreeNode} node
   */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const { children } = at.parent;
      if (children[0] !== at) {
        at.parent.children = [at, ...children.filter((child) => child !== at)];
        return true;
      }
    }
    return false;
  }

  /** The start and every node of the main line. */
  main() {
    return lineFrom(this.root);
  }

  /** Review of the main line, if it still begins with the reviewed moves. */
  get judged() {
    const [, ...line] = this.main();
    const isSame = this.judgement?.turns.every((text, i) => line[i]?.text === text);
    return isSame ? this.judgement : null;
  }
}

/**
 * A node and those that follow it in its line.
 * @param {TreeNode} node
 */
export function lineFrom(node) {
  const line = [];
  for (let at = node; at; at = at.children[0]) line.push(at);
  return line;
}

/**
 * The nodes that lead to a node, without the root.
 * @param {TreeNode} node
 */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

/** @param {TreeNode} node */
export const textsTo = (node) => pathTo(node).map((step) => step.text);

/**
 * Whether a node lies in some variation.
 * @param {TreeNode} node
 */
export const isAside = (node) => pathTo(node).some((step) => step.parent?.children[0] !== step);

/**
 * The variations that are written behind a turn, which they would replace.
 * @param {TreeNode} node
 */
function variationsOf(node) {
  const among = node.parent?.children ?? [];
  return among[0] === node ? among.slice(1) : [];
}

/**
 * @param {TreeNode} parent
 * @param {KeptTurn[]} turns
 */
function grow(parent, turns) {
  for (const written of turns) {
    const node = newNode(parent, written);
    parent.children.push(node);
    // A variation replaces the turn behind which it is written, so it grows from the same place.
    for (const variation of written.variations ?? []) grow(parent, variation);
    parent = node;
  }
}

/**
 * @param {TreeNode | undefined} first
 * @param {boolean} evals
 * @returns {KeptTurn[]}
 */
function writeLine(first, evals) {
  if (!first) return [];
  return lineFrom(first).map((node) => {
    /** @type {KeptTurn} */
    const written = {
      text: node.text,
      glyphs: [...node.glyphs],
      comments: [...node.comments],
      variations: variationsOf(node).map((other) => writeLine(other, evals)),
    };
    if (evals && node.eval) written.value = node.eval;
    return written;
  });
}

/**
 * `3.` or `3…`: the number before a turn.
 * @param {TreeNode} node
 */
const number = (node) => `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "." : "…"}`;
/**
 * The signs behind a turn.
 * @param {TreeNode} node
 */
const signs = (node) => node.glyphs.map((glyph) => GLYPHS[glyph] ?? `$${glyph}`).join(" ");
/**
 * A turn with its number and signs, for spoken and written mention.
 * @param {TreeNode} node
 */
export const label = (node) => `${number(node)} ${node.text}${signs(node)}`;

/** The tree on the page: the main line in two columns, variations indented below the turn that they replace. */
export class TreeView {
  #place;
  /** @type {Map<HTMLElement, TreeNode>} */
  #nodes = new Map();
  /** @type {Map<TreeNode, HTMLElement>} */
  #buttons = new Map();

  /**
   * @param {HTMLElement} place
   * @param {(node: TreeNode) => void} go
   */
  constructor(place, go) {
    this.#place = place;
    place.addEventListener("click", (event) => {
      const button = /** @type {Element} */ (event.target).closest("button");
      const node = button && this.#nodes.get(button);
      if (node) go(node);
    });
  }

  /** @param {Tree} tree */
  draw(tree) {
    this.#nodes.clear();
    this.#buttons.clear();
    const first = tree.root.children[0];
    const main = make("div", { class: "ana-main" });
    if (first) this.#main(main, first);
    else main.append(make("p", { class: "ana-hint" }, t("ana_no_turns")));
    this.#place.replaceChildren(...tree.root.comments.map(comment), main);
  }

  /**
   * Marks the current node: the one stop of the tab key in the tree.
   * @param {TreeNode} node
   */
  mark(node) {
    const hadFocus = this.#place.contains(document.activeElement);
    const buttons = [...this.#nodes.keys()];
    for (const button of buttons) {
      button.removeAttribute("aria-current");
      button.tabIndex = -1;
    }
    const current = this.#buttons.get(node);
    if (!current) {
      if (buttons[0]) buttons[0].tabIndex = 0;
      this.#place.scrollTop = 0;
      return;
    }
    current.setAttribute("aria-current", "true");
    current.tabIndex = 0;
    if (hadFocus) current.focus({ preventScroll: true });
    // Scrolls the tree alone: scrollIntoView would move the page, and the board with it.
    const { top, bottom } = current.getBoundingClientRect();
    const box = this.#place.getBoundingClientRect();
    if (top < box.top) this.#place.scrollTop += top - box.top - 8;
    if (bottom > box.bottom) this.#place.scrollTop += bottom - box.bottom + 8;
  }

  /**
   * @param {HTMLElement} box
   * @param {TreeNode} first
   */
  #main(box, first) {
    let interrupted = false;
    for (const node of lineFrom(first)) {
      const opens = node.ply % 2 === 1;
      if (opens || interrupted) box.append(make("span", { class: "ana-number" }, number(node)));
      if (!opens && interrupted) box.append(gap(""));
      box.append(this.#button(node));
      const others = variationsOf(node);
      interrupted = node.comments.length + others.length > 0;
      if (opens && interrupted && node.children[0]) box.append(gap("…"));
      if (interrupted) {
        const below = make("div", { class: "ana-below" });
        below.append(...node.comments.map(comment), ...others.map((other) => this.#variation(other)));
        box.append(below);
      }
    }
  }

  /**
   * @param {TreeNode} first
   * @returns {HTMLElement}
   */
  #variation(first) {
    const box = make("div", { class: "ana-variation" });
    let numbered = false;
    for (const node of lineFrom(first)) {
      if (node.ply % 2 || !numbered) box.append(make("span", { class: "ana-number" }, number(node)));
      box.append(this.#button(node), ...node.comments.map(comment));
      const others = variationsOf(node);
      box.append(...others.map((other) => this.#variation(other)));
      numbered = node.comments.length + others.length === 0;
    }
    return box;
  }

  /** @param {TreeNode} node */
  #button(node) {
    const button = make("button", { type: "button", class: "ana-turn", "data-ply": node.ply, tabindex: -1 }, node.text);
    const shown = signs(node);
    if (shown) button.append(make("span", { class: `ana-glyph g${node.glyphs[0]}` }, shown));
    this.#nodes.set(button, node);
    this.#buttons.set(node, button);
    return button;
  }
}

/** @param {string} sign */
const gap = (sign) => make("span", { class: "ana-gap", "aria-hidden": "true" }, sign);
/** @param {string} text */
const comment = (text) => make("p", { class: "ana-comment" }, text);
