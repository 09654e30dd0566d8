// Choices that this browser remembers: the values of fields, under one name.
import { store, stored } from "./links.js";
import { get } from "./tiles.js";

const KEPT = "rummilab.settings";

/** @typedef {HTMLSelectElement | HTMLInputElement} Field */

/** @type {Record<string, string | boolean>} */
const kept = read();

function read() {
  try {
    const found = JSON.parse(stored(KEPT) ?? "{}");
    return typeof found === "object" && found ? found : {};
  } catch {
    return {};
  }
}

/** @param {Field} field */
const isCheck = (field) => field instanceof HTMLInputElement && field.type === "checkbox";

/**
 * Gives a field its value of the last visit, if it still is a choice, and remembers what is chosen.
 * @param {Field} field with an id
 */
export function remember(field) {
  const value = kept[field.id];
  if (isCheck(field)) /** @type {HTMLInputElement} */ (field).checked = value === true;
  else if (typeof value === "string") {
    const before = field.value;
    field.value = value;
    if (field.value !== value) field.value = before;
  }
  field.addEventListener("change", () => {
    kept[field.id] = isCheck(field) ? /** @type {HTMLInputElement} */ (field).checked : field.value;
    store(KEPT, JSON.stringify(kept));
  });
}

/** What was chosen in this field on the last visit. @param {string} id */
export const lastChoice = (id) => String(kept[id] ?? "");

/** Whether this box is checked. @param {string} id */
export const checked = (id) => get(id, HTMLInputElement).checked;
