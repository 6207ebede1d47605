// The workshop: an editor of game files, which checks the file during typing, stores it in this browser, and can share,
// print and play it.

import { faultInWords, newGame, storeGame } from "./local-games.js";
import { loadGame } from "./module.js";
import { $, base, boot, isStatic, pageAt, t } from "./page.js";
import { attempt, checkFile } from "./server.js";
import { chosen, putAway } from "./terms.js";
import { say, show } from "./workshop-draft.js";
import { Editor } from "./workshop-editor.js";
import { forget, freeName, keep, last, names, read } from "./workshop-files.js";
import { isFile, linked, linkOf, MAX_FILE_BYTES } from "./workshop-link.js";

/** Time without typing after which the file is checked, in milliseconds. */
const PAUSE = 350;

const editor = new Editor(changed);
/** The open file: its name, and whether it is stored. */
const file = { name: t("own_untitled"), isStored: false };
/** Selected variant; empty for the default. */
let variant = "";
/** Running request, which a newer one aborts. @type {AbortController | null} */
let asking = null;
let waiting = 0;

/** @param {string} words */
const sayStored = (words) => {
  $("kept").textContent = words;
};

// Checks

async function judge() {
  flush();
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  const draft = await attempt(() => checkFile(editor.text, { variant, ...look() }, signal), say);
  if (signal.aborted) return;
  if (draft) editor.mark(show(draft, (line, column) => editor.go(line, column)));
  for (const button of [$("play-button"), $("print-button"), $("local-button")]) {
    if (button) button.disabled = !draft?.rules;
  }
}

/** Returns the visitor's themes of boards and pieces. @returns {Materials} */
function look() {
  if (matchMedia("(prefers-contrast: more)").matches) return { board: "contrast", pieces: "flat" };
  const { board, pieces } = /** @type {Materials} */ (document.documentElement.dataset);
  return { board, pieces };
}

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(judge, PAUSE);
}

// Storage

/** Stores unsaved changes. */
function flush() {
  clearTimeout(waiting);
  if (waiting) store();
}
addEventListener("pagehide", flush);

/** Stores and checks an unsaved change at once, so that its message does not replace a later one. */
function finishTyping() {
  if (waiting) judge();
}

function store() {
  waiting = 0;
  setHash("");
  if (!file.isStored) file.name = freeName(file.name);
  file.isStored = keep(file.name, editor.text);
  sayStored(file.isStored ? t("own_kept", { name: file.name }) : t("own_not_kept"));
  list();
}

/** Sets the fragment of the address: a link to the open file, until the file changes. @param {string} hash */
const setHash = (hash) => history.replaceState(null, "", location.pathname + location.search + hash);

/** Shows the names of the stored files and of the open one. */
function list() {
  $("file-name").value = file.name;
  const [choose] = $("open-kept").options;
  const stored = names();
  $("open-kept").replaceChildren(choose, ...stored.map((name) => new Option(name, name)));
  $("open-kept").disabled = stored.length === 0;
  choose.selected = true;
  $("delete").disabled = !file.isStored;
}

/**
 * Opens a file. A new file is stored when it is changed.
 * @param {string} name
 * @param {string} text
 * @param {boolean} [isStored]
 */
function open(name, text, isStored = false) {
  flush();
  setHash("");
  Object.assign(file, { name: isStored ? name : freeName(name), isStored });
  variant = "";
  editor.text = text;
  $("link-box").hidden = true;
  if (isStored) keep(name, text);
  sayStored(isStored ? t("own_kept", { name }) : t("own_new"));
  list();
  judge();
}

/** Returns the `id` of a game file, which may be invalid. @param {string} text */
const nameIn = (text) => /^id\s*=\s*["']([\w-]{1,40})["']/m.exec(text)?.[1] ?? t("own_untitled");

$("file-name").addEventListener("change", () => {
  const name = $("file-name").value.trim();
  if (name && name !== file.name) {
    if (file.isStored) forget(file.name);
    Object.assign(file, { name, isStored: false });
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
  const text = chosen.size > MAX_FILE_BYTES ? null : await chosen.text();
  $("import").value = "";
  finishTyping();
  if (text === null) return sayStored(t("own_file_long"));
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
  finishTyping();
  forget(file.name);
  file.isStored = false;
  sayStored(t("own_forgotten"));
  list();
});

// Sharing

$("share").addEventListener("click", async () => {
  finishTyping();
  const hash = await linkOf(editor.text);
  $("link-box").hidden = hash === null;
  if (hash === null) return sayStored(t("own_link_long"));
  $("link").value = new URL(`${pageAt("/workshop")}${hash}`, document.baseURI).href;
  try {
    await navigator.clipboard.writeText($("link").value);
    sayStored(t("own_copied"));
  } catch {
    sayStored(t("own_copy_it"));
    $("link").focus();
    $("link").select();
  }
});

/** Opens the file in the address. Returns whether there is one. */
async function openLinked() {
  const { hash } = location;
  const text = isFile(hash) ? await linked(hash) : null;
  if (text === null) return false;
  open(nameIn(text), text);
  setHash(hash);
  return true;
}
addEventListener("hashchange", async () => {
  if (!isFile(location.hash) || (await openLinked())) return;
  finishTyping();
  sayStored(t("own_link_broken"));
});

// Playing and printing

$("variant").addEventListener("change", () => {
  variant = $("variant").value;
  judge();
});
for (const form of [$("play"), $("print")]) {
  form?.addEventListener("submit", (event) => {
    if (isStatic) event.preventDefault();
    const fields = /** @type {Record<string, HTMLInputElement>} */ (/** @type {unknown} */ (form.elements));
    fields.file.value = editor.text;
    fields.variant.value = $("variant").value;
  });
}
$("local-button")?.addEventListener("click", () =>
  attempt(async () => {
    const name = await loadGame(editor.text);
    if (!name) return say(t("local_no_module"));
    const selected = $("variant").value;
    const terms = Object.fromEntries(["opponent", "level", "side"].map((field) => [field, chosen($("play"), field)]));
    const game = newGame({ game: selected ? `${name}:${selected}` : name, rules: [], file: editor.text }, terms);
    await storeGame(game).then(
      () => location.assign(`${pageAt("/local/play")}?id=${game.id}`),
      (error) => say(faultInWords(error)),
    );
  }, say),
);
$("play").addEventListener("change", () => putAway($("play")));
addEventListener("pageshow", () => putAway($("play")));
// The board follows the visitor's themes and the system's preference for contrast.
matchMedia("(prefers-contrast: more)").addEventListener("change", judge);
document.addEventListener("change", ({ target }) => {
  if (/** @type {Element} */ (target).closest("#look")) judge();
});

// Start

const isMeant = isFile(location.hash);
if (!(await openLinked())) {
  const { name, text, isAskedFor } = boot.file;
  const lastOpen = isAskedFor ? null : last();
  if (lastOpen !== null) open(lastOpen, read(lastOpen) ?? "", true);
  else open(name === "example" ? nameIn(text) : name, text);
  if (isMeant) sayStored(t("own_link_broken"));
}
