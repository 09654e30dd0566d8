// The Play view: a game against bots. The engine holds the state; this file holds the buttons, the
// messages and the saved game.
import { EngineError, ask } from "./engine.js";
import { store, stored } from "./links.js";
import { moveTiles, pause, spots } from "./motion.js";
import { chosen, named, offerIn } from "./systems.js";
import { Board } from "./table.js";
import { el, get, nameOf, sentence } from "./tiles.js";
import { Turns } from "./turns.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./engine.js").About} About
 */

/** The storage key of the game. */
const KEPT = "rummilab.game";

/** The storage key of the player's own order of the rack. */
const ORDER = "rummilab.rack";

/** The label of the hint button before each hint of a turn, and its request. */
const HINTS = [
  ["Hint", "hint"],
  ["Hint: where?", "hint"],
  ["Hint: show me", "best"],
];

/** The buttons that keys press, as in `rummilab play`. @type {Record<string, string>} */
const KEYS = { e: "end", d: "draw", h: "hint", s: "sort", u: "undo" };

/** @type {GameState | null} */
let state = null;
/** The game as it was saved last. @type {import("./engine.js").SavedGame | null} */
let saved = null;
let hints = 0;
/** The button that was switched off while it had the focus. @type {HTMLButtonElement | null} */
let focus = null;
/** Whether the question about new tiles is still to be answered. */
let mayRedeal = false;

/** @type {Board} */
let board;
/** @type {Turns} */
let turns;

const pace = () => Number(get("pace", HTMLSelectElement).value);

/** @param {GameState} next @param {number} [slow] milliseconds for a tile that moves */
async function show(next, slow = 160) {
  const root = get("board", HTMLElement);
  const mover = state?.game === next.game && state.stage === "bot" ? state.to_move : null;
  const old = state?.game === next.game ? spots(root) : [];
  state = next;
  get("game", HTMLElement).dataset.game = String(next.game);
  const own = next.stage === "person";
  board.show(next, own);
  buttons(next);
  if (next.said) turns.say(next.said);
  const opening = get("opening", HTMLElement);
  opening.hidden = !(own && next.opening);
  if (next.opening)
    opening.textContent = `Your opening: ${next.opening.points} of ${next.opening.needed} points`;
  const wrong = get("wrong", HTMLElement);
  wrong.replaceChildren(...sentence(next.wrong ?? (next.can.end ? "You can end your turn." : "")));
  wrong.classList.toggle("good", next.can.end);
  get("pool", HTMLElement).textContent = `Pool: ${next.pool}`;
  get("log", HTMLElement).replaceChildren(
    ...next.log.map((line) => el("li", {}, ...sentence(line))).reverse(),
  );
  results(next);
  if (mover !== null) board.reveal();
  if (old.length === 0) return;
  const moving = moveTiles(root, old, board.badge(mover), slow);
  // A player who moves tiles need not wait for the animation.
  if (mover !== null) await moving;
}

/** @param {GameState} now */
function buttons(now) {
  const set = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    const button = get(id, HTMLButtonElement);
    if (!on && button === document.activeElement) focus = button;
    button.disabled = !on;
    if (!on || button !== focus) return;
    // It goes on with this button, unless the player has gone on elsewhere.
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    focus = null;
  };
  set("end", now.can.end);
  set("draw", now.can.draw);
  set("undo", now.can.undo);
  set("redo", now.can.redo);
  set("reset", now.can.reset);
  set("hint", now.stage === "person");
  get("draw", HTMLButtonElement).textContent = now.can.pass ? "Pass" : "Draw";
  get("hint", HTMLButtonElement).textContent = HINTS[hints][0];
  get("sort", HTMLButtonElement).textContent = `Sort by ${now.by_value ? "colour" : "value"}`;
  const back = get("put-back", HTMLButtonElement);
  back.hidden = now.can.put_back === null;
  back.textContent = `Put ${now.can.put_back} back`;
  mayRedeal &&= now.can.redeal !== null;
  get("redeal", HTMLElement).hidden = !mayRedeal;
  get("pairs", HTMLElement).replaceChildren(
    ...sentence(`Your first rack has pairs: ${now.can.redeal}. You may have all tiles dealt anew.`),
  );
}

/** @param {GameState} now */
function results(now) {
  const over = get("over", HTMLElement);
  const ends = over.hidden && now.results !== null;
  over.hidden = now.results === null;
  get("actions", HTMLElement).hidden = now.results !== null;
  if (!now.results) return;
  const [first, ...rest] = now.results;
  get("verdict", HTMLElement).textContent = first;
  get("results", HTMLElement).replaceChildren(
    ...rest.map((line) => el("li", {}, ...sentence(line))),
  );
  if (ends && get("play", HTMLElement).checkVisibility())
    get("verdict", HTMLElement).focus({ preventScroll: true });
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
    const dropped = error instanceof EngineError && error.message === `there is no game ${game}`;
    if (!dropped || !state || !saved || state.game !== game) throw error;
    const restored = await ask("resume", saved);
    state = { ...state, game: restored.game };
    return ask(name, { game: restored.game, ...content });
  }
}

/** @param {string} command */
const command = (command) => turns.take(() => askGame("command", { command }));

