// <quirkat-board>: a board, what stands on it, and what a person does to it. It knows points and pieces and no rules:
// what may be done comes with show(), what a person wants goes out as events.

import { Field } from "./board-field.js";
import { Cursor, Pointer } from "./board-gestures.js";
import { halo, marks } from "./board-marks.js";
import { isStill, Motion } from "./board-motion.js";
import { Notes } from "./board-notes.js";
import { manOf, Pieces } from "./board-pieces.js";
import { Scene } from "./board-scene.js";
import { svg, t } from "./page.js";

const LAYERS = ["q-marks", "q-pieces", "q-over", "q-hits"];

class Board extends HTMLElement {
  /** The sides of the game: names, colours and ranks, for what is said. */
  sides = [];

  #scene = new Scene();
  #isFlipped = false;
  #notes = null;
  // These come with the drawing.
  #field = null;
  #under = null;
  #over = null;
  #pieces = null;
  #motion = null;
  #pointer = null;
  #cursor = null;

  connectedCallback() {
    if (this.#notes) return;
    this.tabIndex = 0;
    this.setAttribute("role", "application");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", t("board_label"));
    this.#notes = new Notes(this, this.#scene);
    this.addEventListener("keydown", (event) => this.#cursor?.key(event));
    this.addEventListener("blur", () => this.#notes.look(null));
    this.dataset.busy = "false";
  }

  /** Takes the board's drawing, which the page may hold already, and makes its points sensitive. */
  async load(info) {
    this.#halt();
    const drawing = await this.#drawingOf(info.svg);
    drawing.setAttribute("aria-hidden", "true");
    drawing.setAttribute("focusable", "false");
    const [under, pieces, over, hits] = LAYERS.map(
      (name) => drawing.querySelector(`.${name}`) ?? drawing.appendChild(svg("g", { class: name })),
    );
    [this.#under, this.#over] = [under, over];
    this.#field = this.#notes.field = new Field(drawing, hits, info.points);
    this.#pieces = new Pieces(pieces, this.#field, (name) => this.#pointer.holds(name));
    this.#motion = new Motion(this.#field, this.#pieces, (taken) => this.emit("quirkat-hop", { taken }));
    this.#pointer = new Pointer(this.#field, this.#pieces, this.#scene, {
      choose: (name, anew) => this.#choose(name, anew),
      go: (name) => this.#cursor.go(name),
      look: (name) => this.#notes.look(name),
      hover: (name) => this.#hover(name),
      dragging: (is) => this.classList.toggle("dragging", is),
      emit: (event, detail) => this.emit(event, detail),
    });
    this.#cursor = new Cursor(this.#field, {
      choose: (name) => !this.readOnly && this.#choose(name),
      arrive: (name) => {
        this.#hover(name);
        this.say(this.#scene.describe(name, this.sides));
      },
      back: () => {
        this.#notes.hush();
        this.#notes.look(null);
        this.emit("quirkat-back");
      },
      finish: () => this.emit("quirkat-finish"),
      say: (text) => this.say(text),
    });
    this.#turn();
  }

  async #drawingOf(url) {
    const held = this.querySelector("svg.quirkat");
    const known = this.#field?.drawing;
    if (held && (!known || known.dataset.url === url)) {
      held.dataset.url = url;
      return held;
    }
    const text = await (await fetch(url)).text();
    const drawing = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    if (held) held.replaceWith(drawing);
    else this.prepend(drawing);
    drawing.dataset.url = url;
    return drawing;
  }

  /** Whether the second side sits at the bottom. */
  get flip() {
    return this.#isFlipped;
  }

  set flip(flip) {
    if (this.#isFlipped === Boolean(flip)) return;
    this.#isFlipped = Boolean(flip);
    if (this.#field) this.#turn();
  }

  #turn() {
    this.#field.turn(this.#isFlipped);
    this.#cursor.draw();
    this.#pieces.clear();
    this.show(this.#scene.position, this.#scene.view);
  }

  /** Whether the board only shows. */
  get readOnly() {
    return this.#scene.isReadOnly;
  }

  set readOnly(readOnly) {
    this.#scene.isReadOnly = Boolean(readOnly);
    this.toggleAttribute("data-read-only", this.#scene.isReadOnly);
  }

  /**
   * Shows a position with its marks.
   * view: { last, partial, starts, ask, mover, premove: { colour, points }, arrows, circles }
   */
  show(position, view = {}) {
    this.#halt();
    Object.assign(this.#scene, { position, view });
    if (!this.#field) return;
    this.#pointer.review();
    this.#pieces.place(position.pieces);
    const { under, over } = marks(this.#field, this.#scene);
    this.#under.replaceChildren(...under);
    this.#over.replaceChildren(...over, this.#cursor.mark);
    // All that can be chosen shows a hand.
    for (const hit of this.#field.hits) {
      hit.classList.toggle("can", this.#scene.canChoose(hit.dataset.point));
      hit.classList.toggle("lifts", this.#scene.canLift(hit.dataset.point));
    }
  }

  /** Shows a turn hop by hop; `earlier` is the position to which a claim goes back. */
  async animate(turn, before, after, earlier = null) {
    const end = { last: turn };
    if (isStill() || !this.#field) {
      this.emit("quirkat-hop", { taken: turn.captures.flat().length });
      return this.show(after, end);
    }
    this.show(before);
    this.dataset.busy = "true";
    const man = manOf(this.sides[turn.by === "first" ? 0 : 1]);
    const isSeen = await this.#motion.play(turn, before, after, { man, earlier });
    if (isSeen) this.show(after, end);
  }

  #halt() {
    this.#motion?.halt();
    this.dataset.busy = "false";
  }

  emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
  }

  // A point is chosen: what surely follows is seen at once, before the server has answered.
  #choose(name, anew = false) {
    this.#notes.hush();
    const { mover, view } = this.#scene;
    const moved = mover && this.#pieces.get(mover);
    if (view.partial?.asks === "go" && moved && this.#scene.isNext(name)) {
      const { element, code } = moved;
      const wasDragged = element.style.transform !== "";
      element.style.transform = "";
      this.#pieces.carry(mover, name, code);
      if (!wasDragged) this.#motion.step(element, mover, name);
      this.#over.replaceChildren(this.#cursor.mark);
      this.emit("quirkat-hop", { taken: 0 });
    } else if (this.#scene.isStart(name) && this.#scene.canLift(name) && name !== mover) {
      this.#under.querySelector(".mark-selected")?.remove();
      this.#under.append(halo(this.#field, name, "mark-selected"));
    }
    this.emit("quirkat-point", { name, anew });
  }

  #hover(name) {
    this.#notes.look(name && this.#scene.isTower(name) ? name : null);
  }

  /** Shows why a choice is refused, at its point, and says it. */
  refuse(point, text) {
    const at = this.#field.has(point) ? point : null;
    this.#notes.refuse(at, text);
    if (at) this.#over.append(halo(this.#field, at, "mark-refused"));
  }

  /** Says words to those who listen. */
  say(text) {
    this.#notes.say(text);
  }
}

customElements.define("quirkat-board", Board);
