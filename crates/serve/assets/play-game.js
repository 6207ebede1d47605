// The latest state of the game from the server, and values derived from it.

import { boot } from "./page.js";

/** @type {Wire.Both<Wire.Side>} */
export const SIDES = ["first", "second"];
export const { sides } = boot.game;
/** @param {Wire.Side} side */
export const nameOf = (side) => sides[SIDES.indexOf(side)].name;

export const game = {
  state: boot.state,

  /** The ply that is looked at, null: the latest. */
  view: /** @type {number | null} */ (null),

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
   * The turn that led to a ply; none led to the start.
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
   * Whether this person plays a side.
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

  /** Side of a visitor with exactly one seat, or null. */
  get mine() {
    const { seat } = game.state;
    return sides.find((_, index) => SIDES[index] === seat) ?? null;
  },

  /** Whether a friend is still to come. */
  get isOpen() {
    return game.state.players.some(({ kind }) => kind === "open");
  },
};
