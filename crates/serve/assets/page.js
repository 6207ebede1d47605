// What the scripts of all pages share: elements, the page's data, its texts.

/**
 * An element of the page. Which ids there are, and what they belong to, is in types/pages.d.ts.
 * @type {<Id extends keyof Ids>(id: Id) => Ids[Id]}
 */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/**
 * The part of an element that a selector names, which is surely there.
 * @param {Element} element
 * @param {string} selector
 */
export const part = (element, selector) => /** @type {HTMLElement} */ (element.querySelector(selector));

/** @param {"boot" | "words"} id */
const block = (id) => JSON.parse($(id)?.textContent ?? "{}");

/** The path below which everything of this server is; empty where that is the root. */
export const base = document.documentElement.dataset.base ?? "";

/** What the server gave to this page's script, which is one of these. @type {Wire.PlayBoot & Wire.AnalysisBoot & Wire.PuzzleBoot & Wire.LessonBoot & Wire.MuseumBoot & Wire.WorkshopBoot} */
export const boot = block("boot");

/** @type {Record<string, string>} */
const words = block("words");

/**
 * A text of the page's language, with values for its {names}.
 * @param {string} key
 * @param {Record<string, string | number | null | undefined>} values
 */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
}

const plural = new Intl.PluralRules(document.documentElement.lang);

/**
 * A text that counts something, in its slot `n`: that of `KEY_one` where the language has no plural, else that of
 * `KEY`.
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
 * An element of HTML; texts only ever become text nodes.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} attributes
 * @param {Children} children
 */
export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, name), attributes, children);

/** Sets the icon of the page: whether a game awaits the visitor's move. @param {boolean} isAwaited */
export function setIcon(isAwaited) {
  const icon = /** @type {HTMLLinkElement} */ (document.querySelector("link[rel=icon]"));
  const href = icon.href.replace(/icon(-turn)?\.svg$/, isAwaited ? "icon-turn.svg" : "icon.svg");
  if (icon.href !== href) icon.href = href;
}
