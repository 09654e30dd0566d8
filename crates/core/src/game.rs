//! The referee: a game from the deal to its result, turn by turn (docs/rules.md#turn to
//! docs/rules.md#scores). It refuses an illegal action with the reason and keeps the state. It does
//! not shuffle or choose, and asks [`CouldPlay`] what only a solver can answer.

use crate::counts::TileCounts;
use crate::loose::without_loose_tiles;
use crate::pool::{Deal, DealError, Pool, odd_tile};
use crate::position::{CouldPlay, Position};
use crate::rules::{DupRedraw, EmptyPool, RuleSet, UnopenedPenalty};
use crate::scoring::{Ending, SeatEnd, SeatResult, score};
use crate::seat::{BySeat, Seat};
use crate::set::Table;
use crate::snapshot::{Snapshot, SnapshotError};
use crate::tile::Tile;
use crate::turn::{Claim, Illegal, Turn};

/// Largest number of seats in a game.
pub const MAX_PLAYERS: usize = 6;

/// Turns of all seats together after which a game is stopped (docs/rules.md#endless-games). No game
/// comes near it. Every tile is drawn once and laid once, and a round without either is the last.
/// That makes at most 2110 turns in the largest game that rules can describe.
pub const TURN_LIMIT: u32 = 2200;

/// What a player does on a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Leave this whole new table. The table may name the owners of its groups; otherwise the
    /// referee finds possible owners (docs/rules.md#group-stacks). With `rearrange_then_draw`, a
    /// table without a new tile is a rearrangement: the player then draws, or passes if the pool is
    /// empty or every turn begins with a draw.
    Play(Table),
    /// Take a tile from the pool. Never legal if every turn begins with a draw. Under
    /// `draw_until_able` the same player moves again.
    Draw,
    /// Do nothing. Legal with an empty pool, and always if every turn begins with a draw
    /// (docs/rules.md#drawing-and-passing).
    Pass,
}

/// What happened on a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The seat whose turn it was.
    pub seat: Seat,
    /// The tile drawn at the start of the turn that stayed on the rack. `None` if turns do not
    /// begin with a draw.
    pub drawn_first: Option<Tile>,
    /// Number of tiles put back into the pool before `drawn_first`.
    pub put_back: u32,
    /// What happened.
    pub happened: Happened,
}

impl Event {
    /// The tiles drawn at the end of the turn: the drawn tile, or penalty tiles.
    pub fn drawn(&self) -> &[Tile] {
        match &self.happened {
            Happened::Drew(tile) => std::slice::from_ref(tile),
            Happened::Penalty(tiles) => tiles,
            Happened::Laid(_) | Happened::Passed => &[],
        }
    }
}

/// The kind of turn, with its tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happened {
    /// Tiles were laid.
    Laid(Turn),
    /// A tile was drawn.
    Drew(Tile),
    /// Nothing was laid or drawn.
    Passed,
    /// The play was taken back and these penalty tiles were drawn: fewer if the pool ran out.
    Penalty(Vec<Tile>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Playing,
    /// The pool is empty and everybody has one last turn; this many are still to come.
    LastRound(usize),
    Over(Ending),
}

/// One player's part of the state.
#[derive(Debug, Clone, Default)]
struct SeatState {
    rack: TileCounts,
    opened: bool,
    own_turns: u32,
    opened_turn: Option<u32>,
    /// Tiles drawn since the start of the seat's last turn, penalty tiles included.
    drawn: TileCounts,
    /// Tiles put back in this game.
    returns: u32,
}

/// The draw at the start of a turn.
#[derive(Debug, Clone, Copy)]
struct First {
    /// The tile; `None` if the pool was empty.
    tile: Option<Tile>,
    /// Number of tiles put back before it.
    put_back: u32,
    /// Whether it was the last tile of the pool.
    emptied: bool,
}

