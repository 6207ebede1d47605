// Input on a board: clicks, drags, long presses, and keys that move a cursor.

import { svg, t } from "./page.js";

const LONG_PRESS = 450; // milliseconds
const DRAG = 6; // pixels before a press becomes a drag
const FINGER = 30; // distance of a dragged piece above a finger, which would hide it

/** Returns the colour that the keys held down choose for a mark. @param {PointerEvent} event */
function keyedColour({ shiftKey, ctrlKey, altKey }) {
  if (shiftKey || ctrlKey) return "red";
  return altKey ? "amber" : null;
}

/** Mouse, pen and touch. */
export class Pointer {
  #field;
  #pieces;
  #scene;
  #actions;
  /** @type {ArrowPress | PiecePress | null} */
  #press = null;
  /** A piece that was dropped before the server listed its targets. @type {{ from: string, to: string } | null} */
  #dropped = null;
  #timer = 0; // of a long press

  /**
   * @param {Field} field
   * @param {Pieces} pieces
   * @param {Scene} scene
   * @param {PointerActions} actions
   */
  constructor(field, pieces, scene, actions) {
    this.#field = field;
    this.#pieces = pieces;
    this.#scene = scene;
    this.#actions = actions;
    const { drawing } = field;
    drawing.addEventListener("pointerdown", (event) => this.#down(event));
    // A touch on a movable piece drags it; elsewhere on the board it scrolls the page.
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
      actions.look(null);
      actions.hover(null);
    });
    drawing.addEventListener("contextmenu", (event) => event.preventDefault());
    drawing.addEventListener("dblclick", (event) => {
      const name = field.at(event);
      if (name && name === scene.mover) actions.emit("quirkat-finish", {});
    });
  }

  /**
   * Returns whether a piece is drawn away from its point, because the visitor drags it or has just dropped it.
   * @param {string} name
   */
  holds(name) {
    const press = this.#press;
    return (press && !press.arrow && press.dragged && press.name === name) || this.#dropped?.from === name;
  }

  /** Updates the dropped piece for a new position: it stays only on a legal target. */
  review() {
    if (this.#dropped && (this.#dropped.from !== this.#scene.mover || !this.#scene.isNext(this.#dropped.to)))
      this.#dropped = null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button === 0) this.#actions.erase();
    const name = this.#field.at(event);
    if (!name || !event.isPrimary) return;
    if (event.button === 2) {
      this.#press = { name, arrow: true };
      return;
    }
    if (event.button !== 0) return;
    this.#actions.go(name);
    if (this.#scene.isTower(name) && event.pointerType === "touch") {
      this.#timer = setTimeout(() => this.#actions.look(name), LONG_PRESS);
    }
    if (this.#scene.isReadOnly) return;
    const lifts = this.#scene.canLift(name);
    const isChosen = name === this.#scene.mover || this.#scene.hasPremove;
    // Chooses the piece on the press, so that the answer may come before the release.
    const choseOnPress = lifts && !isChosen;
    this.#press = { name, lifts, x: event.clientX, y: event.clientY, choseOnPress, dragged: false, lift: 0 };
    if (choseOnPress) this.#actions.choose(name);
    if (lifts) this.#field.drawing.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#actions.hover(this.#field.at(event));
      return;
    }
    if (press.arrow || !press.lifts) return;
    const distance = Math.hypot(event.clientX - press.x, event.clientY - press.y);
    if (!press.dragged && distance < DRAG) return;
    if (!press.dragged) {
      press.dragged = true;
      clearTimeout(this.#timer);
      this.#actions.look(null);
      this.#actions.dragging(press.name);
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
      if (name) this.#actions.draw(press.name, name, keyedColour(event));
      return;
    }
    if (press.dragged && name && name !== press.name) return this.#drop(press, name);
    this.#putBack(press.name);
    if (!press.dragged && !press.choseOnPress && name === press.name) this.#actions.choose(name);
  }

  /**
   * @param {PiecePress} press
   * @param {string} name the point where the visitor dropped the piece
   */
  #drop(press, name) {
    const { premove } = this.#scene.view;
    const piece = this.#pieces.get(press.name);
    // Dragging another piece restarts the premove.
    if (!press.choseOnPress && premove && premove.points.at(-1) !== press.name) this.#actions.choose(press.name, true);
    const isLegal = this.#scene.isNext(name) && this.#scene.mover === press.name;
    const isAwaited = press.choseOnPress && !isLegal && !this.#scene.view.premove;
    if (piece && isAwaited) {
      // The targets of the piece are not known yet: it stays where it was dropped.
      const [x, y] = this.#field.xy(name);
      piece.element.style.transform = `translate(${x}px, ${y}px)`;
      this.#dropped = { from: press.name, to: name };
    }
    this.#actions.choose(name);
    if (piece && !isAwaited) piece.element.style.transform = "";
    this.#actions.go(name);
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
    this.#actions.dragging(null);
    return press;
  }
}

/** @type {Record<string, XY>} */
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Keyboard input and its cursor. */
export class Cursor {
  #field;
  #actions;
  #name = "";
  #column = 0; // x coordinate that the cursor keeps while it moves up and down

  /** Mark of the cursor, drawn over the board. */
  mark = svg("rect", { class: "cursor", rx: 12 });

  /**
   * @param {Field} field
   * @param {CursorActions} actions
   */
  constructor(field, actions) {
    this.#field = field;
    this.#actions = actions;
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
    if (DIRECTIONS[event.key]) this.#step(DIRECTIONS[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.#actions.choose(this.#name);
    else if (event.key === "Escape" || event.key === "Backspace") this.#actions.back();
    else if (event.key === "f" || event.key === "F") this.#actions.finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {XY} direction */
  #step(direction) {
    const next = this.#field.next(this.#name, direction, this.#column);
    if (!next) return this.#actions.say(t("board_edge"));
    const isAcross = direction[0] !== 0;
    this.#name = next;
    if (isAcross) this.#column = this.#field.xy(next)[0];
    this.draw();
    this.#actions.arrive(next);
  }
}
