//! The page and its engine over a socket, and the refused requests.

use std::io::{Read, Write};
use std::net::TcpStream;

use rummilab::engine::{Engine, Parts, system_clock};
use rummilab::runs::{Roster, header_of, judge};

use super::PageServer;

/// A server on its own thread: its host and the path of the page.
fn serving() -> (String, String) {
    let server = PageServer::bind(0).unwrap();
    let address = server.address();
    let engine = Engine::new(Parts {
        players: Box::new(Roster::new()),
        solver: judge,
        header: header_of,
        clock: system_clock,
    });
    std::thread::spawn(move || server.run(engine));
    let rest = address.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    (host.to_owned(), format!("/{path}"))
}

fn exchange(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn only_the_own_page_is_answered() {
    let (host, page) = serving();
    let port = host.rsplit(':').next().unwrap();
    let body = r#"{"id":1,"ask":"about"}"#;
    let post = |path: &str, host: &str, more: &str| {
        let length = body.len();
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{more}\r\n{body}"
        )
    };
    let get = |path: &str, host: &str, more: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n")
    };
    let engine = format!("{page}engine");
    let wrong = format!("/{}/engine", "0".repeat(64));
    let by_name = format!("localhost:{port}");
    let own = format!("Origin: http://{host}\r\n");
    for (request, status, expected) in [
        (get(&page, &host, ""), 200, "<title>rummilab</title>"),
        (get(&page, &by_name, ""), 200, "<title>rummilab</title>"),
        (get(&format!("{page}config.js"), &host, ""), 200, "\"http\""),
        (
            get(&format!("{page}report.css?x"), &host, ""),
            200,
            "text/css",
        ),
        (
            post(&engine, &host, &own),
            200,
            r#"{"id":1,"answer":{"rules":[{"name":"original""#,
        ),
        (post(&engine, &host, ""), 200, "levels"),
        (post(&wrong, &host, &own), 404, ""),
        (post("/engine", &host, &own), 404, ""),
        (get("/", &host, ""), 404, ""),
        (get(page.trim_end_matches('/'), &host, ""), 404, ""),
        (get(&format!("{page}../Cargo.toml"), &host, ""), 404, ""),
        (get(&format!("{page}engine.wasm"), &host, ""), 404, ""),
        (get(&page, "example.com", ""), 403, ""),
        (get(&page, &format!("example.com:{port}"), ""), 403, ""),
        (get(&page, &host, "Origin: http://example.com\r\n"), 403, ""),
        (post(&engine, &host, "Origin: null\r\n"), 403, ""),
        (
            post(&engine, &host, &format!("Origin: https://{host}\r\n")),
            403,
            "",
        ),
        (format!("GET {page} HTTP/1.1\r\n\r\n"), 403, ""),
        (
            format!("PUT {page} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            405,
            "",
        ),
        (
            get(&page, &host, "Content-Length: 99999999999\r\n"),
            413,
            "",
        ),
        (get(&page, &host, "Content-Length: -1\r\n"), 400, ""),
        ("nonsense\r\n\r\n".to_owned(), 400, ""),
    ] {
        let answer = exchange(&host, &request);
        let start = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&start), "{request}\n{answer}");
        assert!(answer.contains(expected), "{request}\n{answer}");
    }
}

#[test]
fn every_server_has_a_token_of_its_own() {
    let (one, other) = (serving().1, serving().1);
    assert_ne!(one, other);
    assert_eq!(one.len(), "//".len() + 64);
}
