// The games that were finished in this browser: result, record and review of each.
import { base64 } from "./engine.js";
import { store, stored } from "./links.js";
import { opponentRating, tellStrength } from "./rated.js";
import { systemNamed } from "./systems.js";
import { el, get, nameOf } from "./tiles.js";
import { language, onLanguage, say } from "./words.js";

/**
 * @typedef {{when: number, rules: string, others: string[], won: boolean | null,
 *   points: number | null, record: string, opponent?: number | null}} Finished the record is the
 *   file in base64, `won` is null where several people played, and `opponent` the rating of the level
 *   where the game counts for the player's strength
 */

const KEPT = "rummilab.games";
/** The most games that are kept. */
const MOST = 100;

/** @returns {Finished[]} the latest first */
function games() {
  try {
    const found = JSON.parse(stored(KEPT) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** The file of a record. @param {Finished} game */
const file = ({ record }) => new Blob([Uint8Array.from(atob(record), (c) => c.charCodeAt(0))]);

/**
 * Keeps a finished game. Where the browser has no room, the oldest ones go.
 * @param {import("./engine.js").GameState} over
 * @param {string} rules their name
 * @param {Promise<Blob>} record
 */
export async function keepGame(over, rules, record) {
  const several = over.seats.filter(({ person }) => person).length > 1;
  const me = over.seats[over.me];
  /** @type {Finished} */
  const game = {
    when: Date.now(),
    rules,
    others: over.seats.flatMap((_, at) => (at === over.me ? [] : [nameOf(over, at)])),
    won: several ? null : me.place === 1,
    points: several ? null : me.points,
    opponent: opponentRating(over, levels),
    record: await base64(await record),
  };
  for (let all = [game, ...games()].slice(0, MOST); all.length > 0; all = all.slice(0, -1))
    if (store(KEPT, JSON.stringify(all)) !== "tab") break;
  showGames();
}

/** @type {{watch: (record: Blob) => void, review: (record: Blob) => void}} */
let doors;
/** The levels of bots, with their ratings. @type {import("./engine.js").About["levels"]} */
let levels = [];

function showGames() {
  const all = games();
  get("no-games", HTMLElement).textContent = all.length === 0 ? say("games-none") : "";
  get("strength", HTMLElement).textContent = all.length === 0 ? "" : tellStrength(all, levels);
  get("games-list", HTMLElement).replaceChildren(
    ...all.map((game) => {
      const button = (/** @type {string} */ text, /** @type {() => void} */ act) => {
        const made = el("button", { type: "button" }, text);
        made.addEventListener("click", act);
        return made;
      };
      const result = say(game.won === null ? "game-played" : game.won ? "game-won" : "game-lost");
      const line = say("game-line", {
        rules: systemNamed(game.rules),
        others: game.others.join(", "),
      });
      return el(
        "li",
        {},
        el("b", { className: game.won ? "good" : "" }, result),
        " ",
        el("span", { className: "points" }, game.points === null ? "" : String(game.points)),
        " ",
        el("span", { className: "line" }, line),
        " ",
        el("time", {}, new Date(game.when).toLocaleString(language())),
        " ",
        button(say("view-review"), () => doors.review(file(game))),
        " ",
        button(say("view-watch"), () => doors.watch(file(game))),
      );
    }),
  );
}

/**
 * @param {import("./engine.js").About} about
 * @param {(record: Blob) => void} watch shows a record
 * @param {(record: Blob) => void} review reviews a record
 */
export function openHistory(about, watch, review) {
  doors = { watch, review };
  ({ levels } = about);
  onLanguage(showGames);
  showGames();
}
