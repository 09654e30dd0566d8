//! Requests about a club evening. Its files come as texts with each request, and those that a step
//! changes go back; nothing is kept between two requests.

use rummilab_club::{
    Change, EVENT_FILE, EnterError, Evening, Event, Files, PLAYERS_FILE, ResultList, letter,
    names_in, placed, players_file, season, season_list, sheets, standings_list,
};
use rummilab_words::{Language, Say, say};
use serde::{Deserialize, Serialize};

use super::error::RequestError;

/// What the list of names is called in messages.
const NAMES: &str = "names";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClubRequest {
    #[serde(default)]
    files: Files,
    /// The step; without one the evening is only shown.
    #[serde(rename = "do")]
    step: Option<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Step {
    /// Begins an evening: all files but those of rounds.
    New(NewEvening),
    /// Draws the next round, or the last one again.
    Draw(DrawStep),
    /// Enters the results of a game.
    Enter(EnterStep),
    /// Says what `enter` would, and changes nothing.
    Check(EnterStep),
    Add(AddStep),
    Leave(NamedPlayer),
    Rename(RenameStep),
    /// The sheets of a round to print.
    Sheets(OfRound),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NewEvening {
    name: String,
    #[serde(default)]
    date: String,
    rules: String,
    #[serde(default)]
    options: Vec<String>,
    rounds: u64,
    #[serde(rename = "final", default)]
    with_final: bool,
    seats: usize,
    seed: u64,
    /// Names as people write them: a CSV file, or a name a line.
    names: String,
}

impl NewEvening {
    fn changes(self, language: Language) -> Result<Vec<Change>, RequestError> {
        let names = names_in(NAMES, &self.names).map_err(|faults| faulty(&faults))?;
        let players = players_file(&names).map_err(|why| refused(&why, language))?;
        let event = Event {
            name: self.name,
            date: self.date,
            rules: self.rules,
            options: self.options,
            rounds: self.rounds,
            with_final: self.with_final,
            seats: self.seats,
            seed: self.seed,
        };
        let files = [(PLAYERS_FILE, players), (EVENT_FILE, event.to_toml())];
        let change = |(file, text): (&str, String)| Change {
            file: file.to_owned(),
            text,
        };
        Ok(files.map(change).into())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DrawStep {
    #[serde(default)]
    again: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnterStep {
    round: u64,
    table: usize,
    game: usize,
    /// As people type them, by letters; table and game in front count instead of the others.
    results: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AddStep {
    names: String,
    #[serde(default)]
    reserve: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedPlayer {
    name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RenameStep {
    name: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfRound {
    round: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonRequest {
    evenings: Vec<Files>,
}

/// The answer: what a step has changed or made, and the evening after it.
#[derive(Serialize, Default)]
pub struct ClubAnswer {
    changes: Files,
    /// What was done, for people.
    said: Option<String>,
    /// The page to print.
    sheets: Option<String>,
    evening: Option<ShownEvening>,
}

#[derive(Serialize)]
struct ShownEvening {
    name: String,
    date: String,
    rounds: u64,
    #[serde(rename = "final")]
    with_final: bool,
    /// Rounds drawn, the final included.
    drawn: u64,
    players: Vec<ShownPlayer>,
    /// By rounds, as far as they are drawn.
    tables: Vec<ShownRound>,
    /// Why no round can be drawn now; nothing if one can.
    not_now: Option<String>,
    /// Whether the last round can be drawn again.
    again: bool,
    /// What does not fit together.
    remarks: Vec<String>,
    standings: ResultList,
}

#[derive(Serialize)]
struct ShownPlayer {
    name: String,
    reserve: bool,
    /// Whether the player is there in the next round without results.
    there: bool,
}

#[derive(Serialize)]
struct ShownRound {
    title: String,
    tables: Vec<ShownTable>,
}

#[derive(Serialize)]
struct ShownTable {
    title: String,
    /// By letters: `A Anna`.
    players: Vec<String>,
    games: Vec<ShownGame>,
}

#[derive(Serialize)]
struct ShownGame {
    /// The results as they were typed; nothing before the game is over.
    typed: Option<String>,
    said: String,
}

fn refused(why: &impl Say, language: Language) -> RequestError {
    RequestError::Refused(why.say(language))
}

fn faulty(why: &impl ToString) -> RequestError {
    RequestError::Refused(why.to_string())
}

fn opened(files: &Files) -> Result<Evening, RequestError> {
    Evening::open(files).map_err(|faults| faulty(&faults))
}

/// Makes a step.
///
/// # Errors
/// All faults of the files, or why the step is not made, for people.
pub fn club(request: ClubRequest, language: Language) -> Result<ClubAnswer, RequestError> {
    let ClubRequest { mut files, step } = request;
    let mut answer = ClubAnswer::default();
    let changes = match step {
        None => Vec::new(),
        Some(Step::New(new)) => new.changes(language)?,
        Some(Step::Check(step)) => {
            answer.said = Some(entered(&mut opened(&files)?, &step, language)?.1);
            return Ok(answer);
        }
        Some(Step::Sheets(OfRound { round })) => {
            let page = sheets(&opened(&files)?, round, language);
            let nothing = || refused(&EnterError::NoRound, language);
            answer.sheets = Some(page.ok_or_else(nothing)?);
            return Ok(answer);
        }
        Some(step) => {
            let evening = &mut opened(&files)?;
            match step {
                Step::Draw(DrawStep { again }) => {
                    vec![evening.draw(again).map_err(|why| refused(&why, language))?]
                }
                Step::Enter(step) => {
                    let (change, said) = entered(evening, &step, language)?;
                    answer.said = Some(said);
                    vec![change]
                }
                Step::Add(AddStep { names, reserve }) => {
                    let names = names_in(NAMES, &names).map_err(|faults| faulty(&faults))?;
                    let mut change = None;
                    for (name, is_reserve) in names {
                        let added = evening.add(&[name], reserve || is_reserve);
                        change = Some(added.map_err(|why| refused(&why, language))?);
                    }
                    change.into_iter().collect()
                }
                Step::Leave(NamedPlayer { name }) => {
                    vec![
                        evening
                            .leave(&[name])
                            .map_err(|why| refused(&why, language))?,
                    ]
                }
                Step::Rename(RenameStep { name, to }) => evening
                    .rename(&name, &to)
                    .map_err(|why| refused(&why, language))?,
                Step::New(_) | Step::Check(_) | Step::Sheets(_) => Vec::new(),
            }
        }
    };
    for Change { file, text } in changes {
        files.insert(file.clone(), text.clone());
        answer.changes.insert(file, text);
    }
    answer.evening = Some(ShownEvening::of(&opened(&files)?, language));
    Ok(answer)
}

/// The file with these results, and what they are.
fn entered(
    evening: &mut Evening,
    step: &EnterStep,
    language: Language,
) -> Result<(Change, String), RequestError> {
    let own = ((step.table, step.game), &*step.results);
    let (place, texts) = placed(&step.results).unwrap_or(own);
    let texts: Vec<&str> = texts.split('/').collect();
    let change = evening.enter(Some(step.round), place, &texts);
    let change = change.map_err(|why| refused(&why, language))?;
    let results = evening.results_text(step.round, place);
    let (table, game) = place;
    let said = if place == own.0 {
        results
    } else {
        say!(
            language,
            "club-entered",
            table = table,
            game = game,
            results = results
        )
    };
    Ok((change, said))
}

impl ShownEvening {
    fn of(evening: &Evening, language: Language) -> ShownEvening {
        let event = evening.event();
        let why_not = evening.check_draw(false).err();
        let people = evening.people().map(|(person, there)| ShownPlayer {
            name: person.name.clone(),
            reserve: person.reserve,
            there,
        });
        ShownEvening {
            name: event.name.clone(),
            date: event.date.clone(),
            rounds: event.rounds,
            with_final: event.with_final,
            drawn: evening.drawn(),
            players: people.collect(),
            tables: (1..=evening.drawn())
                .map(|round| shown_round(evening, round, language))
                .collect(),
            not_now: why_not.map(|why| why.say(language)),
            again: evening.check_draw(true).is_ok(),
            remarks: evening
                .remarks()
                .iter()
                .map(|found| found.say(language))
                .collect(),
            standings: standings_list(evening, language),
        }
    }
}

fn shown_round(evening: &Evening, round: u64, language: Language) -> ShownRound {
    let tables = (1_usize..).zip(evening.tables(round)).map(|(table, of)| {
        let players = (0..).zip(of.players());
        let games = 1..=of.games.len();
        ShownTable {
            title: say!(language, "club-table", table = table),
            players: players
                .map(|(at, player)| format!("{} {}", letter(at), evening.name(*player)))
                .collect(),
            games: games
                .map(|game| ShownGame {
                    typed: evening.typed(round, (table, game)),
                    said: evening.results_text(round, (table, game)),
                })
                .collect(),
        }
    });
    ShownRound {
        title: evening.title(round, language),
        tables: tables.collect(),
    }
}

/// The ranking of several evenings.
///
/// # Errors
/// All faults of the files of an evening, with its name.
pub fn ranked_season(
    request: &SeasonRequest,
    language: Language,
) -> Result<ResultList, RequestError> {
    let evenings = request.evenings.iter();
    let summaries = evenings.map(|files| Ok(opened(files)?.standings()));
    let summaries: Vec<_> = summaries.collect::<Result<_, RequestError>>()?;
    Ok(season_list(&season(&summaries), language))
}
