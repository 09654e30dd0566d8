//! `players.csv`: who plays, from which round until which.

use rummilab_words::{Language, Say, english_by_default, say};

use crate::sheet::{BYTE_ORDER_MARK, Sheet, shortened};
use crate::{FileFault, FileFaults};

/// The name of the file.
pub const PLAYERS_FILE: &str = "players.csv";
const NO_NAME_COLUMN: &str = "expected a first line with the column `name`";
const COLUMNS: [&str; 4] = ["name", "from", "until", "reserve"];
/// The column of former names, with `|` between, of players who are being renamed.
const FORMERLY: &str = "formerly";
/// The most characters of a name: it has to fit on a sheet.
const LONGEST_NAME: usize = 60;
/// The most players: pairings stay quick, and numbers small.
const MOST_PLAYERS: usize = 500;

/// Rounds from one, counted from 1, until another, both included; none if `until` is less. Without
/// `until` the player is still there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stay {
    from: u64,
    until: Option<u64>,
}

/// A player, or a reserve player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub name: String,
    stays: Vec<Stay>,
    /// Whether the player completes tables and gets no place.
    pub reserve: bool,
}

impl Person {
    /// Whether the player is there in a round, from 1.
    pub(crate) fn is_there(&self, round: u64) -> bool {
        let mut stays = self.stays.iter();
        stays.any(|stay| stay.from <= round && stay.until.is_none_or(|until| round <= until))
    }

    /// Whether the player was to be there in any round.
    pub(crate) fn came(&self) -> bool {
        let mut stays = self.stays.iter();
        stays.any(|stay| stay.until.is_none_or(|until| stay.from <= until))
    }

    /// Takes a player back from this round on who left before it.
    fn come_back(&mut self, from: u64) -> bool {
        let left = |stay: &Stay| stay.until.is_some_and(|until| until < from);
        if !self.stays.iter().all(left) {
            return false;
        }
        let absent = |stay: &Stay| stay.until.is_none_or(|until| until < stay.from);
        self.stays.retain(|stay| !absent(stay));
        match self.stays.last_mut() {
            Some(last) if last.until == Some(from - 1) => last.until = None,
            _ => self.stays.push(Stay { from, until: None }),
        }
        true
    }
}

/// Why a player cannot be added, renamed or leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeopleError {
    /// Names have to differ.
    Known(String),
    Unknown(String),
    NoName(String),
    TooMany(usize),
}

english_by_default!(PeopleError);

impl std::error::Error for PeopleError {}

impl Say for PeopleError {
    fn say(&self, language: Language) -> String {
        match self {
            PeopleError::Known(name) => say!(language, "club-name-known", name = name),
            PeopleError::Unknown(name) => say!(language, "club-name-unknown", name = name),
            PeopleError::NoName(name) => {
                say!(language, "club-no-name", name = name, most = LONGEST_NAME)
            }
            PeopleError::TooMany(players) => {
                say!(
                    language,
                    "club-too-many-players",
                    players = *players,
                    most = MOST_PLAYERS
                )
            }
        }
    }
}

pub(crate) fn check_name(name: &str) -> Result<(), PeopleError> {
    let sound = (1..=LONGEST_NAME).contains(&name.chars().count())
        && !name.contains(char::is_control)
        && !name.starts_with(['=', '+', '-', '@']);
    let fault = || PeopleError::NoName(shortened(name));
    sound.then_some(()).ok_or_else(fault)
}

/// The names in a list of players: the column `name` of a CSV file, otherwise its lines. The second
/// value says whether it is a reserve player. Lines that begin with `#` are remarks.
///
/// # Errors
/// If the text is no CSV, or a cell says neither yes nor no.
pub fn names_in(file: &str, text: &str) -> Result<Vec<(String, bool)>, FileFaults> {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    // Empty lines in place of remarks keep the numbers of the others.
    let is_remark = |line: &str| line.trim_start().starts_with('#');
    let lines = text
        .lines()
        .map(|line| if is_remark(line) { "" } else { line });
    let text = lines.collect::<Vec<_>>().join("\n");
    let sheet = read_sheet(file, &text)?;
    let fault = |(line, what)| FileFault {
        file: file.to_owned(),
        line: Some(line),
        what,
    };
    if !sheet.has("name") && sheet.has_columns() {
        let what = NO_NAME_COLUMN.to_owned();
        return Err(FileFaults(vec![fault((sheet.header_line(), what))]));
    }
    if !sheet.has("name") {
        let names = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Ok(names.map(|name| (name.to_owned(), false)).collect());
    }
    let (mut names, mut faults) = (Vec::new(), Vec::new());
    for row in sheet.rows() {
        match reserve(&sheet, row) {
            Ok(reserve) => names.push((sheet.cell(row, "name").to_owned(), reserve)),
            Err(what) => faults.push(fault((sheet.line(row), what))),
        }
    }
    if faults.is_empty() {
        Ok(names)
    } else {
        Err(FileFaults(faults))
    }
}

