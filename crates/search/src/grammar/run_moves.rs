//! The moves of an open run, or of a new one, at the next value.

use rummilab_core::JokerKind;

use crate::grammar::{JokerPlacing, Jokers, Run, RunPhase, RunRules, RunShape, RunTile};

/// The move of one tile, or of one pair of a mirror run, at one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move<R> {
    pub numbers: u8,
    pub used: Jokers,
    /// How often this value counts in the points of sets.
    pub slots: u8,
    /// How often the value below counts.
    pub below: u8,
    /// How often the value above counts.
    pub above: u8,
    pub to: To<R>,
}

impl<R> Move<R> {
    /// The same move with runs of another form.
    pub fn map<S>(self, f: impl FnOnce(R) -> S) -> Move<S> {
        Move {
            numbers: self.numbers,
            used: self.used,
            slots: self.slots,
            below: self.below,
            above: self.above,
            to: self.to.map(f),
        }
    }

    /// A move of one tile of one strand.
    fn tile(tile: RunTile, to: To<R>) -> Move<R> {
        Move {
            numbers: tile.numbers(),
            used: tile.used(),
            slots: 1,
            ..Move::idle(to)
        }
    }

    /// A move that takes nothing and counts nothing.
    fn idle(to: To<R>) -> Move<R> {
        Move {
            numbers: 0,
            used: Jokers::NONE,
            slots: 0,
            below: 0,
            above: 0,
            to,
        }
    }
}

/// The state of a run after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To<R> {
    /// It stays open in its colour.
    Stay(R),
    /// It goes on in another colour.
    Leave(R),
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

impl Run {
    /// Everything this run may do at a value.
    pub fn moves(self, phase: RunPhase, rules: &RunRules) -> Vec<Move<Run>> {
        let mut moves = Vec::new();
        if rules.ends && phase == RunPhase::First {
            self.last_moves(rules, &mut moves);
            return moves;
        }
        if self.complete() {
            let axis = matches!(self.shape, RunShape::Mirror { above: true });
            moves.push(Move {
                slots: u8::from(axis && rules.axis_is_a_number),
                ..Move::idle(To::End)
            });
        }
        match self.shape {
            RunShape::Plain => self.plain_moves(phase, rules, &mut moves),
            RunShape::Step2 { due } => self.step_moves(due, rules, &mut moves),
            RunShape::Mirror { .. } => {
                self.mirror_moves(phase, rules, (Jokers::NONE, 0), &mut moves);
            }
        }
        moves
    }

    /// The moves of a run that takes 1 behind the largest value and ends there. At the first value
    /// every open run is one.
    fn last_moves(self, rules: &RunRules, moves: &mut Vec<Move<Run>>) {
        let no_axis =
            matches!(self.shape, RunShape::Mirror { above: true }) && rules.axis_is_a_number;
        for action in self.moves(RunPhase::Between, rules) {
            let ends = match action.to {
                To::End => action.above == 0,
                To::Stay(run) => run.complete() && !no_axis,
                To::Leave(_) => false,
            };
            if ends {
                moves.push(Move {
                    to: To::End,
                    ..action
                });
            }
        }
    }

