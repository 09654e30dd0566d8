// Warms up a new module, whose first questions would be slow: the browser compiles a function on
// its first call, and again, better, after many calls. So the module plays some games before
// anybody asks a question. README.md has the times.

/** @typedef {import("./engine.js").GameState} GameState */

/**
 * The games: rules, and whether the bot is of the last level instead of the usual one. The rules
 * that most people choose come last, because the solver keeps its tables for the last rules only.
 */
const GAMES = /** @type {const} */ ([
  ["original", false],
  ["original", true],
  ["twist", false],
  ["original", false],
]);

/**
 * Plays whole games and solves their positions, one question a step.
 * @param {(text: string) => string} answer the module
 */
export function* warmUp(answer) {
  /** @param {string} ask @param {object} content */
  const asked = (ask, content) =>
    JSON.parse(answer(JSON.stringify({ id: 0, ask, with: content }))).answer;
  /** @type {import("./engine.js").About} */
  const about = asked("about", {});
  const last = about.levels[about.levels.length - 1].name;
  for (const [seed, [rules, strong]] of GAMES.entries()) {
    const level = strong ? last : about.default_level;
    /** @type {GameState | undefined} */
    let state = asked("new", { rules, levels: [level], seed });
    const game = state?.game;
    // Where the page has begun many games since, the engine has dropped this one.
    while (state && state.stage !== "over") {
      if (state.stage === "bot") yield (state = asked("bot", { game }));
      else {
        yield asked("solve", { question: "best", position: position(state) });
        yield (state = asked("command", { game, command: "best" }));
        yield (state = asked("command", { game, command: state?.can.end ? "end" : "draw" }));
      }
    }
    asked("close", { game });
  }
}

/** @param {GameState} state */
function position({ rules, seats, me, table, rack }) {
  const text = (/** @type {{tile: string}[]} */ tiles) => tiles.map(({ tile }) => tile).join(" ");
  return {
    rules,
    table: table.map(({ tiles }) => text(tiles)),
    rack: text(rack),
    opened: seats[me].opened,
  };
}
