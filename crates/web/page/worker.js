// The wasm module in its own worker, so that the page never waits for a bot.
import { start } from "./module.js";
import { warmUp } from "./warm.js";

const ready = start(fetch(new URL("engine.wasm", import.meta.url)), readWeights);
/** The jobs that are at work. @type {Set<number>} */
const jobs = new Set();
/** The answers of jobs at their end, which the module gives once. @type {Map<number, string>} */
const ended = new Map();
/** The language of the last question. @type {string | undefined} */
let language;
/** The next turn of the message queue: unlike a timer, no hidden page slows it down. */
const { port1, port2 } = new MessageChannel();

/** Ends this worker: the page tells the error, and starts another. @param {unknown} error */
const fail = (error) =>
  setTimeout(() => {
    throw error;
  });

self.onmessage = (event) => void tell(event).catch(fail);

/** The weights of a bot that learnt, some 0.6 MB compressed. The turn that needs them cannot be
 * interrupted, so this waits for them. */
function readWeights() {
  const request = new XMLHttpRequest();
  request.open("GET", new URL("learnt.bin", import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`learnt.bin: ${request.status}`);
  return /** @type {ArrayBuffer} */ (request.response);
}

/** Answers a question of the page. @param {MessageEvent} event */
async function tell({ data }) {
  const answer = await ready;
  const { ask, language: asked, with: content } = JSON.parse(data.text);
  language = asked;
  const kept = ask === "job" ? ended.get(content.job) : undefined;
  const text = kept ?? answer(data.text);
  self.postMessage({ id: data.id, answer: text });
  if (ask === "start") follow(JSON.parse(text).answer?.job);
  if (ask === "job" && (kept || isOver(text))) forget(content.job);
  if (ask === "cancel") forget(content.job);
}

/** Whether an answer about a job is its last: it is done, or failed. @param {string} text */
const isOver = (text) => JSON.parse(text).answer?.done !== false;

/** @param {number} job */
function forget(job) {
  jobs.delete(job);
  ended.delete(job);
}

/** Works on a job until its end, also while nobody asks for it. @param {number | undefined} job */
function follow(job) {
  if (job === undefined) return;
  jobs.add(job);
  if (jobs.size === 1) port2.postMessage(null);
}

port1.onmessage = () => void workOn().catch(fail);

/** Works a while on each job. */
async function workOn() {
  const answer = await ready;
  for (const job of jobs) {
    const text = answer(JSON.stringify({ id: 0, language, ask: "job", with: { job, wait: 0 } }));
    if (!isOver(text)) continue;
    jobs.delete(job);
    ended.set(job, text);
  }
  if (jobs.size > 0) port2.postMessage(null);
}

/** Runs the warm-up step by step. The page's own questions are answered before every step. */
async function warm() {
  const steps = warmUp(await ready);
  do await new Promise((done) => setTimeout(done));
  while (!steps.next().done);
}
warm().catch(fail);
