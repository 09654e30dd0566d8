//! Looking ahead at the opening once the pool is empty, in a game of two: which tiles to open with.
//! Nothing is hidden then, or the one tile of the pool that neither wants to draw. After each of
//! many openings two quick champions go on until both have opened. Then short playouts judge the
//! position ([`worth`]).

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Game, Seat};
use rummilab_playout::{Belief, Lookahead, Playout, Policies, Selection};
use rummilab_solver::{Solver, fewest_openings};
use rustc_hash::FxHashMap;

use crate::plan::{Duel, OUT, Plan, Stoppers, WorthEffort, worth};
use crate::player::{Player, fault, laid};
use crate::shared::Shared;
use crate::standoff::{NoAnswer, PartitionQueries};

/// Questions for judging one position.
const QUESTIONS: u64 = 1_000_000;

/// By how many standard errors another turn must be better, and how often it must have been judged.
const ERRORS: f64 = 1.0;
const DEALS: usize = 2;

/// How much looking ahead may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AheadEffort {
    /// The most openings of few tiles that are tried.
    pub openings: usize,
    /// How often positions are judged on a turn, for all turns tried together.
    pub games: usize,
    /// Work for judging the empty pool once.
    pub worth: WorthEffort,
}

impl AheadEffort {
    /// Some 50 ms once the pool is empty.
    pub const FAST: AheadEffort = AheadEffort {
        openings: 30,
        games: 66,
        worth: WorthEffort {
            search: 300,
            playouts: 4,
        },
    };

    /// Twice as much.
    pub const NORMAL: AheadEffort = AheadEffort {
        games: 132,
        ..AheadEffort::FAST
    };
}

pub(crate) struct Ahead {
    effort: AheadEffort,
    solver: Shared,
    player: Player,
    policies: Policies,
}

impl Ahead {
    /// All its parts ask this solver. The policies of both seats go on in its games.
    pub(crate) fn new(effort: AheadEffort, solver: &Shared, policies: Policies) -> Ahead {
        Ahead {
            effort,
            solver: solver.clone(),
            player: Player::new(solver.boxed()),
            policies,
        }
    }

    /// Whether it looks ahead on this turn: in a game of two whose empty pool, or last tile in it,
    /// is planned and has come, by a player who has not opened and does not go out.
    pub(crate) fn takes(&self, view: &View<'_>, usual: &Action) -> bool {
        let empty = view.pool_len == 0 && Plan::suits(view);
        (empty || Plan::waits(view)) && !view.has_opened() && laid(view, usual) != view.rack
    }

    /// A turn that is clearly better than the usual one; `None` if none is, or if the automaton
    /// does not handle these rules, since a solver would take long.
    ///
    /// # Errors
    /// Any failure of a solver or of a policy.
    pub(crate) fn better(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        if !self.is_quick(view) {
            return Ok(None);
        }
        let listed = self.list(view, usual, stream)?;
        let belief = Belief::new(0, 0).look(view, &mut self.policies, stream);
        let (Some(belief), true) = (belief, listed.len() > 1) else {
            return Ok(None);
        };
        let seed = stream.next_u64();
        let lookahead = Lookahead {
            view,
            belief: &belief,
            purpose: "ahead deal",
            seed: seed.into(),
        };
        let selection = Selection {
            games: self.effort.games,
            errors: ERRORS,
            deals: DEALS,
        };
        // With an empty pool nothing is hidden, so all deals are the game as it stands. How both
        // open is no matter of luck, so it is played once; the playouts after it differ. Otherwise
        // each deal has a tile of its own in the pool.
        let mut opened: FxHashMap<usize, Game> = FxHashMap::default();
        let mut stoppers = Stoppers::default();
        let best = lookahead.best(listed.len(), selection, |turn, deal| {
            if self.solver.stopped() {
                return Ok(None);
            }
            let luck = Stream::new(Key::sample(seed, "ahead luck", deal.number));
            let game = match opened.get(&turn) {
                Some(game) => Ok(game.clone()),
                None => self.play_on(view, deal.game, &listed[turn], luck.clone()),
            };
            let value = game.and_then(|game| {
                let value = self.value(view, &game, &mut stoppers, luck);
                if view.pool_len == 0 {
                    opened.insert(turn, game);
                }
                value
            });
            // A game that breaks off tells nothing, but those before it do. Who gets no more
            // answers does not play as planned.
            Ok(value.unwrap_or(None).filter(|_| !self.solver.ran_out()))
        })?;
        Ok((best > 0).then(|| listed[best].clone()))
    }

