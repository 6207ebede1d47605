// <quirkat-board>: shows a board with pieces and handles input. It contains no rules: show() receives the legal
// choices, events report the visitor's choices.

import { Field } from "./board-field.js";
import { Cursor, Pointer } from "./board-gestures.js";
import { ghost, halo, marks, sketched } from "./board-marks.js";
import { isStill, Motion } from "./board-motion.js";
import { Notes } from "./board-notes.js";
import { manOf, Pieces } from "./board-pieces.js";
import { Scene } from "./board-scene.js";
import { svg, t } from "./page.js";

/** Matches phones in portrait orientation, which have more room for a long board that stands on its short side. */
export const heldUpright = matchMedia("(max-width: 40rem) and (orientation: portrait)");

const LAYERS = ["q-marks", "q-pieces", "q-over", "q-hits"];

/**
 * Data of the drawing.
 * @typedef {object} Drawn
 * @prop {Field} field
 * @prop {Element} under layer of the marks under the pieces
 * @prop {Element} over layer of the marks over the pieces
 * @prop {Pieces} pieces
 * @prop {Motion} motion
 * @prop {Pointer} pointer
 * @prop {Cursor} cursor
 */

export class Board extends HTMLElement {
  /** The sides of the game, for descriptions: names, colours and ranks. @type {SideInfo[]} */
  sides = [];
  /** Whether captured pieces stay until the end of the move. */
  stays = false;

  #scene = new Scene();
  /** The chosen piece that was announced last. @type {string | null} */
  #announcedMover = null;
  #isFlipped = false;
  #isUpright = false;
  /** @type {Notes | null} */
  #notes = null;
  /** @type {Drawn | null} */
  #drawn = null;

