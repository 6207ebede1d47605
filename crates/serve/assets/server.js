// What the pages ask of the server.

import { base, t } from "./page.js";

/** A request that the server, or the way to it, refused: its message is for people. */
class Refusal extends Error {}

const isAbort = (/** @type {unknown} */ error) => error instanceof DOMException && error.name === "AbortError";

/**
 * Runs what may be refused, and says so where it is.
 * @template T
 * @param {() => T | Promise<T>} what
 * @param {(words: string) => void} say
 */
export async function attempt(what, say) {
  try {
    return await what();
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

/**
 * Plays turns from a position and says what may follow.
 * @type {(at: Wire.Line, signal?: AbortSignal) => Promise<Wire.Explored>}
 */
export const explore = async (at, signal) => (await ask(`${base}/api/explore`, posted(at, signal))).json();

/**
 * What the engine plays after a line, at a level; where it is for dice to decide, a throw.
 * @type {(at: Wire.Line, level: number) => Promise<Wire.Turn>}
 */
export const reply = async (at, level) => (await ask(`${base}/api/explore/reply?level=${level}`, posted(at))).json();

/**
 * A good turn after a line, and what speaks for it.
 * @type {(at: Wire.Line) => Promise<Wire.Hint>}
 */
export const advise = async (at) => (await ask(`${base}/api/explore/hint`, posted(at))).json();

/**
 * Checks a game file; returns its errors and its game.
 * @param {string} text
 * @param {{ variant: string, board: string, pieces: string }} wanted
 * @param {AbortSignal} signal
 * @returns {Promise<Wire.Draft>}
 */
export async function checkFile(text, wanted, signal) {
  const answer = await ask(address(`${base}/api/check`, [], wanted), {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
    signal,
  });
  return answer.json();
}

/**
 * Tries turns from a puzzle's position.
 * @type {(puzzle: string, turns: string[]) => Promise<Wire.PuzzleAnswer>}
 */
export const tryTurns = async (puzzle, turns) => (await ask(puzzle, posted({ turns }))).json();

/**
 * The solution of a puzzle.
 * @type {(puzzle: string) => Promise<Wire.PuzzleAnswer>}
 */
export const solutionOf = async (puzzle) => (await ask(`${puzzle}/solution`, {})).json();

/**
 * @param {string} text
 * @returns {Promise<Wire.GameRecord[]>}
 */
export async function readPdn(text) {
  const answer = await ask(`${base}/api/pdn/read`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: text,
  });
  return (await answer.json()).records;
}

/** @param {Wire.GameRecord} record */
export const writePdn = async (record) => (await ask(`${base}/api/pdn/write`, posted(record))).text();

/**
 * The address of something about a game: rules and what else is given as a query.
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
 * The address of the analysis of a game, from a position if there is one.
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
 * Yields the engine's finished depths until it ends or the signal aborts it.
 * @param {Wire.Line & { lines: number, seconds: number }} at
 * @param {AbortSignal} signal
 */
export async function* analyse({ game, rules, position, turns, lines, seconds }, signal) {
  const path = address(`${base}/api/analyse`, rules, { game, position, turns: turns.join(";"), lines, seconds });
  for await (const report of reports(await ask(path, { signal }))) {
    if ("done" in report) return;
    yield/** @type {Wire.Depth} */ (report);
  }
}

/**
 * Reviews the game of a line.
 * @param {Wire.Line} line
 * @param {(left: number) => void} progress called with the number of moves left
 * @param {AbortSignal} [signal]
 * @returns {Promise<Wire.Review>}
 */
export async function review(line, progress, signal) {
  for await (const report of reports(await ask(`${base}/api/review`, posted(line, signal)))) {
    if ("turns" in report) return report;
    if ("left" in report) progress(report.left);
  }
  throw new Refusal(t("ana_failed", { code: "" }));
}

/**
 * The lines of an answer, one after another as they come.
 * @param {Response} response
 * @returns {AsyncGenerator<Exclude<Wire.Report, { error: string }>>}
 */
async function* reports({ body }) {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ""; ; ) {
      const { value, done } = await reader.read();
      const found = (rest + (value ?? "")).split("\n");
      rest = done ? "" : (found.pop() ?? "");
      for (const line of found) {
        if (!line.trim()) continue;
        /** @type {Wire.Report} */
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
