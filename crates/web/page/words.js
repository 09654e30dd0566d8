// The words of the page: a Fluent catalogue for each language, and the one door to them.
import { FluentBundle, FluentResource } from "./fluent.js";

/** The languages, each under its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {Record<string, string | number>} Values */

/** The catalogue in use. @type {FluentBundle | null} */
let catalogue = null;
/** What shows its words again once the language has changed. @type {(() => unknown)[]} */
const redraws = [];

/** The code of the language that the page speaks. */
export const language = () => document.documentElement.lang;

/**
 * A message of the catalogue.
 * @param {string} id
 * @param {Values} [values] its variables
 * @returns {string} the id where the catalogue has no such message
 */
export function say(id, values = {}) {
  const pattern = catalogue?.getMessage(id)?.value;
  return catalogue && pattern ? catalogue.formatPattern(pattern, /** @type {any} */ (values)) : id;
}

/**
 * The language of a choice; otherwise the first one of the browser that there is, else English.
 * @param {string} choice
 */
export function languageOf(choice) {
  const wanted = [choice, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((code) => code in LANGUAGES) ?? "en";
}

/** Calls this whenever the language has changed. @param {() => unknown} redraw */
export const onLanguage = (redraw) => redraws.push(redraw);

/** Speaks the language of a choice, and shows all words in it. @param {string} choice */
export async function speak(choice) {
  const code = languageOf(choice);
  const file = await fetch(new URL(`${code}.ftl`, import.meta.url));
  catalogue = new FluentBundle(code, { useIsolating: false });
  catalogue.addResource(new FluentResource(await file.text()));
  document.documentElement.lang = code;
  fillIn(document);
  for (const redraw of redraws) await redraw();
}

/** The attributes of elements that hold a message's id, and the attributes that they fill. */
const ATTRIBUTES = { wordsLabel: "aria-label", wordsPlaceholder: "placeholder" };

/**
 * Fills in the words of all elements below that name a message: `data-words` as text,
 * `data-words-label` and `data-words-placeholder` as attributes.
 * @param {ParentNode} root
 */
function fillIn(root) {
  const query = "[data-words], [data-words-label], [data-words-placeholder]";
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(query))) {
    const { words } = element.dataset;
    if (words) element.replaceChildren(...marked(say(words), [...element.querySelectorAll("a")]));
    for (const [key, attribute] of Object.entries(ATTRIBUTES)) {
      const id = element.dataset[key];
      if (id) element.setAttribute(attribute, say(id));
    }
  }
}

/**
 * A text with its marked parts as elements: keys, code, and links, whose elements are given in
 * their order.
 * @param {string} text
 * @param {HTMLElement[]} links
 */
function marked(text, links) {
  const parts = text.split(/<(a|kbd|code)>(.*?)<\/\1>/);
  /** @type {(Node | string)[]} */
  const nodes = [parts[0]];
  for (let at = 1; at < parts.length; at += 3) {
    const [name, inner, after] = parts.slice(at, at + 3);
    const element = (name === "a" && links.shift()) || document.createElement(name);
    element.textContent = inner;
    nodes.push(element, after);
  }
  return nodes;
}

/** A sentence with its placeholders filled in. @param {string} text @param {object} values */
export const fill = (text, values) =>
  text.replace(/\{(\w+)\}/g, (_, key) => String(/** @type {any} */ (values)[key]));

/**
 * The rule systems that ship: how people call them, what they are in a sentence, and the tiles of
 * their picture.
 * @type {Record<string, {name: string, about: string, tiles: string[]}>}
 */
export const SYSTEMS = {
  original: {
    name: "Original",
    about: "The game as most people know it: open with 30 points, then rearrange as you like.",
    tiles: ["R7", "B7", "K7", "J"],
  },
  tournament: {
    name: "Club tournament",
    about: "The rules of the championships since 2014: one last round once the pool is empty.",
    tiles: ["B11", "B12", "B13"],
  },
  twist: {
    name: "With a Twist",
    about: "Eight jokers of four kinds: one doubles, one changes the colour, one mirrors a run.",
    tiles: ["J", "D", "C", "M"],
  },
  house: {
    name: "Six colours",
    about: "A house variant: draw, then play; runs go on from 13 to 1, and nobody counts points.",
    tiles: ["R13", "P1", "G2", "Y3"],
  },
  "tournament-2007": {
    name: "Club tournament, 2007",
    about: "The older rules of the championships: a joker left on the rack costs 50 points.",
    tiles: ["K11", "K12", "K13"],
  },
  reference: {
    name: "Reference",
    about: "The rules behind the published figures: passing is free once the pool is empty.",
    tiles: ["O5", "O6", "O7"],
  },
  six: {
    name: "For six players",
    about: "A larger box of 160 tiles, for up to six players.",
    tiles: ["R1", "R2", "R3", "R4"],
  },
  leaflet: {
    name: "Today’s leaflet",
    about: "What lies in the box today: a joker left on the rack costs 30 points.",
    tiles: ["K9", "O9", "J"],
  },
  sabra: {
    name: "The book of 1978",
    about: "A joker leaves its set only if the tile that it stands for takes its place.",
    tiles: ["R4", "J", "R6"],
  },
  pressman: {
    name: "Pressman, 1980",
    about: "A joker of a group of three costs a tile of both missing colours.",
    tiles: ["R8", "K8", "J"],
  },
  "german-1990": {
    name: "German box, 1990",
    about: "One joker in a set at most, and a tile of the rack takes its place.",
    tiles: ["B3", "J", "B5"],
  },
  beginners: {
    name: "First game",
    about: "For beginners: sets on the table are made longer, never taken apart.",
    tiles: ["B1", "B2", "B3"],
  },
};

/** What each joker does, for the legend of rules that have more than one kind. */
export const JOKERS = /** @type {Record<string, string>} */ ({
  J: "stands for any one tile",
  D: "stands for two tiles: two numbers of a run, or two colours of a group",
  C: "stands for one number of a run, which goes on in another colour",
  M: "is the middle of a set that reads the same from both ends",
});

export const WORDS = {
  you: "You",
  tiles: "{count} tiles",
  tile: "1 tile",
  opened: "opened",
  notOpened: "not opened",
  bot: "Opponent {number}",
  level: "{name} {about} (strength {rating}).",
  person: "Person {number}",
  personAbout: "Somebody else at this device. Racks are hidden between the turns.",
  personName: "Name",
  handOver: "{name}, it is your turn",
  handOverWhy: "Take the device. Your rack is shown once you go on.",
  round: "Round {number} of {rounds}",
  roundAlone: "Round {number}",
  total: "Total",
  seriesWon: "{name} wins the series",
  seriesShared: "The series is a tie",
  nextRound: "Next round",
  newGame: "New game",
  timeUpEnds: "Time is up: what lies on the table ends the turn.",
  timeUpDraws: "Time is up: the turn ends with a draw.",
  clock: "{seconds} s",
  noGames: "No game has been finished in this browser yet.",
  gameLine: "{rules}, against {others}",
  won: "won",
  lost: "lost",
  played: "played",
  player: "Player {number}",
  turnSaid: "Turn {turn}: {name} {action} {tiles}",
  dealSaid: "The deal. {name} begins.",
  winsIt: "{name} wins ({score})",
  sharesIt: "{name} shares the win ({score})",
  losesIt: "{name} loses ({score})",
};