/** Saves the game, so that it continues after the page was closed. */
async function keep() {
  if (!state) return;
  try {
    saved = await askGame("save");
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return;
  }
  const where = store(KEPT, JSON.stringify(saved));
  get("unkept", HTMLElement).textContent = {
    browser: "",
    tab: "This browser has no room to keep the game: it lasts until this tab is closed.",
    nowhere: "This browser keeps nothing: the game ends when this page is closed.",
  }[where];
}

/**
 * Asks whether the game that is running may be given up.
 * @returns {Promise<boolean>} true if none is
 */
async function mayDrop() {
  if (!state || state.results || (state.log.length === 0 && !state.can.undo)) return true;
  const { seats, me } = state;
  const others = seats.filter((_, seat) => seat !== me).map(({ who }) => nameOf(who));
  get("drop-text", HTMLElement).textContent =
    `Your game against ${others.join(", ")} is not over. Another game takes its place.`;
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
  await keep();
}

/** @param {string} text a command that ends the turn */
async function end(text) {
  if (await command(text)) await bots();
}

/** @param {GameState} first */
async function begin(first) {
  saved = null;
  hints = 0;
  mayRedeal = first.can.redeal !== null;
  get("setup", HTMLDetailsElement).open = false;
  get("game", HTMLElement).hidden = false;
  window.scrollTo(0, 0);
  await show(first);
  turns.say(first.said ?? (first.stage === "person" ? "Your turn." : ""));
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

/**
 * Continues a game of the engine instead of the game that is shown.
 * @param {GameState} first
 */
export async function playOn(first) {
  if (!(await mayDrop())) return;
  state = null;
  await begin(first);
}

/** Shows the next hint of the turn: how much, where, and then the whole turn step by step. */
async function hint() {
  if (turns.busy || !state) return;
  const asked = HINTS[hints][1];
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

function levelsChosen() {
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (
    document.querySelectorAll("#bots select")
  );
  return [...selects].map(({ value }) => value);
}

async function start() {
  if (!(await mayDrop())) {
    get("setup", HTMLDetailsElement).open = false;
    return;
  }
  const levels = levelsChosen();
  const typed = get("seed", HTMLInputElement).value.trim();
  const seed = typed === "" ? Math.floor(Math.random() * 1e6) : Number(typed);
  const rules = named(chosen(get("rules", HTMLSelectElement)));
  const first = get("first", HTMLSelectElement).value === "me";
  try {
    get("setup-error", HTMLElement).textContent = "";
    const next = await ask("new", { ...rules, levels, seat: first ? 0 : levels.length, seed });
    state = null;
    board.arrange(null);
    store(ORDER, null);
    await begin(next);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
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

/** Presses the button of a key. @param {KeyboardEvent} event */
function shortcut(event) {
  const button = KEYS[event.key.toLowerCase()];
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (!button || typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const open = get("drop", HTMLDialogElement).open;
  if (!open && get("actions", HTMLElement).checkVisibility())
    get(button, HTMLButtonElement).click();
}

/** @param {About} about */
function setup(about) {
  const rules = get("rules", HTMLSelectElement);
  const players = get("players", HTMLSelectElement);
  /** @param {number} number @param {string[]} before the previous choices */
  const level = (number, before) => {
    const select = el(
      "select",
      { id: `level-${number}`, "aria-describedby": `about-${number}` },
      ...about.levels.map(({ name }) => el("option", { value: name }, name)),
    );
    const words = el("span", { id: `about-${number}`, className: "hint-text" });
    select.addEventListener("change", introduce);
    select.value = before[number - 1] ?? about.default_level;
    return el(
      "p",
      { className: "field" },
      el("label", { htmlFor: select.id }, `Bot ${number}`),
      select,
      words,
    );
  };
  /** Says who sits there: the second bot of a level has another name than the first. */
  const introduce = () => {
    const chosen = levelsChosen();
    for (const [at, level] of chosen.entries()) {
      const found = about.levels.find(({ name }) => name === level);
      const before = chosen.slice(0, at).filter((other) => other === level).length;
      const name = found && [found.person, ...found.others][before];
      get(`about-${at + 1}`, HTMLElement).textContent = `${name} ${found?.about}.`;
    }
  };
  const levels = () => {
    const most = chosen(rules).max_players;
    for (const option of players.options) option.disabled = Number(option.value) + 1 > most;
    if (players.selectedOptions[0]?.disabled) players.value = "1";
    const before = levelsChosen();
    get("bots", HTMLElement).replaceChildren(
      ...Array.from({ length: Number(players.value) }, (_, at) => level(at + 1, before)),
    );
    introduce();
  };
  offerIn(rules, levels);
  players.addEventListener("change", levels);
  levels();
}

/**
 * @param {About} about
 * @param {(record: Blob) => void} watch shows a record
 * @param {(record: Blob) => void} review reviews a record
 */
export async function openPlay(about, watch, review) {
  setup(about);
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
  on("again", () => {
    get("setup", HTMLDetailsElement).open = true;
    get("rules", HTMLSelectElement).focus();
  });
  for (const [id, answer] of /** @type {const} */ ([
    ["drop-it", "drop"],
    ["drop-not", ""],
  ]))
    on(id, () => get("drop", HTMLDialogElement).close(answer));
  window.addEventListener("keydown", shortcut);
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
