// Moves tiles on the screen: from their old places to their new ones, one after the other if
// another player laid them; under a finger or the mouse; and within the rack.
import { el } from "./tiles.js";

/** Whether the user prefers reduced motion. */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** How far a pointer moves before a press becomes a drag, in pixels. */
const DRAG = 6;
/** How long a finger rests on a tile until it drags where a swipe scrolls, in milliseconds. */
const HOLD = 250;
/** How long a tile takes from the pool, in milliseconds. */
const DRAWN = 450;
/** How near an edge a dragged tile scrolls, and by how much a frame, in pixels. */
const [EDGE, STEP] = [44, 9];

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
 * The old place of each tile: of equal tiles, first those on the same side of table and rack, and
 * then the nearest. After the turn of another player, no tile changes sides.
 * @param {Spot[]} now
 * @param {Spot[]} old
 * @param {boolean} others whether another player moved
 */
function origins(now, old, others) {
  const pairs = now.flatMap((to, at) =>
    old
      .filter((from) => from.tile === to.tile && (from.onTable === to.onTable || !others))
      .map((from) => ({
        at,
        from,
        far: Math.hypot(from.x - to.x, from.y - to.y) + (from.onTable === to.onTable ? 0 : 1e5),
      })),
  );
  /** @type {Map<number, Spot>} */
  const found = new Map();
  const taken = new Set();
  for (const { at, from } of pairs.sort((a, b) => a.far - b.far)) {
    if (found.has(at) || taken.has(from)) continue;
    found.set(at, from);
    taken.add(from);
  }
  return found;
}

/**
 * Moves tiles from their old places. Tiles that were not visible before come from `source`, one
 * after the other, if another player laid them, and those of the rack from the pool.
 * @param {HTMLElement} board
 * @param {Spot[]} old
 * @param {Element | null} source
 * @param {number} pace milliseconds for a tile
 * @param {Element | null} [pool]
 * @returns {Promise<void>} resolves when no tile moves any more
 */
