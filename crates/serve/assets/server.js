// Requests of the pages, which the module or the server answers.

import { choose, isAbort, moduleFor, Offline, Refusal, searchHere } from "./module.js";
import { base, isStatic, pageAt, t } from "./page.js";

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
  if (isStatic) throw new Offline(t("ana_offline"));
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new Offline(t("ana_offline"));
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

/** Returns the names of squares that the visitor prefers, for sentences of the module. */
function squareNames() {
  const wanted = document.documentElement.dataset.squares;
  return wanted === "letters" || wanted === "numbers" ? wanted : undefined;
}

/**
 * Starts a game.
 * @type {(game: Wire.GameRequest) => Promise<Wire.GameResponse>}
 */
export const start = async (game) => (await ask(`${base}/api/play`, posted(game))).json();

/** The two ways to an exploration. @type {(at: Line, signal?: AbortSignal) => Parameters<typeof choose<Wire.Exploration>>[0]} */
const exploration = (at, signal) => ({
  game: at.game,
  here: (module) => module.explore(at, { squares: squareNames() }),
  there: async () => (await ask(`${base}/api/explore`, posted(at, signal))).json(),
});

/**
 * Plays moves from a position, and returns the legal continuations.
 * @type {(at: Line) => Promise<Wire.Exploration>}
 */
export const explore = (at) => choose(exploration(at));

/**
 * As `explore`, with the values of the server's endgame tables. Without a network there are none.
 * @type {(at: Line, signal?: AbortSignal) => Promise<Wire.Exploration>}
 */
export const exploreProved = (at, signal) => choose({ ...exploration(at, signal), prefersServer: true });

/**
 * Returns the engine's move after a line at a level, or a throw of dice.
 * @type {(at: Line, level: number) => Promise<Wire.Turn>}
 */
export const reply = (at, level) =>
  choose({
    game: at.game,
    duty: "searches",
    here: (module) => module.reply(at, { level }),
    there: async () => (await ask(`${base}/api/explore/reply?level=${level}`, posted(at))).json(),
  });

/**
 * Returns a good move after a line, with its reason.
 * @type {(at: Line) => Promise<Wire.Hint>}
 */
export const advise = (at) =>
  choose({
    game: at.game,
    duty: "searches",
    here: (module) => module.hint(at, { squares: squareNames() }),
    there: async () => (await ask(`${base}/api/explore/hint`, posted(at))).json(),
  });

/** Returns the request that posts a text. @type {(body: Blob | string, signal?: AbortSignal) => RequestInit} */
const plain = (body, signal) => ({ method: "POST", headers: { "content-type": "text/plain" }, body, signal });

/**
 * Draws a position with the module; empty without one.
 * @type {(picture: { game: string, rules: string[], position: string }) => Promise<string>}
 */
export const pictureOf = async (picture) => (await moduleFor("answers", picture.game))?.svg(picture) ?? "";

/**
 * Checks a game file; returns its errors and its game.
 * @type {(text: string, options: { variant?: string } & Materials, signal: AbortSignal) => Promise<Wire.Draft>}
 */
export const checkFile = (text, options, signal) =>
  choose({
    here: (module) => module.check(text, options),
    there: async () => (await ask(address(`${base}/api/check`, [], { ...options }), plain(text, signal))).json(),
  });

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
export const lessonOf = (title, rules) =>
  choose({
    game: title,
    here: (module) => module.lesson(title, { rules, squares: squareNames() }),
    there: async () => (await ask(address(`${base}/api/learn/${encodeURI(title)}`, rules), {})).json(),
  });

/**
 * Returns the grades of all puzzles.
 * @type {() => Promise<Wire.PuzzleList>}
 */
export const listPuzzles = () =>
  choose({
    here: (module) => module.puzzles(),
    there: async () => (await ask(`${base}/api/puzzles`, {})).json(),
  });

/** Returns the path of a puzzle's API. @type {(game: string, number: number) => string} */
const puzzlePath = (game, number) => `${base}/api/puzzles/${game}/${number}`;

/**
 * Tries moves from the position of a puzzle.
 * @type {(game: string, number: number, turns: string[]) => Promise<Wire.PuzzleResponse>}
 */
export const tryTurns = (game, number, turns) =>
  choose({
    here: (module) => module.tryPuzzle(game, number, turns, { squares: squareNames() }),
    there: async () => (await ask(puzzlePath(game, number), posted({ turns }))).json(),
  });

/**
 * Returns the solution of a puzzle.
 * @type {(game: string, number: number) => Promise<Wire.PuzzleResponse>}
 */
export const solutionOf = (game, number) =>
  choose({
    here: (module) => module.solvePuzzle(game, number),
    there: async () => (await ask(`${puzzlePath(game, number)}/solution`, {})).json(),
  });

/**
 * Reads the records of a part of a file. The server reads it in any encoding, the module in UTF-8.
 * @param {Blob} text
 * @param {string} game title of the game of records that do not name theirs
 * @param {number} skip number of games that are left out
 * @returns {Promise<RecordsRead>}
 */
export const readPdn = (text, game, skip) =>
  choose({
    game,
    here: async (module) => /** @type {RecordsRead} */ (await module.readPdn(await text.text(), { game, skip })),
    there: async () => (await ask(address(`${base}/api/pdn/read`, [], { game, skip }), plain(text))).json(),
    prefersServer: true,
  });

/** @param {GameRecord} record */
export const writePdn = (record) =>
  choose({
    game: record.game,
    here: (module) => module.writePdn(record),
    there: async () => (await ask(`${base}/api/pdn/write`, posted(record))).text(),
  });

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
  const path = pageAt(`/analysis/${encodeURI(title)}`);
  if (isStatic) return address(path, rules, { ...values, position });
  return address(position ? `${path}/${encodeURIComponent(position)}` : path, rules, values);
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
