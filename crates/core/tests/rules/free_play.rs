//! Whole games of random play in every system that ships. After each turn no tile is lost, group
//! owners stay, and scores add up (docs/rules.md#scores and docs/rules.md#group-stacks).

use proptest::prelude::*;
use rummilab_core::{
    Action, CouldPlay, Deal, EmptyPoolScore, Ending, Game, Illegal, Position, RuleSet, Seat, Set,
    Table, Tile, TileCounts, Unanswered,
};

use crate::support::rules;

/// A stream of pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn shuffled(rules: &RuleSet, players: usize, streams: usize, numbers: &mut Numbers) -> Deal {
    let mut tiles = rules.all_tiles();
    for i in (1..tiles.len()).rev() {
        tiles.swap(i, numbers.below(i + 1));
    }
    let hand = usize::from(rules.hand);
    let rest = tiles.split_off(hand * players);
    let racks = tiles
        .chunks(hand)
        .map(|rack| rack.iter().copied().collect());
    let stream = |i| rest.iter().skip(i).step_by(streams).copied().collect();
    Deal {
        racks: racks.collect(),
        streams: (0..streams).map(stream).collect(),
    }
}

/// Complete runs and groups among these tiles, no jokers.
fn sets_in(rules: &RuleSet, rack: &TileCounts) -> Vec<Set> {
    let mut rest = rack.without_jokers();
    let mut sets = Vec::new();
    let mut take = |tiles: Vec<Tile>| {
        if tiles.len() >= 3 && rules.judge(&tiles).is_legal() {
            assert!(tiles.iter().all(|tile| rest.remove(*tile)));
            sets.push(Set::new(tiles));
        }
        rest
    };
    let mut there = take(Vec::new());
    let of = |colour, value| Tile::number(colour, value);
    for value in 1..=rules.values {
        let colours = rules.colours().iter();
        let group = colours.filter_map(|colour| of(*colour, value));
        there = take(group.filter(|tile| there.count(*tile) > 0).collect());
    }
    for colour in rules.colours() {
        for from in 1..=rules.values {
            let run = (from..=rules.values).filter_map(|value| of(*colour, value));
            there = take(run.take_while(|tile| there.count(*tile) > 0).collect());
        }
    }
    sets
}

fn value(sets: &[Set]) -> u32 {
    let tiles = sets.iter().flat_map(Set::tiles);
    tiles.map(|tile| u32::from(tile.face())).sum()
}

/// A judge that says nobody can lay, and values openings as the players of this test do.
struct Plain;

impl CouldPlay for Plain {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        Ok(value(&sets_in(rules, rack)))
    }
}

/// Tables to try, best first: everything complete, one complete set, one tile attached.
fn tries(game: &Game, seat: Seat, numbers: &mut Numbers) -> Vec<Table> {
    let (rules, rack) = (game.rules(), game.rack(seat));
    let own = sets_in(rules, rack);
    let with = |sets: &[Set]| Table::new([game.table().sets(), sets].concat());
    let mut tables = Vec::new();
    if !own.is_empty() {
        tables.push(with(&own));
        tables.push(with(&own[..1]));
    }
    let kinds: Vec<Tile> = rack.kinds().map(|(tile, _)| tile).collect();
    for i in 0..game.table().sets().len() {
        let tile = kinds[numbers.below(kinds.len())];
        let mut sets = game.table().sets().to_vec();
        sets[i] = sets[i].tiles().iter().copied().chain([tile]).collect();
        tables.push(Table::new(sets));
    }
    tables
}

/// All tiles that are not in the pool.
fn out_of_pool(game: &Game) -> TileCounts {
    let mut all = game.table().counts().unwrap();
    for seat in Seat::all(game.players()) {
        all = all.checked_add(game.rack(seat)).unwrap();
    }
    all
}

/// Checks that the owners of the old sets are unchanged. The players of this test only add sets at
/// the end and tiles to sets.
fn check_owners(game: &Game, old: &Table) {
    let Some(owners) = game.table().owners() else {
        assert!(!game.rules().has_group_owners());
        return;
    };
    if !game.rules().has_group_owners() {
        assert!(owners.is_empty());
        return;
    }
    // Of two groups with equal tiles nobody can say which one got a tile.
    let of = |owners: &[Option<u8>]| {
        let sets = old.sets().iter().map(Set::sorted).zip(owners);
        let mut sets: Vec<_> = sets.map(|(set, owner)| (set, *owner)).collect();
        sets.sort();
        sets
    };
    assert_eq!(
        of(old.owners().unwrap()),
        of(owners),
        "{old} -> {}",
        game.table()
    );
    for seat in Seat::all(game.players()) {
        let groups = owners.iter().filter(|o| o.map(Seat::from) == Some(seat));
        assert!(groups.count() <= usize::from(game.rules().group_cap_per_player.or(u8::MAX)));
    }
    for (set, owner) in game.table().sets().iter().zip(owners) {
        let readings = game.rules().judge(set.tiles());
        assert!(if owner.is_some() {
            readings.is_group()
        } else {
            readings.is_run()
        });
    }
}

