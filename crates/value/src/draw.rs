//! The luck of a draw: the worth of the drawn tile compared with the tiles that could have come,
//! computed with full knowledge of the game.

use rummilab_core::{Game, Position, Seat, Tile, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver};

use crate::after::After;
use crate::shipped::shipped;

/// The numbers of a rack with the drawn tile on it, each with its meaning.
pub const RACK_NUMBERS: [(&str, &str); COUNT] = [
    (
        "chance",
        "the learned chance to win, where there are weights",
    ),
    ("out", "1 if the whole rack could go on the table as it is"),
    ("near", "1 over 1 plus the tiles stuck"),
    (
        "stuck",
        "tiles that would stay after the best play on that table",
    ),
    ("jokers", "jokers on the rack"),
];

const COUNT: usize = 5;

/// For each of [`RACK_NUMBERS`], its value with the drawn tile less its mean over all tiles of the
/// pool.
///
/// Before the draw every tile of the pool is equally likely, whatever happened so far. So each
/// number has mean zero, given the past.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct DrawLuck(pub [f64; COUNT]);

impl DrawLuck {
    /// The luck of `seat` drawing this tile, in the game before the draw.
    ///
    /// # Errors
    /// The solver's refusal. It does not depend on the drawn tile, because the solver is asked
    /// about all tiles.
    pub fn of(
        solver: &mut dyn Solver,
        game: &Game<'_>,
        seat: Seat,
        tile: Tile,
    ) -> Result<DrawLuck, SolveError> {
        let pool = game.pool();
        let racks = RacksAfterDraw::of(solver, game, seat, &pool)?;
        let mut luck = [0.0; COUNT];
        for (kind, count, numbers) in racks.0 {
            let share = f64::from(count) / pool.len() as f64;
            let came = if kind == tile { 1.0 } else { 0.0 };
            for (luck, number) in luck.iter_mut().zip(numbers) {
                *luck += (came - share) * number;
            }
        }
        Ok(DrawLuck(luck))
    }

    /// Adds the luck of another draw.
    pub fn add(&mut self, other: &DrawLuck) {
        for (sum, luck) in self.0.iter_mut().zip(other.0) {
            *sum += luck;
        }
    }
}

/// Every kind in the pool, its number of copies, and the numbers of the rack with it.
struct RacksAfterDraw(Vec<(Tile, u8, [f64; COUNT])>);

impl RacksAfterDraw {
    fn of(
        solver: &mut dyn Solver,
        game: &Game<'_>,
        seat: Seat,
        pool: &TileCounts,
    ) -> Result<RacksAfterDraw, SolveError> {
        let rules = game.rules();
        let before = game.position(seat);
        let next = solver.after_draw(rules, &before, &Goal::Tiles, pool)?;
        let model = shipped(rules, game.players());
        let numbers = next.draws.iter().map(|draw| {
            let mut rack = before.rack;
            let held = rack.insert(draw.tile);
            debug_assert!(held, "the tile is in the pool");
            let lays = draw.best.as_ref().map_or(0, |best| best.tiles);
            let after = after(game, seat, &before, &rack, lays, draw.goes_out);
            let numbers = [
                model.map_or(0.0, |model| model.chance(&after)),
                after.outs,
                1.0 / (1.0 + after.stuck as f64),
                after.stuck as f64,
                after.jokers_kept as f64,
            ];
            (draw.tile, draw.unseen, numbers)
        });
        Ok(RacksAfterDraw(numbers.collect()))
    }
}

/// What the model sees of a seat that has drawn and lays `lays` tiles at best. The tile is known,
/// so the shares of tiles with which it goes out or opens are 0 or 1. `takes` is left out, because
/// it is nearly the same for every tile.
fn after(
    game: &Game<'_>,
    seat: Seat,
    before: &Position,
    rack: &TileCounts,
    lays: usize,
    goes_out: bool,
) -> After {
    let others = seat.others(game.players());
    let pool = game.pool_len() - 1;
    After {
        kept: rack.len(),
        jokers_kept: rack.jokers().into(),
        drawn: true,
        opened: before.opened,
        stuck: rack.len() - lays,
        outs: if goes_out { 1.0 } else { 0.0 },
        openers: if !before.opened && lays > 0 { 1.0 } else { 0.0 },
        singles: 0,
        table: before.table.len(),
        jokers_table: before.table.jokers().into(),
        takes: 0.0,
        rivals: others.clone().map(|seat| game.rack(seat).len()).collect(),
        rivals_opened: others.filter(|seat| game.opened(*seat)).count(),
        pool,
        last_draw: pool.is_multiple_of(game.players()),
        they_out: false,
    }
}
