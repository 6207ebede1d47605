// Descriptions of the state of the game.

import { boot, t } from "./page.js";
import { game, nameOf, SIDES } from "./play-game.js";

/** Describes whose turn it is, or how the game has ended. */
export function statusInWords() {
  const { view, last, state } = game;
  if (view !== null) return view === 0 ? t("play_past_start") : t("play_past", { n: view, all: last });
  if (state.outcome) return verdictInWords(state.outcome);
  if (game.isOpen) return t(boot.open ? "play_open_anyone" : "play_open");
  if (state.toMove === null) return "";
  const { kind, name } = state.players[SIDES.indexOf(state.toMove)];
  if (game.plays(state.toMove) && !state.partial) return t("play_throw");
  if (state.seat === state.toMove) return t("play_your_turn");
  if (kind === "engine") return t("play_engine_thinks", { name });
  return t("play_side_turn", { side: nameOf(state.toMove) });
}

/**
 * Describes the result of the game.
 * @param {Wire.Outcome} outcome
 */
export function verdictInWords({ winner, reason }) {
  if (reason === "called_off") return t("play_called_off");
  if (winner === null) return t("play_drawn");
  if (game.mine) return t(winner === game.state.seat ? "play_won" : "play_lost");
  return boot.wins[SIDES.indexOf(winner)];
}

/**
 * Describes why the game has ended, without the result.
 * @param {Wire.Outcome} outcome
 */
export function reasonInWords({ winner, words }) {
  const result = winner === null ? t("play_drawn") : boot.wins[SIDES.indexOf(winner)];
  return words.startsWith(result) ? words.slice(result.length).replace(/^[\s:.]+/, "") : words;
}

/** Describes the offer that the visitor may answer, or returns null. */
export function offerInWords() {
  const { offer, seat } = game.state;
  if (offer === null || seat === null || offer.by === seat) return null;
  return t(`play_${offer.what}_by`, { side: nameOf(offer.by) });
}

/** Describes the visitor's own offer, or the answer to the last offer. */
export function answerInWords() {
  const { offer, declined, seat } = game.state;
  if (seat === null) return "";
  if (offer !== null) return offer.by === seat ? t(`play_${offer.what}_own`) : "";
  return declined ?? "";
}
