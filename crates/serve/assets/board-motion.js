// Animation of a move, hop by hop, until it ends or is halted.

import { cross } from "./board-marks.js";

const HOP = 240; // milliseconds
const STEP = 130; // milliseconds, for hops that the visitor enters

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

const speedOf = () => document.documentElement.dataset.animation;
/** Returns whether animations are off: by preference or choice. */
const isOff = () => reducedMotion.matches || speedOf() === "off";
/** Returns whether moves are not animated, also because the page is hidden. */
export const isStill = () => isOff() || document.hidden;
/** Returns the duration of a part of an animation at the chosen speed. @param {number} duration */
const paced = (duration) => (speedOf() === "fast" ? duration / 2 : duration);

export class Motion {
  #field;
  #pieces;
  #onHop;
  /** @type {MotionRun | null} */
  #run = null;

  /**
   * @param {Field} field
   * @param {Pieces} pieces
   * @param {(taken: number) => void} onHop called after each hop with the number of captured pieces
   */
  constructor(field, pieces, onHop) {
    this.#field = field;
    this.#pieces = pieces;
    this.#onHop = onHop;
  }

  /**
   * Animates a move. Returns whether it ended without being halted.
   * @param {Wire.Turn} turn
   * @param {BoardPosition} before
   * @param {BoardPosition} after
   * @param {MotionContext} context
   */
  async play(turn, before, after, context) {
    let halt = () => {};
    /** @type {Promise<void>} */
    const halted = new Promise((resolve) => {
      halt = resolve;
    });
    /** @type {MotionRun} */
    const run = { over: false, motions: new Set(), crosses: [], halted, halt };
    this.#run = run;
    await this.#hops(run, turn, before, after, context);
    return !run.over;
  }

  halt() {
    const run = this.#run;
    if (!run) return;
    this.#run = null;
    run.over = true;
    for (const motion of run.motions) motion.cancel();
    for (const mark of run.crosses) mark.remove();
    run.halt();
  }

  /**
   * Animates a hop that the visitor has entered. The piece is already drawn at its new point.
   * @param {Element} element
   * @param {string} from
   * @param {string} to
   */
  step(element, from, to) {
    if (!isOff()) element.animate(this.#path(from, to), { duration: paced(STEP), easing: "ease-out" });
  }

  /**
   * @param {MotionRun} run
   * @param {Wire.Turn} turn
   * @param {BoardPosition} before
   * @param {BoardPosition} after
   * @param {MotionContext} context
   */
  async #hops(run, turn, before, after, { man, earlier, stays }) {
    let columns = { ...before.pieces };
    /** @param {string} name */
    const take = (name) => {
      const column = columns[name] ?? "";
      if (column.length > 1) columns[name] = column.slice(0, -1);
      else delete columns[name];
      return column.slice(-1);
    };
    /** @type {(path: string[], captures: string[][], under: boolean) => Promise<void>} */
    const follow = async (path, captures, under) => {
      /** Captured pieces that stay on the board until the last hop. @type {string[]} */
      let standing = [];
      for (let hop = 1; hop < path.length && !run.over; hop += 1) {
        const [from, to] = [path[hop - 1], path[hop]];
        const taken = captures[hop - 1] ?? [];
        const isEarly = stays && hop + 1 < path.length;
        const leaving = isEarly ? [] : [...standing, ...taken];
        if (isEarly) standing = [...standing, ...taken];
        const fading = leaving.map((name) => this.#fade(run, name, (columns[name] ?? "").length > 1));
        await Promise.all([this.#glide(run, from, to), ...fading]);
        if (run.over) return;
        if (isEarly) this.#crossOut(run, taken);
        this.#onHop(taken.length);
        const prisoners = leaving.map(take).reverse().join("");
        const column = columns[from] ?? "";
        delete columns[from];
        columns[to] = (under ? prisoners : "") + column;
        this.#pieces.carry(from, to, columns[to]);
        this.#settle(run, columns);
        if (hop + 1 < path.length) await this.#wait(run, 70);
      }
    };
    /** @type {(path: string[], from: BoardPosition["pieces"]) => boolean} */
    const goesUnder = (path, from) => (after.pieces[path.at(-1) ?? ""]?.length ?? 0) > (from[path[0]]?.length ?? 1);
    if (turn.claim && earlier) {
      columns = { ...earlier.pieces };
      this.#settle(run, columns);
      await this.#wait(run, HOP);
      const captures = turn.claim.captures.map((taken) => [taken].flat());
      await follow(turn.claim.path, captures, goesUnder(turn.claim.path, earlier.pieces));
    }
    for (const name of [turn.huff, ...turn.drops]) {
      if (run.over) return;
      if (name === null) continue;
      if (name === turn.huff) {
        await this.#fade(run, name);
        take(name);
      } else {
        columns[name] = man;
      }
      if (run.over) return;
      this.#settle(run, columns);
      this.#onHop(name === turn.huff ? 1 : 0);
      await this.#wait(run, 120);
    }
    if (run.over) return;
    await follow(turn.path, turn.captures, goesUnder(turn.path, before.pieces));
    for (const name of turn.removed) {
      if (run.over) return;
      await this.#fade(run, name);
      take(name);
      if (run.over) return;
      this.#settle(run, columns);
      this.#onHop(1);
    }
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #path(from, to) {
    return [from, to].map((name) => {
      const [x, y] = this.#field.xy(name);
      return { transform: `translate(${x}px, ${y}px)` };
    });
  }

  /**
   * @param {MotionRun} run
   * @param {string} from
   * @param {string} to
   */
  async #glide(run, from, to) {
    const piece = this.#pieces.get(from);
    if (!piece) return;
    this.#pieces.raise(piece);
    await this.#animate(run, piece.element, this.#path(from, to));
  }

  /**
   * Marks captured pieces that are still on the board.
   * @param {MotionRun} run
   * @param {string[]} names
   */
  #crossOut(run, names) {
    for (const name of names) {
      const mark = cross([0, 0], 13);
      this.#pieces.get(name)?.element.append(mark);
      run.crosses.push(mark);
    }
  }

  /**
   * @param {MotionRun} run
   * @param {string} name
   */
  async #fade(run, name, onlyTop = false) {
    const element = this.#pieces.get(name)?.element;
    const part = onlyTop ? element?.querySelector("use:last-of-type") : element;
    if (part) await this.#animate(run, part, [{ opacity: 1 }, { opacity: 1, offset: 0.4 }, { opacity: 0 }]);
  }

  /**
   * @param {MotionRun} run
   * @param {Element} element
   * @param {Keyframe[]} frames
   */
  async #animate(run, element, frames) {
    const motion = element.animate(frames, { duration: paced(HOP), easing: "ease-in-out", fill: "forwards" });
    run.motions.add(motion);
    // The browser pauses animations of a hidden page, so a timer ends the wait.
    await Promise.race([motion.finished.catch(() => {}), this.#wait(run, HOP + 100), run.halted]);
  }

  /**
   * Draws the columns, and cancels the animations that have moved them.
   * @param {MotionRun} run
   * @param {BoardPosition["pieces"]} columns
   */
  #settle(run, columns) {
    this.#pieces.place(columns);
    for (const motion of run.motions) motion.cancel();
    run.motions.clear();
  }

  /**
   * @param {MotionRun} run
   * @param {number} duration
   */
  #wait(run, duration) {
    return Promise.race([new Promise((resolve) => setTimeout(resolve, paced(duration))), run.halted]);
  }
}
