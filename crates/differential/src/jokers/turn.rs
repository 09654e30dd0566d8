//! A turn under bound jokers, played at the table: every order of replacing jokers is tried, and
//! after each the tables that can be laid out of what is then locked and what is loose.

use rustc_hash::FxHashSet;

use super::layout::{Cell, Form, Laid, Lying, Unread, read};
use super::place::{Goal, can_end};
use crate::field::{JokerGroup3, JokerPaidBy, JokerTake};
use crate::rules::Rules;
use crate::tile::Tile;

/// A turn as it is written down.
#[derive(Debug, Clone, Copy)]
pub struct Turn<'a> {
    pub before: &'a [Laid],
    pub laid: &'a [Tile],
    pub after: &'a [Laid],
    /// Whether the player had opened before.
    pub opened: bool,
    /// The owners of the sets before and after, where groups have owners.
    pub owners: Option<[&'a [Option<u8>]; 2]>,
}

/// Where a tile lay before the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    Rack,
    /// The old set with this number.
    Set(usize),
}

/// A number tile with its past.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    pub tile: Tile,
    pub origin: Origin,
    /// Whether it took the place of a joker, or paid for one beside it.
    pub paid: bool,
}

impl Token {
    fn having_paid(self) -> Token {
        Token { paid: true, ..self }
    }
}

/// An old set that stays together: it still has a joker, or all sets do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Locked {
    /// Its number in the old table.
    pub set: usize,
    pub form: Form,
    pub cells: Vec<Cell>,
    /// The number tile of each cell; `None` for jokers.
    pub tokens: Vec<Option<Token>>,
}

/// What lies locked and loose in the middle of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Scene {
    pub locked: Vec<Locked>,
    /// Loose number tiles, those of the rack that are laid on this turn included; sorted.
    pub loose: Vec<Token>,
    pub freed: usize,
    /// Whether sets without a joker stay whole too.
    pub whole: bool,
}

/// Why a turn is illegal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("`{0}`: {1}")]
    Set(String, Unread),
    #[error("the tables do not hold the same tiles but for those laid")]
    Tiles,
    #[error("`{0}` has the owner of another kind of set")]
    Owner(String),
    #[error("no way of freeing jokers leads to this table")]
    Jokers,
}

/// Plays a turn. That it lays a tile, and what concerns openings and the owners of plain groups, is
/// judged elsewhere.
///
/// # Errors
/// The reason why no way to play it exists.
pub fn judge(rules: &Rules, turn: &Turn<'_>) -> Result<(), Fault> {
    let read_all = |table: &[Laid]| -> Result<Vec<Lying>, Fault> {
        let one = |set: &Laid| read(rules, set).map_err(|why| Fault::Set(set.print(), why));
        table.iter().map(one).collect()
    };
    let (before, after) = (read_all(turn.before)?, read_all(turn.after)?);
    let tiles =
        |table: &[Laid]| -> Vec<Tile> { table.iter().flat_map(|set| set.tiles.clone()).collect() };
    let mut held = tiles(turn.before);
    held.extend(turn.laid);
    let mut lies = tiles(turn.after);
    held.sort_unstable();
    lies.sort_unstable();
    if held != lies {
        return Err(Fault::Tiles);
    }
    if let Some([_, owners]) = turn.owners {
        let mut sets = after.iter().zip(turn.after).zip(owners);
        let other_kind = |((lying, _), owner): &((&Lying, _), &Option<u8>)| {
            owner.is_some() != (lying.form == Form::Group)
        };
        if let Some(((_, set), _)) = sets.find(other_kind) {
            return Err(Fault::Owner(set.print()));
        }
    }
    let goal = Goal {
        rules,
        before: &before,
        after: &after,
        owners: turn.owners,
    };
    let scenes = scenes(rules, &before, turn.laid, turn.opened);
    if scenes.iter().any(|scene| can_end(&goal, scene)) {
        Ok(())
    } else {
        Err(Fault::Jokers)
    }
}

/// Everything that can lie locked and loose once jokers have been freed, the table as it was found
/// first.
pub fn scenes(rules: &Rules, before: &[Lying], laid: &[Tile], may_free: bool) -> Vec<Scene> {
    let mut play = Play {
        rules,
        old: before,
        seen: FxHashSet::default(),
        found: Vec::new(),
        may_free: may_free && rules.joker_take == JokerTake::Replaced,
    };
    play.goes_on(&Scene::start(before, laid, rules.only_extends()));
    play.found
}

impl Scene {
    fn start(before: &[Lying], laid: &[Tile], whole: bool) -> Scene {
        let mut scene = Scene {
            locked: Vec::new(),
            loose: Vec::new(),
            freed: 0,
            whole,
        };
        let of_rack = laid.iter().filter(|tile| !tile.is_joker());
        scene.loose.extend(of_rack.map(|tile| Token {
            tile: *tile,
            origin: Origin::Rack,
            paid: false,
        }));
        for (number, set) in before.iter().enumerate() {
            let token = |cell: &Cell| {
                (!cell.tile.is_joker()).then_some(Token {
                    tile: cell.tile,
                    origin: Origin::Set(number),
                    paid: false,
                })
            };
            scene.locked.push(Locked {
                set: number,
                form: set.form,
                cells: set.cells.clone(),
                tokens: set.cells.iter().map(token).collect(),
            });
        }
        scene.loosen();
        scene
    }

