// The trainer: says after each move of a visitor who plays against perfect play whether the move kept the value of the
// position, and names a better move where it did not.

import { $, boot, shortForm, t } from "./page.js";
import { game } from "./play-game.js";
import { setText } from "./play-panel.js";
import { attempt, exploreProved } from "./server.js";
import { reversed } from "./sides.js";

/** Whether the visitor plays one side and perfect play the other: an engine without a level. */
const isTraining = () =>
  game.mine !== null && game.state.players.some(({ kind, level }) => kind === "engine" && level === null);

/** Ply of the judged move; null after a move was taken back. @type {number | null} */
let judged = null;

/**
 * Judges the move that led to a ply, where it is the visitor's. Without a ply, forgets the last judgement.
 * @param {number | null} ply
 */
export function judgeMove(ply) {
  const turn = ply === null ? null : game.turnAt(ply);
  if (ply !== null && (!turn || !isTraining() || !game.plays(turn.by))) return;
  judged = ply;
  setText($("trainer"), "");
  if (ply === null || !turn) return;
  // A late answer must not replace the judgement of a later move.
  const show = (/** @type {string} */ words) => judged === ply && setText($("trainer"), words);
  attempt(async () => show(await judgementOf(turn.text, ply)), show);
}

/**
 * Returns what a move was worth, in words; empty where the tables do not know it.
 * @param {string} text
 * @param {number} ply
 */
async function judgementOf(text, ply) {
  const { game: title, rules = [], position } = boot.again;
  const start = typeof position === "string" ? position : null;
  const turns = game.state.history.slice(0, ply - 1).map(({ turn }) => turn.text);
  const { tables } = await exploreProved({ game: title, rules, position: start, turns });
  const played = tables?.moves.find((move) => move.text === text);
  if (!tables || !played) return "";
  // The value of a move is that of the next position, which is the opponent's.
  const [before, after] = [tables.category, reversed[played.category]];
  if (before === "unknown" || after === "unknown") return "";
  if (before === after) return t(`train_kept_${before}`);
  return `${t(`train_${before}_${after}`)} ${t("train_better", { turn: shortForm(tables.moves[0].text) })}`;
}
