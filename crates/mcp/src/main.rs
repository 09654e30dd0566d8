//! The MCP server on standard input and output.

use std::time::Duration;

use clap::Parser;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

use rummilab_mcp::server::RummilabServer;
use rummilab_mcp::transport::StandardStreams;

/// Time for answers in hand once the input has ended.
const PATIENCE: Duration = Duration::from_millis(800);

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
    let (streams, input) = StandardStreams::open();
    match RummilabServer::new().serve(streams).await {
        Ok(service) => tokio::select! {
            ended = service.waiting() => drop(ended?),
            () = async {
                // Its end is all that counts.
                let _ = input.await;
                tokio::time::sleep(PATIENCE).await;
            } => {}
        },
        // The client left before it began.
        Err(ServerInitializeError::ConnectionClosed(_)) => {}
        Err(error) => return Err(error.into()),
    }
    // Nobody is left for the answers that are still being worked out.
    std::process::exit(0)
}
