//! A game at a real table, as one player knows it.

use rummilab_bot_api::{PublicTurn, View};
use rummilab_core::{
    Action, BySeat, CouldPlay, Deal, DupRedraw, Ending, Event, Game, Illegal, MAX_PLAYERS,
    Position, RuleSet, Seat, Set, Table, Tile, TileCounts, Unanswered,
};
use rummilab_solver::{Goal, SolveError, Solver, fewest_changes, go_out_on};

use super::groups::owners_of;
use super::line::{GameLine, Whose};

/// Most further solver calls for the fewest changes to the table.
const MAX_SOLVES: usize = 100;

/// Why a told line is impossible.
#[derive(Debug, thiserror::Error)]
pub enum Impossible {
    /// All racks lie open, but no line tells what others draw.
    OpenRacks,
    /// No game has this number of players, or this seat.
    Seats(usize, usize),
    /// Another number of names than of players.
    Names(usize, usize),
    /// The rack has another size than at the deal.
    RackSize(usize, usize),
    /// All copies of a tile are elsewhere: the tile, and its number of copies.
    Copies(Tile, usize),
    /// The tile is not on the person's rack.
    NotOnRack(Tile),
    /// A seat has fewer tiles than it laid: the seat, its tiles, the tiles laid.
    TooMany(Seat, usize, usize),
    /// The tiles do not fit on the table.
    NoFit(TileCounts),
    /// The tiles do not make an opening.
    NoOpening(TileCounts, u16),
    /// Another player is to move: this seat, or the person.
    OtherTurn(Option<Seat>),
    /// The line must name the tiles that the person drew; their number.
    WhichTiles(usize),
    /// The line names tiles that another player drew, but nobody sees these.
    HiddenTiles,
    /// The sets consist of other tiles than the table, which has these.
    OtherTable(TileCounts),
    /// The tile drawn first cannot go back.
    NothingBack,
    /// Sets have no owners under these rules.
    NoOwners,
    /// A seat would own too many groups: the seat, its groups, the largest number allowed.
    TooManyGroups(Seat, usize, usize),
    /// An impossible owner: the set is a run, or the seat does not exist.
    NoGroupOf(Set, u8),
    /// The referee refuses the turn under these rules.
    Illegal(Box<Illegal>, RuleSet),
    /// The tile of a draw was told already.
    DrawnAlready,
    /// No game has as many tiles.
    TooFewTiles,
    Over,
    /// The solver has no answer.
    Solve(#[from] SolveError),
}

/// The knowledge of one player about a game: the game, with made-up tiles where the player sees
/// none.
#[derive(Debug, Clone)]
pub struct RealTable {
    game: Game,
    me: Seat,
    /// Number of tiles put back on this turn.
    put_back: u32,
    history: Vec<PublicTurn>,
}

impl RealTable {
    /// The start of a game with this own rack; seat 0 starts.
    ///
    /// # Errors
    /// The reason why such a game cannot be told, or the rack cannot be dealt.
    pub fn new(
        rules: &RuleSet,
        players: usize,
        me: Seat,
        rack: &[Tile],
    ) -> Result<RealTable, Impossible> {
        RealTable::check(rules, players, me)?;
        let hand = usize::from(rules.hand);
        if rack.len() != hand {
            return Err(Impossible::RackSize(rack.len(), hand));
        }
        let mut hidden = rules.deck();
        let mut held = BySeat::filled(players, TileCounts::EMPTY);
        held[me] = take(rules, rack, &mut hidden)?;
        let (racks, pool) = made_up(&hidden, &held, &BySeat::filled(players, hand), me, &[]);
        let streams = vec![pool];
        let game = Game::new(rules, &Deal { racks, streams }, Seat(0));
        Ok(RealTable {
            game: game.map_err(|_| Impossible::TooFewTiles)?,
            me,
            put_back: 0,
            history: Vec::new(),
        })
    }

