//! The tiles that replace jokers, and where they come from.

use crate::rules::{JokerGroup3, JokerPaidBy, JokerTake, RuleSet};
use crate::standing::Standing;
use crate::tile::Tile;

use super::{Refinements, Settling};

/// A number tile that replaces a joker.
#[derive(Debug, Clone, Copy)]
pub(super) struct Payment {
    /// The tile.
    pub kind: Tile,
    /// The old set whose joker it replaces.
    pub set: usize,
    /// Whether it stays in the place of the joker, because another joker still lies in the set.
    pub stays: bool,
    /// Where it comes from.
    pub source: Source,
}

/// Where a tile comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// From the rack.
    Laid,
    /// From this old set.
    Old(usize),
}

/// Every choice of kinds that free all jokers of a set.
pub(super) fn ways_to_pay(rules: &RuleSet, set: &Standing, group3: JokerGroup3) -> Vec<Vec<Tile>> {
    let places = set.tiles().iter().enumerate();
    let jokers = places.filter(|(_, tile)| tile.is_joker());
    if let Standing::Run { .. } = set {
        return vec![jokers.filter_map(|(place, _)| set.kind_at(place)).collect()];
    }
    let missing = set.missing(rules);
    let jokers = jokers.count();
    if costs_every_colour(set, group3) {
        return vec![missing];
    }
    choices(&missing, jokers)
}

/// Whether a joker of this set costs a tile of each missing colour.
pub(super) fn costs_every_colour(set: &Standing, group3: JokerGroup3) -> bool {
    let of_three = matches!(set, Standing::Group { tiles, .. } if tiles.len() == 3);
    group3 == JokerGroup3::Both && of_three
}

/// Every way to replace some jokers of a set that stays together, none included: its tiles then,
/// and those that replaced a joker. Where all are replaced, it stays together only if sets are
/// extended.
pub(super) fn ways_to_keep(
    rules: &RuleSet,
    set: &Standing,
    refined: &Refinements,
) -> Vec<(Vec<Tile>, Vec<Tile>)> {
    let tiles = set.tiles().to_vec();
    let places: Vec<usize> = (0..tiles.len()).filter(|i| tiles[*i].is_joker()).collect();
    let mut ways = vec![(tiles.clone(), Vec::new())];
    if rules.joker_take == JokerTake::Free || places.is_empty() {
        return ways;
    }
    let missing = set.missing(rules);
    if costs_every_colour(set, refined.group3) {
        let whole: Vec<Tile> = set.numbers().chain(missing.iter().copied()).collect();
        if refined.extend && whole.len() <= rules.largest_group() {
            ways.push((whole, missing));
        }
        return ways;
    }
    for replaced in 1..places.len() + usize::from(refined.extend) {
        // Jokers of a group are alike, those of a run stand for different kinds.
        let chosen: Vec<Vec<(usize, Tile)>> = match set {
            Standing::Group { .. } => {
                let kinds = choices(&missing, replaced).into_iter();
                kinds
                    .map(|kinds| places.iter().copied().zip(kinds).collect())
                    .collect()
            }
            Standing::Run { .. } => {
                let at = places.iter().filter_map(|i| Some((*i, set.kind_at(*i)?)));
                choices(&at.collect::<Vec<_>>(), replaced)
            }
        };
        for way in chosen {
            let mut with = tiles.clone();
            for (place, kind) in &way {
                with[*place] = *kind;
            }
            ways.push((with, way.into_iter().map(|(_, kind)| kind).collect()));
        }
    }
    ways
}

/// Every choice of this many of them.
pub(super) fn choices<T: Copy>(kinds: &[T], number: usize) -> Vec<Vec<T>> {
    if number == 0 {
        return vec![Vec::new()];
    }
    let Some((first, rest)) = kinds.split_first() else {
        return Vec::new();
    };
    let with = choices(rest, number - 1);
    let mut all: Vec<Vec<T>> = with
        .into_iter()
        .map(|mut others| {
            others.insert(0, *first);
            others
        })
        .collect();
    all.extend(choices(rest, number));
    all
}

impl Settling<'_> {
    /// Whether there are tiles enough of every kind that pays, wherever they come from. It is a
    /// quick test before the rest of the sets is settled.
    pub(super) fn can_be_paid(&self) -> bool {
        let Some(last) = self.payments.last() else {
            return true;
        };
        let paying = self.payments.iter().rev().take_while(|p| p.set == last.set);
        paying.into_iter().all(|payment| {
            let kind = payment.kind;
            let needed = self.payments.iter().filter(|p| p.kind == kind).count();
            let mut there = usize::from(self.played.count(kind));
            if self.refined.paid_by == JokerPaidBy::Any {
                let tiles = self.old.iter().flat_map(Standing::numbers);
                there += tiles.filter(|tile| *tile == kind).count();
            }
            needed <= there
        })
    }

    /// Finds a tile of its own for every payment from this one on, such that the frees can be
    /// ordered and the freed jokers may lie where they do.
    pub(super) fn pay(&mut self, next: usize) -> bool {
        if next == self.payments.len() {
            return self.can_be_ordered() && self.is_reuse_allowed();
        }
        self.sources(next).into_iter().any(|source| {
            self.payments[next].source = source;
            self.pay(next + 1)
        })
    }

    /// Where the tile of this payment can come from, those of the payments before it apart.
    pub(super) fn sources(&self, next: usize) -> Vec<Source> {
        let payment = self.payments[next];
        let there = |source: &Source| match *source {
            Source::Laid => usize::from(self.played.count(payment.kind)),
            // A set that still holds a joker gives nothing away.
            Source::Old(set) if set == payment.set || self.kept.contains(&set) => 0,
            Source::Old(set) => {
                let numbers = self.old[set].numbers();
                numbers.filter(|tile| *tile == payment.kind).count()
            }
        };
        let is_left = |source: &Source| {
            let earlier = self.payments[..next].iter();
            let taken = earlier.filter(|p| p.kind == payment.kind && p.source == *source);
            taken.count() < there(source)
        };
        let tables = 0..match self.refined.paid_by {
            JokerPaidBy::Rack => 0,
            JokerPaidBy::Any => self.old.len(),
        };
        let sources = std::iter::once(Source::Laid).chain(tables.map(Source::Old));
        sources.filter(is_left).collect()
    }

    /// Whether no sets pay for one another in a circle: a tile of a set with jokers pays only after
    /// all of them are freed.
    pub(super) fn can_be_ordered(&self) -> bool {
        let mut waiting: Vec<usize> = self.bound.clone();
        loop {
            let waits = |set: &usize| {
                let for_it = self.payments.iter().filter(|payment| payment.set == *set);
                for_it.into_iter().any(|payment| match payment.source {
                    Source::Laid => false,
                    Source::Old(from) => waiting.contains(&from),
                })
            };
            let still: Vec<usize> = waiting.iter().copied().filter(waits).collect();
            if still.is_empty() {
                return true;
            }
            if still.len() == waiting.len() {
                return false;
            }
            waiting = still;
        }
    }
}
