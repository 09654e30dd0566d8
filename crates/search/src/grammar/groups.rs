//! Groups of one value, plain and mirrored: the tiles that can form them, and their jokers.

use std::ops::Range;

use rummilab_core::{Colour, JokerKind, MAX_COLOURS, RuleSet, Set, Tile};
use rustc_hash::FxHashMap;

use crate::grammar::{GroupBlock, Jokers, number_bit};

/// Tiles of one value by colour index of the rule set.
pub type ByColour = [u8; MAX_COLOURS];

/// Colours, bit `c` for colour index `c`.
type ColourBits = u8;

/// One group: the number tiles of each side and its jokers. A plain group has one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupShape {
    left: ColourBits,
    right: ColourBits,
    /// The amount that its tiles add to the index.
    pub index: u16,
    pub used: Jokers,
}

/// What a group of the table takes.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    colours: ColourBits,
    pub jokers: u8,
}

impl Growth {
    /// The colours of its number tiles, each once.
    pub fn tiles(self, colours: usize) -> impl Iterator<Item = (usize, u8)> {
        (0..colours).filter_map(move |c| (self.colours >> c & 1 == 1).then_some((c, 1)))
    }
}

/// Number tiles of one value laid as groups, with the jokers among them.
#[derive(Debug, Clone, Copy)]
pub struct GroupLayout {
    pub tiles: ByColour,
    /// Its tiles as an index.
    pub index: u16,
    pub numbers: u8,
    /// One bit for every colour and its number of tiles.
    pub numbers_by_colour: u32,
    /// Its jokers, and how many they are.
    pub used: Jokers,
    pub jokers: u8,
}

/// Bytes held for an index, approximately.
const BYTES_OF_INDEX: usize = 128;

/// For every number of tiles by colour: which jokers make groups of them.
#[derive(Debug)]
pub struct Groups {
    colours: usize,
    /// The base of the index: one more than the most tiles of one colour.
    base: usize,
    /// The amount that each tile of a colour adds to the index.
    weights: [u16; MAX_COLOURS],
    jokers: Jokers,
    /// The groups with their lowest colour as the index.
    shapes: [Vec<GroupShape>; MAX_COLOURS],
    /// By index, computed on first use: every joker vector, ascending.
    allowed: Vec<Option<Box<[Jokers]>>>,
    /// The same without vectors that take more jokers than another but no more mirror jokers.
    fewest: Vec<Option<Box<[Jokers]>>>,
    layouts: Vec<GroupLayout>,
    /// By the tiles at hand: layouts with the fewest jokers, and with every number of them.
    layouts_of: [Vec<Option<Range<u32>>>; 2],
    /// The same where groups of the table may take more tiles.
    with_blocks: FxHashMap<(ByColour, bool, Vec<GroupBlock>), Range<u32>>,
    /// The most tiles of a group.
    largest: u8,
    /// By index and jokers, computed on first use: the groups they make.
    built: FxHashMap<(u16, Jokers), Vec<GroupShape>>,
}

