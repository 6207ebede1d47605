// The text field of a game file, with line numbers that show findings, and navigation to a place in the file.

import { $, make } from "./page.js";

/** Maximum number of numbered lines; hand-written files are shorter. */
const NUMBERED = 5000;

export class Editor {
  #text = $("text");
  #lines = $("lines");
  /** Kind of the most severe finding of a line, by line number. @type {Map<number, string>} */
  #marks = new Map();

  /** @param {() => void} changed called when the text has changed */
  constructor(changed) {
    this.#text.addEventListener("input", () => {
      this.#number();
      changed();
    });
    this.#text.addEventListener("scroll", () => this.#follow(), { passive: true });
  }

  get text() {
    return this.#text.value;
  }

  set text(text) {
    this.#text.value = text;
    this.#text.scrollTop = 0;
    this.#marks.clear();
    this.#number();
  }

  /**
   * Marks the lines with findings; the first finding of a line has precedence.
   * @param {{ line: number, kind: string }[]} findings
   */
  mark(findings) {
    this.#marks.clear();
    for (const { line, kind } of findings) if (!this.#marks.has(line)) this.#marks.set(line, kind);
    this.#number();
  }

  /**
   * Goes to a place, and selects the rest of its line.
   * @param {number} line from 1
   * @param {number} column in characters, from 1
   */
  go(line, column) {
    const lines = this.text.split("\n");
    const before = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0);
    const here = lines[line - 1] ?? "";
    const start = [...here].slice(0, column - 1).join("").length;
    this.#text.focus();
    this.#text.setSelectionRange(before + start, before + here.length);
    const height = this.#text.scrollHeight / lines.length;
    this.#text.scrollTop = (line - 1) * height - this.#text.clientHeight / 3;
    this.#text.scrollLeft = 0;
  }

  #number() {
    const count = Math.min(this.text.split("\n").length, NUMBERED);
    /** @type {(Node | string)[]} */
    const parts = [];
    let plain = "";
    for (let line = 1; line <= count; line++) {
      const kind = this.#marks.get(line);
      if (!kind) {
        plain += `${line}\n`;
        continue;
      }
      parts.push(plain, make("span", { class: kind }, `${line}`), "\n");
      plain = "";
    }
    this.#lines.replaceChildren(...parts, plain);
    this.#follow();
  }

  #follow() {
    this.#lines.scrollTop = this.#text.scrollTop;
  }
}
