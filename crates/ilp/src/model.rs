//! The integer programs of a question, and the sets that their solutions describe.

use std::collections::BTreeMap;

use rummilab_core::{Block, RuleSet, Set, Stacks, Tile, TileCounts};
use rummilab_solver::Arrangement;
use rummilab_solver::catalogue::{Catalogue, LegalSet};

use crate::measure::{Meaning, Measure};
use crate::places::JokerPlaces;
use crate::program::{IntegerProgram, Row, RowMeaning};
use crate::spares::{self, SPARE};
use crate::stacks;

/// A turn problem in a form independent of opening and goal.
#[derive(Debug, Clone, Default)]
pub(crate) struct TurnProblem {
    /// Tiles that must be laid.
    pub must: TileCounts,
    /// Tiles that may be laid.
    pub rack: TileCounts,
    /// Points that the sets must reach.
    pub points: Option<u32>,
    /// Own sets that the laid tiles must form.
    pub own: Option<OwnSets>,
    /// The group stacks to keep; with the cap if it applies.
    pub stacks: Stacks,
    /// Old sets that may be kept.
    pub old: Vec<OldSet>,
    /// Old sets that may grow but not be taken apart.
    pub blocks: Vec<Block>,
    /// For each of them, the sets in which it can lie.
    pub extensions: Vec<Vec<Set>>,
    /// Values that these measures must have.
    pub reached: Vec<(Measure, i64)>,
    /// The most work, as [`RemainingLimits`](crate::run::RemainingLimits) counts it.
    pub most_work: Option<u64>,
}

/// A set of the old table.
#[derive(Debug, Clone)]
pub(crate) struct OldSet {
    pub tiles: TileCounts,
    pub copies: u8,
    /// Its number among the groups of the stacks.
    pub group: Option<usize>,
}

/// The own sets of an opening that may use the table (docs/rules.md#opening-table-access,
/// `after_threshold`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnSets {
    /// Points that they must reach.
    pub points: u32,
    /// Rack tiles among those that must be laid.
    pub laid: TileCounts,
}

/// The way in which a question becomes an integer program: how precisely it says where jokers lie.
///
/// All forms have, for every kind, the row *copies in sets = copies on the table + copies laid*.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Completely: a variable for every legal set, with all its jokers. The model of den Hertog and
    /// Hulshof (The Computer Journal 49(6), 2006).
    Columns,
    /// For every kind, the number of its places that jokers take, and a variable for every set
    /// without jokers. A joker then has a place for every kind instead of a column for every set
    /// that can hold it.
    ///
    /// The program leaves open which place of which set a joker takes. A place can be found if no
    /// set must take more jokers than the rules allow, or only jokers. With at most two jokers in
    /// the position, both allowed in one set, this always holds. Otherwise the program is a
    /// relaxation: places are searched after solving, and if there are none, [`Form::Columns`]
    /// answers instead.
    Substitutes,
    /// Not for jokers that no set needs. With special jokers, or runs that go round or take two
    /// steps, the variables are the sets that need all their jokers, and the number of spare jokers
    /// of each kind. Places are again searched after solving. [`Form::Columns`] answers if a spare
    /// joker would have a value (openings) or change a group with an owner.
    Spares,
}

impl Form {
    /// The form to try first; if it leaves jokers without places, [`Form::Columns`] follows.
    pub fn first(rules: &RuleSet, question: &TurnProblem, measures: &[Measure]) -> Form {
        let classic = !(rules.has_special_jokers()
            || rules.wrap.has_next()
            || rules.step2
            || rules.has_group_owners()
            || question.own.is_some());
        // A spare joker would have a value, or change a group with an owner.
        let spares = !rules.has_group_owners()
            && question.points.is_none()
            && !measures.contains(&Measure::Points);
        match (classic, spares) {
            (true, _) => Form::Substitutes,
            (false, true) => Form::Spares,
            (false, false) => Form::Columns,
        }
    }
}

/// A program and the meanings of its variables.
#[derive(Debug)]
pub(crate) struct BuiltProgram {
    pub program: IntegerProgram,
    pub meanings: Vec<Meaning>,
}

/// A program under construction, with a row for every kind that some set uses.
struct ProgramBuilder {
    built: BuiltProgram,
    rows: Vec<Row>,
    /// The row of each kind, by tile.
    row_of: [Option<usize>; Tile::INDICES],
}

