// The Rules view, and rules under which jokers keep their places: fields that are changed, saved,
// shared and used, and sets that can lie in several ways.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { act, pick, place, ready, server, settled, turnTo, withPage, withTab } from "./page.js";
import { newFolder, program, rummilab } from "./program.js";

/** @typedef {import("playwright-core").Page} Page */

/** Waits until an element says this. @param {Page} page @param {string} id @param {RegExp} text */
const says = (page, id, text) =>
  page.waitForFunction(
    ([id, source]) =>
      new RegExp(source).test(document.getElementById(id)?.textContent ?? `no #${id}`),
    /** @type {const} */ ([id, text.source]),
  );

/** @param {Page} page */
async function openEditor(page) {
  await turnTo(page, "rules");
  await page.waitForSelector("#e-fields .rule");
}

/** @param {Page} page @param {string} rack @param {string} [table] */
async function solved(page, rack, table = "") {
  await page.fill("#s-table", table);
  await page.fill("#s-rack", rack);
  await page.click("#s-solve");
  await page.waitForSelector("#s-answer > *");
  return page.locator("#s-answer").innerText();
}

/** Another tab at this address. @param {Page} page @param {string} address @param {string} [done] */
async function visit(page, address, done = "all") {
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForSelector(`html[data-ready=${done}]`);
}

test("a changed field changes the answer as the same option of the program does", () =>
  withPage(async (page) => {
    await openEditor(page);
    await says(page, "e-changes", /^These are the rules original\.$/);
    assert.equal(await page.locator(".rule.differs").count(), 0);
    await page.fill("#e-max_run_len", "3");
    await says(page, "e-changes", /^1 field of original changed: max_run_len\.$/);
    await says(page, "e-max_run_len-said", /^A run is 3 tiles of one colour/);
    assert.equal(await page.locator(".rule.differs[data-key=max_run_len]").count(), 1);
    await page.click("#e-solve");
    await page.waitForSelector("#solve:not([hidden])");
    await page.waitForFunction(() => document.activeElement?.id === "s-solve");
    const rack = "R1 R2 R3 R4 R5";
    const shown = await solved(page, rack);
    const said = await rummilab("solve", "--rack", rack, "--option", "max_run_len=3", "--json");
    const { tiles, value } = JSON.parse(said);
    assert.equal(tiles, 3);
    assert.match(shown, new RegExp(`^Lay ${tiles} tiles worth ${value} `));
    // The link holds the option; another browser needs nothing else.
    assert.match(page.url(), /#solve\?rules=original&option=max_run_len%3D3&/);
    await visit(page, page.url());
    await says(page, "s-answer", /^Lay 3 tiles/);
    await page.selectOption("#s-rules", "original");
    assert.match(await solved(page, rack), /^You can go out: lay 5 tiles/);
  }));

test("the rules are played and watched as they were changed", () =>
  withPage(async (page) => {
    await openEditor(page);
    await page.fill("#e-hand", "5");
    await page.fill("#e-values", "15");
    await says(page, "e-changes", /2 fields/);
    await page.click("#e-play");
    await page.click("#start");
    await settled(page);
    assert.ok((await page.locator("#board .own-rack button.t").count()) <= 6);
    await turnTo(page, "rules");
    await page.click("#e-watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    assert.equal(await page.locator("#w-racks .rack:first-child .t").count(), 5);
  }));

test("every kind of field has its control, its label and its sentence", () =>
  withPage(async (page) => {
    await openEditor(page);
    const fields = JSON.parse(await rummilab("rules", "original", "--json")).sentences;
    for (const { field, heading, sentence } of fields) {
      const control = page.getByLabel(field, { exact: true });
      assert.equal(await control.count(), 1, field);
      const group = page.getByRole("group", { name: heading, exact: true });
      assert.equal(await group.locator(`#e-${field}`).count(), 1, field);
      assert.equal(await page.locator(`#e-${field}-said`).textContent(), sentence);
    }
    // A choice, a yes or no, and back with the keyboard alone.
    await page.selectOption("#e-redeal", "always");
    await says(page, "e-redeal-said", /dealt again as long as/);
    await page.focus("#e-draw_first");
    await page.keyboard.press("Space");
    await says(page, "e-draw_first-said", /^Each turn begins with drawing/);
    await page.keyboard.press("Tab");
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
      "Reset draw_first to false",
    );
    await page.keyboard.press("Enter");
    await says(page, "e-draw_first-said", /^On each turn a player lays/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), "e-draw_first");
    await page.click("#e-reset");
    await says(page, "e-changes", /^These are the rules original/);
    assert.equal(await page.inputValue("#e-redeal"), "never");
    await page.selectOption("#e-base", "house");
    await says(page, "e-changes", /^These are the rules house/);
    assert.equal(await page.inputValue("#e-colours"), "RBKYWG");
  }));