    /// Checks that a game of these rules and players can be told.
    ///
    /// # Errors
    /// [`Impossible::OpenRacks`], [`Impossible::Seats`].
    pub fn check(rules: &RuleSet, players: usize, me: Seat) -> Result<(), Impossible> {
        if !(2..=MAX_PLAYERS).contains(&players) || me.index() >= players {
            return Err(Impossible::Seats(players, me.index()));
        }
        if rules.open_hands {
            Err(Impossible::OpenRacks)
        } else {
            Ok(())
        }
    }

    /// The view of the player.
    pub fn view(&self) -> View<'_> {
        View::of(&self.game, self.me, &self.history)
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.game.to_move()
    }

    /// Whether it is the turn of the person who tells the game.
    pub fn is_my_turn(&self) -> bool {
        self.to_move() == Some(self.me)
    }

    /// Checks that it is the turn of the person who tells the game.
    ///
    /// # Errors
    /// [`Impossible::OtherTurn`] with the player to move; [`Impossible::Over`].
    pub fn on_turn(&self) -> Result<(), Impossible> {
        self.mover(Whose::Mine).map(|_| ())
    }

    /// Whether the person must first tell the tile drawn at the start of the turn.
    pub fn awaits_draw(&self) -> bool {
        let drawn = !self.rules().draw_first || self.game.drawn_first().is_some();
        self.is_my_turn() && !drawn && self.game.pool_len() > 0
    }

    pub fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    /// The tiles that the person does not see.
    pub fn unseen(&self) -> TileCounts {
        self.view().unseen()
    }

    /// The game in this state, with made-up hidden tiles.
    pub fn game(&self) -> &Game {
        &self.game
    }

    fn rules(&self) -> &RuleSet {
        self.game.rules()
    }

    fn illegal(&self, why: &Illegal) -> Impossible {
        Impossible::Illegal(Box::new(why.clone()), self.rules().clone())
    }

    /// The state after a line.
    ///
    /// # Errors
    /// The reason why the line is impossible. [`GameLine::Rack`], [`GameLine::Best`] and
    /// [`GameLine::Choice`] change nothing here: the notebook handles them.
    pub fn after(&self, line: &GameLine, solver: &mut dyn Solver) -> Result<Self, Impossible> {
        match line {
            GameLine::Laid(whose, tiles) => {
                let seat = self.mover(*whose)?;
                self.begun()?.laid(seat, tiles, solver)
            }
            GameLine::Drew(whose, tiles) => {
                let seat = self.mover(*whose)?;
                let drawn = self.drawn(seat, tiles, usize::from(self.game.pool_len() > 0))?;
                match (self.rules().draw_first, seat == self.me, drawn.first()) {
                    (true, true, Some(_)) if self.game.drawn_first().is_some() => {
                        Err(Impossible::DrawnAlready)
                    }
                    (true, true, Some(_)) => {
                        let mut game = self.knowing(&TileCounts::EMPTY, &drawn)?;
                        game.start_turn();
                        Ok(self.with(game))
                    }
                    (true, ..) => self.idle(&Action::Pass, &[]),
                    _ if self.game.pool_len() == 0 => self.idle(&Action::Pass, &[]),
                    _ => self.idle(&Action::Draw, &drawn),
                }
            }
            GameLine::Back(whose, tiles) => self.back(self.mover(*whose)?, tiles),
            GameLine::Passed(whose) => {
                self.mover(*whose)?;
                self.idle(&Action::Pass, &[])
            }
            GameLine::Penalty(whose, tiles) => {
                let seat = self.mover(*whose)?;
                let begun = self.begun()?;
                let penalty = usize::from(self.rules().invalid_penalty);
                let penalty = penalty.min(begun.game.pool_len());
                let drawn = begun.drawn(seat, tiles, penalty)?;
                begun.done(&TileCounts::EMPTY, &drawn, &mut Game::penalise_invalid)
            }
            GameLine::Table(table) => self.lying(table),
            GameLine::Rack(_) | GameLine::Best | GameLine::Choice => Ok(self.clone()),
        }
    }

    /// The state after a turn without a play.
    fn idle(&self, action: &Action, drawn: &[Tile]) -> Result<Self, Impossible> {
        let begun = self.begun()?;
        begun.done(&TileCounts::EMPTY, drawn, &mut |game| {
            game.act(action, &mut Believing)
        })
    }