impl ProgramBuilder {
    fn variable(&mut self, meaning: Meaning, upper: i64) -> usize {
        self.built.meanings.push(meaning);
        self.built.program.variable(upper)
    }

    fn row(&mut self, tile: Tile) -> &mut Row {
        let rows = &mut self.rows;
        let index = *self.row_of[tile.index()].get_or_insert_with(|| {
            rows.push(Row {
                exact: true,
                meaning: RowMeaning::Tile(tile),
                ..Row::default()
            });
            rows.len() - 1
        });
        &mut rows[index]
    }

    fn has_row(&self, tile: Tile) -> bool {
        self.row_of[tile.index()].is_some()
    }

    fn set(&mut self, meaning: Meaning, tiles: &TileCounts, upper: i64) -> usize {
        let variable = self.variable(meaning, upper);
        for (tile, count) in tiles.kinds() {
            self.row(tile).terms.push((variable, i64::from(count)));
        }
        variable
    }
}

/// The program of a question; `None` if a tile that must be laid fits no set, so that there is no
/// solution.
pub(crate) fn build(
    form: Form,
    rules: &RuleSet,
    catalogue: &Catalogue,
    question: &TurnProblem,
) -> Option<BuiltProgram> {
    let mut builder = ProgramBuilder {
        built: BuiltProgram {
            program: IntegerProgram::default(),
            meanings: Vec::new(),
        },
        rows: Vec::new(),
        row_of: [None; Tile::INDICES],
    };
    let all = question.must.checked_add(&question.rack)?;
    let mut places = JokerPlaces::new(&mut builder.built, rules.values, &all);
    for (i, set) in catalogue.sets().iter().enumerate() {
        let upper = match form {
            Form::Substitutes => copies_with_jokers(rules, set, &all),
            Form::Spares if !spares::needs_its_jokers(catalogue, &set.tiles) => 0,
            Form::Columns | Form::Spares => copies_of(&set.tiles, &all),
        };
        if upper > 0 {
            let variable = builder.set(Meaning::Set(i, set.value), &set.tiles, upper);
            places.count(variable, &set.tiles);
        }
    }
    for (i, old) in question.old.iter().enumerate() {
        builder.set(Meaning::Keep(i), &old.tiles, i64::from(old.copies));
    }
    let block_rows = blocks(&mut builder, question);
    let room = match form {
        Form::Substitutes if all.jokers() > 0 => {
            substitutions(&mut builder, rules, all.jokers());
            None
        }
        Form::Spares => spare_jokers(&mut builder, &all),
        Form::Columns | Form::Substitutes => None,
    };
    for (tile, count) in question.rack.kinds() {
        if builder.has_row(tile) {
            let variable = builder.variable(Meaning::Lay(tile), i64::from(count));
            builder.row(tile).terms.push((variable, -1));
        }
    }
    for (tile, count) in question.must.kinds() {
        if !builder.has_row(tile) {
            return None;
        }
        builder.row(tile).bound = i64::from(count);
    }
    let own_rows = question
        .own
        .map(|own| own_sets(&mut builder, catalogue, question, &own));
    let stack_rows = stacks::rows(&mut builder.built, rules, catalogue, question)?;
    let ProgramBuilder {
        mut built, rows, ..
    } = builder;
    built.program.rows = rows;
    built.program.rows.extend(own_rows.into_iter().flatten());
    built.program.rows.extend(stack_rows);
    built.program.rows.extend(room);
    built.program.rows.extend(block_rows);
    built.program.rows.extend(places.into_rows());
    if let Some(points) = question.points {
        built.program.rows.push(worth(&built.meanings, points));
    }
    for (measure, value) in &question.reached {
        built.program.rows.push(Row {
            terms: measure.terms(&built.meanings),
            bound: *value,
            exact: true,
            ..Row::default()
        });
    }
    Some(built)
}

/// A variable for every set in which a block can lie, and the rows that choose one for each.
fn blocks(builder: &mut ProgramBuilder, question: &TurnProblem) -> Vec<Row> {
    let mut rows = Vec::with_capacity(question.extensions.len());
    for (i, extensions) in question.extensions.iter().enumerate() {
        let mut row = Row {
            bound: 1,
            exact: true,
            ..Row::default()
        };
        for (j, set) in extensions.iter().enumerate() {
            if let Ok(tiles) = TileCounts::try_from_tiles(set.tiles().iter().copied()) {
                row.terms
                    .push((builder.set(Meaning::Block(i, j), &tiles, 1), 1));
            }
        }
        rows.push(row);
    }
    rows
}

