// The page as an app: without a network, from files that the system hands over or that are dropped.
import assert from "node:assert/strict";
import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { act, begin, ready, server, settled, turnTo, withPage, withTab } from "./page.js";
import { newFolder, rummilab } from "./program.js";
import { dist, serve } from "./server.js";

/** @typedef {import("playwright-core").Page} Page */

test("without a network the page is there, plays and solves", async () => {
  const own = await serve();
  await withTab(
    async (page) => {
      await page.goto(own.address);
      await ready(page);
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      // No network, and nobody who would answer.
      await page.context().setOffline(true);
      own.close();
      await page.reload();
      await ready(page);
      // Its weights are kept as well.
      await begin(page, "7", "self-taught");
      await act(page, "#draw");
      await settled(page);
      assert.ok((await page.locator("#log li").count()) >= 2);
      await turnTo(page, "solve");
      await page.click("#s-solve");
      await page.waitForSelector("#s-answer h3");
    },
    (address) => address.startsWith(own.address),
    { serviceWorkers: "allow" },
  );
});

test("the service worker keeps every file, and the manifest makes an app of them", async () => {
  const files = await readdir(dist);
  const list = await readFile(join(dist, "files.js"), "utf8");
  const kept = JSON.parse(/FILES = (\[.*\])/.exec(list)?.[1] ?? "[]");
  const served = files.filter((file) => !["sw.js", "files.js"].includes(file));
  assert.deepEqual(kept, ["./", ...served.sort()]);
  const manifest = JSON.parse(await readFile(join(dist, "manifest.webmanifest"), "utf8"));
  assert.equal(manifest.display, "standalone");
  for (const { src } of manifest.icons) assert.ok(files.includes(src), src);
  const sizes = manifest.icons.map((/** @type {{sizes: string}} */ { sizes }) => sizes);
  assert.ok(sizes.includes("192x192") && sizes.includes("512x512"));
  await withPage(async (page) => {
    const session = await page.context().newCDPSession(page);
    const { errors } = await session.send("Page.getAppManifest");
    assert.deepEqual(errors, []);
  });
});

/**
 * Drops a file on the page.
 * @param {Page} page @param {string} name @param {Buffer | string} content
 */
const drop = (page, name, content) =>
  page.evaluate(
    ({ name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name));
      for (const kind of ["dragover", "drop"])
        document.body.dispatchEvent(
          new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
        );
    },
    { name, base64: Buffer.from(content).toString("base64") },
  );

test("records, positions and rules are opened where they are dropped", async () => {
  const folder = await newFolder();
  try {
    const bots = ["--bots", "greedy,hold-joker", "--deals", "1", "--seed", "1"];
    await rummilab("tournament", ...bots, "--out", join(folder, "run"));
    const record = await readFile(join(folder, "run", "games.bin"));
    await withPage(async (page) => {
      await drop(page, "games.bin", record);
      await page.waitForSelector("#w-viewer:not([hidden])");
      const position = { rules: "tournament", table: ["R3 R4 R5", "K7 B7 O7"], rack: "R6 J" };
      await drop(page, "position.json", `${JSON.stringify(position)}\n`);
      await page.waitForSelector("#s-answer h3");
      const shown = async () => [
        await page.inputValue("#s-rules"),
        await page.inputValue("#s-table"),
        await page.inputValue("#s-rack"),
      ];
      assert.deepEqual(await shown(), ["tournament", "R3 R4 R5 ; K7 B7 O7", "R6 J"]);
      await drop(page, "position.txt", "R1 R2 R3\nB5 K5 O5\n\nR4 R5\n");
      await page.waitForFunction(
        () =>
          /** @type {HTMLInputElement} */ (document.getElementById("s-rack")).value === "R4 R5" &&
          document.querySelector("#s-answer h3"),
      );
      assert.equal((await shown())[1], "R1 R2 R3 ; B5 K5 O5");
      await drop(page, "mine.toml", 'base = "original"\nhand = 12\n');
      await page.waitForFunction(() =>
        document.getElementById("e-fields")?.textContent?.includes("begins with 12 tiles"),
      );
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("a record that the system hands over is shown", () =>
  withTab(
    async (page) => {
      await page.addInitScript(() => {
        Object.defineProperty(window, "launchQueue", {
          value: {
            setConsumer(/** @type {any} */ consumer) {
              /** @type {any} */ (window).hand = consumer;
            },
          },
        });
      });
      await page.goto(server.address);
      await ready(page);
      await page.evaluate(async () => {
        const { ask } = await import(/** @type {any} */ ("./engine.js"));
        // A game between bots as a file: that of a person's game which the bots' hints play.
        let state = await ask("new", { rules: "original", levels: ["easy"], seed: 3 });
        const { game } = state;
        const command = (/** @type {string} */ text) => ask("command", { game, command: text });
        while (state.stage !== "over") {
          if (state.stage === "bot") state = await ask("bot", { game });
          else {
            state = await command("best");
            state = await command(state.can.end ? "end" : "draw");
          }
        }
        const { bytes } = await ask("record", { game });
        const file = new File([new Uint8Array(bytes)], "games.bin");
        /** @type {any} */ (window).hand({ files: [{ getFile: async () => file }] });
      });
      await page.waitForSelector("#w-viewer:not([hidden])");
      assert.equal(await page.locator("#w-racks .rack").count(), 2);
    },
    (address) => address.startsWith(server.address),
  ));
