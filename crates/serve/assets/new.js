// The form of a new game: what a house rule changes is said in words, and what cannot matter is put away.
// Without this script the form is longer and works all the same.

const words = JSON.parse(document.getElementById("words").textContent);
const form = document.getElementById("new");
const fold = document.getElementById("house-rules");
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (slot, name) => values[name] ?? slot);

// The topics of the house rules, in the order of the rules in words.
const GROUPS = {
  start:
    "board size n outer centres corner side_triangle hunters middle tips reading first opening vela must_offer placing no_centre_opening dice resupply",
  moving: "step_dirs last_row return closing closing_sides after_placing fly_at_three promotion promo_mid",
  capturing:
    "cap_dirs capture_by captors capture chain direction first_capture_single choice removal rejump take_higher king_reach king_landing turning bent_leaps",
  mills: "mills diagonal_mills mill_protected double_mill taken_to_win",
  ending: "king_lost single_combat blocked end_count no_capture_limit repetition draw_rules",
};
const groupOf = (key) => Object.keys(GROUPS).find((group) => GROUPS[group].split(" ").includes(key)) ?? "other";

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

const rules = [...form.querySelectorAll(".rule")].map((row) => {
  const select = row.querySelector("select");
  const wordsOf = (option) => option?.dataset.words ?? "";
  return {
    row,
    select,
    group: groupOf(row.dataset.key),
    question: row.querySelector("label").textContent,
    standard: row.dataset.standard,
    get changed() {
      return select.value !== this.standard;
    },
    get now() {
      return wordsOf(select.selectedOptions[0]);
    },
    get before() {
      return wordsOf([...select.options].find(({ value }) => value === this.standard));
    },
    putBack() {
      select.value = this.standard;
    },
  };
});

const countWords = (n) =>
  n === 0 ? words.new_changed_none : n === 1 ? words.new_changed_one : fill(words.new_changed_many, { n });

// Groups. One in which nothing is changed is folded.
const groups = [];
for (const name of [...Object.keys(GROUPS), "other"]) {
  const members = rules.filter(({ group }) => group === name);
  if (members.length === 0) continue;
  const count = element("span", { className: "muted" });
  const summary = element("summary", {}, element("span", { textContent: words[`new_group_${name}`] }), " ", count);
  const body = element("div", { className: "rules" }, ...members.map(({ row }) => row));
  const details = element("details", { className: "rule-group" }, summary, body);
  fold.append(details);
  groups.push({ members, count, details });
}
fold?.querySelector(":scope > .rules")?.remove();

function changedRules() {
  return rules.filter((rule) => rule.changed);
}

function putBack(some) {
  some.forEach((rule) => rule.putBack());
  show();
  // The button that was pressed is gone: the focus goes to what is left.
  const next = document.querySelector("#changes button") ?? fold.querySelector("summary");
  next.focus();
}

function show() {
  if (!fold) return;
  const changed = changedRules();
  document.getElementById("changed").textContent = countWords(changed.length);
  for (const { members, count } of groups) {
    const n = members.filter((rule) => rule.changed).length;
    count.textContent = n ? countWords(n) : "";
  }
  for (const rule of rules) rule.row.classList.toggle("changed", rule.changed);

  const items = changed.map((rule) => {
    const { question, now, before } = rule;
    const button = element("button", { type: "button", className: "button quiet", textContent: words.new_put_back });
    button.setAttribute("aria-label", fill(words.new_put_back_rule, { question }));
    button.addEventListener("click", () => putBack([rule]));
    const told = element("strong", { textContent: fill(words.new_changed_rule, { question, words: now }) });
    const instead = element("small", { className: "muted", textContent: fill(words.new_changed_from, { words: before }) });
    return element("li", {}, element("span", {}, told, " ", instead), button);
  });
  const all = element("button", { type: "button", className: "button quiet", textContent: words.new_put_back_all });
  all.addEventListener("click", () => putBack(changed));
  const heading = element("h2", { textContent: words.new_changed_heading });
  const list = element("ul", {}, ...items);
  const card = element("div", { className: "card changes" }, heading, list, ...(changed.length > 1 ? [all] : []));
  document.getElementById("changes").replaceChildren(...(changed.length ? [card] : []));
}

const chosen = (name) => form.querySelector(`[name=${name}]:checked`)?.value;

// The style sheet hides these where they cannot matter; a field that is disabled is not sent either.
function putAway() {
  document.getElementById("level").disabled = chosen("opponent") !== "engine";
  document.getElementById("side").disabled = chosen("opponent") === "here";
  document.getElementById("clock").disabled = chosen("clock") !== "limit";
}

function changeVariant() {
  const kept = [...new FormData(form)].filter(([name, value]) => value && !name.startsWith("opt_") && name !== "position");
  location.assign(`/new/${form.dataset.game}?${new URLSearchParams(kept)}`);
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "variant") changeVariant();
  else if (target.name.startsWith("opt_")) show();
  else putAway();
});
// Going back may restore fields after this script has run.
addEventListener("pageshow", () => {
  show();
  putAway();
});
show();
putAway();
if (fold && changedRules().length) fold.open = true;
for (const { members, details } of groups) details.open = members.some((rule) => rule.changed);
