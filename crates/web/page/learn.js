// The Learn view: five lessons and fifty exercises, each one turn on a board of its own. The
// browser keeps which exercises are solved.
import { ask } from "./engine.js";
import { store, stored } from "./links.js";
import { moveTiles, spots } from "./motion.js";
import { Board } from "./table.js";
import { count, el, get, sentence } from "./tiles.js";
import { Turns } from "./turns.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {{title: string, text: string, position: {table: string[], rack: string, opened:
 *   boolean}, tiles: number}} Exercise
 */

/** The storage key of the solved exercises. */
const KEPT = "rummilab.learn";

/** @type {Exercise[]} */
const LESSONS = [
  {
    title: "A set",
    tiles: 3,
    position: { table: [], rack: "R7 B7 K7 O2 O11", opened: true },
    text:
      "A group is three or four tiles of one value, each of another colour. A run is three or " +
      "more of one colour in a row, such as red 3, 4, 5. Your rack holds one group. Click its " +
      "tiles or drag them to the table, then check.",
  },
  {
    title: "An opening",
    tiles: 3,
    position: { table: ["O4 O5 O6"], rack: "B3 B4 B5 R10 B10 K10 O7 R2", opened: false },
    text:
      "The first time you lay, your own sets must be worth 30 points, each tile its value. " +
      "Before that you may add nothing to the table. The run of blue 3, 4, 5 is worth 12 only. " +
      "In a game, a player who lays nothing draws a tile.",
  },
  {
    title: "A rearrangement",
    tiles: 2,
    position: { table: ["R4 R5 R6 R7", "B12 K12 O12"], rack: "B4 O4 K9", opened: true },
    text:
      "Once you have opened, everything on the table may be moved, as long as only complete sets " +
      "lie there at the end. The red run can spare its 4.",
  },
  {
    title: "A joker",
    tiles: 3,
    position: { table: ["R8 R9 J"], rack: "R10 B5 K5", opened: true },
    text:
      "A joker stands for any tile. The one on the table stands for red 10. Lay your red 10 in " +
      "its place, and use the joker with your two 5s.",
  },
  {
    title: "Going out",
    tiles: 3,
    position: { table: ["R4 R5 R6", "R3 B3 K3 O3"], rack: "R7 K4 K5", opened: true },
    text:
      "Lay the last tile of your rack, and you win. Three tiles are left, and all of them can go: " +
      "the group of 3s can spare one.",
  },
];

/** The label of the hint button before each hint. */
const HINTS = ["Hint", "Hint: where?", "Hint: show me"];

/** @type {(Exercise & {id: string, grade: number, goes_out: boolean})[]} */
let puzzles = [];
/** @type {Board} */
let board;
/** @type {Turns} */
let turns;
/** @type {GameState | null} */
let state = null;
let chosen = "";
let hints = 0;

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

const all = () => [
  ...LESSONS.map((lesson, at) => ({ ...lesson, id: `lesson-${at + 1}` })),
  ...puzzles,
];

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
  get("l-hint", HTMLButtonElement).textContent = HINTS[Math.min(hints, HINTS.length - 1)];
  if (next.said) turns.say(next.said);
  const wrong = get("l-wrong", HTMLElement);
  wrong.replaceChildren(...sentence(next.wrong ?? (next.can.end ? "This is legal." : "")));
  wrong.classList.toggle("good", next.can.end);
  const opening = get("l-opening", HTMLElement);
  opening.textContent =
    open && next.opening
      ? `Your opening: ${next.opening.points} of ${next.opening.needed} points`
      : "";
  get("l-next", HTMLButtonElement).classList.toggle("main", !open);
  if (!open) {
    keep(chosen);
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
  // The engine keeps so many games only; this exercise is no longer one of them.
  if (state) void ask("close", { game: state.game });
  state = null;
  get("l-title", HTMLElement).textContent = exercise.title;
  get("l-text", HTMLElement).textContent = exercise.text;
  turns.say("");
  get("l-exercise", HTMLElement).hidden = false;
  lists();
  await turns.take(() => ask("puzzle", { position: exercise.position, tiles: exercise.tiles }));
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
        "aria-label": `${label}${there ? ", solved" : ""}`,
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
    ...LESSONS.map((lesson, at) =>
      el(
        "li",
        {},
        button(
          { id: `lesson-${at + 1}` },
          `${at + 1}. ${lesson.title}`,
          `Lesson ${at + 1}: ${lesson.title}`,
        ),
      ),
    ),
  );
  const grades = [...new Set(puzzles.map(({ grade }) => grade))];
  let number = 0;
  get("l-puzzles", HTMLElement).replaceChildren(
    ...grades.flatMap((grade) => {
      const of = puzzles.filter((puzzle) => puzzle.grade === grade);
      const steps =
        grade === grades.length ? `${count(grade, "step")} or more` : count(grade, "step");
      return [
        el("h3", {}, steps),
        el(
          "div",
          { className: "exercises" },
          ...of.map((puzzle) => {
            number++;
            return button(puzzle, String(number), `Exercise ${number}, ${steps}`);
          }),
        ),
      ];
    }),
  );
  get("l-count", HTMLElement).textContent =
    `${puzzles.filter(({ id }) => done.includes(id)).length} of ${puzzles.length} solved.`;
  if (focus)
    document
      .querySelector(/** @type {"button"} */ (`button[data-exercise="${focus}"]`))
      ?.focus({ preventScroll: true });
}

async function hint() {
  if (!state || turns.busy) return;
  const { game } = state;
  const now = hints;
  hints = Math.min(hints + 1, HINTS.length - 1);
  if (now < 2) {
    if ((await turns.take(() => ask("command", { game, command: "hint" }))) && now === 1)
      await turns.point(state);
    return;
  }
  await turns.explain(state, get("l-board", HTMLElement), 220);
}

/** @param {string} text */
const command = (text) => turns.take(() => ask("command", { game: state?.game, command: text }));

/** Reads the exercises when the view is first shown. */
export async function showLearn() {
  if (puzzles.length > 0) return;
  const lines = await ask("puzzles");
  puzzles = lines.map(
    (
      /** @type {import("./engine.js").PuzzleLine} */ { position, tiles, goes_out, grade, steps },
      /** @type {number} */ at,
    ) => ({
      id: `${position.id}`,
      grade,
      goes_out,
      tiles,
      title: `Exercise ${at + 1}`,
      text: goes_out
        ? `Go out: lay all ${tiles} tiles of your rack.`
        : `Lay ${count(tiles, "tile")}. It takes about ${count(steps, "step")}.`,
      position: { table: position.table, rack: position.rack, opened: position.opened },
    }),
  );
  lists();
  await choose(all().find(({ id }) => !solved().includes(id))?.id ?? "lesson-1");
}

export function openLearn() {
  board = new Board(get("l-board", HTMLElement), {
    move: (tiles, to) => void turns.take(() => ask("move", { game: state?.game, tiles, to })),
    fits: (tiles) => ask("fits", { game: state?.game, tiles }),
    command: (text) => void command(text),
  });
  turns = new Turns("learn", "l-said", board, show);
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    get(id, HTMLButtonElement).addEventListener("click", act);
  on("l-end", () => void command("end"));
  for (const name of ["undo", "redo", "reset"]) on(`l-${name}`, () => void command(name));
  on("l-hint", () => void hint());
  on("l-next", () => {
    const list = all();
    const at = list.findIndex(({ id }) => id === chosen);
    void choose(list[(at + 1) % list.length].id);
  });
}
