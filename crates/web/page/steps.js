// A turn step by step on a board: the text of each step, and the moves of the tiles.
import { ask } from "./engine.js";
import { calm, moveTiles, pause, spots } from "./motion.js";
import { tilesOf } from "./tiles.js";
import { say } from "./words.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./table.js").Board} Board
 */

/** @typedef {{tile: string, laid: boolean, fresh: boolean}[]} Tiles */

/** @param {Tiles} tiles */
const key = (tiles) =>
  tiles
    .map(({ tile }) => tile)
    .sort()
    .join(" ");

/**
 * The sets after a step. Their tiles come from the sets before it that are gone, and the others
 * from the rack.
 * @param {Tiles[]} before
 * @param {string[]} table
 * @returns {Tiles[]}
 */
function after(before, table) {
  const gone = [...before];
  const sets = table.map((text) => {
    const tiles = tilesOf(text).map((tile) => ({ tile, laid: true, fresh: false }));
    const kept = gone.findIndex((set) => key(set) === key(tiles));
    return kept < 0 ? tiles : gone.splice(kept, 1)[0];
  });
  const loose = gone.flat();
  return sets.map((set) =>
    before.includes(set)
      ? set
      : set.map((made) => {
          const at = loose.findIndex(({ tile }) => tile === made.tile);
          return at < 0 ? made : loose.splice(at, 1)[0];
        }),
  );
}

/**
 * Shows the steps of the best turn. With reduced motion it shows nothing: the turn as a whole comes
 * afterwards.
 * @param {Board} board
 * @param {HTMLElement} root of the board
 * @param {GameState} state at the beginning of the turn
 * @param {(text: string) => void} tell
 * @param {number} pace milliseconds for a tile; 0 for no delay
 */
export async function showSteps(board, root, state, tell, pace) {
  if (calm.matches || pace === 0) return;
  /** @type {import("./engine.js").BestTurn} */
  const { steps } = await ask("steps", { game: state.game });
  let sets = state.table.map(({ tiles }) => tiles);
  for (const [number, { text, table }] of steps.entries()) {
    sets = after(sets, table);
    const left = sets.flat().filter(({ laid }) => laid);
    const rack = state.rack.filter(({ tile }) => {
      const at = left.findIndex((other) => other.tile === tile);
      return at < 0 || !left.splice(at, 1);
    });
    const old = spots(root);
    board.show(
      {
        ...state,
        rack,
        table: sets.map((tiles) => ({
          legal: tiles.length > 2,
          owner: null,
          changed: false,
          reading: null,
          ways: [],
          tiles,
        })),
      },
      false,
    );
    tell(say("step-of-turn", { number: number + 1, all: steps.length, text }));
    await moveTiles(root, old, null, pace);
    await pause(4 * pace);
  }
}