/// A second family of sets, made of the laid tiles and worth enough. It does not determine where
/// the tiles lie in the end.
fn own_sets(
    builder: &mut ProgramBuilder,
    catalogue: &Catalogue,
    question: &TurnProblem,
    own: &OwnSets,
) -> Vec<Row> {
    let rack = question.rack.checked_add(&own.laid).unwrap_or_default();
    let mut laid: BTreeMap<Tile, Row> = BTreeMap::new();
    for (tile, count) in own.laid.kinds() {
        laid.entry(tile).or_default().bound = -i64::from(count);
    }
    for (i, meaning) in builder.built.meanings.iter().enumerate() {
        if let Meaning::Lay(tile) = meaning {
            laid.entry(*tile).or_default().terms.push((i, 1));
        }
    }
    let mut points = Row {
        bound: i64::from(own.points),
        meaning: RowMeaning::Points,
        ..Row::default()
    };
    for (i, set) in catalogue.sets().iter().enumerate() {
        let upper = copies_of(&set.tiles, &rack);
        if upper == 0 {
            continue;
        }
        let variable = builder.variable(Meaning::Own(i), upper);
        points.terms.push((variable, i64::from(set.value)));
        for (tile, count) in set.tiles.kinds() {
            let row = laid.entry(tile).or_default();
            row.terms.push((variable, -i64::from(count)));
        }
    }
    for (tile, row) in &mut laid {
        row.meaning = RowMeaning::OwnTile(*tile);
    }
    laid.into_values().chain([points]).collect()
}

/// Number of copies of a set that the tiles allow.
fn copies_of(set: &TileCounts, all: &TileCounts) -> i64 {
    if !all.contains(set) {
        return 0;
    }
    let each = set.kinds().map(|(tile, n)| all.count(tile) / n);
    i64::from(each.min().unwrap_or(0))
}

/// Number of copies of a set without jokers that the tiles allow, if jokers replace the missing
/// ones.
fn copies_with_jokers(rules: &RuleSet, set: &LegalSet, all: &TileCounts) -> i64 {
    if set.tiles.jokers() > 0 {
        return 0;
    }
    let missing = |copies: u8| -> usize {
        let each = set.tiles.kinds();
        each.map(|(tile, _)| usize::from(copies.saturating_sub(all.count(tile))))
            .sum()
    };
    // A piece of a run longer than those of the catalogue may consist of jokers; a group may not.
    let mut colours = set.tiles.kinds().map(|(tile, _)| tile.colour());
    let colour = colours.next();
    let run = colours.all(|other| Some(other) == colour);
    let number_tiles = usize::from(!run);
    let in_one = usize::from(rules.most_jokers_in_set()).min(set.tiles.len() - number_tiles);
    if missing(1) > in_one {
        return 0;
    }
    let jokers = usize::from(all.jokers());
    let copies = (1..=u8::MAX).take_while(|copies| missing(*copies) <= jokers);
    i64::from(copies.last().unwrap_or(0))
}

/// Adds, for every kind in a set, the number of its places that jokers take, and the row that
/// counts them.
fn substitutions(builder: &mut ProgramBuilder, rules: &RuleSet, jokers: u8) {
    for tile in rules.kinds().filter(|tile| !tile.is_joker()) {
        if builder.has_row(tile) {
            let variable = builder.variable(Meaning::Substitute(tile), i64::from(jokers));
            builder.row(tile).terms.push((variable, -1));
            builder.row(Tile::JOKER).terms.push((variable, 1));
        }
    }
}

/// Adds the number of spare jokers of each kind, and the row that requires a set in which they can
/// lie.
fn spare_jokers(builder: &mut ProgramBuilder, all: &TileCounts) -> Option<Row> {
    let most = SPARE.iter().map(|joker| i64::from(all.count(*joker))).sum();
    let sets = builder.built.meanings.iter().enumerate();
    let sets = sets.filter(|(_, meaning)| matches!(meaning, Meaning::Set(..)));
    let mut room = Row {
        terms: sets.map(|(i, _)| (i, most)).collect(),
        ..Row::default()
    };
    for joker in SPARE.into_iter().filter(|joker| all.count(*joker) > 0) {
        let variable = builder.variable(Meaning::Spare(joker), i64::from(all.count(joker)));
        builder.row(joker).terms.push((variable, 1));
        room.terms.push((variable, -1));
    }
    (most > 0).then_some(room)
}

