//! The settings of a person's game: the plan of one game with a person in one seat, and its deal.

use std::fmt;

use rummilab_arena::{Format, HarnessError, Plan, PlanError, PlanSpec, Setup, put_back_place};
use rummilab_core::{BySeat, Deal, Seat};
use rummilab_record::DealRecord;

/// The name of the person in the list of bots.
pub const PERSON: &str = "person";

/// Why a plan is not that of a person's game.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// It has more than one game, or more than one order of bots.
    #[error("the plan is not that of one game of a person: expected format `seats` and one deal")]
    NotOneGame,
    /// The number of persons is not one.
    #[error("the plan has {0} persons; expected one")]
    Persons(usize),
    /// The deal cannot be made.
    #[error(transparent)]
    Deal(#[from] HarnessError),
}

/// The plan of another game of the same kind: the next seed, all else equal.
///
/// # Errors
/// If the plan cannot be read back.
pub fn next_plan(plan: &Plan) -> Result<Plan, PlanError> {
    let spec = PlanSpec::from_toml(&plan.to_toml())?;
    let seed = spec.seed.wrapping_add(1);
    Plan::new(&PlanSpec { seed, ..spec })
}

/// A game before its first turn.
pub struct Setting {
    plan: Plan,
    deal: DealRecord,
    seating: BySeat<u16>,
    person: Seat,
    /// The place of a tile that is put back into the pool.
    place: Box<dyn Fn(Seat, u32, usize) -> usize + Send + Sync>,
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setting")
            .field("plan", &self.plan.plan_hash())
            .field("person", &self.person)
            .finish_non_exhaustive()
    }
}

impl Setting {
    /// The game of a plan.
    ///
    /// # Errors
    /// Unless the plan has exactly one game with exactly one [`PERSON`], and a deal.
    pub fn new(plan: Plan) -> Result<Setting, SettingError> {
        if plan.format() != Format::Seats || plan.blocks() != 1 {
            return Err(SettingError::NotOneGame);
        }
        let persons = plan.bots().iter().filter(|bot| bot.canonical == PERSON);
        let persons = persons.count();
        let person = plan.bots().iter().position(|bot| bot.canonical == PERSON);
        let (1, Some(person)) = (persons, person) else {
            return Err(SettingError::Persons(persons));
        };
        let (deal, attempt) = plan.deal(0)?;
        let seed = plan.seed();
        Ok(Setting {
            deal: DealRecord { attempt, deal },
            seating: (0..plan.players() as u16).collect(),
            person: Seat(person),
            place: Box::new(move |seat, returns, places| {
                put_back_place(seed, 0, seat, returns, places)
            }),
            plan,
        })
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The person's seat, from 0.
    pub fn person(&self) -> Seat {
        self.person
    }

    /// The deal.
    pub fn deal(&self) -> &Deal {
        &self.deal.deal
    }

    /// The deal as it is recorded.
    pub(crate) fn deal_record(&self) -> &DealRecord {
        &self.deal
    }

    /// The settings for the referee.
    pub(crate) fn setup(&self) -> Setup<'_> {
        Setup {
            rules: self.plan.rules(),
            deal: &self.deal.deal,
            deal_number: 0,
            starter: Seat(0),
            seating: &self.seating,
            faults: self.plan.faults(),
            place: &*self.place,
        }
    }
}
