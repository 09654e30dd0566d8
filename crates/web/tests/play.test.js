// The page in a browser: whole games by drag, by clicks and by keyboard, random clicks, storage,
// requests to other hosts, and axe-core on every view.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  act,
  begin,
  beginEvening,
  idle,
  numbered,
  onRack,
  over,
  pick,
  place,
  ready,
  server,
  settled,
  turnTo,
  withPage,
} from "./page.js";
import { dist } from "./server.js";
import { bestTurn, laying } from "./turns.js";

/** @typedef {import("playwright-core").Page} Page */

/** The number of games of random clicks; larger in the long tier. */
const RANDOM_GAMES = process.env.RUMMILAB_TIER === "long" ? 100 : 20;

/**
 * Plays a game by the hints. Turns that only lay tiles are taken back and laid by hand.
 * @param {Page} page
 * @param {(page: Page, tiles: string[], to: string | number) => Promise<void>} lay
 */
async function playGame(page, lay) {
  let moved = 0;
  for (let turn = 0; turn < 100 && !(await over(page)); turn++) {
    const best = await bestTurn(page);
    const moves = best && laying(best);
    if (moves) {
      await act(page, "#undo");
      for (const { laid, to } of moves) {
        await lay(page, laid, to);
        await idle(page);
        moved++;
      }
    }
    await act(page, best ? "#end" : "#draw");
    await settled(page);
  }
  assert.ok(await over(page), "the game ends");
  assert.ok(moved >= 3, `${moved} moves`);
}

test("a whole game by clicks", () =>
  withPage(async (page) => {
    await begin(page, "7", "easy");
    await playGame(page, async (page, tiles, to) => {
      await pick(page, tiles);
      await page.locator(place(to)).click();
    });
    assert.match((await page.locator("#verdict").textContent()) ?? "", /You|out|pool/);
    const download = page.waitForEvent("download");
    await page.click("#save");
    const file = await (await download).path();
    await page.click("#step");
    await page.waitForSelector("#w-viewer:not([hidden])");
    const turns = await page.locator("#w-at").getAttribute("max");
    await page.setInputFiles("#w-file", file);
    await page.waitForFunction(() =>
      document.getElementById("w-count")?.textContent?.startsWith("0 /"),
    );
    assert.equal(await page.locator("#w-at").getAttribute("max"), turns);
    await page.click("#w-last");
    assert.match((await page.locator("#w-said").textContent()) ?? "", /The game is over/);
  }));

test("a whole game by drag", () =>
  withPage(async (page) => {
    await begin(page, "11", "easy");
    await playGame(page, async (page, tiles, to) => {
      // Clicks pick the first tiles; dragging the last one takes them along.
      await pick(page, tiles);
      const from = await onRack(page, tiles[0]).boundingBox();
      const zone = page.locator(to === "new" ? "#board .felt" : `#board .set[data-drop="${to}"]`);
      await zone.scrollIntoViewIfNeeded();
      const box = await zone.boundingBox();
      assert.ok(from && box);
      await page.mouse.move(from.x + 10, from.y + 10);
      await page.mouse.down();
      await page.mouse.move(from.x + 30, from.y - 10, { steps: 2 });
      const at =
        to === "new"
          ? { x: box.x + box.width - 6, y: box.y + box.height - 4 }
          : { x: box.x + 3, y: box.y + 3 };
      await page.mouse.move(at.x, at.y, { steps: 3 });
      await page.mouse.up();
    });
  }));

test("a whole game by keyboard", () =>
  withPage(async (page) => {
    await begin(page, "5", "easy");
    /** @param {import("playwright-core").Locator} wanted */
    const reach = async (wanted) => {
      const aim = await wanted.elementHandle();
      await page.locator('#board button.t[tabindex="0"]').first().focus();
      await page.keyboard.press("Home");
      for (let step = 0; step < 150; step++) {
        if (await page.evaluate((aim) => document.activeElement === aim, aim)) return;
        await page.keyboard.press("ArrowRight");
      }
      assert.fail("no way to the tile");
    };
    await playGame(page, async (page, tiles, to) => {
      for (const { tile, nth } of numbered(tiles)) {
        await reach(page.locator(`#board .own-rack button.t[data-tile="${tile}"]`).nth(nth));
        await page.keyboard.press("Enter");
      }
      if (to === "new") return page.keyboard.press("n");
      await reach(page.locator(`#board .set[data-drop="${to}"] button.t`).first());
      await page.keyboard.press("Enter");
    });
  }));

