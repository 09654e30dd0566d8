// The Watch view: a recorded game, or one that bots play, turn by turn.
import { EngineError, ask, base64, sentTo, work } from "./engine.js";
import { PERSON } from "./setup.js";
import { chosen, named, offerIn } from "./systems.js";
import { el, get, sentence, setRow, setsOf, tileRow, tilesOf } from "./tiles.js";
import { onLanguage, say, together } from "./words.js";

/**
 * @typedef {import("./engine.js").GameList} GameList
 * @typedef {import("./engine.js").ReplayedGame} ReplayedGame
 */

/** @type {GameList} */
let list;
/** @type {ReplayedGame | null} */
let shown = null;
/** The number of turns played. */
let at = 0;
let timer = 0;
/** The names of each level's bots at the table. @type {Map<string, string[]>} */
let people = new Map();

/**
 * The name of a bot: that of a second one, `greedy#2`, is another. People are numbered, unless
 * there is only one.
 * @param {string} bot
 */
function called(bot) {
  const [name, number] = bot.split("#");
  if (name === PERSON) return number ? say("watch-player", { number }) : say("you");
  return people.get(name)?.[Number(number ?? 1) - 1] ?? bot;
}

/** The name of a player of the game that is shown. @param {number} seat */
const player = (seat) => called(shown?.bots[seat] ?? "");

/** The variables of a message about a player. @param {number} seat */
const by = (seat) => ({ name: player(seat), you: shown?.bots[seat] === PERSON ? "yes" : "no" });

/** @param {string} text */
const error = (text) => {
  get("w-error", HTMLElement).textContent = text;
};

/** What a game of the list is called. @param {GameList["games"][number]} game @param {number} at */
function gameName(game, at) {
  const winners = together(game.winners.map((seat) => called(game.bots[seat])));
  return say(winners ? "watch-game" : "watch-game-unwon", {
    number: at + 1,
    bots: game.bots.map(called).join(" - "),
    turns: game.turns,
    winners,
  });
}

/** Offers the games of the record. */
function listGames() {
  get("w-games", HTMLElement).hidden = list.games.length < 2;
  get("w-game", HTMLSelectElement).replaceChildren(
    ...list.games.map((game, at) => el("option", { value: String(at) }, gameName(game, at))),
  );
  get("w-more", HTMLElement).textContent =
    list.more > 0 ? say("watch-more", { count: list.more }) : "";
}

/** Offers the players of the game that is shown. */
function listPlayers() {
  const seats = shown?.bots ?? [];
  get("w-seat", HTMLSelectElement).replaceChildren(
    ...seats.map((bot, seat) => el("option", { value: String(seat) }, called(bot))),
  );
}

/** @param {() => Promise<GameList>} what */
async function open(what) {
  error("");
  try {
    list = await what();
    listGames();
    await choose(0);
  } catch (problem) {
    if (!(problem instanceof EngineError)) throw problem;
    error(problem.message);
  }
}

/** @param {number} number in the list */
async function choose(number) {
  stopWatching();
  const { block, game } = list.games[number];
  shown = await ask("replay", { block, game });
  get("w-viewer", HTMLElement).hidden = false;
  listPlayers();
  get("w-at", HTMLInputElement).max = String(shown?.turns.length ?? 0);
  go(0);
  get("w-viewer", HTMLElement).scrollIntoView({ block: "nearest" });
}

/**
 * Whether a set is new against the old table. If it is not, removes it from `old`.
 * @param {string[]} old
 * @param {string} set
 */
function isNew(old, set) {
  const place = old.indexOf(set);
  if (place >= 0) old.splice(place, 1);
  return place < 0;
}

/** @param {number} turn the number of turns played */
function go(turn) {
  if (!shown) return;
  at = Math.max(0, Math.min(turn, shown.turns.length));
  const now = at === 0 ? null : shown.turns[at - 1];
  const before = at < 2 ? "" : shown.turns[at - 2].table;
  const racks = now?.racks ?? shown.racks;
  const seat = now?.seat ?? shown.starter;
  get("w-at", HTMLInputElement).value = String(at);
  get("w-count", HTMLElement).textContent = `${at} / ${shown.turns.length}`;
  const said = now
    ? say("watch-turn", {
        ...by(seat),
        turn: at,
        action: now.action.replaceAll(" ", "-"),
        tiles: now.tiles,
      })
    : say("watch-deal", by(seat));
  const over = at === shown.turns.length ? ` ${ending(shown)}` : "";
  get("w-said", HTMLElement).replaceChildren(...sentence(`${said}${over}`));
  const old = setsOf(before);
  const laid = now?.action === "lays" ? tilesOf(now.tiles) : [];
  const sets = setsOf(now?.table ?? "").map((set) => {
    const changed = isNew(old, set);
    return setRow(set, `set${changed ? " changed" : ""}`, (tile) => {
      const place = changed ? laid.indexOf(tile) : -1;
      if (place < 0) return "";
      laid.splice(place, 1);
      return "laid";
    });
  });
  const empty = el("p", { className: "empty" }, say("table-empty"));
  get("w-table", HTMLElement).replaceChildren(...(sets.length > 0 ? sets : [empty]));
  get("w-pool", HTMLElement).textContent = say("watch-pool", {
    count: now?.pool ?? shown.pool,
  });
  get("w-racks", HTMLElement).replaceChildren(
    ...racks.map((rack, number) => {
      const who = el(
        "p",
        { className: "who" },
        el("b", {}, player(number)),
        " ",
        el("span", { className: "state" }, say("tiles", { count: tilesOf(rack).length })),
      );
      return el(
        "div",
        { className: `rack${number === seat ? " on" : ""}` },
        who,
        tileRow(tilesOf(rack), "tiles"),
      );
    }),
  );
}

