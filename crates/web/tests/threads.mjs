// Analyses with two modules that share memory: node threads.mjs PACKAGE

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Worker, isMainThread, parentPort, workerData } from "node:worker_threads";

const LINE = { game: "international" };
const DEPTH = 8;
/** Words of the memory with the nodes of each module. */
const NODES = [1, 2];

const loaded = async (folder, options) => (await import(pathToFileURL(join(folder, "quirkat.js")))).load(options);
const start = (data) => new Worker(fileURLToPath(import.meta.url), { workerData: data });
const next = (worker) => new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));

async function test(folder) {
  const alone = start({ folder });
  const { nodes: ofOne } = await next(alone);
  const sharedMemory = new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true });
  const words = new BigUint64Array(sharedMemory.buffer);
  const nodes = () => NODES.map((number) => Number(words[number]));
  const flag = new Int32Array(new SharedArrayBuffer(4));

  // A helper searches on its own until its flag is set. The first analysis empties the memory.
  const quirkat = await loaded(folder, { sharedMemory });
  await quirkat.analyse(LINE, { depth: 1 });
  const helper = start({ folder, sharedMemory, flag });
  while (nodes()[1] < 20_000) await new Promise((resolve) => setTimeout(resolve, 10));
  Atomics.store(flag, 0, 1);
  assert.equal(await next(helper), "ended");

  // Its results shorten the search of the same position.
  const helped = await quirkat.analyse(LINE, { depth: DEPTH });
  assert.ok(helped.nodes < ofOne, `${helped.nodes} nodes instead of ${ofOne}`);
  assert.equal(nodes()[1], 0);

  // Its nodes count in an analysis at the same time.
  Atomics.store(flag, 0, 0);
  helper.postMessage("again");
  const analysis = await quirkat.analyse(LINE, { seconds: 2 });
  Atomics.store(flag, 0, 1);
  assert.equal(await next(helper), "ended");
  assert.ok(nodes().every((count) => count > 0) && analysis.nodes > nodes()[0], `${nodes()} of ${analysis.nodes}`);

  // Number 0 is that of the module which is helped.
  await assert.rejects(quirkat.help(LINE, { number: 0, flag }), /allowed: 1 to 6/);
  for (const worker of [alone, helper]) await worker.terminate();
}

async function work({ folder, sharedMemory, flag }) {
  const quirkat = await loaded(folder, { sharedMemory });
  if (!sharedMemory) return parentPort.postMessage(await quirkat.analyse(LINE, { depth: DEPTH }));
  const help = async () => {
    await quirkat.help(LINE, { number: 1, flag });
    parentPort.postMessage("ended");
  };
  parentPort.on("message", help);
  await help();
}

await (isMainThread ? test(process.argv[2]) : work(workerData));
