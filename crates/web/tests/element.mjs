// Plays at <quirkat-board> in Chromium, on a page with a strict Content-Security-Policy: node element.mjs PACKAGE
// chromedriver listens on a free port; the page is below a path.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const [folder] = process.argv.slice(2);
const PAGE = `<!doctype html><html lang="en"><title>Test</title><script type="module" src="quirkat/board.js"></script>
<quirkat-board game="alquerque"></quirkat-board></html>`;
const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".json": "application/json" };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; style-src 'self'";

const server = createServer(async (request, response) => {
  const path = new URL(request.url, "http://localhost").pathname;
  response.setHeader("content-security-policy", POLICY);
  const file = normalize(path.replace(/^\/below\/quirkat\//, ""));
  try {
    if (path === "/below/") return response.setHeader("content-type", "text/html").end(PAGE);
    const bytes = await readFile(join(folder, file));
    response.setHeader("content-type", TYPES[extname(file)] ?? "application/octet-stream").end(bytes);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

const driver = spawn("chromedriver", ["--port=0"], { stdio: ["ignore", "pipe", "inherit"] });
const port = await new Promise((resolve, reject) => {
  driver.on("exit", () => reject(new Error("chromedriver ended")));
  driver.stdout.on("data", (text) => {
    const found = /successfully on port (\d+)/.exec(text);
    if (found) resolve(found[1]);
  });
});

async function ask(method, path, body) {
  const init = { method, body: body && JSON.stringify(body), headers: { "content-type": "application/json" } };
  const { value } = await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json();
  if (value?.error) throw new Error(value.message);
  return value;
}

let session;
try {
  // Chromium without windows, where Debian has installed it; else the driver finds one.
  const binary = ["/usr/lib/chromium/chromium-headless-shell"].find(existsSync);
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  const capabilities = { alwaysMatch: { browserName: "chrome", "goog:chromeOptions": { args, binary } } };
  session = (await ask("POST", "/session", { capabilities })).sessionId;
  const run = (script, ...values) => ask("POST", `/session/${session}/execute/sync`, { script, args: values });
  const until = async (what, script) => {
    for (let tries = 0; tries < 400; tries += 1) {
      const found = await run(script).catch(() => undefined);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const status = await run("return document.querySelector('quirkat-board').shadowRoot?.textContent");
    throw new Error(`${what} did not happen: ${status}`);
  };
  const board = "const board = document.querySelector('quirkat-board'), inside = board.shadowRoot;";
  const point = (name) => `${board} const point = inside.querySelector('[data-point="${name}"]');`;
  await ask("POST", `/session/${session}/url`, { url: `http://127.0.0.1:${server.address().port}/below/` });

  // By pointer.
  await until("the board", `${point("d2")} return point?.className === "target"`);
  await run(`${point("d2")} point.click()`);
  await until("the choice", `${point("c3")} return point.className === "target"`);
  await run(`${point("c3")} point.click()`);
  await until("the move", `${board} return board.turns.join() === "d2-c3"`);
  await until("the words of the move", `${board} return /capture/i.test(inside.querySelector("[role=status]").textContent)`);

  // By keyboard, against the engine.
  await run(`${board} board.setAttribute("level", "1")`);
  await until("a new game", `${point("d2")} return board.turns.length === 0 && point.className === "target"`);
  await run(`${point("d2")} point.focus()`);
  const press = (key) => ask("POST", `/session/${session}/actions`, {
    actions: [{ type: "key", id: "keys", actions: [{ type: "keyDown", value: key }, { type: "keyUp", value: key }] }],
  });
  await press("\uE007");
  await until("the choice by keyboard", `${point("c3")} return point.className === "target" && inside.activeElement?.dataset.point === "d2"`);
  await press("\uE012");
  await press("\uE013");
  assert.equal(await run(`${board} return inside.activeElement.dataset.point`), "c3");
  assert.match(await run(`${board} return inside.activeElement.ariaLabel`), /^c3/);
  await press("\uE007");
  await until("the engine's reply", `${board} return board.turns.length >= 2`);

  // Every label of a point with a piece names the piece.
  const labels = await run(`${board} return [...inside.querySelectorAll("[data-point]")].map((point) => point.ariaLabel)`);
  assert.ok(labels.some((label) => /^e1, White/.test(label)), labels.join(" "));
  const faults = await ask("POST", `/session/${session}/se/log`, { type: "browser" });
  assert.deepEqual(faults.filter(({ level, message }) => level === "SEVERE" && !message.includes("favicon")), []);
} finally {
  if (session) await ask("DELETE", `/session/${session}`);
  driver.kill();
  server.close();
}