/// The row that makes the sets worth enough.
fn worth(meanings: &[Meaning], points: u32) -> Row {
    let value = |(i, meaning): (usize, &Meaning)| match meaning {
        Meaning::Set(_, value) => Some((i, i64::from(*value))),
        _ => None,
    };
    Row {
        terms: meanings.iter().enumerate().filter_map(value).collect(),
        bound: i64::from(points),
        exact: false,
        meaning: RowMeaning::Points,
    }
}

impl BuiltProgram {
    /// The sets of a solution; `None` if its jokers have no legal places.
    pub fn sets(
        &self,
        rules: &RuleSet,
        catalogue: &Catalogue,
        question: &TurnProblem,
        values: &[i64],
    ) -> Option<Arrangement> {
        let mut sets: Vec<Vec<Tile>> = Vec::new();
        let mut kept: Vec<Set> = Vec::new();
        let mut jokers: Vec<Tile> = Vec::new();
        let mut spare: Vec<Tile> = Vec::new();
        let mut opening: Vec<Set> = Vec::new();
        for (meaning, value) in self.meanings.iter().zip(values) {
            for _ in 0..*value {
                match meaning {
                    Meaning::Set(i, _) => sets.push(catalogue.sets()[*i].tiles.tiles().collect()),
                    Meaning::Block(i, j) => kept.push(question.extensions[*i][*j].clone()),
                    Meaning::Keep(i) => kept.push(Set::new(question.old[*i].tiles.tiles())),
                    Meaning::Substitute(tile) => jokers.push(*tile),
                    Meaning::Spare(tile) => spare.push(*tile),
                    Meaning::Own(i) => {
                        opening.push(Set::new(catalogue.sets()[*i].tiles.tiles()));
                    }
                    Meaning::Lay(_) | Meaning::Continue | Meaning::Place => {}
                }
            }
        }
        let most = usize::from(rules.most_jokers_in_set());
        let placed =
            place_jokers(&mut sets, &jokers, most) && spares::attach(rules, &mut sets, &spare);
        placed.then(|| Arrangement {
            sets: kept
                .into_iter()
                .chain(sets.into_iter().map(Set::new))
                .collect(),
            opening,
        })
    }
}

/// Replaces each of these tiles by a joker, at most `most` in a set and never all tiles of one.
/// Returns `false` and changes nothing if that is impossible. Tries all ways: there are at most
/// four jokers.
fn place_jokers(sets: &mut [Vec<Tile>], instead_of: &[Tile], most: usize) -> bool {
    let Some((tile, rest)) = instead_of.split_first() else {
        return true;
    };
    for i in 0..sets.len() {
        let set = &mut sets[i];
        let jokers = set.iter().filter(|tile| tile.is_joker()).count();
        if jokers == most || jokers + 1 == set.len() {
            continue;
        }
        let Some(place) = set.iter().position(|t| t == tile) else {
            continue;
        };
        set[place] = Tile::JOKER;
        if place_jokers(sets, rest, most) {
            return true;
        }
        sets[i][place] = *tile;
    }
    false
}

#[cfg(test)]
mod tests {
    use rummilab_core::notation::parse_tiles;
    use rummilab_solver_suite as suite;

    use super::*;

    #[test]
    fn jokers_are_spread_so_that_every_set_stays_legal() {
        let rules = suite::rules("original", "jokers=4");
        let tiles = |text: &str| parse_tiles(text, &rules).unwrap();
        let mut sets = vec![tiles("R1 R2 R3"), tiles("R1 R2 R3 R4")];
        assert!(place_jokers(&mut sets, &tiles("R1 R2 R3 R4"), 2));
        let jokers = |set: &Vec<Tile>| set.iter().filter(|tile| tile.is_joker()).count();
        assert_eq!(sets.iter().map(jokers).collect::<Vec<_>>(), [2, 2]);
        assert!(sets[1].contains(&Tile::JOKER) && !sets[1].contains(&tiles("R4")[0]));

        let mut sets = vec![tiles("R1 R2 R3")];
        assert!(!place_jokers(&mut sets, &tiles("R1 R2 R3"), 4));
        assert!(!place_jokers(&mut sets, &tiles("R1 R2"), 1));
        assert_eq!(sets, [tiles("R1 R2 R3")]);
        assert!(place_jokers(&mut sets, &tiles("R1 R2"), 2));
    }
}
