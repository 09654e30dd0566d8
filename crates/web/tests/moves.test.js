// Every kind of move with every input method, on the board of a lesson; undo and redo; the texts
// that are read out; a long table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { turnTo, withPage } from "./page.js";
import { longTable } from "./turns.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {number | "new" | "rack"} To */

/** @param {Page} page */
async function openLesson(page) {
  await turnTo(page, "learn");
  await page.locator("#l-lessons button").nth(2).click();
  await page.waitForFunction(
    () => document.getElementById("l-title")?.textContent === "A rearrangement",
  );
  await page.locator('#l-board .own-rack button.t[data-tile="K9"]').waitFor();
  assert.deepEqual(await table(page), ["B12 K12 O12", "R4 R5 R6 R7"]);
}

/** The sets on the table, in a canonical order. @param {Page} page @returns {Promise<string[]>} */
const table = (page) =>
  page.locator("#l-board .set").evaluateAll((sets) =>
    sets
      .map((set) =>
        [...set.querySelectorAll("button.t")]
          .map((tile) => /** @type {HTMLElement} */ (tile).dataset.tile)
          .sort()
          .join(" "),
      )
      .sort(),
  );

/** @param {Page} page @param {string[]} sets */
async function expectTable(page, sets) {
  await page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false");
  assert.deepEqual(await table(page), [...sets].sort());
}

/** The number of the set that holds a tile. @param {Page} page @param {string} tile */
const setOf = async (page, tile) =>
  Number(
    await page
      .locator("#l-board .set", { has: page.locator(`[data-tile="${tile}"]`) })
      .getAttribute("data-drop"),
  );

/** @param {Page} page @param {string} tile */
const tileOf = (page, tile) => page.locator(`#l-board button.t[data-tile="${tile}"]`).first();

/** @param {Page} page @param {To} to */
const target = (page, to) =>
  page.locator(
    to === "new"
      ? "#l-board .felt > .target"
      : to === "rack"
        ? "#l-board .own-rack .target"
        : `#l-board .set[data-drop="${to}"] .target`,
  );

/** A free corner where a tile can be dropped. @param {Page} page @param {To} to */
async function corner(page, to) {
  const zone = page.locator(
    to === "new"
      ? "#l-board .felt"
      : to === "rack"
        ? "#l-board .own-rack"
        : `#l-board .set[data-drop="${to}"]`,
  );
  const box = await zone.boundingBox();
  assert.ok(box);
  return typeof to === "number"
    ? { x: box.x + 3, y: box.y + 3 }
    : { x: box.x + box.width - 5, y: box.y + box.height - 5 };
}

/** @param {Locator} tile */
async function middle(tile) {
  const box = await tile.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * @type {Record<string, {options?: object, move: (page: Page, tile: Locator, to: To) =>
 *   Promise<void>}>}
 */
const WAYS = {
  clicks: {
    async move(page, tile, to) {
      await tile.click();
      await target(page, to).click();
    },
  },
  drag: {
    async move(page, tile, to) {
      const [from, end] = [await middle(tile), await corner(page, to)];
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 9, from.y + 9, { steps: 2 });
      await page.mouse.move(end.x, end.y, { steps: 3 });
      await page.mouse.up();
    },
  },
  keyboard: {
    async move(page, tile, to) {
      await reach(page, tile);
      await page.keyboard.press("Enter");
      if (to === "new") return page.keyboard.press("n");
      if (to === "rack") return page.keyboard.press("r");
      await reach(page, page.locator(`#l-board .set[data-drop="${to}"] button.t`).first());
      await page.keyboard.press("Enter");
    },
  },
  taps: {
    options: { hasTouch: true, viewport: { width: 400, height: 1000 } },
    async move(page, tile, to) {
      await tile.tap();
      await target(page, to).tap();
    },
  },
  "touch and drag": {
    options: { hasTouch: true, viewport: { width: 400, height: 1000 } },
    async move(page, tile, to) {
      const [from, end] = [await middle(tile), await corner(page, to)];
      const touch = await page.context().newCDPSession(page);
      /**
       * @param {"touchStart" | "touchMove" | "touchEnd"} type
       * @param {{x: number, y: number}[]} touchPoints
       */
      const send = (type, touchPoints) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      await send("touchStart", [from]);
      for (const share of [0.3, 0.6, 1]) {
        await send("touchMove", [
          { x: from.x + (end.x - from.x) * share, y: from.y + (end.y - from.y) * share },
        ]);
      }
      await send("touchEnd", []);
      await touch.detach();
    },
  },
};

/** Moves the focus to a tile with the arrow keys. @param {Page} page @param {Locator} wanted */
async function reach(page, wanted) {
  const aim = await wanted.elementHandle();
  await page.locator('#l-board button.t[tabindex="0"]').focus();
  await page.keyboard.press("Home");
  for (let step = 0; step < 40; step++) {
    if (await page.evaluate((aim) => document.activeElement === aim, aim)) return;
    await page.keyboard.press("ArrowRight");
  }
  assert.fail("no way to the tile");
}

