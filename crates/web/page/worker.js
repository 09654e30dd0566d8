// The wasm module, in a worker of its own so that the page never waits for a bot.
import { start } from "./module.js";

const ready = start(fetch(new URL("engine.wasm", import.meta.url)));
self.onmessage = async ({ data }) => {
  const answer = await ready;
  self.postMessage({ id: data.id, answer: answer(data.text) });
};
// A module that does not load is an error of the worker.
ready.catch((error) => setTimeout(() => { throw error; }));
