//! From the path of a sweep back to sets of tiles.
//!
//! The sweep made every decision. Jokers that are left over go where there is room, anywhere in a
//! set: the checker lays the set out.

use rummilab_core::{Colour, JokerKind, MAX_COLOURS, RuleSet, Set, SetReading, Tile};
use smallvec::SmallVec;

use crate::grammar::{
    Groups, Growth, Jokers, OpenRuns, OwnGroups, RunBlock, RunMove, RunType, Task, To,
};
use crate::sweep::{Trace, TraceValue};

/// Sets for which memory is made at once.
const MOST_SETS: usize = 32;

/// A run while it is built.
#[derive(Debug, Clone, Copy)]
struct OpenRun {
    run: RunType,
    /// The index of its set.
    set: u16,
    /// If it was open before the first value: its index among those runs.
    began: Option<u16>,
}

impl OpenRun {
    fn set(&self) -> usize {
        usize::from(self.set)
    }

    fn began(&self) -> Option<usize> {
        self.began.map(usize::from)
    }
}

/// The runs of one colour while they are built.
type OpenRunsOf = SmallVec<[OpenRun; 4]>;

/// Builds the sets of one path.
struct Builder<'a> {
    rules: &'a RuleSet,
    open: &'a OpenRuns,
    runs: [OpenRunsOf; MAX_COLOURS],
    sets: Vec<Set>,
    /// The runs that are blocks, while sets grow at their ends.
    growing: Vec<GrowingRun<'a>>,
    /// Whether the sweep went up the values.
    upwards: bool,
    /// By run that was open before the first value: the index of its set, if it has ended.
    begun: Vec<Option<u16>>,
}

/// A run of the table that may grow.
struct GrowingRun<'a> {
    block: &'a RunBlock,
    /// The index of the set that ends in it, if any.
    before: Option<u16>,
    /// The index of the set that holds it and what follows, once the sweep has passed it.
    after: Option<u16>,
}

/// The sets of a path, those that hold a block of the task last; `None` if its last jokers find no
/// room.
pub fn build_sets(
    rules: &RuleSet,
    task: &Task,
    open: &OpenRuns,
    groups: &mut Groups,
    own: Option<&OwnGroups>,
    trace: &Trace,
) -> Option<Vec<Set>> {
    // The sweep may have turned the task round.
    let value = |at: Option<&TraceValue>| at.map(|at| at.value);
    let falls = value(trace.values.first()) > value(trace.values.last());
    let mut builder = Builder {
        rules,
        open,
        runs: Default::default(),
        sets: Vec::with_capacity(MOST_SETS),
        begun: Vec::new(),
        growing: Vec::new(),
        upwards: !falls,
    };
    let mut grown: Vec<Set> = Vec::new();
    if let Some(blocks) = &task.blocks {
        builder
            .growing
            .extend(blocks.runs.iter().map(|block| GrowingRun {
                block,
                before: None,
                after: None,
            }));
    }
    let mut crossings: Vec<(usize, RunType)> = Vec::new();
    for colour in 0..task.colours {
        for run in open.runs(trace.before[colour]) {
            let open = OpenRun {
                began: Some(crossings.len() as u16),
                ..builder.begin()
            };
            builder.runs[colour].push(OpenRun { run: *run, ..open });
            crossings.push((colour, *run));
        }
    }
    builder.begun = vec![None; crossings.len()];
    for at in &trace.values {
        builder.go_on(at);
        if !task.group_blocks(at.value).is_empty() {
            grown.extend(builder.grow_groups(task, groups, at)?);
            continue;
        }
        if at.group_index == 0 {
            continue;
        }
        let owned: Vec<_>;
        let shapes = match own {
            Some(own) => {
                owned = own.build(at.value, at.group_index, at.group_jokers);
                &owned[..]
            }
            None => groups.build(at.group_index, at.group_jokers),
        };
        let sets = shapes
            .iter()
            .map(|shape| shape.set(rules.colours(), at.value));
        builder.sets.extend(sets);
    }
    if task.wrap {
        let sets = builder.join(&crossings)?;
        Some(sets.into_iter().flat_map(|set| cut(rules, set)).collect())
    } else {
        builder.finish(trace.in_front)?;
        if !builder.growing.is_empty() {
            grown.extend(builder.take_grown_runs());
        }
        if falls {
            builder.rise();
        }
        builder.sets.extend(grown);
        Some(builder.sets)
    }
}

