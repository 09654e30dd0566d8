//! The page in the browser, served only on the loopback address: its embedded files, and the engine
//! that answers its requests.
//!
//! The address holds a random token, and requests without it get no answer. Requests with another
//! `Host` or `Origin` are refused. So no foreign page can reach the engine, not even through a name
//! that resolves to this machine.

mod files;
mod http;
#[cfg(test)]
mod tests;

use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rummilab::chance::Salt;
use rummilab::engine::Engine;

use self::http::{Request, Response, Status};

/// Time after which a silent connection is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A listening server.
#[derive(Debug)]
pub struct PageServer {
    listener: TcpListener,
    door: Door,
}

/// What a request must contain to be accepted.
#[derive(Debug, Clone)]
struct Door {
    port: u16,
    token: String,
}

impl PageServer {
    /// Listens on this port of the loopback address, with a new token. Port 0 selects any free
    /// port.
    ///
    /// # Errors
    /// If the port is taken, or the system provides no random numbers.
    pub fn bind(port: u16) -> io::Result<PageServer> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let port = listener.local_addr()?.port();
        let token = Salt::random()?.to_string();
        Ok(PageServer {
            listener,
            door: Door { port, token },
        })
    }

    /// The address of the page, as a URL that ends in `/`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.door.port, self.door.token)
    }

    /// Answers requests until the program ends, each on its own thread.
    ///
    /// # Errors
    /// If the system accepts no more connections or threads.
    pub fn run(self, engine: Engine) -> io::Result<()> {
        let engine = Arc::new(Mutex::new(engine));
        loop {
            let (stream, _) = self.listener.accept()?;
            let (door, engine) = (self.door.clone(), Arc::clone(&engine));
            // Errors of a connection concern only its browser.
            thread::Builder::new().spawn(move || drop(serve(&stream, &door, &engine)))?;
        }
    }
}

/// Answers the single request of a connection.
fn serve(stream: &TcpStream, door: &Door, engine: &Mutex<Engine>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let response = match http::read(stream)? {
        Ok(request) => answer(&request, door, engine),
        Err(status) => Response::status(status),
    };
    http::write(stream, &response)
}

fn answer(request: &Request, door: &Door, engine: &Mutex<Engine>) -> Response {
    let hosts = [
        format!("127.0.0.1:{}", door.port),
        format!("localhost:{}", door.port),
    ];
    let own_host = request
        .host
        .as_ref()
        .is_some_and(|host| hosts.contains(host));
    let own_origin = request.origin.as_ref().is_none_or(|origin| {
        let host = origin.strip_prefix("http://");
        host.is_some_and(|host| hosts.iter().any(|own| own == host))
    });
    if !own_host || !own_origin {
        return Response::status(Status::Forbidden);
    }
    let path = request.path.split('?').next().unwrap_or_default();
    let path = path
        .strip_prefix('/')
        .and_then(|path| path.strip_prefix(&*door.token));
    let Some(path) = path.and_then(|path| path.strip_prefix('/')) else {
        return Response::status(Status::NotFound);
    };
    match (request.method.as_str(), path) {
        ("POST", "engine") => {
            let text = String::from_utf8_lossy(&request.body);
            // After a panic the engine is unchanged or refuses further requests.
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            Response::ok("application/json", engine.answer(&text).into_bytes())
        }
        ("GET", path) => match files::file(path) {
            Some((kind, bytes)) => Response::ok(kind, bytes.to_vec()),
            None => Response::status(Status::NotFound),
        },
        _ => Response::status(Status::MethodNotAllowed),
    }
}
