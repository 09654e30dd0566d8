// The Rules view: every field of a rule system with its sentence, to be changed, kept and shared.
// The engine has the fields, their sentences and values, and says what is wrong.
import { EngineError, ask } from "./engine.js";
import { copyLink } from "./links.js";
import * as systems from "./systems.js";
import { el, get } from "./tiles.js";
import { onLanguage, say } from "./words.js";

/**
 * @typedef {import("./engine.js").ShownRules} ShownRules
 * @typedef {import("./engine.js").RuleField} RuleField
 * @typedef {import("./engine.js").RuleFault} RuleFault
 * @typedef {HTMLInputElement | HTMLSelectElement} Control
 * @typedef {{row: HTMLElement, control: Control, said: HTMLElement, fault: HTMLElement, reset:
 *   HTMLButtonElement}} Row
 */

/** The last rules without a fault. @type {ShownRules | null} */
let sound = null;
/** What was typed: a value for each field that was changed. @type {Map<string, string>} */
let typed = new Map();
/** The system that is changed. */
let base = "";
/** Numbers the questions, so that a late answer changes nothing. */
let last = 0;
/** The last question whose answer had no fault. */
let answered = 0;
/** @type {Map<string, Row>} */
const rows = new Map();

const problem = (/** @type {string} */ text) => {
  get("e-problem", HTMLElement).textContent = text;
};
const baseSelect = () => get("e-base", HTMLSelectElement);

/** @param {Control} control */
const valueOf = (control) =>
  control instanceof HTMLInputElement && control.type === "checkbox"
    ? String(control.checked)
    : control.value;

/** @param {Control} control @param {string} value */
function fill(control, value) {
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    control.checked = value === "true";
  else if (control.value !== value) control.value = value;
}

/** @param {RuleField} field @returns {Control} */
function controlOf({ kind, choices, key }) {
  const id = `e-${key}`;
  if (kind === "choice")
    return el("select", { id }, ...choices.map((value) => el("option", { value }, value)));
  if (kind === "yes-no") return el("input", { id, type: "checkbox" });
  const inputMode = kind === "number" ? "numeric" : "text";
  return el("input", { id, inputMode, autocomplete: "off", spellcheck: false });
}

/** @param {RuleField} field @returns {Row} */
function rowOf(field) {
  const { key, doc, values } = field;
  const control = controlOf(field);
  control.setAttribute("aria-describedby", `e-${key}-said e-${key}-fault e-${key}-doc`);
  const said = el("span", { id: `e-${key}-said` });
  const fault = el("span", { id: `e-${key}-fault`, className: "alarm", role: "alert" });
  const reset = el(
    "button",
    {
      type: "button",
      "aria-label": say("rules-reset-field-label", { field: key, value: field.base }),
    },
    say("rules-reset-field", { value: field.base }),
  );
  reset.addEventListener("click", () => {
    typed.delete(key);
    fill(control, field.base);
    control.focus();
    void check();
  });
  control.addEventListener("input", () => {
    typed.set(key, valueOf(control));
    void check();
  });
  control.addEventListener("blur", () => {
    const now = sound?.fields.find((field) => field.key === key);
    // Beside a fault, here or at another field, what was typed stays.
    if (now && answered === last) fill(control, now.value);
  });
  const row = el(
    "div",
    { className: "rule", data: { key } },
    el("p", { className: "field" }, el("label", { htmlFor: control.id }, key), control),
    el(
      "div",
      {},
      el("p", {}, said, " ", fault),
      el(
        "p",
        { id: `e-${key}-doc`, className: "hint-text" },
        say("rules-field", { about: doc, values }),
      ),
      reset,
    ),
  );
  return { row, control, said, fault, reset };
}

/** Makes the rows of all fields, under their headings. @param {ShownRules} rules */
function build(rules) {
  rows.clear();
  const headings = [...new Set(rules.fields.map(({ heading }) => heading))];
  const parts = headings.map((heading) => {
    const fields = rules.fields.filter((field) => field.heading === heading);
    const made = fields.map((field) => {
      const row = rowOf(field);
      rows.set(field.key, row);
      return row.row;
    });
    return el("fieldset", { className: "rules" }, el("legend", {}, heading), ...made);
  });
  get("e-fields", HTMLElement).replaceChildren(...parts);
}

/** Shows rules without a fault. @param {ShownRules} rules */
function show(rules) {
  sound = rules;
  typed = new Map(rules.options.map(systems.parts));
  for (const field of rules.fields) {
    const row = rows.get(field.key);
    if (!row) continue;
    const differs = field.value !== field.base;
    row.said.textContent = field.sentence;
    row.row.classList.toggle("differs", differs);
    row.reset.hidden = !differs;
    if (document.activeElement !== row.control) fill(row.control, field.value);
  }
  const keys = rules.fields.filter(({ value, base }) => value !== base).map(({ key }) => key);
  get("e-changes", HTMLElement).textContent =
    keys.length === 0
      ? say("rules-unchanged", { rules: base })
      : say("rules-changed", { count: keys.length, rules: base, fields: keys.join(", ") });
  const link = new URLSearchParams(systems.inLink(rules));
  if (location.hash.startsWith("#rules")) history.replaceState(null, "", `#rules?${link}`);
}

