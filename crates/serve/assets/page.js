// What the scripts of all pages share: elements, the page's data, its texts.

export const $ = (id) => document.getElementById(id);

const block = (id) => JSON.parse($(id)?.textContent ?? "{}");

/** What the server gave to this page's script. */
export const boot = block("boot");

const words = block("words");

/** A text of the page's language, with values for its {names}. */
export function t(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** An element of HTML; texts only ever become text nodes. */
export const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG. */
export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, name), attributes, children);
