// Import and export of positions, records and pictures.

import { sendOn } from "./analysis-session.js";
import { $, base, boot, isStatic, make, t } from "./page.js";
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

/** Number of bytes of a file that are read at once. */
const PART = 1_000_000;

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
    $("pdn-load").addEventListener("click", () => attempt(() => this.#load(new Blob([$("pdn").value])), sayPdn));
    $("pdn-file").addEventListener("change", async () => {
      const file = $("pdn-file").files?.[0];
      if (!file) return;
      const text = file.size < PART ? await file.text() : "";
      // The text of another encoding is not shown: only the server reads it right.
      $("pdn").value = text.includes("\ufffd") ? "" : text;
      await attempt(() => this.#load(file), sayPdn);
      $("pdn-file").value = "";
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

  /** @param {Blob} file */
  async #load(file) {
    sayPdn("");
    $("records").replaceChildren();
    const games = gamesOf(file);
    const first = await games.next();
    if (first.done) return undefined;
    if (first.value.records.length === 1 && !first.value.more) return this.open(first.value.records[0]);
    this.#list(first.value, games);
    return undefined;
  }

  /**
   * Appends games to the list, and a button that reads further ones.
   * @param {{ records: GameRecord[], more: boolean }} part
   * @param {ReturnType<typeof gamesOf>} games
   */
  #list({ records, more }, games) {
    const list = $("records");
    for (const record of records) {
      const button = make("button", { type: "button", class: "button quiet" });
      button.textContent = `${list.children.length + 1}. ${titleOf(record)}`;
      button.addEventListener("click", () => this.open(record));
      list.append(make("li", {}, button));
    }
    sayPdn(t(more ? "ana_choose_of_more" : "ana_choose_record", { n: list.children.length }));
    if (!more) return;
    const button = make("button", { type: "button", class: "button" }, t("ana_more_records"));
    const item = make("li", {}, button);
    button.addEventListener("click", () =>
      attempt(async () => {
        const next = await games.next();
        item.remove();
        this.#list(next.value ?? { records: [], more: false }, games);
      }, sayPdn),
    );
    list.append(item);
  }

  /**
   * Opens a record on this page, or on the page of its game and rules.
   * @param {GameRecord} record
   */
  open(record) {
    sayPdn([record.error, ...(record.notes ?? [])].filter(Boolean).join(" · "));
    if (!record.game) return undefined;
    const isSame = sorted(record.rules ?? []) === sorted(rules);
    return record.game === game.title && isSame ? this.#page.open(record) : sendOn(record);
  }
}

/**
 * Reads the games of a file part by part. A part ends before a game.
 * @param {Blob} file
 * @returns {AsyncGenerator<{ records: GameRecord[], more: boolean }, undefined>}
 */
async function* gamesOf(file) {
  for (let start = 0; start < file.size || start === 0; ) {
    const end = await partEnd(file, start);
    const part = file.slice(start, end);
    for (let skip = 0, count = 1; skip < count; ) {
      const { records, count: found } = await readPdn(part, game.title, skip);
      count = found;
      skip += Math.max(records.length, 1);
      yield { records, more: skip < count || end < file.size };
    }
    start = end;
    if (!file.size) return undefined;
  }
  return undefined;
}

/**
 * Returns where a part of a file ends: at its end, or before the last game that begins in it.
 * @param {Blob} file
 * @param {number} start
 */
async function partEnd(file, start) {
  const end = start + PART;
  if (end >= file.size) return file.size;
  const bytes = new Uint8Array(await file.slice(start, end).arrayBuffer());
  const [newline, bracket] = [10, 91];
  for (let at = bytes.length - 1; at > 2; at--) {
    const after = bytes[at - 1] === newline && bytes.subarray(Math.max(at - 3, 0), at - 1).includes(newline);
    if (bytes[at] === bracket && after) return start + at;
  }
  return end;
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

/** @param {GameRecord} record */
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
  for (const id of /** @type {const} */ (["save-svg", "save-png", "copy-embed"])) $(id).hidden = isStatic;
  if (isStatic) return;
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
