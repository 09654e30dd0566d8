//! The ways to deal with the bound sets of a table: which of them stay together,
//! and which rack tiles replace the others (docs/rules.md#taking-a-joker-back).

use crate::counts::TileCounts;
use crate::position::Block;
use crate::rules::RuleSet;
use crate::set::Set;
use crate::standing::Standing;
use crate::tile::Tile;

use super::payment::{self, Payment, Source};
use super::{Refinements, Settling};

/// One way to deal with the jokers of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JokerPlan {
    /// The sets that stay together, with the tiles that replaced jokers of theirs. They may grow at
    /// their ends but not be taken apart.
    pub blocks: Vec<Block>,
    /// The rack tiles that replace jokers. All are laid.
    pub from_rack: TileCounts,
    /// Number of jokers that leave their sets.
    pub freed: usize,
}

impl RuleSet {
    /// Every way to deal with the jokers of these sets, for a player with this rack who has opened:
    /// first the one that frees none, then by the tiles of the rack that pay. A way is left out if
    /// another has the same blocks and needs fewer tiles of the rack. `None` if there are more than
    /// `most`, or a set does not say how it is read.
    pub fn joker_plans(
        &self,
        laid: &[Set],
        rack: &TileCounts,
        most: usize,
    ) -> Option<Vec<JokerPlan>> {
        let old: Option<Vec<Standing>> = laid.iter().map(|set| self.standing(set)).collect();
        let old = old?;
        let settling = Settling::of(self, (&old, &[]), rack, Refinements::of(self), true);
        let mut listing = Listing {
            laid,
            settling,
            blocks: Vec::new(),
            plans: Vec::new(),
            most,
        };
        if !listing.settle(0) {
            return None;
        }
        let mut plans = listing.plans;
        plans.sort_by_key(|plan| (plan.freed > 0, plan.from_rack.len(), plan.freed));
        let mut kept: Vec<JokerPlan> = Vec::new();
        for plan in plans {
            let beaten = |other: &JokerPlan| {
                other.blocks == plan.blocks && plan.from_rack.contains(&other.from_rack)
            };
            if !kept.iter().any(beaten) {
                kept.push(plan);
            }
        }
        Some(kept)
    }

    /// Whether each of these blocks lies in a set of its own or shares one with others, its tiles
    /// in the same order side by side.
    pub fn hold_blocks(&self, sets: &[Set], blocks: &[Block]) -> bool {
        if blocks.is_empty() {
            return true;
        }
        let standing = |set: &Set| self.standing(set);
        let old: Vec<_> = blocks
            .iter()
            .filter_map(|block| standing(&block.set))
            .collect();
        let new: Vec<_> = sets.iter().filter_map(standing).collect();
        let none = TileCounts::EMPTY;
        let mut settling = Settling::of(self, (&old, &new), &none, Refinements::of(self), false);
        settling.bound = (0..old.len()).collect();
        old.len() == blocks.len() && settling.settled().is_ok()
    }
}

/// A list of plans under construction.
struct Listing<'a> {
    laid: &'a [Set],
    settling: Settling<'a>,
    blocks: Vec<Block>,
    plans: Vec<JokerPlan>,
    most: usize,
}

impl Listing<'_> {
    /// Lists the ways for the sets from this one on; false if they are too many.
    fn settle(&mut self, next: usize) -> bool {
        let Some(&set) = self.settling.bound.get(next) else {
            return self.pay(0);
        };
        let dissolves = !self.settling.refined.extend;
        self.keep_some(next, set) && (!dissolves || self.free_all(next, set))
    }

    /// Keeps the set together, with all its jokers or with some of them replaced.
    fn keep_some(&mut self, next: usize, set: usize) -> bool {
        let old = &self.settling.old[set];
        for (tiles, paid) in payment::ways_to_keep(self.settling.rules, old, &self.settling.refined)
        {
            let block = Set::new(tiles).read_as(self.laid[set].reading());
            let block = self.settling.rules.with_reading(block);
            let left = block.tiles().iter().filter(|tile| tile.is_joker()).count();
            let freed = old.jokers() - left;
            self.settling.kept.push(set);
            self.blocks.push(Block {
                set: block,
                old: set,
            });
            let go_on = self.with_payments(next, set, &paid, (true, freed));
            self.blocks.pop();
            self.settling.kept.pop();
            if !go_on {
                return false;
            }
        }
        true
    }

    fn free_all(&mut self, next: usize, set: usize) -> bool {
        let old = &self.settling.old[set];
        let group3 = self.settling.refined.group3;
        for kinds in payment::ways_to_pay(self.settling.rules, old, group3) {
            if !self.with_payments(next, set, &kinds, (false, old.jokers())) {
                return false;
            }
        }
        true
    }

    /// Settles the sets after this one, with these tiles in the place of so many of its jokers.
    fn with_payments(
        &mut self,
        next: usize,
        set: usize,
        kinds: &[Tile],
        (stays, freed): (bool, usize),
    ) -> bool {
        let known = self.settling.payments.len();
        self.settling
            .payments
            .extend(kinds.iter().map(|kind| Payment {
                kind: *kind,
                set,
                stays,
                source: Source::Laid,
            }));
        self.settling.freed.push(freed);
        let go_on = !self.settling.can_be_paid() || self.settle(next + 1);
        self.settling.freed.pop();
        self.settling.payments.truncate(known);
        go_on
    }

    /// Lists every choice of tiles for the payments from this one on.
    fn pay(&mut self, next: usize) -> bool {
        if next < self.settling.payments.len() {
            for source in self.settling.sources(next) {
                self.settling.payments[next].source = source;
                if !self.pay(next + 1) {
                    return false;
                }
            }
            return true;
        }
        if !self.settling.can_be_ordered() {
            return true;
        }
        let laid = self.settling.payments.iter();
        let laid = laid.filter(|payment| payment.source == Source::Laid);
        let plan = JokerPlan {
            blocks: self.blocks.clone(),
            from_rack: laid.map(|payment| payment.kind).collect(),
            freed: self.settling.freed.iter().sum(),
        };
        if !self.plans.contains(&plan) {
            self.plans.push(plan);
        }
        self.plans.len() <= self.most
    }
}
