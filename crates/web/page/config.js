// The engine that answers: here the wasm module beside the page. `rummilab web` serves another file
// under this name.
/** @type {"wasm" | "http"} */
export const engine = "wasm";
