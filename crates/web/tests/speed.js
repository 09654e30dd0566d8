// Both engines on the same positions in one run: `npm run speed`, in node; with `browser` behind
// it, in Chromium as the page asks. With `cold`, without the warm-up of the page. With `champion`,
// the time of the fast champion's turns. Fails if the wasm engine's p99 is over three times that of
// the program, a turn at p99 takes over a second, or the program prints no address within one.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { warmUp } from "../page/warm.js";
import { program } from "./program.js";
import { launch, serve, startModule } from "./server.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** The header of a table of times. */
const COLUMNS = "           median      p95      p99      max";

/** The number of passes over all positions after the first. */
const PASSES = 5;

/** The time before the first question, in milliseconds, as if somebody looked at the page. */
const LOOK = 3000;

const [mode] = process.argv.slice(2);

/** @param {number[]} times @param {number} share */
const quantile = (times, share) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** @param {string} name @param {number[]} times in microseconds */
function row(name, times) {
  const cells = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(0).padStart(9));
  console.log(`${name.padEnd(8)}${cells.join("")}`);
}

/**
 * Sends a request and returns its answer.
 * @typedef {(ask: string, content: object) => Promise<any>} Ask
 */

/** @returns {Promise<{ask: Ask, close: () => void}>} */
async function inProgram() {
  const begun = performance.now();
  const child = spawn(program, ["web", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({
    input: /** @type {import("node:stream").Readable} */ (child.stdout),
  });
  const address = await new Promise((resolve) => lines.once("line", resolve));
  const milliseconds = performance.now() - begun;
  console.log(`The program printed its address after ${milliseconds.toFixed(0)} ms.`);
  if (milliseconds > 1000) throw new Error("The program took over a second to start.");
  return {
    async ask(ask, content) {
      const answer = await fetch(`${address}engine`, {
        method: "POST",
        body: JSON.stringify({ id: 1, ask, with: content }),
      });
      return (await answer.json()).answer;
    },
    close: () => child.kill(),
  };
}

/** @returns {Promise<{ask: Ask, close: () => void}>} */
async function inNode() {
  const answer = await startModule();
  if (mode !== "cold") {
    for (const _ of warmUp(answer)) await pause(0);
    await pause(LOOK);
  }
  return {
    ask: async (ask, content) =>
      JSON.parse(answer(JSON.stringify({ id: 1, ask, with: content }))).answer,
    close() {},
  };
}

/** @returns {Promise<{ask: Ask, close: () => void}>} */
async function inBrowser() {
  // The clock of an isolated page ticks in five microseconds. In other pages a tick is longer than
  // an answer takes.
  const server = await serve({
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  });
  const browser = await launch();
  const page = await browser.newPage();
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready=all]");
  await pause(LOOK);
  return {
    ask: (ask, content) =>
      page.evaluate(async ([ask, content]) => {
        const engine = await import(/** @type {any} */ ("./engine.js"));
        return engine.ask(ask, content);
      }, /** @type {const} */ ([ask, content])),
    close() {
      void browser.close().then(server.close);
    },
  };
}

/** @param {Ask} inWasm */
async function solving(inWasm) {
  const native = await inProgram();
  const positions = (await readFile(`${root}data/positions/greedy-2.jsonl`, "utf8"))
    .trim()
    .split("\n");
  const questions = positions.map((line) => ({ question: "best", position: JSON.parse(line) }));
  console.log(`${positions.length} positions, microseconds of the engine's own clock`);
  console.log(COLUMNS);
  /** @type {number[]} */
  const ratios = [];
  for (let pass = 0; pass <= PASSES; pass++) {
    const here = [],
      there = [];
    for (const question of questions) {
      here.push((await inWasm("solve", question)).micros);
      there.push((await native.ask("solve", question)).micros);
    }
    console.log(`pass ${pass + 1}`);
    row("wasm", here);
    row("program", there);
    ratios.push(quantile(here, 0.99) / quantile(there, 0.99));
  }
  native.close();
  const [first, ...later] = ratios;
  console.log(
    `p99: ${first.toFixed(2)} times that of the program in the first pass, ` +
      `${quantile(later, 0.5).toFixed(2)} times afterwards, the median of ${PASSES} passes`,
  );
  return Math.max(first, quantile(later, 0.5)) < 3;
}

/** @param {Ask} inWasm */
async function playing(inWasm, games = 4) {
  /** @type {number[]} */
  const times = [];
  for (let seed = 0; seed < games; seed++) {
    let state = await inWasm("new", {
      rules: "original",
      levels: ["champion"],
      seat: seed % 2,
      seed,
    });
    const { game } = state;
    while (state.stage !== "over") {
      const begun = performance.now();
      const bot = state.stage === "bot";
      if (bot) state = await inWasm("bot", { game });
      else {
        const best = await inWasm("command", { game, command: "best" });
        state = await inWasm("command", { game, command: best.can.end ? "end" : "draw" });
      }
      if (bot) times.push(1000 * (performance.now() - begun));
    }
  }
  console.log(`${times.length} turns of the champion, microseconds`);
  console.log(COLUMNS);
  row("wasm", times);
  return quantile(times, 0.99) < 1e6;
}

const wasm = mode === "browser" ? await inBrowser() : await inNode();
const fast = mode === "champion" ? await playing(wasm.ask) : await solving(wasm.ask);
wasm.close();
process.exitCode = fast ? 0 : 1;