    fn plain_moves(self, phase: RunPhase, rules: &RunRules, moves: &mut Vec<Move<Run>>) {
        let mut push = |tile, to| moves.push(Move::tile(tile, to));
        if self.busy[0] {
            let busy = [false; 2];
            push(RunTile::Covered, To::Stay(Run { busy, ..self }));
            return;
        }
        let last = phase == RunPhase::Last && !rules.wrap;
        // Only a run of one tile between two colour changes needs the one in front.
        let between_two = self.led && self.tiles > 1;
        if let Some(run) = self.grown(RunTile::Number, rules).filter(|_| !between_two) {
            push(RunTile::Number, To::Stay(run));
        }
        for kind in [JokerKind::Classic, JokerKind::Double] {
            let laid = RunTile::Joker(kind);
            let room = !last || kind == JokerKind::Classic;
            if let Some(run) = self
                .grown(laid, rules)
                .filter(|_| rules.has(kind) && room && !self.led)
            {
                push(laid, To::Stay(run));
            }
        }
        let change = RunTile::Joker(JokerKind::ColourChange);
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
            } else if last && rules.placing == JokerPlacing::WhereNeeded {
                push(change, To::Stay(ended));
            }
        }
        // A run that ends one below the largest value and is too short takes its jokers in front.
        if last && rules.placing == JokerPlacing::WhereNeeded && !self.complete() && !self.fresh {
            moves.push(Move::idle(To::Stay(self)));
        }
    }

    fn step_moves(self, due: bool, rules: &RunRules, moves: &mut Vec<Move<Run>>) {
        if !due {
            moves.push(Move::idle(To::Stay(Run {
                shape: RunShape::Step2 { due: true },
                ..self
            })));
            return;
        }
        let classic = RunTile::Joker(JokerKind::Classic);
        for laid in [RunTile::Number, classic] {
            let at_hand = laid == RunTile::Number || rules.has(JokerKind::Classic);
            if let Some(run) = self.grown(laid, rules).filter(|_| at_hand) {
                let shape = RunShape::Step2 { due: false };
                moves.push(Move::tile(laid, To::Stay(Run { shape, ..run })));
            }
        }
    }

    /// Both strands of a mirror run at one value. `used` and `below`: its mirror joker, if new.
    fn mirror_moves(
        self,
        phase: RunPhase,
        rules: &RunRules,
        (used, below): (Jokers, u8),
        moves: &mut Vec<Move<Run>>,
    ) {
        // Jokers alone at either end of a mirror run are superfluous.
        let trims = rules.placing == JokerPlacing::WhereNeeded && rules.short_mirrors;
        let begins = self.tiles == 0;
        let last = phase == RunPhase::Last && !rules.wrap;
        let laid = |busy: bool| -> Vec<RunTile> {
            if busy {
                return vec![RunTile::Covered];
            }
            let kinds = [JokerKind::Classic, JokerKind::Double].into_iter();
            let kinds =
                kinds.filter(|kind| rules.has(*kind) && !(last && *kind == JokerKind::Double));
            std::iter::once(RunTile::Number)
                .chain(kinds.map(RunTile::Joker))
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
                let double = |laid| laid == RunTile::Joker(JokerKind::Double);
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
        (used, below): (Jokers, u8),
        moves: &mut Vec<Move<Run>>,
    ) {
        let two = Jokers::one(JokerKind::ColourChange) + Jokers::one(JokerKind::ColourChange);
        if self.busy != [false; 2] || !two.within(rules.jokers) {
            return;
        }
        // The outer end of a run that falls towards its axis is its high end.
        let begins = self.tiles == 0;
        let above = self.shape == RunShape::Mirror { above: true };
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

/// Every beginning of a run at a value.
pub fn starts(phase: RunPhase, rules: &RunRules) -> Vec<Move<Run>> {
    let mut moves = Vec::new();
    let plain = Run::nothing(RunShape::Plain);
    let last = phase == RunPhase::Last && !rules.wrap;
    let mut push = |run: Option<Run>, laid: RunTile| {
        moves.extend(run.map(|run| Move::tile(laid, To::Stay(run))));
    };
    push(plain.grown(RunTile::Number, rules), RunTile::Number);
    // A run may end with a colour change just below the largest value, with no room behind it for a
    // double joker. If the colour may not change in front, the two cannot change places either.
    let stays = !rules.change_at_low_end && rules.has(JokerKind::ColourChange);
    let anywhere = rules.placing == JokerPlacing::Anywhere;
    for (kind, may) in [
        (JokerKind::Classic, anywhere),
        (JokerKind::Double, !last && (anywhere || stays)),
    ] {
        if may && rules.has(kind) {
            let joker = RunTile::Joker(kind);
            push(plain.grown(joker, rules), joker);
        }
    }
    // One in front can move to the end, but not two to one end.
    let changes = rules.jokers.get(JokerKind::ColourChange);
    let needed = if rules.placing == JokerPlacing::Anywhere {
        1
    } else {
        2
    };
    if !last && rules.change_at_low_end && changes >= needed {
        let change = RunTile::Joker(JokerKind::ColourChange);
        let led = rules.placing == JokerPlacing::WhereNeeded;
        let run = plain.grown(change, rules).map(|run| Run { led, ..run });
        push(run, change);
    }
    if rules.step2 {
        let by_twos = Run::nothing(RunShape::Step2 { due: false });
        let classic = RunTile::Joker(JokerKind::Classic);
        push(by_twos.grown(RunTile::Number, rules), RunTile::Number);
        if rules.has(JokerKind::Classic) {
            push(by_twos.grown(classic, rules), classic);
        }
    }
    if rules.has(JokerKind::Mirror) {
        mirror_starts(phase, rules, &mut moves);
    }
    moves
}

fn mirror_starts(phase: RunPhase, rules: &RunRules, moves: &mut Vec<Move<Run>>) {
    let axis = Jokers::one(JokerKind::Mirror);
    let there_is_one_below = phase != RunPhase::First || (rules.wrap && !rules.ends);
    // An axis that is no number needs no value above or below.
    let sides = [
        (true, rules.axis_is_a_number),
        (
            false,
            !rules.axis_is_a_number || (rules.valley && there_is_one_below),
        ),
    ];
    for (above, _) in sides.into_iter().filter(|(_, may)| *may) {
        let run = Run::nothing(RunShape::Mirror { above });
        if let Some(run) = run.with_jokers(1, rules) {
            let below = u8::from(!above && rules.axis_is_a_number);
            run.mirror_moves(phase, rules, (axis, below), moves);
        }
    }
}
