// Which engine answers: the wasm module beside the page. `rummilab web` serves another file of this
// name.
/** @type {"wasm" | "http"} */
export const engine = "wasm";
