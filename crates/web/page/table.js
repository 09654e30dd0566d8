// The elements of the table, the rack and the players; the picked tiles; moves by click, drag and
// keyboard. Knows no rules: the engine says where tiles fit.
import { Fit } from "./fit.js";
import { next, undoOrRedo } from "./keys.js";
import { drag, inOrder, rearranged } from "./motion.js";
import { setElement, targetButton } from "./sets.js";
import { el, nameOf, seatBadge, tileButton, wordsOf } from "./tiles.js";
import { say } from "./words.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./engine.js").Pick} Pick
 * @typedef {import("./engine.js").Place} Place
 * @typedef {import("./engine.js").RackTile} RackTile
 * @typedef {{move: (picks: Pick[], to: Place) => void, fits: (picks: Pick[]) => Promise<Place[]>,
 *   command: (text: "undo" | "redo") => void, lie?: (set: number, way: string) => void,
 *   arranged?: (order: string[]) => void}} Moves
 */

export class Board {
  /** @type {HTMLElement} */
  #felt;
  /** @type {HTMLElement} */
  #rack;
  /** @type {HTMLElement} */
  #seats;
  /** @type {HTMLElement} */
  #root;
  /** @type {Moves} */
  #moves;
  /** @type {HTMLButtonElement[]} */
  #picked = [];
  #active = false;
  /** The key of the tile at which the arrow keys stopped last. */
  #focus = "";
  #dragging = false;
  /** What is shown. @type {GameState | null} */
  #state = null;
  /**
   * The player's own order of the rack, with gaps; null while it is sorted.
   * @type {string[] | null}
   */
  #order = null;
  /** @type {Fit} */
  #sizes;
  /** Where tiles were dropped for a new set. @type {{x: number, y: number} | null} */
  #aim = null;