/// A game in progress.
///
/// ```
/// use rummilab_core::{Action, CouldPlay, Deal, Game, Position};
/// use rummilab_core::{RuleSet, Seat, TileCounts, Unanswered};
///
/// struct Nobody;
/// impl CouldPlay for Nobody {
///     fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> { Ok(false) }
///     fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> { Ok(0) }
/// }
///
/// let rules = RuleSet::preset("original").unwrap();
/// let tiles = rules.all_tiles(); // unshuffled
/// let racks = tiles.chunks(14).take(2).map(|rack| rack.iter().copied().collect()).collect();
/// let deal = Deal { racks, streams: vec![tiles[28..].to_vec()] };
/// let mut game = Game::new(&rules, &deal, Seat(0)).unwrap();
/// game.act(&Action::Draw, &mut Nobody).unwrap();
/// assert_eq!(game.rack(Seat(0)).len(), 15);
/// assert_eq!(game.to_move(), Some(Seat(1)));
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    rules: RuleSet,
    seats: BySeat<SeatState>,
    table: Table,
    pool: Pool,
    starter: Seat,
    to_move: Seat,
    phase: Phase,
    /// Turns in a row with an empty pool on which nobody laid a tile.
    passes: usize,
    turns: u32,
    /// The draw at the start of the current turn; `None` before that draw, and always if turns do
    /// not begin with a draw.
    first: Option<First>,
}

impl Game {
    /// A game that begins with this deal; `starter` has the first turn.
    ///
    /// # Panics
    /// If `starter` is not a seat of the deal.
    pub fn new(rules: &RuleSet, deal: &Deal, starter: Seat) -> Result<Game, DealError> {
        deal.check(rules)?;
        assert!(
            starter.index() < deal.racks.players(),
            "seat {starter} is not in the game"
        );
        let seats = deal
            .racks
            .iter()
            .map(|rack| SeatState {
                rack: *rack,
                ..SeatState::default()
            })
            .collect();
        let mut game = Game {
            rules: rules.clone(),
            seats,
            table: Table::default(),
            pool: Pool::new(&deal.streams),
            starter,
            to_move: starter,
            phase: Phase::Playing,
            passes: 0,
            turns: 0,
            first: None,
        };
        if game.pool.is_empty() {
            game.begin_empty_pool(starter, starter);
        }
        Ok(game)
    }

    /// A game that continues from its middle. Earlier turns are not known. So no seat has an
    /// [opening turn](Game::opened_turn), no seat has put a tile back, and [turns](Game::turns) is
    /// the sum of the seats' own turns.
    ///
    /// # Errors
    /// Those of [`Snapshot::check`].
    pub fn resume(rules: &RuleSet, snapshot: &Snapshot) -> Result<Game, SnapshotError> {
        snapshot.check(rules)?;
        let seats = snapshot.seats.iter().map(|then| SeatState {
            rack: then.rack,
            opened: then.opened,
            own_turns: then.own_turns,
            drawn: then.drawn,
            ..SeatState::default()
        });
        let pool = Pool::new(&snapshot.streams);
        let first = First {
            tile: snapshot.drawn_first,
            put_back: 0,
            emptied: snapshot.drawn_first.is_some() && pool.is_empty(),
        };
        Ok(Game {
            rules: rules.clone(),
            seats: seats.collect(),
            table: snapshot.table.clone(),
            pool,
            starter: snapshot.starter,
            to_move: snapshot.to_move,
            phase: snapshot.last_round.map_or(Phase::Playing, Phase::LastRound),
            passes: snapshot.passes,
            turns: snapshot.seats.iter().map(|then| then.own_turns).sum(),
            first: rules.draw_first.then_some(first),
        })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Number of seats.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.ending().is_none().then_some(self.to_move)
    }

    /// How the game ended; `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        match self.phase {
            Phase::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The tiles on a seat's rack.
    pub fn rack(&self, seat: Seat) -> &TileCounts {
        &self.seats[seat].rack
    }

    /// Whether a seat has opened.
    pub fn opened(&self, seat: Seat) -> bool {
        self.seats[seat].opened
    }

