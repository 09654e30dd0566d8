//! Evenings of any size with late comers, people who leave, corrections and interruptions.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rummilab_chance::{Key, Stream};
use rummilab_club::{
    Change, DrawError, Evening, Event, Files, Remark, RoundTable, players_file, season,
};
use rummilab_core::RuleSet;

/// The rounds of an evening, and who comes and goes.
#[derive(Debug, Clone)]
struct Plan {
    players: usize,
    reserves: usize,
    rounds: u64,
    with_final: bool,
    seats: usize,
    seed: u64,
    /// Of a hundred steps, so many are stopped before their file is written.
    kills: u64,
}

/// An evening whose files are in memory.
struct Desk {
    files: Files,
    event: Event,
    chance: Stream,
    kills: Stream,
    kill_rate: u64,
    /// Whether a result was corrected after the next tables were drawn.
    corrected: bool,
}

impl Desk {
    fn new(plan: &Plan, kill_rate: u64) -> Desk {
        let name = |prefix: &str, at: usize| format!("{prefix}{at}");
        let players = (0..plan.players).map(|at| (name("P", at), false));
        let reserves = (0..plan.reserves).map(|at| (name("R", at), true));
        let names: Vec<_> = players.chain(reserves).collect();
        let event = Event {
            name: "evening".to_owned(),
            date: String::new(),
            rules: "tournament".to_owned(),
            options: Vec::new(),
            rounds: plan.rounds,
            with_final: plan.with_final,
            seats: plan.seats,
            seed: plan.seed,
        };
        let files = [("players.csv".to_owned(), players_file(&names).unwrap())];
        Desk {
            files: files.into(),
            event: Event::parse(&event.to_toml()).unwrap(),
            chance: Stream::new(Key::sample(plan.seed, "evening", 0)),
            kills: Stream::new(Key::sample(plan.seed, "kills", 0)),
            kill_rate,
            corrected: false,
        }
    }

    fn evening(&self) -> Evening {
        let rules = RuleSet::preset("tournament").unwrap();
        Evening::read(self.event.clone(), rules, &self.files).unwrap()
    }

    /// Makes a step. A step that is stopped before its file is there is made again.
    fn step<E>(&mut self, step: impl Fn(&mut Evening) -> Result<Change, E>) -> Result<(), E> {
        loop {
            let change = step(&mut self.evening())?;
            if self.roll_kill() {
                continue;
            }
            self.files.insert(change.file, change.text);
            return Ok(());
        }
    }

    fn roll_kill(&mut self) -> bool {
        (self.kills.index(100).unwrap() as u64) < self.kill_rate
    }

    fn below(&mut self, bound: usize) -> usize {
        self.chance.index(bound).unwrap_or(0)
    }

    /// Results of a game that can be: racks of any points, mostly with a player who went out.
    fn results(&mut self, players: usize) -> Vec<String> {
        let out = self.below(players + 1);
        let result = |at: usize| match self.chance.index(5) {
            _ if at == out => "-".to_owned(),
            Some(0) => "100 (14)".to_owned(),
            Some(1) => "200 (20)".to_owned(),
            _ => {
                let points = 1 + self.chance.index(12).unwrap();
                format!("{} ({})", points * (1 + at), 1 + at)
            }
        };
        (0..players).map(result).collect()
    }

    fn enter(&mut self, round: u64, table: usize, game: usize) {
        let players = self.evening().tables(round)[table].players().len();
        let texts = self.results(players);
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let place = (table + 1, game + 1);
        self.step(|evening| evening.enter(Some(round), place, &texts))
            .unwrap();
    }

    /// The rows of a round: table, game, letter, name, rack.
    fn rows(&self, file: &str) -> Vec<[String; 5]> {
        let lines = self.files[file].lines().skip(1);
        let row = |line: &str| {
            let cells: Vec<&str> = line.split(',').collect();
            [0, 1, 2, 3, 6].map(|at| cells[at].to_owned())
        };
        lines.map(row).collect()
    }
}

/// Everybody who is there sits once, and tables have the size of the event or one less.
fn check_tables(desk: &Desk, round: u64, present: &[String]) {
    let evening = desk.evening();
    let tables = evening.tables(round);
    let sizes: Vec<usize> = tables.iter().map(|table| table.players().len()).collect();
    let (seats, seated) = (desk.event.seats, sizes.iter().sum::<usize>());
    assert!(
        sizes
            .iter()
            .all(|size| *size == seats || (seats, *size) == (4, 3)),
        "{sizes:?}"
    );
    assert_eq!(sizes.len(), present.len().div_ceil(seats));
    let names = tables
        .iter()
        .flat_map(RoundTable::players)
        .map(|player| evening.name(*player));
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), seated, "somebody sits twice");
    assert!(present.iter().all(|name| names.contains(&name.as_str())));
    let reserves = names.iter().filter(|name| name.starts_with('R')).count();
    assert_eq!(reserves, seated - present.len(), "{names:?}");
    let open = present.len().next_multiple_of(seats) - present.len();
    assert!(reserves <= open);
    // Reserve players sit together.
    let with_reserves = tables.iter().filter(|table| {
        let mut players = table.players().iter();
        players.any(|player| evening.name(*player).starts_with('R'))
    });
    assert!(with_reserves.count() <= 1);
    let mut remarks = evening.remarks();
    remarks.retain(|found| !desk.corrected || !matches!(found, Remark::OtherTables { .. }));
    assert_eq!(remarks, []);
}

