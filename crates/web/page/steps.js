// A turn step by step on a board: the text of each step, and the moves of the tiles.
import { ask } from "./engine.js";
import { calm, moveTiles, pause, spots } from "./motion.js";
import { tilesOf } from "./tiles.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./table.js").Board} Board
 */

/** @param {string[]} tiles @param {string[]} gone */
function without(tiles, gone) {
  const left = [...tiles];
  for (const tile of gone) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/**
 * Shows the steps of the best turn. With reduced motion it shows nothing: the turn as a whole comes
 * afterwards.
 * @param {Board} board
 * @param {HTMLElement} root of the board
 * @param {GameState} state at the beginning of the turn
 * @param {(text: string) => void} say
 * @param {number} pace milliseconds for a tile; 0 for no delay
 */
export async function showSteps(board, root, state, say, pace) {
  if (calm.matches || pace === 0) return;
  /** @type {import("./engine.js").BestTurn} */
  const { steps } = await ask("steps", { game: state.game });
  const before = state.table.flatMap(({ tiles }) => tiles.map(({ tile }) => tile));
  for (const [number, { text, table }] of steps.entries()) {
    const sets = table.map(tilesOf);
    const laid = without(sets.flat(), before);
    const rack = without(
      state.rack.map(({ tile }) => tile),
      laid,
    );
    const unmarked = [...laid];
    const old = spots(root);
    board.show(
      {
        ...state,
        rack: rack.map((tile) => ({ tile, begins: false, drawn: false })),
        table: sets.map((tiles) => ({
          legal: tiles.length > 2,
          owner: null,
          changed: false,
          reading: null,
          ways: [],
          tiles: tiles.map((tile) => {
            const at = unmarked.indexOf(tile);
            if (at >= 0) unmarked.splice(at, 1);
            return { tile, laid: at >= 0, fresh: false };
          }),
        })),
      },
      false,
    );
    say(`${number + 1} of ${steps.length}: ${text}.`);
    await moveTiles(root, old, null, pace);
    await pause(4 * pace);
  }
}
