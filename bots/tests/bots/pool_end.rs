//! The last turns of the pool, and what follows them with three and more players: which seat would
//! move first, and which small play lets somebody out.

use crate::common::counting::Counting;
use crate::common::enumeration::{Enumeration, parts, small};
use crate::common::table::play_to_the_end;
use crate::common::{scene, turn};
use rummilab_bot_api::{Bot, PublicTurn, View, Visible};
use rummilab_bots::rollout::Shared;
use rummilab_bots::standoff::{PartitionQueries, last_chance, least_dangerous};
use rummilab_bots::{Champion, ChampionSettings, solvers};
use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, RuleSet, Seat, Table, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver_suite::rules;

/// Far more than small games need.
const ENOUGH: u64 = 1_000_000;

#[test]
fn the_last_chance_depends_on_the_procedure_of_the_empty_pool() {
    let chance =
        |preset: &str, options: &str, players| last_chance(&rules(preset, options), players);
    for players in 2..=6 {
        assert_eq!(chance("tournament", "", players), Some(1));
        let next = "empty_pool_procedure=one_round_from_next";
        assert_eq!(chance("original", next, players), Some(players));
        // The order does not matter where all go on until they pass, and does not change where
        // turns begin with a draw.
        assert_eq!(chance("original", "", players), None);
        assert_eq!(chance("house", "", players), None);
        let stop = "empty_pool_procedure=stop";
        assert_eq!(chance("original", stop, players), None);
    }
}

/// The other tiles include nothing that could lie with a red 1: no red 2, no joker, and of the
/// other ones only one colour. So the red 1 stops a player who holds all other tiles.
const STOPPER: &str = "R6 K1 K1 B1 B1 R2 R2 J J";

#[test]
fn a_champion_lays_a_tile_instead_of_the_draw_that_would_make_it_first() {
    for bot in ["champion", "champion:budget=fast"] {
        // Where all go on until they pass, it looks for stoppers on the largest rack, so it draws.
        let original = |pool| scene("R3 R4 R5", STOPPER).pool(pool).act(bot);
        assert_eq!([1, 2, 3].map(original), ["draw"; 3], "{bot}");
        let round = |from, pool| {
            let scene = scene("R3 R4 R5", STOPPER).pool(pool);
            let option = format!("empty_pool_procedure=one_round_from_{from}");
            scene.rules(&option).act(bot)
        };
        assert_eq!(round("next", 3), "draw", "{bot}");
        assert_eq!(round("next", 2), "R2", "{bot}");
        assert_eq!(round("next", 1), "draw", "{bot}");
        assert_eq!(round("drawer", 2), "draw", "{bot}");
        // With the red 2 on the table the other goes out if a red 1 is in the pool. A planning bot
        // sees that; jokers and the red 6 stop nobody here.
        let planned = round("drawer", 1);
        assert!(["R6", "J"].contains(&planned.as_str()), "{bot}: {planned}");
    }
    // The tiles left must keep the opponent from going out.
    assert_eq!(scene("R3 R4 R5", "R6 K1").pool(2).act("champion"), "draw");
    // Nothing can be laid.
    let stuck = scene("R3 R4 R5", "K1 K1 O1 O1 B1").pool(2);
    stuck.check([("champion", "draw")]);
}

/// Whether somebody begins the last round by a draw, in a small game of two champions with these
/// settings.
fn draws_the_last_tile(draws: usize, points: bool, seed: u64) -> bool {
    let rules = rules("tournament", "values=9 hand=10");
    let settings = ChampionSettings {
        draws,
        points,
        ..ChampionSettings::FAST
    };
    let make =
        || -> Box<dyn Bot> { Box::new(Champion::new(&Shared::new(solvers::solver()), settings)) };
    let (history, _) = play_to_the_end(&rules, &mut [make(), make()], seed);
    let drawn = history.iter().filter(|turn| turn.visible == Visible::Drew);
    drawn.count() == rules.tile_count() - 2 * usize::from(rules.hand)
}

