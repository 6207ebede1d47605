// Import and export of positions, records and pictures.

import { sendOn } from "./analysis-session.js";
import { $, base, boot, make, t } from "./page.js";
import { address, attempt, readPdn, writePdn } from "./server.js";

const { game, rules = [] } = boot;

/**
 * Returns a function that shows a message near its field.
 * @type {(id: "pdn-reply" | "fen-reply" | "copy-reply") => (words: string) => void}
 */
const reply = (id) => (words) => {
  $(id).textContent = words;
};
const sayPdn = reply("pdn-reply");
const sorted = (/** @type {string[]} */ names) => [...names].sort().join();

export class Records {
  #page;

  /** @param {RecordsPage} page */
  constructor(page) {
    this.#page = page;
    $("fen-load").addEventListener("click", () => {
      const say = reply("fen-reply");
      say("");
      attempt(() => page.useFen($("fen").value.trim()), say);
    });
    const load = () => attempt(() => this.#load($("pdn").value), sayPdn);
    $("pdn-load").addEventListener("click", load);
    $("pdn-file").addEventListener("change", async () => {
      const file = $("pdn-file").files?.[0];
      if (!file) return;
      $("pdn").value = await file.text();
      $("pdn-file").value = "";
      load();
    });
    /** @type {(use: (text: string) => void) => () => void} */
    const writeAnd = (use) => () => attempt(async () => use(await writePdn(page.record())), sayPdn);
    $("pdn-export").addEventListener("click", writeAnd(show));
    $("pdn-save").addEventListener("click", writeAnd(download));
    $("copy-link").addEventListener("click", async () => {
      const { path, hash, isWhole } = await page.address();
      copy(location.origin + path + hash, $("link"), isWhole ? "" : t("ana_link_too_long"));
    });
    $("copy-embed").addEventListener("click", () => copy($("embed").value, $("embed")));
  }

  /** @param {string} text */
  async #load(text) {
    sayPdn("");
    $("records").replaceChildren();
    const records = await readPdn(text);
    if (records.length === 1) return this.open(records[0]);
    sayPdn(t("ana_choose_record", { n: records.length }));
    $("records").replaceChildren(
      ...records.map((record, i) => {
        const button = make("button", { type: "button", class: "button quiet" }, `${i + 1}. ${titleOf(record)}`);
        button.addEventListener("click", () => this.open(record));
        return make("li", {}, button);
      }),
    );
    return undefined;
  }

  /**
   * Opens a record on this page, or on the page of its game and rules.
   * @param {Wire.GameRecord} record
   */
  open(record) {
    sayPdn(record.error ?? "");
    if (!record.game) return undefined;
    const isSame = sorted(record.rules ?? []) === sorted(rules);
    return record.game === game.title && isSame ? this.#page.open(record) : sendOn(record);
  }
}

/** @param {string} text */
function show(text) {
  $("pdn").value = text;
  sayPdn("");
}

/** @param {string} text */
function download(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: url, download: `${game.title.replace(":", "-")}.pdn` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {Wire.GameRecord} record */
function titleOf({ tags, result, turns, game: title }) {
  const tag = (/** @type {string} */ name) => tags.find(([key, value]) => key === name && value && value !== "?")?.[1];
  const players = [tag("White"), tag("Black")].filter(Boolean).join(" – ");
  return [players, tag("Event"), tag("Date"), title, result, t("ana_plies", { n: turns.length })]
    .filter(Boolean)
    .join(" · ");
}

/**
 * Updates the exports of the current position.
 * @param {string | undefined} fen
 * @param {boolean} flip
 */
export function drawOut(fen, flip) {
  if (!fen) return;
  if (document.activeElement !== $("fen")) $("fen").value = fen;
  const values = { fen, flip: flip ? "1" : "" };
  for (const kind of /** @type {const} */ (["svg", "png"]))
    $(`save-${kind}`).href = address(`${base}/image/${encodeURI(game.title)}.${kind}`, rules, values);
  const frame = address(`${location.origin}${base}/embed/${encodeURI(game.title)}`, rules, values);
  const html = (/** @type {string} */ text) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  $("embed").value =
    `<iframe src="${html(frame)}" title="${html(game.name)}" width="400" height="460" loading="lazy"></iframe>`;
}

/**
 * @param {string} text
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} note appended to the message
 */
async function copy(text, field, note = "") {
  const say = (/** @type {string} */ words) => reply("copy-reply")([words, note].filter(Boolean).join(" "));
  try {
    await navigator.clipboard.writeText(text);
    say(t("ana_copied"));
  } catch {
    // The clipboard is not available: selects the text so that the visitor can copy it.
    field.hidden = false;
    field.value = text;
    field.select();
    say(t("ana_copy_by_hand"));
  }
}
