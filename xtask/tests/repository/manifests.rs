//! Dependencies and packages: agreement with CONTRIBUTING, and the contents of packages.

use std::collections::BTreeSet;
use std::path::Component;

use regex::Regex;

use crate::{files, no_faults, text};

/// The manifests of the packages of this repository.
fn manifests() -> Vec<(String, toml::Table)> {
    let ours = files("toml").into_iter();
    let ours = ours.filter(|path| path.file_name().is_some_and(|name| name == "Cargo.toml"));
    ours.map(|path| {
        let manifest = text(&path).parse().expect("a manifest");
        (path.display().to_string(), manifest)
    })
    .collect()
}

/// Names of third-party crates in every table of dependencies below this one.
fn foreign(table: &toml::Table, found: &mut BTreeSet<String>) {
    for (key, value) in table {
        let Some(inner) = value.as_table() else {
            continue;
        };
        if key.ends_with("dependencies") {
            let names = inner.keys().filter(|name| !name.starts_with("rummilab"));
            found.extend(names.cloned());
        } else {
            foreign(inner, found);
        }
    }
}

/// CONTRIBUTING has a row for each direct dependency, and no other rows.
#[test]
fn every_dependency_has_its_row() {
    let mut used = BTreeSet::new();
    for (_, manifest) in manifests() {
        foreign(&manifest, &mut used);
    }
    let page = text("CONTRIBUTING.md");
    let (_, section) = page.split_once("\n## Dependencies\n").expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let name = Regex::new(r"`([\w-]+)`").expect("a pattern");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let mut listed = BTreeSet::new();
    for row in rows {
        let first = row.split(" | ").next().unwrap_or_default();
        listed.extend(name.captures_iter(first).map(|found| found[1].to_owned()));
    }
    assert_eq!(listed, used);
}

/// A package has a description; one to be published also has keywords and categories.
#[test]
fn packages_can_be_published() {
    let mut faults = Vec::new();
    for (path, manifest) in manifests() {
        let Some(package) = manifest.get("package").and_then(toml::Value::as_table) else {
            continue;
        };
        let mut wanted = vec!["description"];
        let private = package.get("publish").and_then(toml::Value::as_bool) == Some(false);
        if !private {
            wanted.extend(["keywords", "categories", "license", "rust-version"]);
        }
        let missing = wanted
            .into_iter()
            .filter(|field| !package.contains_key(*field));
        faults.extend(missing.map(|field| format!("{path}: no {field}")));
    }
    no_faults(&faults);
}

/// A comment above says why a package is not published.
#[test]
fn private_packages_say_why() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (path, _) in manifests() {
        let manifest = text(&path);
        let lines: Vec<_> = manifest.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[1] == "publish = false") {
            count += 1;
            if !pair[0].starts_with("# ") {
                faults.push(path.clone());
            }
        }
    }
    no_faults(&faults);
    assert!(count > 3, "{count} private packages");
}

/// The path of an embedded file stays inside its crate, because a package holds nothing else. Pages
/// that only tests of the repository read are the exception.
#[test]
fn embedded_files_lie_in_the_package() {
    let embeds = Regex::new(r#"include_(?:str|bytes)!\(\s*(?:concat!\(\s*)?"([^"]+)""#);
    let embeds = embeds.expect("a pattern");
    let mut faults = Vec::new();
    let mut count = 0;
    for path in files("rs") {
        let parts: Vec<_> = path.components().map(Component::as_os_str).collect();
        let Some(src) = parts.iter().position(|part| *part == "src") else {
            continue;
        };
        let source = text(&path);
        for found in embeds.captures_iter(&source) {
            count += 1;
            // From the folder of the file up to that of the manifest.
            let inside = parts.len() - 1 - src;
            let up = found[1].split('/').filter(|part| *part == "..").count();
            let page = found[1].ends_with(".md") && source.contains("cfg(all(doctest");
            if up > inside && !page {
                faults.push(format!("{}: {}", path.display(), &found[1]));
            }
        }
    }
    no_faults(&faults);
    assert!(count > 10, "{count} embedded files");
}
