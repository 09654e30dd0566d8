//! A small deck with a bot in one seat. Games are played to their end.

use rummilab_bots::small_deck::{DeckGame, Ends, Move, PublicId, Standing};
use rummilab_core::{Action, RuleSet, TileCounts};
use rummilab_extensive::{Next, Source};

use super::DeckError;
use super::seated_bot::{Memory, SeatedBot};

/// Where a game stands, and what the bot has seen of it.
type Remembered = (Standing, Memory);

/// The game of the bot's opponent: what the bot does is chance.
pub(super) struct AgainstBot<'r> {
    rules: &'r RuleSet,
    game: DeckGame<'r>,
    bot: SeatedBot,
}

impl<'r> AgainstBot<'r> {
    pub fn new(rules: &'r RuleSet, bot: SeatedBot) -> AgainstBot<'r> {
        AgainstBot {
            rules,
            game: DeckGame::new(rules, Ends::Played),
            bot,
        }
    }

    /// How many times the bot was asked.
    pub fn asked(&self) -> usize {
        self.bot.asked()
    }

    /// What follows the bot's turn.
    fn bots_turn(&mut self, (standing, memory): &Remembered) -> Result<Remembered, DeckError> {
        let place = self.game.public.place(standing.public).clone();
        let rack = standing.racks[place.to_move.index()];
        let plays = self.game.plays(&place, &rack)?;
        let may_pass = self.game.may_pass(&place, &plays);
        let asked = (*memory, standing.public, rack);
        let (action, memory) = self.bot.act(self.rules, &self.game.public, asked)?;
        let turn = match action {
            Action::Play(table) => {
                let laid = table.counts().ok();
                let laid = laid.and_then(|tiles| tiles.checked_sub(&place.tiles));
                match laid.filter(|laid| plays.contains(laid)) {
                    Some(laid) => Move::Lay(laid, Some(table)),
                    None => return Err(self.bot.fault("an illegal play")),
                }
            }
            Action::Draw if place.pool > 0 => Move::Draw,
            Action::Pass if may_pass => Move::Pass,
            _ => return Err(self.bot.fault("an illegal draw or pass")),
        };
        Ok((self.game.after(standing, turn), memory))
    }
}

impl Source for AgainstBot<'_> {
    type State = Remembered;
    type Info = (PublicId, TileCounts);
    type Error = DeckError;

    fn begin(&mut self) -> Result<Vec<(f64, Remembered)>, DeckError> {
        let dealt = self.game.begin()?;
        let remembered = dealt.into_iter();
        Ok(remembered
            .map(|(odds, standing)| (odds, (standing, 0)))
            .collect())
    }

    fn next(&mut self, state: &Remembered) -> Result<Next<Remembered, Self::Info>, DeckError> {
        let (standing, memory) = state;
        if self.game.to_move(standing) == Some(self.bot.seat) {
            let after = self.bots_turn(state)?;
            return Ok(Next::Chance(vec![(1.0, after)]));
        }
        let next = self.game.next(standing)?;
        Ok(next.map(|after| (after, *memory)))
    }
}
