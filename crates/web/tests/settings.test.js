// What the browser remembers: settings, finished games, the sheet of a series; the clock of a turn;
// several people at one device.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begin, hurry, over, ready, settled, turnTo, withPage } from "./page.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
const openSetup = (page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll("#setup, #new-game .more, #games"))
      part.setAttribute("open", "");
  });

/** Lets the hints play to the end. @param {Page} page */
async function playOn(page) {
  for (let turn = 0; turn < 150 && !(await over(page)); turn++) {
    await act(page, "#hint", "#hint", "#hint");
    await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
    await settled(page);
  }
  assert.ok(await over(page));
}

test("rules, opponents, levels, pace, clock, rounds and sound are remembered", () =>
  withPage(async (page) => {
    const wanted = {
      rules: "six",
      players: "4",
      first: "bots",
      rounds: "3",
      clock: "60",
      pace: "450",
      "level-1": "easy",
      "level-2": "strong",
      "level-3": "champion",
      "level-4": "easy",
    };
    await openSetup(page);
    for (const [id, value] of Object.entries(wanted)) await page.selectOption(`#${id}`, value);
    await page.check("#sound");
    await page.reload();
    await ready(page);
    for (const [id, value] of Object.entries(wanted))
      assert.equal(await page.inputValue(`#${id}`), value, id);
    assert.equal(await page.isChecked("#sound"), true);
    // A choice that there is no more is none.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem("rummilab.settings") ?? "{}");
      localStorage.setItem("rummilab.settings", JSON.stringify({ ...kept, rules: "gone" }));
    });
    await page.reload();
    await ready(page);
    assert.equal(await page.inputValue("#rules"), "original");
  }));

test("the levels are those of the engine, and each says what it does", () =>
  withPage(async (page) => {
    const levels = await page.evaluate(async () => {
      const { ask } = await import(/** @type {any} */ ("./engine.js"));
      return (await ask("about")).levels;
    });
    const options = await page
      .locator("#level-1 option")
      .evaluateAll((all) => all.map((option) => /** @type {HTMLOptionElement} */ (option).value));
    assert.deepEqual(
      options.slice(0, -1),
      levels.map((/** @type {{name: string}} */ { name }) => name),
    );
    for (const { name, person, about, rating } of levels) {
      await page.selectOption("#level-1", name);
      assert.equal(await page.innerText("#about-1"), `${person} ${about} (strength ${rating}).`);
    }
  }));

test("finished games are listed with their result, and can be watched and reviewed", () =>
  withPage(async (page) => {
    await begin(page, "7", "easy");
    await playOn(page);
    const verdict = await page.innerText("#verdict");
    await page.reload();
    await ready(page);
    await openSetup(page);
    const line = page.locator("#games-list li");
    assert.equal(await line.count(), 1);
    assert.match(await line.innerText(), /Original, against Anna/);
    assert.equal(await line.locator("b").innerText(), /You win/.test(verdict) ? "won" : "lost");
    await line.getByRole("button", { name: "Watch" }).click();
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.click("#w-last");
    assert.match(await page.innerText("#w-said"), /You (win|lose)/);
    await turnTo(page, "play");
    await line.getByRole("button", { name: "Review" }).click();
    await page.waitForSelector("#review:not([hidden])");
    await page.waitForSelector("#r-at-work:not([hidden]), #r-shown:not([hidden])");
  }));

