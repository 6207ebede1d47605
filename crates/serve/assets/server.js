// What the pages ask of the server.

import { t } from "./page.js";

/** A request that the server, or the way to it, refused: its message is for people. */
class Refusal extends Error {}

/** Runs what may be refused, and says so where it is. */
export async function attempt(what, say) {
  try {
    return await what();
  } catch (error) {
    if (error.name === "AbortError") return undefined;
    if (!(error instanceof Refusal)) console.error(error);
    say(error instanceof Refusal ? error.message : t("ana_failed", { code: "" }));
    return undefined;
  }
}

async function ask(path, init) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(t("ana_offline"));
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? t("ana_failed", { code: response.status }));
}

const posted = (value, signal) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
  signal,
});

/** Plays turns from a position and says what may follow. `at` = { game, rules, position, turns, partial }. */
export const explore = async (at, signal) => (await ask("/api/explore", posted(at, signal))).json();

export async function readPdn(text) {
  const answer = await ask("/api/pdn/read", { method: "POST", headers: { "content-type": "text/plain" }, body: text });
  return (await answer.json()).records;
}

export const writePdn = async (record) => (await ask("/api/pdn/write", posted(record))).text();

/** The address of something about a game: rules and what else is given as a query. */
export function address(path, rules, values = {}) {
  const query = new URLSearchParams();
  for (const rule of rules) query.append("rule", rule);
  for (const [key, value] of Object.entries(values)) if (value) query.set(key, value);
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** The address of the analysis of a game, from a position if there is one. */
export function analysisOf(title, rules, position, values) {
  return address(`/analysis/${encodeURI(title)}${position ? `/${encodeURIComponent(position)}` : ""}`, rules, values);
}

/** The engine's finished depths, one after another, until it is done or the signal stops it. */
export async function* analyse({ game, rules, position, turns, lines, seconds }, signal) {
  const path = address("/api/analyse", rules, { game, position, turns: turns.join(";"), lines, seconds });
  const { body } = await ask(path, { signal });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ""; ; ) {
      const { value, done } = await reader.read();
      const found = (rest + (value ?? "")).split("\n");
      rest = done ? "" : found.pop();
      for (const line of found) {
        if (!line.trim()) continue;
        const report = JSON.parse(line);
        if (report.error) throw new Refusal(report.error);
        if (report.done) return;
        yield report;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
