// The game in words.

import { boot, t } from "./page.js";
import { game, nameOf, SIDES } from "./play-game.js";

/**
 * A turn that is called and not moved.
 * @param {string} text
 */
export const callInWords = (text) => (["pass", "combat"].includes(text) ? t(`play_call_${text}`) : text);

/**
 * A turn as it is said aloud.
 * @param {Wire.Turn} turn
 */
export function turnInWords(turn) {
  const parts = [];
  if (turn.claim) parts.push(t("play_said_claims", { points: turn.claim.path.join(", ") }));
  if (turn.huff) parts.push(t("play_said_huffs", { points: turn.huff }));
  if (turn.drops.length > 0) parts.push(t("play_said_enters", { points: turn.drops.join(", ") }));
  if (turn.path.length > 0) parts.push(t("play_said_move", { from: turn.path[0], to: turn.path.slice(1).join(", ") }));
  const taken = turn.captures.flat();
  if (taken.length > 0) parts.push(t("play_said_takes", { points: taken.join(", ") }));
  if (turn.removed.length > 0) parts.push(t("play_said_removes", { points: turn.removed.join(", ") }));
  if (turn.roll) parts.push(t("play_dice", { n: turn.roll.join(", ") }));
  if (parts.length === 0) parts.push(callInWords(turn.text));
  return t("play_said", { name: nameOf(turn.by), words: parts.join(", ") });
}

/** Whose turn it is, or how the game has ended. */
export function statusInWords() {
  const { view, last, state } = game;
  if (view !== null) return view === 0 ? t("play_past_start") : t("play_past", { n: view, all: last });
  if (state.outcome) return endInWords(state.outcome);
  if (game.isOpen) return t(boot.open ? "play_open_anyone" : "play_open");
  if (state.toMove === null) return "";
  const { kind, name } = state.players[SIDES.indexOf(state.toMove)];
  if (game.plays(state.toMove) && !state.partial) return t("play_throw");
  if (state.seat === state.toMove) return t("play_your_turn");
  if (kind === "engine") return t("play_engine_thinks", { name });
  return t("play_side_turn", { side: nameOf(state.toMove) });
}

/**
 * Who has won, and how.
 * @param {Wire.Outcome} outcome
 */
export function endInWords(outcome) {
  if (outcome.reason === "called_off") return t("play_called_off");
  return [verdict(outcome), outcome.result].filter(Boolean).join(" · ");
}

/** @param {Wire.Outcome} outcome */
function verdict({ winner }) {
  if (winner === null) return t("play_drawn");
  if (game.mine) return t(winner === game.state.seat ? "play_won" : "play_lost");
  return nameOf(winner);
}
