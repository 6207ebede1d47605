// The sides of the game on the page, and descriptions of their moves.

import { boot, t } from "./page.js";

/** @type {Wire.Side} */
export const white = boot.game.sides[1].colour === "white" ? "second" : "first";
/** @type {Wire.Side} */
export const black = white === "first" ? "second" : "first";
/** @param {Wire.Side} side */
export const sideName = (side) => boot.game.sides[side === "first" ? 0 : 1].name;

/**
 * Describes a move for screen readers.
 * @param {Pick<Wire.PlayedTurn, "turn" | "words">} played
 */
export const turnInWords = ({ turn, words }) => t("turn_said", { name: sideName(turn.by), words });

/**
 * Describes a claim on the capture that the opponent missed.
 * @param {string} text
 */
export const claimInWords = (text) => t("play_claim", { turn: text.replace(/^claim /, "") });

/**
 * Describes a move that is called instead of entered on the board.
 * @param {string} text
 */
export const callInWords = (text) => (["pass", "combat"].includes(text) ? t(`play_call_${text}`) : text);

/** Value of a position for one side, by its value for the other. */
export const reversed = /** @type {const} */ ({ win: "loss", draw: "draw", loss: "win", unknown: "unknown" });