impl Builder<'_> {
    fn begin(&mut self) -> OpenRun {
        self.sets.push(Set::default());
        OpenRun {
            run: 0,
            set: self.sets.len() as u16 - 1,
            began: None,
        }
    }

    /// One value of every colour: runs get their tiles, end, or go on in another colour.
    fn go_on(&mut self, at: &TraceValue) {
        let open = self.open;
        let mut arriving: SmallVec<[(usize, OpenRun); 2]> = SmallVec::new();
        for (index, colour) in self.rules.colours().iter().enumerate() {
            let transition = open.transition(at.transitions[index]);
            let mut moves = open.moves_of(transition).peekable();
            if moves.peek().is_none() && self.growing.is_empty() {
                continue;
            }
            let leaves = at.leaves.iter();
            let mut leaves = leaves.filter(|(from, ..)| usize::from(*from) == index);
            // Runs that go on are put behind those open before.
            let mut before = self.runs[index].len();
            for step in moves {
                let mut run = match step.run {
                    None => self.begin(),
                    Some(run) => {
                        let open = &self.runs[index][..before];
                        let Some(i) = open.iter().position(|open| open.run == run) else {
                            continue;
                        };
                        before -= 1;
                        self.runs[index].remove(i)
                    }
                };
                self.lay(run.set(), &step, *colour, at.value);
                match step.action.to {
                    To::Stay(next) => {
                        run.run = next;
                        self.runs[index].push(run);
                    }
                    To::Leave(next) => {
                        run.run = next;
                        let to = leaves.next().map_or(index, |(.., to)| usize::from(*to));
                        arriving.push((to, run));
                    }
                    To::End => {
                        if let Some(crossing) = run.began() {
                            self.begun[crossing] = Some(run.set);
                        }
                    }
                }
            }
            let absorbed = self.runs[index].drain(..before);
            if !self.growing.is_empty() {
                let absorbed: OpenRunsOf = absorbed.collect();
                self.grow_runs(index, at.value, &absorbed);
            }
        }
        for (colour, run) in arriving {
            self.runs[colour].push(run);
        }
    }

    /// Ends these runs of a colour in the blocks that begin at this value, and begins a run at each
    /// block that ends there.
    fn grow_runs(&mut self, colour: usize, value: u8, absorbed: &[OpenRun]) {
        for run in absorbed {
            let by_twos = self.open.is_by_twos(run.run);
            let upwards = self.upwards;
            let free = self.growing.iter_mut().find(|growing| {
                let block = growing.block;
                let here = block.colour == colour && block.in_order(upwards).0 == value;
                here && (block.step == 1) == by_twos && growing.before.is_none()
            });
            if let Some(growing) = free {
                growing.before = Some(run.set);
            }
        }
        for i in 0..self.growing.len() {
            let block = self.growing[i].block;
            if block.colour != colour || block.in_order(self.upwards).1 != value {
                continue;
            }
            let begun = self.begin();
            let standing = self.rules.standing(&block.set);
            let mut set = Set::new(standing.iter().flat_map(|run| run.tiles().iter().copied()));
            if !self.upwards {
                set.reverse();
            }
            self.sets[begun.set()] = set;
            self.growing[i].after = Some(begun.set);
            self.runs[colour].push(OpenRun {
                run: self.open.emitted(block.step),
                ..begun
            });
        }
    }

    /// The groups of one value where some tiles go to groups of the table: adds the new ones, and
    /// returns those of the table as they are now.
    fn grow_groups(
        &mut self,
        task: &Task,
        groups: &mut Groups,
        at: &TraceValue,
    ) -> Option<Vec<Set>> {
        let (blocks, sets) = task.blocks.as_ref()?.groups(at.value);
        let (shapes, growths) = groups.build_with(at.group_index, at.group_jokers, blocks)?;
        let colours = self.rules.colours();
        let new = shapes.iter().map(|shape| shape.set(colours, at.value));
        self.sets.extend(new);
        let grow = |(set, growth): (&Set, Growth)| {
            let tiles = growth.tiles(colours.len());
            let tiles = tiles.filter_map(|(c, _)| Tile::number(colours[c], at.value));
            let jokers = std::iter::repeat_n(Tile::JOKER, usize::from(growth.jokers));
            let all = set.tiles().iter().copied().chain(tiles).chain(jokers);
            stated(self.rules, Set::new(all), set)
        };
        Some(sets.iter().zip(growths).map(grow).collect())
    }

    /// Takes the runs that hold a block out of the sets.
    fn take_grown_runs(&mut self) -> Vec<Set> {
        let mut taken: Vec<u16> = Vec::new();
        let mut grown = Vec::with_capacity(self.growing.len());
        for growing in &self.growing {
            let parts = [growing.before, growing.after].into_iter().flatten();
            let mut set = Set::default();
            for part in parts {
                taken.push(part);
                let tiles = self.sets[usize::from(part)].tiles();
                tiles.iter().for_each(|tile| set.push(*tile));
            }
            if !self.upwards {
                set.reverse();
            }
            grown.push(stated(self.rules, set, &growing.block.set));
        }
        let mut number = 0..;
        self.sets
            .retain(|_| !taken.contains(&number.next().unwrap_or(u16::MAX)));
        grown
    }

    /// Lays the tiles that a run takes at one value.
    fn lay(&mut self, set: usize, step: &RunMove, colour: Colour, value: u8) {
        for _ in 0..step.action.numbers {
            if let Some(tile) = Tile::number(colour, value) {
                self.sets[set].push(tile);
            }
        }
        if step.action.used != Jokers::NONE {
            for kind in step.action.used.kinds() {
                self.sets[set].push(Tile::joker(kind));
            }
        }
    }

    /// Reverses the runs of a sweep down the values, so that the checker finds them as most sets
    /// lie.
    fn rise(&mut self) {
        for set in &mut self.sets {
            let mut values = set.tiles().iter().filter_map(|tile| tile.value());
            let first = values.next();
            if values.next_back() < first {
                set.reverse();
            }
        }
    }

    /// Finishes the runs that are open after the largest value with these jokers in front.
    fn finish(&mut self, in_front: Jokers) -> Option<()> {
        if in_front == Jokers::NONE {
            // The checker reports a run that is too short.
            return Some(());
        }
        let runs = self.runs.iter().flatten();
        let short = runs.filter(|run| !self.open.complete(run.run));
        let short: Vec<usize> = short.map(OpenRun::set).collect();
        let jokers: Vec<JokerKind> = in_front.kinds().collect();
        self.hand_out(&short, &jokers).then_some(())
    }

    /// Gives jokers to runs that are too short, so that all become legal.
    fn hand_out(&mut self, short: &[usize], jokers: &[JokerKind]) -> bool {
        let Some((joker, rest)) = jokers.split_first() else {
            let mut tiles = short.iter().map(|set| self.sets[*set].tiles());
            return tiles.all(|tiles| self.rules.judge(tiles).is_legal());
        };
        for set in short {
            self.sets[*set].push(Tile::joker(*joker));
            if self.hand_out(short, rest) {
                return true;
            }
            self.sets[*set].pop();
        }
        false
    }

    /// Joins the runs that are open after the last value with those open before the first.
    fn join(self, crossings: &[(usize, RunType)]) -> Option<Vec<Set>> {
        if crossings.is_empty() {
            return Some(self.sets);
        }
        let each = |(colour, runs): (usize, &OpenRunsOf)| -> Vec<(usize, OpenRun)> {
            runs.iter().map(|run| (colour, *run)).collect()
        };
        let runs: Vec<_> = self.runs.iter().enumerate().flat_map(each).collect();
        // By crossing run: the open run that goes on as it.
        let mut going_on = vec![None; crossings.len()];
        if !self.matched(crossings, &runs, 0, &mut going_on) {
            return None;
        }
        // The tail of a crossing run: the set that it became, or the open run that began as it.
        let mut parts = vec![false; self.sets.len()];
        let mut joined = Vec::new();
        let mut done = vec![false; crossings.len()];
        let heads = (0..crossings.len())
            .filter(|crossing| going_on[*crossing].is_some_and(|i| runs[i].1.began.is_none()));
        let rings = 0..crossings.len();
        for first in heads.chain(rings) {
            if done[first] {
                continue;
            }
            let mut chain = Vec::new();
            if let Some(i) = going_on[first]
                && runs[i].1.began.is_none()
            {
                chain.push(runs[i].1.set());
            }
            let mut crossing = Some(first);
            while let Some(at) = crossing.filter(|at| !done[*at]) {
                done[at] = true;
                let still_open = runs.iter().position(|(_, run)| run.began() == Some(at));
                match still_open {
                    Some(i) => {
                        chain.push(runs[i].1.set());
                        crossing = going_on.iter().position(|on| *on == Some(i));
                    }
                    None => {
                        chain.extend(self.begun[at].map(usize::from));
                        crossing = None;
                    }
                }
            }
            let tiles = chain.iter().flat_map(|set| self.sets[*set].tiles());
            joined.push(Set::new(tiles.copied()));
            for set in chain {
                parts[set] = true;
            }
        }
        let whole = self.sets.into_iter().zip(parts);
        let whole = whole.filter(|(_, part)| !part).map(|(set, _)| set);
        Some(whole.chain(joined).collect())
    }

    fn matched(
        &self,
        crossings: &[(usize, RunType)],
        runs: &[(usize, OpenRun)],
        crossing: usize,
        going_on: &mut Vec<Option<usize>>,
    ) -> bool {
        let Some((colour, wanted)) = crossings.get(crossing) else {
            let mut runs = runs.iter().enumerate();
            let ends = |run: &OpenRun| self.open.complete(run.run);
            return runs.all(|(i, (_, run))| going_on.contains(&Some(i)) || ends(run));
        };
        for (i, (of, run)) in runs.iter().enumerate() {
            let fits = of == colour && self.open.run_simulates(run.run, *wanted);
            if fits && !going_on.contains(&Some(i)) {
                going_on[crossing] = Some(i);
                if self.matched(crossings, runs, crossing + 1, going_on) {
                    return true;
                }
                going_on[crossing] = None;
            }
        }
        false
    }
}

