#![no_main]

#[path = "../src/mcp.rs"]
mod mcp;

libfuzzer_sys::fuzz_target!(|data: &[u8]| mcp::mcp(data));
