// What is agreed before a game: what cannot matter is put away.

import { $ } from "./page.js";

/**
 * What is chosen among the choices of a name.
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
