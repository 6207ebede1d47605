// Compares the texts that the module returns with those of native code: node answers.mjs PACKAGE CASES

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const { default: init, ...module } = await import(pathToFileURL(join(folder, "module.js")));
await init({ module_or_path: readFileSync(join(folder, "module_bg.wasm")) });

const cases = JSON.parse(readFileSync(file, "utf8"));
let failures = 0;
for (const { name, values, text, error } of cases) {
  let found;
  try {
    found = { text: module[name](...values.map((value) => value ?? undefined)) };
  } catch (thrown) {
    found = { error: thrown.message };
  }
  if (found.text === text && found.error === error) continue;
  failures += 1;
  if (failures <= 5) console.error(`${name}(${JSON.stringify(values).slice(0, 300)})\nis  ${JSON.stringify(found).slice(0, 600)}\nnot ${(text ?? error).slice(0, 600)}`);
}
console.log(`${cases.length} calls, ${failures} differ`);
process.exit(failures > 0 ? 1 : 0);
