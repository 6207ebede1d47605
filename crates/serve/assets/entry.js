// A turn that a person is entering, point by point. Which points may follow, only the server knows: mostly it has said
// it ahead, or else it is asked at every point. This holds what was chosen so far and what the server said to it.

export class Entry {
  #ask;
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #age = 0; // grows with every reset; answers to older questions count for nothing
  /** Continuations before any huff or claim. @type {Wire.Partial | null} */
  #plain = null;
  /** What the server has said ahead. @type {Wire.Ahead | null} */
  #ahead = null;
  /** #said[k]: what may follow the first k points. @type {(Entered | null)[]} */
  #said = [];
  /** @type {string[]} */
  #points = [];
  /** What each point was. @type {(Wire.Ask | null)[]} */
  #kinds = [];
  /** @type {string | null} */
  #claim = null;
  /** @type {string | null} */
  #huff = null;

  /** Why the last choice was refused, in words. @type {string | null} */
  refusal = null;

  /** @param {(request: Wire.PartialAsk) => Promise<Wire.Partial | null>} ask asks the server what may follow */
  constructor(ask) {
    this.#ask = ask;
  }

  /**
   * Forgets everything chosen, for a position in which this may be done (null: nothing) and may come of it (null: the
   * server is to be asked).
   * @param {Wire.Partial | null} partial
   * @param {Wire.Ahead | null} ahead
   */
  reset(partial, ahead = null) {
    this.#age += 1;
    this.#queue = Promise.resolve();
    this.#plain = partial;
    this.#ahead = ahead;
    this.#said = [partial];
    this.#points = [];
    this.#kinds = [];
    this.#claim = this.#huff = this.refusal = null;
  }

  /** What may follow now, and why the last choice was refused; null if it is not this person's turn. */
  get partial() {
    const said = this.#said.at(-1);
    return said ? { ...said, refused: this.refusal } : null;
  }

  /** The chosen points, as a request to the server. */
  get request() {
    return { claim: this.#claim, huff: this.#huff, points: [...this.#points] };
  }

  /** The points by which a turn can begin. */
  get starts() {
    return this.#said[0]?.next ?? [];
  }

  /** Where the piece stands that is on its way, or null. */
  get mover() {
    const last = this.#kinds.findLastIndex((kind) => kind === "start" || kind === "go");
    return last < 0 ? null : this.#points[last];
  }

  /** Whether anything was chosen. */
  get begun() {
    return this.#points.length > 0 || this.#huff !== null || this.#claim !== null;
  }

  /** Whether more was done than to pick a piece up. */
  get underWay() {
    return this.#points.length > 1 || this.#kinds.includes("enter");
  }

  /** The turn as it stands, if it may end here. */
  get complete() {
    return (this.begun && this.partial?.complete) || null;
  }

  /**
   * Chooses a point.
   * @param {string} point
   */
  choose(point) {
    return this.#inTurn(async () => {
      const [first] = this.#said;
      if (!first || !this.partial) return "refused";
      if (this.partial.next.includes(point)) return this.#take(point);
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

  /** Ends the turn as it stands. */
  finish() {
    return this.#inTurn(() => (this.complete ? { done: this.complete } : "refused"));
  }

  /** Takes back the last point, or else the huff, or else the claim. */
  back() {
    return this.#inTurn(() => {
      if (this.#points.length > 0) return this.#cutTo(this.#points.length - 1);
      if (this.#huff !== null) return this.#begin({ huff: null });
      if (this.#claim !== null) return this.#begin({ claim: null });
      return "refused";
    });
  }

  /**
   * Makes a claim, or takes it back.
   * @param {string} text
   */
  claim(text) {
    return this.#inTurn(() => this.#begin({ claim: this.#claim === text ? null : text, huff: null }));
  }

  /**
   * Clicks may come faster than answers: each waits for the one before it.
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
   * What the server has said ahead of a request; null where it is to be asked.
   * @param {Wire.PartialAsk} request
   * @returns {Entered | null}
   */
  #known({ claim, huff, points }) {
    if (!this.#plain || !this.#ahead) return null;
    const isPlain = claim === null && huff === null;
    const begun = isPlain
      ? { partial: this.#plain, steps: this.#ahead.steps }
      : this.#ahead.beginnings.find((other) => other.claim === claim && other.huff === huff);
    if (!begun || points.length === 0) return begun?.partial ?? null;
    let { steps } = begun;
    /** @type {Wire.Step | undefined} */
    let step;
    for (const point of points) {
      step = steps.find((other) => other.point === point);
      steps = step?.next ?? [];
    }
    return step ? stepped(begun.partial, step, points.length) : null;
  }

  /**
   * Null if something else has begun in the meantime.
   * @param {Wire.PartialAsk} request
   * @returns {Promise<Entered | null>}
   */
  async #answer(request) {
    const known = this.#known(request);
    if (known) return known;
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
    const kind = this.partial?.asks ?? null;
    const answer = await this.#answer({ ...this.request, points: [...this.#points, point] });
    if (!answer) return "changed";
    if (answer.refused) return this.#refuse(answer.refused);
    this.#points.push(point);
    this.#kinds.push(kind);
    this.#said.push(answer);
    return this.#doneOrChanged();
  }

  /**
   * @param {{ claim?: string | null, huff?: string | null }} change
   * @returns {Promise<Choice>}
   */
  async #begin(change) {
    /** @type {Wire.PartialAsk} */
    const request = { claim: this.#claim, huff: this.#huff, points: [], ...change };
    const isPlain = request.claim === null && request.huff === null;
    const answer = isPlain ? this.#plain : await this.#answer(request);
    if (!answer) return "changed";
    if (!isPlain && answer.refused) return this.#refuse(answer.refused);
    this.#cutTo(0);
    this.#claim = request.claim;
    this.#huff = request.huff;
    this.#said = [answer];
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
    this.#points.length = this.#kinds.length = length;
    this.#said.length = length + 1;
    return "changed";
  }

  /** @returns {Choice} */
  #doneOrChanged() {
    const { complete, partial } = this;
    return complete && partial?.next.length === 0 ? { done: complete } : "changed";
  }
}

/**
 * What is said of a turn after a step, which is so many points from what was said before them.
 * @param {Wire.Partial} before
 * @param {Wire.Step} step
 * @param {number} named
 * @returns {Entered}
 */
function stepped(before, step, named) {
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
    // Nothing is huffed any more once a piece is on its way or has entered.
    huffable: named > 1 || before.asks === "enter" ? [] : before.huffable,
  };
}
