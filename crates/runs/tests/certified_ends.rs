//! The corpus of certified ends: its bytes, its worths once more and by brute force, and what bots
//! lose on it.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::BotSpec;
use rummilab_bots::endgame::{State, every_turn};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, CouldPlay, Game, Position, RuleSet, Seat, Stacks, Table, TileCounts};
use rummilab_runs::{
    CertifiedEnd, END_SIZES, EndCollector, MeanRegret, Regret, Standing, Worth, judge, read_ends,
};
use rummilab_search::count::Lies;
use rummilab_solver::Solver;
use rummilab_solver_suite::long_tier;

const CORPUS: &str = "../../data/ends/champion.jsonl";
/// Of the corpus. It is kept as it is: see `data/SOURCE.md`.
const CHECKSUM: &str = "7ef3d43672369d8d17221405691a7c6dcec4b87251e1f8178ed91cd98ede87df";

fn original() -> RuleSet {
    RuleSet::preset("original").unwrap()
}

fn text() -> String {
    std::fs::read_to_string(CORPUS).unwrap()
}

fn tiles_of(end: &CertifiedEnd) -> usize {
    let tiles = |rack: &String| rack.split_whitespace().count();
    end.racks.iter().map(tiles).sum()
}

/// Goes on from ends of the corpus by random turns until at most ten tiles are left on both
/// racks.
fn small_ends(rules: &RuleSet) -> Vec<Standing<'_>> {
    let mut lies = Lies::new(rules).unwrap();
    let ends = read_ends(&text()).unwrap();
    let mut small = Vec::new();
    for (number, end) in (0..).zip(&ends).step_by(if long_tier() { 4 } else { 40 }) {
        let mut stream = Stream::new(Key::sample(1, "small end", number));
        let mut standing = end.standing(rules).unwrap();
        let left = |state: &State| state.racks.iter().map(TileCounts::len).sum::<usize>();
        let mut goes_on = true;
        while goes_on && left(&standing.state) > 10 {
            let turns = every_turn(rules, Seat(0), &mut lies, &standing.state).unwrap();
            let fewer = turns.iter().filter(|turn| turn.laid.len() <= 4);
            let fewer: Vec<_> = fewer.collect();
            let laid = stream.pick(&fewer).map_or(turns[0].laid, |turn| turn.laid);
            goes_on = act(rules, &mut standing, &laid);
        }
        if goes_on {
            small.push(standing);
        }
    }
    small
}

/// Lays these tiles, or passes. Whether the game goes on.
fn act(rules: &RuleSet, standing: &mut Standing<'_>, laid: &TileCounts) -> bool {
    let mut solver = judge();
    let position = Position {
        rack: *laid,
        ..standing.game.position(standing.state.to_move)
    };
    let action = match laid.is_empty() {
        true => Action::Pass,
        false => {
            let play = solver.go_out(rules, &position).unwrap().unwrap();
            Action::Play(play.table(standing.game.table()))
        }
    };
    let event = standing.game.act(&action, &mut solver).unwrap();
    standing.history.push(PublicTurn::of(&event));
    let Some(seat) = standing.game.to_move() else {
        return false;
    };
    let view = View::of(&standing.game, seat, &standing.history);
    standing.state = State::of(&view).unwrap();
    true
}

#[test]
fn the_corpus_is_as_it_was_measured() {
    let text = text();
    assert_eq!(blake3::hash(text.as_bytes()).to_hex().as_str(), CHECKSUM);
    let rules = original();
    let ends = read_ends(&text).unwrap();
    assert_eq!(ends.len(), 500);
    for end in &ends {
        assert!(END_SIZES.contains(&tiles_of(end)), "{end:?}");
        let standing = end.standing(&rules).unwrap();
        assert_eq!(standing.state.opened, [true; 2], "{end:?}");
        assert_eq!(standing.state.to_move, Seat(end.seat), "{end:?}");
        let counts = [1, end.best_turns, end.as_good, end.moves];
        assert!(counts.is_sorted(), "{end:?}");
        let regret = Regret::of(end.best, end.played_worth);
        assert!(regret.wins >= 0.0 && regret.points >= 0.0, "{end:?}");
        // A game is won with at least as many points as the other has.
        assert_eq!(end.best.wins > 0.5, end.best.points > 0.0, "{end:?}");
    }
    // A deal is used once against each opponent.
    let mut games: Vec<_> = ends.iter().map(|end| (&end.opponent, end.deal)).collect();
    games.sort();
    games.dedup();
    assert_eq!(games.len(), ends.len());
}

