//! `cargo xtask` lists the test tiers, `cargo xtask NAME…` runs some of them in order.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command of the developers"
)]

use std::path::Path;
use std::process::{Command, ExitCode};
use std::time::Instant;

use xtask::{TIERS, table};

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        print!("{}", table());
        return ExitCode::SUCCESS;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in names {
        let Some(tier) = TIERS.iter().find(|tier| tier.name == name) else {
            eprintln!("there is no tier `{name}`; `cargo xtask` lists them");
            return ExitCode::from(2);
        };
        let begun = Instant::now();
        let mut shell = Command::new("bash");
        shell.args(["-euo", "pipefail", "-c", tier.command]);
        let passed = shell.current_dir(&root).status();
        println!("-- {} s: {name}", begun.elapsed().as_secs());
        if !passed.is_ok_and(|status| status.success()) {
            eprintln!("failed: {}", tier.command);
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
