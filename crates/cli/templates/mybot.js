// A Rummikub bot that asks the solver; change `question` and `action` to play your way.
// Every message is explained in crates/bot-api/PROTOCOL.md.
const readline = require("node:readline");

/** What the solver is asked on this turn. */
const question = ({ table, rack, opened, owners }, seat) =>
  ({ table, rack, opened: opened[seat], owners, me: seat });

/** What to do now that the solver has answered. */
function action(state, rules, answer) {
  const rack = state.rack.split(" ").length, tiles = answer.tiles ?? 0;
  // The idea: collect tiles. A large rack goes almost whole, and what is laid early helps others.
  const waits = state.pool > 0 && tiles < rack && rack < 3 * rules.hand;
  if (tiles && !waits) return { play: answer.table };
  return rules.draw_first || state.pool === 0 ? "pass" : "draw";
}

let game, state;
const replies = {
  hello: () => ({ type: "hello", protocol: 1, name: "mybot" }),
  newgame: (message) => ((game = message), { type: "ready" }),
  putback: () => ({ type: "putback", put_back: true }),
  move: (message) => ((state = message.state), { type: "solve", ...question(state, game.seat) }),
  solve: (answer) => ({ type: "move", action: action(state, game.all_rules, answer) }),
  error: (reason) => replies.solve(reason), // why the solver has no answer
  gameover: () => ({ type: "ok" }),
};
const unknown = ({ type }) => ({ type: "error", code: "unsupported", message: type });

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit();
  const reply = (replies[message.type] ?? unknown)(message);
  process.stdout.write(JSON.stringify({ id: message.id, ...reply }) + "\n");
});
