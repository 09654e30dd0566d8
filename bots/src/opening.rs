//! When a bot opens, and with which jokers: shared by all strategies that open in the same way.
//!
//! Sources. The leaflets say that a player who could open may wait, "to let the others go first and
//! have more chances later" (docs/rules.md#voluntary-draw). Opening without the joker is folk
//! advice (docs/strategy.md#opening-without-joker).

use rummilab_bot_api::{BotFault, PublicTurn, View, Visible};
use rummilab_core::{
    Action, EmptyPool, JokerKind, MustPlay, OpeningTableAccess, RuleSet, Seat, Tile, TileCounts,
};
use rummilab_solver::{Goal, Verified, fewest_openings};

use crate::entry::{Param, Settings, choice, number};
use crate::player::{Player, lay};
use crate::solvers::PartitionAutomaton;

pub(crate) const DELAY: Param =
    number("delay", 0, 0, 1000).about("does not open on this many of its first turns");
pub(crate) const UNTIL: Param = choice("until", &["turn", "opponent"])
    .about("what ends the delay: its turns alone, or an opponent's opening too");
pub(crate) const OPEN_JOKER: Param = number("openjoker", 0, 0, 1000).about(
    "0: opens with jokers as they come; else without one where it can, with one from this \
        own turn on",
);

/// Tiles in the pool at which a late opener opens, under rules with special jokers.
const SPECIAL_LATEST: usize = 2;

/// The most openings that are compared by the room they leave.
const COMPARED: usize = 64;

/// When a bot opens. The default opens as soon as it can, with the largest value, and with jokers
/// as they come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Opening {
    /// Own turns at the beginning of a game on which it does not open.
    pub delay: usize,
    /// Whether it stops waiting once an opponent has opened.
    pub until_opponent: bool,
    /// 0: jokers as they come. Otherwise it opens without a joker whenever it can, and with one
    /// only from this own turn on, counted from 1.
    pub joker_from: usize,
}

impl Opening {
    /// The opening that [`DELAY`], [`UNTIL`] and [`OPEN_JOKER`] describe.
    pub(crate) fn of(settings: &Settings<'_>) -> Opening {
        Opening {
            delay: settings.count(DELAY.key),
            until_opponent: settings.text(UNTIL.key) == "opponent",
            joker_from: settings.count(OPEN_JOKER.key),
        }
    }

    /// The turn of a player who has not opened. It waits only while there are tiles to draw, and
    /// never when the whole rack goes out.
    pub fn act(&self, player: &mut Player, view: &View<'_>) -> Result<Action, BotFault> {
        let turns = own_turns(view);
        let pool = view.pool_len > 0;
        if pool && turns < self.delay && !(self.until_opponent && opponent_opened(view)) {
            return or_idle(view, player.go_out(view)?);
        }
        if self.joker_from > 0 && view.rack.jokers() > 0 {
            let mut without = view.position();
            without.rack = without.rack.without_jokers();
            let play = player.best_in(view, &without, &Goal::OpeningValue)?;
            let play = play.filter(|play| reaches(view, play));
            if play.is_some() {
                return or_idle(view, play);
            }
            if pool && turns + 1 < self.joker_from {
                return or_idle(view, player.go_out(view)?);
            }
        }
        player.open(view)
    }
}

/// Turns that this seat has had.
pub(crate) fn own_turns(view: &View<'_>) -> usize {
    let own = view.history.iter().filter(|turn| turn.seat == view.seat);
    own.count()
}

/// Turns on which a seat laid tiles. The first is its opening.
pub(crate) fn turns_laid(view: &View<'_>, seat: Seat) -> usize {
    let laid = |turn: &&PublicTurn| turn.seat == seat && matches!(turn.visible, Visible::Laid(_));
    view.history.iter().filter(laid).count()
}

