// Search and filters of the gallery. They are stored in the address, so that going back restores them.

import { $, t } from "./page.js";

const form = $("filters");

// Removes accents: konane matches kōnane.
const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
/** @type {NodeListOf<HTMLElement>} */
const items = document.querySelectorAll("#games li[data-kind]");
const cards = [...items].map((card) => ({
  card,
  text: plain([...card.querySelectorAll("h3, .where, .about")].map((part) => part.textContent).join(" ")),
  kind: card.dataset.kind,
  difficulty: card.dataset.difficulty,
}));

/** @type {NodeListOf<HTMLElement>} */
const groups = document.querySelectorAll("#games > section");

function filters() {
  const data = new FormData(form);
  const fieldValue = (/** @type {string} */ name) => String(data.get(name) ?? "");
  return { q: fieldValue("q").trim(), kind: fieldValue("kind"), difficulty: fieldValue("difficulty") };
}

function filter() {
  const { q, kind, difficulty } = filters();
  const parts = plain(q).split(/\s+/);
  let shown = 0;
  for (const one of cards) {
    const fits =
      parts.every((part) => one.text.includes(part)) &&
      (!kind || one.kind === kind) &&
      (!difficulty || one.difficulty === difficulty);
    one.card.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of groups) group.hidden = !group.querySelector("li[data-kind]:not([hidden])");
  const key = shown < cards.length ? "gallery_count_some" : shown === 1 ? "gallery_count_one" : "gallery_count";
  $("count").textContent = t(key, { n: shown, all: cards.length });
  $("none").hidden = shown > 0;
}

function storeFilters() {
  const active = Object.entries(filters()).filter(([, value]) => value);
  history.replaceState(null, "", `${location.pathname}${active.length ? `?${new URLSearchParams(active)}` : ""}`);
}

function restoreFilters() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    const field = form.elements.namedItem(name);
    if (field) /** @type {RadioNodeList | HTMLInputElement} */ (field).value = value;
  }
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  filter();
  storeFilters();
});
$("clear").addEventListener("click", () => {
  form.reset();
  filter();
  storeFilters();
  $("q").focus();
});
restoreFilters();
filter();
