// Elements of tiles, drawn as in crates/report, and small helpers that make elements.
import { say } from "./words.js";

/**
 * @template {keyof HTMLElementTagNameMap} N
 * @param {N} name
 * @param {Record<string, any>} [props] properties, or attributes if they hold a dash or are `role`
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[N]}
 */
export function el(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.includes("-") || key === "role") element.setAttribute(key, String(value));
    else if (key === "data") Object.assign(element.dataset, value);
    else /** @type {any} */ (element)[key] = value;
  }
  element.append(...children);
  return element;
}

/**
 * The element with this id.
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function get(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`no ${type.name} #${id}`);
  return found;
}

/** @param {string} tile the class of its colour or joker */
const faceClass = (tile) => (tile.length === 1 ? `t j j${tile}` : `t c${tile[0]}`);

/** @param {string} tile */
const face = (tile) => [el("b", {}, tile.slice(1)), el("i", {}, tile[0])];

/**
 * A tile for display only; its container provides the words.
 * @param {string} tile
 * @param {string} [mark]
 */
export const tileView = (tile, mark = "") =>
  el("span", { className: `${faceClass(tile)} ${mark}`.trim() }, ...face(tile));

/** What a joker stands for, to be shown on it. @param {string} stands such as `R5` */
const standsNote = (stands) =>
  el("span", { className: `stands ${/^[A-Z]/.test(stands) ? `c${stands[0]}` : ""}` }, stands);

/**
 * A tile that can be picked.
 * @param {string} tile
 * @param {string} label
 * @param {string} [mark]
 * @param {string} [stands] what it stands for, if it is a joker
 */
export const tileButton = (tile, label, mark = "", stands = "") =>
  el(
    "button",
    {
      type: "button",
      className: `${faceClass(tile)} ${mark}`.trim(),
      "aria-label": label,
      data: { tile },
    },
    ...face(tile),
    ...(stands ? [standsNote(stands)] : []),
  );

/** @param {string} text tiles separated by blanks, perhaps with a reading: `R9 J J:group` */
export const tilesOf = (text) =>
  text
    .replace(/:.*/, "")
    .split(/\s+/)
    .filter((tile) => tile);

/** @param {string} text a set */
const readingOf = (text) => /:(.*)/.exec(text)?.[1] ?? null;

/** @param {string} text sets separated by semicolons */
export const setsOf = (text) =>
  text
    .split(";")
    .map((set) => set.trim())
    .filter((set) => set);

/**
 * @type {Map<string, string>} the names of the tiles of all rule systems: a letter means one colour
 *   everywhere
 */
const words = new Map();

/** @param {import("./engine.js").Rules[]} rules */
export function learnWords(rules) {
  for (const { tiles } of rules) for (const kind of tiles) words.set(kind.tile, kind.words);
}

/** @param {string} tile */
export const wordsOf = (tile) => words.get(tile) ?? tile;

/**
 * A row of tiles for display, with words for screen readers.
 * @param {string[]} tiles
 * @param {string} className
 * @param {(tile: string, at: number) => string} [mark] a class for some
 */
export function tileRow(tiles, className, mark = () => "") {
  const label = tiles.map(wordsOf).join(", ") || say("no-tiles");
  return el(
    "div",
    { className, role: "img", "aria-label": label },
    ...tiles.map((tile, at) => tileView(tile, mark(tile, at))),
  );
}

/** The person who plays alone, in every language. */
const YOU = "you";

/**
 * The engine's name of a player, or `you`.
 * @param {import("./engine.js").GameState} state
 * @param {number} seat
 */
export function whoIs({ seats }, seat) {
  const alone = seats.filter(({ person }) => person).length === 1;
  return alone && seats[seat].person ? YOU : seats[seat].who;
}

/** The name of a player as people read it. @param {string} who what `whoIs` says */
export const shownName = (who) => (who === YOU ? say("you") : who);

/** The variables of a message about a player. @param {string} who what `whoIs` says */
export const byName = (who) => ({ name: shownName(who), you: who === YOU ? "yes" : "no" });

/**
 * The name of a player as people read it.
 * @param {import("./engine.js").GameState} state
 * @param {number} seat
 */
export const nameOf = (state, seat) => shownName(whoIs(state, seat));

/**
 * The badge of a player: the name, what everybody can see, and what the player did last.
 * @param {import("./engine.js").GameState} state
 * @param {import("./engine.js").SeatState} seat
 * @param {number} number
 */
export function seatBadge(state, seat, number) {
  const on = state.to_move === number;
  const facts = [say("tiles", { count: seat.tiles }), say(seat.opened ? "opened" : "not-opened")];
  const badge = el(
    "li",
    { className: on ? "on" : "", "aria-current": on ? "true" : null },
    el("b", {}, nameOf(state, number)),
    ...facts.flatMap((fact) => [" ", el("span", {}, fact)]),
  );
  // The others' last turns; one's own is known.
  if (number !== state.me && seat.last)
    badge.append(" ", el("p", { className: "last" }, ...sentence(seat.last)));
  if (seat.rack !== null && number !== state.me)
    badge.append(tileRow(tilesOf(seat.rack), "tiles open"));
  return badge;
}

/** How a set is read, to be shown on it. @param {string} reading */
export const readingNote = (reading) =>
  el("span", { className: "reading", "aria-hidden": "true" }, say("set-reading-note", { reading }));

/**
 * A row with the tiles of a set for display, and how it is read if it says so.
 * @param {string} text
 * @param {string} className
 * @param {(tile: string, at: number) => string} [mark] a class for some
 */
export function setRow(text, className, mark) {
  const row = tileRow(tilesOf(text), className, mark);
  const reading = readingOf(text);
  if (!reading) return row;
  row.classList.add("read");
  const facts = [row.getAttribute("aria-label"), say("set-reading", { reading })];
  row.setAttribute("aria-label", facts.join(", "));
  row.append(readingNote(reading));
  return row;
}

/**
 * Buttons for the ways in which a set can lie because of its jokers.
 * @param {number} number of the set
 * @param {import("./engine.js").Way[]} ways
 * @param {(set: string) => void} choose
 */
export function wayButtons(number, ways, choose) {
  const label = say("set-ways-label", { number: number + 1 });
  const button = (/** @type {import("./engine.js").Way} */ { set, words, now }) => {
    const made = el("button", { type: "button", "aria-pressed": String(now) }, words);
    made.addEventListener("click", (event) => {
      event.stopPropagation();
      choose(set);
    });
    return made;
  };
  return el("div", { className: "ways", role: "group", "aria-label": label }, ...ways.map(button));
}

/**
 * A sentence in which tiles are drawn, with words for screen readers.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function sentence(text) {
  const parts = text
    .replaceAll("`", "")
    .replaceAll("->", "→")
    .split(/\b([A-Z](?:1?\d)?)(?!\w)/);
  return parts.map((part) => {
    if (!words.has(part)) return part;
    const tile = tileView(part, "word");
    tile.setAttribute("role", "img");
    tile.setAttribute("aria-label", wordsOf(part));
    return tile;
  });
}

/** What a player did, as a verb with its tiles. @param {{action: string, tiles: string}} done */
export const deed = ({ action, tiles }) =>
  say("deed", { action: action.replaceAll(" ", "-"), tiles }).trim();
