// Shared by the tests of the page: the best turn as moves, and a board that is fuller than any
// game.
import { act } from "./page.js";

/** @typedef {import("playwright-core").Page} Page */

/**
 * The best turn, as laid on the table by the hints; `null` if nothing can be laid.
 * @param {Page} page
 */
export async function bestTurn(page) {
  const sets = () =>
    page.locator("#board .set").evaluateAll((all) =>
      all.map((set) =>
        [...set.querySelectorAll("button.t")].map((tile) => ({
          tile: /** @type {HTMLElement} */ (tile).dataset.tile ?? "",
          laid: tile.classList.contains("laid"),
        })),
      ),
    );
  const before = (await sets()).map((set) => set.map(({ tile }) => tile));
  await act(page, "#hint", "#hint", "#hint");
  return (await page.isEnabled("#end")) ? { before, after: await sets() } : null;
}

/**
 * The moves of the best turn as far as they only lay tiles: on a set of the table, or as a new one.
 * @param {{before: string[][], after: {tile: string, laid: boolean}[][]}} turn
 */
export function laying({ before, after }) {
  const key = (/** @type {string[]} */ set) => [...set].sort().join(" ");
  const old = before.map(key);
  const moves = [];
  for (const set of after) {
    const laid = set.filter(({ laid }) => laid).map(({ tile }) => tile);
    const rest = set.filter(({ laid }) => !laid).map(({ tile }) => tile);
    if (laid.length === 0) {
      if (!old.includes(key(rest))) return null;
      continue;
    }
    const to = rest.length === 0 ? "new" : old.indexOf(key(rest));
    if (to === -1) return null;
    moves.push({ laid, to });
  }
  return moves;
}

/**
 * Runs in the page: shows more sets than any game of the original rules can have, and a long rack.
 * @param {{sets: number, rack: number}} of
 */
export async function longTable({ sets, rack: tiles }) {
  const { Board } = await import(/** @type {any} */ ("./table.js"));
  // Another element, in which the board of the game does not listen.
  const old = /** @type {HTMLElement} */ (document.getElementById("board"));
  const root = /** @type {HTMLElement} */ (old.cloneNode(false));
  old.replaceWith(root);
  const values = (/** @type {number} */ from, /** @type {number} */ many) =>
    Array.from({ length: many }, (_, at) => 1 + ((from + at) % 13));
  const table = values(0, sets).map((value, at) => ({
    legal: at !== 11,
    owner: null,
    changed: at === 4,
    reading: at === 7 ? "step-run" : null,
    ways:
      at === 9
        ? ["group of 9", "run 8 to 10"].map((words) => ({ set: words, words, now: false }))
        : [],
    tiles: values(value, 3 + (at % 4)).map((value) => ({
      tile: `${"RBKO"[at % 4]}${value}`,
      laid: false,
      fresh: false,
    })),
  }));
  const rack = values(0, tiles).map((value, at) => ({
    tile: `${"RBKO"[at % 4]}${value}`,
    begins: at % 10 === 0,
    drawn: at === tiles - 1,
  }));
  const seats = ["You", "Anna (seat 1)", "Ben (seat 2)", "Ben (seat 3)"].map((who) => ({
    who,
    tiles,
    opened: true,
    rack: null,
  }));
  new Board(root, { move() {}, fits: async () => [1, 29, "new"], command() {} }).show(
    { seats, to_move: 0, me: 0, table, rack },
    true,
  );
}
