// Quirkat in a worker of its own, so that searches do not block the page. Further workers may help it to analyse.

/** The searches and the names of their reports. A helper has nothing to report. */
const REPORTS = { analyse: "onDepth", review: "onProgress", help: "onProgress" };
const NAMES = [
  "games", "rules", "rulesInWords", "explore", "reply", "hint", "analyse", "review", "lesson", "puzzles", "puzzle", "tryPuzzle",
  "solvePuzzle", "check", "loadGame", "readPdn", "writePdn", "svg", "boardSvg", "signature",
  "loadTables",
];

/** Bytes of the transposition table that workers share, and of a page of memory. */
const TABLE_BYTES = 32 * 2 ** 20;
const PAGE_BYTES = 2 ** 16;
/** Maximum number of workers that search together. */
const MAX_THREADS = 7;
/** Time after an analysis in which its helpers must have ended, in milliseconds; one that is still loading is ended. */
const PATIENCE = 1000;

/** The functions of a module in a worker. Each returns a promise. */
class Client {
  #options;
  /** The worker; undefined after one has ended, until the next call. @type {Worker | undefined} */
  #worker;
  #last = 0;
  /** Calls that load files, which a new worker repeats. @type {{ name: string, values: unknown[] }[]} */
  #loads = [];
  /** @type {Map<number, { call: { reports?: string, flag?: Int32Array }, resolve: Function, reject: Function, report?: Function }>} */
  #calls = new Map();
  /** The workers that help this one. @type {Client[]} */
  #helpers = [];
  /** Resolves when the last call has ended and no helper searches for it any more. Only used with helpers. */
  #idle = Promise.resolve();

  /**
   * @param {object} options
   * @param {number} threads number of workers that search together; one unless they may share memory
   */
  constructor(options, threads) {
    this.#options = options;
    if (threads > 1 && globalThis.crossOriginIsolated) {
      const pages = TABLE_BYTES / PAGE_BYTES;
      const sharedMemory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      this.#options = { ...options, sharedMemory };
      const helpers = Math.min(threads, MAX_THREADS) - 1;
      this.#helpers = Array.from({ length: helpers }, () => new Client(this.#options, 1));
    }
    for (const name of NAMES) this[name] = (...values) => this.#call(name, values);
  }

  #start() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
    this.#worker.addEventListener("error", (event) => this.#end(new Error(event.message || "the worker cannot be loaded")));
    this.#worker.postMessage({ options: this.#options });
    // Nothing awaits the answers to number 0.
    for (const load of this.#loads) this.#worker.postMessage({ id: 0, ...load });
  }

  #call(name, values) {
    const id = ++this.#last;
    const reports = REPORTS[name];
    const report = reports && values[1]?.[reports];
    // Functions cannot be sent to the worker.
    const sent = reports ? [values[0], { ...values[1], [reports]: undefined }] : values;
    // A page may share memory with its worker if it is isolated.
    const flag = reports && globalThis.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : undefined;
    const call = { id, name, values: sent, reports, flag };
    const answer = new Promise((resolve, reject) => this.#calls.set(id, { call, resolve, reject, report }));
    if (this.#helpers.length === 0) this.#post(call);
    else this.#idle = this.#idle.then(() => this.#postWithHelpers(call, answer));
    return answer;
  }

  /** Sends a call to the worker. */
  #post(call) {
    if (!this.#worker) this.#start();
    const { name, values } = call;
    if (name.startsWith("load")) this.#loads.push({ name, values });
    this.#worker.postMessage(call);
  }

  /** Sends a call, lets the helpers search with it, and waits for its end and theirs: one search at a time uses the memory. */
  async #postWithHelpers(call, answer) {
    const { id, name, values } = call;
    // The worker may have ended in the meantime.
    if (!this.#calls.has(id)) return;
    if (name.startsWith("load")) for (const helper of this.#helpers) helper.#load(name, values);
    const helpers = name === "analyse" && !values[1]?.classical ? this.#helpers : [];
    const helping = helpers.map((helper, index) => helper.#call("help", [values[0], { number: index + 1 }]));
    this.#post(call);
    await Promise.allSettled([answer]);
    for (const helper of helpers) helper.stop();
    const late = new Error("the helper is late");
    const timer = setTimeout(() => helpers.forEach((helper) => helper.#end(late)), PATIENCE);
    await Promise.allSettled(helping);
    clearTimeout(timer);
  }

  /** Loads a file in a helper, as soon as it has a worker. */
  #load(name, values) {
    this.#loads.push({ name, values });
    this.#worker?.postMessage({ id: 0, name, values });
  }

  #receive({ id, value, error, report }) {
    const call = this.#calls.get(id);
    if (!call) return;
    if (report !== undefined) {
      if (call.report?.(report) === false) this.stop();
      return;
    }
    this.#calls.delete(id);
    if (error === undefined) call.resolve(value);
    else call.reject(new Error(error));
  }

  /** Ends the worker, and rejects its calls. */
  #end(error) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#calls.values()) reject(error);
    this.#calls.clear();
    for (const helper of this.#helpers) helper.#end(error);
  }

  /** Stops the running search and those that wait. Their promises have the results so far or are rejected. */
  stop() {
    const searches = [...this.#calls.values()].filter(({ call }) => call.reports);
    if (searches.length === 0) return;
    if (searches.every(({ call }) => call.flag)) {
      for (const { call } of searches) Atomics.store(call.flag, 0, 1);
      return;
    }
    // Without shared memory, nothing reaches a worker that searches: another one takes the remaining calls over.
    this.#worker.terminate();
    for (const { call, reject } of searches) {
      this.#calls.delete(call.id);
      reject(new DOMException("the search was stopped", "AbortError"));
    }
    this.#start();
    for (const { call } of this.#calls.values()) this.#worker.postMessage(call);
  }

  /** Ends the worker. Another call starts one again. */
  close() {
    this.#end(new DOMException("the worker was closed", "AbortError"));
  }
}

/**
 * Starts a worker with the module, and returns its functions.
 * @param {{ language?: string, wasm?: string, evaluations?: string, tables?: string, threads?: number }} [options]
 */
export const startWorker = ({ threads = 1, ...options } = {}) => new Client(options, threads);
