//! Runs of every kind while the sweep goes up the values, or down where that is the same: which ones need telling apart, and
//! what each may do at the next value. Refuses to know tiles, groups and scores.
//!
//! Everything here follows from the rule set and the jokers at hand: plain runs with classic, double and colour-change
//! jokers, runs in steps of two, and mirror runs, which are two strands of one colour that grow together (RULES.md B2 to
//! B4). A rule adds a move or a field of [`Run`], never a solver.

use rummilab_core::{JokerKind, MirrorValue, RuleSet};

use crate::used::Used;

/// Where jokers may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Jokers {
    /// Only where a run needs one to go on: to bridge a gap or to reach three. A joker never begins a plain run; a run that
    /// is too short at the largest value takes its jokers in front. Every plain set without superfluous jokers can be
    /// brought into this form (jokers in front move to the end until they meet the largest value).
    WhereNeeded,
    /// Anywhere.
    Anywhere,
}

/// What the rules ask of runs that are made with the jokers at hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunRules {
    /// Runs reach up to this value.
    pub values: u8,
    /// Copies of a number tile.
    pub copies: u8,
    /// Jokers at hand.
    pub jokers: Used,
    /// Most jokers in a set; `None` where those at hand are fewer.
    pub jokers_in_set: Option<u8>,
    /// Longest run; `None` where the values are fewer.
    pub longest: Option<u8>,
    /// Whether a run goes on from the largest value to 1.
    pub wrap: bool,
    /// Whether there are runs in steps of two.
    pub step2: bool,
    /// Most colour-change jokers in a run; `None` where those at hand are fewer.
    pub most_changes: Option<u8>,
    /// Whether two of them may lie side by side.
    pub changes_adjacent: bool,
    /// Whether one may begin a run.
    pub change_at_low_end: bool,
    /// Whether the number of a mirror joker must exist.
    pub axis_is_a_number: bool,
    /// Whether mirror runs may fall towards the axis.
    pub valley: bool,
    /// Whether a mirror set of one value is legal, so that values without a number tile at the ends of a mirror run are in
    /// vain.
    pub short_mirrors: bool,
    /// Whether it matters what the axis of a mirror run counts.
    pub points: bool,
}

impl RunRules {
    /// The rules for a game with these jokers at hand. `points`: whether sets are compared by what they count.
    pub fn of(rules: &RuleSet, jokers: Used, points: bool) -> RunRules {
        let total = jokers.total();
        // A run right round all values must not be taken for one with a number tile.
        let round = rules.wrap && total >= rules.values;
        let in_set = rules.max_jokers_per_set.0.filter(|most| *most < total);
        let changes = jokers.get(JokerKind::ColourChange);
        let longest = rules.max_run_len.0;
        RunRules {
            values: rules.values,
            copies: rules.copies,
            jokers,
            jokers_in_set: in_set.or(round.then_some(total)),
            longest: longest.filter(|longest| rules.wrap || *longest < rules.values),
            wrap: rules.wrap,
            step2: rules.step2,
            most_changes: rules.max_cc_per_run.0.filter(|most| *most < changes),
            changes_adjacent: rules.cc_adjacent,
            change_at_low_end: rules.cc_at_low_end,
            axis_is_a_number: rules.mirror_value == MirrorValue::Middle,
            valley: rules.mirror_valley,
            short_mirrors: rules.mirror_min_half == 1,
            points,
        }
    }

    fn has(&self, kind: JokerKind) -> bool {
        self.jokers.get(kind) > 0
    }
}

/// What distinguishes the values of a sweep from each other. Larger and smaller are as in a sweep up the values: one that goes
/// down ends at 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// There is no smaller value.
    First,
    /// There are values on both sides.
    Between,
    /// There is no larger value.
    Last,
}

impl Phase {
    /// All of them.
    pub const ALL: [Phase; 3] = [Phase::First, Phase::Between, Phase::Last];
}

/// The kinds of run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Every value.
    Plain,
    /// Every second value; `due` where this is one of them.
    Step { due: bool },
    /// Two strands around a mirror joker, whose number is above the largest one of the run, or below the smallest.
    Mirror { above: bool },
}

