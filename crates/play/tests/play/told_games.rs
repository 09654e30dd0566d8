//! Whole games of bots under rules drawn at random, told as one player sees them: what is saved is
//! read again and checked line by line, and the hidden tiles can be dealt so that all fits.

use rummilab_arena::{PlanSpec, RulesEntry};
use rummilab_core::{Game, Happened, RuleSet, Seat, Table, Tile, TileCounts};
use rummilab_play::advise::{GameLine, Notebook, Whose, dealt};
use rummilab_play::review::{GameReview, ReviewSettings, ReviewedGame};
use rummilab_record::{Block, RecordedGame, Replay, ReplayedTurn, verify_block};
use rummilab_runs::{Match, MatchEvent, Roster, StopFlag, judge};
use rummilab_solver::Solver;
use rummilab_solver_suite::{long_tier, rules};
use serde_json::{Value, json};

use crate::random_rules::random_rules;

const BUILD: &str = "rummilab test";

/// A game of bots under these rules; `None` where so many cannot play.
fn played(rules: &RuleSet, players: usize, seed: u64) -> Option<Block> {
    let bots = ["greedy", "hold:h=1", "value", "hold"];
    let spec = PlanSpec {
        bots: bots[..players]
            .iter()
            .map(|bot| (*bot).to_owned())
            .collect(),
        players: players as u64,
        deals: 1,
        seed,
        format: "seats".to_owned(),
        rules: RulesEntry::from(rules),
        ..PlanSpec::default()
    };
    let mut blocks = Vec::new();
    let game = Match::of(spec).observe(|event| {
        if let MatchEvent::Block(block) = event {
            blocks.push(block.clone());
        }
    });
    game.play().ok()?;
    blocks.pop()
}

struct Teller {
    notebook: Notebook,
    solver: Box<dyn Solver>,
}

impl Teller {
    fn tell(&mut self, line: &GameLine) {
        let told = self.notebook.tell(line.clone(), self.solver.as_mut());
        told.unwrap_or_else(|why| panic!("{line}: {why}\n{}", self.notebook.to_json_lines(BUILD)));
    }

    /// The draw at the start of a turn, and the tiles put back.
    fn begin(&mut self, before: &Game, places: impl Iterator<Item = u16>) {
        let (mut game, me) = (before.clone(), self.notebook.me());
        let own = before.to_move() == Some(me);
        if let Some(first) = game.start_turn().filter(|_| own) {
            self.tell(&GameLine::Drew(Whose::Next, vec![first]));
        }
        for place in places {
            let next = game.put_back(usize::from(place)).unwrap();
            self.tell(&GameLine::Back(Whose::Next, seen(own, next)));
        }
    }

    fn end(&mut self, turn: &ReplayedTurn) {
        let own = turn.event.seat == self.notebook.me();
        self.tell(&match &turn.event.happened {
            Happened::Laid(laid) => GameLine::Laid(Whose::Next, laid.played.tiles().collect()),
            Happened::Drew(tile) => GameLine::Drew(Whose::Next, seen(own, *tile)),
            Happened::Passed => GameLine::Passed(Whose::Next),
            Happened::Penalty(_) => panic!("a bot of the roster makes no fault"),
        });
        if sets(self.notebook.table().unwrap().view().table) != sets(&turn.table) {
            self.tell(&GameLine::Table(turn.table.clone()));
        }
    }
}

fn seen(own: bool, tile: Tile) -> Vec<Tile> {
    own.then_some(tile).into_iter().collect()
}

/// The sets with their owners, in an order of their own.
fn sets(table: &Table) -> Vec<(String, Option<u8>)> {
    let set = |at: usize| (table.sets()[at].sorted().to_string(), table.owner(at));
    let mut sets: Vec<_> = (0..table.sets().len()).map(set).collect();
    sets.sort();
    sets
}

/// A game as the player of this seat tells it.
fn told(rules: &RuleSet, block: &Block, me: Seat) -> Notebook {
    let deal = block.deal_of(0).unwrap();
    let mut teller = Teller {
        notebook: Notebook::new(rules, deal.racks.players(), me).unwrap(),
        solver: judge(),
    };
    teller.tell(&GameLine::Rack(deal.racks[me].tiles().collect()));
    let mut replay = Replay::new(rules, block, 0).unwrap();
    let mut referee = judge();
    loop {
        let before = replay.game().clone();
        let Some(turn) = replay.step(&mut referee) else {
            return teller.notebook;
        };
        let turn = turn.unwrap();
        let back = block.games[0].put_back.iter();
        let back = back.filter(|back| back.turn as usize == turn.turn);
        teller.begin(&before, back.map(|back| back.place));
        teller.end(&turn);
    }
}

fn read(text: &str) -> Result<Notebook, String> {
    let notebook = Notebook::from_json_lines(text, judge().as_mut()).map_err(|why| why.to_string());
    let notebook = notebook?;
    let own = notebook.check_own_turns(&mut judge());
    own.map_err(|why| why.to_string()).map(|()| notebook)
}

