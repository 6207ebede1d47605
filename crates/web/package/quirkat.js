// Quirkat without a server: rules, engine, lessons, puzzles, records and pictures of the Alquerque family, for browsers, workers
// and Node.

import init, * as module from "./module.js";
import { share } from "./shared-memory.js";

const here = new URL("./", import.meta.url);
const isNode = typeof process === "object" && process.versions?.node !== undefined;

/**
 * Reads a file of the package. Node does not fetch files from its disk.
 * @param {URL} address
 * @returns {Promise<Uint8Array>}
 */
async function readFile(address) {
  if (isNode && address.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A folder with files of each game and their index. The files of a game are fetched and added to the module once. */
class GameFiles {
  #folder;
  #add;
  /** @type {Promise<Record<string, unknown>> | undefined} */
  #index;
  /** @type {Map<string, Promise<void>>} */
  #games = new Map();

  /**
   * @param {URL} folder
   * @param {(entry: unknown, fetchAll: (paths: string[]) => Promise<Uint8Array[]>) => Promise<void>} add adds the files of an
   *   entry of the index
   */
  constructor(folder, add) {
    this.#folder = folder;
    this.#add = add;
  }

  /**
   * Adds the files of a game.
   * @param {string} title
   */
  add(title) {
    const game = title.split(":")[0];
    const added = this.#games.get(game) ?? this.#fetch(game);
    this.#games.set(game, added);
    // After an error, the next call tries again.
    return added.catch((error) => {
      this.#games.delete(game);
      this.#index = undefined;
      throw error;
    });
  }

  /** @param {string} game */
  async #fetch(game) {
    const read = (/** @type {string} */ path) => readFile(new URL(path, this.#folder));
    this.#index ??= read("index.json").then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
    const index = await this.#index;
    if (Object.hasOwn(index, game)) await this.#add(index[game], (paths) => Promise.all(paths.map(read)));
  }
}

/** Adds the evaluations of a game: a file for each variant that has its own. */
async function addEvaluations(files, fetchAll) {
  for (const bytes of await fetchAll(files)) module.addEvaluation(bytes);
}

/** Adds the endgame tables of a game: a folder for each variant that has any. */
async function addTables(folders, fetchAll) {
  for (const [folder, names] of Object.entries(folders)) {
    module.addTables(names, await fetchAll(names.map((name) => `${folder}/${name}`)));
  }
}

/** @type {Promise<unknown> | undefined} */
let loading;
/** The files of the module, which its functions in all languages share. @type {{ evaluations: GameFiles, tables: GameFiles }} */
let shared;

/**
 * Loads the module of WebAssembly.
 * @param {URL | string} address
 * @param {WebAssembly.Memory} [sharedMemory]
 */
async function start(address, sharedMemory) {
  if (sharedMemory) await share(sharedMemory, await readFile(new URL("shared-memory.wasm", here)));
  await init({ module_or_path: isNode ? await readFile(new URL(address)) : address });
  if (sharedMemory) module.shareMemory(sharedMemory.buffer.byteLength / 8);
}

/**
 * Loads the module, once, and returns its functions.
 * @param {{ language?: string, wasm?: URL | string, evaluations?: URL | string, tables?: URL | string,
 *   sharedMemory?: WebAssembly.Memory }} [options]
 */
export async function load({ language = "en", wasm, evaluations, tables, sharedMemory } = {}) {
  loading ??= start(wasm ?? new URL("module_bg.wasm", here), sharedMemory);
  await loading;
  shared ??= {
    evaluations: new GameFiles(new URL(evaluations ?? "evaluations/", here), addEvaluations),
    tables: new GameFiles(new URL(tables ?? "tables/", here), addTables),
  };
  return new Quirkat(language, shared);
}

/** The functions of the module in a language. Every error is an `Error` whose message is in that language. */
class Quirkat {
  #language;
  #evaluations;
  #tables;

  /**
   * @param {string} language
   * @param {{ evaluations: GameFiles, tables: GameFiles }} files
   */
  constructor(language, { evaluations, tables }) {
    this.#language = language;
    this.#evaluations = evaluations;
    this.#tables = tables;
  }

  async loadTables(game) {
    await this.#tables.add(game);
  }

  games() {
    return JSON.parse(module.games());
  }

  rules(game, { rules = [], drawing = "" } = {}) {
    return JSON.parse(module.rules(game, JSON.stringify(rules), drawing, this.#language));
  }

  rulesInWords(game, { rules = [], width = 80 } = {}) {
    return module.rulesInWords(game, JSON.stringify(rules), width, this.#language);
  }

  explore(line, { squares } = {}) {
    return JSON.parse(module.explore(JSON.stringify(line), squares, this.#language));
  }

  async reply(line, { level } = {}) {
    await this.#evaluations.add(line.game);
    return JSON.parse(module.reply(JSON.stringify(line), level === undefined ? undefined : `${level}`, this.#language));
  }

  async hint(line, { squares } = {}) {
    await this.#evaluations.add(line.game);
    return JSON.parse(module.hint(JSON.stringify(line), squares, this.#language));
  }

  async analyse(line, { onDepth = () => true, flag, ...limits } = {}) {
    if (!limits.classical) await this.#evaluations.add(line.game);
    const report = (depth) => onDepth(JSON.parse(depth));
    return JSON.parse(module.analyse(JSON.stringify(line), JSON.stringify(limits), report, flag, this.#language));
  }

  async help(line, { number, flag }) {
    await this.#evaluations.add(line.game);
    module.help(JSON.stringify(line), number, flag, this.#language);
  }

  async review(line, { onProgress = () => true, flag } = {}) {
    await this.#evaluations.add(line.game);
    const report = (left) => onProgress(Number(left));
    return JSON.parse(module.review(JSON.stringify(line), report, flag, this.#language));
  }

  lesson(game, { rules = [], squares } = {}) {
    return JSON.parse(module.lesson(game, JSON.stringify(rules), squares, this.#language));
  }

  puzzles() {
    return JSON.parse(module.puzzles());
  }

  puzzle(game, number) {
    return JSON.parse(module.puzzle(game, `${number}`, this.#language));
  }

  tryPuzzle(game, number, turns, { squares } = {}) {
    return JSON.parse(module.tryPuzzle(game, `${number}`, JSON.stringify({ turns }), squares, this.#language));
  }

  solvePuzzle(game, number) {
    return JSON.parse(module.solvePuzzle(game, `${number}`, this.#language));
  }

  check(file, { variant, board, pieces } = {}) {
    return JSON.parse(module.check(file, variant, board, pieces, this.#language));
  }

  loadGame(file) {
    return module.loadGame(file, this.#language);
  }

  readPdn(text, { game = "", skip = 0 } = {}) {
    return JSON.parse(module.readPdn(text, game, skip, this.#language));
  }

  writePdn(record) {
    return module.writePdn(JSON.stringify(record), this.#language);
  }

  svg(picture) {
    return module.svg(JSON.stringify(picture), this.#language);
  }

  boardSvg(game, { rules = [] } = {}) {
    return module.boardSvg(game, JSON.stringify(rules), this.#language);
  }

  signature(line) {
    return module.signature(line);
  }
}
