//! Sets as they lie: the order of their tiles, and what each joker stands for.

use crate::field::Wrap;
use crate::rules::Rules;
use crate::sets::Reading;
use crate::tile::{Tile, parse_tiles, print_tiles};

/// A set with its tiles in order and, where they could be several things, which of them it is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    pub tiles: Vec<Tile>,
    pub stated: Option<Reading>,
}

impl Laid {
    /// Reads a set such as `R9 J J:group`.
    pub fn parse(text: &str) -> Option<Laid> {
        let (tiles, stated) = match text.split_once(':') {
            None => (text, None),
            Some((tiles, word)) => {
                let named = Reading::ALL
                    .into_iter()
                    .find(|form| form.word() == word.trim());
                (tiles, Some(named?))
            }
        };
        let tiles = parse_tiles(tiles)?;
        Some(Laid { tiles, stated })
    }

    /// These sets, each with what it says that it is; missing words are none.
    pub fn table(sets: &[Vec<Tile>], stated: &[Option<Reading>]) -> Vec<Laid> {
        let sets = sets.iter().enumerate();
        sets.map(|(i, tiles)| Laid {
            tiles: tiles.clone(),
            stated: stated.get(i).copied().flatten(),
        })
        .collect()
    }

    /// The notation of a table.
    pub fn print_table(sets: &[Laid]) -> String {
        let sets: Vec<String> = sets.iter().map(Laid::print).collect();
        sets.join(" ; ")
    }

    /// Reads sets separated by `;`.
    pub fn parse_table(text: &str) -> Option<Vec<Laid>> {
        let sets = text.split(';').map(str::trim);
        sets.filter(|set| !set.is_empty())
            .map(Laid::parse)
            .collect()
    }

    /// The notation of the set.
    pub fn print(&self) -> String {
        let tiles = print_tiles(&self.tiles);
        match self.stated {
            None => tiles,
            Some(form) => format!("{tiles}:{}", form.word()),
        }
    }
}

/// A tile in its place: in a run also the tile that the place stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    pub tile: Tile,
    /// `None` in a group.
    pub kind: Option<Tile>,
}

/// A legal set as it is read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lying {
    pub form: Form,
    pub cells: Vec<Cell>,
}

/// What a set of number tiles and classic jokers can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
    Group,
    Run,
    StepRun,
}

impl Form {
    pub const ALL: [Form; 3] = [Form::Group, Form::Run, Form::StepRun];

    pub fn reading(self) -> Reading {
        match self {
            Form::Group => Reading::Group,
            Form::Run => Reading::Run,
            Form::StepRun => Reading::StepRun,
        }
    }
}

/// Why tiles in an order are no set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    #[error("no legal set as it lies")]
    Illegal,
    #[error("several things, and it does not say which")]
    Unclear,
}

/// Reads a set as it lies.
///
/// # Errors
/// If it is no legal set, or one of several and does not say which.
pub fn read(rules: &Rules, set: &Laid) -> Result<Lying, Unread> {
    let mut readings = forms(rules, &set.tiles);
    if let Some(stated) = set.stated {
        readings.retain(|lying| lying.form.reading() == stated);
    }
    match readings.len() {
        0 => Err(Unread::Illegal),
        1 => Ok(readings.remove(0)),
        _ => Err(Unread::Unclear),
    }
}

/// Every form that tiles in this order can have. A run lies upwards if it can.
pub fn forms(rules: &Rules, tiles: &[Tile]) -> Vec<Lying> {
    let jokers = tiles.iter().filter(|tile| tile.is_joker()).count();
    let most = rules.max_jokers_per_set.map_or(usize::MAX, usize::from);
    if tiles.len() < 3 || jokers == tiles.len() || jokers > most {
        return Vec::new();
    }
    let run = |step: i32, form: Form| {
        let up = run(rules, tiles, step);
        let cells = up.or_else(|| run(rules, tiles, -step))?;
        Some(Lying { form, cells })
    };
    let group = is_group(rules, tiles).then(|| Lying {
        form: Form::Group,
        cells: tiles
            .iter()
            .map(|tile| Cell {
                tile: *tile,
                kind: None,
            })
            .collect(),
    });
    let step_run = rules.step2.then(|| run(2, Form::StepRun)).flatten();
    let runs = [run(1, Form::Run), step_run];
    group
        .into_iter()
        .chain(runs.into_iter().flatten())
        .collect()
}

fn is_group(rules: &Rules, tiles: &[Tile]) -> bool {
    let largest = rules.group_max.map_or(usize::MAX, usize::from);
    let mut numbers: Vec<Tile> = tiles.iter().copied().filter(|t| !t.is_joker()).collect();
    let same_value = numbers.iter().all(|tile| tile.face() == numbers[0].face());
    let many = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    same_value && numbers.len() == many && tiles.len() <= largest.min(rules.colour_count())
}

