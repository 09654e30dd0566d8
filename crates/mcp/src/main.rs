//! The MCP server: through tools on standard input and output a language model solves, judges, asks
//! for advice, plays and reviews. The server has no rules or strategy: the tools ask
//! `rummilab::engine`.

mod arguments;
mod error;
mod game_view;
mod server;
mod session;
mod tools;

use clap::Parser;
use rmcp::ServiceExt;
use rmcp::transport::stdio;

use crate::server::RummilabServer;

/// Rummikub for language models: an MCP server on standard input and output.
///
/// A client starts it and speaks the Model Context Protocol with it. It has tools to solve a turn,
/// to judge one, to explain the best one, to advise at a real table, and to play and review games.
#[derive(Parser)]
#[command(name = "rummilab-mcp", version)]
struct Args {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Args {} = Args::parse();
    let service = RummilabServer::new().serve(stdio()).await?;
    service.waiting().await?;
    Ok(())
}
