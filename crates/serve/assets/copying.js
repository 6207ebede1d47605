// Buttons that copy the field whose id is in data-copies.

import { t } from "./page.js";

/** @type {NodeListOf<HTMLButtonElement>} */
const buttons = document.querySelectorAll("[data-copies]");
for (const button of buttons) {
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copies ?? ""));
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus(); // without access to the clipboard, at least the text gets selected
      field.select();
      if (!document.execCommand("copy")) return;
      button.focus();
    }
    button.textContent = t("play_copied");
    button.dispatchEvent(new Event("copied", { bubbles: true }));
    setTimeout(() => (button.textContent = words), 2000);
  });
}
