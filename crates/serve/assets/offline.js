// Registers the service worker, which keeps pages and the module for times without a network.

const { base = "" } = document.documentElement.dataset;
const { lang } = document.documentElement;

// The page comes first: the worker fetches some megabytes.
addEventListener("load", () => {
  navigator.serviceWorker
    ?.register(`${base}/offline-worker.js?language=${lang}`, { scope: `${base}/` })
    // Browsers forbid service workers in private windows and over HTTP.
    .catch((error) => console.info(error));
});
