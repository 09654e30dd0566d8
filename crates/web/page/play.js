// The Play view: a game against bots. The engine holds the state; this file holds the buttons, the
// messages and the saved game.
import { HINTS, shortcut, showButtons } from "./buttons.js";
import { forgetClock, startClock } from "./clock.js";
import { showEnding } from "./ending.js";
import { EngineError, ask } from "./engine.js";
import { handOver, isCovered, layDown, takeDevice } from "./handover.js";
import { keepGame, openHistory } from "./history.js";
import { store, stored } from "./links.js";
import { calm, drawTiles, moveTiles, pause, spots } from "./motion.js";
import { countGame, doNotCount } from "./rated.js";
import {
  beginSeries,
  endSeries,
  goesOn,
  roundRequest,
  rulesLabel,
  secondsForTurn,
  seriesVerdict,
  showSheet,
  writeRound,
} from "./series.js";
import { choice, jokerLegend, openSetup } from "./setup.js";
import { sound } from "./sound.js";
import { Board } from "./table.js";
import { el, get, nameOf, sentence } from "./tiles.js";
import { Turns } from "./turns.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./engine.js").About} About
 */

/** The storage key of the game. */
const KEPT = "rummilab.game";

/** The storage key of the player's own order of the rack. */
const ORDER = "rummilab.rack";

const NO_SCROLL = { preventScroll: true };

/** @type {GameState | null} */
let state = null;
/** The game as it was saved last. @type {import("./engine.js").SavedGame | null} */
let saved = null;
let hints = 0;
/** Whether the question about new tiles is still to be answered. */
let mayRedeal = false;
/** Whether the game goes on in another tab, which keeps it. */
let elsewhere = false;
/** Whether the game that is shown was over before this page was opened. */
let resumed = false;

/** @type {Board} */
let board;
/** @type {Turns} */
let turns;

/** @param {GameState} now */
function buttons(now) {
  showButtons(now, hints);
  mayRedeal &&= now.can.redeal !== null;
  get("redeal", HTMLElement).hidden = !mayRedeal;
  get("pairs", HTMLElement).replaceChildren(
    ...sentence(say("redeal", { pairs: now.can.redeal ?? "" })),
  );
}

const pace = () => Number(get("pace", HTMLSelectElement).value);

/** @param {GameState} next @param {number} [slow] milliseconds for a tile that moves */
async function show(next, slow = 160) {
  const root = get("board", HTMLElement);
  const mover = state?.game === next.game && state.stage === "bot" ? state.to_move : null;
  const before = state?.game === next.game ? state : null;
  const old = before ? spots(root) : [];
  state = next;
  get("game", HTMLElement).dataset.game = String(next.game);
  handOver(next);
  const own = next.stage === "person";
  board.show(next, own);
  buttons(next);
  if (next.said) turns.say(next.said);
  const opening = get("opening", HTMLElement);
  opening.hidden = !(own && next.opening);
  if (next.opening) opening.textContent = say("opening-points", next.opening);
  const wrong = get("wrong", HTMLElement);
  wrong.replaceChildren(...sentence(next.wrong ?? (next.can.end ? say("can-end") : "")));
  wrong.classList.toggle("good", next.can.end);
  const pool = get("pool", HTMLElement);
  pool.textContent = say("pool", { count: next.pool });
  get("log", HTMLElement).replaceChildren(
    ...next.log.map((line) => el("li", {}, ...sentence(line))).reverse(),
  );
  results(next);
  if (mover !== null) board.reveal();
  if (!before) return;
  const moving = moveTiles(root, old, board.badge(mover), slow, pool);
  const gained = mover === null ? 0 : next.seats[mover].tiles - before.seats[mover].tiles;
  const badge = board.badge(mover);
  if (badge && gained > 0) drawTiles(root, pool, badge, gained, slow);
  if (before.laid !== next.laid || (mover !== null && gained < 0)) sound("tile");
  else if (before.pool > next.pool) sound("draw");
  // A player who moves tiles need not wait for the animation, but sees what was drawn.
  if (mover !== null || before.pool > next.pool) await moving;
}

/** @param {GameState} now */
function results(now) {
  const over = get("over", HTMLElement);
  const fresh = over.hidden && now.results !== null;
  over.hidden = now.results === null;
  get("actions", HTMLElement).hidden = now.results !== null;
  if (now.results) {
    if (fresh && !resumed) {
      writeRound(now);
      void keepGame(now, rulesLabel() || now.rules, record());
    }
    showEnding(now, seriesVerdict(), fresh && !resumed);
    get("again", HTMLElement).textContent = say(goesOn() ? "next-round" : "new-game");
    if (fresh && get("play", HTMLElement).checkVisibility())
      get("verdict", HTMLElement).focus({ preventScroll: true });
  }
  showSheet(now);
}

