// A list that changes while somebody looks at it: its page is asked for again from time to time, and what is marked
// with data-fresh takes the place of what was there, as do the title and the icon.

import { setIcon } from "./page.js";

const EVERY = 30_000; // in milliseconds

async function look() {
  /** @type {Document} */
  let fresh;
  try {
    const answer = await fetch(location.href);
    if (!answer.ok) return;
    fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return; // the network is away: there is another time
  }
  document.title = fresh.title;
  setIcon(fresh.querySelector("link[rel=icon]")?.getAttribute("href")?.endsWith("icon-turn.svg") ?? false);
  /** @type {NodeListOf<HTMLElement>} */
  const parts = document.querySelectorAll("[data-fresh]");
  for (const old of parts) {
    const now = fresh.getElementById(old.id);
    if (!now || now.innerHTML === old.innerHTML) continue;
    // Who is at a link or a button of the list stays there, where it still is.
    const at = old.contains(document.activeElement) ? document.activeElement : null;
    const same = at && [...now.querySelectorAll(at.localName)].find(({ outerHTML }) => outerHTML === at.outerHTML);
    old.replaceChildren(...now.childNodes);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) look();
});
