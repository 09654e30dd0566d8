//! Ends of games with three and four players, and with tiles in the pool, against full enumeration on small rule sets: nothing of
//! the search is used for that.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

mod common;

use common::enumeration::{Enumeration, small};
use common::plain::{Line, Way, mean};
use rummilab_bot_api::{PublicTurn, View, Visible};
use rummilab_bots::BotSpec;
use rummilab_bots::endgame::{Endgame, State};
use rummilab_bots::standoff::Halt;
use rummilab_bots::worlds::{Foresight, Guess, Hidden, Known, Others, Split, Turn, WON, outlook};
use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, Game, MAX_PLAYERS, Position, RuleSet, Tile, TileCounts, UnopenedPenalty,
};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, Limits, Plays, SolveError, Solver, Unsupported};

/// Much more than small games need.
const ENOUGH: u64 = 1_000_000;

/// Positions of which enumeration plays more turns than this are left out.
const TURNS: usize = 30_000;

/// A position of a small game and how it came about.
struct Scene<'r> {
    line: Line<'r>,
    history: Vec<PublicTurn>,
    starter: usize,
}

/// Moves three tiles that are a set to the front, if there are such.
fn bring_set(rules: &RuleSet, tiles: &mut [Tile]) {
    for third in 2..tiles.len() {
        for second in 1..third {
            for first in 0..second {
                let three = [tiles[first], tiles[second], tiles[third]];
                if rules.judge(&three).best().is_some() {
                    tiles.swap(0, first);
                    tiles.swap(1, second);
                    tiles.swap(2, third);
                    return;
                }
            }
        }
    }
}

/// Plays a game in which every seat does anything legal, most of them with a set on every rack, so that much can be laid. Hands
/// out every position with at most so many tiles in the pool.
fn play<'r>(
    rules: &'r RuleSet,
    players: usize,
    pool: usize,
    number: u64,
    judge: &mut Enumeration,
    mut look: impl FnMut(&Scene<'r>, &mut Enumeration),
) {
    let mut stream = Stream::new(Key::sample(7, "worlds", number));
    let mut tiles = rules.all_tiles();
    stream.shuffle(&mut tiles);
    let hand = usize::from(rules.hand);
    if !number.is_multiple_of(3) {
        for seat in 0..players {
            bring_set(rules, &mut tiles[seat * hand..]);
        }
    }
    let racks = tiles.chunks(hand).take(players);
    let racks = racks.map(|rack| rack.iter().copied().collect()).collect();
    let rest = tiles[hand * players..].to_vec();
    let starter = stream.index(players).unwrap();
    let line = Line::new(rules, racks, rest, starter);
    let mut scene = Scene {
        line,
        history: Vec::new(),
        starter,
    };
    while let Some(seat) = scene.line.game.to_move() {
        if scene.line.pool().len() <= pool {
            look(&scene, judge);
        }
        let game = &scene.line.game;
        let plays = judge.plays(rules, &game.position(seat));
        // Now and then somebody who could lay does not, where that is legal.
        let lazy = stream.index(3) == Some(0);
        let view = View::of(game, seat, &scene.history);
        let idle = view.idle();
        let forced = idle == Action::Pass && rules.must_play_when_empty;
        let action = match stream.pick(&plays).filter(|_| forced || !lazy) {
            Some(laid) => judge.action(game, laid),
            None => idle,
        };
        let mut before = scene.line.game.clone();
        let event = before.act(&action, judge).unwrap();
        scene.history.push(PublicTurn::of(&event));
        scene.line = scene.line.act(&action, judge).unwrap();
    }
}

/// The position with every tile known.
fn known(scene: &Scene<'_>) -> Known {
    let game = &scene.line.game;
    let seat = game.to_move().unwrap();
    let hidden = Hidden::of(&View::of(game, seat, &scene.history)).unwrap();
    let others = (0..game.players()).filter(|other| *other != seat);
    let mut parts: Vec<TileCounts> = others.map(|other| *game.rack(other)).collect();
    parts.push(scene.line.pool().iter().copied().collect());
    let mut known = hidden.dealt(&parts);
    let penalty = game.rules().unopened_penalty != UnopenedPenalty::Off;
    for (seat, drawn) in scene.line.last_drawn.iter().enumerate() {
        known.drawn[seat] = drawn.filter(|_| penalty && !game.opened(seat));
    }
    known
}

