// A club evening: its players, tables, results, standings and sheets. The engine has the rules of
// all of them, and this browser the files.
import { EngineError, ask } from "./engine.js";
import * as kept from "./evenings.js";
import { showTables } from "./results.js";
import { chosen, forPeople, offerIn } from "./systems.js";
import { el, get } from "./tiles.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {{head: string[], rows: string[][], legend: string}} ResultList
 * @typedef {{name: string, reserve: boolean, there: boolean}} ClubPlayer
 * @typedef {{name: string, date: string, rounds: number, final: boolean, drawn: number, players: ClubPlayer[],
 *   tables: import("./results.js").ClubRound[], not_now: string | null, again: boolean,
 *   remarks: string[], standings: ResultList}} ClubEvening
 */

/** The evening that is open. @type {string | null} */
let open = null;
/** @type {ClubEvening | null} */
let evening = null;
/** The evenings that the season leaves out. @type {Set<string>} */
const left = new Set();

const problem = (/** @type {string} */ text) => {
  get("c-problem", HTMLElement).textContent = text;
};

/**
 * Does something, with a message where it fails.
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T | null>}
 */
async function tried(act) {
  try {
    problem("");
    return await act();
  } catch (error) {
    // Whatever is no refusal comes from the browser's storage.
    const why = error instanceof Error ? error.message : String(error);
    get("c-saved", HTMLElement).hidden = !(error instanceof EngineError);
    problem(error instanceof EngineError ? forPeople(why) : say("club-not-kept", { why }));
    return null;
  }
}

/** @param {ResultList} list @param {string} caption */
function listView({ head, rows, legend }, caption) {
  const isWord = (/** @type {number} */ column) => (column === 1 ? "words" : "");
  const cell = (/** @type {string} */ text, /** @type {number} */ at) =>
    el(at === 1 ? "th" : "td", { className: isWord(at), "data-label": head[at] }, text);
  return [
    el(
      "table",
      { className: "ranking" },
      el("caption", {}, caption),
      el(
        "thead",
        {},
        el("tr", {}, ...head.map((text, at) => el("th", { className: isWord(at) }, text))),
      ),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map(cell)))),
    ),
    el("p", { className: "hint-text" }, legend),
  ];
}

