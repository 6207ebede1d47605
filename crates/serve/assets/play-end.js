// The end of a game: the result on the board, its reason, and what may follow.

import { $, boot, make, part, t } from "./page.js";
import { game, SIDES } from "./play-game.js";
import { setShown, setText } from "./play-panel.js";
import { reasonInWords, verdictInWords } from "./play-words.js";
import { attempt, start } from "./server.js";

/** Whether the visitor has agreed to a rematch: then the page opens it. */
let wantsRematch = false;
/** Whether the result was shown on the board. */
let wasShown = false;

/** @param {boolean} isAwaited whether the page opens the rematch when it begins */
export function awaitRematch(isAwaited) {
  wantsRematch = isAwaited;
}

/** Returns a sentence of the rules with its sources. @param {Wire.Sentence} sentence */
function rule({ text, grounds }) {
  const sources = new Set(grounds.map(({ source }) => source).filter(Boolean));
  return make("p", {}, text, ...[...sources].map((source) => make("small", { class: "muted" }, ` ${source}`)));
}

export function drawEnd() {
  const { outcome, can, rematch } = game.state;
  setShown($("end"), outcome !== null);
  setShown($("after"), outcome !== null);
  if (!outcome) {
    wasShown = false;
    return hideResult();
  }
  const why = part($("end"), ".end-rules");
  if (why.childElementCount !== outcome.rules.length) why.replaceChildren(...outcome.rules.map(rule));
  setShown($("rematch"), can.rematch && !rematch);
  setShown($("rematch-link"), rematch !== null);
  if (rematch) {
    $("rematch-link").href = rematch;
    if (wantsRematch) location.assign(rematch);
  }
  for (const [id, step] of STEPS) {
    const level = otherLevel(step);
    setShown($(id), can.rematch && level !== null);
    if (level !== null) $(id).title = $(id).ariaLabel = t(`play_${id}`, { n: level });
  }
  if (!wasShown) {
    wasShown = true;
    setText(part($("result"), ".result-verdict"), verdictInWords(outcome));
    setText(part($("result"), ".result-words"), reasonInWords(outcome));
    $("result").hidden = false;
  }
}

/** Buttons that play again at another level. @type {["easier" | "harder", -1 | 1][]} */
const STEPS = [
  ["easier", -1],
  ["harder", 1],
];
const MAX_LEVEL = 10;

/**
 * Returns the level of the engine plus a step, or null if there is no such level.
 * @param {-1 | 1} step
 */
function otherLevel(step) {
  const level = game.state.players.find(({ kind }) => kind === "engine")?.level ?? null;
  const other = level === null ? 0 : level + step;
  return other >= 1 && other <= MAX_LEVEL ? other : null;
}

for (const [id, step] of STEPS) {
  $(id).addEventListener("click", () =>
    attempt(
      async () => {
        // The sides are swapped, as in a rematch.
        const side = SIDES.find((other) => other !== game.state.seat);
        const { url } = await start({ ...boot.again, side, opponent: `engine:${otherLevel(step)}` });
        location.assign(url);
      },
      (words) => setText($("answer"), words),
    ),
  );
}

/** Removes the result from the board. */
export function hideResult() {
  setShown($("result"), false);
}

$("result").addEventListener("click", hideResult);
$("board").addEventListener("pointerdown", hideResult);
