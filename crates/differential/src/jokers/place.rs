//! The end of a turn: whether the table that it leaves can be laid out of locked sets and loose
//! tiles, with the freed jokers where they may lie.

use super::layout::{Form, Lying};
use super::turn::{Locked, Origin, Scene, Token};
use crate::field::JokerReuse;
use crate::rules::Rules;

/// The table that a turn leaves, beside the one that it found.
#[derive(Debug)]
pub struct Goal<'a> {
    pub rules: &'a Rules,
    pub before: &'a [Lying],
    pub after: &'a [Lying],
    /// The owners of the sets before and after, where groups have owners.
    pub owners: Option<[&'a [Option<u8>]; 2]>,
}

/// Whether the table can be laid. It holds exactly the tiles of the scene.
pub fn can_end(goal: &Goal<'_>, scene: &Scene) -> bool {
    let mut layout = Layout {
        goal,
        scene,
        filled: goal
            .after
            .iter()
            .map(|set| vec![Filling::Open; set.cells.len()])
            .collect(),
    };
    layout.place(0)
}

/// What fills a place of the new table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filling {
    /// A loose tile or a joker that is not locked.
    Open,
    /// A tile of a locked set; `None` for its jokers.
    Locked(Option<Token>),
}

struct Layout<'a> {
    goal: &'a Goal<'a>,
    scene: &'a Scene,
    filled: Vec<Vec<Filling>>,
}

impl Layout<'_> {
    /// Lays the locked sets from this one on.
    fn place(&mut self, next: usize) -> bool {
        let scene = self.scene;
        let Some(locked) = scene.locked.get(next) else {
            return self.jokers_lie_well();
        };
        for set in 0..self.goal.after.len() {
            if !self.may_hold(set, locked) {
                continue;
            }
            for places in self.ways(set, locked) {
                for (place, token) in places.iter().zip(&locked.tokens) {
                    self.filled[set][*place] = Filling::Locked(*token);
                }
                let found = self.place(next + 1);
                for place in places {
                    self.filled[set][place] = Filling::Open;
                }
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// The places of a new set that a locked one can take: they lie side by side, seen from either
    /// side; but a group has no order where sets are only extended.
    fn ways(&self, set: usize, locked: &Locked) -> Vec<Vec<usize>> {
        let room = self.filled[set].len();
        let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
        for (i, cell) in locked.cells.iter().enumerate() {
            let fits = |place: &usize| {
                self.goal.after[set].cells[*place] == *cell
                    && self.filled[set][*place] == Filling::Open
            };
            let longer = ways.iter().flat_map(|way| {
                let follows = move |place: &usize| match way[..] {
                    _ if locked.form == Form::Group && self.goal.rules.only_extends() => {
                        !way.contains(place)
                    }
                    [] => true,
                    [first] => place.abs_diff(first) == 1,
                    [first, second, ..] => *place + i * first == first + i * second,
                };
                (0..room).filter(fits).filter(follows).map(move |place| {
                    let mut way = way.clone();
                    way.push(place);
                    way
                })
            });
            ways = longer.collect();
        }
        ways
    }

    /// Whether a new set is of the form of a locked one and, if it is a group, has its owner.
    fn may_hold(&self, set: usize, locked: &Locked) -> bool {
        let same_owner = match self.goal.owners {
            Some([before, after]) if locked.form == Form::Group => {
                before.get(locked.set) == after.get(set)
            }
            _ => true,
        };
        self.goal.after[set].form == locked.form && same_owner
    }

    /// Whether some choice of the freed jokers among those that are not locked obeys the rule.
    fn jokers_lie_well(&self) -> bool {
        let freed = self.scene.freed;
        if freed == 0 || self.goal.rules.joker_reuse == JokerReuse::Anywhere {
            return true;
        }
        let open_jokers = |set: &usize| {
            let cells = self.goal.after[*set].cells.iter().zip(&self.filled[*set]);
            cells
                .filter(|(cell, filling)| cell.tile.is_joker() && **filling == Filling::Open)
                .count()
        };
        let sets: Vec<usize> = (0..self.goal.after.len())
            .filter(|set| open_jokers(set) > 0)
            .collect();
        (1_u32..1 << sets.len()).any(|choice| {
            let chosen = (0..sets.len()).filter(|i| choice >> i & 1 == 1);
            let chosen: Vec<usize> = chosen.map(|i| sets[i]).collect();
            let room: usize = chosen.iter().map(open_jokers).sum();
            // Every chosen set holds one at least.
            chosen.len() <= freed && freed <= room && self.are_new(&chosen)
        })
    }

    /// Whether all of these sets may hold a freed joker, for some choice among equal tiles.
    fn are_new(&self, sets: &[usize]) -> bool {
        let mut open = Vec::new();
        let mut held: Vec<Vec<Token>> = Vec::new();
        for (i, set) in sets.iter().enumerate() {
            let mut tokens = Vec::new();
            for (cell, filling) in self.goal.after[*set].cells.iter().zip(&self.filled[*set]) {
                match filling {
                    Filling::Locked(token) => tokens.extend(*token),
                    Filling::Open if !cell.tile.is_joker() => open.push((i, cell.tile)),
                    Filling::Open => {}
                }
            }
            held.push(tokens);
        }
        self.choose(&open, &mut self.scene.loose.clone(), &mut held)
    }

    /// Chooses a loose token for every open place of the sets.
    fn choose(
        &self,
        open: &[(usize, crate::tile::Tile)],
        loose: &mut Vec<Token>,
        held: &mut Vec<Vec<Token>>,
    ) -> bool {
        let Some(((set, tile), rest)) = open.split_first() else {
            return held.iter().all(|tokens| self.is_new(tokens));
        };
        let mut tried = Vec::new();
        for i in 0..loose.len() {
            let token = loose[i];
            if token.tile != *tile || tried.contains(&token) {
                continue;
            }
            tried.push(token);
            loose.remove(i);
            held[*set].push(token);
            let found = self.choose(rest, loose, held);
            held[*set].pop();
            loose.insert(i, token);
            if found {
                return true;
            }
        }
        false
    }

    /// Whether a set of these number tiles may hold a freed joker.
    fn is_new(&self, tokens: &[Token]) -> bool {
        match self.goal.rules.joker_reuse {
            JokerReuse::Anywhere => true,
            JokerReuse::NewSet => (0..self.goal.before.len()).all(|old| {
                let cells = &self.goal.before[old].cells;
                let all = cells.iter().filter(|cell| !cell.tile.is_joker()).count();
                let here = tokens
                    .iter()
                    .filter(|token| token.origin == Origin::Set(old));
                here.count() < all
            }),
            JokerReuse::NewSetRack => {
                let more = tokens.iter().filter(|token| !token.paid).count();
                more >= 2 && tokens.iter().all(|token| token.origin == Origin::Rack)
            }
        }
    }
}
