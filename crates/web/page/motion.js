// Animates tiles from their old places to their new ones, one after the other if another player
// laid them.

/** Whether the user prefers reduced motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {{tile: string, x: number, y: number, onTable: boolean}} Spot */

/** @param {Element} element @returns {{x: number, y: number}} */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * The present places of the tiles.
 * @param {HTMLElement} board
 * @returns {Spot[]}
 */
export function spots(board) {
  const tiles = [...board.querySelectorAll("[data-tile]")];
  return tiles.map((tile) => ({
    tile: /** @type {HTMLElement} */ (tile).dataset.tile ?? "",
    onTable: tile.closest(".felt") !== null,
    ...middle(tile),
  }));
}

/**
 * Moves tiles from their old places. Tiles that were not visible before come from `source`, one
 * after the other.
 * @param {HTMLElement} board
 * @param {Spot[]} old
 * @param {Element | null} source
 * @param {number} pace milliseconds for a tile
 * @returns {Promise<void>} resolves when no tile moves any more
 */
export async function moveTiles(board, old, source, pace) {
  if (calm.matches || pace === 0) return;
  const free = [...old];
  const moving = [];
  let late = 0;
  for (const tile of /** @type {NodeListOf<HTMLElement>} */ (
    board.querySelectorAll("[data-tile]")
  )) {
    const to = middle(tile);
    const onTable = tile.closest(".felt") !== null;
    let best = -1;
    let least = Infinity;
    free.forEach((spot, at) => {
      if (spot.tile !== tile.dataset.tile) return;
      const far = Math.hypot(spot.x - to.x, spot.y - to.y) + (spot.onTable === onTable ? 0 : 1e4);
      if (far < least) [best, least] = [at, far];
    });
    const from = best >= 0 ? free.splice(best, 1)[0] : source && middle(source);
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 2) continue;
    const delay = best >= 0 ? 0 : pace + late++ * pace;
    const frames = [
      {
        transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`,
        zIndex: 5,
        opacity: best >= 0 ? 1 : 0,
      },
      { opacity: 1, offset: 0.15 },
      { zIndex: 5 },
    ];
    moving.push(
      tile.animate(frames, {
        duration: Math.max(180, pace),
        delay,
        easing: "ease-out",
        fill: "backwards",
      }),
    );
  }
  await Promise.all(moving.map((motion) => motion.finished.catch(() => {})));
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
