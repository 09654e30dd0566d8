//! `keep`: keeps the fourth tile of a group or the next tile of a run back, for a turn that has
//! nothing else to lay.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Set, Stacks, Table, Tile, TileCounts};
use rummilab_solver::{Goal, Verified};

use crate::entry::{Entry, choice, number, quick};
use crate::greedy::LATE;
use crate::player::{Player, lay};

pub(crate) const ENTRY: Entry = Entry {
    name: "keep",
    version: 5,
    about: "like greedy, but keeps tiles back whose sets stand without them, for a turn with \
        nothing else",
    params: &[
        number("most", 1, 1, 20).about("keeps at most this many tiles"),
        choice("spare", &["any", "group", "run"])
            .about("which: any, only of a group, only at the end of a run"),
        choice("sure", &["no", "yes"])
            .about("only tiles whose other copies all lie on the table or its rack"),
        number("late", 3, 0, 100).about(LATE),
    ],
    for_tests: false,
    work: quick,
    make: |s| {
        let spare = match s.text("spare") {
            "group" => Spare::OfGroup,
            "run" => Spare::AtRunEnd,
            _ => Spare::Any,
        };
        let sure = s.text("sure") == "yes";
        let (most, late) = (s.count("most"), s.count("late"));
        Box::new(Keep::new(s.player(), most, spare, sure, late))
    },
};

/// Which tiles are worth keeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spare {
    /// Any tile whose group or run is still a set without it.
    Any,
    /// Only a tile of a group.
    OfGroup,
    /// Only a tile at the end of a run.
    AtRunEnd,
}

/// Lays what `greedy` lays, opening included, but keeps up to `most` tiles back whose set is still
/// a set without them. On the next turn each can be laid by itself instead of drawing, unless
/// somebody changed the set or filled the place. It always lays at least one tile when it can, and
/// goes out when it can. It plays like `greedy` when an opponent has at most `late` tiles or the
/// pool is empty. The advice is that of the rule pages (docs/strategy.md#keep-the-fourth-tile).
pub struct Keep {
    player: Player,
    most: usize,
    spare: Spare,
    sure: bool,
    late: usize,
}

/// A tile to keep, the set it would lie in, and the rest of that set.
struct Kept {
    set: usize,
    rest: Set,
    tile: Tile,
}

impl Keep {
    /// Keeps at most `most` such tiles. With `sure` it keeps a tile only if nobody else can fill
    /// its place with an equal one, because every other copy lies on the table or on its own rack.
    pub fn new(player: Player, most: usize, spare: Spare, sure: bool, late: usize) -> Keep {
        Keep {
            player,
            most,
            spare,
            sure,
            late,
        }
    }

    /// The new table without the tiles to keep; `None` where nothing is kept.
    fn kept_back(&self, view: &View<'_>, play: &Verified) -> Option<Table> {
        let stacks = view.rules.stacks(view.table, Some(view.seat));
        let mut after = play.table(view.table).into_sets();
        let mut laid = play.played;
        for _ in 0..self.most {
            if laid.len() < 2 {
                break;
            }
            let Some(Kept { set, rest, tile }) = self.choose(view, &stacks, &after, &laid) else {
                break;
            };
            after[set] = rest;
            let was_laid = laid.remove(tile);
            debug_assert!(was_laid, "only laid tiles are chosen");
        }
        (laid != play.played).then(|| Table::new(after))
    }

