//! Checks that hold for every page.

use std::collections::BTreeSet;

use roxmltree::Document;

use super::{each_film, texts};

/// Checks that ids are unique and that every reference to one resolves.
pub fn check_ids(name: &str, tree: &Document<'_>) {
    let mut ids = BTreeSet::new();
    for id in tree.descendants().filter_map(|n| n.attribute("id")) {
        assert!(ids.insert(id), "{name}: #{id} twice");
    }
    for node in tree.descendants() {
        let named = ["aria-labelledby", "for"]
            .into_iter()
            .filter_map(|a| node.attribute(a));
        for id in named.flat_map(str::split_whitespace) {
            assert!(ids.contains(id), "{name}: #{id} is missing");
        }
    }
}

/// Checks that no element loads anything, and that all links lead to sections of the page, or to
/// games and their turns.
pub fn check_nothing_from_outside(name: &str, tree: &Document<'_>) {
    let games = each_film(tree, "id");
    let sections = tree.descendants().filter_map(|n| n.attribute("id"));
    let sections: BTreeSet<&str> = sections.collect();
    for node in tree.descendants().filter(roxmltree::Node::is_element) {
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            // A drawing may be included in its address.
            let drawing = value.starts_with("data:image/svg+xml,") && node.has_tag_name("img");
            assert!(
                !key.starts_with("on")
                    && (key != "src" || drawing)
                    && key != "srcset"
                    && key != "style",
                "{name}: {key}"
            );
            if key == "href" {
                let inner = value.strip_prefix('#').is_some_and(|id| {
                    let game = id.split('t').next().unwrap_or(id);
                    sections.contains(id) || games.iter().any(|known| known == game)
                });
                assert!(inner || value == "data:,", "{name}: {value}");
            }
        }
        let forbidden = [
            "iframe", "object", "embed", "base", "form", "audio", "video",
        ];
        assert!(!forbidden.contains(&node.tag_name().name()), "{name}");
    }
    let style = texts(tree, "style").concat();
    assert!(
        !style.contains("@import") && !style.contains("url("),
        "{name}"
    );
    let policy = tree
        .descendants()
        .find_map(|n| n.attribute("content").filter(|c| c.contains("default-src")));
    assert!(policy.unwrap().starts_with("default-src 'none'"), "{name}");
}
