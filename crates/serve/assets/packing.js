// Compressed texts in the fragment of an address, which browsers do not send to the server. They consist of letters,
// digits, `-` and `_`, so that programs recognize the whole address as a link.

/** Maximum length of a fragment in characters: some programs truncate longer addresses. */
export const MAX_FRAGMENT_LEN = 8000;

/**
 * Compresses a text; returns null if the text or the result is too large.
 * @param {string} text
 * @param {number} maxBytes maximum size of the text
 */
export async function pack(text, maxBytes) {
  const blob = new Blob([text]);
  if (blob.size > maxBytes) return null;
  const bytes = await readAll(blob.stream().pipeThrough(new CompressionStream("deflate-raw")), MAX_FRAGMENT_LEN);
  if (!bytes) return null;
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Decompresses a text; returns null if it is larger than `maxBytes`.
 * @param {string} letters
 * @param {number} maxBytes
 * @throws if the letters are not a compressed text
 */
export async function unpack(letters, maxBytes) {
  const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const text = await readAll(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), maxBytes);
  return text && new TextDecoder("utf-8", { fatal: true }).decode(text);
}

/**
 * Returns all bytes of a stream, or null if there are more than `maxBytes`.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 * @param {number} maxBytes
 */
async function readAll(stream, maxBytes) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel();
      return null;
    }
  }
}