  /**
   * @param {HTMLElement} root
   * @param {Moves} moves
   */
  constructor(root, moves) {
    this.#moves = moves;
    this.#root = root;
    this.#seats = el("ul", { className: "seats" });
    this.#felt = el("div", { className: "felt", role: "group" });
    this.#rack = el("div", { className: "own-rack", role: "group" });
    this.#sizes = new Fit(root, this.#felt);
    root.append(this.#seats, this.#felt, this.#rack);
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("dblclick", (event) => void this.#place(event));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("pointerdown", (event) => this.#press(event));
    // Once a tile is dragged, the finger no longer scrolls, nor opens a menu.
    for (const kind of /** @type {const} */ (["touchmove", "contextmenu"]))
      root.addEventListener(kind, (event) => this.#dragging && event.preventDefault(), {
        passive: false,
      });
    const sizes = new ResizeObserver(() => requestAnimationFrame(() => this.#fit()));
    for (const part of [this.#felt, this.#rack]) sizes.observe(part);
    // Listens everywhere, because a clicked button may be disabled by now and have lost the focus.
    window.addEventListener("keydown", (event) => this.#shortcut(event));
  }

  /** Sizes the tiles, and lets table and rack scroll where they are longer than their windows. */
  #fit() {
    this.#sizes.lay(this.#aim);
    this.#aim = null;
    for (const part of [this.#felt, this.#rack])
      part.classList.toggle("scrolls", part.scrollHeight > part.clientHeight + 2);
  }

  /** Scrolls to what others laid last. */
  reveal() {
    [...this.#felt.querySelectorAll(".set.changed")].pop()?.scrollIntoView({ block: "nearest" });
  }

  /** The rack as it is shown. @returns {RackTile[]} */
  #held() {
    const rack = this.#state?.rack ?? [];
    return this.#order ? inOrder(rack, this.#order) : rack;
  }

  /**
   * Shows the rack in the player's own order, or sorted if there is none.
   * @param {string[] | null} order
   */
  arrange(order) {
    this.#order = order;
    if (this.#state) this.show(this.#state, this.#active);
  }

  /** @param {RackTile[]} held */
  #arranged(held) {
    this.arrange(held.flatMap(({ tile, begins }) => (begins ? ["", tile] : [tile])));
    this.#moves.arranged?.(this.#order ?? []);
  }

  /**
   * Puts tiles of the rack to where they were dropped; after a gap if nothing lies close before.
   * @param {HTMLElement[]} tiles
   * @param {{x: number, y: number}} at
   */
  #rearrange(tiles, at) {
    this.#arranged(rearranged(this.#held(), this.#rackTiles(), tiles, at));
  }

  /**
   * Moves a tile of the rack by a place, while gaps stay.
   * @param {HTMLElement} tile
   * @param {1 | -1} by
   */
  #swap(tile, by) {
    const held = this.#held();
    const at = this.#rackTiles().findIndex((other) => other === tile);
    const other = held[at + by];
    if (at < 0 || !other) return;
    const own = held[at];
    held[at] = { ...other, begins: own.begins };
    held[at + by] = { ...own, begins: other.begins };
    this.#arranged([...held]);
    this.#rest(at + by);
  }

  /** Makes a gap before a tile of the rack, or closes it. @param {HTMLElement} tile */
  #gap(tile) {
    const at = this.#rackTiles().findIndex((other) => other === tile);
    const change = (/** @type {RackTile} */ held, /** @type {number} */ place) =>
      place === at ? { ...held, begins: !held.begins } : held;
    if (at < 1) return;
    this.#arranged(this.#held().map(change));
    this.#rest(at);
  }

  /** Gives the keys to a tile of the rack. @param {number} place */
  #rest(place) {
    const tile = this.#rackTiles()[place];
    this.#home(tile);
    tile.focus({ preventScroll: true });
  }

  /**
   * Marks what a hint speaks of, until something is moved.
   * @param {string[]} tiles of the rack
   * @param {number} set on the table; -1 for none
   */
  point(tiles, set) {
    const left = [...tiles];
    for (const tile of this.#rackTiles()) {
      const at = left.indexOf(tile.dataset.tile ?? "");
      if (at >= 0) left.splice(at, 1);
      tile.classList.toggle("hinted", at >= 0);
    }
    const element = this.#felt.querySelectorAll(".set")[set];
    element?.classList.add("hinted");
    element?.scrollIntoView({ block: "nearest" });
  }

  /** The badge of a seat. @param {number | null} seat */
  badge(seat) {
    return seat === null ? null : (this.#seats.children[seat] ?? null);
  }

  /** @param {GameState} state @param {boolean} active whether tiles can be picked now */
  show(state, active) {
    if (state.game !== this.#state?.game) this.#sizes.clear();
    const hadFocus =
      this.#felt.contains(document.activeElement) || this.#rack.contains(document.activeElement);
    this.#seats.ariaLabel = say("players");
    this.#felt.ariaLabel = say("table");
    this.#rack.ariaLabel = say("your-rack");
    this.#active = active;
    this.#state = state;
    this.#picked = [];
    this.#seats.replaceChildren(
      ...state.seats.map((seat, number) => seatBadge(state, seat, number)),
    );
    const sets = state.table.map((set, number) => {
      const owner = set.owner === null ? null : nameOf(state, set.owner);
      return setElement(set, number, owner, (way) => this.#moves.lie?.(number, way));
    });
    const empty =
      state.table.length === 0 ? [el("p", { className: "empty" }, say("table-empty"))] : [];
    this.#felt.replaceChildren(
      ...empty,
      ...sets,
      targetButton("new", say("new-set"), say("new-set-label")),
    );
    this.#felt.dataset.drop = "new";
    this.#rack.dataset.drop = "rack";
    const tiles = this.#held().map(({ tile, begins, drawn }) => {
      const label = [wordsOf(tile), ...(drawn ? [say("tile-drawn")] : [])].join(", ");
      const button = tileButton(
        tile,
        label,
        `${drawn ? "new" : ""} ${begins ? "begins" : ""}`.trim(),
      );
      button.dataset.pick = JSON.stringify({ rack: tile });
      return button;
    });
    this.#rack.replaceChildren(
      ...tiles,
      targetButton("rack", say("to-rack"), say("to-rack-label")),
    );
    if (tiles.length === 0)
      this.#rack.prepend(el("p", { className: "empty" }, say("your-rack-empty")));
    for (const tile of this.#tiles()) {
      tile.tabIndex = -1;
      tile.setAttribute("aria-pressed", "false");
      if (!active) tile.setAttribute("aria-disabled", "true");
    }
    const home =
      this.#tiles().find((tile) => tile.dataset.pick === this.#focus) ??
      this.#rackTiles()[0] ??
      this.#tiles()[0];
    if (home) {
      home.tabIndex = 0;
      if (hadFocus) home.focus({ preventScroll: true });
    }
    this.#mark([]);
    this.#fit();
  }

  /** @returns {HTMLButtonElement[]} */
  #tiles() {
    return [...this.#felt.querySelectorAll("button.t"), ...this.#rackTiles()].map(
      (tile) => /** @type {HTMLButtonElement} */ (tile),
    );
  }

