// The elements of the sets on a table, and of the places to which picked tiles can go.
import { el, readingNote, tileButton, wayButtons, wordsOf } from "./tiles.js";
import { say } from "./words.js";

/**
 * A place for picked tiles; hidden until some are picked.
 * @param {string} place @param {string} text @param {string} label
 */
export const targetButton = (place, text, label) =>
  el(
    "button",
    { type: "button", className: "target", "aria-label": label, hidden: true, data: { to: place } },
    text,
  );

/**
 * @param {import("./engine.js").SetState} set
 * @param {number} number of the set
 * @param {string | null} owner the name of its owner
 * @param {(way: string) => void} lie chooses how it lies
 */
export function setElement(set, number, owner, lie) {
  const open = set.ways.length > 0 && !set.ways.some(({ now }) => now);
  const facts = [
    ...set.tiles.map(({ tile }) => wordsOf(tile)),
    ...(set.legal ? [] : [say("set-not-yet")]),
    ...(set.changed ? [say("set-changed")] : []),
    ...(set.reading === null ? [] : [say("set-reading", { reading: set.reading })]),
    ...(open ? [say("set-ways")] : []),
    ...(owner === null ? [] : [say("set-owner", { name: owner })]),
  ].join(", ");
  const classes = [
    "set",
    ...(set.legal && !open ? [] : ["wrong"]),
    ...(set.reading === null ? [] : ["read"]),
    ...(set.changed ? ["changed"] : []),
    ...(owner === null ? [] : ["owned"]),
  ];
  const element = el("div", {
    className: classes.join(" "),
    role: "group",
    "aria-label": say("set-label", { number: number + 1, facts }),
    data: { drop: String(number) },
  });
  element.append(
    ...set.tiles.map(({ tile, laid, fresh, stands }, at) => {
      const label = [
        stands
          ? say("tile-stands", { tile: wordsOf(tile), stands: wordsOf(stands) })
          : wordsOf(tile),
        ...(laid ? [say("tile-laid")] : []),
        ...(fresh ? [say("tile-new")] : []),
      ].join(", ");
      const button = tileButton(tile, label, laid ? "laid" : fresh ? "new" : "", stands);
      button.dataset.pick = JSON.stringify({ set: number, at });
      return button;
    }),
  );
  if (!set.legal)
    element.append(el("span", { className: "flag", "aria-hidden": "true" }, say("set-flag")));
  if (set.reading !== null) element.append(readingNote(set.reading));
  if (set.ways.length > 0) element.append(wayButtons(number, set.ways, lie));
  if (owner !== null)
    element.append(el("span", { className: "owner", "aria-hidden": "true" }, owner));
  element.append(targetButton(String(number), "+", say("to-set-label", { number: number + 1 })));
  return element;
}
