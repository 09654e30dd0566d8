//! Refusals of requests in words. What only a program can cause is told in English.

use rummilab_arena::PersonError;
use rummilab_core::{NamedRulesError, PRESET_NAMES};
use rummilab_play::ResumeError;
use rummilab_play::review::ReviewError;
use rummilab_record::ReadError;
use rummilab_words::{Language, Say, explained_set, say};

use super::error::RequestError;
use crate::error::{Error, PositionError};

impl Say for RequestError {
    fn say(&self, language: Language) -> String {
        match self {
            RequestError::Position(why) => why.say(language),
            RequestError::TooManyJobs(jobs) => {
                say!(language, "engine-too-many-jobs", jobs = *jobs)
            }
            RequestError::BrokenDown => say!(language, "engine-broken-down"),
            RequestError::NoGame(game) => say!(language, "engine-no-game", game = *game),
            RequestError::NoLevel(level) => {
                say!(language, "engine-no-level", level = level.as_str())
            }
            RequestError::Setting(PersonError::NoRedeal) => say!(language, "engine-no-redeal"),
            RequestError::Saved(why) => {
                say!(language, "engine-no-saved-game", why = why.to_string())
            }
            RequestError::Resume(ResumeError::OtherPlan) => say!(language, "engine-other-plan"),
            RequestError::Resume(ResumeError::Turn(turn, why)) => say!(
                language,
                "engine-saved-turn",
                turn = *turn,
                why = why.as_str()
            ),
            RequestError::Command(why) => why.say(language),
            RequestError::Refused(why) => why.clone(),
            RequestError::NoGameHere => say!(language, "engine-no-exercise"),
            RequestError::Puzzle(why) => why.say(language),
            RequestError::Better(why) => why.say(language),
            RequestError::Review(why) => review_refused(language, why),
            RequestError::NoReview => say!(language, "engine-no-review"),
            RequestError::NotOver => say!(language, "engine-not-over"),
            RequestError::NoRecord => say!(language, "engine-no-record"),
            RequestError::Read(why) => {
                say!(
                    language,
                    "engine-unreadable",
                    why = unreadable(language, why)
                )
            }
            RequestError::NoRecordedGame(block, game) => say!(
                language,
                "engine-no-recorded-game",
                block = *block,
                game = *game
            ),
            RequestError::Replay(why) => {
                say!(language, "engine-no-replay", why = why.to_string())
            }
            other => other.to_string(),
        }
    }
}

/// Why a file is no record that can be read.
fn unreadable(language: Language, why: &ReadError) -> String {
    let (what, at) = match why {
        ReadError::Foreign => ("foreign", 0),
        ReadError::TornHeader(at) => ("header", *at),
        ReadError::NewerVersion(format, _) => ("newer", u64::from(*format)),
        ReadError::OlderVersion(format) => ("older", u64::from(*format)),
        ReadError::Torn(at, _) => ("torn", *at),
        ReadError::Corrupt(at, _) => ("damaged", *at),
        ReadError::Io(_) => return why.to_string(),
    };
    say!(language, "engine-read-fault", what = what, at = at)
}

fn review_refused(language: Language, why: &ReviewError) -> String {
    match why {
        ReviewError::NoSuchSeat(seat) => {
            say!(language, "engine-no-such-review-seat", seat = *seat)
        }
        ReviewError::Solve(why) => why.say(language),
        ReviewError::OtherBots => say!(language, "engine-other-bots"),
        ReviewError::PlayedOtherwise(turn, program) => say!(
            language,
            "engine-plays-otherwise",
            turn = turn.as_str(),
            program = program.as_str()
        ),
        other => other.to_string(),
    }
}

impl Say for Error {
    fn say(&self, language: Language) -> String {
        match self {
            Error::Rules(NamedRulesError::Unknown { name, hint }) => {
                let near = hint.split('`').nth(1).unwrap_or_default();
                say!(
                    language,
                    "engine-no-rules",
                    name = name.as_str(),
                    known = PRESET_NAMES.join(", "),
                    hint = !near.is_empty(),
                    near = near
                )
            }
            Error::Rules(NamedRulesError::Faults { name, faults, .. }) => {
                let faults: Vec<String> = faults.iter().map(|fault| fault.say(language)).collect();
                let (name, faults) = (name.as_str(), faults.join("; "));
                say!(
                    language,
                    "engine-faulty-rules",
                    name = name,
                    faults = faults
                )
            }
            Error::Tiles(wrong) => say!(
                language,
                "engine-tiles",
                field = field_in(language, &wrong.name),
                why = wrong.error.say(language)
            ),
            Error::Position(why) => why.say(language),
            Error::Solve(why) => why.say(language),
            Error::NotJudged(why) => say!(language, "engine-not-judged", why = why.to_string()),
            other => other.to_string(),
        }
    }
}

impl Say for PositionError {
    fn say(&self, language: Language) -> String {
        match self {
            PositionError::EmptySet(field) => {
                say!(
                    language,
                    "engine-empty-set",
                    field = field_in(language, field)
                )
            }
            PositionError::SeveralSets(field, sets) => say!(
                language,
                "engine-several-sets",
                field = field_in(language, field),
                sets = *sets
            ),
            PositionError::NotASet {
                name,
                number,
                set,
                fault,
            } => say!(
                language,
                "engine-not-a-set",
                field = field_in(language, name),
                number = *number,
                why = explained_set(language, set, fault)
            ),
            PositionError::Table(field, why) => say!(
                language,
                "engine-table",
                field = field_in(language, field),
                why = why.say(language)
            ),
            PositionError::TooMany(field, tile, copies) => say!(
                language,
                "engine-too-many",
                field = field_in(language, field),
                tile = tile,
                copies = *copies
            ),
            PositionError::TooManyTogether(tile, copies) => say!(
                language,
                "engine-too-many-together",
                tile = tile,
                copies = *copies
            ),
            PositionError::TooManyUnseen(tile, copies) => say!(
                language,
                "engine-too-many-unseen",
                tile = tile,
                copies = *copies
            ),
            PositionError::OwnerCount(field, owners, sets) => say!(
                language,
                "engine-owner-count",
                field = field_in(language, field),
                owners = *owners,
                sets = *sets
            ),
            PositionError::NoSuchSeat(field, seat, most) => say!(
                language,
                "engine-no-such-seat",
                field = field_in(language, field),
                seat = *seat,
                most = *most
            ),
            PositionError::TooManyGroups {
                name,
                seat,
                groups,
                most,
            } => say!(
                language,
                "engine-too-many-groups",
                field = field_in(language, name),
                seat = *seat,
                groups = *groups,
                most = *most
            ),
            other => other.to_string(),
        }
    }
}

/// What a field of a question is called in this language: programs know it by its English name.
fn field_in(language: Language, field: &str) -> String {
    match language {
        Language::English => field.to_owned(),
        Language::German | Language::Marked => {
            let name = field.trim_matches('`');
            say!(language, "engine-field", field = name)
        }
    }
}