/// All ends in the long tier, else every 25th.
#[test]
fn every_turn_is_worth_as_much_once_more() {
    let rules = original();
    let mut lies = Lies::new(&rules).unwrap();
    let ends = read_ends(&text()).unwrap();
    for end in ends.iter().step_by(if long_tier() { 1 } else { 25 }) {
        let turns = end.every_turn(&rules, &mut lies).unwrap();
        let worth: BTreeMap<String, Worth> = turns
            .iter()
            .map(|turn| (turn.laid.to_string(), Worth::of(turn.worth)))
            .collect();
        assert_eq!(worth.len(), turns.len(), "{end:?}");
        assert_eq!(end.moves, turns.len());
        assert_eq!(worth[&end.played], end.played_worth, "{end:?}");
        assert_eq!(worth[&end.best_turn], end.best, "{end:?}");
        let as_good = worth.values().filter(|worth| worth.wins >= end.best.wins);
        assert_eq!(as_good.count(), end.as_good, "{end:?}");
        let best = worth.values().filter(|worth| **worth == end.best);
        assert_eq!(best.count(), end.best_turns, "{end:?}");
    }
}

/// Plays games to their end by the referee, with every part of the rack that the solver of turns
/// can lay. No code of the certificate is used.
struct Brute<'r> {
    rules: &'r RuleSet,
    solver: Box<dyn Solver>,
    tables: BTreeMap<TileCounts, Option<Table>>,
    /// By racks, seat to move, and whether the other has passed.
    known: BTreeMap<([TileCounts; 2], Seat, bool), i64>,
}

impl Brute<'_> {
    fn table(&mut self, before: &Position, laid: &TileCounts, old: &Table) -> Option<Table> {
        let heap = before.table.checked_add(laid).unwrap();
        if let Some(known) = self.tables.get(&heap) {
            return known.clone();
        }
        let position = Position {
            table: before.table,
            rack: *laid,
            opened: true,
            stacks: Stacks::default(),
        };
        let found = self.solver.go_out(self.rules, &position).unwrap();
        let table = found.map(|play| play.table(old));
        self.tables.insert(heap, table.clone());
        table
    }

    /// What the game is worth to seat 0: its score, and 10,000 for the win.
    fn worth(&mut self, game: &Game<'_>, passed: bool) -> i64 {
        let mut judge: Box<dyn CouldPlay> = Box::new(judge());
        if let Some(results) = game.results(judge.as_mut()) {
            let won = |seat| 10_000 * i64::from(results[Seat(seat)].place == 1);
            return i64::from(results[Seat(0)].score) + won(0) - won(1);
        }
        let seat = game.to_move().unwrap();
        let key = ([0, 1].map(|seat| *game.rack(Seat(seat))), seat, passed);
        if let Some(worth) = self.known.get(&key) {
            return *worth;
        }
        let turns = self.turns(game).into_iter().map(|(_, worth)| worth);
        let worth = match seat {
            Seat(0) => turns.max().unwrap(),
            _ => turns.min().unwrap(),
        };
        self.known.insert(key, worth);
        worth
    }

    /// All legal turns: what is laid, and the worth of the game to seat 0 afterwards.
    fn turns(&mut self, game: &Game<'_>) -> Vec<(TileCounts, i64)> {
        let position = game.position(game.to_move().unwrap());
        let mut turns = Vec::new();
        for laid in parts(&position.rack) {
            if laid.is_empty() {
                continue;
            }
            if let Some(table) = self.table(&position, &laid, game.table()) {
                let mut next = game.clone();
                next.act(&Action::Play(table), &mut self.solver).unwrap();
                turns.push((laid, self.worth(&next, false)));
            }
        }
        let mut next = game.clone();
        // The referee refuses a pass of who can lay.
        if next.act(&Action::Pass, &mut self.solver).is_ok() {
            assert!(turns.is_empty());
            turns.push((TileCounts::EMPTY, self.worth(&next, true)));
        }
        turns
    }
}

/// Every part of a rack, the empty one included.
fn parts(rack: &TileCounts) -> Vec<TileCounts> {
    let mut parts = vec![TileCounts::EMPTY];
    for (tile, count) in rack.kinds() {
        let mut grown = parts.clone();
        for _ in 0..count {
            for part in &mut grown {
                assert!(part.insert(tile));
            }
            parts.extend(&grown);
        }
    }
    parts
}

#[test]
fn small_ends_are_worth_what_brute_force_says() {
    let rules = original();
    let mut lies = Lies::new(&rules).unwrap();
    let (mut compared, mut critical) = (0, 0);
    for Standing { game, state, .. } in small_ends(&rules) {
        let mut brute = Brute {
            rules: &rules,
            solver: judge(),
            tables: BTreeMap::new(),
            known: BTreeMap::new(),
        };
        let sign = if state.to_move == Seat(0) { 1 } else { -1 };
        let worth = |worth: i64| {
            let worth = sign * worth;
            let won = if worth > 5_000 { 1 } else { -1 };
            let wins = if won > 0 { 1.0 } else { 0.0 };
            let points = (worth - 10_000 * won) as f64;
            Worth { wins, points }
        };
        let mut by_brute_force = brute.turns(&game);
        by_brute_force.sort();
        let mut certified = every_turn(&rules, Seat(0), &mut lies, &state).unwrap();
        certified.sort_by_key(|turn| turn.laid);
        assert_eq!(certified.len(), by_brute_force.len(), "{state:?}");
        let mut wins = Vec::new();
        for (turn, (laid, after)) in certified.iter().zip(&by_brute_force) {
            assert_eq!(turn.laid, *laid, "{state:?}");
            assert_eq!(
                Worth::of(turn.worth),
                worth(*after),
                "{laid:?} in {state:?}"
            );
            wins.push(worth(*after).wins > 0.5);
            compared += 1;
        }
        critical += u32::from(wins.contains(&true) && wins.contains(&false));
    }
    assert!(compared > 100 && critical > 2, "{compared} {critical}");
}

