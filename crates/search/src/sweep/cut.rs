//! Branching on the runs across the cut, where runs go round.
//!
//! A sweep begins and ends at the cut between two values, and a path must end with the runs that
//! it began with. States that name their beginning are many. A sweep whose states forget it finds
//! an upper bound: its best path may end with other runs than it began with. If so in one colour,
//! the beginnings of that colour are split into those that the end can stand for and the others.
//! The path is in neither part, and the search goes on with the part of the largest bound
//! (docs/solver.md#wrapping-runs).

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Crossings, OpenId, OpenRuns};

/// The open runs of each colour.
pub type RunsByColour = [OpenId; MAX_COLOURS];

/// Ways to begin in one colour, each of which is compared with each. Not tuned.
const MOST_STARTS: usize = 600;

/// States before the first value of a sweep. With 256, two of 25 positions of `greedy-2` with
/// `wrap=true` were not swept.
const MOST_ROOTS: usize = 4096;

/// The parts of a question that are still to be swept.
pub struct Cut {
    parts: Vec<Part>,
}

/// The plays that begin with some of these runs in each colour.
#[derive(Clone)]
pub struct Part {
    pub starts: Crossings,
    /// An upper bound of their totals.
    most: i64,
}

/// A path that ends with other runs than it began with.
pub struct Mismatch {
    total: i64,
    colour: usize,
    /// The runs of that colour at its end.
    ends: OpenId,
}

impl Cut {
    /// All plays with these crossings.
    pub fn new(crossings: &Crossings) -> Cut {
        let all = Part {
            starts: crossings.clone(),
            most: i64::MAX,
        };
        Cut { parts: vec![all] }
    }

    /// The part of largest bound, if any may hold a better play than one of this total.
    pub fn next(&mut self, seen: Option<i64>) -> Option<Part> {
        self.parts
            .retain(|part| seen.is_none_or(|seen| part.most > seen));
        let parts = self.parts.iter().enumerate();
        let (best, _) = parts.max_by_key(|(i, part)| (part.most, *i))?;
        Some(self.parts.swap_remove(best))
    }

    /// Splits a part by its best path, which is no play.
    pub fn split(&mut self, part: &Part, by: &Mismatch, open: &mut OpenRuns) {
        let all = part.starts[by.colour].iter().copied();
        let (can, cannot): (Vec<_>, Vec<_>) =
            all.partition(|start| open.simulates(by.ends, *start));
        for starts in [can, cannot] {
            let mut part = Part {
                most: by.total,
                ..part.clone()
            };
            part.starts[by.colour] = starts;
            self.parts.push(part);
        }
    }
}

impl Part {
    /// The ways to begin that can do most; `None` if they are too many.
    pub fn roots(&self, colours: usize, open: &mut OpenRuns) -> Option<Vec<RunsByColour>> {
        let mut roots = vec![[0; MAX_COLOURS]];
        for (colour, starts) in self.starts.iter().enumerate().take(colours) {
            if starts.len() > MOST_STARTS {
                return None;
            }
            let mut most: Vec<OpenId> = Vec::new();
            for start in starts {
                if !most.iter().any(|other| open.simulates(*other, *start)) {
                    most.retain(|other| !open.simulates(*start, *other));
                    most.push(*start);
                }
            }
            let begin = |id: OpenId| {
                let with = move |mut root: RunsByColour| {
                    root[colour] = id;
                    root
                };
                roots.iter().copied().map(with)
            };
            roots = most.into_iter().flat_map(begin).collect();
            if roots.len() > MOST_ROOTS {
                return None;
            }
        }
        Some(roots)
    }
}

impl Mismatch {
    /// Where a path from these open runs to those does not come round, if anywhere.
    pub fn of(
        total: i64,
        [from, to]: [RunsByColour; 2],
        colours: usize,
        open: &mut OpenRuns,
    ) -> Option<Mismatch> {
        // Few open runs leave few ways to begin: the parts are small.
        let off = (0..colours).filter(|c| !open.simulates(to[*c], from[*c]));
        let off: Vec<usize> = off.collect();
        let colour = off.into_iter().min_by_key(|c| open.facts(from[*c]).runs)?;
        let ends = to[colour];
        Some(Mismatch {
            total,
            colour,
            ends,
        })
    }
}
