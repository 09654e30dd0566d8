//! Rule sets, tiles and deals from short texts.

use rummilab_core::{
    CouldPlay, Deal, Game, Position, RuleSet, Seat, Table, Tile, TileCounts, Unanswered, notation,
};

/// A preset with these fields overridden, such as `hand=5 jokers=0`.
pub fn rules(preset: &str, options: &str) -> RuleSet {
    let options: Vec<&str> = options.split_whitespace().collect();
    let rules = RuleSet::preset(preset).unwrap();
    rules.with_options(&options).unwrap()
}

pub fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace()
        .map(|token| token.parse().unwrap())
        .collect()
}

pub fn counts(text: &str) -> TileCounts {
    tiles(text).into_iter().collect()
}

pub fn table(text: &str, rules: &RuleSet) -> Table {
    notation::parse_table(text, rules).unwrap()
}

/// A deal in which every rack and the shared pool begin with the named tiles. The other tiles,
/// ascending, fill the racks and end the pool.
pub fn deal(rules: &RuleSet, racks: &[&str], pool: &str) -> Deal {
    let mut rest = rules.deck();
    let mut take = |text: &str| -> Vec<Tile> {
        let named = tiles(text);
        assert!(
            named.iter().all(|tile| rest.remove(*tile)),
            "the deal names a tile too often: {text}"
        );
        named
    };
    let mut racks: Vec<Vec<Tile>> = racks.iter().map(|rack| take(rack)).collect();
    let mut pool = take(pool);
    let mut rest = rest.tiles();
    for rack in &mut racks {
        let missing = usize::from(rules.hand) - rack.len();
        rack.extend(rest.by_ref().take(missing));
    }
    pool.extend(rest);
    let racks = racks.into_iter().map(|rack| rack.into_iter().collect());
    Deal {
        racks: racks.collect(),
        streams: vec![pool],
    }
}

/// A game from [`deal`], seat 0 to move.
pub fn game(rules: &RuleSet, racks: &[&str], pool: &str) -> Game {
    Game::new(rules, &deal(rules, racks, pool), Seat(0)).unwrap()
}

/// A judge that answers by script and records the questions.
#[derive(Default)]
pub struct Script {
    /// The answer to "can a tile be laid?".
    pub can_lay: bool,
    /// A rack that holds these tiles can open with exactly 30 points, any other with 29. If empty,
    /// no rack can open.
    pub opening: TileCounts,
    /// Every position that was asked about.
    pub positions: Vec<Position>,
    /// Every rack that was asked about.
    pub racks: Vec<TileCounts>,
}

impl Script {
    /// No player can lay; a rack that holds these tiles can open.
    pub fn opening_with(text: &str) -> Script {
        Script {
            opening: counts(text),
            ..Script::default()
        }
    }
}

impl CouldPlay for Script {
    fn can_lay(&mut self, _: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        self.positions.push(position.clone());
        Ok(self.can_lay)
    }

    fn best_opening(&mut self, _: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        self.racks.push(*rack);
        let opens = !self.opening.is_empty() && rack.contains(&self.opening);
        Ok(if opens { 30 } else { 29 })
    }
}

/// Every multiset of up to `most` tiles of a game.
pub fn each_multiset(rules: &RuleSet, most: usize, see: &mut dyn FnMut(&[Tile])) {
    let kinds = rules.kinds().map(|tile| (tile, rules.copies_of(tile)));
    let kinds: Vec<(Tile, u8)> = kinds.collect();
    each_multiset_of(&kinds, most, &mut Vec::new(), see);
}

fn each_multiset_of(
    kinds: &[(Tile, u8)],
    most: usize,
    chosen: &mut Vec<Tile>,
    see: &mut dyn FnMut(&[Tile]),
) {
    see(chosen);
    for (i, (tile, copies)) in kinds.iter().enumerate() {
        let held = chosen.iter().filter(|other| *other == tile).count();
        if chosen.len() < most && held < usize::from(*copies) {
            chosen.push(*tile);
            each_multiset_of(&kinds[i..], most, chosen, see);
            chosen.pop();
        }
    }
}

/// A judge that finds the best disjoint sets of a few tiles by trying every subset, and says nobody
/// can lay.
pub struct Brute;

impl Brute {
    fn best(rules: &RuleSet, tiles: &[Tile]) -> u32 {
        let Some((first, rest)) = tiles.split_first() else {
            return 0;
        };
        let mut best = Brute::best(rules, rest);
        for chosen in 0..1_u32 << rest.len() {
            let part = |wanted: bool| {
                let at = (0..rest.len()).filter(move |i| (chosen >> i & 1 == 1) == wanted);
                at.map(|i| rest[i])
            };
            let set: Vec<Tile> = std::iter::once(*first).chain(part(true)).collect();
            if let Some(value) = rules.judge(&set).best() {
                let others: Vec<Tile> = part(false).collect();
                best = best.max(u32::from(value) + Brute::best(rules, &others));
            }
        }
        best
    }
}

impl CouldPlay for Brute {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        assert!(rack.len() <= 12, "too many tiles to try every subset");
        let tiles: Vec<Tile> = rack.tiles().collect();
        let usable = |tile: &&Tile| rules.opening_jokers || !tile.is_joker();
        let tiles: Vec<Tile> = tiles.iter().filter(usable).copied().collect();
        Ok(Brute::best(rules, &tiles))
    }
}
