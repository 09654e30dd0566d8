// The Solve view: a position built by clicking or typing, and questions about it. Two texts hold
// the position, and so does the link in the address bar.
import { EngineError, ask } from "./engine.js";
import { copyLink } from "./links.js";
import { choose, chosen, inLink, named, namedInPosition, ofLink, offerIn } from "./systems.js";
import {
  count,
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

/** @param {string[]} tiles @param {string} where @param {(at: number) => void} remove */
const tileButtons = (tiles, where, remove) =>
  tiles.map((tile, at) => {
    const button = tileButton(tile, `Remove ${wordsOf(tile)} from the ${where}`);
    button.addEventListener("click", () => remove(at));
    return button;
  });

/** Draws the table and the rack that were read. */
function draw() {
  const empty = (/** @type {string} */ text) => el("p", { className: "empty" }, text);
  const sets = read.table.map(({ tiles, reading, ways }, number) => {
    const buttons = tileButtons(tiles, "table", (at) =>
      retype(setsWith(number, without(tiles, at))),
    );
    const set = el("div", { className: reading ? "set read" : "set" }, ...buttons);
    if (reading) set.append(readingNote(reading));
    if (ways.length > 0)
      set.append(
        wayButtons(`How set ${number + 1} lies`, ways, (way) => retype(setsWith(number, way))),
      );
    return set;
  });
  const felt = get("s-felt", HTMLElement);
  const buttons = () => [...felt.querySelectorAll("button")];
  const focus = buttons().findIndex((button) => button === document.activeElement);
  felt.replaceChildren(...(sets.length > 0 ? sets : [empty("The table is empty.")]));
  buttons()[focus]?.focus();
  const used = [...read.rack, ...read.table.flatMap(({ tiles }) => tiles)];
  for (const { tile, copies } of chosen(rules()).tiles)
    get(`s-add-${tile}`, HTMLButtonElement).disabled =
      used.filter((other) => other === tile).length >= copies;
  const held = tileButtons(read.rack, "rack", (at) => {
    rack().value = without(read.rack, at);
    void changed();
  });
  get("s-held", HTMLElement).replaceChildren(
    ...(held.length > 0
      ? [el("div", { className: "set" }, ...held)]
      : [empty("The rack is empty.")]),
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
  return found
    ? `Table and rack hold too many ${found.tile} together: the game has ${found.copies}.`
    : "";
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
  if (held === 0) return "The rack is empty.";
  if (laid === held) return `Yes, you can go out: all ${count(held, "tile")} can be laid.`;
  if (answer.status !== "optimal")
    return "No way to go out was found within the limits of the search.";
  return `No, you cannot go out: at least ${count(held - laid, "tile")} must stay.`;
}

/** @param {BestAnswer} answer */
function headline(answer) {
  if (answer.status === "infeasible")
    return `These tiles cannot all lie in sets. ${answer.hint ?? ""}`;
  if (answer.tiles === null) return "No play was found within the limits of the search.";
  const points = answer.opening_value;
  const opening = points === null ? "" : ` Own sets are worth at most ${points} points.`;
  if (answer.tiles === 0) return `Nothing can be laid.${opening}`;
  const proof = answer.status === "optimal" ? "proven best" : "perhaps not the best";
  const out = answer.tiles === read.rack.length ? "You can go out: lay" : "Lay";
  const time = answer.micros < 1000 ? "under 1" : Math.round(answer.micros / 1000);
  const what = `${count(answer.tiles, "tile")} worth ${answer.value}`;
  return `${out} ${what} (${proof}, ${time} ms).${opening}`;
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
      row.append(el("span", { className: "owner" }, `seat ${owner}`));
    return row;
  });
  const shown = el("div", { className: "felt" }, ...felt);
  const steps = (answer.steps ?? []).map(({ text }) => el("li", {}, ...sentence(text)));
  if (steps.length === 0) return [...parts, shown];
  return [...parts, shown, el("h3", {}, "How"), el("ol", { className: "how" }, ...steps)];
}

/** @param {import("./engine.js").PlaysAnswer} answer */
function plays(answer) {
  if (answer.status === "infeasible") return [el("h3", {}, "These tiles cannot all lie in sets.")];
  const rest = answer.rest === "none" ? "" : " The list goes on.";
  const rows = answer.plays.map(({ tiles, value, played }) =>
    el(
      "li",
      {},
      tileRow(tilesOf(played), "tiles"),
      el("span", {}, `${count(tiles, "tile")} worth ${value}`),
    ),
  );
  const what =
    rows.length === 0
      ? "Nothing can be laid."
      : `${count(rows.length, "play")}, the best first.${rest}`;
  return [el("h3", {}, what), el("ol", { className: "plays" }, ...rows)];
}

/** @param {import("./engine.js").DrawsAnswer} answer */
function draws(answer) {
  if (answer.status === "infeasible") return [el("h3", {}, "These tiles cannot all lie in sets.")];
  const now = answer.now?.tiles ?? 0;
  const share = answer.unseen === 0 ? 0 : (100 * answer.going_out) / answer.unseen;
  const what =
    `Now ${count(now, "tile")} can be laid. ${answer.going_out} of ${answer.unseen} unseen tiles ` +
    `(${share.toFixed(0)} %) let you go out next.`;
  const sorted = [...answer.draws].sort((a, b) => (b.tiles ?? 0) - (a.tiles ?? 0));
  const rows = sorted.map((draw) => {
    const then = draw.goes_out ? "goes out" : `lays ${count(draw.tiles ?? 0, "tile")}`;
    const words = el("span", {}, `${draw.unseen} unseen: ${then}`);
    return el("li", {}, tileRow([draw.draw], "tiles"), words);
  });
  return [el("h3", {}, what), el("ul", { className: "plays draws" }, ...rows)];
}

function palette() {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  for (const { tile, words } of chosen(rules()).tiles) {
    const key = tile.length === 1 ? "joker" : tile[0];
    const row = rows.get(key) ?? el("div", { className: "palette-row" });
    rows.set(key, row);
    const button = tileButton(tile, `Add ${words}`);
    button.id = `s-add-${tile}`;
    button.addEventListener("click", () => add(tile));
    row.append(button);
  }
  get("s-palette", HTMLElement).replaceChildren(...rows.values());
}

/** Fills in the position from a link: `solve?rules=…&option=…&table=…&rack=…`. @param {string} query */
export async function showPosition(query) {
  const link = new URLSearchParams(query);
  if (!link.has("rack") && !link.has("table")) return;
  try {
    const wanted = await ofLink(link);
    if (location.hash !== `#solve?${query}`) return;
    choose(rules(), wanted);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refuse(error);
  }
  table().value = link.get("table") ?? "";
  rack().value = link.get("rack") ?? "";
  opened().checked = link.get("opened") !== "0";
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
}
