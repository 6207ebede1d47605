// The workshop: a game file is written, judged as one types, kept in this browser, shared, printed and played.

import { $, base, boot, t } from "./page.js";
import { attempt, checkFile } from "./server.js";
import { putAway } from "./terms.js";
import { say, show } from "./workshop-draft.js";
import { Editor } from "./workshop-editor.js";
import { forget, freeName, keep, last, names, read } from "./workshop-files.js";
import { isFile, LARGEST, linked, linkOf } from "./workshop-link.js";

/** Time without typing after which the file is checked, in milliseconds. */
const PAUSE = 350;

const editor = new Editor(changed);
/** The file that is open: its name, and whether it is kept. */
const file = { name: t("own_untitled"), isKept: false };
/** Which rule set is looked at; the usual one where it is empty. */
let variant = "";
/** Running request, which a newer one aborts. @type {AbortController | null} */
let asking = null;
let waiting = 0;

/** @param {string} words */
const sayKept = (words) => {
  $("kept").textContent = words;
};

// Judging

async function judge() {
  flush();
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const draft = await attempt(() => checkFile(editor.text, { variant, ...look() }, signal), say);
  if (signal.aborted) return;
  if (draft) editor.mark(show(draft, (line, column) => editor.go(line, column)));
  for (const id of /** @type {const} */ (["play-button", "print-button"])) $(id).disabled = !draft?.rules;
}

/** How boards are drawn for this person. */
function look() {
  const { board, pieces } = document.documentElement.dataset;
  return matchMedia("(prefers-contrast: more)").matches
    ? { board: "contrast", pieces: "flat" }
    : { board: board ?? "", pieces: pieces ?? "" };
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(judge, PAUSE);
}

// Keeping

/** Stores unsaved changes. */
function flush() {
  clearTimeout(waiting);
  if (waiting) store();
}
addEventListener("pagehide", flush);

function store() {
  waiting = 0;
  setHash("");
  if (!file.isKept) file.name = freeName(file.name);
  file.isKept = keep(file.name, editor.text);
  sayKept(file.isKept ? t("own_kept", { name: file.name }) : t("own_not_kept"));
  list();
}

/** Keeps a link in the address while it matches the open file. @param {string} hash */
const setHash = (hash) => history.replaceState(null, "", location.pathname + location.search + hash);

/** Shows the names of the stored files and of the open one. */
function list() {
  $("file-name").value = file.name;
  const [choose] = $("open-kept").options;
  const kept = names();
  $("open-kept").replaceChildren(choose, ...kept.map((name) => new Option(name, name)));
  $("open-kept").disabled = kept.length === 0;
  choose.selected = true;
  $("delete").disabled = !file.isKept;
}

/**
 * Opens a file; one that is not kept is kept when it is changed.
 * @param {string} name
 * @param {string} text
 * @param {boolean} [isKept]
 */
function open(name, text, isKept = false) {
  flush();
  setHash("");
  Object.assign(file, { name: isKept ? name : freeName(name), isKept });
  variant = "";
  editor.text = text;
  $("link-box").hidden = true;
  if (isKept) keep(name, text);
  sayKept(isKept ? t("own_kept", { name }) : t("own_new"));
  list();
  judge();
}

/** The name that a text gives itself, which may not be sound. @param {string} text */
const nameIn = (text) => /^id\s*=\s*["']([\w-]{1,40})["']/m.exec(text)?.[1] ?? t("own_untitled");

$("file-name").addEventListener("change", () => {
  const wanted = $("file-name").value.trim();
  if (wanted && wanted !== file.name) {
    if (file.isKept) forget(file.name);
    Object.assign(file, { name: wanted, isKept: false });
    store();
  } else list();
});
$("open-kept").addEventListener("change", () => {
  const name = $("open-kept").value;
  flush();
  const text = read(name);
  if (text !== null) open(name, text, true);
});
$("begin").addEventListener("change", async () => {
  const game = $("begin").value;
  $("begin").value = "";
  if (!game) return;
  const answer = await fetch(`${base}/workshop/${game}.toml`).catch(() => null);
  if (!answer?.ok) return say(t("ana_offline"));
  const text = await answer.text();
  open(nameIn(text), text);
});
$("import").addEventListener("change", async () => {
  const [chosen] = $("import").files ?? [];
  if (!chosen) return;
  const text = chosen.size > LARGEST ? null : await chosen.text();
  $("import").value = "";
  if (text === null) return sayKept(t("own_file_long"));
  open(chosen.name.replace(/\.toml$/i, ""), text);
  store();
});
$("save-file").addEventListener("click", () => {
  const address = URL.createObjectURL(new Blob([editor.text], { type: "application/toml" }));
  const link = Object.assign(document.createElement("a"), { href: address, download: `${file.name}.toml` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
});
$("delete").addEventListener("click", () => {
  flush();
  forget(file.name);
  file.isKept = false;
  sayKept(t("own_forgotten"));
  list();
});

// Sharing

$("share").addEventListener("click", async () => {
  const hash = await linkOf(editor.text);
  $("link-box").hidden = hash === null;
  if (hash === null) return sayKept(t("own_link_long"));
  $("link").value = `${location.origin}${base}/workshop${hash}`;
  try {
    await navigator.clipboard.writeText($("link").value);
    sayKept(t("own_copied"));
  } catch {
    sayKept(t("own_copy_it"));
    $("link").focus();
    $("link").select();
  }
});

/** Opens the file of the address, and says whether it holds one. */
async function openLinked() {
  const { hash } = location;
  const text = isFile(hash) ? await linked(hash) : null;
  if (text === null) return false;
  open(nameIn(text), text);
  setHash(hash);
  return true;
}
addEventListener("hashchange", async () => {
  if (isFile(location.hash) && !(await openLinked())) sayKept(t("own_link_broken"));
});

// Playing and printing

$("variant").addEventListener("change", () => {
  variant = $("variant").value;
  judge();
});
for (const form of [$("play"), $("print")]) {
  form.addEventListener("submit", () => {
    const fields = /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ (form.elements));
    fields.file.value = editor.text;
    fields.variant.value = $("variant").value;
  });
}
$("play").addEventListener("change", () => putAway($("play")));
addEventListener("pageshow", () => putAway($("play")));
// Boards look as people choose while they write, or as they ask their system for.
matchMedia("(prefers-contrast: more)").addEventListener("change", judge);
document.addEventListener("change", ({ target }) => {
  if (/** @type {Element} */ (target).closest("#look")) judge();
});

// The beginning

const isMeant = isFile(location.hash);
if (!(await openLinked())) {
  const { name, text, isAskedFor } = boot.file;
  const kept = isAskedFor ? null : last();
  if (kept !== null) open(kept, read(kept) ?? "", true);
  else open(name === "example" ? nameIn(text) : name, text);
  if (isMeant) sayKept(t("own_link_broken"));
}
