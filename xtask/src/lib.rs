//! The list of test tiers: the checks of every change, the occasional checks, and their times.

/// A command that checks the repository.
#[derive(Debug)]
pub struct Tier {
    /// Its name after `cargo xtask`.
    pub name: &'static str,
    /// What it checks.
    pub about: &'static str,
    /// Whether `.ci/run` runs it.
    pub every_change: bool,
    /// Its time on two cores, if it was measured.
    pub time: &'static str,
    /// The command, as a shell reads it.
    pub command: &'static str,
}

/// Every tier, the fastest first; those of `.ci/run` come before the others.
pub const TIERS: &[Tier] = &[
    Tier {
        name: "format",
        about: "formatting",
        every_change: true,
        time: "2 s",
        command: "cargo fmt --all --check",
    },
    Tier {
        name: "lint",
        about: "clippy, no warnings",
        every_change: true,
        time: "75 s with its build",
        command: "cargo clippy --workspace --all-targets --locked -- -D warnings",
    },
    Tier {
        name: "slim",
        about: "the library without runs and integer programs",
        every_change: true,
        time: "23 s with its build",
        command: "cargo clippy --package rummilab --lib --no-default-features --locked -- -D \
            warnings",
    },
    Tier {
        name: "docs",
        about: "rustdoc, no warnings",
        every_change: true,
        time: "40 s",
        // With the examples, so that dependencies have the features that `lint` has checked.
        command: "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked --quiet \
            --lib --bin differential --bin instructions --examples",
    },
    Tier {
        name: "test",
        about: "all tests in their short form",
        every_change: true,
        time: "12 min with its build",
        command: "cargo test --workspace --locked",
    },
    Tier {
        name: "instructions",
        about: "instructions of the solver against committed baselines (valgrind)",
        every_change: true,
        time: "18 s",
        // With the command, so that `.ci/run` builds nothing twice.
        command: "cargo build --release --quiet --locked --package rummilab-cli \
            --package rummilab-benches && \"${CARGO_TARGET_DIR:-target}/release/instructions\"",
    },
    Tier {
        name: "python",
        about: "the Python package: its wheel in a clean environment",
        every_change: true,
        time: "6 min with its build",
        command: ".ci/python",
    },
    Tier {
        name: "mcp",
        about: "a game through the MCP server, by the client of PyPI",
        every_change: true,
        time: "12 s",
        command: ".ci/mcp",
    },
    Tier {
        name: "licences",
        about: "licences, advisories and sources of all dependencies (cargo-deny)",
        every_change: true,
        time: "seconds",
        command: "cargo deny check && cargo deny --manifest-path crates/python/Cargo.toml check",
    },
    Tier {
        name: "publish",
        about: "every crate as it would be published, built from its package",
        every_change: false,
        time: "10 min with its builds, on one core",
        command: "cargo publish --dry-run --workspace --locked",
    },
    Tier {
        name: "release",
        about: "the archive of a release, for this system",
        every_change: false,
        time: "a release build",
        command: "contrib/release/archive.sh",
    },
    Tier {
        name: "limits",
        about: "every turn of every bot within its bound of work",
        every_change: false,
        time: "151 s of processor time",
        command: "RUMMILAB_TIER=long cargo test --release --package rummilab-bots --test bots \
            limits",
    },
    Tier {
        name: "fuzz",
        about: "100,000 inputs made from each fuzz corpus",
        every_change: false,
        time: "not measured",
        command: "FUZZ_INPUTS=100000 cargo test --release --package rummilab --test fuzz",
    },
    Tier {
        name: "differential",
        about: "answers and games under rules drawn at random, against a second reading of the \
            rules",
        every_change: false,
        time: "an hour: 50 minutes of positions, 10 of games and turns",
        command: "cargo build --release --package rummilab-cli --package rummilab-differential && \
            target/release/differential --binary target/release/rummilab --minutes 40 \
            --limit 0.5 && target/release/differential --binary target/release/rummilab \
            --minutes 10 --limit 0.5 --joker-rule mixed && \
            target/release/differential --binary target/release/rummilab --minutes 2 \
            --only turns && target/release/differential --binary target/release/rummilab \
            --minutes 8 --only games",
    },
    Tier {
        name: "many-values",
        about: "rule systems of up to 60 values, in a build with that feature",
        every_change: false,
        time: "15 min with the build",
        command: "cargo test --release --locked --package rummilab-core --features many-values && \
            cargo test --release --locked --package rummilab-cli --features many-values \
            --test commands -- differential many_values",
    },
    Tier {
        name: "former",
        about: "games against bots of commit 7b346b65, by their own build",
        every_change: false,
        time: "8 min with both builds",
        command: "git worktree prune && (git worktree list | grep -q target/former || \
            git worktree add --detach target/former 7b346b65) && \
            cargo build --release --locked --manifest-path target/former/Cargo.toml \
            --target-dir target/former/target && \
            RUMMILAB_FORMER=\"$PWD/target/former/target/release/rummilab\" cargo test --release \
            --package rummilab-cli --test commands former",
    },
    Tier {
        name: "web",
        about: "100 random games on the page, and the other tests of page and report in a browser",
        every_change: false,
        time: "not measured",
        command: "cargo build --release --locked && crates/web/build.sh && cd crates/web && \
            npm ci && RUMMILAB_TIER=long npm test",
    },
    Tier {
        name: "long",
        about: "all tests in their long form, the Python package's too, with a tenth of every \
            experiment",
        every_change: false,
        time: "hours",
        command: "RUMMILAB_TIER=long cargo test --release --workspace && \
            RUMMILAB_TIER=long .ci/python",
    },
];

/// The list as the table in CONTRIBUTING.
pub fn table() -> String {
    let mut text =
        "| `cargo xtask` | what it checks | every change | time |\n|---|---|---|---|\n".to_owned();
    for tier in TIERS {
        let always = if tier.every_change { "yes" } else { "" };
        let Tier {
            name, about, time, ..
        } = tier;
        text += &format!("| `{name}` | {about} | {always} | {time} |\n");
    }
    text
}
