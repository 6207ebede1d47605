// Access of the module to memory that it shares with those in other workers. The functions are those of a second module, because
// the memory of the first cannot be shared, and must be known before the first is loaded.

const missing = () => {
  throw new Error("no memory is shared");
};

/** Returns a word of 64 bits. @type {(number: number) => bigint} */
export let load = missing;
/** Replaces a word of 64 bits. @type {(number: number, word: bigint) => void} */
export let store = missing;

/**
 * Sets the memory.
 * @param {WebAssembly.Memory} memory
 * @param {BufferSource} code the module of `shared-memory.wasm`
 */
export async function share(memory, code) {
  const { instance } = await WebAssembly.instantiate(code, { host: { memory } });
  ({ load, store } = instance.exports);
}
