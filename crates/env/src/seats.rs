//! [`Seats`]: a game in which the caller plays one seat and bots the others.

use rummilab_bot_api::Bot;
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Seat};

use crate::environment::{EnvError, Environment};

/// A bot, and the name that determines its random numbers.
pub struct Opponent {
    pub name: String,
    pub bot: Box<dyn Bot>,
}

impl std::fmt::Debug for Opponent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Opponent").field(&self.name).finish()
    }
}

/// A game with one seat for the caller. The opponents sit in the other seats in playing order.
#[derive(Debug)]
pub struct Seats {
    environment: Environment,
    seat: Seat,
    /// Each opponent with its random numbers for this game.
    opponents: Vec<(Opponent, Stream)>,
}

impl Seats {
    /// A game that has not begun: call [`reset`](Seats::reset) first.
    ///
    /// # Errors
    /// [`EnvError::Players`] unless there is one opponent for each other seat.
    pub fn new(mut environment: Environment, opponents: Vec<Opponent>) -> Result<Seats, EnvError> {
        environment.begins = false;
        let players = environment.players();
        if opponents.len() + 1 != players {
            return Err(EnvError::Players(opponents.len() + 1, players));
        }
        let stream = || Stream::new(Key::sample(0, "no game", 0));
        Ok(Seats {
            environment,
            seat: Seat(0),
            opponents: opponents.into_iter().map(|bot| (bot, stream())).collect(),
        })
    }

    pub fn environment(&mut self) -> &mut Environment {
        &mut self.environment
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Begins the game with this deal, the caller in this seat, and plays to its first turn.
    ///
    /// # Errors
    /// As [`Environment::reset`] and [`Environment::act`].
    pub fn reset(&mut self, seed: u64, deal: u64, seat: Seat) -> Result<(), EnvError> {
        self.seat = seat;
        self.environment.reset(seed, deal)?;
        let others = seat.others(self.environment.players());
        for ((opponent, stream), other) in self.opponents.iter_mut().zip(others) {
            *stream = Stream::new(Key::bot(seed, &opponent.name, other.index(), deal));
            opponent.bot.new_game(other);
        }
        self.play_opponents()
    }

    /// Takes this action, and plays on to the next decision of the caller or to the end.
    ///
    /// # Errors
    /// As [`Environment::step`].
    pub fn step(&mut self, action: usize) -> Result<(), EnvError> {
        self.environment.step(action)?;
        self.play_opponents()
    }

    /// Plays the whole turn of a row, and continues as after a step.
    ///
    /// # Errors
    /// As [`Environment::take_candidate`].
    pub fn take_candidate(&mut self, row: usize, most: usize) -> Result<(), EnvError> {
        self.environment.take_candidate(row, most)?;
        self.play_opponents()
    }

    fn play_opponents(&mut self) -> Result<(), EnvError> {
        while let Some(seat) = self.environment.to_move() {
            if seat == self.seat {
                self.environment.begin(|_, _| true);
                break;
            }
            let at = seat.turns_after(self.seat, self.environment.players()) - 1;
            let (opponent, stream) = &mut self.opponents[at];
            let bot = &mut opponent.bot;
            self.environment
                .begin(|view, tile| bot.put_back(view, tile, stream));
            let action: Option<Action> = bot.act(&self.environment.view(seat), stream).ok();
            let acted = action.map(|action| self.environment.act(&action));
            if !matches!(acted, Some(Ok(()))) {
                self.environment.end_by_fault(seat);
            }
        }
        Ok(())
    }
}
