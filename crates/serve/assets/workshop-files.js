// The game files that this browser keeps, each by its name.

const KEY = "quirkat-file:";
/** The key of the name of the file that was open last. */
const LAST = "quirkat-file-last";

/** The names of all files, in their order. */
export function names() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    return keys.map((key) => key.slice(KEY.length)).sort((one, other) => one.localeCompare(other));
  } catch {
    return []; // a browser may forbid storage
  }
}

/**
 * The text of a file; null where there is none of this name.
 * @param {string} name
 */
export function read(name) {
  try {
    return localStorage.getItem(KEY + name);
  } catch {
    return null;
  }
}

/** The name of the file that was open last, if it is still kept. */
export function last() {
  try {
    const name = localStorage.getItem(LAST);
    return name !== null && read(name) !== null ? name : null;
  } catch {
    return null;
  }
}

/**
 * Keeps a file, and says whether there was room.
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
 * A name like this one that no file has.
 * @param {string} wanted
 */
export function freeName(wanted) {
  const taken = names();
  let name = wanted;
  for (let number = 2; taken.includes(name); number++) name = `${wanted}-${number}`;
  return name;
}
