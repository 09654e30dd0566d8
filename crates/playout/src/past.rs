//! The public history wound back: what everybody saw at a decision of a seat.

use rummilab_bot_api::{PublicTurn, View, Visible};
use rummilab_chance::Stream;
use rummilab_core::{Action, BySeat, RuleSet, Seat, Set, Table, TileCounts};

/// What everybody saw before one turn.
#[derive(Debug, Clone)]
pub struct Decision {
    /// The turn, by its number in the history.
    pub turn: usize,
    pub seat: Seat,
    /// The table as a single set. The history does not say how its tiles lay; if sets are
    /// rearranged freely, that does not matter.
    table: Table,
    /// The tiles of the table.
    tiles: TileCounts,
    opened: BySeat<bool>,
    rack_sizes: BySeat<usize>,
    pool_len: usize,
    pub did: Visible,
}

impl Decision {
    /// The view of the seat at that turn, if it held these tiles. Whether it was the last round is
    /// no longer known; the view says that it was not.
    pub fn view<'a>(
        &'a self,
        rules: &'a RuleSet,
        rack: &TileCounts,
        history: &'a [PublicTurn],
    ) -> View<'a> {
        View {
            rules,
            seat: self.seat,
            rack: *rack,
            drawn: None,
            may_put_back: false,
            table: &self.table,
            opened: self.opened.clone(),
            rack_sizes: self.rack_sizes.clone(),
            racks: None,
            pool_len: self.pool_len,
            last_round: false,
            history: &history[..self.turn],
        }
    }

    /// Tiles on the rack of the seat at that turn.
    pub fn size(&self) -> usize {
        self.rack_sizes[self.seat]
    }

    /// Whether an action agrees with the observation: nothing laid, or as many tiles of the same
    /// total value. Which of several equally good plays a bot makes is not part of its policy.
    pub fn fits(&self, action: &Action) -> bool {
        let laid = match action {
            Action::Play(table) => table
                .counts()
                .map_or(TileCounts::EMPTY, |tiles| tiles.saturating_sub(&self.tiles)),
            Action::Draw | Action::Pass => TileCounts::EMPTY,
        };
        match &self.did {
            Visible::Laid(seen) => seen.len() == laid.len() && seen.face_sum() == laid.face_sum(),
            _ => laid.is_empty(),
        }
    }
}

/// The last decisions of one seat.
#[derive(Debug, Clone)]
pub struct Past {
    seat: Seat,
    /// Its decisions, the last first.
    decisions: Vec<Decision>,
    /// Its turns from the last one back to the first of the decisions, including penalties.
    turns: Vec<PublicTurn>,
}

impl Past {
    /// The last `most` decisions of a seat. A penalty is not a decision. Groups with owners cannot
    /// be wound back; under such rules there are no decisions.
    pub fn of(view: &View<'_>, seat: Seat, most: usize) -> Past {
        let mut past = Past {
            seat,
            decisions: Vec::new(),
            turns: Vec::new(),
        };
        let Ok(mut tiles) = view.table.counts() else {
            return past;
        };
        if view.rules.has_group_owners() {
            return past;
        }
        let mut sizes = view.rack_sizes.clone();
        let mut opened = view.opened.clone();
        let mut pool_len = view.pool_len;
        for (at, turn) in view.history.iter().enumerate().rev() {
            if past.decisions.len() == most {
                break;
            }
            match &turn.visible {
                Visible::Laid(laid) => {
                    tiles = tiles.saturating_sub(laid);
                    sizes[turn.seat] += laid.len();
                    opened[turn.seat] = view.history[..at].iter().any(|earlier| {
                        earlier.seat == turn.seat && matches!(earlier.visible, Visible::Laid(_))
                    });
                }
                Visible::Drew => back(&mut sizes[turn.seat], &mut pool_len, 1),
                Visible::Penalty(drawn) => back(&mut sizes[turn.seat], &mut pool_len, *drawn),
                Visible::Passed => {}
            }
            if turn.seat == seat {
                past.turns.push(turn.clone());
                if !matches!(turn.visible, Visible::Penalty(_)) {
                    past.decisions.push(Decision {
                        turn: at,
                        seat,
                        table: multiset(&tiles),
                        tiles,
                        opened: opened.clone(),
                        rack_sizes: sizes.clone(),
                        pool_len,
                        did: turn.visible.clone(),
                    });
                }
            }
            if turn.drew_first {
                back(&mut sizes[turn.seat], &mut pool_len, 1);
            }
        }
        past
    }

    /// The decisions, the last first.
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The rack before each of the [decisions](Past::decisions), if the seat now holds these tiles.
    /// The tile that it drew is a random one of them: unless a play says more, each is equally
    /// likely.
    pub fn racks_then(&self, now: &TileCounts, stream: &mut Stream) -> Vec<TileCounts> {
        let mut rack = *now;
        let mut then = Vec::with_capacity(self.decisions.len());
        for turn in &self.turns {
            match &turn.visible {
                Visible::Laid(laid) => rack = rack.checked_add(laid).unwrap_or(rack),
                Visible::Drew => without_any(&mut rack, 1, stream),
                Visible::Penalty(drawn) => without_any(&mut rack, *drawn, stream),
                Visible::Passed => {}
            }
            if !matches!(turn.visible, Visible::Penalty(_)) {
                then.push(rack);
            }
            if turn.drew_first {
                without_any(&mut rack, 1, stream);
            }
        }
        then
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }
}

/// Puts tiles of a rack back into the pool.
fn back(size: &mut usize, pool_len: &mut usize, tiles: usize) {
    *size = size.saturating_sub(tiles);
    *pool_len += tiles;
}

/// Takes this number of random tiles off a rack.
fn without_any(rack: &mut TileCounts, tiles: usize, stream: &mut Stream) {
    for _ in 0..tiles {
        let all: Vec<_> = rack.tiles().collect();
        if let Some(tile) = stream.pick(&all) {
            let held = rack.remove(*tile);
            debug_assert!(held, "it was picked from the rack");
        }
    }
}

fn multiset(tiles: &TileCounts) -> Table {
    if tiles.is_empty() {
        return Table::default();
    }
    Table::new(vec![Set::new(tiles.tiles())])
}
