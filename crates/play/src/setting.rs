//! The settings of a game of people: the plan of one game with a person in one seat, or persons at
//! one device, and its deal.

use rummilab_arena::{PersonError, Plan, PlanError, PlanSpec, Setup, may_redeal};
use rummilab_chance::DealId;
use rummilab_core::{Deal, Redeal, RuleSet, Seat};
use rummilab_record::{DealRecord, Unfinished};
use rummilab_words::{Language, say};

/// The rules of a person's game under shipped rules with these options. A shipped system leaves the
/// pairs of bots alone; a person at the table may demand new tiles (docs/rules.md#redeal-on-pairs).
/// An option that says otherwise holds.
pub fn asking_rules<S: AsRef<str>>(rules: &RuleSet, options: &[S]) -> RuleSet {
    let key = |option: &S| option.as_ref().split('=').next().map(str::trim) == Some("redeal");
    let asks = rules.redeal_pairs > 0 && rules.redeal == Redeal::Never;
    let asking = (asks && !options.iter().any(key)).then(|| rules.with_options(&["redeal=ask"]));
    asking.and_then(Result::ok).unwrap_or_else(|| rules.clone())
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
#[derive(Debug, Clone)]
pub struct Setting {
    plan: Plan,
    deal: DealRecord,
    people: Vec<Seat>,
    names: Vec<String>,
    redeals: u32,
}

impl Setting {
    /// The game of a plan.
    ///
    /// # Errors
    /// Unless the plan has exactly one game with exactly one person, and a deal.
    pub fn new(plan: Plan) -> Result<Setting, PersonError> {
        Setting::redealt(plan, 0)
    }

    /// The game of a plan in which one person or several share a device.
    ///
    /// # Errors
    /// Unless the plan has exactly one game with a person, and a deal.
    pub fn shared(plan: Plan) -> Result<Setting, PersonError> {
        Setting::among(plan, 0)
    }

    /// The game of a plan that was saved.
    ///
    /// # Errors
    /// As [`Setting::shared`], and [`PersonError::NoRedeal`] unless the person could demand the
    /// deals that were saved.
    pub fn of_saved(plan: Plan, saved: &Unfinished) -> Result<Setting, PersonError> {
        Setting::among(plan, saved.redeals)
    }

    /// The game of a plan after the person had new tiles dealt `redeals` times.
    ///
    /// # Errors
    /// As [`Setting::new`], and [`PersonError::NoRedeal`] unless the person could demand each of
    /// them.
    pub fn redealt(plan: Plan, redeals: u32) -> Result<Setting, PersonError> {
        plan.person_deal(redeals)?;
        Setting::among(plan, redeals)
    }

    fn among(plan: Plan, redeals: u32) -> Result<Setting, PersonError> {
        let (people, deal) = plan.people_deal(redeals)?;
        Ok(Setting {
            deal,
            people,
            names: Vec::new(),
            redeals,
            plan,
        })
    }

    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The person's seat, from 0; the first of several.
    pub fn person(&self) -> Seat {
        self.people[0]
    }

    /// The same, with the names of several persons in the order of their seats.
    #[must_use]
    pub fn with_names(self, names: Vec<String>) -> Setting {
        Setting { names, ..self }
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of the person in this seat: `you` if there is no other, else the person's own, or
    /// the number. `None` for a bot.
    pub(crate) fn person_name(&self, language: Language, seat: Seat) -> Option<String> {
        let place = self.people.iter().position(|person| *person == seat)?;
        Some(match self.names.get(place) {
            _ if self.people.len() == 1 => say!(language, "seat-you"),
            Some(name) => name.clone(),
            None => say!(language, "seat-player", number = place + 1),
        })
    }

    /// The seats of all persons; at least one.
    pub fn people(&self) -> &[Seat] {
        &self.people
    }

    pub fn deal(&self) -> &Deal {
        &self.deal.deal
    }

    /// Number of deals that the person had dealt anew.
    pub fn redeals(&self) -> u32 {
        self.redeals
    }

    /// Whether the person may demand new tiles before the first turn: the rules let a person
    /// decide, and the first rack has the pairs.
    pub fn may_redeal(&self) -> bool {
        self.people.len() == 1
            && may_redeal(self.plan.rules(), &self.deal.deal.racks[self.person()])
    }

    /// The pairs for which the person may demand new tiles, such as `R3 R3, K3 K3, O7 O7`.
    pub fn pairs(&self) -> String {
        let kinds = self.deal.deal.racks[self.person()].kinds();
        let numbers = kinds.filter(|(tile, count)| *count >= 2 && !tile.is_joker());
        let pairs: Vec<String> = numbers.map(|(tile, _)| format!("{tile} {tile}")).collect();
        pairs.join(", ")
    }

    /// The deal as it is recorded.
    pub fn deal_record(&self) -> &DealRecord {
        &self.deal
    }

    /// The settings for the referee.
    pub(crate) fn setup(&self) -> Setup {
        Setup {
            rules: self.plan.rules().clone(),
            deal: DealId::Deal(0),
            seed: self.plan.seed(),
            starter: Seat(0),
            seating: (0..self.plan.players() as u16).collect(),
            faults: self.plan.faults(),
        }
    }
}
