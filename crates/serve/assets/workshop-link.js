// A game file as the last part of an address: `#file=` and what comes of packing its text.

import { LONGEST, pack, unpack } from "./packing.js";

/** The longest file that the server takes, in bytes. */
export const LARGEST = 64 << 10;
/** What such an address has behind its path, with the number of the form in which it is written. */
const MARK = "#file=1";

/**
 * A file as the last part of an address; null where it is too large for one.
 * @param {string} text
 */
export async function linkOf(text) {
  const letters = await pack(text, LARGEST);
  return letters !== null && MARK.length + letters.length <= LONGEST ? MARK + letters : null;
}

/** Whether the last part of an address is meant to be a file. */
export const isFile = (/** @type {string} */ hash) => hash.startsWith("#file=");

/**
 * The file that the last part of an address holds; null where it holds none that can be read.
 * @param {string} hash
 */
export async function linked(hash) {
  if (!hash.startsWith(MARK) || hash.length > LONGEST) return null;
  try {
    return await unpack(hash.slice(MARK.length), LARGEST);
  } catch {
    return null;
  }
}
