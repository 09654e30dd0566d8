// What the page keeps and gives up: blocked and full storage, a running game, names at the table,
// playback in another view, large records.
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { act, begin, ready, server, settled, turnTo, withPage, withTab } from "./page.js";
import { newFolder, rummilab, serveProgram } from "./program.js";

/** @typedef {import("playwright-core").Page} Page */

const turns = (/** @type {Page} */ page) => page.locator("#log li").count();

test("the page works where it may keep nothing, and says so", () =>
  withTab(
    async (page) => {
      await page.addInitScript(() => {
        for (const storage of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, storage, {
            get() {
              throw new DOMException("Access is denied for this document.", "SecurityError");
            },
          });
      });
      await page.goto(server.address);
      await ready(page);
      assert.equal(await page.isHidden("#problem"), true);
      await begin(page, "7");
      await act(page, "#draw");
      await settled(page);
      assert.match(await page.innerText("#unkept"), /This browser keeps nothing/);
      await turnTo(page, "learn");
      await page.waitForSelector("#l-board .own-rack button.t");
    },
    (address) => address.startsWith(server.address),
  ));

test("a game survives a reload where the storage is full", () =>
  withPage(async (page) => {
    await page.evaluate(() => {
      let [text, key] = ["x".repeat(1 << 20), 0];
      while (text !== "") {
        try {
          localStorage.setItem(`other-${key++}`, text);
        } catch {
          text = text.slice(text.length >> 1, -1);
        }
      }
    });
    await begin(page, "7");
    await act(page, "#draw");
    await settled(page);
    await page.waitForFunction(() =>
      /until this tab is closed/.test(document.getElementById("unkept")?.innerText ?? ""),
    );
    const [before, board] = [await turns(page), await page.innerText("#board")];
    assert.ok(before > 0);
    await page.reload();
    await ready(page);
    assert.deepEqual([await turns(page), await page.innerText("#board")], [before, board]);
    // With room again, the browser keeps the game.
    await page.evaluate(() => localStorage.clear());
    await act(page, "#draw");
    await settled(page);
    await page.waitForFunction(
      () =>
        localStorage.getItem("rummilab.game") !== null &&
        sessionStorage.length === 0 &&
        document.getElementById("unkept")?.innerText === "",
    );
  }));

test("a game that goes on in another tab is kept by that one alone", () =>
  withPage(async (page) => {
    await begin(page, "7");
    const other = await page.context().newPage();
    await other.goto(server.address);
    await ready(other);
    await act(other, "#draw");
    await settled(other);
    const kept = () => localStorage.getItem("rummilab.game");
    const theirs = await other.evaluate(kept);
    // What one tab writes reaches the other later.
    await page.waitForFunction(
      (theirs) =>
        localStorage.getItem("rummilab.game") === theirs &&
        /another tab/.test(document.getElementById("unkept")?.innerText ?? ""),
      theirs,
    );
    await act(page, "#sort", "#draw");
    await settled(page);
    assert.equal(await page.evaluate(kept), theirs);
    await page.reload();
    await ready(page);
    assert.equal(await page.innerText("#log"), await other.innerText("#log"));
    assert.equal(await page.innerText("#unkept"), "");
  }));

test("a page that is closed while bots play keeps the own turn", () =>
  withPage(async (page) => {
    await page.evaluate(() => {
      /** @type {HTMLSelectElement} */ (document.getElementById("players")).value = "3";
      document.getElementById("players")?.dispatchEvent(new Event("change"));
    });
    await begin(page, "7");
    await page.evaluate(() => {
      /** @type {HTMLSelectElement} */ (document.getElementById("pace")).selectedIndex = 0;
    });
    await page.click("#draw");
    await page.waitForFunction(() => document.querySelectorAll("#log li").length > 0);
    const drawn = await page.locator("#board .own-rack button.t").count();
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("#board .own-rack button.t").count(), drawn);
    assert.equal(drawn, 15);
  }));

test("a new game takes the place of a running one only if the player agrees", () =>
  withPage(async (page) => {
    await begin(page, "7");
    await act(page, "#draw");
    await settled(page);
    const game = () => page.getAttribute("#game", "data-game");
    const first = await game();
    const again = async () => {
      // The answer before has closed it.
      await page.waitForSelector("#setup:not([open])", { state: "attached" });
      await page.evaluate(() => {
        /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
      });
      await page.click("#start");
      await page.waitForSelector("#drop[open]");
      assert.match(await page.innerText("#drop-text"), /^Your game against Ben is not over/);
    };
    await again();
    // Keys of the game do nothing meanwhile.
    await page.keyboard.press("d");
    await page.click("#drop-not");
    await again();
    await page.keyboard.press("Escape");
    await page.waitForSelector("#drop[open]", { state: "detached" });
    assert.deepEqual([await game(), await turns(page)], [first, 2]);
    await again();
    await page.click("#drop-it");
    await page.waitForFunction(
      (first) => document.getElementById("game")?.dataset.game !== first,
      first,
    );
    await settled(page);
    // A game without a turn is given up without a question.
    const second = await game();
    await page.evaluate(() => {
      /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
    });
    await page.click("#start");
    await page.waitForFunction(
      (second) => document.getElementById("game")?.dataset.game !== second,
      second,
    );
  }));

