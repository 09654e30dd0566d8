//! The protocol side: the list of tools, and their calls. A tool that cannot answer returns a
//! sentence for the model to read; only internal faults are errors of the protocol.

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};

use crate::error::ToolError;
use crate::session::Session;
use crate::tools::{Entry, tools};

/// The instructions for clients that connect.
const INSTRUCTIONS: &str = "Rummikub: exact solver, referee, bots and review. Tiles are a colour \
    letter and a value: \
R3 is the red three; B blue, K black, O orange; J is a joker. A set is `R3 R4 R5` or `R7 B7 K7`. \
The positions of a \
game come from new_game, play_turn and bot_move; solve and explain_steps take any position.";

/// The server: tools, and the session with their state.
pub struct RummilabServer {
    tools: Arc<[Entry]>,
    session: Arc<Mutex<Session>>,
}

impl Default for RummilabServer {
    fn default() -> RummilabServer {
        RummilabServer::new()
    }
}

impl RummilabServer {
    /// A server without games.
    pub fn new() -> RummilabServer {
        RummilabServer {
            tools: tools().into(),
            session: Arc::new(Mutex::new(Session::new())),
        }
    }
}

impl ServerHandler for RummilabServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let name = Implementation::new("rummilab-mcp", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools.iter().map(|entry| entry.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (tools, session) = (Arc::clone(&self.tools), Arc::clone(&self.session));
        // A review may take minutes, and pings must be answered meanwhile.
        let called = tokio::task::spawn_blocking(move || {
            let entry = tools.iter().find(|entry| entry.tool.name == request.name);
            let entry = entry.ok_or_else(|| ToolError::NoSuchTool(request.name.to_string()))?;
            let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
            session.stop_if(move || context.ct.is_cancelled());
            entry.call(&mut session, request.arguments.unwrap_or_default())
        });
        let called = called.await;
        let called = called.map_err(|fault| ErrorData::internal_error(fault.to_string(), None))?;
        let result = match called {
            Ok(answer) => CallToolResult::structured(answer),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
        };
        Ok(result.into())
    }
}
