// The Solve view: what people type, tiles that the game lacks, answers that belong to another
// position, and links with wrong rules.
import assert from "node:assert/strict";
import { test } from "node:test";
import { server, turnTo, withPage } from "./page.js";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} table @param {string} rack */
async function type(page, table, rack) {
  await page.fill("#s-table", table);
  await page.fill("#s-rack", rack);
}

/** The drawn tiles: sets of the table, then the rack. @param {Page} page */
const drawn = (page) =>
  page.evaluate(() => {
    const tiles = (/** @type {Element} */ of) =>
      [...of.querySelectorAll("button.t")]
        .map((tile) => /** @type {HTMLElement} */ (tile).dataset.tile)
        .join(" ");
    const sets = [...document.querySelectorAll("#s-felt .set")].map(tiles);
    return [...sets, tiles(/** @type {Element} */ (document.getElementById("s-held")))].join(" ; ");
  });

test("short forms, commas and lines are read as help says", () =>
  withPage(async (page) => {
    await turnTo(page, "solve");
    for (const [table, rack, read] of [
      ["R3-5", "7KBO", "R3 R4 R5 ; K7 B7 O7"],
      ["R3,R4,R5\nK7 B7 O7", "R6, J", "R3 R4 R5 ; K7 B7 O7 ; R6 J"],
      ["r3 r4 r5 | 7kbo;", "y1", "R3 R4 R5 ; K7 B7 O7 ; O1"],
    ]) {
      await type(page, table, rack);
      await page.waitForFunction(
        () => !document.getElementById("s-felt")?.classList.contains("outdated"),
      );
      await page.waitForFunction(
        (tiles) =>
          [...document.querySelectorAll("#s-felt .t, #s-held .t")]
            .map((tile) => /** @type {HTMLElement} */ (tile).dataset.tile)
            .join(" ") === tiles,
        read.replaceAll(" ; ", " "),
      );
      assert.equal(await drawn(page), read);
      assert.equal(await page.innerText("#s-unread"), "");
    }
  }));

test("tiles that the game does not have are refused, and not drawn", () =>
  withPage(async (page) => {
    await turnTo(page, "solve");
    const before = await drawn(page);
    for (const [table, rack, why] of [
      ["R3 R3 R3", "R1", /too many R3/],
      ["R3 R4 R5", "J J J", /too many J/],
      ["R3 R4 R5", "R3 R3", /too many R3/],
      ["R14", "R1", /R14/],
      ["X3", "R1", /X3/],
    ]) {
      await type(page, /** @type {string} */ (table), /** @type {string} */ (rack));
      await page.waitForFunction(
        (source) => new RegExp(source).test(document.getElementById("s-unread")?.innerText ?? ""),
        /** @type {RegExp} */ (why).source,
      );
      // What was read before is drawn, but not as the position that is typed.
      assert.equal(await page.locator("#s-felt.outdated, #s-held.outdated").count(), 2);
      assert.doesNotMatch(await drawn(page), /R14|X3|R3 R3|J J J/);
    }
    assert.notEqual(before, "");
    // The last copy is taken from the palette, which then has none left.
    await page.click("#s-clear");
    for (let copy = 0; copy < 2; copy++) await page.click("#s-add-R7");
    await page.waitForSelector("#s-add-R7:disabled");
    assert.equal(await drawn(page), "R7 R7");
  }));

test("an answer goes when the position or the question changes", () =>
  withPage(async (page) => {
    await turnTo(page, "solve");
    const solve = async () => {
      await page.click("#s-solve");
      await page.waitForSelector("#s-answer h3");
    };
    const gone = () =>
      page.waitForFunction(() => document.getElementById("s-answer")?.childElementCount === 0);
    /** @type {(() => Promise<unknown>)[]} */
    const changes = [
      () => page.fill("#s-rack", "R6 J K1"),
      () => page.fill("#s-table", "R3 R4 R5"),
      async () => {
        await page.click("#s-aim-rack");
        await page.click("#s-add-K2");
      },
      () => page.locator("#s-held button.t").first().click(),
      () => page.click("#s-opened"),
      () => page.selectOption("#s-question", "value"),
      () => page.selectOption("#s-rules", "tournament"),
    ];
    for (const change of changes) {
      await solve();
      await change();
      await gone();
    }
  }));

test("a link with wrong rules is refused in words for people", () =>
  withPage(async (page) => {
    for (const [link, said] of [
      ["rules=foo", "There is no rule system `foo`."],
      ["rules=original&option=foo=1", "`foo` is no field of a rule system."],
      ["rules=original&option=jokers=abc", "`jokers` has a value of the wrong kind"],
      ["rules=original&option=[[", "`[[` has no value."],
    ])
      for (const position of ["&table=&rack=R1", ""]) {
        await page.goto("about:blank");
        await page.goto(`${server.address}#solve?${link}${position}`);
        await page.waitForSelector("#s-answer .alarm");
        const words = await page.innerText("#s-answer");
        assert.ok(words.includes(said), words);
        assert.doesNotMatch(words, /one of|TOML|key=value|rummilab/, words);
      }
    // A link of rules alone chooses them.
    await page.goto("about:blank");
    await page.goto(`${server.address}#solve?rules=house`);
    await page.waitForFunction(
      () => /** @type {HTMLSelectElement} */ (document.getElementById("s-rules")).value === "house",
    );
    await page.goto(`${server.address}#rules?rules=foo`);
    await page.waitForFunction(
      () => document.getElementById("e-problem")?.textContent === "There is no rule system `foo`.",
    );
  }));
