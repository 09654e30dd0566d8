//! The entry point of the fuzz target `mcp` without a fuzzer; see `fuzz/README.md`.

#[path = "../../../fuzz/src/inputs.rs"]
mod inputs;
#[path = "../../../fuzz/src/mcp.rs"]
mod mcp;

#[test]
fn calls_of_tools() {
    inputs::check("mcp", 9, mcp::mcp);
}
