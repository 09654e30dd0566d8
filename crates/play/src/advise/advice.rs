//! Advice for the person's own turn at a real table.

use std::collections::BTreeMap;

use rummilab_bot_api::{Bot, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, Game, Position, Seat, Table, TileCounts};
use rummilab_playout::{Belief, Policies, Posterior};
use rummilab_solver::{Goal, Solver};
use rummilab_words::{Language, say};
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

#[derive(Debug, Clone, Serialize)]
pub struct TurnAdvice {
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
    pub steps: Vec<String>,
    /// The whole table after the turn, if tiles are laid.
    pub table: Option<String>,
    /// The reason for it, in words.
    pub why: String,
    /// Whether the whole rack is laid.
    pub goes_out: bool,
    /// The probability, from 0 to 1, that the next player goes out immediately after it. All deals
    /// of the hidden tiles count as equally likely.
    pub next_goes_out: f64,
    /// Whether that chance counts all racks that can be. Otherwise it is an estimate from 200
    /// random deals.
    pub next_goes_out_exact: bool,
    /// The same tiles as a multiset.
    #[serde(skip)]
    pub laid: TileCounts,
}

/// The effect of a drawn tile.
#[derive(Debug, Clone, Serialize)]
pub struct UsefulDraw {
    pub tile: String,
    /// The probability, from 0 to 1, that the next tile drawn is one of these.
    pub chance: f64,
    /// Largest number of tiles that can be laid after drawing it.
    pub tiles: usize,
    /// Whether the whole rack can then be laid.
    pub goes_out: bool,
}

impl TurnAdvice {
    /// Advice to the player whose turn it is.
    ///
    /// # Errors
    /// [`Impossible::Over`] if the game is over, [`Impossible::Solve`] if the solver has no answer.
    pub fn of(table: &RealTable, advisers: &mut Advisers) -> Result<TurnAdvice, Impossible> {
        let Advisers {
            solver,
            bot,
            adviser,
        } = advisers;
        let language = adviser.language();
        table.to_move().ok_or(Impossible::Over)?;
        let (view, game) = (table.view(), table.game());
        let racks = NextRacks::of(&view, &table.unseen());
        let most = Advice::of(game, view.seat, game.table(), solver.as_mut())?;
        let laid = most.played;
        let mut best = Play {
            tiles: laid.to_string(),
            why: match (laid.is_empty(), most.opening) {
                (false, None) => say!(language, "advise-most-tiles"),
                _ => most.how_much(language),
            },
            table: (!laid.is_empty()).then(|| most.table.to_string()),
            steps: most.told_steps(language),
            goes_out: !laid.is_empty() && laid == view.rack,
            next_goes_out: 0.0,
            next_goes_out_exact: true,
            laid,
        };
        racks.judge(&mut best, game, &view, &most.table, solver.as_mut())?;
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
        let mut choice = Play {
            tiles: laid.to_string(),
            steps: steps(language, view.rules, view.table, &after, &laid),
            table: (!laid.is_empty()).then(|| after.to_string()),
            why,
            goes_out: !laid.is_empty() && laid == view.rack,
            next_goes_out: 0.0,
            next_goes_out_exact: true,
            laid,
        };
        racks.judge(&mut choice, game, &view, &after, solver.as_mut())?;
        if choice.laid != best.laid {
            choice.why = reason(language, &choice, &best, &view);
        }
        let draws = if best.goes_out {
            Vec::new()
        } else {
            draws(table, &view.position(), solver.as_mut())?
        };
        Ok(TurnAdvice {
            best,
            choice,
            draws,
        })
    }
}

/// The reasons for the bot's choice that figures can give: the next player's chance after it, and
/// how much of the rack could be laid now.
fn reason(language: Language, choice: &Play, best: &Play, view: &View<'_>) -> String {
    let (rack, most) = (view.rack.len(), best.laid.len());
    let kept = match (choice.laid.len(), view.pool_len) {
        (0, 0) => say!(language, "advise-keeps-all", rack = rack, most = most),
        (0, _) => say!(language, "advise-draws-and-keeps", rack = rack, most = most),
        (laid, _) if laid < most => say!(
            language,
            "advise-keeps-some",
            laid = laid,
            kept = rack - laid,
            most = most
        ),
        (laid, _) => say!(language, "advise-lays", laid = laid),
    };
    let [then, otherwise] = [choice, best].map(|play| (100.0 * play.next_goes_out).round());
    if then < otherwise {
        say!(
            language,
            "advise-risk",
            why = kept,
            percent = language.decimal(then, 0),
            otherwise = language.decimal(otherwise, 0)
        )
    } else {
        kept
    }
}