test("a wrong value is told at its field in the words of the program", () =>
  withPage(async (page) => {
    await openEditor(page);
    await page.fill("#e-values", "40");
    await says(page, "e-values-fault", /^`values` is 40; expected 3 to 15$/);
    assert.equal(await page.getAttribute("#e-values", "aria-invalid"), "true");
    for (const button of ["play", "solve", "watch", "download", "keep"])
      assert.ok(await page.isDisabled(`#e-${button}`), button);
    await page.fill("#e-jokers", "many");
    await says(page, "e-jokers-fault", /^`jokers` has a value of the wrong kind/);
    await page.fill("#e-values", "9");
    await page.fill("#e-jokers", "3");
    await says(page, "e-changes", /2 fields of original changed: values, jokers/);
    assert.equal(await page.locator("#e-values-fault").textContent(), "");
    assert.ok(await page.isEnabled("#e-play"));
    await page.press("#e-jokers", "Tab");
    assert.equal(await page.inputValue("#e-jokers"), "{ C = 0, D = 0, J = 3, M = 0 }");
  }));

test("a file that was downloaded is what the program reads, and can be opened again", () =>
  withPage(async (page) => {
    const folder = await newFolder();
    await openEditor(page);
    await page.fill("#e-name", "calm");
    await page.fill("#e-about", 'Few "jokers"');
    await page.fill("#e-jokers", "1");
    await page.selectOption("#e-joker_take", "replaced");
    await says(page, "e-changes", /4 fields/);
    const download = page.waitForEvent("download");
    await page.click("#e-download");
    assert.equal((await download).suggestedFilename(), "calm.toml");
    const file = join(folder, "calm.toml");
    await copyFile(await (await download).path(), file);
    const shown = JSON.parse(await rummilab("rules", file, "--json"));
    assert.deepEqual(
      [shown.name, shown.about, shown.jokers.J, shown.joker_take, shown.hand],
      ["calm", 'Few "jokers"', 1, "replaced", 14],
    );
    await page.click("#e-reset");
    await says(page, "e-changes", /^These are the rules original/);
    await page.setInputFiles("#e-file", file);
    await says(page, "e-changes", /4 fields of original changed: name, about, jokers, joker_take/);
    await writeFile(file, 'base = "six"\nhand = 0\n');
    await page.setInputFiles("#e-file", file);
    await says(page, "e-problem", /calm\.toml:2:8: `hand` is 0/);
    await says(page, "e-changes", /4 fields/);
    await rm(folder, { recursive: true });
  }));

