// The sounds of a game, and the button that switches them on and off.

import { $ } from "./page.js";

const KEY = "quirkat-sound";
/** @type {AudioContext | null} */
let audio = null;
let isLoud = stored() !== "off";

/**
 * Plays the sound of a hop, with a second knock for captured pieces.
 * @param {number} taken
 */
export function hopSound(taken) {
  knock(520);
  if (taken > 0) knock(240, 0.03, 0.13, 0.35);
}

export function offerSound() {
  for (const [index, pitch] of [659, 880].entries()) knock(pitch, 0.12 * index, 0.22, 0.2);
}

export function endSound() {
  for (const [index, pitch] of [392, 523, 659].entries()) knock(pitch, 0.14 * index, 0.3, 0.2);
}

/**
 * Plays a short tone of falling pitch.
 * @param {number} pitch
 */
function knock(pitch, after = 0, length = 0.09, strength = 0.25) {
  if (!isLoud || audio?.state !== "running") return;
  const at = audio.currentTime + after;
  const tone = audio.createOscillator();
  const loudness = audio.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + length);
  loudness.gain.setValueAtTime(strength, at);
  loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(loudness).connect(audio.destination);
  tone.start(at);
  tone.stop(at + length);
}

// Browsers allow sound only after input from the visitor.
for (const kind of ["pointerup", "keydown"]) {
  addEventListener(kind, () => {
    if (!isLoud || typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  });
}

$("sound").setAttribute("aria-pressed", String(isLoud));
$("sound").addEventListener("click", () => {
  isLoud = !isLoud;
  store(isLoud ? "on" : "off");
  $("sound").setAttribute("aria-pressed", String(isLoud));
  hopSound(0);
});

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} value */
function store(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}
