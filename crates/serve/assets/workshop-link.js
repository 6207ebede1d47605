// A game file in the fragment of an address: `#file=` and the compressed text.

import { MAX_FRAGMENT_LEN, pack, unpack } from "./packing.js";

/** Maximum size of a file that the server accepts, in bytes. */
export const MAX_FILE_BYTES = 64 << 10;
/** Prefix of the fragment; the digit is the version of the format. */
const MARK = "#file=1";

/**
 * Returns a file as a fragment, or null if it is too large for an address.
 * @param {string} text
 */
export async function linkOf(text) {
  const letters = await pack(text, MAX_FILE_BYTES);
  return letters !== null && MARK.length + letters.length <= MAX_FRAGMENT_LEN ? MARK + letters : null;
}

/** Returns whether a fragment is marked as a file; it may still be invalid. */
export const isFile = (/** @type {string} */ hash) => hash.startsWith("#file=");

/**
 * Returns the file in a fragment, or null if there is none or it is invalid.
 * @param {string} hash
 */
export async function linked(hash) {
  if (!hash.startsWith(MARK) || hash.length > MAX_FRAGMENT_LEN) return null;
  try {
    return await unpack(hash.slice(MARK.length), MAX_FILE_BYTES);
  } catch {
    return null;
  }
}
