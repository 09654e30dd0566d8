//! A program as a [`Bot`]: each turn is a request. A process that crashed or broke the protocol is
//! replaced on the next turn.

use std::sync::Arc;
use std::time::Duration;

use rummilab_chance::Stream;
use rummilab_core::{Action, Ending, Seat, Tile};

use super::clock::{GAME_OVER, NEW_GAME, millis};
use super::command::External;
use super::conversation::{Conversation, unexpected};
use crate::protocol::{
    GameResult, HiddenMessage, NewGame, PublicEvent, Reply, Request, ResultEnd, State, action_from,
    events_message,
};
use crate::view::View;
use crate::{Bot, BotFault, GameOver, Revealed};

/// A process of an external bot in one seat.
#[derive(Debug)]
pub struct ExternalBot {
    external: Arc<External>,
    conversation: Option<Conversation>,
    /// Number of games that this process has begun.
    games: u64,
    /// Whether the process knows that this game has begun.
    told_game: bool,
    /// Number of turns of this game that the process knows.
    told_turns: usize,
    bank: Duration,
    /// The hidden tiles that it is shown with the next question.
    hidden: Option<HiddenMessage>,
    /// A fault from a call that cannot return one; the next turn returns it.
    pending: Option<BotFault>,
}

impl ExternalBot {
    pub(super) fn new(external: Arc<External>) -> ExternalBot {
        let bank = external.clock().bank;
        ExternalBot {
            external,
            conversation: None,
            games: 0,
            told_game: false,
            told_turns: 0,
            bank,
            hidden: None,
            pending: None,
        }
    }

    /// A process that knows of this game; starts one if needed.
    fn ready(&mut self, view: &View<'_>, stream: &Stream) -> Result<(), BotFault> {
        if self.conversation.is_none() {
            self.games = 0;
            self.told_game = false;
            self.conversation = Some(self.external.start()?);
        }
        if self.told_game {
            return Ok(());
        }
        self.told_turns = 0;
        self.games += 1;
        let clock = self.external.clock();
        let game = NewGame {
            game: self.games,
            seat: view.seat.index(),
            seed: stream.key().to_string(),
            move_ms: clock.per_move.map(millis),
            bank_ms: clock.per_move.map(|_| millis(clock.bank)),
            inc_ms: Some(millis(clock.increment)).filter(|ms| *ms > 0),
            ..NewGame::first(view.rules, view.players())
        };
        match self.ask(Request::NewGame(game), NEW_GAME)? {
            (Reply::Ready, _) => {
                self.told_game = true;
                Ok(())
            }
            (other, _) => Err(self.nonsense(unexpected("ready", &other))),
        }
    }

    /// Asks the running process. After a late answer the process is kept and the answer is ignored;
    /// after any other fault the process is ended.
    fn ask(&mut self, request: Request, allowed: Duration) -> Result<(Reply, Duration), BotFault> {
        let Some(conversation) = &mut self.conversation else {
            return Err(BotFault::Crash("it does not run".to_owned()));
        };
        let answer = conversation.ask(request, allowed);
        if answer
            .as_ref()
            .is_err_and(|fault| *fault != BotFault::Timeout)
        {
            self.conversation = None;
        }
        answer
    }

    /// Ends the process because its answer was not valid.
    fn nonsense(&mut self, fault: BotFault) -> BotFault {
        self.conversation = None;
        fault
    }

    /// Asks about a turn, with the clock running.
    fn ask_turn(
        &mut self,
        view: &View<'_>,
        stream: &Stream,
        request: impl FnOnce(Box<State>, Vec<PublicEvent>, Option<u64>) -> Request,
    ) -> Result<Reply, BotFault> {
        if let Some(fault) = self.pending.take() {
            return Err(fault);
        }
        self.ready(view, stream)?;
        let clock = self.external.clock();
        let events = self.news(view);
        let bank = clock.per_move.map(|_| millis(self.bank));
        let request = request(Box::new(State::of(view)), events, bank);
        let answer = self.ask(request, clock.allowance(self.bank));
        match answer {
            Ok((reply, taken)) => {
                self.bank = clock.left(self.bank, taken);
                Ok(reply)
            }
            Err(fault) => {
                if fault == BotFault::Timeout {
                    self.bank = Duration::ZERO;
                }
                Err(fault)
            }
        }
    }

    /// The turns that the process does not know yet.
    fn news(&mut self, view: &View<'_>) -> Vec<PublicEvent> {
        let from = self.told_turns.min(view.history.len());
        self.told_turns = view.history.len();
        events_message(&view.history[from..])
    }
}

impl Bot for ExternalBot {
    fn new_game(&mut self, _: Seat) {
        self.told_game = false;
        self.told_turns = 0;
        self.bank = self.external.clock().bank;
        self.pending = None;
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        let tile = tile.to_string();
        let hidden = self.hidden.take();
        let asked = self.ask_turn(view, stream, |state, events, bank_ms| Request::PutBack {
            tile,
            state,
            events,
            bank_ms,
            hidden,
        });
        let fault = match asked {
            Ok(Reply::PutBack { put_back }) => return put_back,
            Ok(other) => self.nonsense(unexpected("putback", &other)),
            Err(fault) => fault,
        };
        self.pending = Some(fault);
        false
    }

    fn reveal(&mut self, hidden: &Revealed) {
        self.hidden = Some(hidden.into());
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let hidden = self.hidden.take();
        let reply = self.ask_turn(view, stream, |state, events, bank_ms| Request::Move {
            state,
            events,
            bank_ms,
            hidden,
        });
        self.bank += self.external.clock().increment;
        let reply = reply?;
        match reply {
            Reply::Move { action } => action_from(&action, view.rules)
                .map_err(|error| self.nonsense(BotFault::Protocol(error.to_string()))),
            other => Err(self.nonsense(unexpected("move", &other))),
        }
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        if self.conversation.is_none() || !self.told_game {
            return;
        }
        let events = self.news(view);
        let request = Request::GameOver {
            result: result_message(view.seat, over),
            state: Box::new(State::of(view)),
            events,
        };
        // The game is over whatever the bot answers; but a bot that does not answer is not asked
        // again.
        if !matches!(self.ask(request, GAME_OVER), Ok((Reply::Ok, _))) {
            self.conversation = None;
        }
    }
}

impl Drop for ExternalBot {
    fn drop(&mut self) {
        if let Some(conversation) = self.conversation.take() {
            conversation.end();
        }
    }
}

fn result_message(me: Seat, over: &GameOver<'_>) -> GameResult {
    let (end, seat) = match over.ending {
        Ending::WentOut(seat) => (ResultEnd::Out, Some(seat)),
        Ending::PoolEmpty => (ResultEnd::Empty, None),
        Ending::Fault(seat) => (ResultEnd::Fault, Some(seat)),
        Ending::Endless => (ResultEnd::Endless, None),
    };
    GameResult {
        end,
        seat: seat.map(Seat::index),
        fault: over
            .fault
            .filter(|_| over.ending == Ending::Fault(me))
            .map(str::to_owned),
        scores: over.results.iter().map(|seat| seat.score).collect(),
        places: over.results.iter().map(|seat| seat.place).collect(),
    }
}
