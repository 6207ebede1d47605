// Updates a page with a list that changes: fetches the page regularly and replaces the elements with data-fresh, the
// title and the icon.

import { writeDates } from "./dates.js";
import { setIcon } from "./page.js";

const EVERY = 30_000; // in milliseconds

async function update() {
  /** @type {Document} */
  let fresh;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // no network: the next interval tries again
  }
  writeDates(fresh);
  document.title = fresh.title;
  setIcon(fresh.querySelector("link[rel=icon]")?.getAttribute("href")?.endsWith("icon-turn.svg") ?? false);
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll("[data-fresh]");
  for (const old of parts) {
    const now = fresh.getElementById(old.id);
    if (!now || now.innerHTML === old.innerHTML) continue;
    // Keeps the focus on the same link or button if it still exists.
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const same =
      focused && [...now.querySelectorAll(focused.localName)].find(({ outerHTML }) => outerHTML === focused.outerHTML);
    old.replaceChildren(...now.childNodes);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

writeDates(document);
setInterval(update, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) update();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) update();
});
