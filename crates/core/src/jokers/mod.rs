//! Whether sets of the table stayed together and the jokers that a turn took from them were
//! replaced, and what became of these, under rules that ask for it
//! (docs/rules.md#taking-a-joker-back).

mod locks;
mod payment;
mod plans;
mod reuse;

use crate::counts::TileCounts;
use crate::rules::{JokerGroup3, JokerPaidBy, JokerReuse, JokerTake, Rearrange, RuleSet};
use crate::set::{Set, Table};
use crate::standing::Standing;
use crate::tile::Tile;
use crate::turn::{Claim, Illegal};

use self::locks::{Lock, locks_in};
use self::payment::{Payment, Source};

pub use self::plans::JokerPlan;

impl RuleSet {
    /// Checks `rearrange`, `joker_take` and its refinements by the tables before and after a turn
    /// that laid these tiles.
    pub(crate) fn judge_jokers(
        &self,
        claim: &Claim<'_>,
        played: &TileCounts,
    ) -> Result<(), Illegal> {
        let before = claim.before;
        if !before.sets().iter().any(|set| self.binds(set)) {
            return Ok(());
        }
        let old = self.standings(before)?;
        let new = self.standings(claim.after)?;
        let owners = before.owners().zip(claim.after.owners());
        let settling = |refined: Refinements, may_free: bool| {
            Settling::of(self, (&old, &new), played, refined, may_free)
        };
        let ask = |refined: Refinements, may_free: bool| {
            let settling = settling(refined, may_free);
            Settling { owners, ..settling }.settled()
        };
        let mut rules = Refinements::of(self);
        let Err(mut furthest) = ask(rules, claim.opened) else {
            return Ok(());
        };
        if std::mem::take(&mut rules.extend) {
            match ask(rules, claim.opened) {
                Err(other) if self.joker_take == JokerTake::Replaced => furthest = other,
                _ => return Err(Illegal::SetRearranged(before.sets()[furthest].clone())),
            }
        }
        let set = before.sets()[furthest].clone();
        if settling(rules, claim.opened).settled().is_ok() {
            return Err(Illegal::JokerKeepsOwner(set));
        }
        if !claim.opened && ask(rules, true).is_ok() {
            return Err(Illegal::OpeningTakesJoker(set));
        }
        let without_reuse = Refinements {
            reuse: JokerReuse::Anywhere,
            ..rules
        };
        if ask(without_reuse, claim.opened).is_ok() {
            return Err(Illegal::JokerReused(self.joker_reuse));
        }
        let one = Refinements {
            group3: JokerGroup3::One,
            ..without_reuse
        };
        if ask(one, claim.opened).is_ok() {
            return Err(Illegal::JokerOfGroupOfThree(set));
        }
        let any = Refinements {
            paid_by: JokerPaidBy::Any,
            ..one
        };
        Err(match ask(any, claim.opened) {
            Ok(()) => Illegal::JokerPaidByTable(set),
            Err(_) => Illegal::JokerNotReplaced(set),
        })
    }

    /// Checks that a turn which laid these tiles took jokers from the old sets as the rules allow
    /// (docs/rules.md#taking-a-joker-back).
    ///
    /// # Errors
    /// The reason why not.
    pub fn judge_taken_jokers(
        &self,
        before: &Table,
        played: &TileCounts,
        after: &Table,
        opened: bool,
    ) -> Result<(), Illegal> {
        let claim = Claim {
            before,
            rack: played,
            after,
            opened,
            me: None,
        };
        self.judge_jokers(&claim, played)
    }

    /// What the sets of a table stand for.
    fn standings(&self, table: &Table) -> Result<Vec<Standing>, Illegal> {
        let standing = |set: &Set| {
            let standing = self.standing(set);
            standing.ok_or_else(|| self.why_no_standing(set))
        };
        table.sets().iter().map(standing).collect()
    }

    /// Why it is not known for what the tiles of a set stand.
    pub(crate) fn why_no_standing(&self, set: &Set) -> Illegal {
        let open = set.reading().is_none() && self.judge_laid(set.tiles()).is_legal();
        if open {
            Illegal::ReadingOpen(set.clone())
        } else {
            Illegal::NotASet(set.clone())
        }
    }
}

/// What binds sets of the table.
#[derive(Debug, Clone, Copy)]
struct Refinements {
    /// Whether every set stays whole.
    extend: bool,
    paid_by: JokerPaidBy,
    group3: JokerGroup3,
    reuse: JokerReuse,
}