/// Each way to spoil a line of a file is refused at that line.
fn check_spoilt(text: &str, rules: &RuleSet) -> usize {
    let lines: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut spoilt = 0;
    let mut check = |at: usize, lines: &[Value]| {
        let text: Vec<String> = lines.iter().map(Value::to_string).collect();
        let why = read(&text.join("\n")).err();
        let why = why.unwrap_or_else(|| panic!("{} passes", lines[at]));
        assert!(
            why.starts_with(&format!("line {}: ", at + 1)),
            "{} {why}",
            lines[at]
        );
        spoilt += 1;
    };
    for at in (1..lines.len()).step_by(1 + lines.len() / 6) {
        let with = |field: &str, value: Value| {
            let mut lines = lines.clone();
            lines[at][field] = value;
            lines
        };
        let pool = lines[at]["pool"].as_u64().unwrap();
        check(at, &with("pool", json!(pool + 1)));
        if let Some(other) = lines.get(at + 1).map(|line| &line["seat"]) {
            let seats = [&lines[at]["seat"], other];
            if at > 1 && seats[0] != seats[1] && seats.iter().all(|seat| !seat.is_null()) {
                let mut lines = lines.clone();
                lines.swap(at, at + 1);
                check(at, &lines);
            }
        }
        let tiles = lines[at]["tiles"].as_str().unwrap_or_default();
        if let Some(tile) = tiles.split(' ').next().filter(|tile| !tile.is_empty()) {
            let copies = rules.copies_of(tile.parse().unwrap());
            let more = vec![tile; usize::from(copies)].join(" ");
            check(at, &with("tiles", json!(format!("{tiles} {more}"))));
        }
        let sets = lines[at]["table"].as_array().unwrap();
        let first = sets.first().and_then(Value::as_str).unwrap_or_default();
        if let Some((one, rest)) = first
            .split_once(' ')
            .filter(|_| !first.contains(['@', ':']))
        {
            let mut split = vec![json!(one), json!(rest)];
            split.extend(sets[1..].iter().cloned());
            check(at, &with("table", json!(split)));
        }
    }
    spoilt
}

/// The record of a told game is sound, and in it the person saw and did the same.
fn check_dealt(block: &Block, notebook: &Notebook, seed: u64) -> Result<RecordedGame, String> {
    let game = dealt(notebook, BUILD, seed, &mut judge()).map_err(|why| why.to_string())?;
    verify_block(&game.header, &game.block, &mut judge()).unwrap();
    let (me, rules) = (notebook.me(), notebook.rules());
    let (ours, theirs) = (&game.block.games[0], &block.games[0]);
    assert_eq!(ours.turns.len(), theirs.turns.len());
    assert_eq!(ours.ending, theirs.ending);
    let jokers = |rack: &TileCounts| rack.count(Tile::JOKER) >= rules.jokers_dealt_each;
    assert!(game.block.deal_of(0).unwrap().racks.iter().all(jokers));
    let mut replays = [&game.block, block].map(|block| Replay::new(rules, block, 0).unwrap());
    loop {
        let [one, other] = replays.each_ref().map(Replay::game);
        assert_eq!(one.rack(me), other.rack(me));
        assert_eq!(one.table().counts(), other.table().counts());
        let [one, other] = replays.each_mut().map(|replay| replay.step(&mut judge()));
        let (Some(one), Some(other)) = (one, other) else {
            break;
        };
        assert_eq!(one.unwrap().event.seat, other.unwrap().event.seat);
    }
    Ok(game)
}

#[test]
fn told_games_under_random_rules_are_records() {
    let (mut games, mut spoilt, mut no_fit) = (0, 0, Vec::new());
    let systems = if long_tier() { 400 } else { 16 };
    for number in 0..systems {
        let players = 2 + number as usize % 3;
        let rules = random_rules(number, players, 80);
        let block = played(&rules, players, number).filter(|_| !rules.open_hands);
        let Some(block) = block else { continue };
        let notebook = told(&rules, &block, Seat(number as usize / 3 % players));
        let text = notebook.to_json_lines(BUILD);
        let again = read(&text).unwrap_or_else(|why| panic!("{number}: {why}\n{text}"));
        assert_eq!(again.to_json_lines(BUILD), text, "{number}");
        spoilt += check_spoilt(&text, &rules);
        if let Err(why) = check_dealt(&block, &again, number) {
            no_fit.push(format!("{number}: {why}"));
        }
        games += 1;
    }
    assert!(
        games >= systems / 3 && spoilt as u64 > 8 * games,
        "{games} {spoilt}"
    );
    // Where who can lay must do so with any pool, few deals fit, and none may be found.
    assert!(no_fit.len() as u64 <= games / 10, "{no_fit:#?}");
}

/// A review of a told game judges each turn by deals of its own, and so does not depend on the
/// hidden tiles that complete the record.
#[test]
fn a_review_does_not_depend_on_the_tiles_dealt_to_fit() {
    for (players, seed) in [(2, 5), (3, 6)] {
        let rules = rules("original", "");
        let block = played(&rules, players, seed).unwrap();
        let notebook = told(&rules, &block, Seat(1));
        let reviews: Vec<Value> = [1, 2]
            .into_iter()
            .map(|seed| {
                let game = check_dealt(&block, &notebook, seed).unwrap();
                let settings = ReviewSettings {
                    model: "greedy".to_owned(),
                    deals: 4,
                    ..ReviewSettings::default()
                };
                let reviewed = ReviewedGame::of(&game);
                let (roster, mut solver) = (Roster::new(), judge());
                let stop = StopFlag::default();
                let seat = reviewed.person_or_first();
                assert_eq!(seat, Seat(1));
                let review = GameReview::of(reviewed, seat, &settings, &roster, &mut solver, &stop);
                serde_json::to_value(review.unwrap()).unwrap()
            })
            .collect();
        assert_eq!(reviews[0], reviews[1]);
    }
}
