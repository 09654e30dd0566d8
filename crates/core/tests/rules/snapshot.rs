//! Games that continue from their middle.

use rummilab_core::{
    Action, Deal, Ending, Game, RuleSet, Seat, SeatResult, SeatThen, Set, Snapshot, SnapshotError,
    TURN_LIMIT, Table, Tile, TileCounts,
};

use crate::scenes::{set, tile};
use crate::support::{Script, counts, deal, rules, tiles};

/// The expected middle of a game of draws and passes only, tracked beside the game.
fn snapshot(
    game: &Game,
    deal: &Deal,
    taken: usize,
    passes: usize,
    left: Option<usize>,
) -> Snapshot {
    let seats = Seat::all(game.players()).map(|seat| SeatThen {
        rack: *game.rack(seat),
        opened: game.opened(seat),
        own_turns: game.own_turns(seat),
        ..SeatThen::default()
    });
    Snapshot {
        seats: seats.collect(),
        table: game.table().clone(),
        streams: vec![deal.streams[0][taken..].to_vec()],
        starter: Seat(0),
        to_move: game.to_move().unwrap(),
        drawn_first: game.drawn_first(),
        last_round: left,
        passes,
    }
}

/// Plays a game in which nobody lays a tile. Before each turn a twin starts from the middle, and
/// both play to the end.
fn check(rules: &RuleSet, players: usize, ending: Ending) {
    let deal = deal(rules, &vec![""; players], "");
    let mut game = Game::new(rules, &deal, Seat(0)).unwrap();
    let all = deal.streams[0].len();
    let (mut passes, mut round) = (0, None);
    let mut turns = 0;
    while let Some(seat) = game.to_move() {
        game.start_turn();
        // The round begins with an empty pool, and every turn takes one off.
        if game.in_last_round() && round.is_none() {
            round = Some(players);
        }
        let left = round.filter(|_| game.in_last_round());
        let snapshot = snapshot(&game, &deal, all - game.pool_len(), passes, left);
        let mut twin = Game::resume(rules, &snapshot).unwrap();
        assert_eq!(twin.position(seat), game.position(seat));
        finish(&mut twin);
        let mut rest = game.clone();
        finish(&mut rest);
        assert_eq!(twin.ending(), rest.ending(), "turn {turns}");
        assert_eq!(twin.turns(), rest.turns(), "turn {turns}");
        let results = |game: &Game| game.results(&mut Script::default());
        assert_eq!(results(&twin), results(&rest), "turn {turns}");
        let was_empty = game.pool_len() == 0 && game.drawn_first().is_none();
        idle(&mut game);
        let counts = game.pool_len() == 0 && (was_empty || rules.draw_first);
        passes = if counts { passes + 1 } else { 0 };
        if was_empty || (rules.draw_first && left.is_some()) {
            round = round.map(|left: usize| left - 1);
        }
        turns += 1;
    }
    assert_eq!(game.ending(), Some(ending));
    assert!(turns >= all, "every tile was drawn");
}

fn idle(game: &mut Game) {
    let pass = game.pool_len() == 0 || game.rules().draw_first;
    let action = if pass { Action::Pass } else { Action::Draw };
    game.act(&action, &mut Script::default()).unwrap();
}

fn finish(game: &mut Game) {
    while game.to_move().is_some() {
        idle(game);
    }
}

#[test]
fn a_game_goes_on_from_its_middle_as_it_would_have() {
    for system in ["original", "tournament", "twist", "house"] {
        check(&rules(system, ""), 2, Ending::PoolEmpty);
        check(&rules(system, "hand=20"), 4, Ending::PoolEmpty);
    }
    for procedure in [
        "until_all_pass",
        "one_round_from_drawer",
        "one_round_from_next",
        "stop",
    ] {
        for first in ["draw_first=false", "draw_first=true"] {
            let procedure = format!("empty_pool_procedure={procedure} must_play_when_empty=false");
            let rules = rules("original", &format!("{procedure} {first}"));
            check(&rules, 3, Ending::PoolEmpty);
        }
    }
}

#[test]
fn a_game_that_has_had_all_its_turns_is_endless() {
    let rules = rules("tournament", "");
    let deal = deal(&rules, &["", ""], "");
    let game = Game::new(&rules, &deal, Seat(0)).unwrap();
    let after = |turns: u32| {
        let mut snapshot = snapshot(&game, &deal, 0, 0, None);
        snapshot.seats[Seat(0)].own_turns = turns;
        Game::resume(&rules, &snapshot).unwrap()
    };
    let mut late = after(TURN_LIMIT - 2);
    idle(&mut late);
    assert_eq!(late.ending(), None);
    idle(&mut late);
    assert_eq!(late.ending(), Some(Ending::Endless));
    let results = late.results(&mut Script::default()).unwrap();
    let share = SeatResult { score: 0, place: 1 };
    assert_eq!(results, [share; 2].into());
    // A game that goes out on its last turn is not ended by the limit.
    let mut done = after(0);
    finish(&mut done);
    let mut just = after(TURN_LIMIT - done.turns());
    finish(&mut just);
    assert_eq!(just.turns(), TURN_LIMIT);
    assert_eq!(just.ending(), Some(Ending::PoolEmpty));
}

