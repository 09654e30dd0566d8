// The page as an app: it works without a network, and opens records, positions and rules from files
// that are dropped on it or that the system hands over.
import { engine as kind } from "./config.js";
import { el } from "./tiles.js";

/**
 * What a file is: a record, rules, or a position.
 * @param {File} file
 * @returns {"record" | "rules" | "position"}
 */
export function kindOf({ name }) {
  if (/\.toml$/i.test(name)) return "rules";
  return /\.(json|jsonl|txt)$/i.test(name) ? "position" : "record";
}

/**
 * A position of a file, as the link of the view Solve: the first line for `rummilab solve --batch`,
 * or a table with a set in each line and the rack in the last one.
 * @param {string} text
 */
export function positionLink(text) {
  const lines = text.split("\n").map((line) => line.trim());
  const told = lines.filter((line) => line !== "");
  /** @type {any} */
  let position = null;
  try {
    position = JSON.parse(told[0]);
  } catch {
    // A text without JSON holds the tiles themselves.
  }
  if (position === null || typeof position !== "object")
    return new URLSearchParams({
      table: told.slice(0, -1).join(" ; "),
      rack: told.at(-1) ?? "",
    }).toString();
  const { rules, options, table, rack, opened } = position;
  return new URLSearchParams([
    ["rules", typeof rules === "string" ? rules : "original"],
    ...Object.entries(options ?? {}).map(([key, value]) => ["option", `${key}=${value}`]),
    ["table", [table ?? []].flat().join(" ; ")],
    ["rack", [rack ?? []].flat().join(" ")],
    ["opened", opened === false ? "0" : "1"],
  ]).toString();
}

/** @param {(file: File) => void} open */
function takeDropped(open) {
  const files = (/** @type {DragEvent} */ event) =>
    event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (/** @type {boolean} */ on) => document.body.classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    mark(true);
  });
  window.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) mark(false);
  });
  window.addEventListener("drop", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    mark(false);
    const [file] = event.dataTransfer?.files ?? [];
    if (file) open(file);
  });
}

/** Opens what the system hands over. @param {(file: File) => void} open */
function takeLaunched(open) {
  const queue = /** @type {any} */ (window).launchQueue;
  queue?.setConsumer(async (/** @type {{files?: FileSystemFileHandle[]}} */ { files }) => {
    if (files?.[0]) open(await files[0].getFile());
  });
}

/** @param {(file: File) => void} open shows a file */
export function openApp(open) {
  takeDropped(open);
  takeLaunched(open);
  // The program is no app: it serves the page at another address every time.
  if (kind !== "wasm" || !("serviceWorker" in navigator)) return;
  document.head.append(el("link", { rel: "manifest", href: "manifest.webmanifest" }));
  // Without it the page works as before, though only online.
  navigator.serviceWorker.register("sw.js").catch(() => {});
}
