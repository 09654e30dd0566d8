//! A bot in the seat of a player that cannot be asked. It plays as recorded, and from a given turn
//! on it decides itself.

use rummilab_arena::{Players, PlayersError, Recorded};
use rummilab_bot_api::{Bot, BotFault, GameOver, Revealed, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, CouldPlay, Seat, Tile};
use rummilab_record::GameRecord;

/// Players of a recorded game, some of which cannot be asked: a person, a program, a bot of another
/// program.
pub(super) struct WithStandIn<'a> {
    pub players: &'a dyn Players,
    /// The canonical names of the players that cannot be asked.
    pub absent: Vec<&'a str>,
    /// The canonical name of the bot in their seats.
    pub bot: &'a str,
    pub game: &'a GameRecord,
    /// The first turn on which the bot decides.
    pub from: usize,
}

impl Players for WithStandIn<'_> {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        if !self.absent.contains(&canonical) {
            return self.players.bot(canonical);
        }
        Ok(Box::new(StandIn {
            recorded: Recorded::new(self.game.clone()),
            bot: self.players.bot(self.bot)?,
            from: self.from,
        }))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        self.players.judge()
    }
}

/// Asks both on every turn, so that the bot has seen the whole game when it decides.
struct StandIn {
    recorded: Recorded,
    bot: Box<dyn Bot>,
    from: usize,
}

impl Bot for StandIn {
    fn new_game(&mut self, seat: Seat) {
        self.recorded.new_game(seat);
        self.bot.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        let own = self.bot.put_back(view, tile, stream);
        if view.history.len() < self.from {
            self.recorded.put_back(view, tile, stream)
        } else {
            own
        }
    }

    fn reveal(&mut self, hidden: &Revealed) {
        self.bot.reveal(hidden);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let own = self.bot.act(view, stream);
        if view.history.len() < self.from {
            self.recorded.act(view, stream)
        } else {
            own
        }
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.bot.game_over(view, over);
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.bot.watch(stop);
    }
}
