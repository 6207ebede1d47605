// The latest state of the game from the server, and values derived from it.

import { boot } from "./page.js";

/** @type {Both<Wire.Side>} */
export const SIDES = ["first", "second"];
export const { sides } = boot.game;
/** @param {Wire.Side} side */
export const nameOf = (side) => sides[SIDES.indexOf(side)].name;

export const game = {
  state: boot.state,

  /** Ply of the position on the board; null shows the latest position. */
  view: /** @type {number | null} */ (null),

  /** The bad moves of a reviewed game, by ply. @type {Map<number, JudgedTurn>} */
  slips: new Map(),

  get last() {
    return game.state.history.length;
  },

  get shown() {
    return game.view ?? game.last;
  },

  /** @param {number} ply */
  positionAt(ply) {
    return ply === 0 ? game.state.start : game.state.history[ply - 1].position;
  },

  /**
   * Returns the move that led to a ply, or null for the start.
   * @param {number} ply
   */
  playedAt(ply) {
    return ply === 0 ? null : game.state.history[ply - 1];
  },

  /** @param {number} ply */
  turnAt(ply) {
    return game.playedAt(ply)?.turn ?? null;
  },

  /**
   * Returns whether the visitor plays a side.
   * @param {Wire.Side | null} side
   */
  plays(side) {
    const { seat } = game.state;
    return side !== null && (seat === side || seat === "both");
  },

  get isMyTurn() {
    const { outcome, toMove, partial } = game.state;
    return !outcome && game.plays(toMove) && partial !== null;
  },

  /** Side of the visitor, or null for one with both seats or none. */
  get mine() {
    const { seat } = game.state;
    return sides.find((_, index) => SIDES[index] === seat) ?? null;
  },

  /** Whether a seat is open. */
  get isOpen() {
    return game.state.players.some(({ kind }) => kind === "open");
  },
};
