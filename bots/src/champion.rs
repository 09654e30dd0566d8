//! `champion`: holds everything, and wins the end of the game.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, EmptyPool, Position, Seat, TileCounts};
use rummilab_playout::Policies;
use rummilab_solver::{ListLimits, SolveError, fewest_openings};

use crate::ahead::Ahead;
use crate::bounded::Obliged;
pub use crate::champion_settings::ChampionSettings;
use crate::endgame::State;
use crate::entry::{Entry, choice, long, quick};
use crate::last_round::LastRound;
use crate::opening::{least_room, may_wait, opens_and_goes_out, own_turns};
use crate::parts::by_parts;
use crate::plan::{Plan, Planned};
use crate::player::{Player, fault, fewest_tiles, lay, may_idle, most_points};
use crate::shared::Shared;
use crate::standoff::{
    KeptAutomaton, NoAnswer, PartitionQueries, Standoff, cheapest_stopping, is_last_chance,
    larger_plays, least_dangerous, one_by_one, singles_so_far,
};

pub(crate) const ENTRY: Entry = Entry {
    name: "champion",
    version: 20,
    about: "holds everything, opens late, and with two players plans to the end",
    params: &[
        choice("budget", &["normal", "fast", "quick"])
            .about("work: in the mean of a game of two some 60 ms a turn, 4 ms, or 0.3 ms"),
        choice("aim", &["wins", "points"])
            .about("points: where a risk is too large, it lays most points and loses few"),
    ],
    for_tests: false,
    work: |s| match s.text("budget") {
        "fast" | "quick" => quick(s),
        _ => long(s),
    },
    make: |s| {
        let budget = match s.text("budget") {
            "fast" => ChampionSettings::FAST,
            "quick" => ChampionSettings::QUICK,
            _ => ChampionSettings::NORMAL,
        };
        let settings = ChampionSettings {
            points: s.text("aim") == "points",
            ..budget
        };
        Box::new(Champion::new(s.solver, settings))
    },
};

/// Its own turn, counted from 1, from which on it opens with a joker where it cannot without.
const JOKER_FROM: usize = 32;

/// Who plays for points gives up a game if the points at risk are more than this many times those
/// that stay after a play of most points. Of 1, 2, 3, 5 and 8 it brought the most points under club
/// rules (experiments/champion).
const DUMP: f64 = 2.0;

/// States of the solver that a list of plays may take: a tenth of a second.
const LIST_STATES: u64 = 1 << 17;

/// Lays nothing until its whole rack goes in one turn, as `hold:h=0` does. That beats everybody who
/// plays tiles as they come (docs/strategy.md#holding-back).
///
/// The tiles of an opening lie on the table for the others too. So among holders it opens as late
/// as it can, with few tiles, and without a joker where it can. Where
/// an opening may use the table, it opens with the turn on which its whole rack goes. Against
/// another holder the pool runs out:
///
/// - With two players it [plans](crate::plan), and may [look ahead](ChampionSettings::ahead) at its
///   opening.
/// - If drawing would make it begin a last round, it lays a tile instead, shortly before
///   ([`last_chance`](crate::standoff::last_chance)). With two players it draws that tile after all
///   where this wins more often than the other cannot go out after the planned turn.
/// - In other games it plays the [standoff](crate::standoff), and small racks
///   [exactly](crate::Endgame).
/// - In a last round it lays most tiles, and with two players the best of a few plays against the
///   other's best reply. Where it may pass with an empty pool, it passes.
/// - With more than 2 players and an empty pool, racks are hidden. It deals them at random or lays
///   the fewest tiles it can find ([`ChampionSettings::deals`]).
pub struct Champion {
    player: Player,
    settings: ChampionSettings,
    plan: Plan,
    ahead: Option<Ahead>,
    automaton: KeptAutomaton,
}

impl Champion {
    /// Plays with these settings. All its parts ask this solver.
    pub fn new(solver: &Shared, settings: ChampionSettings) -> Champion {
        Champion {
            player: Player::new(solver.boxed()),
            settings,
            plan: Plan::new(settings.plan, solver.automaton()),
            ahead: settings
                .ahead
                .map(|effort| Ahead::new(effort, solver, quick_players(solver))),
            automaton: solver.automaton().clone(),
        }
    }

