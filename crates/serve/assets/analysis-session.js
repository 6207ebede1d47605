// Where an analysis is kept: the place and the tree in the page's address, all of it in the tab's session.

import { isBare, lineOf, pack } from "./analysis-link.js";
import { textsTo } from "./analysis-tree.js";
import { boot } from "./page.js";
import { analysisOf } from "./server.js";

const { game, rules = [] } = boot;
/** The longest query that is surely taken everywhere; longer lines stand behind it, with the tree. */
const LONGEST = 6000;

/** A tree for each game and start; a record that another game's page is to open lies under a key of its own. */
const keyOf = (/** @type {string | null} */ position) =>
  `quirkat-analysis ${game.title} ${[...rules].sort().join(" ")} ${position ?? ""}`;
const ARRIVING = "quirkat-analysis arriving";

/**
 * @param {string} name
 * @returns {KeptAnalysis | null}
 */
function stored(name) {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {KeptAnalysis} value
 */
function store(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs only the tree after a reload; the address still has the place.
  }
}

/** What this tab has kept of the analysis of a start. */
export const kept = (/** @type {string | null} */ position) => stored(keyOf(position));

/**
 * Opens a record on the page of its own game and rules.
 * @param {Wire.GameRecord} record
 */
export function sendOn(record) {
  store(ARRIVING, { record, place: [] });
  location.assign(analysisOf(record.game, record.rules ?? [], record.position));
}

/** Record that was sent to this page. */
export function arriving() {
  const found = stored(ARRIVING);
  sessionStorage.removeItem(ARRIVING);
  return found?.record.game === game.title ? found : null;
}

/**
 * The page's address of a node: the turns that lead there, and the whole tree where it has more than these.
 * @param {Tree} tree
 * @param {TreeNode} node
 */
export async function addressOf(tree, node) {
  const line = lineOf(tree.record(), textsTo(node));
  const { query, isWhole } = queryOf(tree, node);
  if (isBare(line) && isWhole) return { path: query, hash: "", isWhole };
  const hash = await pack(line);
  return { path: query, hash: hash ?? "", isWhole: hash !== null };
}

/**
 * The part of that address that the server sees, and whether all turns that lead there have room in it.
 * @param {Tree} tree
 * @param {TreeNode} node
 */
function queryOf(tree, node) {
  const start = tree.head.position;
  const query = analysisOf(game.title, rules, start, { turns: textsTo(node).join(";") });
  const isWhole = query.length <= LONGEST;
  return { query: isWhole ? query : analysisOf(game.title, rules, start), isWhole };
}

/** @type {(path: string, hash: string) => void} */
function write(path, hash) {
  history.replaceState(null, "", path + hash);
  // The same page in another language keeps its place.
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('a[hreflang][href*="lang="]');
  for (const link of links) link.href = `${path}${path.includes("?") ? "&" : "?"}lang=${link.hreflang}${hash}`;
}

export class Session {
  #now;
  #saving = 0;
  #saved = 0; // counts, so that the address of an earlier tree does not come last

  /** @param {() => { tree: Tree, here: TreeNode, flip: boolean }} now gives what there is to keep */
  constructor(now) {
    this.#now = now;
    addEventListener("pagehide", () => {
      if (this.#saving) this.save();
    });
  }

  save() {
    clearTimeout(this.#saving);
    this.#saving = 0;
    const { tree, here, flip } = this.#now();
    const saved = ++this.#saved;
    write(queryOf(tree, here).query, "");
    addressOf(tree, here).then(({ path, hash }) => {
      if (hash && saved === this.#saved) write(path, hash);
    });
    const drawn = here.arrows.length || here.circles.length ? { arrows: here.arrows, circles: here.circles } : null;
    store(keyOf(tree.head.position), { record: tree.record({ evals: true }), place: textsTo(here), flip, drawn });
  }

  saveSoon() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), 300);
  }
}
