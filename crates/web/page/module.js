// The wasm module as a function of texts.

/**
 * @typedef {{memory: WebAssembly.Memory, request: (bytes: number) => number, answer: () => number,
 *   buffer: () => number}} Module
 */

/**
 * Starts the module, and returns a function that answers a text with a text.
 * @param {BufferSource | Response | Promise<Response>} source
 * @returns {Promise<(text: string) => string>}
 */
export async function start(source) {
  const program =
    ArrayBuffer.isView(source) || source instanceof ArrayBuffer
      ? await WebAssembly.compile(/** @type {BufferSource} */ (source))
      : await WebAssembly.compileStreaming(/** @type {Response} */ (source));
  const instance = await WebAssembly.instantiate(program, {
    ...clockless(program),
    page: { now: () => performance.now() * 1000 },
  });
  const module = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
  return (text) => {
    const bytes = new TextEncoder().encode(text);
    const at = module.request(bytes.length);
    new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
    const length = module.answer();
    return new TextDecoder().decode(new Uint8Array(module.memory.buffer, module.buffer(), length));
  };
}

/**
 * The functions by which a library of the module would read a clock. It does so only for limits of
 * time, and here there are none.
 * @param {WebAssembly.Module} program
 */
function clockless(program) {
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module, name } of WebAssembly.Module.imports(program)) {
    imports[module] ??= {};
    imports[module][name] = () => {
      throw new Error(`the engine has no ${name}`);
    };
  }
  return imports;
}
