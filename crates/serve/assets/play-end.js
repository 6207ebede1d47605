// The end of a game: the result on the board, its reason, and what may follow.

import { $, make, part } from "./page.js";
import { game } from "./play-game.js";
import { setShown, setText } from "./play-panel.js";
import { reasonInWords, verdictInWords } from "./play-words.js";

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
  setText(part($("end"), ".end-words"), outcome.words);
  const why = part($("end"), ".end-rules");
  if (why.childElementCount !== outcome.rules.length) why.replaceChildren(...outcome.rules.map(rule));
  setShown($("rematch"), can.rematch && !rematch);
  setShown($("rematch-link"), rematch !== null);
  if (rematch) {
    $("rematch-link").href = rematch;
    if (wantsRematch) location.assign(rematch);
  }
  if (!wasShown) {
    wasShown = true;
    setText(part($("result"), ".result-verdict"), verdictInWords(outcome));
    setText(part($("result"), ".result-words"), reasonInWords(outcome));
    $("result").hidden = false;
  }
}

/** Removes the result from the board. */
export function hideResult() {
  setShown($("result"), false);
}

$("result").addEventListener("click", hideResult);
$("board").addEventListener("pointerdown", hideResult);