/// The set in parts that are no longer than a run may be. Lengths are not always counted: see
/// [`RunRules::of`](crate::grammar::RunRules::of).
fn cut(rules: &RuleSet, mut rest: Set) -> Vec<Set> {
    let mut parts = Vec::new();
    while rest.len() > rules.longest_run() && !rules.judge(rest.tiles()).is_legal() {
        let tiles = rest.tiles();
        let parted = (3..tiles.len().saturating_sub(2)).map(|at| tiles.split_at(at));
        let mut parted = parted.filter(|(low, high)| {
            let numbered = |tiles: &[Tile]| tiles.iter().any(|tile| !tile.is_joker());
            rules.judge(low).is_legal() && numbered(high)
        });
        let Some((low, high)) = parted.next() else {
            break;
        };
        parts.push(Set::new(low.iter().copied()));
        rest = Set::new(high.iter().copied());
    }
    parts.push(rest);
    parts
}

/// The set with its reading stated as that of its block, if its tiles allow several.
fn stated(rules: &RuleSet, set: Set, block: &Set) -> Set {
    let group = rules.readings(block).is_group();
    let run = if rules.readings(block).run.is_some() {
        SetReading::Run
    } else {
        SetReading::StepRun
    };
    let several = rules.standing(&set).is_none();
    set.read_as(several.then_some(if group { SetReading::Group } else { run }))
}