test("random clicks end no turn that is not legal, and break nothing", () =>
  withPage(async (page) => {
    for (let game = 0; game < RANDOM_GAMES; game++) {
      await page.evaluate(() => {
        /** @type {HTMLDetailsElement} */ (document.getElementById("setup")).open = true;
      });
      await begin(page, String(100 + game), ["easy", "medium", "hard", "strong"][game % 4]);
      const faults = await page.evaluate(async (seed) => {
        let state = seed;
        const random = (/** @type {number} */ below) => {
          state = (Math.imul(state, 1103515245) + 12345) >>> 0;
          return (state >>> 8) % below;
        };
        const end = /** @type {HTMLButtonElement} */ (document.getElementById("end"));
        for (let click = 0; click < 200; click++) {
          const since = Date.now();
          while (document.getElementById("game")?.ariaBusy !== "false") {
            if (Date.now() - since > 120_000) return "a request is not answered";
            await new Promise((done) => setTimeout(done, 5));
          }
          const buttons = [
            .../** @type {NodeListOf<HTMLButtonElement>} */ (
              document.querySelectorAll("#board button, #actions button")
            ),
          ];
          const able = buttons.filter((button) => !button.disabled && button.checkVisibility());
          if (able.length === 0) break;
          able[random(able.length)].click();
          if (document.querySelector("#board .set.wrong") !== null && !end.disabled)
            return "a table with a wrong set can be ended";
        }
        return null;
      }, 9 + game);
      assert.equal(faults, null);
    }
  }));

test("tiles picked just before other games begin break nothing", () =>
  withPage(async (page) => {
    await begin(page, "7");
    await page.evaluate(async (engine) => {
      const { ask } = await import(engine);
      const { game } = /** @type {HTMLElement} */ (document.getElementById("game")).dataset;
      document.getElementById("start")?.click();
      const rest = [];
      // The engine keeps fewer games than this, and drops the oldest.
      for (let seed = 0; seed < 70; seed++)
        rest.push(ask("new", { rules: "original", levels: ["easy"], seed }));
      /** @type {HTMLElement} */ (document.querySelector("#board .own-rack button.t")).click();
      await Promise.all(rest);
      const gone = await ask("save", { game: Number(game) }).catch(String);
      if (!String(gone).includes("there is no game")) throw new Error("the game is still there");
    }, new URL("engine.js", server.address).href);
  }));

test("a game goes on after the page was closed, with the draft as it was", () =>
  withPage(async (page) => {
    await begin(page, "21");
    for (let turn = 0; turn < 3; turn++) {
      await page.click("#draw");
      await settled(page);
    }
    await page.locator("#board .own-rack button.t").first().click();
    await page.locator("#board .felt > .target").click();
    await page.waitForSelector("#board .set.wrong");
    const table = await page.locator("#board").innerText();
    await page.waitForFunction(() => localStorage.getItem("rummilab.game")?.includes("draft"));
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("#board").innerText(), table);
    await page.click("#reset");
    await page.waitForFunction(() => document.querySelector("#board .set.wrong") === null);
  }));

test("a game that the engine has dropped goes on, unnoticed", () =>
  withPage(async (page) => {
    await begin(page, "21");
    const drop = () =>
      page.evaluate(async () => {
        const { ask } = await import(new URL("engine.js", location.href).href);
        const { game } = /** @type {HTMLElement} */ (document.getElementById("game")).dataset;
        return ask("close", { game: Number(game) });
      });
    const lines = () => page.locator("#log li").count();
    for (let turn = 0; turn < 3; turn++) {
      const before = await lines();
      await page.waitForFunction(
        (turns) => (localStorage.getItem("rummilab.game")?.split("draw").length ?? 0) > turns,
        turn,
      );
      assert.equal(await drop(), true);
      await page.click("#draw");
      await page.waitForFunction(
        (before) => document.querySelectorAll("#log li").length > before,
        before,
      );
      await settled(page);
      assert.doesNotMatch(await page.innerText("#said"), /no game/);
    }
    await page.locator("#board .own-rack button.t").first().click();
    assert.equal(await drop(), true);
    await page.locator("#board .felt > .target").click();
    await page.waitForSelector("#board .set.wrong");
  }));

