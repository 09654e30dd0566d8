// The Review view: grades a recorded game turn by turn while the engine plays deals out. It shows
// what the game turned on, the win chance as a curve, and the turn that is chosen on the curve.
import { EngineError, ask, base64, work } from "./engine.js";
import { learnFrom } from "./practice.js";
import { deed, el, get, sentence, setRow, setsOf, shownName, tileRow, tilesOf } from "./tiles.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {import("./engine.js").ReviewState} ReviewState
 * @typedef {import("./engine.js").GradedTurn} GradedTurn
 * @typedef {import("./engine.js").GameState} GameState
 */

/** Shapes and words of the grades, which do not rely on colour alone. */
const MARKS = { best: "✓", unclear: "?", slip: "○", mistake: "△", blunder: "✕" };

/** The name of a person in records. */
const PERSON = "person";

/** Work of a closer look, in turns of the playouts; the first look has 40,000. */
const CLOSER = 400_000;

/** @type {(state: GameState) => Promise<void>} */
let playOn;
/**
 * The last reviewed game.
 * @type {{block: number, game: number, seat?: number, work?: number, again?: boolean} | null}
 */
let last = null;
/** What is shown. @type {ReviewState | null} */
let shown = null;
/** The place of the chosen turn in the list of turns. */
let chosen = 0;
/** Whether the person has chosen a turn; until then the costliest is shown. */
let picked = false;
/** The number of the running review; an older review stops when it changes. */
let running = 0;

/** The widest interval of a win chance that is shown: that of some eleven deals. */
const WIDEST = 0.6;

/** The win chance after a turn; null while too few deals say it. @param {GradedTurn} turn */
const winChance = ({ win_rate, win_rate_ci }) =>
  win_rate_ci && win_rate_ci[1] - win_rate_ci[0] <= WIDEST ? win_rate : null;

/** @param {number} share */
const percentOf = (share) => Math.round(100 * share);

/** @param {number} share */
const percent = (share) => say("review-percent", { percent: percentOf(share) });

/**
 * Reviews a game of the open record.
 * @param {{block: number, game: number, seat?: number, work?: number, again?: boolean}} which
 */
export async function review(which) {
  const mine = ++running;
  last = which;
  shown = null;
  picked = false;
  const error = get("r-error", HTMLElement);
  error.textContent = "";
  for (const id of ["r-none", "r-shown"]) get(id, HTMLElement).hidden = true;
  get("r-at-work", HTMLElement).hidden = false;
  get("r-progress", HTMLProgressElement).value = 0;
  get("r-status", HTMLElement).textContent = say("review-begun");
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
  get("r-closer", HTMLElement).hidden =
    !done || last?.work !== undefined || found.turns.every(({ grade }) => grade !== "unclear");
  get("r-status", HTMLElement).textContent = done ? say("review-done") : say("review-so-far");
  get("r-shown", HTMLElement).hidden = false;
  get("r-who", HTMLElement).textContent =
    found.bot === PERSON
      ? say("review-yours")
      : say("review-of", { who: shownName(state.who ?? found.bot) });
  get("r-headline", HTMLElement).textContent = fullSentence(state.headline);
  get("r-turned", HTMLElement).replaceChildren(...sentence(found.turned_on.join(" ")));
  get("r-meanings", HTMLElement).textContent = state.explained;
  if (done && found.bot === PERSON) learnFrom(state, Date.now());
  const first = shown === null;
  shown = state;
  const costliest = found.costliest.map((turn) => choice(turn, found.turns[turn]));
  const none = say(done ? "review-costliest-none" : "review-costliest-not-yet");
  const place = get("r-costliest", HTMLElement);
  const news = el(
    "div",
    { className: "actions still" },
    ...(costliest.length > 0 ? costliest : [el("p", { className: "hint-text" }, none)]),
  );
  // A button that says the same stays, and keeps the focus.
  if (news.textContent !== place.textContent) place.replaceChildren(news);
  get("r-turns", HTMLElement).replaceChildren(
    ...found.turns.map((turn, at) => row(turn, state.losses[at])),
  );
  if (picked) choose(chosen);
  else choose(found.costliest[0] ?? (first ? 0 : chosen));
}

/** Shows the review again; one at work is told in the new language as it goes on. */
async function retell() {
  if (!shown) return;
  const mine = running;
  const state = shown.done ? await ask("review-on", {}) : shown;
  if (mine !== running) return;
  delete get("r-turn", HTMLElement).dataset.shown;
  show(state);
}