/// Who draws that tile moves once more, knows all, and then the other has the last turn.
#[test]
fn a_champion_draws_the_last_tile_where_that_wins_more_often() {
    for seed in [12, 18, 36, 48] {
        assert!(draws_the_last_tile(6, false, seed), "seed {seed}");
        assert!(!draws_the_last_tile(0, false, seed), "seed {seed}");
        assert!(
            !draws_the_last_tile(6, true, seed),
            "seed {seed}, for points"
        );
    }
}

/// Three racks and a table of a small game; seat 0 is to move and the pool is empty.
struct Multiplayer {
    table: Table,
    racks: BySeat<TileCounts>,
    opened: BySeat<bool>,
    history: Vec<PublicTurn>,
    open_hands: bool,
}

impl Multiplayer {
    fn deal(rules: &RuleSet, enumeration: &mut Enumeration, number: u64) -> Multiplayer {
        let mut stream = Stream::new(Key::sample(7, "company", number));
        let all = rules.deck();
        let few = |part: &TileCounts| (3..=all.len() / 2).contains(&part.len());
        let tables = parts(&all).into_iter().filter(few);
        let tables: Vec<_> = tables.filter_map(|part| enumeration.split(&part)).collect();
        let table = Table::new(stream.pick(&tables).unwrap().sets.clone());
        let rest = all.checked_sub(&table.counts().unwrap()).unwrap();
        let mut rest: Vec<Tile> = rest.tiles().collect();
        stream.shuffle(&mut rest);
        let sizes = rest.len().div_ceil(3);
        let opening = |seat: usize| {
            let sets = table.sets();
            let tiles = sets[seat % sets.len()].tiles().iter().copied().collect();
            turn(Seat(seat), Visible::Laid(tiles))
        };
        let passed = |seat| turn(Seat(seat), Visible::Passed);
        let history = vec![opening(1), opening(2), passed(1), passed(2)];
        Multiplayer {
            table,
            racks: rest
                .chunks(sizes)
                .map(|rack| rack.iter().copied().collect())
                .collect(),
            opened: [true; 3].into(),
            history,
            open_hands: false,
        }
    }

    /// One of the others has not opened, so that player cannot go out.
    fn one_unopened(mut self) -> Multiplayer {
        self.opened[Seat(1)] = false;
        self.history.remove(0);
        self
    }

    /// Everybody sees everything.
    fn with_open_hands(mut self) -> Multiplayer {
        self.open_hands = true;
        self
    }

    fn view<'a>(&'a self, rules: &'a RuleSet) -> View<'a> {
        View {
            opened: self.opened.clone(),
            rack_sizes: self.racks.iter().map(TileCounts::len).collect(),
            racks: self.open_hands.then(|| self.racks.clone()),
            pool_len: 0,
            history: &self.history,
            ..crate::common::view(rules, &self.table, self.racks[Seat(0)])
        }
    }

    /// The share of deals in which one of the others can go out after this play. It is taken over
    /// all deals of the hidden tiles in which neither of them could have gone out before. `None` if
    /// there are no such deals.
    fn danger(&self, enumeration: &mut Enumeration, laid: &TileCounts) -> Option<f64> {
        let table = self.table.counts().unwrap();
        let after = table.checked_add(laid).unwrap();
        let others = [1, 2].map(|seat| self.racks[Seat(seat)]);
        let opened = [1, 2].map(|seat| self.opened[Seat(seat)]);
        let hidden = others[0].checked_add(&others[1]).unwrap();
        let deals = if self.open_hands {
            vec![(others, 1)]
        } else {
            deals(&hidden, others[0].len())
        };
        let (mut total, mut out) = (0, 0);
        for (racks, weight) in deals {
            let mut partitioned = |table: &TileCounts| {
                let playing = racks.iter().zip(opened).filter(|(_, opened)| *opened);
                let mut multisets = playing.map(|(rack, _)| rack.checked_add(table).unwrap());
                multisets.any(|multiset| enumeration.split(&multiset).is_some())
            };
            if !self.open_hands && partitioned(&table) {
                continue;
            }
            total += weight;
            out += if partitioned(&after) { weight } else { 0 };
        }
        (total > 0).then(|| out as f64 / total as f64)
    }
}

