// The choices for a new game: rules, who sits at the table, rounds and time. The browser remembers
// them. The levels are those of the engine.
import { remember } from "./settings.js";
import { PICTURES, chosen, named, offerIn } from "./systems.js";
import { el, get, tileRow, wordsOf } from "./tiles.js";
import { LANGUAGES, onLanguage, say, speak } from "./words.js";

/** The jokers of which the legend speaks. */
const JOKERS = ["J", "D", "C", "M"];

/** The level of somebody else at this device, as the engine knows it. */
export const PERSON = "person";

/**
 * @typedef {import("./engine.js").About} About
 * @typedef {{level: string, name: string}} Opponent `name` is a person's
 * @typedef {{rules: {rules: string, options: string[]}, label: string, opponents: Opponent[],
 *   name: string, first: boolean, rounds: number, seconds: number}} Choice `name` is one's own
 */

const selects = () => [
  .../** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("#bots select")),
];

/** What was chosen. @returns {Choice} */
export function choice() {
  const rules = chosen(get("rules", HTMLSelectElement));
  const value = (/** @type {string} */ id) => get(id, HTMLSelectElement).value;
  const name = (/** @type {number} */ number) => {
    const field = document.getElementById(`name-${number}`);
    const typed = field instanceof HTMLInputElement ? field.value.trim() : "";
    return typed || say("setup-person", { number: number + 1 });
  };
  return {
    rules: named(rules),
    label: rules.name,
    opponents: selects().map(({ value: level }, at) => ({ level, name: name(at + 1) })),
    name: name(0),
    first: value("first") === "me",
    rounds: Number(value("rounds")),
    seconds: Number(value("clock")),
  };
}

/** The picture and the sentence of the chosen rules. */
function introduceRules() {
  const { name, options } = chosen(get("rules", HTMLSelectElement));
  const picture = options.length === 0 ? PICTURES[name] : undefined;
  get("about-rules", HTMLElement).replaceChildren(
    ...(picture ? [tileRow(picture, "tiles"), el("span", {}, say(`system-${name}-about`))] : []),
  );
}

/** The legend of the jokers, where the rules have several kinds. @param {string} rules */
export function jokerLegend(rules) {
  const { tiles } = chosen(get("rules", HTMLSelectElement));
  const kinds = rules === "twist" ? tiles.filter(({ tile }) => JOKERS.includes(tile)) : [];
  const legend = get("jokers", HTMLElement);
  legend.hidden = kinds.length < 2;
  legend.replaceChildren(
    ...kinds.map(({ tile }) =>
      el(
        "p",
        {},
        tileRow([tile], "tiles"),
        el("span", {}, say(`joker-${tile}`, { joker: wordsOf(tile) })),
      ),
    ),
  );
}

/** @param {string} id @param {string} label @param {string} value */
function nameField(id, label, value) {
  const field = el("input", { id, maxLength: 20, autocomplete: "off", placeholder: value });
  remember(field);
  return el("p", { className: "field" }, el("label", { htmlFor: id }, label), field);
}

/** @param {About} about */
export function openSetup(about) {
  const rules = get("rules", HTMLSelectElement);
  const players = get("players", HTMLSelectElement);
  /** @param {number} number @param {string[]} before the choices before */
  const opponent = (number, before) => {
    const id = `level-${number}`;
    const select = el(
      "select",
      { id, "aria-describedby": `about-${number}` },
      ...about.levels.map(({ name }) =>
        el("option", { value: name }, say("level", { level: name })),
      ),
      el("option", { value: PERSON }, say("setup-person", { number: number + 1 })),
    );
    select.value = about.default_level;
    remember(select);
    if (before[number - 1]) select.value = before[number - 1];
    select.addEventListener("change", introduce);
    return el(
      "p",
      { className: "field" },
      el("label", { htmlFor: id }, say("setup-opponent", { number })),
      select,
      el("span", { id: `about-${number}`, className: "hint-text" }),
    );
  };
  /** Says who sits there: the second bot of a level has another name than the first. */
  const introduce = () => {
    const levels = selects().map(({ value }) => value);
    for (const [at, level] of levels.entries()) {
      const found = about.levels.find(({ name }) => name === level);
      const before = levels.slice(0, at).filter((other) => other === level).length;
      const name = found && [found.person, ...found.others][before];
      get(`about-${at + 1}`, HTMLElement).textContent = found
        ? say("level-about", {
            name: name ?? "",
            about: found.about,
            rating: String(found.rating),
          })
        : say("setup-person-about");
    }
    // Where several people share the device, each has a name.
    for (const field of document.querySelectorAll("#bots .field:has(> input)")) field.remove();
    if (!levels.includes(PERSON)) return;
    const people = [0, ...levels.flatMap((level, at) => (level === PERSON ? [at + 1] : []))];
    get("bots", HTMLElement).append(
      ...people.map((number) => {
        const person = say("setup-person", { number: number + 1 });
        return nameField(`name-${number}`, say("setup-person-name", { person }), person);
      }),
    );
  };
  const seats = () => {
    const most = chosen(rules).max_players;
    for (const option of players.options) option.disabled = Number(option.value) + 1 > most;
    if (players.selectedOptions[0]?.disabled) players.value = "1";
    const before = selects().map(({ value }) => value);
    get("bots", HTMLElement).replaceChildren(
      ...Array.from({ length: Number(players.value) }, (_, at) => opponent(at + 1, before)),
    );
    introduce();
    introduceRules();
  };
  offerIn(rules, seats);
  players.addEventListener("change", seats);
  for (const id of ["players", "first", "rounds", "clock", "pace"])
    remember(get(id, HTMLSelectElement));
  remember(get("sound", HTMLInputElement));
  const language = get("language", HTMLSelectElement);
  for (const [value, name] of Object.entries(LANGUAGES))
    language.append(el("option", { value, lang: value }, name));
  remember(language);
  language.addEventListener("change", () => void speak(language.value));
  onLanguage(seats);
  remember(rules);
  seats();
  // A field that is wrong has to be seen.
  get("new-game", HTMLFormElement).addEventListener(
    "invalid",
    ({ target }) =>
      target instanceof Element && target.closest("details")?.setAttribute("open", ""),
    true,
  );
}
