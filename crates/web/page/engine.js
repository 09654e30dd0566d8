// The engine behind the page: a wasm module in a worker, or the program that serves the page.
// Requests and answers: crates/web/ENGINE.md.
import { engine as kind } from "./config.js";
import { language, say } from "./words.js";

/**
 * @typedef {{tile: string, words: string, copies: number}} TileKind
 * @typedef {{name: string, base: string, options: string[], tiles: TileKind[], max_players: number,
 *   opening_min: number, owners: boolean, in_order: boolean}} Rules
 * @typedef {{key: string, heading: string, sentence: string, doc: string, values: string,
 *   kind: "yes-no" | "choice" | "number" | "text", choices: string[], value: string, base: string}}
 *   RuleField
 * @typedef {{field: string, message: string}} RuleFault
 * @typedef {Rules & {fields: RuleField[], toml: string}} ShownRules
 * @typedef {{set: string, words: string, now: boolean}} Way
 * @typedef {{table: {set: string, tiles: string[], reading: string | null, ways: Way[]}[],
 *   rack: string[]}} Typed
 * @typedef {{name: string, person: string, others: string[], bot: string, about: string,
 *   rating: number, lively: boolean}} Level
 * @typedef {{rules: Rules[], given: boolean, levels: Level[], default_level: string,
 *   version: number}} About
 * @typedef {{who: string, person: boolean, last: string | null, place: number | null,
 *   points: number | null, tiles: number, opened: boolean, rack: string | null}} SeatState
 * @typedef {{tile: string, laid: boolean, fresh: boolean, stands?: string}} TileState
 * @typedef {{tile: string, begins: boolean, drawn: boolean}} RackTile
 * @typedef {{tiles: TileState[], legal: boolean, owner: number | null, changed: boolean,
 *   reading: string | null, ways: Way[]}} SetState
 * @typedef {{undo: boolean, redo: boolean, reset: boolean, end: boolean, draw: boolean, pass:
 *   boolean, put_back: string | null, redeal: string | null}} Abilities
 * @typedef {{game: number, rules: string, stage: "person" | "bot" | "over", to_move: number | null,
 *   me: number,
 *   seats: SeatState[], pool: number, rack: RackTile[],
 *   by_value: boolean,
 *   table: SetState[], laid: number, can: Abilities, wrong: string | null,
 *   opening: {points: number, needed: number} | null, said: string | null, log: string[], results:
 *   string[] | null}} GameState
 * @typedef {{rack: string} | {set: number, at: number}} Pick
 * @typedef {number | "new" | "rack"} Place
 * @typedef {{plan: string, saved: string, names?: string[]}} SavedGame
 * @typedef {{step: string, text: string, tiles?: string, set?: string}} Step
 * @typedef {{status: string, tiles: number | null, value: number | null, played: string | null,
 *   table: string[] | null,
 *   owners?: (number | null)[], opening_value: number | null, micros: number, hint?: string,
 *   steps?: Step[] | null}} BestAnswer
 * @typedef {{status: string, plays: {tiles: number, value: number, played: string}[], rest:
 *   string}} PlaysAnswer
 * @typedef {{draw: string, unseen: number, tiles?: number, value?: number, played?: string,
 *   goes_out: boolean}} Draw
 * @typedef {{status: string, now: {tiles: number} | null, draws: Draw[], unseen: number, going_out:
 *   number}} DrawsAnswer
 * @typedef {{block: number, game: number, bots: string[], turns: number, winners: number[]}}
 *   ListedGame
 * @typedef {{rules: string, games: ListedGame[], more: number}} GameList
 * @typedef {{turn: number, seat: number, bot: string, action: string, tiles: string, table: string,
 *   racks: string[],
 *   pool: number}} ReplayTurn
 * @typedef {{bots: string[], starter: number, racks: string[], pool: number, turns: ReplayTurn[],
 *   results: {win_share: number, score: number}[]}} ReplayedGame
 * @typedef {{played: string, steps: {text: string, table: string[]}[]}} BestTurn
 * @typedef {{action: string, tiles: string, table: string | null}} Deed
 * @typedef {"best" | "unclear" | "slip" | "mistake" | "blunder"} Grade
 * @typedef {{turn: number, own_turn: number, opened: boolean, rack: string, table: string, pool:
 *   number, smallest_rack: number, done: Deed,
 *   model: Deed | null, solver: {tiles: number, value: number, goes_out: boolean, played: string},
 *   deals: number,
 *   win_rate: number | null, win_rate_ci: [number, number] | null, loss: number | null, loss_ci:
 *   [number, number] | null,
 *   grade: Grade, basis: string, verdict: string, why: string | null}} GradedTurn
 * @typedef {{done: boolean, progress: number, headline: string, who: string | null,
 *   remarks: string[],
 *   losses: string[], explained: string, can_try: boolean, rules: Rules,
 *   review: {seat: number, bot: string, model: string, complete: boolean, turned_on: string[],
 *   costliest: number[], turns: GradedTurn[]}}} ReviewState
 * @typedef {{position: {id: string, table: string[], rack: string, opened: boolean}, tiles: number,
 *   goes_out: boolean,
 *   steps: number, grade: number}} PuzzleLine
 */

