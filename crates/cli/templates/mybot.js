// A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md.
const number = (tile) => Number(tile.slice(1)); // 0 for a joker
const count = (tiles, tile) => tiles.filter((t) => t === tile).length;
const jokers = (sets) => count(sets.flat(), "J");
const fill = (set) => [...Array(Math.max(3 - set.length, 0)).fill("J"), ...set];
const hasOwners = (rules) => rules.group_cap_per_player !== "none"; // of groups, which this bot then leaves alone

/** How many tiles of each kind at one value may go to runs and to groups: a list for each colour, all combinations. */
const product = (lists) => lists.reduce((all, list) => all.flatMap((some) => list.map((one) => [...some, one])), [[]]);

/** Sets of all tiles in `must` and some others in `have`, from this value up, with open `runs`; null if there are none. */
function solve(value, runs, spare, must, have, rules, dead) {
  if (value > rules.values) return jokers(runs.map(fill)) - jokers(runs) <= spare ? runs.map(fill) : null;
  const key = [value, spare, ...runs.map((run) => run[0][0] + Math.min(run.length, 3)).sort()].join();
  if (dead.has(key) || dead.size > 5000) return null; // not for ever
  const tiles = [...rules.colours].map((colour) => colour + value);
  const choices = tiles.map((tile) => {
    const list = [];
    for (let n = count(must, tile); n <= count(have, tile); n++)
      for (let k = n; k >= (hasOwners(rules) ? n : 0); k--) list.push([k, n - k]);
    return list;
  });
  for (const choice of product(choices)) {
    const loose = tiles.flatMap((tile, i) => Array(choice[i][1]).fill(tile));
    const most = Math.max(...choice.map((c) => c[1])); // copies of a tile lie in different groups
    const groups = Array.from({ length: most }, (_, g) => fill(loose.filter((_, i) => i % most === g)));
    const [going, ended] = [[], []];
    let left = spare - jokers(groups);
    tiles.forEach((tile, i) => {
      const mine = runs.filter((run) => run[0][0] === tile[0]).sort((a, b) => a.length - b.length);
      for (let k = 0; k < choice[i][0]; k++) going.push([...(mine[k] || []), tile]);
      for (const run of mine.slice(choice[i][0]))
        if (run.length > 2) ended.push(run);
        else {
          going.push([...run, "J"]);
          left--;
        }
    });
    const rest = left >= 0 ? solve(value + 1, going, left, must, have, rules, dead) : null;
    if (rest) return [...groups, ...ended, ...rest];
  }
  dead.add(key);
  return null;
}

/** Adds the tiles of the rack to these sets, one after the other, the highest first and jokers only if nothing else is left,
 * with the help of others whose values are so far away at most. */
function lay(best, rack, have, reach, pool, rules) {
  for (const tile of [...rack].sort((a, b) => number(b) - number(a))) {
    const must = [...best.flat(), tile];
    const more = (t) => count(have, t) > count(best.flat(), t);
    if (!more(tile) || (tile === "J" && pool && have.some((t) => t !== "J" && more(t)))) continue;
    const near = (t) => reach && (t === "J" || Math.abs(number(t) - number(tile)) <= reach);
    const usable = [...new Set([...must, ...have.filter(near)])].flatMap((t) =>
      Array(near(t) ? count(have, t) : count(must, t)).fill(t));
    const found = solve(1, [], count(usable, "J"), must, usable, rules, new Set()) || [];
    let spare = count(must, "J") - jokers(found);
    for (const set of found)
      if (spare > 0 && !set.includes("J") && (set.length === 3 || set[0][0] === set[1][0])) {
        set.splice(number(set[0]) === 1 ? set.length : 0, 0, "J");
        spare--;
      }
    if (found.length && spare <= 0) best = found;
  }
  return best;
}

function play(state, rules, opened) {
  const keep = (set) => !opened || state.owners || /\b[DCM]\b/.test(set); // other old sets are laid anew
  const old = state.table.filter((set) => !keep(set)).map((set) => set.split(" "));
  const rack = state.rack.split(" ").filter((t) => !["", "D", "C", "M"].includes(t));
  const have = [...old.flat(), ...rack];
  let best = lay([], rack, rack, 2, state.pool, rules); // new sets, then single tiles
  if (opened) best = lay([...old, ...best], rack, have, 0, state.pool, rules);
  const laid = () => best.flat().length - old.flat().length;
  if (opened && !laid() && !state.pool) best = lay(old, rack, have, 99, 0, rules); // if one must be laid, whatever helps
  const points = best.flat().reduce((sum, t) => sum + number(t), 0);
  if (laid() && (opened || points >= rules.opening_min)) return { play: [...state.table.filter(keep), ...best.map((s) => s.join(" "))] };
  return rules.draw_first || !state.pool ? "pass" : "draw";
}

let game;
const answers = {
  hello: () => ({ protocol: 1, name: "mybot" }), newgame: (ask) => ((game = ask), { type: "ready" }),
  move: ({ state }) => ({ action: play(state, game.rules, state.opened[game.seat]) }),
  putback: () => ({ put_back: true }), gameover: () => ({ type: "ok" }), quit: () => process.exit(),
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const ask = JSON.parse(line);
  const unknown = () => ({ type: "error", code: "unsupported", message: ask.type });
  console.log(JSON.stringify({ id: ask.id, type: ask.type, ...(answers[ask.type] || unknown)(ask) }));
});
