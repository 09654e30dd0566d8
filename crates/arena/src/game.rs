//! Plays one game between bots and records it, either as a whole or turn by turn for games with a
//! person. Every fault of a bot, a panic too, is recorded.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

use rummilab_bot_api::{Bot, BotFault, GameOver, PublicTurn, Revealed, StopFlag, View};
use rummilab_chance::{DealId, Seed, Stream};
use rummilab_core::{
    Action, BySeat, CouldPlay, Deal, Game, Illegal, RuleSet, Seat, SeatResult, Sight, Tile,
};
use rummilab_record::{
    FaultKind, FaultRecord, GamePhase, GameRecord, PutBack, SeatRecord, TurnRecord,
};
use serde::{Deserialize, Serialize};

use crate::clock::system_clock;
use crate::deal::put_back_place;
use crate::error::HarnessError;
use crate::think_time::PhaseTimes;

/// Number of tiles put back on one turn after which the run is given up. Each new tile may stay, so
/// chance never reaches it.
const PUT_BACK_LIMIT: usize = 10_000;

/// Faults of one seat that are penalised under [`FaultPolicy::Rules`]; the next one ends the game.
const FAULTS_ALLOWED: u32 = 2;

/// A refused table with more tiles or sets is not kept in the record.
const KEPT_TILES: usize = 500;
/// Most characters of a fault's description that are kept.
const KEPT_DETAIL: usize = 500;

/// The consequence of a bot fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultPolicy {
    /// The game ends, and the faulty seat is last.
    #[default]
    End,
    /// The play is refused and the penalty of the rules is drawn; a third fault of one seat ends
    /// the game. A time-out counts as one with nothing laid (docs/rules.md#time-outs), because the
    /// bot's plan is not known. Every other fault costs the penalty for an invalid play
    /// (docs/rules.md#invalid-plays).
    Rules,
}

/// A bot in its seat for one game.
pub struct Seated {
    pub bot: Box<dyn Bot>,
    pub stream: Stream,
    pub time: PhaseTimes,
    /// The hidden tiles that it is shown.
    sight: Sight,
    /// Time of the turn in progress, and nodes of the solvers in it.
    turn: (Duration, Option<u64>),
    /// Whether it timed out, crashed or broke the protocol, and should not play another game.
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
    /// A bot before its first game. Its canonical name says which hidden tiles it is shown.
    pub fn new(canonical: &str, bot: Box<dyn Bot>, stream: Stream) -> Seated {
        Seated {
            sight: Sight::of_bot(canonical),
            bot,
            stream,
            time: PhaseTimes::default(),
            turn: Default::default(),
            broken: false,
        }
    }

    /// Tells the bot that a game begins; returns its fault, if any.
    pub fn new_game(&mut self, seat: Seat) -> Option<BotFault> {
        caught(|| self.bot.new_game(seat)).err()
    }

    /// Shows the bot the hidden tiles that it may see.
    fn reveal(&mut self, game: &Game, seat: Seat) -> Result<(), BotFault> {
        if self.sight.is_nothing() {
            return Ok(());
        }
        let hidden = Revealed::of(game, seat, self.sight);
        caught(|| self.bot.reveal(&hidden))
    }

    fn ask(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        self.timed(|bot, stream| bot.act(view, stream))
    }

    fn puts_back(&mut self, view: &View<'_>, tile: Tile) -> Result<bool, BotFault> {
        self.timed(|bot, stream| Ok(bot.put_back(view, tile, stream)))
    }

    /// Asks the bot something, which counts as time of the turn in progress.
    fn timed<T>(
        &mut self,
        ask: impl FnOnce(&mut dyn Bot, &mut Stream) -> Result<T, BotFault>,
    ) -> Result<T, BotFault> {
        let before = self.bot.nodes();
        let start = system_clock();
        let (bot, stream) = (self.bot.as_mut(), &mut self.stream);
        let answer = caught(|| ask(bot, stream)).and_then(|answer| answer);
        let (taken, nodes) = &mut self.turn;
        *taken += system_clock().saturating_sub(start);
        let asked = self.bot.nodes().zip(before);
        let asked = asked.map(|(after, before)| after.saturating_sub(before));
        *nodes = asked.map(|asked| asked + nodes.unwrap_or_default());
        self.broken |= answer.is_err();
        answer
    }

    /// Counts the turn in progress as one of this phase.
    fn end_turn(&mut self, phase: GamePhase) {
        let (taken, nodes) = std::mem::take(&mut self.turn);
        self.time.of_mut(phase).push(taken, nodes);
    }
}

/// A panic of a bot is a crash of that bot.
fn caught<T>(ask: impl FnOnce() -> T) -> Result<T, BotFault> {
    catch_unwind(AssertUnwindSafe(ask))
        .map_err(|panic| BotFault::Crash(format!("panicked: {}", panic_text(panic.as_ref()))))
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned())
}

