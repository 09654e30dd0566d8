//! What a player can lay from, and the two questions of the rules that only a solver can answer.
//! Core asks them through [`CouldPlay`] and is handed somebody who can answer.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::tile::Tile;

/// The turn problem as the rules see it: against a perfect rearranger the table is a multiset
/// (docs/rules.md#final-table).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// All tiles on the table.
    pub table: TileCounts,
    /// The tiles on the rack.
    pub rack: TileCounts,
    /// Whether the player has opened, so that the table may be used.
    pub opened: bool,
    /// Who owns the groups, where that matters (docs/rules.md#group-stacks); empty elsewhere.
    pub stacks: Stacks,
}

/// The group stacks as the player to move sees them: own groups and those of others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stacks {
    /// The groups on the table. Their tiles are table tiles too.
    pub groups: Vec<OldGroup>,
    /// Most groups that the player may own after the turn; `None` where nobody counts.
    pub most_own: Option<u8>,
}

/// A group that lay on the table before the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldGroup {
    /// Which set of the table it is, counted from 0.
    pub set: usize,
    /// Its tiles.
    pub tiles: TileCounts,
    /// Whether it lies in the stack of the player to move.
    pub own: bool,
}

impl Stacks {
    /// These stacks for sets laid beside a table that stays as it is: no group to continue, and
    /// room for so many more own ones.
    pub fn beside(&self) -> Stacks {
        let own = self.groups.iter().filter(|group| group.own).count();
        let left = |most: u8| most.saturating_sub(u8::try_from(own).unwrap_or(u8::MAX));
        Stacks {
            groups: Vec::new(),
            most_own: self.most_own.map(left),
        }
    }

    /// These stacks without the groups that are among so many sets left as they are, for the rest
    /// of the table. `None` if they alone are more own groups than the player may have.
    pub fn without_sets(&self, kept: &[usize]) -> Option<Stacks> {
        let (kept, rest): (Vec<OldGroup>, Vec<OldGroup>) = self
            .groups
            .iter()
            .partition(|group| kept.contains(&group.set));
        let own = kept.iter().filter(|group| group.own).count();
        let left = |most: u8| usize::from(most).checked_sub(own).map(|left| left as u8);
        Some(Stacks {
            groups: rest,
            most_own: match self.most_own {
                Some(most) => Some(left(most)?),
                None => None,
            },
        })
    }
}

impl Position {
    /// Checks that no tile is there more often than in the game, table and rack together.
    pub fn check(&self, rules: &RuleSet) -> Result<(), Tile> {
        match self.table.checked_add(&self.rack) {
            Some(all) => rules.excess(&all).map_or(Ok(()), Err),
            None => {
                let over = |tile: &Tile| {
                    let there = self
                        .table
                        .count(*tile)
                        .saturating_add(self.rack.count(*tile));
                    there > rules.copies_of(*tile)
                };
                Err(self
                    .table
                    .kinds()
                    .map(|(tile, _)| tile)
                    .find(over)
                    .unwrap_or(Tile::JOKER))
            }
        }
    }
}

/// A question of the rules that was not answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unanswered(
    /// Why, in words.
    pub String,
);

/// Answers "could he have played?" for the rules that ask it: must lay if able with an empty pool,
/// and the 100/200 rule.
pub trait CouldPlay: Send {
    /// Whether at least one rack tile can be laid legally, the opening included.
    ///
    /// # Errors
    /// If that was not found out.
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered>;

    /// The largest total value of disjoint legal sets made from these tiles alone, jokers at the
    /// value they stand for, in points; 0 if there is no set. Where `opening_jokers` is off, jokers
    /// are not used.
    ///
    /// # Errors
    /// If that was not found out.
    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered>;
}

/// How a missing answer is taken where a game must go on: in favour of the player. Nobody is made
/// to lay, or pays a penalty, for a play that nobody found. An opening that only a judge can value
/// is refused instead ([`Illegal::OpeningNotJudged`](crate::Illegal::OpeningNotJudged)).
impl dyn CouldPlay + '_ {
    /// [`CouldPlay::can_lay`], where no answer is no.
    pub fn is_known_to_lay(&mut self, rules: &RuleSet, position: &Position) -> bool {
        self.can_lay(rules, position).unwrap_or(false)
    }

    /// [`CouldPlay::best_opening`], where no answer is 0.
    pub fn best_known_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> u32 {
        self.best_opening(rules, rack).unwrap_or(0)
    }
}
