// A game and its variations as a tree, and its drawing as buttons. Knows no rules: turns are texts that the server has judged.

import { make, t } from "./page.js";

/** The signs of the standard remarks, by their number. */
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];

let lastId = 0;

/** A turn in the tree and what is known of the position after it; the root is the start, which no turn led to. */
function newNode(parent, written) {
  return {
    id: ++lastId,
    parent,
    ply: parent ? parent.ply + 1 : 0,
    text: written.text ?? "",
    glyphs: [...(written.glyphs ?? [])],
    comments: [...(written.comments ?? [])],
    children: [], // the first goes on with the line, the others are variations
    kept: null, // the child that was visited last, where `forward` goes
    eval: written.eval ?? null,
    turn: null,
    position: null,
    answer: null, // what the server said of the position
    arrows: [],
    circles: [],
  };
}

export class Tree {
  /** From a record as /api/pdn/read gives it; an empty one is a new game. */
  constructor(record = {}) {
    const { turns = [], comments = [], eval: value = null, ...rest } = record;
    this.head = rest; // tags, game, rules, position, result: kept as they came
    this.root = newNode(null, { comments, eval: value });
    grow(this.root, turns);
  }

  /** The record; with evaluations for the session's memory only, because PDN has no place for them. */
  record({ evals = false } = {}) {
    const record = { ...this.head, comments: [...this.root.comments], turns: writeLine(this.root.children[0], evals) };
    if (evals && this.root.eval) record.eval = this.root.eval;
    return record;
  }

  /** The child with this turn, new if need be. */
  add(parent, text) {
    const known = parent.children.find((child) => child.text === text);
    if (known) return known;
    const node = newNode(parent, { text });
    parent.children.push(node);
    return node;
  }

  /** The node at the end of these turns, or null where the tree does not hold them. */
  find(texts) {
    return texts.reduce((node, text) => node?.children.find((child) => child.text === text) ?? null, this.root);
  }

  /** Deletes a turn and all that follows; gives the node before it. */
  remove(node) {
    const { parent } = node;
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.kept === node) parent.kept = null;
    return parent;
  }

  /** Puts the innermost variation that a node lies in before its alternatives. */
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
}

/** A node and those that follow it in its line. */
export function lineFrom(node) {
  const line = [];
  for (let at = node; at; at = at.children[0]) line.push(at);
  return line;
}

/** The nodes that lead to a node, without the root. */
export function pathTo(node) {
  const path = [];
  for (let at = node; at.parent; at = at.parent) path.unshift(at);
  return path;
}

export const textsTo = (node) => pathTo(node).map((step) => step.text);

/** True where a node lies in some variation. */
export const isAside = (node) => pathTo(node).some((step) => step.parent.children[0] !== step);

function grow(parent, turns) {
  for (const written of turns) {
    const node = newNode(parent, written);
    parent.children.push(node);
    // A variation replaces the turn behind which it is written, so it grows from the same place.
    for (const variation of written.variations ?? []) grow(parent, variation);
    parent = node;
  }
}

function writeLine(first, evals) {
  if (!first) return [];
  return lineFrom(first).map((node) => {
    const { children } = node.parent;
    const others = node === children[0] ? children.slice(1) : [];
    const written = {
      text: node.text,
      glyphs: [...node.glyphs],
      comments: [...node.comments],
      variations: others.map((other) => writeLine(other, evals)),
    };
    if (evals && node.eval) written.eval = node.eval;
    return written;
  });
}

/** `3.` or `3…`: the number before a turn. */
const number = (node) => `${Math.ceil(node.ply / 2)}${node.ply % 2 ? "." : "…"}`;
/** The signs behind a turn. */
const signs = (node) => node.glyphs.map((glyph) => GLYPHS[glyph] ?? `$${glyph}`).join(" ");
/** A turn with its number and signs, for spoken and written mention. */
export const label = (node) => `${number(node)} ${node.text}${signs(node)}`;

/** The tree on the page: the main line in two columns, variations indented below the turn that they replace. */
export class TreeView {
  #place;
  #nodes = new Map();
  #buttons = new Map();

  constructor(place, go) {
    this.#place = place;
    place.addEventListener("click", (event) => {
      const node = this.#nodes.get(event.target.closest("button"));
      if (node) go(node);
    });
  }

  draw(tree) {
    this.#nodes.clear();
    this.#buttons.clear();
    const first = tree.root.children[0];
    const main = make("div", { class: "ana-main" });
    if (first) this.#main(main, first);
    else main.append(make("p", { class: "ana-hint" }, t("ana_no_turns")));
    this.#place.replaceChildren(...tree.root.comments.map(comment), main);
  }

  /** Marks the current node: the one stop of the tab key in the tree. */
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

  #main(box, first) {
    let interrupted = false;
    for (const node of lineFrom(first)) {
      const opens = node.ply % 2 === 1;
      if (opens || interrupted) box.append(make("span", { class: "ana-number" }, number(node)));
      if (!opens && interrupted) box.append(gap(""));
      box.append(this.#button(node));
      const others = node.parent.children[0] === node ? node.parent.children.slice(1) : [];
      interrupted = node.comments.length + others.length > 0;
      if (opens && interrupted && node.children[0]) box.append(gap("…"));
      if (interrupted) {
        const below = make("div", { class: "ana-below" });
        below.append(...node.comments.map(comment), ...others.map((other) => this.#variation(other)));
        box.append(below);
      }
    }
  }

  #variation(first) {
    const box = make("div", { class: "ana-variation" });
    let numbered = false;
    for (const node of lineFrom(first)) {
      if (node.ply % 2 || !numbered) box.append(make("span", { class: "ana-number" }, number(node)));
      box.append(this.#button(node), ...node.comments.map(comment));
      const others = node === first ? [] : node.parent.children.slice(1);
      box.append(...others.map((other) => this.#variation(other)));
      numbered = node.comments.length + others.length === 0;
    }
    return box;
  }

  #button(node) {
    const button = make("button", { type: "button", class: "ana-turn", "data-ply": node.ply, tabindex: -1 }, node.text);
    const shown = signs(node);
    if (shown) button.append(make("span", { class: `ana-glyph g${node.glyphs[0]}` }, shown));
    this.#nodes.set(button, node);
    this.#buttons.set(node, button);
    return button;
  }
}

const gap = (sign) => make("span", { class: "ana-gap", "aria-hidden": "true" }, sign);
const comment = (text) => make("p", { class: "ana-comment" }, text);
