//! Replays a recorded game with core's referee and compares the result.

use rummilab_core::{
    Action, BySeat, CouldPlay, DealError, Ending, Event, Game, Happened, Illegal, RuleSet, Seat,
    Table, TileCounts,
};

use crate::types::{Block, FaultKind, FaultRecord, GameRecord, Header, SeatRecord, TurnRecord};

/// One turn of a replay: the action, its outcome, and the state after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayedTurn {
    pub turn: usize,
    /// The number of the seat's own turn, from 1, as players count.
    pub own_turn: u32,
    /// The seat, its action and the outcome.
    pub event: Event,
    /// The table after the turn.
    pub table: Table,
    /// The racks after the turn, hidden tiles included, in seat order.
    pub racks: BySeat<TileCounts>,
    /// Tiles in the pool after the turn.
    pub pool_len: usize,
}

impl ReplayedTurn {
    fn of(turn: usize, own_turn: u32, event: Event, after: &Game) -> ReplayedTurn {
        ReplayedTurn {
            turn,
            own_turn,
            event,
            table: after.table().clone(),
            racks: BySeat::from_fn(after.players(), |seat| *after.rack(seat)),
            pool_len: after.pool_len(),
        }
    }
}

/// The turn that a fault broke off.
#[derive(Debug, Clone)]
pub struct BrokenOff {
    /// The position in which the bot had to decide, as a turn with a penalty of no tiles.
    pub turn: ReplayedTurn,
    /// The state in which it had to decide.
    pub game: Game,
}

/// A recorded game that cannot have happened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{problem}", .turn.map(|turn| format!("turn {turn}: ")).unwrap_or_default())]
pub struct ReplayError {
    /// The turn, from 0; `None` if the deal or the result is wrong.
    pub turn: Option<usize>,
    pub problem: ReplayProblem,
}

/// The fault of a recorded game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayProblem {
    /// The block has no such game.
    #[error("the block has {0} games")]
    NoSuchGame(usize),
    /// The block does not hold the deal of the game.
    #[error("there is no deal {0}, the block has {1}")]
    NoSuchDeal(u16, usize),
    /// No game can start with the deal.
    #[error("the deal is wrong: {0}")]
    Deal(#[from] DealError),
    /// Too many or too few of something: its name, its number, and the number of seats of the deal.
    #[error("there are {1} {0} for {2} seats")]
    Seats(&'static str, usize, usize),
    /// The referee refuses the turn.
    #[error("illegal: {0}")]
    Illegal(Illegal),
    /// A tile cannot have been put back there.
    #[error("a tile went back: {0}")]
    PutBack(Illegal),
    /// The record says that the referee refused an action, but the referee accepts it.
    #[error("recorded as refused, but it is legal")]
    NotRefused,
    /// The fault belongs to a seat that was not to move.
    #[error("the fault is of seat {0}, seat {1} was to move")]
    FaultSeat(Seat, Seat),
    /// The turns end before the game is over.
    #[error("the turns end, the game does not")]
    Unfinished,
    /// A value of the result is different.
    #[error("{}{field} is recorded as {recorded}, the replay gives \
        {replayed}", .seat.map(|seat| format!("seat {seat}: ")).unwrap_or_default())]
    Result {
        /// The seat; `None` for the game as a whole.
        seat: Option<Seat>,
        /// The name of the value.
        field: &'static str,
        recorded: String,
        replayed: String,
    },
}

/// A replay, turn by turn.
#[derive(Debug, Clone)]
pub struct Replay<'a> {
    game: Game,
    record: &'a GameRecord,
    turn: usize,
}

/// Replays one game of a block, all turns and the result.
///
/// # Errors
/// The first disagreement.
pub fn replay(
    header: &Header,
    block: &Block,
    game: usize,
    judge: &mut dyn CouldPlay,
) -> Result<Vec<ReplayedTurn>, ReplayError> {
    let mut replay = Replay::new(&header.rules, block, game)?;
    let mut steps = Vec::with_capacity(block.games[game].turns.len());
    while let Some(step) = replay.step(judge) {
        steps.push(step?);
    }
    replay.finish(judge)?;
    Ok(steps)
}

/// The turn that a fault of this game broke off, after a replay of all turns; `None` if none did.
///
/// # Errors
/// The first disagreement.
pub fn replay_broken_off(
    header: &Header,
    block: &Block,
    game: usize,
    judge: &mut dyn CouldPlay,
) -> Result<Option<BrokenOff>, ReplayError> {
    let mut replay = Replay::new(&header.rules, block, game)?;
    while let Some(step) = replay.advance(judge) {
        step?;
    }
    replay.broken_off()
}

