// What the page learns about its player: costly turns that come back, a rating in exercises and the
// exercise that fits, and the strength from finished games.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { act, begin, over, ready, settled, turnTo, withPage } from "./page.js";
import { program, withFolder } from "./program.js";

/** @typedef {import("playwright-core").Page} Page */

const DAY = 24 * 60 * 60 * 1000;

/** A turn that was played badly: nothing was laid, or a tile that had better be kept. */
const COSTLY = {
  id: "first",
  position: { rules: "original", table: ["R4 R5 R6"], rack: "R7 B1 B2 B3", opened: true },
  better: "R4 R5 R6 R7",
  played: "",
  grade: "mistake",
  pool: 12,
  others: 5,
  stage: 0,
  due: 0,
};
const WAITING = { ...COSTLY, id: "second", better: "R4 R5 R6", played: "R7", due: 1 };

/** @param {Page} page @param {string} name @param {unknown} value */
const put = (page, name, value) =>
  page.evaluate(([name, text]) => localStorage.setItem(name, text), [name, JSON.stringify(value)]);

/** @param {Page} page @param {string} name @returns {Promise<any[]>} */
const kept = (page, name) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "[]"), name);

/** @param {Page} page */
const learned = (page) =>
  page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false");

/** Clicks a button of the Learn view. @param {Page} page @param {string} button */
async function click(page, button) {
  await page.click(button);
  await learned(page);
}

/** Lays tiles of the rack on a set, or as a new one. @param {Page} page @param {string[]} tiles */
async function lay(page, tiles, to = "new") {
  for (const tile of tiles)
    await page.click(`#l-board .own-rack button.t[data-tile="${tile}"]:not([aria-pressed=true])`);
  await page.click(to === "new" ? "#l-board [data-to=new]" : `#l-board [data-to="${to}"]`);
  await learned(page);
}

/** Shows the Learn view again, with what is kept. @param {Page} page */
async function openLearn(page) {
  await page.reload();
  await ready(page);
  await turnTo(page, "learn");
  await page.waitForSelector("#l-exercise:not([hidden])");
  await learned(page);
}

test("a costly turn comes back until it is known, later each time", () =>
  withPage(async (page) => {
    const turn = (/** @type {string} */ id) => page.locator(`button[data-exercise="${id}"]`);
    await put(page, "rummilab.practice", [COSTLY, WAITING]);
    await openLearn(page);
    assert.match(await page.innerText("#l-due"), /^2 are due now/);
    await turn("first").click();
    await learned(page);
    assert.match(await page.innerText("#l-text"), /You laid nothing here.*at least a mistake/);
    // Another turn than the better one is no solution, and is told.
    await lay(page, ["B1", "B2", "B3"]);
    await click(page, "#l-end");
    assert.equal(await page.innerText("#l-said"), "Legal, but another turn is better.");
    const [failed] = await kept(page, "rummilab.practice");
    assert.ok(failed.stage === 0 && failed.due > Date.now() + 0.9 * DAY);
    // It can still be found; the try stays one that failed.
    await click(page, "#l-reset");
    await lay(page, ["R7"], "0");
    await click(page, "#l-end");
    assert.match(await page.innerText("#l-said"), /^Solved/);
    assert.equal((await kept(page, "rummilab.practice"))[0].stage, 0);

    await turn("second").click();
    await learned(page);
    await click(page, "#l-wait");
    assert.match(await page.innerText("#l-said"), /^Solved: here it is better to wait/);
    const days = [1, 3, 7, 21, 60];
    for (const [stage, wait] of days.entries()) {
      const [, solved] = await kept(page, "rummilab.practice");
      assert.equal(solved.stage, stage + 1);
      assert.ok(Math.abs(solved.due - Date.now() - wait * DAY) < 60_000, `${stage}`);
      await put(page, "rummilab.practice", [COSTLY, { ...solved, due: 0 }]);
      await openLearn(page);
      await turn("second").click();
      await learned(page);
      await click(page, "#l-wait");
    }
    assert.deepEqual(
      (await kept(page, "rummilab.practice")).map(({ id }) => id),
      ["first"],
    );
  }));