    /// The turn of a player who has not opened and cannot go out. In a last round it keeps nothing
    /// back.
    fn open(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        if view.last_round {
            return self.player.open(view);
        }
        if view.rack.jokers() == 0 {
            return self.open_now(view);
        }
        let bare = View {
            rack: view.rack.without_jokers(),
            ..view.clone()
        };
        let opened = self.open_now(&bare)?;
        if matches!(opened, Action::Play(_)) {
            return Ok(opened);
        }
        if view.pool_len > 0 && own_turns(view) + 1 < JOKER_FROM {
            return Ok(view.idle());
        }
        self.open_now(view)
    }

    /// The turn of a player who opens as soon as possible.
    fn open_now(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        let usual = self.player.open(view)?;
        if !matches!(usual, Action::Play(_)) {
            return Ok(usual);
        }
        if let Some(few) = self.open_few(view)? {
            return Ok(few);
        }
        let fewest = match self.fewest_listed(view).map_err(|e| fault(&e))? {
            Some(tiles) => self.player.lay_tiles(view, &tiles)?,
            None => None,
        };
        Ok(fewest.unwrap_or(usual))
    }

    /// An opening of one or two sets, without jokers if there is one, that leaves little room. Who
    /// opens late has so large a rack that a list of all plays gives up, and the largest opening
    /// would feed the others.
    fn open_few(&mut self, view: &View<'_>) -> Result<Option<Action>, BotFault> {
        for tiles in [view.rack.without_jokers(), view.rack] {
            if let Some(few) = least_room(view, fewest_openings(view.rules, &tiles))
                && let Some(action) = self.player.lay_tiles(view, &few)?
            {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// Questions about what lies, within the work of a standoff.
    fn queries<'a>(&'a mut self, view: &View<'a>) -> PartitionQueries<'a> {
        let work = self.settings.effort.work;
        let queries = PartitionQueries::new(view.rules, self.player.solver(), work);
        queries.with(&self.automaton).remembering()
    }

    /// The turn of a player who cannot go out while there is something to draw.
    fn wait(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        if !is_last_chance(view) {
            return Ok(view.idle());
        }
        let Ok(table) = view.table.counts() else {
            return Ok(view.idle());
        };
        let mut queries = self.queries(view);
        let found = cheapest_stopping(&mut queries, &table, &view.rack).map_err(fault_of)?;
        let laid = match found {
            Some(laid) => self.player.lay_tiles(view, &laid)?,
            None => None,
        };
        Ok(laid.unwrap_or_else(|| view.idle()))
    }

    /// The turn with an empty pool of a player who cannot go out and must lay if possible.
    fn stand_off(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let laid = match State::of(view) {
            Some(state) if state.opened == [true; 2] => self.known(view, &state, stream),
            _ => self.fewest(view, stream),
        };
        let action = match laid.map_err(fault_of)? {
            Some(laid) => self.player.lay_tiles(view, &laid)?,
            None => None,
        };
        match action {
            Some(action) => Ok(action),
            None => self.player.greedy(view),
        }
    }

    /// The turn when both racks are known.
    fn known(
        &mut self,
        view: &View<'_>,
        state: &State,
        stream: &mut Stream,
    ) -> Result<Option<TileCounts>, NoAnswer> {
        let effort = self.settings.effort;
        let standoff = Standoff::new(view.rules, self.player.solver(), state, effort.work);
        let mut standoff = standoff.with(&self.automaton);
        standoff.best(&effort, stream)
    }

    /// The planned turn, if the game has a plan: a draw as long as there is a pool.
    fn planned(
        &mut self,
        view: &View<'_>,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let waits = Plan::waits(view);
        if !waits && !Plan::takes(view) {
            return Ok(None);
        }
        if !waits && view.pool_len > 0 {
            return Ok(Some(view.idle()));
        }
        let found = match self.plan.turn(view, self.player.solver(), stream) {
            Err(NoAnswer::BudgetExhausted) => return Ok(None),
            found => found.map_err(fault_of)?,
        };
        match found {
            Some(planned) if waits && self.draws(view, &planned, stream)? => Ok(Some(view.idle())),
            Some(planned) => match self.dump(view, &planned)? {
                Some(most) => Ok(Some(most)),
                None => self.player.lay_tiles(view, &planned.laid),
            },
            None if waits => Ok(Some(view.idle())),
            None => self.player.greedy(view).map(Some),
        }
    }

    /// Whether drawing the last tile wins more often than the planned turn may last. For points it
    /// was not tried.
    fn draws(
        &mut self,
        view: &View<'_>,
        planned: &Planned,
        stream: &mut Stream,
    ) -> Result<bool, BotFault> {
        let ChampionSettings { draws, points, .. } = self.settings;
        let opened = view.opened.iter().all(|opened| *opened);
        if draws == 0 || points || planned.risk == 0.0 || !opened || !may_idle(view) {
            return Ok(false);
        }
        let mut last = self.last_round_of(view);
        let wins = last.drawing_wins(&planned.pool, draws, stream)?;
        Ok(wins > 1.0 - planned.risk)
    }

    fn last_round_of<'a, 'v>(&'a mut self, view: &'a View<'v>) -> LastRound<'a, 'v> {
        LastRound {
            view,
            player: &mut self.player,
            automaton: &self.automaton,
        }
    }

    /// The turn of a last round between two who have both opened, and all is known.
    fn last_turn(
        &mut self,
        view: &View<'_>,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let state = State::of(view).filter(|state| state.opened == [true; 2]);
        let Some(state) = state else {
            return Ok(None);
        };
        match self.last_round_of(view).best(&state, stream)? {
            Some(best) if !best.laid.is_empty() => self.player.lay_tiles(view, &best.laid),
            Some(_) if may_idle(view) => Ok(Some(view.idle())),
            _ => Ok(None),
        }
    }

    /// The play of most points, if points count and the planned turn risks too many. At risk is the
    /// chance that it lets the other out, times the points of the rack then; [`DUMP`] is the limit.
    fn dump(&mut self, view: &View<'_>, planned: &Planned) -> Result<Option<Action>, BotFault> {
        if planned.risk == 0.0 || !self.settings.points {
            return Ok(None);
        }
        let Some(most) = self
            .player
            .best(view, &most_points(view.rules, &view.rack, 0))?
        else {
            return Ok(None);
        };
        let after = |laid| f64::from(view.rules.rack_points(&view.rack.saturating_sub(laid)));
        let pays = planned.risk * after(&planned.laid) > DUMP * after(&most.played);
        Ok(pays.then(|| lay(view, &most)))
    }

    /// The play of fewest tiles that it finds; ties go to the least value, jokers last.
    fn fewest(
        &mut self,
        view: &View<'_>,
        stream: &mut Stream,
    ) -> Result<Option<TileCounts>, NoAnswer> {
        let free = view.rules.sets_are_free();
        let (Ok(table), true) = (view.table.counts(), free) else {
            return Ok(self.fewest_listed(view)?);
        };
        if !view.position().stacks.groups.is_empty() {
            return Ok(self.fewest_listed(view)?);
        }
        let deals = self.settings.deals;
        let mut queries = self.queries(view);
        if deals > 0 && view.players() > 2 {
            return least_dangerous(&mut queries, view, deals, stream);
        }
        let alone = singles_so_far(&mut queries, &table, &view.rack)?;
        if let Some(cheapest) = one_by_one(&alone).into_iter().next() {
            return Ok(Some(cheapest));
        }
        let larger = larger_plays(&mut queries, &table, &view.rack, &alone)?;
        Ok(larger.into_iter().next())
    }

    /// The same from a list of plays, for rules under which a table is more than its tiles.
    fn fewest_listed(&mut self, view: &View<'_>) -> Result<Option<TileCounts>, SolveError> {
        let goal = fewest_tiles(&view.rack);
        let solver = self.player.solver();
        let limits = ListLimits {
            most: 1,
            work: LIST_STATES,
        };
        let plays = solver.plays(view.rules, &view.position(), &goal, limits)?;
        Ok(plays.plays.first().map(|play| play.tiles))
    }

    /// A play that empties the rack, under the rules for a player who has opened. Where the solver
    /// gives up, the table is changed part by part, then the second solver is asked.
    fn whole_rack(
        &mut self,
        view: &View<'_>,
        opened: bool,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let position = Position {
            opened,
            ..view.position()
        };
        match self.player.solver().go_out(view.rules, &position) {
            Ok(play) => Ok(play.map(|play| lay(view, &play))),
            Err(SolveError::GaveUp { .. }) => {
                let table = if opened {
                    by_parts(view, self.player.solver(), stream)?
                } else {
                    None
                };
                if let Some(table) = table {
                    return Ok(Some(Action::Play(table)));
                }
                let play = self.player.second_goes_out(view.rules, &position);
                Ok(play.map(|play| lay(view, &play)))
            }
            Err(error) => Err(fault(&error)),
        }
    }

    /// The turn without looking ahead.
    fn usual(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let phase = Phase::of(view);
        if phase != Phase::Waiting
            && let Some(out) = self.whole_rack(view, view.has_opened(), stream)?
        {
            return Ok(out);
        }
        match phase {
            Phase::Waiting => self.wait_to_open(view, stream),
            Phase::Opening => self.open(view),
            Phase::Pool => match self.planned(view, stream)? {
                Some(action) => Ok(action),
                None => self.wait(view),
            },
            Phase::LastRound => {
                if let Some(action) = self.solve(view)? {
                    return Ok(action);
                }
                match self.last_turn(view, stream)? {
                    Some(action) => Ok(action),
                    None => self.player.greedy(view),
                }
            }
            Phase::EmptyPool => self.lay_or_pass(view, stream),
        }
    }

    /// The turn of a player who opens late.
    fn wait_to_open(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        // A player who could not go out after opening cannot go out at all.
        let Some(out) = self.whole_rack(view, true, stream)? else {
            return Ok(view.idle());
        };
        if opens_and_goes_out(view) {
            return Ok(out);
        }
        match self.whole_rack(view, false, stream)? {
            Some(out) => Ok(out),
            None => self.open_now(view),
        }
    }

    /// The turn with an empty pool where play goes on.
    fn lay_or_pass(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        if let Some(action) = self.solve(view)? {
            return Ok(action);
        }
        if let Some(action) = self.planned(view, stream)? {
            return Ok(action);
        }
        let until_all_pass = view.rules.empty_pool_procedure == EmptyPool::UntilAllPass;
        if until_all_pass && !view.rules.must_play_when_empty.binds(view.has_opened()) {
            return Ok(view.idle());
        }
        self.stand_off(view, stream)
    }

    /// The best turn where few tiles are left on the racks and all are known.
    fn solve(&mut self, view: &View<'_>) -> Result<Option<Action>, BotFault> {
        let tiles: usize = view.rack_sizes.iter().sum();
        if tiles > self.settings.exact_tiles {
            return Ok(None);
        }
        self.player.solve_endgame(view, self.settings.exact)
    }
}

/// What a turn is about, besides going out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Not opened, and it pays to open late.
    Waiting,
    /// Not opened.
    Opening,
    /// There are tiles to draw.
    Pool,
    /// Every turn may be the last.
    LastRound,
    EmptyPool,
}

impl Phase {
    fn of(view: &View<'_>) -> Phase {
        match (view.has_opened(), view.last_round) {
            (false, _) if may_wait(view) => Phase::Waiting,
            (false, _) => Phase::Opening,
            (true, true) => Phase::LastRound,
            (true, false) if view.pool_len > 0 => Phase::Pool,
            (true, false) => Phase::EmptyPool,
        }
    }
}

/// Two quick champions, who go on where one looks ahead.
pub(crate) fn quick_players(solver: &Shared) -> Policies {
    let quick = || -> Box<dyn Bot> {
        let champion = Champion::new(solver, ChampionSettings::QUICK);
        Box::new(Obliged::new(Box::new(champion)))
    };
    let luck = Stream::new(Key::sample(0, "ahead", 0));
    Policies::new(vec![quick(), quick()], luck)
}

fn fault_of(halt: NoAnswer) -> BotFault {
    match halt {
        NoAnswer::Solver(error) => fault(&error),
        NoAnswer::BudgetExhausted => BotFault::Crash(halt.to_string()),
    }
}

impl Bot for Champion {
    fn new_game(&mut self, _: Seat) {
        self.plan.forget();
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let usual = self.usual(view, stream)?;
        let Some(ahead) = self
            .ahead
            .as_mut()
            .filter(|ahead| ahead.takes(view, &usual))
        else {
            return Ok(usual);
        };
        // A failure in thought must not become a failure in the game.
        let better = ahead.better(view, &usual, stream).unwrap_or(None);
        Ok(better.unwrap_or(usual))
    }
}
