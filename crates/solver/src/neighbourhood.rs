//! Large neighbourhood search: some sets near a tile that still lies on the rack are solved anew
//! together with it, again and again, until nothing is left to lay (Shaw 1998).
//!
//! It proves nothing by itself. But where there are many tiles, and jokers, the whole rack can
//! mostly go, and a play of the whole rack needs no other proof.

use std::cmp::Reverse;

use rummilab_chance::{Key, Stream};
use rummilab_core::{OldGroup, Position, RuleSet, Set, StackPlace, Stacks, Tile, TileCounts};

use crate::answer::{Arrangement, Verified};
use crate::any_play::small_opening;
use crate::goal::{Goal, Score};
use crate::verify::{is_beside, verify};
use crate::{Answer, Solver};

/// Work of the solver for one neighbourhood ([`Solver::limit_work`]), at first and at most. It is
/// doubled where the solver gave up.
const WORK: u64 = 500;
const MOST_WORK: u64 = 16_000;

/// Table tiles of a neighbourhood: at first, what is added after some in vain, and at most.
const TILES: usize = 10;
const MORE_TILES: usize = 3;
const MOST_TILES: usize = 30;

/// Neighbourhoods in vain after which they grow.
const IN_VAIN: u32 = 5;

/// Rack tiles of a neighbourhood at most.
const RACK_TILES: usize = 8;

/// How near a tile is to another: a place in a run, or another colour.
const STEP: u64 = 100;

/// From this many steps on a tile is not near.
const FAR: u64 = 3;

/// Chance moves a set or a tile by less than this: near ones come first more often than not.
const CHANCE: u64 = 4 * STEP;

/// What a search by neighbourhoods begins with.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    /// A play. Without one, the table as it lies, or an opening.
    pub known: Option<&'a Verified>,
    /// Upper bound of the main goal. A play that reaches it ends the search.
    pub bound: i64,
    /// Work of the solver, in states of the search.
    pub work: u64,
    /// How often the same question was searched so before. Chance is another each time, and the
    /// neighbourhoods are larger.
    pub round: u32,
}

/// A play better than the one known, and the nodes of the solver, which answers for each
/// neighbourhood. `None` if there is none, or not known with which sets to begin.
pub(crate) fn improved(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    start: Start<'_>,
) -> (Option<Verified>, u64) {
    let Some(mut search) = Neighbourhoods::begin(rules, position, goal, start) else {
        return (None, 0);
    };
    let nodes = search.run(solver, start);
    let least = start.known.map(|known| known.score);
    let play = search.play().filter(|play| Some(play.score) > least);
    (play, nodes)
}

/// A turn under construction.
struct Neighbourhoods<'a> {
    /// The rules as given.
    rules: &'a RuleSet,
    position: &'a Position,
    goal: &'a Goal,
    sets: Vec<Set>,
    /// Whether a set is a group in the stack of the player to move; `None`: it lies in no stack.
    own: Vec<Option<bool>>,
    most_own: Option<u8>,
    /// Own sets that reach the threshold of an opening that uses the table.
    opening: Vec<Set>,
    laid: TileCounts,
    /// Rack tiles that may be laid.
    loose: TileCounts,
    /// Table tiles of the next neighbourhood at most.
    tiles: usize,
    in_vain: u32,
    /// Work of the solver for the next neighbourhood.
    work: u64,
    chance: Stream,
}

/// Some sets and some tiles of the rack.
struct Neighbourhood {
    position: Position,
    /// Rack tiles that lie in its sets. They are rack tiles of the question, too.
    laid: TileCounts,
    /// Indices of the sets, in ascending order.
    sets: Vec<usize>,
}

