//! Verdicts and reasons of a review as facts, which are told in the language of whoever asks.

use rummilab_words::{Language, say};

use super::grade::Grade;

/// To whom a review is told.
#[derive(Debug, Clone, Default)]
pub(super) struct Reader {
    pub language: Language,
    /// The name of the reviewed bot; `None` where the reader has played.
    pub bot: Option<String>,
}

impl Reader {
    /// The reviewed player as `you` and `who` of a message.
    pub fn player(&self) -> (bool, &str) {
        (self.bot.is_none(), self.bot.as_deref().unwrap_or_default())
    }
}

/// The grade or the basis of a grade.
#[derive(Debug, Clone, Copy, Default)]
pub(super) enum Verdict {
    #[default]
    NotCompared,
    NotJudged,
    WentOut,
    NoChoice,
    AsTheModel,
    /// The grade of a loss with this interval.
    Graded([f64; 2]),
    LostAlready,
    Wins,
    Shares,
}

impl Verdict {
    pub fn told(self, language: Language) -> String {
        match self {
            Verdict::NotCompared => say!(language, "review-not-compared"),
            Verdict::NotJudged => say!(language, "review-not-judged"),
            Verdict::WentOut => say!(language, "review-went-out"),
            Verdict::NoChoice => say!(language, "review-no-choice"),
            Verdict::AsTheModel => say!(language, "review-as-the-model"),
            Verdict::Graded(ends) => Grade::in_words(language, ends),
            Verdict::LostAlready => say!(language, "review-lost-already"),
            Verdict::Wins => say!(language, "review-wins"),
            Verdict::Shares => say!(language, "review-shares"),
        }
    }
}

/// Why the better turn is better.
#[derive(Debug, Clone)]
pub(super) enum Reason {
    /// It is what the model does.
    OfModel,
    CouldHaveGoneOut,
    CouldHaveOpened,
    /// What was done let another player out: `laid`, `joker`, or `time`.
    LetOut(&'static str),
    /// The rest of the game is solved: the tiles to lay, if any, and whether that wins.
    Solved {
        tiles: Option<String>,
        wins: bool,
    },
}

impl Reason {
    /// The reason in words; `of_model` says what the model does.
    pub fn told(&self, reader: &Reader, of_model: impl FnOnce() -> String) -> String {
        let language = reader.language;
        let (you, who) = reader.player();
        match self {
            Reason::OfModel => of_model(),
            Reason::CouldHaveGoneOut => {
                say!(language, "review-could-have-gone-out", you = you, who = who)
            }
            Reason::CouldHaveOpened => {
                say!(language, "review-could-have-opened", you = you, who = who)
            }
            Reason::LetOut(how) => {
                let how = format!("{how}-{}", if you { "you" } else { "other" });
                say!(language, "review-let-out", how = how, who = who)
            }
            Reason::Solved { tiles, wins } => say!(
                language,
                "review-solved",
                lays = tiles.is_some(),
                tiles = tiles.as_deref().unwrap_or_default(),
                wins = *wins
            ),
        }
    }
}
