//! Refusals of lines in words.

use rummilab_core::{MAX_PLAYERS, Seat};
use rummilab_words::{Language, Say, english_by_default, explained, say};

use super::line::GameLineError;
use super::notebook::NotebookError;
use super::real_table::Impossible;

english_by_default!(GameLineError, Impossible, NotebookError);

impl Say for GameLineError {
    fn say(&self, language: Language) -> String {
        match self {
            GameLineError::Nothing => say!(language, "line-nothing"),
            GameLineError::Tiles(why) => why.say(language),
            GameLineError::Owner(text) => say!(language, "line-owner", text = text.as_str()),
        }
    }
}

impl Say for NotebookError {
    fn say(&self, language: Language) -> String {
        self.say_to(language, &[])
    }
}

/// The name of a player among these, in seat order; `player 2` if there is none.
pub(super) fn player(language: Language, names: &[String], seat: Seat) -> String {
    let unnamed = || say!(language, "advise-player", number = seat.index() + 1);
    names.get(seat.index()).cloned().unwrap_or_else(unnamed)
}

impl NotebookError {
    /// The refusal, with players by these names.
    pub(super) fn say_to(&self, language: Language, names: &[String]) -> String {
        match self {
            NotebookError::Tell(why) => why.say(language),
            NotebookError::NoRack => say!(language, "line-no-rack"),
            NotebookError::NoLine(line, lines) => {
                say!(language, "line-no-line", line = *line, lines = *lines)
            }
            NotebookError::NoUndo(text, lines) => {
                say!(
                    language,
                    "line-no-undo",
                    text = text.as_str(),
                    lines = *lines
                )
            }
            NotebookError::Impossible { line, why, .. } => {
                say!(
                    language,
                    "line-impossible",
                    line = *line,
                    why = why.say_to(language, names)
                )
            }
        }
    }
}

impl Say for Impossible {
    fn say(&self, language: Language) -> String {
        self.say_to(language, &[])
    }
}

impl Impossible {
    /// The reason, with players by these names.
    pub(super) fn say_to(&self, language: Language, names: &[String]) -> String {
        match self {
            Impossible::OpenRacks => say!(language, "table-open-racks"),
            Impossible::Seats(players, seat) => say!(
                language,
                "table-seats",
                most = MAX_PLAYERS,
                players = *players,
                seat = *seat
            ),
            Impossible::Names(names, players) => {
                say!(language, "table-names", names = *names, players = *players)
            }
            Impossible::RackSize(tiles, dealt) => {
                say!(language, "table-rack-size", tiles = *tiles, dealt = *dealt)
            }
            Impossible::Copies(tile, copies) => {
                say!(language, "table-copies", tile = tile, copies = *copies)
            }
            Impossible::NotOnRack(tile) => say!(language, "edit-not-on-rack", tile = tile),
            Impossible::TooMany(seat, tiles, laid) => say!(
                language,
                "table-too-many",
                who = player(language, names, *seat),
                tiles = *tiles,
                laid = *laid
            ),
            Impossible::NoFit(tiles) => say!(language, "table-no-fit", tiles = tiles),
            Impossible::NoOpening(tiles, points) => {
                say!(
                    language,
                    "table-no-opening",
                    tiles = tiles,
                    points = *points
                )
            }
            Impossible::OtherTurn(seat) => say!(
                language,
                "table-other-turn",
                you = seat.is_none(),
                who = player(language, names, seat.unwrap_or_default())
            ),
            Impossible::WhichTiles(tiles) => say!(language, "table-which-tiles", tiles = *tiles),
            Impossible::HiddenTiles => say!(language, "table-hidden-tiles"),
            Impossible::OtherTable(tiles) => say!(
                language,
                "table-other-table",
                empty = tiles.is_empty(),
                tiles = tiles
            ),
            Impossible::NothingBack => say!(language, "table-nothing-back"),
            Impossible::NoOwners => say!(language, "table-no-owners"),
            Impossible::TooManyGroups(seat, groups, most) => say!(
                language,
                "table-too-many-groups",
                who = player(language, names, *seat),
                groups = *groups,
                most = *most
            ),
            Impossible::NoGroupOf(set, seat) => say!(
                language,
                "table-no-group-of",
                set = set,
                who = player(language, names, Seat((*seat).into()))
            ),
            Impossible::Illegal(why, rules) => explained(language, why, rules),
            Impossible::DrawnAlready => say!(language, "table-drawn-already"),
            Impossible::TooFewTiles => say!(language, "table-too-few-tiles"),
            Impossible::Over => say!(language, "table-over"),
            Impossible::Solve(why) => why.say(language),
        }
    }
}
