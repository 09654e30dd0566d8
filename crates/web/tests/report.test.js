// The page that `rummilab report` writes: games stepped through, commands copied, and how it looks
// at every width, on paper, in the dark and without scripts.
import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { withTab } from "./page.js";
import { newFolder, rummilab } from "./program.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

const TEN_BOTS = [
  "single,random,dump,value,hold-joker:late=4,keep",
  "greedy:delay=2,until=opponent,openjoker=3",
  "greedy:delay=2,until=opponent,openjoker=4",
  "hold:h=3,empty=keep,leave=2,minplay=5,delay=1",
  "random",
].join(",");

/** Runs with every pair of three bots, sets with owners, four players, and long names of bots. */
const RUNS = {
  pairs: { args: "--bots single,random,hold --deals 3 --seed 2", plots: 7 },
  house: { args: "--bots single,hold --rules house --deals 2", plots: 5 },
  twist: { args: "--bots single,hold --rules twist --players 4 --deals 1", plots: 4 },
  ten: { args: `--bots ${TEN_BOTS} --deals 2`, plots: 14 },
};
const names = /** @type {(keyof typeof RUNS)[]} */ (Object.keys(RUNS));

let folder = "";

before(async () => {
  folder = await newFolder();
  for (const name of names) {
    await rummilab("tournament", "--out", join(folder, name), ...RUNS[name].args.split(" "));
    await rummilab("report", join(folder, name));
  }
});
after(() => rm(folder, { recursive: true }));

/**
 * Runs a test on the report of a run, opened as a file.
 * @param {keyof typeof RUNS} name
 * @param {(page: Page) => Promise<void>} use
 * @param {Options} [options]
 */
function withReport(name, use, options) {
  const address = pathToFileURL(join(folder, name, "report.html")).href;
  return withTab(
    async (page) => {
      await page.goto(address);
      await use(page);
    },
    (asked) => asked === address,
    options,
  );
}

/** @param {Page} page @param {string} selector */
const text = async (page, selector) => (await page.textContent(selector)) ?? "";

/** The frame that is shown, and the last one. @param {Page} page */
const at = async (page) => (await text(page, "#r-count")).split(" / ").map(Number);

/** What a reader sees of the game: sentence, table, racks. @param {Page} page */
const seen = (page) =>
  Promise.all(["#r-said", "#r-table", "#r-racks"].map((part) => text(page, part)));

/** The elements of table and racks. @param {Page} page */
const drawn = async (page) =>
  (await Promise.all(["#r-table", "#r-racks"].map((part) => page.innerHTML(part)))).map((html) =>
    html.replaceAll("\n", ""),
  );

/** @param {Page} page */
const laid = (page) => page.locator("#r-table .t.laid").count();

/** @param {number} width @returns {Options} */
const desktop = (width) => ({ viewport: { width, height: 900 } });

/** @param {number} width @returns {Options} */
const phone = (width) => ({ ...desktop(width), isMobile: true });

