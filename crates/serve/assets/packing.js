// Texts as the last part of an address, which is not sent to the server: packed, and written with letters, digits, `-`
// and `_` only, so that nothing on its way takes a part of it for the end.

/** The longest last part of an address, in letters: longer ones are cut by those who pass them on. */
export const LONGEST = 8000;

/**
 * Compresses a text into letters; null if it or the result is too large.
 * @param {string} text
 * @param {number} largest the most bytes of the text
 */
export async function pack(text, largest) {
  const written = new Blob([text]);
  if (written.size > largest) return null;
  const bytes = await whole(written.stream().pipeThrough(new CompressionStream("deflate-raw")), LONGEST);
  if (!bytes) return null;
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Decompresses a text; null if it exceeds the maximum of bytes.
 * @param {string} letters
 * @param {number} largest
 * @throws where they hold none
 */
export async function unpack(letters, largest) {
  const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const found = await whole(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), largest);
  return found && new TextDecoder("utf-8", { fatal: true }).decode(found);
}

/**
 * All bytes of a stream; null where there are more.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} most
 */
async function whole(stream, most) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
  }
}
