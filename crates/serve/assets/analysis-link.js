// The tree of an analysis in the fragment of an address: `#tree=` and the compressed tree.

import { MAX_FRAGMENT_LEN, pack as packText, unpack as unpackText } from "./packing.js";

/** Maximum size of an uncompressed tree, in bytes. */
const MAX_BYTES = 1 << 20;
/** Maximum depth of nested variations. */
const MAX_DEPTH = 64;
/** Prefix of the fragment; the digit is the version of the format. */
const MARK = "#tree=1";

/**
 * A line before compression. A string is a move, or a comment if it begins with `{`. A number is a glyph of the move
 * before it. An array is a variation that replaces the move before it. `true` marks the current move. Items before the
 * first move belong to the start position.
 * @typedef {(string | number | true | Packed)[]} Packed
 */

/** @typedef {Pick<StoredRecord, "comments" | "turns">} LineContents */
/** A tree with the moves that lead to the current node. @typedef {LineContents & { place: string[] }} LinkedTree */

/**
 * @param {LineContents} record
 * @param {string[]} place
 * @returns {Packed}
 */
export const lineOf = ({ comments, turns }, place) => [...comments.map(asComment), ...packed(turns, place)];

/** @param {string} text */
const asComment = (text) => `{${text}`;

/**
 * @param {StoredTurn[]} turns
 * @param {string[]} place the rest of the moves to the current node
 * @returns {Packed}
 */
function packed(turns, place) {
  /** @type {Packed} */
  const line = [];
  let rest = place;
  for (const { text, glyphs, comments, variations } of turns) {
    const isOnPath = rest[0] === text;
    line.push(text, ...glyphs, ...comments.map(asComment));
    if (isOnPath && rest.length === 1) line.push(true);
    for (const variation of variations) line.push(packed(variation, isOnPath ? [] : rest));
    rest = isOnPath ? rest.slice(1) : [];
  }
  return line;
}

/**
 * Returns whether a line contains only the moves that lead to the current node.
 * @param {Packed} line
 */
export const isBare = (line) =>
  line.every((item) => item === true || (typeof item === "string" && !item.startsWith("{"))) &&
  (line.length === 0 || line.at(-1) === true);

/**
 * Returns the depth of nested variations.
 * @param {Packed} line
 * @returns {number}
 */
const depthOf = (line) => Math.max(0, ...line.map((item) => (Array.isArray(item) ? 1 + depthOf(item) : 0)));

/**
 * Returns a tree as a fragment, or null if it is too large for an address.
 * @param {Packed} line
 */
export async function pack(line) {
  const letters = depthOf(line) > MAX_DEPTH ? null : await packText(JSON.stringify(line), MAX_BYTES);
  const hash = MARK + letters;
  return letters !== null && hash.length <= MAX_FRAGMENT_LEN ? hash : null;
}

/** Returns whether a fragment is marked as a tree; it may still be invalid. */
export const isTree = (/** @type {string} */ hash) => hash.startsWith("#tree=");

/**
 * Returns the tree in a fragment, or null if there is none or it is invalid.
 * @param {string} hash
 * @returns {Promise<LinkedTree | null>}
 */
export async function unpack(hash) {
  if (!hash.startsWith(MARK) || hash.length > MAX_FRAGMENT_LEN) return null;
  try {
    const text = await unpackText(hash.slice(MARK.length), MAX_BYTES);
    if (text === null) return null;
    /** @type {LinkedTree} */
    const linked = { comments: [], turns: [], place: [] };
    linked.turns = unpacked(JSON.parse(text), linked, [], 0);
    return linked;
  } catch {
    return null;
  }
}

/**
 * Returns the moves of a line. Stores the comments of the start position and the current node in `linked`.
 * @param {unknown} line
 * @param {LinkedTree} linked
 * @param {string[]} before the moves that lead to the line
 * @param {number} depth
 */
function unpacked(line, linked, before, depth) {
  if (!Array.isArray(line) || depth > MAX_DEPTH) throw new Error("no line");
  /** @type {StoredTurn[]} */
  const turns = [];
  const path = [...before];
  for (const item of line) {
    const last = turns.at(-1);
    if (typeof item === "string" && !item.startsWith("{")) {
      if (last) path.push(last.text);
      turns.push({ text: item, glyphs: [], comments: [], variations: [] });
    } else if (typeof item === "string" && (last || depth === 0)) {
      (last ?? linked).comments.push(item.slice(1));
    } else if (last && Number.isInteger(item) && item >= 0 && item <= 255) {
      last.glyphs.push(item);
    } else if (last && item === true) {
      linked.place = [...path, last.text];
    } else if (last) {
      last.variations.push(unpacked(item, linked, path, depth + 1));
    } else {
      throw new Error("nothing for it to belong to");
    }
  }
  return turns;
}