/// The settings of a game.
#[derive(Debug, Clone)]
pub struct Setup {
    pub rules: RuleSet,
    /// The deal, for the record and for the places of tiles that are put back.
    pub deal: DealId,
    /// The seed of these places.
    pub seed: Seed,
    /// The seat that is first to move.
    pub starter: Seat,
    /// The bots by their numbers in the plan, for the record.
    pub seating: BySeat<u16>,
    /// The consequence of a bot fault.
    pub faults: FaultPolicy,
}

/// Plays a game with these tiles. `seats` are the bots in seat order.
///
/// # Errors
/// [`HarnessError::Deal`]; [`HarnessError::Endless`] after ten thousand tiles put back on one turn;
/// [`HarnessError::Interrupted`] soon after `stop` is set, which the bots watch. A bot never causes
/// an error.
///
/// # Panics
/// Unless there are as many bots as racks and the starter is a seat; if the judge panics.
pub fn play_game(
    setup: Setup,
    deal: &Deal,
    seats: &mut BySeat<Seated>,
    judge: &mut dyn CouldPlay,
    stop: &StopFlag,
) -> Result<GameRecord, HarnessError> {
    let mut game = GameInProgress::new(setup, deal, seats, stop)?;
    while game.turn(seats, judge, stop)? {}
    Ok(game.record(seats, judge))
}

/// A game between bots that is played turn by turn. The caller keeps the bots, always the same.
#[derive(Debug)]
pub struct GameInProgress {
    table: Referee,
    /// Faults at the start of the game, which count on the first turn.
    crashed: BySeat<Option<BotFault>>,
}

impl GameInProgress {
    /// A game with these tiles, before its first turn.
    ///
    /// # Errors
    /// [`HarnessError::Deal`].
    ///
    /// # Panics
    /// Unless there are as many bots as racks and the starter is a seat.
    pub fn new(
        setup: Setup,
        deal: &Deal,
        seats: &mut BySeat<Seated>,
        stop: &StopFlag,
    ) -> Result<GameInProgress, HarnessError> {
        assert_eq!(seats.len(), deal.racks.len(), "a bot for every rack");
        let table = Referee::new(setup, deal)?;
        for seated in seats.iter_mut() {
            seated.bot.watch(stop);
        }
        let crashed = BySeat::from_fn(seats.players(), |seat| seats[seat].new_game(seat));
        Ok(GameInProgress { table, crashed })
    }

    /// Plays a turn; returns whether there was one to play.
    ///
    /// # Errors
    /// Those of [`play_game`].
    pub fn turn(
        &mut self,
        seats: &mut BySeat<Seated>,
        judge: &mut dyn CouldPlay,
        stop: &StopFlag,
    ) -> Result<bool, HarnessError> {
        let Some(seat) = self.table.game.to_move() else {
            return Ok(false);
        };
        check_interrupt(stop)?;
        self.table.game.start_turn();
        let answer = match self.crashed[seat].take() {
            Some(fault) => {
                seats[seat].broken = true;
                Err(fault)
            }
            None => self.table.ask(&mut seats[seat])?,
        };
        // After an interruption the answer of a bot means nothing.
        check_interrupt(stop)?;
        self.table.turn(seat, answer, judge);
        Ok(true)
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        self.table.game()
    }

    /// Tells the bots that the game is over; its record.
    ///
    /// # Panics
    /// If the game is not over.
    pub fn record(self, seats: &mut BySeat<Seated>, judge: &mut dyn CouldPlay) -> GameRecord {
        let over = "no seat is to move, so the game is over";
        let results = self.table.game.results(judge).expect(over);
        for (seated, (seat, _)) in seats.iter_mut().zip(results.with_seats()) {
            self.table.tell_over(seat, seated, &results);
        }
        self.table.record_with(&results)
    }
}

fn check_interrupt(stop: &StopFlag) -> Result<(), HarnessError> {
    if stop.load(Ordering::Relaxed) {
        Err(HarnessError::Interrupted)
    } else {
        Ok(())
    }
}

/// A game and its record so far, for callers that play it turn by turn; [`play_game`] uses it too.
///
/// A turn is [`begin`](Referee::begin), then [`put_back`](Referee::put_back) if a tile may go back,
/// then [`turn`](Referee::turn). [`ask`](Referee::ask) lets a bot decide all of it.
#[derive(Debug, Clone)]
pub struct Referee {
    setup: Setup,
    game: Game,
    history: Vec<PublicTurn>,
    turns: Vec<TurnRecord>,
    put_back: Vec<PutBack>,
    /// Number of faults of each seat.
    faults: BySeat<u32>,
    /// Number of faults of a seat that do not end the game.
    allowed: u32,
    last: Option<FaultRecord>,
}

