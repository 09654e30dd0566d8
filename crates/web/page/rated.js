// The games that count for a player's strength: of two, against a level, under the original rules
// for which the levels are rated, from the first turn on and without a hint.
import { store, stored } from "./links.js";
import { strength } from "./rating.js";
import { nameOf } from "./tiles.js";
import { say } from "./words.js";

/** @typedef {import("./engine.js").About} About */

/** The storage key of whether the running game counts. */
const KEPT = "rummilab.rated";
/** From so many games on the strength is told. */
const ENOUGH = 10;
/** So many games, the last ones, make it. */
const LAST = 50;

/** Begins a game. @param {{rules: string, options: string[]}} request */
export const countGame = ({ rules, options }) =>
  store(KEPT, rules === "original" && options.length === 0 ? "yes" : null);

/** The running game does not count: there was help, or it did not begin at its first turn. */
export const doNotCount = () => store(KEPT, null);

/**
 * The rating of the level that was played against in a game that counts, else `null`.
 * @param {import("./engine.js").GameState} over
 * @param {About["levels"]} levels
 */
export function opponentRating(over, levels) {
  const people = over.seats.filter(({ person }) => person).length;
  const other = nameOf(over, over.me === 0 ? 1 : 0);
  const level = levels.find(({ person, others }) => [person, ...others].includes(other));
  if (stored(KEPT) !== "yes" || people !== 1 || over.seats.length !== 2) return null;
  return level?.rating ?? null;
}

/**
 * How strong the player is, in a sentence.
 * @param {{won: boolean | null, opponent?: number | null}[]} games the latest first
 * @param {About["levels"]} levels
 */
export function tellStrength(games, levels) {
  const rated = games.flatMap(({ won, opponent }) =>
    won === null || typeof opponent !== "number" ? [] : [{ won, rating: opponent }],
  );
  if (rated.length < ENOUGH) return say("rating-soon", { count: ENOUGH - rated.length });
  const { rating, low, high } = strength(rated.slice(0, LAST));
  const away = (/** @type {{rating: number}} */ level) => Math.abs(level.rating - rating);
  const { person, name } = levels.reduce((best, one) => (away(one) < away(best) ? one : best));
  return say("rating", { rating, low, high, count: Math.min(rated.length, LAST), person, name });
}
