// The Play view: a game against bots. The engine holds the state; this file holds the buttons, the
// messages and the saved game.
import { EngineError, ask } from "./engine.js";
import { moveTiles, pause, spots } from "./motion.js";
import { chosen, named, offerIn } from "./systems.js";
import { Board } from "./table.js";
import { el, get, sentence } from "./tiles.js";
import { Turns } from "./turns.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./engine.js").About} About
 */

/** The storage key of the game. */
const KEPT = "rummilab.game";

/** The label of the hint button before each hint of a turn, and its request. */
const HINTS = [
  ["Hint", "hint"],
  ["Hint: where?", "hint"],
  ["Hint: show me", "best"],
];

/** @type {GameState | null} */
let state = null;
/** The game as it was saved last. @type {import("./engine.js").SavedGame | null} */
let saved = null;
let hints = 0;
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
  if (old.length === 0) return;
  const moving = moveTiles(root, old, board.badge(mover), slow);
  // A player who moves tiles need not wait for the animation.
  if (mover !== null) await moving;
}

/** @param {GameState} now */
function buttons(now) {
  const set = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    get(id, HTMLButtonElement).disabled = !on;
  };
  set("end", now.can.end);
  set("draw", now.can.draw);
  set("undo", now.can.undo);
  set("redo", now.can.redo);
  set("reset", now.can.reset);
  set("hint", now.stage === "person");
  get("draw", HTMLButtonElement).textContent = now.can.pass ? "Pass" : "Draw";
  get("hint", HTMLButtonElement).textContent = HINTS[hints][0];
  const order = now.by_value ? "colour" : "value";
  get("sort", HTMLButtonElement).textContent = `By ${order}`;
  get("sort", HTMLButtonElement).ariaLabel = `Sort by ${order}`;
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
  over.hidden = now.results === null;
  get("actions", HTMLElement).hidden = now.results !== null;
  if (!now.results) return;
  const [first, ...rest] = now.results;
  get("verdict", HTMLElement).textContent = first;
  get("results", HTMLElement).replaceChildren(
    ...rest.map((line) => el("li", {}, ...sentence(line))),
  );
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
    localStorage.setItem(KEPT, JSON.stringify(saved));
  } catch {
    // Without storage the game still works.
  }
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
  state = null;
  await begin(first);
}

/** Shows the next hint of the turn: how much, where, and then the whole turn step by step. */
async function hint() {
  if (turns.busy || !state) return;
  const asked = HINTS[hints][1];
  hints = Math.min(hints + 1, HINTS.length - 1);
  if (asked === "best") await turns.take(() => askGame("state"));
  const done =
    asked === "best" ? turns.explain(state, get("board", HTMLElement), pace()) : command(asked);
  await done;
  await keep();
}

function levelsChosen() {
  const selects = /** @type {NodeListOf<HTMLSelectElement>} */ (
    document.querySelectorAll("#bots select")
  );
  return [...selects].map(({ value }) => value);
}

async function start() {
  const levels = levelsChosen();
  const typed = get("seed", HTMLInputElement).value.trim();
  const seed = typed === "" ? Math.floor(Math.random() * 1e6) : Number(typed);
  const rules = named(chosen(get("rules", HTMLSelectElement)));
  const first = get("first", HTMLSelectElement).value === "me";
  try {
    get("setup-error", HTMLElement).textContent = "";
    const next = await ask("new", { ...rules, levels, seat: first ? 0 : levels.length, seed });
    state = null;
    await begin(next);
    get("board", HTMLElement).scrollIntoView({ block: "nearest" });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    get("setup-error", HTMLElement).textContent = error.message;
  }
}

/** @returns {Promise<Uint8Array<ArrayBuffer>>} the record of the game that is over */
async function record() {
  const { bytes } = await askGame("record");
  return new Uint8Array(bytes);
}

async function save() {
  const link = el("a", {
    href: URL.createObjectURL(new Blob([await record()])),
    download: "games.bin",
  });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
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
      ...about.levels.map(({ name, person }) =>
        el("option", { value: name }, `${name}: ${person}`),
      ),
    );
    const words = el("span", { id: `about-${number}`, className: "hint-text" });
    const chosen = () => {
      words.textContent = about.levels.find(({ name }) => name === select.value)?.about ?? "";
    };
    select.addEventListener("change", chosen);
    select.value = before[number - 1] ?? about.default_level;
    chosen();
    return el(
      "p",
      { className: "field" },
      el("label", { htmlFor: select.id }, `Bot ${number}`),
      select,
      words,
    );
  };
  const levels = () => {
    const most = chosen(rules).max_players;
    for (const option of players.options) option.disabled = Number(option.value) + 1 > most;
    if (players.selectedOptions[0]?.disabled) players.value = "1";
    const before = levelsChosen();
    get("bots", HTMLElement).replaceChildren(
      ...Array.from({ length: Number(players.value) }, (_, at) => level(at + 1, before)),
    );
  };
  offerIn(rules, levels);
  players.addEventListener("change", levels);
  levels();
}

/**
 * @param {About} about
 * @param {(bytes: Uint8Array) => void} watch shows a record
 * @param {(bytes: Uint8Array) => void} review reviews a record
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
  for (const name of ["undo", "redo", "reset", "sort"])
    on(name, () => void command(name).then(keep));
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
  const kept = localStorage.getItem(KEPT);
  if (!kept) return;
  try {
    await begin(await ask("resume", JSON.parse(kept)));
    // Rules that the program was started with are for a new game.
    if (about.given && state?.rules !== about.rules[0].name)
      get("setup", HTMLDetailsElement).open = true;
  } catch {
    // A game of another version cannot continue.
    localStorage.removeItem(KEPT);
  }
}