fn foresight<'a>(
    rules: &'a RuleSet,
    scene: &Scene<'_>,
    solver: &'a mut SearchSolver,
    asking: usize,
    others: Others,
) -> Foresight<'a> {
    let pool = scene.line.pool().len();
    Foresight::new(rules, scene.starter, solver, (asking, others), pool, ENOUGH)
}

/// How many positions were compared, in how many of them there was a choice, and in how many paranoid and max-n differ for some seat.
#[derive(Debug, Default)]
struct Found {
    compared: usize,
    with_choice: usize,
    differ: usize,
}

/// Every position of these games that is small enough is solved for every seat, both ways, and compared turn by turn.
fn check(players: usize, pool: usize, options: &[&str], games: u64) -> Found {
    let rules = small(options);
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let mut found = Found::default();
    for number in 0..games {
        play(&rules, players, pool, number, &mut judge, |scene, judge| {
            let known = known(scene);
            let mut worths = Vec::new();
            for asking in 0..players {
                for (others, way) in [(Others::Paranoid, Way::Paranoid), (Others::MaxN, Way::MaxN)]
                {
                    let mut turns = TURNS;
                    let Some(expected) = scene.line.worths(way, asking, judge, &mut turns) else {
                        return;
                    };
                    let mut foresight = foresight(&rules, scene, &mut solver, asking, others);
                    let worth = match others {
                        Others::Paranoid => foresight.paranoid(&known).unwrap(),
                        Others::MaxN => {
                            let all = foresight.max_n(&known).unwrap();
                            assert_eq!(all[..players], expected, "{options:?} {number}: {known:?}");
                            assert_eq!(all.iter().sum::<i64>(), 0);
                            all[asking]
                        }
                    };
                    assert_eq!(worth, expected[asking], "{options:?} {number}: {known:?}");
                    worths.push(worth);
                    if asking == known.to_move {
                        turns_agree(scene, &known, &mut foresight, (way, asking), judge);
                    }
                }
                // What a seat can make sure of is no more than it gets where everybody is out for himself.
                let [paranoid, max_n] = worths[worths.len() - 2..] else {
                    unreachable!()
                };
                assert!(paranoid <= max_n, "{options:?} {number}: {known:?}");
                assert!(players > 2 || paranoid == max_n);
            }
            found.compared += 1;
            found.with_choice += usize::from(scene.line.choices(judge).len() > 1);
            found.differ += usize::from(worths.chunks(2).any(|both| both[0] != both[1]));
        });
    }
    found
}

/// The turns and their worths are those of enumeration, in the order that is promised; asked again they are the same.
fn turns_agree(
    scene: &Scene<'_>,
    known: &Known,
    foresight: &mut Foresight<'_>,
    (way, asking): (Way, usize),
    judge: &mut Enumeration,
) {
    let found = foresight.turns(known).unwrap();
    let mut tiles = usize::MAX;
    for (turn, _) in &found {
        let lays = laid(turn).map_or(0, |laid| laid.len());
        assert!(lays <= tiles);
        tiles = lays;
    }
    let mut turns = usize::MAX;
    let mut expected: Vec<(Option<TileCounts>, i64)> = scene
        .line
        .choices(judge)
        .iter()
        .map(|(laid, lines)| {
            let pool = scene.line.pool().len();
            let worths = mean(lines, pool, way, asking, judge, &mut turns).unwrap();
            (*laid, worths[asking])
        })
        .collect();
    let mut plain: Vec<(Option<TileCounts>, i64)> = found
        .iter()
        .map(|(turn, worth)| (laid(turn), *worth))
        .collect();
    expected.sort();
    plain.sort();
    assert_eq!(plain, expected, "{known:?}");
    assert_eq!(foresight.turns(known).unwrap(), found);
    foresight.forget_positions();
    assert_eq!(foresight.turns(known).unwrap(), found);
}

fn laid(turn: &Turn) -> Option<TileCounts> {
    match turn {
        Turn::Lay(tiles) => Some(*tiles),
        Turn::Draw | Turn::Pass => None,
    }
}

/// What may follow an empty pool.
const ENDS: [&[&str]; 8] = [
    &[],
    &["must_play_when_empty=false"],
    &["empty_pool_procedure=one_round_from_drawer"],
    &[
        "empty_pool_procedure=one_round_from_next",
        "must_play_when_empty=false",
    ],
    &["empty_pool_procedure=stop"],
    &[
        "empty_pool_score=own_negative",
        "must_play_when_empty=false",
    ],
    &["stalemate=fewest_tiles", "must_play_when_empty=false"],
    &["unopened_penalty=off"],
];