/// Whether a player who has not opened can go on waiting: enough tiles are left to draw, and every
/// opponent has laid at most once, so all of them seem to wait for their whole racks. How they play
/// does not matter where waiting costs no turn.
pub(crate) fn may_wait(view: &View<'_>) -> bool {
    let mut others = view.seat.others(view.players());
    latest(view.rules).is_some_and(|pool| view.pool_len > pool)
        && (uses_table(view.rules) || others.all(|seat| turns_laid(view, seat) < 2))
}

/// Whether an opening may use the table at once, so that waiting costs no turn: the whole rack can
/// go with the opening.
fn uses_table(rules: &RuleSet) -> bool {
    rules.opening_table_access == OpeningTableAccess::AfterThreshold
}

/// Whether the opening turn can empty the rack: own sets reach the threshold, and the opening may
/// use the table. Assumes that a player who has opened could empty it.
pub(crate) fn opens_and_goes_out(view: &View<'_>) -> bool {
    let rules = view.rules;
    uses_table(rules)
        && (rules.opening_jokers || view.rack.jokers() == 0)
        && !fewest_openings(rules, &view.rack).is_empty()
}

/// Of equally small openings, the one after which the fewest tiles that the others may hold fit on
/// the table, less those of the own rack. Ties go to the least value. Under rules that the
/// automaton does not know, value alone decides.
pub(crate) fn least_room(
    view: &View<'_>,
    mut openings: Vec<(TileCounts, u32)>,
) -> Option<TileCounts> {
    openings.sort_by_key(|(_, value)| *value);
    openings.truncate(COMPARED);
    let table = view.table.counts().unwrap_or(TileCounts::EMPTY);
    let unseen = view.unseen();
    let mut automaton = PartitionAutomaton::new(view.rules);
    let mut room = |laid: &TileCounts| {
        let after = table.checked_add(laid)?;
        let fits = automaton.as_mut()?.one_more(&after, &view.rules.deck())?;
        let count = |tiles: &TileCounts| -> i64 {
            let fitting = tiles.kinds().filter(|(tile, _)| fits.count(*tile) > 0);
            fitting.map(|(_, count)| i64::from(count)).sum()
        };
        Some(count(&unseen) - count(&view.rack.saturating_sub(laid)))
    };
    let tiles = openings.into_iter().map(|(tiles, _)| tiles);
    tiles.min_by_key(|laid| room(laid).unwrap_or(0))
}

/// Tiles in the pool at which a late opener opens, as found in trials of two players
/// (experiments/champion); `None` where waiting gained nothing or was not tried. With three players
/// waiting longer lost nothing that shows; with four and special jokers it was not tried. Where an
/// opening may use the table, waiting costs no turn. It draws the last tile too, unless a last
/// round begins then.
fn latest(rules: &RuleSet) -> Option<usize> {
    if uses_table(rules) {
        return Some(1);
    }
    let measured = match rules.empty_pool_procedure {
        EmptyPool::UntilAllPass => rules.must_play_when_empty == MustPlay::Everybody,
        EmptyPool::OneRoundFromDrawer | EmptyPool::OneRoundFromNext => true,
        EmptyPool::Stop => false,
    };
    let special =
        |kind: &JokerKind| *kind != JokerKind::Classic && rules.copies_of(Tile::joker(*kind)) > 0;
    match JokerKind::ALL.iter().any(special) {
        _ if rules.draw_first || !measured => None,
        // With two players, who alone opens with two tiles left draws the last one, and so moves
        // last in the last round.
        true => Some(SPECIAL_LATEST),
        false if rules.empty_pool_procedure == EmptyPool::UntilAllPass => Some(0),
        false => Some(1),
    }
}

fn opponent_opened(view: &View<'_>) -> bool {
    let mut seats = view.opened.with_seats();
    seats.any(|(seat, opened)| seat != view.seat && *opened)
}

fn or_idle(view: &View<'_>, play: Option<Verified>) -> Result<Action, BotFault> {
    Ok(play.map_or_else(|| view.idle(), |play| lay(view, &play)))
}

/// Whether a play is worth enough for an opening.
pub fn reaches(view: &View<'_>, play: &Verified) -> bool {
    play.opening_value >= Some(u32::from(view.rules.opening_min))
}
