//! Ends with hidden tiles: means over the possible deals, and the turns that bots choose by them.

use rummilab_bot_api::{View, Visible};
use rummilab_bots::BotSpec;
use rummilab_bots::worlds::{Guess, Hidden, Others, Split, outlook};
use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, MAX_PLAYERS, Seat, Tile, TileCounts};
use rummilab_search::SearchSolver;

use crate::common::enumeration::{Enumeration, small};
use crate::common::plain::{Line, Way, mean};
use crate::games::{ENOUGH, Scene, TURNS, laid, play, tiles_of};

/// Every way to fill places of these sizes with these pieces.
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

/// The same turns with other tiles on the racks of the others and in the pool. Drawn tiles are
/// assumed to be still on the racks. `None` if they cannot be, or the referee refuses a turn.
fn dealt_otherwise<'r>(
    scene: &Scene<'r>,
    parts: &[Vec<Tile>],
    judge: &mut Enumeration,
) -> Result<Option<Line<'r>>, ()> {
    let game = &scene.line.game;
    let seat = game.to_move().unwrap();
    let others: Vec<Seat> = Seat::all(game.players())
        .filter(|other| *other != seat)
        .collect();
    let mut drawn = scene.line.drawn.clone();
    let mut racks = BySeat::filled(game.players(), TileCounts::EMPTY);
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
    let mut next = BySeat::filled(game.players(), 0);
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

/// Averages every position of these games over all deals of its unseen tiles. Compares the mean
/// with an enumeration of every deal of the single pieces, from which the referee removes deals in
/// which somebody who could have laid passed. Returns the number of positions compared, and the
/// number of those with such deals.
fn check_means(players: usize, pool: usize, options: &str, games: u64) -> (usize, usize) {
    let rules = small(&format!("{options} unopened_penalty=off"));
    let mut judge = Enumeration::new(&rules);
    let mut solver = SearchSolver::new();
    let (mut compared, mut thrown_out) = (0, 0);
    for number in 0..games {
        play(&rules, players, pool, number, &mut judge, |scene, judge| {
            let game = &scene.line.game;
            let seat = game.to_move().unwrap();
            let view = View::of(game, seat, &scene.history);
            let hidden = Hidden::of(&view).unwrap();
            let others = Seat::all(players).filter(|other| *other != seat);
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
                        *sum = (*laid, sum.1 + i128::from(worths[seat.index()]));
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
    for end in ["", "must_play_when_empty=false"] {
        let (compared, thrown_out) = check_means(3, 0, &format!("values=5 hand=5 {end}"), 6);
        assert!(compared >= 12, "{end:?}: {compared}");
        assert_eq!(thrown_out > 0, end.is_empty(), "passes tell something");
    }
    assert!(check_means(4, 0, "colours=4 hand=4", 6).0 >= 12);
    assert!(check_means(3, 1, "values=5 hand=4", 6).0 >= 12);
}

#[test]
fn means_over_the_last_tiles_of_the_pool_are_what_enumeration_says() {
    for end in [
        "",
        "must_play_when_empty=false",
        "empty_pool_procedure=one_round_from_drawer",
    ] {
        let (compared, _) = check_means(2, 2, &format!("hand=5 {end}"), 5);
        assert!(compared >= 10, "{end:?}: {compared}");
    }
    // Equal pieces: the deals of the kinds have weights.
    let twins = "colours=2 copies=2 hand=6";
    assert!(check_means(2, 1, twins, 8).0 >= 8);
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

/// If the racks lie open nothing is guessed: the bot's turn must lose nothing against the best.
#[test]
fn bots_that_see_everything_play_the_best_turn() {
    let mut compared = 0;
    for (players, pool, options, bot, way) in [
        (3, 0, "hand=4", "others=paranoid", Way::Paranoid),
        (
            3,
            0,
            "hand=4 must_play_when_empty=false",
            "others=maxn",
            Way::MaxN,
        ),
        (4, 0, "hand=3", "others=maxn", Way::MaxN),
        (2, 2, "hand=5", "unknown=2", Way::Paranoid),
        (3, 1, "hand=3", "others=paranoid,unknown=1", Way::Paranoid),
    ] {
        let rules = small(&format!("{options} open_hands=true unopened_penalty=off"));
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
                    worths.unwrap()[seat.index()],
                    best[seat.index()],
                    "{spec} {number}: {action:?}"
                );
                compared += 1;
            });
        }
    }
    assert!(compared >= 60, "{compared}");
}

/// Whole games of bots that guess. Every turn is legal, and the same seed gives the same turns.
/// Without the settings nothing is guessed.
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
        let rules = small(&format!("values=5 {hand} jokers=1"));
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
                    // Games of three or four are not solved unless `others` is set.
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
        let rules = small(&format!("jokers=1 hand=4 {option}"));
        let racks: BySeat<TileCounts> = rules
            .all_tiles()
            .chunks(4)
            .take(3)
            .map(|rack| rack.iter().copied().collect())
            .collect();
        let rest = rules.all_tiles()[12..].to_vec();
        let line = Line::new(&rules, racks, rest, Seat(0));
        assert_eq!(
            Hidden::of(&View::of(&line.game, Seat(0), &[])),
            None,
            "{option}"
        );
    }
    assert_eq!(MAX_PLAYERS, 4);
}
