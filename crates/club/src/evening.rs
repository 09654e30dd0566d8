//! An evening: what its files say, and the next step.

use rummilab_arena::ClubDraw;
use rummilab_chance::Seed;
use rummilab_core::RuleSet;
use rummilab_stats::{ClubShape, ClubSummary, ClubTally};

use crate::event::EVENT_FILE;
use crate::people::{PLAYERS_FILE, People, PeopleError, Person};
use crate::refusals::{DrawError, EnterError, Remark};
use crate::round::{Round, RoundTable, is_round_file, round_file};
use crate::{Change, Event, FileFault, FileFaults, Files};

fn whole_file_fault(file: &str, what: &str) -> FileFault {
    FileFault {
        file: file.to_owned(),
        line: None,
        what: what.to_owned(),
    }
}

/// A club evening, as far as it has come.
#[derive(Debug, Clone)]
pub struct Evening {
    event: Event,
    rules: RuleSet,
    people: People,
    /// The rounds that were drawn; the final is the round after the last.
    rounds: Vec<Round>,
}

impl Evening {
    /// Reads an evening from all its files, with that of its rules if they have one.
    ///
    /// # Errors
    /// All faults of the files.
    pub fn open(files: &Files) -> Result<Evening, FileFaults> {
        let missing = || FileFaults(vec![whole_file_fault(EVENT_FILE, "is not there")]);
        let event = Event::parse(files.get(EVENT_FILE).ok_or_else(missing)?)?;
        let rules = event.read_rules(files)?;
        Evening::read(event, rules, files)
    }

    /// Reads players and rounds of an event under its rules.
    ///
    /// # Errors
    /// All faults of the files.
    pub fn read(event: Event, rules: RuleSet, files: &Files) -> Result<Evening, FileFaults> {
        let fault = whole_file_fault;
        let text = files.get(PLAYERS_FILE);
        let text = text.ok_or_else(|| FileFaults(vec![fault(PLAYERS_FILE, "is not there")]))?;
        let people = People::read(text)?;
        let of_event: Vec<String> = (1..=event.all_rounds())
            .map(|round| round_file(&event, round))
            .collect();
        let strange = files
            .keys()
            .filter(|file| is_round_file(file) && !of_event.contains(file));
        let strange = strange.map(|file| fault(file, "club.toml has no such round"));
        let (mut rounds, mut faults) = (Vec::new(), strange.collect::<Vec<_>>());
        for (before, file) in of_event.iter().enumerate() {
            let Some(text) = files.get(file) else {
                continue;
            };
            if rounds.len() < before {
                faults.push(fault(file, "an earlier round is not there"));
            }
            match Round::read(file, text, (event.seats, &people, &rules)) {
                Ok(round) => rounds.push(round),
                Err(FileFaults(more)) => faults.extend(more),
            }
        }
        if !faults.is_empty() {
            return Err(FileFaults(faults));
        }
        Ok(Evening {
            event,
            rules,
            people,
            rounds,
        })
    }

