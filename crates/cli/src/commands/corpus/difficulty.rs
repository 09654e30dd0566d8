//! The difficulty of the lines of a corpus, and random draws from them: alike from all, or as many
//! of each degree.

use std::collections::BTreeMap;

use clap::ValueEnum;
use rayon::prelude::*;
use rummilab::chance::{Key, Stream};
use rummilab::difficulty;
use rummilab::engine::{Difficulty, LineRules, position_of, read_timed, with_difficulty};
use rummilab::solver::Goal;

use crate::error::{Error, remark};
use crate::output::Out;

/// What difficulty is balanced over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Degree {
    /// The grade for people: 0 if nothing can be laid, then the steps of the explanation, at most 5
    Grade,
    /// The power of ten of the states that the search needs
    States,
}

impl Degree {
    /// The degree of a position; `None` if it is not known.
    fn of(self, difficulty: &Difficulty) -> Option<u64> {
        match self {
            Degree::Grade => difficulty.grade.map(|grade| grade as u64),
            Degree::States => Some(power_of_ten(difficulty.states)),
        }
    }

    fn name(self, degree: u64) -> String {
        match self {
            Degree::Grade => format!("grade {degree}"),
            Degree::States => format!("{degree} states"),
        }
    }
}

/// The largest power of ten that is not above this number; 0 for 0.
fn power_of_ten(number: u64) -> u64 {
    number.checked_ilog10().map_or(0, |power| 10u64.pow(power))
}

/// Prints lines, the text after the place of each, with the difficulty of their positions.
pub fn print(lines: &[(String, String)], rules: &LineRules) -> Result<(), Error> {
    let mut out = Out::new();
    for ((place, line), difficulty) in lines.iter().zip(measured(lines, rules)?) {
        let line = with_difficulty(line, &difficulty);
        let line = line.map_err(|error| Error::about(place.clone(), error))?;
        out.bytes(format!("{line}\n").as_bytes())?;
    }
    out.flush()
}

/// The difficulty of each of these lines.
fn measured(lines: &[(String, String)], rules: &LineRules) -> Result<Vec<Difficulty>, Error> {
    let measure = |rules: &mut LineRules, (place, line): &(String, String)| {
        let line = read_timed(position_of(line), rules, Goal::Tiles);
        let line = line.map_err(|error| Error::about(place.clone(), error))?;
        difficulty(&line.question).map_err(|error| Error::about(place.clone(), error))
    };
    let found: Vec<Result<Difficulty, Error>> = lines
        .par_iter()
        .map_init(|| rules.clone(), measure)
        .collect();
    found.into_iter().collect()
}

/// Marks `most` random ones of so many lines.
pub fn drawn(lines: usize, most: usize, seed: u64) -> Vec<bool> {
    drawn_of_each(&vec![Some(0); lines], most, seed)
}

/// Marks `most` random lines, as many of each degree, and says how many these are. Of a degree with
/// fewer lines all are taken; lines whose degree is not known are left out.
pub fn drawn_balanced(
    lines: &[(String, String)],
    rules: &LineRules,
    degree: Degree,
    most: usize,
    seed: u64,
) -> Result<Vec<bool>, Error> {
    let found = measured(lines, rules)?;
    let degrees: Vec<Option<u64>> = found.iter().map(|found| degree.of(found)).collect();
    let kept = drawn_of_each(&degrees, most, seed);
    let mut counts: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for (of, kept) in degrees.iter().zip(&kept) {
        if let Some(of) = of {
            let (taken, all) = counts.entry(*of).or_default();
            *taken += usize::from(*kept);
            *all += 1;
        }
    }
    let parts = counts
        .iter()
        .map(|(of, (taken, all))| format!("{}: {taken} of {all}", degree.name(*of)));
    remark(&parts.collect::<Vec<_>>().join(", "));
    Ok(kept)
}

fn drawn_of_each(degrees: &[Option<u64>], most: usize, seed: u64) -> Vec<bool> {
    let mut room: BTreeMap<u64, usize> = degrees.iter().flatten().map(|of| (*of, 0)).collect();
    let number = room.len().max(1);
    for (i, room) in room.values_mut().enumerate() {
        *room = most / number + usize::from(i < most % number);
    }
    let mut order: Vec<usize> = (0..degrees.len()).collect();
    Stream::new(Key::sample(seed, "corpus", 0)).shuffle(&mut order);
    let mut kept = vec![false; degrees.len()];
    for i in order {
        let room = degrees[i].and_then(|of| room.get_mut(&of));
        if let Some(room) = room.filter(|room| **room > 0) {
            *room -= 1;
            kept[i] = true;
        }
    }
    kept
}
