// The Learn view: lessons, exercises that follow the player's strength, and costly turns of own
// games, each one turn on a board of its own. The browser keeps which exercises are solved.
import { ask } from "./engine.js";
import { store, stored } from "./links.js";
import { moveTiles, spots } from "./motion.js";
import { dueTurns, ownTurns, practised } from "./practice.js";
import { Board } from "./table.js";
import { el, get, sentence } from "./tiles.js";
import { ENOUGH, fitting, strengthOfTries, tried, tries } from "./tries.js";
import { Turns } from "./turns.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {{id: string, position: {table: string[], rack: string, opened: boolean},
 *   tiles?: number, better?: string}} Exercise
 * @typedef {Exercise & {tiles: number, grade: number, goes_out: boolean, steps: number}} Puzzle
 */

/** The storage key of the solved exercises. */
const KEPT = "rummilab.learn";

/** The positions of the lessons; the catalogue has their texts. @type {Exercise[]} */
const LESSONS = [
  { tiles: 3, position: { table: [], rack: "R7 B7 K7 O2 O11", opened: true } },
  {
    tiles: 3,
    position: { table: ["O4 O5 O6"], rack: "B3 B4 B5 R10 B10 K10 O7 R2", opened: false },
  },
  {
    tiles: 2,
    position: { table: ["R4 R5 R6 R7", "B12 K12 O12"], rack: "B4 O4 K9", opened: true },
  },
  { tiles: 3, position: { table: ["R8 R9 J"], rack: "R10 B5 K5", opened: true } },
  { tiles: 3, position: { table: ["R4 R5 R6", "R3 B3 K3 O3"], rack: "R7 K4 K5", opened: true } },
].map((lesson, at) => ({ ...lesson, id: `lesson-${at + 1}` }));

/** Hints of an exercise: how much can be laid, where, and the turn itself. */
const HINTS = 3;

/** @type {Puzzle[]} */
let puzzles = [];
/** @type {Board} */
let board;
/** @type {Turns} */
let turns;
/** @type {GameState | null} */
let state = null;
let chosen = "";
let hints = 0;
/** Whether it is known how this try went: by the first hint, the first turn, or the next choice. */
let told = false;

