// The board editor: pieces set and taken away by hand become a position as text, which the server judges.

import { disc } from "./board-pieces.js";
import { make, svg, t } from "./page.js";

const WHITE = "wpW";
/** A man's, a prince's and a king's letters. */
const RANKS = [
  ["w", "b"],
  ["p", "q"],
  ["W", "B"],
];
const RANK_WORDS = ["ana_man", "ana_prince", "ana_king"];
const PREFIX = { w: "", b: "", p: "P", q: "P", W: "K", B: "K" };

const isWhite = (letter) => WHITE.includes(letter);
const colourLetter = (side) => (side.colour === "white" ? "W" : "B");

/** A draft as position text. `draft` = { pieces: {point: letters}, toMove, hand, closed }, `sides` those of the game. */
function writeFen(draft, sides) {
  const pieces = (white) =>
    Object.entries(draft.pieces)
      .filter(([, letters]) => isWhite(letters.at(-1)) === white)
      .map(([name, letters]) => (letters.length > 1 ? `${name}(${letters})` : PREFIX[letters] + name))
      .join(",");
  const toMove = colourLetter(sides[draft.toMove === "first" ? 0 : 1]);
  const hand = draft.hand.some((men) => men > 0) ? `:hand=${draft.hand.join(",")}` : "";
  const closed = draft.closed ? `:${draft.closed}` : "";
  return `${toMove}:W${pieces(true)}:B${pieces(false)}${closed}${hand}`;
}

/** A position as a draft. What is remembered of earlier turns is dropped, because it would not fit what is set. */
const draftOf = (position) => ({
  pieces: { ...position.pieces },
  toMove: position.toMove,
  hand: [...position.hand],
  closed: position.fen.split(":").find((field) => field.startsWith("closed=")) ?? null,
  shut: position.closed, // the same as points, for the drawing
});

/** A press of a tool on a point: pieces are added on top where towers are built, else they replace or take away. */
function touch(pieces, name, tool, towers) {
  const { [name]: there = "", ...rest } = pieces;
  const left = towers ? there.slice(0, -1) : "";
  const becomes = tool === "erase" ? left : towers ? there + tool : there === tool ? "" : tool;
  return becomes ? { ...rest, [name]: becomes } : rest;
}

export class Editor {
  #parts;
  #board;
  #game;
  #draft = null;
  #tool;

  /** `parts`: the elements of the editor by name; `start`: gives the game's own start; `use`: takes the text. */
  constructor(parts, board, game, { start, use, close }) {
    this.#parts = parts;
    this.#board = board;
    this.#game = game;
    this.#tool = RANKS[0][game.sides[0].colour === "white" ? 0 : 1];
    parts.turn.replaceChildren(...["first", "second"].map((side, i) => radio("ana-to-move", side, game.sides[i].name)));
    parts.palette.addEventListener("change", (event) => (this.#tool = event.target.value));
    parts.turn.addEventListener("change", (event) => this.#change({ toMove: event.target.value }));
    parts.hands.forEach((input, i) => {
      input.addEventListener("input", () => {
        const hand = [...this.#draft.hand];
        hand[i] = Math.max(0, Math.min(255, Math.trunc(+input.value) || 0));
        this.#change({ hand });
      });
    });
    parts.clear.addEventListener("click", () => this.#change({ pieces: {}, hand: [0, 0] }));
    parts.start.addEventListener("click", async () => {
      const position = await start();
      if (position && this.#draft) this.#change(draftOf(position));
    });
    parts.use.addEventListener("click", () => use(this.fen));
    parts.cancel.addEventListener("click", close);
  }

  get isOpen() {
    return this.#draft !== null;
  }

  get fen() {
    return writeFen(this.#draft, this.#game.sides);
  }

  open(position) {
    const { box, towers, handRow } = this.#parts;
    towers.checked ||= Object.values(position.pieces).some((letters) => letters.length > 1) || !!this.#game.towers;
    handRow.hidden = !position.hand.some((men) => men > 0) && !this.#game.hand;
    if (!this.#parts.palette.firstElementChild) this.#fillPalette(); // now that the board's drawing is there
    box.hidden = false;
    this.#change(draftOf(position));
  }

  close() {
    this.#draft = null;
    this.#parts.box.hidden = true;
    this.fault("");
  }

  touch(name, tool = this.#tool) {
    this.#change({ pieces: touch(this.#draft.pieces, name, tool, this.#parts.towers.checked) });
  }

  /** Says why the server does not take the position. */
  fault(words) {
    this.#parts.fault.textContent = words;
  }

  show() {
    this.#board.show({ ...this.#draft, fen: this.fen, closed: this.#draft.shut, taken: [0, 0] });
  }

  #change(change) {
    this.#draft = { ...this.#draft, ...change };
    const { turn, hands, handRow, text } = this.#parts;
    turn.querySelector(`[value=${this.#draft.toMove}]`).checked = true;
    hands.forEach((input, i) => {
      if (+input.value !== this.#draft.hand[i]) input.value = this.#draft.hand[i];
    });
    if (this.#draft.hand.some((men) => men > 0)) handRow.hidden = false;
    text.value = this.fen;
    this.fault("");
    this.show();
  }

  #fillPalette() {
    // Every rank is offered whatever the game: the server judges what may stand.
    const { sides } = this.#game;
    const whiteFirst = sides[0].colour === "white";
    const tools = sides.flatMap((side, i) =>
      RANKS.map((letters, rank) =>
        piece(letters[(i === 0) === whiteFirst ? 0 : 1], `${side.name}: ${t(RANK_WORDS[rank])}`),
      ),
    );
    const erase = radio("ana-tool", "erase", t("ana_erase"), "⌫");
    this.#parts.palette.replaceChildren(...tools, erase);
    this.#parts.palette.querySelector(`[value=${this.#tool}]`).checked = true;
  }
}

/** A radio button with its label; a sign may stand for the words, which then are read aloud only. */
function radio(name, value, words, sign) {
  const input = make("input", { type: "radio", name, value });
  const shown = sign
    ? [make("span", { "aria-hidden": "true" }, sign), make("span", { class: "visually-hidden" }, words)]
    : [make("span", {}, words)];
  return make("label", { class: "ana-choice", title: words }, input, ...shown);
}

/** A piece of the palette, drawn with the symbols of the board's own drawing. */
function piece(letter, words) {
  const label = radio("ana-tool", letter, words, "");
  label.lastElementChild.className = "visually-hidden";
  label.append(svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, disc(letter)));
  return label;
}
