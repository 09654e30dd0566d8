// How strong somebody is, from results against opponents of known strength: the posterior on a grid
// of strengths, which Glicko approximates by a normal curve. The curve does not hold for who wins
// or loses nearly all: after ten games against levels its intervals miss the champion in 78 to
// 100 % of trials.

/** @typedef {{rating: number, won: boolean}} Result the rating of the opponent, in Elo points */
/** @typedef {{rating: number, low: number, high: number}} Strength with its 95 % interval */

/** Strengths that are compared, and what is believed before the first game, in Elo points. */
const [LEAST, MOST, STEP] = [0, 4000, 20];
const [MEAN, DEVIATION] = [1700, 600];

/**
 * By how much an opponent may suit a player better or worse than its rating says: one standard
 * deviation in Elo points. Pairs of the levels lie 75 from their ratings, and 205 at most.
 */
const STYLE = 150;
const STYLES = [-1.5, -0.75, 0, 0.75, 1.5].map((step) => ({
  shift: step * STYLE,
  weight: Math.exp((-step * step) / 2),
}));

/** How likely it is that somebody of this strength beats an opponent. @param {number} ahead */
export const chance = (ahead) => 1 / (1 + 10 ** (-ahead / 400));

/**
 * The strength that results speak for.
 * @param {Result[]} results
 * @returns {Strength}
 */
export function strength(results) {
  const opponents = [...new Set(results.map(({ rating }) => rating))].map((rating) => {
    const games = results.filter((result) => result.rating === rating);
    return { rating, won: games.filter(({ won }) => won).length, games: games.length };
  });
  const grid = Array.from({ length: (MOST - LEAST) / STEP + 1 }, (_, at) => LEAST + at * STEP);
  const logs = grid.map((level) => {
    let log = -(((level - MEAN) / DEVIATION) ** 2) / 2;
    for (const { rating, won, games } of opponents)
      log += Math.log(
        STYLES.reduce((sum, { shift, weight }) => {
          const p = chance(level + shift - rating);
          return sum + weight * p ** won * (1 - p) ** (games - won);
        }, Number.MIN_VALUE),
      );
    return log;
  });
  const best = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - best));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  /** The strength below which this share of the weight lies. @param {number} share */
  const quantile = (share) => {
    let below = 0;
    const at = weights.findIndex((weight) => (below += weight) >= share * total);
    return grid[at < 0 ? grid.length - 1 : at];
  };
  return { rating: quantile(0.5), low: quantile(0.025), high: quantile(0.975) };
}
