// The elements of the table, the rack and the players; the picked tiles; moves by click, drag and
// keyboard. Knows no rules: the engine says where tiles fit.
import { drag } from "./motion.js";
import {
  count,
  el,
  readingNote,
  tileButton,
  tileRow,
  tilesOf,
  wayButtons,
  wordsOf,
} from "./tiles.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./engine.js").Pick} Pick
 * @typedef {import("./engine.js").Place} Place
 * @typedef {{move: (picks: Pick[], to: Place) => void, fits: (picks: Pick[]) => Promise<Place[]>,
 *   command: (text: "undo" | "redo") => void, lie?: (set: number, way: string) => void}} Moves
 */

/** The name of a player without the seat. @param {string} who */
export const nameOf = (who) => who.replace(/ \(seat \d+\)$/, "");

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

  /**
   * @param {HTMLElement} root
   * @param {Moves} moves
   */
  constructor(root, moves) {
    this.#moves = moves;
    this.#root = root;
    this.#seats = el("ul", { className: "seats", "aria-label": "Players" });
    this.#felt = el("div", { className: "felt", role: "group", "aria-label": "Table" });
    this.#rack = el("div", { className: "own-rack", role: "group", "aria-label": "Your rack" });
    root.append(this.#seats, this.#felt, this.#rack);
    root.addEventListener("click", (event) => this.#click(event));
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

  /** Lets table and rack scroll where they are longer than their windows. */
  #fit() {
    for (const part of [this.#felt, this.#rack])
      part.classList.toggle("scrolls", part.scrollHeight > part.clientHeight + 2);
  }

  /** Scrolls to what others laid last. */
  reveal() {
    [...this.#felt.querySelectorAll(".set.changed")].pop()?.scrollIntoView({ block: "nearest" });
  }

  /** The badge of a seat. @param {number | null} seat */
  badge(seat) {
    return seat === null ? null : (this.#seats.children[seat] ?? null);
  }

  /** @param {GameState} state @param {boolean} active whether tiles can be picked now */
  show(state, active) {
    const hadFocus =
      this.#felt.contains(document.activeElement) || this.#rack.contains(document.activeElement);
    this.#active = active;
    this.#picked = [];
    this.#seats.replaceChildren(
      ...state.seats.map((seat, number) => this.#seat(state, seat, number)),
    );
    const sets = state.table.map((set, number) => this.#set(set, number));
    const empty =
      state.table.length === 0 ? [el("p", { className: "empty" }, "The table is empty.")] : [];
    this.#felt.replaceChildren(
      ...empty,
      ...sets,
      this.#target("new", "New set", "Make a new set of the picked tiles"),
    );
    this.#felt.dataset.drop = "new";
    this.#rack.dataset.drop = "rack";
    const tiles = state.rack.map(({ tile, begins, drawn }) => {
      const label = wordsOf(tile) + (drawn ? ", just drawn" : "");
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
      this.#target("rack", "Back to the rack", "Take the picked tiles back to the rack"),
    );
    if (tiles.length === 0)
      this.#rack.prepend(el("p", { className: "empty" }, "Your rack is empty."));
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

  /**
   * @param {GameState} state
   * @param {import("./engine.js").SeatState} seat
   * @param {number} number
   */
  #seat(state, seat, number) {
    const on = state.to_move === number;
    const facts = [count(seat.tiles, "tile"), seat.opened ? "opened" : "not opened"];
    const badge = el(
      "li",
      { className: on ? "on" : "", "aria-current": on ? "true" : null },
      el("b", {}, number === state.me ? "You" : nameOf(seat.who)),
      ...[`seat ${number}`, ...facts].flatMap((fact) => [" ", el("span", {}, fact)]),
    );
    if (seat.rack !== null && number !== state.me)
      badge.append(tileRow(tilesOf(seat.rack), "tiles open"));
    return badge;
  }

  /** @param {import("./engine.js").SetState} set @param {number} number */
  #set(set, number) {
    const words = set.tiles.map(({ tile }) => wordsOf(tile)).join(", ");
    const open = set.ways.length > 0 && !set.ways.some(({ now }) => now);
    const notes = [
      set.legal ? "" : ", not a set yet",
      set.changed ? ", changed since your last turn" : "",
      set.reading === null ? "" : `, a ${set.reading}`,
      open ? ", can be read in several ways" : "",
      set.owner === null ? "" : `, of seat ${set.owner}`,
    ].join("");
    const classes = [
      "set",
      ...(set.legal && !open ? [] : ["wrong"]),
      ...(set.reading === null ? [] : ["read"]),
      ...(set.changed ? ["changed"] : []),
      ...(set.owner === null ? [] : ["owned"]),
    ];
    const element = el("div", {
      className: classes.join(" "),
      role: "group",
      "aria-label": `Set ${number + 1}: ${words}${notes}`,
      data: { drop: String(number) },
    });
    element.append(
      ...set.tiles.map(({ tile, laid, fresh }, at) => {
        const label =
          wordsOf(tile) + (laid ? ", laid by you on this turn" : "") + (fresh ? ", new" : "");
        const button = tileButton(tile, label, laid ? "laid" : fresh ? "new" : "");
        button.dataset.pick = JSON.stringify({ set: number, at });
        return button;
      }),
    );
    if (!set.legal)
      element.append(el("span", { className: "flag", "aria-hidden": "true" }, "no set yet"));
    if (set.reading !== null) element.append(readingNote(set.reading));
    if (set.ways.length > 0)
      element.append(
        wayButtons(`How set ${number + 1} lies`, set.ways, (way) => this.#moves.lie?.(number, way)),
      );
    if (set.owner !== null)
      element.append(
        el("span", { className: "owner", "aria-hidden": "true" }, `seat ${set.owner}`),
      );
    element.append(this.#target(String(number), "+", `Add the picked tiles to set ${number + 1}`));
    return element;
  }

  /** @param {string} place @param {string} text @param {string} label */
  #target(place, text, label) {
    return el(
      "button",
      {
        type: "button",
        className: "target",
        "aria-label": label,
        hidden: true,
        data: { to: place },
      },
      text,
    );
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

  /** @param {HTMLButtonElement} tile */
  #home(tile) {
    for (const other of this.#tiles()) other.tabIndex = other === tile ? 0 : -1;
    this.#focus = tile.dataset.pick ?? "";
  }

  /** @param {KeyboardEvent} event */
  #shortcut(event) {
    const typing =
      event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      typing ||
      !this.#active ||
      !this.#root.checkVisibility()
    )
      return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    this.#moves.command(key === "y" || event.shiftKey ? "redo" : "undo");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const tile = /** @type {HTMLButtonElement | null} */ (
      event.target instanceof Element ? event.target.closest("button.t") : null
    );
    if (event.key === "Escape") return this.clear();
    if (!tile) return;
    const tiles = this.#tiles();
    const at = tiles.indexOf(tile);
    /** @type {HTMLButtonElement | undefined} */
    let next;
    if (event.key === "ArrowRight") next = tiles[at + 1];
    else if (event.key === "ArrowLeft") next = tiles[at - 1];
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      next = this.#vertical(tile, event.key === "ArrowDown" ? 1 : -1);
    else if (event.key === "Home") next = tiles[0];
    else if (event.key === "End") next = tiles[tiles.length - 1];
    else if ((event.key === "n" || event.key === "N") && this.#active) this.#drop("new");
    else if ((event.key === "Backspace" || event.key === "r" || event.key === "R") && this.#active)
      this.#drop("rack");
    else return;
    event.preventDefault();
    if (next) {
      this.#home(next);
      next.focus();
    }
  }

  /**
   * The nearest tile in the next row.
   * @param {HTMLElement} tile
   * @param {1 | -1} way
   */
  #vertical(tile, way) {
    const from = tile.getBoundingClientRect();
    /** @type {HTMLButtonElement | undefined} */
    let best;
    let least = Infinity;
    for (const other of this.#tiles()) {
      const box = other.getBoundingClientRect();
      const down = (box.y - from.y) * way;
      const far = down * 4 + Math.abs(box.x - from.x);
      if (down > from.height / 2 && far < least) [best, least] = [other, far];
    }
    return best;
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
      drop: (place, tiles) => (place === undefined ? this.clear() : this.#drop(place, tiles)),
    });
  }
}