impl<'a> Replay<'a> {
    /// Starts the replay of the game with this index in the block.
    ///
    /// # Errors
    /// If there is no such game, or no game can start with its deal.
    pub fn new(rules: &RuleSet, block: &'a Block, game: usize) -> Result<Replay<'a>, ReplayError> {
        let record = block
            .games
            .get(game)
            .ok_or(ReplayProblem::NoSuchGame(block.games.len()))?;
        let deals = block.deals.len();
        let deal = block.deals.get(usize::from(record.deal));
        let deal = &deal
            .ok_or(ReplayProblem::NoSuchDeal(record.deal, deals))?
            .deal;
        let seats = deal.racks.len();
        if record.starter.index() >= seats {
            let (what, found) = ("starters", record.starter.index());
            return Err(ReplayProblem::Seats(what, found, seats).into());
        }
        let game = Game::new(rules, deal, record.starter).map_err(ReplayProblem::Deal)?;
        for (what, found) in [
            ("bots", record.seating.len()),
            ("results", record.seats.len()),
        ] {
            if found != seats {
                return Err(ReplayProblem::Seats(what, found, seats).into());
            }
        }
        Ok(Replay {
            game,
            record,
            turn: 0,
        })
    }

    /// The state after the turns so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The state in which the next turn was decided: after the draw, if turns begin with one, and
    /// after the tiles were put back. `None` if the record has no more turns.
    ///
    /// # Errors
    /// If a tile cannot have been put back.
    pub fn deciding(&self) -> Option<Result<Game, ReplayError>> {
        self.record.turns.get(self.turn)?;
        let mut game = self.game.clone();
        let begun = begin(&mut game, self.record, self.turn);
        let turn = Some(self.turn);
        let begun = begun.map_err(|problem| ReplayError { turn, problem });
        Some(begun.map(|()| game))
    }

    /// The turn that a fault broke off, once all other turns are played; `None` if none did.
    ///
    /// # Errors
    /// If a tile cannot have been put back.
    pub fn broken_off(&self) -> Result<Option<BrokenOff>, ReplayError> {
        let Some(fault) = self.record.fault_on(self.turn) else {
            return Ok(None);
        };
        let mut game = self.game.clone();
        let begun = begin(&mut game, self.record, self.turn);
        begun.map_err(|problem| ReplayError {
            turn: Some(self.turn),
            problem,
        })?;
        let event = Event {
            seat: fault.seat,
            drawn_first: game.drawn_first(),
            put_back: self.record.returns_on(self.turn) as u32,
            happened: Happened::Penalty(Vec::new()),
        };
        let own_turn = game.own_turns(fault.seat) + 1;
        let turn = ReplayedTurn::of(self.turn, own_turn, event, &game);
        Ok(Some(BrokenOff { turn, game }))
    }

    /// Plays the next turn; `None` if the record has no more. After an error the game is unchanged.
    pub fn step(&mut self, judge: &mut dyn CouldPlay) -> Option<Result<ReplayedTurn, ReplayError>> {
        Some(self.advance(judge)?.map(|(turn, event)| {
            let own_turn = self.game.own_turns(event.seat);
            ReplayedTurn::of(turn, own_turn, event, &self.game)
        }))
    }

    /// Plays the next turn without copying the state.
    pub(crate) fn advance(
        &mut self,
        judge: &mut dyn CouldPlay,
    ) -> Option<Result<(usize, Event), ReplayError>> {
        let turn = self.turn;
        let record = self.record.turns.get(turn)?;
        // A refused turn can only have changed something if turns begin with a draw.
        let known = self.game.rules().draw_first.then(|| self.game.clone());
        let begun = begin(&mut self.game, self.record, turn);
        let event = begun.and_then(|()| play(&mut self.game, record, judge));
        match (&event, known) {
            (Ok(_), _) => self.turn += 1,
            (Err(_), Some(known)) => self.game = known,
            (Err(_), None) => {}
        }
        let error = |problem| ReplayError {
            turn: Some(turn),
            problem,
        };
        Some(event.map(|event| (turn, event)).map_err(error))
    }

    /// Ends the game, by its fault if there is one, and compares the result.
    ///
    /// # Errors
    /// If turns are left, the game is not over, or a value of the result differs.
    pub fn finish(mut self, judge: &mut dyn CouldPlay) -> Result<(), ReplayError> {
        if self.turn < self.record.turns.len() {
            return Err(ReplayProblem::Unfinished.into());
        }
        if let Some(fault) = &self.record.fault {
            let turn = Some(self.turn);
            let begun = begin(&mut self.game, self.record, self.turn);
            begun.map_err(|problem| ReplayError { turn, problem })?;
            check_fault(&self.game, fault, judge)?;
            self.game.end_by_fault(fault.seat);
        }
        let (Some(ending), Some(results)) = (self.game.ending(), self.game.results(judge)) else {
            return Err(ReplayProblem::Unfinished.into());
        };
        let (recorded, replayed) = (describe(self.record.ending), describe(ending));
        same(None, "the ending", &recorded, &replayed)?;
        for ((seat, recorded), result) in self.record.seats.with_seats().zip(results) {
            compare(seat, recorded, &SeatRecord::of(&self.game, seat, result))?;
        }
        Ok(())
    }
}

/// Starts a turn: the draw, if turns begin with one, and the tiles put back.
fn begin(game: &mut Game, record: &GameRecord, turn: usize) -> Result<(), ReplayProblem> {
    game.start_turn();
    for place in record.places_on(turn) {
        let back = game.put_back(usize::from(place));
        back.map_err(ReplayProblem::PutBack)?;
    }
    Ok(())
}

fn play(
    game: &mut Game,
    turn: &TurnRecord,
    judge: &mut dyn CouldPlay,
) -> Result<Event, ReplayProblem> {
    let action = match turn {
        TurnRecord::Draw => &Action::Draw,
        TurnRecord::Pass => &Action::Pass,
        TurnRecord::Play(table) => &Action::Play(table.clone()),
        TurnRecord::Refused(fault) => {
            check_fault(game, fault, judge)?;
            let event = match fault.kind {
                FaultKind::Timeout => game.time_out_idle(judge),
                _ => game.penalise_invalid(),
            };
            return event.map_err(ReplayProblem::Illegal);
        }
    };
    game.act(action, judge).map_err(ReplayProblem::Illegal)
}

/// Checks that the seat was to move and that the referee refuses the action for the given reason.
fn check_fault(
    game: &Game,
    fault: &FaultRecord,
    judge: &mut dyn CouldPlay,
) -> Result<(), ReplayProblem> {
    let to_move = game
        .to_move()
        .ok_or(ReplayProblem::Illegal(Illegal::GameOver))?;
    if fault.seat != to_move {
        return Err(ReplayProblem::FaultSeat(fault.seat, to_move));
    }
    let (FaultKind::Illegal, Some(action)) = (fault.kind, &fault.action) else {
        return Ok(());
    };
    match game.clone().act(action, judge) {
        Ok(_) => Err(ReplayProblem::NotRefused),
        Err(reason) => {
            let (recorded, replayed) = (&fault.detail, reason.to_string());
            same(None, "the referee's reason", recorded, &replayed)
        }
    }
}

fn compare(seat: Seat, recorded: &SeatRecord, replayed: &SeatRecord) -> Result<(), ReplayProblem> {
    let opened =
        |turn: Option<u32>| turn.map_or_else(|| "never".to_owned(), |turn| turn.to_string());
    let (a, b) = (recorded, replayed);
    same(Some(seat), "score", &a.score, &b.score)?;
    same(Some(seat), "place", &a.place, &b.place)?;
    same(Some(seat), "tiles_left", &a.tiles_left, &b.tiles_left)?;
    same(Some(seat), "points_left", &a.points_left, &b.points_left)?;
    same(Some(seat), "own_turns", &a.own_turns, &b.own_turns)?;
    let (recorded, replayed) = (opened(a.opened_turn), opened(b.opened_turn));
    same(Some(seat), "opened_turn", &recorded, &replayed)
}

fn same<T: PartialEq + ToString>(
    seat: Option<Seat>,
    field: &'static str,
    recorded: &T,
    replayed: &T,
) -> Result<(), ReplayProblem> {
    if recorded == replayed {
        return Ok(());
    }
    let (recorded, replayed) = (recorded.to_string(), replayed.to_string());
    Err(ReplayProblem::Result {
        seat,
        field,
        recorded,
        replayed,
    })
}

fn describe(ending: Ending) -> String {
    match ending {
        Ending::WentOut(seat) => format!("seat {seat} going out"),
        Ending::PoolEmpty => "an empty pool".to_owned(),
        Ending::Fault(seat) => format!("a fault of seat {seat}"),
        Ending::Endless => "the limit of turns".to_owned(),
    }
}

impl From<ReplayProblem> for ReplayError {
    fn from(problem: ReplayProblem) -> ReplayError {
        ReplayError {
            turn: None,
            problem,
        }
    }
}
