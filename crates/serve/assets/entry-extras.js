// Buttons for choices that are not points of the board: claims, and moves that are called.

import { make } from "./page.js";
import { callInWords, claimInWords } from "./sides.js";

/**
 * Returns the buttons for the current state of an entry.
 * @param {import("./entry.js").Entry} entry
 * @param {(act: () => Choice | Promise<Choice>) => void} step handles a choice
 */
export function extras(entry, step) {
  const { begun, partial, request } = entry;
  const button = (/** @type {string} */ text, /** @type {() => Choice | Promise<Choice>} */ act) => {
    const element = make("button", { type: "button", class: "button" }, text);
    element.addEventListener("click", () => step(act));
    return element;
  };
  const claims = (partial?.claims ?? []).map((text) => {
    const element = button(claimInWords(text), () => entry.claim(text));
    element.setAttribute("aria-pressed", String(request.claim === text));
    return element;
  });
  const calls = begun ? [] : (partial?.calls ?? []).map((text) => button(callInWords(text), () => ({ done: text })));
  return [...claims, ...calls];
}