test("a position is solved, and its link shows it again", () =>
  withPage(async (page) => {
    await page.goto(`${server.address}#solve`);
    await page.click("#s-clear");
    for (const tile of ["red 6", "J"]) {
      const name = tile === "J" ? /^Add .*joker/ : new RegExp(`^Add ${tile}$`);
      await page.getByRole("button", { name }).first().click();
    }
    await page.fill("#s-table", "R3 R4 R5 ; K7 B7 O7");
    await page.click("#s-solve");
    await page.waitForSelector("#s-answer h3");
    assert.match(
      await page.locator("#s-answer").innerText(),
      /You can go out: lay 2 tiles worth 6/,
    );
    const link = page.url();
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForSelector("#s-answer .how");
    for (const [question, expected] of [
      ["value", /worth 6/],
      ["out", /Yes, you can go out: all 2 tiles/],
      ["plays", /2 tiles worth 6/],
      ["after-draw", /unseen/],
    ]) {
      await page.selectOption("#s-question", /** @type {string} */ (question));
      await page.click("#s-solve");
      await page.waitForFunction(
        (source) => new RegExp(source).test(document.getElementById("s-answer")?.innerText ?? ""),
        /** @type {RegExp} */ (expected).source,
      );
    }
    await page.fill("#s-rack", "R66");
    await page.click("#s-solve");
    await page.waitForSelector("#s-answer .alarm");
  }));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`axe-core finds nothing on any view, ${colorScheme}`, () =>
    withPage(
      async (page) => {
        const axe = await readFile(
          createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
          "utf8",
        );
        const check = async (/** @type {string} */ where) => {
          const found = await page.evaluate(async () => {
            const results = await /** @type {any} */ (window).axe.run({
              runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
            });
            return results.violations.map(
              (/** @type {any} */ violation) =>
                `${violation.id}: ${violation.nodes
                  .slice(0, 3)
                  .map(
                    (/** @type {any} */ node) =>
                      `${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 300)}`,
                  )
                  .join(" | ")}`,
            );
          });
          assert.deepEqual(found, [], where);
        };
        await page.evaluate(axe);
        await check("a new game");
        await begin(page, "7");
        await page.locator("#board .own-rack button.t").first().click();
        await page.waitForSelector("#board .felt > .target:visible");
        await check("a tile picked");
        await page.locator("#board .felt > .target").click();
        await page.waitForSelector("#board .set.wrong");
        await check("a wrong set");
        await turnTo(page, "solve");
        assert.equal(
          await page.locator("#s-felt .set").count(),
          2,
          "the position is drawn at once",
        );
        await page.click("#s-solve");
        await page.waitForSelector("#s-answer .how");
        await check("solve");
        await page.evaluate(() => {
          location.hash = "#solve?rules=original&option=joker_rule%3Dany&table=R9+J+J&rack=R1";
        });
        await page.waitForSelector("#s-felt .ways");
        await page.waitForSelector("#s-answer .alarm");
        await check("a set that can lie in several ways");
        await turnTo(page, "rules");
        await page.waitForSelector("#e-fields .rule");
        await page.fill("#e-values", "9");
        await page.waitForSelector(".rule.differs");
        await page.fill("#e-copies", "9");
        await page.waitForSelector(".rule.faulty");
        await check("rules");
        await turnTo(page, "watch");
        await page.click("#w-start");
        await page.waitForSelector("#w-viewer:not([hidden])");
        for (let turn = 0; turn < 12; turn++) await page.click("#w-next");
        await check("watch");
        await page.click("#w-review button");
        await page.waitForSelector("#r-shown:not([hidden])");
        await page.waitForSelector("#r-curve svg");
        await check("review");
        await turnTo(page, "learn");
        await page.waitForSelector("#l-board .own-rack button.t");
        await check("learn");
        await beginEvening(page);
        await page.fill("#c-1-2", "-/-/7/200");
        await page.waitForSelector(".game-line .alarm");
        await page.locator("#c-evening details").last().locator("summary").click();
        await check("a club evening");
        await page.click("#c-close");
        await page.click("#c-season");
        await page.waitForSelector("#c-ranking table");
        await check("club evenings");
      },
      { colorScheme },
    ));
}

