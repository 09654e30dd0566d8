//! Collects ends from games of a bot, and certifies them.

use rummilab_arena::{Draws, deal};
use rummilab_bot_api::{Bot, PublicTurn, View, Visible};
use rummilab_bots::endgame::Choice;
use rummilab_bots::{BotSpec, roster};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Game, RuleSet, Seat};
use rummilab_search::count::Lies;
use rummilab_solver::Solver;
use serde::Serialize;

use super::{CertifiedEnd, EndsError, SIZES, Worth, laid_by};

/// How many turns of the wanted kind there were. Turns are those of the player alone; against its
/// equal they are those of both seats.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Collection {
    /// Games played.
    pub games: u64,
    /// Games in which the pool ran out.
    pub pool_empty: u64,
    /// Turns with an empty pool, 8 to 24 tiles on both racks, both players opened, and no way to go
    /// out at once.
    pub turns: u64,
    /// Games with such a turn of which one was taken and certified.
    pub ends: u64,
    /// Games of which one was taken and could not be certified: too large.
    pub unproven: u64,
    /// Turns of that kind on which the player can go out at once. They are not taken.
    pub can_go_out: u64,
    /// Of those the turns on which it does.
    pub goes_out: u64,
    /// Turns with an empty pool and so many tiles before both have opened. They are not taken.
    pub not_opened: u64,
    /// Turns with one or two tiles in the pool and at most 24 on the racks. They are not taken.
    pub before_the_last_tile: u64,
}

/// Plays games of a bot, and takes one turn of each: a random one of those of 8 to 24 tiles with
/// an empty pool on which it is to move and cannot go out at once. The random numbers follow from
/// the seed.
pub struct EndCollector<'r> {
    rules: &'r RuleSet,
    names: [String; 2],
    /// The player and its opponent.
    bots: [Box<dyn Bot>; 2],
    judge: Box<dyn Solver>,
    lies: Lies,
    seed: u64,
    /// What was found so far.
    pub found: Collection,
}

