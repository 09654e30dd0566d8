// Club evenings in this browser, each with the files of a folder of `rummilab club`. What a step
// changes is on the disk before the step is done: IndexedDB says when, and `localStorage` does not.
// Folders come in and go out as files.
import { ask } from "./engine.js";
import { el } from "./tiles.js";

/**
 * @typedef {Record<string, string>} Files
 * @typedef {{id: string, changed: number, files: Files}} KeptEvening
 */

const STORE = "evenings";
const EVENT = "club.toml";

/** @type {Promise<IDBDatabase> | null} */
let database = null;

/** @returns {Promise<IDBDatabase>} */
const opened = () =>
  (database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("rummilab-club", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }));

/**
 * The answer of a request, once its transaction has ended and is on the disk.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} use
 * @returns {Promise<T>}
 */
async function inStore(mode, use) {
  const transaction = (await opened()).transaction(STORE, mode, { durability: "strict" });
  const request = use(transaction.objectStore(STORE));
  await new Promise((done, fail) => {
    transaction.oncomplete = done;
    transaction.onabort = () => fail(transaction.error);
  });
  return request.result;
}

/** @returns {Promise<KeptEvening[]>} the one that was changed last first */
export async function keptEvenings() {
  /** @type {KeptEvening[]} */
  const all = await inStore("readonly", (store) => store.getAll());
  return all.sort((a, b) => b.changed - a.changed);
}

/** @param {string} id */
export const removeEvening = (id) => inStore("readwrite", (store) => store.delete(id));

/** Keeps an evening. @param {string} id @param {Files} files */
const keep = (id, files) =>
  inStore("readwrite", (store) => store.put({ id, changed: Date.now(), files }));

/** Keeps files as an evening of their own, and returns its id. @param {Files} files */
async function keepNew(files) {
  const id = `${Date.now()}-${Math.random()}`;
  await keep(id, files);
  // Otherwise a browser without room may drop it.
  void navigator.storage?.persist?.();
  return id;
}

/** The files of an evening. @param {string} id @returns {Promise<Files>} */
export async function filesOf(id) {
  const kept = await inStore("readonly", (store) => store.get(id));
  return kept?.files ?? {};
}

/**
 * Makes a step of an evening and keeps what it changes. The files are read anew, because another
 * tab may have changed them; while one tab makes a step, others wait.
 * @param {string} id
 * @param {object} [step] without one the evening is only shown
 */
export function stepOf(id, step) {
  const make = async () => {
    const files = await filesOf(id);
    const answer = await ask("club", { files, ...(step && { do: step }) });
    const changed = Object.keys(answer.changes).length > 0;
    if (changed) await keep(id, { ...files, ...answer.changes });
    return answer;
  };
  // Only addresses with https or of this machine have locks.
  return navigator.locks ? navigator.locks.request(`rummilab.club.${id}`, make) : make();
}

/** Begins an evening and returns its id. @param {object} event */
export async function beginEvening(event) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return keepNew((await ask("club", { do: { new: { ...event, seed } } })).changes);
}

/** The text of a file: UTF-8, otherwise Latin 1, as for the command. @param {File} file */
async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return `\ufeff${[...bytes].map((byte) => String.fromCharCode(byte)).join("")}`;
  }
}

/**
 * Takes in the folders of evenings, each with its `club.toml`; faults of their files are errors.
 * @param {Iterable<File>} files
 * @returns {Promise<string[]>} the ids
 */
export async function importEvenings(files) {
  /** @type {Map<string, Files>} */
  const folders = new Map();
  for (const file of files) {
    if (!/\.(toml|csv)$/.test(file.name)) continue;
    const folder = file.webkitRelativePath.replace(/[^/]*$/, "");
    folders.set(folder, { ...folders.get(folder), [file.name]: await textOf(file) });
  }
  const evenings = [...folders.values()].filter((own) => Object.hasOwn(own, EVENT));
  // All are read before any is kept.
  for (const own of evenings) await ask("club", { files: own });
  const ids = [];
  for (const own of evenings) ids.push(await keepNew(own));
  return ids;
}

/** @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

/** Numbers of two (`h`) and four (`i`) bytes. @param {string} form @param {...number} numbers */
function packed(form, ...numbers) {
  const view = new DataView(new ArrayBuffer(4 * form.length));
  let at = 0;
  for (const [place, kind] of [...form].entries()) {
    if (kind === "h") view.setUint16(at, numbers[place], true);
    else view.setInt32(at, numbers[place], true);
    at += kind === "h" ? 2 : 4;
  }
  return new Uint8Array(view.buffer, 0, at);
}

/** A zip file with these files in a folder, as they are. @param {string} folder @param {Files} files */
function zipped(folder, files) {
  const encoder = new TextEncoder();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const heads = [];
  const size = (/** @type {Uint8Array[]} */ list) =>
    list.reduce((sum, { length }) => sum + length, 0);
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [encoder.encode(`${folder}/${name}`), encoder.encode(text)];
    const { length } = bytes;
    // Version, names in UTF-8, not compressed, the first day of its calendar.
    const fields = [20, 0x800, 0, 0, 0x21, checksum(bytes), length, length, path.length, 0];
    const about = packed("hhhhhiiihh", ...fields);
    heads.push(packed("ih", 0x02014b50, 20), about, packed("hhhii", 0, 0, 0, 0, size(parts)), path);
    parts.push(packed("i", 0x04034b50), about, path, bytes);
  }
  const count = Object.keys(files).length;
  const end = [0x06054b50, 0, 0, count, count, size(heads), size(parts), 0];
  return new Blob([...parts, ...heads, packed("ihhhhiih", ...end)], { type: "application/zip" });
}

/** Saves the folder of an evening as a zip file. @param {string} id @param {string} name */
export async function exportEvening(id, name) {
  const folder = name.replace(/[^\p{L}\p{N}.-]+/gu, "-").replace(/^[-.]+|-+$/g, "") || "evening";
  const href = URL.createObjectURL(zipped(folder, await filesOf(id)));
  el("a", { href, download: `${folder}.zip` }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
