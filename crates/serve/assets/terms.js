// The terms of a game in a form: hides fields that have no effect.

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
 * The style sheet hides what cannot matter; a field that is disabled is not sent either.
 * @param {HTMLFormElement} form
 */
export function putAway(form) {
  $("level").disabled = chosen(form, "opponent") !== "engine";
  $("side").disabled = chosen(form, "opponent") === "here";
  $("clock").disabled = chosen(form, "clock") !== "limit";
  $("days-box").disabled = chosen(form, "clock") !== "days";
}