test("a series has a score sheet, whose totals are the points of its rounds", () =>
  withPage(async (page) => {
    await page.selectOption("#rounds", "3");
    await page.selectOption("#players", "2");
    await begin(page, "7", "easy");
    /** @type {string[]} */
    const starters = [];
    for (let round = 1; round <= 3; round++) {
      assert.match(await page.innerText("#sheet caption"), new RegExp(`Round ${round} of 3`));
      await playOn(page);
      const first = await page.locator("#log li").last().textContent();
      starters.push(/^\w+/.exec(first ?? "")?.[0] ?? "");
      assert.equal(await page.innerText("#again"), round < 3 ? "Next round" : "New game");
      if (round === 3) break;
      // A series goes on after a reload.
      if (round === 1) {
        await page.reload();
        await ready(page);
        await hurry(page);
        await openSetup(page);
      }
      await page.click("#again");
      await page.waitForSelector("#over[hidden]", { state: "attached" });
      await settled(page);
    }
    assert.equal(new Set(starters).size, 3, starters.join());
    const rows = await page
      .locator("#sheet tr")
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].slice(1).map((cell) => cell.textContent ?? "")),
      );
    const [names, ...numbers] = rows;
    assert.equal(numbers.length, 4);
    const points = numbers.map((row) => row.map(Number));
    for (const at of names.keys())
      assert.equal(points[0][at] + points[1][at] + points[2][at], points[3][at], names[at]);
    assert.equal(
      points[3].reduce((a, b) => a + b),
      0,
      "what one wins the others lose",
    );
    assert.match(await page.innerText("#verdict"), /wins? the series|tie/);
  }));

test("a turn ends when its time is up, and the clock stands still in other views", () =>
  withPage(async (page) => {
    await page.clock.install();
    await page.selectOption("#clock", "30");
    await begin(page, "7");
    await page.clock.pauseAt(Date.now() + 2000);
    const left = async () => Number.parseInt(await page.innerText("#clock-left"));
    const before = await left();
    await page.clock.runFor(5000);
    assert.equal(await left(), before - 5);
    await turnTo(page, "solve");
    await page.clock.runFor(60_000);
    await turnTo(page, "play");
    await page.clock.runFor(200);
    assert.ok((await left()) >= before - 6);
    await page.clock.resume();
    await page.clock.fastForward(40_000);
    await page.waitForFunction(() => document.querySelectorAll("#log li").length >= 2);
    assert.match((await page.locator("#log li").last().textContent()) ?? "", /^You draw/);
  }));

test("a reload does not give a turn its time anew", () =>
  withPage(async (page) => {
    await page.clock.install();
    await page.selectOption("#clock", "60");
    await begin(page, "7");
    await page.clock.runFor(20_000);
    await page.reload();
    await ready(page);
    await page.clock.runFor(400);
    await page.waitForFunction(() =>
      /^\d/.test(document.getElementById("clock-left")?.innerText ?? ""),
    );
    assert.ok(Number.parseInt(await page.innerText("#clock-left")) <= 40);
    // The next turn has all of it.
    await act(page, "#draw");
    await page.clock.runFor(400);
    await settled(page);
    assert.ok(Number.parseInt(await page.innerText("#clock-left")) > 55);
  }));

test("several people pass the device: no rack is shown before its owner has it", () =>
  withPage(async (page) => {
    await page.selectOption("#players", "2");
    await page.selectOption("#level-2", "person");
    await page.fill("#name-0", "Ada");
    await page.fill("#name-2", "Grace");
    await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
    await page.selectOption("#pace", "0");
    await page.fill("#seed", "7");
    await page.click("#start");
    const covered = () =>
      page.evaluate(() => {
        const tiles = [...document.querySelectorAll("#board .own-rack button.t")];
        const box = tiles[0].getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !tiles[0].contains(top);
      });
    const racks = new Set();
    for (let turn = 0; turn < 6; turn++) {
      const name = turn % 2 === 0 ? "Ada" : "Grace";
      await page.waitForSelector("#hand-over:not([hidden])");
      assert.match(await page.innerText("#hand-over-to"), new RegExp(`^${name},`));
      assert.ok(await covered());
      // Keys of the game do nothing meanwhile.
      await page.keyboard.press("d");
      await page.click("#go-on");
      assert.equal(await covered(), false);
      racks.add(await page.innerText("#board .own-rack"));
      assert.equal(await page.locator("#log li").count(), turn + Math.floor(turn / 2) + (turn % 2));
      await page.click("#draw");
    }
    assert.equal(racks.size, 6);
    const log = (await page.locator("#log li").allTextContents()).join("\n");
    assert.match(log, /Ada draws a tile/);
    assert.match(log, /Grace draws a tile/);
    // The game goes on after a reload, behind the curtain.
    await page.reload();
    await ready(page);
    await page.waitForSelector("#hand-over:not([hidden])");
    assert.match(await page.innerText("#board .seats"), /Ada[^]*Grace/);
  }));
