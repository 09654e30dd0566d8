// What the rating promises: a player of known strength is within its interval in 95 % of 200
// trials (of 1,000 trials, in 95.4 to 99.6 % for each player). The players are the levels of experiments/levels, and each result is drawn from the win
// rate that was measured between the two, not from the model of the rating.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { chance, strength } from "../page/rating.js";

/**
 * @typedef {{bot: string, rating: number}} Player
 * @typedef {{rating: number, won: boolean}} Played
 * @typedef {(others: Player[], games: Played[], random: () => number) => Player} Pick
 */

const TRIALS = 200;
const results = JSON.parse(
  readFileSync(new URL("../../../experiments/levels/results/plan.json", import.meta.url), "utf8"),
);
/** @type {Player[]} */
const bots = results.bots;
/** @type {{a: string, b: string, win_rate: number}[]} */
const pairs = results.pairs;
const greedy = bots.find(({ bot }) => bot === "greedy")?.rating ?? NaN;
const levels = bots.map(({ bot, rating }) => ({ bot, rating: rating - greedy + 1500 }));
/** How often the one beat the other. @param {string} one @param {string} other */
function measured(one, other) {
  const rate = (/** @type {string} */ a, /** @type {string} */ b) =>
    pairs.find((pair) => pair.a === a && pair.b === b)?.win_rate;
  return rate(one, other) ?? 1 - (rate(other, one) ?? NaN);
}

/** Numbers from 0 to 1, the same on every machine (mulberry32). @param {number} seed */
const luck = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
};

/** The opponent nearest to what is known so far, or any. @type {Record<string, Pick>} */
const choose = {
  near: (others, games) => {
    const now = strength(games).rating;
    return others.reduce((best, one) =>
      Math.abs(one.rating - now) < Math.abs(best.rating - now) ? one : best,
    );
  },
  any: (others, _, random) => others[Math.floor(random() * others.length)],
};

/**
 * In how many trials of ten games a player of this strength is within its interval.
 * @param {number} rating
 * @param {Player[]} others
 * @param {(other: Player) => number} wins
 * @param {Pick} pick
 * @param {number} seed
 */
function covered(rating, others, wins, pick, seed) {
  const random = luck(seed);
  let within = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    /** @type {Played[]} */
    const played = [];
    while (played.length < 10) {
      const other = pick(others, played, random);
      played.push({ rating: other.rating, won: random() < wins(other) });
    }
    const { low, high } = strength(played);
    within += Number(low <= rating && rating <= high);
  }
  return within / TRIALS;
}

/**
 * In all 95 %, and for none less than luck allows: 1.5 % is one standard error.
 * @param {Record<string, number>} shares
 */
function check(shares) {
  const all = Object.values(shares);
  const told = JSON.stringify(shares);
  assert.ok(all.reduce((sum, share) => sum + share, 0) / all.length >= 0.95, told);
  assert.ok(Math.min(...all) >= 0.92, told);
}

test("after ten games a level is within its interval in 95 % of trials", () => {
  for (const pick of Object.values(choose)) {
    const shares = levels.map(({ bot, rating }, at) => {
      const others = levels.filter((other) => other.bot !== bot);
      return [bot, covered(rating, others, (other) => measured(bot, other.bot), pick, at + 1)];
    });
    check(Object.fromEntries(shares));
  }
});

test("so is a player who beats each level as often as the ratings say", () => {
  const shares = [800, 1400, 2000, 2600].map((rating) => {
    const wins = (/** @type {Player} */ other) => chance(rating - other.rating);
    return [rating, covered(rating, levels, wins, choose.near, rating)];
  });
  check(Object.fromEntries(shares));
});

test("more games narrow the interval, and the order of games does not matter", () => {
  const games = Array.from({ length: 40 }, (_, at) => ({
    rating: [1362, 1500, 1898][at % 3],
    won: at % 4 < 2,
  }));
  const width = (/** @type {import("../page/rating.js").Strength} */ { low, high }) => high - low;
  const [ten, forty] = [strength(games.slice(0, 10)), strength(games)];
  assert.ok(width(forty) < width(ten));
  assert.deepEqual(strength(games.toReversed()), forty);
  assert.ok(ten.low < ten.rating && ten.rating < ten.high);
});

test("who has played no game has no strength yet, only a wide interval", () => {
  const { low, high } = strength([]);
  assert.ok(high - low > 2000);
});
