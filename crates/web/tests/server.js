// A plain static server for the folder `dist`, and a browser to open it in.
import { createReadStream, existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { start } from "../page/module.js";

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** @type {Record<string, string>} */
const KINDS = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".ftl": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/**
 * @param {Record<string, string>} [headers] further headers of every answer
 * @returns {Promise<{address: string, close: () => void}>}
 */
export async function serve(headers = {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://x").pathname);
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      ...headers,
      "content-type": KINDS[extname(file)] ?? "application/octet-stream",
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** A file of that folder. @param {string} name */
const bytes = async (name) => new Uint8Array(await readFile(`${dist}${name}`));

/**
 * The module, outside a browser, as a function of texts.
 * @param {() => void} [read] is told that the weights of the bot that learnt are read
 */
export async function startModule(read = () => {}) {
  const [engine, learnt] = [await bytes("engine.wasm"), await bytes("learnt.bin")];
  return start(engine, () => {
    read();
    return learnt.buffer;
  });
}

/** How browsers are started. */
export const launched = {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
};

export const launch = () => chromium.launch(launched);

/** How long a test waits for the page, in milliseconds: machines may have other work. */
export const PATIENCE = 120_000;

/**
 * Runs in the page: luck is the same in every run. Deals whose seed is not given hold no three
 * pairs, for which the rules ask a question that tests do not answer.
 */
export function sameLuck() {
  let state = 1;
  Math.random = () => (state = (state * 16807) % 2147483647) / 2147483647;
}