/// All ways to deal these tiles to two racks, the first of this size, each weighted by the number
/// of deals of the single pieces that look like it.
fn deals(hidden: &TileCounts, size: usize) -> Vec<([TileCounts; 2], u64)> {
    let racks = parts(hidden).into_iter().filter(|rack| rack.len() == size);
    let weighted = racks.map(|rack| {
        let ways = hidden.kinds().map(|(tile, all)| {
            let (all, taken) = (u64::from(all), u64::from(rack.count(tile)));
            (0..taken).fold(1, |ways, i| ways * (all - i) / (i + 1))
        });
        let ways = ways.product();
        ([rack, hidden.checked_sub(&rack).unwrap()], ways)
    });
    weighted.collect()
}

/// The play lets somebody out hardly more often than the best single tile would. Returns the number
/// of games in which single tiles differ by much.
fn check(change: impl Fn(Multiplayer) -> Multiplayer, deals: usize) -> usize {
    let rules = small("jokers=1");
    let mut enumeration = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let mut told_apart = 0;
    for number in 0..200 {
        let game = change(Multiplayer::deal(&rules, &mut enumeration, number));
        let view = game.view(&rules);
        let mut queries = PartitionQueries::new(&rules, &mut solver, ENOUGH);
        let mut stream = Stream::new(Key::sample(8, "company", number));
        let laid = least_dangerous(&mut queries, &view, deals, &mut stream);
        let Some(laid) = laid.unwrap() else {
            continue;
        };
        let table = game.table.counts().unwrap();
        assert!(view.rack.contains(&laid) && !laid.is_empty());
        let after = table.checked_add(&laid).unwrap();
        assert!(enumeration.split(&after).is_some());
        let Some(danger) = game.danger(&mut enumeration, &laid) else {
            continue;
        };
        let (mut least, mut most) = (danger, danger);
        for (tile, _) in view.rack.kinds() {
            let single = TileCounts::from_iter([tile]);
            let multiset = table.checked_add(&single).unwrap();
            if enumeration.split(&multiset).is_some()
                && let Some(other) = game.danger(&mut enumeration, &single)
            {
                (least, most) = (least.min(other), most.max(other));
            }
        }
        assert!(danger <= least + 0.1, "{number}: {danger} of {least}");
        told_apart += usize::from(most > least + 0.2);
    }
    told_apart
}

#[test]
fn the_play_that_lets_somebody_out_least_often_is_laid() {
    assert!(check(|game| game, 400) > 5);
}

#[test]
fn who_has_not_opened_does_not_go_out() {
    assert!(check(Multiplayer::one_unopened, 400) > 0);
}

#[test]
fn racks_that_lie_open_are_not_guessed() {
    assert!(check(Multiplayer::with_open_hands, 1) > 5);
}

#[test]
fn no_more_is_asked_than_agreed_and_what_was_found_stays() {
    let rules = small("jokers=1");
    let mut enumeration = Enumeration::new(&rules);
    let mut found_early = 0;
    for number in 0..20 {
        let game = Multiplayer::deal(&rules, &mut enumeration, number);
        let view = game.view(&rules);
        let laid = |work: u64| {
            let mut counting = Counting::new(Some(0));
            let mut queries = PartitionQueries::new(&rules, &mut counting, work);
            let mut stream = Stream::new(Key::sample(8, "company", number));
            let laid = least_dangerous(&mut queries, &view, 100, &mut stream).unwrap();
            assert!(counting.asked() <= work, "{} of {work}", counting.asked());
            laid
        };
        // One question is enough to find a tile, if the first tile asked about can be laid.
        found_early += usize::from(laid(1).is_some());
        assert!(laid(ENOUGH).is_some() || laid(30).is_none());
    }
    assert!(found_early > 0);
}
