/** `<quirkat-board>`: a board with playable rules. `docs/how-to/board-element.md` describes its attributes. */
export class QuirkatBoard extends HTMLElement {
  /** The moves so far, in notation. Setting them plays other moves from the start. */
  turns: string[];
  /** The FEN of the position; empty before the module is loaded. */
  readonly position: string;
  /** Begins again with the attributes. */
  restart(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "quirkat-board": QuirkatBoard;
  }
}
