//! The modules of the crate use each other one way, and `count` uses none of them.

use std::fs;
use std::path::Path;

/// Each module uses itself and those before it.
const ORDER: [&str; 4] = ["grammar", "bounds", "sweep", "questions"];

/// The modules that a source names after `crate::`, outside its tests and comments.
fn used_modules(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.collect();
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let names = code.split("crate::").skip(1);
    names
        .map(|rest| rest.chars().take_while(|c| is_name(*c)).collect())
        .collect()
}

#[test]
fn arrows_between_modules_go_one_way() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut arrows = 0;
    for (place, module) in ORDER.into_iter().chain(["count"]).enumerate() {
        let allowed = &ORDER[..if module == "count" { 0 } else { place + 1 }];
        for file in fs::read_dir(src.join(module)).expect("a folder") {
            let path = file.expect("a file").path();
            let source = fs::read_to_string(&path).expect("a source");
            for used in used_modules(&source) {
                assert!(allowed.contains(&&*used), "{} uses {used}", path.display());
                arrows += usize::from(used != module);
            }
        }
    }
    assert!(arrows > 40, "only {arrows} arrows were found");
    let outside = fs::read_dir(&src).expect("a folder").count();
    assert_eq!(outside, ORDER.len() + 2, "a file lies outside the modules");
}
