// The position editor: turns pieces that the visitor places into a FEN, which the server validates.

import { disc } from "./board-pieces.js";
import { make, part, svg, t } from "./page.js";

const WHITE = "wpW";
/** Letters of men, princes and kings, the white one first. */
const RANKS = [
  ["w", "b"],
  ["p", "q"],
  ["W", "B"],
];
/** @type {Record<string, string>} */
const PREFIX = { w: "", b: "", p: "P", q: "P", W: "K", B: "K" };

/** @param {string} letter */
const isWhite = (letter) => WHITE.includes(letter);
/** @param {SideInfo} side */
const colourLetter = (side) => (side.colour === "white" ? "W" : "B");

/**
 * Returns a draft as FEN.
 * @param {Draft} draft
 * @param {GameInfo["sides"]} sides
 */
function writeFen(draft, sides) {
  /** @param {boolean} white */
  const pieces = (white) =>
    Object.entries(draft.pieces)
      .filter(([, letters]) => isWhite(letters.slice(-1)) === white)
      .map(([name, letters]) => (letters.length > 1 ? `${name}(${letters})` : PREFIX[letters] + name))
      .join(",");
  const toMove = colourLetter(sides[draft.toMove === "first" ? 0 : 1]);
  const hand = draft.hand.some((men) => men > 0) ? `:hand=${draft.hand.join(",")}` : "";
  const closed = draft.closed ? `:${draft.closed}` : "";
  return `${toMove}:W${pieces(true)}:B${pieces(false)}${closed}${hand}`;
}

/**
 * Returns a position as a draft, without the fields of the FEN that describe earlier moves: they would contradict the
 * edits.
 * @type {(position: Wire.Position) => Draft}
 */
const draftOf = (position) => ({
  pieces: { ...position.pieces },
  toMove: position.toMove,
  hand: [...position.hand],
  closed: position.fen.split(":").find((field) => field.startsWith("closed=")) ?? null,
  shut: position.closed,
});

/**
 * Applies a tool to a point. In tower mode it adds or removes the top piece, otherwise it replaces or removes the
 * piece.
 * @param {Draft["pieces"]} pieces
 * @param {string} name
 * @param {string} tool
 * @param {boolean} towers
 */
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
  /** @type {Draft | null} */
  #draft = null;
  #tool;

  /**
   * @param {EditorParts} parts
   * @param {Board} board
   * @param {GameInfo} game
   * @param {EditorActions} actions
   */
  constructor(parts, board, game, { start, use, close }) {
    this.#parts = parts;
    this.#board = board;
    this.#game = game;
    this.#tool = RANKS[0][game.sides[0].colour === "white" ? 0 : 1];
    parts.turn.replaceChildren(...["first", "second"].map((side, i) => radio("ana-to-move", side, game.sides[i].name)));
    /** @param {Event} event */
    const inputValue = ({ target }) => /** @type {HTMLInputElement} */ (target).value;
    parts.palette.addEventListener("change", (event) => {
      this.#tool = inputValue(event);
    });
    parts.turn.addEventListener("change", (event) => {
      this.#change({ toMove: /** @type {Wire.Side} */ (inputValue(event)) });
    });
    parts.hands.forEach((input, i) => {
      input.addEventListener("input", () => {
        /** @type {Both<number>} */
        const hand = [...(this.#draft?.hand ?? [0, 0])];
        hand[i] = Math.max(0, Math.min(255, Math.trunc(+input.value) || 0));
        this.#change({ hand });
      });
    });
    parts.clear.addEventListener("click", () => this.#change({ pieces: {}, hand: [0, 0] }));
    parts.start.addEventListener("click", async () => {
      const position = await start();
      if (position && this.#draft) this.#show(draftOf(position));
    });
    parts.use.addEventListener("click", () => use(this.fen));
    parts.cancel.addEventListener("click", close);
  }

  get isOpen() {
    return this.#draft !== null;
  }

  get fen() {
    return this.#draft ? writeFen(this.#draft, this.#game.sides) : "";
  }

  /** @param {Wire.Position} position */
  open(position) {
    const { box, towers, handRow } = this.#parts;
    towers.checked ||= Object.values(position.pieces).some((letters) => letters.length > 1) || this.#game.towers;
    handRow.hidden = !position.hand.some((men) => men > 0) && !this.#game.hand;
    if (!this.#parts.palette.firstElementChild) this.#fillPalette(); // the symbols of the drawing are loaded now
    box.hidden = false;
    this.#show(draftOf(position));
  }

  close() {
    this.#draft = null;
    this.#parts.box.hidden = true;
    this.fault("");
  }

  /** @param {string} name */
  touch(name, tool = this.#tool) {
    if (this.#draft) this.#change({ pieces: touch(this.#draft.pieces, name, tool, this.#parts.towers.checked) });
  }

  /**
   * Shows why the server rejects the position.
   * @param {string} words
   */
  fault(words) {
    this.#parts.fault.textContent = words;
  }

  show() {
    if (this.#draft) this.#board.show({ pieces: this.#draft.pieces, closed: this.#draft.shut });
  }

  /** @param {Partial<Draft>} change */
  #change(change) {
    if (this.#draft) this.#show({ ...this.#draft, ...change });
  }

  /** @param {Draft} draft */
  #show(draft) {
    this.#draft = draft;
    const { turn, hands, handRow, text } = this.#parts;
    choose(turn, draft.toMove);
    hands.forEach((input, i) => {
      if (+input.value !== draft.hand[i]) input.value = String(draft.hand[i]);
    });
    if (draft.hand.some((men) => men > 0)) handRow.hidden = false;
    text.value = this.fen;
    this.fault("");
    this.show();
  }

  #fillPalette() {
    // Offers the ranks of this game. The server validates the position.
    const { sides, stand } = this.#game;
    const tools = sides.flatMap(({ name, colour, ranks }) =>
      RANKS.flatMap((letters, rank) =>
        stand[rank] ? [piece(letters[colour === "white" ? 0 : 1], `${name}: ${ranks[rank] ?? t("ana_man")}`)] : [],
      ),
    );
    const erase = radio("ana-tool", "erase", t("ana_erase"), "⌫");
    this.#parts.palette.replaceChildren(...tools, erase);
    choose(this.#parts.palette, this.#tool);
  }
}

/**
 * Selects a radio button.
 * @param {HTMLElement} place
 * @param {string} value
 */
function choose(place, value) {
  /** @type {HTMLInputElement} */ (part(place, `[value=${value}]`)).checked = true;
}

/**
 * Returns a radio button with its label. With a sign, only screen readers get the words.
 * @param {string} name
 * @param {string} value
 * @param {string} words
 * @param {string} [sign]
 */
function radio(name, value, words, sign) {
  const input = make("input", { type: "radio", name, value });
  const shown = sign
    ? [make("span", { "aria-hidden": "true" }, sign), make("span", { class: "visually-hidden" }, words)]
    : [make("span", {}, words)];
  return make("label", { class: "ana-choice", title: words }, input, ...shown);
}

/**
 * Returns a piece of the palette, drawn with the symbols of the board's drawing.
 * @param {string} letter
 * @param {string} words
 */
function piece(letter, words) {
  const label = radio("ana-tool", letter, words);
  part(label, "span").className = "visually-hidden";
  label.append(svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, disc(letter)));
  return label;
}
