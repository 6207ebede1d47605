// Fields for the terms of a game: opponent, level, side, clock.

import { $ } from "./page.js";

/**
 * Returns the selected value of a radio group.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {string | undefined}
 */
export const chosen = (form, name) =>
  /** @type {HTMLInputElement | null} */ (form.querySelector(`[name=${name}]:checked`))?.value;

/**
 * Disables fields that have no effect. Disabled fields are not sent, and the style sheet hides them.
 * @param {HTMLFormElement} form
 */
export function putAway(form) {
  $("level").disabled = chosen(form, "opponent") !== "engine";
  $("side").disabled = chosen(form, "opponent") === "here";
  $("clock").disabled = chosen(form, "clock") !== "limit";
  $("days-box").disabled = chosen(form, "clock") !== "days";
}