/// Scores of a game of the club, from what was written down (docs/rules.md#scores), with places.
fn scored(racks: &[&str]) -> Vec<(i64, usize)> {
    let booked = |rack: &&str| -> (i64, i64) {
        let (points, tiles) = rack
            .trim_end_matches(')')
            .split_once(" (")
            .unwrap_or(("0", "0"));
        (points.parse().unwrap(), tiles.parse().unwrap())
    };
    let booked: Vec<(i64, i64)> = racks.iter().map(booked).collect();
    let out = racks.iter().position(|rack| *rack == "-");
    let sum: i64 = booked.iter().map(|(points, _)| points).sum();
    let best = booked.iter().min().unwrap();
    let score = |at: usize| if Some(at) == out { sum } else { -booked[at].0 };
    let wins = |at: usize| out.map_or(booked[at] == *best, |out| out == at);
    let place = |at: usize| {
        let ahead = |other: &usize| wins(*other) || score(*other) > score(at);
        if wins(at) {
            1
        } else {
            (0..racks.len()).filter(ahead).count() + 1
        }
    };
    (0..racks.len()).map(|at| (score(at), place(at))).collect()
}

/// Placement points, points, places and minus points of each player over the rounds.
type Sums = BTreeMap<String, (i64, i64, [i64; 4], i64)>;

fn sums(desk: &Desk) -> Sums {
    let mut sums = Sums::new();
    for round in 1..=desk.event.rounds {
        let file = format!("round-{round}.csv");
        if !desk.files.contains_key(&file) {
            continue;
        }
        let rows = desk.rows(&file);
        for game in rows.chunk_by(|a, b| a[..2] == b[..2]) {
            let racks: Vec<&str> = game.iter().map(|row| row[4].as_str()).collect();
            if racks[0].is_empty() {
                continue;
            }
            let results = scored(&racks);
            for (row, (score, place)) in game.iter().zip(&results) {
                let same = results.iter().filter(|(_, other)| other == place).count();
                let points = match (place, same) {
                    (1, 1) => 4,
                    (1, _) | (2, 1) => 3,
                    (2, _) => 2,
                    (3, _) => 1,
                    _ => 0,
                };
                let own = sums.entry(row[3].clone()).or_default();
                own.0 += points;
                own.1 += score;
                own.2[place - 1] += 1;
                own.3 -= score.min(&0);
            }
        }
    }
    sums
}

fn check_standings(desk: &Desk) {
    let (standings, sums) = (desk.evening().standings(), sums(desk));
    let played = |name: &str| sums.get(name).copied().unwrap_or_default();
    for row in standings.ranking.iter().chain(&standings.reserves) {
        let own = played(&row.bot);
        let places = row.places.iter().map(|count| i64::from(*count));
        let mut all = [0; 4];
        for (place, count) in all.iter_mut().zip(places) {
            *place = count;
        }
        let found = (
            i64::from(row.placement),
            row.points.unwrap(),
            all,
            row.minus.unwrap() as i64,
        );
        assert_eq!(found, own, "{}", row.bot);
    }
    if standings.ranking.iter().all(|row| row.in_final.is_none()) {
        let key = |name: &str| {
            let (placement, points, places, minus) = played(name);
            (placement, points, places, -minus)
        };
        let ordered = standings
            .ranking
            .is_sorted_by(|a, b| key(&a.bot) >= key(&b.bot));
        assert!(ordered, "{:?}", standings.ranking);
        let better = |name: &str| {
            let ranking = standings.ranking.iter();
            ranking.filter(|row| key(&row.bot) > key(name)).count()
        };
        for row in &standings.ranking {
            assert_eq!(row.rank, Some(better(&row.bot) + 1));
        }
    }
    // A season of one evening ranks as the evening without its final.
    let season = season(&[standings]);
    for row in season {
        assert_eq!(i64::from(row.placement), played(&row.name).0);
    }
}