/// One open run, as far as its future depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Run {
    pub shape: Shape,
    /// Tiles so far, counted up to 3; of a mirror run the values so far, up to 2.
    pub tiles: u8,
    /// Values covered so far; 0 where the rules do not limit them.
    slots: u8,
    /// Jokers so far; 0 where the rules do not limit them.
    jokers: u8,
    /// Colour changes so far; 0 where the rules do not limit them.
    changes: u8,
    /// Whether it holds a number tile.
    pub numbered: bool,
    /// Whether a colour-change joker came last, so that a tile of its new colour must follow.
    fresh: bool,
    /// Whether a colour-change joker lies in front, where that matters.
    led: bool,
    /// Whether the last value of a mirror run was covered by jokers alone, where such a run may not end.
    hollow: bool,
    /// For each strand, whether a double joker covers this value already.
    busy: [bool; 2],
}

/// What one tile, or one pair of a mirror run, does at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<R> {
    /// Number tiles it takes.
    pub numbers: u8,
    /// Jokers it takes.
    pub used: Used,
    /// How often this value counts in the points of sets.
    pub slots: u8,
    /// How often the value below counts.
    pub below: u8,
    /// How often the value above counts.
    pub above: u8,
    /// What becomes of the run.
    pub to: To<R>,
}

impl<R> Move<R> {
    /// One that takes nothing and counts nothing.
    fn idle(to: To<R>) -> Move<R> {
        Move {
            numbers: 0,
            used: Used::NONE,
            slots: 0,
            below: 0,
            above: 0,
            to,
        }
    }
}

/// What becomes of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To<R> {
    /// It stays open in its colour.
    Stay(R),
    /// It goes on in another colour.
    Leave(R),
    /// It is finished.
    End,
}

impl<R> To<R> {
    pub fn map<S>(self, f: impl FnOnce(R) -> S) -> To<S> {
        match self {
            To::Stay(run) => To::Stay(f(run)),
            To::Leave(run) => To::Leave(f(run)),
            To::End => To::End,
        }
    }

    pub fn run(self) -> Option<R> {
        match self {
            To::Stay(run) | To::Leave(run) => Some(run),
            To::End => None,
        }
    }
}

/// A tile of one strand at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Laid {
    /// Covered by the double joker of the value before.
    Covered,
    Number,
    Joker(JokerKind),
}

impl Laid {
    fn numbers(self) -> u8 {
        u8::from(self == Laid::Number)
    }

    fn used(self) -> Used {
        match self {
            Laid::Joker(kind) => Used::one(kind),
            Laid::Covered | Laid::Number => Used::NONE,
        }
    }
}

impl Run {
    /// A run before its first tile.
    fn nothing(shape: Shape) -> Run {
        Run {
            shape,
            tiles: 0,
            slots: 0,
            jokers: 0,
            changes: 0,
            numbered: false,
            fresh: false,
            led: false,
            hollow: false,
            busy: [false; 2],
        }
    }

    /// Whether it may end before this value, as far as its tiles go.
    pub fn complete(self) -> bool {
        let enough = match self.shape {
            Shape::Plain | Shape::Step { .. } => self.tiles >= 3,
            Shape::Mirror { .. } => self.tiles >= 2,
        };
        enough && self.numbered && !self.fresh && !self.hollow && self.busy == [false; 2]
    }

    /// Tiles that it must have at the next value if it cannot end there.
    pub fn demand(self) -> u8 {
        if self.complete() {
            return 0;
        }
        match self.shape {
            Shape::Step { due } => u8::from(due),
            Shape::Plain => u8::from(!self.busy[0]),
            Shape::Mirror { .. } => self.busy.iter().map(|busy| u8::from(!busy)).sum(),
        }
    }

    /// What is left to be done for it after the largest value: the jokers it may take in front, each way; nothing if it is
    /// complete. `None` if it cannot be finished.
    pub fn closings(self, rules: &RunRules, placing: Jokers) -> Vec<Used> {
        let cut_off = matches!(self.shape, Shape::Mirror { above: true }) && rules.axis_is_a_number;
        if self.complete() {
            return if cut_off {
                Vec::new()
            } else {
                vec![Used::NONE]
            };
        }
        let can_take = placing == Jokers::WhereNeeded
            && self.shape == Shape::Plain
            && self.numbered
            && !self.fresh
            && !self.busy[0];
        let mut closings = Vec::new();
        if can_take {
            let kinds = [
                JokerKind::Classic,
                JokerKind::Double,
                JokerKind::ColourChange,
            ];
            let missing = 3 - self.tiles;
            for (i, first) in kinds.into_iter().enumerate() {
                let low_end = missing == 1;
                let one = self.in_front(first, low_end, rules);
                if missing == 1 {
                    closings.extend(one.map(|_| Used::one(first)));
                    continue;
                }
                let both = |second: JokerKind| {
                    // One changes the colour at most, and either may lie outermost.
                    let changes = first == second && second == JokerKind::ColourChange;
                    let run = one.and_then(|run| run.in_front(second, false, rules));
                    (run.is_some() && !changes).then(|| Used::one(first) + Used::one(second))
                };
                closings.extend(kinds[i..].iter().filter_map(|second| both(*second)));
            }
        }
        closings
    }

