// The clock of a turn. It stands still while another view is shown, and goes on after a reload.
import { store, stored } from "./links.js";
import { get } from "./tiles.js";
import { say } from "./words.js";

/** Milliseconds between two looks. */
const LOOK = 200;
/** Seconds at the end that are shown in another colour. */
const SOON = 10;

/** The storage key of the time that is left. */
const KEPT = "rummilab.clock";

let timer = 0;
let left = 0;

/** Stops the clock. */
export function stopClock() {
  clearInterval(timer);
  timer = 0;
  get("clock-left", HTMLElement).hidden = true;
}

/** Milliseconds that are left of a turn that was begun before the page was loaded. @param {string} of */
function leftOf(of) {
  const kept = JSON.parse(stored(KEPT) ?? "null");
  return kept?.turn === of ? Number(kept.left) : Infinity;
}

/** Forgets the turn of the game before. */
export const forgetClock = () => void store(KEPT, null);

/**
 * Starts the clock of a turn.
 * @param {number} seconds 0 for no limit
 * @param {string} of the turn, which differs from every other
 * @param {() => void} up is called once the time is up
 */
export function startClock(seconds, of, up) {
  stopClock();
  if (seconds === 0) return;
  left = Math.min(seconds * 1000, leftOf(of));
  let last = Date.now();
  let kept = -1;
  const look = () => {
    const now = Date.now();
    if (get("game", HTMLElement).checkVisibility()) left -= now - last;
    last = now;
    const shown = get("clock-left", HTMLElement);
    const whole = Math.max(0, Math.ceil(left / 1000));
    // A browser that is killed, or another tab, goes on from here.
    if (whole !== kept) store(KEPT, JSON.stringify({ turn: of, left }));
    kept = whole;
    shown.hidden = false;
    shown.textContent = say("clock", { seconds: whole });
    shown.classList.toggle("soon", whole <= SOON);
    if (left > 0) return;
    stopClock();
    up();
  };
  timer = window.setInterval(look, LOOK);
  look();
}