/** @param {ReplayedGame} game */
function ending(game) {
  const of = game.results.map(({ win_share, score }, seat) => {
    const how = win_share === 1 ? "watch-wins" : win_share > 0 ? "watch-shares" : "watch-loses";
    const points = `${score >= 0 ? "+" : ""}${score}`;
    return say(how, { ...by(seat), score: points });
  });
  return say("watch-over", { results: of.join(", ") });
}

/** Pauses the game that is shown. */
export function stopWatching() {
  window.clearInterval(timer);
  timer = 0;
  get("w-play", HTMLButtonElement).textContent = say("watch-play");
}

function play() {
  if (timer) return stopWatching();
  if (shown && at === shown.turns.length) go(0);
  get("w-play", HTMLButtonElement).textContent = say("watch-pause");
  timer = window.setInterval(
    () => {
      go(at + 1);
      if (shown && at === shown.turns.length) stopWatching();
    },
    Number(get("w-speed", HTMLSelectElement).value),
  );
}

const seatSelects = () => [
  .../** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("#w-seats select")),
];

/**
 * Makes as many seats as the rules allow, the first two of them taken.
 * @param {import("./engine.js").About} about
 * @param {number} most
 */
function seats({ levels }, most) {
  const before = seatSelects().map(({ value }) => value);
  get("w-seats", HTMLElement).replaceChildren(
    ...Array.from({ length: most }, (_, seat) => {
      const nobody = seat < 2 ? [] : [el("option", { value: "" }, say("watch-nobody"))];
      const select = el(
        "select",
        { id: `w-bot-${seat}` },
        ...nobody,
        ...levels.map(({ name, person }) =>
          el("option", { value: name }, say("watch-level", { level: name, person })),
        ),
      );
      // The easiest level against the last but one.
      select.value = before[seat] ?? [levels[0], levels.at(-2)][seat]?.name ?? "";
      return el(
        "p",
        { className: "field" },
        el("label", { htmlFor: select.id }, say("watch-player", { number: seat + 1 })),
        select,
      );
    }),
  );
}

/** Finds the record among the files of a run's folder. @param {FileList} files */
async function openFolder(files) {
  const record = [...files].find(({ name }) => name === "games.bin");
  if (record) await watchRecord(record);
  else error(say("watch-folder-wrong"));
}

/** Shows a record. @param {Blob} record */
export const watchRecord = (record) =>
  open(async () => {
    stopWatching();
    return ask("open", { bytes: await base64(record) });
  });

/**
 * @param {import("./engine.js").About} about
 * @param {(which: {block: number, game: number, seat: number}) => void} review reviews a seat of a
 *   game of the record
 */
export function openWatch(about, review) {
  get("w-review", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const { block, game } = list.games[Number(get("w-game", HTMLSelectElement).value)];
    stopWatching();
    review({ block, game, seat: Number(get("w-seat", HTMLSelectElement).value) });
  });
  people = new Map(about.levels.map(({ bot, person, others }) => [bot, [person, ...others]]));
  const rules = get("w-rules", HTMLSelectElement);
  const chairs = () => seats(about, chosen(rules).max_players);
  offerIn(rules, chairs);
  const tell = () => {
    get("w-sent", HTMLElement).textContent = sentTo();
    chairs();
  };
  tell();
  onLanguage(() => {
    tell();
    error("");
    get("w-play", HTMLElement).textContent = say(timer ? "watch-pause" : "watch-play");
    if (!shown) return;
    const [game, seat] = ["w-game", "w-seat"].map((id) => get(id, HTMLSelectElement));
    const [number, player] = [game.value, seat.value];
    listGames();
    listPlayers();
    [game.value, seat.value] = [number, player];
    go(at);
  });
  get("w-file", HTMLInputElement).addEventListener("change", async () => {
    const file = get("w-file", HTMLInputElement).files?.[0];
    if (file) await watchRecord(file);
  });
  get("w-folder", HTMLInputElement).addEventListener("change", () => {
    const files = get("w-folder", HTMLInputElement).files;
    if (files) void openFolder(files);
  });
  get("w-bots", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const levels = seatSelects()
      .map(({ value }) => value)
      .filter((level) => level !== "");
    const seed = Math.floor(Math.random() * 1e6);
    void open(() => work("watch", { ...named(chosen(rules)), levels, seed }));
  });
  get("w-game", HTMLSelectElement).addEventListener(
    "change",
    () => void choose(Number(get("w-game", HTMLSelectElement).value)),
  );
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) =>
    get(id, HTMLButtonElement).addEventListener("click", act);
  const step = (/** @type {() => number} */ to) => () => {
    stopWatching();
    go(to());
  };
  on(
    "w-first",
    step(() => 0),
  );
  on(
    "w-back",
    step(() => at - 1),
  );
  on(
    "w-next",
    step(() => at + 1),
  );
  on(
    "w-last",
    step(() => shown?.turns.length ?? 0),
  );
  window.addEventListener("keydown", (event) => {
    const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
    const own = event.target instanceof Element && event.target.closest("input, select");
    const to = { ArrowLeft: "w-back", ArrowRight: "w-next" }[event.key];
    if (!to || !plain || own || !get("w-viewer", HTMLElement).checkVisibility()) return;
    event.preventDefault();
    get(to, HTMLButtonElement).click();
  });
  on("w-play", play);
  get("w-at", HTMLInputElement).addEventListener(
    "input",
    step(() => Number(get("w-at", HTMLInputElement).value)),
  );
  get("w-speed", HTMLSelectElement).addEventListener("change", () => {
    if (timer) {
      stopWatching();
      play();
    }
  });
}