test("rules are saved under a name, offered in every view, and deleted", () =>
  withPage(async (page) => {
    await openEditor(page);
    await page.fill("#e-opening_min", "50");
    await says(page, "e-changes", /1 field/);
    await page.fill("#e-as", "ours");
    await page.click("#e-keep");
    await page.getByRole("button", { name: "Open ours" }).waitFor();
    await page.reload();
    await ready(page);
    for (const select of ["#rules", "#s-rules", "#w-rules"])
      assert.equal(await page.locator(`${select} option[value="saved:ours"]`).count(), 1, select);
    await turnTo(page, "solve");
    await page.selectOption("#s-rules", "saved:ours");
    await page.uncheck("#s-opened");
    assert.match(await solved(page, "R10 B10 K10"), /^Nothing can be laid\./);
    await page.evaluate(() => {
      location.hash = "#rules?rules=original";
    });
    await says(page, "e-changes", /^These are the rules original/);
    await page.getByRole("button", { name: "Open ours" }).click();
    await says(page, "e-changes", /opening_min/);
    await page.getByRole("button", { name: "Delete ours" }).click();
    await says(page, "e-saved", /None yet/);
    assert.equal(await page.locator('option[value="saved:ours"]').count(), 0);
    assert.equal(await page.inputValue("#s-rules"), "original");
  }));

test("a link holds the system and what differs; a wrong one gives a message", () =>
  withPage(async (page) => {
    await openEditor(page);
    await page.selectOption("#e-base", "twist");
    await says(page, "e-changes", /^These are the rules twist/);
    await page.fill("#e-hand", "12");
    await page.fill("#e-about", "a & b = c #1");
    await says(page, "e-changes", /2 fields of twist/);
    const link = page.url();
    assert.equal([...new URLSearchParams(link.split("?")[1])].length, 3, link);
    await visit(page, link);
    await says(page, "e-changes", /^2 fields of twist changed: about, hand\.$/);
    assert.equal(await page.inputValue("#e-base"), "twist");
    assert.equal(await page.inputValue("#e-about"), "a & b = c #1");
    assert.equal(page.url(), link);
    for (const [query, id, message] of /** @type {const} */ ([
      ["rules?rules=orignal", "e-problem", /did you mean `original`\?/],
      ["rules?rules=six&option=zyx%3D1", "e-problem", /`zyx` is no field of a rule system/],
      ["rules?rules=six&option=values%3D40", "e-values-fault", /`values` is 40; expected 3 to 15/],
      ["rules?rules=six&option=%25%3D", "e-problem", /no field/],
      ["solve?rules=orignal&rack=R1", "s-answer", /did you mean `original`\?/],
      ["solve?rules=six&option=values%3D40&rack=R1", "s-answer", /`values` is 40/],
      ["solve?rules=original&rack=R99&ask=dance", "s-answer", /R99/],
    ])) {
      await visit(page, `${server.address}#${query}`);
      await says(page, id, message);
      // The page goes on.
      await openEditor(page);
      await page.selectOption("#e-base", "house");
      await says(page, "e-changes", /^These are the rules house/);
    }
  }));

