//! [`Facts`]: the whole turns of a position, with facts about the position and each turn as bytes.

mod asked;

use asked::{Asked, Known, byte, count_in};
use rummilab_bot_api::{PublicTurn, View, Visible};
use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};
use rummilab_solver::{Goal, SolveError, Solver, best_known};
use rustc_hash::FxHashMap;

use crate::standoff::KeptAutomaton;

/// Tables that are remembered.
const MOST_TABLES: usize = 4096;

/// The fields of the position; 0 stands for the number of kinds.
const STATE: [(&str, usize); 22] = [
    ("rack", 0),
    ("table", 0),
    ("unseen", 0),
    ("fits", 0),
    ("outs", 0),
    ("frees", 0),
    ("sizes", 2),
    ("opened", 2),
    ("pool", 1),
    ("odd", 1),
    ("turns", 1),
    ("waits", 1),
    ("still", 1),
    ("laid_by", 2),
    ("most", 1),
    ("points", 1),
    ("stuck", 1),
    ("jokers", 3),
    ("singles", 2),
    ("safe", 2),
    ("winning", 2),
    ("players", 1),
];

/// The fields of a turn; 0 stands for the number of kinds.
const TURN: [(&str, usize); 10] = [
    ("laid", 0),
    ("idle", 1),
    ("goes_out", 1),
    ("tiles", 1),
    ("points", 1),
    ("jokers", 1),
    ("left", 1),
    ("left_stuck", 1),
    ("lets_out", 1),
    ("opens", 1),
];

/// The whole turns that a seat may choose from, with facts for a learner.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnFacts {
    /// The tiles of each turn. Drawing or passing lays none, and is first where it is legal.
    pub turns: Vec<TileCounts>,
    /// The facts of the position, laid out as [`Facts::state_fields`] says.
    pub state: Vec<u8>,
    /// The facts of each turn, laid out as [`Facts::turn_fields`] says.
    pub rows: Vec<u8>,
}

/// Finds the turns and facts of positions. They follow from the view alone. A number above 255 is
/// written as 255.
///
/// | of the position | of | meaning |
/// |---|---|---|
/// | `rack`, `table`, `unseen` | kinds | tiles there |
/// | `fits` | kinds | 1 if one more such tile could lie on the table |
/// | `outs` | kinds | 1 if the whole rack could go with one more such tile |
/// | `frees` | kinds | of the rack, all racks known: 1 if the other goes out once it is laid |
/// | `sizes` | 2 | tiles on the own rack, on the smallest other |
/// | `opened` | 2 | whether this seat and the next one have opened |
/// | `pool`, `odd` | 1 | tiles in the pool; 1 if their number is odd |
/// | `turns` | 1 | own turns so far |
/// | `waits`, `still` | 1 | turns of the next seat since it laid, and since anybody did |
/// | `laid_by` | 2 | tiles laid so far by this seat, by the others |
/// | `most`, `points` | 1 | tiles of the play that lays most, and their points |
/// | `stuck` | 1 | tiles that would stay, were the seat to lay most and had it opened |
/// | `jokers` | 3 | jokers on the rack, on the table, unseen |
/// | `singles` | 2 | tiles of the rack, and unseen ones, that fit alone |
/// | `safe` | 2 | all racks known: those of them that do not let the other out |
/// | `winning` | 2 | 1 if the own rack can go; all racks known: 1 if the other can |
/// | `players` | 1 | number of seats |
///
/// | of a turn | of | meaning |
/// |---|---|---|
/// | `laid` | kinds | tiles that it lays |
/// | `idle`, `goes_out`, `opens` | 1 | 1 if it draws or passes, lays the whole rack, opens |
/// | `tiles`, `points`, `jokers` | 1 | tiles, points and jokers that it lays |
/// | `left`, `left_stuck` | 1 | tiles that stay; those of them that a next play could not lay |
/// | `lets_out` | 1 | all racks known: 1 if the other can go out then |
///
/// All racks are known between two players with an empty pool. Until then `outs` is asked only if
/// the seat has opened and at most two tiles are stuck; otherwise it is 0.
#[derive(Debug)]
pub struct Facts {
    rules: RuleSet,
    kinds: Vec<Tile>,
    /// By table: the kinds that fit.
    fits: FxHashMap<TileCounts, TileCounts>,
    automaton: KeptAutomaton,
}

impl Facts {
    /// For games under these rules.
    pub fn new(rules: &RuleSet) -> Facts {
        Facts {
            rules: rules.clone(),
            kinds: rules.kinds().collect(),
            fits: FxHashMap::default(),
            automaton: KeptAutomaton::default(),
        }
    }

    /// The fields of the position in their order.
    pub fn state_fields(&self) -> Vec<(&'static str, usize)> {
        self.fields(&STATE)
    }

    /// The fields of a turn in their order.
    pub fn turn_fields(&self) -> Vec<(&'static str, usize)> {
        self.fields(&TURN)
    }

