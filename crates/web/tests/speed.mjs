// Prints the speed of the module's search, in nodes per second of processor time, and its memory: node speed.mjs PACKAGE

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const [WARMING, MEASURED] = [50_000, 1_500_000]; // nodes
const module = await import(pathToFileURL(join(folder, "module.js")));
const { memory } = await module.default({ module_or_path: await readFile(join(folder, "module_bg.wasm")) });

for (const variant of ["alquerque.walker", "fanorona.tsivy", "lasca.lasca", "international.fmjd"]) {
  module.addEvaluation(await readFile(join(folder, "evaluations", `${variant}.patterns`)));
  const game = variant.split(".")[0];
  const search = (nodes) =>
    JSON.parse(module.analyse(JSON.stringify({ game }), JSON.stringify({ nodes }), () => true, undefined, "en"));
  search(WARMING);
  const before = process.cpuUsage();
  const { nodes } = search(MEASURED);
  const { user, system } = process.cpuUsage(before);
  const rate = Math.round((nodes * 1e6) / (user + system));
  console.log(`${game}: ${rate} nodes per second, memory of the module ${(memory.buffer.byteLength / 1e6).toFixed(1)} MB`);
}