/** @returns {string[]} */
function solved() {
  try {
    return JSON.parse(stored(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} id */
const keep = (id) => store(KEPT, JSON.stringify([...new Set([...solved(), id])]));

/** @returns {Exercise[]} */
const all = () => [...LESSONS, ...ownTurns(), ...puzzles];

/** @param {string} id */
const ownTurn = (id) => ownTurns().find((turn) => turn.id === id);

/** What an exercise is called. @param {Exercise} exercise */
const titleOf = ({ id }) => {
  const number = puzzles.findIndex((puzzle) => puzzle.id === id) + 1;
  if (number > 0) return say("learn-exercise", { number });
  return ownTurn(id) ? say("learn-own") : say(id);
};

/** What is to be done. @param {Exercise} exercise */
const taskOf = ({ id }) => {
  const own = ownTurn(id);
  if (own) {
    const { played, grade, pool, others } = own;
    const words = { played, grade, pool, others };
    return say(played === "" ? "learn-own-waited" : "learn-own-laid", words);
  }
  const puzzle = puzzles.find((puzzle) => puzzle.id === id);
  if (!puzzle) return say(`${id}-text`);
  const { goes_out, tiles, steps } = puzzle;
  return goes_out
    ? say("learn-go-out", { count: tiles })
    : say("learn-lay", { count: tiles, steps });
};

/** Keeps how the first attempt at the chosen exercise went. @param {boolean} won */
function went(won) {
  if (told) return;
  told = true;
  const puzzle = puzzles.find(({ id }) => id === chosen);
  if (puzzle) tried(puzzle, won);
  else practised(chosen, won, Date.now());
}

/** Shows title and task of the chosen exercise. */
function tell() {
  const exercise = all().find(({ id }) => id === chosen);
  if (!exercise) return;
  get("l-title", HTMLElement).textContent = titleOf(exercise);
  get("l-text", HTMLElement).replaceChildren(...sentence(taskOf(exercise)));
}

/** @param {GameState} next */
function show(next) {
  const root = get("l-board", HTMLElement);
  const old = state?.game === next.game ? spots(root) : [];
  state = next;
  const open = next.stage === "person";
  board.show(next, open);
  const set = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    get(id, HTMLButtonElement).disabled = !on;
  };
  set("l-end", next.can.end);
  set("l-undo", next.can.undo);
  set("l-redo", next.can.redo);
  set("l-reset", next.can.reset);
  set("l-hint", open);
  get("l-wait", HTMLElement).hidden = !(open && exerciseWaits());
  set("l-wait", next.can.draw);
  get("l-hint", HTMLButtonElement).textContent = say("hint", { given: hints });
  if (next.said) turns.say(next.said);
  const wrong = get("l-wrong", HTMLElement);
  wrong.replaceChildren(...sentence(next.wrong ?? (next.can.end ? say("learn-legal") : "")));
  wrong.classList.toggle("good", next.can.end);
  const opening = get("l-opening", HTMLElement);
  opening.textContent = open && next.opening ? say("opening-points", next.opening) : "";
  get("l-next", HTMLButtonElement).classList.toggle("main", !open);
  if (!open) {
    went(true);
    if (!ownTurn(chosen)) keep(chosen);
    lists();
  }
  void moveTiles(root, old, null, 160);
}

/** @param {string} id */
async function choose(id) {
  const exercise = all().find((one) => one.id === id);
  if (!exercise) return;
  chosen = id;
  hints = 0;
  told = false;
  // The engine keeps so many games only; this exercise is no longer one of them.
  if (state) void ask("close", { game: state.game });
  state = null;
  tell();
  turns.say("");
  get("l-exercise", HTMLElement).hidden = false;
  lists();
  const { position, tiles, better } = exercise;
  const target = better === undefined ? { tiles } : { better };
  await turns.take(() => ask("puzzle", { position, ...target }));
}

/** Whether the chosen exercise may be solved by waiting. */
const exerciseWaits = () => ownTurn(chosen) !== undefined;

/** The exercise after the chosen one: lessons first, own turns that are due, what fits, the rest. */
function following() {
  const list = all();
  const at = list.findIndex(({ id }) => id === chosen);
  const lesson = at >= 0 && at + 1 < LESSONS.length ? LESSONS[at + 1] : null;
  const due = dueTurns(Date.now()).find(({ id }) => id !== chosen);
  const unsolved = puzzles.find(({ id }) => id !== chosen && !solved().includes(id));
  const next = list[(at + 1) % list.length];
  return (lesson ?? due ?? fitting(puzzles.filter(({ id }) => id !== chosen)) ?? unsolved ?? next)
    .id;
}

function lists() {
  const done = solved();
  const button = (
    /** @type {{id: string}} */ { id },
    /** @type {string} */ text,
    /** @type {string} */ label,
  ) => {
    const there = done.includes(id);
    const made = el(
      "button",
      {
        type: "button",
        className: there ? "done" : "",
        data: { exercise: id },
        "aria-label": there ? say("learn-solved-label", { label }) : label,
        "aria-current": id === chosen ? "true" : null,
      },
      `${there ? "✓ " : ""}${text}`,
    );
    made.addEventListener(
      "click",
      () =>
        void choose(id).then(() =>
          get("l-exercise", HTMLElement).scrollIntoView({ block: "nearest" }),
        ),
    );
    return made;
  };
  const focus =
    document.activeElement instanceof HTMLElement
      ? document.activeElement.dataset.exercise
      : undefined;
  get("l-lessons", HTMLElement).replaceChildren(
    ...LESSONS.map((lesson, at) => {
      const words = { number: at + 1, title: titleOf(lesson) };
      const text = say("learn-lesson", words);
      return el("li", {}, button(lesson, text, say("learn-lesson-label", words)));
    }),
  );
  const grades = [...new Set(puzzles.map(({ grade }) => grade))];
  let number = 0;
  get("l-puzzles", HTMLElement).replaceChildren(
    ...grades.flatMap((grade) => {
      const of = puzzles.filter((puzzle) => puzzle.grade === grade);
      const last = grade === grades.length;
      const steps = say(last ? "learn-steps-or-more" : "learn-steps", { steps: grade });
      return [
        el("h3", {}, steps),
        el(
          "div",
          { className: "exercises" },
          ...of.map((puzzle) => {
            number++;
            const label = say("learn-exercise-label", { number, steps });
            return button(puzzle, String(number), label);
          }),
        ),
      ];
    }),
  );
  const own = ownTurns();
  const due = dueTurns(Date.now());
  get("l-own", HTMLElement).replaceChildren(
    ...own.map((turn, at) => {
      const now = due.some(({ id }) => id === turn.id) ? "yes" : "no";
      const label = say("learn-own-label", { number: at + 1, now });
      return button(turn, `${at + 1}${now === "yes" ? " •" : ""}`, label);
    }),
  );
  get("l-due", HTMLElement).textContent =
    own.length === 0 ? say("learn-own-none") : say("learn-own-due", { count: due.length });
  const { rating, low, high } = strengthOfTries();
  const count = tries().length;
  get("l-rating", HTMLElement).textContent =
    count < ENOUGH
      ? say("learn-rating-soon", { count: ENOUGH - count })
      : say("learn-rating", { rating, low, high });
  get("l-count", HTMLElement).textContent = say("learn-count", {
    solved: puzzles.filter(({ id }) => done.includes(id)).length,
    all: puzzles.length,
  });
  if (focus)
    document
      .querySelector(/** @type {"button"} */ (`button[data-exercise="${CSS.escape(focus)}"]`))
      ?.focus({ preventScroll: true });
}

async function hint() {
  if (!state || turns.busy) return;
  const { game } = state;
  const now = hints;
  hints = Math.min(hints + 1, HINTS - 1);
  went(false);
  if (now < 2) {
    if ((await turns.take(() => ask("command", { game, command: "hint" }))) && now === 1)
      await turns.point(state);
    return;
  }
  await turns.explain(state, get("l-board", HTMLElement), 220);
}

/** @param {string} text */
const command = (text) => turns.take(() => ask("command", { game: state?.game, command: text }));

/** Ends the turn; one that does not solve the exercise is a try that failed. @param {string} text */
async function end(text) {
  if ((await command(text)) && state?.stage === "person") {
    went(false);
    lists();
  }
}

/** Reads the exercises when the view is first shown. */
export async function showLearn() {
  // A review may have left turns to practise.
  if (puzzles.length > 0) return lists();
  const lines = await ask("puzzles");
  puzzles = lines.map((/** @type {import("./engine.js").PuzzleLine} */ line) => ({
    ...line,
    id: `${line.position.id}`,
    position: {
      table: line.position.table,
      rack: line.position.rack,
      opened: line.position.opened,
    },
  }));
  lists();
  const lesson = LESSONS.find(({ id }) => !solved().includes(id));
  await choose(lesson?.id ?? following());
}

export function openLearn() {
  board = new Board(get("l-board", HTMLElement), {
    move: (tiles, to) => void turns.take(() => ask("move", { game: state?.game, tiles, to })),
    fits: (tiles) => ask("fits", { game: state?.game, tiles }),
    command: (text) => void command(text),
  });
  turns = new Turns("learn", "l-said", board, show);
  onLanguage(() => {
    if (puzzles.length === 0) return;
    lists();
    tell();
    turns.say("");
    if (state) void turns.take(() => ask("state", { game: state?.game }));
  });
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    get(id, HTMLButtonElement).addEventListener("click", act);
  on("l-end", () => void end("end"));
  on("l-wait", () => void end("draw"));
  for (const name of ["undo", "redo", "reset"]) on(`l-${name}`, () => void command(name));
  on("l-hint", () => void hint());
  on("l-next", () => void choose(following()));
}
