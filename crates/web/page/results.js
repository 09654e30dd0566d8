// The tables of a round of a club evening, with a line for the results of each game. What is typed
// is checked at once, and kept at the end of the line.
import { EngineError } from "./engine.js";
import { stepOf } from "./evenings.js";
import { forPeople } from "./systems.js";
import { el, get } from "./tiles.js";
import { say } from "./words.js";

/**
 * @typedef {{typed: string | null, said: string}} ClubGame
 * @typedef {{title: string, players: string[], games: ClubGame[]}} ClubTable
 * @typedef {{title: string, tables: ClubTable[]}} ClubRound
 * @typedef {{input: HTMLInputElement, said: HTMLElement, kept: string, entered: string,
 *   last: number}} Line `kept` are the results in the files, `entered` the line as it was typed last
 */

/** Milliseconds without a key before a line is checked. */
const PAUSE = 150;

/** The lines by table and game. @type {Map<string, Line>} */
const lines = new Map();
/** The tables that are shown, without their results. */
let shown = "";

/** @param {Line} line @param {string} text @param {boolean} wrong */
function tell({ input, said }, text, wrong) {
  said.textContent = text;
  said.classList.toggle("alarm", wrong);
  input.setAttribute("aria-invalid", String(wrong));
}

/** Goes on with the next game without results, or else with what comes after all of them. */
function goOn(/** @type {Line} */ line) {
  const all = [...lines.values()];
  const at = all.indexOf(line);
  const open = [...all.slice(at + 1), ...all.slice(0, at)].find(({ kept }) => kept === "");
  const draw = get("c-draw", HTMLButtonElement);
  if (open) open.input.focus();
  else (draw.disabled ? get("c-large", HTMLElement) : draw).focus();
}

/**
 * @param {string} id of the evening
 * @param {object} place round, table and game
 * @param {(answer: any) => void} changed is given what follows from new results
 * @returns {Line}
 */
function lineOf(id, place, changed) {
  const input = el("input", { autocomplete: "off", spellcheck: false });
  const said = el("span", { className: "result", role: "status" });
  const line = { input, said, kept: "", entered: "", last: 0 };
  /** Asks about what was typed; a late answer to something else is left. */
  const ask = async (/** @type {"check" | "enter"} */ kind) => {
    const question = ++line.last;
    const results = input.value;
    try {
      const answer = await stepOf(id, { [kind]: { ...place, results } });
      if (kind === "enter") line.entered = results;
      if (question === line.last) tell(line, answer.said, false);
      if (kind === "enter") changed(answer);
      return true;
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      const refused = error instanceof EngineError;
      get("c-saved", HTMLElement).hidden = !refused;
      const why = refused ? forPeople(said) : say("club-not-kept", { why: said });
      if (question === line.last) tell(line, why, true);
      return false;
    }
  };
  let pause = 0;
  const enter = () => {
    clearTimeout(pause);
    const known = ["", line.kept, line.entered].includes(input.value.trim());
    return known ? null : ask("enter");
  };
  input.addEventListener("input", () => {
    clearTimeout(pause);
    pause = window.setTimeout(() => input.value.trim() && void ask("check"), PAUSE);
  });
  // Not at once: a window that opens takes the focus, and until it is there nothing can be kept.
  input.addEventListener("change", () => setTimeout(enter));
  input.addEventListener("keydown", async (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if ((await enter()) !== false) goOn(line);
  });
  return line;
}

/** @param {ClubTable} table @param {number} number @param {(game: number) => Line} make */
function tableOf({ title, players, games }, number, make) {
  const rows = games.map((_, at) => {
    const line = make(at + 1);
    line.input.id = `c-${number}-${at + 1}`;
    const about = { table: title, game: at + 1, players: players.join(" / ") };
    line.input.setAttribute("aria-label", say("club-line", about));
    return el(
      "p",
      { className: "game-line" },
      el("label", { htmlFor: line.input.id }, say("club-game", { game: at + 1 })),
      line.input,
      line.said,
    );
  });
  return el(
    "div",
    { className: "card" },
    el("h3", {}, title),
    el("p", {}, players.join(", ")),
    ...rows,
  );
}

/**
 * Shows the tables of a round. Lines that are being typed stay.
 * @param {string} id of the evening
 * @param {ClubRound} round
 * @param {number} number of the round
 * @param {(answer: any) => void} changed
 */
export function showTables(id, round, number, changed) {
  const tables = round.tables.map(({ title, players }) => [title, players]);
  const now = JSON.stringify([id, number, document.documentElement.lang, tables]);
  if (now !== shown) {
    shown = now;
    lines.clear();
    const cards = round.tables.map((table, at) =>
      tableOf(table, at + 1, (game) => {
        const line = lineOf(id, { round: number, table: at + 1, game }, changed);
        lines.set(`${at} ${game - 1}`, line);
        return line;
      }),
    );
    get("c-tables", HTMLElement).replaceChildren(...cards);
  }
  for (const [at, { games }] of round.tables.entries())
    for (const [game, { typed, said }] of games.entries()) {
      const line = lines.get(`${at} ${game}`);
      if (!line) continue;
      const typing = ![line.kept, line.entered].includes(line.input.value);
      line.kept = typed ?? "";
      if (typing && document.activeElement === line.input) continue;
      line.entered = line.kept;
      line.input.value = line.kept;
      tell(line, said, false);
    }
}
