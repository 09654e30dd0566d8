//! Standard input and output, where a line that is no JSON has an answer, too. rmcp ignores it.

use std::io;

use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, RoleServer};
use serde::de::IgnoredAny;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, Stdout};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::JoinHandle;

/// Most bytes of a line.
const MOST: u64 = 16 << 20;
/// Bytes and complaints on their way.
const BYTES: usize = 64 << 10;
const COMPLAINTS: usize = 64;

/// The transport of the server.
pub struct StandardStreams {
    inner: AsyncRwTransport<RoleServer, DuplexStream, Stdout>,
    broken: Receiver<String>,
}

impl StandardStreams {
    /// Begins to read standard input; also the task that ends with it.
    pub fn open() -> (StandardStreams, JoinHandle<io::Result<()>>) {
        let (to, from) = tokio::io::duplex(BYTES);
        let (tell, broken) = channel(COMPLAINTS);
        let inner = AsyncRwTransport::new(from, tokio::io::stdout());
        let read = tokio::spawn(sort_lines(to, tell));
        (StandardStreams { inner, broken }, read)
    }
}

/// Passes on the lines that are JSON, and says what is wrong with the others, to the end of the
/// input. A line without an end is no message.
async fn sort_lines(mut to: DuplexStream, tell: Sender<String>) -> io::Result<()> {
    let mut input = BufReader::new(tokio::io::stdin());
    let mut line = Vec::new();
    let mut too_long = false;
    while (&mut input).take(MOST).read_until(b'\n', &mut line).await? > 0 {
        let ended = line.ends_with(b"\n");
        let fault = if too_long || !ended {
            too_long = true;
            ended.then(|| format!("a message has at most {MOST} bytes"))
        } else if line.trim_ascii().is_empty() {
            None
        } else {
            let read = serde_json::from_slice::<IgnoredAny>(&line);
            read.err().map(|error| format!("no JSON: {error}"))
        };
        if let Some(fault) = fault {
            if tell.send(fault).await.is_err() {
                break;
            }
        } else if !too_long {
            to.write_all(&line).await?;
        }
        too_long &= !ended;
        line.clear();
    }
    Ok(())
}

impl Transport<RoleServer> for StandardStreams {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.inner.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            tokio::select! {
                message = self.inner.receive() => return message,
                Some(fault) = self.broken.recv() => {
                    let error = TxJsonRpcMessage::<RoleServer>::error(
                        ErrorData::parse_error(fault, None),
                        None,
                    );
                    // This call may be dropped at every wait, the answer not.
                    tokio::spawn(self.inner.send(error));
                }
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.inner.close().await
    }
}
