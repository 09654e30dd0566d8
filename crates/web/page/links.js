// Links to copy. The address of `rummilab web` holds a token, which links do not: they lead to the
// door of the program, which knows from here where the page is.
import { engine as kind } from "./config.js";

/** The name that the door of `rummilab web` knows, too. */
const KEPT = "rummilab-path";

/** Keeps where the page is, for links that lead to its door. */
export function keepPath() {
  if (kind !== "http") return;
  try {
    localStorage.setItem(KEPT, new URL(".", location.href).pathname);
  } catch {
    // Storage is blocked: links lead to the door, which then says what to do.
  }
}

/** The address of what is shown, without a token. */
export const ownLink = () =>
  kind === "http" ? `${location.origin}/${location.hash}` : location.href;
