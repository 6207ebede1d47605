// The tree of an analysis as the last part of an address: `#tree=` and what comes of packing it.

import { LONGEST, pack as packText, unpack as unpackText } from "./packing.js";

/** What is packed is no larger than this, in bytes, and has variations in variations no deeper. */
const LARGEST = 1 << 20;
const DEEPEST = 64;
/** What such an address has behind its query, with the number of the form in which it is written. */
const MARK = "#tree=1";

/**
 * A line as it is packed. A turn is its text, and a sign at it a number; a comment begins with `{`, a list is a variation
 * in the place of the turn before it, and `true` says that this turn is looked at. What stands before the first turn
 * belongs to the start.
 * @typedef {(string | number | true | Packed)[]} Packed
 */

/** @typedef {Pick<KeptRecord, "comments" | "turns">} Written */
/** A tree, and the turns that lead to where it is looked at. @typedef {Written & { place: string[] }} Linked */

/**
 * @param {Written} record
 * @param {string[]} place
 * @returns {Packed}
 */
export const lineOf = ({ comments, turns }, place) => [...comments.map(asComment), ...packed(turns, place)];

/** @param {string} text */
const asComment = (text) => `{${text}`;

/**
 * @param {KeptTurn[]} turns
 * @param {string[]} place what is left of the way to where the tree is looked at
 * @returns {Packed}
 */
function packed(turns, place) {
  /** @type {Packed} */
  const line = [];
  let way = place;
  for (const { text, glyphs, comments, variations } of turns) {
    const isOnIt = way[0] === text;
    line.push(text, ...glyphs, ...comments.map(asComment));
    if (isOnIt && way.length === 1) line.push(true);
    for (const variation of variations) line.push(packed(variation, isOnIt ? [] : way));
    way = isOnIt ? way.slice(1) : [];
  }
  return line;
}

/**
 * Whether a line is nothing but the turns that lead to where it is looked at.
 * @param {Packed} line
 */
export const isBare = (line) =>
  line.every((item) => item === true || (typeof item === "string" && !item.startsWith("{"))) &&
  (line.length === 0 || line.at(-1) === true);

/**
 * How deep the variations of a line are in one another.
 * @param {Packed} line
 * @returns {number}
 */
const depthOf = (line) => Math.max(0, ...line.map((item) => (Array.isArray(item) ? 1 + depthOf(item) : 0)));

/**
 * A tree as the last part of an address; null where it is too large for one.
 * @param {Packed} line
 */
export async function pack(line) {
  const letters = depthOf(line) > DEEPEST ? null : await packText(JSON.stringify(line), LARGEST);
  const hash = MARK + letters;
  return letters !== null && hash.length <= LONGEST ? hash : null;
}

/** Whether the last part of an address is meant to be a tree. */
export const isTree = (/** @type {string} */ hash) => hash.startsWith("#tree=");

/**
 * The tree that the last part of an address holds; null where there is none, or one that cannot be read.
 * @param {string} hash
 * @returns {Promise<Linked | null>}
 */
export async function unpack(hash) {
  if (!hash.startsWith(MARK) || hash.length > LONGEST) return null;
  try {
    const found = await unpackText(hash.slice(MARK.length), LARGEST);
    if (found === null) return null;
    /** @type {Linked} */
    const linked = { comments: [], turns: [], place: [] };
    linked.turns = unpacked(JSON.parse(found), linked, [], 0);
    return linked;
  } catch {
    return null;
  }
}

/**
 * The turns of a packed line; what belongs to the start of the tree and where it is looked at is written into `linked`.
 * @param {unknown} line
 * @param {Linked} linked
 * @param {string[]} before the turns that lead to the line
 * @param {number} depth
 */
function unpacked(line, linked, before, depth) {
  if (!Array.isArray(line) || depth > DEEPEST) throw new Error("no line");
  /** @type {KeptTurn[]} */
  const turns = [];
  const way = [...before];
  for (const item of line) {
    const last = turns.at(-1);
    if (typeof item === "string" && !item.startsWith("{")) {
      if (last) way.push(last.text);
      turns.push({ text: item, glyphs: [], comments: [], variations: [] });
    } else if (typeof item === "string" && (last || depth === 0)) {
      (last ?? linked).comments.push(item.slice(1));
    } else if (last && Number.isInteger(item) && item >= 0 && item <= 255) {
      last.glyphs.push(item);
    } else if (last && item === true) {
      linked.place = [...way, last.text];
    } else if (last) {
      last.variations.push(unpacked(item, linked, way, depth + 1));
    } else {
      throw new Error("nothing for it to belong to");
    }
  }
  return turns;
}