  connectedCallback() {
    if (this.#notes) return;
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", t("board_label"));
    this.#notes = new Notes(this, this.#scene);
    this.addEventListener("keydown", (event) => this.#drawn?.cursor.key(event));
    this.addEventListener("blur", () => this.#notes?.look(null));
    this.dataset.busy = "false";
  }

  /**
   * Loads the board's drawing, or adopts the one in the page, and prepares it for input.
   * @param {BoardInfo} info
   */
  async load(info) {
    this.#halt();
    const drawing = await this.#drawingOf(info.svg);
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("focusable", "false");
    const [under, layer, over, hits] = LAYERS.map(
      (name) => drawing.querySelector(`.${name}`) ?? drawing.appendChild(svg("g", { class: name })),
    );
    const field = new Field(drawing, hits, info.points);
    const pieces = new Pieces(layer, field, (name) => pointer.holds(name));
    const motion = new Motion(field, pieces, (taken) => this.emit("quirkat-hop", { taken }));
    const pointer = new Pointer(field, pieces, this.#scene, {
      choose: (name, restarts) => this.#choose(name, restarts),
      go: (name) => cursor.go(name),
      look: (name) => this.#notes?.look(name),
      hover: (name) => this.#hover(name),
      dragging: (name) => this.#lift(name),
      draw: (from, to, colour) => this.#draw(from, to, colour),
      erase: () => this.#erase(),
      emit: (event, detail) => this.emit(event, detail),
    });
    const cursor = new Cursor(field, {
      choose: (name) => {
        if (!this.readOnly) this.#choose(name);
      },
      arrive: (name) => {
        this.#hover(name);
        this.say(this.#scene.describe(name, this.sides));
      },
      back: () => {
        this.#notes?.hush();
        this.#notes?.look(null);
        this.emit("quirkat-back", {});
      },
      finish: () => this.emit("quirkat-finish", {}),
      say: (text) => this.say(text),
    });
    if (this.#notes) this.#notes.field = field;
    this.#drawn = { field, under, over, pieces, motion, pointer, cursor };
    this.#turn();
  }

  /** @param {string} url address of the drawing, or the drawing itself */
  async #drawingOf(url) {
    /** @type {SVGSVGElement | null} */
    const present = this.querySelector("svg.quirkat");
    const loaded = this.#drawn?.field.drawing;
    if (present && (!loaded || loaded.dataset.url === url)) {
      present.dataset.url = url;
      return present;
    }
    // The module draws boards without an address.
    const text = url.startsWith("<") ? url : await (await fetch(url)).text();
    /** @type {Element} */
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const drawing = /** @type {SVGSVGElement} */ (document.importNode(parsed, true));
    if (present) present.replaceWith(drawing);
    else this.prepend(drawing);
    drawing.dataset.url = url;
    return drawing;
  }

  /** Whether the second side sits at the bottom. */
  get flip() {
    return this.#isFlipped;
  }

  set flip(flip) {
    if (this.#isFlipped === flip) return;
    this.#isFlipped = flip;
    this.#turn();
  }

  /** Whether the board stands on its short side. */
  get upright() {
    return this.#isUpright;
  }

  set upright(upright) {
    if (this.#isUpright === upright) return;
    this.#isUpright = upright;
    this.#turn();
  }

  #turn() {
    if (!this.#drawn) return;
    const { field, cursor, pieces } = this.#drawn;
    field.turn(this.#isFlipped, this.#isUpright);
    cursor.draw();
    pieces.clear();
    this.show(this.#scene.position, this.#scene.view);
  }

  /** Whether the board ignores choices. */
  get readOnly() {
    return this.#scene.isReadOnly;
  }

  set readOnly(readOnly) {
    this.#scene.isReadOnly = readOnly;
    this.toggleAttribute("data-read-only", readOnly);
  }

  /**
   * Shows a position with its marks.
   * @param {BoardPosition} position
   * @param {BoardView} view
   */
  show(position, view = {}) {
    this.#halt();
    this.#scene.position = position;
    this.#scene.view = view;
    if (!this.#drawn) return;
    const { field, pointer, pieces } = this.#drawn;
    pointer.review();
    pieces.place(position.pieces);
    this.#mark();
    this.#announceMover();
    // The style sheet gives these points a pointer cursor.
    for (const hit of field.hits) {
      const name = hit.dataset.point ?? "";
      hit.classList.toggle("can", this.#scene.canChoose(name));
      hit.classList.toggle("lifts", this.#scene.canLift(name));
    }
  }

  /** Announces a newly chosen piece to screen readers. */
  #announceMover() {
    const { mover } = this.#scene;
    if (mover === this.#announcedMover) return;
    this.#announcedMover = mover;
    if (mover && this.#scene.view.partial) this.say(this.#scene.describeMover(mover, this.sides));
  }

  #mark() {
    if (!this.#drawn) return;
    const { field, cursor } = this.#drawn;
    const { under, over } = marks(field, this.#scene);
    this.#drawn.under.replaceChildren(...under);
    this.#drawn.over.replaceChildren(...over, cursor.mark);
  }

  /**
   * Shows which piece is being dragged: a translucent one stays on its point.
   * @param {string | null} name
   */
  #lift(name) {
    if (this.#scene.lifted === name) return;
    this.classList.toggle("dragging", name !== null);
    this.#scene.lifted = name;
    this.#mark();
  }

  /**
   * Animates a move hop by hop, then shows the position after it.
   * @param {Wire.Turn} turn
   * @param {BoardPosition} before
   * @param {BoardPosition} after
   * @param {BoardPosition | null} earlier the position before the opponent's last move, for a claim
   */
  async playTurn(turn, before, after, earlier = null) {
    const end = { last: turn };
    if (isStill() || !this.#drawn) {
      this.emit("quirkat-hop", { taken: turn.captures.flat().length });
      this.show(after, end);
      return;
    }
    this.show(before);
    this.dataset.busy = "true";
    const man = manOf(this.sides[turn.by === "first" ? 0 : 1]);
    const isComplete = await this.#drawn.motion.play(turn, before, after, { man, earlier, stays: this.stays });
    if (isComplete) this.show(after, end);
  }

  #halt() {
    this.#drawn?.motion.halt();
    this.dataset.busy = "false";
  }

  /**
   * Draws an arrow or a circle, which stays until the next left click, unless the page draws it.
   * @param {string} from
   * @param {string} to
   * @param {MarkColour | null} colour
   */
  #draw(from, to, colour) {
    if (!this.emit("quirkat-arrow", { from, to, colour })) return;
    this.#scene.sketch = sketched(this.#scene.sketch, from, to, colour ?? "green");
    this.#mark();
  }

  #erase() {
    const { arrows, circles } = this.#scene.sketch;
    if (arrows.length + circles.length === 0) return;
    this.#scene.sketch = { arrows: [], circles: [] };
    this.#mark();
  }

  /**
   * Emits an event to the page. Returns false if the page has prevented what the board does by default.
   * @template {keyof BoardEvents} K
   * @param {K} name
   * @param {BoardEvents[K]} detail
   */
  emit(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail }));
  }

  /**
   * Chooses a point. Draws its certain effect at once, without waiting for the server.
   * @param {string} name
   */
  #choose(name, restarts = false) {
    this.#notes?.hush();
    const { mover, view } = this.#scene;
    if (this.#drawn) {
      const { field, under, over, pieces, motion, cursor } = this.#drawn;
      const moved = mover && pieces.get(mover);
      if (view.partial?.asks === "go" && moved && this.#scene.isNext(name)) {
        const { element, code } = moved;
        const wasDragged = element.style.transform !== "";
        element.style.transform = "";
        pieces.carry(mover, name, code);
        if (!wasDragged) motion.step(element, mover, name);
        over.replaceChildren(cursor.mark);
        this.emit("quirkat-hop", { taken: 0 });
      } else if (this.#scene.isStart(name) && this.#scene.canLift(name) && name !== mover) {
        under.querySelector(".mark-selected")?.remove();
        under.append(halo(field, name, "mark-selected"));
      }
    }
    this.emit("quirkat-point", { name, restarts });
  }

  /** @param {string | null} name */
  #hover(name) {
    this.#showEntering(name);
    this.#notes?.look(name && this.#scene.isTower(name) ? name : null);
  }

  /**
   * Shows a translucent man on a point where it can enter.
   * @param {string | null} name
   */
  #showEntering(name) {
    const { partial } = this.#scene.view;
    const { toMove } = this.#scene.position;
    const enters = name !== null && partial?.asks === "enter" && this.#scene.isNext(name) && !this.#scene.column(name);
    const shown = this.querySelector(".mark-ghost");
    const at = enters && toMove ? name : "";
    if ((shown?.getAttribute("data-at") ?? "") === at) return;
    shown?.remove();
    if (!at || !this.#drawn) return;
    const man = ghost(this.#drawn.field, at, manOf(this.sides[toMove === "first" ? 0 : 1]));
    man.setAttribute("data-at", at);
    this.#drawn.over.append(man);
  }

  /**
   * Shows why a choice is refused, at its point, and announces it.
   * @param {string | null} point
   * @param {string} text
   */
  refuse(point, text) {
    const drawn = this.#drawn;
    const at = point && drawn?.field.has(point) ? point : null;
    this.#notes?.refuse(at, text);
    if (at) drawn?.over.append(halo(drawn.field, at, "mark-refused"));
  }

  /**
   * Announces a text to screen readers.
   * @param {string} text
   */
  say(text) {
    this.#notes?.say(text);
  }
}

customElements.define("quirkat-board", Board);
