// What a turn shows: tiles of a bot come from the bot, and the last hint leaves old tiles old, sets
// in their order, and the draft one Undo away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { act, begin, turnTo, withPage } from "./page.js";

test("a tile that a bot lays comes from the bot, though its like is on the rack", () =>
  withPage(
    async (page) => {
      const moved = await page.evaluate(async () => {
        const { Board } = await import(/** @type {any} */ ("./table.js"));
        const { moveTiles, spots } = await import(/** @type {any} */ ("./motion.js"));
        const root = /** @type {HTMLElement} */ (document.createElement("div"));
        root.className = "board";
        document.querySelector("main")?.append(root);
        const board = new Board(root, { move() {}, fits: async () => [], command() {} });
        const who = { tiles: 5, opened: true, rack: null };
        const rack = ["R4", "R5", "K9"].map((tile) => ({ tile, begins: false, drawn: false }));
        const set = (/** @type {string} */ text) => ({
          tiles: text.split(" ").map((tile) => ({ tile, laid: false, fresh: false })),
          legal: true,
          owner: null,
          changed: false,
          reading: null,
          ways: [],
        });
        const show = (/** @type {string[]} */ ...table) =>
          board.show(
            {
              seats: [
                { who: "you", ...who },
                { who: "Ben (seat 1)", ...who },
              ],
              to_move: 0,
              me: 0,
              rack,
              table: table.map(set),
            },
            true,
          );
        show("B5 K5 O5");
        const old = spots(root);
        show("R3 R4 R5", "B5 K5 O5");
        /** @type {{tile: string, onTable: boolean, from: number}[]} */
        const moved = [];
        const badge = board.badge(1).getBoundingClientRect();
        Element.prototype.animate = function (frames) {
          const [, y] = /(-?[\d.]+)px\)/.exec(/** @type {any} */ (frames)[0].transform) ?? [];
          const box = this.getBoundingClientRect();
          moved.push({
            tile: /** @type {HTMLElement} */ (this).dataset.tile ?? "",
            onTable: this.closest(".felt") !== null,
            from: box.y + box.height / 2 + Number(y) - badge.y - badge.height / 2,
          });
          return /** @type {any} */ ({ finished: Promise.resolve() });
        };
        await moveTiles(root, old, board.badge(1), 100);
        return moved;
      });
      assert.deepEqual(
        moved.filter(({ tile }) => tile[0] === "R").map(({ tile, onTable }) => [tile, onTable]),
        [
          ["R3", true],
          ["R4", true],
          ["R5", true],
        ],
      );
      for (const { tile, from } of moved.filter(({ tile }) => tile[0] === "R"))
        assert.ok(Math.abs(from) < 1, `${tile} comes from ${from} below the bot`);
    },
    { reducedMotion: "no-preference" },
  ));

/**
 * The best turn of a position as the last hint shows it: the table after each step and at the end,
 * with the tiles that are marked as laid in brackets.
 * @param {import("playwright-core").Page} page
 * @param {{table: string[], rack: string, opened: boolean}} position
 */
const explained = (page, position) =>
  page.evaluate(async (position) => {
    const { ask } = await import(/** @type {any} */ ("./engine.js"));
    const { showSteps } = await import(/** @type {any} */ ("./steps.js"));
    const { Turns } = await import(/** @type {any} */ ("./turns.js"));
    /** @type {string[]} */
    const shown = [];
    const board = {
      clear() {},
      /** @param {any} state */
      show: ({ table }) =>
        shown.push(
          table
            .map((/** @type {any} */ { tiles }) =>
              tiles
                .map((/** @type {any} */ { tile, laid }) => (laid ? `(${tile})` : tile))
                .join(" "),
            )
            .join(" ; "),
        ),
    };
    const root = document.createElement("div");
    const first = await ask("puzzle", { position });
    await showSteps(board, root, first, () => {}, 1);
    const turns = new Turns("learn", "l-said", board, (/** @type {any} */ next) =>
      board.show(next),
    );
    await turns.explain(first, root, 0);
    return shown;
  }, position);

test("the last hint marks what was laid, and sets keep their places", () =>
  withPage(
    async (page) => {
      const shown = await explained(page, {
        table: ["O1 O2 O3", "R4 R5 R6 R7", "B12 K12 O12"],
        rack: "R4 B4 K4 R8 O12",
        opened: true,
      });
      assert.deepEqual(shown.at(-1), "O1 O2 O3 ; R4 R5 R6 R7 (R8) ; B12 K12 O12 ; (R4) (B4) (K4)");
      assert.equal(shown.at(-2), shown.at(-1), "the last step is the turn");
      for (const table of shown) {
        assert.doesNotMatch(table, /\(R4\) R5/, table);
        assert.match(table, /^O1 O2 O3 ; R4 R5 R6 R7.* ; B12 K12 O12/, table);
      }
      // A set that is taken apart: what lay there is not marked, wherever it goes.
      const split = await explained(page, {
        table: ["B12 K12 O12", "R4 R5 R6 R7"],
        rack: "B4 O4 K9",
        opened: true,
      });
      assert.equal(split.at(-1), "B12 K12 O12 ; R5 R6 R7 ; R4 (B4) (O4)");
      assert.equal(split.at(-2), split.at(-1));
    },
    { reducedMotion: "no-preference" },
  ));

test("the last hint leaves the draft one Undo away", () =>
  withPage(async (page) => {
    await turnTo(page, "learn");
    await page.locator("#l-lessons button").nth(2).click();
    await page.locator('#l-board .own-rack button.t[data-tile="K9"]').click();
    await page.locator("#l-board .felt > .target").click();
    await page.waitForSelector("#l-board .set.wrong");
    const table = () => page.locator("#l-board .felt").innerText();
    const draft = await table();
    const idle = () =>
      page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false");
    for (let hint = 0; hint < 3; hint++) {
      await page.click("#l-hint");
      await idle();
    }
    assert.match(await page.innerText("#l-said"), /Undo brings back what you had laid\.$/);
    assert.notEqual(await table(), draft);
    await page.click("#l-undo");
    await idle();
    assert.equal(await table(), draft);
  }));

test("where nothing can be laid, no further hint is offered", () =>
  withPage(async (page) => {
    // A deal whose first rack cannot open, so that the first hint says all there is.
    await begin(page, "7", "easy");
    for (let hint = 0; hint < 3; hint++) {
      await act(page, "#hint");
      assert.match(await page.innerText("#said"), /You cannot open/);
      assert.equal(await page.innerText("#hint"), "Hint");
    }
  }));
