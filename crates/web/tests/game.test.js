// What makes a game of the page: tiles as large as the window allows, a table that keeps its
// places, draws that are seen, words for people, an end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begin, over, ready, settled, withPage } from "./page.js";

/** @typedef {import("playwright-core").Page} Page */

/** Lets the hints play a turn. @param {Page} page */
async function playTurn(page) {
  await act(page, "#hint", "#hint", "#hint");
  await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
  await settled(page);
}

/** Where the sets lie, by their tiles, and how large these are. @param {Page} page */
const table = (page) =>
  page.evaluate(() => {
    const felt = /** @type {HTMLElement} */ (document.querySelector("#board .felt"));
    const sets = /** @type {NodeListOf<HTMLElement>} */ (felt.querySelectorAll(".set"));
    return {
      size: `${felt.parentElement?.style.getPropertyValue("--tw")} ${felt.clientHeight}`,
      sets: [...sets].map((set) => {
        const tiles = /** @type {NodeListOf<HTMLElement>} */ (set.querySelectorAll("[data-tile]"));
        const box = set.getBoundingClientRect();
        return {
          tiles: [...tiles].map(({ dataset }) => dataset.tile).join(" "),
          at: `${Math.round(box.x)} ${Math.round(box.y + felt.scrollTop)}`,
        };
      }),
    };
  });

for (const [width, height, least] of [
  [1920, 1080, 60],
  [1280, 800, 50],
  [820, 1180, 50],
  [360, 740, 33],
])
  test(`tiles are as large as a window of ${width} by ${height} allows`, () =>
    withPage(
      async (page) => {
        await begin(page, "7");
        const tile = await page.locator("#board .own-rack .t").first().boundingBox();
        const board = await page.locator("#board .felt").boundingBox();
        assert.ok(tile && board && tile.width >= least, `${tile?.width}`);
        assert.ok(board.width > 0.75 * width, `${board.width}`);
        const log = await page.locator("#log").boundingBox();
        // What happened stands beside the table where there is room.
        if (width >= 1100) assert.ok(log && log.x > board.x + board.width && log.y < height);
        assert.ok(
          (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
          "nothing is wider than the window",
        );
      },
      { viewport: { width, height } },
    ));

test("a set lies where it lay before, unless tiles or room have changed", () =>
  withPage(async (page) => {
    await begin(page, "11");
    let [before, kept] = [await table(page), 0];
    for (let step = 0; step < 80 && !(await over(page)); step++) {
      // After one's own turn, and after the bot's.
      if (step % 2 === 0) await act(page, "#hint", "#hint", "#hint");
      else {
        await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
        await settled(page);
      }
      const now = await table(page);
      if (now.size === before.size)
        for (const { tiles, at } of now.sets) {
          const same = before.sets.filter((set) => set.tiles === tiles);
          // Of two equal sets nobody knows which was there before.
          const twice = now.sets.filter((set) => set.tiles === tiles).length > 1;
          if (same.length !== 1 || twice) continue;
          assert.equal(at, same[0].at, `${tiles}, step ${step}`);
          kept++;
        }
      before = now;
    }
    assert.ok(kept > 20, `${kept}`);
  }));

test("a tile that is drawn is seen to come from the pool, and so are those of bots", () =>
  withPage(
    async (page) => {
      await page.addInitScript(() => {
        const seen = /** @type {any[]} */ (/** @type {any} */ (window).seen = []);
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, options) {
          const pool = document.getElementById("pool")?.getBoundingClientRect();
          const box = this.getBoundingClientRect();
          const [, x, y] =
            /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(
              /** @type {any} */ (frames)[0].transform,
            ) ?? [];
          const back = this.classList.contains("back");
          if (pool && (back || this.closest(".own-rack")))
            seen.push({
              back,
              // From the middle of the pool: the one that flies on its own, the other from its place.
              far: Math.hypot(
                Number(x) + (back ? 0 : box.x + box.width / 2) - pool.x - pool.width / 2,
                Number(y) + (back ? 0 : box.y + box.height / 2) - pool.y - pool.height / 2,
              ),
            });
          return animate.call(this, frames, options);
        };
      });
      await page.reload();
      await ready(page);
      await page.selectOption("#level-1", "medium");
      await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
      await page.fill("#seed", "7");
      await page.click("#start");
      await settled(page);
      await act(page, "#draw");
      await settled(page);
      const seen = /** @type {{back: boolean, far: number}[]} */ (
        await page.evaluate(() => /** @type {any} */ (window).seen)
      );
      assert.ok(
        seen.some(({ back, far }) => !back && far < 3),
        JSON.stringify(seen),
      );
      const log = await page.locator("#log li").allTextContents();
      assert.match(log[0], /^Ben draws/);
      assert.ok(
        seen.some(({ back, far }) => back && far < 3),
        JSON.stringify(seen),
      );
    },
    { reducedMotion: "no-preference" },
  ));

