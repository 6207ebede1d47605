// The functions of Quirkat in a worker: answers the messages of `client.js`.

import { load } from "./quirkat.js";

/** @type {Promise<Awaited<ReturnType<typeof load>>> | undefined} */
let quirkat;

self.addEventListener("message", async ({ data: { id, name, values, reports, flag, options } }) => {
  if (options) quirkat = load(options);
  if (id === undefined) return;
  try {
    const call = [...values];
    if (reports) {
      const report = (value) => self.postMessage({ id, report: value });
      call[1] = { ...call[1], [reports]: report, flag };
    }
    self.postMessage({ id, value: await (await quirkat)[name](...call) });
  } catch (error) {
    self.postMessage({ id, error: error instanceof Error ? error.message : `${error}` });
  }
});