    /// The state at the start of the turn, after the draw if turns begin with one.
    ///
    /// # Errors
    /// If the person has not told that tile.
    fn begun(&self) -> Result<Self, Impossible> {
        if self.awaits_draw() {
            return Err(Impossible::WhichTiles(1));
        }
        let mut begun = self.clone();
        begun.game.start_turn();
        Ok(begun)
    }

    /// The state after the tile drawn first was put back and another drawn.
    fn back(&self, seat: Seat, tiles: &[Tile]) -> Result<Self, Impossible> {
        let put_back = self.put_back + 1;
        if self.rules().dup_redraw == DupRedraw::Never {
            return Err(Impossible::NothingBack);
        }
        if seat != self.me {
            return match tiles {
                [] => Ok(RealTable {
                    put_back,
                    ..self.clone()
                }),
                _ => Err(Impossible::HiddenTiles),
            };
        }
        let old = self.game.drawn_first().ok_or(Impossible::NothingBack)?;
        if tiles.len() != 1 {
            return Err(Impossible::WhichTiles(1));
        }
        let twice = !old.is_joker() && self.game.rack(seat).count(old) > 1;
        if !twice || self.game.pool_len() == 0 {
            return Err(Impossible::NothingBack);
        }
        self.all_unseen(tiles)?;
        let mut game = self.knowing(&TileCounts::EMPTY, tiles)?;
        let back = game.put_back(game.put_back_places() - 1);
        back.map_err(|_| Impossible::NothingBack)?;
        Ok(RealTable {
            put_back,
            ..self.with(game)
        })
    }

    fn with(&self, game: Game) -> Self {
        RealTable {
            game,
            ..self.clone()
        }
    }

    /// The seat of a line; it must be to move.
    fn mover(&self, whose: Whose) -> Result<Seat, Impossible> {
        let seat = self.to_move().ok_or(Impossible::Over)?;
        let fits = match whose {
            Whose::Next => true,
            Whose::Mine => seat == self.me,
            Whose::Theirs => seat != self.me,
        };
        let other = (seat != self.me).then_some(seat);
        fits.then_some(seat).ok_or(Impossible::OtherTurn(other))
    }

    /// The tiles drawn, as far as known.
    fn drawn(&self, seat: Seat, tiles: &[Tile], count: usize) -> Result<Vec<Tile>, Impossible> {
        match seat == self.me {
            true if tiles.len() != count => Err(Impossible::WhichTiles(count)),
            true => self.all_unseen(tiles).map(|_| tiles.to_vec()),
            false if !tiles.is_empty() => Err(Impossible::HiddenTiles),
            false => Ok(Vec::new()),
        }
    }

    fn laid(
        &self,
        seat: Seat,
        tiles: &[Tile],
        solver: &mut dyn Solver,
    ) -> Result<Self, Impossible> {
        let own = seat == self.me;
        let laid = if own {
            self.on_rack(tiles)?
        } else {
            self.all_unseen(tiles)?
        };
        let (rules, table) = (self.rules(), self.game.table());
        let (size, opened) = (self.game.rack(seat).len(), self.game.opened(seat));
        if laid.len() > size {
            return Err(Impossible::TooMany(seat, size, laid.len()));
        }
        let position = rules.position(table, laid, opened, Some(seat));
        let found = go_out_on(solver, rules, table, &position)?;
        let play = found.ok_or(if opened {
            Impossible::NoFit(laid)
        } else {
            Impossible::NoOpening(laid, rules.opening_min)
        })?;
        // Assume the fewest changes: few people move more tiles than they must.
        let goal = &Goal::Tiles;
        let found = fewest_changes(solver, rules, table, &position, goal, play, MAX_SOLVES)?;
        let action = Action::Play(found.table);
        let must = if own { TileCounts::EMPTY } else { laid };
        self.done(&must, &[], &mut |game| game.act(&action, &mut Believing))
    }