#[test]
fn hidden_tiles_are_exchanged_for_as_many_others() {
    let rules = rules("original", "draw_first=true");
    let deal = deal(&rules, &["", ""], "");
    let mut game = Game::new(&rules, &deal, Seat(0)).unwrap();
    game.start_turn();
    let all: Vec<Tile> = rules.all_tiles().into_iter().rev().collect();
    let (first, rest) = all.split_at(game.rack(Seat(0)).len());
    let (second, pool) = rest.split_at(game.rack(Seat(1)).len());
    let racks = [first, second].map(|rack| rack.iter().copied().collect());
    let mut other = game.with_hidden(&racks.into(), pool).unwrap();
    assert_eq!(*other.rack(Seat(1)), racks[1]);
    assert!(racks[0].count(other.drawn_first().unwrap()) > 0);
    idle(&mut other);
    assert_eq!(other.start_turn(), Some(pool[0]));
    assert!(game.with_hidden(&racks.into(), rest).is_none());
    assert!(
        game.with_hidden(&[racks[1], racks[0]].into(), pool)
            .is_none()
    );
    assert!(game.with_hidden(&[racks[0]; 2].into(), pool).is_none());
}

#[test]
fn the_same_tiles_may_lie_in_other_sets() {
    let rules = rules("original", "opening_min=0");
    let nine = "R1 R2 R3 B1 B2 B3 K1 K2 K3";
    let deal = deal(&rules, &[nine, ""], "");
    let mut game = Game::new(&rules, &deal, Seat(0)).unwrap();
    let table = |sets: &[&str]| Table::new(sets.iter().map(|text| set(text)).collect());
    let runs = table(&["R1 R2 R3", "B1 B2 B3", "K1 K2 K3"]);
    let groups = table(&["R1 B1 K1", "R2 B2 K2", "R3 B3 K3"]);
    game.act(&Action::Play(runs.clone()), &mut Script::default())
        .unwrap();
    assert!(game.lie_as(groups.clone()));
    assert_eq!(*game.table(), groups);
    assert!(
        !game.lie_as(table(&["R1 R2 R3", "B1 B2 B3"])),
        "other tiles"
    );
    assert!(
        !game.lie_as(table(&["R1 R2", "R3 B1 B2 B3 K1 K2 K3"])),
        "no sets"
    );
    assert_eq!(*game.table(), groups);
}

#[test]
fn a_standing_that_is_none_is_refused() {
    let rules = rules("original", "");
    let all = rules.all_tiles();
    let good = || {
        let lies = tiles("R1 R2 R3");
        let mut left: TileCounts = all.iter().copied().collect();
        for tile in &lies {
            assert!(left.remove(*tile));
        }
        let left: Vec<Tile> = left.tiles().collect();
        let seat = |from: usize| SeatThen {
            rack: left[from..from + 14].iter().copied().collect(),
            opened: true,
            own_turns: 1,
            ..SeatThen::default()
        };
        Snapshot {
            seats: [seat(0), seat(14)].into(),
            table: Table::new(vec![Set::new(lies)]),
            streams: vec![left[28..].to_vec()],
            starter: Seat(0),
            to_move: Seat(1),
            drawn_first: None,
            last_round: None,
            passes: 0,
        }
    };
    assert_eq!(good().check(&rules), Ok(()));
    let check = |change: &dyn Fn(&mut Snapshot), expected: SnapshotError| {
        let mut snapshot = good();
        change(&mut snapshot);
        assert_eq!(snapshot.check(&rules), Err(expected.clone()));
        assert_eq!(Game::resume(&rules, &snapshot).err(), Some(expected));
    };
    let none = SnapshotError::NoSeat;
    check(
        &|m| m.seats = [m.seats[Seat(0)]].into(),
        SnapshotError::Seats(1),
    );
    check(&|m| m.streams.clear(), SnapshotError::Streams(0));
    check(&|m| m.to_move = Seat(2), none(Seat(2)));
    check(&|m| m.starter = Seat(7), none(Seat(7)));
    check(&|m| m.passes = 1, SnapshotError::PoolNotEmpty(75));
    check(&|m| m.last_round = Some(1), SnapshotError::PoolNotEmpty(75));
    let drawn = SnapshotError::Drawn;
    check(&|m| m.drawn_first = Some(tile("O13")), drawn(Seat(1)));
    check(&|m| m.seats[Seat(0)].drawn = counts("O13"), drawn(Seat(0)));
    let last = *good().streams[0].last().unwrap();
    check(&|m| m.streams[0].truncate(74), SnapshotError::Tiles(last));
    let nothing_left = |m: &mut Snapshot| {
        let rack = std::mem::take(&mut m.seats[Seat(0)].rack);
        m.streams[0].extend(rack.tiles());
    };
    check(&nothing_left, SnapshotError::Over);
    let torn = Table::new(vec![set("R1 R2"), set("R3")]);
    let no_set = SnapshotError::Table(rummilab_core::Illegal::NotASet(set("R1 R2")));
    check(&|m| m.table = torn.clone(), no_set);
}
