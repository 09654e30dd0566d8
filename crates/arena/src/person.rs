//! A person among the players: the deal of a game in which new tiles may be demanded, and a bot
//! that repeats recorded turns, because a person cannot be asked again.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Redeal, RuleSet, Seat, Tile, TileCounts};
use rummilab_record::{BotEntry, DealRecord, GameRecord, TurnRecord};

use crate::deal::{MAX_DEAL_ATTEMPTS, has_pairs};
use crate::error::HarnessError;
use crate::plan::Plan;
use crate::schedule::Format;

/// Why a plan is not that of a person's game.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// It has more than one game, or more than one order of bots.
    #[error("the plan is not that of one game of a person: expected format `seats` and one deal")]
    NotOneGame,
    /// The number of persons is not one, or there is none.
    #[error("the plan has {0} persons; expected one")]
    Persons(usize),
    /// The deal cannot be made.
    #[error(transparent)]
    Deal(#[from] HarnessError),
    /// The person may not have new tiles dealt.
    #[error("your first rack has no pairs for which new tiles are dealt under these rules")]
    NoRedeal,
}

impl Plan {
    /// Whether a person sits in one of the seats.
    pub fn has_person(&self) -> bool {
        self.bots().iter().any(BotEntry::is_person)
    }

    /// The person's seat, and the deal after the person had new tiles dealt `redeals` times.
    ///
    /// # Errors
    /// Unless the plan has exactly one game with exactly one person, and a deal;
    /// [`PersonError::NoRedeal`] unless the person could demand each of the others.
    pub fn person_deal(&self, redeals: u32) -> Result<(Seat, DealRecord), PersonError> {
        let (people, deal) = self.people_deal(redeals)?;
        match people[..] {
            [person] => Ok((person, deal)),
            _ => Err(PersonError::Persons(people.len())),
        }
    }

    /// The seats of the persons, and the deal after the only person had new tiles dealt `redeals`
    /// times.
    ///
    /// # Errors
    /// Unless the plan has exactly one game with a person, and a deal; [`PersonError::NoRedeal`]
    /// unless that person could demand each of the others.
    pub fn people_deal(&self, redeals: u32) -> Result<(Vec<Seat>, DealRecord), PersonError> {
        if self.format() != Format::Seats || self.blocks() != 1 {
            return Err(PersonError::NotOneGame);
        }
        let seats = self.bots().iter().enumerate();
        let persons = seats.filter(|(_, bot)| bot.is_person());
        let people: Vec<Seat> = persons.map(|(seat, _)| Seat(seat)).collect();
        let Some(&person) = people.first() else {
            return Err(PersonError::Persons(0));
        };
        let (mut deal, mut attempt) = self.deal(0)?;
        for _ in 0..redeals {
            let may = people.len() == 1 && may_redeal(self.rules(), &deal.racks[person]);
            if !may || attempt >= MAX_DEAL_ATTEMPTS {
                return Err(PersonError::NoRedeal);
            }
            attempt += 1;
            deal = self.deal_attempt(0, attempt)?;
        }
        Ok((people, DealRecord { attempt, deal }))
    }
}

/// Whether a person with this first rack may demand new tiles: the rules let a person decide, and
/// the rack has the pairs.
pub fn may_redeal(rules: &RuleSet, rack: &TileCounts) -> bool {
    rules.redeal == Redeal::Ask && has_pairs(rules, rack)
}

/// Plays the recorded turns of a game in any seat.
#[derive(Debug, Clone)]
pub struct Recorded {
    game: GameRecord,
    /// Number of tiles put back on the current turn.
    put_back: usize,
}

impl Recorded {
    /// A bot for a seat of this game.
    pub fn new(game: GameRecord) -> Recorded {
        Recorded { game, put_back: 0 }
    }
}

impl Bot for Recorded {
    fn new_game(&mut self, _: Seat) {
        self.put_back = 0;
    }

    fn put_back(&mut self, view: &View<'_>, _: Tile, _: &mut Stream) -> bool {
        let again = self.put_back < self.game.returns_on(view.history.len());
        self.put_back += usize::from(again);
        again
    }

    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.put_back = 0;
        let action = match self.game.turns.get(view.history.len()) {
            Some(TurnRecord::Draw) => Some(Action::Draw),
            Some(TurnRecord::Pass) => Some(Action::Pass),
            Some(TurnRecord::Play(table)) => Some(Action::Play(table.clone())),
            Some(TurnRecord::Refused(fault)) => fault.action.clone(),
            // An illegal action may have ended the game.
            None => self.game.fault.as_ref().and_then(|f| f.action.clone()),
        };
        action.ok_or_else(|| BotFault::Crash("the record has no such turn".to_owned()))
    }
}