/// `hold` with `empty=solve` searches ends by other code, and never loses anything where it
/// finishes, so on small ends. Who lays at random does.
#[test]
fn a_bot_that_solves_small_ends_loses_nothing_on_them() {
    let rules = original();
    let mut lies = Lies::new(&rules).unwrap();
    let mut regrets_of = |name: &str| -> Vec<Regret> {
        let mut bot = name.parse::<BotSpec>().unwrap().make();
        let mut stream = Stream::new(Key::sample(2, "small end", 0));
        let asked = small_ends(&rules).into_iter().map(|mut standing| {
            let turns = every_turn(&rules, Seat(0), &mut lies, &standing.state).unwrap();
            let seat = standing.state.to_move;
            bot.new_game(seat);
            let view = View::of(&standing.game, seat, &standing.history);
            let action = bot.act(&view, &mut stream).unwrap();
            let before = *standing.game.rack(seat);
            standing.game.act(&action, &mut judge()).unwrap();
            let laid = before.saturating_sub(standing.game.rack(seat));
            Regret::among(&turns, &laid).unwrap()
        });
        asked.collect()
    };
    for regret in regrets_of("hold:empty=solve,work=1000000") {
        assert_eq!((regret.wins, regret.points), (0.0, 0.0));
    }
    let random = MeanRegret::of(&regrets_of("random"), 1);
    assert!(random.lost > 0 && random.wins > 0.0, "{random:?}");
    let (low, high) = random.wins_ci.map(|ci| (ci.low(), ci.high())).unwrap();
    assert!(low <= random.wins && random.wins <= high, "{random:?}");
}

/// The player of the corpus, asked again without a memory.
#[test]
fn bots_are_asked_about_the_ends_of_the_corpus() {
    let rules = original();
    let mut lies = Lies::new(&rules).unwrap();
    let quick: BotSpec = "champion:budget=quick".parse().unwrap();
    let ends = read_ends(&text()).unwrap();
    for end in ends.iter().step_by(100) {
        let turns = end.every_turn(&rules, &mut lies).unwrap();
        let laid = end.ask(&rules, &quick, 1).unwrap();
        let regret = Regret::among(&turns, &laid).unwrap();
        assert!(regret.wins >= 0.0, "{end:?}");
        assert_eq!(end.ask(&rules, &quick, 1).unwrap(), laid);
    }
}

#[test]
fn where_nothing_is_lost_the_interval_still_says_something() {
    let nothing = Regret {
        wins: 0.0,
        points: 0.0,
    };
    let mean = MeanRegret::of(&[nothing; 100], 1);
    assert_eq!((mean.lost, mean.wins, mean.points), (0, 0.0, 0.0));
    // 1 - 0.025^(1/100)
    assert!((mean.wins_ci.unwrap().high() - 0.0362).abs() < 1e-4);
    assert_eq!(MeanRegret::of(&[], 1).wins_ci, None);
}

/// The same deal gives the same end, whatever was played before.
#[test]
fn ends_follow_from_the_seed() {
    let rules = original();
    let bot = |name: &str| -> BotSpec { name.parse().unwrap() };
    let quick = bot("champion:budget=quick");
    let collector = || EndCollector::new(&rules, &quick, &quick, 5).unwrap();
    let mut all = collector();
    let mut found = None;
    for deal in 0..300 {
        if let Some(end) = all.collect(deal).unwrap() {
            found = Some(end);
            break;
        }
    }
    let found = found.unwrap();
    assert_eq!(all.found.ends, 1);
    assert!(all.found.can_go_out >= all.found.goes_out);
    let alone = collector().collect(found.deal).unwrap();
    assert_eq!(alone.as_ref(), Some(&found));
    // What is written can be read.
    let line = serde_json::to_string(&alone).unwrap();
    let read = read_ends(&format!("# a comment\n{line}\n")).unwrap();
    assert_eq!(Some(&read[0]), alone.as_ref());
    let why = read_ends(&format!("{line}\n{{}}\n"))
        .unwrap_err()
        .to_string();
    assert!(why.starts_with("line 2:"), "{why}");
}