impl Groups {
    /// The groups of these rules with these jokers at hand.
    pub fn new(rules: &RuleSet, jokers: Jokers) -> Groups {
        let colours = rules.colours().len();
        let base = usize::from(rules.copies) + 1;
        let mut weights = [0; MAX_COLOURS];
        for (colour, weight) in weights.iter_mut().enumerate().take(colours) {
            *weight = base.pow(colour as u32) as u16;
        }
        let mut groups = Groups {
            colours,
            base,
            weights,
            jokers,
            shapes: Default::default(),
            allowed: vec![None; base.pow(colours as u32)],
            fewest: vec![None; base.pow(colours as u32)],
            layouts: Vec::new(),
            built: FxHashMap::default(),
            with_blocks: FxHashMap::default(),
            largest: rules.largest_group() as u8,
            layouts_of: [(); 2].map(|()| vec![None; base.pow(colours as u32)]),
        };
        groups.allowed[0] = Some(Box::new([Jokers::NONE]));
        groups.plain(rules);
        if jokers.get(JokerKind::Mirror) > 0 {
            groups.mirrored(rules);
        }
        groups
    }

    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        self.allowed.capacity() * BYTES_OF_INDEX
            + self.layouts.capacity() * size_of::<GroupLayout>()
            + self.built.capacity() * BYTES_OF_INDEX
    }

    /// Every joker vector that makes groups of exactly the tiles of this index.
    pub fn allowed(&mut self, index: u16) -> &[Jokers] {
        if self.allowed[usize::from(index)].is_none() {
            let found = self.find(index);
            self.allowed[usize::from(index)] = Some(found.into_boxed_slice());
        }
        self.allowed[usize::from(index)].as_deref().unwrap_or(&[])
    }

    /// Those of [`Groups::allowed`] without a superfluous joker. Mirror jokers never are.
    pub fn fewest(&mut self, index: u16) -> &[Jokers] {
        if self.fewest[usize::from(index)].is_none() {
            let mut kept: Vec<Jokers> = Vec::new();
            for used in self.allowed(index) {
                let axes = used.get(JokerKind::Mirror);
                let in_vain =
                    |known: &Jokers| known.get(JokerKind::Mirror) == axes && known.within(*used);
                if !kept.iter().any(in_vain) {
                    kept.push(*used);
                }
            }
            self.fewest[usize::from(index)] = Some(kept.into_boxed_slice());
        }
        self.fewest[usize::from(index)].as_deref().unwrap_or(&[])
    }

    /// Every layout of some of these tiles, with the fewest jokers or every number of them. Tiles
    /// may also go to `blocks`, groups of the table.
    pub fn layouts(
        &mut self,
        at_hand: &ByColour,
        every_number: bool,
        blocks: &[GroupBlock],
    ) -> Range<u32> {
        if !blocks.is_empty() {
            return self.layouts_with(at_hand, every_number, blocks);
        }
        let weights = self.weights;
        let index_of = |tiles: &ByColour| -> u16 {
            let each = tiles.iter().zip(weights);
            each.map(|(n, weight)| u16::from(*n) * weight).sum()
        };
        let slot = usize::from(index_of(at_hand));
        if let Some(range) = &self.layouts_of[usize::from(every_number)][slot] {
            return range.clone();
        }
        let start = self.layouts.len() as u32;
        for index in 0..=slot as u16 {
            let tiles = self.tiles(index);
            if tiles.iter().zip(at_hand).any(|(n, most)| n > most) {
                continue;
            }
            let jokers = if every_number {
                self.allowed(index).to_vec()
            } else {
                self.fewest(index).to_vec()
            };
            let numbers = tiles.iter().sum();
            let by_colour = tiles[..self.colours].iter().enumerate();
            let numbers_by_colour = by_colour.map(|(c, n)| number_bit(c, *n)).sum();
            let layouts = jokers.into_iter().map(|used| GroupLayout {
                tiles,
                index,
                numbers,
                numbers_by_colour,
                used,
                jokers: used.total(),
            });
            self.layouts.extend(layouts);
        }
        let range = start..self.layouts.len() as u32;
        self.layouts_of[usize::from(every_number)][slot] = Some(range.clone());
        range
    }

    fn layouts_with(
        &mut self,
        at_hand: &ByColour,
        every_number: bool,
        blocks: &[GroupBlock],
    ) -> Range<u32> {
        let key = (*at_hand, every_number, blocks.to_vec());
        if let Some(range) = self.with_blocks.get(&key) {
            return range.clone();
        }
        let mut found: Vec<GroupLayout> = Vec::new();
        for growth in self.growths(at_hand, every_number, blocks) {
            let mut left = *at_hand;
            let mut taken = [0; MAX_COLOURS];
            for part in &growth {
                for (c, n) in part.tiles(self.colours) {
                    left[c] -= n;
                    taken[c] += n;
                }
            }
            let jokers = growth.iter().map(|part| part.jokers).sum();
            let more = Jokers::of([jokers, 0, 0, 0]);
            for number in self.layouts(&left, every_number, &[]) {
                let rest = self.layouts[number as usize];
                let tiles: ByColour = std::array::from_fn(|c| rest.tiles[c] + taken[c]);
                let used = rest.used + more;
                let of_tiles = found.iter().filter(|layout| layout.tiles == tiles);
                let in_vain = |known: &GroupLayout| {
                    known.used == used || (!every_number && known.used.within(used))
                };
                if used.within(self.jokers) && !of_tiles.clone().any(in_vain) {
                    found.retain(|known| {
                        every_number || known.tiles != tiles || !used.within(known.used)
                    });
                    found.push(self.layout_of(tiles, used));
                }
            }
        }
        found.sort_by_key(|layout| (layout.index, layout.jokers, layout.used));
        let start = self.layouts.len() as u32;
        self.layouts.extend(found);
        let range = start..self.layouts.len() as u32;
        self.with_blocks.insert(key, range.clone());
        range
    }

    fn layout_of(&self, tiles: ByColour, used: Jokers) -> GroupLayout {
        let by_colour = tiles[..self.colours].iter().enumerate();
        GroupLayout {
            tiles,
            index: tiles
                .iter()
                .zip(self.weights)
                .map(|(n, w)| u16::from(*n) * w)
                .sum(),
            numbers: tiles.iter().sum(),
            numbers_by_colour: by_colour.map(|(c, n)| number_bit(c, *n)).sum(),
            used,
            jokers: used.total(),
        }
    }

    /// Every way in which these groups can take some of the tiles, one entry for each group.
    fn growths(&self, at_hand: &ByColour, jokers: bool, blocks: &[GroupBlock]) -> Vec<Vec<Growth>> {
        let Some((block, rest)) = blocks.split_first() else {
            return vec![Vec::new()];
        };
        let room = self.largest - block.colours.count_ones() as u8 - block.jokers;
        let mut all = Vec::new();
        for colours in 0..1_u16 << self.colours {
            let colours = colours as ColourBits;
            let taken = colours.count_ones() as u8;
            let held = |c: usize| colours >> c & 1;
            let there = (0..self.colours).all(|c| held(c) <= at_hand[c]);
            if colours & block.colours != 0 || taken > room || !there {
                continue;
            }
            let left: ByColour = std::array::from_fn(|c| at_hand[c] - held(c));
            let most = if jokers { room - taken } else { 0 };
            for number in 0..=most.min(self.jokers.get(JokerKind::Classic)) {
                let growth = Growth {
                    colours,
                    jokers: number,
                };
                for others in self.growths(&left, jokers, rest) {
                    all.push(std::iter::once(growth).chain(others).collect());
                }
            }
        }
        all
    }

    /// The groups of one value that use exactly these tiles and jokers, where some go to groups of
    /// the table, and what each of those takes.
    pub fn build_with(
        &mut self,
        index: u16,
        used: Jokers,
        blocks: &[GroupBlock],
    ) -> Option<(Vec<GroupShape>, Vec<Growth>)> {
        let tiles = self.tiles(index);
        for growth in self.growths(&tiles, true, blocks) {
            let jokers = growth.iter().map(|part| part.jokers).sum();
            let taken = Jokers::of([jokers, 0, 0, 0]);
            let weights = growth.iter().flat_map(|part| part.tiles(self.colours));
            let taken_index: u16 = weights.map(|(c, n)| u16::from(n) * self.weights[c]).sum();
            let rest = index - taken_index;
            if taken.within(used) && self.allowed(rest).contains(&(used - taken)) {
                return Some((self.build(rest, used - taken).to_vec(), growth));
            }
        }
        None
    }

    pub fn layout(&self, index: u32) -> &GroupLayout {
        &self.layouts[index as usize]
    }

    /// Those of a range found by [`Groups::layouts`].
    pub fn slice(&self, range: Range<u32>) -> &[GroupLayout] {
        &self.layouts[range.start as usize..range.end as usize]
    }

    fn find(&mut self, index: u16) -> Vec<Jokers> {
        // Mirrored groups of the same tiles and jokers are many.
        let shapes = self.shapes_for(index).into_iter();
        let mut shapes: Vec<(u16, Jokers)> = shapes.map(|s| (s.index, s.used)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        let mut found = Vec::new();
        let mut seen = vec![false; self.jokers.vectors_within()];
        let at_hand = self.jokers;
        for (taken, used) in shapes {
            for rest in self.allowed(index - taken) {
                let all = *rest + used;
                if all.within(at_hand) && !std::mem::replace(&mut seen[all.place(at_hand)], true) {
                    found.push(all);
                }
            }
        }
        found.sort_unstable_by_key(|used| (used.total(), *used));
        found
    }

    /// The most groups that hold a tile of one colour and none of those before it.
    pub fn most_shapes(&self) -> u64 {
        self.shapes.iter().map(Vec::len).max().unwrap_or(0) as u64
    }

    /// The groups of these tiles that hold one of their lowest colour.
    pub fn shapes_for(&self, index: u16) -> Vec<GroupShape> {
        let tiles = self.tiles(index);
        let Some(lowest) = tiles.iter().position(|count| *count > 0) else {
            return Vec::new();
        };
        let fits = |shape: &&GroupShape| {
            (0..self.colours).all(|c| {
                let taken = (shape.left >> c & 1) + (shape.right >> c & 1);
                taken <= tiles[c]
            })
        };
        self.shapes[lowest].iter().filter(fits).copied().collect()
    }

    /// The number of tiles of each colour.
    pub fn tiles(&self, index: u16) -> ByColour {
        let mut index = usize::from(index);
        let mut tiles = [0; MAX_COLOURS];
        for count in tiles.iter_mut().take(self.colours) {
            *count = (index % self.base) as u8;
            index /= self.base;
        }
        tiles
    }

    /// The groups of one value that use exactly these tiles and jokers.
    pub fn build(&mut self, index: u16, used: Jokers) -> &[GroupShape] {
        if !self.built.contains_key(&(index, used)) {
            let built = self.find_build(index, used);
            self.built.insert((index, used), built);
        }
        &self.built[&(index, used)]
    }

    fn find_build(&mut self, index: u16, used: Jokers) -> Vec<GroupShape> {
        let mut groups = Vec::new();
        let (mut index, mut used) = (index, used);
        while index > 0 {
            let first = self.shapes_for(index).into_iter().find(|shape| {
                shape.used.within(used)
                    && self
                        .allowed(index - shape.index)
                        .contains(&(used - shape.used))
            });
            let Some(first) = first else {
                return Vec::new();
            };
            index -= first.index;
            used = used - first.used;
            groups.push(first);
        }
        groups
    }

    fn plain(&mut self, rules: &RuleSet) {
        let limit = rules.max_jokers_per_set.or(u8::MAX);
        let [classic, double, ..] = self.jokers.by_kind();
        for left in 1..1_u16 << self.colours {
            let left = left as ColourBits;
            let numbers = left.count_ones() as usize;
            for a in 0..=classic {
                for b in 0..=double {
                    let len = numbers + usize::from(a + b);
                    let slots = len + usize::from(b);
                    if len >= 3 && slots <= rules.largest_group() && a + b <= limit {
                        self.push(left, 0, Jokers::of([a, b, 0, 0]));
                    }
                }
            }
        }
    }

    fn mirrored(&mut self, rules: &RuleSet) {
        let limit = rules.max_jokers_per_set.or(u8::MAX);
        let most = rules.largest_group();
        let [classic, double, ..] = self.jokers.by_kind();
        let subsets = 0..1_u16 << self.colours;
        for (left, right) in subsets.clone().flat_map(|l| (0..=l).map(move |r| (l, r))) {
            let (left, right) = (left as ColourBits, right as ColourBits);
            let both = (left | right).count_ones() as usize;
            for k in both.max(usize::from(rules.mirror_min_half))..=most {
                let fillings = |side: ColourBits| {
                    let free = k - side.count_ones() as usize;
                    (0..=double as usize)
                        .filter(move |b| 2 * b <= free)
                        .map(move |b| (free - 2 * b, b))
                        .filter(move |(a, _)| *a <= usize::from(classic))
                };
                for (a, b) in fillings(left) {
                    for (c, d) in fillings(right) {
                        let used = [(a + c) as u8, (b + d) as u8, 0, 1];
                        let tiles = usize::from(used.iter().sum::<u8>())
                            + (left.count_ones() + right.count_ones()) as usize;
                        let jokers = used.iter().sum::<u8>();
                        if both > 0 && tiles >= 3 && jokers <= limit {
                            self.push(left, right, Jokers::of(used));
                        }
                    }
                }
            }
        }
    }

    fn push(&mut self, left: ColourBits, right: ColourBits, used: Jokers) {
        let weights = self.weights;
        let weight = |side: ColourBits| -> u16 {
            (0..self.colours)
                .filter(|c| side >> c & 1 == 1)
                .map(|c| weights[c])
                .sum()
        };
        let shape = GroupShape {
            left,
            right,
            index: weight(left) + weight(right),
            used,
        };
        let lowest = (left | right).trailing_zeros() as usize;
        if used.within(self.jokers) && !self.shapes[lowest].contains(&shape) {
            self.shapes[lowest].push(shape);
        }
    }
}

impl GroupShape {
    /// The set of this shape and value.
    pub fn set(&self, colours: &[Colour], value: u8) -> Set {
        let mut set = Set::default();
        for side in [self.left, self.right] {
            let mut left = side;
            while left != 0 {
                let colour = colours.get(left.trailing_zeros() as usize);
                if let Some(tile) = colour.and_then(|colour| Tile::number(*colour, value)) {
                    set.push(tile);
                }
                left &= left - 1;
            }
        }
        for kind in self.used.kinds() {
            set.push(Tile::joker(kind));
        }
        set
    }
}
