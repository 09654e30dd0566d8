//! The result list of a club tournament (docs/rules.md#placement-points, docs/rules.md#ranking).
//! The pairings follow from the same results, but were decided before the games were recorded.

use rummilab_core::placement::{Standing, placement_points, ranks};
use rummilab_core::{BySeat, RuleSet, SeatResult};
use rummilab_record::{Block, Header};
use serde::Serialize;

/// The size of a club tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClubShape {
    pub tables: u64,
    pub rounds: u64,
    /// Whether the block after the rounds is a final.
    pub with_final: bool,
    /// Number of bots that get a place; the bots after them are reserve players.
    pub entries: usize,
}

/// The result of a club tournament, under `"club"` in `summary.json`. For an unfinished tournament
/// it is the result so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClubSummary {
    pub rounds: u64,
    pub tables: u64,
    /// Whether the best players play a final, which alone decides their order.
    #[serde(rename = "final")]
    pub with_final: bool,
    /// The entries, best first; entries with equal ranks in the order of the plan.
    pub ranking: Vec<ClubRow>,
    /// The reserve players. They get no rank, but their results are listed
    /// (docs/rules.md#rounds-and-tables).
    pub reserves: Vec<ClubRow>,
}

/// One player. The sums are those of the rounds, without the final.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClubRow {
    /// From 1, shared by equal results; null for a reserve player.
    pub rank: Option<usize>,
    /// The label of the bot.
    pub bot: String,
    pub placement: u32,
    /// Game points, plus and minus; null where games have no scores.
    pub points: Option<i64>,
    /// Number of first, second, third and fourth places.
    pub places: Vec<u32>,
    /// The minus points alone, as a positive number; null where games have no scores.
    pub minus: Option<u64>,
    /// The results of each round played.
    pub by_round: Vec<RoundResult>,
    /// The result of the final; null for those who did not play it.
    #[serde(rename = "final")]
    pub in_final: Option<RoundResult>,
}

/// The result of a player in one round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundResult {
    pub table: u64,
    pub placement: u32,
    /// Game points; null where games have no scores.
    pub points: Option<i64>,
    /// Number of first, second, third and fourth places.
    pub places: Vec<u32>,
}

/// The result of a player at one table.
#[derive(Clone, Debug)]
struct AtTable {
    table: u64,
    standing: Standing,
}

/// Collects the blocks of a club tournament.
#[derive(Clone, Debug)]
pub(crate) struct ClubTally {
    shape: ClubShape,
    /// The rounds of each bot, the final apart.
    rounds: Vec<Vec<AtTable>>,
    finals: Vec<Option<AtTable>>,
}

impl ClubTally {
    pub(crate) fn new(shape: ClubShape, bots: usize) -> ClubTally {
        ClubTally {
            shape,
            rounds: vec![Vec::new(); bots],
            finals: vec![None; bots],
        }
    }

    pub(crate) fn push(&mut self, block: &Block, rules: &RuleSet) {
        let round = block.block / self.shape.tables.max(1);
        let table = block.block % self.shape.tables.max(1);
        let mut standings = vec![None; self.rounds.len()];
        for game in &block.games {
            let result = |seat: &rummilab_record::SeatRecord| SeatResult {
                score: seat.score,
                place: seat.place,
            };
            let results: BySeat<SeatResult> = game.seats.iter().map(result).collect();
            let points = placement_points(rules, &results).unwrap_or_default();
            for ((bot, result), points) in game.seating.iter().zip(results).zip(points) {
                let standing = standings[usize::from(*bot)].get_or_insert(Standing::default());
                standing.add(points, result);
            }
        }
        for (bot, standing) in standings.into_iter().enumerate() {
            let at_table = standing.map(|standing| AtTable { table, standing });
            if round < self.shape.rounds {
                self.rounds[bot].extend(at_table);
            } else if at_table.is_some() {
                self.finals[bot] = at_table;
            }
        }
    }

    pub(crate) fn summary(&self, header: &Header) -> ClubSummary {
        let totals: Vec<Standing> = self.rounds.iter().map(|rounds| total(rounds)).collect();
        let entries = self.shape.entries.min(totals.len());
        let all_ranks = self.ranks(&totals[..entries]);
        let row = |bot: usize| {
            let (total, show) = (&totals[bot], Show { header });
            ClubRow {
                rank: all_ranks.get(bot).copied(),
                bot: header.bots[bot].label.clone(),
                placement: total.placement,
                points: show.points(total),
                places: show.places(total),
                minus: header.rules.has_scores().then_some(total.minus),
                by_round: self.rounds[bot].iter().map(|r| show.round(r)).collect(),
                in_final: self.finals[bot].as_ref().map(|r| show.round(r)),
            }
        };
        let mut ranking: Vec<ClubRow> = (0..entries).map(row).collect();
        ranking.sort_by_key(|row| row.rank);
        ClubSummary {
            rounds: self.shape.rounds,
            tables: self.shape.tables,
            with_final: self.shape.with_final,
            ranking,
            reserves: (entries..totals.len()).map(row).collect(),
        }
    }

    /// The final alone orders its players; all others follow, in the order of the rounds.
    fn ranks(&self, totals: &[Standing]) -> Vec<usize> {
        let finalists: Vec<usize> = (0..totals.len())
            .filter(|bot| self.finals[*bot].is_some())
            .collect();
        let in_final = |bot: &usize| self.finals[*bot].as_ref().map(|r| r.standing);
        let final_standings: Vec<Standing> = finalists.iter().filter_map(in_final).collect();
        let others: Vec<usize> = (0..totals.len())
            .filter(|bot| self.finals[*bot].is_none())
            .collect();
        let other_standings: Vec<Standing> = others.iter().map(|bot| totals[*bot]).collect();
        let mut all = vec![0; totals.len()];
        for (bot, rank) in finalists.iter().zip(ranks(&final_standings)) {
            all[*bot] = rank;
        }
        for (bot, rank) in others.iter().zip(ranks(&other_standings)) {
            all[*bot] = finalists.len() + rank;
        }
        all
    }
}

fn total(rounds: &[AtTable]) -> Standing {
    let mut total = Standing::default();
    for AtTable { standing, .. } in rounds {
        total.placement += standing.placement;
        total.points += standing.points;
        total.minus += standing.minus;
        for (sum, places) in total.places.iter_mut().zip(standing.places) {
            *sum += places;
        }
    }
    total
}

/// Formats standings as the rules and the number of seats allow.
struct Show<'a> {
    header: &'a Header,
}

impl Show<'_> {
    fn points(&self, standing: &Standing) -> Option<i64> {
        self.header.rules.has_scores().then_some(standing.points)
    }

    fn places(&self, standing: &Standing) -> Vec<u32> {
        let seats = self.header.players.min(standing.places.len());
        standing.places[..seats].to_vec()
    }

    fn round(&self, round: &AtTable) -> RoundResult {
        RoundResult {
            table: round.table,
            placement: round.standing.placement,
            points: self.points(&round.standing),
            places: self.places(&round.standing),
        }
    }
}
