//! What every joker of a set stands for, under rules in which a joker keeps its place
//! (docs/rules.md#taking-a-joker-back).

use smallvec::SmallVec;

use crate::grammar::Readings;
use crate::rules::{JokerTake, Rearrange, RuleSet, Wrap};
use crate::set::{Set, SetReading};
use crate::tile::{Colour, Tile};

/// A set as it lies, with what its jokers stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// A run or step run from its low end: every joker stands for the kind of its place.
    Run {
        /// The colour of all its tiles.
        colour: Colour,
        /// 2 for a step run, otherwise 1.
        step: u8,
        /// The value of each place.
        values: SmallVec<[u8; 14]>,
        /// The tile of each place.
        tiles: SmallVec<[Tile; 14]>,
    },
    /// A group: every joker stands for any colour that the group lacks.
    Group {
        /// The value of all its tiles.
        value: u8,
        /// Its tiles in the order in which they lie.
        tiles: SmallVec<[Tile; 14]>,
    },
}

impl Standing {
    /// The tiles, from the low end of a run.
    pub fn tiles(&self) -> &[Tile] {
        match self {
            Standing::Run { tiles, .. } | Standing::Group { tiles, .. } => tiles,
        }
    }

    /// Number of jokers.
    pub fn jokers(&self) -> usize {
        self.tiles().iter().filter(|tile| tile.is_joker()).count()
    }

    /// The number tiles.
    pub fn numbers(&self) -> impl Iterator<Item = Tile> + '_ {
        self.tiles().iter().copied().filter(|tile| !tile.is_joker())
    }

    /// What it counts in an opening, in points.
    pub fn points(&self) -> u16 {
        match self {
            Standing::Run { values, .. } => values.iter().map(|value| u16::from(*value)).sum(),
            Standing::Group { value, tiles } => u16::from(*value) * tiles.len() as u16,
        }
    }

    /// The kind for which a place of a run stands; `None` for a group.
    pub fn kind_at(&self, place: usize) -> Option<Tile> {
        match self {
            Standing::Run { colour, values, .. } => Tile::number(*colour, *values.get(place)?),
            Standing::Group { .. } => None,
        }
    }

    /// The kinds that a joker of this group stands for: one of each colour that it lacks,
    /// ascending. Empty for a run.
    pub fn missing(&self, rules: &RuleSet) -> Vec<Tile> {
        let Standing::Group { value, .. } = self else {
            return Vec::new();
        };
        let kinds = rules.colours().iter();
        let kinds = kinds.filter_map(|colour| Tile::number(*colour, *value));
        let lacks = |kind: &Tile| !self.tiles().contains(kind);
        kinds.filter(lacks).collect()
    }
}

impl RuleSet {
    /// Whether sets must lie in order, and say how they are read where that is open: sets of the
    /// table are only extended, or jokers keep their places.
    pub fn tables_lie_in_order(&self) -> bool {
        let bound = self.joker_take == JokerTake::Replaced && self.jokers.total() > 0;
        self.rearrange == Rearrange::Extend || bound
    }

    /// The rule for which it matters how a table lies, as `field = value`.
    pub fn rule_of_order(&self) -> String {
        match self.rearrange {
            Rearrange::Free => format!("joker_take = {}", self.joker_take),
            Rearrange::Extend => format!("rearrange = {}", self.rearrange),
        }
    }

    /// What the tiles of a set stand for as it lies, by the reading that it states. `None` if it is
    /// not legal so, or could be read in several ways and does not say how.
    ///
    /// A run with a single number tile lies upwards if it can, otherwise downwards.
    pub fn standing(&self, set: &Set) -> Option<Standing> {
        let mut readings = self.readings_laid(set.tiles()).into_iter();
        let reading = match set.reading() {
            Some(stated) => readings.find(|reading| *reading == stated)?,
            None => readings.next().filter(|_| readings.next().is_none())?,
        };
        let tiles: SmallVec<[Tile; 14]> = set.tiles().iter().copied().collect();
        let first = tiles
            .iter()
            .find_map(|tile| tile.value().zip(tile.colour()));
        let (value, colour) = first?;
        let step = match reading {
            SetReading::Group => return Some(Standing::Group { value, tiles }),
            SetReading::Run => 1,
            SetReading::StepRun => 2,
        };
        let run = |tiles: SmallVec<[Tile; 14]>| {
            let values = self.values_from_low_end(&tiles, step)?;
            Some(Standing::Run {
                colour,
                step,
                values,
                tiles,
            })
        };
        run(tiles.clone()).or_else(|| run(tiles.into_iter().rev().collect()))
    }