/** The next person takes the device. */
function goOn() {
  if (state) takeDevice(state);
  clock();
}

/** Starts the clock of the person's turn, or stops it. */
function clock() {
  const runs = state?.stage === "person" && !isCovered() && !mayRedeal;
  const turn = JSON.stringify([state?.rules, state?.pool, state?.log]);
  startClock(runs ? secondsForTurn() : 0, turn, () => void timeUp());
}

/** Ends a turn whose time is up: with what lies on the table, if it is legal. */
async function timeUp() {
  while (turns.busy) await pause(50);
  if (!state || state.stage !== "person") return;
  const ends = state.can.end;
  if (!ends && state.can.reset) await command("reset");
  turns.say(say(ends ? "time-up-ends" : "time-up-draws"));
  // Long enough to be read before the next turn is told.
  turns.setBusy(true);
  await pause(calm.matches ? 2500 : 1500);
  turns.setBusy(false);
  await end(ends ? "end" : "draw");
}

/**
 * Asks about the game. One that the engine has dropped, because so many others came, is restored
 * from what was saved.
 * @param {string} name
 * @param {object} [content]
 * @returns {Promise<any>}
 */
async function askGame(name, content = {}) {
  const game = state?.game;
  try {
    return await ask(name, { game, ...content });
  } catch (error) {
    if (!(error instanceof EngineError) || !state || !saved || state.game !== game) throw error;
    // A game that is still there has refused the request.
    if (await ask("state", { game }).catch(() => null)) throw error;
    const restored = await ask("resume", saved);
    state = { ...state, game: restored.game };
    return ask(name, { game: restored.game, ...content });
  }
}

/** @param {string} command */
const command = (command) => turns.take(() => askGame("command", { command }));

/** Saves the game, so that it continues after the page was closed. */
async function keep() {
  if (!state || elsewhere) return;
  try {
    saved = await askGame("save");
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return;
  }
  const where = store(KEPT, JSON.stringify(saved));
  get("unkept", HTMLElement).textContent = {
    browser: "",
    tab: say("kept-in-tab"),
    nowhere: say("kept-nowhere"),
  }[where];
}

/**
 * Asks whether the game that is running may be given up.
 * @returns {Promise<boolean>} true if none is
 */
async function mayDrop() {
  if (!state || state.results || (state.log.length === 0 && !state.can.undo)) return true;
  const now = state;
  const others = now.seats.flatMap((_, seat) => (seat === now.me ? [] : [nameOf(now, seat)]));
  get("drop-text", HTMLElement).textContent = say("drop", { others: others.join(", ") });
  const dialog = get("drop", HTMLDialogElement);
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue === "drop";
}

/** Lets the bots play until it is the person's turn. */
async function bots() {
  while (state?.stage === "bot") {
    turns.setBusy(true);
    try {
      const next = await askGame("bot");
      if (state?.game !== next.game) return;
      await show(next, pace());
      if (next.stage === "bot" && pace() > 0) await pause(500);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      turns.say(error.message, true);
      return;
    } finally {
      turns.setBusy(false);
    }
  }
  hints = 0;
  if (state) buttons(state);
  if (state?.stage === "person") sound("turn");
  clock();
  await keep();
}

/** @param {string} text a command that ends the turn */
async function end(text) {
  if (!(await command(text))) return;
  // A page that is closed while bots play keeps the turn.
  await keep();
  await bots();
}

/** @param {GameState} first */
async function begin(first) {
  saved = null;
  elsewhere = false;
  hints = 0;
  layDown();
  resumed = first.results !== null;
  mayRedeal = first.can.redeal !== null;
  jokerLegend(first.rules);
  get("setup", HTMLDetailsElement).open = false;
  get("game", HTMLElement).hidden = false;
  window.scrollTo(0, 0);
  await show(first);
  // The setup, which was left, is closed: the next key goes on at the table.
  if (document.activeElement === document.body) get("board", HTMLElement).focus(NO_SCROLL);
  turns.say(first.said ?? (first.stage === "person" ? say("your-turn") : ""));
  await keep();
  // Bots that begin wait for the answer.
  if (!mayRedeal) await bots();
}

/** Has new tiles dealt for the pairs on the first rack. */
async function dealAnew() {
  if (turns.busy || !state) return;
  const next = await askGame("redeal");
  state = null;
  await begin(next);
}

/** Plays with the first rack in spite of its pairs. */
async function keepRack() {
  mayRedeal = false;
  if (!turns.busy) await bots();
}

/** Shows the game again, in the language that is spoken now. */
async function retell() {
  if (!state) return;
  // What a bot at work does comes in the new language anyway.
  if (turns.busy || state.stage === "bot") await show(state);
  else await turns.take(() => askGame("state"));
  turns.say(state.said ?? (state.stage === "person" ? say("your-turn") : ""));
  jokerLegend(state.rules);
}

