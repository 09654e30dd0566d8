// A club evening: by keyboard alone, with a browser that is killed, and as files that the command
// reads.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir, readlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { ready, server, turnTo, withPage } from "./page.js";
import { rummilab, withFolder } from "./program.js";
import { PATIENCE, launched } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

const run = promisify(execFile);

/** The page in a browser with this profile. @param {string} profile */
async function openBrowser(profile) {
  const context = await chromium.launchPersistentContext(profile, {
    ...launched,
    locale: "en-US",
    serviceWorkers: "block",
  });
  context.setDefaultTimeout(PATIENCE);
  open.add(() => context.close());
  const [page] = context.pages();
  page.on("pageerror", (error) => assert.fail(error.stack));
  await page.goto(`${server.address}#club`);
  await ready(page);
  return { context, page };
}

/** Closes the browsers that a test has left open. @type {Set<() => Promise<void>>} */
const open = new Set();
afterEach(async () => {
  await Promise.all([...open].map((close) => close()));
  open.clear();
});

/** Kills a browser, whose lock names its process. @param {string} profile */
const killBrowser = async (profile) =>
  process.kill(
    Number((await readlink(join(profile, "SingletonLock"))).split("-").at(-1)),
    "SIGKILL",
  );

/** Waits for another line to have the focus. @param {Page} page @param {() => Promise<void>} act */
async function goOn(page, act) {
  const before = await page.evaluate(() => document.activeElement?.id);
  await act();
  await page.waitForFunction((id) => document.activeElement?.id !== id, before, { polling: 20 });
  return page.evaluate(() => document.activeElement?.id ?? "");
}

/** Types a line and ends it; returns what has the focus then. @param {Page} page @param {string} line */
const type = (page, line) =>
  goOn(page, async () => {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  });

/** Types results until a round is complete. @param {Page} page @param {number} games */
async function playRound(page, games) {
  for (let game = 1; game <= games; game++) {
    const next = await type(page, `-/${game}/${game + 10}/${game % 2 ? 200 : 30}`);
    assert.match(next, game < games ? /^c-\d+-\d+$/ : /^c-draw$|^c-large$/);
  }
}

/** Rank, name, placement points, points, places and minus points of each player. @param {Page} page */
const standings = (page) =>
  page
    .locator("#c-standings tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].slice(0, 6).map((cell) => cell.textContent ?? "")),
    );

/** The same from the command. @param {string} folder */
async function toldStandings(folder) {
  const { ranking, reserves } = JSON.parse(await rummilab("club", "standings", folder, "--json"));
  const signed = (/** @type {number} */ points) => (points < 0 ? `${points}` : `+${points}`);
  return [...ranking, ...reserves].map(({ rank, name, placement, points, places, minus }) => [
    `${rank ?? "-"}`,
    name,
    `${placement}`,
    signed(points),
    places.join("/"),
    `${minus}`,
  ]);
}

/** Saves the folder of the open evening below another. @param {Page} page @param {string} folder */
async function save(page, folder) {
  const download = page.waitForEvent("download");
  await page.click("#c-export");
  const file = await download;
  await run("python3", ["-m", "zipfile", "-e", await file.path(), folder]);
  return join(folder, file.suggestedFilename().replace(/\.zip$/, ""));
}

