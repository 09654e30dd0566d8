//! The page in the browser, served only on the loopback address: its embedded files, and the engine
//! that answers its requests.
//!
//! The address holds a random token, and requests without it get no answer, but for the door at
//! `/`. That is a page which leads a browser that has been here before to the address with the
//! token, so that links need not hold it. Requests with another `Host` or `Origin` are refused. So
//! no foreign page can reach the engine, not even through a name that resolves to this machine.

mod connections;
mod files;
mod http;
#[cfg(test)]
mod tests;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rummilab::arena::StopFlag;
use rummilab::chance::Salt;
use rummilab::engine::Engine;

use self::connections::{Connections, Until};
use self::http::{Head, Response, Status};

/// Time for a whole request to come, and for each part of an answer to go.
const PATIENCE: Duration = Duration::from_secs(10);

/// Time after which the system is asked for a connection again where it had none to give.
const PAUSE: Duration = Duration::from_millis(50);

/// Time in which a code that is good once may be used.
const ONCE: Duration = Duration::from_secs(60);

/// What a refused client may still send, so that it reads the answer before the connection ends.
const REFUSED_BYTES: u64 = 64 << 10;
const REFUSED_TIME: Duration = Duration::from_secs(1);

/// A listening server.
#[derive(Debug)]
pub struct PageServer {
    listener: TcpListener,
    door: Door,
    patience: Duration,
}

/// What a request must contain to be accepted.
#[derive(Debug)]
struct Door {
    port: u16,
    token: String,
    /// A code that is good for one request at the door, and until when.
    once: Mutex<Option<(String, Instant)>>,
}

/// What all connections share.
struct Shared {
    door: Door,
    patience: Duration,
    connections: Arc<Connections>,
    engine: Engine,
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
            door: Door {
                port,
                token,
                once: Mutex::default(),
            },
            patience: PATIENCE,
        })
    }

    /// The address of the page, as a URL that ends in `/`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.door.port, self.door.token)
    }

    /// An address that leads to the page once, within a minute: for a place that others can read.
    ///
    /// # Errors
    /// If the system provides no random numbers.
    pub fn address_for_once(&self) -> io::Result<String> {
        let code = Salt::random()?.to_string();
        let address = format!("http://127.0.0.1:{}/?once={code}", self.door.port);
        *self
            .door
            .once
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some((code, Instant::now() + ONCE));
        Ok(address)
    }

    /// Answers requests until the program ends, each on its own thread. Where the system has no
    /// more connections or threads to give, it is asked again.
    pub fn run(self, engine: Engine) -> ! {
        let shared = Arc::new(Shared {
            door: self.door,
            patience: self.patience,
            connections: Arc::default(),
            engine,
        });
        shared.connections.watch();
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                thread::sleep(PAUSE);
                continue;
            };
            let shared = Arc::clone(&shared);
            // Errors of a connection concern only its browser, and so does a missing thread.
            let serving = move || drop(shared.serve(&stream));
            if thread::Builder::new().spawn(serving).is_err() {
                thread::sleep(PAUSE);
            }
        }
    }
}

/// Where a request that is accepted leads.
enum Place {
    /// The path after the token.
    Page(String),
    /// The path `/`, with a right code or without.
    Door { opened: bool },
}

/// A request that is accepted.
struct Asked {
    method: String,
    at: Place,
    body: Vec<u8>,
}

impl Shared {
    /// Answers the single request of a connection.
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(self.patience))?;
        let number = self.connections.begin(stream)?;
        let asked = self.read(stream);
        self.connections.came(number);
        match asked? {
            Ok(asked) => {
                let answer = |left: &StopFlag| self.answer(&asked, left);
                let answer = self.connections.answer(stream, answer)?;
                http::write(stream, &answer.unwrap_or(Response::status(Status::Busy)))
            }
            Err(status) => {
                http::write(stream, &Response::status(status))?;
                stream.shutdown(Shutdown::Write)?;
                let rest = Until::within(stream, REFUSED_TIME);
                io::copy(&mut rest.take(REFUSED_BYTES), &mut io::sink()).map(drop)
            }
        }
    }

    /// Reads a request. One without the right to an answer is refused before its body is read.
    fn read(&self, stream: &TcpStream) -> io::Result<Result<Asked, Status>> {
        let mut stream = Until::within(stream, self.patience);
        let head = match http::read_head(&mut stream)? {
            Ok(head) => head,
            Err(status) => return Ok(Err(status)),
        };
        let at = match self.door.place(&head) {
            Ok(at) => at,
            Err(status) => return Ok(Err(status)),
        };
        let method = head.method.clone();
        let body = http::read_body(stream, head)?;
        Ok(body
            .ok_or(Status::BadRequest)
            .map(|body| Asked { method, at, body }))
    }

    /// The answer; `left` is set once the client is gone.
    fn answer(&self, asked: &Asked, left: &StopFlag) -> Response {
        let file = |found: Option<(&'static str, &'static [u8])>| match found {
            Some((kind, bytes)) => Response::ok(kind, bytes.to_vec()),
            None => Response::status(Status::NotFound),
        };
        match (asked.method.as_str(), &asked.at) {
            ("POST", Place::Page(path)) if path == "engine" => {
                let text = String::from_utf8_lossy(&asked.body);
                let answer = self.engine.answer_unless(left, &text);
                Response::ok("application/json", answer.into_bytes())
            }
            ("GET", Place::Page(path)) => file(files::file(path)),
            ("GET", Place::Door { opened: true }) => {
                Response::see_other(format!("/{}/", self.door.token))
            }
            ("GET", Place::Door { opened: false }) => file(Some(files::DOOR)),
            _ => Response::status(Status::MethodNotAllowed),
        }
    }
}

impl Door {
    /// Where this request leads.
    fn place(&self, head: &Head) -> Result<Place, Status> {
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        let own_host = head.host.as_ref().is_some_and(|host| hosts.contains(host));
        let own_origin = head.origin.as_ref().is_none_or(|origin| {
            let host = origin.strip_prefix("http://");
            host.is_some_and(|host| hosts.iter().any(|own| own == host))
        });
        if !own_host || !own_origin {
            return Err(Status::Forbidden);
        }
        let (path, query) = head.path.split_once('?').unwrap_or((&head.path, ""));
        if path == "/" {
            let opened = query
                .strip_prefix("once=")
                .is_some_and(|code| self.opens(code));
            return Ok(Place::Door { opened });
        }
        let path = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(&*self.token));
        let path = path.and_then(|path| path.strip_prefix('/'));
        path.map(|path| Place::Page(path.to_owned()))
            .ok_or(Status::NotFound)
    }

    /// Whether this is the code that is good once; it is not from then on.
    fn opens(&self, code: &str) -> bool {
        let mut once = self.once.lock().unwrap_or_else(PoisonError::into_inner);
        let right =
            |(right, until): &mut (String, Instant)| right == code && Instant::now() < *until;
        once.take_if(right).is_some()
    }
}
