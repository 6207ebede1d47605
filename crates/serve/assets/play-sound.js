// The sounds of a game.

import { wants } from "./play-settings.js";

/** @type {AudioContext | null} */
let audio = null;

/**
 * Plays the sound of a hop, with a second knock for captured pieces.
 * @param {number} taken
 */
export function hopSound(taken) {
  if (!wants("sound-move")) return;
  knock(520);
  if (taken > 0) knock(240, 0.03, 0.13, 0.35);
}

export const endSound = () => tones([392, 523, 659], "sound-move");

/**
 * Plays a sequence of tones if the visitor wants the alert.
 * @param {number[]} pitches
 * @param {string} alert
 */
export function tones(pitches, alert) {
  if (!wants(alert)) return;
  for (const [index, pitch] of pitches.entries()) knock(pitch, 0.13 * index, 0.26, 0.2);
}

/**
 * Plays a short tone of falling pitch.
 * @param {number} pitch
 */
function knock(pitch, after = 0, length = 0.09, strength = 0.25) {
  if (audio?.state !== "running") return;
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
    if (typeof AudioContext === "undefined") return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => {});
  });
}
