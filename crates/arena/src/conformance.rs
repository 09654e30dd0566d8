//! Conformance checks of the bot protocol: conversations with a program, and whole games against
//! other bots. Playing strength is not judged.

use std::sync::Arc;
use std::time::Duration;

use rummilab_bot_api::conformance::{Conformance, Finding};
use rummilab_bot_api::external::{External, ProbeError, TimeControl};
use rummilab_bot_api::protocol::State;
use rummilab_bot_api::{Bot, MakeOracle, StopFlag, View};
use rummilab_core::{CouldPlay, Game, RuleSet, Seat};
use rummilab_record::Block;

use crate::deal::{Draws, deal};
use crate::error::{HarnessError, PlanError, PlayersError};
use crate::plan::Plan;
use crate::spec::{PlanSpec, RulesEntry};
use crate::think_time::PhaseTimes;
use crate::worker::{Players, Worker};

/// Number of faults reported before the check of a rule system ends.
const FAULTS_TOLD: usize = 3;
/// Its opponents, by the number of seats.
const OPPONENTS: [&[&str]; 4] = [
    &["random"],
    &["random", "greedy"],
    &["random", "greedy", "single"],
    &["random", "greedy", "single", "greedy", "random"],
];

/// The parameters of a check.
#[derive(Clone, Copy)]
pub struct ConformanceCheck<'a> {
    /// The command that starts the program.
    pub command: &'a str,
    /// The name of the program in plans.
    pub name: &'a str,
    pub clock: TimeControl,
    /// Fewest own turns that it plays in each rule system.
    pub turns: u64,
    /// The seed of the deals.
    pub seed: u64,
    /// Whether it must play every rule system, not only those that it claims to play.
    pub must_play_all: bool,
    /// Makes the judge and the opponents: `random`, `greedy` and `single`.
    pub players: &'a dyn Players,
    pub oracle: MakeOracle,
}

/// Why a check could not be completed.
#[derive(Debug, thiserror::Error)]
pub enum ConformanceError<E> {
    /// The command line cannot be read.
    #[error("{0}")]
    Command(String),
    /// The rules make no plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    #[error(transparent)]
    Harness(#[from] HarnessError),
    #[error("{0}")]
    Caller(E),
}

struct Teller<F>(F);

impl<E, F: FnMut(Finding) -> Result<(), E>> Teller<F> {
    fn tell(&mut self, finding: Finding) -> Result<(), ConformanceError<E>> {
        (self.0)(finding).map_err(ConformanceError::Caller)
    }

    /// Reports the finding of a check.
    fn check(
        &mut self,
        check: &str,
        found: Result<String, String>,
    ) -> Result<(), ConformanceError<E>> {
        self.tell(Finding::new(check, found))
    }
}

impl ConformanceCheck<'_> {
    /// Checks the handshake, messages of a later version, the end of the program, and games in each
    /// of these named rule systems. Findings are reported as they come.
    ///
    /// # Errors
    /// If something other than the program is at fault.
    pub fn run<E>(
        &self,
        systems: impl Iterator<Item = Result<(String, RuleSet), E>>,
        tell: impl FnMut(Finding) -> Result<(), E>,
    ) -> Result<(), ConformanceError<E>> {
        let mut teller = Teller(tell);
        let external = self.external()?;
        let talk = Conformance::new(&external);
        let bot = match talk.starts() {
            Ok(bot) => bot,
            Err(wrong) => return teller.check("starts", Err(wrong)),
        };
        teller.check("starts", Ok(bot.who))?;
        teller.check("version", talk.version())?;
        let mut played = Vec::new();
        for system in systems {
            let (called, rules) = system.map_err(ConformanceError::Caller)?;
            let claimed = bot
                .plays
                .as_ref()
                .is_some_and(|all| all.contains(&rules.name));
            match external.probe(&rules, 2) {
                Ok(_) => played.push(rules),
                Err(error @ ProbeError::Rules(..)) => teller.tell(Finding {
                    check: called,
                    ok: (self.must_play_all || claimed).then_some(false),
                    detail: error.to_string(),
                })?,
                Err(error) => {
                    teller.check(&format!("{called}: begins a game"), Err(error.to_string()))?;
                }
            }
        }
        if let Some(rules) = played.first() {
            let of_first_turn = |check: &dyn Fn(&State) -> Result<String, String>| {
                self.first_turn(rules).and_then(|first| check(&first))
            };
            let found = of_first_turn(&|first| talk.unknown_fields(rules, first));
            teller.check("unknown fields", found)?;
            let found = of_first_turn(&|first| talk.unknown_request(rules, first));
            teller.check("unknown request", found)?;
            let found = of_first_turn(&|first| talk.refused_solve(rules, first));
            teller.check("refused solve", found)?;
            let found = of_first_turn(&|first| talk.long_line(rules, first));
            teller.check("long line", found)?;
        }
        teller.check("quit", talk.quits())?;
        teller.check("end of input", talk.ends_with_input())?;
        for rules in &played {
            self.plays(rules, &mut teller)?;
        }
        if played.is_empty() {
            let none = "there is no rule system that it plays".to_owned();
            teller.check("rules", Err(none))?;
        }
        Ok(())
    }

    fn external<E>(&self) -> Result<External, ConformanceError<E>> {
        let external = External::new(self.command, self.clock, None);
        let external = external.map_err(ConformanceError::Command)?;
        Ok(external.with_oracle(Some(self.oracle)))
    }