    /// Number of turns that a seat has had.
    pub fn own_turns(&self, seat: Seat) -> u32 {
        self.seats[seat].own_turns
    }

    /// The number of the seat's own turn, from 1, on which it opened.
    pub fn opened_turn(&self, seat: Seat) -> Option<u32> {
        self.seats[seat].opened_turn
    }

    /// Tiles left in the pool.
    pub fn pool_len(&self) -> usize {
        self.pool.len()
    }

    /// The tiles of the pool, as a multiset.
    pub fn pool(&self) -> TileCounts {
        self.pool.tiles().collect()
    }

    /// The tiles that a seat draws next if nobody else draws, at most this many. No player knows
    /// them.
    pub fn next_draws(&self, seat: Seat, most: usize) -> Vec<Tile> {
        let mut pool = self.pool.clone();
        (0..most).map_while(|_| pool.draw(seat)).collect()
    }

    /// Makes this the next tile to be drawn. Callers that decide draws themselves need it, such as
    /// the chance nodes of a game tree. Returns `false` if the pool does not hold the tile, or has
    /// a stream for each seat.
    pub fn draws_next(&mut self, tile: Tile) -> bool {
        self.pool.bring_forward(tile)
    }

    /// The same game with other tiles on the racks and in the pool, for callers who know some of
    /// them only. If the tile drawn first is not on the new rack, another takes its place. `None`
    /// unless racks and pool hold as many tiles as now, and with the table every tile of the game.
    pub fn with_hidden(&self, racks: &BySeat<TileCounts>, pool: &[Tile]) -> Option<Game> {
        let mut game = self.clone();
        game.pool = Pool::new(&[pool.to_vec()]);
        for (state, rack) in game.seats.iter_mut().zip(racks) {
            state.rack = *rack;
            if !rack.contains(&state.drawn) {
                state.drawn = TileCounts::EMPTY;
            }
        }
        let mover = game.seats[game.to_move].rack;
        let first = game.first.as_mut().and_then(|first| first.tile.as_mut());
        if let Some(tile) = first.filter(|tile| mover.count(**tile) == 0) {
            *tile = mover.kinds().next()?.0;
        }
        let first = game.first.as_ref().and_then(|first| first.tile);
        let drawn = &mut game.seats[game.to_move].drawn;
        if let Some(tile) = first.filter(|tile| drawn.count(*tile) == 0) {
            *drawn = TileCounts::from_iter([tile]);
        }
        let sizes = self.seats.iter().map(|state| state.rack.len());
        let tiles = racks.iter().flat_map(TileCounts::tiles);
        let tiles = tiles.chain(pool.iter().copied()).chain(self.table.tiles());
        let fits = sizes.eq(racks.iter().map(TileCounts::len))
            && odd_tile(&self.rules, tiles.collect()).is_none();
        fits.then_some(game)
    }

    /// Lets the tiles on the table lie so, as people may agree even after the last turn. `false`
    /// if they are other tiles, or do not lie in legal sets.
    pub fn lie_as(&mut self, table: Table) -> bool {
        let fits = self.table.counts() == table.counts() && self.rules.check_table(&table).is_ok();
        if fits {
            self.table = table;
        }
        fits
    }

    /// Number of turns of all seats together.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Whether this is the last round of a one-round empty-pool procedure.
    pub fn in_last_round(&self) -> bool {
        matches!(self.phase, Phase::LastRound(_))
    }

    /// The turn problem of a seat.
    pub fn position(&self, seat: Seat) -> Position {
        let SeatState { rack, opened, .. } = self.seats[seat];
        self.rules.position(&self.table, rack, opened, Some(seat))
    }

