// The page in use, beyond moving tiles: any rules and levels, bots that lay tile by tile, records
// that the program reads, runs and bots to watch.
import assert from "node:assert/strict";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { act, begin, over, ready, settled, start, turnTo, withPage } from "./page.js";
import { rummilab, withFolder } from "./program.js";

/** @typedef {import("playwright-core").Page} Page */

/** Lets the hints play. @param {Page} page @param {number} [turns] */
async function playOn(page, turns = 150) {
  for (let turn = 0; turn < turns && !(await over(page)); turn++) {
    await act(page, "#hint", "#hint", "#hint");
    await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
    await settled(page);
  }
}

test("one to five bots of any level under any rules", () =>
  withPage(async (page) => {
    const options = (/** @type {string} */ select) =>
      page
        .locator(`${select} option:enabled`)
        .evaluateAll((all) => all.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    const rules = await options("#rules");
    // A person is no level: several people share a device in settings.test.js.
    const levels = (await options("#level-1")).filter((level) => level !== "person");
    assert.ok(rules.length >= 5 && levels.length === 10, `${rules} ${levels}`);
    // Every opponent under the rules for six players; the others at the most and at the fewest.
    const all = await options("#players");
    assert.deepEqual(all, ["1", "2", "3", "4", "5"]);
    await page.selectOption("#pace", "0", { force: true });
    let next = 0;
    for (const system of rules) {
      await page.evaluate(() => {
        /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
      });
      await page.selectOption("#rules", system);
      const some = system === "six" ? all : ["1", (await options("#players")).at(-1) ?? ""];
      for (const players of some) {
        await page.evaluate(() => {
          /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
        });
        await page.selectOption("#players", players);
        for (let bot = 1; bot <= Number(players); bot++)
          await page.selectOption(`#level-${bot}`, levels[next++ % levels.length]);
        await start(page);
        await page.waitForFunction(
          (seats) => document.querySelectorAll("#board .seats li").length === seats,
          Number(players) + 1,
        );
        await settled(page);
        await playOn(page, 3);
        assert.equal(await page.locator("#setup-error").textContent(), "", `${system} ${players}`);
        assert.ok((await page.locator("#log li").count()) >= 3, `${system} ${players}`);
      }
    }
  }));

test("every turn is said aloud", () =>
  withPage(async (page) => {
    await page.selectOption("#players", "2");
    await begin(page, "7");
    await page.evaluate(() => {
      const heard = /** @type {string[]} */ (/** @type {any} */ (window).heard = []);
      const said = /** @type {HTMLElement} */ (document.getElementById("said"));
      new MutationObserver(() => heard.push(said.textContent ?? "")).observe(said, {
        childList: true,
      });
    });
    await act(page, "#draw");
    await settled(page);
    const heard = await page.evaluate(
      () => /** @type {string[]} */ (/** @type {any} */ (window).heard),
    );
    const turns = await page.locator("#log li").allTextContents();
    assert.equal(turns.length, 3);
    for (const bot of [turns[0], turns[1]]) assert.ok(heard.includes(bot), `${bot}: ${heard}`);
    assert.match(heard[0], /^You draw/);
  }));

test("the rack is sorted and grouped by colour or by value", () =>
  withPage(async (page) => {
    await begin(page, "7");
    const rack = () =>
      page.locator("#board .own-rack button.t").evaluateAll((tiles) =>
        tiles.map((tile) => ({
          tile: /** @type {HTMLElement} */ (tile).dataset.tile ?? "",
          begins: tile.classList.contains("begins"),
        })),
      );
    /** @param {(tile: string) => string} key */
    const expectGroups = async (key) => {
      const tiles = await rack();
      tiles.forEach(({ tile, begins }, at) =>
        assert.equal(begins, at === 0 || key(tile) !== key(tiles[at - 1].tile), `${tile} ${at}`),
      );
      const keys = tiles.map(({ tile }) => key(tile));
      assert.equal(
        new Set(keys).size,
        keys.filter((one, at) => one !== keys[at - 1]).length,
        `${keys}`,
      );
    };
    await expectGroups((tile) => tile[0]);
    await act(page, "#sort");
    await expectGroups((tile) => tile.slice(1));
    await act(page, "#sort");
    await expectGroups((tile) => tile[0]);
  }));

test("a bot lays tile by tile", () =>
  withPage(
    async (page) => {
      await page.addInitScript(() => {
        const delays = /** @type {number[]} */ (/** @type {any} */ (window).delays = []);
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          if (typeof options === "object") delays.push(Number(options.delay));
          return animate.call(this, frames, options);
        };
      });
      await page.reload();
      await ready(page);
      await page.click("#new-game .more summary");
      await page.fill("#seed", "7");
      await page.selectOption("#level-1", "medium");
      await page.click("#start");
      for (let turn = 0; turn < 30; turn++) {
        await settled(page);
        await page.evaluate(() => {
          /** @type {any} */ (window).delays.length = 0;
        });
        await act(page, "#draw");
        await settled(page);
        const laid = await page.locator("#log li", { hasText: /^Ben.*lays/ }).count();
        if (laid === 0) continue;
        // Tiles of a bot move one after the other: each begins later than the one before.
        const delays = (
          await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).delays))
        ).filter((delay) => delay > 0);
        assert.ok(delays.length >= 3, `${delays}`);
        assert.ok(
          delays.every((delay, at) => at === 0 || delay > delays[at - 1]),
          `${delays}`,
        );
        return;
      }
      assert.fail("the bot lays nothing");
    },
    { reducedMotion: "no-preference" },
  ));

