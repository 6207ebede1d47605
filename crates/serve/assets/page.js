// Shared by the scripts of all pages: elements, data and texts of the page.

/**
 * Returns an element of the page. types/pages.d.ts lists the ids.
 * @type {<Id extends keyof Ids>(id: Id) => Ids[Id]}
 */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * Returns the part of an element that matches a selector; it must exist.
 * @param {Element} element
 * @param {string} selector
 */
export const part = (element, selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

/** @param {"boot" | "words"} id */
const block = (id) => JSON.parse($(id)?.textContent ?? "{}");

/** Path prefix of all addresses of this server; empty at the root. Relative in a page of a static site. */
export const base = document.documentElement.dataset.base ?? "";

/** Whether the page is a file, without a server that answers. */
export const isStatic = "static" in document.documentElement.dataset;

/**
 * Returns the address of a page. A static site stores pages in folders whose names have dots for colons.
 * @param {string} path
 */
export const pageAt = (path) => (isStatic ? `${base}${path.replaceAll(":", ".")}/` : `${base}${path}`);

/**
 * Data for the script of this page. Each page has one of these types.
 * @type {PlayBoot & AnalysisBoot & PuzzleBoot & LessonBoot & MuseumBoot & WorkshopBoot & LocalBoot}
 */
export const boot = block("boot");

// A page that was written or kept without its query does not contain what the query asks for.
const query = new URLSearchParams(location.search);
if ("turns" in boot) boot.turns ??= query.get("turns")?.split(";") ?? null;
if (isStatic && "position" in boot) {
  boot.position ??= query.get("position");
  boot.rules = query.getAll("rule");
}

/** @type {Record<string, string>} */
const words = block("words");

/**
 * Returns a text in the language of the page, with values for its {names}.
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} values
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

/** Names of the squares of a chequered board in its other notation, and their pattern. */
function squareNames() {
  /** @type {Map<string, string>} */
  const others = new Map(boot.board?.points.flatMap(({ name, other }) => (other ? [[name, other]] : [])));
  const names = [...others.keys()].sort((a, b) => b.length - a.length);
  return { others, pattern: names.length > 0 ? new RegExp(names.join("|"), "g") : /^$/ };
}
/** @type {ReturnType<typeof squareNames> | undefined} */
let found;
/** Names of the squares, found when they are first needed: a page may load its board later. */
const squares = () => (found ??= squareNames());

/**
 * Returns the name of a point in the notation that the visitor prefers.
 * @param {string} name
 */
export function pointName(name) {
  const wanted = document.documentElement.dataset.squares;
  const notation = /^\d/.test(name) ? "numbers" : "letters";
  return wanted === "usual" || wanted === notation ? name : (squares().others.get(name) ?? name);
}

/**
 * Returns the short form of a move's text for people: a piece that enters is written as its point, squares in the notation
 * that the visitor prefers, and the words of the notation in the language of the page.
 * @param {string} text
 */
export const shortForm = (text) =>
  text
    .replace(/^drop @(?=\w+$)/, "")
    .replace(/^drop /, "")
    .replace(squares().pattern, pointName)
    .replace(/(?<=^|, )(claim|combat|huff|pass|roll)\b/g, (word) => t(`move_${word}`));

// Elements that hold a move in `data-move` show it anew when the visitor chooses another notation.
addEventListener("quirkat-squares", () => {
  /** @type {NodeListOf<HTMLElement>} */
  const moves = document.querySelectorAll("[data-move]");
  for (const { firstChild, dataset } of moves) if (firstChild) firstChild.textContent = shortForm(dataset.move ?? "");
});

const plural = new Intl.PluralRules(document.documentElement.lang);

/**
 * Returns a text with a number in its slot `n`: `KEY_one` where the language uses the singular, else `KEY`.
 * @param {string} key
 * @param {number} n
 */
export const counted = (key, n) => t(plural.select(n) === "one" ? `${key}_one` : key, { n });

/** @typedef {Record<string, string | number>} Attributes */
/** @typedef {(Node | string)[]} Children */

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Children} children
 */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Returns an HTML element; strings become text nodes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns an SVG element; strings become text nodes.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, name), attributes, children);

/** Sets the icon of the page, which shows whether a game waits for the visitor's move. @param {boolean} isAwaited */
export function setIcon(isAwaited) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const href = icon.href.replace(/icon(-turn)?\.svg$/, isAwaited ? "icon-turn.svg" : "icon.svg");
  if (icon.href !== href) icon.href = href;
}