export async function moveTiles(board, old, source, pace, pool = null) {
  if (calm.matches || pace === 0) return;
  const tiles = /** @type {HTMLElement[]} */ ([...board.querySelectorAll("[data-tile]")]);
  const now = spots(board);
  const found = origins(now, old, source !== null);
  const moving = [];
  let late = 0;
  for (const [at, to] of now.entries()) {
    const spot = found.get(at);
    const giver = to.onTable ? source : pool;
    const from = spot ?? (giver ? middle(giver) : null);
    if (!from || Math.hypot(from.x - to.x, from.y - to.y) < 2) continue;
    const delay = spot || !to.onTable ? 0 : pace + late++ * pace;
    const drawn = !spot && !to.onTable;
    const frames = [
      {
        transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`,
        zIndex: 5,
        opacity: spot ? 1 : 0,
      },
      { opacity: 1, offset: 0.15 },
      { zIndex: 5 },
    ];
    moving.push(
      tiles[at].animate(frames, {
        // A tile that is drawn is seen to come.
        duration: drawn ? DRAWN : Math.max(180, pace),
        delay,
        easing: "ease-out",
        fill: "backwards",
      }),
    );
  }
  await Promise.all(moving.map((motion) => motion.finished.catch(() => {})));
}

/**
 * Moves tiles, face down, from the pool to a player who draws them.
 * @param {HTMLElement} board
 * @param {Element} pool
 * @param {Element} player
 * @param {number} tiles
 * @param {number} pace milliseconds for a tile; 0 for none to be seen
 */
export function drawTiles(board, pool, player, tiles, pace) {
  if (calm.matches || pace === 0) return;
  const [from, to] = [middle(pool), middle(player)];
  for (let number = 0; number < tiles; number++) {
    const tile = el("span", { className: "t back", "aria-hidden": "true" });
    board.append(tile);
    const at = (/** @type {{x: number, y: number}} */ { x, y }) =>
      `translate(${x}px, ${y}px) translate(-50%, -50%)`;
    const motion = tile.animate([{ transform: at(from) }, { transform: at(to), opacity: 0.7 }], {
      duration: DRAWN,
      delay: number * 120,
      easing: "ease-in-out",
      fill: "both",
    });
    motion.finished.catch(() => {}).then(() => tile.remove());
  }
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/**
 * Follows a pressed tile until it is released, and drags it once the pointer has moved. Where a
 * finger scrolls, it drags sideways, or after a rest.
 * @param {PointerEvent} press
 * @param {HTMLElement} tile
 * @param {HTMLElement} felt the table, which scrolls at its edges
 * @param {{lift: () => HTMLElement[], end: () => void,
 *   drop: (place: string | undefined, tiles: HTMLElement[], at: {x: number, y: number}) => void}}
 *   does `lift` says which tiles are dragged
 */
export function drag(press, tile, felt, does) {
  const [x, y] = [press.clientX, press.clientY];
  let at = { x, y, down: 0 };
  const released = new AbortController();
  const { signal } = released;
  /** @type {HTMLElement | null} */
  let ghost = null;
  /** @type {HTMLElement[]} */
  let tiles = [];
  let free = press.pointerType !== "touch" || !tile.closest(".scrolls");
  const rest = setTimeout(() => {
    if (!free) lift();
  }, HOLD);
  const stop = () => {
    released.abort();
    clearTimeout(rest);
    ghost?.remove();
    for (const other of tiles) other.classList.remove("lifted");
    document.querySelector(".over")?.classList.remove("over");
    does.end();
  };
  const zone = () =>
    /** @type {HTMLElement | null | undefined} */ (
      document.elementFromPoint(at.x, at.y)?.closest("[data-drop]")
    );
  const follow = () => {
    if (!ghost) return;
    ghost.style.transform = `translate(${at.x}px, ${at.y}px)`;
    document.querySelector(".over")?.classList.remove("over");
    zone()?.classList.add("over");
  };
  const scroll = () => {
    if (signal.aborted) return;
    if (scrollAt(felt, at)) follow();
    requestAnimationFrame(scroll);
  };
  const lift = () => {
    if (!tile.isConnected) return stop();
    free = true;
    tiles = does.lift();
    const copies = tiles.map((other) => other.cloneNode(true));
    ghost = el("div", { className: "ghost", "aria-hidden": "true" }, ...copies);
    for (const other of tiles) other.classList.add("lifted");
    (tile.closest(".board") ?? document.body).append(ghost);
    follow();
    scroll();
  };
  const own = (/** @type {PointerEvent} */ event) => event.pointerId === press.pointerId;
  window.addEventListener(
    "pointermove",
    (move) => {
      if (!own(move)) return;
      at = { x: move.clientX, y: move.clientY, down: move.clientY - at.y || at.down };
      if (ghost) return follow();
      const [right, down] = [Math.abs(at.x - x), Math.abs(at.y - y)];
      if (Math.hypot(right, down) < DRAG) return;
      if (free || right > down) lift();
      else clearTimeout(rest);
    },
    { signal },
  );
  window.addEventListener(
    "pointerup",
    (up) => {
      if (!own(up)) return;
      const [was, place] = [ghost !== null, zone()?.dataset.drop];
      stop();
      if (!was) return;
      // The click that ends a drag picks nothing.
      const swallow = (/** @type {Event} */ click) => click.stopPropagation();
      window.addEventListener("click", swallow, { capture: true });
      setTimeout(() => window.removeEventListener("click", swallow, { capture: true }));
      does.drop(place, tiles, at);
    },
    { signal },
  );
  window.addEventListener("pointercancel", (gone) => own(gone) && stop(), { signal });
}

/**
 * Scrolls the table, or else the page, where a dragged tile is at its edge and does not move away.
 * @param {HTMLElement} felt
 * @param {{x: number, y: number, down: number}} at
 * @returns {boolean} whether anything was scrolled
 */
function scrollAt(felt, { x, y, down }) {
  const near = (/** @type {number} */ top, /** @type {number} */ bottom) => {
    if (Math.abs(y - top) < EDGE && down <= 0) return -STEP;
    return Math.abs(y - bottom) < EDGE && down >= 0 ? STEP : 0;
  };
  const box = felt.getBoundingClientRect();
  const [before, page] = [felt.scrollTop, window.scrollY];
  if (felt.classList.contains("scrolls") && x > box.left && x < box.right)
    felt.scrollTop += near(box.top, box.bottom);
  if (felt.scrollTop !== before) return true;
  window.scrollBy(0, near(0, window.innerHeight));
  return window.scrollY !== page;
}

/** @typedef {import("./engine.js").RackTile} RackTile */

/**
 * A rack in the player's own order, in which an empty text is a gap. New tiles come last.
 * @param {RackTile[]} rack
 * @param {string[]} order
 */
export function inOrder(rack, order) {
  const left = [...rack];
  /** @type {RackTile[]} */
  const shown = [];
  let begins = false;
  for (const tile of order) {
    begins ||= tile === "";
    const at = left.findIndex((other) => other.tile === tile);
    if (at < 0) continue;
    shown.push({ ...left.splice(at, 1)[0], begins });
    begins = false;
  }
  return [...shown, ...left.map((tile, at) => ({ ...tile, begins: at === 0 }))];
}

/**
 * The rack after some of its tiles were dropped somewhere on it; after a gap if nothing lies close
 * before.
 * @param {RackTile[]} held
 * @param {HTMLElement[]} buttons of these tiles
 * @param {HTMLElement[]} tiles those that were dropped
 * @param {{x: number, y: number}} at
 */
export function rearranged(held, buttons, tiles, { x, y }) {
  const chosen = (/** @type {number} */ place) => tiles.includes(buttons[place]);
  const moved = held.filter((_, place) => chosen(place));
  /** @type {RackTile[]} */
  const rest = [];
  let gap = false;
  for (const [place, tile] of held.entries()) {
    // The gap stays where the first tile after it goes.
    gap ||= tile.begins;
    if (chosen(place)) continue;
    rest.push({ ...tile, begins: gap });
    gap = false;
  }
  const others = buttons.filter((button) => !tiles.includes(button));
  const boxes = others.map((button) => button.getBoundingClientRect());
  const found = boxes.findIndex(
    (box) => y < box.y || (y < box.bottom && x < box.x + box.width / 2),
  );
  const to = found < 0 ? boxes.length : found;
  const [before, after] = [boxes[to - 1], boxes[to]];
  const joins = after && y >= after.y && x >= after.x && rest[to].begins;
  const apart = before && y < before.bottom && x - before.right > before.width;
  if (joins) rest[to] = { ...rest[to], begins: false };
  const first = { ...moved[0], begins: Boolean(joins || apart) };
  const further = moved.slice(1).map((tile) => ({ ...tile, begins: false }));
  return [...rest.slice(0, to), first, ...further, ...rest.slice(to)];
}
