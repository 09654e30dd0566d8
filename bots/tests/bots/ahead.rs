//! Looking ahead before the opening: it lets nobody out where it can help it, takes a turn that it
//! lists, looks nowhere else, and plays the same games whatever was played before them.

use rummilab_bot_api::{Bot, View};
use rummilab_bots::rollout::Shared;
use rummilab_bots::{AheadEffort, BotSpec, Champion, ChampionSettings, solvers};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Position, RuleSet, Seat, Table, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, fewest_openings};
use rummilab_solver_suite::long_tier;

use crate::common::table::play_to_the_end;
use crate::common::view;

fn shuffled(rules: &RuleSet, seed: u64) -> Vec<Tile> {
    let mut all = rules.all_tiles();
    Stream::new(Key::sample(seed, "deal", 0)).shuffle(&mut all);
    all
}

/// A known game of two with an empty pool: seat 0 has not opened, seat 1 has.
struct Known {
    rack: TileCounts,
    other: TileCounts,
    table: Table,
}

/// A random rack of forty tiles. Seat 1 holds one and those of the others that do not lie.
fn known(rules: &RuleSet, seed: u64) -> Known {
    let mut all = shuffled(rules, seed);
    let rack: TileCounts = all.drain(..40).collect();
    let hidden: TileCounts = all.iter().copied().collect();
    let others: TileCounts = all.into_iter().skip(1).collect();
    let position = Position {
        rack: others,
        opened: true,
        ..Position::default()
    };
    let laid = SearchSolver::new().solve(rules, &position, &Goal::Tiles);
    let table = laid.unwrap().into_verified().unwrap();
    let table = table.table(&Table::default());
    let other = hidden.saturating_sub(&table.counts().unwrap());
    Known { rack, other, table }
}

impl Known {
    fn view<'a>(&'a self, rules: &'a RuleSet) -> View<'a> {
        View {
            opened: [false, true].into(),
            rack_sizes: [self.rack.len(), self.other.len()].into(),
            pool_len: 0,
            ..view(rules, &self.table, self.rack)
        }
    }

    /// Whether seat 1 goes out on the next turn once these tiles are laid.
    fn lets_out(&self, rules: &RuleSet, laid: &TileCounts) -> bool {
        let multiset = self.table.counts().unwrap().checked_add(laid).unwrap();
        let position = Position {
            rack: multiset.checked_add(&self.other).unwrap(),
            opened: true,
            ..Position::default()
        };
        let out = SearchSolver::new().go_out(rules, &position);
        out.unwrap().is_some()
    }
}

/// The tiles that a turn lays.
fn laid(view: &View<'_>, action: &Action) -> TileCounts {
    match action {
        Action::Play(table) => {
            let after = table.counts().unwrap();
            after.saturating_sub(&view.table.counts().unwrap())
        }
        _ => TileCounts::EMPTY,
    }
}

fn act(bot: &mut dyn Bot, view: &View<'_>, seed: u64) -> Action {
    bot.new_game(view.seat);
    let mut stream = Stream::new(Key::sample(seed, "ahead test", 0));
    bot.act(view, &mut stream).unwrap()
}

#[test]
fn it_opens_so_that_the_other_cannot_go_out_where_it_can() {
    let rules = RuleSet::preset("original").unwrap();
    let mut champion = "champion".parse::<BotSpec>().unwrap().make();
    let mut chances = 0;
    for seed in 0..100 {
        let known = known(&rules, seed);
        let openings = fewest_openings(&rules, &known.rack.without_jokers());
        let out = |laid: &TileCounts| known.lets_out(&rules, laid);
        let lets = openings.iter().filter(|(laid, _)| out(laid)).count();
        if lets == 0 || lets == openings.len() || known.other.is_empty() {
            continue;
        }
        chances += 1;
        let view = known.view(&rules);
        let chosen = laid(&view, &act(champion.as_mut(), &view, seed));
        assert!(!out(&chosen), "seed {seed}: {chosen} of {}", known.rack);
    }
    assert!(chances >= 5, "{chances}");
}

/// A player with 48 tiles and nobody who has opened, with this many tiles in the pool.
fn late(preset: &str, seed: u64, pool: usize, see: impl FnOnce(&View<'_>)) {
    let rules = RuleSet::preset(preset).unwrap();
    let rack: TileCounts = shuffled(&rules, seed).into_iter().take(48).collect();
    see(&View {
        opened: [false, false].into(),
        rack_sizes: [48, 58 - pool].into(),
        pool_len: pool,
        ..view(&rules, &Table::default(), rack)
    });
}

#[test]
fn it_takes_a_turn_of_its_list_and_not_always_the_usual_one() {
    let mut champion = "champion".parse::<BotSpec>().unwrap().make();
    let mut usual = "champion:budget=quick".parse::<BotSpec>().unwrap().make();
    // Under club rules the draw of the last tile begins the last round, so nobody wants it.
    for (preset, pool) in [("original", 0), ("tournament", 1)] {
        let mut others = 0;
        for seed in 0..6 {
            late(preset, seed, pool, |view| {
                let chosen = laid(view, &act(champion.as_mut(), view, seed));
                let openings = fewest_openings(view.rules, &view.rack.without_jokers());
                let listed = openings.iter().any(|(tiles, _)| *tiles == chosen);
                let most = || chosen.len() > 20;
                assert!(listed || most(), "seed {seed}: {chosen} of {}", view.rack);
                let first = laid(view, &act(usual.as_mut(), view, seed));
                others += usize::from(first != chosen);
            });
        }
        assert!(others > 0, "{preset}");
    }
}

#[test]
fn before_a_tile_that_is_drawn_it_makes_the_usual_turn() {
    let [mut without, mut with] = [None, Some(AheadEffort::NORMAL)].map(|ahead| {
        let settings = ChampionSettings {
            ahead,
            ..ChampionSettings::FAST
        };
        Champion::new(&Shared::new(solvers::solver()), settings)
    });
    late("original", 1, 1, |view| {
        assert_eq!(act(&mut with, view, 1), act(&mut without, view, 1));
    });
}

/// Fewer tiles, so that a whole game is short.
#[test]
fn the_games_of_a_seed_are_the_same_whatever_was_played_before() {
    let rules = RuleSet::preset("original").unwrap();
    let rules = rules.with_options(&["values=8", "hand=8"]).unwrap();
    let budgets = if long_tier() {
        ["normal", "fast"]
    } else {
        ["fast", "quick"]
    };
    let champion = |budget| format!("champion:budget={budget}");
    let make = || -> [Box<dyn Bot>; 2] {
        budgets
            .map(champion)
            .map(|bot| bot.parse::<BotSpec>().unwrap().make())
    };
    let mut bots = make();
    play_to_the_end(&rules, &mut bots, 1);
    let (second, _) = play_to_the_end(&rules, &mut bots, 2);
    let (fresh, _) = play_to_the_end(&rules, &mut make(), 2);
    assert_eq!(second, fresh);
    assert!(Seat::all(2).all(|seat| fresh.iter().any(|turn| turn.seat == seat)));
}
