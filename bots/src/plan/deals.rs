//! The rack of the other and the pool, dealt so that they fit what was seen.

use rummilab_bot_api::View;
use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

use crate::standoff::{Halt, Heaps};

/// Deals tried for one in which the other could not have gone out.
const TRIES: usize = 8;

/// A rack of the other, and the pool, the next tile last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The rack.
    pub other: TileCounts,
    /// The pool.
    pub pool: Vec<Tile>,
}

impl Deal {
    /// All its tiles.
    pub fn unseen(&self) -> TileCounts {
        let pool = self.pool.iter().copied().collect();
        self.other.checked_add(&pool).unwrap_or(self.other)
    }
}

/// So many deals of the tiles that a player sees neither on the table nor on his rack; one where there is but one.
///
/// Deals in which the other would have gone out on his last turn are thrown away, as far as some tries find others.
pub fn deals(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    table: &TileCounts,
    count: usize,
    stream: &mut Stream,
) -> Result<Vec<Deal>, Halt> {
    let all: TileCounts = view.rules.all_tiles().into_iter().collect();
    let unseen = all.saturating_sub(table).saturating_sub(&view.rack);
    let mut tiles: Vec<Tile> = unseen.tiles().collect();
    if let Some(racks) = &view.racks {
        let other = racks[view.seat.next(2)];
        let mut pool: Vec<Tile> = unseen.saturating_sub(&other).tiles().collect();
        stream.shuffle(&mut pool);
        return Ok(vec![Deal { other, pool }]);
    }
    if view.pool_len == 0 {
        let pool = Vec::new();
        return Ok(vec![Deal {
            other: unseen,
            pool,
        }]);
    }
    let drew = view.history.last().is_some_and(|turn| turn.visible.drew());
    let mut found = Vec::new();
    for _ in 0..count {
        for attempt in 1..=TRIES {
            stream.shuffle(&mut tiles);
            let (pool, rack) = tiles.split_at(view.pool_len.min(tiles.len()));
            // Any tile may be the one that he drew.
            let before: TileCounts = rack.iter().skip(usize::from(drew)).copied().collect();
            let heap = table.checked_add(&before);
            let lies = match heap {
                Some(heap) => heaps.lie(&heap)?,
                None => false,
            };
            if !lies || attempt == TRIES {
                found.push(Deal {
                    other: rack.iter().copied().collect(),
                    pool: pool.to_vec(),
                });
                break;
            }
        }
    }
    Ok(found)
}