/** Shows faults at their fields. @param {RuleFault[]} faults */
function showFaults(faults) {
  const elsewhere = faults.filter(({ field }) => !rows.has(field));
  problem(elsewhere.map(({ message }) => systems.forPeople(message)).join(" "));
  for (const [key, { control, fault, row }] of rows) {
    const own = faults.filter(({ field }) => field === key).map(({ message }) => message);
    if (fault.textContent !== own.join(" ")) fault.textContent = own.join(" ");
    control.setAttribute("aria-invalid", String(own.length > 0));
    row.classList.toggle("faulty", own.length > 0);
  }
  for (const button of get("e-use", HTMLElement).querySelectorAll("button"))
    button.disabled = faults.length > 0;
  get("e-keep", HTMLButtonElement).disabled = faults.length > 0;
}

/** What was typed, as options. */
const changes = () => [...typed].map(([key, value]) => `${key}=${value}`);

/** Asks the engine about what was typed, and shows its answer. */
async function check() {
  const question = ++last;
  const answer = await ask("rules", { rules: base, options: changes() });
  if (question !== last) return;
  showFaults(answer.faults ?? []);
  if (answer.faults) return;
  answered = question;
  show(answer);
}

/**
 * Shows this system with these options, which may be wrong.
 * @param {string} name
 * @param {string[]} options
 */
async function load(name, options) {
  const rules = await ask("rules", { rules: name, options: [] });
  base = name;
  const known = [...baseSelect().options].some(({ value }) => value === name);
  if (known) baseSelect().value = name;
  build(rules);
  showFaults([]);
  typed = new Map(options.map(systems.parts));
  for (const { key, value } of rules.fields) {
    const control = rows.get(key)?.control;
    if (control) fill(control, typed.get(key) ?? value);
  }
  sound = rules;
  await check();
}

/** The same, with a message where the engine refuses. @param {string} name @param {string[]} options */
async function tryLoad(name, options) {
  try {
    await load(name, options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const first = systems.chosen(baseSelect());
    if (!sound) await load(first.base, first.options);
    problem(systems.forPeople(error.message));
  }
}

/** The system of the choice, with the changes that it has from the start. */
function chosen() {
  const { base: name, options } = systems.chosen(baseSelect());
  return tryLoad(name, options);
}

/** Shows the rules of a link: `rules?rules=original&option=jokers=0`. @param {string} query */
export async function showRules(query) {
  const link = new URLSearchParams(query);
  const name = link.get("rules");
  if (name !== null) await tryLoad(name, link.getAll("option"));
  else if (sound) problem("");
  else await chosen();
}

/** @param {string} view @param {string} select @param {string} next the element to go on with */
function use(view, select, next) {
  if (!sound) return;
  systems.choose(get(select, HTMLSelectElement), sound);
  location.hash = `#${view}`;
  get("setup", HTMLDetailsElement).open = true;
  // Once the view is shown.
  setTimeout(() => get(next, HTMLElement).focus());
}

/** Saves the rules as a file that `--rules` reads. */
function download() {
  if (!sound) return;
  const href = URL.createObjectURL(new Blob([sound.toml], { type: "application/toml" }));
  el("a", { href, download: `${sound.name.replace(/[^\w.-]+/g, "-")}.toml` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** Opens a rule file. @param {File} file */
export async function openRuleFile(file) {
  try {
    const rules = await ask("rules", { rules: file.name, toml: await file.text() });
    problem("");
    await load(rules.base, rules.options);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    problem(error.message);
  }
}

/** Lists the saved rules. */
function list() {
  const items = Object.entries(systems.saved()).map(([name, { rules, options }]) => {
    const open = el(
      "button",
      { type: "button", "aria-label": say("rules-open-label", { name }) },
      say("rules-open"),
    );
    const gone = el(
      "button",
      { type: "button", "aria-label": say("rules-delete-label", { name }) },
      say("rules-delete"),
    );
    open.addEventListener("click", () => void tryLoad(rules, options));
    gone.addEventListener("click", () => {
      systems.keep(name, null);
      list();
      get("e-as", HTMLInputElement).focus();
    });
    return el("li", {}, `${name} `, open, " ", gone);
  });
  get("e-saved", HTMLElement).replaceChildren(
    ...(items.length > 0 ? items : [el("li", {}, say("rules-kept-none"))]),
  );
}

/** Saves the rules in this browser. */
function save() {
  const name = get("e-as", HTMLInputElement).value.trim() || (sound?.name ?? "");
  if (!sound || name === "") return;
  const where = systems.keep(name, sound);
  if (where === "browser") problem("");
  else if (where === "tab") problem(say("rules-kept-in-tab"));
  else problem(say("rules-kept-nowhere"));
  list();
}

export function openRules() {
  systems.offerIn(baseSelect(), () => void chosen());
  list();
  onLanguage(() => {
    list();
    problem("");
    if (sound) void load(base, changes());
  });
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    get(id, HTMLButtonElement).addEventListener("click", act);
  on("e-play", () => use("play", "rules", "start"));
  on("e-solve", () => use("solve", "s-rules", "s-solve"));
  on("e-watch", () => use("watch", "w-rules", "w-start"));
  on("e-download", download);
  on("e-reset", () => void chosen());
  on("e-link", () => void copyLink(get("e-link", HTMLButtonElement)));
  get("e-save", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    save();
  });
  get("e-file", HTMLInputElement).addEventListener("change", () => {
    const file = get("e-file", HTMLInputElement).files?.[0];
    if (file) void openRuleFile(file);
    get("e-file", HTMLInputElement).value = "";
  });
}
