// The languages of the page: both catalogues say the same, no text stands outside of them, and
// German fits where English does.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { FluentResource } from "../page/fluent.js";
import { PICTURES } from "../page/systems.js";
import {
  act,
  begin,
  beginEvening,
  over,
  ready,
  server,
  settled,
  start,
  turnTo,
  withPage,
} from "./page.js";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{variables: string[], messages: string[], marks: string[]}} Content */

const folder = fileURLToPath(new URL("../page/", import.meta.url));
const source = (/** @type {string} */ name) => readFile(`${folder}${name}`, "utf8");

/** The parts of a pattern. @param {any} pattern @param {Content} content */
function read(pattern, content) {
  if (typeof pattern === "string")
    content.marks.push(...[...pattern.matchAll(/<(a|kbd|code)>/g)].map(([mark]) => mark));
  else if (Array.isArray(pattern)) for (const part of pattern) read(part, content);
  else if (pattern?.type === "var") content.variables.push(pattern.name);
  else if (pattern?.type === "mesg") content.messages.push(pattern.name);
  else if (pattern?.type === "select") {
    read(pattern.selector, content);
    for (const { value } of pattern.variants) read(value, content);
  }
  return content;
}

/**
 * The messages of a catalogue.
 * @param {string} language
 * @returns {Promise<Map<string, Content>>}
 */
async function catalogue(language) {
  const text = await source(`${language}.ftl`);
  /** @type {any} */
  const { body } = new FluentResource(text);
  const ids = [...text.matchAll(/^([a-zA-Z][\w-]*) =/gm)].map(([, id]) => id);
  // What cannot be read is left out by Fluent, and an id that comes twice is one message.
  assert.deepEqual(
    body.map((/** @type {{id: string}} */ { id }) => id),
    ids,
  );
  assert.equal(new Set(ids).size, ids.length);
  const empty = () => ({ variables: [], messages: [], marks: [] });
  return new Map(body.map((/** @type {any} */ { id, value }) => [id, read(value, empty())]));
}

/** All variables of a message, also of those that it contains. */
const variables = (
  /** @type {Map<string, Content>} */ all,
  /** @type {string} */ id,
) => /** @returns {string[]} */ {
  const { variables: own, messages } = all.get(id) ?? assert.fail(`no message ${id}`);
  /** @type {string[]} */
  const found = [...own, ...messages.flatMap((other) => variables(all, other))];
  return [...new Set(found)].sort();
};

test("both catalogues have the same messages, with the same variables and marks", async () => {
  const [english, german] = await Promise.all(["en", "de"].map(catalogue));
  assert.deepEqual([...german.keys()], [...english.keys()]);
  for (const [id, { marks }] of english) {
    assert.deepEqual(variables(german, id), variables(english, id), id);
    assert.deepEqual(german.get(id)?.marks, marks, id);
  }
});

/** The text up to the end of the first argument. @param {string} text */
function argument(text) {
  let depth = 0;
  for (const [at, letter] of [...text].entries()) {
    if ("([{".includes(letter)) depth++;
    if (depth === 0 && ",)".includes(letter)) return text.slice(0, at);
    if (")]}".includes(letter)) depth--;
  }
  return text;
}