    /// The view of the seat to move on the first turn of a deal.
    fn first_turn(&self, rules: &RuleSet) -> Result<State, String> {
        let dealt = deal(rules, 2, Draws::PerSeat, self.seed, 0);
        let (dealt, _) = dealt.map_err(|error| error.to_string())?;
        let mut game = Game::new(rules, &dealt, Seat(0)).map_err(|error| error.to_string())?;
        game.start_turn();
        Ok(State::of(&View::of(&game, Seat(0), &[])))
    }

    /// Games of one rule system.
    fn plays<E, F: FnMut(Finding) -> Result<(), E>>(
        &self,
        rules: &RuleSet,
        teller: &mut Teller<F>,
    ) -> Result<(), ConformanceError<E>> {
        let never = StopFlag::default();
        let mut games = Games::default();
        'play: for block in 0.. {
            for opponents in OPPONENTS {
                if opponents.len() >= rules.max_players() {
                    continue;
                }
                let (plan, players) = (self.plan(rules, opponents)?, self.at_table()?);
                let played = Worker::new(&plan, &players).play_block(block, &never)?;
                games.add(&played.block, &played.times[0]);
                if games.turns >= self.turns || games.faults.len() >= FAULTS_TOLD {
                    break 'play;
                }
            }
        }
        let verdict = games.verdict();
        let sound = verdict.is_ok();
        teller.check(&format!("{}: plays", rules.name), verdict)?;
        if !sound {
            return Ok(());
        }
        let again = self.plays_again(rules)?;
        teller.check(&format!("{}: plays the same again", rules.name), again)
    }

    fn plan(&self, rules: &RuleSet, opponents: &[&str]) -> Result<Plan, PlanError> {
        let seats = opponents.len() + 1;
        let opponents = opponents.iter().map(ToString::to_string);
        Plan::new(&PlanSpec {
            bots: [self.name.to_owned()]
                .into_iter()
                .chain(opponents)
                .collect(),
            players: seats as u64,
            seed: self.seed,
            clock: Some(self.clock.to_string()),
            rules: RulesEntry::from(rules),
            ..PlanSpec::default()
        })
    }

    fn at_table<E>(&self) -> Result<AtTable<'_>, ConformanceError<E>> {
        Ok(AtTable {
            name: self.name,
            external: Arc::new(self.external()?),
            others: self.players,
        })
    }

    /// Plays the same deal and seed alone and after another game.
    fn plays_again<E>(
        &self,
        rules: &RuleSet,
    ) -> Result<Result<String, String>, ConformanceError<E>> {
        let never = StopFlag::default();
        let (plan, players) = (self.plan(rules, OPPONENTS[0])?, self.at_table()?);
        let mut games = Vec::new();
        let mut worker = Worker::new(&plan, &players);
        for block in [0, 1, 0] {
            games.push(worker.play_block(block, &never)?.block);
        }
        let alone = Worker::new(&plan, &players).play_block(0, &never)?.block;
        Ok(match (alone == games[0], alone == games[2]) {
            (true, true) => Ok("for equal seeds, alone and after another game".to_owned()),
            (false, _) => Err(differs("when it is started again", &alone, &games[0])),
            (true, false) => Err(differs(
                "after another game, so `newgame` did not make it forget",
                &alone,
                &games[2],
            )),
        })
    }
}

/// The checked program as a player among others.
struct AtTable<'a> {
    name: &'a str,
    external: Arc<External>,
    others: &'a dyn Players,
}

impl Players for AtTable<'_> {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        if canonical == self.name {
            Ok(Box::new(self.external.bot()))
        } else {
            self.others.bot(canonical)
        }
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        self.others.judge()
    }
}

fn differs(when: &str, one: &Block, other: &Block) -> String {
    let games = one.games.iter().zip(&other.games);
    let turn = games.enumerate().find_map(|(game, (a, b))| {
        let turn = a.turns.iter().zip(&b.turns).position(|(a, b)| a != b);
        turn.map(|turn| format!(": game {game} goes another way on turn {turn}"))
    });
    format!(
        "with the same seed it plays otherwise {when}{}; draw random numbers from `seed` alone",
        turn.unwrap_or_default()
    )
}

/// Statistics of the games of a rule system.
#[derive(Default)]
struct Games {
    games: u64,
    turns: u64,
    /// Games in which it opened.
    opened: u64,
    faults: Vec<String>,
    time: PhaseTimes,
}

impl Games {
    /// Counts the actions of the first bot of the plan.
    fn add(&mut self, block: &Block, time: &PhaseTimes) {
        self.time.add(time);
        for (number, game) in block.games.iter().enumerate() {
            self.games += 1;
            let players = game.seating.len();
            let own = game
                .seating
                .iter()
                .zip(&game.seats)
                .filter(|(bot, _)| **bot == 0);
            for (_, seat) in own {
                self.turns += u64::from(seat.own_turns);
                self.opened += u64::from(seat.opened_turn.is_some());
            }
            for fault in game.faults().filter(|fault| game.seating[fault.seat] == 0) {
                self.faults.push(format!(
                    "{:?} with {players} seats, deal {}, game {number}, turn {}: {}",
                    fault.kind,
                    block.block,
                    game.turns.len(),
                    fault.detail
                ));
            }
        }
    }

    fn verdict(&self) -> Result<String, String> {
        if !self.faults.is_empty() {
            return Err(self.faults.join("; "));
        }
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let time = self.time.all();
        Ok(format!(
            "{} turns in {} games without a fault, opened in {} of them; {:.0} µs a turn, \
             longest {:.0}",
            self.turns,
            self.games,
            self.opened,
            micros(time.mean()),
            micros(time.longest)
        ))
    }
}
