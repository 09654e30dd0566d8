//! `round-1.csv` and so on: the tables of a round as they were drawn, and the results.

use std::collections::BTreeMap;

use rummilab_core::{RuleSet, SeatResult};

use crate::game::{GameFault, game_results, is_points};
use crate::people::People;
use crate::sheet::{Sheet, shortened};
use crate::{Event, FileFault, FileFaults};

const COLUMNS: [&str; 8] = [
    "table", "game", "letter", "name", "lot", "rank", "rack", "points",
];
const FINAL_FILE: &str = "final.csv";
const FIRST_LETTER: u8 = b'A';

/// The name of the file of a round, from 1; the final is the round after the last.
pub(crate) fn round_file(event: &Event, round: u64) -> String {
    if round > event.rounds {
        FINAL_FILE.to_owned()
    } else {
        format!("round-{round}.csv")
    }
}

/// Whether a file has the name of a round's file, of whatever event.
pub fn is_round_file(file: &str) -> bool {
    let number = file
        .strip_prefix("round-")
        .and_then(|rest| rest.strip_suffix(".csv"));
    file == FINAL_FILE || number.is_some_and(|number| number.parse::<u64>().is_ok())
}

/// The letter of a player at a table, from 0.
pub fn letter(at: usize) -> char {
    char::from(FIRST_LETTER + at as u8)
}

/// A game at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The players by letters.
    pub players: Vec<u16>,
    /// Points and places by letters, none of a player who took no part; `None` before the game is
    /// over.
    pub results: Option<Vec<Option<SeatResult>>>,
    /// Rows of the file by letters.
    rows: Vec<usize>,
}

impl Game {
    /// Those who took part, and their results; nobody before the game is over.
    pub(crate) fn played(&self) -> (Vec<u16>, Vec<SeatResult>) {
        let results = self.results.iter().flatten();
        let played = self.players.iter().zip(results);
        played
            .filter_map(|(player, result)| Some((*player, (*result)?)))
            .unzip()
    }
}

/// A table of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundTable {
    pub games: Vec<Game>,
}

impl RoundTable {
    /// The players by letters, as they were drawn.
    pub fn players(&self) -> &[u16] {
        self.games.first().map_or(&[], |game| &game.players)
    }
}

/// A round that was drawn.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    sheet: Sheet,
    pub tables: Vec<RoundTable>,
}

impl Round {
    /// A round without results at these tables. `ranking` are those who get a place, best first,
    /// and `lot` is the lot of a player, if there is one.
    pub fn new(
        tables: &[Vec<u16>],
        people: &People,
        ranking: &[u16],
        lot: impl Fn(u16) -> Option<usize>,
    ) -> Round {
        let mut sheet = Sheet::new(&COLUMNS);
        let rank = |player| {
            let at = ranking.iter().position(|other| *other == player);
            at.map(|at| at + 1)
        };
        for (number, table) in (1_u64..).zip(tables) {
            for game in 1..=table.len() {
                for (at, player) in table.iter().enumerate() {
                    let once = |number: Option<usize>| {
                        let number = number.filter(|_| game == 1);
                        number.map(|number| number.to_string()).unwrap_or_default()
                    };
                    sheet.push(&[
                        ("table", &number.to_string()),
                        ("game", &game.to_string()),
                        ("letter", &letter(at).to_string()),
                        ("name", people.name(*player)),
                        ("lot", &once(lot(*player))),
                        ("rank", &once(rank(*player))),
                    ]);
                }
            }
        }
        let tables = Vec::new();
        Round { sheet, tables }
    }

    /// Reads the file with this name.
    pub fn read(
        file: &str,
        text: &str,
        (seats, people, rules): (usize, &People, &RuleSet),
    ) -> Result<Round, FileFaults> {
        let fault = |(line, what): (usize, String)| FileFault {
            file: file.to_owned(),
            line: Some(line),
            what,
        };
        let sheet = Sheet::read(text).map_err(|why| FileFaults(vec![fault(why)]))?;
        let missing = COLUMNS[..4].iter().find(|column| !sheet.has(column));
        if let Some(column) = missing {
            let what = format!("expected a first line with the column `{column}`");
            return Err(FileFaults(vec![fault((1, what))]));
        }
        let mut faults = Vec::new();
        let tables = tables_of(&sheet, seats, people, &mut faults);
        let mut round = Round { sheet, tables };
        if faults.is_empty() {
            round.check_seats(people, &mut faults);
            round.score(rules, &mut faults);
        }
        if faults.is_empty() {
            Ok(round)
        } else {
            Err(FileFaults(faults.into_iter().map(fault).collect()))
        }
    }

