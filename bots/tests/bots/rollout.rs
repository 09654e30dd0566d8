//! The rollout bot through its public API: its beliefs and its turns.

use rummilab_bot_api::{Bot, PublicTurn, Revealed, View, Visible};
use rummilab_bots::BotSpec;
use rummilab_bots::rollout::{
    Belief, Past, Policies, Policy, Posterior, SLIP, Shared, policies, snapshot_of,
};
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::parse_table;
use rummilab_core::{
    Action, BySeat, CouldPlay, Game, Position, RuleSet, Seat, Sight, Stacks, Table, TileCounts,
};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;
use rummilab_solver_suite::rules;

use crate::common::table::play;
use crate::common::{tiles, turn, view};

const SYSTEMS: [&str; 4] = ["original", "tournament", "twist", "house"];

fn mixture() -> Policies {
    let solver = Shared::new(Box::new(SearchSolver::new()));
    policies(&Policy::MIXTURE, &solver)
}

fn stream(seed: u64) -> Stream {
    Stream::new(Key::sample(seed, "rollout tests", 0))
}

fn close(a: f64, b: f64, error: f64) -> bool {
    (a - b).abs() <= error
}

// ---- What it believes ----

/// The view allows every deal of the hidden tiles, at every turn of games of every kind. To the
/// seat to move, a game resumed from a deal looks like the real one.
#[test]
fn sampled_racks_are_those_of_the_view() {
    let check = |system: &str, options: &str, bots: &[&str], seed: u64| {
        let rules = rules(system, options);
        let mut policies = mixture();
        let mut beliefs = vec![Belief::new(Policy::MIXTURE.len(), 2); bots.len()];
        let mut stream = stream(seed);
        let turns = play(&rules, bots, seed, usize::MAX, |_, view| {
            let posterior = beliefs[view.seat.index()].look(view, &mut policies, &mut stream);
            check_posterior(view, &posterior.unwrap(), &mut stream);
        });
        assert!(!turns.is_empty(), "{system}");
    };
    for (at, system) in SYSTEMS.into_iter().enumerate() {
        let seed = at as u64;
        let four = ["greedy", "hold:h=0", "hold-joker", "greedy"];
        check(system, "", &four, seed);
        // A short pool, to reach its end and the turns after it.
        let many = if system == "house" {
            "hand=22"
        } else {
            "hand=15"
        };
        let options = format!("copies=1 {many} redeal_pairs=0");
        check(system, &options, &["random", "hold:h=0", "greedy"], seed);
    }
    for procedure in [
        "one_round_from_drawer",
        "one_round_from_next",
        "until_all_pass",
    ] {
        for first in [false, true] {
            let options = format!("empty_pool_procedure={procedure} draw_first={first} hand=33");
            check("original", &options, &["greedy"; 3], 9);
        }
    }
    check("original", "open_hands=true", &["greedy"; 2], 7);
    check("original", "", &["greedy", "hold:h=0"], 8);
}

fn check_posterior(view: &View<'_>, posterior: &Posterior, stream: &mut Stream) {
    let all = view.rules.deck();
    for _ in 0..3 {
        let (hidden, policies) = posterior.draw(stream);
        assert!(
            policies
                .iter()
                .all(|policy| *policy < Policy::MIXTURE.len())
        );
        assert_eq!(hidden.racks[view.seat], view.rack);
        let sizes: BySeat<usize> = hidden.racks.iter().map(TileCounts::len).collect();
        assert_eq!(sizes, view.rack_sizes);
        assert_eq!(hidden.pool.len(), view.pool_len);
        let racks = hidden.racks.iter().flat_map(TileCounts::tiles);
        let tiles = racks.chain(hidden.pool.iter().copied());
        assert_eq!(tiles.chain(view.table.tiles()).collect::<TileCounts>(), all);
        if let Some(racks) = &view.racks {
            assert_eq!(&hidden.racks, racks);
        }
        let game = Game::resume(view.rules, &snapshot_of(view, &hidden)).unwrap();
        let seen = View::of(&game, view.seat, view.history);
        // The tiles that may go back depend on the pool, which is invented.
        let seen = View {
            may_put_back: view.may_put_back,
            ..seen
        };
        assert_eq!(&seen, view);
    }
    // Tiles that the seat is known to draw next are next in every deal.
    let resumed = |posterior: &Posterior, stream: &mut Stream| {
        let (hidden, _) = posterior.draw(stream);
        Game::resume(view.rules, &snapshot_of(view, &hidden)).unwrap()
    };
    let next = resumed(posterior, stream).next_draws(view.seat, 1 + view.pool_len % 5);
    let knowing = posterior.clone().with_next_draws(next.clone());
    for _ in 0..3 {
        let game = resumed(&knowing, stream);
        assert_eq!(game.next_draws(view.seat, next.len()), next);
    }
    for seat in Seat::all(view.players()).filter(|seat| *seat != view.seat) {
        assert!(close(posterior.policies_of(seat).iter().sum(), 1.0, 1e-9));
    }
}

