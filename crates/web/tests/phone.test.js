// The page on a phone, upright and on its side: everything needed for a turn is in the window, and
// fingers scroll, drag and tap.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begin, idle, over, settled, turnTo, withPage } from "./page.js";
import { bestTurn, laying, longTable } from "./turns.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{x: number, y: number}} Point */

const UPRIGHT = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } };
const ON_ITS_SIDE = { hasTouch: true, isMobile: true, viewport: { width: 740, height: 360 } };

/** A finger on the page. @param {Page} page */
async function finger(page) {
  const session = await page.context().newCDPSession(page);
  /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {Point[]} touchPoints */
  const send = (type, touchPoints) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (/** @type {Point} */ at) => send("touchStart", [at]),
    up: () => send("touchEnd", []),
    /** @param {Point} from @param {Point} to */
    async move(from, to, steps = 10) {
      for (let step = 1; step <= steps; step++) {
        const part = (/** @type {"x" | "y"} */ way) =>
          from[way] + ((to[way] - from[way]) * step) / steps;
        await send("touchMove", [{ x: part("x"), y: part("y") }]);
        await page.waitForTimeout(16);
      }
    },
  };
}

/** @param {import("playwright-core").Locator} of @returns {Promise<Point>} */
async function middle(of) {
  const box = await of.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What of rack and buttons a finger cannot reach without scrolling. @param {Page} page */
const outOfReach = (page) =>
  page.evaluate(() => {
    window.scrollTo(0, 0);
    const parts = [
      .../** @type {NodeListOf<HTMLElement>} */ (
        document.querySelectorAll(
          "#board .own-rack button.t, #board .felt, #actions button, #over button, #verdict",
        )
      ),
    ];
    return parts
      .filter((part) => part.checkVisibility())
      .filter((part) => {
        const box = part.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !top || !part.contains(top) || box.bottom > innerHeight || box.right > innerWidth;
      })
      .map((part) => `${part.className} ${part.id} ${part.dataset.tile}`);
  });

for (const [name, options] of /** @type {const} */ ([
  ["upright", UPRIGHT],
  ["on its side", ON_ITS_SIDE],
])) {
  test(`a whole game of four by touch, ${name}`, () =>
    withPage(async (page) => {
      await page.selectOption("#players", "3");
      for (const bot of [2, 3]) await page.selectOption(`#level-${bot}`, "easy");
      await begin(page, "2", "easy");
      const { down, move, up } = await finger(page);
      let [moved, sets] = [0, 0];
      /** @param {string} tile @param {string | number} to */
      const lay = async (tile, to) => {
        const from = page.locator(`#board .own-rack button.t[data-tile="${tile}"]`).first();
        if (to === "new" || moved % 2 === 0) {
          await from.tap();
          await page
            .locator(to === "new" ? "#board .felt > .target" : `#board [data-to="${to}"]`)
            .tap();
        } else {
          const set = page.locator(`#board .set[data-drop="${to}"]`);
          await set.scrollIntoViewIfNeeded();
          const begin = await middle(from);
          await down(begin);
          // The table may scroll under the finger, which follows the set until it lies still.
          for (let [at, still] = [begin, false]; !still;) {
            const box = await set.boundingBox();
            assert.ok(box);
            const end = { x: box.x + 4, y: box.y + box.height / 2 };
            still = end.x === at.x && end.y === at.y;
            await move(at, end);
            at = end;
          }
          await up();
        }
        await idle(page);
        moved++;
      };
      for (let turn = 0; turn < 80 && !(await over(page)); turn++) {
        assert.deepEqual(await outOfReach(page), [], `turn ${turn}`);
        sets = Math.max(sets, await page.locator("#board .set").count());
        // Nothing is laid for a while, so that rack and table grow.
        const best = turn < 6 ? null : await bestTurn(page);
        const moves = best && laying(best);
        if (moves) {
          await act(page, "#undo");
          for (const { laid, to } of moves) {
            for (const [at, tile] of laid.entries()) {
              const last = (await page.locator("#board .set").count()) - 1;
              await lay(tile, to === "new" && at > 0 ? last : to);
            }
          }
          assert.ok(await page.isEnabled("#end"), await page.innerText("#wrong"));
        }
        const lines = await page.locator("#log li").count();
        await page.locator(best ? "#end" : "#draw").tap();
        await page.waitForFunction(
          (before) => document.querySelectorAll("#log li").length > before,
          lines,
        );
        await settled(page);
      }
      assert.ok(await over(page), "the game ends");
      assert.deepEqual(await outOfReach(page), [], "the end");
      assert.ok(moved >= 3 && sets >= 8, `${moved} tiles, ${sets} sets`);
    }, options));

  test(`a full table and a long rack are within reach, ${name}`, () =>
    withPage(async (page) => {
      await page.selectOption("#players", "3");
      await begin(page, "2");
      await page.evaluate(longTable, { sets: 30, rack: 25 });
      assert.deepEqual(await outOfReach(page), []);
      const [felt, tile] = [page.locator("#board .felt"), page.locator("#board .set .t").nth(8)];
      const scrolled = () => felt.evaluate((felt) => felt.scrollTop);
      const picked = page.locator('#board button.t[aria-pressed="true"]');
      const { down, move, up } = await finger(page);
      const over = async (/** @type {number} */ x, /** @type {number} */ y) => {
        const from = await middle(tile);
        return [from, { x: from.x + x, y: from.y + y }];
      };
      // A swipe on a tile scrolls and picks nothing.
      await felt.evaluate((felt) => felt.scrollTo(0, 0));
      let [from, to] = await over(0, -60);
      await down(from);
      await move(from, to);
      await up();
      await page.waitForFunction(
        () => (document.querySelector("#board .felt")?.scrollTop ?? 0) > 20,
      );
      for (let last = -1; last !== (await scrolled());) {
        last = await scrolled();
        await page.waitForTimeout(200);
      }
      assert.equal(await page.locator(".ghost").count(), 0);
      assert.equal(await picked.count(), 0);
      // After a rest, and sideways, it drags.
      await felt.evaluate((felt) => felt.scrollTo(0, 0));
      for (const [rest, x, y] of [
        [400, 0, 40],
        [0, 40, 4],
      ]) {
        [from, to] = await over(x, y);
        await down(from);
        await page.waitForTimeout(rest);
        await move(from, to);
        assert.equal(await page.locator(".ghost").count(), 1, `${rest}`);
        assert.equal(await scrolled(), 0, `${rest}`);
        // Back where it was, so that nothing moves.
        await move(to, from);
        await up();
        assert.equal(await page.locator(".ghost").count(), 0, `${rest}`);
      }
      // At the lower edge the table scrolls under the tile.
      const box = await felt.boundingBox();
      assert.ok(box);
      [from] = await over(0, 0);
      await down(from);
      await page.waitForTimeout(400);
      await move(from, { x: from.x, y: box.y + box.height - 8 });
      await page.waitForFunction(
        () => (document.querySelector("#board .felt")?.scrollTop ?? 0) > 150,
      );
      await up();
    }, options));
}

test("an exercise can be solved on a phone on its side", () =>
  withPage(async (page) => {
    await turnTo(page, "learn");
    await page.locator("#l-puzzles button").nth(35).click();
    await page.waitForFunction(
      () => document.getElementById("l-title")?.textContent === "Exercise 36",
    );
    const hidden = await page.evaluate(() => {
      document.querySelector("#l-board")?.scrollIntoView({ block: "end" });
      const parts = document.querySelectorAll(
        "#l-board .own-rack button.t, #learn .dock button:not([hidden])",
      );
      return [...parts].filter((part) => {
        const box = part.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return !top || !part.contains(top);
      }).length;
    });
    assert.equal(hidden, 0);
  }, ON_ITS_SIDE));
