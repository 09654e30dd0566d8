//! Plays one game between bots and records it, as a whole or, for whoever has a person at the
//! table, turn by turn. Whatever a bot does wrong, panics included, is a fault in the record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rummilab_bot_api::{Bot, BotFault, GameOver, PublicTurn, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{
    Action, BySeat, CouldPlay, Deal, Game, Illegal, RuleSet, Seat, SeatResult, Tile,
};
use rummilab_record::{FaultKind, FaultRecord, GameRecord, PutBack, SeatRecord, TurnRecord};
use serde::{Deserialize, Serialize};

use crate::clock::system_clock;
use crate::error::HarnessError;

/// Tiles that go back on one turn before the run is given up: each one that comes instead may stay.
const PUT_BACK_LIMIT: usize = 10_000;

/// With [`FaultPolicy::Rules`], the faults of one seat that are penalised; the next ends the game.
pub const FAULTS_ALLOWED: u32 = 2;

/// A refused table with more tiles or sets than this is not kept in the record.
const KEPT_TILES: usize = 500;
/// The most characters of a fault's description that are kept.
const KEPT_DETAIL: usize = 500;

/// What a bot fault leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultPolicy {
    /// The game ends, the faulty seat is last.
    #[default]
    End,
    /// The play is refused and the penalty of the rules drawn; a third fault of one seat ends the
    /// game. A time-out is that of a seat which has laid nothing (docs/rules.md#time-outs): what a
    /// bot had in mind nobody knows. Every other fault costs the penalty of an invalid play
    /// (docs/rules.md#invalid-plays).
    Rules,
}

/// How long a bot has thought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ThinkTime {
    /// Turns it was asked for.
    pub turns: u64,
    /// The nodes of its solvers ([`Bot::nodes`]); `None` if it does not count, or was not asked.
    pub nodes: Option<u64>,
    /// All of them together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl ThinkTime {
    /// Adds the turns of another.
    pub fn add(&mut self, other: ThinkTime) {
        self.turns += other.turns;
        self.nodes = match (self.nodes, other.nodes) {
            (Some(ours), Some(theirs)) => Some(ours + theirs),
            (ours, theirs) => ours.or(theirs),
        };
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// A bot in its seat for one game.
pub struct Seated {
    /// The bot.
    pub bot: Box<dyn Bot>,
    /// Its own random numbers.
    pub stream: Stream,
    /// How long it has thought.
    pub time: ThinkTime,
    /// Whether it timed out, crashed or talked nonsense, and should not play another game.
    pub broken: bool,
}

impl std::fmt::Debug for Seated {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seated")
            .field("time", &self.time)
            .field("broken", &self.broken)
            .finish_non_exhaustive()
    }
}

impl Seated {
    /// A bot that has not played yet.
    pub fn new(bot: Box<dyn Bot>, stream: Stream) -> Seated {
        Seated {
            bot,
            stream,
            time: ThinkTime::default(),
            broken: false,
        }
    }

    /// Tells the bot that a game begins; what it did wrong then, if anything.
    pub fn new_game(&mut self, seat: Seat) -> Option<BotFault> {
        caught(|| self.bot.new_game(seat)).err()
    }

    fn ask(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        self.timed(1, |bot, stream| bot.act(view, stream))
    }

    fn puts_back(&mut self, view: &View<'_>, tile: Tile) -> Result<bool, BotFault> {
        self.timed(0, |bot, stream| Ok(bot.put_back(view, tile, stream)))
    }

    /// Asks the bot something that counts as so many turns.
    fn timed<T>(
        &mut self,
        turns: u64,
        ask: impl FnOnce(&mut dyn Bot, &mut Stream) -> Result<T, BotFault>,
    ) -> Result<T, BotFault> {
        let before = self.bot.nodes();
        let start = system_clock();
        let (bot, stream) = (self.bot.as_mut(), &mut self.stream);
        let answer = caught(|| ask(bot, stream)).and_then(|answer| answer);
        let taken = system_clock().saturating_sub(start);
        let nodes = self.bot.nodes().zip(before);
        self.time.add(ThinkTime {
            turns,
            nodes: nodes.map(|(after, before)| after.saturating_sub(before)),
            total: taken,
            longest: taken,
        });
        self.broken |= answer.is_err();
        answer
    }
}

