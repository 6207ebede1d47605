// Programs in TypeScript: compiled only, to check the types of the package.

import { startWorker } from "../package/client.js";
import { load, type Exploration, type Turn } from "../package/quirkat.js";

const quirkat = await load({ language: "en" });
const line = { game: "alquerque", turns: ["d2-c3"] };
const explored: Exploration = quirkat.explore(line);
const turn: Turn = await quirkat.reply(line, { level: 3 });
const captures: string[][] = turn.captures;
const names: string[] = explored.partial?.next ?? [];
const winner: "first" | "second" | null | undefined = explored.outcome?.winner;
const analysis = await quirkat.analyse(line, { seconds: 1, onDepth: ({ depth }) => depth < 9 });
const best: string | undefined = analysis.lines[0]?.turns[0]?.text;
const record = quirkat.readPdn("1. d2-c3 *").records[0];
const pdn: string = quirkat.writePdn(record);

const worker = startWorker();
const rules: { key: string }[] = (await worker.rules("lasca")).options;
const places: [number, number][] = (await worker.rules("lasca")).board.points.map(({ x, y }) => [x, y]);
worker.stop();

// @ts-expect-error: a line names its game
quirkat.explore({ turns: [] });
document.querySelector("quirkat-board")?.restart();

export { best, captures, names, pdn, places, rules, winner };