    fn fields(&self, fields: &[(&'static str, usize)]) -> Vec<(&'static str, usize)> {
        let len = |len| if len == 0 { self.kinds.len() } else { len };
        fields.iter().map(|&(name, of)| (name, len(of))).collect()
    }

    /// The turns and facts of the viewer, whose turn it is.
    ///
    /// # Errors
    /// Those of the solver, except that it gave up.
    pub fn of(
        &mut self,
        view: &View<'_>,
        solver: &mut dyn Solver,
    ) -> Result<TurnFacts, SolveError> {
        if *view.rules != self.rules {
            *self = Facts::new(view.rules);
        }
        if self.fits.len() > MOST_TABLES {
            self.fits.clear();
        }
        let mut asked = Asked {
            view,
            position: view.position(),
            table: view.table.counts().unwrap_or_default(),
            unseen: view.unseen(),
            automaton: &self.automaton,
            solver,
        };
        let fits = match self.fits.get(&asked.table) {
            Some(known) => *known,
            None => asked.one_more(&asked.table.clone(), &view.rules.deck())?,
        };
        self.fits.insert(asked.table, fits);
        let best = asked.most_tiles(&asked.position.clone())?;
        let turns = asked.turns(best, &fits)?;
        let known = Known::of(&mut asked, best)?;
        let mut rows = Vec::new();
        for turn in &turns {
            let facts = known.of_turn(&mut asked, turn)?;
            write_counts(&self.kinds, turn, &mut rows);
            rows.extend(facts);
        }
        let state = self.state(view, &known, &fits);
        Ok(TurnFacts { turns, state, rows })
    }

    /// The table after the viewer lays exactly these tiles, as the solver first finds it; `None` if
    /// they cannot be laid.
    ///
    /// # Errors
    /// Those of the solver, except that it gave up.
    pub fn table_after(
        view: &View<'_>,
        laid: &TileCounts,
        solver: &mut dyn Solver,
    ) -> Result<Option<Table>, SolveError> {
        let position = Position {
            rack: *laid,
            ..view.position()
        };
        let play = best_known(solver, view.rules, &position, &Goal::Tiles)?;
        let play = play.filter(|play| play.played == *laid);
        Ok(play.map(|play| play.table(view.table)))
    }

    /// The turns and facts of the other player, once the viewer has laid these tiles. `None` unless
    /// all racks are known and the tiles can be laid, and where the game ends with them or may end:
    /// if the whole rack goes, and in a last round.
    ///
    /// # Errors
    /// Those of [`Facts::of`].
    pub fn after(
        &mut self,
        view: &View<'_>,
        laid: &TileCounts,
        solver: &mut dyn Solver,
    ) -> Result<Option<TurnFacts>, SolveError> {
        let known = view.players() == 2 && view.pool_len == 0;
        let stays = view.rack.contains(laid) && view.rack != *laid;
        if !known || !stays || laid.is_empty() || view.last_round {
            return Ok(None);
        }
        let Some(table) = Facts::table_after(view, laid, solver)? else {
            return Ok(None);
        };
        let mut history = view.history.to_vec();
        history.push(PublicTurn {
            seat: view.seat,
            drew_first: false,
            put_back: 0,
            visible: Visible::Laid(*laid),
        });
        let next = view.seat.next(2);
        let mut after = View {
            seat: next,
            rack: view.unseen(),
            drawn: None,
            may_put_back: false,
            table: &table,
            racks: None,
            history: &history,
            ..view.clone()
        };
        after.opened[view.seat] = true;
        after.rack_sizes[view.seat] = view.rack.len() - laid.len();
        self.of(&after, solver).map(Some)
    }

    fn state(&self, view: &View<'_>, known: &Known, fits: &TileCounts) -> Vec<u8> {
        let mut state = Vec::new();
        let (table, unseen) = (view.table.counts().unwrap_or_default(), view.unseen());
        for counts in [&view.rack, &table, &unseen, fits, &known.outs, &known.frees] {
            write_counts(&self.kinds, counts, &mut state);
        }
        let next = view.seat.clockwise(1, view.players());
        let own = view.history.iter().filter(|turn| turn.seat == view.seat);
        let last = || view.history.iter().rev();
        let laid = |visible: &Visible| matches!(visible, Visible::Laid(_));
        let of_next = || last().filter(|turn| turn.seat == next);
        let waits = of_next().take_while(|turn| !laid(&turn.visible)).count();
        let unchanged = last().take_while(|turn| !laid(&turn.visible));
        let still = unchanged.filter(|turn| turn.seat == next).count();
        let laid_by = |mine: bool| {
            let turns = view
                .history
                .iter()
                .filter(|turn| (turn.seat == view.seat) == mine);
            let tiles = turns.map(|turn| match &turn.visible {
                Visible::Laid(tiles) => tiles.len(),
                _ => 0,
            });
            tiles.sum::<usize>()
        };
        let singles = |tiles: &TileCounts| count_in(tiles, fits);
        let safe = |tiles: &TileCounts, dangerous: &TileCounts| {
            let all = if known.racks { singles(tiles) } else { 0 };
            all.saturating_sub(count_in_both(tiles, fits, dangerous))
        };
        state.extend([
            byte(view.rack.len()),
            byte(view.smallest_opponent_rack()),
            u8::from(view.has_opened()),
            u8::from(view.opened[next]),
            byte(view.pool_len),
            u8::from(view.pool_len % 2 == 1),
            byte(own.count()),
            byte(waits),
            byte(still),
            byte(laid_by(true)),
            byte(laid_by(false)),
            byte(known.best.len()),
            byte(known.best.face_sum() as usize),
            byte(known.stuck),
            view.rack.jokers(),
            table.jokers(),
            unseen.jokers(),
            byte(singles(&view.rack)),
            byte(singles(&unseen)),
            byte(safe(&view.rack, &known.frees)),
            byte(safe(&unseen, &known.outs)),
            u8::from(!view.rack.is_empty() && known.best == view.rack),
            u8::from(known.other_goes_out),
            byte(view.players()),
        ]);
        state
    }
}

fn count_in_both(tiles: &TileCounts, one: &TileCounts, two: &TileCounts) -> usize {
    let both = one.kinds().filter(|(tile, _)| two.count(*tile) > 0);
    both.map(|(tile, _)| usize::from(tiles.count(tile))).sum()
}

fn write_counts(kinds: &[Tile], counts: &TileCounts, out: &mut Vec<u8>) {
    out.extend(kinds.iter().map(|tile| counts.count(*tile)));
}
