//! Random playouts of the rest of a duel: both players lay spare tiles one by one, and the first
//! with none left that fits loses.

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

use super::duel::Duel;
use crate::standoff::{NoAnswer, PartitionQueries, own_sets, pairs};

/// Turns after which an unfinished game counts as even. A game has no more tiles than that.
const TURNS: usize = 120;
/// The winner's bonus for each spare turn left. The win itself counts 1.
const SPARE_TURN: f64 = 0.1;
/// The most spare turns that earn the bonus.
const MOST_SPARE: usize = 5;

/// Two racks split into spare tiles and kept tiles.
struct Race {
    to_move: usize,
    table: TileCounts,
    spare: [TileCounts; 2],
    /// Spare jokers. They are laid last and nearly always fit, so no question is asked about them.
    jokers: [u8; 2],
    /// The tiles that stop the other player.
    kept: [TileCounts; 2],
    passes: u8,
}

/// The result of one playout from here, for the player to move: from -1.5 to 1.5. The stoppers of
/// that player come first.
pub(super) fn race_on(
    duel: &Duel,
    [own, theirs]: [&[TileCounts]; 2],
    queries: &mut PartitionQueries<'_>,
    luck: &mut Stream,
) -> Result<f64, NoAnswer> {
    let me = duel.to_move;
    let mut kept = [TileCounts::EMPTY; 2];
    for (player, found) in [(me, own), (1 - me, theirs)] {
        kept[player] = one_of(found, &duel.racks[player], luck).unwrap_or_default();
    }
    let won = Race::of(duel, kept).play_out(queries, luck)?;
    Ok(if me == 0 { won } else { -won })
}

/// A random stopper that this rack still holds, among the smallest and those with one tile more.
fn one_of(found: &[TileCounts], rack: &TileCounts, luck: &mut Stream) -> Option<TileCounts> {
    let held: Vec<&TileCounts> = found.iter().filter(|s| rack.contains(s)).collect();
    let least = held.first()?.len();
    let close = held.partition_point(|stopper| stopper.len() <= least + 1);
    luck.pick(&held[..close]).map(|stopper| **stopper)
}

impl Race {
    /// The race from a position in which these tiles are kept.
    fn of(duel: &Duel, kept: [TileCounts; 2]) -> Race {
        let spare = |player: usize| duel.racks[player].saturating_sub(&kept[player]);
        Race {
            to_move: duel.to_move,
            table: duel.table,
            spare: [spare(0).without_jokers(), spare(1).without_jokers()],
            jokers: [spare(0).jokers(), spare(1).jokers()],
            kept,
            passes: 0,
        }
    }

    /// Plays to the end, and returns the result for player 0.
    fn play_out(
        mut self,
        queries: &mut PartitionQueries<'_>,
        luck: &mut Stream,
    ) -> Result<f64, NoAnswer> {
        let mut fits = queries.fits(&self.table)?;
        for _ in 0..TURNS {
            if !self.lay(queries, &mut fits, luck)? {
                let player = self.to_move;
                if !queries.hides_a_tile() && self.is_stuck(&fits) {
                    self.passes += 1;
                    if self.passes > 1 {
                        return Ok(self.by_points(queries));
                    }
                } else {
                    let more = self.turns_left(1 - player, queries, fits, luck)?;
                    let won = 1.0 + SPARE_TURN * more as f64;
                    return Ok(if player == 0 { -won } else { won });
                }
            }
            self.to_move = 1 - self.to_move;
        }
        Ok(0.0)
    }

    /// Lays a spare tile for the player to move; `false` if none fits.
    fn lay(
        &mut self,
        queries: &mut PartitionQueries<'_>,
        fits: &mut TileCounts,
        luck: &mut Stream,
    ) -> Result<bool, NoAnswer> {
        let me = self.to_move;
        let kinds = self.spare[me].kinds().map(|(tile, _)| tile);
        let options: Vec<Tile> = kinds.filter(|tile| fits.count(*tile) > 0).collect();
        let laid = if let Some(first) = luck.index(options.len()) {
            let second = luck.index(options.len()).unwrap_or(first);
            self.roomier(queries, options[first], options[second], fits)?
        } else {
            let spare = self.spare[me];
            let found = match pairs(queries, &self.table, &spare, &TileCounts::EMPTY)?.first() {
                Some(pair) => Some(*pair),
                None => own_sets(queries.rules(), &spare).first().copied(),
            };
            let Some(laid) = found else {
                let joker = self.jokers[me] > 0;
                self.jokers[me] -= u8::from(joker);
                self.passes = if joker { 0 } else { self.passes };
                return Ok(joker);
            };
            let table = self.table.checked_add(&laid).unwrap_or(self.table);
            *fits = queries.fits(&table)?;
            laid
        };
        self.spare[me] = self.spare[me].saturating_sub(&laid);
        self.table = self.table.checked_add(&laid).unwrap_or(self.table);
        self.passes = 0;
        Ok(true)
    }