/// Puts more jokers into sets, splitting long runs; `None` if there is no room. The last `blocks`
/// sets hold a block, and grow at their ends alone.
pub fn attach_jokers(
    rules: &RuleSet,
    mut sets: Vec<Set>,
    jokers: Jokers,
    blocks: usize,
) -> Option<Vec<Set>> {
    let mut held = sets.split_off(sets.len().saturating_sub(blocks));
    for kind in jokers.kinds() {
        let joker = Tile::joker(kind);
        if !attach_one(rules, &mut sets, joker) && !attach_at_an_end(rules, &mut held, joker) {
            return None;
        }
    }
    sets.extend(held);
    Some(sets)
}

/// Puts a joker at an end of one of these sets.
fn attach_at_an_end(rules: &RuleSet, sets: &mut [Set], joker: Tile) -> bool {
    sets.iter_mut().any(|set| {
        let tiles = || set.tiles().iter().copied();
        let behind = Set::new(tiles().chain([joker]));
        let in_front = Set::new(std::iter::once(joker).chain(tiles()));
        let legal = |longer: Set| {
            let longer = stated(rules, longer, set);
            let lies = |place: usize| {
                let old = rules.standing(set)?;
                Some(rules.standing(&longer)?.kind_at(place)? == old.kind_at(0)?)
            };
            let group = rules.readings(set).is_group();
            let place = usize::from(longer.tiles().first() != set.tiles().first());
            let same = group || lies(place) == Some(true) || lies(1 - place) == Some(true);
            (rules.standing(&longer).is_some() && same).then_some(longer)
        };
        let longer = legal(behind).or_else(|| legal(in_front));
        longer.map(|longer| *set = longer).is_some()
    })
}

fn attach_one(rules: &RuleSet, sets: &mut Vec<Set>, joker: Tile) -> bool {
    for set in sets.iter_mut() {
        if let Some(longer) = with_joker(rules, set, joker) {
            *set = longer;
            return true;
        }
    }
    for i in 0..sets.len() {
        let Some(laid) = rules.lay_out(sets[i].tiles()) else {
            continue;
        };
        let tiles = laid.tiles();
        for cut in 3..tiles.len().saturating_sub(2) {
            let (low, high) = (
                Set::new(tiles[..cut].iter().copied()),
                Set::new(tiles[cut..].iter().copied()),
            );
            let legal = |set: &Set| rules.judge(set.tiles()).is_legal();
            if !legal(&low) || !legal(&high) {
                continue;
            }
            let Some(low) = with_joker(rules, &low, joker) else {
                continue;
            };
            sets[i] = low;
            sets.push(high);
            return true;
        }
    }
    false
}

/// The set with one more joker, if that is legal.
fn with_joker(rules: &RuleSet, set: &Set, joker: Tile) -> Option<Set> {
    let longer: Set = set.tiles().iter().copied().chain([joker]).collect();
    rules.judge(longer.tiles()).is_legal().then_some(longer)
}
