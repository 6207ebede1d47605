// The settings of the page of a game: which events give a sound or a notification, and the mode without distractions.

import { $, t } from "./page.js";

/** @type {NodeListOf<HTMLInputElement>} */
const alerts = document.querySelectorAll("[data-alert]");
const root = document.documentElement;

/**
 * Returns whether the visitor wants an alert.
 * @param {string} alert such as `sound-move`
 */
export const wants = (alert) => [...alerts].some((box) => box.dataset.alert === alert && box.checked);

/** @param {HTMLInputElement} box */
const keyOf = (box) => `quirkat-alert-${box.dataset.alert}`;

/** @param {HTMLInputElement} box */
function stored(box) {
  try {
    return localStorage.getItem(keyOf(box));
  } catch {
    return null;
  }
}

/** @param {HTMLInputElement} box */
function store(box) {
  try {
    localStorage.setItem(keyOf(box), box.checked ? "on" : "off");
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}

/** Returns whether the browser may show notifications, after asking the visitor once. */
async function mayNotify() {
  if (!("Notification" in window)) return false;
  const { permission } = Notification;
  return (permission === "default" ? await Notification.requestPermission() : permission) === "granted";
}

/** @param {HTMLInputElement} box */
async function changed(box) {
  const isNotice = box.dataset.alert?.startsWith("notice-");
  const isRefused = isNotice && box.checked && !(await mayNotify());
  if (isRefused) box.checked = false;
  $("alerts-reply").textContent = isRefused ? t("play_notices_refused") : "";
  store(box);
}

for (const box of alerts) {
  const value = stored(box);
  if (value) box.checked = value === "on";
  box.addEventListener("change", () => changed(box));
}

export const isZen = () => root.dataset.zen === "on";

/**
 * Enters or leaves the mode that shows the board, the clocks and the necessary buttons.
 * @param {boolean} isOn
 */
export function setZen(isOn) {
  dispatchEvent(new CustomEvent("quirkat-look-chosen", { detail: { kind: "zen", value: isOn ? "on" : "off" } }));
  $("settings").open = false;
  $("board").focus({ preventScroll: true });
}

$("zen").addEventListener("click", () => setZen(true));
$("zen-leave").addEventListener("click", () => setZen(false));
addEventListener("keydown", ({ key, repeat, ctrlKey, metaKey, altKey, target }) => {
  if (key.toLowerCase() !== "z" || repeat || ctrlKey || metaKey || altKey) return;
  if (!(/** @type {Partial<Element>} */ (target).closest?.("input, textarea, select"))) setZen(!isZen());
});
