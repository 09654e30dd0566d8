// The wasm module in its own worker, so that the page never waits for a bot.
import { start } from "./module.js";
import { warmUp } from "./warm.js";

const ready = start(fetch(new URL("engine.wasm", import.meta.url)));
self.onmessage = async ({ data }) => {
  const answer = await ready;
  self.postMessage({ id: data.id, answer: answer(data.text) });
};

/** Runs the warm-up step by step. The page's own questions are answered before every step. */
async function warm() {
  const steps = warmUp(await ready);
  do await new Promise((done) => setTimeout(done));
  while (!steps.next().done);
}
// A module that fails to load becomes an error of the worker.
warm().catch((error) =>
  setTimeout(() => {
    throw error;
  }),
);
