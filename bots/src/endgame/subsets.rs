//! Every turn of an end with its exact worth, by a maximum over the parts of both racks.
//!
//! A turn goes from a rack to any smaller part of it with which the other tiles lie. So the best
//! turn of a rack is the best of what one tile less can reach, and of one tile less itself: a
//! maximum over subsets is found tile by tile (Yates 1937). Each pair of parts is visited once, and
//! no list of plays is made. The cost depends on the racks alone: 24 different tiles have 2^24
//! pairs.
//!
//! Who can go out does. So what lies is asked only beside parts that stop the other.

use rummilab_core::{CouldPlay, Ending, Position, RuleSet, Seat, Tile, TileCounts, Unanswered};

use super::search::Choice;
use super::state::State;
use crate::roster::{Lies, Loose};

/// The most pairs of parts: those of 24 different tiles. They take some 140 MB.
pub const MOST_PAIRS: usize = 1 << 24;

/// Why the turns of an end have no worth here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SubsetsError {
    /// A seat has not opened, so that other turns are legal.
    #[error("seat {0} has not opened")]
    NotOpened(Seat),
    /// Turns are counted.
    #[error("the last round has begun")]
    LastRound,
    /// Too many pairs of parts of the racks: more than [`MOST_PAIRS`].
    #[error("the racks have more than {MOST_PAIRS} pairs of parts")]
    TooLarge,
    /// The automaton does not know what can be laid on this table.
    #[error("what can be laid on this table is not known: {0}")]
    Unknown(TileCounts),
}

/// Less than any worth.
const NONE: i32 = i32::MIN / 2;

/// Every legal turn of the seat to move with its exact worth, as
/// [`Endgame::best`](super::Endgame::best) has it: the best first, of those the one with most
/// tiles. `starter` began the game.
///
/// # Errors
/// [`SubsetsError`]. An end is solved in full or not at all.
pub fn every_turn(
    rules: &RuleSet,
    starter: Seat,
    lies: &mut Lies,
    state: &State,
) -> Result<Vec<Choice>, SubsetsError> {
    if let Some(seat) = Seat::all(2).find(|seat| !state.opened[seat.index()]) {
        return Err(SubsetsError::NotOpened(seat));
    }
    if state.left.is_some() {
        return Err(SubsetsError::LastRound);
    }
    let racks = [state.to_move, state.to_move.next(2)].map(|seat| state.racks[seat.index()]);
    let pairs = number_of_parts(&racks[0]).checked_mul(number_of_parts(&racks[1]));
    if pairs.is_none_or(|pairs| pairs > MOST_PAIRS) {
        return Err(SubsetsError::TooLarge);
    }
    let ends = Ends {
        rules,
        starter,
        state,
    };
    let table = state.position(rules).table;
    Ok(Subsets::new(ends, &table, &racks, lies)?.turns())
}

/// The number of parts of a rack, the empty one and itself included.
fn number_of_parts(rack: &TileCounts) -> usize {
    let parts = rack.kinds().map(|(_, count)| usize::from(count) + 1);
    parts.fold(1, usize::saturating_mul)
}

/// The parts of a rack. Those with a tile less come before a part.
struct Parts {
    tiles: Vec<TileCounts>,
    /// Of each part, where its parts with a tile less begin in `less`.
    starts: Vec<usize>,
    less: Vec<usize>,
}

impl Parts {
    fn of(rack: &TileCounts) -> Parts {
        let kinds: Vec<(Tile, u8)> = rack.kinds().collect();
        let number = number_of_parts(rack);
        let mut parts = Parts {
            tiles: Vec::with_capacity(number),
            starts: vec![0],
            less: Vec::new(),
        };
        for part in 0..number {
            let mut tiles = TileCounts::EMPTY;
            let mut place = 1;
            for (tile, count) in &kinds {
                let many = usize::from(*count) + 1;
                let held = part / place % many;
                for _ in 0..held {
                    let _ = tiles.insert(*tile);
                }
                if held > 0 {
                    parts.less.push(part - place);
                }
                place *= many;
            }
            parts.tiles.push(tiles);
            parts.starts.push(parts.less.len());
        }
        parts
    }

    fn len(&self) -> usize {
        self.tiles.len()
    }

    fn with_a_tile_less(&self, part: usize) -> &[usize] {
        &self.less[self.starts[part]..self.starts[part + 1]]
    }
}