    fn lying(&self, table: &Table) -> Result<Self, Impossible> {
        let (rules, old) = (self.rules(), self.game.table());
        let lie = old.counts().unwrap_or_default();
        if table.counts().ok() != Some(lie) {
            return Err(Impossible::OtherTable(lie));
        }
        let legal = rules.check_table(table);
        legal.map_err(|why| self.illegal(&why))?;
        let mover = self.history.last().map_or(self.me, |turn| turn.seat);
        let mut game = self.game.clone();
        game.lie_as(owners_of(rules, old, table, mover, game.players())?);
        Ok(self.with(game))
    }

    /// The state after this action, if the seat to move holds the tiles `must`. The tiles `drawn`
    /// are the next of the pool.
    fn done(
        &self,
        must: &TileCounts,
        drawn: &[Tile],
        act: &mut dyn FnMut(&mut Game) -> Result<Event, Illegal>,
    ) -> Result<Self, Impossible> {
        let mut game = self.knowing(must, drawn)?;
        let event = act(&mut game).map_err(|why| self.illegal(&why))?;
        let mut next = self.with(game);
        next.put_back = 0;
        next.history.push(PublicTurn {
            put_back: self.put_back,
            ..PublicTurn::of(&event)
        });
        Ok(next)
    }

    /// The game with other made-up tiles: the seat to move holds the tiles `must`, and the tiles
    /// `drawn` are the next of the pool.
    fn knowing(&self, must: &TileCounts, drawn: &[Tile]) -> Result<Game, Impossible> {
        let seat = self.to_move().ok_or(Impossible::Over)?;
        let mut held = BySeat::filled(self.game.players(), TileCounts::EMPTY);
        held[seat] = *must;
        held[self.me] = *self.game.rack(self.me);
        let known = must.tiles().chain(drawn.iter().copied()).collect();
        let hidden = self.unseen().saturating_sub(&known);
        let (racks, pool) = made_up(&hidden, &held, &self.view().rack_sizes, self.me, drawn);
        let game = self.game.with_hidden(&racks, &pool);
        game.ok_or(Impossible::TooFewTiles)
    }

    /// These tiles, after checking that all are unseen.
    fn all_unseen(&self, tiles: &[Tile]) -> Result<TileCounts, Impossible> {
        take(self.rules(), tiles, &mut self.unseen())
    }

    fn on_rack(&self, tiles: &[Tile]) -> Result<TileCounts, Impossible> {
        let mut rack = *self.game.rack(self.me);
        match tiles.iter().find(|tile| !rack.remove(**tile)) {
            Some(tile) => Err(Impossible::NotOnRack(*tile)),
            None => Ok(tiles.iter().copied().collect()),
        }
    }
}

/// Takes these tiles from those that the person does not see.
fn take(
    rules: &RuleSet,
    tiles: &[Tile],
    unseen: &mut TileCounts,
) -> Result<TileCounts, Impossible> {
    match tiles.iter().find(|tile| !unseen.remove(**tile)) {
        Some(tile) => Err(Impossible::Copies(*tile, rules.copies_of(*tile).into())),
        None => Ok(tiles.iter().copied().collect()),
    }
}

/// Racks of these sizes that hold these tiles, and a pool that begins with the tiles `drawn`; the
/// others are hidden ones.
fn made_up(
    hidden: &TileCounts,
    held: &BySeat<TileCounts>,
    sizes: &BySeat<usize>,
    me: Seat,
    drawn: &[Tile],
) -> (BySeat<TileCounts>, Vec<Tile>) {
    let mut rest: Vec<Tile> = hidden.tiles().collect();
    // The pool gets what the own rack lacks: a tile may go back only for such a one.
    rest.sort_by_key(|tile| tile.is_joker() || held[me].count(*tile) == 0);
    let mut rest = rest.into_iter();
    let racks = BySeat::from_fn(sizes.players(), |seat| {
        let more = rest.by_ref().take(sizes[seat] - held[seat].len());
        held[seat].tiles().chain(more).collect()
    });
    (racks, drawn.iter().copied().chain(rest).collect())
}

/// A judge that accepts every pass, because hidden racks are unknown.
pub(super) struct Believing;

impl CouldPlay for Believing {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, rules: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(rules.opening_min.into())
    }
}