test("an evening by keyboard, in a browser that is killed, is that of the command", () =>
  withFolder(async (folder) => {
    const profile = join(folder, "profile");
    let { context, page } = await openBrowser(profile);
    await page.focus("#c-title");
    const names = "Anna\nBert\nCem\nDora\nEva\nFritz\nGina\nHans";
    for (const text of ["Autumn: cup / 1", "29 November", names, ""]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("2");
    await page.keyboard.press("Enter");
    await page.waitForSelector("#c-evening:not([hidden])");
    await page.waitForFunction(() => document.activeElement?.id === "c-name");
    assert.equal(await goOn(page, () => page.keyboard.press("Tab")), "c-draw");
    assert.equal(await goOn(page, () => page.keyboard.press("Enter")), "c-1-1");
    assert.equal(await type(page, "-/12/8/200"), "c-1-2");
    assert.equal(await type(page, "+60/-10/-20/-30"), "c-1-3");
    // Whatever cannot be is said while it is typed, and is not kept.
    await page.keyboard.type("-/12/-/200");
    await page.waitForSelector(".game-line .alarm");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+A");
    assert.equal(await type(page, "R5 K3/-/100/J"), "c-1-4");
    const [before, tables] = [await standings(page), await page.innerText("#c-tables")];
    const gone = context.waitForEvent("close");
    await killBrowser(profile);
    await gone;

    ({ context, page } = await openBrowser(profile));
    await page.click("#c-kept button");
    await page.waitForSelector("#c-1-4");
    assert.deepEqual(await standings(page), before);
    assert.equal(await page.innerText("#c-tables"), tables);
    await page.focus("#c-1-4");
    await playRound(page, 5);
    assert.equal(await goOn(page, () => page.keyboard.press("Enter")), "c-1-1");
    await playRound(page, 8);
    assert.ok(await page.locator("#c-draw").isHidden());

    // A result of the first round was wrong. Its tables stay.
    await page.selectOption("#c-round", "1");
    await page.fill("#c-1-1", "7/-/100/200");
    const old = await standings(page);
    const told = await page.locator("#c-standings tbody").textContent();
    await page.press("#c-1-1", "Enter");
    await page.waitForFunction(
      (told) => document.querySelector("#c-standings tbody")?.textContent !== told,
      told,
    );
    const own = await standings(page);
    assert.notDeepEqual(own, old);
    const saved = await save(page, folder);
    assert.deepEqual(await toldStandings(saved), own);

    // The folder comes back as another evening, byte for byte, and the season knows both.
    await page.click("#c-close");
    await page.setInputFiles("#c-folder", saved);
    await page.waitForSelector("#c-evening:not([hidden])");
    assert.deepEqual(await standings(page), own);
    const again = await save(page, join(folder, "again"));
    for (const name of await readdir(saved))
      assert.deepEqual(await readFile(join(saved, name)), await readFile(join(again, name)), name);
    await page.click("#c-close");
    await page.click("#c-season");
    await page.waitForSelector("#c-ranking tbody tr");
    const cells = page.locator("#c-ranking tbody tr").first().locator("td, th");
    assert.equal((await cells.allTextContents())[2], "2");
  }));

test("people come, leave and are renamed; sheets are printed; a phone shows all of it in German", () =>
  withPage(
    async (page) => {
      await turnTo(page, "club");
      await page.fill("#c-title", "Herbst");
      await page.fill("#c-names", "Name;Reserve\nAnna;\nBret;\nCem;\nDora;\nEva;ja\n");
      await page.click("#c-new [type=submit]");
      await page.waitForSelector("#c-draw:enabled");
      await page.click("#c-draw");
      await page.waitForSelector("#c-1-1");
      await page.click("#c-evening > details:last-of-type summary");
      const fits = async () =>
        assert.equal(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          0,
        );
      /** @param {string} name @param {string} text of the tables afterwards */
      const tells = (name, text) =>
        page.waitForFunction(
          ([name, text]) => document.getElementById(name)?.textContent?.includes(text),
          [name, text],
        );
      await page.getByLabel("Name von Bret", { exact: true }).fill("Bert");
      await page.getByLabel("Name von Bret", { exact: true }).press("Enter");
      await tells("c-tables", "Bert");
      await page.fill("#c-added", "Jörg");
      await page.press("#c-added", "Enter");
      await tells("c-remarks", "Jörg ist da und sitzt nirgends");
      await page.getByRole("button", { name: "Geht: Dora" }).click();
      await tells("c-remarks", "Dora sitzt an einem Tisch");
      await fits();
      await page.click("#c-again");
      await tells("c-tables", "Jörg");
      assert.equal(await page.locator("#c-remarks li").count(), 0);
      await page.fill("#c-added", "=1+1");
      await page.press("#c-added", "Enter");
      await tells("c-problem", "ist kein Name");
      await page.fill("#c-1-1", "- / 1 / 2");
      await tells("c-tables", "3 Ergebnisse für 4 Spieler");
      await fits();

      const popup = page.waitForEvent("popup");
      await page.click("#c-print");
      const sheets = await popup;
      await sheets.waitForSelector("section");
      assert.equal(await sheets.locator("section").count(), 2);
      assert.match(await sheets.innerText("body"), /Runde 1[^]*Tisch 1[^]*beginnt/);
      const [border] = await sheets
        .locator("td")
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).borderTopWidth));
      assert.notEqual(border, "0px");
    },
    { locale: "de-DE", viewport: { width: 360, height: 740 } },
  ));
