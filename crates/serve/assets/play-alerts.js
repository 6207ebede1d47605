// Alerts of events of a game: a sound, and a notification while the page is hidden, where the visitor wants them.

import { part } from "./page.js";
import { wants } from "./play-settings.js";
import { tones } from "./play-sound.js";

/** Pitches of the sound of each event. */
const SOUNDS = { turn: [587, 784], joined: [523, 659, 784], offer: [659, 880] };

/** Notifications that are still shown. @type {Set<Notification>} */
const shown = new Set();

/**
 * Announces an event.
 * @param {keyof typeof SOUNDS} event
 * @param {string} words
 */
export function announce(event, words) {
  // A player who sees the board hears the move itself.
  if (event !== "turn" || document.hidden) tones(SOUNDS[event], `sound-${event}`);
  if (document.hidden && wants(`notice-${event}`)) notify(words);
}

/** @param {string} words */
function notify(words) {
  const options = { body: part(document.body, ".panel-heading").textContent, tag: location.pathname };
  try {
    const notice = new Notification(words, options);
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
    shown.add(notice);
  } catch {
    // Some browsers show notifications of installed pages only.
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  for (const notice of shown) notice.close();
  shown.clear();
});
