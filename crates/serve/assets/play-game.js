// The game as the server last told it, and what follows from that.

import { boot } from "./page.js";

export const SIDES = ["first", "second"];
export const { sides } = boot.game;
export const nameOf = (side) => sides[SIDES.indexOf(side)].name;

export const game = {
  state: boot.state,

  /** The ply that is looked at, null: the latest. */
  view: null,

  get last() {
    return game.state.history.length;
  },

  get shown() {
    return game.view ?? game.last;
  },

  positionAt(ply) {
    return ply === 0 ? game.state.start : game.state.history[ply - 1].position;
  },

  /** The turn that led to a ply; none led to the start. */
  turnAt(ply) {
    return ply === 0 ? null : game.state.history[ply - 1].turn;
  },

  /** Whether this person plays a side. */
  plays(side) {
    const { seat } = game.state;
    return side !== null && (seat === side || seat === "both");
  },

  get isMyTurn() {
    const { end, toMove, partial } = game.state;
    return !end && game.plays(toMove) && partial !== null;
  },

  /** The side of a person who plays one side only, or null. */
  get mine() {
    return sides[SIDES.indexOf(game.state.seat)] ?? null;
  },

  /** Whether a friend is still to come. */
  get isOpen() {
    return game.state.players.some(({ kind }) => kind === "open");
  },
};
