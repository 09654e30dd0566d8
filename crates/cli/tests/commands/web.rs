//! `web` with rules: what it offers, and what it refuses before it serves anything.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::common::{Folder, words};

/// A server that ends with the test.
struct Server(Child, String);

impl Server {
    fn new(folder: &Folder, rules: &str) -> Server {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
            .env("LC_ALL", "C")
            .args(["web", "--no-open", "--port", "0"])
            .args(words(rules))
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary runs");
        let mut address = String::new();
        let out = child.stdout.as_mut().expect("a pipe");
        BufReader::new(out).read_line(&mut address).expect("a line");
        Server(child, address.trim().to_owned())
    }

    fn ask(&self, request: &Value) -> Value {
        let rest = self.1.strip_prefix("http://").expect("an address");
        let (host, path) = rest.split_once('/').expect("a path");
        let (body, host) = (request.to_string(), host.to_owned());
        let mut stream = TcpStream::connect(&host).expect("it listens");
        let length = body.len();
        let head = format!("POST /{path}engine HTTP/1.1\r\nHost: {host}\r\n");
        let text = format!("{head}Content-Length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A server that has ended by itself needs no end.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn rules_that_are_given_are_the_only_ones_on_offer() {
    let folder = Folder::new();
    folder.write("calm.toml", "base = \"six\"\nname = \"calm\"\nhand = 9\n");
    for (flags, name, base, options) in [
        ("", "original", "original", json!([])),
        ("--rules house", "house", "house", json!([])),
        (
            "--option jokers=0",
            "original",
            "original",
            json!(["jokers={ C = 0, D = 0, J = 0, M = 0 }"]),
        ),
        (
            "--rules calm.toml --option hand=12",
            "calm",
            "six",
            json!(["name=\"calm\"", "hand=12"]),
        ),
    ] {
        let server = Server::new(&folder, flags);
        let about = &server.ask(&json!({"id": 1, "ask": "about"}))["answer"];
        let offered = about["rules"].as_array().expect("rules");
        assert_eq!(about["given"], !flags.is_empty());
        assert_eq!(offered.len() == 1, !flags.is_empty(), "{flags}");
        let first = &offered[0];
        assert_eq!(
            (&first["name"], &first["base"]),
            (&json!(name), &json!(base))
        );
        assert_eq!(first["options"], options, "{flags}");
    }
}

#[test]
fn rules_that_cannot_be_used_are_refused_as_in_every_command() {
    let folder = Folder::new();
    folder.write("wrong.toml", "base = \"original\"\nhand = 0\n");
    for flags in [
        "--rules orignal",
        "--rules wrong.toml",
        "--rules missing.toml",
        "--option values=40 --option redeal=often",
        "--option zyx=1",
        "--option jokers",
    ] {
        let (code, out, told) = folder.run(&format!("solve --rack R1 {flags}"));
        assert_eq!((code, out.as_str()), (2, ""), "{told}");
        let (code, out, err) = folder.run(&format!("web --no-open --port 0 {flags}"));
        assert_eq!((code, out, err), (2, String::new(), told), "{flags}");
    }
}

/// Who else uses the machine may read the arguments of a program.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_opened_by_a_code_and_not_by_the_token() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new();
    folder.write("xdg-open", "#!/bin/sh\necho \"$1\" > opened\nexit 3\n");
    let opener = folder.path().join("xdg-open");
    std::fs::set_permissions(opener, PermissionsExt::from_mode(0o755)).expect("it is ours");
    let path = std::env::var("PATH").expect("a path");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
        .args(["web", "--port", "0"])
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", folder.path().display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut address = String::new();
    let out = child.stdout.take().expect("a pipe");
    BufReader::new(out).read_line(&mut address).expect("a line");
    let mut told = String::new();
    let err = child.stderr.take().expect("a pipe");
    BufReader::new(err).read_line(&mut told).expect("a line");
    let _server = Server(child, address.trim().to_owned());
    let opened = std::fs::read_to_string(folder.path().join("opened")).expect("it was begun");
    let token = address.trim().rsplit('/').nth(1).expect("a token");
    assert!(
        opened.contains("/?once=") && !opened.contains(token),
        "{opened}"
    );
    assert!(told.contains("xdg-open opened no browser"), "{told}");
}
