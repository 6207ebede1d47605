// Keeps all pages for times without a network, when the visitor asks for it.

import { $, counted, t } from "./page.js";

/** Returns the used storage in words, where the browser tells it. */
async function storageInWords() {
  const { usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (!usage) return "";
  const megabytes = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  return t("local_storage", { n: megabytes.format(usage / 1e6) });
}

/** @param {string} words */
async function note(words) {
  $("kept-note").textContent = [words, await storageInWords()].filter(Boolean).join(" ");
}

/** Shows what is kept. The service worker names its caches after its scope. */
async function show() {
  const { scope } = await navigator.serviceWorker.ready;
  const isKept = await caches.has(`quirkat ${new URL(scope).pathname} kept`);
  $("keep").hidden = isKept;
  await note(t(isKept ? "local_kept_all" : "local_kept"));
}

/**
 * Lets the service worker keep some more pages. Returns the number of pages left, or the name of an error.
 * @param {ServiceWorker} worker
 * @returns {Promise<{ left: number, error?: undefined } | { left?: undefined, error: string }>}
 */
const keepMore = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    worker.postMessage("keep", [port2]);
  });

/** @param {ServiceWorker} worker */
async function keep(worker) {
  $("keep").disabled = true;
  // Browsers then do not remove the files when space becomes scarce; they may refuse.
  await navigator.storage?.persist?.().catch(() => false);
  let { left, error } = await keepMore(worker);
  while (left) {
    await note(counted("local_left", left));
    ({ left, error } = await keepMore(worker));
  }
  $("keep").disabled = false;
  if (error === undefined) await show();
  else await note(t(error === "QuotaExceededError" ? "local_full" : "local_keep_failed"));
}

if ("serviceWorker" in navigator && "caches" in globalThis) {
  const { active } = await navigator.serviceWorker.ready;
  $("keeping").hidden = false;
  await show();
  $("keep").addEventListener("click", () => active && keep(active));
}
