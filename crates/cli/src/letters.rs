//! The letters of tiles and the ways to type tiles, for help texts.

use rummilab::core::{PRESET_NAMES, RuleSet};
use rummilab::words::{Language, letters};

use crate::tables::filled;

/// Letters of a line of names.
const WIDTH: usize = 76;

/// The letters of a rule system in one line: `R (red), B (blue), …, J (joker)`.
pub fn of(language: Language, rules: &RuleSet) -> String {
    let (colours, jokers) = letters(language, rules);
    [colours, jokers].concat().join(", ")
}

/// The letters of every rule system that ships, a line or two each.
pub fn of_all(language: Language) -> String {
    let mut systems: Vec<(Vec<&str>, RuleSet)> = Vec::new();
    for name in PRESET_NAMES {
        let Some(rules) = RuleSet::preset(name) else {
            continue;
        };
        match systems
            .iter_mut()
            .find(|(_, other)| of(language, other) == of(language, &rules))
        {
            Some((names, _)) => names.push(name),
            None => systems.push((vec![name], rules)),
        }
    }
    let lines = systems.iter().map(|(names, rules)| {
        let (colours, jokers) = letters(language, rules);
        let (colours, jokers) = (colours.join(", "), jokers.join(", "));
        let names = filled(WIDTH, 2, &format!("  {}:", names.join(", ")));
        let apart = if colours.len() + jokers.len() > 70 {
            "\n    "
        } else {
            " "
        };
        format!("{names}\n    {colours},{apart}{jokers}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// How to type tiles, for a help text.
pub fn help() -> String {
    format!(
        "\
Tiles are a colour letter and a value (R7), a joker is a letter:
{}
Y is taken for O where the fourth colour is orange. Blanks or `,` separate
tiles; `;`, `|` or line breaks separate sets. R3-6 is short for R3 R4 R5 R6,
and 7RBK for R7 B7 K7. Files and lines of a batch keep to blanks and `;`.",
        of_all(Language::English)
    )
}