/// A panic of a bot is a crash of that bot.
fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, BotFault> {
    catch_unwind(AssertUnwindSafe(ask))
        .map_err(|panic| BotFault::Crash(format!("panicked: {}", panic_text(panic.as_ref()))))
}

/// What a panic says.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// What is settled before a game begins.
#[derive(Clone, Copy)]
pub struct Setup<'a> {
    /// The rules.
    pub rules: &'a RuleSet,
    /// The deal.
    pub deal: &'a Deal,
    /// The number of the deal in its block, for the record.
    pub deal_number: u16,
    /// The seat that is first to move.
    pub starter: Seat,
    /// The bots by their numbers in the plan, for the record.
    pub seating: &'a BySeat<u16>,
    /// What a bot fault leads to.
    pub faults: FaultPolicy,
    /// Where a tile lands that goes back to the pool: see [`put_back_place`](crate::put_back_place)
    /// for seat, returns and places.
    pub place: &'a (dyn Fn(Seat, u32, usize) -> usize + Sync),
}

impl std::fmt::Debug for Setup<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setup")
            .field("deal", &self.deal_number)
            .field("starter", &self.starter)
            .field("seating", &self.seating)
            .finish_non_exhaustive()
    }
}

/// Plays a game. `seats` are the bots in seat order.
///
/// # Errors
/// [`HarnessError::Deal`], [`HarnessError::Endless`] after ten thousand tiles put back on one turn,
/// [`HarnessError::Interrupted`] soon after `stop` is set, which the bots watch. Never because of a
/// bot.
///
/// # Panics
/// If there are not as many bots as racks, the starter is no seat, or the judge panics.
pub fn play_game(
    setup: Setup<'_>,
    seats: &mut BySeat<Seated>,
    judge: &mut dyn CouldPlay,
    stop: &StopFlag,
) -> Result<GameRecord, HarnessError> {
    assert_eq!(seats.len(), setup.deal.racks.len(), "a bot for every rack");
    let mut table = Referee::new(setup)?;
    for seated in seats.iter_mut() {
        seated.bot.watch(stop);
    }
    let mut crashed = BySeat::from_fn(seats.players(), |seat| seats[seat].new_game(seat));
    while let Some(seat) = table.game.to_move() {
        check_interrupt(stop)?;
        table.game.start_turn();
        let answer = match crashed[seat].take() {
            Some(fault) => {
                seats[seat].broken = true;
                Err(fault)
            }
            None => table.ask(&mut seats[seat])?,
        };
        // A bot that saw the flag may have answered anything.
        check_interrupt(stop)?;
        table.turn(seat, answer, judge);
    }
    let over = "no seat is to move, so the game is over";
    let results = table.game.results(judge).expect(over);
    for (seated, (seat, _)) in seats.iter_mut().zip(results.with_seats()) {
        table.tell_over(seat, seated, &results);
    }
    Ok(table.record_with(&results))
}

fn check_interrupt(stop: &StopFlag) -> Result<(), HarnessError> {
    match stop.load(Ordering::Relaxed) {
        true => Err(HarnessError::Interrupted),
        false => Ok(()),
    }
}

/// A game and its record so far: what [`play_game`] plays, for callers who play it turn by turn.
///
/// A turn is [`begin`](Referee::begin), then [`put_back`](Referee::put_back) where a tile may go
/// back, then [`turn`](Referee::turn); [`ask`](Referee::ask) has a bot decide all of it.
#[derive(Debug, Clone)]
pub struct Referee<'r> {
    setup: Setup<'r>,
    game: Game<'r>,
    history: Vec<PublicTurn>,
    turns: Vec<TurnRecord>,
    put_back: Vec<PutBack>,
    /// Faults of each seat.
    faults: BySeat<u32>,
    /// Faults of a seat that do not end the game.
    allowed: u32,
    last: Option<FaultRecord>,
}