    /// Sets without a joker are plain: their tiles are loose, unless all sets stay whole.
    fn loosen(&mut self) {
        let whole = self.whole;
        let (locked, plain): (Vec<Locked>, Vec<Locked>) = std::mem::take(&mut self.locked)
            .into_iter()
            .partition(|set| whole || set.tokens.contains(&None));
        self.locked = locked;
        let tokens = plain.into_iter().flat_map(|set| set.tokens);
        self.loose.extend(tokens.flatten());
        self.loose.sort_unstable();
    }

    /// Takes one of the loose tokens away.
    fn take(&mut self, token: Token) -> bool {
        let at = self.loose.iter().position(|other| *other == token);
        at.map(|at| self.loose.remove(at)).is_some()
    }
}

struct Play<'a> {
    rules: &'a Rules,
    old: &'a [Lying],
    seen: FxHashSet<Scene>,
    found: Vec<Scene>,
    may_free: bool,
}

impl Play<'_> {
    fn goes_on(&mut self, scene: &Scene) {
        if !self.seen.insert(scene.clone()) {
            return;
        }
        self.found.push(scene.clone());
        if self.may_free {
            for at in 0..scene.locked.len() {
                self.free_from(scene, at);
            }
        }
    }

    fn free_from(&mut self, scene: &Scene, at: usize) {
        let locked = &scene.locked[at];
        let three = locked.form == Form::Group && self.old[locked.set].cells.len() == 3;
        let jokers = locked.tokens.contains(&None);
        if jokers && three && self.rules.joker_group3 == JokerGroup3::Both {
            let missing = missing_colours(self.rules, locked);
            self.pay_all(scene, at, &missing, &mut Vec::new());
            return;
        }
        for place in 0..locked.cells.len() {
            if locked.tokens[place].is_some() {
                continue;
            }
            for payer in self.payers(scene, &fitting(self.rules, locked, place)) {
                let mut next = scene.clone();
                next.take(payer);
                let set = &mut next.locked[at];
                set.cells[place].tile = payer.tile;
                set.tokens[place] = Some(payer.having_paid());
                next.freed += 1;
                next.loosen();
                self.goes_on(&next);
            }
        }
    }

    /// Pays for every missing colour of a group of three at once.
    fn pay_all(&mut self, scene: &Scene, at: usize, missing: &[Tile], paid: &mut Vec<Token>) {
        let Some((tile, rest)) = missing.split_first() else {
            self.free_all(scene, at, paid);
            return;
        };
        for payer in self.payers(scene, &[*tile]) {
            let mut next = scene.clone();
            next.take(payer);
            paid.push(payer.having_paid());
            self.pay_all(&next, at, rest, paid);
            paid.pop();
        }
    }

    fn free_all(&mut self, scene: &Scene, at: usize, paid: &[Token]) {
        let mut next = scene.clone();
        let mut set = next.locked.remove(at);
        let numbers = set.tokens.iter().flatten().chain(paid).copied();
        let numbers: Vec<Token> = numbers.collect();
        next.freed += set.tokens.iter().filter(|token| token.is_none()).count();
        if scene.whole {
            let cell = |token: &Token| Cell {
                tile: token.tile,
                kind: None,
            };
            set.cells = numbers.iter().map(cell).collect();
            set.tokens = numbers.into_iter().map(Some).collect();
            next.locked.insert(at, set);
        } else {
            next.loose.extend(numbers);
        }
        next.loosen();
        self.goes_on(&next);
    }

    /// The loose tokens that may pay for a joker which one of these tiles replaces.
    fn payers(&self, scene: &Scene, fitting: &[Tile]) -> Vec<Token> {
        let from_rack = self.rules.joker_paid_by == JokerPaidBy::Rack;
        let may = |token: &&Token| {
            !token.paid
                && fitting.contains(&token.tile)
                && (!from_rack || token.origin == Origin::Rack)
        };
        let mut payers: Vec<Token> = scene.loose.iter().filter(may).copied().collect();
        payers.dedup();
        payers
    }
}

/// The tiles that may replace the joker in a place.
fn fitting(rules: &Rules, set: &Locked, place: usize) -> Vec<Tile> {
    match set.cells[place].kind {
        Some(kind) => vec![kind],
        None => missing_colours(rules, set),
    }
}

fn missing_colours(rules: &Rules, group: &Locked) -> Vec<Tile> {
    let held: Vec<Tile> = group
        .tokens
        .iter()
        .flatten()
        .map(|token| token.tile)
        .collect();
    let value = held.first().map_or(0, |tile| tile.face()) as u8;
    let of_colours = rules
        .colours
        .chars()
        .map(|colour| Tile::number(colour, value));
    of_colours.filter(|tile| !held.contains(tile)).collect()
}
