// The form of a new game: lists changed house rules in words, and hides fields that have no effect. Without this script
// the form is longer, but works.

import { $, base, make, t } from "./page.js";
import { chosen, putAway } from "./terms.js";

const form = $("new");
const fold = $("house-rules");

// The topics of the house rules, in the order of the rules in words.
/** @type {Record<string, string>} */
const GROUPS = {
  start:
    "board size n outer centres corner side_triangle hunters middle tips reading first opening vela must_offer placing no_centre_opening dice resupply",
  moving: "step_dirs last_row return closing closing_sides after_placing fly_at_three promotion promo_mid",
  capturing:
    "cap_dirs capture_by captors capture chain direction first_capture_single choice removal rejump take_higher king_reach king_landing turning bent_leaps",
  mills: "mills diagonal_mills mill_protected double_mill taken_to_win",
  ending: "king_lost single_combat blocked end_count no_capture_limit repetition draw_rules",
};
/** @param {string} key */
const groupOf = (key) => Object.keys(GROUPS).find((group) => GROUPS[group].split(" ").includes(key)) ?? "other";

/** @type {NodeListOf<HTMLElement>} */
const rows = form.querySelectorAll(".rule");
const rules = [...rows].map((row) => {
  const select = /** @type {HTMLSelectElement} */ (row.querySelector("select"));
  /** @param {HTMLOptionElement | undefined} option */
  const wordsOf = (option) => option?.dataset.words ?? "";
  return {
    row,
    select,
    group: groupOf(row.dataset.key ?? ""),
    question: row.querySelector("label")?.textContent,
    standard: row.dataset.standard ?? "",
    get changed() {
      return select.value !== this.standard;
    },
    get now() {
      return wordsOf(select.selectedOptions[0]);
    },
    get before() {
      return wordsOf([...select.options].find(({ value }) => value === this.standard));
    },
    restore() {
      select.value = this.standard;
    },
  };
});

/** @param {number} n */
const countWords = (n) =>
  n === 0 ? t("new_changed_none") : n === 1 ? t("new_changed_one") : t("new_changed_many", { n });

// Groups, closed unless a rule in them is changed.
/** @type {{ members: typeof rules, count: HTMLElement, details: HTMLDetailsElement }[]} */
const groups = [];
for (const name of [...Object.keys(GROUPS), "other"]) {
  const members = rules.filter(({ group }) => group === name);
  if (members.length === 0) continue;
  const count = make("span", { class: "muted" });
  const summary = make("summary", {}, make("span", {}, t(`new_group_${name}`)), " ", count);
  const body = make("div", { class: "rules" }, ...members.map(({ row }) => row));
  const details = make("details", { class: "rule-group" }, summary, body);
  fold?.append(details);
  groups.push({ members, count, details });
}
fold?.querySelector(":scope > .rules")?.remove();

function changedRules() {
  return rules.filter((rule) => rule.changed);
}

/** @param {typeof rules} changed */
function restore(changed) {
  for (const rule of changed) rule.restore();
  show();
  // Moves the focus, because the pressed button has been removed.
  /** @type {HTMLElement | null | undefined} */
  const next = document.querySelector("#changes button") ?? fold?.querySelector("summary");
  next?.focus();
}

function show() {
  if (!fold) return;
  const changed = changedRules();
  $("changed").textContent = countWords(changed.length);
  for (const { members, count } of groups) {
    const n = members.filter((rule) => rule.changed).length;
    count.textContent = n ? countWords(n) : "";
  }
  for (const rule of rules) rule.row.classList.toggle("changed", rule.changed);

  const items = changed.map((rule) => {
    const { question, now, before } = rule;
    const label = t("new_put_back_rule", { question });
    const button = make("button", { type: "button", class: "button quiet", "aria-label": label }, t("new_put_back"));
    button.addEventListener("click", () => restore([rule]));
    const change = make("strong", {}, t("new_changed_rule", { question, words: now }));
    const instead = make("small", { class: "muted" }, t("new_changed_from", { words: before }));
    return make("li", {}, make("span", {}, change, " ", instead), button);
  });
  const all = make("button", { type: "button", class: "button quiet" }, t("new_put_back_all"));
  all.addEventListener("click", () => restore(changed));
  const heading = make("h2", {}, t("new_changed_heading"));
  const list = make("ul", {}, ...items);
  const card = make("div", { class: "card changes" }, heading, list, ...(changed.length > 1 ? [all] : []));
  $("changes").replaceChildren(...(changed.length ? [card] : []));
}

function changeVariant() {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const common = fields.filter(([name, value]) => value && !name.startsWith("opt_") && name !== "position");
  location.assign(`${base}/new/${form.dataset.game}?${new URLSearchParams(common)}`);
}

// Some games have another default variant for two people than against the engine. The variant follows the opponent
// until the visitor selects a variant or changes a rule.
function changeOpponent() {
  const { usual, people } = form.dataset;
  const variant = /** @type {HTMLSelectElement} */ ($("variant"));
  const [from, to] = chosen(form, "opponent") === "engine" ? [people, usual] : [usual, people];
  if (!people || !to || variant.value !== from || changedRules().length) return;
  variant.value = to;
  changeVariant();
}

form.addEventListener("change", ({ target }) => {
  const { name } = /** @type {HTMLInputElement | HTMLSelectElement} */ (target);
  if (name === "opponent") changeOpponent();
  if (name === "variant") changeVariant();
  else if (name.startsWith("opt_")) show();
  else putAway(form);
});
// After going back, the browser may restore fields after this script has run.
addEventListener("pageshow", () => {
  show();
  putAway(form);
});
show();
putAway(form);
if (fold && changedRules().length) fold.open = true;
for (const { members, details } of groups) details.open = members.some((rule) => rule.changed);