impl<'r> Referee<'r> {
    /// A game before its first turn.
    ///
    /// # Errors
    /// [`HarnessError::Deal`] if no game can begin with the deal.
    ///
    /// # Panics
    /// If the starter is no seat.
    pub fn new(setup: Setup<'r>) -> Result<Referee<'r>, HarnessError> {
        Ok(Referee {
            setup,
            game: Game::new(setup.rules, setup.deal, setup.starter)?,
            history: Vec::new(),
            turns: Vec::new(),
            put_back: Vec::new(),
            faults: BySeat::filled(setup.deal.racks.players(), 0),
            allowed: if setup.faults == FaultPolicy::Rules {
                FAULTS_ALLOWED
            } else {
                0
            },
            last: None,
        })
    }

    /// The state of the game.
    pub fn game(&self) -> &Game<'r> {
        &self.game
    }

    /// Every turn so far, as everybody saw it.
    pub fn history(&self) -> &[PublicTurn] {
        &self.history
    }

    /// Every turn so far, as it is recorded.
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// Every tile that went back to the pool so far, those of the turn that has begun included.
    pub fn put_backs(&self) -> &[PutBack] {
        &self.put_back
    }

    /// Begins the turn of the seat to move: the draw, where turns begin with one. Does nothing the
    /// second time.
    pub fn begin(&mut self) {
        self.game.start_turn();
    }

    /// Has the bot of the seat to move decide its turn, after [`begin`](Referee::begin): tiles that
    /// go back do so, the rest is the answer for [`turn`](Referee::turn).
    ///
    /// # Errors
    /// [`HarnessError::Endless`] if it puts back tiles without end.
    ///
    /// # Panics
    /// If the game is over.
    pub fn ask(&mut self, seated: &mut Seated) -> Result<Result<Action, BotFault>, HarnessError> {
        let seat = self.game.to_move().expect("a seat is to move");
        Ok(match self.bot_puts_back(seat, seated)? {
            Some(fault) => Err(fault),
            None => seated.ask(&View::of(&self.game, seat, &self.history)),
        })
    }

    /// Puts the tile that the turn began with back to the pool, at the place that the seed says,
    /// and draws another.
    ///
    /// # Errors
    /// If no tile may go back; nothing has changed.
    pub fn put_back(&mut self) -> Result<Tile, Illegal> {
        let seat = self.game.to_move().ok_or(Illegal::GameOver)?;
        if !self.game.may_put_back() {
            return Err(Illegal::NothingToPutBack);
        }
        let (returns, places) = (self.game.returns(seat), self.game.put_back_places());
        self.put_back_at((self.setup.place)(seat, returns, places))
    }

    /// As [`put_back`](Referee::put_back), at the place that a record says.
    ///
    /// # Errors
    /// If no tile may go back, or there is no such place; nothing has changed.
    pub fn put_back_at(&mut self, place: usize) -> Result<Tile, Illegal> {
        let turn = self.turns.len() as u32;
        let tile = self.game.put_back(place)?;
        let place = place as u16;
        self.put_back.push(PutBack { turn, place });
        Ok(tile)
    }

    /// Asks whether the tile drawn goes back, as long as one may and does. A bot that has no answer
    /// has a fault.
    fn bot_puts_back(
        &mut self,
        seat: Seat,
        seated: &mut Seated,
    ) -> Result<Option<BotFault>, HarnessError> {
        let mut asked = 0;
        while let Some(tile) = self.game.drawn_first().filter(|_| self.game.may_put_back()) {
            match seated.puts_back(&View::of(&self.game, seat, &self.history), tile) {
                Err(fault) => return Ok(Some(fault)),
                Ok(false) => break,
                Ok(true) if asked == PUT_BACK_LIMIT => return Err(HarnessError::Endless(asked)),
                Ok(true) => asked += 1,
            }
            self.put_back()
                .expect("the tile may go back, and the place is one of the pool");
        }
        Ok(None)
    }