test("no view is wider than the window and no word than its button, from 360 to 1,920 pixels", () =>
  withPage(async (page) => {
    await begin(page, "7");
    for (let hints = 0; hints < 2; hints++) {
      await page.click("#hint");
      await settled(page);
    }
    for (const width of [360, 400, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      for (const view of ["play", "solve", "rules", "review", "watch", "learn", "club"]) {
        await page.click(`#to-${view}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${view}: ${wide} > ${width}`);
        const cut = await page.evaluate(() =>
          [...document.querySelectorAll("button")]
            .filter((button) => button.scrollWidth > button.clientWidth)
            .map((button) => button.textContent),
        );
        assert.deepEqual(cut, [], `${view} at ${width}`);
      }
    }
  }));

test("touch moves tiles by taps", () =>
  withPage(
    async (page) => {
      await begin(page, "7");
      await page.locator("#board .own-rack button.t").first().tap();
      await page.locator("#board .felt > .target").tap();
      await page.waitForSelector("#board .set.wrong");
      await page.locator("#board .set button.t").first().tap();
      await page.locator("#board .own-rack .target").tap();
      await page.waitForFunction(() => document.querySelector("#board .set") === null);
    },
    { hasTouch: true, viewport: { width: 400, height: 800 } },
  ));

test("touch drags tiles", () =>
  withPage(
    async (page) => {
      await begin(page, "7");
      const tile = page.locator("#board .own-rack button.t").first();
      const name = await tile.getAttribute("data-tile");
      await tile.scrollIntoViewIfNeeded();
      const from = await tile.boundingBox();
      const to = await page.locator("#board .felt").boundingBox();
      assert.ok(from && to);
      const touch = await page.context().newCDPSession(page);
      /**
       * @param {"touchStart" | "touchMove" | "touchEnd"} type
       * @param {{x: number, y: number}[]} touchPoints
       */
      const send = (type, touchPoints) =>
        touch.send("Input.dispatchTouchEvent", { type, touchPoints });
      const [x, y] = [from.x + 12, from.y + 12];
      const [endX, endY] = [to.x + 40, Math.max(to.y + 20, 4)];
      await send("touchStart", [{ x, y }]);
      for (let step = 1; step <= 8; step++) {
        await send("touchMove", [
          { x: x + ((endX - x) * step) / 8, y: y + ((endY - y) * step) / 8 },
        ]);
      }
      await send("touchEnd", []);
      await page.waitForSelector(`#board .set button.t[data-tile="${name}"]`);
    },
    { hasTouch: true, viewport: { width: 400, height: 900 } },
  ));

/**
 * Checks that the costly turns of the review are exercises for the engine now, each solved by the
 * better turn.
 * @param {Page} page
 */
async function becomeExercises(page) {
  const stages = await page.evaluate(async () => {
    const { ask } = await import(/** @type {any} */ ("./engine.js"));
    const stages = [];
    for (const { position, better } of JSON.parse(localStorage.getItem("rummilab.practice") ?? ""))
      try {
        const { game } = await ask("puzzle", { position, better });
        const best = await ask("command", { game, command: "best" });
        const done = await ask("command", { game, command: best.can.end ? "end" : "draw" });
        stages.push(done.stage);
        await ask("close", { game });
      } catch (error) {
        stages.push(`${error}`);
      }
    return stages;
  });
  const costly = await page.locator("#r-turns .grade:is(.slip, .mistake, .blunder)").count();
  assert.ok(costly > 0);
  assert.deepEqual(stages, Array(costly).fill("over"));
}

test("a game is reviewed, and a turn of it is tried again", () =>
  withPage(async (page) => {
    await begin(page, "7", "easy");
    // A player who lays nothing for a while loses win chance.
    for (let turn = 0; turn < 6 && !(await over(page)); turn++) {
      await act(page, "#draw");
      await settled(page);
    }
    await playGame(page, async (page, tiles, to) => {
      await pick(page, tiles);
      await page.locator(place(to)).click();
    });
    await page.click("#review-it");
    await page.waitForSelector("#r-shown:not([hidden])");
    // What is certain stands there at once, and no more is claimed.
    assert.match((await page.locator("#r-headline").textContent()) ?? "", /^So far, \d+ turns: /);
    assert.match((await page.locator("#r-turned").textContent()) ?? "", /went out|Nobody/);
    // The page keeps working while the engine plays deals out.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 60; frame++)
        await new Promise((done) => requestAnimationFrame(done));
    });
    assert.ok(await page.locator("#r-at-work").isVisible(), "frames are drawn meanwhile");
    // It goes on while one looks elsewhere and plays.
    await turnTo(page, "solve");
    const progress = () =>
      page.evaluate(() => /** @type {any} */ (document.getElementById("r-progress")).value);
    const before = await progress();
    await page.waitForFunction(
      (before) => /** @type {any} */ (document.getElementById("r-progress")).value > before,
      before,
      { timeout: 120_000 },
    );
    await turnTo(page, "review");
    await page.waitForSelector("#r-at-work[hidden]", { state: "attached", timeout: 400_000 });
    const grades = await page.locator("#r-turns .grade").allTextContents();
    const turns = await page.locator("#r-turns tr").count();
    assert.ok(grades.length === turns && turns > 6, `${grades}`);
    assert.ok(grades.some((grade) => /as the model|no choice/.test(grade)));
    assert.match((await page.locator("#r-meanings").textContent()) ?? "", /at most 5 % of a win/);
    const headline = (await page.locator("#r-headline").textContent()) ?? "";
    assert.match(headline, /^\d+ turns: .*; by the measure of the champion/);
    assert.match(await page.locator("#r-turns").innerText(), /\d\.\d \[-?\d+\.\d, -?\d+\.\d\]/);
    assert.ok(await page.locator("#r-curve polyline").first().isVisible());
    // Two deals say nothing of a win chance, and draw no line.
    const widest = await page.evaluate(() => {
      const bands = [...document.querySelectorAll("#r-curve polygon.band")];
      return Math.max(
        ...bands.map((band) => {
          const points = (band.getAttribute("points") ?? "").split(" ");
          const y = (/** @type {string} */ point) => Number(point.split(",")[1]);
          return Math.max(
            ...points.map((point, at) => Math.abs(y(point) - y(points[points.length - 1 - at]))),
          );
        }),
      );
    });
    assert.ok(widest <= 0.6 * 164 + 1, `${widest}`);
    // The turns can be stepped through on the curve, and each shows its table.
    const curve = page.locator("#r-curve");
    const now = () => curve.getAttribute("aria-valuenow");
    const heading = () => page.locator("#r-turn h3").textContent();
    await curve.focus();
    await page.keyboard.press("Home");
    assert.deepEqual([await now(), ((await heading()) ?? "").startsWith("Turn 1:")], ["1", true]);
    await page.keyboard.press("ArrowRight");
    assert.deepEqual([await now(), ((await heading()) ?? "").startsWith("Turn 2:")], ["2", true]);
    await page.keyboard.press("End");
    assert.equal(await now(), String(turns));
    const box = await curve.locator("svg").boundingBox();
    if (box) await page.mouse.click(box.x + 47, box.y + 60);
    assert.equal(await now(), "1");
    assert.ok(await page.locator("#r-turn .felt").first().isVisible());
    // A narrower window redraws the curve, so that its words keep their size.
    const wide = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 800 });
    await page.waitForFunction(() => {
      const curve = /** @type {HTMLElement} */ (document.getElementById("r-curve"));
      const drawn = curve.querySelector("svg")?.viewBox.baseVal.width ?? 0;
      return drawn <= Math.max(280, curve.clientWidth) && curve.clientWidth < 360;
    });
    if (wide) await page.setViewportSize(wide);
    const costliest = page.locator("#r-costliest button");
    assert.ok((await costliest.count()) <= 3);
    await becomeExercises(page);
    if ((await costliest.count()) > 0) {
      await costliest.first().click();
      assert.match(
        (await page.locator("#r-turn .grade").textContent()) ?? "",
        /slip|mistake|blunder/,
      );
      await page.locator("#r-turn").getByRole("button", { name: "Try it yourself" }).click();
      // The page first asks the engine for the position, and marks nothing as busy meanwhile.
      await page.locator("#board .own-rack button.t").first().waitFor();
      await settled(page);
      assert.equal(await page.locator("#over").isVisible(), false);
    }
  }));

