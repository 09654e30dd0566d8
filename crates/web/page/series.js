// A series of rounds: who begins each of them, and the score sheet, by the points of the rules.
import { store, stored } from "./links.js";
import { PERSON } from "./setup.js";
import { byName, el, get, shownName, whoIs } from "./tiles.js";
import { say } from "./words.js";

/**
 * @typedef {import("./setup.js").Choice} Choice
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {{choice: Choice, rounds: {won: string[], points: Record<string, number> | null}[]}}
 *   Series
 */

const KEPT = "rummilab.series";

/** @type {Series | null} */
let series = read();

function read() {
  try {
    const found = JSON.parse(stored(KEPT) ?? "null");
    return Array.isArray(found?.rounds) && found.choice ? found : null;
  } catch {
    return null;
  }
}

const keep = () => store(KEPT, series && JSON.stringify(series));

/** Begins a series. @param {Choice} choice */
export function beginSeries(choice) {
  series = { choice, rounds: [] };
  keep();
}

/** Ends the series: a game of another origin begins. */
export function endSeries() {
  series = null;
  keep();
}

/** Seconds for a turn; 0 for no limit. */
export const secondsForTurn = () => series?.choice.seconds ?? 0;

/** The name of the rules. */
export const rulesLabel = () => series?.choice.label ?? "";

/** Whether another round follows. */
export const goesOn = () => series !== null && series.rounds.length < series.choice.rounds;

/** The request for the next round. In each, the player after the last one to begin begins. */
export function roundRequest() {
  const { choice, rounds } = /** @type {Series} */ (series);
  const me = { level: PERSON, name: choice.name };
  const table = choice.first ? [me, ...choice.opponents] : [...choice.opponents, me];
  const turn = rounds.length % table.length;
  const seats = [...table.slice(turn), ...table.slice(0, turn)];
  const people = seats.filter(({ level }) => level === PERSON);
  if (people.length > 1)
    return {
      ...choice.rules,
      levels: seats.map(({ level }) => level),
      names: people.map(({ name }) => name),
    };
  const levels = seats.filter((seat) => seat !== me).map(({ level }) => level);
  return { ...choice.rules, levels, seat: seats.indexOf(me) };
}

/** Writes the result of a round. @param {GameState} over */
export function writeRound(over) {
  if (!series || !goesOn()) return;
  const all = over.seats.map((seat, at) => ({ ...seat, name: whoIs(over, at) }));
  const points = all.every((seat) => seat.points !== null)
    ? Object.fromEntries(all.map(({ name, points }) => [name, points ?? 0]))
    : null;
  series.rounds.push({
    won: all.filter(({ place }) => place === 1).map(({ name }) => name),
    points,
  });
  keep();
}

/** The total of each player: points, or rounds won where the rules count no points. */
function totals() {
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { won, points } of series?.rounds ?? [])
    for (const [name, more] of Object.entries(points ?? Object.fromEntries(won.map((w) => [w, 1]))))
      sums[name] = (sums[name] ?? 0) + more;
  return sums;
}

/** Who has won the series, as a sentence; empty while it goes on. */
export function seriesVerdict() {
  if (!series || series.choice.rounds < 2 || goesOn()) return "";
  const sums = Object.entries(totals());
  const most = Math.max(...sums.map(([, sum]) => sum));
  const best = sums.filter(([, sum]) => sum === most);
  return best.length > 1 ? say("series-shared") : say("series-won", byName(best[0][0]));
}

/** Shows the score sheet of a series. @param {GameState} state */
export function showSheet(state) {
  const sheet = get("sheet", HTMLElement);
  const rounds = series?.choice.rounds ?? 1;
  sheet.hidden = rounds < 2;
  if (!series || rounds < 2) return sheet.replaceChildren();
  const names = state.seats.map((_, at) => whoIs(state, at)).sort();
  const cell = (/** @type {number} */ value) => (value > 0 ? `+${value}` : String(value));
  const rows = series.rounds.map(({ won, points }, at) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, say("round", { number: at + 1 })),
      ...names.map((name) => {
        const value = points ? cell(points[name] ?? 0) : won.includes(name) ? "1" : "0";
        return el("td", { className: won.includes(name) ? "won" : "" }, value);
      }),
    ),
  );
  const sums = totals();
  const now = Math.min(series.rounds.length + (state.results ? 0 : 1), rounds);
  sheet.replaceChildren(
    el(
      "table",
      { className: "sheet" },
      el("caption", {}, say("round-of", { number: now, rounds })),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td", {}),
          ...names.map((name) => el("th", { scope: "col" }, shownName(name))),
        ),
      ),
      el("tbody", {}, ...rows),
      el(
        "tfoot",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "row" }, say("total")),
          ...names.map((name) => el("td", {}, cell(sums[name] ?? 0))),
        ),
      ),
    ),
  );
}