fn with<'a>(base: &[&'a str], end: &[&'a str]) -> Vec<&'a str> {
    base.iter().chain(end).copied().collect()
}

/// The positions of games with every end, all together.
fn check_ends(players: usize, pool: usize, base: &[&str], games: u64) -> Found {
    let mut all = Found::default();
    for end in ENDS {
        let found = check(players, pool, &with(base, end), games);
        let ended = pool == 0 && end == ENDS[4];
        assert!(
            found.compared >= games as usize || ended,
            "{end:?}: {found:?}"
        );
        all.compared += found.compared;
        all.with_choice += found.with_choice;
        all.differ += found.differ;
    }
    all
}

#[test]
fn ends_of_three_are_worth_what_enumeration_says() {
    let found = check_ends(3, 0, &["values=6", "hand=6"], 6);
    assert!(found.with_choice >= 40 && found.differ >= 20, "{found:?}");
    for options in [
        &["values=5", "hand=5", "jokers=1"][..],
        &["colours=2", "copies=2", "hand=5"],
        &["values=5", "hand=5", "opening_table_access=after_threshold"],
    ] {
        let found = check(3, 0, options, 6);
        assert!(found.compared >= 12, "{options:?}: {found:?}");
    }
}

#[test]
fn ends_of_four_are_worth_what_enumeration_says() {
    let found = check_ends(4, 0, &["colours=4", "hand=4"], 6);
    assert!(found.with_choice >= 40 && found.differ >= 20, "{found:?}");
    let found = check(4, 0, &["colours=4", "values=5", "hand=5"], 3);
    assert!(found.compared >= 12, "{found:?}");
}

#[test]
fn ends_of_two_with_tiles_in_the_pool_are_worth_what_enumeration_says() {
    let found = check_ends(2, 2, &["hand=5"], 6);
    assert!(found.with_choice >= 80 && found.differ == 0, "{found:?}");
    // Two pieces of one kind, in the pool too.
    let twins = ["colours=2", "copies=2", "hand=6"];
    for options in [
        &twins[..],
        &["opening_table_access=after_threshold", "hand=5"],
    ] {
        let found = check(2, 2, options, 6);
        assert!(found.with_choice >= 6, "{options:?}: {found:?}");
    }
}

#[test]
fn ends_of_three_with_tiles_in_the_pool_are_worth_what_enumeration_says() {
    let found = check_ends(3, 2, &["values=6", "hand=5"], 6);
    assert!(found.with_choice >= 30 && found.differ >= 5, "{found:?}");
}

/// Between two players who see everything both ways are what [`Endgame`] finds, apart from what a win counts.
#[test]
fn between_two_it_is_the_game_of_two() {
    let mut compared = 0;
    for options in [&["hand=6"][..], &["hand=6", "jokers=1"]] {
        let rules = small(options);
        let mut judge = Enumeration::new(&rules);
        let mut solver = SearchSolver::new();
        for number in 0..10 {
            play(&rules, 2, 0, number, &mut judge, |scene, _| {
                let seat = scene.line.game.to_move().unwrap();
                let view = View::of(&scene.line.game, seat, &scene.history);
                let mut boxed: Box<dyn Solver> = Box::new(SearchSolver::new());
                let mut endgame = Endgame::new(&rules, scene.starter, &mut boxed, ENOUGH);
                let Some(state) = State::of(&view) else {
                    return;
                };
                let choice = endgame.best(&state).unwrap().unwrap();
                let mut foresight = foresight(&rules, scene, &mut solver, seat, Others::Paranoid);
                // The other search does not know what was drawn last either.
                let mut known = known(scene);
                known.drawn = Default::default();
                let found = foresight.paranoid(&known).unwrap();
                let wins = choice.worth.signum();
                assert_eq!(found - wins * WON, choice.worth - wins * 1_000_000);
                compared += 1;
            });
        }
    }
    assert!(compared >= 40, "{compared}");
}

/// With everybody one seat further on, everything is worth the same to everybody.
#[test]
fn seats_are_alike() {
    let rules = small(&["values=5", "hand=4", "must_play_when_empty=false"]);
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let mut compared = 0;
    for number in 0..6 {
        play(&rules, 3, 1, number, &mut judge, |scene, _| {
            let one = known(scene);
            let on = |by: usize, seat: usize| (seat + by) % 3;
            for (by, asking) in [(1, 0), (2, 0), (1, 2)] {
                let mut other = one;
                other.racks[..3].rotate_right(by);
                other.opened[..3].rotate_right(by);
                other.turned[..3].rotate_right(by);
                other.drawn[..3].rotate_right(by);
                other.to_move = on(by, one.to_move);
                let pool = one.pool.len();
                let mut ask = |known: &Known, starter, asking| {
                    let way = (asking, Others::MaxN);
                    let mut foresight =
                        Foresight::new(&rules, starter, &mut solver, way, pool, ENOUGH);
                    (
                        foresight.paranoid(known).unwrap(),
                        foresight.max_n(known).unwrap(),
                    )
                };
                let (paranoid, mut all) = ask(&one, scene.starter, asking);
                let rotated = ask(&other, on(by, scene.starter), on(by, asking));
                all[..3].rotate_right(by);
                assert_eq!((paranoid, all), rotated, "{number}: {one:?}");
                compared += 1;
            }
        });
    }
    assert!(compared >= 30, "{compared}");
}

/// Every way in which so many places can be filled with these pieces.
fn fillings(pieces: &[Tile], sizes: &[usize]) -> Vec<Vec<Vec<Tile>>> {
    let Some((first, rest)) = sizes.split_first() else {
        return vec![Vec::new()];
    };
    let mut found = Vec::new();
    for mask in 0..1_u32 << pieces.len() {
        if mask.count_ones() as usize != *first {
            continue;
        }
        let in_first = |at: usize| mask >> at & 1 == 1;
        let part = |inside: bool| {
            let at = (0..pieces.len()).filter(move |at| in_first(*at) == inside);
            at.map(|at| pieces[at]).collect::<Vec<Tile>>()
        };
        for others in fillings(&part(false), rest) {
            let mut all = vec![part(true)];
            all.extend(others);
            found.push(all);
        }
    }
    found
}

/// The same turns with other tiles on the racks of the others and in the pool: what they drew is taken to lie on their racks still.
/// `None` if it cannot, or the referee refuses a turn.
fn dealt_otherwise<'r>(
    scene: &Scene<'r>,
    parts: &[Vec<Tile>],
    judge: &mut Enumeration,
) -> Result<Option<Line<'r>>, ()> {
    let game = &scene.line.game;
    let seat = game.to_move().unwrap();
    let others: Vec<usize> = (0..game.players()).filter(|other| *other != seat).collect();
    let mut drawn = scene.line.drawn.clone();
    let mut racks = vec![TileCounts::EMPTY; game.players()];
    for (other, part) in others.iter().zip(parts) {
        let count = drawn[*other].len();
        if part.len() < count {
            return Err(());
        }
        let (drew, rest) = part.split_at(count);
        drawn[*other] = drew.to_vec();
        racks[*other] = rest.iter().copied().collect();
    }
    let own = drawn[seat].iter().copied().collect::<TileCounts>();
    let mut own_rack = *game.rack(seat);
    for turn in &scene.history {
        if let Visible::Laid(tiles) = &turn.visible {
            if turn.seat == seat {
                own_rack = own_rack.checked_add(tiles).unwrap();
            } else {
                racks[turn.seat] = racks[turn.seat].checked_add(tiles).unwrap();
            }
        }
    }
    racks[seat] = own_rack.checked_sub(&own).unwrap();
    let mut next = vec![0; game.players()];
    let mut stream = Vec::new();
    for turn in &scene.history {
        if turn.visible == Visible::Drew {
            stream.push(drawn[turn.seat][next[turn.seat]]);
            next[turn.seat] += 1;
        }
    }
    stream.extend(parts.last().unwrap());
    Ok(scene.line.again(racks, stream, judge))
}