test("every message that is used exists, and every one that exists is used", async () => {
  const messages = await catalogue("en");
  const scripts = (await readdir(folder)).filter((name) => /^(?!fluent).*\.js$/.test(name));
  const code = (await Promise.all(scripts.map(source))).join("\n");
  const asked = code.split(/(?<![.\w])say\(/).slice(1);
  const arguments_ = asked.map((text) => argument(text).replace(/===\s*"[^"]*"/g, ""));
  const html = await source("index.html");
  const named = [
    ...arguments_.flatMap((text) => [...text.matchAll(/"([^"]*)"/g)]),
    ...html.matchAll(/ data-words(?:-\w+)?="([^"]*)"/g),
  ].map(([, id]) => id);
  assert.ok(named.length > 200, `${named.length} ids`);
  for (const id of named) assert.ok(messages.has(id), id);
  // Ids with a part from elsewhere, such as the name of a rule system.
  const made = arguments_.flatMap((text) => [...text.matchAll(/`([^`]*)`/g)]);
  const families = made.map(([, id]) => new RegExp(`^${id.replace(/\$\{[^}]*\}/g, "[\\w-]+")}$`));
  for (const family of families)
    assert.ok(
      [...messages.keys()].some((id) => family.test(id)),
      `${family}`,
    );
  const lessons = [1, 2, 3, 4, 5].map((number) => `lesson-${number}`);
  const systems = Object.keys(PICTURES).flatMap((name) => [
    `system-${name}`,
    `system-${name}-about`,
  ]);
  for (const id of [...lessons, ...systems]) assert.ok(messages.has(id), id);
  const literals = new Set([...code.matchAll(/"([\w-]+)"/g)].map(([, text]) => text));
  const inner = [...messages.values()].flatMap(({ messages }) => messages);
  const used = new Set([...named, ...literals, ...inner, ...lessons]);
  const unused = [...messages.keys()].filter(
    (id) => !used.has(id) && !families.some((family) => family.test(id)),
  );
  assert.deepEqual(unused, []);
});

/**
 * Puts every message of the page between marks, others in German, and keeps what the engine says.
 * @param {Page} page
 */
async function markMessages(page) {
  const fluent = await source("fluent.js");
  const marked = fluent.replace(
    "class FluentBundle ",
    `class FluentBundle {
       constructor(...all) {
         this.inner = new Unmarked(...all);
         this.marks = all[0] === "de" ? "⟪⟫" : "⟦⟧";
       }
       addResource(resource) { return this.inner.addResource(resource); }
       getMessage(id) { return this.inner.getMessage(id); }
       formatPattern(...all) {
         return this.marks[0] + this.inner.formatPattern(...all) + this.marks[1];
       }
     }
     class Unmarked `,
  );
  assert.notEqual(marked, fluent);
  await page.route("**/fluent.js", (route) =>
    route.fulfill({ body: marked, contentType: "text/javascript" }),
  );
  await page.addInitScript(() => {
    const heard = /** @type {Set<string>} */ (/** @type {any} */ (window).heard = new Set());
    const plain = (/** @type {string} */ text) => text.replaceAll("`", "").replaceAll("->", "→");
    const hear = (/** @type {any} */ value) => {
      if (typeof value === "string")
        for (const piece of [value, ...plain(value).split(/\b[A-Z](?:1?\d)?(?!\w)/)])
          heard.add(piece.trim());
      else if (value && typeof value === "object") Object.values(value).forEach(hear);
    };
    const Native = Worker;
    window.Worker = class extends Native {
      /** @param {string | URL} url @param {WorkerOptions} [options] */
      constructor(url, options) {
        super(url, options);
        this.addEventListener("message", ({ data }) => hear(JSON.parse(data.answer)));
      }
    };
  });
}

/**
 * Runs in the page: all text outside of the marks, also of attributes that people read or
 * hear, which is neither a name, a tile, a number nor what the engine has said.
 * @param {string[]} names
 */
function outside(names) {
  const engine = /** @type {Set<string>} */ (/** @type {any} */ (window).heard);
  const known = new Set([...names, ...engine]);
  const sentences = [...engine].filter((text) => text.length > 9 && text.includes(" "));
  const word = /\p{L}/u;
  const bare = (/** @type {string} */ text) => text.trim().replace(/^[,:. ]+|[,:. ]+$/g, "");
  const isKnown = (/** @type {string} */ text) => {
    const own = bare(text);
    const lower = own.charAt(0).toLowerCase() + own.slice(1);
    // A tile with a reading is notation.
    const tiles = own.split(/[\s;]+/).every((part) => /^[A-Z](1?\d)?(:[\w-]+)?$/.test(part));
    if (!word.test(own) || tiles) return true;
    if ([own, lower, `${own}.`, `${lower}.`, text.trim()].some((form) => known.has(form)))
      return true;
    const left = sentences.reduce((rest, sentence) => rest.replaceAll(sentence, ""), text);
    return !word.test(left);
  };
  let depth = 0;
  /** The parts of a text outside of marks. @param {string} text */
  const parts = (text) => {
    let found = "";
    for (const letter of text) {
      if (letter === "⟦") depth++;
      if (depth === 0) found += letter;
      if (letter === "⟧") depth--;
    }
    return found;
  };
  /** @type {string[]} */
  const wrong = [];
  const check = (/** @type {string} */ text, /** @type {string} */ where) => {
    if (!isKnown(text) && !text.split(", ").every(isKnown)) wrong.push(`${where}: ${text.trim()}`);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = /** @type {HTMLElement} */ (walker.currentNode.parentElement);
    const text = parts(walker.currentNode.textContent ?? "");
    if (!parent.closest("script, noscript, time, .t")) check(text, `<${parent.localName}>`);
  }
  if (depth !== 0) wrong.push(`${depth} marks are open`);
  // How Fluent shows a variable without a value.
  const missing = /\{\$?\w+\}/.exec(document.documentElement.outerHTML);
  if (missing) wrong.push(`a message lacks ${missing[0]}`);
  depth = 0;
  const attributes = ["aria-label", "aria-valuetext", "title", "placeholder", "alt", "data-label"];
  for (const element of document.querySelectorAll("*"))
    for (const name of attributes) check(parts(element.getAttribute(name) ?? ""), name);
  check(parts(document.title), "title of the page");
  return wrong;
}

/** Names that are no words of any language. */
const NAMES = ["rummilab", "English", "Deutsch", "mine"];

/** @param {Page} page @param {string} where */
const noneOutside = async (page, where) =>
  assert.deepEqual(await page.evaluate(outside, NAMES), [], where);

/** Shows the choices for a new game. @param {Page} page */
async function openSetup(page) {
  await turnTo(page, "play");
  await page.locator("#setup").evaluate((setup) => setup.setAttribute("open", ""));
}

/** Lays what the hints show, or draws, until the game is over. @param {Page} page */
async function playOn(page) {
  for (let turn = 0; turn < 150 && !(await over(page)); turn++) {
    await act(page, "#hint", "#hint", "#hint");
    if (turn % 8 === 0) await noneOutside(page, `hints on turn ${turn}`);
    await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
    await settled(page);
    if (turn % 8 === 0) await noneOutside(page, `turn ${turn}`);
  }
}

/** Opens the page with every message between marks. @param {(page: Page) => Promise<void>} use */
const withMarks = (use) =>
  withPage(async (page) => {
    await markMessages(page);
    await page.reload();
    await ready(page);
    assert.equal(await page.innerText("#to-play"), "⟦Play⟧");
    await use(page);
  });

test("no text of a game stands outside of the catalogue", () =>
  withMarks(async (page) => {
    await noneOutside(page, "the start");
    await page.selectOption("#rounds", "3");
    await begin(page, "7", "easy");
    await noneOutside(page, "a new game");
    const tile = page.locator("#board .own-rack button.t").first();
    await tile.click();
    await noneOutside(page, "a picked tile");
    await page.locator("#board .felt > .target").click();
    await settled(page);
    await noneOutside(page, "no set");
    await act(page, "#sort", "#undo", "#redo", "#reset");
    await turnTo(page, "play");
    await openSetup(page);
    await page.click("#start");
    await page.waitForSelector("#drop[open]");
    await noneOutside(page, "the question whether to give up");
    await page.click("#drop-not");
    await playOn(page);
    await noneOutside(page, "the end of a round");
    await page.click("#review-it");
    await page.waitForSelector("#r-shown:not([hidden])");
    await noneOutside(page, "a review at work");
    await page.locator("#r-curve").focus();
    await page.keyboard.press("End");
    await noneOutside(page, "another turn of the review");
    await openSetup(page);
    await page.locator("#games").evaluate((games) => games.setAttribute("open", ""));
    await page.locator("#games-list button").nth(1).click();
    await page.waitForSelector("#w-viewer:not([hidden])");
    for (const button of ["next", "next", "last"]) {
      await page.click(`#w-${button}`);
      await noneOutside(page, `a record, ${button}`);
    }
  }));

test("no text of other rules and of several people stands outside of the catalogue", () =>
  withMarks(async (page) => {
    for (const rules of Object.keys(PICTURES)) {
      await openSetup(page);
      if ((await page.locator(`#rules option[value="${rules}"]`).count()) === 0) continue;
      await page.selectOption("#rules", rules);
      await noneOutside(page, rules);
      await begin(page, "3", "medium");
      await act(page, "#hint", "#hint", "#hint");
      await noneOutside(page, `a turn under ${rules}`);
    }
    await openSetup(page);
    await page.selectOption("#rules", "original");
    await page.selectOption("#level-1", "person");
    await page.selectOption("#clock", "60");
    await noneOutside(page, "several people");
    await start(page);
    await page.waitForSelector("#hand-over:not([hidden])");
    await noneOutside(page, "the device is handed over");
    await page.click("#go-on");
    await noneOutside(page, "a rack under the clock");
  }));

test("no text of the other views stands outside of the catalogue", () =>
  withMarks(async (page) => {
    await turnTo(page, "solve");
    for (const table of ["R3 R4 R5 ; K7 B7 O7", "R3 R4", "R3 R3 R3", "Q"]) {
      await page.fill("#s-table", table);
      for (const question of ["tiles", "value", "out", "plays", "after-draw"]) {
        await page.selectOption("#s-question", question);
        await page.click("#s-solve");
        await page.waitForSelector("#s-answer h3, #s-answer .alarm");
        await noneOutside(page, `${question} of ${table}`);
      }
    }
    await page.goto(`${server.address}#solve?rules=original&option=joker_rule%3Dany&table=R9+J+J`);
    await page.waitForSelector("#s-felt .ways");
    await noneOutside(page, "ways to lie");
    await page.click("#s-link");
    await page.waitForFunction(
      () => !/Copy/.test(document.getElementById("s-link")?.innerText ?? ""),
    );
    await noneOutside(page, "a link");
    await turnTo(page, "rules");
    await page.fill("#e-hand", "12");
    await page.fill("#e-as", "mine");
    await page.locator("#e-changes", { hasText: "12" }).or(page.locator("#e-changes")).waitFor();
    await page.click("#e-keep");
    await page.waitForSelector("#e-saved button");
    await noneOutside(page, "changed rules");
    await page.fill("#e-hand", "900");
    await page.waitForSelector(".rule.faulty");
    await noneOutside(page, "wrong rules");
    await turnTo(page, "watch");
    await noneOutside(page, "watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.click("#w-play");
    await noneOutside(page, "a game that plays");
    await page.click("#w-last");
    await noneOutside(page, "a game that is over");
    await turnTo(page, "learn");
    await page.waitForSelector("#l-exercise:not([hidden])");
    for (const exercise of [0, 1, 5, 54]) {
      await page.locator("#l-lessons button, #l-puzzles button").nth(exercise).click();
      for (const button of ["hint", "hint", "hint", "end"]) {
        await page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false");
        await page.click(`#l-${button}`);
      }
      await page.waitForFunction(() => document.getElementById("learn")?.ariaBusy === "false");
      await noneOutside(page, `exercise ${exercise}`);
    }
    await turnTo(page, "club");
    await noneOutside(page, "no club evening");
    await beginEvening(page);
    await page.fill("#c-1-2", "-/-/7/200");
    await page.waitForSelector(".game-line .alarm");
    await noneOutside(page, "a club evening");
    await page.click("#c-close");
    await page.click("#c-season");
    await page.waitForSelector("#c-ranking table");
    await noneOutside(page, "club evenings");
  }));

test("a change of the language leaves no word of the one before, in any view", () =>
  withMarks(async (page) => {
    await page.selectOption("#rounds", "3");
    await begin(page, "7", "easy");
    await turnTo(page, "solve");
    await page.click("#s-solve");
    await page.waitForSelector("#s-answer h3");
    await turnTo(page, "rules");
    await page.fill("#e-hand", "12");
    await page.waitForSelector(".rule.differs");
    await turnTo(page, "watch");
    await page.click("#w-start");
    await page.waitForSelector("#w-viewer:not([hidden])");
    await page.click("#w-last");
    await page.click("#w-review button");
    await page.waitForSelector("#r-shown:not([hidden])");
    await turnTo(page, "learn");
    await page.waitForSelector("#l-exercise:not([hidden])");
    await page.click("#l-hint");
    await beginEvening(page);
    await openSetup(page);
    await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
    const left = (/** @type {string} */ mark) =>
      page.evaluate((mark) => {
        const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
          [...element.attributes].map(({ name, value }) => `${element.id} ${name}: ${value}`),
        );
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
        const texts = [];
        while (walker.nextNode())
          texts.push(`${walker.currentNode.parentElement?.id}: ${walker.currentNode.textContent}`);
        return [...attributes, ...texts].filter((text) => text.includes(mark));
      }, mark);
    for (const [language, old] of [
      ["de", "⟦"],
      ["en", "⟪"],
    ]) {
      await page.selectOption("#language", language);
      await page.waitForSelector(`html[lang=${language}]`);
      // The views ask the engine again, one after the other.
      for (let look = 0; look < 100 && (await left(old)).length > 0; look++)
        await page.waitForTimeout(50);
      assert.deepEqual(await left(old), [], language);
    }
  }));

/** Nothing is wider than the window or its button. @param {Page} page @param {string} where */
async function fits(page, where) {
  const { wide, cut } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - window.innerWidth,
    cut: [...document.querySelectorAll("button, h2, h3, p, label, summary, nav, li, select")]
      .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
      .filter((part) => part.clientWidth > 0 && !part.closest(".scroll, .t, .unseen"))
      .map((part) => `${part.localName} ${part.id} ${part.textContent}`),
  }));
  assert.deepEqual({ wide: Math.max(wide, 0), cut }, { wide: 0, cut: [] }, where);
}

