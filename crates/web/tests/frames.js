// Frames while a tile is dragged over a table in play, with the processor four times as slow:
// `node tests/frames.js`.
import { launch, serve } from "./server.js";

/** How long the tile is dragged, in milliseconds. */
const DRAG = 4000;
/** How many times as slow the processor is; 1 to see the processor time of a frame. */
const SLOW = Number(process.env.SLOW ?? 4);

const server = await serve();
const browser = await launch();
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  reducedMotion: "reduce",
});
await page.goto(server.address);
await page.waitForSelector("html[data-ready=all]");
await page.click("#start");
await page.waitForSelector("#hint:not(:disabled)");
for (let turn = 0; turn < 8; turn++) {
  for (let hint = 0; hint < 3; hint++) {
    await page.evaluate(() => document.getElementById("hint")?.click());
    await page.waitForSelector("#game[aria-busy=false]");
  }
  await page.click((await page.isEnabled("#end")) ? "#end" : "#draw");
  await page.waitForSelector("#hint:not(:disabled)");
}
const session = await page.context().newCDPSession(page);
await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
// Processor time, which other programs on the machine do not change.
await session.send("Performance.enable", { timeDomain: "threadTicks" });
const busy = async () => {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
};
const box = await page.locator("#board .own-rack button.t").first().boundingBox();
if (!box) throw new Error("no tile");
await page.mouse.move(box.x + 10, box.y + 20);
await page.mouse.down();
await page.mouse.move(box.x + 30, box.y - 20);
await browser.startTracing(page, {
  categories: ["devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame"],
});
await page.evaluate(() => {
  const times = /** @type {number[]} */ (/** @type {any} */ (window).times = []);
  const next = (/** @type {number} */ now) => {
    times.push(now);
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
});
const before = await busy();
for (let end = Date.now() + DRAG, step = 0; Date.now() < end; step++) {
  await page.mouse.move(640 + 400 * Math.cos(step / 40), 300 + 140 * Math.sin(step / 25));
}
const times = await page.evaluate(
  () => /** @type {number[]} */ (/** @type {any} */ (window).times),
);
const used = (await busy()) - before;
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
console.log(`${((1000 * used) / gaps.length).toFixed(1)} ms of processor time a frame`);
for (const share of [0.5, 0.95, 0.99])
  console.log(
    `p${share * 100}: ${gaps[Math.floor(gaps.length * share)].toFixed(1)} ms between frames`,
  );
await browser.close();
server.close();
