// The WebAssembly module in workers of this page, and the choice between it and the server.

/** A request that failed at the server or in the network; its message is for the visitor. */
export class Refusal extends Error {}

/** A request that the network did not carry to the server. */
export class Offline extends Refusal {}

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === "AbortError";

/**
 * Duty of a worker. A search occupies its worker, so another worker gives the answers that take no time.
 * @typedef {"answers" | "searches"} Duty
 */

/** Maximum number of workers that analyse together. */
const MAX_THREADS = 4;

/** Returns the number of workers that analyse together: half of the processors, and one on a device with less than 4 GiB. */
function threads() {
  const { hardwareConcurrency, deviceMemory = 8 } = /** @type {Navigator & { deviceMemory?: number }} */ (navigator);
  return deviceMemory < 4 ? 1 : Math.min(Math.max(hardwareConcurrency >> 1, 1), MAX_THREADS);
}

/** Files of visitors' own games that the module has loaded, by the names of the games. @type {Map<string, string>} */
const files = new Map();
/** The workers that were started. @type {Map<Duty, Promise<Module | undefined>>} */
const starting = new Map();
/** The workers whose module is loaded. @type {Map<Duty, Module>} */
const loaded = new Map();

/**
 * Starts the module of the server in a worker. Returns undefined if the server has none or the browser cannot load it.
 * @param {Duty} duty
 */
async function start(duty) {
  try {
    const { module: folder } = document.documentElement.dataset;
    if (!folder) return undefined;
    const client = await import(new URL(`${folder}client.js`, document.baseURI).href);
    /** @type {Module} */
    const module = client.startWorker({
      language: document.documentElement.lang,
      threads: duty === "searches" ? threads() : 1,
    });
    // Waits until the module is loaded.
    await module.puzzles();
    for (const text of files.values()) await module.loadGame(text);
    loaded.set(duty, module);
    document.body.dataset.module = [...loaded.keys()].join(" ");
    return module;
  } catch (error) {
    console.warn(error);
    // Another request tries again: the network may have been lost.
    starting.delete(duty);
    return undefined;
  }
}

/** Whether the module knows a game: any but a visitor's own whose file it does not have. @param {string} game */
const isKnown = (game) => !game.startsWith("~") || files.has(game.split(":")[0]);

/**
 * Returns the module when it is loaded; undefined where there is none, or for a game that it does not know.
 * @param {Duty} duty
 * @param {string} game
 */
export async function moduleFor(duty, game) {
  if (!isKnown(game)) return undefined;
  if (!starting.has(duty)) starting.set(duty, start(duty));
  return starting.get(duty);
}

/**
 * Loads the game of a file into the module, and returns its name, by which requests name it. Undefined without a module.
 * @param {string} text
 */
export async function loadGame(text) {
  const module = await moduleFor("answers", "");
  if (!module) return undefined;
  const name = await module.loadGame(text).catch((error) => {
    throw new Refusal(error.message);
  });
  files.set(name, text);
  await loaded.get("searches")?.loadGame(text);
  return name;
}

/**
 * Answers a request: with the module if it is loaded, otherwise by the server, whose first answer comes sooner. Without a
 * network, waits for the module. The server explains errors of the module if it can be reached.
 * @template T
 * @param {object} request
 * @param {string} [request.game] the game that the module must know
 * @param {Duty} [request.duty]
 * @param {(module: Module) => Promise<T>} request.here
 * @param {() => Promise<T>} request.there
 * @param {boolean} [request.prefersServer] whether the module answers only without a network
 * @returns {Promise<T>}
 */
export async function choose({ game = "", duty = "answers", here, there, prefersServer = false }) {
  const isOwn = game.startsWith("~") && isKnown(game);
  // The server does not know the games of files that only this page has.
  const module = isOwn ? await moduleFor(duty, game) : prefersServer || !isKnown(game) ? undefined : loaded.get(duty);
  /** @type {Error | undefined} */
  let failure;
  if (module) {
    try {
      return await here(module);
    } catch (error) {
      failure = /** @type {Error} */ (error);
    }
  }
  try {
    const answer = await there();
    // Frames of other pages show one position, which is not worth the download.
    if (window === window.top) moduleFor(duty, game);
    return answer;
  } catch (error) {
    if (!(error instanceof Offline)) throw error;
    if (failure) throw new Refusal(failure.message);
    const late = await moduleFor(duty, game);
    if (!late) throw error;
    return here(late).catch((refused) => {
      throw new Refusal(refused.message);
    });
  }
}

/**
 * Searches with the module until the signal aborts it. Returns undefined where the server has to search: without a module, or
 * after an error, which the server explains in the visitor's language if it is the request's.
 * @template T
 * @param {string} game
 * @param {(module: Module) => Promise<T>} search
 * @param {AbortSignal} [signal]
 * @returns {Promise<T | undefined>}
 */
export async function searchHere(game, search, signal) {
  const module = await moduleFor("searches", game);
  signal?.throwIfAborted();
  if (!module) return undefined;
  const stop = () => module.stop();
  signal?.addEventListener("abort", stop);
  try {
    return await search(module);
  } catch (error) {
    if (isAbort(error)) throw error;
    console.warn(error);
    return undefined;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** Whether the visitor's own processor analyses a game. @type {(game: string) => Promise<boolean>} */
export const isLocal = async (game) => Boolean(await moduleFor("searches", game));
