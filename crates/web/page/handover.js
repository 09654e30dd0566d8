// Several people at one device: the rack is covered until its owner has the device.
import { get, nameOf } from "./tiles.js";
import { say } from "./words.js";

/** @typedef {import("./engine.js").GameState} GameState */

/** The seat of the person who has the device; -1 for nobody yet. */
let holder = -1;

const curtain = () => get("hand-over", HTMLElement);

/** Whether the table is covered. */
export const isCovered = () => !curtain().hidden;

/** Nobody has the device: another game begins. */
export function layDown() {
  holder = -1;
}

/** @param {boolean} on */
function cover(on) {
  curtain().hidden = !on;
  for (const part of document.querySelectorAll("#game > .at-table, #game > .beside"))
    part.toggleAttribute("inert", on);
}

/** Covers the table where the turn is another person's. @param {GameState} now */
export function handOver(now) {
  const shared = now.seats.filter(({ person }) => person).length > 1;
  const other = shared && now.stage === "person" && now.me !== holder;
  if (now.stage === "person" && !other) holder = now.me;
  cover(other);
  if (!other) return;
  const name = nameOf(now, now.me);
  get("hand-over-to", HTMLElement).textContent = say("hand-over", { name });
  if (get("play", HTMLElement).checkVisibility())
    get("go-on", HTMLElement).focus({ preventScroll: true });
}

/** The person whose turn it is takes the device. @param {GameState} now */
export function takeDevice(now) {
  holder = now.me;
  cover(false);
}
