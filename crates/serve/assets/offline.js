// Registers the service worker, which keeps pages and the module for times without a network.

/** @type {HTMLLinkElement | null} */
const worker = document.querySelector("link[rel=quirkat-worker]");

// The page comes first: the worker fetches some megabytes.
addEventListener("load", () => {
  if (!worker) return;
  // Browsers forbid service workers in private windows and over HTTP.
  navigator.serviceWorker?.register(worker.href).catch((error) => console.info(error));
});
