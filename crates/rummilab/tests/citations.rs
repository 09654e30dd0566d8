//! Tests that every citation in code, data and pages leads to a heading of this repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use regex::Regex;
use walkdir::WalkDir;

/// Extensions of the files that may cite something.
const TEXTS: [&str; 13] = [
    "css", "html", "js", "json", "jsonl", "md", "py", "rs", "sbatch", "sh", "svg", "toml", "yaml",
];

/// Names of notes that were cited once but never were in the repository.
const ELSEWHERE: &str = r"\b(RULES|SOLVER|STATISTICS|STRATEGY|DESIGN|MODELS|WRITING)\.md";

/// Every text file of the repository by its path from the root, and the anchors of every page.
struct Tree {
    root: PathBuf,
    texts: BTreeMap<PathBuf, String>,
    anchors: BTreeMap<PathBuf, BTreeSet<String>>,
}

/// This file, which tests the check with citations that are wrong.
const THIS: &str = "crates/rummilab/tests/citations.rs";

impl Tree {
    fn read() -> Tree {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let ours = |name: &str| !matches!(name, "runs" | ".git");
        let files = WalkDir::new(&root)
            .into_iter()
            // `crates/runs` is source; a folder `runs` at the root holds results. Build products of
            // `fuzz` lie inside that folder.
            .filter_entry(|entry| {
                let name = entry.file_name().to_string_lossy();
                !matches!(&*name, "target" | "node_modules") && (entry.depth() != 1 || ours(&name))
            })
            .map(|entry| entry.expect("the tree can be read"))
            .filter(|entry| entry.file_type().is_file())
            .map(walkdir::DirEntry::into_path)
            .filter(|path| {
                let ending = path.extension().and_then(|ending| ending.to_str());
                ending.is_some_and(|ending| TEXTS.contains(&ending))
                    || path.ends_with(".ci/run")
            });
        let texts: BTreeMap<PathBuf, String> = files
            .map(|path| {
                let text = fs::read_to_string(&path).expect("a text");
                let inside = path.strip_prefix(&root).expect("a path in the tree");
                (inside.to_owned(), text)
            })
            .filter(|(path, _)| path != Path::new(THIS))
            .collect();
        let pages = texts.iter().filter(|(path, _)| is_page(path));
        let anchors = pages
            .map(|(path, text)| (path.clone(), anchors(text)))
            .collect();
        Tree {
            root,
            texts,
            anchors,
        }
    }

    /// What is wrong with a citation of this page and heading; `None` if it leads somewhere.
    fn fault(&self, page: &Path, heading: Option<&str>) -> Option<String> {
        if !self.root.join(page).exists() {
            return Some(format!("there is no {}", page.display()));
        }
        let heading = heading?;
        let Some(anchors) = self.anchors.get(page) else {
            return Some(format!("{} has no headings", page.display()));
        };
        let missing = !anchors.contains(heading);
        missing.then(|| format!("{} has no heading #{heading}", page.display()))
    }
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "md")
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &str) -> BTreeSet<String> {
    let plain = Regex::new(r"\[([^\]]*)\]\([^)]*\)").expect("a pattern");
    let mut found = BTreeSet::new();
    let mut in_code = false;
    for line in page.lines() {
        in_code ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if in_code || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let title = plain.replace_all(title.trim(), "$1").to_lowercase();
        let kept = title.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        });
        let anchor: String = kept.collect();
        let mut unique = anchor.clone();
        let mut repeated = 0;
        while !found.insert(unique.clone()) {
            repeated += 1;
            unique = format!("{anchor}-{repeated}");
        }
    }
    found
}

/// A relative path from the folder of a file, without `..`.
fn from_folder_of(file: &Path, link: &str) -> PathBuf {
    let mut path = file.parent().unwrap_or(Path::new("")).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name),
            _ => {}
        }
    }
    path
}