/// The text of the file for these players, who are there from the first round.
///
/// # Errors
/// If one has no proper name, or the name of another.
pub fn players_file(names: &[(String, bool)]) -> Result<String, PeopleError> {
    let mut people = People {
        sheet: Sheet::new(&COLUMNS),
        list: Vec::new(),
    };
    for (name, reserve) in names {
        people.add(name, *reserve, 1)?;
    }
    Ok(people.sheet.text())
}

fn read_sheet(file: &str, text: &str) -> Result<Sheet, FileFaults> {
    Sheet::read(text).map_err(|(line, what)| {
        let (file, line) = (file.to_owned(), Some(line));
        FileFaults(vec![FileFault { file, line, what }])
    })
}

/// Whether a row is of a reserve player.
fn reserve(sheet: &Sheet, row: usize) -> Result<bool, String> {
    let cell = sheet.cell(row, "reserve");
    match cell.to_lowercase().as_str() {
        "" | "no" | "nein" | "0" => Ok(false),
        "yes" | "ja" | "x" | "1" => Ok(true),
        _ => {
            let cell = shortened(cell);
            Err(format!(
                "`{cell}` in column reserve: expected yes or nothing"
            ))
        }
    }
}

/// All players, with the file they stand in.
#[derive(Debug, Clone)]
pub(crate) struct People {
    sheet: Sheet,
    /// Players first, then reserve players, each with the row in the file. Numbers of players are
    /// places in this list.
    list: Vec<(usize, Person)>,
}

