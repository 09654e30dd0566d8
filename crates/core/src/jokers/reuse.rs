//! Whether freed jokers lie where `joker_reuse` lets them. Equal tiles have no identity: one way to
//! say which tile is which is enough.

use crate::rules::JokerReuse;
use crate::standing::Standing;
use crate::tile::Tile;

use super::Settling;
use super::payment::Source;

/// Tiles of a set from the rack, beside a freed joker, that must replace no joker
/// ([`JokerReuse::NewSetRack`]).
const MORE_TILES: usize = 2;

/// A number tile of the new table, and where it came from if that is settled.
struct Placed {
    new: usize,
    from: Option<Source>,
}

impl Settling<'_> {
    /// Whether the freed jokers can lie in sets in which they may.
    pub(super) fn is_reuse_allowed(&self) -> bool {
        let freed: usize = self.freed.iter().sum();
        if freed == 0 || self.refined.reuse == JokerReuse::Anywhere {
            return true;
        }
        // A set in which an old one is locked holds that one whole.
        let locked = |new: &usize| self.locks.iter().any(|lock| lock.new == *new);
        let holds = |new: &usize| self.new[*new].jokers() > 0 && !locked(new);
        let sets: Vec<usize> = (0..self.new.len()).filter(holds).collect();
        self.choose(&sets, freed, &mut Vec::new())
    }

    /// Chooses sets that hold this many freed jokers among these and those chosen already.
    fn choose(&self, sets: &[usize], freed: usize, chosen: &mut Vec<usize>) -> bool {
        if freed == 0 {
            return match self.refined.reuse {
                JokerReuse::Anywhere => true,
                JokerReuse::NewSet => self.hold_no_old_set(chosen),
                JokerReuse::NewSetRack => self.are_from_the_rack(chosen),
            };
        }
        let Some((first, rest)) = sets.split_first() else {
            return false;
        };
        chosen.push(*first);
        let held = self.new[*first].jokers().min(freed);
        if self.choose(rest, freed - held, chosen) {
            return true;
        }
        chosen.pop();
        self.choose(rest, freed, chosen)
    }

    /// Whether all number tiles of these sets can be laid ones, and in each at least
    /// [`MORE_TILES`] that replaced no joker.
    fn are_from_the_rack(&self, chosen: &[usize]) -> bool {
        let mut kinds: Vec<Tile> = Vec::new();
        for new in chosen {
            kinds.extend(self.new[*new].numbers());
        }
        kinds.sort_unstable();
        let mut paying: Vec<(Tile, usize)> = Vec::new();
        for same in kinds.chunk_by(|a, b| a == b) {
            let kind = same[0];
            let of_rack = |stays: bool| {
                let of = |p: &&super::Payment| {
                    p.kind == kind && p.stays == stays && p.source == Source::Laid
                };
                self.payments.iter().filter(of).count()
            };
            let free = usize::from(self.played.count(kind)) - of_rack(true);
            let Some(elsewhere) = free.checked_sub(same.len()) else {
                return false;
            };
            paying.push((kind, of_rack(false).saturating_sub(elsewhere)));
        }
        let spare = |new: &usize| {
            let numbers = self.new[*new].numbers().count();
            numbers.checked_sub(MORE_TILES)
        };
        let spare: Option<Vec<usize>> = chosen.iter().map(spare).collect();
        spare.is_some_and(|mut spare| self.spread(&paying, chosen, &mut spare))
    }

    /// Whether the tiles that replaced jokers can be spread over these sets: as many of each kind
    /// as must lie in them, and no more in a set than it can spare.
    fn spread(&self, paying: &[(Tile, usize)], chosen: &[usize], spare: &mut [usize]) -> bool {
        let Some(((kind, number), rest)) = paying.split_first() else {
            return true;
        };
        if *number == 0 {
            return self.spread(rest, chosen, spare);
        }
        let fewer: Vec<(Tile, usize)> = std::iter::once((*kind, number - 1))
            .chain(rest.iter().copied())
            .collect();
        (0..chosen.len()).any(|i| {
            if spare[i] == 0 || !self.new[chosen[i]].tiles().contains(kind) {
                return false;
            }
            spare[i] -= 1;
            let fits = self.spread(&fewer, chosen, spare);
            spare[i] += 1;
            fits
        })
    }

    /// Whether no old set lies whole in one of these sets, for some way to say which tile is which.
    fn hold_no_old_set(&self, chosen: &[usize]) -> bool {
        let pairs = chosen.iter().flat_map(|new| {
            let old = (0..self.old.len()).filter(|old| holds(&self.new[*new], &self.old[*old]));
            old.map(|old| (*new, old))
        });
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let mut kinds: Vec<Tile> = Vec::new();
        for (_, old) in &pairs {
            kinds.extend(self.old[*old].numbers());
        }
        kinds.sort_unstable();
        kinds.dedup();
        self.separate(&pairs, &kinds)
    }

    /// Whether every pair of a new and an old set can be told apart by one of these kinds: a tile
    /// of the old set lies elsewhere.
    fn separate(&self, pairs: &[(usize, usize)], kinds: &[Tile]) -> bool {
        if pairs.is_empty() {
            return true;
        }
        let Some((kind, rest)) = kinds.split_first() else {
            return false;
        };
        let mut placed = self.places_of(*kind);
        let mut sources = self.sources_of(*kind);
        for place in &placed {
            if let Some(known) = place
                .from
                .and_then(|s| sources.iter().position(|x| *x == s))
            {
                sources.swap_remove(known);
            }
        }
        self.assign(&mut placed, 0, &mut sources, &mut |placed| {
            let together = |(new, old): &&(usize, usize)| {
                let here = |p: &&Placed| p.from == Some(Source::Old(*old));
                let mut of_old = placed.iter().filter(here);
                of_old.all(|place| place.new == *new)
            };
            let left: Vec<(usize, usize)> = pairs.iter().filter(together).copied().collect();
            self.separate(&left, rest)
        })
    }

    /// Gives every place from this one on one of these sources, in every way, until one is good.
    fn assign(
        &self,
        placed: &mut [Placed],
        next: usize,
        sources: &mut Vec<Source>,
        good: &mut dyn FnMut(&[Placed]) -> bool,
    ) -> bool {
        let Some(at) = (next..placed.len()).find(|at| placed[*at].from.is_none()) else {
            return good(placed);
        };
        for i in 0..sources.len() {
            if sources[..i].contains(&sources[i]) {
                continue;
            }
            let source = sources.remove(i);
            placed[at].from = Some(source);
            let found = self.assign(placed, at + 1, sources, good);
            placed[at].from = None;
            sources.insert(i, source);
            if found {
                return true;
            }
        }
        false
    }

    /// The tiles of a kind on the new table. Those of locked sets are settled.
    fn places_of(&self, kind: Tile) -> Vec<Placed> {
        let mut places = Vec::new();
        for (new, set) in self.new.iter().enumerate() {
            let tiles = set.tiles().iter().enumerate();
            for (at, _) in tiles.filter(|(_, tile)| **tile == kind) {
                let lock = self.locks.iter().find(|l| l.new == new && l.takes(at));
                let from = lock.map(|lock| {
                    let paid = |p: &&super::Payment| p.stays && p.set == lock.set && p.kind == kind;
                    let paid = self
                        .payments
                        .iter()
                        .find(paid)
                        .filter(|_| lock.paid.contains(&kind));
                    paid.map_or(Source::Old(lock.set), |paid| paid.source)
                });
                places.push(Placed { new, from });
            }
        }
        places
    }

    /// Where the tiles of a kind come from: those of old sets, and the laid ones.
    fn sources_of(&self, kind: Tile) -> Vec<Source> {
        let mut sources = vec![Source::Laid; usize::from(self.played.count(kind))];
        for (set, old) in self.old.iter().enumerate() {
            let here = old.numbers().filter(|tile| *tile == kind);
            sources.extend(here.map(|_| Source::Old(set)));
        }
        sources
    }
}

/// Whether the new set holds every number tile of the old one.
fn holds(new: &Standing, old: &Standing) -> bool {
    let mut tiles: Vec<Tile> = new.numbers().collect();
    old.numbers().all(|tile| {
        let found = tiles.iter().position(|other| *other == tile);
        found.map(|i| tiles.swap_remove(i)).is_some()
    })
}