for (const [way, { options, move }] of Object.entries(WAYS)) {
  test(`every kind of move by ${way}`, () =>
    withPage(async (page) => {
      await openLesson(page);
      /** @param {string} tile @param {To} to @param {string[]} sets */
      const step = async (tile, to, sets) => {
        await move(page, tileOf(page, tile), to);
        await page.waitForFunction(
          (wanted) =>
            document.getElementById("learn")?.ariaBusy === "false" &&
            document.querySelectorAll("#l-board .set").length === wanted,
          sets.length,
        );
        await expectTable(page, sets);
      };
      const wrong = () => page.locator("#l-board .set.wrong").count();
      await step("B4", "new", ["R4 R5 R6 R7", "B12 K12 O12", "B4"]);
      assert.equal(await wrong(), 1);
      await step("O4", await setOf(page, "B4"), ["R4 R5 R6 R7", "B12 K12 O12", "B4 O4"]);
      await step("R4", await setOf(page, "B4"), ["R5 R6 R7", "B12 K12 O12", "B4 O4 R4"]);
      assert.equal(await wrong(), 0);
      await step("K12", "new", ["R5 R6 R7", "B12 O12", "K12", "B4 O4 R4"]);
      assert.equal(await wrong(), 2);
      assert.match((await page.locator("#l-wrong").textContent()) ?? "", /too few tiles/);
      await step("K12", await setOf(page, "B12"), ["R5 R6 R7", "B12 K12 O12", "B4 O4 R4"]);
      await step("B4", "rack", ["R5 R6 R7", "B12 K12 O12", "O4 R4"]);
      await step("B4", await setOf(page, "O4"), ["R5 R6 R7", "B12 K12 O12", "B4 O4 R4"]);
      // A tile of the table cannot leave it.
      await move(page, tileOf(page, "R5"), "rack");
      await page.waitForFunction(() =>
        /must stay/.test(document.getElementById("l-said")?.textContent ?? ""),
      );
      await expectTable(page, ["R5 R6 R7", "B12 K12 O12", "B4 O4 R4"]);
      await page.click("#l-end");
      await page.waitForFunction(() =>
        /^Solved/.test(document.getElementById("l-said")?.textContent ?? ""),
      );
    }, options));
}

test("changes are undone, made again, and all taken back", () =>
  withPage(async (page) => {
    await openLesson(page);
    const [start, one, two] = [
      ["R4 R5 R6 R7", "B12 K12 O12"],
      ["R4 R5 R6 R7", "B12 K12 O12", "B4"],
      ["R4 R5 R6 R7", "B12 K12 O12", "B4", "O4"],
    ];
    for (const [tile, sets] of /** @type {const} */ ([
      ["B4", one],
      ["O4", two],
    ])) {
      await tileOf(page, tile).click();
      await target(page, "new").click();
      await page.waitForFunction(
        (sets) => document.querySelectorAll("#l-board .set").length === sets,
        sets.length,
      );
    }
    const steps = /** @type {const} */ ([
      ["#l-undo", one],
      ["#l-undo", start],
      ["#l-redo", one],
      ["#l-redo", two],
      ["#l-reset", start],
      ["#l-undo", two],
      ["Control+z", one],
      ["Control+z", start],
      ["Control+y", one],
      ["Control+Shift+z", two],
      ["Control+y", start],
    ]);
    for (const [how, sets] of steps) {
      await (how.startsWith("#") ? page.click(how) : page.keyboard.press(how));
      await page.waitForFunction(
        (sets) => document.querySelectorAll("#l-board .set").length === sets,
        sets.length,
      );
      await expectTable(page, [...sets]);
    }
    assert.equal(await page.isDisabled("#l-redo"), true);
    assert.equal(await page.isDisabled("#l-undo"), false);
  }));

test("tiles are read out, and sets, and turns", () =>
  withPage(async (page) => {
    await openLesson(page);
    await page
      .getByRole("group", { name: "Set 1: red 4, red 5, red 6, red 7" })
      .getByRole("button", { name: "red 5" })
      .waitFor();
    const rack = page.getByRole("group", { name: "Your rack" });
    assert.deepEqual(
      await rack.locator("button.t").evaluateAll((tiles) => tiles.map((tile) => tile.ariaLabel)),
      ["blue 4", "black 9", "orange 4"],
    );
    await rack.getByRole("button", { name: "blue 4" }).click();
    assert.equal(
      await rack.getByRole("button", { name: "blue 4" }).getAttribute("aria-pressed"),
      "true",
    );
    await page.getByRole("button", { name: "Make a new set of the picked tiles" }).click();
    await page
      .getByRole("group", { name: "Set 3: blue 4, not a set yet" })
      .getByRole("button", { name: "blue 4, laid by you on this turn" })
      .waitFor();
    for (const line of ["said", "l-said"]) {
      assert.equal(await page.locator(`#${line}`).getAttribute("aria-live"), "polite");
    }
    const unnamed = await page
      .locator("main .t")
      .evaluateAll((tiles) => tiles.filter((tile) => !tile.closest("[aria-label]")).length);
    assert.equal(unnamed, 0);
  }));

test("a long table and a full rack can be used at every width", () =>
  withPage(async (page) => {
    await page.click("#start");
    await page.waitForSelector("#draw:enabled");
    await page.evaluate(longTable, { sets: 30, rack: 40 });
    await page.locator("#board .own-rack button.t").nth(20).click();
    for (const [width, height] of [
      [360, 740],
      [768, 1024],
      [1024, 768],
      [1440, 900],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height });
      // The sets find their places again.
      await page.waitForFunction(() => {
        const felt = document.querySelector("#board .felt");
        return felt && felt.scrollWidth <= felt.clientWidth;
      });
      assert.ok(
        (await page.evaluate(() => document.documentElement.scrollWidth)) <= width,
        `${width}`,
      );
      const hidden = await page.evaluate(() => {
        const able = [
          .../** @type {NodeListOf<HTMLElement>} */ (
            document.querySelectorAll("#board button.t, #board button.target:not([hidden])")
          ),
        ];
        return able
          .filter((button) => {
            button.scrollIntoView({ block: "center" });
            const box = button.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return Math.min(box.width, box.height) < 24 || !top || !button.contains(top);
          })
          .map((button) => button.ariaLabel);
      });
      assert.deepEqual(hidden, [], `${width}`);
    }
  }));
