//! The part of HTTP for a page on the same machine: one request per connection.

use std::io::{self, Read, Write};

/// Most bytes of request line and headers.
const MOST_HEAD: usize = 16 << 10;
/// Most headers.
const MOST_HEADERS: usize = 64;
/// Most bytes of a body: enough for a record of some thousand games, written as numbers.
const MOST_BODY: usize = 32 << 20;

/// Request line and headers: what decides whether a request is accepted.
pub struct Head {
    pub method: String,
    pub path: String,
    pub host: Option<String>,
    pub origin: Option<String>,
    /// Bytes of the body.
    length: usize,
    /// The part of the body that came with the headers.
    begun: Vec<u8>,
}

/// The status of an answer.
#[derive(Clone, Copy)]
pub enum Status {
    Ok,
    SeeOther,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    TooLarge,
    Busy,
}

impl Status {
    fn line(self) -> &'static str {
        match self {
            Status::Ok => "200 OK",
            Status::SeeOther => "303 See Other",
            Status::BadRequest => "400 Bad Request",
            Status::Forbidden => "403 Forbidden",
            Status::NotFound => "404 Not Found",
            Status::MethodNotAllowed => "405 Method Not Allowed",
            Status::TooLarge => "413 Content Too Large",
            Status::Busy => "503 Service Unavailable",
        }
    }
}

/// An answer.
pub struct Response {
    status: Status,
    kind: &'static str,
    /// Where the answer is instead.
    location: Option<String>,
    body: Vec<u8>,
}

impl Response {
    pub fn ok(kind: &'static str, body: Vec<u8>) -> Response {
        Response {
            status: Status::Ok,
            kind,
            location: None,
            body,
        }
    }

    /// An answer that leads to this path.
    pub fn see_other(path: String) -> Response {
        Response {
            location: Some(path),
            ..Response::status(Status::SeeOther)
        }
    }

    /// An answer whose body is the text of its status.
    pub fn status(status: Status) -> Response {
        Response {
            status,
            kind: "text/plain",
            location: None,
            body: format!("{}\n", status.line()).into_bytes(),
        }
    }
}

/// Reads request line and headers. The inner error is the status for a malformed request, or for
/// one that is too large.
pub fn read_head(mut stream: impl Read) -> io::Result<Result<Head, Status>> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 8192];
    loop {
        let read = stream.read(&mut chunk)?;
        bytes.extend_from_slice(&chunk[..read]);
        match head(&bytes) {
            Ok(Some((mut head, body_at))) => {
                head.begun = bytes.split_off(body_at);
                return Ok(Ok(head));
            }
            Ok(None) if read > 0 && bytes.len() < MOST_HEAD => {}
            Ok(None) => return Ok(Err(Status::BadRequest)),
            Err(status) => return Ok(Err(status)),
        }
    }
}

/// Reads the body of this request; `None` if it ends too early.
pub fn read_body(stream: impl Read, head: Head) -> io::Result<Option<Vec<u8>>> {
    let mut body = head.begun;
    let missing = head.length.saturating_sub(body.len()) as u64;
    stream.take(missing).read_to_end(&mut body)?;
    body.truncate(head.length);
    Ok((body.len() == head.length).then_some(body))
}

/// The request without its body, and the offset of the body in bytes; `None` while the headers are
/// incomplete.
fn head(bytes: &[u8]) -> Result<Option<(Head, usize)>, Status> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let body_at = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(at)) => at,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Status::BadRequest),
    };
    // Two programs may read a doubtful request differently, so it is refused.
    let header = |name: &str| {
        let named = |header: &&httparse::Header<'_>| header.name.eq_ignore_ascii_case(name);
        let mut found = parsed.headers.iter().filter(named);
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(Status::BadRequest),
            (header, None) => {
                Ok(header.map(|header| String::from_utf8_lossy(header.value).into_owned()))
            }
        }
    };
    if header("transfer-encoding")?.is_some() {
        return Err(Status::BadRequest);
    }
    let length = match header("content-length")? {
        None => 0,
        Some(text) if text.starts_with('+') => return Err(Status::BadRequest),
        Some(text) => text.parse::<usize>().map_err(|_| Status::BadRequest)?,
    };
    if length > MOST_BODY {
        return Err(Status::TooLarge);
    }
    let head = Head {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: parsed.path.unwrap_or_default().to_owned(),
        host: header("host")?,
        origin: header("origin")?,
        length,
        begun: Vec::new(),
    };
    Ok(Some((head, body_at)))
}

/// Writes an answer; the connection is closed afterwards.
pub fn write(mut stream: impl Write, response: &Response) -> io::Result<()> {
    let location = response.location.iter();
    let location: String = location
        .map(|path| format!("Location: {path}\r\n"))
        .collect();
    let head = format!(
        "HTTP/1.1 {}\r\n{location}Content-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: \
         nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\n\r\n",
        response.status.line(),
        response.kind,
        response.body.len(),
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(&response.body)?;
    stream.flush()
}
