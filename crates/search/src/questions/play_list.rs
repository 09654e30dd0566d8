//! From a diagram to the list of its choices, in the order of [`rummilab_solver::plays`].

use std::collections::BinaryHeap;

use rummilab_core::TileCounts;
use rummilab_solver::{Omitted, Play, Plays, Score};

use crate::questions::{Diagram, Points, sum};
use crate::sweep::KEPT_STATES;

#[derive(Debug, Default)]
pub struct PlayLister {
    open: BinaryHeap<PartialPlay>,
}

/// Choices with the same beginning, of which only the score is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PartialPlay {
    /// The best score of them.
    most: Points,
    /// Values that they have in common. Among equals, those that are further on come first.
    depth: u32,
    so_far: Points,
    node: u32,
    /// Whether they lay something already.
    lays: bool,
}

/// The plays still wanted during the walk through the diagram in the order of ties.
struct Cutoff {
    /// Choices that score less are left out.
    least: Points,
    /// The number still wanted of those that score exactly the least.
    of_least: usize,
}

impl PlayLister {
    /// Releases the memory that only an unusual list needs.
    pub fn trim(&mut self) {
        self.open.clear();
        self.open.shrink_to(KEPT_STATES / 4);
    }

    /// The first choices of a diagram, `most` at most.
    pub fn list(&mut self, diagram: &Diagram, most: usize) -> Plays {
        let all = diagram.choices() - u64::from(lays_nothing(diagram));
        let few = usize::try_from(all).is_ok_and(|all| all <= most);
        let mut wanted = if few {
            Cutoff {
                least: [i64::MIN; 3],
                of_least: usize::MAX,
            }
        } else {
            self.limit(diagram, most)
        };
        let mut plays = Vec::with_capacity(if few { all as usize } else { most });
        if all > 0 && most > 0 {
            let start = Play {
                tiles: TileCounts::EMPTY,
                score: Score([0; 3]),
            };
            wanted.add(diagram, Diagram::ROOT, start, &mut plays);
        }
        // Ties are in their order already.
        plays.sort_by_key(|play| std::cmp::Reverse(play.score));
        let rest = if few {
            Omitted::Nothing
        } else {
            Omitted::Later
        };
        Plays { plays, rest }
    }

    /// The score of the last of the first `most` choices, and how many have exactly that score.
    fn limit(&mut self, diagram: &Diagram, most: usize) -> Cutoff {
        self.open.clear();
        self.open.push(PartialPlay {
            most: [i64::MAX; 3],
            depth: 0,
            so_far: [0; 3],
            node: Diagram::ROOT,
            lays: false,
        });
        let mut wanted = Cutoff {
            least: [i64::MAX; 3],
            of_least: 0,
        };
        let mut found = 0;
        while found < most
            && let Some(partial) = self.open.pop()
        {
            if diagram.is_terminal(partial.node) {
                if partial.lays {
                    found += 1;
                    if partial.most < wanted.least {
                        wanted = Cutoff {
                            least: partial.most,
                            of_least: 0,
                        };
                    }
                    wanted.of_least += 1;
                }
                continue;
            }
            for (tiles, score, to, best) in diagram.edges(partial.node) {
                let so_far = sum(partial.so_far, score);
                self.open.push(PartialPlay {
                    most: sum(so_far, best),
                    depth: partial.depth + 1,
                    so_far,
                    node: to,
                    lays: partial.lays || !tiles.is_empty(),
                });
            }
        }
        wanted
    }
}

impl Cutoff {
    /// Adds the choices that begin with these tiles, in the order of ties.
    fn add(&mut self, diagram: &Diagram, node: u32, so_far: Play, plays: &mut Vec<Play>) {
        if diagram.is_terminal(node) {
            if !so_far.tiles.is_empty() {
                if so_far.score.0 == self.least {
                    self.of_least -= 1;
                }
                plays.push(so_far);
            }
            return;
        }
        for (tiles, score, to, best) in diagram.edges(node) {
            let score = sum(so_far.score.0, score);
            let most = sum(score, best);
            if most < self.least || (most == self.least && self.of_least == 0) {
                continue;
            }
            // Both are parts of one rack, so their sum fits.
            let tiles = so_far.tiles.checked_add(tiles).unwrap_or(so_far.tiles);
            let score = Score(score);
            self.add(diagram, to, Play { tiles, score }, plays);
        }
    }
}

/// Whether laying nothing is one of the choices.
fn lays_nothing(diagram: &Diagram) -> bool {
    let mut node = Diagram::ROOT;
    while !diagram.is_terminal(node) {
        let idle = diagram.edges(node).find(|(tiles, ..)| tiles.is_empty());
        match idle {
            Some((_, _, to, _)) => node = to,
            None => return false,
        }
    }
    true
}
