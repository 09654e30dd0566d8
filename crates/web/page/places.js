// The places of the sets on the table. A set keeps its place from turn to turn; one that no longer
// fits there goes elsewhere, and the others stay. Places are counted in rows, and in columns of
// half a tile.

/** @typedef {{row: number, column: number, span: number}} Place */
/** @typedef {{tiles: string[], place: Place}} Kept */

/** Half tiles that a set takes: its tiles, and half a tile between it and the next. */
const spanOf = (/** @type {string[]} */ tiles) => 2 * tiles.length + 1;

/** How many tiles two sets have in common. @param {string[]} one @param {string[]} other */
function common(one, other) {
  const left = [...other];
  return one.filter((tile) => {
    const at = left.indexOf(tile);
    return at >= 0 && left.splice(at, 1);
  }).length;
}

/**
 * The old place of each set: that of the set with which it has most tiles in common.
 * @param {string[][]} sets
 * @param {Kept[]} kept
 * @returns {Map<number, Place>}
 */
function inherited(sets, kept) {
  const pairs = sets.flatMap((tiles, at) =>
    kept.map(({ tiles: old, place }) => {
      const same = common(tiles, old);
      return { at, place, same, alike: same / Math.max(tiles.length, old.length) };
    }),
  );
  /** @type {Map<number, Place>} */
  const found = new Map();
  const taken = new Set();
  for (const { at, place, same } of pairs.sort((a, b) => b.same - a.same || b.alike - a.alike)) {
    if (same === 0 || found.has(at) || taken.has(place)) continue;
    found.set(at, place);
    taken.add(place);
  }
  return found;
}

export class Places {
  /** @type {Kept[]} */
  #kept = [];
  /** The places before the last change. @type {Kept[]} */
  #before = [];
  /** The columns of the table before. */
  #columns = 0;

  /** Forgets all places. */
  clear() {
    this.#kept = [];
  }

  /** Forgets the last change. */
  back() {
    this.#kept = this.#before;
  }

  /**
   * The place of each set.
   * @param {string[][]} sets
   * @param {number} columns of the table
   * @param {number} seen rows in which new sets have room to grow; 0 for none
   * @param {{row: number, column: number} | null} [near] where a new set was dropped
   * @returns {Place[]}
   */
  of(sets, columns, seen, near = null) {
    if (columns < this.#columns) this.clear();
    this.#columns = columns;
    this.#before = this.#kept;
    const old = inherited(sets, this.#kept);
    /** @type {(Place | undefined)[]} */
    const places = sets.map(() => undefined);
    const free = (/** @type {Place} */ { row, column, span }) =>
      column >= 0 &&
      (column + span <= columns || (column === 0 && span >= columns)) &&
      places.every(
        (other) =>
          !other ||
          other.row !== row ||
          other.column + other.span <= column ||
          column + span <= other.column,
      );
    const spans = sets.map((tiles) => Math.min(spanOf(tiles), Math.max(columns, 1)));
    const order = sets.map((_, at) => at);
    const grown = (/** @type {number} */ at) => spans[at] - (old.get(at)?.span ?? 0);
    // Sets that need no more room than before come first: they stay where they are.
    const staying = order.filter((at) => old.has(at)).sort((a, b) => grown(a) - grown(b));
    for (const at of staying) {
      const { row, column } = /** @type {Place} */ (old.get(at));
      for (let left = 0; left <= Math.max(0, grown(at)) && !places[at]; left++) {
        const place = { row, column: column - left, span: spans[at] };
        if (free(place)) places[at] = place;
      }
    }
    const rows = () => Math.max(0, ...places.map((place) => (place ? place.row + 1 : 0)));
    /** @param {number} at @param {number} room half tiles that stay free on both sides of it */
    const first = (at, room) => {
      const span = spans[at];
      for (let row = 0; row < (room ? seen : rows() + 1); row++)
        for (let column = 0; column <= columns - span; column++) {
          const from = Math.max(0, column - room);
          const to = Math.min(columns, column + span + room);
          if (free({ row, column: from, span: to - from })) return { row, column, span };
        }
      return undefined;
    };
    for (const at of order.filter((at) => !places[at])) {
      const aimed = near && !old.has(at) && { ...near, span: spans[at] };
      if (aimed) near = null;
      places[at] = (aimed && free(aimed) ? aimed : undefined) ?? first(at, 2) ?? first(at, 0);
    }
    const found = places.map((place) => place ?? { row: 0, column: 0, span: 1 });
    this.#kept = sets.map((tiles, at) => ({ tiles, place: found[at] }));
    return found;
  }
}
