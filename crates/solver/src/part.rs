//! A question to a solver as a part of another: some tiles are laid and some sets are settled.

use rummilab_core::{JokerPlan, JokerReuse, Position, RuleSet, Set, Tile, TileCounts};

use crate::answer::Verified;
use crate::blocks::extensions;

/// A question without bound jokers.
#[derive(Debug, Clone)]
pub struct Part {
    /// The question that is left.
    pub position: Position,
    /// Rack tiles laid beyond those that its answer lays.
    pub laid: TileCounts,
    /// Those of them that replace jokers and lie anywhere.
    pub paid: TileCounts,
    /// Sets with freed jokers that lie beside its answer.
    pub placed: Vec<Set>,
}

impl Part {
    /// The question of a way to deal with the jokers; `None` if the rack lacks its tiles. `down`:
    /// rack tiles that lie on the table already.
    pub fn of(position: &Position, plan: &JokerPlan, down: &TileCounts) -> Option<Part> {
        // Tiles that lie already count first.
        let from_rack = plan.from_rack.saturating_sub(down);
        let position = Position {
            table: position.table.checked_add(&from_rack)?,
            rack: position.rack.checked_sub(&from_rack)?,
            laid: None,
            blocks: plan.blocks.clone(),
            stacks: position.stacks.clone(),
            opened: position.opened,
        };
        Some(Part {
            position,
            laid: from_rack,
            paid: plan.from_rack,
            placed: Vec::new(),
        })
    }

    /// The whole question.
    pub fn whole(position: &Position) -> Part {
        Part {
            position: position.clone(),
            laid: TileCounts::EMPTY,
            paid: TileCounts::EMPTY,
            placed: Vec::new(),
        }
    }

    /// The same question with the blocks settled as they are that no loose tile can extend. A table
    /// of which sets are only extended is full of them.
    pub fn without_idle_blocks(mut self, rules: &RuleSet) -> Option<Part> {
        let loose = self.loose();
        let mut next = 0;
        while let Some(block) = self.position.blocks.get(next) {
            let set = block.set.clone();
            match extensions(rules, &set, &loose, 1) {
                Some(_) => self = self.with_block_in(next, set)?,
                None => next += 1,
            }
        }
        Some(self)
    }

    /// The same question with this block in this set; `None` if there are not tiles enough. Tiles
    /// of the table are taken first, since a rack tile like them may still be laid.
    pub fn with_block_in(&self, block: usize, set: Set) -> Option<Part> {
        let mut part = self.clone();
        let block = part.position.blocks.remove(block);
        let mut own: Vec<Tile> = block.set.tiles().to_vec();
        let mut loose = self.loose_of_table();
        for tile in set.tiles() {
            if let Some(i) = own.iter().position(|other| other == tile) {
                own.swap_remove(i);
            } else if !loose.remove(*tile) {
                (part.position.rack.remove(*tile) && part.laid.insert(*tile)).then_some(())?;
                continue;
            }
            part.position.table.remove(*tile).then_some(())?;
        }
        // Its group stays with its owner.
        let stacks = &mut part.position.stacks;
        let own = stacks
            .groups
            .iter()
            .find(|group| group.set == block.old)
            .map(|g| g.own);
        stacks.groups.retain(|group| group.set != block.old);
        if let (Some(true), Some(most)) = (own, &mut stacks.most_own) {
            *most = most.checked_sub(1)?;
        }
        part.placed.push(set);
        Some(part)
    }

    /// What is left of these laid tiles for the answer to lay; `None` if they are not those of this
    /// part.
    pub fn rest_of(&self, played: &TileCounts) -> Option<TileCounts> {
        let rest = played.checked_sub(&self.laid)?;
        self.position.rack.contains(&rest).then_some(rest)
    }

    /// Tiles of table and rack that lie in no block.
    pub fn loose(&self) -> TileCounts {
        let all = self.loose_of_table().checked_add(&self.position.rack);
        all.unwrap_or_default()
    }

    /// The sets of an answer, and those that were settled.
    pub fn with_placed(&self, best: &Verified) -> Vec<Set> {
        best.sets().iter().chain(&self.placed).cloned().collect()
    }

    /// The same question with one more rack tile of this kind laid; `None` if there is none.
    pub fn with_laid(&self, kind: Tile) -> Option<Part> {
        let one = TileCounts::from_iter([kind]);
        let mut part = self.clone();
        part.laid = self.laid.checked_add(&one)?;
        part.position.rack = self.position.rack.checked_sub(&one)?;
        part.position.table = self.position.table.checked_add(&one)?;
        Some(part)
    }

    /// The same question with one more set placed, which holds as many of the freed jokers as it
    /// can. If all its number tiles must come from the rack, they do; otherwise those of the table
    /// are taken first, since a rack tile like them may still be laid. `None` if there are not
    /// tiles enough.
    pub fn with_set(&self, rules: &RuleSet, tiles: &TileCounts, freed: usize) -> Option<Part> {
        let all: Vec<Tile> = tiles.tiles().collect();
        let set = rules.with_reading(rules.lay_out(&all)?);
        let rack_first = rules.joker_reuse == JokerReuse::NewSetRack;
        let mut part = self.clone();
        let mut freed = freed;
        let loose = self.loose_of_table();
        let mut taken = TileCounts::EMPTY;
        for tile in all {
            let of_table = match tile.is_joker() {
                true => freed > 0,
                false if rack_first => part.position.rack.count(tile) == 0,
                false => loose.count(tile) > taken.count(tile),
            };
            if !of_table {
                (part.position.rack.remove(tile) && part.laid.insert(tile)).then_some(())?;
                continue;
            }
            if tile.is_joker() {
                freed -= 1;
            } else if rack_first {
                part.paid.remove(tile).then_some(())?;
            }
            let there = loose.count(tile) > taken.count(tile) && taken.insert(tile);
            (there && part.position.table.remove(tile)).then_some(())?;
        }
        part.placed.push(set);
        Some(part)
    }

    /// Tiles of the table that lie in no block.
    pub fn loose_of_table(&self) -> TileCounts {
        let blocks = self.position.blocks.iter();
        let blocks = blocks.flat_map(|block| block.set.tiles().iter().copied());
        let blocks = TileCounts::try_from_tiles(blocks).unwrap_or_default();
        self.position.table.saturating_sub(&blocks)
    }
}
