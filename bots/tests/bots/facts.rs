//! Facts for learners, compared with what the solver says of each, through whole games.

use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::{Facts, TurnFacts};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, Deal, Game, Position, RuleSet, Seat, Tile, TileCounts};
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, can_partition, solve_on};

/// A game of two with shuffled racks and pool.
fn game(rules: &RuleSet, number: u64) -> Game {
    let mut all = rules.all_tiles();
    Stream::new(Key::sample(9, "facts", number)).shuffle(&mut all);
    let rack = |seat: Seat| all[14 * seat.index()..][..14].iter().copied().collect();
    let deal = Deal {
        racks: BySeat::from_fn(2, rack),
        streams: vec![all[28..].to_vec()],
    };
    Game::new(rules, &deal, Seat(0)).unwrap()
}

/// The bytes of a field.
fn field<'a>(fields: &[(&'static str, usize)], row: &'a [u8], name: &str) -> &'a [u8] {
    let mut start = 0;
    for (field, len) in fields {
        if *field == name {
            return &row[start..start + len];
        }
        start += len;
    }
    panic!("no field {name}");
}

fn action_of(view: &View<'_>, turn: &TileCounts, solver: &mut Box<dyn Solver>) -> Action {
    if turn.is_empty() {
        return view.idle();
    }
    let position = Position {
        rack: *turn,
        ..view.position()
    };
    let answer = solve_on(
        solver.as_mut(),
        view.rules,
        view.table,
        &position,
        &Goal::Tiles,
    )
    .unwrap();
    let best = answer.into_verified().unwrap();
    assert_eq!(best.played, *turn);
    Action::Play(best.table(view.table))
}

/// Compares the facts of one view with single questions to the solver.
fn check(view: &View<'_>, facts: &Facts, found: &TurnFacts, solver: &mut Box<dyn Solver>) {
    let rules = view.rules;
    let kinds: Vec<Tile> = rules.kinds().collect();
    let (states, turns) = (facts.state_fields(), facts.turn_fields());
    let state = |name| field(&states, &found.state, name);
    let table = view.table.counts().unwrap();
    let unseen = view.unseen();
    let mut other = SearchSolver::new();
    let mut lies = |tiles: Option<TileCounts>| {
        tiles.is_some_and(|tiles| can_partition(&mut other, rules, &tiles).unwrap())
    };
    let with = |tiles: Option<TileCounts>, tile: Tile| {
        tiles.and_then(|tiles| tiles.checked_add(&TileCounts::from_iter([tile])))
    };
    let (mine, theirs) = (table.checked_add(&view.rack), table.checked_add(&unseen));
    let known = view.pool_len == 0 && view.opened[view.seat.clockwise(1, 2)];
    for (at, tile) in kinds.iter().enumerate() {
        assert_eq!(state("rack")[at], view.rack.count(*tile));
        let more = table.count(*tile) < rules.deck().count(*tile);
        let fits = more && lies(with(Some(table), *tile));
        assert_eq!(state("fits")[at] == 1, fits, "{tile} on {table}");
        let outs = unseen.count(*tile) > 0 && lies(with(mine, *tile));
        assert!(outs || state("outs")[at] == 0, "{tile}");
        let frees = known && view.rack.count(*tile) > 0 && lies(with(theirs, *tile));
        assert_eq!(state("frees")[at] == 1, frees, "{tile}");
    }
    let width = found.rows.len() / found.turns.len();
    for (row, turn) in found.rows.chunks(width).zip(&found.turns) {
        let left = view.rack.saturating_sub(turn);
        let lets_out = known && !left.is_empty() && lies(rules.deck().checked_sub(&left));
        assert_eq!(
            field(&turns, row, "lets_out"),
            [u8::from(lets_out)],
            "{turn}"
        );
        let after = Position {
            table: table.checked_add(turn).unwrap(),
            rack: left,
            opened: true,
            ..Position::default()
        };
        let best = solver.solve(rules, &after, &Goal::Tiles).unwrap();
        let stuck = left.len() - best.into_verified().map_or(0, |best| best.tiles);
        assert_eq!(field(&turns, row, "left_stuck"), [stuck as u8], "{turn}");
    }
}

#[test]
fn facts_are_what_the_solver_says_and_every_turn_is_legal() {
    let rules = RuleSet::preset("original").unwrap();
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let mut facts = Facts::new(&rules);
    let mut with_known_racks = 0;
    for number in 0..3 {
        let mut game = game(&rules, number);
        let mut history = Vec::new();
        let mut stream = Stream::new(Key::sample(9, "facts", 100 + number));
        for turn in 0.. {
            let Some(seat) = game.to_move() else { break };
            let view = View::of(&game, seat, &history);
            let found = facts.of(&view, solver.as_mut()).unwrap();
            if turn % 4 == 0 || view.pool_len == 0 {
                with_known_racks += usize::from(view.pool_len == 0);
                check(&view, &facts, &found, &mut solver);
            }
            // Mostly draws, so that racks grow.
            let draws = found.turns[0].is_empty() && stream.index(4) > Some(0);
            let chosen = stream.index(found.turns.len()).filter(|_| !draws);
            let action = action_of(&view, &found.turns[chosen.unwrap_or(0)], &mut solver);
            let event = game.act(&action, &mut solver).unwrap();
            history.push(PublicTurn::of(&event));
        }
    }
    assert!(with_known_racks > 10, "{with_known_racks}");
}
