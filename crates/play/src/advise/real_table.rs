//! A game at a real table, as one player knows it.

use rummilab_bot_api::{PublicTurn, View};
use rummilab_core::{
    Action, BySeat, CouldPlay, DupRedraw, EmptyPool, Ending, Game, Position, RuleSet, Seat, Set,
    Table, Tile, TileCounts, Unanswered, count,
};
use rummilab_playout::{HiddenTiles, snapshot_of};
use rummilab_solver::{Goal, SolveError, Solver, fewest_changes, go_out_on};

use super::groups::owners_of;
use super::line::{GameLine, Whose};

/// Most further solver calls for the fewest changes to the table.
const MAX_SOLVES: usize = 100;

/// Why a told line is impossible.
#[derive(Debug, thiserror::Error)]
pub enum Impossible {
    /// All racks lie open, but no line tells what others draw.
    #[error("open_hands: games with open racks are not advised, as no line tells what others draw")]
    OpenRacks,
    /// No game has this number of players, or this seat.
    #[error("a game has 2 to 4 players, and seats 0 to 3: not {0} players with you in seat {1}")]
    Seats(usize, usize),
    /// The rack has another size: the tiles told, and the tiles dealt.
    #[error("the rack has {0} tiles, and {1} are dealt")]
    RackSize(usize, usize),
    /// All copies of a tile are elsewhere: the tile, and its number of copies.
    #[error("{0} cannot be here: all {1} of it are on the table, on your rack, or told twice")]
    Copies(Tile, usize),
    /// The tile is not on the person's rack.
    #[error("{0} is not on your rack")]
    NotOnRack(Tile),
    /// A seat has fewer tiles than it laid: the seat, its tiles, the tiles laid.
    #[error("seat {0} has {tiles} and cannot lay {2}", tiles = count(*.1, "tile"))]
    TooMany(Seat, usize, usize),
    /// The tiles do not fit on the table.
    #[error("{0} do not fit: no rearrangement lays them and nothing else")]
    NoFit(TileCounts),
    /// The tiles do not make an opening.
    #[error("{0} are no opening: own sets of {1} points are needed")]
    NoOpening(TileCounts, u16),
    /// Another player is to move: `you` or `seat 1`.
    #[error("it is the turn of {0}")]
    OtherTurn(String),
    /// The line must name the tiles that the person drew; their number.
    #[error("which did you draw? {0} expected, such as `d K5`")]
    WhichTiles(usize),
    /// The line names tiles that another player drew, but nobody sees these.
    #[error("nobody sees what others draw; `d` is enough")]
    HiddenTiles,
    /// The sets consist of other tiles than the table, which has these.
    #[error("the table holds {0}, which are other tiles")]
    OtherTable(TileCounts),
    /// The tile drawn first cannot go back.
    #[error("nothing can go back: only the tile just drawn, if the rack has another like it")]
    NothingBack,
    /// Sets have no owners under these rules.
    #[error("under these rules sets have no owners")]
    NoOwners,
    /// A seat would own too many groups: the seat, its groups, the largest number allowed.
    #[error("seat {0} would own {1} groups, and {2} are allowed")]
    TooManyGroups(Seat, usize, usize),
    /// An impossible owner: the set is a run, or the seat does not exist.
    #[error("{0} cannot belong to seat {1}")]
    NoGroupOf(Set, u8),
    /// The referee refuses the turn.
    #[error("{0}")]
    Illegal(String),
    #[error("the game is over")]
    Over,
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The knowledge of one player about a game.
#[derive(Debug, Clone)]
pub struct RealTable {
    rules: RuleSet,
    me: Seat,
    rack: TileCounts,
    table: Table,
    opened: BySeat<bool>,
    sizes: BySeat<usize>,
    pool_len: usize,
    last_round: bool,
    to_move: Option<Seat>,
    ending: Option<Ending>,
    /// The tile drawn at the start of this turn, if turns begin with a draw. For other players it
    /// is made up.
    drawn: Option<Tile>,
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
        let mut table = RealTable {
            rules: rules.clone(),
            me,
            rack: TileCounts::EMPTY,
            table: Table::default(),
            opened: BySeat::filled(players, false),
            sizes: BySeat::filled(players, hand),
            pool_len: rules.tile_count().saturating_sub(hand * players),
            last_round: false,
            to_move: Some(Seat(0)),
            ending: None,
            drawn: None,
            put_back: 0,
            history: Vec::new(),
        };
        table.rack = table.all_unseen(rack)?;
        Ok(table)
    }