/// A game of two with 15 different tiles. R1 R2 R3 are on the table, seat 0 holds three tiles, and
/// seat 1 four of the other nine.
struct Small {
    rules: RuleSet,
    table: Table,
    rack: TileCounts,
    history: Vec<PublicTurn>,
}

impl Small {
    fn after(last: Visible) -> Small {
        let rules = rules(
            "original",
            "colours=RBK values=5 copies=1 jokers={J=0} hand=3",
        );
        Small {
            table: parse_table("R1 R2 R3", &rules).unwrap(),
            rack: tiles("B2 B4 K1", &rules),
            history: vec![turn(Seat(0), Visible::Drew), turn(Seat(1), last)],
            rules,
        }
    }

    fn view(&self) -> View<'_> {
        View {
            rack_sizes: [3, 4].into(),
            pool_len: 5,
            history: &self.history,
            ..view(&self.rules, &self.table, self.rack)
        }
    }
}

/// All subsets of these tiles of the given size.
fn subsets(tiles: &[rummilab_core::Tile], size: usize) -> Vec<TileCounts> {
    if size == 0 {
        return vec![TileCounts::EMPTY];
    }
    let Some((first, rest)) = tiles.split_first() else {
        return Vec::new();
    };
    let mut all = subsets(rest, size);
    for mut with in subsets(rest, size - 1) {
        assert!(with.insert(*first));
        all.push(with);
    }
    all
}

/// The probabilities of racks and policies of seat 1 that explain a draw, by full enumeration: each
/// of 126 racks, with each of its tiles as the one drawn. A draw is unlikely for `greedy` and,
/// without jokers, `hold-joker` if any of the three earlier tiles could be laid, and for `hold` if
/// all could.
#[test]
fn weights_are_those_of_full_enumeration() {
    let small = Small::after(Visible::Drew);
    let view = small.view();
    let tiles: Vec<_> = view.unseen().tiles().collect();
    let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
    let (mut of_policy, mut of_tile, mut sum) = ([0.0; 3], vec![0.0; tiles.len()], 0.0);
    for rack in subsets(&tiles, 4) {
        for drawn in rack.tiles() {
            let mut before = rack;
            assert!(before.remove(drawn));
            let position = Position {
                table: small.table.counts().unwrap(),
                rack: before,
                opened: true,
                stacks: Stacks::default(),
                ..Position::default()
            };
            let any = solver.can_lay(&small.rules, &position).unwrap();
            let whole = solver.go_out(&small.rules, &position).unwrap().is_some();
            let factor = |would_lay: bool| if would_lay { SLIP } else { 1.0 - SLIP };
            for (policy, weight) in [factor(any), factor(whole), factor(any)]
                .into_iter()
                .enumerate()
            {
                of_policy[policy] += weight;
                sum += weight;
                for (at, tile) in tiles.iter().enumerate() {
                    of_tile[at] += weight * f64::from(rack.count(*tile));
                }
            }
        }
    }
    let mut belief = Belief::new(3, 6000);
    let mut stream = stream(1);
    let posterior = belief.look(&view, &mut mixture(), &mut stream).unwrap();
    for (policy, found) in posterior.policies_of(Seat(1)).into_iter().enumerate() {
        let exact = of_policy[policy] / sum;
        assert!(
            close(found, exact, 0.02),
            "policy {policy}: {found}, {exact}"
        );
    }
    const DRAWS: usize = 20_000;
    let (mut found, mut policies) = (vec![0.0; tiles.len()], [0.0; 3]);
    for _ in 0..DRAWS {
        let (hidden, seats) = posterior.draw(&mut stream);
        policies[seats[Seat(1)]] += 1.0 / DRAWS as f64;
        for (found, tile) in found.iter_mut().zip(&tiles) {
            *found += f64::from(hidden.racks[Seat(1)].count(*tile)) / DRAWS as f64;
        }
    }
    for (at, tile) in tiles.iter().enumerate() {
        let exact = of_tile[at] / sum;
        assert!(
            close(found[at], exact, 0.02),
            "{tile}: {}, {exact}",
            found[at]
        );
    }
    for (drawn, believed) in policies.into_iter().zip(posterior.policies_of(Seat(1))) {
        assert!(close(drawn, believed, 0.015), "{drawn}, {believed}");
    }
    // The tiles that could have been laid are less likely than by chance, which is 4 of 9. So the
    // test can fail.
    let fits = tiles.iter().position(|tile| tile.to_string() == "R4");
    assert!(of_tile[fits.unwrap()] / sum < 0.40);
}