    pub fn event(&self) -> &Event {
        &self.event
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The number of rounds drawn, the final included.
    pub fn drawn(&self) -> u64 {
        self.rounds.len() as u64
    }

    /// The tables of a round, from 1; none if it was not drawn.
    pub fn tables(&self, round: u64) -> &[RoundTable] {
        let round = self.round_at(round).and_then(|at| self.rounds.get(at));
        round.map_or(&[], |round| &round.tables)
    }

    /// The name of a player.
    pub fn name(&self, player: u16) -> &str {
        self.people.name(player)
    }

    fn round_at(&self, round: u64) -> Option<usize> {
        usize::try_from(round.checked_sub(1)?).ok()
    }

    /// The games of a round, from 1, that miss results, as table and game from 0.
    pub fn open_games(&self, round: u64) -> Vec<(usize, usize)> {
        let round = self.round_at(round).and_then(|at| self.rounds.get(at));
        round.map(Round::open_games).unwrap_or_default()
    }

    /// The file of the next round, with its tables drawn; with `again` that of the last round,
    /// drawn anew for those who are there now.
    ///
    /// # Errors
    /// If results are missing, or there is nothing to draw.
    pub fn draw(&self, again: bool) -> Result<Change, DrawError> {
        let (round, mut draw) = self.before_draw(again)?;
        let (entries, _) = self.of_round(&draw, round);
        let ranking = draw.clone().ranking(round - 1, &entries);
        let tables = self.draw_round(&mut draw, round);
        let drawn = Round::new(&tables, &self.people, &ranking, |player| draw.lot(player));
        Ok(Change {
            file: round_file(&self.event, round),
            text: drawn.text(),
        })
    }

    /// Whether [`Evening::draw`] would draw tables; quick, because it draws none.
    ///
    /// # Errors
    /// Those of [`Evening::draw`].
    pub fn check_draw(&self, again: bool) -> Result<(), DrawError> {
        self.before_draw(again).map(|_| ())
    }

    /// The round to draw, and the state before it.
    fn before_draw(&self, again: bool) -> Result<(u64, ClubDraw), DrawError> {
        let before = match (again, self.rounds.last()) {
            (true, None) => return Err(DrawError::NothingDrawn),
            (true, Some(last)) if last.has_begun() => return Err(DrawError::Begun(self.drawn())),
            (true, Some(_)) => self.rounds.len() - 1,
            (false, _) => {
                self.check_complete()?;
                self.rounds.len()
            }
        };
        let (round, draw) = (before as u64 + 1, self.replay(before, |_, _| ()));
        self.check_places(&draw, round)?;
        Ok((round, draw))
    }

    fn check_complete(&self) -> Result<(), DrawError> {
        for round in 1..=self.drawn() {
            let open = self.open_games(round);
            if let Some((table, game)) = open.first() {
                return Err(DrawError::Open {
                    round,
                    games: open.len(),
                    table: table + 1,
                    game: game + 1,
                });
            }
        }
        if self.drawn() >= self.event.all_rounds() {
            return Err(DrawError::Over);
        }
        Ok(())
    }

    /// Whether those who are there fill tables of the size of the event, or of one less at tables
    /// of four.
    fn check_places(&self, draw: &ClubDraw, round: u64) -> Result<(), DrawError> {
        let (entries, reserves) = self.of_round(draw, round);
        let (players, seats) = (entries.len(), self.event.seats);
        if round > self.event.rounds {
            let enough = players >= 3;
            return enough.then_some(()).ok_or(DrawError::TooFew(players));
        }
        if players == 0 {
            return Err(DrawError::TooFew(players));
        }
        let all_seats = players.next_multiple_of(seats);
        let may_be_empty = match seats {
            4 => all_seats / seats,
            _ => 0,
        };
        let empty = all_seats - players;
        let missing = empty.saturating_sub(reserves.len() + may_be_empty);
        let enough = missing == 0;
        enough
            .then_some(())
            .ok_or(DrawError::Reserves { players, missing })
    }

    /// Players and reserve players of a round, from 1.
    fn of_round(&self, draw: &ClubDraw, round: u64) -> (Vec<u16>, Vec<u16>) {
        let (mut entries, reserves) = self.people.present(round);
        if round > self.event.rounds {
            entries.retain(|player| draw.lot(*player).is_some());
        }
        (entries, reserves)
    }

    fn draw_round(&self, draw: &mut ClubDraw, round: u64) -> Vec<Vec<u16>> {
        let (entries, reserves) = self.of_round(draw, round);
        if entries.is_empty() {
            Vec::new()
        } else if round > self.event.rounds {
            vec![draw.final_table(round - 1, &entries)]
        } else {
            draw.tables(round - 1, &entries, &reserves)
        }
    }

    /// The state after these rounds as they were recorded. `visit` gets each round, with the state
    /// before it.
    fn replay(&self, rounds: usize, mut visit: impl FnMut(u64, ClubDraw)) -> ClubDraw {
        let (seed, seats) = (Seed::from(self.event.seed), self.event.seats);
        let mut draw = ClubDraw::new(&self.rules, seed, seats, self.people.len());
        for (number, round) in (1..).zip(&self.rounds[..rounds]) {
            visit(number, draw.clone());
            let (entries, _) = self.of_round(&draw, number);
            draw.ranking(number - 1, &entries);
            draw.keep_lots(&round.numbered("lot"));
            draw.seat(&round.players());
            for game in round.tables.iter().flat_map(|table| &table.games) {
                let (players, results) = game.played();
                draw.add_game(&players, &results);
            }
        }
        draw
    }

    /// Whether the tables of a round would be others if they were drawn now, with the state before
    /// it. Tables are drawn again only if the ranking is another, because that takes seconds.
    fn has_other_tables(&self, number: u64, mut draw: ClubDraw, round: &Round) -> bool {
        let (entries, _) = self.of_round(&draw, number);
        let now = draw.clone().ranking(number - 1, &entries);
        let then = round.numbered("rank").into_iter().map(|(_, player)| player);
        // Without earlier results the tables follow from the list of players alone.
        let same = number == 1 || now.into_iter().zip(then).all(|(now, then)| now == then);
        !same && self.draw_round(&mut draw, number) != round.players()
    }

    /// What does not fit together in the files.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let mut rounds = self.rounds.iter();
        self.replay(self.rounds.len(), |number, draw| {
            let round = rounds.next();
            if round.is_some_and(|round| self.has_other_tables(number, draw, round)) {
                remarks.push(Remark::OtherTables { round: number });
            }
        });
        for (round, of) in (1..).zip(&self.rounds) {
            let seated = |player: u16| {
                let mut tables = of.tables.iter();
                tables.any(|table| table.players().contains(&player))
            };
            let all_sit = round <= self.event.rounds;
            for (player, person) in self.people.iter() {
                let name = person.name.clone();
                match (person.is_there(round), seated(player)) {
                    (true, false) if all_sit && !person.reserve => {
                        remarks.push(Remark::NotSeated { name, round });
                    }
                    (false, true) => remarks.push(Remark::NotThere { name, round }),
                    _ => {}
                }
            }
        }
        remarks
    }

