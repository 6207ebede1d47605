// Result of the check of a file: errors, board, rules in words.

import { $, counted, make, t } from "./page.js";

const LANGUAGE = document.documentElement.lang;
const KINDS = /** @type {const} */ ([
  ["errors", "fault"],
  ["warnings", "warning"],
  ["hints", "hint"],
]);

/** @param {Wire.Names} names */
const nameOf = (names) => names[LANGUAGE] ?? names.en;

/** Shows a status; screen readers do not repeat an unchanged one. @type {(words: string) => void} */
export function say(words) {
  if ($("verdict").textContent !== words) $("verdict").textContent = words;
}

/**
 * Shows the result of a check.
 * @param {Wire.Draft} draft
 * @param {(line: number, column: number) => void} go goes to a place in the file
 * @returns {{ line: number, kind: string }[]} the lines with findings, the most severe first
 */
export function show(draft, go) {
  const findings = KINDS.flatMap(([list, kind]) => draft[list].map((fault) => ({ ...fault, kind })));
  say(verdict(draft));
  $("findings").replaceChildren(...findings.map((fault) => make("li", {}, finding(fault, go))));
  if (draft.rules) showGame(draft, draft.rules);
  $("stale").hidden = Boolean(draft.rules);
  $("drawn").classList.toggle("is-stale", !draft.rules);
  return findings;
}

/** @param {Wire.Draft} draft */
function verdict({ sound, errors, rules, variants }) {
  if (!sound) return counted("own_faults", errors.length);
  if (!rules) return t("own_board_only");
  const facts = variants.find(({ game }) => game === rules.game);
  if (!facts) return t("own_sound");
  const [first, second] = facts.sides;
  const pieces = (/** @type {Wire.SideFacts} */ side) => side.pieces + side.hand;
  const summary = t("own_facts", {
    points: facts.counts.points,
    first: nameOf(first.name),
    firstPieces: pieces(first),
    second: nameOf(second.name),
    secondPieces: pieces(second),
    turns: facts.firstTurns?.length ?? "…",
  });
  return `${t("own_sound")} ${summary}`;
}

/**
 * @param {Wire.Fault & { kind: string }} fault
 * @param {(line: number, column: number) => void} go
 */
function finding({ line, column, key, problem, kind }, go) {
  const place = `${t(`own_${kind}`)}, ${t("own_place", { line })}`;
  const words = [...(key ? [make("code", {}, key), ": "] : []), problem];
  const button = make("button", { type: "button", class: `finding ${kind}` }, make("strong", {}, place), " ", ...words);
  button.addEventListener("click", () => go(line, column));
  return button;
}

/**
 * @param {Wire.Draft} draft
 * @param {Wire.Rules} rules
 */
function showGame({ variants, picture, words }, rules) {
  $("variant-box").hidden = variants.length < 2;
  const options = variants.map(({ game, name }) => {
    const option = make("option", { value: game.split(":")[1] ?? "" }, nameOf(name));
    option.selected = game === rules.game;
    return option;
  });
  $("variant").replaceChildren(...options);
  $("drawn").hidden = false;
  $("picture").src = `data:image/svg+xml,${encodeURIComponent(picture ?? "")}`;
  $("picture").alt = words;
  $("rules-box").hidden = false;
  $("rules-in-words").replaceChildren(...rules.sections.flatMap(section));
  for (const [place, side] of ["first", "second"].entries()) {
    const label = document.querySelector(`#side input[value=${side}] + span`);
    if (label) label.textContent = nameOf(rules.sides[place].name);
  }
}

/** @param {Wire.Section} section */
const section = ({ heading, sentences }) => [
  make("h3", {}, heading),
  make("p", {}, sentences.map(({ text }) => text).join(" ")),
];