    /// With a joker in front; `low_end` if nothing comes before it.
    fn in_front(self, kind: JokerKind, low_end: bool, rules: &RunRules) -> Option<Run> {
        let change = kind == JokerKind::ColourChange;
        let twice = self.led && !rules.changes_adjacent;
        let no_change = twice || (low_end && !rules.change_at_low_end);
        if !rules.has(kind) || (change && no_change) {
            return None;
        }
        self.grown(Laid::Joker(kind), rules)
    }

    /// With one more tile of the first strand.
    fn grown(self, laid: Laid, rules: &RunRules) -> Option<Run> {
        let Laid::Joker(kind) = laid else {
            return self.longer(1, rules).map(|run| Run {
                numbered: run.numbered || laid == Laid::Number,
                fresh: false,
                ..run
            });
        };
        let (double, change) = (kind == JokerKind::Double, kind == JokerKind::ColourChange);
        let run = self
            .longer(if double { 2 } else { 1 }, rules)?
            .with_jokers(1, rules)?;
        let run = if change { run.changed(1, rules)? } else { run };
        Some(Run {
            fresh: change,
            busy: [double, run.busy[1]],
            ..run
        })
    }

    fn longer(self, slots: u8, rules: &RunRules) -> Option<Run> {
        let most = if matches!(self.shape, Shape::Mirror { .. }) {
            2
        } else {
            3
        };
        let slots = match rules.longest {
            Some(longest) if !matches!(self.shape, Shape::Step { .. }) => {
                Some(self.slots + slots).filter(|slots| *slots <= longest)?
            }
            _ => 0,
        };
        Some(Run {
            tiles: (self.tiles + 1).min(most),
            slots,
            ..self
        })
    }

    fn with_jokers(self, jokers: u8, rules: &RunRules) -> Option<Run> {
        match rules.jokers_in_set {
            None => Some(self),
            Some(most) => (self.jokers + jokers <= most).then_some(Run {
                jokers: self.jokers + jokers,
                ..self
            }),
        }
    }

    /// With so many more colour-change jokers: two of them face each other in a mirror run.
    fn changed(self, changes: u8, rules: &RunRules) -> Option<Run> {
        let run = match rules.most_changes {
            None => self,
            Some(most) if self.changes + changes <= most => Run {
                changes: self.changes + changes,
                ..self
            },
            Some(_) => return None,
        };
        (!self.fresh || rules.changes_adjacent).then_some(run)
    }

    /// Everything this run may do at a value.
    pub fn moves(self, phase: Phase, rules: &RunRules, placing: Jokers) -> Vec<Move<Run>> {
        let mut moves = Vec::new();
        if self.complete() {
            let axis = matches!(self.shape, Shape::Mirror { above: true });
            moves.push(Move {
                numbers: 0,
                used: Used::NONE,
                slots: u8::from(axis && rules.axis_is_a_number),
                below: 0,
                above: 0,
                to: To::End,
            });
        }
        match self.shape {
            Shape::Plain => self.plain_moves(phase, rules, placing, &mut moves),
            Shape::Step { due } => self.step_moves(due, rules, &mut moves),
            Shape::Mirror { .. } => {
                self.mirror_moves(phase, rules, placing, (Used::NONE, 0), &mut moves);
            }
        }
        moves
    }