    fn is_quick(&mut self, view: &View<'_>) -> bool {
        let queries = PartitionQueries::new(view.rules, self.player.solver(), 0);
        queries.with(self.solver.automaton()).is_quick()
    }

    /// The turns that are tried: the usual one, openings of the fewest tiles in random order, and
    /// the largest opening.
    fn list(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Vec<Action>, BotFault> {
        let mut found = vec![usual.clone()];
        let mut known = vec![laid(view, usual)];
        let mut openings = fewest_openings(view.rules, &view.rack.without_jokers());
        stream.shuffle(&mut openings);
        for (tiles, _) in openings.iter().take(self.effort.openings) {
            if !known.contains(tiles)
                && let Some(action) = self.player.lay_tiles(view, tiles)?
            {
                known.push(*tiles);
                found.push(action);
            }
        }
        // Where the largest opening is not found in time, the player lays nothing.
        let most = self.player.open(view)?;
        if matches!(most, Action::Play(_)) && !known.contains(&laid(view, &most)) {
            found.push(most);
        }
        Ok(found)
    }

    /// What a position is worth to the viewer, from -[`OUT`] to [`OUT`]; `None` if the work runs
    /// out.
    fn value(
        &mut self,
        view: &View<'_>,
        game: &Game,
        stoppers: &mut Stoppers,
        mut luck: Stream,
    ) -> Result<Option<f64>, BotFault> {
        let mut judge = self.solver.boxed();
        let Some(seat) = game.to_move() else {
            let share = rummilab_playout::win_share(game, view.seat, &mut judge);
            return Ok(share.map(|share| (2.0 * share - 1.0) * OUT));
        };
        let table = game.table().counts();
        let duel = Duel {
            to_move: 0,
            racks: [*game.rack(seat), *game.rack(seat.next(2))],
            table: table.map_err(|why| BotFault::Crash(why.to_string()))?,
            passes: 0,
        };
        let queries = PartitionQueries::new(view.rules, judge.as_mut(), QUESTIONS);
        let queries = queries.with(self.solver.automaton()).remembering();
        let mut queries = queries.without_one_of(game.pool());
        match worth(&duel, &mut queries, stoppers, self.effort.worth, &mut luck) {
            Ok(worth) => Ok(Some(if seat == view.seat { worth } else { -worth })),
            Err(NoAnswer::BudgetExhausted) => Ok(None),
            Err(NoAnswer::Solver(error)) => Err(fault(&error)),
        }
    }

    /// Plays a dealt game on from this turn until both have opened, while nobody draws. Who cannot
    /// open passes there, while the other lays tile after tile, or draws the last tile, and the
    /// game goes on to the end.
    fn play_on(
        &mut self,
        view: &View<'_>,
        mut game: Game,
        first: &Action,
        luck: Stream,
    ) -> Result<Game, BotFault> {
        let seats = BySeat::from_fn(view.players(), Seat::index);
        self.policies.begin(&seats, luck);
        let mut playout = Playout {
            policies: &mut self.policies,
            judge: &mut self.solver.boxed(),
        };
        let mut history = view.history.to_vec();
        let judged = |game: &Game| {
            game.pool_len() == view.pool_len && seats.seats().all(|seat| game.opened(seat))
        };
        playout.play_until(judged, &mut game, &mut history, first, &seats)?;
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use rummilab_core::notation::parse_counts;
    use rummilab_core::{RuleSet, Table, TileCounts};

    use rummilab_bot_api::Bot;

    use super::*;
    use crate::champion::{Champion, ChampionSettings, quick_players};
    use crate::solvers;

    fn original(options: &[&str]) -> RuleSet {
        let rules = RuleSet::preset("original").unwrap();
        rules.with_options(options).unwrap()
    }

    /// A view of seat 0, where nobody has opened.
    fn view<'a>(rules: &'a RuleSet, table: &'a Table, rack: TileCounts, pool: usize) -> View<'a> {
        let others = rules.tile_count() - rack.len() - pool;
        View {
            rules,
            seat: Seat(0),
            rack,
            table,
            opened: [false, false].into(),
            rack_sizes: [rack.len(), others].into(),
            drawn: None,
            may_put_back: false,
            racks: None,
            pool_len: pool,
            last_round: false,
            history: &[],
        }
    }

    fn rack(rules: &RuleSet, tiles: usize, number: u64) -> TileCounts {
        let mut all = rules.all_tiles();
        stream(number).shuffle(&mut all);
        all.into_iter().take(tiles).collect()
    }

    fn stream(number: u64) -> Stream {
        Stream::new(Key::sample(number, "ahead test", 0))
    }

    fn ahead() -> (Shared, Ahead) {
        let solver = Shared::new(solvers::solver());
        let ahead = Ahead::new(AheadEffort::FAST, &solver, quick_players(&solver));
        (solver, ahead)
    }

    /// Plays as a quick champion, and after this many turns of all copies not at all.
    struct Breaks {
        bot: Champion,
        left: Arc<AtomicUsize>,
    }

    impl Bot for Breaks {
        fn new_game(&mut self, seat: Seat) {
            self.bot.new_game(seat);
        }

        fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
            let left = self
                .left
                .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                    left.checked_sub(1)
                });
            left.map_err(|_| BotFault::Crash("broken off".to_owned()))?;
            self.bot.act(view, stream)
        }
    }

    #[test]
    fn without_an_answer_no_pass_is_listed() {
        let rules = original(&[]);
        let table = Table::default();
        let view = view(&rules, &table, rack(&rules, 48, 1), 0);
        let (solver, mut ahead) = ahead();
        let listed = ahead.list(&view, &view.idle(), &mut stream(1)).unwrap();
        assert!(listed.len() > 2, "{listed:?}");
        let usual = listed[1].clone();
        solver.begin_turn(0);
        let listed = ahead.list(&view, &usual, &mut stream(1)).unwrap();
        assert_eq!(listed, [usual]);
    }

    #[test]
    fn where_an_opening_is_not_answered_the_usual_turn_stays() {
        let rules = original(&[]);
        let table = Table::default();
        // A rack on which another turn than the usual one is clearly better.
        let view = view(&rules, &table, rack(&rules, 48, 1), 0);
        let (solver, mut ahead) = ahead();
        let usual = ahead.player.open(&view).unwrap();
        let left = Arc::new(AtomicUsize::new(0));
        let breaks = || -> Box<dyn Bot> {
            Box::new(Breaks {
                bot: Champion::new(&solver, ChampionSettings::QUICK),
                left: Arc::clone(&left),
            })
        };
        ahead.policies = Policies::new(vec![breaks(), breaks()], stream(1));
        let mut better = |turns: usize| {
            left.store(turns, Ordering::Relaxed);
            let better = ahead.better(&view, &usual, &mut stream(1));
            (better.unwrap(), left.load(Ordering::Relaxed))
        };
        assert_eq!(better(0), (None, 0));
        let (whole, unused) = better(usize::MAX);
        assert!(whole.is_some());
        // Without the last turn of them all.
        assert_eq!(better(usize::MAX - unused - 1), (None, 0));
    }

    #[test]
    fn where_the_other_cannot_open_the_game_goes_to_its_end() {
        let rules = original(&["values=7"]);
        // No opening. Without these tiles the orange 1 and 7 lie only with a joker each.
        let other = "O2 O2 O6 O6 R1 R1 B1 B1 R7 R7 B7 B7";
        let other: TileCounts = parse_counts(other, &rules).unwrap();
        let all = rules.deck();
        let table = Table::default();
        let view = view(&rules, &table, all.checked_sub(&other).unwrap(), 0);
        let (_, mut ahead) = ahead();
        let belief = Belief::new(0, 0).look(&view, &mut ahead.policies, &mut stream(1));
        let opening = fewest_openings(&rules, &view.rack.without_jokers())[0].0;
        let first = ahead.player.lay_tiles(&view, &opening).unwrap().unwrap();
        let lookahead = Lookahead {
            view: &view,
            belief: &belief.unwrap(),
            purpose: "",
            seed: 1.into(),
        };
        let played = lookahead.on_deal(0, [0], |_, deal| {
            let game = ahead.play_on(&view, deal.game, &first, stream(1))?;
            Ok(Some(game))
        });
        let game = played.unwrap().unwrap().remove(0);
        assert_eq!(game.to_move(), None);
        assert_eq!(*game.rack(Seat(1)), other);
    }
}
