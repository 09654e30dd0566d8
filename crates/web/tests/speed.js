// Both engines on the same positions in one run: `npm run speed`. With `champion` behind it, the time of the fast champion's
// turns. Fails if the wasm engine's p99 is over three times that of the program, or a turn at p99 takes over a second.
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { start } from "../page/module.js";
import { dist } from "./server.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const program = process.env.RUMMILAB ?? `${root}target/release/rummilab`;
const wasm = await start(new Uint8Array(await readFile(`${dist}engine.wasm`)));

/** Passes over all positions after the first. */
const PASSES = 5;

/** @param {number[]} times @param {number} share */
const quantile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(share * times.length))];

/** @param {string} name @param {number[]} times in microseconds */
function row(name, times) {
  const cells = [0.5, 0.95, 0.99, 1].map((share) => quantile(times, share).toFixed(0).padStart(9));
  console.log(`${name.padEnd(8)}${cells.join("")}`);
}

/** @param {string} text @returns {any} the answer */
const inWasm = (text) => JSON.parse(wasm(text)).answer;

async function solving() {
  const native = spawn(program, ["web", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (native.stdout) });
  const address = await new Promise((resolve) => lines.once("line", resolve));
  const inNative = async (/** @type {string} */ text) => (await (await fetch(`${address}engine`, { method: "POST", body: text })).json()).answer;
  const positions = (await readFile(`${root}data/positions/greedy-2.jsonl`, "utf8")).trim().split("\n");
  const texts = positions.map((line) => JSON.stringify({ id: 1, ask: "solve", with: { question: "best", position: JSON.parse(line) } }));
  console.log(`${positions.length} positions, microseconds of the engine's own clock\n           median      p95      p99      max`);
  /** @type {number[]} */
  const ratios = [];
  for (let pass = 0; pass <= PASSES; pass++) {
    const here = [], there = [];
    for (const text of texts) {
      here.push(inWasm(text).micros);
      there.push((await inNative(text)).micros);
    }
    // In the first pass the browser's engine still compiles what is used often.
    console.log(pass === 0 ? "first pass" : `pass ${pass + 1}`);
    row("wasm", here);
    row("native", there);
    if (pass > 0) ratios.push(quantile(here, 0.99) / quantile(there, 0.99));
  }
  native.kill();
  const ratio = quantile(ratios, 0.5);
  console.log(`p99 after the first pass: ${ratio.toFixed(2)} times that of the program, the median of ${PASSES} passes`);
  return ratio < 3;
}

function playing(games = 4) {
  /** @type {number[]} */
  const times = [];
  for (let seed = 0; seed < games; seed++) {
    let state = inWasm(JSON.stringify({ id: 1, ask: "new", with: { rules: "original", levels: ["champion"], seat: seed % 2, seed } }));
    while (state.stage !== "over") {
      const begun = performance.now();
      const bot = state.stage === "bot";
      if (bot) state = inWasm(JSON.stringify({ id: 1, ask: "bot", with: { game: state.game } }));
      else {
        const best = inWasm(JSON.stringify({ id: 1, ask: "command", with: { game: state.game, command: "best" } }));
        state = inWasm(JSON.stringify({ id: 1, ask: "command", with: { game: state.game, command: best.can.end ? "end" : "draw" } }));
      }
      if (bot) times.push(1000 * (performance.now() - begun));
    }
  }
  console.log(`${times.length} turns of the champion, microseconds\n           median      p95      p99      max`);
  row("wasm", times);
  return quantile(times, 0.99) < 1e6;
}

const fast = process.argv.includes("champion") ? playing() : await solving();
process.exit(fast ? 0 : 1);