/** A button that does something with its line. @param {string} words @param {() => void} act */
function button(words, act) {
  const made = el("button", { type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}

/** Makes a step of the open evening and shows what follows. @param {object} [step] */
async function step(step) {
  const id = open;
  if (id === null) return null;
  const answer = await tried(() => kept.stepOf(id, step));
  if (answer?.evening && id === open) show(answer);
  return answer;
}

/** @param {ClubPlayer} player */
function playerView({ name, reserve, there }) {
  const input = el("input", { value: name, autocomplete: "off" });
  input.setAttribute("aria-label", say("club-rename", { name }));
  input.addEventListener("change", async () => {
    const renamed = await step({ rename: { name, to: input.value } });
    if (!renamed) input.value = name;
  });
  const leave = button(say("club-leave"), () => void step({ leave: { name } }));
  const back = button(say("club-back"), () => void step({ add: { names: name, reserve } }));
  const change = there ? leave : back;
  change.setAttribute("aria-label", `${change.textContent}: ${name}`);
  return el("li", {}, input, change, reserve ? ` ${say("club-reserve")}` : "");
}

/** The round that is shown, from 1; the last unless another was chosen. */
const shownRound = () => Number(get("c-round", HTMLSelectElement).value);

/** @param {{evening: ClubEvening, said: string | null}} answer */
function show(answer) {
  const drawn = evening?.drawn;
  evening = answer.evening;
  const now = evening;
  const { name, date, players, tables, not_now: notNow, again, remarks, standings } = now;
  get("c-name", HTMLElement).textContent = `${name} ${date}`.trim();
  const draw = get("c-draw", HTMLButtonElement);
  const isFinal = now.drawn === now.rounds;
  draw.textContent = isFinal ? say("club-draw-final") : say("club-draw", { round: now.drawn + 1 });
  draw.disabled = notNow !== null;
  draw.hidden = now.drawn === now.rounds + Number(now.final);
  get("c-again", HTMLButtonElement).hidden = !again;
  get("c-saved", HTMLElement).hidden = false;
  get("c-print", HTMLButtonElement).hidden = now.drawn === 0;
  get("c-next", HTMLElement).textContent = notNow ? forPeople(notNow) : "";
  const items = remarks.map((text) => el("li", {}, forPeople(text)));
  get("c-remarks", HTMLElement).replaceChildren(...items);
  const select = get("c-round", HTMLSelectElement);
  const before = drawn === now.drawn ? select.value : String(now.drawn);
  select.replaceChildren(
    ...tables.map(({ title }, at) => el("option", { value: String(at + 1) }, title)),
  );
  select.value = before;
  get("c-round-shown", HTMLElement).hidden = now.drawn === 0;
  showRound();
  get("c-standings", HTMLElement).replaceChildren(...listView(standings, say("club-standings")));
  get("c-players", HTMLElement).replaceChildren(...players.map(playerView));
}

/** Shows the tables of the chosen round. */
function showRound() {
  const number = shownRound();
  const round = evening?.tables[number - 1];
  if (open === null || !round) return;
  const id = open;
  showTables(id, round, number, (answer) => id === open && show(answer));
}

/** Opens an evening, or the list of all. @param {string | null} id */
async function openEvening(id) {
  [open, evening] = [id, null];
  const there = id === null || (await step()) !== null;
  if (!there) open = null;
  get("c-desk", HTMLElement).hidden = open !== null;
  get("c-evening", HTMLElement).hidden = open === null;
  if (open === null) await list();
  else get("c-name", HTMLElement).focus();
}

/** The name of an evening, as its file has it. @param {kept.Files} files */
function titleOf(files) {
  const text = (/** @type {string} */ key) =>
    new RegExp(`^${key} = "(.*)"`, "m").exec(files["club.toml"] ?? "")?.[1] ?? "";
  return `${text("name")} ${text("date")}`.trim();
}

/** Lists the evenings of this browser. */
async function list() {
  const all = (await kept.keptEvenings().catch(() => null)) ?? [];
  const items = all.map(({ id, files }) => {
    const title = titleOf(files);
    const box = el("input", { type: "checkbox", checked: !left.has(id), id: `c-${id}` });
    box.addEventListener("change", () => (box.checked ? left.delete(id) : left.add(id)));
    const opens = button(say("rules-open"), () => void openEvening(id));
    opens.setAttribute("aria-label", say("rules-open-label", { name: title }));
    const gone = button(say("rules-delete"), async () => {
      if (!window.confirm(say("club-delete", { name: title }))) return;
      await tried(() => kept.removeEvening(id));
      await list();
    });
    gone.setAttribute("aria-label", say("rules-delete-label", { name: title }));
    return el("li", {}, box, el("label", { htmlFor: box.id }, `${title} `), opens, " ", gone);
  });
  get("c-kept", HTMLElement).replaceChildren(
    ...(items.length > 0 ? items : [el("li", {}, say("rules-kept-none"))]),
  );
  get("c-season", HTMLButtonElement).hidden = all.length === 0;
}

/** Ranks the players of the chosen evenings. */
async function showSeason() {
  const ranked = await tried(async () => {
    const all = await kept.keptEvenings();
    const evenings = all.filter(({ id }) => !left.has(id)).map(({ files }) => files);
    return ask("club-season", { evenings });
  });
  const ranking = get("c-ranking", HTMLElement);
  ranking.hidden = !ranked;
  if (ranked) ranking.replaceChildren(...listView(ranked, say("club-season")));
}

/** Begins an evening of the form. */
async function begin() {
  const value = (/** @type {string} */ id) => get(id, HTMLInputElement).value.trim();
  const { base: rules, options } = chosen(get("c-rules", HTMLSelectElement));
  const event = {
    name: value("c-title"),
    date: value("c-date"),
    rules,
    options,
    rounds: Number(value("c-rounds")),
    final: get("c-final", HTMLInputElement).checked,
    seats: Number(get("c-seats", HTMLSelectElement).value),
    names: get("c-names", HTMLTextAreaElement).value,
  };
  const id = await tried(() => kept.beginEvening(event));
  if (id !== null) await openEvening(id);
}

/** Prints the sheets of the shown round, from a window of their own. */
async function print() {
  // At once: browsers open windows only while something is clicked.
  const other = window.open("");
  const answer = await step({ sheets: { round: shownRound() } });
  if (!answer) return other?.close();
  if (!other) return problem(say("club-no-window"));
  // The page allows no style in a text.
  const [before, rules, after] = answer.sheets.split(/<\/?style>/);
  const sheets = new DOMParser().parseFromString(before + after, "text/html");
  const style = new /** @type {any} */ (other).CSSStyleSheet();
  style.replaceSync(rules);
  const { document: page } = other;
  page.adoptedStyleSheets = [style];
  page.documentElement.lang = sheets.documentElement.lang;
  page.title = sheets.title;
  page.body.replaceChildren(...page.adoptNode(sheets.body).querySelectorAll("section"));
  other.print();
}

/** Shows the standings alone, for a projector, or all again. */
function showLarge() {
  get("club", HTMLElement).classList.toggle("large");
  nameLarge();
}

function nameLarge() {
  const large = get("club", HTMLElement).classList.contains("large");
  get("c-large", HTMLButtonElement).textContent = say(large ? "club-small" : "club-large");
}

/** Takes in the files of a field. @param {string} id */
async function take(id) {
  const field = get(id, HTMLInputElement);
  const ids = await tried(() => kept.importEvenings(field.files ?? []));
  field.value = "";
  if (ids?.length === 0) problem(say("club-no-folder"));
  if (ids?.length === 1) await openEvening(ids[0]);
  else await list();
}

/** Shows the evenings of this browser, or the one that is open, as it is now. */
export const showClub = () => (open === null ? list() : step());

export function openClub() {
  const rules = get("c-rules", HTMLSelectElement);
  offerIn(rules, () => {});
  if ([...rules.options].some(({ value }) => value === "tournament")) rules.value = "tournament";
  onLanguage(async () => {
    problem("");
    await list();
    if (!get("c-ranking", HTMLElement).hidden) await showSeason();
    if (open !== null) await step();
    nameLarge();
  });
  const on = (/** @type {string} */ id, /** @type {() => unknown} */ act) =>
    get(id, HTMLElement).addEventListener("click", () => void act());
  on("c-draw", async () => {
    if (await step({ draw: {} })) get("c-tables", HTMLElement).querySelector("input")?.focus();
  });
  on("c-again", () => step({ draw: { again: true } }));
  on("c-print", print);
  on("c-export", () => tried(() => kept.exportEvening(open ?? "", evening?.name ?? "")));
  on("c-close", () => openEvening(null));
  on("c-season", showSeason);
  on("c-large", showLarge);
  get("c-round", HTMLSelectElement).addEventListener("change", showRound);
  for (const id of ["c-folder", "c-files"])
    get(id, HTMLInputElement).addEventListener("change", () => void take(id));
  get("c-new", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void begin();
  });
  get("c-add", HTMLFormElement).addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = get("c-added", HTMLInputElement);
    const reserve = get("c-reserve", HTMLInputElement).checked;
    if (await step({ add: { names: name.value, reserve } })) name.value = "";
    name.focus();
  });
}