    /// Starts the turn of the seat to move if every turn begins with a draw (`draw_first`): one
    /// tile goes from the pool to its rack. Returns that tile, or `None` if the pool is empty or
    /// turns do not begin with a draw. A second call does nothing.
    ///
    /// The caller that runs the game calls this before it asks the player. Otherwise [`Game::act`]
    /// does so, and no tile can be put back.
    pub fn start_turn(&mut self) -> Option<Tile> {
        let seat = self.to_move().filter(|_| self.rules.draw_first)?;
        if self.first.is_none() {
            let tile = self.take(seat);
            let emptied = tile.is_some() && self.pool.is_empty();
            if emptied && self.rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer {
                // For the drawer this turn itself is the last.
                self.phase = Phase::LastRound(self.players());
            }
            self.first = Some(First {
                tile,
                put_back: 0,
                emptied,
            });
        }
        self.drawn_first()
    }

    /// The tile drawn at the start of the current turn; `None` if there is none, or the turn has
    /// not started.
    pub fn drawn_first(&self) -> Option<Tile> {
        self.first.and_then(|first| first.tile)
    }

    /// Whether the tile drawn first may go back for another (docs/rules.md#duplicate-redraw). It
    /// must be a number tile of which the rack holds another copy. The pool must hold a joker, or a
    /// tile that the rack does not hold.
    pub fn may_put_back(&self) -> bool {
        self.returnable().is_some()
    }

    /// The tiles that the turn of the seat to move may begin with, if every tile that may go back
    /// does: each is as likely as any other. None once the turn has begun, with an empty pool, and
    /// where turns do not begin with a draw.
    pub fn first_draws(&self) -> TileCounts {
        let waits = self.rules.draw_first && self.first.is_none();
        let Some(seat) = self.to_move().filter(|_| waits) else {
            return TileCounts::EMPTY;
        };
        let new: TileCounts = match self.rules.dup_redraw {
            DupRedraw::Optional => self.new_tiles(seat).collect(),
            DupRedraw::Never => TileCounts::EMPTY,
        };
        if new.is_empty() { self.pool() } else { new }
    }

    /// Number of tiles that a seat has put back in this game.
    pub fn returns(&self, seat: Seat) -> u32 {
        self.seats[seat].returns
    }

    /// Number of places in the pool to which a tile can go back.
    pub fn put_back_places(&self) -> usize {
        self.pool.places()
    }

    /// Puts the tile drawn first back to this place of the pool (see [`Pool::put_back`]), then
    /// draws another tile and returns it. On `Err` nothing has changed.
    pub fn put_back(&mut self, place: usize) -> Result<Tile, Illegal> {
        let seat = self.to_move().ok_or(Illegal::GameOver)?;
        let tile = self.returnable().ok_or(Illegal::NothingToPutBack)?;
        let places = self.pool.places();
        if place >= places {
            return Err(Illegal::NoSuchPlace { place, places });
        }
        let state = &mut self.seats[seat];
        let held = state.rack.remove(tile) && state.drawn.remove(tile);
        debug_assert!(held, "the tile was drawn on this turn");
        state.returns += 1;
        self.pool.put_back(tile, place);
        let next = self.take(seat);
        if let Some(first) = &mut self.first {
            first.put_back += 1;
            first.tile = next;
        }
        next.ok_or(Illegal::PoolEmpty)
    }

    /// The tile drawn first, if it may go back.
    fn returnable(&self) -> Option<Tile> {
        let seat = self.to_move()?;
        let rack = &self.seats[seat].rack;
        let tile = self.drawn_first()?;
        let allowed = self.rules.dup_redraw == DupRedraw::Optional
            && !tile.is_joker()
            && rack.count(tile) > 1;
        (allowed && self.new_tiles(seat).next().is_some()).then_some(tile)
    }

