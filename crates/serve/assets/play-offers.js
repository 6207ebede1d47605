// Actions beside moves: offers and their answers, hints, resignation, the claim of an abandoned game.

import { $, part } from "./page.js";
import { announce } from "./play-alerts.js";
import { awaitRematch } from "./play-end.js";
import { game } from "./play-game.js";
import { setEnabled, setShown, setText } from "./play-panel.js";
import { answerInWords, offerInWords } from "./play-words.js";

export function drawOffers() {
  drawActions();
  drawOffer();
}

function drawActions() {
  const { can, hint, seat, outcome } = game.state;
  setShown($("actions"), seat !== null && !outcome);
  setShown($("ask-hint"), can.hint || hint !== null);
  setEnabled($("ask-hint"), can.hint);
  setText($("hint-words"), hint?.words ?? "");
  setEnabled($("takeback"), can.takeback);
  setEnabled($("draw"), can.draw);
  setEnabled($("resign"), can.resign);
  setShown($("resign"), !can.callOff);
  setShown($("call-off"), can.callOff);
  setShown($("count"), can.count);
  setShown($("absent"), can.claim);
  if (!can.resign) confirmResign(false);
}

/** The offer that was announced last, so that each is announced once. */
let announced = "";

function drawOffer() {
  const { offer, ply } = game.state;
  const asked = offerInWords();
  setShown($("offer"), asked !== null);
  if (asked !== null) setText(part($("offer"), "p"), asked);
  setText($("answer"), answerInWords());
  const latest = asked === null ? "" : `${offer?.what} ${ply}`;
  if (latest !== "" && latest !== announced) {
    announce("offer", asked ?? "");
    $("board").say(asked ?? "");
  }
  announced = latest;
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
    if (send({ t: "accept" }) && isRematch) awaitRematch(true);
  });
  $("offer-decline").addEventListener("click", () => {
    awaitRematch(false);
    send({ t: "decline" });
  });
  $("rematch").addEventListener("click", () => awaitRematch(send({ t: "rematch" })));
  $("call-off").addEventListener("click", () => send({ t: "call_off" }));
  $("claim").addEventListener("click", () => send({ t: "claim" }));
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