    /// Nobody sits at two tables, or twice at one.
    fn check_seats(&self, people: &People, faults: &mut Vec<(usize, String)>) {
        let mut seats: BTreeMap<u16, usize> = BTreeMap::new();
        for (number, table) in (1..).zip(&self.tables) {
            for game in &table.games {
                for (at, player) in game.players.iter().enumerate() {
                    let name = people.name(*player);
                    let line = self.sheet.line(game.rows[at]);
                    let other = *seats.entry(*player).or_insert(number);
                    if other != number {
                        faults.push((line, format!("{name} sits at table {other} too")));
                    }
                    if game.players[..at].contains(player) {
                        faults.push((line, format!("{name} sits at table {number} twice")));
                    }
                }
            }
        }
    }

    fn score(&mut self, rules: &RuleSet, faults: &mut Vec<(usize, String)>) {
        for (number, table) in (1..).zip(&mut self.tables) {
            for (at, game) in table.games.iter_mut().enumerate() {
                let result = typed_results(&self.sheet, game);
                let result = result.and_then(|texts| {
                    if texts.iter().all(String::is_empty) {
                        return Ok(None);
                    }
                    let results = game_results(rules, at, &texts);
                    results.map(Some).map_err(|why| why.to_string())
                });
                match result {
                    Ok(results) => game.results = results,
                    Err(why) => {
                        let line = self.sheet.line(game.rows[0]);
                        faults.push((line, format!("table {number}, game {}: {why}", at + 1)));
                    }
                }
            }
        }
    }

    /// Writes down the results of a game, by letters.
    pub fn enter(
        &mut self,
        rules: &RuleSet,
        (table, game): (usize, usize),
        texts: &[&str],
    ) -> Option<Result<(), GameFault>> {
        let at = game;
        let game = self.tables.get_mut(table)?.games.get_mut(game)?;
        let (given, players) = (texts.len(), game.players.len());
        if given != players {
            return Some(Err(GameFault::Count { given, players }));
        }
        match game_results(rules, at, texts) {
            Ok(results) => game.results = Some(results),
            Err(why) => return Some(Err(why)),
        }
        for (row, text) in game.rows.iter().zip(texts) {
            let (mut rack, mut points) = (text.trim(), "");
            if is_points(text) {
                (rack, points) = (points, rack);
            }
            self.sheet.set(*row, "rack", rack);
            self.sheet.set(*row, "points", points);
        }
        Some(Ok(()))
    }

    /// The players with a number in this column in game 1, ascending: their lots, or the ranking
    /// when the tables were drawn.
    pub fn numbered(&self, column: &str) -> Vec<(usize, u16)> {
        let games = self.tables.iter().filter_map(|table| table.games.first());
        let places = games.flat_map(|game| game.rows.iter().zip(&game.players));
        let number = |row: usize| self.sheet.cell(row, column).parse().ok();
        let found = places.filter_map(|(row, player)| Some((number(*row)?, *player)));
        let mut found: Vec<(usize, u16)> = found.collect();
        found.sort_unstable();
        found
    }

    /// The players of each table by letters, as they were drawn.
    pub fn players(&self) -> Vec<Vec<u16>> {
        let tables = self.tables.iter();
        tables.map(|table| table.players().to_vec()).collect()
    }

    /// The games without results, as table and game from 0.
    pub fn open_games(&self) -> Vec<(usize, usize)> {
        let games = self.tables.iter().enumerate().flat_map(|(table, of)| {
            let games = of.games.iter().enumerate();
            games.map(move |(number, game)| ((table, number), game))
        });
        let open = games.filter(|(_, game)| game.results.is_none());
        open.map(|(place, _)| place).collect()
    }

    /// Whether any game has results.
    pub fn has_begun(&self) -> bool {
        let mut games = self.tables.iter().flat_map(|table| &table.games);
        games.any(|game| game.results.is_some())
    }

    /// Writes another name of a player; returns whether the player sits anywhere.
    pub fn rename(&mut self, player: u16, name: &str) -> bool {
        let games = self.tables.iter().flat_map(|table| &table.games);
        let places = games.flat_map(|game| game.rows.iter().zip(&game.players));
        let own = places.filter(|(_, other)| **other == player);
        let rows: Vec<usize> = own.map(|(row, _)| *row).collect();
        rows.iter()
            .for_each(|row| self.sheet.set(*row, "name", name));
        !rows.is_empty()
    }