/// Every position of these games is averaged over all deals of its unseen tiles, and compared with enumeration of every way to
/// deal the single pieces, of which the referee throws out those in which somebody passed who could have laid. Returns how many
/// positions were compared, and how many of them had such deals.
fn check_means(players: usize, pool: usize, options: &[&str], games: u64) -> (usize, usize) {
    let rules = small(&with(options, &["unopened_penalty=off"]));
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let (mut compared, mut thrown_out) = (0, 0);
    for number in 0..games {
        play(&rules, players, pool, number, &mut judge, |scene, judge| {
            let game = &scene.line.game;
            let seat = game.to_move().unwrap();
            let view = View::of(game, seat, &scene.history);
            let hidden = Hidden::of(&view).unwrap();
            let others = (0..players).filter(|other| *other != seat);
            let sizes = others.map(|other| view.rack_sizes[other]);
            let sizes: Vec<usize> = sizes.chain([view.pool_len]).collect();
            let pieces: Vec<Tile> = hidden.split().tiles().tiles().collect();
            if pieces.len() > 9 {
                return;
            }
            for (others, way) in [(Others::Paranoid, Way::Paranoid), (Others::MaxN, Way::MaxN)] {
                let (mut sums, mut weight, mut out) = (Vec::new(), 0, 0);
                let mut turns = 20 * TURNS;
                for parts in fillings(&pieces, &sizes) {
                    let Ok(line) = dealt_otherwise(scene, &parts, judge) else {
                        return;
                    };
                    let Some(line) = line else {
                        out += 1;
                        continue;
                    };
                    let choices = line.choices(judge);
                    sums.resize(choices.len(), (None, 0));
                    for (sum, (laid, lines)) in sums.iter_mut().zip(&choices) {
                        let pool = line.pool().len();
                        let Some(worths) = mean(lines, pool, way, seat, judge, &mut turns) else {
                            return;
                        };
                        *sum = (*laid, sum.1 + i128::from(worths[seat]));
                    }
                    weight += 1;
                }
                let guess = Guess {
                    others: Some(others),
                    worlds: 100_000,
                    unknown: pool,
                };
                let mut stream = Stream::new(Key::sample(8, "worlds", number));
                let found = outlook(&view, &guess, ENOUGH, &mut solver, &mut stream);
                let found = found.unwrap().unwrap();
                assert!(found.all);
                assert_eq!(found.weight, weight, "{options:?} {number}");
                let mut plain: Vec<(Option<TileCounts>, i128)> = found
                    .turns
                    .iter()
                    .map(|mean| (laid(&mean.turn), mean.sum))
                    .collect();
                let best = found.best().unwrap();
                let most = sums.iter().map(|(_, sum)| *sum).max().unwrap();
                let best = plain.iter().find(|(turn, _)| *turn == laid(&best));
                assert_eq!(best.unwrap().1, most);
                plain.sort();
                sums.sort();
                assert_eq!(plain, sums, "{options:?} {number} {others:?}");
                compared += 1;
                thrown_out += usize::from(out > 0);
            }
        });
    }
    (compared, thrown_out)
}