    fn plain_moves(
        self,
        phase: Phase,
        rules: &RunRules,
        placing: Jokers,
        moves: &mut Vec<Move<Run>>,
    ) {
        let mut push = |laid: Laid, to: To<Run>| {
            moves.push(Move {
                numbers: laid.numbers(),
                used: laid.used(),
                slots: 1,
                below: 0,
                above: 0,
                to,
            });
        };
        if self.busy[0] {
            let busy = [false; 2];
            push(Laid::Covered, To::Stay(Run { busy, ..self }));
            return;
        }
        let last = phase == Phase::Last && !rules.wrap;
        // A run with a colour change in front is one tile between two of them: any other can do without the first.
        let between_two = self.led && self.tiles > 1;
        if let Some(run) = self.grown(Laid::Number, rules).filter(|_| !between_two) {
            push(Laid::Number, To::Stay(run));
        }
        for kind in [JokerKind::Classic, JokerKind::Double] {
            let laid = Laid::Joker(kind);
            let room = !last || kind == JokerKind::Classic;
            if let Some(run) = self
                .grown(laid, rules)
                .filter(|_| rules.has(kind) && room && !self.led)
            {
                push(laid, To::Stay(run));
            }
        }
        let change = Laid::Joker(JokerKind::ColourChange);
        let changed = self.grown(change, rules);
        if let Some(run) = changed.filter(|_| rules.has(JokerKind::ColourChange)) {
            if !last && !self.led {
                push(change, To::Leave(run));
            }
            let ended = Run {
                fresh: false,
                ..run
            };
            if ended.complete() {
                push(change, To::End);
            } else if last && placing == Jokers::WhereNeeded {
                push(change, To::Stay(ended));
            }
        }
        // Too short a run at the largest value but one takes its jokers in front.
        if last && placing == Jokers::WhereNeeded && !self.complete() && !self.fresh {
            moves.push(Move::idle(To::Stay(self)));
        }
    }

    fn step_moves(self, due: bool, rules: &RunRules, moves: &mut Vec<Move<Run>>) {
        if !due {
            moves.push(Move::idle(To::Stay(Run {
                shape: Shape::Step { due: true },
                ..self
            })));
            return;
        }
        let classic = Laid::Joker(JokerKind::Classic);
        for laid in [Laid::Number, classic] {
            let at_hand = laid == Laid::Number || rules.has(JokerKind::Classic);
            if let Some(run) = self.grown(laid, rules).filter(|_| at_hand) {
                let shape = Shape::Step { due: false };
                moves.push(Move {
                    numbers: laid.numbers(),
                    used: laid.used(),
                    slots: 1,
                    below: 0,
                    above: 0,
                    to: To::Stay(Run { shape, ..run }),
                });
            }
        }
    }

    /// Both strands of a mirror run at one value. `used` and `below` come on top: the mirror joker where it begins.
    fn mirror_moves(
        self,
        phase: Phase,
        rules: &RunRules,
        placing: Jokers,
        (used, below): (Used, u8),
        moves: &mut Vec<Move<Run>>,
    ) {
        // Jokers alone at either end of a mirror run could as well be left away.
        let trims = placing == Jokers::WhereNeeded && rules.short_mirrors;
        let begins = self.tiles == 0;
        let last = phase == Phase::Last && !rules.wrap;
        let laid = |busy: bool| -> Vec<Laid> {
            if busy {
                return vec![Laid::Covered];
            }
            let kinds = [JokerKind::Classic, JokerKind::Double].into_iter();
            let kinds =
                kinds.filter(|kind| rules.has(*kind) && !(last && *kind == JokerKind::Double));
            std::iter::once(Laid::Number)
                .chain(kinds.map(Laid::Joker))
                .collect()
        };
        for left in laid(self.busy[0]) {
            for right in laid(self.busy[1]) {
                if self.busy[0] == self.busy[1] && right < left {
                    continue;
                }
                let pair_used = left.used() + right.used();
                let Some(run) = self.longer(1, rules) else {
                    continue;
                };
                let Some(run) = run.with_jokers(pair_used.total(), rules) else {
                    continue;
                };
                let double = |laid| laid == Laid::Joker(JokerKind::Double);
                let mut busy = [double(left), double(right)];
                busy.sort_unstable();
                let numbers = left.numbers() + right.numbers();
                if trims && begins && numbers == 0 {
                    continue;
                }
                moves.push(Move {
                    numbers,
                    used: used + pair_used,
                    slots: 2,
                    below,
                    above: 0,
                    to: To::Stay(Run {
                        numbered: run.numbered || numbers > 0,
                        fresh: false,
                        hollow: trims && numbers == 0,
                        busy,
                        ..run
                    }),
                });
            }
        }
        if !(trims && begins) {
            self.mirror_change(last, trims, rules, (used, below), moves);
        }
    }