    /// The tile to keep next. A place that nobody can fill comes before one that somebody may; ties
    /// go to the smallest value.
    fn choose(
        &self,
        view: &View<'_>,
        stacks: &Stacks,
        after: &[Set],
        laid: &TileCounts,
    ) -> Option<Kept> {
        let mut best: Option<((bool, u16, Tile), Kept)> = None;
        for (at, set) in after.iter().enumerate() {
            for (i, tile) in set.tiles().iter().enumerate() {
                if tile.is_joker() || laid.count(*tile) == 0 {
                    continue;
                }
                let open = may_be_filled(view, *tile);
                let key = (open, tile.face(), *tile);
                if (self.sure && open) || best.as_ref().is_some_and(|(known, _)| *known <= key) {
                    continue;
                }
                let rest = without(set, i);
                if self.is_spare(view, set, &rest)
                    && Keep::opening_stands(view, after, at, &rest)
                    && table_stands(view, stacks, (after, at, &rest), (laid, *tile))
                {
                    let tile = *tile;
                    best = Some((
                        key,
                        Kept {
                            set: at,
                            rest,
                            tile,
                        },
                    ));
                }
            }
        }
        best.map(|(_, choice)| choice)
    }

    fn is_spare(&self, view: &View<'_>, set: &Set, rest: &Set) -> bool {
        let whole = view.rules.judge(set.tiles());
        let kind = match self.spare {
            Spare::Any => true,
            Spare::OfGroup => whole.is_group(),
            Spare::AtRunEnd => whole.is_run(),
        };
        kind && view.rules.judge(rest.tiles()).is_legal()
    }

    /// Whether an opening is still worth enough when one of its sets is cut to `rest`. The sets of
    /// the opening come after the old ones.
    fn opening_stands(view: &View<'_>, after: &[Set], cut: usize, rest: &Set) -> bool {
        if view.has_opened() {
            return true;
        }
        let old = view.table.sets().len();
        let own = after.iter().enumerate().skip(old);
        let value = |(at, set): (usize, &Set)| {
            let set = if at == cut { rest } else { set };
            view.rules.judge(set.tiles()).best().map_or(0, u32::from)
        };
        cut >= old && own.map(value).sum::<u32>() >= u32::from(view.rules.opening_min)
    }
}

/// Whether the sets may still lie as the rules demand when one is cut to `rest`, because one of the
/// laid tiles is kept. That tile may equal one of a set from which nothing may be taken, or have
/// replaced a joker.
fn table_stands(
    view: &View<'_>,
    stacks: &Stacks,
    (after, cut, rest): (&[Set], usize, &Set),
    (laid, kept): (&TileCounts, Tile),
) -> bool {
    let rules = view.rules;
    if !rules.has_group_owners() && rules.sets_are_free() {
        return true;
    }
    let mut sets = after.to_vec();
    sets[cut] = rest.clone();
    let mut laid = *laid;
    let owners = || !rules.has_group_owners() || rules.place_groups(stacks, &sets).is_some();
    laid.remove(kept) && owners() && {
        let after = Table::new(sets.clone());
        let opened = view.has_opened();
        rules
            .judge_taken_jokers(view.table, &laid, &after, opened)
            .is_ok()
    }
}

/// The set without one of its tiles, laid out so that it can be read.
fn without(set: &Set, at: usize) -> Set {
    let tiles = set.tiles().iter().enumerate();
    tiles
        .filter(|(i, _)| *i != at)
        .map(|(_, tile)| *tile)
        .collect()
}

/// Whether another player may hold or draw an equal tile.
fn may_be_filled(view: &View<'_>, tile: Tile) -> bool {
    let on_table = view.table.tiles().filter(|other| *other == tile).count();
    on_table + usize::from(view.rack.count(tile)) < usize::from(view.rules.copies_of(tile))
}

impl Bot for Keep {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        let play = if view.has_opened() {
            self.player.best(view, &Goal::Tiles)?
        } else {
            let best = self.player.best(view, &Goal::OpeningValue)?;
            best.filter(|play| crate::opening::reaches(view, play))
        };
        let Some(play) = play else {
            return Ok(view.idle());
        };
        let near = view.pool_len == 0 || view.smallest_opponent_rack() <= self.late;
        if near || play.played == view.rack {
            return Ok(lay(view, &play));
        }
        Ok(self
            .kept_back(view, &play)
            .map_or_else(|| lay(view, &play), Action::Play))
    }
}
