// The page of the visitor's key: fills the form from a link, and adds the settings of this browser to the exported
// file.

import "./copying.js";
import { $ } from "./page.js";

// The fragment of the address contains the key. Browsers do not send it; remove it from the history too.
if (location.hash.length > 20) {
  $("taken-key").value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  $("use").focus();
}

/** Returns the settings that this browser stores, such as themes and sound. */
function storedSettings() {
  try {
    return Object.entries(localStorage).filter(([name]) => name.startsWith("quirkat-"));
  } catch {
    return [];
  }
}

$("export").addEventListener("click", async (event) => {
  event.preventDefault();
  const link = $("export");
  const answer = await fetch(link.href);
  const all = answer.ok && (await answer.json());
  if (!all) return location.assign(link.href); // shows the server's error
  Object.assign(
    all.preferences,
    Object.fromEntries(storedSettings().map(([name, value]) => [name.slice("quirkat-".length), value])),
  );
  const address = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: "application/json" }));
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "quirkat.json";
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

$("forget").addEventListener("submit", () => {
  for (const [name] of storedSettings()) localStorage.removeItem(name);
});
