//! [`Environment`]: a game in which the caller plays all seats by small actions.

use rummilab_arena::{Draws, HarnessError, deal, put_back_place};
use rummilab_bot_api::{PublicTurn, View};
use rummilab_core::{
    Action, BySeat, Deal, DealError, Ending, Game, Illegal, RuleSet, Seat, SeatResult, Table, Tile,
    TileCounts, win_share,
};
use rummilab_solver::{
    Goal, SolveError, Solver, Unsupported, fewest_changes, lay_in_one_set, solve_on,
    unless_given_up,
};

use crate::choices::{Candidates, Choices, Next, table_with};
use crate::observation::Observation;

/// The most further questions to the solver for the table with the fewest changes. If groups have
/// owners, two thousand questions take seconds.
const MAX_SOLVES: usize = 20;

/// Why an environment cannot be made or stepped.
#[derive(Debug, thiserror::Error)]
pub enum EnvError {
    /// The solver does not honour the rules.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error(transparent)]
    Deal(#[from] HarnessError),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The referee refused a turn, for the given reason.
    #[error(transparent)]
    Refused(#[from] Illegal),
    /// The rules do not allow this number of players.
    #[error("{0} players; expected 2 to {1}")]
    Players(usize, usize),
    /// No deal has these racks.
    #[error(transparent)]
    Racks(#[from] DealError),
    /// An action that is not legal now.
    #[error("action {action} ({name}) is not legal now; the mask says which are")]
    NotLegal {
        action: usize,
        /// The name of the action.
        name: String,
    },
    /// A row that may not be chosen now.
    #[error("row {0} may not be chosen now; the mask says which may")]
    NoRow(usize),
    /// A number that is no action of this environment.
    #[error("there is no action {0}; expected 0 to {1}")]
    NoAction(usize, usize),
    #[error("the game is over; reset the environment")]
    Over,
}

/// Whole turns to choose from, as arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateRows {
    /// The rows, each laid out as [`Observation::candidate_fields`] says. The first draws or
    /// passes. The others are plays, the best first; rows without a play are zeros.
    pub features: Vec<u8>,
    /// For each row, whether it may be chosen.
    pub legal: Vec<bool>,
    /// Whether there are plays without a row.
    pub more: bool,
}

/// A game in progress, from its numbered deal to its result.
///
/// ```
/// use rummilab_core::RuleSet;
/// use rummilab_env::Environment;
/// use rummilab_search::SearchSolver;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let mut game = Environment::new(&rules, 2, 7, Box::new(SearchSolver::new()))?;
/// let mut steps = 0;
/// while game.results().is_none() {
///     let legal = game.legal()?;
///     let first = legal.iter().position(|legal| *legal).unwrap();
///     game.step(first)?;
///     steps += 1;
/// }
/// assert!(steps > 10);
/// # Ok::<(), rummilab_env::EnvError>(())
/// ```
pub struct Environment {
    rules: RuleSet,
    kinds: Vec<Tile>,
    layout: Observation,
    players: usize,
    seed: u64,
    deal: u64,
    game: Game,
    history: Vec<PublicTurn>,
    solver: Box<dyn Solver>,
    choices: Option<Choices>,
    results: Option<BySeat<SeatResult>>,
    /// Whether a play may leave any legal table.
    any_table: bool,
    /// Whether turns begin by themselves, without a call of [`Environment::begin`].
    pub(crate) begins: bool,
}

impl std::fmt::Debug for Environment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Environment")
            .field("seed", &self.seed)
            .field("deal", &self.deal)
            .finish_non_exhaustive()
    }
}