test("bots of one level have names of their own, and nobody is told by a number", () =>
  withPage(async (page) => {
    await page.selectOption("#rules", "six");
    await page.selectOption("#players", "5");
    assert.match(await page.innerText("#about-2"), /^Bea lays/);
    await page.selectOption("#level-1", "easy");
    assert.match(await page.innerText("#about-2"), /^Ben lays/);
    await page.selectOption("#level-1", "medium");
    await begin(page, "7");
    const badges = await page.locator("#board .seats li").allInnerTexts();
    for (const badge of badges) assert.doesNotMatch(badge, /seat/i);
    const names = badges.map((badge) => badge.replace("▸", "").trim().split(" ")[0]);
    assert.deepEqual(names, ["You", "Ben", "Bea", "Boris", "Bella", "Bruno"]);
    await act(page, "#draw");
    await settled(page);
    const log = await page.locator("#log li").allTextContents();
    for (const name of names.slice(1))
      assert.ok(
        log.some((line) => line.startsWith(`${name} `)),
        `${name}: ${log}`,
      );
    assert.doesNotMatch(log.join(), /seat/i);
    // Each badge says what its player did last.
    const last = await page.locator("#board .seats .last").allTextContents();
    assert.equal(last.length, 5);
    await turnTo(page, "watch");
    for (const seat of [0, 1]) await page.selectOption(`#w-bot-${seat}`, "easy");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    assert.match(await page.innerText("#w-racks"), /Anna[^]*Anton/);
    assert.doesNotMatch(await page.innerText("#watch"), /human|seat \d/i);
  }));

test("a game that is watched stops when another view is shown", () =>
  withPage(async (page) => {
    await turnTo(page, "watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.click("#w-play");
    await page.clock.runFor(2000);
    await turnTo(page, "solve");
    await page.waitForSelector("#solve:not([hidden])");
    const at = await page.inputValue("#w-at");
    await page.clock.runFor(5000);
    assert.equal(await page.inputValue("#w-at"), at);
    assert.equal(await page.textContent("#w-play"), "Play");
  }));

test("a record of 20 MB is opened by both engines, a larger one is refused at once", async () => {
  const folder = await newFolder();
  const native = await serveProgram();
  try {
    const bots = ["--bots", "greedy,hold-joker", "--deals", "5000", "--seed", "1"];
    await rummilab("tournament", ...bots, "--out", join(folder, "run"));
    const record = join(folder, "run", "games.bin");
    const open = async (/** @type {Page} */ page) => {
      await turnTo(page, "watch");
      await page.setInputFiles("#w-file", record);
      await page.waitForSelector("#w-viewer:not([hidden])", { timeout: 120_000 });
      assert.equal(await page.innerText("#w-error"), "");
      assert.match(await page.innerText("#w-more"), /^9,?000 more games/);
    };
    await withPage(async (page) => {
      await open(page);
      assert.match(await page.innerText("#w-sent"), /sends nothing anywhere/);
    });
    await withTab(
      async (page) => {
        await page.goto(native.address);
        await ready(page);
        await open(page);
        assert.match(await page.innerText("#w-sent"), /goes to rummilab on this machine/);
        const bytes = await readFile(record);
        await writeFile(join(folder, "large.bin"), Buffer.concat([bytes, bytes]));
        await page.setInputFiles("#w-file", join(folder, "large.bin"));
        await page.waitForFunction(() =>
          /has 41 MB, and the page opens up to 24 MB/.test(
            document.getElementById("w-error")?.textContent ?? "",
          ),
        );
      },
      (address) => address.startsWith(native.address),
    );
  } finally {
    native.close();
    await rm(folder, { recursive: true });
  }
});

test("a game goes on where the engine fails", () =>
  withTab(
    async (page) => {
      // The first worker has a module that fails as one does whose memory or stack is full, but
      // not in its warm-up, whose questions have the number 0.
      const failing = (/** @type {string} */ text) =>
        text.replace(
          "return (text) => {",
          `return (text) => {
            if (/"command":"draw"/.test(text) && !/"id":0,/.test(text)) throw new Error("full");`,
        );
      await page.route(
        "**/module.js",
        async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, body: failing(await response.text()) });
        },
        { times: 1 },
      );
      let workers = 0;
      page.on("worker", () => workers++);
      await page.goto(server.address);
      await ready(page);
      await begin(page, "7");
      await act(page, "#draw");
      await settled(page);
      assert.match((await page.locator("#log li").last().textContent()) ?? "", /^You draw/);
      assert.equal(workers, 2);
    },
    (address) => address.startsWith(server.address),
  ));
