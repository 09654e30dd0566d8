//! The entry point of the tools of the MCP server.

use rummilab_mcp::session::Session;
use rummilab_mcp::tools::tools;

/// Calls of tools, one a line: its name, and its arguments as JSON. Whatever they are, the next
/// call is answered.
pub fn mcp(data: &[u8]) {
    let (tools, mut session) = (tools(), Session::new());
    let mut call = |line: &str| {
        let (name, arguments) = line.split_once(' ').unwrap_or((line, "{}"));
        let tool = tools.iter().find(|entry| entry.tool.name == name)?;
        let arguments = serde_json::from_str(arguments).ok()?;
        tool.call(&mut session, arguments).ok()
    };
    for line in String::from_utf8_lossy(data).lines() {
        let _ = call(line);
    }
    let sound = call(r#"solve {"table":["R3 R4 R5"],"rack":"R6"}"#);
    assert_eq!(sound.expect("a sound question")["tiles"], 1);
}