/// Runs an evening; returns its files.
fn run(plan: &Plan, kill_rate: u64) -> Files {
    let mut desk = Desk::new(plan, kill_rate);
    let mut present: Vec<String> = (0..plan.players).map(|at| format!("P{at}")).collect();
    for round in 1..=plan.rounds {
        // Somebody may leave, or be late.
        let fewest = if plan.seats == 4 { 6 } else { 3 };
        if present.len() > fewest && desk.below(2) == 0 {
            let at = desk.below(present.len());
            let leaver = present.remove(at);
            desk.step(|evening| evening.leave(std::slice::from_ref(&leaver)))
                .unwrap();
        }
        if desk.below(2) == 0 {
            let late = format!("P-late{round}");
            desk.step(|evening| evening.add(std::slice::from_ref(&late), false))
                .unwrap();
            present.push(late);
        }
        desk.step(|evening| evening.draw(false)).unwrap();
        check_tables(&desk, round, &present);
        // A no-show is noticed at the table.
        if present.len() > fewest && desk.below(4) == 0 {
            let no_show = present.pop().unwrap();
            desk.step(|evening| evening.leave(std::slice::from_ref(&no_show)))
                .unwrap();
            let remark = Remark::NotThere {
                name: no_show,
                round,
            };
            assert!(desk.evening().remarks().contains(&remark));
            desk.step(|evening| evening.draw(true)).unwrap();
            check_tables(&desk, round, &present);
        }
        let open = desk.evening().open_games(round);
        assert!(matches!(
            desk.evening().draw(false),
            Err(DrawError::Open { .. })
        ));
        for (table, game) in open {
            desk.enter(round, table, game);
        }
        assert_eq!(
            desk.evening().draw(true).unwrap_err(),
            DrawError::Begun(round)
        );
        check_standings(&desk);
        // An earlier result was wrong: the tables stay as they were drawn.
        if round > 1 && desk.below(2) == 0 {
            let before = desk.rows(&format!("round-{round}.csv"));
            desk.enter(round - 1, 0, 0);
            desk.corrected = true;
            assert_eq!(desk.rows(&format!("round-{round}.csv")), before);
            check_standings(&desk);
        }
    }
    if plan.with_final {
        desk.step(|evening| evening.draw(false)).unwrap();
        let evening = desk.evening();
        let finalists = evening.tables(plan.rounds + 1)[0].players().to_vec();
        assert_eq!(finalists.len(), present.len().min(plan.seats));
        for (table, game) in evening.open_games(plan.rounds + 1) {
            desk.enter(plan.rounds + 1, table, game);
        }
        let standings = desk.evening().standings();
        let (first, others) = standings.ranking.split_at(finalists.len());
        assert!(first.iter().all(|row| row.in_final.is_some()));
        assert!(others.iter().all(|row| row.in_final.is_none()));
    }
    assert_eq!(desk.evening().draw(false).unwrap_err(), DrawError::Over);
    desk.files
}

fn plans() -> impl Strategy<Value = Plan> {
    let players = prop_oneof![4 => 6_usize..=16, 1 => 17_usize..=60];
    let sizes = (players, 0_usize..=3, 1_u64..=4, any::<bool>());
    let others = (any::<bool>(), 0_u64..1000, 5_u64..60);
    (sizes, others).prop_map(
        |((players, reserves, rounds, with_final), (four, seed, kills))| Plan {
            players,
            reserves: if four { reserves } else { reserves.max(2) },
            rounds,
            with_final,
            seats: if four { 4 } else { 3 },
            seed,
            kills,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nobody sits twice, everybody who is there plays, standings are those of another reading of
    /// the rules, and an evening that was stopped between any two writes ends with the same files.
    #[test]
    fn evenings_of_any_size_come_to_their_end(plan in plans()) {
        let files = run(&plan, 0);
        prop_assert_eq!(run(&plan, plan.kills), files);
    }
}

/// docs/rules.md#rounds-and-tables: five players need reserve players; the fewest are one.
#[test]
fn five_players_play_with_reserve_players() {
    let plan = |players, reserves| Plan {
        players,
        reserves,
        rounds: 2,
        with_final: false,
        seats: 4,
        seed: 3,
        kills: 0,
    };
    let draw = |players, reserves| Desk::new(&plan(players, reserves), 0).evening().draw(false);
    let (players, missing) = (5, 1);
    assert_eq!(
        draw(5, 0).unwrap_err(),
        DrawError::Reserves { players, missing }
    );
    assert_eq!(
        draw(2, 0).unwrap_err(),
        DrawError::Reserves {
            players: 2,
            missing: 1
        }
    );
    assert_eq!(draw(0, 3).unwrap_err(), DrawError::TooFew(0));
    let three_reserves = draw(5, 3).unwrap().text;
    assert_eq!(three_reserves.lines().count(), 1 + 2 * 16);
    let one_reserve = draw(5, 1).unwrap().text;
    assert_eq!(one_reserve.lines().count(), 1 + 2 * 9);
}

/// A list of players that was sorted anew changes no lots that were drawn.
#[test]
fn lots_are_those_that_were_written_down() {
    let plan = Plan {
        players: 16,
        reserves: 0,
        rounds: 2,
        with_final: false,
        seats: 4,
        seed: 9,
        kills: 0,
    };
    let mut desk = Desk::new(&plan, 0);
    desk.step(|evening| evening.draw(false)).unwrap();
    for (table, game) in desk.evening().open_games(1) {
        // All tables alike: only the lots order equal players.
        let texts = ["-", "5", "10", "20"];
        desk.step(|evening| evening.enter(None, (table + 1, game + 1), &texts))
            .unwrap();
    }
    let next = desk.evening().draw(false).unwrap();
    let mut lines: Vec<String> = desk.files["players.csv"]
        .lines()
        .map(str::to_owned)
        .collect();
    lines[1..].reverse();
    desk.files
        .insert("players.csv".to_owned(), lines.join("\n"));
    assert_eq!(desk.evening().draw(false).unwrap(), next);
}
