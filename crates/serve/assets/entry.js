// A move that the visitor enters point by point. The server determines the legal continuations: usually it has sent
// them all in advance, otherwise they are requested after each point. Entry stores the chosen points with their
// continuations.

import { nextOf } from "./board-scene.js";

export class Entry {
  #ask;
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #age = 0; // grows with every reset: answers to earlier requests are discarded
  /** Continuations without a huff or claim. @type {Wire.Partial | null} */
  #plain = null;
  /** All continuations that the server has sent in advance. @type {Wire.TurnTree | null} */
  #ahead = null;
  /** #partials[k]: continuations of the first k points. @type {(EnteredPartial | null)[]} */
  #partials = [];
  /** @type {string[]} */
  #points = [];
  /** Role of each point. @type {(Wire.PointRole | null)[]} */
  #roles = [];
  /** @type {string | null} */
  #claim = null;
  /** @type {string | null} */
  #huff = null;

  /** Reason why the last choice was refused. @type {string | null} */
  refusal = null;

  /** @param {(request: PartialTurn) => Promise<Wire.Partial | null>} ask requests continuations */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * Begins a new move.
   * @param {Wire.Partial | null} partial the first choices, or null if the visitor cannot move
   * @param {Wire.TurnTree | null} ahead all continuations, or null if they must be requested
   */
  reset(partial, ahead = null) {
    this.#age += 1;
    this.#queue = Promise.resolve();
    this.#plain = partial;
    this.#ahead = ahead;
    this.#partials = [partial];
    this.#points = [];
    this.#roles = [];
    this.#claim = this.#huff = this.refusal = null;
  }

  /** Current continuations, with the reason of the last refusal; null if the visitor cannot move. */
  get partial() {
    const current = this.#partials.at(-1);
    return current ? { ...current, refused: this.refusal } : null;
  }

