//! Events as sentences for people.

use rummilab_bot_api::{PublicTurn, Visible};
use rummilab_core::TileCounts;
use rummilab_core::layout::Origin;
use rummilab_words::{Language, say};

use crate::draft::DraftSet;

/// The name of a bot without its parameters. For a program it is the last word of its command
/// before the options.
pub fn bot_word(label: &str) -> &str {
    match label.strip_prefix("cmd:") {
        Some(command) => {
            let program = command.split(" --").next().unwrap_or(command);
            program.rsplit([' ', '/']).next().unwrap_or(program)
        }
        None => label.split(':').next().unwrap_or(label),
    }
}

/// The public part of a turn as a sentence. `who` appears in it as `greedy`; `you` says
/// that the reader is meant. `drew` are the tiles that the rack gained, as far as the reader may
/// know them.
pub fn describe(
    language: Language,
    turn: &PublicTurn,
    (who, you): (&str, bool),
    opened: bool,
    drew: Option<&TileCounts>,
) -> String {
    let drawn = |tiles: usize| match drew.filter(|drew| !drew.is_empty()) {
        Some(drew) => drew.to_string(),
        None => say!(language, "drawn-tiles", count = tiles),
    };
    let before = match (turn.put_back, turn.drew_first) {
        (1.., _) => "back",
        (_, true) => "draw",
        _ => "nothing",
    };
    let back = turn.put_back;
    match &turn.visible {
        Visible::Laid(tiles) => say!(
            language,
            "turn-laid",
            who = who,
            you = you,
            before = before,
            back = back,
            opens = opened,
            tiles = tiles
        ),
        Visible::Drew => say!(
            language,
            "turn-drew",
            who = who,
            you = you,
            drawn = drawn(1)
        ),
        Visible::Passed => say!(
            language,
            "turn-passed",
            who = who,
            you = you,
            before = before,
            back = back
        ),
        Visible::Penalty(tiles) => say!(
            language,
            "turn-penalty",
            who = who,
            you = you,
            before = before,
            back = back,
            drawn = drawn(*tiles)
        ),
    }
}

/// The change of a set by others, in one word.
pub fn change_word(language: Language, change: Origin) -> String {
    say!(language, "change", change = change_key(change))
}

/// A change as messages choose by it.
fn change_key(change: Origin) -> &'static str {
    match change {
        Origin::Kept => "kept",
        Origin::Extended => "extended",
        Origin::Rebuilt => "rebuilt",
        Origin::New => "new",
    }
}

/// The sets that others changed or laid, by the numbers that people see; `None` if none.
pub(crate) fn changed_sets(language: Language, sets: &[DraftSet]) -> Option<String> {
    let describe = |change: Origin| {
        let sets = sets.iter().enumerate();
        let of_kind = sets.filter(|(_, set)| set.change == Some(change));
        let numbers: Vec<String> = of_kind.map(|(at, _)| (at + 1).to_string()).collect();
        (!numbers.is_empty()).then(|| {
            say!(
                language,
                "changed-sets",
                count = numbers.len(),
                sets = numbers.join(", "),
                change = change_key(change)
            )
        })
    };
    let changes = [Origin::Extended, Origin::Rebuilt, Origin::New];
    let parts: Vec<String> = changes.into_iter().filter_map(describe).collect();
    (!parts.is_empty()).then(|| sentence(&parts.join("; ")))
}

/// The text with a capital at its start, unless it starts with the command of a program, and with a
/// full stop at its end.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().into_iter();
    let first: String = if text.starts_with("cmd:") {
        first.collect()
    } else {
        first.flat_map(char::to_uppercase).collect()
    };
    let mut text = first + chars.as_str();
    if !text.trim_end_matches('»').ends_with(['.', '!', '?']) {
        text.push('.');
    }
    text
}

#[cfg(test)]
mod tests {
    use rummilab_core::Seat;

    use super::*;

    #[test]
    fn turns_are_told_to_those_at_the_table() {
        let turn = |visible, put_back| PublicTurn {
            seat: Seat(1),
            drew_first: put_back > 0,
            put_back,
            visible,
        };
        let tiles: TileCounts = ["R3", "R4"].iter().map(|t| t.parse().unwrap()).collect();
        let (laid, drew) = (turn(Visible::Laid(tiles), 0), turn(Visible::Drew, 0));
        let refused = turn(Visible::Penalty(3), 0);
        let passed = turn(Visible::Passed, 2);
        for (turn, who, opened, drew, expected) in [
            (&laid, "x (seat 1)", false, None, "x (seat 1) lays R3 R4."),
            (&laid, "you", true, None, "You open and lay R3 R4."),
            (&drew, "x", false, None, "x draws a tile."),
            (&drew, "you", false, Some(&tiles), "You draw R3 R4."),
            (
                &refused,
                "x",
                false,
                None,
                "x is refused and draws 3 tiles.",
            ),
            (
                &passed,
                "x",
                false,
                None,
                "x puts 2 tiles back, draws a tile and passes.",
            ),
        ] {
            let said = describe(Language::English, turn, (who, who == "you"), opened, drew);
            assert_eq!(said, expected);
        }
        assert_eq!(bot_word("hold:h=3"), "hold");
        assert_eq!(bot_word("cmd:python3 -u bots/mine.py"), "mine.py");
        assert_eq!(bot_word("cmd:./bot --seed 5"), "bot");
    }
}
