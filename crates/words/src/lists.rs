//! Things in sentences: tile letters, colours, jokers, ways in which a set lies, and lists.

use rummilab_core::{Colour, JokerKind, RuleSet, Standing};

use crate::{Argument, Language, say};

/// Things with commas and `and`.
pub fn list<S: AsRef<str>>(language: Language, things: &[S]) -> String {
    let things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match things.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            say!(language, "list", rest = rest.join(", "), last = *last)
        }
        Some((only, _)) => (*only).to_owned(),
        None => say!(language, "list-of-nothing"),
    }
}

/// The name of a colour.
pub fn colour(language: Language, colour: Colour) -> String {
    say!(language, "colour", colour = colour.word())
}

/// The name of a kind of joker.
pub fn joker(language: Language, kind: JokerKind) -> String {
    say!(language, "joker", kind = joker_key(kind))
}

/// A kind of joker as messages choose by it.
pub fn joker_key(kind: JokerKind) -> Argument {
    Argument::from(match kind {
        JokerKind::Classic => "classic",
        JokerKind::Double => "double",
        JokerKind::ColourChange => "colour-change",
        JokerKind::Mirror => "mirror",
    })
}

pub(crate) fn colour_letter(language: Language, of: Colour) -> String {
    format!("{} ({})", of.letter(), colour(language, of))
}

pub(crate) fn joker_letter(language: Language, kind: JokerKind) -> String {
    format!("{} ({})", kind.letter(), joker(language, kind))
}

/// The letters of a rule system with their meaning, such as `R (red)`: the colours, then the
/// jokers.
pub fn letters(language: Language, rules: &RuleSet) -> (Vec<String>, Vec<String>) {
    let colours = rules.colours().iter();
    let jokers = JokerKind::ALL.into_iter();
    let jokers = jokers.filter(|kind| rules.jokers.of(*kind) > 0);
    (
        colours.map(|of| colour_letter(language, *of)).collect(),
        jokers.map(|kind| joker_letter(language, kind)).collect(),
    )
}

/// How a set lies: `group of 9`, `run 8 to 10`.
pub fn standing(language: Language, standing: &Standing) -> String {
    match standing {
        Standing::Group { value, .. } => say!(language, "lies-as-group", value = *value),
        Standing::Run { step, values, .. } => say!(
            language,
            "lies-as-run",
            step = *step,
            first = values.first().copied().unwrap_or(0),
            last = values.last().copied().unwrap_or(0)
        ),
    }
}