/** Shows a turn that the person wants to see. @param {number} at */
function pick(at) {
  picked = true;
  choose(at);
}

/** A button that shows a turn. @param {number} at @param {GradedTurn} turn */
function choice(at, turn) {
  const button = el(
    "button",
    { type: "button" },
    ...sentence(say("review-choice", { turn: turn.own_turn, deed: deed(turn.done) })),
    " ",
    grade(turn),
  );
  button.addEventListener("click", () => pick(at));
  return button;
}

/** Shows a turn with its table, and marks it on the curve. @param {number} at */
function choose(at) {
  if (!shown || shown.review.turns.length === 0) return;
  const { turns } = shown.review;
  chosen = Math.max(0, Math.min(at, turns.length - 1));
  drawCurve();
  const turn = turns[chosen];
  const slider = get("r-curve", HTMLElement);
  slider.setAttribute("aria-valuemax", String(turns.length));
  slider.setAttribute("aria-valuenow", String(chosen + 1));
  const where = { turn: turn.own_turn, verdict: turn.verdict };
  const chance = winChance(turn);
  const text =
    chance === null
      ? say("review-at-turn-unplayed", where)
      : say("review-at-turn", { ...where, percent: percentOf(chance) });
  slider.setAttribute("aria-valuetext", text);
  const shownTurn = `${turn.turn} ${turn.verdict} ${turn.deals} ${shown.done}`;
  const place = get("r-turn", HTMLElement);
  // A card that has not changed stays, with what is focused or selected in it.
  if (place.dataset.shown === shownTurn) return;
  place.dataset.shown = shownTurn;
  place.replaceChildren(lesson(shown, turn, shown.remarks[chosen]));
}

/** A remark of the engine as a sentence. @param {string} remark */
const fullSentence = (remark) => `${remark.charAt(0).toUpperCase()}${remark.slice(1)}.`;

/** @param {GradedTurn} turn @param {string} loss */
function row(turn, loss) {
  const model =
    turn.model === null ? "–" : turn.why === null ? say("review-same") : deed(turn.model);
  const most = turn.solver.goes_out
    ? say("review-most-all")
    : turn.solver.tiles === 0
      ? say("review-most-none")
      : say("tiles", { count: turn.solver.tiles });
  const share = winChance(turn);
  const chance = share === null ? "–" : percent(share);
  const cell = (
    /** @type {string} */ id,
    /** @type {string} */ className,
    /** @type {Node | string} */ content,
  ) =>
    el(
      "td",
      { className, "data-label": say(id) },
      ...(typeof content === "string" ? sentence(content) : [content]),
    );
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, String(turn.own_turn)),
    cell("review-played", "words", deed(turn.done)),
    cell("review-better", "words", model),
    cell("review-most", "words", most),
    cell("review-win", "num", chance),
    cell("review-lost", "num", loss),
    cell("review-verdict", "words", grade(turn)),
  );
}

/** @param {GradedTurn} turn */
const grade = ({ grade, verdict }) =>
  el(
    "span",
    { className: `grade ${grade}` },
    el("span", { "aria-hidden": "true" }, MARKS[grade]),
    ` ${verdict}`,
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
  if (shown) place.replaceChildren(curve(shown.review.turns, width));
}

function followWidth() {
  const place = get("r-curve", HTMLElement);
  new ResizeObserver(() => {
    if (place.clientWidth > 0 && shown && place.dataset.width !== String(curveWidth())) drawCurve();
  }).observe(place);
}

/** The left end of the curve, and the space at its right. */
const [LEFT, RIGHT] = [46, 14];

/**
 * The win chance after each own turn, with its interval and the grade. Where turns were played out
 * on too few deals there is no line.
 * @param {GradedTurn[]} turns
 * @param {number} width
 */
