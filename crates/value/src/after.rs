//! The position after a turn, as the seat that made the turn sees it: counts and shares, exact
//! through the solver.

use rummilab_bot_api::View;
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver};

/// Why a turn cannot be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Groups have owners, so the table is more than its tiles.
    #[error("the model does not know rules under which groups have owners")]
    Owners,
    /// The tiles laid are not on the rack, or table and tiles together hold too many copies.
    #[error("{0} cannot be laid here: the rack does not hold it, or the table holds too many")]
    Tiles(TileCounts),
    /// The solver refused.
    #[error(transparent)]
    Solver(#[from] SolveError),
}

/// The position after a turn of `seat`, before anybody else moves. A tile that the turn draws is
/// not yet known and does not count as kept.
#[derive(Debug, Clone, PartialEq)]
pub struct After {
    /// Tiles kept on the rack.
    pub kept: usize,
    /// Jokers among them.
    pub jokers_kept: usize,
    /// Whether the turn draws a tile.
    pub drawn: bool,
    /// Whether this seat has opened.
    pub opened: bool,
    /// Tiles that would stay on the rack after the best play of the kept tiles on an unchanged
    /// table.
    pub stuck: usize,
    /// Share of the unseen tiles with which the whole rack could go, 0 to 1; exact through
    /// [`Solver::after_draw`].
    pub outs: f64,
    /// For an unopened seat, the share of the unseen tiles with which it could open; otherwise 0.
    pub openers: f64,
    /// Kept tiles that an opened player could lay alone.
    pub singles: usize,
    /// Tiles on the table.
    pub table: usize,
    /// Jokers among them.
    pub jokers_table: usize,
    /// Share of the unseen tiles that an opened player could lay alone, 0 to 1: how much of an
    /// average rack the table takes.
    pub takes: f64,
    /// Tiles on the racks of the others, in playing order.
    pub rivals: Vec<usize>,
    /// Number of them who have opened.
    pub rivals_opened: usize,
    /// Tiles in the pool after the draw.
    pub pool: usize,
    /// Whether this seat would draw the last tile of the pool if from now on everybody only drew.
    /// Then the next seat is the first to move without a draw. Always true with an empty pool.
    pub last_draw: bool,
    /// Whether the other of two players goes out next turn. Known only with an empty pool, because
    /// then the other rack is known; otherwise false.
    pub they_out: bool,
}

impl After {
    /// The position after the seat of this view lays these tiles of its rack, or none.
    ///
    /// # Errors
    /// See [`Unfit`].
    pub fn of(solver: &mut dyn Solver, view: &View<'_>, laid: &TileCounts) -> Result<After, Unfit> {
        let rules = view.rules;
        if rules.has_group_owners() {
            return Err(Unfit::Owners);
        }
        let misfit = || Unfit::Tiles(*laid);
        let before = view.table.counts().map_err(|_| misfit())?;
        let kept = view.rack.checked_sub(laid).ok_or_else(misfit)?;
        let table = before.checked_add(laid).ok_or_else(misfit)?;
        let all: TileCounts = rules.all_tiles().into_iter().collect();
        let off_table = all.checked_sub(&table).ok_or_else(misfit)?;
        let unseen = off_table.checked_sub(&kept).ok_or_else(misfit)?;

        let (seat, players) = (view.seat, view.players());
        let others = seat.others(players);
        let rivals: Vec<usize> = others.clone().map(|seat| view.rack_sizes[seat]).collect();
        let drawn = laid.is_empty() && !rules.draw_first && view.pool_len > 0;
        let pool = view.pool_len - usize::from(drawn);
        let opened = view.has_opened() || !laid.is_empty();

        let here = Position {
            table,
            rack: kept,
            opened,
            ..Position::default()
        };
        let next = solver.after_draw(rules, &here, &Goal::Tiles, &unseen)?;
        let share = |tiles: u32| f64::from(tiles) / (unseen.len().max(1) as f64);
        let openers = next.draws.iter().filter(|draw| {
            let lays = draw.best.as_ref().is_some_and(|best| best.tiles > 0);
            !opened && lays
        });
        let best = next.now.as_ref().map_or(0, |best| best.tiles);
        let alone = alone(solver, rules, table, &off_table)?;
        let taken = alone.kinds().map(|(tile, _)| u32::from(unseen.count(tile)));
        let one_rival = players == 2 && pool == 0 && unseen.len() == rivals[0];
        Ok(After {
            kept: kept.len(),
            jokers_kept: kept.jokers().into(),
            drawn,
            opened,
            stuck: kept.len() - best,
            outs: share(next.going_out().0),
            openers: share(openers.map(|draw| u32::from(draw.unseen)).sum()),
            singles: alone
                .kinds()
                .map(|(tile, _)| usize::from(kept.count(tile)))
                .sum(),
            table: table.len(),
            jokers_table: table.jokers().into(),
            takes: share(taken.sum()),
            rivals_opened: others.clone().filter(|seat| view.opened[*seat]).count(),
            pool,
            last_draw: pool.is_multiple_of(players),
            they_out: one_rival && {
                let his = Position {
                    table,
                    rack: unseen,
                    opened: view.opened[seat.next(players)],
                    ..Position::default()
                };
                solver.go_out(rules, &his)?.is_some()
            },
            rivals,
        })
    }

    /// The fewest tiles on the rack of an opponent.
    pub fn smallest_rival(&self) -> usize {
        self.rivals.iter().copied().min().unwrap_or(0)
    }
}

/// One of each kind among these tiles that an opened player could lay alone.
fn alone(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    table: TileCounts,
    of: &TileCounts,
) -> Result<TileCounts, SolveError> {
    let nobody = Position {
        table,
        opened: true,
        ..Position::default()
    };
    let answers = solver.after_draw(rules, &nobody, &Goal::Tiles, of)?;
    let lie = answers.draws.iter().filter(|draw| draw.goes_out);
    Ok(lie.map(|draw| draw.tile).collect())
}
