//! The page and its engine over a socket, and the refused requests.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use rummilab::engine::{Engine, Parts, system_clock};
use rummilab::runs::{Roster, header_of, judge};
use serde_json::{Value, json};

use super::PageServer;

/// A server on its own thread: its host and the path of the page.
fn serving() -> (String, String) {
    serving_by(PageServer::bind(0).unwrap())
}

fn serving_by(server: PageServer) -> (String, String) {
    let address = server.address();
    let engine = Engine::new(Parts {
        players: Box::new(Roster::new()),
        solver: judge,
        header: header_of,
        clock: system_clock,
        spawn: |task| std::thread::Builder::new().spawn(task).is_ok(),
        deals_at_once: 8,
    });
    std::thread::spawn(move || server.run(engine));
    let rest = address.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    (host.to_owned(), format!("/{path}"))
}

fn exchange(host: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    rest_of(stream)
}

fn rest_of(mut stream: TcpStream) -> String {
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
        (
            get("/", &host, ""),
            200,
            "Cross-Origin-Opener-Policy: same-origin",
        ),
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
        (get("/", &host, ""), 200, "rummilab-path"),
        (get("/?once=", &host, ""), 200, "rummilab-path"),
        (post("/", &host, &own), 405, ""),
        // Refused before the body, which never comes.
        (get("/x", &host, "Content-Length: 31000000\r\n"), 404, ""),
        (
            get(&page, "example.com", "Content-Length: 31000000\r\n"),
            403,
            "",
        ),
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
        (get(&page, &host, "Content-Length: +0\r\n"), 400, ""),
        // Doubtful: which of the two would another program believe?
        (post(&engine, &host, "Content-Length: 5\r\n"), 400, ""),
        (
            post(&engine, &host, "Transfer-Encoding: chunked\r\n"),
            400,
            "",
        ),
        (get(&page, &host, "host: example.com\r\n"), 400, ""),
        (
            get(&page, &host, &format!("{own}Origin: null\r\n")),
            400,
            "",
        ),
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

#[test]
fn a_code_opens_the_door_once() {
    let server = PageServer::bind(0).unwrap();
    let replaced = server.address_for_once().unwrap();
    let address = server.address_for_once().unwrap();
    let (host, page) = serving_by(server);
    let answer = |address: &str| {
        let path = address.strip_prefix(&format!("http://{host}")).unwrap();
        exchange(
            &host,
            &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
        )
    };
    assert!(!replaced.contains(&page) && !address.contains(&page));
    assert!(answer(&replaced).starts_with("HTTP/1.1 200 "));
    let leads = answer(&address);
    assert!(leads.starts_with("HTTP/1.1 303 "), "{leads}");
    assert!(leads.contains(&format!("Location: {page}\r\n")), "{leads}");
    let again = answer(&address);
    assert!(
        again.starts_with("HTTP/1.1 200 ") && !again.contains(&page),
        "{again}"
    );
}

#[test]
fn silent_connections_make_room_for_others() {
    let (host, page) = serving();
    let silent: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(&host).unwrap())
        .collect();
    let answer = exchange(
        &host,
        &format!("GET {page} HTTP/1.1\r\nHost: {host}\r\n\r\n"),
    );
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    // The oldest was closed, long before its time was over.
    assert_eq!(rest_of(silent.into_iter().next().unwrap()), "");
}

#[test]
fn a_request_that_comes_byte_by_byte_has_a_time_in_all() {
    let mut server = PageServer::bind(0).unwrap();
    server.patience = Duration::from_millis(300);
    let (host, page) = serving_by(server);
    let mut stream = TcpStream::connect(&host).unwrap();
    let mut slow = stream.try_clone().unwrap();
    let request = format!(
        "GET {page} HTTP/1.1\r\nHost: {host}\r\nX: {}\r\n\r\n",
        "x".repeat(9999)
    );
    let writer = std::thread::spawn(move || {
        let mut bytes = request.bytes();
        // Until the connection is closed.
        bytes.any(|byte| {
            std::thread::sleep(Duration::from_millis(10));
            slow.write_all(&[byte]).is_err()
        })
    });
    let mut answer = Vec::new();
    // The server may end the connection while more bytes are on their way.
    let _ = stream.read_to_end(&mut answer);
    assert_eq!(String::from_utf8_lossy(&answer), "");
    assert!(writer.join().unwrap(), "all bytes were taken");
}

/// The answer to a request to the engine, on a connection of its own.
fn asked((host, page): &(String, String), ask: &str, with: &Value) -> Value {
    let answer = exchange(host, &request(page, host, ask, with));
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    assert!(body.get("error").is_none(), "{ask} {with}: {body}");
    body["answer"].clone()
}

fn request(page: &str, host: &str, ask: &str, with: &Value) -> String {
    let body = json!({"id": 1, "ask": ask, "with": with}).to_string();
    let length = body.len();
    format!("POST {page}engine HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n\r\n{body}")
}

#[test]
fn a_review_keeps_nobody_waiting_and_ends_with_its_client() {
    let server = serving();
    let (host, page) = &server;
    let ask = |name: &str, with: Value| asked(&server, name, &with);
    ask(
        "watch",
        json!({"rules": "house", "levels": ["easy", "hard"], "seed": 1}),
    );
    // More work than the test waits for.
    let which = json!({"block": 0, "game": 0, "seat": 0, "work": 2_000_000});
    ask("review", which.clone());
    let job = ask("start", json!({"ask": "review", "with": which}))["job"].clone();
    let mut old = TcpStream::connect(host).unwrap();
    let further = request(page, host, "review-on", &json!({"deals": 1000}));
    old.write_all(further.as_bytes()).unwrap();
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    for _ in 0..5 {
        let game = ask("new", new.clone())["game"].clone();
        for command in ["best", "reset", "sort", "hint"] {
            for _ in 0..5 {
                ask("state", json!({"game": game}));
                ask("command", json!({"game": game, "command": command}));
            }
        }
    }
    let job = json!({"job": job, "wait": 0});
    assert_eq!(ask("job", job.clone())["done"], false);
    old.set_nonblocking(true).unwrap();
    let pending = old.read(&mut [0]).unwrap_err();
    assert_eq!(pending.kind(), std::io::ErrorKind::WouldBlock);
    // The next part of the review waits for the one whose client leaves, and no longer.
    drop(old);
    let state = ask("review-on", json!({"deals": 1}));
    let turns = state["review"]["turns"].as_array().unwrap().iter();
    let deals: u64 = turns.map(|turn| turn["deals"].as_u64().unwrap()).sum();
    assert!(deals < 1000, "{deals}");
    assert_eq!(ask("job", job.clone())["done"], false);
    ask("cancel", json!({"job": job["job"]}));
}
