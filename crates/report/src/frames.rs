//! A recorded game as the frames of a film: the changes of table and racks on each turn, and the
//! tiles laid. Tiles are in the notation; the page draws them.

use std::collections::BTreeMap;

use rummilab_core::{
    Action, BySeat, CouldPlay, Ending, Happened, Seat, Set, Table, Tile, TileCounts,
};
use rummilab_record::{
    FaultLine, GameRecord, Header, ReplayError, ReplayedTurn, TurnRecord, replay, replay_broken_off,
};
use serde::Serialize;

use crate::picks::{GameId, Picked};
use crate::svg::printable;
use crate::words::{plural, signed_whole};

/// A game to step through.
#[derive(Debug, Clone, Serialize)]
pub struct Film {
    pub id: String,
    /// Its place in the record, and why it was chosen.
    pub title: String,
    pub ending: String,
    /// The bot in each seat.
    pub bots: BySeat<String>,
    /// The result of each seat.
    pub results: Vec<String>,
    /// The frame on which each seat opened.
    pub opened: BySeat<Option<usize>>,
    /// The racks of the deal.
    pub racks: BySeat<String>,
    /// Every set that was ever on the table; a group with an owner ends with `@` and the seat.
    pub sets: Vec<String>,
    /// The frame that is shown first: the first play, or the deal if there is none.
    pub start: usize,
    /// The deal, a frame for each turn, and a last frame for the fault that ended the game, if any.
    pub frames: Vec<Frame>,
}

/// The changes of one turn. A missing field is unchanged.
#[derive(Debug, Clone, Serialize)]
pub struct Frame {
    /// The seat whose turn it was; for the deal, the starter.
    #[serde(rename = "s")]
    pub seat: Seat,
    #[serde(rename = "a")]
    pub said: String,
    /// Its rack after the turn.
    #[serde(rename = "r", skip_serializing_if = "Option::is_none")]
    pub rack: Option<String>,
    /// Tiles of that rack that are new.
    #[serde(rename = "n", skip_serializing_if = "String::is_empty")]
    pub new: String,
    /// The sets on the table after the turn, as indices into [`Film::sets`].
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    pub table: Option<Vec<usize>>,
    /// The index in that list from which the sets are new or changed.
    #[serde(rename = "c", skip_serializing_if = "Option::is_none")]
    pub changed_from: Option<usize>,
    /// Tiles laid on this turn: the index of the set in that list, and of the tile in the set.
    #[serde(rename = "m", skip_serializing_if = "Vec::is_empty")]
    pub laid: Vec<(usize, usize)>,
    /// Tiles in the pool after the turn.
    #[serde(rename = "p")]
    pub pool: usize,
}

/// Replays the chosen game, with remarks on its turns.
pub fn film(
    header: &Header,
    picked: &Picked,
    remarks: &BTreeMap<(GameId, usize), String>,
    judge: &mut dyn CouldPlay,
) -> Result<Film, ReplayError> {
    let mut steps = replay(header, &picked.block, picked.id.game, judge)?;
    let broken_off = replay_broken_off(header, &picked.block, picked.id.game, judge)?;
    steps.extend(broken_off.map(|found| found.turn));
    let game = picked.game();
    let dealt = picked.block.deal_of(picked.id.game);
    let racks = dealt.map(|deal| deal.racks.clone());
    let racks = racks.unwrap_or_default();
    let pool = dealt.map_or(0, |deal| deal.streams.iter().map(Vec::len).sum());
    let name = |bot: &u16| clean(&header.bots[usize::from(*bot)].label);
    let bots: BySeat<String> = game.seating.iter().map(name).collect();
    let mut shooting = Shooting {
        racks: racks.clone(),
        shown: Vec::new(),
        sets: Vec::new(),
    };
    let begin = match racks.iter().map(TileCounts::len).max() {
        Some(tiles) => format!("{} each", plural(tiles, "tile")),
        None => String::new(),
    };
    let mut frames = vec![Frame {
        seat: game.starter,
        said: format!(
            "The deal: {begin}. Seat {} ({}) begins.",
            game.starter, bots[game.starter]
        ),
        rack: None,
        new: String::new(),
        table: None,
        changed_from: None,
        laid: Vec::new(),
        pool,
    }];
    for step in &steps {
        let mut frame = shooting.frame(step, game);
        if let Some(remark) = remarks.get(&(picked.id, step.turn)) {
            frame.said += &format!(" ({})", clean(remark));
        }
        frames.push(frame);
    }
    let mut title = format!("Block {}, game {}", picked.id.block, picked.id.game);
    if !picked.why.is_empty() {
        title = format!("{title}: {}", picked.why.join("; "));
    }
    Ok(Film {
        id: picked.id.to_string(),
        title,
        ending: ending(game, &bots),
        results: results(header, game),
        opened: opened(game, &steps),
        racks: racks.iter().map(ToString::to_string).collect(),
        sets: shooting.sets,
        bots,
        start: frames.iter().position(|f| !f.laid.is_empty()).unwrap_or(0),
        frames,
    })
}