/// The worth of ended games.
struct Ends<'a> {
    rules: &'a RuleSet,
    starter: Seat,
    state: &'a State,
}

impl Ends<'_> {
    /// To the seat to move of the end, if these are the racks of it and of the other.
    fn worth(&self, own: &TileCounts, other: &TileCounts) -> i32 {
        let mover = self.state.to_move;
        let mut ended = *self.state;
        ended.racks[mover.index()] = *own;
        ended.racks[mover.next(2).index()] = *other;
        let out = [(own, mover), (other, mover.next(2))].into_iter();
        let out = out
            .filter(|(rack, _)| rack.is_empty())
            .map(|out| out.1)
            .next();
        let ending = out.map_or(Ending::PoolEmpty, Ending::WentOut);
        let worth = ended.worth(self.rules, ending, self.starter, &mut BothOpened);
        let worth = if mover == Seat(0) { worth } else { -worth };
        // A win and all points fit many times over.
        i32::try_from(worth).unwrap_or(NONE)
    }
}

/// Answers nothing: nobody asks what a player who has opened could have opened with.
struct BothOpened;

impl CouldPlay for BothOpened {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Err(Unanswered(String::new()))
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Err(Unanswered(String::new()))
    }
}

/// What is known of all pairs of parts: of the mover's rack (0) and of the other's (1).
struct Subsets<'a> {
    ends: Ends<'a>,
    racks: [TileCounts; 2],
    parts: [Parts; 2],
    /// Whether all tiles but the pair can lie. Not known, and not needed, where both could go out.
    lie: Vec<bool>,
    /// Of each side, by what the other has left: whether it can lay its whole rack. It lies then
    /// too if some of it lies already. Nothing is better than to do so: the other's rack only
    /// shrinks, so that no later end brings more points.
    goes_out: [Vec<bool>; 2],
    /// By pair: the best that each of the two, in its own terms, reaches by laying any tiles or
    /// none so that the other is to move; [`NONE`] if the tiles lie in no way.
    reached: [Vec<i32>; 2],
}