    /// A colour change in a mirror run: on both strands at once.
    fn mirror_change(
        self,
        last: bool,
        trims: bool,
        rules: &RunRules,
        (used, below): (Used, u8),
        moves: &mut Vec<Move<Run>>,
    ) {
        let two = Used::one(JokerKind::ColourChange) + Used::one(JokerKind::ColourChange);
        if self.busy != [false; 2] || !two.within(rules.jokers) {
            return;
        }
        // The outer end of a run that falls towards its axis is its high end.
        let begins = self.tiles == 0;
        let above = self.shape == Shape::Mirror { above: true };
        let rises = above || !(rules.axis_is_a_number || rules.valley);
        if begins && rises && !rules.change_at_low_end {
            return;
        }
        let run = self
            .longer(1, rules)
            .and_then(|run| run.with_jokers(2, rules));
        let Some(run) = run.and_then(|run| run.changed(2, rules)) else {
            return;
        };
        let mut push = |axes: u8, to| {
            moves.push(Move {
                numbers: 0,
                used: used + two,
                slots: 2,
                below,
                above: axes,
                to,
            });
        };
        let fresh = Run { fresh: true, ..run };
        if !last {
            let stay = To::Stay(fresh);
            push(0, if begins { stay } else { To::Leave(fresh) });
        }
        // At the inner end, next to the axis, whose number must exist.
        let ended = Run {
            fresh: false,
            hollow: false,
            ..run
        };
        let axes = u8::from(above && rules.axis_is_a_number);
        if !trims && ended.complete() && (axes == 0 || !last) {
            push(axes, To::End);
        }
    }
}

/// Every way to begin a run at a value.
pub fn starts(phase: Phase, rules: &RunRules, placing: Jokers) -> Vec<Move<Run>> {
    let mut moves = Vec::new();
    let plain = Run::nothing(Shape::Plain);
    let last = phase == Phase::Last && !rules.wrap;
    let mut push = |run: Option<Run>, laid: Laid| {
        moves.extend(run.map(|run| Move {
            numbers: laid.numbers(),
            used: laid.used(),
            slots: 1,
            below: 0,
            above: 0,
            to: To::Stay(run),
        }));
    };
    push(plain.grown(Laid::Number, rules), Laid::Number);
    // A double joker in front of a run that ends with a colour change just below the largest value has no room behind it,
    // and where the colour may not change in front the two cannot change places.
    let stays = !rules.change_at_low_end && rules.has(JokerKind::ColourChange);
    let anywhere = placing == Jokers::Anywhere;
    for (kind, may) in [
        (JokerKind::Classic, anywhere),
        (JokerKind::Double, !last && (anywhere || stays)),
    ] {
        if may && rules.has(kind) {
            push(plain.grown(Laid::Joker(kind), rules), Laid::Joker(kind));
        }
    }
    // One in front can move to the end, but not two to one end.
    let changes = rules.jokers.get(JokerKind::ColourChange);
    let needed = if placing == Jokers::Anywhere { 1 } else { 2 };
    if !last && rules.change_at_low_end && changes >= needed {
        let change = Laid::Joker(JokerKind::ColourChange);
        let led = placing == Jokers::WhereNeeded;
        push(
            plain.grown(change, rules).map(|run| Run { led, ..run }),
            change,
        );
    }
    if rules.step2 {
        let step = Run::nothing(Shape::Step { due: false });
        let classic = Laid::Joker(JokerKind::Classic);
        push(step.grown(Laid::Number, rules), Laid::Number);
        if rules.has(JokerKind::Classic) {
            push(step.grown(classic, rules), classic);
        }
    }
    if rules.has(JokerKind::Mirror) {
        mirror_starts(phase, rules, placing, &mut moves);
    }
    moves
}