function curve(turns, width) {
  const [height, top] = [210, 12];
  const left = LEFT;
  const last = Math.max(turns.length, 2);
  const x = (/** @type {GradedTurn} */ turn) =>
    left + (turns.indexOf(turn) / (last - 1)) * (width - left - RIGHT);
  const y = (/** @type {number} */ share) => top + (1 - share) * (height - top - 34);
  /** The turns that were played out, in pieces without gaps. @type {GradedTurn[][]} */
  const pieces = [[]];
  for (const turn of turns) {
    if (winChance(turn) === null) pieces.push([]);
    else pieces[pieces.length - 1].push(turn);
  }
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
  const at = (/** @type {GradedTurn} */ turn, /** @type {number} */ share) =>
    `${x(turn)},${y(share)}`;
  const drawn = pieces
    .filter((piece) => piece.length > 0)
    .flatMap((piece) => {
      const upper = piece.map((turn) => at(turn, turn.win_rate_ci?.[1] ?? 0));
      const lower = piece.map((turn) => at(turn, turn.win_rate_ci?.[0] ?? 0)).reverse();
      const points = piece.map((turn) => at(turn, turn.win_rate ?? 0));
      const [alone] = piece;
      if (piece.length === 1) {
        const [cx, cy] = [x(alone), y(alone.win_rate ?? 0)];
        return [
          svg("polyline", { class: "band alone", points: [...upper, ...lower].join(" ") }),
          svg("circle", { class: "series-point", cx, cy, r: 2.5 }),
        ];
      }
      return [
        svg("polygon", { class: "band", points: [...upper, ...lower].join(" ") }),
        svg("polyline", { class: "series", points: points.join(" ") }),
      ];
    });
  const marks = turns
    .filter(({ grade, win_rate }) => win_rate !== null && !["best", "unclear"].includes(grade))
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
  const here = x(turns[chosen]);
  const cursor = svg("line", { class: "cursor", x1: here, x2: here, y1: top, y2: y(0) });
  const ticks = [1, last].map((turn) =>
    svg(
      "text",
      {
        class: "tick",
        y: height - 12,
        "text-anchor": turn === 1 ? "start" : "end",
        x: turn === 1 ? left : width - 14,
      },
      new Text(turn === 1 ? say("review-first-turn", { turn }) : String(turn)),
    ),
  );
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    ...lines,
    cursor,
    ...drawn,
    ...marks,
    ...ticks,
  );
}

/** Steps through the turns: by keys, or by a click on the curve. */
function followCurve() {
  const place = get("r-curve", HTMLElement);
  place.addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey } = event;
    const to = { ArrowLeft: chosen - 1, ArrowRight: chosen + 1, Home: 0, End: Infinity }[key];
    if (to === undefined || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    pick(to);
  });
  place.addEventListener("click", (event) => {
    const box = place.querySelector("svg")?.getBoundingClientRect();
    if (!box || !shown) return;
    const scale = curveWidth() / box.width;
    const share = ((event.clientX - box.left) * scale - LEFT) / (curveWidth() - LEFT - RIGHT);
    pick(Math.round(share * (Math.max(shown.review.turns.length, 2) - 1)));
  });
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
      ...(rows.length > 0 ? rows : [el("p", { className: "empty" }, say("table-empty"))]),
    );
  };
  const part = (/** @type {string} */ title, /** @type {HTMLElement} */ shown) => [
    el("h4", {}, title),
    shown,
  ];
  const again = el("button", { type: "button", className: "main" }, say("review-try"));
  again.addEventListener("click", async () => {
    const first = await ask("try", { turn: turn.turn });
    location.hash = "#play";
    await playOn(first);
  });
  const heading = say("review-turn", { turn: turn.own_turn, deed: deed(turn.done) });
  const better = turn.why === null ? null : (turn.model?.table ?? null);
  return el(
    "article",
    { className: "card" },
    el("h3", {}, ...sentence(heading), " ", grade(turn)),
    el("p", {}, ...sentence(fullSentence(remark))),
    ...part(
      say("review-rack", { own: state.who === null ? "yes" : "no" }),
      el("div", { className: "own-rack" }, tileRow(tilesOf(turn.rack), "set")),
    ),
    ...part(say("review-before"), table(turn.table, "")),
    ...(turn.done.table ? part(say("review-after"), table(turn.done.table, turn.table)) : []),
    ...(better
      ? part(say("review-better"), table(better, turn.table))
      : turn.why !== null && turn.model
        ? [el("p", {}, ...sentence(say("review-better-deed", { deed: deed(turn.model) })))]
        : []),
    ...(state.can_try ? [el("p", { className: "actions still" }, again)] : []),
  );
}

/** @param {(state: GameState) => Promise<void>} play continues a game */
export function openReview(play) {
  playOn = play;
  followWidth();
  followCurve();
  onLanguage(() => void retell());
  get("r-closer", HTMLButtonElement).addEventListener("click", () => {
    if (last) void review({ ...last, work: CLOSER, again: true });
  });
}
