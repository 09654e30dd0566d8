//! Refusals of moves, commands and exercises in words.

use rummilab_words::{Language, Say, english_by_default, say};

use crate::command::{CommandError, Form};
use crate::draft::EditError;
use crate::puzzle::PuzzleError;
use crate::session::ActionError;

english_by_default!(ActionError, CommandError, EditError, PuzzleError);

impl Say for EditError {
    fn say(&self, language: Language) -> String {
        match self {
            EditError::NoSuchSet(set, sets) => {
                say!(language, "edit-no-such-set", set = *set, sets = *sets)
            }
            EditError::NotOnRack(tile) => say!(language, "edit-not-on-rack", tile = tile),
            EditError::NotInSet(tile, set) => {
                say!(language, "edit-not-in-set", tile = tile, set = *set)
            }
            EditError::MustStay(tile) => say!(language, "edit-must-stay", tile = tile),
            EditError::NothingPicked => say!(language, "edit-nothing-picked"),
            EditError::NoSplit(set, tile) => {
                say!(language, "edit-no-split", set = *set, tile = tile)
            }
            EditError::NoJoin => say!(language, "edit-no-join"),
            EditError::NothingToUndo => say!(language, "edit-nothing-to-undo"),
            EditError::NothingToRedo => say!(language, "edit-nothing-to-redo"),
        }
    }
}

impl Say for CommandError {
    fn say(&self, language: Language) -> String {
        match self {
            CommandError::Nothing => say!(language, "command-nothing"),
            CommandError::Tiles(why) => say!(language, "command-tiles", why = why.say(language)),
            CommandError::Number(text) => say!(language, "command-number", text = text.as_str()),
            CommandError::Expected(form) => {
                let form = match form {
                    Form::Move => "move",
                    Form::Split => "split",
                    Form::Sets => "sets",
                    Form::Numbers => "numbers",
                };
                say!(language, "command-expected", form = form)
            }
        }
    }
}

impl Say for ActionError {
    fn say(&self, language: Language) -> String {
        match self {
            ActionError::NotYourTurn => say!(language, "action-not-your-turn"),
            ActionError::Edit(why) => why.say(language),
            ActionError::Illegal(why) => why.say(language),
            ActionError::NothingLaid => say!(language, "action-nothing-laid"),
            ActionError::TilesLaid(tiles) => say!(language, "action-tiles-laid", tiles = tiles),
            ActionError::Moved => say!(language, "action-moved"),
            ActionError::FitsNowhere(tiles) => {
                say!(language, "action-fits-nowhere", tiles = tiles.as_str())
            }
            ActionError::FitsOften(tiles, sets, first) => say!(
                language,
                "action-fits-often",
                tiles = tiles.as_str(),
                sets = sets.as_str(),
                first = *first
            ),
            ActionError::Solver(why) => say!(language, "action-solver", why = why.say(language)),
        }
    }
}

impl Say for PuzzleError {
    fn say(&self, language: Language) -> String {
        match self {
            PuzzleError::TooManyTiles => say!(language, "puzzle-too-many-tiles"),
            // A position that no game reaches; whoever makes exercises reads why.
            PuzzleError::Snapshot(why) => why.to_string(),
            PuzzleError::Solve(why) => why.say(language),
            PuzzleError::TooFew(count) => say!(language, "puzzle-too-few", count = *count),
            PuzzleError::Better(why) => {
                say!(language, "puzzle-better-illegal", why = why.say(language))
            }
        }
    }
}