test("lessons and exercises are solved by what the hints show", () =>
  withPage(async (page) => {
    await turnTo(page, "learn");
    await page.waitForSelector("#l-exercise:not([hidden])");
    assert.equal(await page.locator("#l-lessons button").count(), 5);
    assert.equal(await page.locator("#l-puzzles button").count(), 50);
    const settledLesson = () =>
      page.waitForFunction(
        () => document.getElementById("learn")?.ariaBusy === "false",
        undefined,
        { polling: 20 },
      );
    const exercises = [
      ...(await page.locator("#l-lessons button").all()),
      ...(await page.locator("#l-puzzles button").all()),
    ];
    for (const at of [0, 1, 2, 3, 4, 5, 15, 25, 35, 45, 54]) {
      await page.locator("#l-lessons button, #l-puzzles button").nth(at).click();
      await settledLesson();
      await page.waitForFunction(
        () => document.querySelector("#l-board .own-rack button.t") !== null,
      );
      for (let hint = 0; hint < 3; hint++) {
        await page.click("#l-hint");
        await settledLesson();
      }
      await page.click("#l-end");
      await settledLesson();
      assert.match(
        (await page.locator("#l-said").textContent()) ?? "",
        /^Solved/,
        `exercise ${at}`,
      );
    }
    assert.equal(await page.locator(".course button.done").count(), 11);
    assert.equal(exercises.length, 55);
  }));

