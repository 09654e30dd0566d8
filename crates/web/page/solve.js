// The Solve view: a position built by clicking or typing, and questions about it. Two texts hold
// the position, and so does the link in the address bar.
import { EngineError, ask } from "./engine.js";
import { copyLink } from "./links.js";
import { choose, chosen, inLink, named, namedInPosition, ofLink, offerIn } from "./systems.js";
import {
  el,
  get,
  readingNote,
  sentence,
  setRow,
  tileButton,
  tileRow,
  tilesOf,
  wayButtons,
  wordsOf,
} from "./tiles.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {import("./engine.js").BestAnswer} BestAnswer
 * @typedef {"tiles" | "value" | "out" | "plays" | "after-draw"} Question
 */

/** What was typed, as the engine read it last. @type {import("./engine.js").Typed} */
let read = { table: [], rack: [] };
/** Numbers the readings, so that a late one changes nothing. */
let last = 0;
/** The position and the question of the answer that is shown, as a link. */
let answered = "";
/** The text into which the palette writes. @type {"table" | "rack"} */
let aim = "rack";

const table = () => get("s-table", HTMLTextAreaElement);
const rack = () => get("s-rack", HTMLInputElement);
const rules = () => get("s-rules", HTMLSelectElement);
const opened = () => get("s-opened", HTMLInputElement);
const question = () => get("s-question", HTMLSelectElement);

/** @param {string} tile */
function add(tile) {
  const field = aim === "rack" ? rack() : table();
  field.value = `${field.value.trimEnd()} ${tile}`.trimStart();
  void changed();
}

/** Writes the table again. @param {string[]} sets */
function retype(sets) {
  table().value = sets.filter((set) => set !== "").join(" ; ");
  void changed();
}

/** The sets of the table, one of them written otherwise. @param {number} number @param {string} set */
const setsWith = (number, set) => read.table.map((other, at) => (at === number ? set : other.set));

/** @param {string[]} tiles @param {number} at */
const without = (tiles, at) => tiles.filter((_, place) => place !== at).join(" ");

/**
 * @param {string[]} tiles
 * @param {string} label the message that says what a click does
 * @param {(at: number) => void} remove
 */
const tileButtons = (tiles, label, remove) =>
  tiles.map((tile, at) => {
    const button = tileButton(tile, say(label, { tile: wordsOf(tile) }));
    button.addEventListener("click", () => remove(at));
    return button;
  });

/** Draws the table and the rack that were read. */
function draw() {
  const empty = (/** @type {string} */ text) => el("p", { className: "empty" }, text);
  const sets = read.table.map(({ tiles, reading, ways }, number) => {
    const buttons = tileButtons(tiles, "solve-remove-from-table", (at) =>
      retype(setsWith(number, without(tiles, at))),
    );
    const set = el("div", { className: reading ? "set read" : "set" }, ...buttons);
    if (reading) set.append(readingNote(reading));
    if (ways.length > 0)
      set.append(wayButtons(number, ways, (way) => retype(setsWith(number, way))));
    return set;
  });
  const felt = get("s-felt", HTMLElement);
  const buttons = () => [...felt.querySelectorAll("button")];
  const focus = buttons().findIndex((button) => button === document.activeElement);
  felt.replaceChildren(...(sets.length > 0 ? sets : [empty(say("table-empty"))]));
  buttons()[focus]?.focus();
  const used = [...read.rack, ...read.table.flatMap(({ tiles }) => tiles)];
  for (const { tile, copies } of chosen(rules()).tiles)
    get(`s-add-${tile}`, HTMLButtonElement).disabled =
      used.filter((other) => other === tile).length >= copies;
  const held = tileButtons(read.rack, "solve-remove-from-rack", (at) => {
    rack().value = without(read.rack, at);
    void changed();
  });
  get("s-held", HTMLElement).replaceChildren(
    ...(held.length > 0
      ? [el("div", { className: "set" }, ...held)]
      : [empty(say("solve-rack-empty"))]),
  );
}

/**
 * Why no game can have so many tiles; empty if one can.
 * @param {import("./engine.js").Typed} typed
 */
function tooMany({ table, rack }) {
  const all = [...rack, ...table.flatMap(({ tiles }) => tiles)];
  const found = chosen(rules()).tiles.find(
    ({ tile, copies }) => all.filter((other) => other === tile).length > copies,
  );
  return found ? say("solve-too-many", { tile: found.tile, copies: found.copies }) : "";
}