for (const name of names) {
  test(`${name}: buttons step through a game`, () =>
    withReport(name, async (page) => {
      assert.match((await seen(page))[0], /^Turn .* lays /, "it opens at the first play");
      await page.click("#r-first");
      const first = await seen(page);
      assert.match(first[0], /^The deal: /);
      assert.equal((await at(page))[0], 0);
      assert.ok(await page.isDisabled("#r-back"));
      await page.click("#r-next");
      assert.equal((await at(page))[0], 1);
      const second = await seen(page);
      assert.match(second[0], /^Turn 1: seat 0 \(/);
      assert.notEqual(second[2], first[2], "the first turn changes a rack");
      await page.click("#r-back");
      assert.deepEqual(await seen(page), first);

      await page.click("#r-last");
      const [end, all] = await at(page);
      assert.equal(end, all);
      assert.ok(await page.isDisabled("#r-next"));
      assert.match(await text(page, "#r-racks"), /place 1/);
      assert.ok((await laid(page)) > 0, "the last play went out");
      // The button that was clicked is disabled now, and the keys still step.
      await page.keyboard.press("ArrowLeft");
      assert.equal((await at(page))[0], all - 1);
      await page.click("#r-first");
      assert.deepEqual(await seen(page), first);
    }));

  test(`${name}: keys step through a game`, () =>
    withReport(name, async (page) => {
      const end = (await at(page))[1];
      /** @param {[string, number][]} steps */
      const press = async (steps) => {
        for (const [key, frame] of steps) {
          await page.keyboard.press(key);
          assert.deepEqual(await at(page), [frame, end], key);
        }
      };
      await page.focus("#viewer");
      await press([
        ["Home", 0],
        ["ArrowRight", 1],
        ["ArrowRight", 2],
        ["ArrowLeft", 1],
        ["End", end],
        ["ArrowRight", end],
        ["Home", 0],
      ]);
      // The slider handles keys itself, which must not count twice.
      await page.focus("#r-at");
      await press([
        ["ArrowRight", 1],
        ["ArrowRight", 2],
        ["Home", 0],
      ]);
    }));

  test(`${name}: a game plays by itself until it is paused`, () =>
    withReport(name, async (page) => {
      // Time passes only when the test says so.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.click("#r-first");
      await page.click("#r-play");
      assert.equal((await at(page))[0], 1, "the first step comes at once");
      assert.equal(await text(page, "#r-play"), "Pause");
      await page.clock.runFor(1_100);
      assert.equal((await at(page))[0], 2);
      await page.click("#r-play");
      assert.equal(await text(page, "#r-play"), "Play");
      await page.clock.runFor(10_000);
      assert.equal((await at(page))[0], 2);
    }));

  test(`${name}: a game is chosen from the list or by a link`, () =>
    withReport(name, async (page) => {
      await page.click("#r-last");
      const before = await seen(page);
      await page.selectOption("#r-game", "1");
      assert.notEqual((await at(page))[0], 0, "it opens at the first play");
      assert.notDeepEqual(await seen(page), before);
      await page.evaluate(
        () =>
          new Promise((done) => {
            // The page listens first, so it has followed the link when this hears of it.
            addEventListener("hashchange", done, { once: true });
            location.hash = "#b0g0";
          }),
      );
      assert.equal(await page.inputValue("#r-game"), "0");
    }));

  test(`${name}: the page fits a window, a phone and paper, and the dark theme is dark`, async () => {
    /** @type {[Options, {media: "screen" | "print", colorScheme: "light" | "dark"}][]} */
    const screens = [
      [desktop(1200), { media: "screen", colorScheme: "light" }],
      [phone(390), { media: "screen", colorScheme: "dark" }],
      [phone(320), { media: "screen", colorScheme: "light" }],
      [desktop(700), { media: "print", colorScheme: "light" }],
    ];
    for (const [options, medium] of screens) {
      const about = `${options.viewport?.width} px, ${medium.media}, ${medium.colorScheme}`;
      await withReport(
        name,
        async (page) => {
          await page.click("#r-last");
          await page.emulateMedia(medium);
          const [wide, paper] = await page.evaluate(() => [
            document.documentElement.scrollWidth,
            getComputedStyle(document.body).backgroundColor,
          ]);
          assert.ok(Number(wide) <= (options.viewport?.width ?? 0), `${wide} of ${about}`);
          const light = String(paper).startsWith("rgb(25");
          assert.equal(light, medium.colorScheme === "light", `${paper}, ${about}`);
        },
        options,
      );
    }
  });

  test(`${name}: no text of a plot is small, cut off or covered by another`, async () => {
    for (const options of [phone(400), desktop(1400)])
      await withReport(
        name,
        async (page) => assert.deepEqual(await page.evaluate(unreadable), []),
        options,
      );
  });

  test(`${name}: without scripts everything works except stepping`, async () => {
    let scripted = /** @type {string[]} */ ([]);
    await withReport(name, async (page) => {
      scripted = await drawn(page);
    });
    await withReport(
      name,
      async (page) => {
        assert.ok((await laid(page)) > 0);
        assert.deepEqual(await drawn(page), scripted, "the page has the script's first frame");
        assert.equal(await page.locator(".controls:visible").count(), 0);
        assert.match(await page.innerText("#viewer"), /needs JavaScript/);
        const plots = await page
          .locator("svg")
          .evaluateAll((all) => all.filter((svg) => svg.clientHeight > 100).length);
        assert.equal(plots, RUNS[name].plots);
      },
      { javaScriptEnabled: false },
    );
  });
}

/** What is wrong with the texts of the plots; runs on the page. */
function unreadable() {
  const MIN_PIXELS = 11;
  /** @type {string[]} */
  const bad = [];
  for (const svg of document.querySelectorAll("svg")) {
    const frame = svg.getBoundingClientRect();
    const scale = frame.width / svg.viewBox.baseVal.width;
    const texts = [...svg.querySelectorAll("text")].map((element) => ({
      said: element.textContent,
      pixels: parseFloat(getComputedStyle(element).fontSize) * scale,
      box: element.getBoundingClientRect(),
    }));
    for (const one of texts) {
      if (one.pixels < MIN_PIXELS) bad.push(`small: ${one.said}`);
      if (one.box.left < frame.left - 1 || one.box.right > frame.right + 1)
        bad.push(`cut off: ${one.said}`);
      for (const other of texts) {
        const [a, b] = [one.box, other.box];
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (one !== other && across > 1 && down > 4) bad.push(`${one.said} on ${other.said}`);
      }
    }
  }
  return bad;
}

/**
 * Clicks on the button beside the command; expects what it says then, and the command marked.
 * @param {Page} page
 * @param {string} said
 */
async function copy(page, said) {
  const button = page.locator("button.copy");
  await button.click();
  await page.waitForFunction(
    (said) => document.querySelector("button.copy")?.textContent === said,
    said,
  );
  const command = await text(page, ".command code");
  assert.match(command, /^rummilab tournament /);
  assert.equal(await page.evaluate(() => getSelection()?.toString().trim()), command);
  return command;
}

test("a command is copied", () =>
  withReport("ten", async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const command = await copy(page, "Copied");
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), command);
  }));

test("a command is marked where the clipboard is closed", () =>
  withReport("ten", async (page) => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("closed"));
      document.execCommand = () => false;
    });
    await copy(page, "Marked");
  }));