    /// Takes the results of a game of a round, by letters. Table and game count from 1; without a
    /// round it is the last.
    ///
    /// # Errors
    /// If there is no such game, or the results cannot be.
    pub fn enter(
        &mut self,
        round: Option<u64>,
        (table, game): (usize, usize),
        texts: &[&str],
    ) -> Result<Change, EnterError> {
        let round = round.unwrap_or(self.drawn());
        let no_game = EnterError::NoGame { table, game };
        let at = self.round_at(round).ok_or(EnterError::NoRound)?;
        let of = self.rounds.get_mut(at).ok_or(EnterError::NoRound)?;
        let place = table.checked_sub(1).zip(game.checked_sub(1));
        let place = place.ok_or_else(|| no_game.clone())?;
        let entered = of.enter(&self.rules, place, texts).ok_or(no_game)?;
        entered.map_err(EnterError::Fault)?;
        Ok(Change {
            file: round_file(&self.event, round),
            text: of.text(),
        })
    }

    /// The rounds that have results.
    fn begun(&self) -> u64 {
        let begun = self.rounds.iter().filter(|round| round.has_begun());
        begun.count() as u64
    }

    /// Adds players, or takes back players who have left. They are there from the first round
    /// without results, which can be drawn anew.
    ///
    /// # Errors
    /// If a name is none, or is there already.
    pub fn add(&mut self, names: &[String], reserve: bool) -> Result<Change, PeopleError> {
        let from = self.begun() + 1;
        for name in names {
            self.people.add(name, reserve, from)?;
        }
        Ok(self.players_file())
    }

    /// Lets players leave: after the last round, or before it if that has no results yet.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn leave(&mut self, names: &[String]) -> Result<Change, PeopleError> {
        let last = self.begun();
        for name in names {
            self.people.leave(name, last)?;
        }
        Ok(self.players_file())
    }

    /// Gives a player another name, in every file: those to write, in this order. Whenever that is
    /// stopped the files fit together, because until the end the list of players has the former
    /// name, too.
    ///
    /// # Errors
    /// If there is no such player, or the name is none or that of another.
    pub fn rename(&mut self, player: &str, name: &str) -> Result<Vec<Change>, PeopleError> {
        let player = self.people.rename(player, name)?;
        let mut changes = vec![self.players_file()];
        for (number, round) in (1..).zip(&mut self.rounds) {
            if round.rename(player, self.people.name(player)) {
                let file = round_file(&self.event, number);
                let text = round.text();
                changes.push(Change { file, text });
            }
        }
        self.people.forget_former(player);
        changes.push(self.players_file());
        Ok(changes)
    }

    /// All players, first those who get a place, each with whether the next round to draw, or the
    /// last that was drawn and has no results, has room for them.
    pub fn people(&self) -> impl Iterator<Item = (&Person, bool)> {
        let round = self.begun() + 1;
        let people = self.people.iter().map(|(_, person)| person);
        people.map(move |person| (person, person.is_there(round)))
    }

    /// The results of a game as they were typed, with `/` between; `None` if it has none. All
    /// numbers count from 1.
    pub fn typed(&self, round: u64, (table, game): (usize, usize)) -> Option<String> {
        let place = (table.checked_sub(1)?, game.checked_sub(1)?);
        self.rounds.get(self.round_at(round)?)?.typed(place)
    }

    fn players_file(&self) -> Change {
        Change {
            file: PLAYERS_FILE.to_owned(),
            text: self.people.text(),
        }
    }

    /// The result list so far. Who never came is not in it.
    pub fn standings(&self) -> ClubSummary {
        let people: Vec<_> = self.people.iter().map(|(_, person)| person).collect();
        let entries = people.iter().filter(|person| !person.reserve).count();
        let shape = ClubShape {
            tables: self
                .rounds
                .first()
                .map_or(0, |round| round.tables.len() as u64),
            rounds: self.event.rounds,
            with_final: self.event.with_final,
            entries,
        };
        let mut tally = ClubTally::new(shape, people.len());
        for (number, round) in (0..).zip(&self.rounds) {
            for (at, table) in (0..).zip(&round.tables) {
                for game in &table.games {
                    let (players, results) = game.played();
                    tally.add_game((number, at), &players, &results, &self.rules);
                }
            }
        }
        let names: Vec<&str> = people.iter().map(|person| person.name.as_str()).collect();
        let mut summary = tally.summary(&names, &self.rules, self.event.seats);
        let never_came = |name: &str| {
            let person = people.iter().find(|person| person.name == name);
            person.is_some_and(|person| !person.came())
        };
        let played = |places: &[u32]| places.iter().sum::<u32>() > 0;
        let (listed, absent): (Vec<_>, Vec<_>) = summary
            .ranking
            .into_iter()
            .partition(|row| played(&row.places) || !never_came(&row.bot));
        summary.ranking = listed;
        for rank in summary.ranking.iter_mut().flat_map(|row| &mut row.rank) {
            let own = *rank;
            let before = absent.iter().filter(|row| row.rank < Some(own));
            *rank -= before.count();
        }
        summary.reserves.retain(|row| played(&row.places));
        summary
    }
}
