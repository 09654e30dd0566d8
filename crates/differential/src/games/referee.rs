//! Replays a recorded game by its own reading of the rules and compares all that the record says.

use super::ask::{CanLay, Oracle};
use super::record::{Block, Fault, Game, Left, Move};
use super::stacks::minus;
use super::state::{Phase, State};
use super::{deal, result, turn};
use crate::field::MustPlay;
use crate::jokers::layout::Laid;
use crate::position::Position;
use crate::tile::{Tile, print_tiles};

/// Something in a record that the rules do not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub kind: &'static str,
    /// The turn, from 0; `None` for the deal or the result.
    pub turn: Option<usize>,
    /// The seat that acted, if one did.
    pub seat: Option<usize>,
    pub text: String,
}

impl Problem {
    /// A problem of the whole game.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Problem {
        Problem {
            kind,
            turn: None,
            seat: None,
            text: text.into(),
        }
    }
}

/// What was looked at in replays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    pub turns: u64,
    pub plays: u64,
    pub openings: u64,
    /// Passes that the rules allow only a player who can lay nothing.
    pub forced_passes: u64,
    /// Of those: too hard for the brute force.
    pub unknown_passes: u64,
    /// Unopened players whose penalty depends on an opening.
    pub could_open: u64,
    /// Of those: too hard for the brute force.
    pub unknown_openings: u64,
    pub put_back: u64,
}

impl Counts {
    /// Adds the counts of another replay.
    pub fn add(&mut self, other: &Counts) {
        self.turns += other.turns;
        self.plays += other.plays;
        self.openings += other.openings;
        self.forced_passes += other.forced_passes;
        self.unknown_passes += other.unknown_passes;
        self.could_open += other.could_open;
        self.unknown_openings += other.unknown_openings;
        self.put_back += other.put_back;
    }
}

/// A replay: the states after each turn, and the first problem.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The state after each turn.
    pub states: Vec<State>,
    /// The problem; `None` if the record is sound.
    pub problem: Option<Problem>,
    pub counts: Counts,
    /// Accepted passes that were too hard to judge.
    pub unjudged: Vec<Position>,
}

/// Replays a game of a block.
pub fn replay(ask: &Oracle<'_>, block: &Block, game: &Game) -> Replay {
    let mut replay = Replay {
        states: Vec::new(),
        problem: None,
        counts: Counts::default(),
        unjudged: Vec::new(),
    };
    let problem = run(ask, block, game, &mut replay);
    replay.problem = problem.err();
    replay
}

fn run(ask: &Oracle<'_>, block: &Block, game: &Game, replay: &mut Replay) -> Result<(), Problem> {
    let players = game.seating.len();
    let dealt = block.deals.get(game.deal);
    let dealt = dealt.ok_or_else(|| Problem::new("record", "there is no such deal"))?;
    if let Some(text) = deal::fault(ask.rules, dealt, players) {
        return Err(Problem::new("deal", text));
    }
    let mut state = State::new(ask.rules, dealt, game.starter);
    for (at, action) in game.turns.iter().enumerate() {
        let seat = Some(state.to_move);
        let on_turn = |(kind, text)| Problem {
            kind,
            turn: Some(at),
            seat,
            text,
        };
        if matches!(state.phase, Phase::Over(_)) {
            return Err(on_turn(("end", "the game was over before".to_owned())));
        }
        let mut step = Step {
            ask,
            state: &mut state,
            counts: &mut replay.counts,
            unjudged: &mut replay.unjudged,
        };
        step.begin(game, at)
            .map_err(|text| on_turn(("put-back", text)))?;
        step.play(action).map_err(on_turn)?;
        replay.states.push(state.clone());
    }
    match &game.fault {
        Some(fault) => Err(fault_of(ask, game, fault, &mut state, replay)),
        None => result::compare(ask, game, &state, &mut replay.counts),
    }
}

/// The fault that ended a game, with the position in which the bot acted.
fn fault_of(
    ask: &Oracle<'_>,
    game: &Game,
    fault: &Fault,
    state: &mut State,
    replay: &mut Replay,
) -> Problem {
    let turn = game.turns.len();
    let mut step = Step {
        ask,
        state,
        counts: &mut replay.counts,
        unjudged: &mut replay.unjudged,
    };
    let begun = step.begin(game, turn);
    Problem {
        kind: fault.kind,
        turn: Some(turn),
        seat: Some(fault.seat),
        text: match begun {
            Ok(()) => step.describe(&fault.detail, &[]),
            Err(text) => format!("{}; seat {}: {text}", fault.detail, fault.seat),
        },
    }
}

/// One turn of a replay.
struct Step<'a> {
    ask: &'a Oracle<'a>,
    state: &'a mut State,
    counts: &'a mut Counts,
    unjudged: &'a mut Vec<Position>,
}

