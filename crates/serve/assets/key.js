// The page of one's key: what a link holds is put into the form, and what this browser has kept goes into the file.

import "./copying.js";
import { $ } from "./page.js";

// The fragment of the address contains the key. Browsers do not send it; remove it from the history too.
if (location.hash.length > 20) {
  $("taken-key").value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  $("use").focus();
}

/** Data that this browser stores: themes, sound. */
function kept() {
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
  if (!all) return location.assign(link.href); // the server says why
  Object.assign(
    all.preferences,
    Object.fromEntries(kept().map(([name, value]) => [name.slice("quirkat-".length), value])),
  );
  const address = URL.createObjectURL(new Blob([JSON.stringify(all, null, 2)], { type: "application/json" }));
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "quirkat.json";
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
});

$("forget").addEventListener("submit", () => {
  for (const [name] of kept()) localStorage.removeItem(name);
});