  /** The chosen points, as a request to the server. */
  get request() {
    return { claim: this.#claim, huff: this.#huff, points: [...this.#points] };
  }

  /** The points with which a move can begin. */
  get starts() {
    return this.#partials[0]?.next ?? [];
  }

  /** Current point of the moving piece, or null. */
  get mover() {
    const last = this.#roles.findLastIndex((role) => role === "start" || role === "go");
    return last < 0 ? null : this.#points[last];
  }

  /** Whether the visitor has chosen a point, a huff or a claim. */
  get begun() {
    return this.#points.length > 0 || this.#huff !== null || this.#claim !== null;
  }

  /** Whether the visitor has chosen more than the piece to move. */
  get underWay() {
    return this.#points.length > 1 || this.#roles.includes("enter");
  }

  /** Text of the move if it may end here, or null. */
  get complete() {
    return (this.begun && this.partial?.complete) || null;
  }

  /**
   * Chooses a point.
   * @param {string} point
   */
  choose(point) {
    return this.#inTurn(async () => {
      const [first] = this.#partials;
      if (!first || !this.partial) return "refused";
      const next = nextOf(this.partial, point);
      if (next) return this.#take(next);
      if (this.#points.length > 0 && (point === this.#points.at(-1) || point === this.mover)) {
        if (!this.underWay) return this.#cutTo(0);
        return this.complete ? { done: this.complete } : this.#why(point);
      }
      if (!this.underWay && first.next.includes(point)) {
        this.#cutTo(0);
        return this.#take(point);
      }
      if (!this.underWay && first.huffable.includes(point)) {
        return this.#begin({ huff: this.#huff === point ? null : point });
      }
      return this.#why(point);
    });
  }

  /** Ends the move here. */
  finish() {
    return this.#inTurn(() => (this.complete ? { done: this.complete } : "refused"));
  }

  /** Takes back the last point, else the huff, else the claim. */
  back() {
    return this.#inTurn(() => {
      if (this.#points.length > 0) return this.#cutTo(this.#points.length - 1);
      if (this.#huff !== null) return this.#begin({ huff: null });
      if (this.#claim !== null) return this.#begin({ claim: null });
      return "refused";
    });
  }

  /**
   * Adds a claim, or removes the same claim.
   * @param {string} text
   */
  claim(text) {
    return this.#inTurn(() => this.#begin({ claim: this.#claim === text ? null : text, huff: null }));
  }

  /**
   * Runs an action after all earlier ones, because choices may come faster than answers.
   * @param {() => Choice | Promise<Choice>} work
   * @returns {Promise<Choice>}
   */
  #inTurn(work) {
    const age = this.#age;
    const result = this.#queue.then(async () => {
      if (age !== this.#age) return "changed";
      this.refusal = null;
      return work();
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  /**
   * Returns the continuations that the server has sent in advance, or null if they must be requested.
   * @param {PartialTurn} request
   * @returns {EnteredPartial | null}
   */
  #sentAhead({ claim, huff, points }) {
    if (!this.#plain || !this.#ahead) return null;
    const isPlain = claim === null && huff === null;
    const begun = isPlain
      ? { partial: this.#plain, steps: this.#ahead.steps }
      : this.#ahead.beginnings.find((other) => other.claim === claim && other.huff === huff);
    if (!begun || points.length === 0) return begun?.partial ?? null;
    let { steps } = begun;
    /** @type {Wire.TurnStep | undefined} */
    let step;
    for (const point of points) {
      step = steps.find((other) => other.point === point);
      steps = step?.next ?? [];
    }
    return step ? stepped(begun.partial, step, points.length) : null;
  }

  /**
   * Returns continuations, or null if the entry was reset meanwhile.
   * @param {PartialTurn} request
   * @returns {Promise<EnteredPartial | null>}
   */
  async #answer(request) {
    const ahead = this.#sentAhead(request);
    if (ahead) return ahead;
    const age = this.#age;
    try {
      const answer = await this.#ask(request);
      return age === this.#age ? answer : null;
    } catch (error) {
      if (age === this.#age) throw error;
      return null;
    }
  }

  /**
   * @param {string} point
   * @returns {Promise<Choice>}
   */
  async #take(point) {
    const role = this.partial?.asks ?? null;
    const answer = await this.#answer({ ...this.request, points: [...this.#points, point] });
    if (!answer) return "changed";
    if (answer.refused) return this.#refuse(answer.refused);
    this.#points.push(point);
    this.#roles.push(role);
    this.#partials.push(answer);
    return this.#doneOrChanged();
  }

  /**
   * @param {{ claim?: string | null, huff?: string | null }} change
   * @returns {Promise<Choice>}
   */
  async #begin(change) {
    /** @type {PartialTurn} */
    const request = { claim: this.#claim, huff: this.#huff, points: [], ...change };
    const isPlain = request.claim === null && request.huff === null;
    const answer = isPlain ? this.#plain : await this.#answer(request);
    if (!answer) return "changed";
    if (!isPlain && answer.refused) return this.#refuse(answer.refused);
    this.#cutTo(0);
    this.#claim = request.claim;
    this.#huff = request.huff;
    this.#partials = [answer];
    return this.#doneOrChanged();
  }

  /**
   * @param {string} point
   * @returns {Promise<Choice>}
   */
  async #why(point) {
    const answer = await this.#answer({ ...this.request, points: [...this.#points, point] });
    return answer ? this.#refuse(answer.refused) : "changed";
  }

  /**
   * @param {string | null} words
   * @returns {Choice}
   */
  #refuse(words) {
    this.refusal = words;
    return "refused";
  }

  /**
   * @param {number} length
   * @returns {Choice}
   */
  #cutTo(length) {
    this.#points.length = this.#roles.length = length;
    this.#partials.length = length + 1;
    return "changed";
  }

  /** @returns {Choice} */
  #doneOrChanged() {
    const { complete, partial } = this;
    return complete && partial?.next.length === 0 ? { done: complete } : "changed";
  }
}

/**
 * Returns the continuations after a step.
 * @param {Wire.Partial} before the continuations before the first point
 * @param {Wire.TurnStep} step
 * @param {number} count number of chosen points
 * @returns {EnteredPartial}
 */
function stepped(before, step, count) {
  const pieces = { ...before.position.pieces };
  for (const [name, column] of Object.entries(step.changed ?? {})) {
    if (column) pieces[name] = column;
    else delete pieces[name];
  }
  return {
    ...before,
    next: (step.next ?? []).map(({ point }) => point),
    asks: step.asks ?? null,
    complete: step.complete ?? null,
    position: { ...before.position, pieces },
    gone: step.gone ?? [],
    takes: step.asks === "tell" ? takesOf(step) : {},
    // A huff precedes the move of a piece.
    huffable: count > 1 || before.asks === "enter" ? [] : before.huffable,
  };
}

/**
 * Returns the points that each next point captures.
 * @param {Wire.TurnStep} step
 */
function takesOf({ gone = [], next = [] }) {
  const taken = (/** @type {Wire.TurnStep} */ after) => (after.gone ?? []).filter((name) => !gone.includes(name));
  return Object.fromEntries(next.map((after) => [after.point, taken(after)]));
}
