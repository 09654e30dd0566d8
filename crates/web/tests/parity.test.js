// Checks that the wasm module and the program give the same answers: positions of every corpus, and
// whole games with hints and breaks.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { warmUp } from "../page/warm.js";
import { serveProgram } from "./program.js";
import { PATIENCE, launch, sameLuck, startModule } from "./server.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const LONG = process.env.RUMMILAB_TIER === "long";
const POSITIONS = LONG ? 1000 : 250;
const GAMES = LONG ? 100 : 20;

/** @type {(text: string) => string} */
let wasm;
/** @type {Awaited<ReturnType<typeof serveProgram>>} */
let native;
let address = "";
let asked = 0;
/** How often the module has read the weights of the bot that learnt. */
let reads = 0;

before(async () => {
  wasm = await startModule(() => reads++);
  native = await serveProgram();
  address = native.address;
});
after(() => native.close());

/** @param {string} answer */
const timeless = (answer) => answer.replace(/"micros":[0-9.]+/g, '"micros":0');

/**
 * Asks both, and returns the one answer.
 * @param {string} ask
 * @param {object} content
 */
async function both(ask, content) {
  const text = JSON.stringify({ id: ++asked, ask, with: content });
  const theirs = await (await fetch(`${address}engine`, { method: "POST", body: text })).text();
  assert.equal(timeless(wasm(text)), timeless(theirs), text);
  return JSON.parse(theirs).answer;
}

test("positions of every corpus", async () => {
  const folder = `${root}data/positions/`;
  // The solver gives up on many of the dense tables after seconds.
  const played = (/** @type {string} */ file) => /^(?!dense-).*\.jsonl$/.test(file);
  const files = (await readdir(folder)).filter(played).sort();
  for (const file of files) {
    const lines = (await readFile(folder + file, "utf8")).trim().split("\n");
    const wanted = Math.ceil(POSITIONS / files.length);
    for (let number = 0; number < wanted; number++) {
      const position = JSON.parse(lines[Math.floor((number * lines.length) / wanted)]);
      // Under rules that nobody plays some positions have no certified answer.
      if (file.startsWith("any-") && !position.certified) continue;
      // The page asks for the most tiles.
      delete position.objective;
      const answer = await both("solve", { question: "best", position });
      assert.equal(answer.status, "optimal", `${file} ${number}`);
      if (position.certified)
        assert.equal(answer.tiles, position.certified.tiles[0], `${file} ${number}`);
    }
  }
  assert.ok(asked >= 0.9 * POSITIONS);
});

test("whole games", async () => {
  const { rules, levels } = await both("about", {});
  for (let game = 0; game < GAMES; game++) {
    const { name, max_players } = rules[game % rules.length];
    const bots = Array.from(
      { length: Math.min(1 + (game % 5), max_players - 1) },
      (_, bot) => levels[(game + bot) % levels.length].name,
    );
    let state = await both("new", { rules: name, levels: bots, seat: game % 2, seed: game });
    for (let turn = 0; state.stage !== "over" && turn < 1000; turn++) {
      const of = { game: state.game };
      if (turn % 20 === 19) state = await both("resume", await both("save", of));
      else if (state.stage === "bot") state = await both("bot", of);
      else {
        const best = await both("command", { ...of, command: "best" });
        state = await both("command", { ...of, command: best.can.end ? "end" : "draw" });
      }
    }
    assert.equal(state.stage, "over");
    const { bytes } = await both("record", { game: state.game });
    if (game > 1) continue;
    // A person's game can be reviewed, and continues from its last own turn.
    await both("open", { bytes });
    const review = await both("review", { block: 0, game: 0, work: 100 });
    assert.ok(review.can_try);
    assert.equal((await both("try", { turn: review.review.turns.at(-1).turn })).stage, "person");
  }
});

test("who learnt plays the same turns, from weights that are read once", async () => {
  for (const seed of [1, 2]) {
    const of = { rules: "original", levels: ["self-taught"], seat: 1, seed };
    let state = await both("new", of);
    while (state.stage !== "over") {
      const { game } = state;
      if (state.stage === "bot") state = await both("bot", { game });
      else {
        const best = await both("command", { game, command: "best" });
        state = await both("command", { game, command: best.can.end ? "end" : "draw" });
      }
    }
  }
  assert.equal(reads, 1);
});

