// The wasm module as a function of texts.

/**
 * @typedef {{memory: WebAssembly.Memory, request: (bytes: number) => number, answer: () => number,
 *   buffer: () => number}} Module
 */

/**
 * Starts the module, and returns a function that answers a text with a text.
 * @param {BufferSource | Response | Promise<Response>} source
 * @param {() => ArrayBuffer} weights reads `learnt.bin`, once and only if that bot plays
 * @returns {Promise<(text: string) => string>}
 */
export async function start(source, weights) {
  let learnt = new Int16Array();
  const imports = {
    page: {
      now: () => performance.now() * 1000,
      weights: () => (learnt = new Int16Array(weights())).length,
      weight: (/** @type {number} */ at) => learnt[at],
    },
  };
  const loaded =
    ArrayBuffer.isView(source) || source instanceof ArrayBuffer
      ? await WebAssembly.instantiate(/** @type {BufferSource} */ (source), imports)
      : await WebAssembly.instantiateStreaming(/** @type {Response} */ (source), imports);
  const module = /** @type {Module} */ (/** @type {unknown} */ (loaded.instance.exports));
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = module.request(bytes.length);
    new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
    const length = module.answer();
    return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.buffer(), length));
  };
}
