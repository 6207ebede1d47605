// Quirkat in a worker of its own, so that searches do not block the page.

const REPORTS = { analyse: "onDepth", review: "onProgress" };
const NAMES = [
  "games", "rules", "rulesInWords", "explore", "reply", "hint", "analyse", "review", "lesson", "puzzles", "puzzle", "tryPuzzle",
  "solvePuzzle", "check", "loadGame", "readPdn", "writePdn", "svg", "boardSvg", "signature",
  "loadTables",
];

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

  constructor(options) {
    this.#options = options;
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
    if (!this.#worker) this.#start();
    if (name.startsWith("load")) this.#loads.push({ name, values });
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { call, resolve, reject, report });
      this.#worker.postMessage(call);
    });
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
 * @param {{ language?: string, wasm?: string, evaluations?: string, tables?: string }} [options]
 */
export const startWorker = (options = {}) => new Client(options);
