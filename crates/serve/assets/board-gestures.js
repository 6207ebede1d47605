// What a person does to a board: clicks, drags and long presses, and the keys with the cursor that they move.

import { svg, t } from "./page.js";

const LONG_PRESS = 450; // milliseconds
const DRAG = 6; // pixels before a press becomes a drag
const FINGER = 30; // a finger would hide the piece: it is lifted over the fingertip by so much

/** Mouse, pen and fingers. */
export class Pointer {
  #field;
  #pieces;
  #scene;
  #acts;
  /** @type {ArrowPress | PiecePress | null} */
  #press = null;
  /** A piece that was dragged before it was known where it may go. @type {{ from: string, to: string } | null} */
  #put = null;
  #timer = 0; // of a long press

  /**
   * @param {Field} field
   * @param {Pieces} pieces
   * @param {Scene} scene
   * @param {PointerActs} acts
   */
  constructor(field, pieces, scene, acts) {
    this.#field = field;
    this.#pieces = pieces;
    this.#scene = scene;
    this.#acts = acts;
    const { drawing } = field;
    drawing.addEventListener("pointerdown", (event) => this.#down(event));
    // A finger on a piece that can be picked up drags it, and elsewhere on the board it scrolls the page.
    const hold = (/** @type {TouchEvent} */ event) => {
      if (scene.canLift(field.at(event.touches[0])) && event.cancelable) event.preventDefault();
    };
    drawing.addEventListener("touchstart", hold, { passive: false });
    drawing.addEventListener("pointermove", (event) => this.#move(event));
    drawing.addEventListener("pointerup", (event) => this.#up(event));
    drawing.addEventListener("pointercancel", () => {
      const press = this.#release();
      if (press) this.#putBack(press.name);
    });
    drawing.addEventListener("pointerleave", () => {
      acts.look(null);
      acts.hover(null);
    });
    drawing.addEventListener("contextmenu", (event) => event.preventDefault());
    drawing.addEventListener("dblclick", (event) => {
      const name = field.at(event);
      if (name && name === scene.mover) acts.emit("quirkat-finish", {});
    });
  }

  /**
   * Whether a piece is where it was dragged to, and not on its point.
   * @param {string} name
   */
  holds(name) {
    const press = this.#press;
    return (press && !press.arrow && press.dragged && press.name === name) || this.#put?.from === name;
  }

  /** A new position is shown: a dropped piece stays only on a legal target. */
  review() {
    if (this.#put && (this.#put.from !== this.#scene.mover || !this.#scene.isNext(this.#put.to))) this.#put = null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const name = this.#field.at(event);
    if (!name || !event.isPrimary) return;
    if (event.button === 2) {
      this.#press = { name, arrow: true };
      return;
    }
    if (event.button !== 0) return;
    this.#acts.go(name);
    if (this.#scene.isTower(name) && event.pointerType === "touch") {
      this.#timer = setTimeout(() => this.#acts.look(name), LONG_PRESS);
    }
    if (this.#scene.isReadOnly) return;
    const lifts = this.#scene.canLift(name);
    const isChosen = name === this.#scene.mover || this.#scene.hasPremove;
    // Picked up with the press already: an answer should not wait for the finger to leave.
    const said = lifts && !isChosen;
    this.#press = { name, lifts, x: event.clientX, y: event.clientY, said, dragged: false, lift: 0 };
    if (said) this.#acts.choose(name);
    if (lifts) this.#field.drawing.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#acts.hover(this.#field.at(event));
      return;
    }
    if (press.arrow || !press.lifts) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.dragged && distance < DRAG) return;
    if (!press.dragged) {
      press.dragged = true;
      clearTimeout(this.#timer);
      this.#acts.look(null);
      this.#acts.dragging(true);
      press.lift = event.pointerType === "touch" ? FINGER : 0;
    }
    const piece = this.#pieces.get(press.name);
    const spot = this.#field.spot(event);
    if (!piece || !spot) return;
    this.#pieces.raise(piece);
    piece.element.style.transform = `translate(${spot[0]}px, ${spot[1] - press.lift}px)`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    clearTimeout(this.#timer);
    const press = this.#release();
    if (!press) return;
    const name = this.#field.at(event);
    if (press.arrow) {
      if (name) this.#acts.emit("quirkat-arrow", { from: press.name, to: name });
      return;
    }
    if (press.dragged && name && name !== press.name) return this.#drop(press, name);
    this.#putBack(press.name);
    if (!press.dragged && !press.said && name === press.name) this.#acts.choose(name);
  }

  /**
   * @param {PiecePress} press
   * @param {string} name where it was dropped
   */
  #drop(press, name) {
    const { premove } = this.#scene.view;
    const piece = this.#pieces.get(press.name);
    // Dragging another piece restarts the premove.
    if (!press.said && premove && premove.points.at(-1) !== press.name) this.#acts.choose(press.name, true);
    const isKnown = this.#scene.isNext(name) && this.#scene.mover === press.name;
    const isAwaited = press.said && !isKnown && !this.#scene.view.premove;
    if (piece && isAwaited) {
      // The answer to the picking up is still on its way: the piece waits where it was put.
      const [x, y] = this.#field.xy(name);
      piece.element.style.transform = `translate(${x}px, ${y}px)`;
      this.#put = { from: press.name, to: name };
    }
    this.#acts.choose(name);
    if (piece && !isAwaited) piece.element.style.transform = "";
    this.#acts.go(name);
  }

  /** @param {string} name */
  #putBack(name) {
    const piece = this.#pieces.get(name);
    if (piece) piece.element.style.transform = "";
  }

  #release() {
    const press = this.#press;
    this.#press = null;
    clearTimeout(this.#timer);
    this.#acts.dragging(false);
    return press;
  }
}

/** @type {Record<string, XY>} */
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The keyboard, and where its cursor is. */
export class Cursor {
  #field;
  #acts;
  #name = "";
  #column = 0; // the column that the cursor keeps to while it goes up and down

  /** Its mark, which lies over the board. */
  mark = svg("rect", { class: "cursor", rx: 12 });

  /**
   * @param {Field} field
   * @param {CursorActs} acts
   */
  constructor(field, acts) {
    this.#field = field;
    this.#acts = acts;
    this.go(field.centre);
  }

  /** @param {string} name */
  go(name) {
    this.#name = name;
    this.#column = this.#field.xy(name)[0];
    this.draw();
  }

  draw() {
    const [x, y] = this.#field.xy(this.#name);
    const half = this.#field.radius + 13;
    for (const [key, value] of Object.entries({ x: x - half, y: y - half, width: 2 * half, height: 2 * half })) {
      this.mark.setAttribute(key, String(value));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    if (WAYS[event.key]) this.#step(WAYS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#acts.choose(this.#name);
    else if (event.key === "Escape" || event.key === "Backspace") this.#acts.back();
    else if (event.key === "f" || event.key === "F") this.#acts.finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {XY} way */
  #step(way) {
    const next = this.#field.next(this.#name, way, this.#column);
    if (!next) return this.#acts.say(t("board_edge"));
    const isAcross = way[0] !== 0;
    this.#name = next;
    if (isAcross) this.#column = this.#field.xy(next)[0];
    this.draw();
    this.#acts.arrive(next);
  }
}