/// The places of a run that goes on by `step` from tile to tile, the first one fixed by the first
/// number tile.
fn run(rules: &Rules, tiles: &[Tile], step: i32) -> Option<Vec<Cell>> {
    let longest = rules.max_run_len.map_or(usize::MAX, usize::from);
    let (at, anchor) = tiles
        .iter()
        .enumerate()
        .find(|(_, tile)| !tile.is_joker())
        .filter(|_| tiles.len() <= longest)?;
    let Tile::Number { colour, value } = *anchor else {
        return None;
    };
    let behind = (value == 1 && wrap_of(rules, step) == Wrap::End).then_some(rules.values + 1);
    let places = [Some(value), behind].into_iter().flatten();
    let from = |place: u8| {
        let cell = |(i, tile): (usize, &Tile)| {
            let place = i32::from(place) + step * (i as i32 - at as i32);
            let kind = Tile::number(colour, number_at(rules, place, step)?);
            let fits = tile.is_joker() || *tile == kind;
            fits.then_some(Cell {
                tile: *tile,
                kind: Some(kind),
            })
        };
        tiles.iter().enumerate().map(cell).collect()
    };
    places.filter_map(from).next()
}

/// Whether runs of this step go on behind the largest value: runs in steps of two never do.
fn wrap_of(rules: &Rules, step: i32) -> Wrap {
    if step.abs() == 1 {
        rules.wrap
    } else {
        Wrap::Never
    }
}

/// The number that lies at a place of the row, counted from 1.
fn number_at(rules: &Rules, place: i32, step: i32) -> Option<u8> {
    let values = i32::from(rules.values);
    let number = match wrap_of(rules, step) {
        Wrap::Round => (place - 1).rem_euclid(values) + 1,
        Wrap::End if place == values + 1 => 1,
        Wrap::Never | Wrap::End => place,
    };
    let number = Some(number).filter(|number| (1..=values).contains(number));
    number.and_then(|number| u8::try_from(number).ok())
}

impl Lying {
    /// The value in an opening.
    pub fn value(&self) -> u32 {
        let faces = self
            .cells
            .iter()
            .filter_map(|cell| cell.kind)
            .map(Tile::face);
        match self.form {
            Form::Group => {
                let faces = self.cells.iter().map(|cell| cell.tile.face());
                self.cells.len() as u32 * faces.max().unwrap_or(0)
            }
            Form::Run | Form::StepRun => faces.sum(),
        }
    }

    /// The tiles in their order.
    pub fn tiles(&self) -> Vec<Tile> {
        self.cells.iter().map(|cell| cell.tile).collect()
    }

    /// The set as it must be written, so that it is read like this.
    pub fn written(&self, rules: &Rules) -> Laid {
        let tiles = self.tiles();
        let several = forms(rules, &tiles).len() > 1;
        Laid {
            tiles,
            stated: several.then(|| self.form.reading()),
        }
    }
}

/// Every way in which these tiles can lie as a legal set. Runs lie upwards: the other direction is
/// the same set seen from the other side. Of groups too one direction is enough.
pub fn layouts(rules: &Rules, tiles: &[Tile]) -> Vec<Lying> {
    let tiles = crate::tile::sorted(tiles);
    let mut found: Vec<Lying> = Vec::new();
    if is_group(rules, &tiles) {
        let mut left = tiles.clone();
        arrange(&mut left, &mut Vec::new(), &mut |order| {
            let turned: Vec<Tile> = order.iter().rev().copied().collect();
            if order <= &turned[..] {
                let forms = forms(rules, order).into_iter();
                found.extend(forms.filter(|lying| lying.form == Form::Group));
            }
        });
    }
    for (form, step) in [(Form::Run, 1), (Form::StepRun, 2)] {
        if form == Form::Run || rules.step2 {
            for start in 1..=rules.values {
                let mut order = Vec::new();
                fill(
                    rules,
                    &mut tiles.clone(),
                    (start, step),
                    &mut order,
                    &mut |order| {
                        let forms = forms(rules, order).into_iter();
                        found.extend(forms.filter(|lying| lying.form == form));
                    },
                );
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Every order of these tiles, equal ones counted once.
fn arrange(left: &mut Vec<Tile>, order: &mut Vec<Tile>, tell: &mut dyn FnMut(&[Tile])) {
    if left.is_empty() {
        tell(order);
        return;
    }
    for i in 0..left.len() {
        if i > 0 && left[i] == left[i - 1] {
            continue;
        }
        let tile = left.remove(i);
        order.push(tile);
        arrange(left, order, tell);
        order.pop();
        left.insert(i, tile);
    }
}

/// Every order in which these tiles lie upwards as a run from a place on.
fn fill(
    rules: &Rules,
    left: &mut Vec<Tile>,
    (place, step): (u8, u8),
    order: &mut Vec<Tile>,
    tell: &mut dyn FnMut(&[Tile]),
) {
    if left.is_empty() {
        tell(order);
        return;
    }
    let Some(number) = number_at(rules, place.into(), step.into()) else {
        return;
    };
    for i in 0..left.len() {
        let tile = left[i];
        let fits = tile.is_joker() || tile.face() == u32::from(number);
        if !fits || (i > 0 && left[i - 1] == tile) {
            continue;
        }
        left.remove(i);
        order.push(tile);
        fill(rules, left, (place + step, step), order, tell);
        order.pop();
        left.insert(i, tile);
    }
}