impl Environment {
    /// The game with deal 0 of this seed.
    ///
    /// # Errors
    /// [`EnvError::Players`], [`EnvError::Unsupported`], [`EnvError::Deal`].
    pub fn new(
        rules: &RuleSet,
        players: usize,
        seed: u64,
        solver: Box<dyn Solver>,
    ) -> Result<Environment, EnvError> {
        if players < 2 || players > rules.max_players() {
            return Err(EnvError::Players(players, rules.max_players()));
        }
        solver.supports(rules, &Goal::Tiles)?;
        let kinds: Vec<Tile> = rules.kinds().collect();
        let mut environment = Environment {
            rules: rules.clone(),
            layout: Observation::new(kinds.clone(), players),
            kinds,
            players,
            seed,
            deal: 0,
            game: first_state(rules, players, seed, 0)?,
            history: Vec::new(),
            solver,
            choices: None,
            results: None,
            any_table: false,
            begins: true,
        };
        environment.begin(|_, _| true);
        Ok(environment)
    }

    /// The game that begins with these racks, seat 0 first. The other tiles form the pool, in an
    /// unspecified order: [`draws_next`](Environment::draws_next) sets the tile that is drawn.
    /// Where turns begin with a draw, each turn waits for [`begin_with`](Environment::begin_with).
    ///
    /// # Errors
    /// [`EnvError::Players`], [`EnvError::Unsupported`], [`EnvError::Racks`].
    pub fn with_racks(
        rules: &RuleSet,
        racks: BySeat<TileCounts>,
        solver: Box<dyn Solver>,
    ) -> Result<Environment, EnvError> {
        let mut environment = Environment::new(rules, racks.players(), 0, solver)?;
        let pool = racks
            .iter()
            .fold(rules.deck(), |pool, rack| pool.saturating_sub(rack));
        let deal = Deal {
            racks,
            streams: vec![pool.tiles().collect()],
        };
        environment.game = Game::new(rules, &deal, Seat(0))?;
        environment.begins = false;
        Ok(environment)
    }

    /// A copy of this game, to be stepped separately, with a solver of its own.
    #[must_use]
    pub fn fork(&self, solver: Box<dyn Solver>) -> Environment {
        Environment {
            rules: self.rules.clone(),
            kinds: self.kinds.clone(),
            layout: self.layout.clone(),
            players: self.players,
            seed: self.seed,
            deal: self.deal,
            game: self.game.clone(),
            history: self.history.clone(),
            solver,
            choices: self.choices.clone(),
            results: self.results.clone(),
            any_table: self.any_table,
            begins: self.begins,
        }
    }

    /// Lets plays leave the sets of the table as the solver finds them, which takes less time, and
    /// may depend on the whole rack. Otherwise as few old sets as possible change. An observation
    /// says nothing of sets, so it is the same. Where groups or jokers are bound to their sets,
    /// nothing changes.
    #[must_use]
    pub fn with_any_table(mut self) -> Environment {
        self.any_table = true;
        self
    }

    /// The tiles of the pool.
    pub fn pool(&self) -> TileCounts {
        self.game.pool()
    }

    /// Makes this the next tile drawn. `false` if the pool has no such tile, or if each seat draws
    /// from a stream of its own.
    pub fn draws_next(&mut self, tile: Tile) -> bool {
        self.game.draws_next(tile)
    }

    /// The tiles with which the turn may begin: empty unless it waits for
    /// [`begin_with`](Environment::begin_with). A tile that may go back for another always does, so
    /// it is not among them.
    pub fn first_draws(&self) -> TileCounts {
        self.game.first_draws()
    }

    /// Begins the turn with the draw of this tile. `false` if it is not among the
    /// [`first_draws`](Environment::first_draws).
    pub fn begin_with(&mut self, tile: Tile) -> bool {
        self.first_draws().count(tile) > 0
            && self.game.draws_next(tile)
            && self.game.start_turn().is_some()
    }

    /// Begins the game with the deal of this number; the same seed and number give the same tiles.
    ///
    /// # Errors
    /// [`EnvError::Deal`].
    pub fn reset(&mut self, seed: u64, deal: u64) -> Result<(), EnvError> {
        self.game = first_state(&self.rules, self.players, seed, deal)?;
        (self.seed, self.deal) = (seed, deal);
        self.history.clear();
        self.choices = None;
        self.results = None;
        self.begin_by_itself();
        Ok(())
    }

