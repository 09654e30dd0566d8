// The wasm module, in a worker of its own so that the page never waits for a bot.
import { start } from "./module.js";
import { warmUp } from "./warm.js";

const ready = start(fetch(new URL("engine.wasm", import.meta.url)));
self.onmessage = async ({ data }) => {
  const answer = await ready;
  self.postMessage({ id: data.id, answer: answer(data.text) });
};

/** Before every step the page's own questions are answered. */
async function warm() {
  const steps = warmUp(await ready);
  do await new Promise((done) => setTimeout(done));
  while (!steps.next().done);
}
// A module that does not load is an error of the worker.
warm().catch((error) =>
  setTimeout(() => {
    throw error;
  }),
);
