// "My games": the visitor's progress in puzzles and lessons, which this browser stores.

import { $, counted, make, part, t } from "./page.js";
import { progress } from "./progress.js";

const { rating, puzzles, lessons } = progress();
const results = Object.values(puzzles);
const begun = Object.entries(lessons);

if (results.length) {
  const solved = results.filter((result) => result.solved).length;
  const words = [
    t("puzzle_rating", { rating }),
    counted("mine_puzzles", results.length),
    t("mine_solved", { n: solved }),
  ];
  $("puzzle-progress").textContent = words.join(" · ");
}
part($("lesson-progress"), "ul").replaceChildren(
  ...begun.map(([title, { name, solved, count }]) =>
    make("li", {}, `${name || title}: `, t("puzzles_solved", { n: solved, count })),
  ),
);
$("puzzle-progress").hidden = results.length === 0;
$("lesson-progress").hidden = begun.length === 0;
$("progress").hidden &&= results.length === 0 && begun.length === 0;
