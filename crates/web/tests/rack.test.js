// The rack is the player's: its own order with gaps, by drag and keyboard; and shortcuts: keys of
// the terminal, double clicks, runs that are split, hints on the board, jokers that say what they
// are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begin, idle, ready, settled, turnTo, withPage } from "./page.js";

/** @typedef {import("playwright-core").Page} Page */

/** The rack as text, with a bar for each gap. @param {Page} page */
const rack = (page) =>
  page.locator("#board .own-rack button.t").evaluateAll((tiles) =>
    tiles
      .map((tile, at) => {
        const gap = at > 0 && tile.classList.contains("begins") ? "| " : "";
        return gap + /** @type {HTMLElement} */ (tile).dataset.tile;
      })
      .join(" "),
  );

/** @param {Page} page @param {number} from @param {{x: number, y: number}} to */
async function dragTile(page, from, to) {
  const box = await page.locator("#board .own-rack button.t").nth(from).boundingBox();
  assert.ok(box);
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 2, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

/** @param {Page} page @param {number} place */
async function boxOf(page, place) {
  const box = await page.locator("#board .own-rack button.t").nth(place).boundingBox();
  assert.ok(box);
  return box;
}

test("the rack is arranged by drag and by keyboard, with gaps, and stays so", () =>
  withPage(async (page) => {
    await begin(page, "7");
    const sorted = await rack(page);
    const tiles = sorted.replaceAll("| ", "").split(" ");
    assert.equal(tiles.length, 14);
    const [last, third] = [await boxOf(page, 13), await boxOf(page, 2)];
    // The first tile to the end of the row, after a gap.
    await dragTile(page, 0, { x: last.x + 3 * last.width, y: last.y + 20 });
    assert.match(await rack(page), new RegExp(`\\| ${tiles[0]}$`));
    // The last one between the others, and no gap comes or goes.
    const gaps = (await rack(page)).split("|").length;
    await dragTile(page, 12, { x: third.x + third.width + 1, y: third.y + 20 });
    const now = (await rack(page)).replaceAll("| ", "").split(" ");
    assert.deepEqual([...now].sort(), [...tiles].sort());
    assert.equal(now.indexOf(tiles[13]) < 5, true, `${now}`);
    assert.ok(Math.abs((await rack(page)).split("|").length - gaps) <= 1);
    // Nothing was laid, and nothing is picked.
    assert.equal(await page.locator("#board .set").count(), 0);
    assert.equal(await page.locator('#board button.t[aria-pressed="true"]').count(), 0);
    // By keyboard: the tile moves with the focus, and a gap comes and goes.
    await page.locator("#board .own-rack button.t").nth(4).focus();
    const before = (await rack(page)).replaceAll("| ", "").split(" ");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowLeft");
    const swapped = [...before];
    [swapped[4], swapped[5]] = [swapped[5], swapped[4]];
    assert.deepEqual((await rack(page)).replaceAll("| ", "").split(" "), swapped);
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("data-tile")),
      before[4],
    );
    const withGap = await rack(page);
    await page.keyboard.press("g");
    const toggled = await rack(page);
    assert.notEqual(toggled, withGap);
    assert.equal(toggled.replaceAll("| ", ""), withGap.replaceAll("| ", ""));
    await page.keyboard.press("g");
    assert.equal(await rack(page), withGap);
    // A tile that is drawn comes last, and the order is kept with the game.
    await act(page, "#draw");
    await settled(page);
    const own = await rack(page);
    assert.ok(own.startsWith(withGap) && own.replaceAll("| ", "").split(" ").length === 15, own);
    await page.waitForFunction(() => localStorage.getItem("rummilab.game")?.includes("draw"));
    await page.reload();
    await ready(page);
    assert.equal(await rack(page), own);
    // Sorting is named, and drops the order.
    assert.equal(await page.innerText("#sort"), "Sort by value");
    await act(page, "#sort");
    assert.equal(await page.innerText("#sort"), "Sort by colour");
    const values = (await rack(page))
      .replaceAll("| ", "")
      .split(" ")
      .map((tile) => Number(tile.slice(1)));
    assert.deepEqual(
      values,
      [...values].sort((a, b) => a - b),
    );
  }));

