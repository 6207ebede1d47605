// What can be entered without the board: claims, and turns that are called.

import { make } from "./page.js";

/**
 * The buttons for it, as they are at this moment of an entry.
 * @param {import("./entry.js").Entry} entry
 * @param {(act: () => Choice | Promise<Choice>) => void} step takes a step of the entry
 */
export function extras(entry, step) {
  const { begun, partial, request } = entry;
  const button = (/** @type {string} */ text, /** @type {() => Choice | Promise<Choice>} */ act) => {
    const element = make("button", { type: "button", class: "button" }, text);
    element.addEventListener("click", () => step(act));
    return element;
  };
  const claims = (partial?.claims ?? []).map((text) => {
    const element = button(text, () => entry.claim(text));
    element.setAttribute("aria-pressed", String(request.claim === text));
    return element;
  });
  const calls = begun ? [] : (partial?.calls ?? []).map((text) => button(text, () => ({ done: text })));
  return [...claims, ...calls];
}
