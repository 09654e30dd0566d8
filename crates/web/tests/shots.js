// Pictures of every view at five widths in both schemes, to look at: `node tests/shots.js FOLDER`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { launch, serve } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const SIZES = [
  [360, 740],
  [740, 360],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
];

/** Waits until the person can act, or the game is over. @param {Page} page */
const settled = (page) =>
  page.waitForFunction(
    () =>
      document.querySelector("#over:not([hidden])") ||
      document.querySelector("#game[aria-busy=false] #hint:not(:disabled)"),
    undefined,
    { polling: 20 },
  );

/** @param {Page} page */
const over = (page) => page.locator("#over").isVisible();

/** Plays turns with the hints. @param {Page} page @param {number} turns */
async function playOn(page, turns) {
  for (let turn = 0; turn < turns && !(await over(page)); turn++) {
    for (let hint = 0; hint < 3; hint++) {
      await page.evaluate(() => document.getElementById("hint")?.click());
      await page.waitForSelector("#game[aria-busy=false]");
    }
    await page.click((await page.isEnabled("#end")) ? "#end" : "#draw");
    await settled(page);
  }
}

/** The views, each with what is done before its picture. */
const VIEWS = /** @type {Record<string, (page: Page) => Promise<void>>} */ ({
  setup: async () => {},
  start: async (page) => {
    await page.selectOption("#players", "2");
    await page.evaluate(() => {
      /** @type {HTMLInputElement} */ (document.getElementById("seed")).value = "11";
      /** @type {HTMLSelectElement} */ (document.getElementById("pace")).value = "0";
    });
    await page.click("#start");
    await settled(page);
    await playOn(page, 1);
  },
  middle: (page) => playOn(page, 6),
  picked: async (page) => {
    if (!(await over(page))) await page.locator("#board .own-rack button.t").first().click();
  },
  end: (page) => playOn(page, 150),
  solve: async (page) => {
    await page.click("#to-solve");
    await page.click("#s-solve");
    await page.waitForSelector("#s-answer h3");
  },
  rules: (page) => page.click("#to-rules"),
  review: (page) => page.click("#to-review"),
  watch: async (page) => {
    await page.click("#to-watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.click("#w-last");
  },
  learn: async (page) => {
    await page.click("#to-learn");
    await page.waitForSelector("#l-board .own-rack button.t");
  },
  club: (page) => page.click("#to-club"),
});

const [folder = "shots", only = "", sizes = ""] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const server = await serve();
const browser = await launch();
for (const [width, height] of SIZES) {
  if (sizes && !sizes.split(",").includes(String(width))) continue;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    if (only && only !== colorScheme) continue;
    const page = await browser.newPage({
      viewport: { width, height },
      colorScheme,
      reducedMotion: "reduce",
    });
    await page.goto(server.address);
    await page.waitForSelector("html[data-ready=all]");
    for (const [view, go] of Object.entries(VIEWS)) {
      await go(page);
      await page.waitForTimeout(100);
      await page.screenshot({ path: join(folder, `${width}-${colorScheme}-${view}.png`) });
    }
    await page.close();
  }
}
await browser.close();
server.close();
