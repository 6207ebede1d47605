// Actions beside moves: offers and their answers, hints, resignation, rematches.

import { $, make, part, t } from "./page.js";
import { game, nameOf } from "./play-game.js";
import { setEnabled, setShown, setText } from "./play-panel.js";
import { endInWords } from "./play-words.js";

/** Whether the visitor has agreed to a rematch: then the page opens it. */
let wantsRematch = false;

export function drawOffers() {
  drawActions();
  drawOffer();
  drawEnd();
}

function drawActions() {
  const { can, hint, seat, outcome } = game.state;
  setShown($("actions"), seat !== null && !outcome);
  setShown($("ask-hint"), can.hint || hint !== null);
  setEnabled($("ask-hint"), can.hint);
  setText($("told-hint"), hint?.words ?? "");
  setEnabled($("takeback"), can.takeback);
  setEnabled($("draw"), can.draw);
  setEnabled($("resign"), can.resign);
  setShown($("count"), can.count);
  if (!can.resign) confirmResign(false);
}

function drawOffer() {
  const { offer, declined, seat } = game.state;
  const isOwn = offer?.by === seat;
  const words = offer
    ? isOwn
      ? t(`play_${offer.what}_own`)
      : t(`play_${offer.what}_by`, { side: nameOf(offer.by) })
    : declined;
  const isVisible = words !== null && seat !== null;
  if (isVisible) setText(part($("offer"), "p"), words);
  setShown(part($("offer"), ".offer-buttons"), isVisible && offer !== null && !isOwn);
  setShown($("offer"), isVisible);
}

/** Returns a sentence of the rules with its sources. @param {Wire.Sentence} sentence */
function rule({ text, grounds }) {
  const sources = new Set(grounds.map(({ source }) => source).filter(Boolean));
  return make("p", {}, text, ...[...sources].map((source) => make("small", { class: "muted" }, ` ${source}`)));
}

function drawEnd() {
  const { outcome, can, rematch } = game.state;
  setShown($("end"), outcome !== null);
  if (!outcome) return;
  setText(part($("end"), ".end-verdict"), endInWords(outcome));
  setText(part($("end"), ".end-words"), outcome.words);
  const why = part($("end"), ".end-rules");
  if (why.childElementCount !== outcome.rules.length) why.replaceChildren(...outcome.rules.map(rule));
  setShown($("rematch"), can.rematch && !rematch);
  setShown($("rematch-link"), rematch !== null);
  if (rematch) {
    $("rematch-link").href = rematch;
    if (wantsRematch) location.assign(rematch);
  }
}

/** Returns whether the confirmation of a resignation is shown. */
export const isResigning = () => !$("resign-confirm").hidden;

/** @param {boolean} isShown */
export function confirmResign(isShown) {
  setShown($("resign-confirm"), isShown);
  $("resign").setAttribute("aria-expanded", String(isShown));
}

/** Hides the confirmation and returns the focus to the resign button. */
export function endResigning() {
  $("resign").focus();
  confirmResign(false);
}

/**
 * Makes the buttons send their messages.
 * @param {(message: Wire.Request) => boolean} send
 */
export function sendOffers(send) {
  for (const what of /** @type {const} */ (["draw", "takeback", "count"])) {
    $(what).addEventListener("click", () => send({ t: "offer", what }));
  }
  $("ask-hint").addEventListener("click", () => {
    if (send({ t: "hint" })) setEnabled($("ask-hint"), false);
  });
  $("offer-accept").addEventListener("click", () => {
    const isRematch = game.state.offer?.what === "rematch";
    if (send({ t: "accept" }) && isRematch) wantsRematch = true;
  });
  $("offer-decline").addEventListener("click", () => {
    wantsRematch = false;
    send({ t: "decline" });
  });
  $("rematch").addEventListener("click", () => {
    wantsRematch = send({ t: "rematch" });
  });
  $("resign").addEventListener("click", () => {
    confirmResign(!isResigning());
    if (isResigning()) $("resign-no").focus();
  });
  $("resign-no").addEventListener("click", endResigning);
  $("resign-yes").addEventListener("click", () => {
    send({ t: "resign" });
    endResigning();
  });
}