/// Plays a game to its end; returns the number of tiles put back.
fn play(rules: &RuleSet, players: usize, streams: usize, seed: u64) -> u32 {
    let numbers = &mut Numbers(seed);
    let mut game = Game::new(rules, &shuffled(rules, players, streams, numbers), Seat(0)).unwrap();
    let (mut returns, mut turns) = (0, 0);
    while let Some(seat) = game.to_move() {
        turns += 1;
        assert!(turns < 2000, "no end");
        let pool = game.pool_len();
        let drawn = game.start_turn();
        assert_eq!(drawn.is_some(), rules.draw_first && pool > 0);
        while game.may_put_back() && numbers.below(3) > 0 {
            let tile = game.drawn_first().unwrap();
            assert!(!tile.is_joker() && game.rack(seat).count(tile) > 1);
            let place = numbers.below(game.put_back_places());
            let before = (game.pool_len(), game.rack(seat).len());
            game.put_back(place).unwrap();
            assert_eq!((game.pool_len(), game.rack(seat).len()), before);
            returns += 1;
        }
        let old = game.table().clone();
        let tables = tries(&game, seat, numbers);
        let tried = tables.into_iter().map(Action::Play);
        let idle = [Action::Draw, Action::Pass];
        let lazy = numbers.below(4) == 0;
        let mut done = false;
        for action in tried.filter(|_| !lazy).chain(idle) {
            let before = (game.pool_len(), game.table().clone(), *game.rack(seat));
            match game.act(&action, &mut Plain) {
                Ok(event) => {
                    assert_eq!(event.seat, seat);
                    done = true;
                    break;
                }
                Err(reason) => {
                    assert_ne!(reason, Illegal::GameOver);
                    let after = (game.pool_len(), game.table().clone(), *game.rack(seat));
                    assert_eq!(before, after);
                }
            }
        }
        assert!(done, "neither a draw nor a pass is legal");
        let all = out_of_pool(&game);
        assert_eq!(rules.excess(&all), None);
        assert_eq!(all.len() + game.pool_len(), rules.tile_count());
        check_owners(&game, &old);
    }
    let results = game.results(&mut Plain).unwrap();
    let sum: i32 = results.iter().map(|result| result.score).sum();
    let out = matches!(game.ending(), Some(Ending::WentOut(_)));
    match rules.empty_pool_score {
        EmptyPoolScore::None => assert!(results.iter().all(|result| result.score == 0)),
        EmptyPoolScore::OwnNegative if !out => {}
        _ => assert_eq!(sum, 0),
    }
    let places: Vec<u8> = results.iter().map(|result| result.place).collect();
    assert!(places.contains(&1) && places.iter().all(|place| usize::from(*place) <= players));
    returns
}

fn variants() -> Vec<RuleSet> {
    let small = "colours=3 values=7 hand=7 opening_min=12 jokers=1";
    let house = |options: &str| rules("house", options);
    vec![
        rules("original", ""),
        rules("tournament", ""),
        rules("twist", ""),
        house(""),
        house(small),
        house(&format!("{small} group_cap_per_player=1")),
        house("group_access=owner_only opening_min=10"),
        house("group_access=attach_only opening_min=10"),
        house(&format!(
            "{small} empty_pool_procedure=one_round_from_drawer"
        )),
        house(&format!("{small} empty_pool_procedure=one_round_from_next")),
        house(&format!("{small} empty_pool_procedure=stop")),
        rules("original", "draw_first=true dup_redraw=optional"),
        rules("original", "joker_rule=any jokers=4"),
        rules("original", "joker_rule=both joker_reuse=new-set hand=15"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn random_play_keeps_every_promise(
        rules in prop::sample::select(variants()),
        players in 2_usize..=6,
        shared in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let streams = if shared { 1 } else { players };
        play(&rules, players, streams, seed);
    }
}

/// The games above do put tiles back.
#[test]
fn tiles_go_back_in_house() {
    let house = rules("house", "");
    let returns: u32 = (0..10).map(|seed| play(&house, 3, 3, seed)).sum();
    assert!(returns > 50, "{returns}");
}
