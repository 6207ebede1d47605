// Storage of an analysis: the current node and the tree in the page's address, everything in session storage.

import { isBare, lineOf, pack } from "./analysis-link.js";
import { textsTo } from "./analysis-tree.js";
import { boot } from "./page.js";
import { analysisOf } from "./server.js";

const { game, rules = [] } = boot;
/**
 * Maximum length of a query, which servers and proxies accept; longer lines are stored in the fragment with the tree.
 */
const MAX_QUERY_LEN = 6000;

/** Session storage key of the tree of a game and start position. */
const keyOf = (/** @type {string | null} */ position) =>
  `quirkat-analysis ${game.title} ${[...rules].sort().join(" ")} ${position ?? ""}`;
/** Session storage key of a record that the page of another game is going to open. */
const ARRIVING = "quirkat-analysis arriving";

/**
 * @param {string} name
 * @returns {StoredAnalysis | null}
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
 * @param {StoredAnalysis} value
 */
function store(name, value) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage a reload loses the tree; the address still contains the moves to the current node.
  }
}

/** Returns the analysis of a start position that is stored in this tab. */
export const loadAnalysis = (/** @type {string | null} */ position) => stored(keyOf(position));

/**
 * Opens a record on the page of its game and rules.
 * @param {GameRecord} record
 */
export function sendOn(record) {
  store(ARRIVING, { record, place: [] });
  location.assign(analysisOf(record.game, record.rules ?? [], record.position));
}

/** Returns the record that another page has sent to this page, or null. */
export function arriving() {
  const sent = stored(ARRIVING);
  sessionStorage.removeItem(ARRIVING);
  return sent?.record.game === game.title ? sent : null;
}

/**
 * Returns the page's address of a node: the moves that lead there, and the tree if it contains more than these.
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
 * Returns the path and query of that address, and whether the query contains all moves that lead there.
 * @param {Tree} tree
 * @param {TreeNode} node
 */
function queryOf(tree, node) {
  const start = tree.head.position;
  const query = analysisOf(game.title, rules, start, { turns: textsTo(node).join(";") });
  const isWhole = query.length <= MAX_QUERY_LEN;
  return { query: isWhole ? query : analysisOf(game.title, rules, start), isWhole };
}

/** @type {(path: string, hash: string) => void} */
function write(path, hash) {
  history.replaceState(null, "", path + hash);
  // Links to the page in other languages keep the current node.
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll('a[hreflang][href*="lang="]');
  for (const link of links) link.href = `${path}${path.includes("?") ? "&" : "?"}lang=${link.hreflang}${hash}`;
}

export class Session {
  #now;
  #saving = 0;
  #saved = 0; // number of saves: an address that is ready late does not replace a newer one

  /** @param {() => { tree: Tree, here: TreeNode, flip: boolean }} now returns the state to store */
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