/** Milliseconds between two questions about a job. The program waits so long for its end. */
const WAIT = kind === "http" ? 500 : 100;

/** Milliseconds between two looks at what a job knows so far. */
const LOOK = 1000;

/** Most bytes of a file, whose base64 the program takes. */
const MOST_BYTES = kind === "http" ? 24_000_000 : 300_000_000;

/** Where a file goes that is opened, in words. */
export const sentTo = () => say(kind === "http" ? "file-stays-on-machine" : "file-stays-in-page");

/** An engine's refusal of a request. */
export class EngineError extends Error {}

/** @typedef {{resolve: (text: string) => void, reject: (error: Error) => void}} Waiting */

/** @type {Map<number, Waiting>} */
const waiting = new Map();
/** @type {Worker | null} */
let worker = null;
let last = 0;

/** @param {number} id @param {string} text @returns {Promise<string>} */
function askWorker(id, text) {
  if (!worker) {
    const begun = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    begun.onmessage = ({ data }) => {
      waiting.get(data.id)?.resolve(data.answer);
      waiting.delete(data.id);
    };
    // The next question starts another worker.
    begun.onerror = (event) => {
      begun.terminate();
      if (worker !== begun) return;
      worker = null;
      for (const { reject } of waiting.values())
        reject(new EngineError(event.message || say("engine-not-started")));
      waiting.clear();
    };
    worker = begun;
  }
  const running = worker;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    running.postMessage({ id, text });
  });
}

/** @param {string} text @returns {Promise<string>} */
async function askProgram(text) {
  const answer = await fetch("engine", { method: "POST", body: text }).catch(() => null);
  if (!answer) throw new EngineError(say("engine-silent"));
  if (!answer.ok)
    throw new EngineError(
      say("engine-refuses", { status: `${answer.status} ${answer.statusText}`.trim() }),
    );
  return answer.text();
}

/**
 * Sends a request and returns its answer.
 * @param {string} ask
 * @param {object} [content]
 * @returns {Promise<any>}
 */
export async function ask(ask, content = {}) {
  const id = ++last;
  const text = JSON.stringify({ id, language: language(), ask, with: content });
  const answer = JSON.parse(await (kind === "http" ? askProgram(text) : askWorker(id, text)));
  if (answer.error !== undefined) throw new EngineError(answer.error);
  return answer.answer;
}

/**
 * The bytes of a file, as requests hold them.
 * @param {Blob} file
 * @returns {Promise<string>}
 */
export async function base64(file) {
  if (file.size > MOST_BYTES)
    throw new EngineError(
      say("file-too-large", { size: Math.ceil(file.size / 1e6), most: MOST_BYTES / 1e6 }),
    );
  const reader = new FileReader();
  reader.readAsDataURL(file);
  await new Promise((done, fail) => {
    reader.onload = done;
    reader.onerror = () => fail(new EngineError(say("file-unreadable")));
  });
  return String(reader.result).split(",")[1] ?? "";
}

/**
 * Sends a request that may take long as a job: others are answered meanwhile.
 * @param {string} name
 * @param {object} content
 * @param {() => boolean} wanted whether the answer is still wanted
 * @param {(so_far: any) => void} seen is given what is known so far, now and then
 * @returns {Promise<any>} the answer; null if it is no longer wanted
 */
export async function work(name, content, wanted = () => true, seen = () => {}) {
  const { job } = await ask("start", { ask: name, with: content });
  let looked = performance.now();
  while (wanted()) {
    const so_far = performance.now() - looked > LOOK;
    const wait = kind === "http" ? WAIT : 0;
    const { done, answer } = await ask("job", { job, wait, so_far });
    if (done) return wanted() ? answer : null;
    if (answer && wanted()) seen(answer);
    if (answer) looked = performance.now();
    // The worker goes on by itself.
    if (kind !== "http") await new Promise((next) => setTimeout(next, WAIT));
  }
  await ask("cancel", { job });
  return null;
}
