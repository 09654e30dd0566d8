//! The turn problem of a player, and the two questions of the rules that only a solver can answer.
//! Core asks them through [`CouldPlay`]; the caller provides the implementation.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::set::Set;
use crate::tile::Tile;

/// The turn problem as the rules see it. Sets may be rearranged freely, so the table is a multiset
/// of tiles (docs/rules.md#final-table).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Position {
    /// All tiles on the table.
    pub table: TileCounts,
    /// The tiles on the rack.
    pub rack: TileCounts,
    /// Whether the player has opened and may therefore use the table.
    pub opened: bool,
    /// The owners of the groups, if groups have owners (docs/rules.md#group-stacks); otherwise
    /// empty.
    pub stacks: Stacks,
    /// The sets of the table as they lay before the turn, if they are known. Table tiles that lie
    /// in none of them are rack tiles that must be laid. Bound sets need it
    /// ([`Position::has_bound_sets`]); elsewhere a search by parts of the table begins with it.
    pub laid: Option<Vec<Set>>,
    /// Sets of the table that may grow at their ends but not be taken apart: a part of the question
    /// with bound sets. Their tiles are table tiles too.
    pub blocks: Vec<Block>,
}

/// A set of the table that may grow at its ends but not be taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The set, which may hold tiles that have replaced jokers of it.
    pub set: Set,
    /// Index of the set on the table from which it comes, from 0.
    pub old: usize,
}

/// The group stacks as the player to move sees them: own groups and groups of others.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Stacks {
    /// The groups on the table. Their tiles are table tiles too.
    pub groups: Vec<OldGroup>,
    /// Most groups that the player may own after the turn; `None` if there is no limit.
    pub most_own: Option<u8>,
}

/// A group that lay on the table before the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldGroup {
    /// Index of the set on the table, from 0.
    pub set: usize,
    /// Its tiles.
    pub tiles: TileCounts,
    /// Whether it lies in the stack of the player to move.
    pub own: bool,
}

impl Stacks {
    /// The stacks for sets laid beside an unchanged table: no group to continue, and room for as
    /// many more own groups as the limit leaves.
    pub fn beside(&self) -> Stacks {
        let own = self.groups.iter().filter(|group| group.own).count();
        let left = |most: u8| most.saturating_sub(u8::try_from(own).unwrap_or(u8::MAX));
        Stacks {
            groups: Vec::new(),
            most_own: self.most_own.map(left),
        }
    }

    /// The stacks for the rest of the table if the sets `kept` stay as they are. `None` if the own
    /// groups among these already exceed the limit.
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
    /// Whether sets of the table may not be taken apart at will
    /// (docs/rules.md#taking-a-joker-back).
    pub fn has_bound_sets(&self, rules: &RuleSet) -> bool {
        let bound = |set: &Set| rules.binds(set);
        let lie = self.laid.as_ref().is_none_or(|laid| laid.iter().any(bound));
        lie && !rules.sets_are_free_for(&self.table, self.opened)
    }

    /// The question about the rest of the table if these of its sets, by index, stay as they are.
    /// `None` if own groups among them already exceed the limit, or the table has not their tiles.
    pub fn without_sets(&self, sets: &[Set], kept: &[usize]) -> Option<Position> {
        let tiles = kept
            .iter()
            .flat_map(|set| sets[*set].tiles().iter().copied());
        let tiles = TileCounts::try_from_tiles(tiles).ok()?;
        let rest: Vec<usize> = (0..sets.len()).filter(|set| !kept.contains(set)).collect();
        let mut stacks = self.stacks.without_sets(kept)?;
        for group in &mut stacks.groups {
            group.set = rest.iter().position(|set| *set == group.set)?;
        }
        let lie = |laid: &Vec<Set>| rest.iter().map(|set| laid.get(*set).cloned()).collect();
        let laid: Option<Option<Vec<Set>>> = self.laid.as_ref().map(lie);
        Some(Position {
            table: self.table.checked_sub(&tiles)?,
            rack: self.rack,
            opened: self.opened,
            stacks,
            laid: match laid {
                None => None,
                Some(laid) => Some(laid?),
            },
            blocks: self.blocks.clone(),
        })
    }

    /// Every tile of the game that is neither on the table nor on the rack.
    pub fn unseen(&self, rules: &RuleSet) -> TileCounts {
        rules.unseen(&self.table, &self.rack)
    }

    /// Checks that table and rack together hold no more copies of a tile than the game has.
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

/// A question of the rules that got no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unanswered(
    /// Why, in words.
    pub String,
);

/// Answers "could this player have played?" for the rules that ask it: the duty to lay with an
/// empty pool, and the penalty of 100 or 200 points.
pub trait CouldPlay: Send {
    /// Whether the player can legally lay at least one rack tile, by an opening too.
    ///
    /// # Errors
    /// If the answer was not found.
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered>;

    /// The largest total value, in points, of disjoint legal sets made from these tiles alone; 0 if
    /// there is no set. Jokers count what they stand for, and are not used if `opening_jokers` is
    /// off. It may be less than the largest once it reaches the threshold of an opening.
    ///
    /// # Errors
    /// If the answer was not found.
    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered>;
}

/// How a game continues without an answer: in favour of the player. Nobody must lay, or pays a
/// penalty, because of a play that was not found. An exception is an opening that needs a judge for
/// its value: it is refused ([`Illegal::OpeningNotJudged`](crate::Illegal::OpeningNotJudged)).
impl dyn CouldPlay + '_ {
    /// [`CouldPlay::can_lay`], with `false` for no answer.
    pub fn is_known_to_lay(&mut self, rules: &RuleSet, position: &Position) -> bool {
        self.can_lay(rules, position).unwrap_or(false)
    }

    /// [`CouldPlay::best_opening`], with 0 for no answer.
    pub fn best_known_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> u32 {
        self.best_opening(rules, rack).unwrap_or(0)
    }
}