/** Has the engine read what was typed, and draws it. @returns {Promise<string>} why it cannot */
async function reread() {
  const question = ++last;
  get("s-order", HTMLElement).hidden = !chosen(rules()).in_order;
  let wrong = "";
  try {
    const typed = { ...named(chosen(rules())), table: table().value, rack: rack().value };
    const answer = await ask("typed", typed);
    if (question !== last) return "";
    wrong = tooMany(answer);
    if (!wrong) {
      read = answer;
      draw();
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    wrong = error.message;
  }
  if (question !== last) return wrong;
  get("s-unread", HTMLElement).textContent = wrong;
  // What is drawn is what was read last, which is another position.
  for (const id of ["s-felt", "s-held"])
    get(id, HTMLElement).classList.toggle("outdated", wrong !== "");
  return wrong;
}

/** Position and question as part of an address. */
const link = () =>
  new URLSearchParams([
    ...inLink(chosen(rules())),
    ["table", table().value],
    ["rack", rack().value],
    ["opened", opened().checked ? "1" : "0"],
    ["ask", question().value],
  ]).toString();

/** @returns {Promise<string>} why what was typed cannot be read */
function changed() {
  if (link() !== answered) show("");
  if (location.hash.startsWith("#solve")) history.replaceState(null, "", `#solve?${link()}`);
  return reread();
}

/** Shows the answer to this position and question. @param {string} to @param {...Node} parts */
function show(to, ...parts) {
  answered = to;
  get("s-answer", HTMLElement).replaceChildren(...parts);
}

/** @param {Question} asked */
function request(asked) {
  const position = {
    ...namedInPosition(chosen(rules())),
    table: read.table.map(({ set }) => set),
    rack: read.rack.join(" "),
    opened: opened().checked,
  };
  if (asked === "plays" || asked === "after-draw") return { question: asked, position };
  // A player who can go out lays the most tiles.
  return { question: "best", goal: asked === "out" ? "tiles" : asked, position };
}

async function solve() {
  const wrong = await changed();
  const asked = /** @type {Question} */ (question().value);
  const of = link();
  try {
    if (wrong) throw new EngineError(wrong);
    const answer = await ask("solve", request(asked));
    if (link() !== of) return;
    show(
      of,
      ...(asked === "plays"
        ? plays(answer)
        : asked === "after-draw"
          ? draws(answer)
          : best(answer, asked === "out")),
    );
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    refuse(error);
  }
  get("s-answer", HTMLElement).scrollIntoView({ block: "nearest" });
}

/** @param {EngineError} error */
const refuse = (error) => show(link(), el("p", { className: "alarm" }, error.message));

/** Whether the whole rack can go. @param {BestAnswer} answer */
function verdict(answer) {
  const held = read.rack.length;
  const laid = answer.tiles ?? 0;
  if (held === 0) return say("solve-rack-empty");
  if (laid === held) return say("solve-out", { count: held });
  if (answer.status !== "optimal") return say("solve-out-not-found");
  return say("solve-not-out", { count: held - laid });
}

/** @param {BestAnswer} answer */
function headline(answer) {
  const { status, tiles, value, opening_value: points, micros, hint } = answer;
  if (status === "infeasible") return `${say("solve-no-sets")} ${hint ?? ""}`;
  if (tiles === null) return say("solve-not-found");
  const time = micros < 1000 ? 0 : Math.round(micros / 1000);
  const values = { status, count: tiles, value: value ?? 0, time };
  const all = tiles === read.rack.length;
  const best =
    tiles === 0 ? say("solve-nothing") : say(all ? "solve-lay-all" : "solve-lay", values);
  return points === null ? best : `${best} ${say("solve-opening-worth", { points })}`;
}

/** @param {BestAnswer} answer @param {boolean} out whether it was asked if the whole rack can go */
function best(answer, out) {
  const asked = out && answer.status !== "infeasible";
  const parts = [el("h3", {}, asked ? verdict(answer) : headline(answer))];
  if (asked && answer.tiles !== read.rack.length) return parts;
  if (!answer.tiles || !answer.table) return parts;
  const old = read.table.map(({ tiles }) => [...tiles].sort().join(" "));
  const left = tilesOf(answer.played ?? "");
  const felt = answer.table.map((text, number) => {
    const tiles = tilesOf(text);
    const kept = old.indexOf([...tiles].sort().join(" "));
    if (kept >= 0) old.splice(kept, 1);
    const laid = tilesOf(
      answer.steps?.find(({ step, set }) => step === "lay" && set === text)?.tiles ?? "",
    );
    const row = setRow(text, `set${kept < 0 ? " changed" : ""}`, (tile) => {
      const at = laid.indexOf(tile);
      if (at < 0 || !left.includes(tile)) return "";
      laid.splice(at, 1);
      left.splice(left.indexOf(tile), 1);
      return "laid";
    });
    const owner = answer.owners?.[number];
    if (owner !== undefined && owner !== null)
      row.append(el("span", { className: "owner" }, say("solve-owner", { seat: owner })));
    return row;
  });
  const shown = el("div", { className: "felt" }, ...felt);
  const steps = (answer.steps ?? []).map(({ text }) => el("li", {}, ...sentence(text)));
  if (steps.length === 0) return [...parts, shown];
  return [
    ...parts,
    shown,
    el("h3", {}, say("solve-how")),
    el("ol", { className: "how" }, ...steps),
  ];
}

/** @param {import("./engine.js").PlaysAnswer} answer */
function plays(answer) {
  if (answer.status === "infeasible") return [el("h3", {}, say("solve-no-sets"))];
  const rest = answer.rest === "none" ? "" : ` ${say("solve-plays-more")}`;
  const rows = answer.plays.map(({ tiles, value, played }) =>
    el(
      "li",
      {},
      tileRow(tilesOf(played), "tiles"),
      el("span", {}, say("solve-play", { count: tiles, value })),
    ),
  );
  const what =
    rows.length === 0
      ? say("solve-nothing")
      : `${say("solve-plays", { count: rows.length })}${rest}`;
  return [el("h3", {}, what), el("ol", { className: "plays" }, ...rows)];
}

/** @param {import("./engine.js").DrawsAnswer} answer */
function draws(answer) {
  if (answer.status === "infeasible") return [el("h3", {}, say("solve-no-sets"))];
  const now = answer.now?.tiles ?? 0;
  const share = answer.unseen === 0 ? 0 : (100 * answer.going_out) / answer.unseen;
  const what = say("solve-draws", {
    count: now,
    out: answer.going_out,
    unseen: answer.unseen,
    percent: Math.round(share),
  });
  const sorted = [...answer.draws].sort((a, b) => (b.tiles ?? 0) - (a.tiles ?? 0));
  const rows = sorted.map((draw) => {
    const values = { unseen: draw.unseen, count: draw.tiles ?? 0 };
    const words = el("span", {}, say(draw.goes_out ? "solve-draw-out" : "solve-draw", values));
    return el("li", {}, tileRow([draw.draw], "tiles"), words);
  });
  return [el("h3", {}, what), el("ul", { className: "plays draws" }, ...rows)];
}

function palette() {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const { tile } of chosen(rules()).tiles) {
    const key = tile.length === 1 ? "joker" : tile[0];
    const row = rows.get(key) ?? el("div", { className: "palette-row" });
    rows.set(key, row);
    const button = tileButton(tile, say("solve-add", { tile: wordsOf(tile) }));
    button.id = `s-add-${tile}`;
    button.addEventListener("click", () => add(tile));
    row.append(button);
  }
  get("s-palette", HTMLElement).replaceChildren(...rows.values());
}

