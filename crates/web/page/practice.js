// Exercises from one's own games: a turn that cost something comes back until it is known, after
// longer and longer times.
import { store, stored } from "./links.js";
import { namedInPosition } from "./systems.js";
import { setsOf } from "./tiles.js";

/**
 * @typedef {import("./engine.js").GradedTurn} GradedTurn
 * @typedef {{id: string, position: {rules: string, table: string[], rack: string, opened: boolean},
 *   better: string, played: string, grade: string, pool: number, others: number, stage: number,
 *   due: number}} OwnTurn `better` is the table after the better turn, and the table as it lies
 *   where that is to wait; `others` are the tiles on the smallest other rack; `due` is a time
 */

const KEPT = "rummilab.practice";
/** The most turns that are kept: the newest. */
const MOST = 100;
const DAY = 24 * 60 * 60 * 1000;
/** After how many days a turn comes back that was solved once, twice, and so on; then it is known. */
const DAYS = [1, 3, 7, 21, 60];

/** @returns {OwnTurn[]} the newest last */
export function ownTurns() {
  try {
    const found = JSON.parse(stored(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** @param {OwnTurn[]} turns */
const keep = (turns) => store(KEPT, JSON.stringify(turns.slice(-MOST)));

/** The turns that are to be practised now, those that wait for longest first. @param {number} now */
export const dueTurns = (now) =>
  ownTurns()
    .filter(({ due }) => due <= now)
    .sort((a, b) => a.due - b.due);

/** Whether a graded turn is worth practising: something better is known. @param {GradedTurn} turn */
const isCostly = ({ grade, model }) =>
  model !== null && ["slip", "mistake", "blunder"].includes(grade);

/**
 * Keeps the costly turns of a review that is done. Groups that belong to players are not in an
 * exercise, so such rules have none.
 * @param {import("./engine.js").ReviewState} state
 * @param {number} now
 */
export function learnFrom({ review, rules }, now) {
  if (rules.owners) return;
  const known = ownTurns();
  const found = review.turns.filter(isCostly).map((turn) => {
    const { table, rack, opened, done, model, grade, pool, smallest_rack } = turn;
    const position = { ...namedInPosition(rules), table: setsOf(table), rack, opened };
    return {
      id: JSON.stringify(position),
      position,
      better: model?.table ?? table,
      played: done.tiles,
      grade,
      pool,
      others: smallest_rack,
      stage: 0,
      due: now,
    };
  });
  const news = found.filter(({ id }) => known.every((one) => one.id !== id));
  if (news.length > 0) keep([...known, ...news]);
}

/**
 * Says how a turn went. Solved, it comes back later than before, and at last no more; not solved,
 * it begins again tomorrow.
 * @param {string} id
 * @param {boolean} solved
 * @param {number} now
 */
export function practised(id, solved, now) {
  keep(
    ownTurns().flatMap((turn) => {
      if (turn.id !== id) return [turn];
      const stage = solved ? turn.stage + 1 : 0;
      if (stage > DAYS.length) return [];
      return [{ ...turn, stage, due: now + DAY * DAYS[Math.max(0, stage - 1)] }];
    }),
  );
}