/// A name or remark without characters that a page must not hold.
pub fn clean(text: &str) -> String {
    text.chars().map(printable).collect()
}

fn ending(game: &GameRecord, bots: &BySeat<String>) -> String {
    let turns = plural(game.turns.len(), "turn");
    match game.ending {
        Ending::WentOut(seat) => format!("Seat {seat} ({}) goes out after {turns}.", bots[seat]),
        Ending::PoolEmpty => format!("Nobody goes out: the pool is empty after {turns}."),
        Ending::Fault(seat) => format!(
            "Seat {seat} ({}) ends the game by a fault after {turns}.",
            bots[seat]
        ),
        Ending::Endless => format!("The game is endless: given up after {turns}."),
    }
}

fn results(header: &Header, game: &GameRecord) -> Vec<String> {
    let result = |seat: &rummilab_record::SeatRecord| {
        let points = if header.rules.has_scores() {
            format!(", {} points", signed_whole(i64::from(seat.score)))
        } else {
            String::new()
        };
        format!("place {}{points}", seat.place)
    };
    game.seats.iter().map(result).collect()
}

/// The frame on which each seat opened. The deal is frame 0, the first turn frame 1.
fn opened(game: &GameRecord, steps: &[ReplayedTurn]) -> BySeat<Option<usize>> {
    let of_seat = |(seat, record): (Seat, &rummilab_record::SeatRecord)| {
        let turn = record.opened_turn?.checked_sub(1)?;
        let own = steps.iter().filter(|step| step.event.seat == seat);
        own.map(|step| step.turn + 1).nth(turn as usize)
    };
    game.seats.with_seats().map(of_seat).collect()
}

/// A set on the table: its sorted tiles, its owner, and its index in [`Film::sets`].
#[derive(Debug, Clone)]
struct ShownSet {
    sorted: Set,
    owner: Option<u8>,
    number: usize,
}

struct Shooting {
    racks: BySeat<TileCounts>,
    /// The table in the order in which the page shows it. Sets keep their places as long as they
    /// lie there.
    shown: Vec<ShownSet>,
    sets: Vec<String>,
}

impl Shooting {
    fn frame(&mut self, step: &ReplayedTurn, game: &GameRecord) -> Frame {
        let seat = step.event.seat;
        let (before, after) = (self.racks[seat], step.racks[seat]);
        self.racks.clone_from(&step.racks);
        let new = after.saturating_sub(&before);
        let mut frame = Frame {
            seat,
            said: said(game, step),
            rack: (before != after).then(|| after.to_string()),
            new: new.to_string(),
            table: None,
            changed_from: None,
            laid: Vec::new(),
            pool: step.pool_len,
        };
        let gone = self.change_table(&step.table);
        if let Some((gone, from)) = gone {
            let played = match &step.event.happened {
                Happened::Laid(turn) => turn.played,
                _ => TileCounts::EMPTY,
            };
            frame.laid = self.laid(&step.table, &gone, from, played);
            frame.table = Some(self.shown.iter().map(|shown| shown.number).collect());
            frame.changed_from = Some(from);
        }
        frame
    }

    /// Shows this table. If it changed, returns the removed sets, and the index from which sets are
    /// new.
    fn change_table(&mut self, table: &Table) -> Option<(Vec<Set>, usize)> {
        let mut fresh: Vec<(usize, &Set)> = table.sets().iter().enumerate().collect();
        let mut gone = Vec::new();
        let mut kept = Vec::new();
        for shown in std::mem::take(&mut self.shown) {
            let same = fresh.iter().position(|(index, set)| {
                set.sorted() == shown.sorted && table.owner(*index) == shown.owner
            });
            match same {
                Some(at) => {
                    fresh.remove(at);
                    kept.push(shown);
                }
                None => gone.push(shown.sorted),
            }
        }
        let from = kept.len();
        self.shown = kept;
        for (index, set) in &fresh {
            let owner = table.owner(*index);
            let text = match owner {
                Some(owner) => format!("{set}@{owner}"),
                None => set.to_string(),
            };
            let known = self.sets.iter().position(|known| *known == text);
            let number = known.unwrap_or_else(|| {
                self.sets.push(text);
                self.sets.len() - 1
            });
            self.shown.push(ShownSet {
                sorted: set.sorted(),
                owner,
                number,
            });
        }
        (!gone.is_empty() || !fresh.is_empty()).then_some((gone, from))
    }