#[test]
fn a_seat_that_lays_little_is_no_holder_and_one_that_draws_much_is() {
    let believed = |bots: [&str; 2], seed: u64| -> Vec<f64> {
        let rules = rules("original", "");
        let mut policies = mixture();
        let mut belief = Belief::new(3, 24);
        let mut stream = stream(seed);
        let mut last = Vec::new();
        play(&rules, &bots, seed, 44, |_, view| {
            if view.seat == Seat(0) {
                let posterior = belief.look(view, &mut policies, &mut stream);
                last = posterior.unwrap().policies_of(Seat(1));
            }
        });
        last
    };
    let mut holds = [0.0; 2];
    for seed in 0..4 {
        holds[0] += believed(["hold:h=0", "greedy"], seed)[1] / 4.0;
        holds[1] += believed(["greedy", "hold:h=0"], seed)[1] / 4.0;
    }
    assert!(holds[0] < 0.4, "greedy is taken for a holder: {holds:?}");
    assert!(holds[1] > 0.8, "a holder is not recognised: {holds:?}");
}

/// The belief about a policy is remembered. A player who laid a single tile is no holder, however
/// often it draws afterwards. An observer who joins long after that play sees only draws.
#[test]
fn the_policy_is_remembered() {
    let rules = rules(
        "original",
        "colours=RBKO values=5 copies=1 jokers={J=0} hand=3",
    );
    let table = parse_table("R1 R2 R3 R4 ; K3 K4 K5", &rules).unwrap();
    let mut history = vec![
        turn(Seat(1), Visible::Laid(tiles("K3 K4 K5", &rules))),
        turn(Seat(0), Visible::Passed),
        turn(Seat(1), Visible::Laid(tiles("R4", &rules))),
    ];
    let mut policies = mixture();
    let mut belief = Belief::new(3, 400);
    let look =
        |belief: &mut Belief, history: &[PublicTurn], draws: usize, policies: &mut Policies| {
            let view = View {
                rack_sizes: [3, 2 + draws].into(),
                pool_len: 8 - draws,
                history,
                ..view(&rules, &table, tiles("B2 B4 K1", &rules))
            };
            let posterior = belief.look(&view, policies, &mut stream(5));
            posterior.unwrap().policies_of(Seat(1))[1]
        };
    assert!(look(&mut belief, &history, 0, &mut policies) < 0.1);
    let mut kept = 0.0;
    for draws in 1..=3 {
        history.push(turn(Seat(0), Visible::Passed));
        history.push(turn(Seat(1), Visible::Drew));
        kept = look(&mut belief, &history, draws, &mut policies);
    }
    let fresh = look(&mut Belief::new(3, 400), &history, 3, &mut policies);
    assert!(kept < 0.25, "{kept}");
    assert!(fresh > 0.4, "{fresh}");
}