test("Solve reads what people type, and asks how a set with jokers lies", () =>
  withPage(async (page) => {
    await turnTo(page, "solve");
    await page.fill("#s-table", "R3-5 | 7RBK");
    await page.waitForFunction(() => document.querySelectorAll("#s-felt .set").length === 2);
    assert.equal(await page.locator("#s-felt button.t").count(), 6);
    await page.fill("#s-table", "R3-5 | 7RBQ");
    await says(page, "s-unread", /7RBQ/);
    await visit(
      page,
      `${server.address}#solve?rules=original&option=joker_rule%3Dany&table=&rack=`,
    );
    await page.waitForSelector("#s-order:visible");
    assert.match(await solved(page, "B9", "R9 J J"), /could be a group or a run/);
    const ways = page.getByRole("group", { name: "How set 1 lies" });
    assert.deepEqual(await ways.getByRole("button").allTextContents(), [
      "group of 9",
      "run 7 to 9",
      "run 8 to 10",
      "run 9 to 11",
    ]);
    await ways.getByRole("button", { name: "group of 9" }).click();
    await page.waitForFunction(
      () =>
        /** @type {HTMLTextAreaElement} */ (document.getElementById("s-table")).value ===
        "R9 J J:group",
    );
    await page.click("#s-solve");
    await says(page, "s-answer", /lay 1 tile worth 9/);
    await ways.getByRole("button", { name: "run 8 to 10" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      () =>
        document.activeElement?.textContent === "run 8 to 10" &&
        document.activeElement.getAttribute("aria-pressed") === "true",
    );
    await page.click("#s-solve");
    await says(page, "s-answer", /Nothing can be laid/);
    assert.equal(await page.inputValue("#s-table"), "J R9 J:run");
    // Free jokers keep no places, and nothing is asked.
    await page.selectOption("#s-rules", "original");
    await says(page, "s-unread", /J:run/);
    assert.ok(!(await page.locator("#s-order").isVisible()));
    await page.fill("#s-table", "R9 J J");
    await page.waitForFunction(() => !document.querySelector("#s-felt .ways"));
  }));

test("in a game the person says whether a set is a group or a run", () =>
  withPage(async (page) => {
    // Small racks, most of them jokers, and no points to reach.
    const options = [
      "joker_rule=any",
      "jokers=8",
      "jokers_dealt_each=2",
      "opening_min=0",
      "hand=6",
    ];
    const link = new URLSearchParams([["rules", "original"]]);
    for (const option of options) link.append("option", option);
    await visit(page, `${server.address}#rules?${link}`);
    await says(page, "e-changes", /fields of original changed/);
    await page.click("#e-play");
    await page.click("#new-game .more summary");
    await page.fill("#seed", "3");
    await page.click("#start");
    await settled(page);
    const tiles = await page
      .locator("#board .own-rack button.t")
      .evaluateAll((all) =>
        all.map((tile) => /** @type {HTMLElement} */ (tile).dataset.tile ?? ""),
      );
    const middle = tiles.find((tile) => /^[RBKO]([3-9]|1[01])$/.test(tile)) ?? "";
    await pick(page, [middle, "J", "J"]);
    await page.locator(place("new")).click();
    await page.waitForSelector("#board .set .ways");
    assert.ok(await page.isDisabled("#end"));
    await says(page, "wrong", /could be a group or a run: choose how it lies/);
    const set = page.locator("#board .set");
    assert.match((await set.getAttribute("aria-label")) ?? "", /can be read in several ways/);
    await set.getByRole("button", { name: /^group of/ }).focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("#end:enabled");
    assert.match((await set.getAttribute("aria-label")) ?? "", /, a group/);
    await set.getByRole("button", { name: /^run/ }).first().click();
    await page.waitForSelector('#board .set[aria-label*=", a run"]');
    await act(page, "#end");
    await settled(page);
    const log = (await page.locator("#log").textContent()) ?? "";
    assert.match(log, /You open and lay/);
    // A saved game goes on with its sets as they were laid.
    const sets = () =>
      page
        .locator("#board .set")
        .evaluateAll((all) => all.map((set) => set.getAttribute("aria-label")));
    const before = await sets();
    await page.reload();
    await ready(page);
    assert.deepEqual(await sets(), before);
  }));

test("`web` with rules offers these alone", async () => {
  const folder = await newFolder();
  const file = join(folder, "calm.toml");
  await writeFile(file, 'base = "six"\nname = "calm"\nhand = 9\n');
  const words = ["web", "--no-open", "--port", "0", "--rules", file, "--option", "jokers=3"];
  const native = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: native.stdout });
  /** @type {string} */
  const address = await new Promise((resolve) => lines.once("line", resolve));
  await withTab(
    async (page) => {
      await page.goto(address);
      await ready(page);
      for (const select of ["#rules", "#s-rules", "#w-rules", "#e-base"])
        assert.deepEqual(await page.locator(`${select} option`).allTextContents(), ["calm"]);
      await page.click("#start");
      await settled(page);
      assert.ok((await page.locator("#board .own-rack button.t").count()) <= 10);
      await openEditor(page);
      await says(page, "e-changes", /^3 fields of six changed: name, jokers, hand\.$/);
    },
    (at) => at.startsWith(address),
  );
  native.kill();
  await rm(folder, { recursive: true });
});
