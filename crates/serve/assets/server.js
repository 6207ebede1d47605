// Requests of the pages to the server.

import { base, boot, t } from "./page.js";

/** A request that failed at the server or in the network; its message is for the visitor. */
class Refusal extends Error {}

const isAbort = (/** @type {unknown} */ error) => error instanceof DOMException && error.name === "AbortError";

/**
 * Runs an action, and reports its error with `say`.
 * @template T
 * @param {() => T | Promise<T>} action
 * @param {(words: string) => void} say
 */
export async function attempt(action, say) {
  try {
    return await action();
  } catch (error) {
    if (isAbort(error)) return undefined;
    if (!(error instanceof Refusal)) console.error(error);
    say(error instanceof Refusal ? error.message : t("ana_failed", { code: "" }));
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} init
 */
async function ask(path, init) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Refusal(t("ana_offline"));
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? t("ana_failed", { code: response.status }));
}

/** @type {(value: unknown, signal?: AbortSignal) => RequestInit} */
const posted = (value, signal) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
  signal,
});

/** @type {Promise<Module | undefined> | undefined} */
let starting;

/**
 * Starts the module of the server in a worker. Returns undefined if the server has none or the browser cannot load it.
 * @returns {Promise<Module | undefined>}
 */
async function startModule() {
  try {
    const { folder } = await (await fetch(`${base}/module`)).json();
    if (!folder) return undefined;
    /** @type {Module} */
    const module = (await import(`${folder}client.js`)).startWorker({ language: boot.lang });
    // Waits until the module is loaded.
    await module.puzzles();
    return module;
  } catch (error) {
    console.warn(error);
    return undefined;
  }
}

/**
 * Returns the module, which searches on the visitor's own processor. Undefined where there is none, or for the game of a
 * visitor's own file, which it does not know.
 * @param {string} game
 */