impl Referee {
    /// A game with these tiles, before its first turn.
    ///
    /// # Errors
    /// [`HarnessError::Deal`] if no game can start with the deal.
    ///
    /// # Panics
    /// If the starter is not a seat.
    pub fn new(setup: Setup, deal: &Deal) -> Result<Referee, HarnessError> {
        Ok(Referee {
            game: Game::new(&setup.rules, deal, setup.starter)?,
            history: Vec::new(),
            turns: Vec::new(),
            put_back: Vec::new(),
            faults: BySeat::filled(deal.racks.players(), 0),
            allowed: if setup.faults == FaultPolicy::Rules {
                FAULTS_ALLOWED
            } else {
                0
            },
            last: None,
            setup,
        })
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Every turn so far, as everybody saw it.
    pub fn history(&self) -> &[PublicTurn] {
        &self.history
    }

    /// Every turn so far, as recorded.
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// Every tile put back so far, including those of the turn in progress.
    pub fn put_backs(&self) -> &[PutBack] {
        &self.put_back
    }

    /// Starts the turn of the seat to move: the draw, if turns begin with one. A second call does
    /// nothing.
    pub fn begin(&mut self) {
        self.game.start_turn();
    }

    /// Lets the bot of the seat to move decide its turn, after [`begin`](Referee::begin). It puts
    /// tiles back and returns the answer for [`turn`](Referee::turn).
    ///
    /// # Errors
    /// [`HarnessError::Endless`] if it puts back tiles without end; [`HarnessError::Machine`] if
    /// this machine cannot run the bot.
    ///
    /// # Panics
    /// If the game is over.
    pub fn ask(&mut self, seated: &mut Seated) -> Result<Result<Action, BotFault>, HarnessError> {
        let seat = self.game.to_move().expect("a seat is to move");
        let phase = self.phase(seat);
        let answer = match self.bot_puts_back(seat, seated)? {
            Some(fault) => Err(fault),
            None => seated
                .reveal(&self.game, seat)
                .and_then(|()| seated.ask(&View::of(&self.game, seat, &self.history))),
        };
        seated.end_turn(phase);
        match answer {
            Err(fault @ BotFault::Machine(_)) => Err(HarnessError::Machine(fault)),
            answer => Ok(answer),
        }
    }

    /// The phase of the game for this seat, before any draw of its turn.
    fn phase(&self, seat: Seat) -> GamePhase {
        let game = &self.game;
        let drawn = usize::from(game.drawn_first().is_some());
        let others = seat.others(game.players());
        let others = others.map(|other| game.rack(other).len());
        let fewest = others.chain([game.rack(seat).len() - drawn]).min();
        GamePhase::of(
            game.opened(seat),
            game.pool_len() + drawn,
            fewest.unwrap_or_default(),
        )
    }

    /// Puts the tile drawn at the start of the turn back, at the place that the seed gives, and
    /// draws another.
    ///
    /// # Errors
    /// If no tile may go back; nothing has changed.
    pub fn put_back(&mut self) -> Result<Tile, Illegal> {
        let seat = self.game.to_move().ok_or(Illegal::GameOver)?;
        if !self.game.may_put_back() {
            return Err(Illegal::NothingToPutBack);
        }
        let (returns, places) = (self.game.returns(seat), self.game.put_back_places());
        let Setup { seed, deal, .. } = self.setup;
        self.put_back_at(put_back_place(seed, deal, seat, returns, places))
    }

    /// Like [`put_back`](Referee::put_back), at the place that a record gives.
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

    /// Asks whether the drawn tile goes back, as long as one may and does. A bot without an answer
    /// has a fault.
    fn bot_puts_back(
        &mut self,
        seat: Seat,
        seated: &mut Seated,
    ) -> Result<Option<BotFault>, HarnessError> {
        let mut asked = 0;
        while let Some(tile) = self.game.drawn_first().filter(|_| self.game.may_put_back()) {
            let shown = seated.reveal(&self.game, seat);
            let view = View::of(&self.game, seat, &self.history);
            match shown.and_then(|()| seated.puts_back(&view, tile)) {
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

    /// Ends the turn of the seat to move with this answer. A fault or an illegal play has the
    /// consequence given in the setup.
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

    /// The action for the record. A table is recorded as it lies now, with the owners that the
    /// referee found or confirmed.
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

    /// Tells a bot that the game is over, unless it broke down in it. Its answer has no effect.
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
            seating: self.setup.seating,
            deal: self.setup.deal.number() as u16,
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
        BotFault::Crash(_) | BotFault::Machine(_) => FaultKind::Crash,
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
