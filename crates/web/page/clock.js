// The clock of a turn. It stands still while another view is shown.
import { get } from "./tiles.js";
import { say } from "./words.js";

/** Milliseconds between two looks. */
const LOOK = 200;
/** Seconds at the end that are shown in another colour. */
const SOON = 10;

let timer = 0;
let left = 0;

/** Stops the clock. */
export function stopClock() {
  clearInterval(timer);
  timer = 0;
  get("clock-left", HTMLElement).hidden = true;
}

/**
 * Starts the clock of a turn.
 * @param {number} seconds 0 for no limit
 * @param {() => void} up is called once the time is up
 */
export function startClock(seconds, up) {
  stopClock();
  if (seconds === 0) return;
  left = seconds * 1000;
  let last = Date.now();
  const look = () => {
    const now = Date.now();
    if (get("game", HTMLElement).checkVisibility()) left -= now - last;
    last = now;
    const shown = get("clock-left", HTMLElement);
    const whole = Math.max(0, Math.ceil(left / 1000));
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