#[test]
fn tiles_that_do_not_add_up_are_no_world() {
    let small = Small::after(Visible::Drew);
    let wrong = View {
        pool_len: 6,
        ..small.view()
    };
    let posterior = Belief::new(3, 4).look(&wrong, &mut mixture(), &mut stream(1));
    assert!(posterior.is_none());
}

/// For every earlier turn, `Past` gives a rack of the true size that contains the tiles laid then.
#[test]
fn the_past_has_the_racks_of_its_turns() {
    for (system, bots) in [
        ("original", ["greedy", "random"]),
        ("twist", ["random", "greedy"]),
    ] {
        let rules = rules(system, "");
        let mut sizes: Vec<(Seat, usize)> = Vec::new();
        let mut stream = stream(1);
        play(&rules, &bots, 3, 60, |game, view| {
            let seat = view.seat.next(2);
            let past = Past::of(view, seat, 5);
            let racks = past.racks_then(game.rack(seat), &mut stream);
            for (decision, rack) in past.decisions().iter().zip(racks) {
                assert_eq!((seat, rack.len()), sizes[decision.turn], "{system}");
                if let Visible::Laid(laid) = &decision.did {
                    assert!(rack.contains(laid));
                }
            }
            sizes.push((view.seat, view.rack.len()));
        });
    }
}

/// A player that follows a policy of the mixture has done, at every turn, what the policy does with
/// its true rack.
#[test]
fn a_policy_fits_what_it_did() {
    let check = |system: &str, options: &str, bots: &[&str], known: &[usize]| {
        let rules = rules(system, options);
        let mut policies = mixture();
        let mut racks: Vec<TileCounts> = Vec::new();
        let mut looked = 0;
        play(&rules, bots, 6, 70, |_, view| {
            for seat in Seat::all(view.players()).filter(|seat| *seat != view.seat) {
                for decision in Past::of(view, seat, 2).decisions() {
                    let then = decision.view(&rules, &racks[decision.turn], view.history);
                    let action = policies.act(known[seat.index()], &then).unwrap();
                    assert!(
                        decision.fits(&action),
                        "{system} {}: {:?}, not {action:?}",
                        bots[seat.index()],
                        decision.did
                    );
                    looked += 1;
                }
            }
            racks.push(view.rack);
        });
        assert!(looked > 10, "{system}");
    };
    for system in ["original", "tournament"] {
        check(system, "", &["greedy", "hold"], &[0, 1]);
        check(system, "", &["hold-joker", "greedy", "hold"], &[2, 0, 1]);
    }
    check("original", "draw_first=true", &["greedy", "hold"], &[0, 1]);
}

// ---- What it plays ----

#[test]
fn the_same_seed_plays_the_same_game() {
    let rules = rules("original", "");
    let bot = "rollout:base=greedy,rollouts=40,particles=3,plans=all";
    let game = |bot: &str| play(&rules, &[bot, "greedy"], 4, 24, |_, _| ());
    assert_eq!(game(bot), game(bot));
}

#[test]
fn without_playouts_it_plays_as_its_base() {
    for (system, players) in [("original", 2), ("tournament", 3), ("house", 3)] {
        let rules = rules(system, "");
        for (with, without) in [
            ("rollout:base=greedy,rollouts=0", "greedy"),
            ("rollout:rollouts=0", "hold:h=0"),
            ("rollout:base=champion,rollouts=0", "champion:budget=fast"),
            // Too few games for a clear difference, and no work.
            ("rollout:base=greedy,rollouts=12,particles=2", "greedy"),
            ("rollout:base=greedy,work=0", "greedy"),
        ] {
            let game = |bot: &str| {
                let mut bots = vec![bot];
                bots.resize(players, "greedy");
                play(&rules, &bots, 5, 24, |_, _| ())
            };
            assert_eq!(game(with), game(without), "{system} {with}");
        }
    }
}

