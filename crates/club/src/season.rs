//! The ranking of a season: the rounds of several evenings together, by the criteria of one
//! (docs/rules.md#ranking).

use rummilab_core::placement::{Standing, ranks};
use rummilab_stats::ClubSummary;
use serde::Serialize;

/// A player of a season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SeasonRow {
    /// From 1, shared by equal results.
    pub rank: usize,
    pub name: String,
    /// Evenings with a result.
    pub evenings: u64,
    pub placement: u32,
    pub points: i64,
    /// Number of first places, second places and so on.
    pub places: Vec<u32>,
    /// The minus points alone, as a positive number.
    pub minus: u64,
}

/// The ranking over several evenings, best first. Finals and reserve players do not count.
pub fn season(evenings: &[ClubSummary]) -> Vec<SeasonRow> {
    let mut players: Vec<(&str, u64, Standing)> = Vec::new();
    for row in evenings.iter().flat_map(|evening| &evening.ranking) {
        let known = players.iter().position(|(name, ..)| *name == row.bot);
        let at = known.unwrap_or_else(|| {
            players.push((&row.bot, 0, Standing::default()));
            players.len() - 1
        });
        let (_, count, standing) = &mut players[at];
        *count += u64::from(row.places.iter().any(|places| *places > 0));
        standing.placement += row.placement;
        standing.points += row.points.unwrap_or(0);
        standing.minus += row.minus.unwrap_or(0);
        for (sum, places) in standing.places.iter_mut().zip(&row.places) {
            *sum += places;
        }
    }
    let standings: Vec<Standing> = players.iter().map(|(.., standing)| *standing).collect();
    let seats = evenings.iter().flat_map(|evening| &evening.ranking);
    let seats = seats.map(|row| row.places.len()).max().unwrap_or(0);
    let row = |((name, evenings, standing), rank): (&(&str, u64, Standing), usize)| SeasonRow {
        rank,
        name: (*name).to_owned(),
        evenings: *evenings,
        placement: standing.placement,
        points: standing.points,
        places: standing.places[..seats].to_vec(),
        minus: standing.minus,
    };
    let mut rows: Vec<SeasonRow> = players.iter().zip(ranks(&standings)).map(row).collect();
    rows.sort_by_key(|row| row.rank);
    rows
}
