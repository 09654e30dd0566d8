// The words of the page: a Fluent catalogue for each language, and the one door to them.
import { FluentBundle, FluentResource } from "./fluent.js";

/** The languages, each under its own name. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @typedef {Record<string, string | number>} Values */

/** The catalogue in use. @type {FluentBundle | null} */
let catalogue = null;
/** Counts the choices of a language. */
let changes = 0;
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
  if (!catalogue || !pattern) return id;
  // A variable that is missing is shown by its name; without a list of errors Fluent throws.
  const text = catalogue.formatPattern(
    pattern,
    /** @type {any} */ (values),
    /** @type {any} */ ([]),
  );
  // The catalogue breaks lines where it is wide enough.
  return text.replaceAll("\n", " ");
}

/**
 * The language of a choice; otherwise the first one of the browser that there is, else English.
 * @param {string} choice
 */
export function languageOf(choice) {
  const wanted = [choice, ...navigator.languages.map((tag) => tag.split("-")[0])];
  return wanted.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

/** Several names as one text: `Anna and Ben`. @param {string[]} names */
export const together = (names) => new Intl.ListFormat(language()).format(names);

/** Calls this whenever the language has changed. @param {() => unknown} redraw */
export const onLanguage = (redraw) => redraws.push(redraw);

/** Speaks the language of a choice, and shows all words in it. @param {string} choice */
export async function speak(choice) {
  const code = languageOf(choice);
  const mine = ++changes;
  const file = await fetch(new URL(`${code}.ftl`, import.meta.url));
  const resource = new FluentResource(await file.text());
  // Another language may have been chosen since.
  if (mine !== changes) return;
  catalogue = new FluentBundle(code, { useIsolating: false });
  catalogue.addResource(resource);
  document.documentElement.lang = code;
  fillIn(document);
  for (const redraw of redraws) await redraw();
}

/** The attributes of elements that hold a message's id, and the attributes that they fill. */
const ATTRIBUTES = {
  wordsLabel: "aria-label",
  wordsPlaceholder: "placeholder",
  wordsContent: "content",
};

/**
 * Fills in the words of all elements below that name a message: `data-words` as text,
 * `data-words-label`, `data-words-placeholder` and `data-words-content` as attributes.
 * @param {ParentNode} root
 */
function fillIn(root) {
  const query = "[data-words], [data-words-label], [data-words-placeholder], [data-words-content]";
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
