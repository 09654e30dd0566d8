// The buttons of a game, and the keys that press them.
import { isCovered } from "./handover.js";
import { get } from "./tiles.js";
import { say } from "./words.js";

/** The request of each hint of a turn. */
export const HINTS = ["hint", "hint", "best"];

/** The buttons that keys press, as in `rummilab play`. @type {Record<string, string>} */
const KEYS = { e: "end", d: "draw", h: "hint", s: "sort", u: "undo" };

/** The button that was switched off while it had the focus. @type {HTMLButtonElement | null} */
let focus = null;

/** @param {import("./engine.js").GameState} now @param {number} hints given on this turn */
export function showButtons(now, hints) {
  const set = (/** @type {string} */ id, /** @type {boolean} */ on) => {
    const button = get(id, HTMLButtonElement);
    if (!on && button === document.activeElement) focus = button;
    button.disabled = !on;
    if (!on || button !== focus) return;
    // It goes on with this button, unless the player has gone on elsewhere.
    if (document.activeElement === document.body) button.focus({ preventScroll: true });
    focus = null;
  };
  set("end", now.can.end);
  set("draw", now.can.draw);
  set("undo", now.can.undo);
  set("redo", now.can.redo);
  set("reset", now.can.reset);
  set("hint", now.stage === "person");
  get("draw", HTMLButtonElement).textContent = say(now.can.pass ? "pass" : "draw");
  get("hint", HTMLButtonElement).textContent = say("hint", { given: hints });
  get("sort", HTMLButtonElement).textContent = say(
    now.by_value ? "sort-by-colour" : "sort-by-value",
  );
  const back = get("put-back", HTMLButtonElement);
  back.hidden = now.can.put_back === null;
  back.textContent = say("put-back", { tile: now.can.put_back ?? "" });
}

/** Presses the button of a key. @param {KeyboardEvent} event */
export function shortcut(event) {
  const button = KEYS[event.key.toLowerCase()];
  const typing = event.target instanceof Element && event.target.closest("input, select, textarea");
  if (!button || typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const open = get("drop", HTMLDialogElement).open || isCovered();
  if (!open && get("actions", HTMLElement).checkVisibility())
    get(button, HTMLButtonElement).click();
}