    /// The results of a game, table and game from 0, as they were typed.
    pub fn typed(&self, (table, game): (usize, usize)) -> Option<String> {
        let game = self.tables.get(table)?.games.get(game)?;
        game.results.as_ref()?;
        Some(typed_results(&self.sheet, game).ok()?.join(" / "))
    }

    pub fn text(&self) -> String {
        self.sheet.text()
    }
}

/// The texts that give the results of a game: racks, or points with their signs.
fn typed_results(sheet: &Sheet, game: &Game) -> Result<Vec<String>, String> {
    let text = |row: &usize| match (sheet.cell(*row, "rack"), sheet.cell(*row, "points")) {
        (rack, "") => Ok(rack.to_owned()),
        // Spreadsheets leave out the plus.
        ("", points) if is_points(points) => Ok(points.to_owned()),
        ("", points) if is_points(&format!("+{points}")) => Ok(format!("+{points}")),
        ("", points) => Err(format!(
            "`{}` in column points: expected a number such as -12",
            shortened(points)
        )),
        (rack, points) => Err(format!(
            "rack {} and points {}: expected one of them",
            shortened(rack),
            shortened(points)
        )),
    };
    game.rows.iter().map(text).collect()
}

/// The tables of a file; nothing if there are faults.
fn tables_of(
    sheet: &Sheet,
    seats: usize,
    people: &People,
    faults: &mut Vec<(usize, String)>,
) -> Vec<RoundTable> {
    // By table, game and letter: the row and the player.
    let mut places: BTreeMap<[usize; 3], (usize, u16)> = BTreeMap::new();
    for row in sheet.rows() {
        let line = sheet.line(row);
        match place(sheet, row, people) {
            Ok((place, player)) if places.insert(place, (row, player)).is_some() => {
                faults.push((
                    line,
                    "this table, game and letter is there twice".to_owned(),
                ));
            }
            Ok(_) => {}
            Err(what) => faults.push((line, what)),
        }
    }
    if !faults.is_empty() {
        return Vec::new();
    }
    let count = places
        .keys()
        .map(|[table, ..]| table + 1)
        .max()
        .unwrap_or(0);
    let mut tables = Vec::new();
    for table in 0..count {
        let of_game = |game: usize| places.range([table, game, 0]..[table, game + 1, 0]);
        let size = of_game(0).count();
        let all = places.range([table, 0, 0]..[table + 1, 0, 0]);
        let mut full = (3..=seats).contains(&size) && all.clone().count() == size * size;
        let games = (0..size).map(|game| {
            full &= of_game(game).map(|(place, _)| place[2]).eq(0..size);
            Game {
                players: of_game(game).map(|(_, (_, player))| *player).collect(),
                rows: of_game(game).map(|(_, (row, _))| *row).collect(),
                results: None,
            }
        });
        let games = games.collect();
        if !full {
            let line = all
                .map(|(_, (row, _))| sheet.line(*row))
                .next()
                .unwrap_or(1);
            let what = "expected as many games as players, and every letter from A in each";
            faults.push((line, format!("table {}: {what}", table + 1)));
        }
        tables.push(RoundTable { games });
    }
    tables
}

/// Table, game and letter of a row, from 0, and its player.
fn place(sheet: &Sheet, row: usize, people: &People) -> Result<([usize; 3], u16), String> {
    let number = |column| {
        let text = sheet.cell(row, column);
        let number = text.parse::<usize>().ok().filter(|n| (1..1000).contains(n));
        number.map(|number| number - 1).ok_or_else(|| {
            let text = shortened(text);
            format!("`{text}` in column {column}: expected a number from 1")
        })
    };
    let text = sheet.cell(row, "letter");
    let at = (0..4).find(|at| text.eq_ignore_ascii_case(&letter(*at).to_string()));
    let at =
        at.ok_or_else(|| format!("`{}` in column letter: expected A to D", shortened(text)))?;
    let name = sheet.cell(row, "name");
    let player = people.find(name);
    let player =
        player.ok_or_else(|| format!("players.csv has no player `{}`", shortened(name)))?;
    Ok(([number("table")?, number("game")?, at], player))
}