test("a hint tells what is better, and the try has failed", () =>
  withPage(async (page) => {
    await put(page, "rummilab.practice", [{ ...COSTLY, stage: 3 }]);
    await openLearn(page);
    await page.click('button[data-exercise="first"]');
    await learned(page);
    await click(page, "#l-hint");
    assert.equal(await page.innerText("#l-said"), "The better turn lays 1 tile.");
    await click(page, "#l-hint");
    assert.match(await page.innerText("#l-said"), /^The better turn lays\s+7\s+R/);
    assert.equal((await kept(page, "rummilab.practice"))[0].stage, 0);
  }));

test("the next exercise is about as hard as the player is strong", () =>
  withPage(async (page) => {
    const grades = async (/** @type {boolean} */ won) => {
      const tries = Array.from({ length: 12 }, (_, at) => ({ id: `${at}`, won, rating: 1500 }));
      await put(page, "rummilab.tries", tries);
      await put(
        page,
        "rummilab.learn",
        [1, 2, 3, 4, 5].map((lesson) => `lesson-${lesson}`),
      );
      await openLearn(page);
      assert.match(await page.innerText("#l-rating"), /^Your rating in exercises is \d/);
      const all = page.locator("#l-puzzles [data-exercise]");
      const at = await all.evaluateAll((all) =>
        all.findIndex((one) => one.getAttribute("aria-current") === "true"),
      );
      return at;
    };
    const [weak, strong] = [await grades(false), await grades(true)];
    assert.ok(weak >= 0 && weak < 10 && strong >= 40, `${weak} ${strong}`);
  }));

test("games of two without a hint give a strength after ten of them", () =>
  withPage(async (page) => {
    const game = { when: 0, rules: "Original", others: ["Ben"], points: 1, record: "" };
    const games = Array.from({ length: 9 }, (_, at) => ({ ...game, won: at < 4, opponent: 1500 }));
    await put(page, "rummilab.games", games);
    await page.reload();
    await ready(page);
    await page.locator("#games").evaluate((games) => games.setAttribute("open", ""));
    const strength = () => page.innerText("#strength");
    assert.match(await strength(), /^One more game until your strength is told/);
    const play = async (/** @type {string} */ seed, /** @type {boolean} */ helped) => {
      await page.locator("#setup").evaluate((setup) => setup.setAttribute("open", ""));
      await begin(page, seed, "strong");
      if (helped) await act(page, "#hint");
      for (let turn = 0; turn < 150 && !(await over(page)); turn++) {
        await act(page, "#draw");
        await settled(page);
      }
      assert.ok(await over(page));
      await page.waitForFunction(
        (before) => JSON.parse(localStorage.getItem("rummilab.games") ?? "[]").length > before,
        helped ? 9 : 10,
      );
      return (await kept(page, "rummilab.games"))[0].opponent;
    };
    assert.equal(await play("3", true), null);
    assert.match(await strength(), /^One more game/);
    assert.equal(await play("3", false), 2015);
    const told = /is (\d+), with 95 % certainty from (\d+) to (\d+).*comes from 10 games/s;
    const [, rating, low, high] = told.exec(await strength()) ?? [];
    assert.ok(Number(low) < Number(rating) && Number(rating) < Number(high));
  }));

test("a game told at a real table gives its costly turns", () =>
  withPage((page) =>
    withFolder(async (folder) => {
      const told = (/** @type {string[]} */ args, input = "") => {
        const { status, stderr } = spawnSync(program, ["advise", ...args], {
          cwd: folder,
          encoding: "utf8",
          input,
        });
        assert.equal(status, 0, stderr);
      };
      // The whole rack could go, but a tile is drawn. Then the other goes out.
      const lines = ["rack R1-3", "d K9", "5RBK", ""].join("\n");
      told(["--plain", "--option", "hand=3", "--option", "opening_min=0"], lines);
      told(["--export", "told.bin"]);
      await turnTo(page, "watch");
      await page.setInputFiles("#w-file", join(folder, "told.bin"));
      await page.waitForSelector("#w-viewer:not([hidden])");
      await page.click("#w-review button");
      await page.waitForFunction(
        () => JSON.parse(localStorage.getItem("rummilab.practice") ?? "[]").length > 0,
        null,
        { timeout: 120_000 },
      );
      const [turn] = await kept(page, "rummilab.practice");
      assert.equal(turn.position.rack, "R1 R2 R3");
      assert.ok(["mistake", "blunder"].includes(turn.grade), turn.grade);
    }),
  ));