    /// The same set, which states its reading exactly if its tiles allow several. If it must and
    /// does not, it becomes the one of largest value; a run if groups have owners, which takes no
    /// place in a stack.
    #[must_use]
    pub fn with_reading(&self, set: Set) -> Set {
        let runs_first = self.has_group_owners();
        self.read_by(set, |worth, reading| {
            (runs_first && reading != SetReading::Group, worth)
        })
    }

    /// The same, but the reading of largest value in any case: for sets of an opening.
    #[must_use]
    pub fn with_dearest_reading(&self, set: Set) -> Set {
        self.read_by(set, |worth, _| worth)
    }

    fn read_by<K: Ord>(&self, set: Set, key: impl Fn(Option<u16>, SetReading) -> K) -> Set {
        if !self.tables_lie_in_order() {
            return set;
        }
        let laid = self.judge_laid(set.tiles());
        let readings = self.readings_laid(set.tiles());
        if readings.len() < 2 {
            return set.read_as(None);
        }
        let stated = set.reading().filter(|reading| readings.contains(reading));
        let worth = |reading: &SetReading| key(value_of(&laid, *reading), *reading);
        let best = readings.into_iter().rev().max_by_key(worth);
        set.read_as(stated.or(best))
    }

    /// The same set without a reading that its tiles allow alone.
    pub(crate) fn without_needless_reading(&self, set: Set) -> Set {
        if set.reading().is_none() {
            return set;
        }
        let readings = self.readings_laid(set.tiles());
        match (set.reading(), &readings[..]) {
            (Some(stated), [only]) if stated == *only => set.read_as(None),
            _ => set,
        }
    }

    /// Every way in which the tiles of this set can lie so that a joker stands for something else,
    /// each with its reading where that is open. Empty if there is only one, and where jokers keep
    /// no places.
    ///
    /// ```
    /// use rummilab_core::{RuleSet, notation::parse_set};
    ///
    /// let rules = RuleSet::preset("original").unwrap();
    /// let replaced = rules.with_options(&["joker_rule=any"]).unwrap();
    /// let ways = replaced.ways_to_lie(&parse_set("R9 J J", &replaced).unwrap());
    /// let ways: Vec<String> = ways.iter().map(ToString::to_string).collect();
    /// assert_eq!(ways, ["R9 J J:group", "J J R9:run", "J R9 J:run", "R9 J J:run"]);
    /// ```
    pub fn ways_to_lie(&self, set: &Set) -> Vec<Set> {
        let tiles = set.tiles();
        let (jokers, mut numbers): (Vec<Tile>, Vec<Tile>) =
            tiles.iter().copied().partition(|tile| tile.is_joker());
        let open = self.tables_lie_in_order() && self.judge(tiles).is_legal();
        if !open || jokers.is_empty() {
            return Vec::new();
        }
        numbers.sort_unstable();
        // The order in a group means nothing.
        let group = numbers.iter().chain(&jokers).copied().collect();
        let starts = |step| (1..=self.values).map(move |start| (start, step));
        let runs = starts(1).chain(starts(2));
        let runs = runs.filter_map(|(start, step)| {
            let run = self.run_from(start, step, &numbers, &jokers)?;
            Some((
                run,
                [SetReading::Run, SetReading::StepRun][usize::from(step) - 1],
            ))
        });
        let laid = std::iter::once((group, SetReading::Group)).chain(runs);
        let legal = laid.filter(|(set, reading)| self.readings_laid(set.tiles()).contains(reading));
        let stated = legal.map(|(set, reading): (Set, _)| set.read_as(Some(reading)));
        let ways = stated.map(|set| self.without_needless_reading(set));
        let ways: Vec<Set> = ways.collect();
        if ways.len() > 1 { ways } else { Vec::new() }
    }

    /// These tiles in a row from a value on, with jokers where a number is missing.
    fn run_from(&self, start: u8, step: u8, numbers: &[Tile], jokers: &[Tile]) -> Option<Set> {
        let (mut numbers, mut jokers) = (numbers.to_vec(), jokers.iter());
        let places = 0..numbers.len() + jokers.len();
        let tile = |place: usize| {
            let value = usize::from(start) - 1 + place * usize::from(step);
            let value = value % usize::from(self.values) + 1;
            let is = |tile: &Tile| tile.value().map(usize::from) == Some(value);
            match numbers.iter().position(is) {
                Some(at) => Some(numbers.remove(at)),
                None => jokers.next().copied(),
            }
        };
        places.map(tile).collect()
    }

