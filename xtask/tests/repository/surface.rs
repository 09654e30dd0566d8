//! The public surface of the facade, item by item, as `crates/rummilab/SURFACE.txt` lists it: what
//! other programs call does not change by accident.

use regex::Regex;

use crate::{files, root, text};

const LIST: &str = "crates/rummilab/SURFACE.txt";

/// The public items of a source: names and signatures, each on one line.
fn public_items(source: &str) -> Vec<String> {
    let item = Regex::new(
        r"(?m)^ *pub (?:use [^;]+|(?:const )?fn [^{;]+|(?:struct|enum|trait) [^{;]+|mod \w+|(?:const|type) [^=;]+)",
    );
    let item = item.expect("a pattern");
    let found = item.find_iter(source).map(|found| {
        let words: Vec<&str> = found.as_str().split_whitespace().collect();
        words.join(" ")
    });
    found.collect()
}

/// `RUMMILAB_UPDATE=1` writes the list.
#[test]
fn the_facade_offers_what_the_list_says() {
    let mut found = String::new();
    let sources = files("rs").into_iter();
    for path in sources.filter(|path| path.starts_with("crates/rummilab/src")) {
        found += &format!("{}\n", path.display());
        for item in public_items(&text(&path)) {
            found += &format!("  {item}\n");
        }
    }
    if std::env::var_os("RUMMILAB_UPDATE").is_some() {
        std::fs::write(root().join(LIST), &found).expect("the list is written");
    }
    assert!(
        text(LIST) == found,
        "the facade offers something else than {LIST}; if that is meant: RUMMILAB_UPDATE=1\n{found}"
    );
}

#[test]
fn items_are_found() {
    let source = "mod a;\npub mod b;\npub use c::{\n    D, E,\n};\npub(crate) fn no() {}\nimpl D \
        {\n    pub fn f(\n        &self,\n    ) -> u8 {\n        0\n    }\n}\npub struct G<'a> \
        {\n    h: &'a str,\n}\n";
    let expected = [
        "pub mod b",
        "pub use c::{ D, E, }",
        "pub fn f( &self, ) -> u8",
        "pub struct G<'a>",
    ];
    assert_eq!(public_items(source), expected);
}