    /// Of two tiles, the one after which more of the player's own spare kinds fit, less those of
    /// the other. Sets `fits` to the kinds that fit after it.
    fn roomier(
        &self,
        queries: &mut PartitionQueries<'_>,
        one: Tile,
        two: Tile,
        fits: &mut TileCounts,
    ) -> Result<TileCounts, NoAnswer> {
        let mut best: Option<(i64, TileCounts, TileCounts)> = None;
        let tried = if one == two { 1 } else { 2 };
        for tile in [one, two].into_iter().take(tried) {
            let laid = TileCounts::from_iter([tile]);
            let table = self.table.checked_add(&laid).unwrap_or(self.table);
            let after = queries.fits(&table)?;
            let count = |spare: &TileCounts| {
                let kinds = spare.kinds();
                kinds.filter(|(tile, _)| after.count(*tile) > 0).count() as i64
            };
            let own = self.spare[self.to_move].saturating_sub(&laid);
            let room = count(&own) - count(&self.spare[1 - self.to_move]);
            if best.is_none_or(|(most, ..)| room > most) {
                best = Some((room, laid, after));
            }
        }
        Ok(match best {
            Some((_, laid, after)) => {
                *fits = after;
                laid
            }
            None => TileCounts::EMPTY,
        })
    }

    /// Whether the player to move, who has no spare tile to lay, cannot lay a kept tile either.
    fn is_stuck(&self, fits: &TileCounts) -> bool {
        let kept = &self.kept[self.to_move];
        kept.jokers() == 0 && kept.kinds().all(|(tile, _)| fits.count(tile) == 0)
    }

    /// Turns on which a player could still lay if the other did nothing, up to the number that
    /// counts.
    fn turns_left(
        &mut self,
        player: usize,
        queries: &mut PartitionQueries<'_>,
        mut fits: TileCounts,
        luck: &mut Stream,
    ) -> Result<usize, NoAnswer> {
        self.to_move = player;
        for turns in 0..MOST_SPARE {
            if !self.lay(queries, &mut fits, luck)? {
                return Ok(turns);
            }
        }
        Ok(MOST_SPARE)
    }

    /// The result by the lower rack.
    fn by_points(&self, queries: &PartitionQueries<'_>) -> f64 {
        let points = |player: usize| {
            let number = queries.rules().rack_points(&self.spare[player]);
            number + queries.rules().rack_points(&self.kept[player])
        };
        match points(0).cmp(&points(1)) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.0,
            std::cmp::Ordering::Greater => -1.0,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_chance::Key;
    use rummilab_core::RuleSet;
    use rummilab_core::notation::parse_counts;

    use super::*;
    use crate::solvers::{PartitionAutomaton, SearchSolver};

    /// The result of a race for player 0, who moves, given both players' spare and kept tiles and
    /// the table.
    fn ends(spare: [&str; 2], kept: [&str; 2], table: &str) -> f64 {
        let rules = RuleSet::preset("original").unwrap();
        let tiles = |text| parse_counts(text, &rules).unwrap();
        let race = Race {
            to_move: 0,
            table: tiles(table),
            spare: spare.map(tiles),
            jokers: [0; 2],
            kept: kept.map(tiles),
            passes: 0,
        };
        let (mut solver, mut automaton) = (SearchSolver::new(), PartitionAutomaton::new(&rules));
        let mut queries =
            PartitionQueries::new(&rules, &mut solver, 1_000).with(automaton.as_mut());
        let mut luck = Stream::new(Key::sample(1, "race", 0));
        race.play_out(&mut queries, &mut luck).unwrap()
    }

    #[test]
    fn who_has_a_spare_turn_more_wins() {
        let table = "R3 R4 R5 B3 B4 B5";
        // One spare tile each: the player who began has to break up the kept tiles. Then one more,
        // and two more.
        assert_eq!(ends(["R6", "B6"], ["R7", "B7"], table), -1.0);
        assert_eq!(ends(["R6 B2", "B6"], ["R2", "B7"], table), 1.0);
        assert_eq!(ends(["R6 R7 B2", "B6"], ["R2", "B7"], table), 1.1);
    }

    #[test]
    fn who_can_lay_nothing_passes_and_the_lower_rack_wins() {
        assert_eq!(ends(["", ""], ["K9", "O1"], "R3 R4 R5"), -1.0);
        assert_eq!(ends(["", ""], ["K1", "O9"], "R3 R4 R5"), 1.0);
    }
}