test("reviews, hints, lessons, and what else can be asked", async () => {
  await both("watch", { rules: "original", levels: ["easy", "hard"], seed: 4 });
  await both("replay", { block: 0, game: 0 });
  let review = await both("review", { block: 0, game: 0, seat: 0, work: 3000 });
  for (let pieces = 0; !review.done && pieces < 1000; pieces++)
    review = await both("review-on", { deals: 50 });
  assert.ok(review.done && review.review.turns.length > 0);
  // Only a person's game can continue from a turn; for any other both say why not.
  const tried = await both("try", { turn: review.review.turns.at(-1).turn });
  assert.equal(tried?.stage, review.can_try ? "person" : undefined);
  for (const puzzle of (await both("puzzles", {})).slice(0, 20)) {
    const { table, rack, opened } = puzzle.position;
    let state = await both("puzzle", { position: { table, rack, opened }, tiles: puzzle.tiles });
    const { game } = state;
    for (const command of ["hint", "hint", "sort"])
      state = await both("command", { game, command });
    await both("fits", { game, tiles: [{ rack: state.rack[0].tile }] });
    await both("move", { game, tiles: [{ rack: state.rack[0].tile }], to: "new" });
    for (const command of ["undo", "reset"]) await both("command", { game, command });
    const best = await both("steps", { game });
    assert.ok(best.steps.length > 0);
    await both("command", { game, command: "best" });
    assert.equal((await both("command", { game, command: "end" })).stage, "over");
    for (const question of ["plays", "after-draw"]) {
      for (const goal of ["tiles", "value"])
        await both("solve", { question, goal, position: { table, rack, opened } });
    }
    await both("close", { game });
  }
});

test("jobs have the same answers, and a game goes on while one does", async () => {
  const native = async (/** @type {string} */ text) =>
    (await fetch(`${address}engine`, { method: "POST", body: text })).text();
  /**
   * @param {(text: string) => string | Promise<string>} engine
   * @param {string} ask
   * @param {object} content
   */
  const one = async (engine, ask, content) => {
    const found = JSON.parse(await engine(JSON.stringify({ id: 0, ask, with: content })));
    assert.ok(found.answer !== undefined, `${ask}: ${found.error}`);
    return found.answer;
  };
  const watch = { rules: "house", levels: ["easy", "hard"], seed: 1 };
  const review = { block: 0, game: 0, seat: 0, work: 600 };
  const answers = [];
  for (const engine of [wasm, native]) {
    /** @param {string} ask @param {object} content */
    const finished = async (ask, content) => {
      const { job } = await one(engine, "start", { ask, with: content });
      for (;;) {
        const state = await one(engine, "job", { job });
        if (state.done) return state.answer;
      }
    };
    answers.push([await finished("watch", watch), await finished("review", review)]);
    // More work than the test waits for.
    const long = { ask: "review", with: { ...review, work: 2_000_000 } };
    const { job } = await one(engine, "start", long);
    const { game } = await one(engine, "new", { rules: "original", levels: ["easy"], seed: 3 });
    for (let turn = 0; turn < 10; turn++) {
      assert.equal((await one(engine, "job", { job, wait: 0 })).done, false);
      await one(engine, "command", { game, command: "draw" });
      await one(engine, "bot", { game });
    }
    assert.equal(await one(engine, "cancel", { job }), true);
  }
  assert.deepEqual(answers[0], answers[1]);
  assert.ok(answers[0][1].done && answers[0][1].review.turns.length > 0);
  await both("review-on", { deals: 10 ** 9 });
});

/**
 * Does something with a browser of its own, which is closed.
 * @param {(context: import("playwright-core").BrowserContext) => Promise<void>} use
 */
async function withBrowser(use) {
  const browser = await launch();
  try {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE);
    await context.addInitScript(sameLuck);
    await use(context);
  } finally {
    await browser.close();
  }
}

test("the page of the program plays with the program", () =>
  withBrowser(async (context) => {
    const page = await context.newPage();
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(address);
    await page.waitForSelector("html[data-ready=all]");
    await page.click("#start");
    await page.waitForSelector("#draw:enabled");
    await page.click("#draw");
    await page.waitForFunction(() => document.querySelectorAll("#log li").length >= 2);
    assert.ok(
      asked.every((url) => url.startsWith(address)),
      "nothing else is asked",
    );
    assert.ok(!asked.some((url) => url.endsWith(".wasm")));
  }));

test("a copied link has no token, and leads to the page of the program", () =>
  withBrowser(async (context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const page = await context.newPage();
    const { origin } = new URL(address);
    await page.goto(`${origin}/#solve`);
    assert.match(await page.innerText("p"), /address that rummilab web printed/);
    await page.goto(`${address}#solve`);
    await page.waitForSelector("html[data-ready]");
    await page.fill("#s-rack", "R5 R6 R7");
    await page.click("#s-link");
    await page.waitForFunction(() => location.hash.includes("R5"));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${origin}/#solve?`), link);
    await page.goto("about:blank");
    await page.goto(link);
    await page.waitForURL((url) => url.href.startsWith(address));
    await page.waitForFunction(
      () => /** @type {any} */ (document.querySelector("#s-rack"))?.value === "R5 R6 R7",
    );
  }));

test("the games that warm the module up are gone afterwards", async () => {
  const answer = await startModule();
  const steps = [...warmUp(answer)].length;
  assert.ok(steps > 300, `${steps}`);
  for (let game = 1; game < 9; game++) {
    assert.match(answer(JSON.stringify({ id: 1, ask: "state", with: { game } })), /"error"/);
  }
});

test("requests that are wrong", async () => {
  for (const [ask, content] of /** @type {const} */ ([
    ["dance", {}],
    ["state", { game: 99 }],
    ["new", { rules: "x", levels: [], seed: 1 }],
  ])) {
    assert.equal(await both(ask, content), undefined);
  }
});
