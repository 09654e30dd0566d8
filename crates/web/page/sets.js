// The elements of the sets on a table, and of the places to which picked tiles can go.
import { el, readingNote, tileButton, wayButtons, wordsOf } from "./tiles.js";

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
  const words = set.tiles.map(({ tile }) => wordsOf(tile)).join(", ");
  const open = set.ways.length > 0 && !set.ways.some(({ now }) => now);
  const notes = [
    set.legal ? "" : ", not a set yet",
    set.changed ? ", changed since your last turn" : "",
    set.reading === null ? "" : `, a ${set.reading}`,
    open ? ", can be read in several ways" : "",
    owner === null ? "" : `, of ${owner}`,
  ].join("");
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
    "aria-label": `Set ${number + 1}: ${words}${notes}`,
    data: { drop: String(number) },
  });
  element.append(
    ...set.tiles.map(({ tile, laid, fresh, stands }, at) => {
      const label = [
        wordsOf(tile),
        stands ? ` as ${wordsOf(stands)}` : "",
        laid ? ", laid by you on this turn" : "",
        fresh ? ", new" : "",
      ].join("");
      const button = tileButton(tile, label, laid ? "laid" : fresh ? "new" : "", stands);
      button.dataset.pick = JSON.stringify({ set: number, at });
      return button;
    }),
  );
  if (!set.legal)
    element.append(el("span", { className: "flag", "aria-hidden": "true" }, "no set yet"));
  if (set.reading !== null) element.append(readingNote(set.reading));
  if (set.ways.length > 0) element.append(wayButtons(`How set ${number + 1} lies`, set.ways, lie));
  if (owner !== null)
    element.append(el("span", { className: "owner", "aria-hidden": "true" }, owner));
  element.append(targetButton(String(number), "+", `Add the picked tiles to set ${number + 1}`));
  return element;
}
