// Leads from the root of a static site to the pages in the visitor's language.

/** @type {NodeListOf<HTMLAnchorElement>} */
const links = document.querySelectorAll("a[hreflang]");
const wanted = navigator.languages.map((language) => language.split("-")[0]);
const found = wanted.map((code) => [...links].find(({ hreflang }) => hreflang === code)).find(Boolean);
location.replace((found ?? links[0]).href);
