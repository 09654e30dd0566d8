// The size of the tiles on a board, and the places of the sets: as large as the window allows, and
// smaller only where the table would not fit.
import { Places } from "./places.js";

/** The least and the largest width of a tile, in pixels. */
const [LEAST, MOST] = [33, 64];
/** By how much tiles become smaller at once, in pixels. */
const STEP = 6;
/** The gap between two tiles of a set, in pixels. */
const GAP = 4;

/** The width of a tile for which the window has room. */
const wanted = () => Math.round(Math.max(LEAST, Math.min(innerWidth / 16, innerHeight / 14, MOST)));

export class Fit {
  #places = new Places();
  #width = 0;
  /** The window for which the tiles have their size. */
  #window = "";
  /** Whether the table is longer than its window even with the smallest tiles, and scrolls. */
  #long = false;

  /**
   * @param {HTMLElement} root of the board
   * @param {HTMLElement} felt its table
   */
  constructor(root, felt) {
    this.root = root;
    this.felt = felt;
  }

  /** Forgets the places, for another game. */
  clear() {
    this.#places.clear();
    this.#window = "";
    this.#long = false;
  }

  /**
   * Puts every set to its place.
   * @param {{x: number, y: number} | null} [at] where a new set was dropped
   */
  lay(at = null) {
    const { felt } = this;
    if (!felt.clientWidth) return;
    const window = `${innerWidth} ${innerHeight}`;
    if (window !== this.#window) {
      this.#size(wanted());
      this.#long = false;
    }
    this.#window = window;
    const near = at && this.#near(at);
    this.#put(near);
    if (this.#long || !this.#overflows()) return;
    // New sets lie close to others rather than in another row. Then all tiles become smaller, at
    // the same places. Only where nothing else helps, the sets move together.
    const again = () => {
      this.#places.back();
      this.#put(near, false);
      return this.#overflows();
    };
    while (again() && this.#width > LEAST) this.#size(Math.max(LEAST, this.#width - STEP));
    if (!this.#overflows()) return;
    this.#places.clear();
    this.#put(null, false);
    this.#long = this.#overflows();
  }

  #overflows() {
    return this.felt.scrollHeight > this.felt.clientHeight + 2;
  }

  /** @param {number} width */
  #size(width) {
    this.#width = width;
    this.root.style.setProperty("--tw", `${width}px`);
  }

  /** The width of a column. */
  #unit() {
    return (this.#width + GAP) / 2;
  }

  /** @param {{x: number, y: number}} at */
  #near({ x, y }) {
    const box = this.felt.getBoundingClientRect();
    const rows = [...this.felt.querySelectorAll(".set")].map((set) => set.getBoundingClientRect());
    const height = rows[0]?.height ?? this.#width * 1.6;
    const down = y - box.top + this.felt.scrollTop - 10;
    return {
      row: Math.max(0, Math.floor(down / (height + 10))),
      column: Math.max(0, Math.round((x - box.left - 10) / this.#unit()) - 1),
    };
  }

  /**
   * @param {{row: number, column: number} | null} near
   * @param {boolean} [roomy] whether new sets have room to grow
   */
  #put(near, roomy = true) {
    const sets = /** @type {HTMLElement[]} */ ([...this.felt.querySelectorAll(".set")]);
    const style = getComputedStyle(this.felt);
    const room =
      this.felt.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const columns = Math.max(1, Math.floor(room / this.#unit()));
    const tiles = sets.map((set) =>
      [.../** @type {NodeListOf<HTMLElement>} */ (set.querySelectorAll("[data-tile]"))].map(
        ({ dataset }) => dataset.tile ?? "",
      ),
    );
    // Below the last row there is a place for new sets.
    const seen = Math.floor((this.felt.clientHeight - 60) / (this.#width * 1.37 + 25));
    const places = this.#places.of(tiles, columns, roomy ? seen : 0, near);
    // A row without sets keeps its height, so that those below it stay.
    const used = new Set(places.map(({ row }) => row));
    const rows = Array.from({ length: Math.max(0, ...used) + 1 }, (_, row) =>
      used.has(row) ? "min-content" : "calc(var(--th) + 15px)",
    );
    this.felt.style.gridTemplateRows = used.size > 0 ? rows.join(" ") : "";
    this.felt.style.setProperty("--columns", String(columns));
    for (const [at, { row, column, span }] of places.entries()) {
      sets[at].style.gridRow = String(row + 1);
      sets[at].style.gridColumn = `${column + 1} / span ${span}`;
    }
  }
}
