// What somebody tried of the exercises: how strong that makes them, and which one comes next.
import { store, stored } from "./links.js";
import { strength } from "./rating.js";

/**
 * @typedef {{id: string, won: boolean, rating: number}} Try the first try of an exercise
 * @typedef {{id: string, steps: number}} Graded
 */

const KEPT = "rummilab.tries";
/** So many tries, the last ones, make the strength. */
const LAST = 30;
/** From so many tries on it is told. */
export const ENOUGH = 5;

/**
 * What an exercise counts as an opponent. Nobody has measured how hard exercises are for people: it
 * goes by the steps of the shortest explanation, on a scale of its own.
 * @param {Graded} exercise
 */
const ratingOf = ({ steps }) => 900 + 200 * steps;

/** @returns {Try[]} in their order */
export function tries() {
  try {
    const found = JSON.parse(stored(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Keeps the first try of an exercise. @param {Graded} exercise @param {boolean} won */
export function tried(exercise, won) {
  const known = tries();
  if (known.some(({ id }) => id === exercise.id)) return;
  store(KEPT, JSON.stringify([...known, { id: exercise.id, won, rating: ratingOf(exercise) }]));
}

/** How strong the last tries are. */
export const strengthOfTries = () => strength(tries().slice(-LAST));

/**
 * The exercise that is about as hard as the player is strong, of those that were not tried; `null`
 * if all were.
 * @template {Graded} T
 * @param {T[]} exercises
 * @returns {T | null}
 */
export function fitting(exercises) {
  const known = tries().map(({ id }) => id);
  const { rating } = strengthOfTries();
  const away = (/** @type {Graded} */ one) => Math.abs(ratingOf(one) - rating);
  const left = exercises.filter(({ id }) => !known.includes(id));
  return left.reduce(
    (/** @type {T | null} */ best, one) => (best && away(best) <= away(one) ? best : one),
    null,
  );
}