    /// The laid tiles of the new sets. Equal tiles cannot be told apart; the mark goes to the set
    /// that grew by one, if there is one.
    fn laid(
        &self,
        table: &Table,
        gone: &[Set],
        from: usize,
        mut played: TileCounts,
    ) -> Vec<(usize, usize)> {
        let fresh: Vec<(usize, Vec<Tile>)> = (from..self.shown.len())
            .map(|place| (place, self.tiles_at(place, table)))
            .collect();
        let mut laid = Vec::new();
        for (place, tiles) in &fresh {
            let mut old = closest(tiles, gone);
            for (index, tile) in tiles.iter().enumerate() {
                if !old.remove(*tile) && played.remove(*tile) {
                    laid.push((*place, index));
                }
            }
        }
        for (place, tiles) in &fresh {
            for (index, tile) in tiles.iter().enumerate() {
                if !laid.contains(&(*place, index)) && played.remove(*tile) {
                    laid.push((*place, index));
                }
            }
        }
        laid.sort_unstable();
        laid
    }

    /// The tiles of a shown set in the order of its text.
    fn tiles_at(&self, place: usize, table: &Table) -> Vec<Tile> {
        let text = &self.sets[self.shown[place].number];
        let set = table.sets().iter().enumerate().find(|(index, set)| {
            let owner = table.owner(*index);
            owner == self.shown[place].owner && text.split('@').next() == Some(&set.to_string())
        });
        set.map(|(_, set)| set.tiles().to_vec()).unwrap_or_default()
    }
}

/// The tiles of the old set with most tiles in common.
fn closest(tiles: &[Tile], gone: &[Set]) -> TileCounts {
    let counts: TileCounts = tiles.iter().copied().collect();
    let common = |set: &&Set| {
        let old: TileCounts = set.tiles().iter().copied().collect();
        old.len() - old.saturating_sub(&counts).len()
    };
    let mut best: Option<(usize, &Set)> = None;
    for set in gone {
        let common = common(&set);
        if best.is_none_or(|(most, _)| common > most) {
            best = Some((common, set));
        }
    }
    best.map_or(TileCounts::EMPTY, |(_, set)| {
        set.tiles().iter().copied().collect()
    })
}

/// The turn as the rest of a sentence that begins with the seat.
fn said(game: &GameRecord, step: &ReplayedTurn) -> String {
    let event = &step.event;
    let first = event.drawn_first.map(|tile| match event.put_back {
        0 => format!("draws {tile} and "),
        1 => format!("puts a tile back, draws {tile} and "),
        more => format!("puts {more} tiles back, draws {tile} and "),
    });
    let rearranged = matches!(game.turns.get(step.turn), Some(TurnRecord::Play(_)));
    let fault = game.fault_on(step.turn);
    let breaks_off = step.turn == game.turns.len();
    let rest = match &event.happened {
        _ if breaks_off => "breaks off".to_owned(),
        Happened::Laid(turn) => {
            let tiles = turn.played;
            match turn.opening_value {
                Some(value) => format!("opens with {value} points and lays {tiles}"),
                None => format!("lays {tiles}"),
            }
        }
        Happened::Drew(tile) if fault.is_some() => format!("is refused and draws {tile}"),
        Happened::Drew(tile) if rearranged => format!("rearranges the table and draws {tile}"),
        Happened::Drew(tile) => format!("draws {tile}"),
        Happened::Passed if fault.is_some() => "is refused and passes".to_owned(),
        Happened::Passed if rearranged => "rearranges the table and passes".to_owned(),
        Happened::Passed => "passes".to_owned(),
        Happened::Penalty(tiles) => {
            let tiles: Vec<String> = tiles.iter().map(ToString::to_string).collect();
            let drawn = match tiles.len() {
                0 => "draws nothing".to_owned(),
                _ => format!("draws {}", tiles.join(" ")),
            };
            match fault.map(|fault| &fault.action) {
                Some(Some(Action::Play(_))) => format!("is refused a play and {drawn}"),
                Some(_) => format!("is refused and {drawn}"),
                None => format!("is penalised and {drawn}"),
            }
        }
    };
    let why = fault.map(|fault| why(&FaultLine::from(fault), breaks_off));
    first.unwrap_or_default() + &rest + &why.unwrap_or_default()
}

/// Why a turn is a fault, and what was refused.
fn why(fault: &FaultLine, breaks_off: bool) -> String {
    let refused = fault.refused.as_ref();
    let refused = refused.map(|action| format!("; refused: {action}"));
    let refused = refused.unwrap_or_default();
    let (kind, why) = (fault.kind.word(), &fault.why);
    clean(&if breaks_off {
        format!(" ({kind}): {why}{refused}")
    } else {
        format!(" ({kind}: {why}{refused})")
    })
}