impl Refinements {
    fn of(rules: &RuleSet) -> Refinements {
        Refinements {
            extend: rules.rearrange == Rearrange::Extend,
            paid_by: rules.joker_paid_by,
            group3: rules.joker_group3,
            reuse: rules.joker_reuse,
        }
    }
}

/// Owners of old sets and of new ones.
type Owners<'a> = (&'a [Option<u8>], &'a [Option<u8>]);

/// A search for a way to lock or to pay for every joker of the old table.
struct Settling<'a> {
    rules: &'a RuleSet,
    old: &'a [Standing],
    new: &'a [Standing],
    played: &'a TileCounts,
    /// The owners of the old sets and of the new ones, if both are known.
    owners: Option<Owners<'a>>,
    refined: Refinements,
    /// Whether jokers may be freed at all.
    may_free: bool,
    /// The old sets that are bound: those with jokers, or all.
    bound: Vec<usize>,
    /// The old sets that stay together, and where they lie on: for each of `bound` that was settled
    /// so far.
    kept: Vec<usize>,
    locks: Vec<Lock>,
    payments: Vec<Payment>,
    /// The number of jokers that left each set.
    freed: Vec<usize>,
    /// The set at which the deepest search failed, as an index into `bound`.
    furthest: usize,
}

impl<'a> Settling<'a> {
    fn of(
        rules: &'a RuleSet,
        (old, new): (&'a [Standing], &'a [Standing]),
        played: &'a TileCounts,
        refined: Refinements,
        may_free: bool,
    ) -> Settling<'a> {
        let bound = (0..old.len())
            .filter(|set| refined.extend || old[*set].jokers() > 0)
            .collect();
        Settling {
            rules,
            old,
            new,
            played,
            owners: None,
            refined,
            may_free: may_free && rules.joker_take == JokerTake::Replaced,
            bound,
            kept: Vec::new(),
            locks: Vec::new(),
            payments: Vec::new(),
            freed: Vec::new(),
            furthest: 0,
        }
    }

    /// The old set at which every way fails, unless there is one that does not.
    fn settled(mut self) -> Result<(), usize> {
        if self.settle(0) {
            return Ok(());
        }
        Err(self.bound[self.furthest])
    }

    /// Settles the bound sets from this one on.
    fn settle(&mut self, next: usize) -> bool {
        let Some(&set) = self.bound.get(next) else {
            return self.pay(0);
        };
        self.furthest = self.furthest.max(next);
        let dissolves = self.may_free && !self.refined.extend;
        self.lock(next, set) || (dissolves && self.free(next, set))
    }

    /// Leaves the set in a new one that extends it, with its jokers or tiles in their places.
    fn lock(&mut self, next: usize, set: usize) -> bool {
        let old = &self.old[set];
        for (number, new) in self.new.iter().enumerate() {
            for lock in locks_in(self.rules, &self.refined, (old, set), (new, number)) {
                let freed = lock.freed;
                // A group that stays together keeps its owner.
                let moved = |(old, new): Owners<'_>| old[set] != new[number];
                if self.locks.iter().any(|other| other.overlaps(&lock))
                    || self.owners.is_some_and(moved)
                    || (freed > 0 && !self.may_free)
                {
                    continue;
                }
                let paid = self.payments.len();
                let payment = |kind: &Tile| Payment {
                    kind: *kind,
                    set,
                    stays: true,
                    source: Source::Laid,
                };
                self.payments.extend(lock.paid.iter().map(payment));
                self.locks.push(lock);
                self.kept.push(set);
                self.freed.push(freed);
                if self.can_be_paid() && self.settle(next + 1) {
                    return true;
                }
                self.freed.pop();
                self.kept.pop();
                self.locks.pop();
                self.payments.truncate(paid);
            }
        }
        false
    }

    /// Frees all jokers of the set.
    fn free(&mut self, next: usize, set: usize) -> bool {
        let old = &self.old[set];
        for kinds in payment::ways_to_pay(self.rules, old, self.refined.group3) {
            let paid = self.payments.len();
            self.payments.extend(kinds.into_iter().map(|kind| Payment {
                kind,
                set,
                stays: false,
                source: Source::Laid,
            }));
            self.freed.push(old.jokers());
            if self.can_be_paid() && self.settle(next + 1) {
                return true;
            }
            self.freed.pop();
            self.payments.truncate(paid);
        }
        false
    }
}
