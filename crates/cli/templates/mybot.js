// A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md.
const number = (tile) => Number(tile.slice(1)); // 0 for a joker
const counts = (tiles) => tiles.reduce((all, t) => ({ ...all, [t]: (all[t] || 0) + 1 }), {});
const without = (all, tiles) => tiles.reduce((rest, t) => ({ ...rest, [t]: Math.max((rest[t] || 0) - 1, 0) }), all);
const kinds = (all) => Object.keys(all).filter((t) => all[t] > 0).sort();
const jokers = (laid) => laid.filter((t) => t === "J").length;
const hasOwners = (rules) => rules.group_cap_per_player !== "none"; // of groups, which this bot then leaves alone

/** Sets of 3 to 5 tiles that hold this one, as laid and as meant: jokers stand for tiles that are not in `have`. */
function setsWith(tile, have, rules) {
  const [colour, value, all] = [tile[0], number(tile), []];
  const others = [...rules.colours].filter((c) => c !== colour).map((c) => c + value);
  for (let mask = 0; !hasOwners(rules) && mask < 2 ** others.length; mask++) {
    const group = [tile, ...others.filter((_, i) => (mask >> i) & 1)];
    if (group.length === 3 || group.length === 4) all.push(group);
  }
  for (const n of [3, 4, 5])
    for (let low = Math.max(1, value - n + 1); low <= Math.min(value, rules.values - n + 1); low++)
      all.push(Array.from({ length: n }, (_, i) => colour + (low + i)));
  const most = Math.min(have.J || 0, rules.max_jokers_per_set === "none" ? 9 : rules.max_jokers_per_set);
  return all.map((meant) => ({ meant, laid: meant.map((t) => (have[t] > 0 ? t : "J")) })).filter((s) => jokers(s.laid) <= most);
}

/** Sets made of tiles in `have` that hold every tile in `must`; null if there are none, or it takes too long. */
function cover(must, have, rules, dead) {
  const [tile] = kinds(must).filter((t) => t !== "J").sort((a, b) => number(a) - number(b));
  const key = JSON.stringify([must, have].map((all) => kinds(all).map((t) => t + "x" + all[t])));
  if (!tile) return must.J > 0 ? null : [];
  if (dead.has(key) || dead.size > 2000) return null;
  const wanted = (s) => (jokers(s.laid) > (must.J || 0) ? jokers(s.laid) : -jokers(s.laid));
  for (const set of setsWith(tile, have, rules).sort((a, b) => wanted(a) - wanted(b))) {
    const rest = cover(without(must, set.laid), without(have, set.laid), rules, dead);
    if (rest) return [set, ...rest];
  }
  dead.add(key);
  return null;
}

function play(state, rules, opened) {
  const keep = (set) => !opened || hasOwners(rules) || /\b[DCM]\b/.test(set); // other old sets are laid anew
  const old = state.table.filter((set) => !keep(set)).flatMap((set) => set.split(" "));
  const rack = state.rack.split(" ").filter((t) => !["", "D", "C", "M"].includes(t));
  const have = counts([...old, ...rack]);
  let [must, best] = [old, []];
  for (const tile of rack.sort((a, b) => number(b) - number(a))) {
    if (tile === "J" && state.pool && kinds(without(have, must)).some((t) => t !== "J")) continue; // jokers last
    const found = cover(counts([...must, tile]), have, rules, new Set());
    if (found) [must, best] = [[...must, tile], found];
  }
  const points = best.flatMap((s) => s.meant).reduce((sum, t) => sum + number(t), 0);
  if (best.flatMap((s) => s.laid).length > old.length && (opened || points >= rules.opening_min))
    return { play: [...state.table.filter(keep), ...best.map((s) => s.laid.join(" "))] };
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