type Illegal = (&'static str, String);

impl Step<'_> {
    fn begin(&mut self, game: &Game, at: usize) -> Result<(), String> {
        self.state.begin(self.ask.rules);
        let back = game.put_back.iter().filter(|(turn, _)| *turn == at);
        for (_, place) in back {
            self.counts.put_back += 1;
            self.state.put_back(self.ask.rules, *place)?;
        }
        Ok(())
    }

    fn play(&mut self, action: &Move) -> Result<(), Illegal> {
        self.counts.turns += 1;
        match action {
            Move::Draw => {
                self.may_draw()?;
                self.draws()
            }
            Move::Pass => {
                self.may_pass()?;
                self.state.end(self.ask.rules, false, false);
                Ok(())
            }
            Move::Play(left) => {
                let laid = turn::judge(self.ask, self.state, left);
                let laid = laid.map_err(|text| {
                    let after = Laid::table(&left.sets, &left.stated);
                    ("play", self.describe(&text, &after))
                })?;
                if laid.is_empty() {
                    return self.rearranges(left.clone());
                }
                self.lays(&laid, left.clone());
                Ok(())
            }
            Move::Refused(fault) => Err((fault.kind, fault.detail.clone())),
        }
    }

    fn draws(&mut self) -> Result<(), Illegal> {
        if self.ask.rules.draw_first {
            return Err(("draw", "a draw where turns begin with one".to_owned()));
        }
        if self.state.draw().is_none() {
            return Err(("draw", "a draw from an empty pool".to_owned()));
        }
        self.state.end(self.ask.rules, false, true);
        Ok(())
    }

    /// A draw where players must lay needs that nothing can be laid.
    fn may_draw(&mut self) -> Result<(), Illegal> {
        if self.ask.rules.draw_first || self.state.pool.is_empty() {
            // Another problem, which is told.
            return Ok(());
        }
        self.lays_nothing(self.ask.rules.must_play, "draw")
    }

    fn lays(&mut self, laid: &[Tile], left: Left) {
        self.counts.plays += 1;
        let seat = self.state.seat();
        seat.rack = minus(&seat.rack, laid).unwrap_or_default();
        if !seat.opened {
            self.counts.openings += 1;
            seat.opened = true;
            seat.opened_turn = Some(seat.own_turns);
        }
        self.lies(left);
        self.state.end(self.ask.rules, true, false);
    }

    fn lies(&mut self, left: Left) {
        let owners = left.owners;
        self.state.owners = owners.unwrap_or_else(|| vec![None; left.sets.len()]);
        self.state.table = left.sets;
        self.state.stated = left.stated;
    }

    fn rearranges(&mut self, left: Left) -> Result<(), Illegal> {
        if self.ask.rules.draw_first || self.state.pool.is_empty() {
            self.may_pass()?;
            self.lies(left);
            self.state.end(self.ask.rules, false, false);
            return Ok(());
        }
        self.may_draw()?;
        self.lies(left);
        self.draws()
    }

    /// A pass needs an empty pool or a turn that began with a draw. Where players must lay, nothing
    /// can be laid.
    fn may_pass(&mut self) -> Result<(), Illegal> {
        if self.state.pool.is_empty() {
            return self.lays_nothing(self.ask.rules.must_play_when_empty, "pass");
        }
        if !self.ask.rules.draw_first {
            return Err(("pass", "a pass while the pool holds tiles".to_owned()));
        }
        self.lays_nothing(self.ask.rules.must_play, "pass")
    }

    /// Whether the player may lay nothing; `what` is done instead.
    fn lays_nothing(&mut self, must: MustPlay, what: &'static str) -> Result<(), Illegal> {
        let opened = self.state.seats[self.state.to_move].opened;
        match must {
            MustPlay::Nobody => return Ok(()),
            MustPlay::Opened if !opened => return Ok(()),
            MustPlay::Opened | MustPlay::Everybody => {}
        }
        self.counts.forced_passes += 1;
        match self.ask.can_lay(self.state) {
            CanLay::No => Ok(()),
            CanLay::Yes(play) => {
                let text = format!("could lay: {play}");
                Err((what, self.describe(&text, &[])))
            }
            CanLay::Unknown => {
                self.counts.unknown_passes += 1;
                self.unjudged.push(self.ask.position(self.state));
                Ok(())
            }
        }
    }

    /// A reason with the position in which it arose.
    fn describe(&self, reason: &str, after: &[Laid]) -> String {
        let state = &*self.state;
        let seat = &state.seats[state.to_move];
        let mut text = format!(
            "{reason}; seat {} --table \"{}\" --rack \"{}\"",
            state.to_move,
            Laid::print_table(&state.laid()),
            print_tiles(&seat.rack),
        );
        if !seat.opened {
            text.push_str(" --unopened");
        }
        if self.ask.rules.has_owners() {
            let owner = |owner: &Option<usize>| owner.map_or("-".to_owned(), |o| o.to_string());
            let owners: Vec<String> = state.owners.iter().map(owner).collect();
            text.push_str(&format!(
                " --owners {} --me {}",
                owners.join(","),
                state.to_move
            ));
        }
        if !after.is_empty() {
            text.push_str(&format!("; after: {}", Laid::print_table(after)));
        }
        text
    }
}
