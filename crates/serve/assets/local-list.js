// The list of the games that this browser stores, and the form of a new one.

import { writeDates } from "./dates.js";
import { allGames, faultInWords, removeGame } from "./local-games.js";
import { $, make, pageAt, t } from "./page.js";

/** @typedef {import("./local-games.js").StoredGame} StoredGame */

/** Age from which games without a move are removed, in milliseconds. */
const DAY = 86_400_000;

/**
 * Returns the list's item of a game.
 * @param {StoredGame} game
 */
function item({ id, name, level, turns, picture, status, changed }) {
  const removal = make("button", { type: "button", class: "button danger" }, t("local_remove_yes"));
  removal.setAttribute("aria-label", t("local_remove_game", { game: name }));
  removal.addEventListener("click", () => removeGame(id).then(list, fail));
  const opponent = level === null ? t("local_here") : t("local_engine", { level });
  const image = make("img", {
    src: `data:image/svg+xml,${encodeURIComponent(picture)}`,
    alt: "",
    width: 96,
    height: 96,
  });
  return make(
    "li",
    { class: "card linked mine-card" },
    make("div", { class: "picture" }, ...(picture ? [image] : [])),
    make(
      "div",
      { class: "words" },
      make("h3", {}, make("a", { href: `${pageAt("/local/play")}?id=${id}` }, name)),
      make("p", {}, opponent),
      make("p", { class: "muted" }, make("time", { datetime: new Date(changed).toISOString() })),
      make("p", { class: "status" }, status || t("local_running", { n: turns.length })),
      make("details", { class: "removal" }, make("summary", {}, t("local_remove")), removal),
    ),
  );
}

/** @param {unknown} error */
function fail(error) {
  console.warn(error);
  $("local-fault").textContent = faultInWords(error);
  $("local-fault").hidden = false;
}

async function list() {
  const games = await allGames();
  const [begun, unused] = [games.filter(({ turns }) => turns.length > 0), games.filter(({ turns }) => !turns.length)];
  $("local-games").replaceChildren(...begun.map(item));
  writeDates(document);
  // "My games" shows the section only if there are games.
  const none = $("local-none");
  if (none) none.hidden = begun.length > 0;
  else $("local-section").hidden = begun.length === 0;
  const old = unused.filter(({ changed }) => changed < Date.now() - DAY);
  await Promise.all(old.map(({ id }) => removeGame(id)));
}

const form = $("local-new");
const wanted = new URLSearchParams(location.search).get("game");
if (form && wanted) {
  // A link may leave the variant out.
  const title = [...$("game").options].find(({ value }) => value === wanted || value.startsWith(`${wanted}:`));
  if (title) title.selected = true;
}
// The service worker shows the list in place of a page that it does not have, or leads here.
const own = ["/local", "/mine"].map((path) => new URL(pageAt(path), document.baseURI).pathname);
if (!own.includes(location.pathname) || new URLSearchParams(location.search).has("missing")) {
  $("local-fault").textContent = t("local_not_kept");
  $("local-fault").hidden = false;
}
await list().catch(fail);