impl<'r> EndCollector<'r> {
    /// A collector of the ends of `player` against `opponent`.
    ///
    /// # Errors
    /// [`EndsError::Rules`].
    pub fn new(
        rules: &'r RuleSet,
        player: &BotSpec,
        opponent: &BotSpec,
        seed: u64,
    ) -> Result<EndCollector<'r>, EndsError> {
        Ok(EndCollector {
            rules,
            names: [player, opponent].map(ToString::to_string),
            bots: [player.make(), opponent.make()],
            judge: roster::solver(),
            lies: Lies::new(rules).ok_or(EndsError::Rules)?,
            seed,
            found: Collection::default(),
        })
    }

    /// Plays this deal; the player sits in seat 0 in deals of even numbers. `None` if it has no
    /// such turn, or the one that was taken is too large.
    ///
    /// # Errors
    /// If the game cannot be played.
    pub fn collect(&mut self, number: u64) -> Result<Option<CertifiedEnd>, EndsError> {
        let mut ends = self.play(number)?;
        self.found.games += 1;
        self.found.turns += ends.len() as u64;
        let picked = Stream::new(Key::sample(self.seed, "end", number)).index(ends.len());
        let Some(picked) = picked else {
            return Ok(None);
        };
        let mut end = ends.swap_remove(picked);
        let turns = match end.every_turn(self.rules, &mut self.lies) {
            Err(EndsError::Unsolved(..)) => {
                self.found.unproven += 1;
                return Ok(None);
            }
            turns => turns?,
        };
        self.found.ends += 1;
        certify(&mut end, &turns).ok_or_else(|| {
            EndsError::Position(number, format!("{:?} is no legal turn", end.played))
        })?;
        Ok(Some(end))
    }

    /// Plays the game. All its turns of the wanted kind, without their worth.
    fn play(&mut self, number: u64) -> Result<Vec<CertifiedEnd>, EndsError> {
        let dealt = deal(self.rules, 2, Draws::PerSeat, self.seed, number);
        let (dealt, _) = dealt.map_err(|why| EndsError::Deal(number, why.to_string()))?;
        let game = Game::new(self.rules, &dealt, Seat(0));
        let mut game = game.map_err(|why| EndsError::Deal(number, why.to_string()))?;
        let first = (number % 2) as usize;
        let mut streams = Vec::new();
        for seat in Seat::all(2) {
            let bot = first ^ seat.index();
            self.bots[bot].new_game(seat);
            let key = Key::bot(self.seed, &self.names[bot], seat.index(), number);
            streams.push(Stream::new(key));
        }
        let (mut history, mut ends) = (Vec::new(), Vec::new());
        while let Some(seat) = game.to_move() {
            let bot = first ^ seat.index();
            let own = self.names[bot] == self.names[0];
            let small = own && self.is_small_end(&game);
            let goes_out = small && self.can_go_out(&game, seat)?;
            let wanted = small && !goes_out;
            let end = wanted.then(|| self.end(number, &game, seat, &history));
            let view = View::of(&game, seat, &history);
            let action = self.bots[bot].act(&view, &mut streams[seat.index()]);
            let action = action.map_err(|fault| EndsError::Bot(number, fault))?;
            let event = game.act(&action, &mut self.judge);
            let turn = PublicTurn::of(&event.map_err(|why| EndsError::Turn(number, why))?);
            if let Some(mut end) = end {
                end.played = laid_by(&turn).to_string();
                ends.push(end);
            }
            self.found.can_go_out += u64::from(goes_out);
            self.found.goes_out += u64::from(goes_out && game.rack(seat).is_empty());
            history.push(turn);
        }
        self.found.pool_empty += u64::from(game.pool_len() == 0);
        Ok(ends)
    }

    /// Whether this turn is of an end of so many tiles. Counts those that are nearly so.
    fn is_small_end(&mut self, game: &Game<'_>) -> bool {
        let tiles: usize = Seat::all(2).map(|seat| game.rack(seat).len()).sum();
        if game.pool_len() > 0 {
            let near = tiles <= *SIZES.end() && game.pool_len() <= 2;
            self.found.before_the_last_tile += u64::from(near);
            return false;
        }
        let opened = Seat::all(2).all(|seat| game.opened(seat));
        self.found.not_opened += u64::from(SIZES.contains(&tiles) && !opened);
        SIZES.contains(&tiles) && opened
    }

    fn can_go_out(&mut self, game: &Game<'_>, seat: Seat) -> Result<bool, EndsError> {
        let table = game.position(seat).table;
        let heap = table.checked_add(game.rack(seat));
        let lie = heap.and_then(|heap| self.lies.lies(&heap));
        lie.ok_or(EndsError::Rules)
    }

    fn end(&self, deal: u64, game: &Game<'_>, seat: Seat, history: &[PublicTurn]) -> CertifiedEnd {
        CertifiedEnd {
            opponent: self.names[1].clone(),
            deal,
            seat: seat.index(),
            turns: written(history),
            table: game.table().to_string(),
            racks: [0, 1].map(|seat| game.rack(Seat(seat)).to_string()),
            played: String::new(),
            played_worth: Worth::of(0),
            best: Worth::of(0),
            best_turn: String::new(),
            moves: 0,
            as_good: 0,
            best_turns: 0,
        }
    }
}

/// Writes the worths of these turns, the best first, into an end; `None` if the turn of the game
/// is not among them.
fn certify(end: &mut CertifiedEnd, turns: &[Choice]) -> Option<()> {
    let best = turns.first()?;
    let played = turns
        .iter()
        .find(|turn| turn.laid.to_string() == end.played)?;
    end.best = Worth::of(best.worth);
    end.played_worth = Worth::of(played.worth);
    end.best_turn = best.laid.to_string();
    end.moves = turns.len();
    let as_good = |turn: &&Choice| Worth::of(turn.worth).wins >= end.best.wins;
    end.as_good = turns.iter().filter(as_good).count();
    end.best_turns = turns.iter().filter(|turn| turn.worth == best.worth).count();
    Some(())
}

/// Turns as [`CertifiedEnd::turns`] has them.
fn written(history: &[PublicTurn]) -> String {
    let words = history.iter().map(|turn| match &turn.visible {
        Visible::Laid(laid) => laid.to_string(),
        Visible::Drew | Visible::Penalty(1..) => "draw".to_owned(),
        Visible::Passed | Visible::Penalty(0) => "pass".to_owned(),
    });
    let words: Vec<String> = words.collect();
    let runs = words.chunk_by(|a, b| a == b);
    let pieces = runs.map(|run| match run.len() {
        1 => run[0].clone(),
        many => format!("{}*{many}", run[0]),
    });
    pieces.collect::<Vec<_>>().join(" ; ")
}
