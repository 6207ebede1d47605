// The game files in this browser's local storage, by name.

const KEY = "quirkat-file:";
/** Storage key of the name of the last open file. */
const LAST = "quirkat-file-last";

/** Returns the names of all files, sorted. */
export function names() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    return keys.map((key) => key.slice(KEY.length)).sort((one, other) => one.localeCompare(other));
  } catch {
    return []; // a browser may forbid storage
  }
}

/**
 * Returns the text of a file, or null if there is none of this name.
 * @param {string} name
 */
export function read(name) {
  try {
    return localStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}

/** Returns the name of the last open file if it is still stored, or null. */
export function last() {
  try {
    const name = localStorage.getItem(LAST);
    return name !== null && read(name) !== null ? name : null;
  } catch {
    return null;
  }
}

/**
 * Stores a file. Returns false if storage is full or forbidden.
 * @param {string} name
 * @param {string} text
 */
export function keep(name, text) {
  try {
    localStorage.setItem(KEY + name, text);
    localStorage.setItem(LAST, name);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(KEY + name);
  } catch {}
}

/**
 * Returns a name that no file has: the preferred one, if necessary with a number.
 * @param {string} preferred
 */
export function freeName(preferred) {
  const taken = names();
  let name = preferred;
  for (let number = 2; taken.includes(name); number++) name = `${preferred}-${number}`;
  return name;
}
