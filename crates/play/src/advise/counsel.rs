//! Advice for the person's own turn at a real table.

use rummilab_bot_api::{Bot, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Game, Position, Seat, Table, TileCounts};
use rummilab_playout::{Belief, Policies, Posterior};
use rummilab_solver::{Goal, Solver};
use serde::Serialize;

use super::real_table::{Believing, Impossible, RealTable};
use crate::advice::{Advice, steps};
use crate::hint::Adviser;

/// Number of deals of the hidden tiles that estimate the chance that the next player goes out.
const DEALS: u64 = 200;

/// The solver and the bots that give the advice.
pub struct Advisers {
    /// Finds what can be laid.
    pub solver: Box<dyn Solver>,
    /// The bot that chooses a turn.
    pub bot: Box<dyn Bot>,
    /// The adviser that explains the choice.
    pub adviser: Adviser,
}

/// Advice on a turn.
#[derive(Debug, Clone, Serialize)]
pub struct Counsel {
    /// The play that lays most tiles.
    pub best: Play,
    /// The play of the bot, with its reason.
    pub choice: Play,
    /// Tiles that allow more to be laid when drawn, the best first.
    pub draws: Vec<UsefulDraw>,
}

/// A turn that the person could play.
#[derive(Debug, Clone, Serialize)]
pub struct Play {
    /// The tiles to lay; empty for none.
    pub tiles: String,
    /// The steps, as sentences.
    pub steps: Vec<String>,
    /// The whole table after the turn, if tiles are laid.
    pub table: Option<String>,
    /// The reason for it, in words.
    pub why: String,
    /// The probability, from 0 to 1, that the next player goes out immediately after it. All deals
    /// of the hidden tiles count as equally likely; 200 random ones give the estimate.
    pub next_goes_out: f64,
    /// The same tiles as a multiset.
    #[serde(skip)]
    pub laid: TileCounts,
}

/// The effect of a drawn tile.
#[derive(Debug, Clone, Serialize)]
pub struct UsefulDraw {
    /// The kind of tile.
    pub tile: String,
    /// The probability, from 0 to 1, that the next tile drawn is one of these.
    pub chance: f64,
    /// Largest number of tiles that can be laid after drawing it.
    pub tiles: usize,
    /// Whether the whole rack can then be laid.
    pub goes_out: bool,
}

impl Counsel {
    /// Advice to the player whose turn it is.
    ///
    /// # Errors
    /// [`Impossible::Over`] if the game is over, [`Impossible::Solve`] if the solver has no answer.
    pub fn of(table: &RealTable<'_>, advisers: &mut Advisers) -> Result<Counsel, Impossible> {
        let Advisers {
            solver,
            bot,
            adviser,
        } = advisers;
        let (view, game) = (table.view(), table.game()?);
        let racks = next_racks(&view);
        let next = view.seat.next(view.players());
        let chance = |after: &Table, solver: &mut dyn Solver| -> Result<f64, Impossible> {
            let mut out = 0;
            let owned = owned(&game, after);
            for rack in &racks {
                let position = view
                    .rules
                    .position(&owned, *rack, view.opened[next], Some(next));
                out += u32::from(solver.go_out(view.rules, &position)?.is_some());
            }
            Ok(f64::from(out) / racks.len().max(1) as f64)
        };
        let most = Advice::of(&game, view.seat, solver.as_mut())?;
        let laid = most.played;
        let best = Play {
            tiles: laid.to_string(),
            why: match (laid.is_empty(), most.opening) {
                (false, None) => "the most tiles that can be laid".to_owned(),
                _ => most.how_much(),
            },
            next_goes_out: chance(&most.table, solver.as_mut())?,
            table: (!laid.is_empty()).then(|| most.table.to_string()),
            steps: most.steps,
            laid,
        };
        bot.new_game(view.seat);
        let stream = &mut Stream::new(Key::sample(0, "advise", view.history.len() as u64));
        let action = bot.act(&view, stream).unwrap_or_else(|_| view.idle());
        let why = adviser.hint(&view, &action, 0)?.best.why;
        let after = match &action {
            Action::Play(after) => after.clone(),
            Action::Draw | Action::Pass => view.table.clone(),
        };
        let laid = after.counts().unwrap_or_default();
        let laid = laid.saturating_sub(&view.table.counts().unwrap_or_default());
        let choice = Play {
            tiles: laid.to_string(),
            steps: steps(view.rules, view.table, &after, &laid),
            table: (!laid.is_empty()).then(|| after.to_string()),
            why,
            next_goes_out: chance(&after, solver.as_mut())?,
            laid,
        };
        Ok(Counsel {
            best,
            choice,
            draws: draws(table, &view.position(), solver.as_mut())?,
        })
    }
}

/// The table after a play; with the owners of its groups if groups have owners.
fn owned(game: &Game<'_>, after: &Table) -> Table {
    let mut played = game.clone();
    match played.act(&Action::Play(after.clone()), &mut Believing) {
        Ok(_) => played.table().clone(),
        Err(_) => after.clone(),
    }
}

/// The racks of the next player in [`DEALS`] random deals of the hidden tiles, after the draw if
/// turns begin with one.
fn next_racks(view: &View<'_>) -> Vec<TileCounts> {
    let next = view.seat.next(view.players());
    let mut nobody = Policies::new(Vec::new(), Stream::new(Key::sample(0, "advise", 0)));
    let mut racks = Stream::new(Key::sample(1, "advise", view.history.len() as u64));
    let posterior = Belief::new(0, 0).look(view, &mut nobody, &mut racks);
    let posterior = posterior.into_iter();
    posterior
        .flat_map(|posterior| {
            (0..DEALS)
                .map(|_| rack_of(&posterior, next, view.rules.draw_first, &mut racks))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn rack_of(
    posterior: &Posterior,
    seat: Seat,
    draws_first: bool,
    stream: &mut Stream,
) -> TileCounts {
    let hidden = posterior.draw(stream).0;
    let mut rack = hidden.racks[seat];
    if let Some(tile) = hidden.pool.first().filter(|_| draws_first) {
        let _ = rack.insert(*tile);
    }
    rack
}

/// The tiles that allow more to be laid.
fn draws(
    table: &RealTable<'_>,
    position: &Position,
    solver: &mut dyn Solver,
) -> Result<Vec<UsefulDraw>, Impossible> {
    let (view, unseen) = (table.view(), table.unseen());
    if view.pool_len == 0 {
        return Ok(Vec::new());
    }
    let after = solver.after_draw(view.rules, position, &Goal::Tiles, &unseen)?;
    let now = after.now.map_or(0, |now| now.tiles);
    let useful = after.draws.into_iter().filter_map(|draw| {
        let tiles = draw.best.map_or(0, |best| best.tiles);
        (tiles > now).then(|| UsefulDraw {
            tile: draw.tile.to_string(),
            chance: f64::from(draw.unseen) / unseen.len().max(1) as f64,
            tiles,
            goes_out: draw.goes_out,
        })
    });
    let mut useful: Vec<UsefulDraw> = useful.collect();
    useful.sort_by(|a, b| {
        let key = |draw: &UsefulDraw| (draw.goes_out, draw.tiles);
        key(b).cmp(&key(a)).then(b.chance.total_cmp(&a.chance))
    });
    Ok(useful)
}