    /// The number of actions: the kinds of tile, the end of a play, and drawing or passing.
    pub fn actions(&self) -> usize {
        self.kinds.len() + 2
    }

    pub fn layout(&self) -> &Observation {
        &self.layout
    }

    pub fn players(&self) -> usize {
        self.players
    }

    /// Seed and number of the deal.
    pub fn deal(&self) -> (u64, u64) {
        (self.seed, self.deal)
    }

    /// The seat to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<Seat> {
        self.game.to_move()
    }

    /// The table, without the tiles laid on this turn.
    pub fn table(&self) -> &Table {
        self.game.table()
    }

    /// The rack of a seat, including the tiles laid on this turn.
    pub fn rack(&self, seat: Seat) -> &TileCounts {
        self.game.rack(seat)
    }

    /// The tiles laid so far on this turn.
    pub fn laid(&self) -> TileCounts {
        self.choices
            .as_ref()
            .map_or(TileCounts::EMPTY, |choices| choices.laid)
    }

    /// The view of a seat.
    pub fn view(&self, seat: Seat) -> View<'_> {
        View::of(&self.game, seat, &self.history)
    }

    /// Appends the observation of a seat, as bytes.
    pub fn observe(&self, seat: Seat, out: &mut Vec<u8>) {
        let view = self.view(seat);
        self.layout.write(&view, &self.laid(), self.to_move(), out);
    }

    /// The ending of the game and the results of the seats, once it is over.
    pub fn results(&self) -> Option<(Ending, &BySeat<SeatResult>)> {
        self.game.ending().zip(self.results.as_ref())
    }

    /// The reward of each seat. With `n` players and a share `s` of the win it is
    /// `(n s - 1) / (n - 1)`: 1 for the only winner, and `-1 / (n - 1)` for each loser. Joint
    /// winners share the win. The rewards sum to 0; before the end all are 0.
    pub fn rewards(&self) -> BySeat<f64> {
        let Some(results) = &self.results else {
            return BySeat::filled(self.players, 0.0);
        };
        let others = (self.players - 1) as f64;
        BySeat::from_fn(self.players, |seat| {
            let places = results.iter().map(|result| result.place);
            let share = win_share(results[seat].place, places);
            (share * self.players as f64 - 1.0) / others
        })
    }

    /// For each action, whether it is legal. No action is legal once the game is over.
    ///
    /// # Errors
    /// [`EnvError::Solve`].
    pub fn legal(&mut self) -> Result<Vec<bool>, EnvError> {
        let mut legal = vec![false; self.actions()];
        if self.to_move().is_some() {
            let (next, idle) = self.next()?;
            for (at, tile) in self.kinds.iter().enumerate() {
                legal[at] = next.kinds.count(*tile) > 0;
            }
            legal[self.kinds.len()] = next.done;
            legal[self.kinds.len() + 1] = idle;
        }
        Ok(legal)
    }

    /// The best plays of this turn, at most `most`, that lay at least the tiles laid so far.
    ///
    /// # Errors
    /// [`EnvError::Over`], [`EnvError::Solve`].
    pub fn candidates(&mut self, most: usize) -> Result<&Candidates, EnvError> {
        self.choose();
        let choices = self.choices.as_mut().ok_or(EnvError::Over)?;
        let table = self.game.table();
        Ok(choices.candidates(&self.rules, table, self.solver.as_mut(), most)?)
    }

    /// The best plays of this turn, at most `most`, and drawing or passing, as `most + 1` rows.
    /// Once the game is over, no row may be chosen.
    ///
    /// # Errors
    /// [`EnvError::Solve`].
    pub fn candidate_rows(&mut self, most: usize) -> Result<CandidateRows, EnvError> {
        let width = self.layout.candidate_bytes();
        let mut rows = CandidateRows {
            features: Vec::with_capacity((most + 1) * width),
            legal: Vec::with_capacity(most + 1),
            more: false,
        };
        if let Some(seat) = self.to_move() {
            let Candidates { plays, more } = self.candidates(most)?.clone();
            let rack = self.rack(seat);
            self.layout
                .write_candidate(rack, &TileCounts::EMPTY, &mut rows.features);
            for play in &plays {
                self.layout.write_candidate(rack, play, &mut rows.features);
            }
            rows.more = more;
            rows.legal.push(self.may_idle(!plays.is_empty()));
            rows.legal.resize(plays.len() + 1, true);
        }
        rows.features.resize((most + 1) * width, 0);
        rows.legal.resize(most + 1, false);
        Ok(rows)
    }

    /// Plays the whole turn of this row of the [`candidate_rows`](Environment::candidate_rows) for
    /// `most` plays. On an error nothing has changed.
    ///
    /// # Errors
    /// [`EnvError::NoRow`], [`EnvError::Over`], [`EnvError::Solve`].
    pub fn take_candidate(&mut self, row: usize, most: usize) -> Result<(), EnvError> {
        let plays = &self.candidates(most)?.plays;
        let any = !plays.is_empty();
        match row.checked_sub(1).map(|at| plays.get(at).copied()) {
            None if self.may_idle(any) => self.act(&self.idle()),
            Some(Some(play)) => self.play(play),
            _ => Err(EnvError::NoRow(row)),
        }
    }

    /// Takes this action. On an error nothing has changed.
    ///
    /// # Errors
    /// [`EnvError::NotLegal`], [`EnvError::NoAction`], [`EnvError::Over`], [`EnvError::Solve`].
    pub fn step(&mut self, action: usize) -> Result<(), EnvError> {
        if action >= self.actions() {
            return Err(EnvError::NoAction(action, self.actions() - 1));
        }
        self.to_move().ok_or(EnvError::Over)?;
        let (next, idle) = self.next()?;
        let end = self.kinds.len();
        let legal = match self.kinds.get(action) {
            Some(tile) => next.kinds.count(*tile) > 0,
            None if action == end => next.done,
            None => idle,
        };
        if !legal {
            let name = self.action_name(action);
            return Err(EnvError::NotLegal { action, name });
        }
        match (self.kinds.get(action), &mut self.choices) {
            (Some(tile), Some(choices)) => {
                choices.lay(&self.rules, *tile);
                Ok(())
            }
            _ if action == end => self.play(self.laid()),
            _ => self.act(&self.idle()),
        }
    }

    /// The name of an action: a tile, `done`, or `draw` or `pass`.
    pub fn action_name(&self, action: usize) -> String {
        match self.kinds.get(action) {
            Some(tile) => tile.to_string(),
            None if action == self.kinds.len() => "done".to_owned(),
            None if self.idle() == Action::Pass => "pass".to_owned(),
            None => "draw".to_owned(),
        }
    }

    /// Lays these tiles of the rack and ends the turn, with the fewest changes to the table, unless
    /// [any table](Environment::with_any_table) will do.
    ///
    /// # Errors
    /// [`EnvError::Refused`] if that is no legal turn, [`EnvError::Over`], [`EnvError::Solve`].
    pub fn play(&mut self, tiles: TileCounts) -> Result<(), EnvError> {
        let seat = self.to_move().ok_or(EnvError::Over)?;
        let position = rummilab_core::Position {
            rack: tiles,
            ..self.game.position(seat)
        };
        let (rules, table) = (&self.rules, self.game.table());
        let solver = self.solver.as_mut();
        // Unless any table will do, never the play that a choice has found: which one it finds can
        // depend on the whole rack, and the sets of the new table would then tell what stays on it.
        let bound = rules.has_group_owners() || position.has_bound_sets(rules);
        let after = if self.any_table && !bound {
            let choices = self.choices.as_ref();
            match choices.filter(|choices| choices.laid == tiles) {
                Some(choices) => choices.exactly(rules, table, solver),
                None => table_with(rules, table, &position, solver),
            }
        } else {
            fewest_changed(rules, table, &position, solver)
        };
        let after = unless_given_up(after)?.flatten();
        let after = after.unwrap_or_else(|| table.clone());
        self.act(&Action::Play(after))
    }

    /// Plays a whole turn for the seat to move. On an error nothing has changed.
    ///
    /// # Errors
    /// [`EnvError::Refused`].
    pub fn act(&mut self, action: &Action) -> Result<(), EnvError> {
        let event = self.game.act(action, &mut self.solver)?;
        self.history.push(PublicTurn::of(&event));
        self.choices = None;
        self.results = self.game.results(&mut self.solver);
        self.begin_by_itself();
        Ok(())
    }

    fn begin_by_itself(&mut self) {
        if self.begins {
            self.begin(|_, _| true);
        }
    }

    /// Ends the game because the bot in this seat cannot go on.
    pub(crate) fn end_by_fault(&mut self, seat: Seat) {
        self.game.end_by_fault(seat);
        self.results = self.game.results(&mut self.solver);
    }

    /// Begins the turn of the seat to move with a draw, where turns begin with one. If the tile may
    /// go back for another, `back` decides whether it does. In seats that the caller steps it
    /// always does.
    pub(crate) fn begin(&mut self, mut back: impl FnMut(&View<'_>, Tile) -> bool) {
        self.game.start_turn();
        while let (Some(seat), Some(tile), true) = (
            self.game.to_move(),
            self.game.drawn_first(),
            self.game.may_put_back(),
        ) {
            if !back(&self.view(seat), tile) {
                break;
            }
            let (returns, places) = (self.game.returns(seat), self.game.put_back_places());
            let place = put_back_place(self.seed, self.deal, seat, returns, places);
            if self.game.put_back(place).is_err() {
                break;
            }
        }
    }

    /// The action of a player who lays nothing: draw or pass.
    fn idle(&self) -> Action {
        let seat = self.to_move().unwrap_or(Seat(0));
        self.view(seat).idle()
    }

    fn choose(&mut self) {
        if let (None, Some(seat)) = (&self.choices, self.to_move()) {
            let position = self.game.position(seat);
            self.choices = Some(Choices::new(&self.rules, position));
        }
    }

    /// The choices of the next action, and whether the seat may draw or pass.
    fn next(&mut self) -> Result<(Next, bool), EnvError> {
        self.choose();
        let choices = self.choices.as_mut().ok_or(EnvError::Over)?;
        let next = choices.next(&self.rules, self.game.table(), self.solver.as_mut())?;
        Ok((next, self.may_idle(!next.kinds.is_empty())))
    }

    /// Whether the seat to move may draw or pass; `plays` says whether it has a play.
    fn may_idle(&self, plays: bool) -> bool {
        let opened = self.to_move().is_some_and(|seat| self.game.opened(seat));
        let must = self.rules.must_lay(self.game.pool_len(), opened);
        self.laid().is_empty() && !(must && plays)
    }
}

/// A table on which the whole rack of a position lies too, with the fewest changes; `None` if there
/// is none.
fn fewest_changed(
    rules: &RuleSet,
    before: &Table,
    position: &rummilab_core::Position,
    solver: &mut dyn Solver,
) -> Result<Option<Table>, SolveError> {
    if let Some(table) = lay_in_one_set(rules, before, position) {
        return Ok(Some(table));
    }
    // Going out would be quicker to ask, but from its table fewer old sets are found to stay.
    let goal = Goal::Tiles;
    let best = solve_on(solver, rules, before, position, &goal)?.into_verified();
    let best = best.filter(|best| best.played == position.rack);
    let found =
        best.map(|best| fewest_changes(solver, rules, before, position, &goal, best, MAX_SOLVES));
    Ok(found.transpose()?.map(|found| found.table))
}

fn first_state(rules: &RuleSet, players: usize, seed: u64, number: u64) -> Result<Game, EnvError> {
    let (deal, _) = deal(rules, players, Draws::default(), seed, number)?;
    Ok(Game::new(rules, &deal, Seat(0)).map_err(HarnessError::from)?)
}
