//! Facts of the build for `rummilab --version`.

use std::env;
use std::process::Command;

/// The first line of a program's output; `None` if the program is missing or fails.
fn first_line(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok()?;
    let said = String::from_utf8(output.stdout).ok()?;
    let line = said.lines().next()?.to_owned();
    output.status.success().then_some(line)
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    let profile = variable("PROFILE");
    // A debug build has no commit, because otherwise every commit would rebuild it.
    let commit = match profile.as_str() {
        "release" => {
            if let Some(log) = first_line("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
                println!("cargo::rerun-if-changed={log}");
            }
            first_line("git", &["rev-parse", "--short=12", "HEAD"])
        }
        _ => None,
    };
    let facts = [
        ("COMMIT", commit),
        ("RUSTC", first_line(&variable("RUSTC"), &["--version"])),
        ("TARGET", Some(variable("TARGET"))),
        ("PROFILE", Some(profile)),
    ];
    for (name, fact) in facts {
        let fact = fact.unwrap_or_else(|| "unknown".to_owned());
        println!("cargo::rustc-env=RUMMILAB_{name}={fact}");
    }
}
