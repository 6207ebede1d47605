// Computes every signature with the module: node signatures.mjs PACKAGE SIGNATURES

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { load } = await import(pathToFileURL(join(folder, "quirkat.js")));
const quirkat = await load();

const lines = readFileSync(file, "utf8").split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
let failures = 0;
for (const line of lines) {
  const found = quirkat.signature(line);
  if (found === line) continue;
  failures += 1;
  console.error(`was ${line}\nis  ${found}`);
}
console.log(`${lines.length} signatures, ${failures} differ`);
process.exit(failures > 0 ? 1 : 0);