fn mirror_starts(phase: Phase, rules: &RunRules, placing: Jokers, moves: &mut Vec<Move<Run>>) {
    let axis = Used::one(JokerKind::Mirror);
    let there_is_one_below = phase != Phase::First || rules.wrap;
    // An axis that is no number needs none, neither above nor below.
    let sides = [
        (true, rules.axis_is_a_number),
        (
            false,
            !rules.axis_is_a_number || (rules.valley && there_is_one_below),
        ),
    ];
    for (above, _) in sides.into_iter().filter(|(_, may)| *may) {
        let run = Run::nothing(Shape::Mirror { above });
        if let Some(run) = run.with_jokers(1, rules) {
            let below = u8::from(!above && rules.axis_is_a_number);
            run.mirror_moves(phase, rules, placing, (axis, below), moves);
        }
    }
}

/// Every kind of run that can be open, ascending.
pub fn run_types(rules: &RunRules, placing: Jokers) -> Vec<Run> {
    let mut types: Vec<Run> = Vec::new();
    let of = |moves: Vec<Move<Run>>| moves.into_iter().filter_map(|step| step.to.run());
    let mut todo: Vec<Run> = Phase::ALL
        .into_iter()
        .flat_map(|phase| of(starts(phase, rules, placing)))
        .collect();
    while let Some(run) = todo.pop() {
        if !types.contains(&run) {
            types.push(run);
            todo.extend(
                Phase::ALL
                    .into_iter()
                    .flat_map(|phase| of(run.moves(phase, rules, placing))),
            );
        }
    }
    types.sort_unstable();
    types
}

/// The largest relation in which a run imitates another only if it can be finished at no more cost, and follows each of
/// its moves by one of the same cost whose result imitates the other's.
pub fn imitation(types: &[Run], rules: &RunRules, placing: Jokers) -> Vec<Vec<bool>> {
    let closings: Vec<Vec<Used>> = types
        .iter()
        .map(|run| run.closings(rules, placing))
        .collect();
    let index = |run: Run| {
        types
            .binary_search(&run)
            .expect("types are closed under moves")
    };
    // What a run can do at a value between the first and the last and at the last one; nothing goes on at the first.
    let moves: Vec<Vec<Vec<Move<usize>>>> = [Phase::Between, Phase::Last]
        .into_iter()
        .map(|phase| {
            let of = |run: &Run| {
                let moves = run.moves(phase, rules, placing).into_iter();
                moves
                    .map(|step| Move {
                        to: step.to.map(index),
                        numbers: step.numbers,
                        used: step.used,
                        slots: step.slots,
                        above: step.above,
                        below: step.below,
                    })
                    .collect()
            };
            types.iter().map(of).collect()
        })
        .collect();
    let ends_as_well = |p: usize, q: usize| {
        let at_the_top = closings[q]
            .iter()
            .all(|of_q| closings[p].iter().any(|of_p| of_p.within(*of_q)));
        let same_axis = !rules.points
            || types[p].shape == types[q].shape
            || !matches!(types[q].shape, Shape::Mirror { .. });
        // Only a run of the same steps can be the part of a run that lies before the first value.
        let step = |run: &Run| matches!(run.shape, Shape::Step { .. });
        let same_steps = !rules.wrap || step(&types[p]) == step(&types[q]);
        let ends = types[p].complete() || !types[q].complete();
        ends && (rules.wrap || at_the_top) && same_axis && same_steps
    };
    let all = 0..types.len();
    let mut relation: Vec<Vec<bool>> = all
        .clone()
        .map(|p| all.clone().map(|q| ends_as_well(p, q)).collect())
        .collect();
    loop {
        let follows = |last: bool, p: To<usize>, q: To<usize>| match (p, q) {
            (To::Stay(p), To::Stay(q)) | (To::Leave(p), To::Leave(q)) => relation[p][q],
            (To::End, To::End) => true,
            // After the largest value there is nothing to stay open for.
            (To::End, To::Stay(_)) => last && !rules.wrap,
            _ => false,
        };
        let answers = |p: usize, q: usize| {
            moves.iter().zip([false, true]).all(|(of, last)| {
                of[q].iter().all(|step| {
                    of[p].iter().any(|other| {
                        other.numbers == step.numbers
                            && other.used == step.used
                            && (!rules.points || other.slots >= step.slots)
                            && follows(last, other.to, step.to)
                    })
                })
            })
        };
        let mut broken = Vec::new();
        for p in all.clone() {
            for q in all.clone() {
                if relation[p][q] && p != q && !answers(p, q) {
                    broken.push((p, q));
                }
            }
        }
        if broken.is_empty() {
            return relation;
        }
        for (p, q) in broken {
            relation[p][q] = false;
        }
    }
}