test("the last hint shows the turn step by step", () =>
  withPage(
    async (page) => {
      await page.goto(`${server.address}#learn`);
      await page.waitForSelector("#l-exercise:not([hidden])");
      await page.locator("#l-puzzles button").nth(35).click();
      await page.waitForFunction(
        () => document.getElementById("l-title")?.textContent === "Exercise 36",
      );
      await page.click("#l-hint");
      await page.waitForFunction(
        () => (document.getElementById("l-said")?.textContent ?? "") !== "",
      );
      await page.click("#l-hint");
      await page.waitForFunction(() =>
        /Look at/.test(document.getElementById("l-said")?.textContent ?? ""),
      );
      await page.evaluate(() => {
        const heard = /** @type {string[]} */ (/** @type {any} */ (window).heard = []);
        const said = /** @type {HTMLElement} */ (document.getElementById("l-said"));
        new MutationObserver(() => heard.push(said.textContent ?? "")).observe(said, {
          childList: true,
          characterData: true,
          subtree: true,
        });
      });
      await page.click("#l-hint");
      await page.waitForFunction(
        () => !(/** @type {HTMLButtonElement} */ (document.getElementById("l-end")).disabled),
        undefined,
        { timeout: 120_000 },
      );
      const heard = await page.evaluate(
        () => /** @type {string[]} */ (/** @type {any} */ (window).heard),
      );
      const steps = heard.filter((text) => /^\d+ of \d+: /.test(text));
      assert.ok(steps.length >= 4, `${heard}`);
    },
    { reducedMotion: "no-preference" },
  ));

test("page and engine are small", async () => {
  let [bytes, learnt] = [0, 0];
  for (const file of await readdir(dist)) {
    const packed = gzipSync(await readFile(`${dist}${file}`), { level: 9 }).length;
    // One level has a file of its own, which nobody waits for: the engine reads it on the first turn
    // of that level, and the service worker keeps it when all else is there.
    if (file === "learnt.bin") learnt = packed;
    else bytes += packed;
  }
  assert.ok(bytes < 1_700_000, `${bytes} bytes gzipped`);
  assert.ok(learnt > 0 && learnt < 700_000, `${learnt} bytes gzipped`);
});
