// Buttons that copy the field whose id is in data-copies, and buttons that hand the link of data-shares to other programs.

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

/** @type {NodeListOf<HTMLButtonElement>} */
const sharing = document.querySelectorAll("[data-shares]");
for (const button of sharing) {
  // Where the device cannot share, the field and its button to copy remain.
  button.hidden = !("share" in navigator);
  button.addEventListener("click", async () => {
    const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.shares ?? ""));
    try {
      await navigator.share({ title: document.title, url: field.value });
    } catch {
      // The visitor has closed the choice of programs.
    }
  });
}
