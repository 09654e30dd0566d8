//! Why a set or a turn is not legal.

use rummilab_core::{Illegal, JokerReuse, RuleSet, Set, SetFault};

use crate::{Language, Say, say};

/// The reason in full under these rules: of a set that is none, what is wrong with it.
pub fn explained(language: Language, illegal: &Illegal, rules: &RuleSet) -> String {
    match illegal {
        Illegal::NotASet(set) => match rules.set_fault(set, false) {
            Some(fault) => explained_set(language, set, &fault),
            None => illegal.say(language),
        },
        Illegal::TileNotOwned(tile) => say!(language, "illegal-not-played", tile = tile),
        _ => illegal.say(language),
    }
}

/// Why these tiles are not a legal set.
pub fn explained_set(language: Language, set: &Set, fault: &SetFault) -> String {
    match fault {
        SetFault::Order(other) => {
            say!(language, "set-order", set = set, other = other)
        }
        SetFault::TooFewTiles(tiles) => {
            say!(language, "set-too-few-tiles", set = set, tiles = *tiles)
        }
        SetFault::NoNumberTile => say!(language, "set-no-number-tile", set = set),
        SetFault::TooManyJokers(most) => {
            say!(language, "set-too-many-jokers", set = set, most = *most)
        }
        SetFault::NeitherGroupNorRun => say!(language, "set-neither", set = set),
        SetFault::ColourTwice(colour) => {
            let letter = colour.letter().to_string();
            say!(language, "set-colour-twice", set = set, colour = letter)
        }
        SetFault::GroupTooLarge { tiles, most } => say!(
            language,
            "set-group-too-large",
            set = set,
            tiles = *tiles,
            most = *most
        ),
        SetFault::RunTooLong { tiles, most } => say!(
            language,
            "set-run-too-long",
            set = set,
            tiles = *tiles,
            most = *most
        ),
        SetFault::ValueTwice(value) => {
            say!(language, "set-value-twice", set = set, value = *value)
        }
        SetFault::Gap => say!(language, "set-gap", set = set),
        SetFault::NotMirrored => say!(language, "set-not-mirrored", set = set),
        SetFault::MirrorJokers(jokers) => {
            say!(language, "set-mirror-jokers", set = set, jokers = *jokers)
        }
        SetFault::ColourChangeInGroup => {
            say!(language, "set-colour-change-in-group", set = set)
        }
        SetFault::DoubledGroupTooLarge { slots, most } => say!(
            language,
            "set-doubled-group-too-large",
            set = set,
            slots = *slots,
            most = *most
        ),
        SetFault::NoRunWithColourChange => {
            say!(language, "set-no-run-with-colour-change", set = set)
        }
        SetFault::NoSetWithDouble => say!(language, "set-no-set-with-double", set = set),
    }
}

impl Say for Illegal {
    fn say(&self, language: Language) -> String {
        match self {
            Illegal::NothingLaid => say!(language, "illegal-nothing-laid"),
            Illegal::TileMissing(tile) => say!(language, "illegal-tile-missing", tile = tile),
            Illegal::TileNotOwned(tile) => say!(language, "illegal-tile-not-owned", tile = tile),
            Illegal::TileNotLaid(tile) => say!(language, "illegal-tile-not-laid", tile = tile),
            Illegal::TooManyCopies(tile) => {
                say!(language, "illegal-too-many-copies", tile = tile)
            }
            Illegal::NotASet(set) => say!(language, "illegal-not-a-set", set = set),
            Illegal::OpeningTouchesTable(set) => {
                say!(language, "illegal-opening-touches-table", set = set)
            }
            Illegal::OpeningJoker(set) => say!(language, "illegal-opening-joker", set = set),
            Illegal::OpeningNotJudged(why) => {
                say!(
                    language,
                    "illegal-opening-not-judged",
                    why = why.to_string()
                )
            }
            Illegal::OpeningTooSmall { value, needed } => say!(
                language,
                "illegal-opening-too-small",
                value = *value,
                needed = *needed
            ),
            Illegal::ReadingOpen(set) => say!(language, "illegal-reading-open", set = set),
            Illegal::SetRearranged(set) => say!(language, "illegal-set-rearranged", set = set),
            Illegal::JokerNotReplaced(set) => {
                say!(language, "illegal-joker-not-replaced", set = set)
            }
            Illegal::JokerPaidByTable(set) => {
                say!(language, "illegal-joker-paid-by-table", set = set)
            }
            Illegal::JokerOfGroupOfThree(set) => {
                say!(language, "illegal-joker-of-group-of-three", set = set)
            }
            Illegal::JokerReused(reuse) => {
                let rule = match reuse {
                    JokerReuse::Anywhere => "anywhere",
                    JokerReuse::NewSet => "new-set",
                    JokerReuse::NewSetRack => "new-set-rack",
                };
                say!(language, "illegal-joker-reused", rule = rule)
            }
            Illegal::JokerKeepsOwner(set) => {
                say!(language, "illegal-joker-keeps-owner", set = set)
            }
            Illegal::OpeningTakesJoker(set) => {
                say!(language, "illegal-opening-takes-joker", set = set)
            }
            Illegal::TooManyGroups { groups, most } => say!(
                language,
                "illegal-too-many-groups",
                groups = *groups,
                most = *most
            ),
            Illegal::GroupTakenFrom(set) => {
                say!(language, "illegal-group-taken-from", set = set)
            }
            Illegal::GroupChanged(set) => say!(language, "illegal-group-changed", set = set),
            Illegal::WrongOwner { set, owner } => {
                say!(language, "illegal-wrong-owner", set = set, owner = *owner)
            }
            Illegal::RunWithOwner(set) => say!(language, "illegal-run-with-owner", set = set),
            Illegal::GroupWithoutOwner(set) => {
                say!(language, "illegal-group-without-owner", set = set)
            }
            Illegal::DrawIsFirst => say!(language, "illegal-draw-is-first"),
            Illegal::NothingToPutBack => say!(language, "illegal-nothing-to-put-back"),
            Illegal::NoSuchPlace { place, places } => say!(
                language,
                "illegal-no-such-place",
                place = *place,
                places = *places
            ),
            Illegal::PoolEmpty => say!(language, "illegal-pool-empty"),
            Illegal::PassWithPool(tiles) => {
                say!(language, "illegal-pass-with-pool", tiles = *tiles)
            }
            Illegal::PassWhileAble => say!(language, "illegal-pass-while-able"),
            Illegal::DrawWhileAble => say!(language, "illegal-draw-while-able"),
            Illegal::GameOver => say!(language, "illegal-game-over"),
        }
    }
}
