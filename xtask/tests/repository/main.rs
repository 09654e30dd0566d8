//! Checks that pages, manifests and scripts of the repository agree.

mod manifests;
mod prose;
mod surface;
mod tiers;

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn text(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files with this ending, by their paths from the root, except build products and downloads.
fn files(ending: &str) -> Vec<PathBuf> {
    let root = root();
    let built = |name: &str| matches!(name, "target" | "node_modules" | ".git" | "dist");
    let entries = WalkDir::new(&root).sort_by_file_name().into_iter();
    let entries = entries.filter_entry(|entry| {
        let name = entry.file_name().to_string_lossy();
        // `crates/runs` is source; a folder `runs` at the root holds results.
        let results = entry.depth() == 1 && name == "runs";
        !built(&name) && !results
    });
    let files = entries
        .map(|entry| entry.expect("the tree can be read"))
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|found| found == ending));
    files
        .map(|path| path.strip_prefix(&root).expect("inside").to_owned())
        .collect()
}

#[track_caller]
fn no_faults(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