    /// Checks that a game of these rules and players can be told.
    ///
    /// # Errors
    /// [`Impossible::OpenRacks`], [`Impossible::Seats`].
    pub fn check(rules: &RuleSet, players: usize, me: Seat) -> Result<(), Impossible> {
        if !(2..=4).contains(&players) || me.index() >= players {
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
        self.view_of(self.me)
    }

    /// Whose turn it is; `None` when the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.to_move
    }

    /// Whether it is the turn of the person who tells the game.
    pub fn is_my_turn(&self) -> bool {
        self.to_move == Some(self.me)
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
        self.is_my_turn() && self.rules.draw_first && self.drawn.is_none() && self.pool_len > 0
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The tiles that the person does not see.
    pub fn unseen(&self) -> TileCounts {
        self.view().unseen()
    }

    /// A game in this state, with made-up hidden tiles.
    ///
    /// # Errors
    /// If the game is over.
    pub fn game(&self) -> Result<Game, Impossible> {
        self.game_with(&TileCounts::EMPTY, &[])
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
                self.begun(seat)?.laid(seat, tiles, solver)
            }
            GameLine::Drew(whose, tiles) => {
                let seat = self.mover(*whose)?;
                let drawn = self.drawn(seat, tiles, usize::from(self.pool_len > 0))?;
                match (self.rules.draw_first, seat == self.me, drawn.first()) {
                    (true, true, Some(_)) if self.drawn.is_some() => Err(Impossible::Illegal(
                        "this turn has begun with a draw".to_owned(),
                    )),
                    (true, true, Some(tile)) => Ok(self.begin(seat, *tile)),
                    (true, ..) => self.idle(seat, &Action::Pass, &[]),
                    _ if self.pool_len == 0 => self.idle(seat, &Action::Pass, &[]),
                    _ => self.idle(seat, &Action::Draw, &drawn),
                }
            }
            GameLine::Back(whose, tiles) => self.back(self.mover(*whose)?, tiles),
            GameLine::Passed(whose) => self.idle(self.mover(*whose)?, &Action::Pass, &[]),
            GameLine::Penalty(whose, tiles) => {
                let seat = self.mover(*whose)?;
                let begun = self.begun(seat)?;
                let penalty = usize::from(self.rules.invalid_penalty).min(begun.pool_len);
                let drawn = begun.drawn(seat, tiles, penalty)?;
                begun.done(&TileCounts::EMPTY, &drawn, &mut Game::penalise_invalid)
            }
            GameLine::Table(table) => self.lying(table),
            GameLine::Rack(_) | GameLine::Best | GameLine::Choice => Ok(self.clone()),
        }
    }

    /// The state after a turn without a play.
    fn idle(&self, seat: Seat, action: &Action, drawn: &[Tile]) -> Result<Self, Impossible> {
        let begun = self.begun(seat)?;
        begun.done(&TileCounts::EMPTY, drawn, &mut |game| {
            game.act(action, &mut Believing)
        })
    }

    /// The state at the start of the turn, after the draw if turns begin with one.
    ///
    /// # Errors
    /// If the person has not told that tile.
    fn begun(&self, seat: Seat) -> Result<Self, Impossible> {
        if !self.rules.draw_first || self.drawn.is_some() || self.pool_len == 0 {
            return Ok(self.clone());
        }
        match (seat == self.me, self.unseen().kinds().next()) {
            (true, _) => Err(Impossible::WhichTiles(1)),
            (false, Some((tile, _))) => Ok(self.begin(seat, tile)),
            (false, None) => Ok(self.clone()),
        }
    }

    /// The state after the draw at the start of a turn.
    fn begin(&self, seat: Seat, tile: Tile) -> Self {
        let mut begun = self.clone();
        begun.drawn = Some(tile);
        begun.pool_len -= 1;
        begun.sizes[seat] += 1;
        let drawer_first = self.rules.empty_pool_procedure == EmptyPool::OneRoundFromDrawer;
        begun.last_round |= drawer_first && begun.pool_len == 0;
        if seat == self.me {
            let _ = begun.rack.insert(tile);
        }
        begun
    }

    /// The state after the tile drawn first was put back and another drawn.
    fn back(&self, seat: Seat, tiles: &[Tile]) -> Result<Self, Impossible> {
        let mut after = self.clone();
        after.put_back += 1;
        if self.rules.dup_redraw == DupRedraw::Never {
            return Err(Impossible::NothingBack);
        }
        if seat != self.me {
            return match tiles {
                [] => Ok(after),
                _ => Err(Impossible::HiddenTiles),
            };
        }
        let (old, new) = match (self.drawn, tiles) {
            (Some(old), [new]) => (old, *new),
            (Some(_), _) => return Err(Impossible::WhichTiles(1)),
            (None, _) => return Err(Impossible::NothingBack),
        };
        if old.is_joker() || self.rack.count(old) < 2 {
            return Err(Impossible::NothingBack);
        }
        self.all_unseen(&[new])?;
        let _ = after.rack.remove(old) && after.rack.insert(new);
        after.drawn = Some(new);
        Ok(after)
    }

    fn view_of(&self, seat: Seat) -> View<'_> {
        View {
            rules: &self.rules,
            seat,
            rack: self.rack,
            drawn: self.drawn.filter(|_| self.to_move == Some(seat)),
            may_put_back: self.may_put_back(seat),
            table: &self.table,
            opened: self.opened.clone(),
            rack_sizes: self.sizes.clone(),
            racks: None,
            pool_len: self.pool_len,
            last_round: self.last_round,
            history: &self.history,
        }
    }

    /// Whether the tile just drawn may go back; known only for the person.
    fn may_put_back(&self, seat: Seat) -> bool {
        let allowed = self.rules.dup_redraw != DupRedraw::Never && self.pool_len > 0;
        let twice = |tile: Tile| !tile.is_joker() && self.rack.count(tile) > 1;
        seat == self.me && self.is_my_turn() && allowed && self.drawn.is_some_and(twice)
    }

    /// The seat of a line; it must be to move.
    fn mover(&self, whose: Whose) -> Result<Seat, Impossible> {
        let seat = self.to_move.ok_or(Impossible::Over)?;
        let fits = match whose {
            Whose::Next => true,
            Whose::Mine => seat == self.me,
            Whose::Theirs => seat != self.me,
        };
        let who = if seat == self.me {
            "you".to_owned()
        } else {
            format!("seat {seat}")
        };
        fits.then_some(seat).ok_or(Impossible::OtherTurn(who))
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
        if laid.len() > self.sizes[seat] {
            return Err(Impossible::TooMany(seat, self.sizes[seat], laid.len()));
        }
        let position = Position {
            rack: laid,
            ..self
                .rules
                .position(&self.table, laid, self.opened[seat], Some(seat))
        };
        let found = go_out_on(solver, &self.rules, &self.table, &position)?;
        let play = found.ok_or(if self.opened[seat] {
            Impossible::NoFit(laid)
        } else {
            Impossible::NoOpening(laid, self.rules.opening_min)
        })?;
        // Assume the fewest changes: few people move more tiles than they must.
        let found = fewest_changes(
            solver,
            &self.rules,
            &self.table,
            &position,
            &Goal::Tiles,
            play,
            MAX_SOLVES,
        )?;
        let action = Action::Play(found.table);
        let must = if own { TileCounts::EMPTY } else { laid };
        self.done(&must, &[], &mut |game| game.act(&action, &mut Believing))
    }

    fn lying(&self, table: &Table) -> Result<Self, Impossible> {
        let lie = self.table.counts().unwrap_or_default();
        if table.counts().ok() != Some(lie) {
            return Err(Impossible::OtherTable(lie));
        }
        let legal = self.rules.check_table(table);
        legal.map_err(|why| Impossible::Illegal(why.explain(&self.rules)))?;
        let mover = self.history.last().map_or(self.me, |turn| turn.seat);
        Ok(RealTable {
            table: owners_of(&self.rules, &self.table, table, mover, self.sizes.players())?,
            ..self.clone()
        })
    }

    /// The state after this action, if the seat to move holds the tiles `must`. The tiles `drawn`
    /// are the next of the pool.
    fn done(
        &self,
        must: &TileCounts,
        drawn: &[Tile],
        act: &mut dyn FnMut(&mut Game) -> Result<rummilab_core::Event, rummilab_core::Illegal>,
    ) -> Result<Self, Impossible> {
        let mut game = self.game_with(must, drawn)?;
        let event = act(&mut game);
        let event = event.map_err(|why| Impossible::Illegal(why.explain(&self.rules)))?;
        let mut next = self.clone();
        next.history.push(PublicTurn {
            put_back: self.put_back,
            ..PublicTurn::of(&event)
        });
        (next.drawn, next.put_back) = (None, 0);
        next.table = game.table().clone();
        next.rack = *game.rack(self.me);
        next.opened = BySeat::from_fn(self.sizes.players(), |seat| game.opened(seat));
        next.sizes = BySeat::from_fn(self.sizes.players(), |seat| game.rack(seat).len());
        next.pool_len = game.pool_len();
        next.last_round = game.in_last_round();
        next.to_move = game.to_move();
        next.ending = game.ending();
        Ok(next)
    }

    fn game_with(&self, must: &TileCounts, drawn: &[Tile]) -> Result<Game, Impossible> {
        let seat = self.to_move.ok_or(Impossible::Over)?;
        // For another player the first drawn tile may be any: a laid one, or a hidden one.
        let first = match (self.drawn, seat == self.me) {
            (Some(tile), false) => must.kinds().next().map_or(tile, |(laid, _)| laid),
            (Some(tile), true) => tile,
            (None, _) => return self.resumed(seat, must, drawn, None),
        };
        self.resumed(seat, must, drawn, Some(first))
    }

    /// A game whose turn began with this tile, with made-up hidden tiles.
    fn resumed(
        &self,
        seat: Seat,
        must: &TileCounts,
        drawn: &[Tile],
        first: Option<Tile>,
    ) -> Result<Game, Impossible> {
        let mut must = *must;
        if let Some(tile) = first.filter(|tile| seat != self.me && must.count(*tile) == 0) {
            let _ = must.insert(tile);
        }
        let must = &must;
        let mut hidden = self.unseen().saturating_sub(must);
        for tile in drawn {
            let _ = hidden.remove(*tile);
        }
        let mut rest = hidden.tiles().collect::<Vec<Tile>>().into_iter();
        let racks = BySeat::from_fn(self.sizes.players(), |other| {
            let must = if other == seat {
                *must
            } else {
                TileCounts::EMPTY
            };
            let more = rest
                .by_ref()
                .take(self.sizes[other].saturating_sub(must.len()));
            if other == self.me {
                self.rack
            } else {
                more.fold(must, |mut rack, tile| {
                    let _ = rack.insert(tile);
                    rack
                })
            }
        });
        let pool: Vec<Tile> = drawn.iter().copied().chain(rest).collect();
        let hidden = HiddenTiles { racks, pool };
        let mut middle = snapshot_of(&self.view_of(seat), &hidden);
        middle.drawn_first = first;
        middle.streams = vec![hidden.pool];
        let game = Game::resume(&self.rules, &middle);
        game.map_err(|why| Impossible::Illegal(why.to_string()))
    }

    /// These tiles, after checking that all are unseen.
    fn all_unseen(&self, tiles: &[Tile]) -> Result<TileCounts, Impossible> {
        let mut unseen = self.unseen();
        let missing = tiles.iter().find(|tile| !unseen.remove(**tile));
        match missing {
            Some(tile) => Err(Impossible::Copies(
                *tile,
                self.rules.copies_of(*tile).into(),
            )),
            None => Ok(tiles.iter().copied().collect()),
        }
    }

    fn on_rack(&self, tiles: &[Tile]) -> Result<TileCounts, Impossible> {
        let mut rack = self.rack;
        match tiles.iter().find(|tile| !rack.remove(**tile)) {
            Some(tile) => Err(Impossible::NotOnRack(*tile)),
            None => Ok(tiles.iter().copied().collect()),
        }
    }
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