#[test]
fn means_over_hidden_racks_are_what_enumeration_says() {
    for end in [&[][..], &["must_play_when_empty=false"]] {
        let (compared, thrown_out) = check_means(3, 0, &with(&["values=5", "hand=5"], end), 6);
        assert!(compared >= 12, "{end:?}: {compared}");
        assert_eq!(thrown_out > 0, end.is_empty(), "passes tell something");
    }
    assert!(check_means(4, 0, &["colours=4", "hand=4"], 6).0 >= 12);
    assert!(check_means(3, 1, &["values=5", "hand=4"], 6).0 >= 12);
}

#[test]
fn means_over_the_last_tiles_of_the_pool_are_what_enumeration_says() {
    for end in [
        &[][..],
        &["must_play_when_empty=false"],
        &["empty_pool_procedure=one_round_from_drawer"],
    ] {
        let (compared, _) = check_means(2, 2, &with(&["hand=5"], end), 5);
        assert!(compared >= 10, "{end:?}: {compared}");
    }
    // Pieces of one kind: ways to deal them have weights.
    let twins = ["colours=2", "copies=2", "hand=6"];
    assert!(check_means(2, 1, &twins, 8).0 >= 8);
}

#[test]
fn all_ways_to_deal_are_listed_with_their_weights_and_drawn_as_often() {
    let tiles: TileCounts = ["R1", "R1", "R1", "B2", "B2", "K3", "J"]
        .iter()
        .map(|tile| tile.parse::<Tile>().unwrap())
        .collect();
    let split = Split::new(tiles, vec![3, 0, 2, 2]).unwrap();
    let all = split.all(1000).unwrap();
    let weight: u128 = all.iter().map(|(_, weight)| weight).sum();
    // 7! / (3! 0! 2! 2!)
    assert_eq!(weight, 210);
    let mut pieces: Vec<Vec<TileCounts>> =
        fillings(&tiles.tiles().collect::<Vec<_>>(), &[3, 0, 2, 2])
            .iter()
            .map(|parts| {
                parts
                    .iter()
                    .map(|part| part.iter().copied().collect())
                    .collect()
            })
            .collect();
    pieces.sort();
    for (parts, weight) in &all {
        let same = pieces.iter().filter(|other| *other == parts);
        assert_eq!(same.count() as u128, *weight, "{parts:?}");
    }
    assert_eq!(split.all(all.len()).map(|all| all.len()), Some(all.len()));
    assert_eq!(split.all(all.len() - 1), None);
    assert_eq!(Split::new(tiles, vec![3, 3]), None);
    let mut stream = Stream::new(Key::sample(9, "worlds", 0));
    let drawn: Vec<Vec<TileCounts>> = (0..21_000).map(|_| split.draw(&mut stream)).collect();
    for (parts, weight) in &all {
        let times = drawn.iter().filter(|other| *other == parts).count() as f64;
        let expected = *weight as f64 * 100.0;
        // Five standard errors of a Poisson count.
        assert!(
            (times - expected).abs() < 5.0 * expected.sqrt(),
            "{parts:?}: {times}"
        );
    }
}

