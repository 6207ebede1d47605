// Buttons of the lists of moves beside the board.

import { make } from "./page.js";

/**
 * Returns a button of a move, `data-turn`: the board shows the move while it is pointed at, and a click plays it. In a panel
 * with the contents of an earlier position, a click does nothing.
 * @param {TurnListPage} page
 * @param {(Node | string)[]} parts
 */
export function turnButton({ point, play }, ...parts) {
  const button = make("button", { type: "button", class: "ana-line" }, ...parts);
  for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => point(button.dataset.turn || null));
  for (const name of ["pointerleave", "blur"]) button.addEventListener(name, () => point(null));
  button.addEventListener("click", () => {
    if (button.dataset.turn && !button.closest(".stale")) play(button.dataset.turn);
  });
  return button;
}
