// The Review view: grades a recorded game turn by turn while the engine plays deals out. It shows
// the win chance as a curve and the costliest turns, each of which can be tried again.
import { EngineError, ask, base64, work } from "./engine.js";
import { count, el, get, sentence, setRow, setsOf, tileRow, tilesOf } from "./tiles.js";

/**
 * @typedef {import("./engine.js").ReviewState} ReviewState
 * @typedef {import("./engine.js").GradedTurn} GradedTurn
 * @typedef {import("./engine.js").GameState} GameState
 */

/** Shapes and words of the grades, which do not rely on colour alone. */
const MARKS = { best: "✓", good: "○", slip: "△", blunder: "✕", unclear: "?" };

/** The name of a person in records. */
const PERSON = "person";

/** Work of a closer look, in turns of the playouts; the first look has 60,000. */
const CLOSER = 480_000;

/** @type {(state: GameState) => Promise<void>} */
let playOn;
/**
 * The last reviewed game.
 * @type {{block: number, game: number, seat?: number, work?: number, again?: boolean} | null}
 */
let last = null;
/** The turns whose curve is shown. @type {GradedTurn[]} */
let drawn = [];
/** The number of the running review; an older review stops when it changes. */
let running = 0;

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/**
 * Reviews a game of the open record.
 * @param {{block: number, game: number, seat?: number, work?: number, again?: boolean}} which
 */
export async function review(which) {
  const mine = ++running;
  last = which;
  const error = get("r-error", HTMLElement);
  error.textContent = "";
  for (const id of ["r-none", "r-shown"]) get(id, HTMLElement).hidden = true;
  get("r-at-work", HTMLElement).hidden = false;
  get("r-progress", HTMLProgressElement).value = 0;
  get("r-status", HTMLElement).textContent =
    "Every turn is compared with what a strong bot would have done.";
  try {
    const state = await work("review", which, () => mine === running, show);
    if (state) show(state);
  } catch (problem) {
    if (!(problem instanceof EngineError)) throw problem;
    if (mine !== running) return;
    get("r-at-work", HTMLElement).hidden = true;
    error.textContent = problem.message;
  }
}

/** Reviews the person's game of a record. @param {Blob} record */
export async function reviewRecord(record) {
  const list = await ask("open", { bytes: await base64(record) });
  const { block, game } = list.games[0];
  await review({ block, game });
}

/** @param {ReviewState} state */
function show(state) {
  const { review: found, done, progress } = state;
  get("r-at-work", HTMLElement).hidden = done;
  get("r-progress", HTMLProgressElement).value = progress;
  get("r-closer", HTMLElement).hidden = !done || last?.work !== undefined || found.unclear === 0;
  if (done) get("r-status", HTMLElement).textContent = "The review is done.";
  get("r-shown", HTMLElement).hidden = false;
  get("r-who", HTMLElement).textContent =
    found.bot === PERSON ? "Your turns" : `The turns of seat ${found.seat} (${found.bot})`;
  get("r-headline", HTMLElement).textContent = fullSentence(state.headline);
  get("r-meanings", HTMLElement).textContent = state.explained;
  drawn = found.turns;
  drawCurve();
  // The list waits until the end: cards that still change would jump about while being read.
  const costliest = get("r-costliest", HTMLElement);
  if (done) {
    const cards = found.costliest.map((turn) =>
      lesson(state, found.turns[turn], state.remarks[turn]),
    );
    costliest.replaceChildren(
      ...(cards.length > 0 ? cards : [el("p", {}, "No turn clearly cost anything.")]),
    );
  } else {
    costliest.replaceChildren(
      el("p", { className: "hint-text" }, "They are known once the review is done."),
    );
  }
  get("r-turns", HTMLElement).replaceChildren(
    ...found.turns.map((turn, at) => row(turn, state.losses[at])),
  );
}

/** A remark of the engine as a sentence. @param {string} remark */
const fullSentence = (remark) => `${remark.charAt(0).toUpperCase()}${remark.slice(1)}.`;

/** @param {{action: string, tiles: string}} deed */
const words = ({ action, tiles }) => `${action} ${tiles}`.trim();

/** @param {GradedTurn} turn @param {string} loss */
function row(turn, loss) {
  const model = turn.model === null ? "–" : turn.why === null ? "the same" : words(turn.model);
  const most = turn.solver.goes_out
    ? "the whole rack"
    : turn.solver.tiles === 0
      ? "nothing"
      : count(turn.solver.tiles, "tile");
  const chance = turn.win_rate === null ? "–" : percent(turn.win_rate);
  const cell = (
    /** @type {string} */ label,
    /** @type {string} */ className,
    /** @type {Node | string} */ content,
  ) =>
    el(
      "td",
      { className, "data-label": label },
      ...(typeof content === "string" ? sentence(content) : [content]),
    );
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, String(turn.own_turn)),
    cell("Played", "words", words(turn.done)),
    cell("The model", "words", model),
    cell("At most", "words", most),
    cell("Win", "num", chance),
    cell("Lost, %", "num", loss),
    cell("Grade", "words", grade(turn)),
  );
}

/** @param {GradedTurn} turn */
const grade = ({ grade }) =>
  el(
    "span",
    { className: `grade ${grade}` },
    el("span", { "aria-hidden": "true" }, MARKS[grade]),
    ` ${grade}`,
  );

