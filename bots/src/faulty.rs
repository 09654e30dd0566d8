//! `faulty`: does something wrong on purpose, to test programs that run bots.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Set, Table};

use crate::entry::{Entry, choice, number, quick};
use crate::player::Player;

pub(crate) const ENTRY: Entry = Entry {
    name: "faulty",
    version: 5,
    about: "for tests: plays like greedy, but does something wrong every so often",
    params: &[
        choice("kind", &["illegal", "timeout", "crash", "protocol"]).about("what it does wrong"),
        number("every", 5, 1, 1000)
            .about("on every turn of its own in a game whose number this divides"),
    ],
    for_tests: true,
    work: quick,
    make: |s| {
        let fault = match s.text("kind") {
            "timeout" => Fault::Timeout,
            "crash" => Fault::Crash,
            "protocol" => Fault::Protocol,
            _ => Fault::Illegal,
        };
        let every = s.number("every").unsigned_abs();
        Box::new(Faulty::new(s.player(), fault, every))
    },
};

/// What a faulty bot does wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Lays one tile as a set of its own, which no rule allows.
    Illegal,
    /// Gives no answer in time.
    Timeout,
    Crash,
    /// Sends a message that cannot be understood.
    Protocol,
}

/// Plays like greedy, except on every `every`th turn of its own.
pub struct Faulty {
    player: Player,
    fault: Fault,
    every: u32,
    turn: u32,
}

impl Faulty {
    /// A bot with this fault on every `every`th turn of its own.
    pub fn new(player: Player, fault: Fault, every: u32) -> Faulty {
        Faulty {
            player,
            fault,
            every,
            turn: 0,
        }
    }
}

impl Bot for Faulty {
    fn new_game(&mut self, _: Seat) {
        self.turn = 0;
    }

    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.turn += 1;
        if !self.turn.is_multiple_of(self.every.max(1)) {
            return self.player.greedy(view);
        }
        let word = "on purpose".to_owned();
        match self.fault {
            Fault::Illegal => {
                let alone = Set::new(view.rack.tiles().take(1));
                let sets = [view.table.sets(), &[alone]].concat();
                Ok(Action::Play(Table::new(sets)))
            }
            Fault::Timeout => Err(BotFault::Timeout),
            Fault::Crash => Err(BotFault::Crash(word)),
            Fault::Protocol => Err(BotFault::Protocol(word)),
        }
    }
}
