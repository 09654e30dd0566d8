// The rule systems that every view offers: those of the engine, those saved in this browser, and
// the one that was changed or came with a link last.
import { EngineError, ask } from "./engine.js";
import { store, stored } from "./links.js";
import { el, learnWords } from "./tiles.js";
import { onLanguage, say } from "./words.js";

/** @typedef {import("./engine.js").Rules} Rules */

/** The storage key of the saved rules. */
const KEPT = "rummilab.rules";
/** The choice of rules that are neither saved nor offered by the engine. */
const OWN = "own:";

/** The tiles of a picture for each rule system that ships. @type {Record<string, string[]>} */
export const PICTURES = {
  original: ["R7", "B7", "K7", "J"],
  tournament: ["B11", "B12", "B13"],
  twist: ["J", "D", "C", "M"],
  house: ["R13", "P1", "G2", "Y3"],
  "tournament-2007": ["K11", "K12", "K13"],
  reference: ["O5", "O6", "O7"],
  six: ["R1", "R2", "R3", "R4"],
  leaflet: ["K9", "O9", "J"],
  sabra: ["R4", "J", "R6"],
  pressman: ["R8", "K8", "J"],
  "german-1990": ["B3", "J", "B5"],
  beginners: ["B1", "B2", "B3"],
};

/** @typedef {{label: () => string, rules: Rules}} Offer */

/** @type {Map<string, Offer>} every choice by its value */
const offers = new Map();
/** @type {{select: HTMLSelectElement, changed: () => void}[]} */
const selects = [];
/** Whether the engine offers given rules alone. */
let given = false;

/** How people call the rules of this name. @param {string} name */
export const systemNamed = (name) => (Object.hasOwn(PICTURES, name) ? say(`system-${name}`) : name);

/** How people call these rules. @param {Rules} rules */
const systemName = ({ name, options }) => (options.length === 0 ? systemNamed(name) : name);

/** Rules that are kept in this browser, as an offer. @param {string} name @param {Rules} rules */
const keptOffer = (name, rules) => ({ label: () => say("system-saved", { name }), rules });

/** Rules as requests name them. @param {Rules} rules */
export const named = ({ base, options }) => ({ rules: base, options });

/** The same in a position, whose options are an object. @param {Rules} rules */
export const namedInPosition = ({ base, options }) => ({
  rules: base,
  ...(options.length > 0 && {
    options: Object.fromEntries(options.map((option) => parts(option))),
  }),
});

/** Key and value of an option. @param {string} option @returns {[string, string]} */
export function parts(option) {
  const at = option.indexOf("=");
  return at < 0 ? [option, ""] : [option.slice(0, at), option.slice(at + 1)];
}

/** Rules as part of a link. @param {Rules} rules @returns {[string, string][]} */
export const inLink = ({ base, options }) => [
  ["rules", base],
  ...options.map((option) => /** @type {[string, string]} */ (["option", option])),
];

/** @param {HTMLSelectElement} select @returns {Rules} */
export function chosen(select) {
  const offer = offers.get(select.value) ?? [...offers.values()][0];
  return offer.rules;
}

/** Fills a choice of rules, now and whenever the offers change. */
function fill(/** @type {HTMLSelectElement} */ select) {
  const { value } = select;
  select.replaceChildren(
    ...[...offers].map(([value, { label }]) => el("option", { value }, label())),
  );
  if (offers.has(value)) select.value = value;
}

/**
 * Makes a choice of rules of this element.
 * @param {HTMLSelectElement} select
 * @param {() => void} changed
 */
export function offerIn(select, changed) {
  selects.push({ select, changed });
  select.addEventListener("change", changed);
  fill(select);
}

/** @param {string} value @param {Offer | null} offer */
function put(value, offer) {
  if (offer) {
    learnWords([offer.rules]);
    offers.set(value, offer);
  } else offers.delete(value);
  for (const { select, changed } of selects) {
    const before = select.value;
    fill(select);
    if (before === value) changed();
  }
}

/** Chooses these rules. @param {HTMLSelectElement} select @param {Rules} rules */
export function choose(select, rules) {
  const same = JSON.stringify(named(rules));
  let value = [...offers].find(([, offer]) => JSON.stringify(named(offer.rules)) === same)?.[0];
  if (value === undefined) {
    value = OWN;
    const { name } = rules;
    const label = () => (rules.options.length > 0 ? say("system-changed", { name }) : name);
    put(OWN, { label, rules });
  }
  select.value = value;
  for (const { select: other, changed } of selects) if (other === select) changed();
}

/**
 * The rules of a link: those which it names, or else the first on offer. Refuses what the engine
 * refuses.
 * @param {URLSearchParams} link
 * @returns {Promise<Rules>}
 */
export async function ofLink(link) {
  const options = link.getAll("option");
  const rules = link.get("rules");
  if (rules === null && options.length === 0) return [...offers.values()][0].rules;
  const answer = await ask("rules", { rules: rules ?? "original", options }).catch((error) => {
    throw error instanceof EngineError ? new EngineError(forPeople(error.message)) : error;
  });
  if (answer.faults)
    throw new EngineError(
      answer.faults.map((/** @type {any} */ { message }) => forPeople(message)).join(" "),
    );
  return answer;
}

/**
 * A refusal of rules as a sentence, without what only the command line takes.
 * @param {string} why
 */
export function forPeople(why) {
  const text = why.replace(
    /; (expected one of original|expected key=value|erwartet wird (eines von original|Feld=Wert)|`rummilab rules)[^;]*/g,
    "",
  );
  return text[0].toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
}

/** @returns {Record<string, {rules: string, options: string[]}>} the saved rules by name */
export function saved() {
  try {
    const kept = Object.entries(JSON.parse(stored(KEPT) ?? "{}"));
    return Object.fromEntries(kept.filter(([, rules]) => Array.isArray(rules?.options)));
  } catch {
    return {};
  }
}

/**
 * Saves rules, or deletes them; returns where they are kept.
 * @param {string} name
 * @param {Rules | null} rules
 */
export function keep(name, rules) {
  const { [name]: _, ...others } = saved();
  const all = rules ? { ...others, [name]: named(rules) } : others;
  const where = store(KEPT, JSON.stringify(all));
  if (!given && where !== "nowhere") put(`saved:${name}`, rules && keptOffer(name, rules));
  return where;
}

/** Offers what the engine and this browser have. @param {import("./engine.js").About} about */
export async function openSystems(about) {
  given = about.given;
  learnWords(about.rules);
  for (const rules of about.rules)
    offers.set(rules.name, { label: () => systemName(rules), rules });
  onLanguage(() => {
    learnWords(about.rules);
    for (const { select } of selects) fill(select);
  });
  if (given) return;
  for (const [name, kept] of Object.entries(saved())) {
    // Rules of another version may be wrong in this one. The editor says why.
    const rules = await ask("rules", kept).catch(() => null);
    if (rules?.fields) put(`saved:${name}`, keptOffer(name, rules));
  }
}