impl<'a> Neighbourhoods<'a> {
    /// `None` where the sets to begin with are not known, or some are bound.
    fn begin(
        rules: &'a RuleSet,
        position: &'a Position,
        goal: &'a Goal,
        Start { known, round, .. }: Start<'_>,
    ) -> Option<Neighbourhoods<'a>> {
        let bound = position.has_bound_sets(rules) || !position.blocks.is_empty();
        if bound || *goal == Goal::OpeningValue {
            return None;
        }
        let opening = !position.opened;
        let beside = is_beside(rules, position, goal);
        let known = known.filter(|known| !known.played.is_empty() && (beside || !opening));
        let mut own_sets = Vec::new();
        let sets = match known {
            Some(known) => known.sets().to_vec(),
            None => {
                if opening {
                    own_sets = small_opening(rules, position)?;
                }
                let old = if beside {
                    None
                } else {
                    Some(position.laid.clone()?)
                };
                old.into_iter().flatten().chain(own_sets.clone()).collect()
            }
        };
        let old = if beside {
            TileCounts::EMPTY
        } else {
            position.table
        };
        let laid = tiles_of(&sets).checked_sub(&old)?;
        let stacks = if beside {
            position.stacks.beside()
        } else {
            position.stacks.clone()
        };
        let gains = |tile: &Tile| {
            let gain = goal.score(&TileCounts::from_iter([*tile]), 0);
            gain > Score([0; 3]) && !(opening && tile.is_joker() && !rules.opening_jokers)
        };
        let rack = position.rack.checked_sub(&laid)?;
        Some(Neighbourhoods {
            rules,
            position,
            goal,
            own: owners(rules, &stacks, &sets)?,
            most_own: stacks.most_own,
            sets,
            opening: if beside { Vec::new() } else { own_sets },
            laid,
            loose: rack.tiles().filter(gains).collect(),
            tiles: (TILES + MORE_TILES * round as usize).min(MOST_TILES),
            in_vain: 0,
            work: WORK,
            chance: Stream::new(Key::sample(0, "neighbourhood", u64::from(round))),
        })
    }

    /// Solves neighbourhoods until the bound is reached or the work is done. Returns the nodes.
    fn run(&mut self, solver: &mut dyn Solver, start: Start<'_>) -> u64 {
        let rules = self.rules.with_free_sets();
        let (mut left, mut nodes) = (start.work, 0_u64);
        let reached = |laid: &TileCounts| self.goal.score(laid, 0).main() >= start.bound;
        while left > 0 && !reached(&self.laid) && !solver.stopped() {
            let Some(tile) = self.some_loose() else {
                break;
            };
            let near = self.near(tile);
            solver.limit_work(Some(self.work));
            let found = solver.solve(rules, &near.position, self.goal);
            nodes = nodes.saturating_add(solver.nodes());
            match found.map(Answer::into_verified) {
                Ok(Some(best)) => {
                    // It took less than its limit.
                    left = left.saturating_sub(self.work / 2);
                    self.lay(&near, &best);
                }
                _ => {
                    left = left.saturating_sub(self.work);
                    self.work = (2 * self.work).min(MOST_WORK);
                }
            }
        }
        solver.limit_work(None);
        nodes
    }

    fn some_loose(&mut self) -> Option<Tile> {
        let loose: Vec<Tile> = self.loose.tiles().collect();
        self.chance.pick(&loose).copied()
    }

    /// The sets that are nearest to this tile, and the nearest tiles of the rack.
    fn near(&mut self, tile: Tile) -> Neighbourhood {
        let mut order: Vec<(u64, usize)> = (0..self.sets.len())
            .map(|set| (self.far(tile, &self.sets[set]) + self.by_chance(), set))
            .collect();
        order.sort_unstable();
        let mut room = self.tiles;
        let fits = |(_, set): &(u64, usize)| {
            let left = room.checked_sub(self.sets[*set].len());
            room = left.unwrap_or(room);
            left.is_some()
        };
        let mut sets: Vec<usize> = order
            .into_iter()
            .take_while(fits)
            .map(|(_, set)| set)
            .collect();
        sets.sort_unstable();
        let loose: Vec<Tile> = self.loose.tiles().collect();
        let mut rack: Vec<(u64, Tile)> = loose
            .into_iter()
            .map(|other| (self.distance(tile, other) + self.by_chance(), other))
            .collect();
        // The tile itself comes first.
        rack.sort_unstable_by_key(|(far, other)| (*other != tile, *far, Reverse(*other)));
        let rack = rack.into_iter().take(RACK_TILES).map(|(_, other)| other);
        self.neighbourhood(sets, rack.collect())
    }

    fn by_chance(&mut self) -> u64 {
        self.chance.next_u64() % CHANCE
    }

    /// How far a tile is from those of a set, in the mean.
    fn far(&self, tile: Tile, set: &Set) -> u64 {
        let tiles = set.tiles().iter();
        let sum: u64 = tiles.map(|other| self.distance(tile, *other)).sum();
        sum / set.len().max(1) as u64
    }

    fn distance(&self, a: Tile, b: Tile) -> u64 {
        let (Some(of_a), Some(of_b)) = (a.value(), b.value()) else {
            return 0;
        };
        let apart = u64::from(of_a.abs_diff(of_b));
        let around = u64::from(self.rules.values).saturating_sub(apart);
        let colour = u64::from(a.colour() != b.colour());
        STEP * (apart.min(around) + colour).min(FAR)
    }

    /// The question about these sets and these tiles of the rack.
    fn neighbourhood(&self, sets: Vec<usize>, rack: TileCounts) -> Neighbourhood {
        let groups = sets.iter().enumerate().filter_map(|(set, of_all)| {
            let own = self.own[*of_all]?;
            let tiles = tiles_of(&self.sets[*of_all..=*of_all]);
            Some(OldGroup { set, tiles, own })
        });
        let own = |set: &usize| self.own[*set] == Some(true);
        let all_own = self.own.iter().filter(|own| **own == Some(true)).count();
        let elsewhere = all_own - sets.iter().filter(|set| own(set)).count();
        let left = |most: u8| most.saturating_sub(u8::try_from(elsewhere).unwrap_or(u8::MAX));
        let stacks = Stacks {
            groups: groups.collect(),
            most_own: self.most_own.map(left),
        };
        let tiles = sets
            .iter()
            .flat_map(|set| self.sets[*set].tiles().iter().copied());
        let tiles: TileCounts = tiles.collect();
        let laid = tiles.saturating_sub(&tiles.saturating_sub(&self.laid));
        let position = Position {
            table: tiles.saturating_sub(&laid),
            rack: rack.checked_add(&laid).unwrap_or(rack),
            opened: true,
            stacks,
            laid: None,
            blocks: Vec::new(),
        };
        Neighbourhood {
            position,
            laid,
            sets,
        }
    }

    /// Lets the sets of this neighbourhood lie as in its answer. One that lays no more lets them
    /// lie otherwise, which may make room.
    fn lay(&mut self, near: &Neighbourhood, best: &Verified) {
        let before = self.goal.score(&near.laid, 0);
        let own = owners(self.rules, &near.position.stacks, best.sets());
        let own = own.filter(|_| best.score >= before);
        self.in_vain += 1;
        if let Some(own) = own {
            for set in near.sets.iter().rev() {
                self.sets.swap_remove(*set);
                self.own.swap_remove(*set);
            }
            self.sets.extend(best.sets().iter().cloned());
            self.own.extend(own);
            let laid = self.laid.saturating_sub(&near.laid);
            self.laid = laid.checked_add(&best.played).unwrap_or(laid);
            let loose = self.loose.checked_add(&near.laid).unwrap_or(self.loose);
            self.loose = loose.saturating_sub(&best.played);
            if best.score > before {
                self.in_vain = 0;
            }
        }
        if self.in_vain == IN_VAIN {
            self.in_vain = 0;
            self.tiles = (self.tiles + MORE_TILES).min(MOST_TILES);
        }
    }

    /// The turn if the checker passes it.
    fn play(self) -> Option<Verified> {
        let arrangement = Arrangement {
            sets: self.sets,
            opening: self.opening,
        };
        verify(self.rules, self.position, self.goal, arrangement).ok()
    }
}

fn tiles_of(sets: &[Set]) -> TileCounts {
    sets.iter()
        .flat_map(|set| set.tiles().iter().copied())
        .collect()
}

/// Whether each of these sets is a group in the stack of the player to move; `None` if the rules
/// forbid them.
fn owners(rules: &RuleSet, old: &Stacks, sets: &[Set]) -> Option<Vec<Option<bool>>> {
    if !rules.has_group_owners() {
        return Some(vec![None; sets.len()]);
    }
    let places = rules.place_groups(old, sets)?;
    let own = |place: &StackPlace| match place {
        StackPlace::Middle => None,
        StackPlace::New => Some(true),
        StackPlace::Continues(group) => old.groups.get(*group).map(|group| group.own),
    };
    Some(places.iter().map(own).collect())
}