#[track_caller]
fn no_faults(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// `docs/rules.md#groups`, `crates/record/FORMAT.md`: from the root of the repository.
#[test]
fn pages_and_headings_that_are_cited_exist() {
    let tree = Tree::read();
    let citation = Regex::new(
        r"\b((?:docs|crates|experiments|benches|data|bots|contrib)/[\w./-]*\.(?:md|rs|toml|jsonl))(?:#([\w-]+))?",
    )
    .expect("a pattern");
    let mut faults = Vec::new();
    let mut cited = 0;
    for (file, text) in &tree.texts {
        for (number, line) in text.lines().enumerate() {
            for found in citation.captures_iter(line) {
                // In a link the path is relative; those are checked below.
                let start = found.get(0).map_or(0, |whole| whole.start());
                if line[..start].ends_with(['/', '(']) && is_page(file) {
                    continue;
                }
                // `data/positions/NAME.jsonl` stands for many files.
                let pattern = |part: &str| part.chars().all(|c| c.is_ascii_uppercase());
                if !is_page(Path::new(&found[1])) && found[1].split(['/', '.']).any(pattern) {
                    continue;
                }
                let heading = found.get(2).map(|heading| heading.as_str());
                cited += usize::from(heading.is_some());
                let fault = tree.fault(Path::new(&found[1]), heading);
                faults.extend(
                    fault.map(|fault| format!("{}:{}: {fault}", file.display(), number + 1)),
                );
            }
        }
    }
    no_faults(&faults);
    assert!(cited > 100, "only {cited} citations were found");
}

/// `[text](../page.md#heading)`: from the folder of the page.
#[test]
fn links_between_pages_lead_somewhere() {
    let tree = Tree::read();
    let link =
        Regex::new(r#"(?:\]\(|<img src=")([^)"\s#]*)(?:#([\w-]+))?[)"]"#).expect("a pattern");
    let mut faults = Vec::new();
    let pages = tree.texts.iter().filter(|(file, _)| is_page(file));
    for (file, text) in pages {
        let mut in_code = false;
        for (number, line) in text.lines().enumerate() {
            in_code ^= line.trim_start().starts_with("```");
            if in_code {
                continue;
            }
            for found in link.captures_iter(line) {
                let (page, heading) = (&found[1], found.get(2).map(|heading| heading.as_str()));
                if page.contains("://") || page.starts_with("mailto:") {
                    continue;
                }
                let page = match page {
                    "" => file.clone(),
                    page => from_folder_of(file, page),
                };
                let fault = tree.fault(&page, heading);
                faults.extend(
                    fault.map(|fault| format!("{}:{}: {fault}", file.display(), number + 1)),
                );
            }
        }
    }
    no_faults(&faults);
}

/// The order of the guide: every page of `docs`, once.
#[test]
fn every_page_is_in_the_summary() {
    let tree = Tree::read();
    let summary = Path::new("docs/SUMMARY.md");
    let link = Regex::new(r"\]\(([^)]+)\)").expect("a pattern");
    let mut listed: Vec<PathBuf> = link
        .captures_iter(&tree.texts[summary])
        .map(|found| from_folder_of(summary, &found[1]))
        .collect();
    listed.sort();
    let pages = tree.texts.keys().filter(|path| is_page(path));
    let pages = pages.filter(|path| path.starts_with("docs") && *path != summary);
    assert_eq!(listed, pages.cloned().collect::<Vec<_>>());
}

#[test]
fn nothing_cites_notes_that_are_not_here() {
    let tree = Tree::read();
    let elsewhere = Regex::new(ELSEWHERE).expect("a pattern");
    let mut faults = Vec::new();
    for (file, text) in &tree.texts {
        for (number, line) in text.lines().enumerate() {
            if elsewhere.is_match(line) {
                faults.push(format!(
                    "{}:{}: {}",
                    file.display(),
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    no_faults(&faults);
}

/// The check itself finds what is wrong.
#[test]
fn anchors_are_those_of_github() {
    let page = "# Could have opened?\n## Groups & runs\n## Groups & runs\n```\n# no \
        heading\n```\n## [A link](x.md) `code`\n";
    let expected = [
        "a-link-code",
        "could-have-opened",
        "groups--runs",
        "groups--runs-1",
    ];
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), expected);
    let tree = Tree::read();
    assert!(
        tree.fault(Path::new("docs/no-such-page.md"), None)
            .is_some()
    );
    assert!(
        tree.fault(Path::new("README.md"), Some("no-such-heading"))
            .is_some()
    );
    assert!(
        tree.fault(Path::new("README.md"), Some("research"))
            .is_none()
    );
}