impl<'a> Subsets<'a> {
    fn new(
        ends: Ends<'a>,
        table: &TileCounts,
        racks: &[TileCounts; 2],
        lies: &mut Lies,
    ) -> Result<Subsets<'a>, SubsetsError> {
        let parts = racks.map(|rack| Parts::of(&rack));
        let [own, other] = [parts[0].len(), parts[1].len()];
        let mut subsets = Subsets {
            ends,
            racks: *racks,
            lie: vec![false; own * other],
            goes_out: [vec![false; other], vec![false; own]],
            reached: [vec![NONE; own * other], vec![NONE; own * other]],
            parts,
        };
        for side in [0, 1] {
            for laid in subsets.laid_beside(table, side, 0, lies)? {
                subsets.goes_out[side][laid] = true;
            }
        }
        for part in 0..other {
            if part == other - 1 || !subsets.goes_out[0][part] {
                for a in subsets.laid_beside(table, 1, part, lies)? {
                    subsets.lie[a * other + part] = true;
                }
            }
        }
        for part in 0..own {
            if !subsets.goes_out[1][part] {
                for b in subsets.laid_beside(table, 0, part, lies)? {
                    subsets.lie[part * other + b] = true;
                }
            }
        }
        Ok(subsets)
    }

    /// If this side has this part left: the parts of the other that may be left too, so that all
    /// other tiles lie.
    fn laid_beside(
        &self,
        table: &TileCounts,
        side: usize,
        part: usize,
        lies: &mut Lies,
    ) -> Result<Vec<usize>, SubsetsError> {
        let laid = self.racks[side].saturating_sub(&self.parts[side].tiles[part]);
        let unknown = SubsetsError::Unknown(*table);
        let heap = table.checked_add(&laid).ok_or_else(|| unknown.clone())?;
        let (mut loose, mut place) = (Vec::new(), 1);
        for (tile, count) in self.racks[1 - side].kinds() {
            loose.push(Loose { tile, count, place });
            place *= usize::from(count) + 1;
        }
        // What is laid and what is left are the whole rack together.
        let mut left = Vec::new();
        let mut found = |laid: usize| left.push(place - 1 - laid);
        let asked = lies.choices_that_lie(&heap, &loose, &mut found);
        asked.map(|()| left).ok_or(unknown)
    }

    /// The turns of the whole racks.
    fn turns(mut self) -> Vec<Choice> {
        let [own, other] = [0, 1].map(|side| self.parts[side].len());
        let mut turns = Vec::new();
        for a in 0..own {
            for b in 0..other {
                let worth = self.visit([a, b]);
                if let Some(worth) = worth
                    && b == other - 1
                    && a < own - 1
                {
                    let laid = self.racks[0].saturating_sub(&self.parts[0].tiles[a]);
                    let worth = i64::from(worth);
                    turns.push(Choice { laid, worth });
                }
            }
        }
        if turns.is_empty() || !self.ends.rules.must_play_when_empty.binds(true) {
            let worth = i64::from(self.pass_of_the_mover());
            let laid = TileCounts::EMPTY;
            turns.push(Choice { laid, worth });
        }
        turns.sort_by_key(|turn| {
            let laid = std::cmp::Reverse(turn.laid.len());
            (std::cmp::Reverse(turn.worth), laid, turn.laid)
        });
        turns
    }

    /// Fills in a pair. If all but the pair can lie, the worth of having laid so much to the mover.
    fn visit(&mut self, pair: [usize; 2]) -> Option<i32> {
        let best = [self.best(0, pair), self.best(1, pair)];
        let at = self.at(pair);
        if !self.lie[at] {
            for (reached, best) in self.reached.iter_mut().zip(best) {
                reached[at] = best;
            }
            return None;
        }
        let left = self.left_by(pair, best);
        for side in 0..2 {
            self.reached[side][at] = best[side].max(left[side]);
        }
        Some(left[0])
    }

    /// What it is worth to each of the two to have left this behind, if those are the best turns.
    fn left_by(&self, pair: [usize; 2], best: [i32; 2]) -> [i32; 2] {
        let rest = self.rest(pair);
        if rest.iter().any(TileCounts::is_empty) {
            let worth = self.ends.worth(&rest[0], &rest[1]);
            return [worth, -worth];
        }
        [0, 1].map(|side: usize| -self.to_move(1 - side, pair, best))
    }

    /// The worth to this side if it is to move and nobody has passed.
    fn to_move(&self, side: usize, pair: [usize; 2], best: [i32; 2]) -> i32 {
        if let Some(worth) = self.forced(side, pair, best) {
            return worth;
        }
        best[side].max(-self.after_a_pass(1 - side, pair, best))
    }

    /// The worth to this side if it is to move and the other has passed.
    fn after_a_pass(&self, side: usize, pair: [usize; 2], best: [i32; 2]) -> i32 {
        if let Some(worth) = self.forced(side, pair, best) {
            return worth;
        }
        let [own, other] = self.rest(pair);
        let worth = self.ends.worth(&own, &other);
        best[side].max(if side == 0 { worth } else { -worth })
    }

    /// The worth to this side if it is to move and cannot pass, or had better go out.
    fn forced(&self, side: usize, pair: [usize; 2], best: [i32; 2]) -> Option<i32> {
        if self.goes_out[side][pair[1 - side]] {
            let mut rest = self.rest(pair);
            rest[side] = TileCounts::EMPTY;
            let worth = self.ends.worth(&rest[0], &rest[1]);
            return Some(if side == 0 { worth } else { -worth });
        }
        let must = best[side] > NONE && self.ends.rules.must_play_when_empty.binds(true);
        must.then_some(best[side])
    }

    /// The worth of a pass with the whole racks.
    fn pass_of_the_mover(&self) -> i32 {
        let whole = [0, 1].map(|side| self.parts[side].len() - 1);
        if self.ends.state.passes > 0 {
            return self.ends.worth(&self.racks[0], &self.racks[1]);
        }
        let best = [self.best(0, whole), self.best(1, whole)];
        -self.after_a_pass(1, whole, best)
    }

    fn rest(&self, pair: [usize; 2]) -> [TileCounts; 2] {
        [0, 1].map(|side| self.parts[side].tiles[pair[side]])
    }

    /// The best that a side reaches by laying at least a tile.
    fn best(&self, side: usize, pair: [usize; 2]) -> i32 {
        let less = self.parts[side].with_a_tile_less(pair[side]).iter();
        let reached = less.map(|less| {
            let mut pair = pair;
            pair[side] = *less;
            self.reached[side][self.at(pair)]
        });
        reached.max().unwrap_or(NONE)
    }

    fn at(&self, [a, b]: [usize; 2]) -> usize {
        a * self.parts[1].len() + b
    }
}
