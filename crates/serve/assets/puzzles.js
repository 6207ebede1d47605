// The page of all puzzles: shows the visitor's rating and solved puzzles, and finds puzzles that suit the rating.

import { $, part, t } from "./page.js";
import { nextPuzzle, progress } from "./progress.js";

const { rating, puzzles } = progress();
const solved = Object.keys(puzzles).filter((id) => puzzles[id]?.solved);
const form = $("any-puzzle");

for (const element of document.querySelectorAll("[data-game]")) {
  const { game, count } = /** @type {HTMLElement} */ (element).dataset;
  const n = solved.filter((id) => id.startsWith(`${game}/`)).length;
  if (n) element.textContent = t("puzzles_solved", { n, count });
}
if (form) part(form, "[name=grade] option").textContent = t("puzzles_by_rating", { rating });

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const filter = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const address = await nextPuzzle(filter).catch(() => null);
  if (address) location.assign(address);
  else form.submit(); // the server explains that no puzzle matches
});
