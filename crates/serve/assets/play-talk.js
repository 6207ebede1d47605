// Chat and muting.

import { $, make, t } from "./page.js";
import { game, SIDES } from "./play-game.js";
import { setShown } from "./play-panel.js";

let shown = "";

export function drawTalk() {
  const { can, said, seat, players } = game.state;
  setShown($("talk"), said.length > 0 || ((can.say || can.shut) && seat !== null));
  setShown($("talk-box"), can.say || can.shut);
  for (const button of phrases) button.disabled = !can.say;
  setShown($("shut"), can.shut);
  if (!can.shut) confirmMute(false);
  const lines = said.map(({ by, words }) => t("play_said", { name: players[SIDES.indexOf(by)].name, words }));
  // Screen readers announce each message once.
  if (lines.join("\n") === shown) return;
  shown = lines.join("\n");
  $("said").replaceChildren(...lines.map((line) => make("p", {}, line)));
  $("said").scrollTop = $("said").scrollHeight;
}

/** @type {NodeListOf<HTMLButtonElement>} */
const phrases = document.querySelectorAll("[data-say]");

/** @param {boolean} isShown */
function confirmMute(isShown) {
  setShown($("shut-confirm"), isShown);
  $("shut").setAttribute("aria-expanded", String(isShown));
}

/**
 * Makes the buttons send their messages.
 * @param {(message: Wire.Request) => boolean} send
 */
export function sendTalk(send) {
  for (const button of phrases) {
    const what = /** @type {Wire.ChatMessage["what"]} */ (button.dataset.say);
    button.addEventListener("click", () => send({ t: "say", what }));
  }
  $("shut").addEventListener("click", () => {
    const isShown = $("shut-confirm").hidden === false;
    confirmMute(!isShown);
    if (!isShown) $("shut-no").focus();
  });
  $("shut-no").addEventListener("click", () => {
    $("shut").focus();
    confirmMute(false);
  });
  $("shut-yes").addEventListener("click", () => send({ t: "shut" }));
}
