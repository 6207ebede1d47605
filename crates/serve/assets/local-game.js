// A game that the page itself plays: moves of its visitors, the engine and the dice. The server stores nothing of it.

import { endsOf } from "./board-marks.js";
import { Entry } from "./entry.js";
import { listen, tell, tried } from "./entry-board.js";
import { extras } from "./entry-extras.js";
import { $, t } from "./page.js";
import { advise, explore, reply } from "./server.js";
import { sideName, turnInWords } from "./sides.js";

/** Minimum time before the engine moves, in milliseconds. */
const PAUSE = 600;

const pause = () => new Promise((done) => setTimeout(done, PAUSE));

export class LocalGame {
  /** @type {string[]} */
  turns = [];
  /** Answer to the moves. @type {Wire.Exploration | null} */
  answer = null;
  /** Text of the hint. */
  advice = "";
  entry;

  /** Game, house rules and start position. */
  #start;
  #engine;
  #shown;
  #board = $("board");
  /** Points of the hint. @type {string[]} */
  #hinted = [];
  #isMoving = false;
  #visit = 0; // grows when the position changes: answers to earlier requests are discarded

  /**
   * @param {Omit<Line, "turns">} start
   * @param {() => { side: Wire.Side | null, level: number }} engine returns the side that the engine plays, and its level
   * @param {() => void} shown called when the page has to show the game anew
   */
  constructor(start, engine, shown) {
    this.#start = start;
    this.#engine = engine;
    this.#shown = shown;
    this.entry = new Entry(async (partial) => (await explore({ ...this.#at(), partial })).partial);
    listen(this.entry, (act, point) => this.#step(act, point));
  }

  /** @param {string[]} turns */
  #at(turns = this.turns) {
    return { ...this.#start, turns };
  }

  /** Whether the next move is the engine's or a throw. */
  get isAutomatic() {
    return this.answer !== null && (this.answer.chance || this.answer.toMove === this.#engine().side);
  }

  /** Whether no visitor can move now. */
  get isClosed() {
    return this.#isMoving || this.isAutomatic || !this.entry.partial;
  }

  /** Whether a move is partly entered or a hint is shown. */
  get isBegun() {
    return this.entry.begun || this.#hinted.length > 0;
  }

  /** The result in words, or whose turn it is. */
  get status() {
    if (!this.answer) return "";
    const { outcome, toMove, chance } = this.answer;
    if (outcome) return outcome.words;
    if (!toMove) return "";
    if (chance) return t("play_throw");
    return t(this.isAutomatic ? "museum_thinks" : "museum_turn", { side: sideName(toMove) });
  }

  /** The next step in words; empty while no visitor can move. */
  get task() {
    if (this.isClosed) return "";
    if (this.entry.complete) return t("play_hint_complete");
    const asks = this.entry.partial?.asks;
    return asks ? t(`play_hint_${asks}`) : "";
  }

  show() {
    const { answer, entry, isClosed } = this;
    if (!answer) return;
    const { begun, complete, partial, request } = entry;
    this.#board.readOnly = isClosed;
    this.#board.show(begun && partial ? partial.position : answer.position, {
      last: begun ? null : (answer.history.at(-1)?.turn ?? null),
      ...(isClosed ? {} : { partial, ask: request, mover: entry.mover, starts: entry.starts }),
      circles: begun ? [] : this.#hinted.map((point) => [point, null]),
    });
    $("entry-done").disabled = !complete || isClosed;
    $("entry-back").disabled = !begun || isClosed;
    $("extras").replaceChildren(...(isClosed ? [] : extras(entry, (act) => this.#step(act))));
    $("hint").disabled = isClosed;
    tell(this.status);
    const words = this.advice || this.task;
    if ($("advice").textContent !== words) $("advice").textContent = words;
    this.#shown();
  }

  /**
   * Handles a choice: it extends the partial move, completes it, or is refused.
   * @param {() => Choice | Promise<Choice>} act
   * @param {string | null} point
   */
  async #step(act, point = null) {
    if (this.#isMoving || this.isAutomatic) return;
    const request = this.#visit;
    await tried(async () => {
      const outcome = await act();
      if (request !== this.#visit) return;
      if (typeof outcome === "object") return this.#play(outcome.done);
      this.show();
      if (outcome === "refused" && this.entry.refusal) this.#board.refuse(point, this.entry.refusal);
    });
  }

  /** Discards the entered move. */
  #resetEntry() {
    this.entry.reset(this.answer?.partial ?? null, this.answer?.ahead);
    this.show();
  }

  #clearHint() {
    this.#hinted = [];
    this.advice = "";
  }

  /**
   * Plays a move, and the automatic moves after it.
   * @param {string} text
   */
  async #play(text) {
    const request = ++this.#visit;
    const isOwn = !this.isAutomatic;
    const turns = [...this.turns, text];
    const answer = await explore(this.#at(turns));
    if (request !== this.#visit) return;
    this.turns = turns;
    this.answer = answer;
    this.#clearHint();
    const { history, start } = answer;
    const [earlier, before] = [-3, -2].map((ply) => history.at(ply)?.position ?? start);
    const played = history[history.length - 1];
    // The visitor has seen the entered hops: no animation.
    if (!isOwn) {
      this.#isMoving = true;
      await this.#board.playTurn(played.turn, before, played.position, earlier);
      if (request !== this.#visit) return;
      this.#isMoving = false;
      this.#board.say(turnInWords(played));
    }
    this.#resetEntry();
    await this.#goOn();
  }

  /** Plays the moves of the engine and the dice until a visitor must move. */
  async #goOn() {
    if (!this.isAutomatic || this.answer?.outcome) return;
    const request = this.#visit;
    const [turn] = await Promise.all([reply(this.#at(), this.#engine().level), pause()]);
    if (request === this.#visit) await this.#play(turn.text);
  }

  /**
   * Shows the position after some moves, and continues there.
   * @param {string[]} turns
   */
  async goTo(turns) {
    const request = ++this.#visit;
    this.#clearHint();
    this.#isMoving = false;
    await tried(async () => {
      const answer = await explore(this.#at(turns));
      if (request !== this.#visit) return;
      this.turns = turns;
      this.answer = answer;
      this.#resetEntry();
      await this.#goOn();
    });
  }

  /** Moves up to the last one of a visitor, without it; undefined before the first. */
  get beforeLastMove() {
    const { side } = this.#engine();
    const last = this.answer?.history.findLastIndex(({ turn }) => turn.by !== side && !turn.roll) ?? -1;
    return last < 0 ? undefined : this.turns.slice(0, last);
  }

  /** Shows a hint. */
  async hint() {
    const request = this.#visit;
    await tried(async () => {
      const { turn, words } = await advise(this.#at());
      if (request !== this.#visit) return;
      this.#hinted = endsOf(turn);
      this.advice = words;
      this.#resetEntry();
    });
  }

  /** Shows the sentences anew, which name squares as the visitor has chosen. */
  async rename() {
    const request = this.#visit;
    this.#clearHint();
    await tried(async () => {
      const answer = await explore(this.#at());
      if (request !== this.#visit) return;
      this.answer = answer;
      this.#resetEntry();
    });
  }
}
