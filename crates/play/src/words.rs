//! What happened, in words for people.

use std::fmt::Display;

use rummilab_bot_api::{PublicTurn, Visible};
use rummilab_core::TileCounts;

/// A number and what it counts.
pub fn count<N: From<u8> + PartialEq + Display + Copy>(number: N, thing: &str) -> String {
    match number == N::from(1) {
        true => format!("1 {thing}"),
        false => format!("{number} {thing}s"),
    }
}

/// The name of a bot without its parameters.
pub fn bot_word(label: &str) -> &str {
    label.split(':').next().unwrap_or(label)
}

/// What everybody saw of a turn, as a sentence. `who` takes part in it as `greedy (seat 1)` or `you`; `drew` are the tiles
/// that the rack gained, as far as the reader may know them.
pub fn told(turn: &PublicTurn, who: &str, opened: bool, drew: Option<&TileCounts>) -> String {
    let you = who == "you";
    let verb = |you_do: &str, they_do: &str| {
        if you {
            you_do.to_owned()
        } else {
            they_do.to_owned()
        }
    };
    let mut text = if you { "You" } else { who }.to_owned();
    if turn.put_back > 0 {
        let tiles = count(turn.put_back as usize, "tile");
        text += &format!(" {} {tiles} back,", verb("put", "puts"));
    }
    if turn.drew_first {
        text += &format!(" {} a tile and", verb("draw", "draws"));
    }
    let drawn = |tiles: usize| match drew.filter(|drew| !drew.is_empty()) {
        Some(drew) => drew.to_string(),
        None => count(tiles, "tile").replace("1 tile", "a tile"),
    };
    text + &match &turn.visible {
        Visible::Laid(tiles) => {
            let opens = if opened {
                format!(" {} and", verb("open", "opens"))
            } else {
                String::new()
            };
            format!("{opens} {} {tiles}.", verb("lay", "lays"))
        }
        Visible::Drew => format!(" {} {}.", verb("draw", "draws"), drawn(1)),
        Visible::Passed => format!(" {}.", verb("pass", "passes")),
        Visible::Penalty(tiles) => format!(
            " {} refused and {} {}.",
            verb("are", "is"),
            verb("draw", "draws"),
            drawn(*tiles)
        ),
    }
}

#[cfg(test)]
mod tests {
    use rummilab_core::Seat;

    use super::*;

    #[test]
    fn turns_are_told_to_those_at_the_table() {
        let turn = |visible| PublicTurn {
            seat: Seat(1),
            drew_first: false,
            put_back: 0,
            visible,
        };
        let tiles: TileCounts = ["R3", "R4"].iter().map(|t| t.parse().unwrap()).collect();
        let check = |turn: &PublicTurn, who, opened, drew, expected: &str| {
            assert_eq!(told(turn, who, opened, drew), expected);
        };
        let laid = turn(Visible::Laid(tiles));
        check(
            &laid,
            "greedy (seat 1)",
            false,
            None,
            "greedy (seat 1) lays R3 R4.",
        );
        check(&laid, "you", true, None, "You open and lay R3 R4.");
        check(&turn(Visible::Drew), "x", false, None, "x draws a tile.");
        check(
            &turn(Visible::Drew),
            "you",
            false,
            Some(&tiles),
            "You draw R3 R4.",
        );
        check(
            &turn(Visible::Penalty(3)),
            "x",
            false,
            None,
            "x is refused and draws 3 tiles.",
        );
        let mut first = turn(Visible::Passed);
        first.drew_first = true;
        first.put_back = 2;
        check(
            &first,
            "x",
            false,
            None,
            "x puts 2 tiles back, draws a tile and passes.",
        );
        assert_eq!(bot_word("hold:h=3"), "hold");
    }
}
