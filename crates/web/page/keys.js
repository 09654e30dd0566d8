// What keys do on a board: from tile to tile, and picked tiles to their place.

/**
 * The nearest tile in the next row.
 * @template {HTMLElement} T
 * @param {T[]} tiles
 * @param {T} tile
 * @param {1 | -1} way
 */
function vertical(tiles, tile, way) {
  const from = tile.getBoundingClientRect();
  /** @type {T | undefined} */
  let best;
  let least = Infinity;
  for (const other of tiles) {
    const box = other.getBoundingClientRect();
    const down = (box.y - from.y) * way;
    const far = down * 4 + Math.abs(box.x - from.x);
    if (down > from.height / 2 && far < least) [best, least] = [other, far];
  }
  return best;
}

/**
 * The tile to which a key leads from another.
 * @template {HTMLElement} T
 * @param {string} key
 * @param {T[]} tiles
 * @param {T} tile
 * @returns {T | undefined | null} null if the key leads nowhere on any tile
 */
export function next(key, tiles, tile) {
  const at = tiles.indexOf(tile);
  if (key === "ArrowRight") return tiles[at + 1];
  if (key === "ArrowLeft") return tiles[at - 1];
  if (key === "ArrowDown") return vertical(tiles, tile, 1);
  if (key === "ArrowUp") return vertical(tiles, tile, -1);
  if (key === "Home") return tiles[0];
  if (key === "End") return tiles.at(-1);
  return null;
}

/**
 * The command of a key that undoes or does again.
 * @param {KeyboardEvent} event
 * @returns {"undo" | "redo" | null}
 */
export function undoOrRedo(event) {
  const typing =
    event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (!(event.ctrlKey || event.metaKey) || event.altKey || typing) return null;
  const key = event.key.toLowerCase();
  if (key === "y") return "redo";
  if (key === "z") return event.shiftKey ? "redo" : "undo";
  return null;
}