    /// Ends the turn of the seat to move with this answer. A fault or an illegal play leads to what
    /// the setup says.
    ///
    /// # Panics
    /// If the game is over, or `seat` is not to move.
    pub fn turn(
        &mut self,
        seat: Seat,
        answer: Result<Action, BotFault>,
        judge: &mut dyn CouldPlay,
    ) {
        assert_eq!(self.game.to_move(), Some(seat), "whose turn it is");
        let fault = match answer {
            Err(fault) => bot_fault(seat, &fault),
            Ok(action) => match self.game.act(&action, judge) {
                Ok(event) => {
                    self.history.push(PublicTurn::of(&event));
                    self.turns.push(self.recorded(&action));
                    return;
                }
                Err(reason) => illegal(seat, reason.to_string(), action),
            },
        };
        self.faults[seat] += 1;
        if self.faults[seat] > self.allowed {
            self.game.end_by_fault(seat);
            self.last = Some(fault);
        } else {
            let event = match fault.kind {
                FaultKind::Timeout => self.game.time_out_idle(judge),
                _ => self.game.penalise_invalid(),
            };
            let event = event.expect("a seat is to move, so the game is not over");
            self.history.push(PublicTurn::of(&event));
            self.turns.push(TurnRecord::Refused(fault));
        }
    }

    /// What was done. A table is recorded as it lies now: with the owners that the referee found or
    /// confirmed.
    fn recorded(&self, action: &Action) -> TurnRecord {
        match action {
            Action::Draw => TurnRecord::Draw,
            Action::Pass => TurnRecord::Pass,
            Action::Play(_) => TurnRecord::Play(self.game.table().clone()),
        }
    }

    /// The record of the whole game.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn record(self, judge: &mut dyn CouldPlay) -> GameRecord {
        let over = "no seat is to move, so the game is over";
        let results = self.game.results(judge).expect(over);
        self.record_with(&results)
    }

    /// The fault that ended the game, if one did.
    pub fn last_fault(&self) -> Option<&FaultRecord> {
        self.last.as_ref()
    }

    /// Tells a bot that the game is over, unless it broke down in it. The game is over whatever it
    /// does.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn tell_over(&self, seat: Seat, seated: &mut Seated, results: &BySeat<SeatResult>) {
        if seated.broken {
            return;
        }
        let over = GameOver {
            ending: self.game.ending().expect("no seat is to move"),
            results,
            fault: self.last.as_ref().map(|fault| fault.detail.as_str()),
        };
        let view = View::of(&self.game, seat, &self.history);
        seated.broken = caught(|| seated.bot.game_over(&view, &over)).is_err();
    }

    fn record_with(self, results: &BySeat<SeatResult>) -> GameRecord {
        let seats = results.with_seats();
        let seats = seats.map(|(seat, result)| SeatRecord::of(&self.game, seat, *result));
        let seats = seats.collect();
        GameRecord {
            seating: self.setup.seating.clone(),
            deal: self.setup.deal_number,
            starter: self.setup.starter,
            turns: self.turns,
            put_back: self.put_back,
            ending: self.game.ending().expect("no seat is to move"),
            seats,
            fault: self.last,
        }
    }
}

fn illegal(seat: Seat, detail: String, action: Action) -> FaultRecord {
    let kept = match &action {
        Action::Play(table) => {
            let owners = table.owners().unwrap_or_default();
            table.sets().len() <= KEPT_TILES
                && table.tiles().count() <= KEPT_TILES
                && owners.iter().flatten().all(|seat| *seat < u8::MAX)
        }
        Action::Draw | Action::Pass => true,
    };
    // Without the action the reason is all there is, and it may quote a set of any size.
    let detail = if kept { detail } else { shortened(&detail) };
    FaultRecord {
        seat,
        kind: FaultKind::Illegal,
        detail,
        action: kept.then_some(action),
    }
}

fn bot_fault(seat: Seat, fault: &BotFault) -> FaultRecord {
    let kind = match fault {
        BotFault::Timeout => FaultKind::Timeout,
        BotFault::Crash(_) => FaultKind::Crash,
        BotFault::Protocol(_) => FaultKind::Protocol,
    };
    FaultRecord {
        seat,
        kind,
        detail: shortened(&fault.to_string()),
        action: None,
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(KEPT_DETAIL).collect()
}