test("keys of the terminal press the buttons, and the focus stays", () =>
  withPage(async (page) => {
    await begin(page, "7");
    await page.locator("#board .own-rack button.t").first().click();
    await page.keyboard.press("n");
    await page.waitForSelector("#board .set.wrong");
    await page.keyboard.press("u");
    await page.waitForFunction(() => document.querySelector("#board .set") === null);
    await page.keyboard.press("s");
    await page.waitForFunction(
      () => document.getElementById("sort")?.innerText === "Sort by colour",
    );
    await page.keyboard.press("h");
    await page.waitForFunction(() =>
      /own sets/.test(document.getElementById("said")?.innerText ?? ""),
    );
    await idle(page);
    await page.focus("#draw");
    await page.keyboard.press("d");
    await page.waitForFunction(() => document.querySelectorAll("#log li").length === 2);
    await settled(page);
    await page.waitForFunction(() => document.activeElement?.id === "draw");
    // Letters that are typed into a field press nothing.
    await page.evaluate(() => {
      /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
    });
    await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
    await page.locator("#seed").pressSequentially("dhsu");
    assert.equal(await page.locator("#log li").count(), 2);
    await turnTo(page, "watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.focus("#w-play");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.inputValue("#w-at"), "1");
  }));

/** The lesson with R4 R5 R6 R7 and a group of 12 on the table. @param {Page} page */
async function lesson(page) {
  await turnTo(page, "learn");
  await page.locator("#l-lessons button").nth(2).click();
  await page.locator('#l-board .own-rack button.t[data-tile="K9"]').waitFor();
}

const learned = (/** @type {Page} */ page) =>
  page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false", undefined, {
    polling: 20,
  });

test("a hint points at the tiles and at the set that changes", () =>
  withPage(async (page) => {
    await lesson(page);
    await page.click("#l-hint");
    await learned(page);
    assert.equal(await page.locator(".hinted").count(), 0);
    await page.click("#l-hint");
    await page.waitForSelector("#l-board .set.hinted");
    assert.equal(
      await page.locator("#l-board .set.hinted").getAttribute("aria-label"),
      "Set 1: red 4, red 5, red 6, red 7",
    );
    const tiles = page.locator("#l-board .own-rack .hinted");
    assert.deepEqual(
      await tiles.evaluateAll((all) => all.map((tile) => tile.getAttribute("data-tile")).sort()),
      ["B4", "O4"],
    );
    await tiles.first().click();
    await page.locator("#l-board .felt > .target").click();
    await page.waitForSelector(".hinted", { state: "detached" });
  }));

test("a double click lays a tile where it fits in one place alone; a joker says what it is", () =>
  withPage(async (page) => {
    await turnTo(page, "learn");
    await page.locator("#l-lessons button").nth(3).click();
    const joker = page.locator('#l-board button.t[data-tile="J"]');
    await joker.waitFor();
    assert.equal(await joker.getAttribute("aria-label"), "joker as red 10");
    assert.equal(await joker.locator(".stands").innerText(), "R10");
    // Red 10 fits into the run alone, and the joker makes room.
    const ten = page.locator('#l-board .own-rack button.t[data-tile="R10"]');
    await ten.dblclick();
    await page.waitForSelector('#l-board .set button.t[data-tile="R10"]');
    await learned(page);
    assert.equal(await joker.locator(".stands").innerText(), "R11");
    // Two 5s are no set and fit no run.
    await page.locator('#l-board .own-rack button.t[data-tile="B5"]').dblclick();
    await learned(page);
    assert.equal(await page.locator("#l-board .set").count(), 1);
  }));
