//! Why a typed text does not consist of tiles.

use rummilab_core::notation::{Expected, NotationError, NotationProblem};

use crate::lists::{colour_letter, joker_letter};
use crate::{Language, Say, say};

impl Say for NotationError {
    fn say(&self, language: Language) -> String {
        let (column, token) = (self.column, self.token.as_str());
        match &*self.expected {
            Expected::Copies(copies) => say!(
                language,
                "too-many-of-a-tile",
                column = column,
                token = token,
                copies = *copies
            ),
            Expected::TileInEachSet => {
                let ends = self.problem == NotationProblem::EndsEmptySet;
                let side = if ends { "ends" } else { "begins" };
                say!(
                    language,
                    "empty-set",
                    column = column,
                    token = token,
                    side = side
                )
            }
            Expected::Tile {
                colours,
                values,
                jokers,
            } => {
                let colours = colours.iter().map(|of| colour_letter(language, *of));
                let colours = colours.collect::<Vec<_>>().join(", ");
                let jokers = jokers.iter().map(|kind| {
                    let joker = joker_letter(language, *kind);
                    say!(language, "or-a-joker", joker = joker)
                });
                let known = self.problem == NotationProblem::OfOtherRules;
                say!(
                    language,
                    "not-a-tile",
                    column = column,
                    token = token,
                    known = known,
                    colours = colours,
                    values = *values,
                    jokers = jokers.collect::<String>()
                )
            }
        }
    }
}