/// Whole games under every rule system, for 2 to 6 players: the referee refuses no turn.
#[test]
fn it_plays_legally_under_every_rule_system() {
    let bots = |rollouts: usize| {
        let few = format!("rollouts={rollouts},particles=1");
        [
            format!("rollout:base=greedy,{few}"),
            format!("rollout:{few}"),
        ]
    };
    for system in SYSTEMS {
        let rules = rules(system, "");
        // One question about special jokers, or about six colours, can take as long as a whole game
        // without them.
        let (turns, rollouts) = match system {
            "twist" | "house" => (9, 4),
            _ => (24, 20),
        };
        let [lays, holds] = bots(rollouts);
        let three = [lays.as_str(), "greedy", "greedy"];
        play(&rules, &three, 1, turns, |_, _| ());
        let four = [lays.as_str(), lays.as_str(), "greedy", holds.as_str()];
        play(&rules, &four, 2, turns, |_, _| ());
    }
    let [lays, holds] = bots(20);
    let six = [&lays, &holds, &lays, &holds, &lays, &holds].map(String::as_str);
    play(&rules("six", ""), &six, 4, 24, |_, _| ());
    let rules = rules("original", "");
    // The end of the pool with two players.
    let short = rules.with_options(&["hand=48"]).unwrap();
    let [_, holds] = bots(20);
    play(
        &short,
        &[holds.as_str(), "hold:h=0"],
        3,
        usize::MAX,
        |_, _| (),
    );
}

/// Against a player who lays tiles as they come, holding from now on wins nearly all games. The bot
/// finds that plan, and the guard lets it through.
#[test]
fn it_finds_the_plan_that_beats_a_greedy_player() {
    let rules = rules("original", "");
    let table = "R3 R4 R5 ; B6 B7 B8 B9 ; K10 K11 K12 ; O1 O2 O3";
    let table = parse_table(table, &rules).unwrap();
    let rack = tiles("R6 R13 B1 B2 B4 K2 K5 K7 O8 O11 O13 B13", &rules);
    let history = [
        turn(Seat(1), Visible::Laid(tiles("K10 K11 K12", &rules))),
        turn(Seat(0), Visible::Drew),
        turn(Seat(1), Visible::Laid(tiles("B9", &rules))),
    ];
    let act = |bot: &str| {
        let view = View {
            rack_sizes: [rack.len(), 10].into(),
            pool_len: 106 - 13 - rack.len() - 10,
            history: &history,
            ..view(&rules, &table, rack)
        };
        let mut bot = bot.parse::<BotSpec>().unwrap().make();
        bot.new_game(Seat(0));
        bot.act(&view, &mut stream(8)).unwrap()
    };
    let lays = act("greedy");
    assert!(matches!(lays, Action::Play(_)));
    assert_eq!(act("rollout:base=greedy,plans=all"), Action::Draw);
}

/// With the same random numbers a bot that is shown the hidden tiles sometimes acts otherwise, and
/// always the same when asked again. Without what it was promised it does not act at all.
#[test]
fn hidden_tiles_that_are_shown_change_what_it_does() {
    let make = |bot: &str| bot.parse::<BotSpec>().unwrap().make();
    let name = "rollout:particles=0,sees=racks+pool3";
    let [mut seeing, mut again, mut blind] = [name, name, "rollout:particles=0"].map(make);
    let sight = Sight::of_bot(name);
    let (mut asked, mut other) = (0, 0);
    let original = rules("original", "");
    let mut see = |game: &Game, view: &View<'_>| {
        if other > 0 || !view.has_opened() || !(1..=12).contains(&view.pool_len) {
            return;
        }
        let hidden = Revealed::of(game, view.seat, sight);
        let refused = seeing.act(view, &mut stream(1)).unwrap_err().to_string();
        assert!(
            refused.contains("nobody shows it hidden tiles"),
            "{refused}"
        );
        let shown = |bot: &mut Box<dyn Bot>| {
            bot.reveal(&hidden);
            bot.act(view, &mut stream(1)).unwrap()
        };
        let action = shown(&mut seeing);
        assert_eq!(shown(&mut again), action);
        let unseeing = blind.act(view, &mut stream(1)).unwrap();
        other += usize::from(unseeing != action);
        asked += 1;
    };
    for seed in 0..6 {
        play(&original, &["hold:h=0"; 2], seed, usize::MAX, &mut see);
    }
    assert!(other > 0, "of {asked}");
}
