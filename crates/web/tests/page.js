// Shared by the tests of the page: a page that fails the test on any error, and helpers that play a
// game on it.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { PATIENCE, launch, sameLuck, serve } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

/** @type {Awaited<ReturnType<typeof serve>>} */
export let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await serve();
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

/**
 * Runs a test in an empty tab; fails on any error and on any request to an address that is not its
 * own.
 * @param {(page: Page) => Promise<void>} use
 * @param {(address: string) => boolean} own
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function withTab(use, own, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1000 },
    reducedMotion: "reduce",
    // Not the language of the machine.
    locale: "en-US",
    serviceWorkers: "block",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  await context.addInitScript(sameLuck);
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  /** @type {string[]} */
  const requests = [];
  page.on("pageerror", (error) => wrong.push(String(error.stack)));
  page.on("console", (message) => {
    // Only the test of the page without a network lets it have a service worker.
    if (message.text().includes("Service Worker registration blocked")) return;
    wrong.push(`${message.type()}: ${message.text()}`);
  });
  page.on("request", (request) => requests.push(request.url()));
  try {
    await use(page);
  } catch (error) {
    // What went wrong before is often the cause.
    if (wrong.length > 0 && error instanceof Error) error.message += `\n${wrong.join("\n")}`;
    throw error;
  } finally {
    await context.close();
  }
  assert.notDeepEqual(requests, []);
  assert.deepEqual([...wrong, ...requests.filter((address) => !own(address))], []);
}

/**
 * Runs a test on the page that `serve` serves.
 * @param {(page: Page) => Promise<void>} use
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export const withPage = (use, options) =>
  withTab(
    async (page) => {
      await page.goto(server.address);
      await ready(page);
      await use(page);
    },
    (address) => address.startsWith(server.address) || address.startsWith("blob:"),
    options,
  );

/** @param {Page} page */
export const ready = (page) => page.waitForSelector("html[data-ready=all]");

/** Lets bots move without a pause, until the page is loaded anew. @param {Page} page */
export const hurry = (page) =>
  page.evaluate(() => {
    /** @type {HTMLSelectElement} */ (document.getElementById("pace")).value = "0";
  });

/** @param {Page} page @param {string} seed @param {string} [level] */
export async function begin(page, seed, level = "medium") {
  await hurry(page);
  await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
  await page.fill("#seed", seed);
  await page.selectOption("#level-1", level);
  const game = page.locator("#game");
  const before = await game.getAttribute("data-game");
  await start(page);
  // Until the new game is shown, the one before it can be played on.
  await page.waitForFunction(
    (before) => document.getElementById("game")?.dataset.game !== before,
    before ?? undefined,
    { polling: 20 },
  );
  await settled(page);
}

/** Begins the chosen game, and gives up one that is running. @param {Page} page */
export async function start(page) {
  await page.click("#start");
  if (await page.locator("#drop").isVisible()) await page.click("#drop-it");
}

/** Waits until the person can act. @param {Page} page */
export async function settled(page) {
  await page.waitForFunction(
    () => {
      const shown = (/** @type {string} */ id) =>
        !(/** @type {HTMLElement} */ (document.getElementById(id)).hidden);
      return (
        shown("game") &&
        (shown("over") ||
          !(/** @type {HTMLButtonElement} */ (document.getElementById("hint")).disabled))
      );
    },
    undefined,
    { polling: 20 },
  );
}

/** Turns to a view, and waits until the page has followed. @param {Page} page @param {string} view */
export async function turnTo(page, view) {
  await page.click(`#to-${view}`);
  await page.waitForSelector(`#${view === "rules" ? "editor" : view}:not([hidden])`);
}

/** Begins a club evening of four and enters a result. @param {Page} page */
export async function beginEvening(page) {
  await turnTo(page, "club");
  await page.fill("#c-title", "cup");
  await page.fill("#c-names", "Anna\nBert\nCem\nDora");
  await page.click("#c-new [type=submit]");
  await page.click("#c-draw");
  await page.fill("#c-1-1", "-/5/7/200");
  await page.press("#c-1-1", "Enter");
  await page.locator("#c-standings", { hasText: "+212" }).waitFor();
}

/** @param {Page} page */
export const over = (page) => page.locator("#over").isVisible();

/**
 * Clicks buttons that send requests to the engine, one after the other.
 * @param {Page} page
 * @param {...string} buttons
 */
export async function act(page, ...buttons) {
  /** @param {{buttons: string[], patience: number}} of */
  const clicks = async ({ buttons, patience }) => {
    for (const button of buttons) {
      /** @type {HTMLButtonElement} */ (document.querySelector(button)).click();
      const since = Date.now();
      while (document.getElementById("game")?.ariaBusy !== "false") {
        if (Date.now() - since > patience) throw new Error(`${button} is not done`);
        await new Promise((done) => setTimeout(done, 5));
      }
    }
  };
  await page.evaluate(clicks, { buttons, patience: PATIENCE });
}

/** @param {Page} page */
export const idle = (page) =>
  page.waitForFunction(() => document.getElementById("game")?.ariaBusy === "false", undefined, {
    polling: 20,
  });

/** @param {Page} page @param {string} tile */
export const onRack = (page, tile) =>
  page.locator(`#board .own-rack button.t[data-tile="${tile}"]`).first();

/** The tiles of a list, each with the number of equal ones before it. @param {string[]} tiles */
export const numbered = (tiles) =>
  tiles.map((tile, at) => ({
    tile,
    nth: tiles.slice(0, at).filter((other) => other === tile).length,
  }));

/** @param {Page} page @param {string[]} tiles */
export async function pick(page, tiles) {
  for (const { tile, nth } of numbered(tiles)) {
    await page.locator(`#board .own-rack button.t[data-tile="${tile}"]`).nth(nth).click();
  }
}

/** @param {string | number} to */
export const place = (to) =>
  to === "new" ? "#board .felt > .target" : `#board .set[data-drop="${to}"] .target`;