/// A solver that counts what it is asked.
struct Counting(SearchSolver, u64);

impl Solver for Counting {
    fn name(&self) -> &str {
        "counting"
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.0.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.1 += 1;
        self.0.solve(rules, position, goal)
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: Limits,
    ) -> Result<Plays, SolveError> {
        self.1 += 1;
        self.0.plays(rules, position, goal, limits)
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn clear(&mut self) {}
}

#[test]
fn no_more_is_asked_than_agreed_and_a_search_out_of_work_says_so() {
    let rules = small(&["values=5", "hand=4"]);
    let mut judge = Enumeration::new(&rules);
    play(&rules, 3, 3, 2, &mut judge, |scene, _| {
        let known = known(scene);
        let pool = known.pool.len();
        let mut worth = None;
        for work in [0, 1, 3, 10, 100, ENOUGH] {
            for others in [Others::Paranoid, Others::MaxN] {
                let mut counting = Counting(SearchSolver::new(), 0);
                let way = (known.to_move, others);
                let mut foresight =
                    Foresight::new(&rules, scene.starter, &mut counting, way, pool, work);
                let found = foresight.turns(&known);
                assert!(counting.1 <= work, "{} of {work}", counting.1);
                match found {
                    Ok(turns) if others == Others::Paranoid => {
                        // More work changes nothing.
                        assert_eq!(worth.get_or_insert(turns.clone()), &turns);
                    }
                    Ok(_) => {}
                    Err(halt) => assert_eq!(halt, Halt::Work),
                }
                assert!(work > 0 || worth.is_none());
            }
        }
        assert!(worth.is_some());
        // A larger pool than was asked for has worths that are no whole numbers.
        if pool > 1 {
            let mut solver = SearchSolver::new();
            let way = (0, Others::Paranoid);
            let mut less =
                Foresight::new(&rules, scene.starter, &mut solver, way, pool - 1, ENOUGH);
            assert_eq!(less.paranoid(&known), Err(Halt::Work));
        }
    });
}

/// Where the racks lie open nothing is guessed: the bot's turn must lose nothing against the best.
#[test]
fn bots_that_see_everything_play_the_best_turn() {
    let mut compared = 0;
    for (players, pool, options, bot, way) in [
        (3, 0, &["hand=4"][..], "others=paranoid", Way::Paranoid),
        (
            3,
            0,
            &["hand=4", "must_play_when_empty=false"],
            "others=maxn",
            Way::MaxN,
        ),
        (4, 0, &["hand=3"], "others=maxn", Way::MaxN),
        (2, 2, &["hand=5"], "unknown=2", Way::Paranoid),
        (
            3,
            1,
            &["hand=3"],
            "others=paranoid,unknown=1",
            Way::Paranoid,
        ),
    ] {
        let rules = small(&with(options, &["open_hands=true", "unopened_penalty=off"]));
        let mut judge = Enumeration::new(&rules);
        let spec = format!("hold:empty=solve,work=1000000,{bot}");
        let mut bot = spec.parse::<BotSpec>().unwrap().make();
        for number in 0..6 {
            play(&rules, players, pool, number, &mut judge, |scene, judge| {
                let game = &scene.line.game;
                let seat = game.to_move().unwrap();
                let mut turns = TURNS;
                let Some(best) = scene.line.worths(way, seat, judge, &mut turns) else {
                    return;
                };
                let view = View::of(game, seat, &scene.history);
                let mut stream = Stream::new(Key::sample(10, "worlds", number));
                bot.new_game(seat);
                let action = bot.act(&view, &mut stream).unwrap();
                let chosen = tiles_of(game, &action, judge);
                let choices = scene.line.choices(judge);
                let (_, lines) = choices.iter().find(|(laid, _)| *laid == chosen).unwrap();
                turns = usize::MAX;
                let pool = scene.line.pool().len();
                let worths = mean(lines, pool, way, seat, judge, &mut turns);
                assert_eq!(
                    worths.unwrap()[seat],
                    best[seat],
                    "{spec} {number}: {action:?}"
                );
                compared += 1;
            });
        }
    }
    assert!(compared >= 60, "{compared}");
}

/// What an action lays.
fn tiles_of(game: &Game<'_>, action: &Action, judge: &mut Enumeration) -> Option<TileCounts> {
    let mut after = game.clone();
    let event = after.act(action, judge).unwrap();
    match PublicTurn::of(&event).visible {
        Visible::Laid(tiles) => Some(tiles),
        _ => None,
    }
}

/// Whole games of bots that guess: every turn is legal, the same seed gives the same turns, and without the settings nothing is guessed.
#[test]
fn bots_that_guess_play_legal_games_and_only_where_they_are_told_to() {
    let mut guessed = 0;
    for (players, hand, bot, without) in [
        (
            3,
            "hand=4",
            "hold:empty=solve,others=paranoid",
            "hold:empty=keep",
        ),
        (
            4,
            "hand=3",
            "hold:empty=solve,others=maxn,worlds=5",
            "hold:empty=keep",
        ),
        (
            2,
            "hand=5",
            "hold:empty=solve,unknown=3",
            "hold:empty=solve",
        ),
        (3, "hand=3", "standoff:others=maxn,unknown=2", "standoff"),
    ] {
        let rules = small(&["values=5", hand, "jokers=1"]);
        let mut judge = Enumeration::new(&rules);
        for number in 0..6 {
            play(&rules, players, 20, number, &mut judge, |scene, judge| {
                let game = &scene.line.game;
                let seat = game.to_move().unwrap();
                let view = View::of(game, seat, &scene.history);
                let act = |bot: &str| {
                    let mut bot = bot.parse::<BotSpec>().unwrap().make();
                    bot.new_game(seat);
                    let mut stream = Stream::new(Key::sample(11, "worlds", number));
                    let action = bot.act(&view, &mut stream).unwrap();
                    (action, stream.next_u64())
                };
                let (action, luck) = act(bot);
                assert_eq!((&action, luck), (&act(bot).0, act(bot).1));
                tiles_of(game, &action, judge);
                let (plain, untouched) = act(without);
                let fresh = Stream::new(Key::sample(11, "worlds", number)).next_u64();
                assert!(without.starts_with("standoff") || untouched == fresh);
                guessed += usize::from(plain != action);
                if players > 2 && without == "hold:empty=keep" {
                    // Three or four are left alone unless the others are told.
                    assert_eq!(act("hold:empty=solve").0, plain);
                }
            });
        }
    }
    assert!(guessed > 0);
}

#[test]
fn rules_under_which_the_table_is_more_than_its_tiles_are_refused() {
    for option in ["draw_first=true", "joker_reclaim=replace-any"] {
        let rules = small(&["jokers=1", "hand=4", option]);
        let racks: Vec<TileCounts> = rules
            .all_tiles()
            .chunks(4)
            .take(3)
            .map(|rack| rack.iter().copied().collect())
            .collect();
        let rest = rules.all_tiles()[12..].to_vec();
        let line = Line::new(&rules, racks, rest, 0);
        assert_eq!(Hidden::of(&View::of(&line.game, 0, &[])), None, "{option}");
    }
    assert_eq!(MAX_PLAYERS, 4);
}