test("no view speaks of seats, bots’ names or commands", () =>
  withPage(async (page) => {
    await begin(page, "7", "champion");
    await act(page, "#draw");
    await settled(page);
    for (const view of ["play", "watch", "learn", "solve"]) {
      await page.click(`#to-${view}`);
      if (view === "watch") {
        await page.click("#w-start");
        await page.waitForSelector("#w-viewer:not([hidden])");
      }
      await page.evaluate(() => {
        for (const part of document.querySelectorAll("details")) part.open = true;
      });
      const text = await page.innerText("main");
      assert.doesNotMatch(text, /seat \d|budget|merge|human:|greedy|hold-joker|block \d/i, view);
    }
  }));

test("rules have a name, a picture and a sentence; the jokers of the twist a legend", () =>
  withPage(async (page) => {
    const names = await page.locator("#rules option").allTextContents();
    for (const name of names) {
      assert.match(name, /^[A-Z]/);
      await page.selectOption("#rules", { label: name });
      assert.ok((await page.locator("#about-rules .t").count()) >= 3, name);
      assert.match(await page.innerText("#about-rules"), /\w+ \w+.*\.$/s, name);
    }
    await begin(page, "7");
    assert.ok(await page.isHidden("#jokers"));
    await page.evaluate(() => {
      /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
    });
    await page.selectOption("#rules", "twist");
    await begin(page, "7");
    assert.deepEqual(
      (await page.locator("#jokers p").allInnerTexts()).map((text) =>
        /(\S+) joker|joker:/.test(text),
      ),
      [true, true, true, true],
    );
  }));

test("sounds are off until they are switched on", () =>
  withPage(async (page) => {
    await page.evaluate(() => {
      const Real = window.AudioContext;
      const made = /** @type {any} */ (window);
      made.contexts = 0;
      window.AudioContext = class extends Real {
        constructor() {
          super();
          made.contexts++;
        }
      };
    });
    const contexts = () => page.evaluate(() => /** @type {any} */ (window).contexts);
    await begin(page, "7");
    await act(page, "#draw");
    await settled(page);
    assert.equal(await contexts(), 0);
    await page.evaluate(() => {
      /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
    });
    await page.check("#sound");
    await act(page, "#draw");
    await settled(page);
    assert.equal(await contexts(), 1);
  }));

test("a game that is won ends with places, points and paper; calm players see none", () =>
  withPage(async (page) => {
    for (let seed = 1; seed < 12; seed++) {
      await page.evaluate(() => {
        /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
      });
      await begin(page, String(seed), "easy");
      for (let turn = 0; turn < 60 && !(await over(page)); turn++) {
        if (turn === 5) await page.emulateMedia({ reducedMotion: "no-preference" });
        await playTurn(page);
      }
      assert.ok(await over(page));
      const verdict = await page.innerText("#verdict");
      const places = await page
        .locator("#results li")
        .evaluateAll((all) => all.map((line) => /** @type {HTMLLIElement} */ (line).value));
      assert.deepEqual(places, [1, 2]);
      const pieces = await page.locator("#confetti i").count();
      const won = /You win/.test(verdict);
      assert.equal(pieces > 0, won, verdict);
      await page.emulateMedia({ reducedMotion: "reduce" });
      if (won) return;
    }
    assert.fail("no game is won");
  }));