/** Fills in the position from a link: `solve?rules=…&option=…&table=…&rack=…`. @param {string} query */
export async function showPosition(query) {
  const link = new URLSearchParams(query);
  const position = link.has("rack") || link.has("table");
  if (!position && !link.has("rules") && !link.has("option")) return;
  if (position) {
    table().value = link.get("table") ?? "";
    rack().value = link.get("rack") ?? "";
  }
  try {
    const wanted = await ofLink(link);
    if (location.hash !== `#solve?${query}`) return;
    choose(rules(), wanted);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refuse(error);
  }
  if (!position) return void changed();
  opened().checked = !["0", "false", "no"].includes(link.get("opened") ?? "");
  const asked = link.get("ask") ?? "";
  question().value = [...question().options].some(({ value }) => value === asked) ? asked : "tiles";
  await solve();
}

export function openSolve() {
  offerIn(rules(), () => {
    palette();
    void changed();
  });
  palette();
  for (const field of [table(), rack(), opened(), question()])
    field.addEventListener("input", () => void changed());
  for (const [field, name] of /** @type {const} */ ([
    [table(), "table"],
    [rack(), "rack"],
  ])) {
    field.addEventListener("focus", () => {
      get(`s-aim-${name}`, HTMLInputElement).checked = true;
      aim = name;
    });
  }
  for (const name of /** @type {const} */ (["table", "rack"])) {
    get(`s-aim-${name}`, HTMLInputElement).addEventListener("change", () => {
      aim = name;
    });
  }
  get("s-new-set", HTMLButtonElement).addEventListener("click", () => {
    get("s-aim-table", HTMLInputElement).checked = true;
    aim = "table";
    if (table().value.trim() !== "") table().value = `${table().value.trim()} ; `;
  });
  get("s-clear", HTMLButtonElement).addEventListener("click", () => {
    table().value = "";
    rack().value = "";
    void changed();
  });
  get("s-link", HTMLButtonElement).addEventListener("click", () => {
    void changed();
    void copyLink(get("s-link", HTMLButtonElement));
  });
  get("s-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void solve();
  });
  void reread();
  onLanguage(() => {
    palette();
    void (answered === "" ? reread() : solve());
  });
}