/** @param {string} name @param {Record<string, string | number>} props @param {...Node} children */
function svg(name, props, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(props)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The width of the curve. A new width redraws the curve, so that its words keep their size. */
const curveWidth = () => Math.max(280, Math.min(820, get("r-curve", HTMLElement).clientWidth));

function drawCurve() {
  const width = curveWidth();
  const place = get("r-curve", HTMLElement);
  place.dataset.width = String(width);
  place.replaceChildren(...curve(drawn, width));
}

function followWidth() {
  const place = get("r-curve", HTMLElement);
  new ResizeObserver(() => {
    if (place.clientWidth > 0 && drawn.length > 0 && place.dataset.width !== String(curveWidth()))
      drawCurve();
  }).observe(place);
}

/**
 * The win chance after each own turn, with its interval and the grade.
 * @param {GradedTurn[]} turns
 * @param {number} width
 */
function curve(turns, width) {
  const known = turns.filter((turn) => turn.win_rate !== null);
  if (known.length === 0)
    return [el("p", { className: "hint-text" }, "Nothing was played out yet.")];
  const [height, left, top] = [210, 46, 12];
  const last = Math.max(...turns.map((turn) => turn.own_turn), 2);
  const x = (/** @type {GradedTurn} */ turn) =>
    left + ((turn.own_turn - 1) / (last - 1)) * (width - left - 14);
  const y = (/** @type {number} */ share) => top + (1 - share) * (height - top - 34);
  const lines = [0, 0.5, 1].flatMap((share) => [
    svg("line", {
      class: share === 0.5 ? "zero" : "grid",
      x1: left,
      x2: width - 6,
      y1: y(share),
      y2: y(share),
    }),
    svg(
      "text",
      { class: "tick", x: left - 6, y: y(share) + 4, "text-anchor": "end" },
      new Text(percent(share)),
    ),
  ]);
  const upper = known.map((turn) => `${x(turn)},${y(turn.win_rate_ci?.[1] ?? 0)}`);
  const lower = known.map((turn) => `${x(turn)},${y(turn.win_rate_ci?.[0] ?? 0)}`).reverse();
  const points = known.map((turn) => `${x(turn)},${y(turn.win_rate ?? 0)}`);
  const marks = known
    .filter((turn) => turn.grade === "slip" || turn.grade === "blunder")
    .map((turn) =>
      svg(
        "text",
        {
          class: `grade-mark ${turn.grade}`,
          x: x(turn),
          y: y(turn.win_rate ?? 0) + 5,
          "text-anchor": "middle",
        },
        new Text(MARKS[turn.grade]),
      ),
    );
  const ticks = [1, last].map((turn) =>
    svg(
      "text",
      {
        class: "tick",
        y: height - 12,
        "text-anchor": turn === 1 ? "start" : "end",
        x: turn === 1 ? left : width - 14,
      },
      new Text(turn === 1 ? "own turn 1" : String(turn)),
    ),
  );
  const first = known[0];
  const final = known[known.length - 1];
  const after = (/** @type {GradedTurn} */ turn) =>
    `${percent(turn.win_rate ?? 0)} after turn ${turn.own_turn}`;
  const label =
    `Win chance by own turn: ${after(first)}, ${after(final)}. ` +
    "The table below has every turn.";
  return [
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
      ...lines,
      svg("polygon", { class: "band", points: [...upper, ...lower].join(" ") }),
      svg("polyline", { class: "series", points: points.join(" ") }),
      ...marks,
      ...ticks,
    ),
  ];
}

/** @param {ReviewState} state @param {GradedTurn} turn @param {string} remark */
function lesson(state, turn, remark) {
  const table = (/** @type {string} */ text, /** @type {string} */ old) => {
    const before = setsOf(old);
    const rows = setsOf(text).map((set) => {
      const at = before.indexOf(set);
      if (at >= 0) before.splice(at, 1);
      return setRow(set, at < 0 && old !== "" ? "set changed" : "set");
    });
    return el(
      "div",
      { className: "felt" },
      ...(rows.length > 0 ? rows : [el("p", { className: "empty" }, "The table is empty.")]),
    );
  };
  const part = (/** @type {string} */ title, /** @type {HTMLElement} */ shown) => [
    el("h4", {}, title),
    shown,
  ];
  const again = el("button", { type: "button", className: "main" }, "Try it yourself");
  again.addEventListener("click", async () => {
    const first = await ask("try", { turn: turn.turn });
    location.hash = "#play";
    await playOn(first);
  });
  const better = turn.model?.table ?? null;
  return el(
    "article",
    { className: "card" },
    el("h3", {}, ...sentence(`Turn ${turn.own_turn}: ${words(turn.done)} `), grade(turn)),
    el("p", {}, ...sentence(fullSentence(remark))),
    ...part("Your rack", el("div", { className: "own-rack" }, tileRow(tilesOf(turn.rack), "set"))),
    ...part("The table before", table(turn.table, "")),
    ...(turn.done.table ? part("The table after", table(turn.done.table, turn.table)) : []),
    ...(better
      ? part("Better", table(better, turn.table))
      : [el("p", {}, ...sentence(`Better: ${turn.model ? words(turn.model) : ""}.`))]),
    ...(state.can_try ? [el("p", { className: "actions still" }, again)] : []),
  );
}

/** @param {(state: GameState) => Promise<void>} play continues a game */
export function openReview(play) {
  playOn = play;
  followWidth();
  get("r-closer", HTMLButtonElement).addEventListener("click", () => {
    if (last) void review({ ...last, work: CLOSER, again: true });
  });
}
