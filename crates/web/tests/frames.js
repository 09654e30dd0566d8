// Frames while a tile is dragged over a full table, with the processor four times as slow:
// `node tests/frames.js`.
import { launch, serve } from "./server.js";
import { longTable } from "./turns.js";

/** How long the tile is dragged, in milliseconds. */
const DRAG = 4000;

const server = await serve();
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(server.address);
await page.waitForSelector("html[data-ready=all]");
await page.click("#start");
await page.waitForSelector("#hint:not(:disabled)");
await page.evaluate(longTable, { sets: 20, rack: 20 });
const session = await page.context().newCDPSession(page);
await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
const box = await page.locator("#board .own-rack button.t").nth(3).boundingBox();
if (!box) throw new Error("no tile");
await page.mouse.move(box.x + 10, box.y + 20);
await page.mouse.down();
await page.mouse.move(box.x + 30, box.y - 20);
await browser.startTracing(page, { categories: ["devtools.timeline.frame", "cc", "benchmark"] });
await page.evaluate(() => {
  const times = /** @type {number[]} */ (/** @type {any} */ (window).times = []);
  const next = (/** @type {number} */ now) => {
    times.push(now);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
});
for (let end = Date.now() + DRAG, step = 0; Date.now() < end; step++) {
  await page.mouse.move(640 + 400 * Math.cos(step / 40), 300 + 140 * Math.sin(step / 25));
}
const times = await page.evaluate(
  () => /** @type {number[]} */ (/** @type {any} */ (window).times),
);
const trace = JSON.parse((await browser.stopTracing()).toString());
await page.mouse.up();
const drawn = trace.traceEvents.filter(
  (/** @type {{name: string}} */ { name }) => name === "DrawFrame",
);
const gaps = times
  .slice(1)
  .map((time, at) => time - times[at])
  .sort((a, b) => a - b);
const seconds = (times[times.length - 1] - times[0]) / 1000;
console.log(`${(gaps.length / seconds).toFixed(1)} frames a second of the page`);
console.log(`${(drawn.length / seconds).toFixed(1)} frames a second drawn, from the trace`);
for (const share of [0.5, 0.95, 0.99])
  console.log(
    `p${share * 100}: ${gaps[Math.floor(gaps.length * share)].toFixed(1)} ms between frames`,
  );
await browser.close();
server.close();
