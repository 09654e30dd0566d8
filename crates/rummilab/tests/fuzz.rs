//! The entry points of the fuzz targets without a fuzzer; see `fuzz/README.md`.
#![cfg(feature = "runs")]

#[path = "../../../fuzz/src/lib.rs"]
mod entry;
#[path = "../../../fuzz/src/inputs.rs"]
mod inputs;

macro_rules! targets {
    ($($test:ident $target:literal;)*) => {$(
        #[test]
        fn $test() {
            let (name, entry_point) = entry::TARGETS[$target];
            inputs::check(name, $target, entry_point);
        }
    )*};
}

targets! {
    notation 0;
    rule_files 1;
    plans 2;
    records_under_right_checksums 3;
    pages_of_reports 4;
    messages_of_programs 5;
    messages_to_programs 6;
    serve 7;
    requests_to_the_engine 8;
}

#[test]
fn every_target_is_run_here_and_by_the_fuzzer() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for (name, _) in entry::TARGETS {
        assert!(
            manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")),
            "{name}"
        );
    }
    // The target `mcp` is run by the tests of its crate.
    assert_eq!(
        manifest.matches("[[bin]]").count(),
        entry::TARGETS.len() + 1
    );
}