/**
 * Continues a game of the engine instead of the game that is shown.
 * @param {GameState} first
 */
export async function playOn(first) {
  if (!(await mayDrop())) return;
  endSeries();
  doNotCount();
  state = null;
  await begin(first);
}

/** Shows the next hint of the turn: how much, where, and then the whole turn step by step. */
async function hint() {
  if (turns.busy || !state) return;
  const asked = HINTS[hints];
  doNotCount();
  if (asked === "best") {
    await turns.take(() => askGame("state"));
    await turns.explain(state, get("board", HTMLElement), pace());
  } else {
    const where = hints === 1;
    const told = await turns.take(async () => {
      const told = await askGame("command", { command: asked });
      // Where nothing can be laid there is no more to tell.
      hints = (await askGame("steps")).played === "" ? 0 : hints + 1;
      return told;
    });
    if (told && where) await turns.point(state);
  }
  await keep();
}

async function start() {
  if (!(await mayDrop())) {
    get("setup", HTMLDetailsElement).open = false;
    return;
  }
  beginSeries(choice());
  await round();
}

/** Begins the next round of the series. */
async function round() {
  const typed = get("seed", HTMLInputElement).value.trim();
  const seed = typed === "" ? Math.floor(Math.random() * 1e6) : Number(typed);
  try {
    get("setup-error", HTMLElement).textContent = "";
    const request = roundRequest();
    const next = await ask("new", { ...request, seed });
    countGame(request);
    state = null;
    board.arrange(null);
    store(ORDER, null);
    forgetClock();
    await begin(next);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    get("setup", HTMLDetailsElement).open = true;
    get("setup-error", HTMLElement).textContent = error.message;
  }
}

/** The record of the game that is over. */
async function record() {
  const { bytes } = await askGame("record");
  return new Blob([new Uint8Array(bytes)]);
}

async function save() {
  const href = URL.createObjectURL(await record());
  el("a", { href, download: "games.bin" }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * @param {About} about
 * @param {(record: Blob) => void} watch shows a record
 * @param {(record: Blob) => void} review reviews a record
 */
export async function openPlay(about, watch, review) {
  openSetup(about);
  openHistory(about, watch, review);
  board = new Board(get("board", HTMLElement), {
    move: (tiles, to) =>
      void turns
        .take(() => askGame("move", { tiles, to }))
        .then((done) => (done ? keep() : undefined)),
    fits: (tiles) => askGame("fits", { tiles }),
    command: (text) => void command(text).then(keep),
    lie: (set, way) => void command(`${set + 1} = ${way}`).then(keep),
    arranged: (order) => void store(ORDER, JSON.stringify(order)),
  });
  turns = new Turns("game", "said", board, show);
  onLanguage(() => void retell());
  get("new-game", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void start();
  });
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    get(id, HTMLButtonElement).addEventListener("click", act);
  on("end", () => void end("end"));
  on("draw", () => void end("draw"));
  for (const name of ["undo", "redo", "reset"]) on(name, () => void command(name).then(keep));
  on("sort", () => {
    board.arrange(null);
    store(ORDER, null);
    void command("sort").then(keep);
  });
  on("put-back", () => void command("back"));
  on("deal-anew", () => void dealAnew());
  on("keep-rack", () => void keepRack());
  on("hint", () => void hint());
  on("save", () => void save());
  on("step", () => void record().then(watch));
  on("review-it", () => void record().then(review));
  on("go-on", goOn);
  on("again", () => {
    if (goesOn()) return void round();
    get("setup", HTMLDetailsElement).open = true;
    get("rules", HTMLSelectElement).focus();
  });
  for (const [id, answer] of /** @type {const} */ ([
    ["drop-it", "drop"],
    ["drop-not", ""],
  ]))
    on(id, () => get("drop", HTMLDialogElement).close(answer));
  window.addEventListener("keydown", shortcut);
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== KEPT || newValue === null || !state || state.results) return;
    elsewhere = true;
    get("unkept", HTMLElement).textContent = say("kept-elsewhere");
  });
  // Beside the table there is room for what happened.
  const wide = matchMedia("(min-width: 1100px)");
  const unfold = () => {
    get("so-far", HTMLDetailsElement).open = wide.matches;
  };
  wide.addEventListener("change", unfold);
  unfold();
  const kept = stored(KEPT);
  if (!kept) return;
  try {
    const first = await ask("resume", JSON.parse(kept));
    const order = stored(ORDER);
    if (order) board.arrange(JSON.parse(order));
    await begin(first);
    // Rules that the program was started with are for a new game.
    if (about.given && state?.rules !== about.rules[0].name)
      get("setup", HTMLDetailsElement).open = true;
  } catch {
    // A game of another version cannot continue.
    store(KEPT, null);
  }
}