  /** @returns {HTMLButtonElement[]} */
  #rackTiles() {
    return [...this.#rack.querySelectorAll("button.t")].map(
      (tile) => /** @type {HTMLButtonElement} */ (tile),
    );
  }

  /** @param {HTMLElement} tile @returns {Pick} */
  #pick(tile) {
    return JSON.parse(tile.dataset.pick ?? "null");
  }

  /** @param {HTMLButtonElement} tile */
  #toggle(tile) {
    const there = this.#picked.includes(tile);
    this.#picked = there ? this.#picked.filter((other) => other !== tile) : [...this.#picked, tile];
    this.#picked = this.#picked.filter((other) => other.isConnected);
    void this.#told();
  }

  /** Shows where the picked tiles may go. */
  async #told() {
    for (const tile of this.#tiles())
      tile.setAttribute("aria-pressed", String(this.#picked.includes(tile)));
    const picked = this.#picked;
    this.#mark([]);
    if (picked.length === 0) return;
    const asked = this.#moves.fits(picked.map((tile) => this.#pick(tile)));
    const fits = await asked.catch((error) => {
      // Another game may have begun since, and the engine may have dropped this one.
      if (picked === this.#picked) throw error;
      return [];
    });
    if (picked === this.#picked) this.#mark(fits);
  }

  /** @param {Place[]} fits */
  #mark(fits) {
    const any = this.#picked.length > 0;
    const onTable = this.#picked.some((tile) => this.#felt.contains(tile));
    for (const target of /** @type {NodeListOf<HTMLElement>} */ (
      this.#root.querySelectorAll("button.target")
    )) {
      const place = target.dataset.to ?? "";
      const own = this.#picked.every(
        (tile) =>
          "set" in this.#pick(tile) && String(/** @type {any} */ (this.#pick(tile)).set) === place,
      );
      target.hidden = !any || own || (place === "rack" && !onTable);
      target.classList.toggle(
        "fits",
        fits.some((fit) => String(fit) === place),
      );
      target.parentElement?.classList.toggle(
        "fits",
        place !== "new" && place !== "rack" && fits.some((fit) => String(fit) === place),
      );
    }
  }

  clear() {
    this.#picked = [];
    void this.#told();
  }

  /** @param {string | undefined} place @param {HTMLElement[]} [tiles] */
  #drop(place, tiles = this.#picked) {
    const picks = tiles.map((tile) => this.#pick(tile));
    if (place === undefined || picks.length === 0) return;
    const to = place === "new" || place === "rack" ? place : Number(place);
    if (to === "rack" && picks.every((pick) => "rack" in pick)) return this.clear();
    if (typeof to === "number" && picks.every((pick) => "set" in pick && pick.set === to))
      return this.clear();
    this.#moves.move(picks, to);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (!this.#active || !target) return;
    const place = /** @type {HTMLElement | null} */ (target.closest("button.target"));
    if (place) return this.#drop(place.dataset.to);
    const tile = /** @type {HTMLButtonElement | null} */ (target.closest("button.t"));
    const zone = /** @type {HTMLElement | null} */ (target.closest("[data-drop]"));
    if (!tile) return this.#picked.length > 0 ? this.#drop(zone?.dataset.drop) : undefined;
    this.#home(tile);
    const set = tile.closest(".set");
    // With picked tiles, a click on a tile of another set means that set.
    const elsewhere =
      set &&
      this.#picked.length > 0 &&
      this.#picked.every((other) => other.closest(".set") !== set);
    if (elsewhere && !event.shiftKey) return this.#drop(zone?.dataset.drop);
    this.#toggle(tile);
  }

  /** Puts a tile to the only place where it fits, if there is one. @param {MouseEvent} event */
  async #place(event) {
    const tile = /** @type {HTMLButtonElement | null} */ (
      event.target instanceof Element ? event.target.closest(".own-rack button.t") : null
    );
    if (!this.#active || !tile) return;
    const tiles = [...new Set([...this.#picked, tile])];
    const fits = await this.#moves.fits(tiles.map((other) => this.#pick(other)));
    if (fits.length === 1 && tile.isConnected) this.#drop(String(fits[0]), tiles);
  }

  /** @param {HTMLButtonElement} tile */
  #home(tile) {
    for (const other of this.#tiles()) other.tabIndex = other === tile ? 0 : -1;
    this.#focus = tile.dataset.pick ?? "";
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const command = undoOrRedo(event);
    if (!command || !this.#active || !this.#root.checkVisibility()) return;
    event.preventDefault();
    this.#moves.command(command);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const tile = /** @type {HTMLButtonElement | null} */ (
      event.target instanceof Element ? event.target.closest("button.t") : null
    );
    if (event.key === "Escape") return this.clear();
    if (!tile) return;
    const onRack = this.#rack.contains(tile);
    if (onRack && event.shiftKey && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      event.preventDefault();
      return this.#swap(tile, event.key === "ArrowRight" ? 1 : -1);
    }
    if (onRack && event.key.toLowerCase() === "g") return this.#gap(tile);
    const to = next(event.key, this.#tiles(), tile);
    const key = event.key.toLowerCase();
    if (to === null) {
      if (!this.#active) return;
      if (key === "n") this.#drop("new");
      else if (key === "backspace" || key === "r") this.#drop("rack");
      else return;
    }
    event.preventDefault();
    if (to) {
      this.#home(to);
      to.focus();
    }
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const tile = /** @type {HTMLButtonElement | null} */ (
      event.target instanceof Element ? event.target.closest("button.t") : null
    );
    if (!this.#active || !tile || event.button !== 0) return;
    drag(event, tile, this.#felt, {
      lift: () => {
        if (!this.#picked.includes(tile)) {
          this.#picked = [];
          this.#toggle(tile);
        }
        this.#dragging = true;
        return this.#picked;
      },
      end: () => {
        this.#dragging = false;
      },
      drop: (place, tiles, at) => {
        const own = place === "rack" && tiles.every((other) => this.#rack.contains(other));
        if (place === undefined) this.clear();
        else if (own) this.#rearrange(tiles, at);
        else {
          this.#aim = place === "new" ? at : null;
          this.#drop(place, tiles);
        }
      },
    });
  }
}
