//! `club enter`: results, one game a line.

use std::io::{self, BufRead};

use rummilab::club::{Change, EnterError, Evening, GamePlace, placed};
use rummilab::words::{Language, Say, say};

use super::folder::ClubFolder;
use super::{EveningArgs, print_remarks};
use crate::error::{Error, Exit, remark};
use crate::numbers::whole;
use crate::output::Out;
use crate::tables::hanging;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    evening: EveningArgs,
    /// Results of a game by letters: table and game, then what each player has left, or the points
    /// of each with signs: "2.1 +40 / -5 / -20 / -15". Without any they are asked for
    #[arg(value_name = "RESULTS")]
    results: Vec<String>,
    /// The round, from 1, the final after the last; the last that was drawn unless given
    #[arg(long, value_name = "N", value_parser = whole(1, 101))]
    round: Option<u64>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let entry = Entry {
        folder: ClubFolder(&args.evening.folder),
        round: args.round,
        language: args.evening.language.language(),
    };
    if args.results.is_empty() {
        entry.ask()?;
    } else {
        for line in &args.results {
            let expected = || Error::Input(say!(entry.language, "club-no-place", line = line));
            let (place, texts) = placed(line).ok_or_else(expected)?;
            let said = entry.take(place, texts)?;
            said.map_err(|why| Error::Input(format!("{line}: {}", why.say(entry.language))))?;
        }
    }
    entry.end()?;
    Ok(Exit::Done)
}

struct Entry<'a> {
    folder: ClubFolder<'a>,
    round: Option<u64>,
    language: Language,
}

impl Entry<'_> {
    /// The round, which was drawn.
    fn round_of(&self, evening: &Evening) -> Result<u64, Error> {
        let round = self.round.unwrap_or(evening.drawn());
        let drawn = !evening.tables(round).is_empty();
        let no_round = || Error::Input(EnterError::NoRound.say(self.language));
        drawn.then_some(round).ok_or_else(no_round)
    }

    /// Takes results and writes them. The files are read anew, since somebody may have corrected
    /// them.
    fn take(&self, place: GamePlace, texts: &str) -> Result<Result<(), EnterError>, Error> {
        let lock = self.folder.lock()?;
        let mut evening = self.folder.read()?;
        let texts: Vec<&str> = texts.split('/').collect();
        let change: Change = match evening.enter(self.round, place, &texts) {
            Ok(change) => change,
            Err(why) => return Ok(Err(why)),
        };
        self.folder.write(&lock, &change)?;
        drop(lock);
        let round = self.round_of(&evening)?;
        let (table, game) = place;
        let said = say!(
            self.language,
            "club-entered",
            table = table,
            game = game,
            results = evening.results_text(round, place)
        );
        Out::new().text(&hanging(4, &said))?;
        Ok(Ok(()))
    }

    /// Asks for each game without results, until the end of the lines.
    fn ask(&self) -> Result<(), Error> {
        self.round_of(&self.folder.read()?)?;
        Out::new().text(&hanging(0, &say!(self.language, "club-enter-help")))?;
        let (mut line, mut after) = (String::new(), (0, 0));
        while let Some(place) = self.next_game(after)? {
            line.clear();
            let read = io::stdin().lock().read_line(&mut line);
            let read = read.map_err(|cause| Error::Read("standard input".to_owned(), cause))?;
            let typed = line.trim();
            // The end of a line that was cut off may be missing, such as the last 0 of 200.
            if read > 0 && !line.ends_with('\n') {
                remark(&say!(self.language, "club-unfinished", line = typed));
                break;
            }
            if read == 0 || typed == "q" {
                break;
            }
            if typed.is_empty() {
                after = place;
                continue;
            }
            let (place, texts) = placed(typed).unwrap_or((place, typed));
            if let Err(why) = self.take(place, texts)? {
                Out::new().text(&hanging(0, &why.say(self.language)))?;
            }
        }
        Ok(())
    }

    /// Asks for the next game without results after this one, from the beginning again after the
    /// last; `None` if there is none.
    fn next_game(&self, after: GamePlace) -> Result<Option<GamePlace>, Error> {
        let evening = self.folder.read()?;
        let round = self.round_of(&evening)?;
        let open = evening.open_games(round);
        let mut open = open.iter().map(|(table, game)| (table + 1, game + 1));
        let first = open.clone().next();
        let Some((table, game)) = open.find(|place| *place > after).or(first) else {
            return Ok(None);
        };
        let of = &evening.tables(round)[table - 1].games[game - 1];
        let players = evening.lettered(&of.players, " / ");
        let language = self.language;
        let asked = say!(
            language,
            "club-prompt",
            table = table,
            game = game,
            players = players
        );
        Out::new().text(&hanging(4, &asked))?;
        Ok(Some((table, game)))
    }

    /// Says what is missing, and what does not fit together now.
    fn end(&self) -> Result<(), Error> {
        let evening = self.folder.read()?;
        let open = evening.open_games(self.round_of(&evening)?).len();
        let said = match open {
            0 => say!(self.language, "club-all-entered"),
            _ => say!(self.language, "club-missing", games = open),
        };
        Out::new().text(&said)?;
        print_remarks(&evening, self.language);
        Ok(())
    }
}
