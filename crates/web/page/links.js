// What this browser keeps, and links to copy. The address of `rummilab web` holds a token, which
// links do not: they lead to the door of the program, which knows from here where the page is.
import { engine as kind } from "./config.js";
import { say } from "./words.js";

/** The name that the door of `rummilab web` knows, too. */
const KEPT = "rummilab-path";

/**
 * What is kept under this name, by the tab if the browser had no room for it.
 * @param {string} name
 * @returns {string | null} also null if the browser lets a page keep nothing
 */
export function stored(name) {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * Keeps a text under this name, or nothing; only while the tab is open if the browser has no room.
 * @param {string} name
 * @param {string | null} text
 * @returns {"browser" | "tab" | "nowhere"} where it is kept
 */
export function store(name, text) {
  const put = (/** @type {() => Storage} */ storage) => {
    try {
      if (text === null) storage().removeItem(name);
      else storage().setItem(name, text);
      return true;
    } catch {
      return false;
    }
  };
  const browser = put(() => localStorage);
  if (browser || text === null) {
    try {
      sessionStorage.removeItem(name);
      // What else the tab keeps may have room now, too.
      for (const [other, kept] of Object.entries(text === null ? {} : sessionStorage)) {
        localStorage.setItem(other, kept);
        sessionStorage.removeItem(other);
      }
    } catch {
      // Nothing is kept where nothing can be, or there is no room yet.
    }
    return browser ? "browser" : "nowhere";
  }
  return put(() => sessionStorage) ? "tab" : "nowhere";
}

/** Keeps where the page is, for links that lead to its door. */
export function keepPath() {
  if (kind === "http") store(KEPT, new URL(".", location.href).pathname);
}

/** The address of what is shown, without a token. */
const ownLink = () => (kind === "http" ? `${location.origin}/${location.hash}` : location.href);

/** Copies the address of what is shown, and says so on the button. @param {HTMLElement} button */
export async function copyLink(button) {
  // An address that is no https has no clipboard.
  const copied = await (navigator.clipboard?.writeText(ownLink()) ?? Promise.reject()).then(
    () => true,
    () => false,
  );
  button.textContent = say(copied ? "link-copied" : "link-not-copied");
  setTimeout(() => {
    button.textContent = say("copy-link");
  }, 2000);
}