test("a saved record is what `replay`, `merge` and `verify` read; a run's folder is shown", () =>
  withPage((page) =>
    withFolder(async (folder) => {
      await begin(page, "7", "easy");
      await playOn(page);
      assert.ok(await over(page));
      const turns = await page.locator("#log li").count();
      const download = page.waitForEvent("download");
      await page.click("#save");
      await mkdir(join(folder, "shard"));
      const record = join(folder, "shard", "games.bin");
      await copyFile(await (await download).path(), record);
      const replayed = await rummilab("replay", record);
      assert.ok(
        replayed.includes("person") && replayed.split("\n").length > turns,
        replayed.slice(0, 400),
      );
      await rummilab("merge", join(folder, "shard"), "--out", join(folder, "run"));
      const verified = await rummilab("verify", join(folder, "run"), "--replay-bots");
      assert.match(verified, /1 game/);

      await turnTo(page, "watch");
      await page.setInputFiles("#w-folder", join(folder, "run"));
      await page.waitForSelector("#w-viewer:not([hidden])");
      await page.click("#w-last");
      assert.match((await page.locator("#w-said").textContent()) ?? "", /The game is over/);
      await mkdir(join(folder, "other"));
      await copyFile(record, join(folder, "other", "something.bin"));
      await page.setInputFiles("#w-folder", join(folder, "other"));
      await page.waitForFunction(() =>
        /not the folder of a run/.test(document.getElementById("w-error")?.textContent ?? ""),
      );
    }),
  ));

test("bots are watched at a chosen speed, up to six of them", () =>
  withPage(async (page) => {
    await turnTo(page, "watch");
    // Some games of six are over before this test is: it watches the same one every time.
    await page.evaluate(() => {
      Math.random = () => 0.5;
    });
    for (const [seat, level] of ["easy", "medium", "strong", "easy", "easy", "easy"].entries())
      await page.selectOption(`#w-bot-${seat}`, level);
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    assert.equal(await page.locator("#w-racks .rack").count(), 6);
    const at = async () => Number(await page.inputValue("#w-at"));
    await page.clock.install();
    // Time passes only when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const [speed, time, turns] of /** @type {const} */ ([
      ["fast", 1500, 6],
      ["slowly", 6000, 3],
      ["normal", 2700, 3],
    ])) {
      const from = await at();
      await page.selectOption("#w-speed", { label: speed });
      await page.click("#w-play");
      await page.clock.runFor(time);
      await page.click("#w-play");
      assert.equal(await at(), from + turns, speed);
    }
    const stopped = await at();
    assert.ok(stopped < Number(await page.getAttribute("#w-at", "max")));
    await page.click("#w-next");
    assert.equal(await at(), stopped + 1);
    await page.click("#w-first");
    assert.match((await page.locator("#w-said").textContent()) ?? "", /^The deal/);
  }));