impl People {
    pub fn read(text: &str) -> Result<People, FileFaults> {
        let sheet = read_sheet(PLAYERS_FILE, text)?;
        let (mut list, mut faults) = (Vec::new(), Vec::new());
        for row in sheet.rows() {
            match person(&sheet, row) {
                Ok(person) => list.push((row, person)),
                Err(what) => faults.push((sheet.line(row), what)),
            }
        }
        list.sort_by_key(|(_, person)| person.reserve);
        let mut people = People {
            sheet,
            list: Vec::new(),
        };
        for (row, person) in list {
            let new = people.check_new(&person.name);
            let line = people.sheet.line(row);
            faults.extend(new.err().map(|why| (line, why.to_string())));
            people.list.push((row, person));
        }
        if !people.sheet.has("name") {
            faults = vec![(1, NO_NAME_COLUMN.to_owned())];
        }
        let fault = |(line, what)| FileFault {
            file: PLAYERS_FILE.to_owned(),
            line: Some(line),
            what,
        };
        let faults: Vec<FileFault> = faults.into_iter().map(fault).collect();
        if faults.is_empty() {
            Ok(people)
        } else {
            Err(FileFaults(faults))
        }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (u16, &Person)> {
        (0..).zip(self.list.iter().map(|(_, person)| person))
    }

    pub fn name(&self, player: u16) -> &str {
        &self.list[usize::from(player)].1.name
    }

    /// The player with this name, in any case; otherwise the one who had it.
    pub fn find(&self, name: &str) -> Option<u16> {
        let name = name.trim().to_lowercase();
        let is = |other: &str| other.to_lowercase() == name;
        let had = |(row, _): &(usize, Person)| {
            let mut former = self.sheet.cell(*row, FORMERLY).split('|');
            !name.is_empty() && former.any(is)
        };
        let now = self.list.iter().position(|(_, person)| is(&person.name));
        let found = now.or_else(|| self.list.iter().position(had));
        found.map(|player| player as u16)
    }

    /// Gives a player another name, and keeps the former one until it is forgotten.
    pub fn rename(&mut self, player: &str, name: &str) -> Result<u16, PeopleError> {
        let unknown = || PeopleError::Unknown(shortened(player));
        let found = self.find(player).ok_or_else(unknown)?;
        let name = name.trim();
        check_name(name)?;
        if self.find(name).is_some_and(|other| other != found) {
            return Err(PeopleError::Known(name.to_owned()));
        }
        let (row, person) = &mut self.list[usize::from(found)];
        let former = std::mem::replace(&mut person.name, name.to_owned());
        let former = format!("{}|{former}", self.sheet.cell(*row, FORMERLY));
        self.sheet
            .set(*row, FORMERLY, former.trim_start_matches('|'));
        self.sheet.set(*row, "name", name);
        Ok(found)
    }

    /// Forgets the former names of a player.
    pub fn forget_former(&mut self, player: u16) {
        let (row, _) = self.list[usize::from(player)];
        self.sheet.set(row, FORMERLY, "");
    }

    /// Players and reserve players of a round, from 1.
    pub fn present(&self, round: u64) -> (Vec<u16>, Vec<u16>) {
        let there = self.iter().filter(|(_, person)| person.is_there(round));
        let (reserves, entries): (Vec<_>, Vec<_>) = there.partition(|(_, person)| person.reserve);
        let number = |(player, _)| player;
        (
            entries.into_iter().map(number).collect(),
            reserves.into_iter().map(number).collect(),
        )
    }

    fn check_new(&self, name: &str) -> Result<(), PeopleError> {
        check_name(name)?;
        match self.find(name) {
            Some(_) => Err(PeopleError::Known(name.to_owned())),
            None if self.len() >= MOST_PLAYERS => Err(PeopleError::TooMany(self.len() + 1)),
            None => Ok(()),
        }
    }

    /// Adds a player who is there from this round, or takes back one who has left.
    pub fn add(&mut self, name: &str, reserve: bool, from: u64) -> Result<(), PeopleError> {
        let name = name.trim();
        let known = self
            .find(name)
            .map(|player| &mut self.list[usize::from(player)]);
        if let Some((row, person)) = known
            && person.reserve == reserve
            && person.come_back(from)
        {
            let (row, stays) = (*row, person.stays.clone());
            self.write_stays(row, &stays);
            return Ok(());
        }
        self.check_new(name)?;
        let is_reserve = if reserve { "yes" } else { "" };
        let row = self.sheet.rows().len();
        self.sheet.push(&[("name", name), ("reserve", is_reserve)]);
        let person = Person {
            name: name.to_owned(),
            stays: vec![Stay { from, until: None }],
            reserve,
        };
        self.write_stays(row, &person.stays);
        self.list.push((row, person));
        self.list
            .sort_by_key(|(row, person)| (person.reserve, *row));
        Ok(())
    }

    /// Writes the first rounds of all stays in one cell and the last in another. The first round of
    /// the evening is left out.
    fn write_stays(&mut self, row: usize, stays: &[Stay]) {
        let words = |numbers: Vec<u64>| {
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            words.join(" ")
        };
        let from = match stays {
            [Stay { from: 1, .. }] => String::new(),
            _ => words(stays.iter().map(|stay| stay.from).collect()),
        };
        let until = words(stays.iter().filter_map(|stay| stay.until).collect());
        self.sheet.set(row, "from", &from);
        self.sheet.set(row, "until", &until);
    }

    /// Notes that this round was a player's last, unless the player has left before.
    pub fn leave(&mut self, name: &str, until: u64) -> Result<(), PeopleError> {
        let unknown = || PeopleError::Unknown(shortened(name));
        let player = self.find(name).ok_or_else(unknown)?;
        let (row, person) = &mut self.list[usize::from(player)];
        if let Some(last) = person.stays.last_mut() {
            last.until = Some(last.until.map_or(until, |earlier| earlier.min(until)));
        }
        let (row, stays) = (*row, person.stays.clone());
        self.write_stays(row, &stays);
        Ok(())
    }

    pub fn text(&self) -> String {
        self.sheet.text()
    }
}

fn person(sheet: &Sheet, row: usize) -> Result<Person, String> {
    Ok(Person {
        name: sheet.cell(row, "name").to_owned(),
        stays: stays(sheet, row)?,
        reserve: reserve(sheet, row)?,
    })
}

/// The rounds of a player; one who came back has several numbers in each cell.
fn stays(sheet: &Sheet, row: usize) -> Result<Vec<Stay>, String> {
    let numbers = |column| {
        let cell = sheet.cell(row, column);
        let numbers: Result<Vec<u64>, _> = cell.split_whitespace().map(str::parse).collect();
        numbers.map_err(|_| {
            let text = shortened(cell);
            format!("`{text}` in column {column}: expected a round, such as 2, or nothing")
        })
    };
    let (mut from, until) = (numbers("from")?, numbers("until")?);
    if from.is_empty() {
        from.push(1);
    }
    let (first, last) = (from.len(), until.len());
    if last > first || last + 1 < first {
        let expected = "expected as many rounds in column until as in from, or one less";
        return Err(format!("{first} in from, {last} in until: {expected}"));
    }
    let until = until.into_iter().map(Some).chain([None]);
    let stay = |(from, until)| Stay { from, until };
    Ok(from.into_iter().zip(until).map(stay).collect())
}