    /// Jokers of the pool, and tiles of it that the rack of this seat does not hold.
    fn new_tiles(&self, seat: Seat) -> impl Iterator<Item = Tile> + '_ {
        let rack = &self.seats[seat].rack;
        let tiles = self.pool.tiles();
        tiles.filter(|tile| tile.is_joker() || rack.count(*tile) == 0)
    }

    /// Plays a turn for the seat to move. On `Err` nothing has changed.
    pub fn act(&mut self, action: &Action, judge: &mut dyn CouldPlay) -> Result<Event, Illegal> {
        let seat = self.to_move().ok_or(Illegal::GameOver)?;
        if self.rules.draw_first && self.first.is_none() {
            let mut begun = self.clone();
            begun.start_turn();
            let event = begun.act(action, judge)?;
            *self = begun;
            return Ok(event);
        }
        let happened = match action {
            Action::Play(after) => self.play(seat, after, judge)?,
            Action::Draw if self.rules.draw_first => return Err(Illegal::DrawIsFirst),
            Action::Draw if self.pool.is_empty() => return Err(Illegal::PoolEmpty),
            Action::Draw => {
                self.check_idle(seat, judge, Illegal::DrawWhileAble)?;
                self.begin_turn(seat);
                self.draw_one(seat)
            }
            Action::Pass => {
                self.check_pass(seat, judge)?;
                self.begin_turn(seat);
                Happened::Passed
            }
        };
        Ok(self.end_turn(seat, happened))
    }

    /// Ends the turn of the seat to move with the penalty for an invalid play
    /// (docs/rules.md#invalid-plays): nothing is laid, `invalid_penalty` tiles are drawn.
    pub fn penalise_invalid(&mut self) -> Result<Event, Illegal> {
        let seat = self.to_move().ok_or(Illegal::GameOver)?;
        self.start_turn();
        self.begin_turn(seat);
        Ok(self.penalise(seat, self.rules.invalid_penalty))
    }

    /// Ends the turn of the seat to move because its time is up, with the table as it lies
    /// (docs/rules.md#time-outs). With `timeout_keeps_legal_part`, loose own tiles go back and the
    /// rest stands if it is legal. Otherwise all tiles go back and `timeout_penalty` tiles are
    /// drawn.
    pub fn time_out(
        &mut self,
        as_it_lies: &Table,
        judge: &mut dyn CouldPlay,
    ) -> Result<Event, Illegal> {
        let seat = self.to_move().ok_or(Illegal::GameOver)?;
        self.start_turn();
        if self.rules.timeout_keeps_legal_part {
            let rest = without_loose_tiles(&self.rules, &self.table, as_it_lies);
            if let Ok(event) = self.act(&Action::Play(rest.clone()), judge) {
                return Ok(event);
            }
            let nothing_laid = self
                .rules
                .played(&self.table, &rest)
                .is_ok_and(|played| played.is_empty());
            if nothing_laid && rest.untouched_in(&self.table) == self.table.sets().len() {
                let idle = if self.pool.is_empty() || self.rules.draw_first {
                    Action::Pass
                } else {
                    Action::Draw
                };
                if let Ok(event) = self.act(&idle, judge) {
                    return Ok(event);
                }
            }
        }
        self.begin_turn(seat);
        Ok(self.penalise(seat, self.rules.timeout_penalty))
    }

    /// Ends the turn of a seat that has laid nothing when its time is up (docs/rules.md#time-outs).
    /// With `timeout_keeps_legal_part` it draws one tile, as on a normal turn. Otherwise it draws
    /// `timeout_penalty` tiles (one in twist).
    pub fn time_out_idle(&mut self, judge: &mut dyn CouldPlay) -> Result<Event, Illegal> {
        let as_it_lies = self.table.clone();
        self.time_out(&as_it_lies, judge)
    }

    /// Ends the game because the bot of this seat cannot go on.
    pub fn end_by_fault(&mut self, seat: Seat) {
        if self.ending().is_none() {
            self.phase = Phase::Over(Ending::Fault(seat));
        }
    }

    /// The result of each seat; `None` while the game goes on.
    pub fn results(&self, judge: &mut dyn CouldPlay) -> Option<BySeat<SeatResult>> {
        let ending = self.ending()?;
        let seats = BySeat::from_fn(self.players(), |seat| self.seat_end(seat, judge));
        Some(score(&self.rules, ending, &seats, self.starter))
    }

    /// Whether an unopened seat could have opened with its rack at the start of its last turn. This
    /// decides between 100 and 200 points; the last draw does not count
    /// (docs/rules.md#could-have-opened).
    pub fn could_have_opened(&self, seat: Seat, judge: &mut dyn CouldPlay) -> bool {
        let SeatState {
            rack,
            own_turns,
            drawn,
            ..
        } = &self.seats[seat];
        let rack_then = rack.checked_sub(drawn).unwrap_or(*rack);
        *own_turns > 0
            && self
                .rules
                .opens_with(judge.best_known_opening(&self.rules, &rack_then))
    }

    fn seat_end(&self, seat: Seat, judge: &mut dyn CouldPlay) -> SeatEnd {
        let SeatState { rack, opened, .. } = self.seats[seat];
        let asked = !opened && self.rules.unopened_penalty != UnopenedPenalty::Off;
        SeatEnd {
            rack,
            opened,
            could_have_opened: asked && self.could_have_opened(seat, judge),
        }
    }

    fn play(
        &mut self,
        seat: Seat,
        after: &Table,
        judge: &mut dyn CouldPlay,
    ) -> Result<Happened, Illegal> {
        let SeatState { rack, opened, .. } = self.seats[seat];
        let claim = Claim {
            before: &self.table,
            rack: &rack,
            after,
            opened,
            me: Some(seat),
        };
        let turn = match self.rules.judge_claim(&claim, judge) {
            Err(Illegal::NothingLaid) if self.rules.rearrange_then_draw && opened => {
                let owners = self.rules.judge_rearranged(&claim, &TileCounts::EMPTY)?;
                let draws = !self.pool.is_empty() && !self.rules.draw_first;
                if draws {
                    self.check_idle(seat, judge, Illegal::DrawWhileAble)?;
                } else {
                    self.check_pass(seat, judge)?;
                }
                self.begin_turn(seat);
                self.table = lying(after, owners);
                return Ok(if draws {
                    self.draw_one(seat)
                } else {
                    Happened::Passed
                });
            }
            turn => turn?,
        };
        self.begin_turn(seat);
        self.table = lying(after, turn.owners.clone());
        let state = &mut self.seats[seat];
        state.rack = rack
            .checked_sub(&turn.played)
            .expect("the referee checked that the tiles are on the rack");
        if !state.opened {
            state.opened = true;
            state.opened_turn = Some(state.own_turns);
        }
        Ok(Happened::Laid(turn))
    }

    fn check_pass(&self, seat: Seat, judge: &mut dyn CouldPlay) -> Result<(), Illegal> {
        if !self.pool.is_empty() && !self.rules.draw_first {
            return Err(Illegal::PassWithPool(self.pool.len()));
        }
        self.check_idle(seat, judge, Illegal::PassWhileAble)
    }

    /// Whether this seat may lay nothing; `refusal` if a tile must be laid.
    fn check_idle(
        &self,
        seat: Seat,
        judge: &mut dyn CouldPlay,
        refusal: Illegal,
    ) -> Result<(), Illegal> {
        let must = self
            .rules
            .must_lay(self.pool.len(), self.seats[seat].opened);
        if must && judge.is_known_to_lay(&self.rules, &self.position(seat)) {
            return Err(refusal);
        }
        Ok(())
    }

    fn begin_turn(&mut self, seat: Seat) {
        let first = self.drawn_first();
        let state = &mut self.seats[seat];
        state.own_turns += 1;
        state.drawn = first.into_iter().collect();
        self.turns += 1;
    }

    fn take(&mut self, seat: Seat) -> Option<Tile> {
        let tile = self.pool.draw(seat)?;
        let state = &mut self.seats[seat];
        let fits = state.rack.insert(tile) && state.drawn.insert(tile);
        debug_assert!(fits, "the deal holds no tile too often");
        Some(tile)
    }

    fn draw_one(&mut self, seat: Seat) -> Happened {
        self.take(seat).map_or(Happened::Passed, Happened::Drew)
    }

    fn penalise(&mut self, seat: Seat, tiles: u8) -> Event {
        let drawn = (0..tiles).map_while(|_| self.take(seat)).collect();
        self.end_turn(seat, Happened::Penalty(drawn))
    }

    fn end_turn(&mut self, seat: Seat, happened: Happened) -> Event {
        let first = self.first.take();
        self.next_phase(seat, &happened, first.is_some_and(|first| first.emptied));
        if self.turns >= TURN_LIMIT && self.ending().is_none() {
            self.phase = Phase::Over(Ending::Endless);
        }
        Event {
            seat,
            drawn_first: first.and_then(|first| first.tile),
            put_back: first.map_or(0, |first| first.put_back),
            happened,
        }
    }

    /// Advances the game to the next seat. `emptied` says that the turn began with the last tile of
    /// the pool.
    fn next_phase(&mut self, seat: Seat, happened: &Happened, emptied: bool) {
        let next = seat.next(self.players());
        self.to_move = next;
        if self.seats[seat].rack.is_empty() {
            self.phase = Phase::Over(Ending::WentOut(seat));
            return;
        }
        let drew = match happened {
            Happened::Drew(_) => true,
            Happened::Penalty(tiles) => !tiles.is_empty(),
            Happened::Laid(_) | Happened::Passed => false,
        };
        if self.rules.draw_until_able && matches!(happened, Happened::Drew(_)) {
            self.draw_on(seat);
            return;
        }
        // If the last round begins with the drawer, it began with this draw; otherwise it begins
        // after this turn. Without a last round the turn counts as any other.
        let procedure = self.rules.empty_pool_procedure;
        let ends_play = matches!(procedure, EmptyPool::OneRoundFromNext | EmptyPool::Stop);
        if (drew && self.pool.is_empty()) || (emptied && ends_play) {
            self.begin_empty_pool(seat, next);
            return;
        }
        let idle = self.pool.is_empty() && !matches!(happened, Happened::Laid(_));
        self.passes = if idle { self.passes + 1 } else { 0 };
        self.phase = match self.phase {
            Phase::LastRound(0 | 1) => Phase::Over(Ending::PoolEmpty),
            Phase::LastRound(left) => Phase::LastRound(left - 1),
            Phase::Playing if self.passes >= self.players() => Phase::Over(Ending::PoolEmpty),
            phase => phase,
        };
    }

    /// Lets a seat that has drawn move again. If that was the last tile, the empty-pool procedure
    /// follows what the seat then does.
    fn draw_on(&mut self, seat: Seat) {
        self.to_move = seat;
        if !self.pool.is_empty() {
            return;
        }
        let players = self.players();
        self.phase = match self.rules.empty_pool_procedure {
            EmptyPool::UntilAllPass => Phase::Playing,
            EmptyPool::OneRoundFromDrawer => Phase::LastRound(players),
            EmptyPool::OneRoundFromNext => Phase::LastRound(players + 1),
            EmptyPool::Stop => Phase::LastRound(1),
        };
    }

    /// Starts the empty-pool procedure after `drawer` took the last tile.
    fn begin_empty_pool(&mut self, drawer: Seat, next: Seat) {
        (self.phase, self.to_move) = match self.rules.empty_pool_procedure {
            EmptyPool::UntilAllPass => (Phase::Playing, next),
            EmptyPool::OneRoundFromDrawer => (Phase::LastRound(self.players()), drawer),
            EmptyPool::OneRoundFromNext => (Phase::LastRound(self.players()), next),
            EmptyPool::Stop => (Phase::Over(Ending::PoolEmpty), next),
        };
    }
}

/// A new table with the owners that the referee confirmed, or with none.
fn lying(after: &Table, owners: Option<Vec<Option<u8>>>) -> Table {
    let sets = after.sets().to_vec();
    match owners {
        Some(owners) => Table::owned(sets, owners),
        None => Table::new(sets),
    }
}