async function moduleFor(game) {
  if (game.startsWith("~")) return undefined;
  starting ??= startModule();
  return starting;
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
async function searchHere(game, search, signal) {
  const module = await moduleFor(game);
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
export const isLocal = async (game) => Boolean(await moduleFor(game));

/**
 * Starts a game.
 * @type {(game: Wire.GameRequest) => Promise<Wire.GameResponse>}
 */
export const start = async (game) => (await ask(`${base}/api/play`, posted(game))).json();

/**
 * Plays moves from a position, and returns the legal continuations.
 * @type {(at: Line, signal?: AbortSignal) => Promise<Wire.Exploration>}
 */
export const explore = async (at, signal) => (await ask(`${base}/api/explore`, posted(at, signal))).json();

/**
 * Returns the engine's move after a line at a level, or a throw of dice.
 * @type {(at: Line, level: number) => Promise<Wire.Turn>}
 */
export async function reply(at, level) {
  const turn = await searchHere(at.game, (module) => module.reply(at, { level }));
  return turn ?? (await ask(`${base}/api/explore/reply?level=${level}`, posted(at))).json();
}

/**
 * Returns a good move after a line, with its reason.
 * @type {(at: Line) => Promise<Wire.Hint>}
 */
export async function advise(at) {
  const wanted = document.documentElement.dataset.squares;
  const squares = wanted === "letters" || wanted === "numbers" ? wanted : undefined;
  const hint = await searchHere(at.game, (module) => module.hint(at, { squares }));
  return hint ?? (await ask(`${base}/api/explore/hint`, posted(at))).json();
}

/**
 * Checks a game file; returns its errors and its game.
 * @param {string} text
 * @param {{ variant: string, board: string, pieces: string }} options
 * @param {AbortSignal} signal
 * @returns {Promise<Wire.Draft>}
 */
export async function checkFile(text, options, signal) {
  const answer = await ask(address(`${base}/api/check`, [], options), {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
    signal,
  });
  return answer.json();
}

/**
 * Returns the moves that were played from a position of a rule set.
 * @type {(title: string, fen: string) => Promise<Wire.OpeningMoves>}
 */
export const openingMoves = async (title, fen) =>
  (await ask(address(`${base}/api/openings/${title}`, [], { fen: fen.replaceAll(" ", "_") }), {})).json();

/**
 * Returns the tasks of the lesson of a rule set.
 * @type {(title: string, rules: string[]) => Promise<Wire.Lesson>}
 */
export const lessonOf = async (title, rules) =>
  (await ask(address(`${base}/api/learn/${encodeURI(title)}`, rules), {})).json();

/**
 * Returns the grades of all puzzles.
 * @type {() => Promise<Wire.PuzzleList>}
 */
export const listPuzzles = async () => (await ask(`${base}/api/puzzles`, {})).json();

/**
 * Tries moves from the position of a puzzle.
 * @type {(puzzle: string, turns: string[]) => Promise<Wire.PuzzleResponse>}
 */
export const tryTurns = async (puzzle, turns) => (await ask(puzzle, posted({ turns }))).json();

/**
 * Returns the solution of a puzzle.
 * @type {(puzzle: string) => Promise<Wire.PuzzleResponse>}
 */
export const solutionOf = async (puzzle) => (await ask(`${puzzle}/solution`, {})).json();

/**
 * Reads the records of a part of a file, in any encoding.
 * @param {Blob} text
 * @param {string} game title of the game of records that do not name theirs
 * @param {number} skip number of games that are left out
 * @returns {Promise<RecordsRead>}
 */
export async function readPdn(text, game, skip) {
  const answer = await ask(address(`${base}/api/pdn/read`, [], { game, skip }), {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
  });
  return answer.json();
}

/** @param {GameRecord} record */
export const writePdn = async (record) => (await ask(`${base}/api/pdn/write`, posted(record))).text();

/**
 * Returns an address with house rules and other values as a query.
 * @param {string} path
 * @param {string[]} rules
 * @param {Record<string, string | number | null | undefined>} values
 */
export function address(path, rules, values = {}) {
  const query = new URLSearchParams();
  for (const rule of rules) query.append("rule", rule);
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, String(value));
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/**
 * Returns the address of the analysis of a game, from a position or from the start.
 * @param {string} title
 * @param {string[]} rules
 * @param {string | null} [position]
 * @param {{ turns: string }} [values]
 */
export function analysisOf(title, rules, position, values) {
  return address(
    `${base}/analysis/${encodeURI(title)}${position ? `/${encodeURIComponent(position)}` : ""}`,
    rules,
    values,
  );
}

/**
 * Yields the analysis after each finished depth, until the engine ends or the signal aborts it.
 * @param {Line & { lines: number, seconds: number }} at
 * @param {AbortSignal} signal
 */
export async function* analyse({ game, rules, position, turns, lines, seconds }, signal) {
  if (yield* depths({ game, rules, position, turns }, { lines, seconds }, signal)) return;
  const path = address(`${base}/api/analyse`, rules, { game, position, turns: turns.join(";"), lines, seconds });
  for await (const report of reports(await ask(path, { signal }))) {
    if ("done" in report) return;
    yield/** @type {Wire.Analysis} */ (report);
  }
}

/**
 * Yields the analysis by the module after each finished depth. Returns whether the module analysed.
 * @param {Line} line
 * @param {{ lines: number, seconds: number }} limits
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Wire.Analysis, boolean>}
 */
async function* depths(line, limits, signal) {
  /** @type {Wire.Analysis[]} */
  const reports = [];
  let wake = () => {};
  let isOver = false;
  const onDepth = (/** @type {Wire.Analysis} */ report) => {
    reports.push(report);
    wake();
  };
  // The search also ends when the page stops reading its reports.
  const reading = new AbortController();
  const end = () => reading.abort();
  signal.throwIfAborted();
  signal.addEventListener("abort", end);
  const search = searchHere(
    line.game,
    (module) => module.analyse(line, { ...limits, onDepth }),
    reading.signal,
  ).finally(() => {
    isOver = true;
    wake();
  });
  // Its error is thrown below.
  search.catch(() => {});
  try {
    while (!isOver || reports.length > 0) {
      const report = reports.shift();
      if (report) yield report;
      else await /** @type {Promise<void>} */ (new Promise((resolve) => (wake = resolve)));
    }
    return (await search) !== undefined;
  } finally {
    signal.removeEventListener("abort", end);
    end();
  }
}

/**
 * Reviews the game of a line.
 * @param {Line} line
 * @param {(left: number) => void} progress called with the number of moves left
 * @param {AbortSignal} [signal]
 */
export async function review(line, progress, signal) {
  const judged = await searchHere(line.game, (module) => module.review(line, { onProgress: progress }), signal);
  return judged ?? resultOf(await ask(`${base}/api/review`, posted(line, signal)), progress);
}

/**
 * Returns the review of a finished game. The server makes it at the first request and stores it.
 * @param {string} id
 * @param {(left: number) => void} progress called with the number of moves left
 */
export async function reviewOf(id, progress) {
  return resultOf(await ask(`${base}/api/game/${id}/review`, { method: "POST" }), progress);
}

/**
 * @param {Response} response
 * @param {(left: number) => void} progress
 * @returns {Promise<Wire.Review>}
 */
async function resultOf(response, progress) {
  for await (const report of reports(response)) {
    if ("turns" in report) return report;
    if ("left" in report) progress(report.left);
  }
  throw new Refusal(t("ana_failed", { code: "" }));
}

/**
 * Yields the lines of a response as they arrive.
 * @param {Response} response
 * @returns {AsyncGenerator<Exclude<Wire.AnalysisLine | Wire.ReviewLine, Wire.Error>>}
 */
async function* reports({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ""; ; ) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      for (const line of lines) {
        if (!line.trim()) continue;
        /** @type {Wire.AnalysisLine | Wire.ReviewLine} */
        const report = JSON.parse(line);
        if ("error" in report) throw new Refusal(report.error);
        yield report;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
