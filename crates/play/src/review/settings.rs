//! What a review is made with: the model, and how much is played out.

pub const MODEL: &str = "champion:budget=quick";

/// Deals in the first round of a decision that is compared; half as many of one that is not. They
/// are too few to settle a grade, so that they are no look.
pub(super) const FIRST: u32 = 4;

/// Deals of a decision at the first and the second look; the third look is at the end of the work.
/// At each look it is decided which grades are settled, and how many more deals the others get.
pub(super) const LOOKS: [u32; 2] = [16, 64];

/// Standard errors on either side of an interval that holds the truth in 95 % of all cases at one
/// look, at both of two looks, and at all of three. Normal quantiles with Šidák's correction
/// (Journal of the American Statistical Association 62, 1967), which is valid for any dependence
/// between the looks.
pub(super) const ERRORS: [f64; 3] = [1.960, 2.236, 2.388];

/// The settings of a review. All budgets are work, so the same settings give the same grades on any
/// machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewSettings {
    /// The canonical name of the model: its turns are the reference, and it plays on in all seats.
    pub model: String,
    /// Most deals for a turn that differs from the model's.
    pub deals: u32,
    /// Deals for a turn that equals the model's; they only estimate its win rate.
    pub chances: u32,
    /// Limit on the turns in all playouts of the game, after which no further deals begin. A turn
    /// under rules with special jokers or a last round counts as two, with group owners as three.
    pub work: u64,
    /// Number of racks in the belief about each other seat.
    pub particles: usize,
    /// Whether sentences call bots that play at a level by their names at the table.
    pub by_name: bool,
}

impl ReviewSettings {
    /// Standard errors on either side of an interval that is looked at as often as these deals
    /// require.
    pub(super) fn errors(&self) -> f64 {
        ERRORS[LOOKS.iter().filter(|look| self.deals > **look).count()]
    }
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings {
            model: MODEL.to_owned(),
            deals: 4096,
            chances: 12,
            work: 80_000,
            particles: 24,
            by_name: false,
        }
    }
}
