// The page of a game against the engine or between two people at one screen, which the module plays and this browser stores.

import "./board.js";
import { load, tell } from "./entry-board.js";
import { LocalGame } from "./local-game.js";
import { faultInWords, newId, storeGame } from "./local-games.js";
import { $, boot, make, pageAt, part, shortForm, t } from "./page.js";
import { analysisOf, pictureOf } from "./server.js";

const {
  game,
  local: { stored, sections },
} = boot;
const board = $("board");
/** @type {Wire.Side | null} */
const engineSide = stored.level === null ? null : stored.side === "first" ? "second" : "first";

const local = new LocalGame(
  { game: stored.game, rules: stored.rules, position: null },
  () => ({ side: engineSide, level: stored.level ?? 1 }),
  show,
);

function show() {
  const { answer } = local;
  if (!answer) return;
  $("takeback").disabled = !local.beforeLastMove;
  $("after").hidden = answer.outcome === null;
  $("turns").replaceChildren(
    ...answer.history.map(({ turn }) => make("li", { class: turn.by, "data-move": turn.text }, shortForm(turn.text))),
  );
  // The server does not know visitors' own games.
  if (!stored.file) $("analysis").href = analysisOf(stored.game, stored.rules, null, { turns: local.turns.join(";") });
  $("analysis").hidden = stored.file !== null;
  keep();
}

/** Stores the game if it has changed. */
async function keep() {
  const status = local.answer?.outcome?.words ?? "";
  if (!local.answer || (stored.turns === local.turns && stored.status === status)) return;
  const { fen } = local.answer.position;
  Object.assign(stored, { turns: local.turns, status, changed: Date.now() });
  try {
    stored.picture = await pictureOf({ game: stored.game, rules: stored.rules, position: fen });
    await storeGame(stored);
    $("local-fault").hidden = true;
  } catch (error) {
    console.warn(error);
    $("local-fault").hidden = false;
    $("local-fault").textContent = faultInWords(error);
  }
}

$("hint").addEventListener("click", () => local.hint());
$("takeback").addEventListener("click", () => local.goTo(local.beforeLastMove ?? []));
$("flip").addEventListener("click", () => {
  board.flip = !board.flip;
});
$("again").addEventListener("click", async () => {
  const next = { ...stored, id: newId(), turns: [], picture: "", status: "", changed: Date.now() };
  try {
    await storeGame(next);
    location.assign(`${pageAt("/local/play")}?id=${next.id}`);
  } catch (error) {
    tell(faultInWords(error));
  }
});
addEventListener("quirkat-squares", () => local.rename());

// The page in another language shows the same game.
/** @type {NodeListOf<HTMLAnchorElement>} */
const languages = document.querySelectorAll("#languages a");
for (const link of languages) {
  const url = new URL(link.href);
  url.searchParams.set("id", stored.id);
  link.href = url.href;
}
document.title = `${stored.name} · Quirkat`;
$("heading").textContent = stored.name;
part($("rules"), "div").replaceChildren(
  ...sections
    .filter(({ sentences }) => sentences.length > 0)
    .flatMap(({ heading, sentences }) => [
      make("h2", {}, heading),
      make("ul", {}, ...sentences.map(({ text }) => make("li", {}, text))),
    ]),
);
board.flip = engineSide === "first";
board.setAttribute("aria-label", `${t("board_label")}: ${game.name}`);
$("flip").disabled = false;
await load();
await local.goTo(stored.turns);
