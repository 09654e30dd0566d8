// Sends the turns of a board to the engine, one at a time. A refusal is shown, and nothing is lost.
import { EngineError, ask } from "./engine.js";
import { showSteps } from "./steps.js";
import { get, sentence, tilesOf } from "./tiles.js";
import { say } from "./words.js";

/**
 * @typedef {import("./engine.js").GameState} GameState
 * @typedef {import("./table.js").Board} Board
 */

export class Turns {
  busy = false;

  /**
   * @param {string} root the id of the element that is busy while the engine is at work
   * @param {string} said the id of the line that shows messages
   * @param {Board} board
   * @param {(next: GameState) => void | Promise<void>} show
   */
  constructor(root, said, board, show) {
    this.root = get(root, HTMLElement);
    this.said = get(said, HTMLElement);
    this.board = board;
    this.show = show;
    this.say = this.say.bind(this);
  }

  /** @param {boolean} now whether the engine is at work, which blocks other requests */
  setBusy(now) {
    this.busy = now;
    this.root.ariaBusy = String(now);
  }

  /** @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    this.said.replaceChildren(...sentence(text));
    this.said.classList.toggle("alarm", wrong);
  }

  /**
   * Sends a request that the engine may refuse, and shows the state that comes back.
   * @param {() => Promise<GameState>} what
   * @returns {Promise<boolean>} whether it was done
   */
  async take(what) {
    if (this.busy) return false;
    this.setBusy(true);
    try {
      await this.show(await what());
      return true;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.board.clear();
      this.say(error.message, true);
      return false;
    } finally {
      this.setBusy(false);
    }
  }

  /** Marks what the hint about this state speaks of. @param {GameState} state */
  async point({ game, table }) {
    /** @type {import("./engine.js").BestTurn} */
    const { played, steps } = await ask("steps", { game });
    const key = (/** @type {string[]} */ tiles) => [...tiles].sort().join(" ");
    const after = (steps.at(-1)?.table ?? []).map((set) => key(tilesOf(set)));
    const changed = table.findIndex(({ tiles }) => {
      const at = after.indexOf(key(tiles.map(({ tile }) => tile)));
      return at < 0 || !after.splice(at, 1);
    });
    this.board.point(tilesOf(played), changed);
  }

  /**
   * Shows the best turn step by step, from the table at the beginning of the turn, and lays it as
   * one change.
   * @param {GameState} state
   * @param {HTMLElement} root the board's element
   * @param {number} pace milliseconds a step
   */
  async explain(state, root, pace) {
    return this.take(async () => {
      const { game, can } = state;
      const first = can.reset ? await ask("command", { game, command: "reset" }) : state;
      try {
        await showSteps(this.board, root, first, this.say, pace);
      } finally {
        if (can.reset) await ask("command", { game, command: "undo" });
      }
      const best = await ask("command", { game, command: "best" });
      const kept = !can.reset || JSON.stringify(best.table) === JSON.stringify(state.table);
      return kept ? best : { ...best, said: `${best.said} ${say("undo-brings-back")}` };
    });
  }
}