test("a German browser shows German, which fits on a phone, and English at once if one likes", () =>
  withPage(
    async (page) => {
      const text = (/** @type {string} */ id) => page.innerText(`#${id}`);
      assert.equal(await page.getAttribute("html", "lang"), "de");
      assert.equal(await page.title(), "rummilab: Spiel");
      assert.deepEqual([await text("to-learn"), await text("start")], ["Lernen", "Spielen"]);
      await fits(page, "start");
      await begin(page, "7", "easy");
      const turn = ["said", "end", "draw", "pool"];
      const german = ["Du bist am Zug.", "Zug beenden", "Ziehen", "Pool: 78"];
      const english = ["Your turn.", "End turn", "Draw", "Pool: 78"];
      assert.deepEqual(await Promise.all(turn.map(text)), german);
      await fits(page, "a turn");
      const game = await page.getAttribute("#game", "data-game");
      /** @param {string} choice @param {string[]} words of the turn in that language */
      const speak = async (choice, words) => {
        await openSetup(page);
        await page.locator("#new-game .more").evaluate((more) => more.setAttribute("open", ""));
        await page.selectOption("#language", choice);
        // The game asks the engine again before it is drawn.
        await page.waitForFunction(
          (said) => document.getElementById("said")?.textContent === said,
          words[0],
        );
        assert.deepEqual(await Promise.all(turn.map(text)), words);
      };
      await speak("en", english);
      assert.equal(await text("to-learn"), "Learn");
      await page.reload();
      await ready(page);
      assert.equal(await page.getAttribute("html", "lang"), "en");
      await speak("", german);
      assert.equal(await page.getAttribute("#game", "data-game"), game);
      for (let more = 0; more < 150 && !(await over(page)); more++) {
        await act(page, "#hint", "#hint", "#hint");
        if (more === 3) await fits(page, "hints");
        await act(page, (await page.isEnabled("#end")) ? "#end" : "#draw");
        await settled(page);
        if (more === 3) await fits(page, "a later turn");
      }
      await fits(page, "the end");
      // Before the review, which would keep the engine busy.
      await turnTo(page, "watch");
      await page.click("#w-start");
      await page.waitForSelector("#w-viewer:not([hidden])");
      await turnTo(page, "solve");
      await page.click("#s-solve");
      await page.waitForSelector("#s-answer h3");
      await turnTo(page, "play");
      await page.click("#review-it");
      await page.waitForSelector("#r-shown:not([hidden])");
      assert.match(
        await text("r-turn"),
        /Zug \d+: (legt|zieht)[^]*Dein Brett[^]*Die Auslage vorher/,
      );
      assert.match(await text("r-turns"), /gleich|zieht|legt/);
      // With all verdicts, of which the longest are the last.
      await page.waitForSelector("#r-at-work", { state: "hidden", timeout: 120_000 });
      assert.match(await text("r-headline"), /gemessen am Champion/);
      for (const view of ["review", "solve", "rules", "watch", "learn", "club", "play"]) {
        await page.click(`#to-${view}`);
        await fits(page, view);
      }
    },
    { locale: "de-DE", viewport: { width: 360, height: 740 } },
  ));