    /// What a legal set counts in an opening: as it lies where jokers keep their places, otherwise
    /// as its tiles can count most.
    pub fn value_laid(&self, set: &Set) -> Option<u16> {
        if !self.tables_lie_in_order() {
            return self.judge(set.tiles()).best();
        }
        self.standing(set).map(|standing| standing.points())
    }

    /// Every reading of the tiles of a set in any order ([`RuleSet::judge`]); the one that it
    /// states if it states one. Where sets lie in order, only readings of a set as it lies, if it
    /// lies as one: `J J R2` is no run then.
    pub fn readings(&self, set: &Set) -> Readings {
        let any = stated_of(self.judge(set.tiles()), set);
        if !self.tables_lie_in_order() {
            return any;
        }
        let laid = self.judge_laid(set.tiles());
        if !laid.is_legal() {
            return any;
        }
        Readings {
            group: any.group.filter(|_| laid.group.is_some()),
            run: any.run.filter(|_| laid.run.is_some()),
            step_run: any.step_run.filter(|_| laid.step_run.is_some()),
            ..any
        }
    }

    /// The same for its tiles as they lie: a joker counts what it stands for in its place, where it
    /// has one.
    pub fn readings_as_laid(&self, set: &Set) -> Readings {
        let laid = stated_of(self.judge_laid(set.tiles()), set);
        if !self.tables_lie_in_order() {
            return laid;
        }
        let points = |reading: SetReading| {
            let read = set.clone().read_as(Some(reading));
            value_of(&laid, reading).and_then(|_| Some(self.standing(&read)?.points()))
        };
        Readings {
            group: points(SetReading::Group),
            run: points(SetReading::Run),
            step_run: points(SetReading::StepRun),
            ..laid
        }
    }

    /// The readings of these tiles in the order in which they lie.
    fn readings_laid(&self, tiles: &[Tile]) -> Vec<SetReading> {
        let laid = self.judge_laid(tiles);
        let mut readings = SetReading::ALL.to_vec();
        readings.retain(|reading| value_of(&laid, *reading).is_some());
        readings
    }

    /// The values of the places of a run that lies upwards.
    fn values_from_low_end(&self, tiles: &[Tile], step: u8) -> Option<SmallVec<[u8; 14]>> {
        let (place, value) = tiles
            .iter()
            .enumerate()
            .find_map(|(place, tile)| Some((place, tile.value()?)))?;
        let (values, step) = (i32::from(self.values), i32::from(step));
        let wraps = self.wrap == Wrap::Round && step == 1;
        // A 1 may lie behind the largest value, as the last tile.
        let behind = self.wrap == Wrap::End && step == 1;
        let last = value == 1 && place + 1 == tiles.len() && place > 0;
        let value = if behind && last {
            values + 1
        } else {
            i32::from(value)
        };
        let at = |i: usize| value + step * (i as i32 - place as i32);
        let highest = values + i32::from(behind && at(tiles.len() - 1) == values + 1);
        let inside = |i: usize| wraps || (1..=highest).contains(&at(i));
        let round = |v: i32| (v - 1).rem_euclid(values) + 1;
        let places = (0..tiles.len()).map(|i| round(at(i)));
        let fits = |(v, tile): (i32, &Tile)| tile.value().is_none_or(|is| i32::from(is) == v);
        let legal = (0..tiles.len()).all(inside) && places.clone().zip(tiles).all(fits);
        legal.then(|| places.map(|v| v as u8).collect())
    }
}

/// Those of these readings that the set states, or all.
fn stated_of(all: Readings, set: &Set) -> Readings {
    let (group, run, step_run) = (all.group, all.run, all.step_run);
    let none = Readings::default();
    match set.reading() {
        None => all,
        Some(SetReading::Group) => Readings { group, ..none },
        Some(SetReading::Run) => Readings { run, ..none },
        Some(SetReading::StepRun) => Readings { step_run, ..none },
    }
}

/// What a laid set counts in this reading.
fn value_of(readings: &Readings, reading: SetReading) -> Option<u16> {
    match reading {
        SetReading::Group => readings.group,
        SetReading::Run => readings.run,
        SetReading::StepRun => readings.step_run,
    }
}