/// The table after a play; with the owners of its groups if groups have owners.
fn owned(game: &Game, after: &Table) -> Table {
    let mut played = game.clone();
    match played.act(&Action::Play(after.clone()), &mut Believing) {
        Ok(_) => played.table().clone(),
        Err(_) => after.clone(),
    }
}

/// The racks that the next player may have, with their probabilities, after the draw if turns
/// begin with one.
struct NextRacks {
    seat: Seat,
    racks: Vec<(TileCounts, f64)>,
    /// Whether these are all possible racks.
    exact: bool,
}

impl NextRacks {
    /// All racks if there are at most [`DEALS`], else those of as many random deals.
    fn of(view: &View<'_>, unseen: &TileCounts) -> NextRacks {
        let seat = view.seat.next(view.players());
        let drawn = usize::from(view.rules.draw_first && view.pool_len > 0);
        if let Some(racks) = all_racks(unseen, view.rack_sizes[seat] + drawn) {
            return NextRacks {
                seat,
                racks,
                exact: true,
            };
        }
        let racks = dealt_racks(view, seat);
        let chance = 1.0 / racks.len().max(1) as f64;
        NextRacks {
            seat,
            racks: racks.into_iter().map(|rack| (rack, chance)).collect(),
            exact: false,
        }
    }

    /// Fills in the probability that the next player goes out after a turn.
    fn judge(
        &self,
        play: &mut Play,
        game: &Game,
        view: &View<'_>,
        after: &Table,
        solver: &mut dyn Solver,
    ) -> Result<(), Impossible> {
        if play.goes_out {
            return Ok(());
        }
        let (owned, opened) = (owned(game, after), view.opened[self.seat]);
        for (rack, chance) in &self.racks {
            let position = view.rules.position(&owned, *rack, opened, Some(self.seat));
            if solver.go_out(view.rules, &position)?.is_some() {
                play.next_goes_out += chance;
            }
        }
        play.next_goes_out_exact = self.exact;
        Ok(())
    }
}

/// All multisets of `size` of these tiles, each with its probability if all tiles are equally
/// likely; `None` if there are more than [`DEALS`].
fn all_racks(unseen: &TileCounts, size: usize) -> Option<Vec<(TileCounts, f64)>> {
    let mut racks = vec![(TileCounts::EMPTY, 1.0)];
    // Tile by tile, so that every order of a rack's tiles counts.
    for dealt in 0..size {
        let left = unseen.len().checked_sub(dealt).filter(|left| *left > 0)? as f64;
        let mut next: BTreeMap<TileCounts, f64> = BTreeMap::new();
        for (rack, chance) in &racks {
            for (tile, copies) in unseen.saturating_sub(rack).kinds() {
                let mut more = *rack;
                if more.insert(tile) {
                    *next.entry(more).or_default() += chance * f64::from(copies) / left;
                }
            }
        }
        if next.len() as u64 > DEALS {
            return None;
        }
        racks = next.into_iter().collect();
    }
    Some(racks)
}

/// The racks of a seat in [`DEALS`] random deals of the hidden tiles, after the draw if turns begin
/// with one.
fn dealt_racks(view: &View<'_>, seat: Seat) -> Vec<TileCounts> {
    let mut nobody = Policies::new(Vec::new(), Stream::new(Key::sample(0, "advise", 0)));
    let mut racks = Stream::new(Key::sample(1, "advise", view.history.len() as u64));
    let posterior = Belief::new(0, 0).look(view, &mut nobody, &mut racks);
    posterior.map_or_else(Vec::new, |posterior| {
        (0..DEALS)
            .map(|_| rack_of(&posterior, seat, view.rules.draw_first, &mut racks))
            .collect()
    })
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
    table: &RealTable,
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
