// A game with variations as a tree, and its view as buttons. Contains no rules: moves are texts that the server has
// accepted.

import { GLYPHS } from "./judging.js";
import { make, shortForm, t } from "./page.js";

/**
 * Returns a node without children.
 * @param {TreeNode | null} parent
 * @param {Partial<StoredTurn>} stored
 * @returns {TreeNode}
 */
function newNode(parent, stored) {
  return {
    parent,
    ply: parent ? parent.ply + 1 : 0,
    text: stored.text ?? "",
    glyphs: [...(stored.glyphs ?? [])],
    comments: [...(stored.comments ?? [])],
    children: [],
    lastVisited: null,
    eval: stored.value ?? null,
    turn: null,
    words: "",
    position: null,
    answer: null,
    arrows: [],
    circles: [],
  };
}

export class Tree {
  /** @param {StoredRecord} record */
  constructor(record) {
    const { turns = [], comments = [], value, judgement = null, ...rest } = record;
    this.head = rest; // tags, game, rules, position, result: stored unchanged
    /** Review of the main line as it was then. */
    this.judgement = judgement;
    this.root = newNode(null, { comments, value });
    grow(this.root, turns);
  }

  /**
   * Returns the record. Evaluations and the review are for session storage only, because PDN cannot contain them.
   * @param {{ evals?: boolean }} how
   */
  record({ evals = false } = {}) {
    /** @type {StoredRecord} */
    const record = { ...this.head, comments: [...this.root.comments], turns: writeLine(this.root.children[0], evals) };
    if (evals && this.root.eval) record.value = this.root.eval;
    if (evals && this.judgement) record.judgement = this.judgement;
    return record;
  }

  /**
   * Returns the child with this move, which is added if it is missing.
   * @param {TreeNode} parent
   * @param {string} text
   */
  add(parent, text) {
    const existing = parent.children.find((child) => child.text === text);
    if (existing) return existing;
    const node = newNode(parent, { text });
    parent.children.push(node);
    return node;
  }

  /**
   * Returns the node that these moves lead to, or undefined if the tree does not contain them.
   * @param {string[]} texts
   */
  find(texts) {
    /** @type {TreeNode | undefined} */
    let node = this.root;
    for (const text of texts) node = node?.children.find((child) => child.text === text);
    return node;
  }

  /**
   * Deletes a move with all moves that follow, and returns the node before it. The root cannot be deleted.
   * @param {TreeNode} node
   */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.lastVisited === node) parent.lastVisited = null;
    return parent;
  }

  /**
   * Moves the innermost variation that contains a node before its alternatives.
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

  /** Returns all nodes, parents before their children. */
  nodes() {
    const nodes = [this.root];
    for (const node of nodes) nodes.push(...node.children);
    return nodes;
  }

  /** Returns the root and the nodes of the main line. */
  main() {
    return lineFrom(this.root);
  }

  /** Review of the main line, or null if the line no longer begins with the reviewed moves. */
  get judged() {
    const [, ...line] = this.main();
    const isSame = this.judgement?.turns.every((text, i) => line[i]?.text === text);
    return isSame ? this.judgement : null;
  }
}

/**
 * Returns a node and the nodes that follow it in its line.
 * @param {TreeNode} node
 */
export function lineFrom(node) {
  const line = [];
  for (let at = node; at; at = at.children[0]) line.push(at);
  return line;
}

/**
 * Returns the nodes that lead to a node, without the root.
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
 * Returns whether a node belongs to a variation.
 * @param {TreeNode} node
 */
export const isAside = (node) => pathTo(node).some((step) => step.parent?.children[0] !== step);

/**
 * Returns the alternatives to a move of a main line, which records list behind the move.
 * @param {TreeNode} node
 */
function variationsOf(node) {
  const among = node.parent?.children ?? [];
  return among[0] === node ? among.slice(1) : [];
}

/**
 * @param {TreeNode} parent
 * @param {StoredTurn[]} turns
 */
function grow(parent, turns) {
  for (const stored of turns) {
    const node = newNode(parent, stored);
    parent.children.push(node);
    // A variation replaces the move before it, so it has the same parent.
    for (const variation of stored.variations ?? []) grow(parent, variation);
    parent = node;
  }
}

/**
 * @param {TreeNode | undefined} first
 * @param {boolean} evals
 * @returns {StoredTurn[]}
 */
function writeLine(first, evals) {
  if (!first) return [];
  return lineFrom(first).map((node) => {
    /** @type {StoredTurn} */
    const stored = {
      text: node.text,
      glyphs: [...node.glyphs],
      comments: [...node.comments],
      variations: variationsOf(node).map((other) => writeLine(other, evals)),
    };
    if (evals && node.eval) stored.value = node.eval;
    return stored;
  });
}

/**
 * Returns the number before a move: `3.` or `3…`.
 * @param {TreeNode} node
 */
const number = (node) => `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "." : "…"}`;
/**
 * Returns the glyphs behind a move.
 * @param {TreeNode} node
 */
const signs = (node) => node.glyphs.map((glyph) => GLYPHS[glyph] ?? `$${glyph}`).join(" ");
/**
 * Returns a move with its number and glyphs.
 * @param {TreeNode} node
 */
export const label = (node) => `${number(node)} ${shortForm(node.text)}${signs(node)}`;

/** The tree on the page: the main line in two columns, variations indented below the move that they replace. */
export class TreeView {
  #place;
  /** @type {Map<HTMLElement, TreeNode>} */
  #nodes = new Map();
  /** @type {Map<TreeNode, HTMLElement>} */
  #buttons = new Map();
  /** Last comment on each node, which is scrolled into view with its button. @type {Map<TreeNode, HTMLElement>} */
  #comments = new Map();

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
    this.#comments.clear();
    const first = tree.root.children[0];
    const main = make("div", { class: "ana-main" });
    if (first) this.#main(main, first);
    else main.append(make("p", { class: "ana-hint" }, t("ana_no_turns")));
    this.#place.replaceChildren(...tree.root.comments.map(comment), main);
  }

  /**
   * Marks the current node, the only tab stop of the tree.
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
    // scrollIntoView would also scroll the page and the board.
    const { top } = current.getBoundingClientRect();
    const { bottom } = (this.#comments.get(node) ?? current).getBoundingClientRect();
    const box = this.#place.getBoundingClientRect();
    const [above, below] = [top - box.top - 8, bottom - box.bottom + 8];
    if (top < box.top) this.#place.scrollTop += above;
    else if (bottom > box.bottom) this.#place.scrollTop += Math.min(below, above);
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
        below.append(...this.#commented(node), ...others.map((other) => this.#variation(other)));
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
      box.append(this.#button(node), ...this.#commented(node));
      const others = variationsOf(node);
      box.append(...others.map((other) => this.#variation(other)));
      numbered = node.comments.length + others.length === 0;
    }
    return box;
  }

  /** Returns the comments on a move. @param {TreeNode} node */
  #commented(node) {
    const shown = node.comments.map(comment);
    const last = shown.at(-1);
    if (last) this.#comments.set(node, last);
    return shown;
  }

  /** @param {TreeNode} node */
  #button(node) {
    const attributes = {
      type: "button",
      class: "ana-turn",
      "data-ply": node.ply,
      "data-move": node.text,
      tabindex: -1,
    };
    const button = make("button", attributes, shortForm(node.text));
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
