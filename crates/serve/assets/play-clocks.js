// The clocks. They run locally between the server's messages.

import { $, t } from "./page.js";
import { SIDES } from "./play-game.js";
import { setText } from "./play-panel.js";

/** @type {Wire.Clock | null} */
let clock = null;
let since = 0; // time at which `clock` was received
let isOver = false;

/**
 * Sets the clocks to the state of a message that has just arrived.
 * @param {Pick<Wire.State, "clock" | "outcome">} state
 */
export function setClocks(state) {
  clock = state.clock;
  isOver = Boolean(state.outcome);
  since = performance.now();
  tick();
}

function tick() {
  SIDES.forEach((side, index) => {
    const face = $(`clock-${side}`);
    face.hidden = clock === null;
    if (clock === null) return;
    const runs = clock.running === side && !isOver;
    const left = Math.max(0, clock.left[index] - (runs ? performance.now() - since : 0));
    setText(face, clockWords(left));
    face.classList.toggle("running", runs);
    face.classList.toggle("low", left < 20000 && !isOver);
  });
}

/** @param {number} ms */
function clockWords(ms) {
  if (ms < 10000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (hours >= 24) return t("play_days", { days: Math.floor(hours / 24), hours: hours % 24 });
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

setInterval(tick, 100);
