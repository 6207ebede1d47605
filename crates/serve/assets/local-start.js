// Prepares the page of a game that the browser stores: loads the module, and the rules and the drawing from it, as the server
// writes them into other pages. The page is the same for all games, so that it can be kept for times without a network.

import { findGame, newGame, storeGame } from "./local-games.js";
import { loadGame, moduleFor } from "./module.js";
import { $, boot, t } from "./page.js";

/** @typedef {import("./local-games.js").StoredGame} StoredGame */

const query = new URLSearchParams(location.search);

/** Describes a failure, which ends the page. @param {string} words */
function fail(words) {
  $("status").textContent = words;
}

/** Returns the game that the query asks for. */
function askedFor() {
  const game = query.get("game");
  if (!game) return undefined;
  const variant = query.get("variant");
  const title = variant && !game.includes(":") ? `${game}:${variant}` : game;
  const [opponent, level, side] = ["opponent", "level", "side"].map((name) => query.get(name));
  return newGame(
    { game: title, rules: query.getAll("rule"), file: null },
    { opponent: opponent ?? "engine", level, side },
  );
}

/**
 * Returns the data of the page, as the server writes them into pages of a published game.
 * @param {Module} module
 * @param {StoredGame} stored
 */
async function dataOf(module, stored) {
  const { lang } = document.documentElement;
  const { game, rules: house } = stored;
  const [rules, drawing] = await Promise.all([
    module.rules(game, { rules: house }),
    module.boardSvg(game, { rules: house }),
  ]);
  const text = (/** @type {Wire.Names} */ names) => names[lang] ?? names.en ?? "";
  const value = (/** @type {string} */ key) => rules.options.find((option) => option.key === key)?.value;
  const frame = rules.drawing?.frame ?? [0, 0, 1, 1];
  return {
    lang,
    game: {
      title: rules.game,
      name: text(rules.name),
      variant: text(rules.variantName),
      sides: rules.sides.map(({ name, colour, ranks }) => ({
        name: text(name),
        colour,
        ranks: ranks.map((rank) => rank && text(rank)),
      })),
      stays: value("removal") === "end",
      approaches: value("capture_by") === "approach",
    },
    board: { svg: drawing, points: rules.board.points, frame, isLong: frame[2] > 2 * frame[3] },
    local: { stored, sections: rules.sections },
  };
}

async function begin() {
  const id = query.get("id");
  const stored = id ? await findGame(id).catch(() => undefined) : askedFor();
  if (!stored) return fail(t("local_unknown"));
  const module = await moduleFor("answers", "");
  if (!module) return fail(t("local_no_module"));
  try {
    if (stored.file) await loadGame(stored.file);
    const data = await dataOf(module, stored);
    stored.name ||= data.game.variant === data.game.name ? data.game.name : `${data.game.name}: ${data.game.variant}`;
    Object.assign(boot, data);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  // A game that cannot be stored can still be played; its page says so after the first move.
  if (!id) await storeGame(stored).catch(console.warn);
  history.replaceState(null, "", `${location.pathname}?id=${stored.id}`);
  await import("./local.js");
}

await begin();
