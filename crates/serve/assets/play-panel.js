// Shows, hides, enables and disables elements. The board gets the focus that an element would lose.

import { $ } from "./page.js";

export const focusBoard = () => $("board").focus({ preventScroll: true });

/**
 * @param {HTMLElement} element
 * @param {boolean} isShown
 */
export function setShown(element, isShown) {
  const hadFocus = !isShown && element.contains(document.activeElement);
  element.hidden = !isShown;
  if (hadFocus) focusBoard();
}

/**
 * @param {HTMLButtonElement} button
 * @param {boolean} isEnabled
 */
export function setEnabled(button, isEnabled) {
  const hadFocus = !isEnabled && button === document.activeElement;
  button.disabled = !isEnabled;
  if (hadFocus) focusBoard();
}

/**
 * Sets a text. An unchanged text is not set again, so that screen readers do not repeat it.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
