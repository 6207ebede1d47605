// A board for frames of other pages: shows one position, and links to its analysis.

import { heldUpright } from "./board.js";
import { $, boot, t } from "./page.js";
import { analysisOf, explore } from "./server.js";

const board = $("board");
const { game, rules = [], position = null } = boot;
const turns = boot.turns ?? [];

$("analysis").href = analysisOf(game.title, rules, position, { turns: turns.join(";") });

board.sides = game.sides;
board.readOnly = true;
// A long board stands on its short side in portrait orientation.
const stand = () => (board.upright = boot.board.isLong && heldUpright.matches);
stand();
heldUpright.addEventListener("change", stand);
board.flip = new URLSearchParams(location.search).get("flip") === "1";
try {
  const [answer] = await Promise.all([explore({ game: game.title, rules, position, turns }), board.load(boot.board)]);
  board.show(answer.position, { last: answer.history.at(-1)?.turn ?? null });
  const side = answer.toMove && game.sides[answer.toMove === "first" ? 0 : 1].name;
  $("status").textContent = answer.outcome ? answer.outcome.words : t("ana_to_move", { side });
} catch (error) {
  $("status").textContent = error instanceof Error ? error.message : String(error);
}
