// Uses the functions of the package as programs do: node package.mjs PACKAGE

import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(folder, "quirkat.js")));
const quirkat = await load();

const games = quirkat.games();
assert.ok(games.length >= 31);
for (const { id } of games) {
  const { legal } = quirkat.explore({ game: id });
  const turn = await quirkat.reply({ game: id }, { level: 1 });
  assert.ok(legal.length > 0 || turn.roll, id);
  assert.ok(turn.roll || legal.some(({ text }) => text === turn.text), `${id}: ${turn.text}`);
}

// The evaluation that is fetched changes the search.
const line = { game: "lasca" };
const classical = await quirkat.analyse(line, { depth: 5, classical: true });
const trained = await quirkat.analyse(line, { depth: 5 });
assert.deepEqual([classical.depth, trained.depth], [5, 5]);
assert.notDeepEqual(trained.lines[0].score, classical.lines[0].score);

// An analysis ends when its callback says so, or when its flag is set.
const depths = [];
const onDepth = ({ depth }) => {
  depths.push(depth);
  return depth < 3;
};
await quirkat.analyse({ game: "alquerque" }, { onDepth });
assert.deepEqual(depths, [1, 2, 3]);
const flag = new Int32Array(new SharedArrayBuffer(4));
flag[0] = 1;
const stopped = await quirkat.analyse({ game: "alquerque" }, { flag, seconds: 20 });
assert.ok(stopped.ms < 5_000, `${stopped.ms} ms`);

const hint = await quirkat.hint({ game: "alquerque", turns: ["d2-c3"] });
assert.equal(hint.turn.text, "b4xd2");
assert.match(hint.words, /takes 1 piece/);
const review = await quirkat.review({ game: "alquerque", turns: ["d2-c3", "b4xd2"] });
assert.equal(review.turns.length, 2);

// Endgame tables are fetched on demand.
const ending = { game: "english", position: "W:WK1,K2:BK32" };
assert.equal(quirkat.explore(ending).tables, null);
await quirkat.loadTables("english");
const { tables } = quirkat.explore(ending);
assert.equal(tables.category, "win");
assert.equal(tables.dtw, 33);
const perfect = await quirkat.analyse(ending, { depth: 3 });
assert.equal(perfect.lines[0].score.plies, tables.dtw);
await quirkat.loadTables("no-such-game");

const french = await load({ language: "fr" });
assert.throws(() => french.explore({ game: "chess" }), /chess/);
assert.throws(() => quirkat.puzzle("alquerque", 0), /allowed: 1 to \d+/);
await assert.rejects(load({ language: "xx" }).then((other) => other.lesson("alquerque")), /allowed: en, es, fr/);
await assert.rejects(quirkat.analyse(line, { lines: 99 }), /lines: 99/);
