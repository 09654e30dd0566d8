//! The result list of a club tournament (docs/rules.md#placement-points, docs/rules.md#ranking).
//! The pairings follow from the same results, but were decided before the games were recorded.

use rummilab_core::placement::{Standing, placement_points, ranks};
use rummilab_core::{BySeat, RuleSet, SeatResult};
use rummilab_record::Block;
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
    /// The results of each round, up to the last that was played; null for one that was not.
    pub by_round: Vec<Option<RoundResult>>,
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

/// Collects the games of a club tournament, of bots or of people.
#[derive(Clone, Debug)]
pub struct ClubTally {
    shape: ClubShape,
    /// The rounds of each player, the final apart.
    rounds: Vec<Vec<Option<AtTable>>>,
    finals: Vec<Option<AtTable>>,
}

impl ClubTally {
    /// Nothing yet, for this number of players; those who get a place come first.
    pub fn new(shape: ClubShape, players: usize) -> ClubTally {
        ClubTally {
            shape,
            rounds: vec![Vec::new(); players],
            finals: vec![None; players],
        }
    }

    /// Adds one game of these players. Rounds and tables count from 0; the final is the round after
    /// the last.
    pub fn add_game(
        &mut self,
        (round, table): (u64, u64),
        players: &[u16],
        results: &[SeatResult],
        rules: &RuleSet,
    ) {
        let points = placement_points(rules, results).unwrap_or_default();
        for ((player, result), points) in players.iter().zip(results).zip(points) {
            let player = usize::from(*player);
            let place = if round < self.shape.rounds {
                let rounds = &mut self.rounds[player];
                let round = round as usize;
                rounds.resize(rounds.len().max(round + 1), None);
                &mut rounds[round]
            } else {
                &mut self.finals[player]
            };
            let standing = Standing::default();
            let at_table = place.get_or_insert(AtTable { table, standing });
            at_table.standing.add(points, *result);
        }
    }

    pub(crate) fn push(&mut self, block: &Block, rules: &RuleSet) {
        let round = block.block / self.shape.tables.max(1);
        let table = block.block % self.shape.tables.max(1);
        for game in &block.games {
            let result = |seat: &rummilab_record::SeatRecord| SeatResult {
                score: seat.score,
                place: seat.place,
            };
            let results: BySeat<SeatResult> = game.seats.iter().map(result).collect();
            self.add_game((round, table), &game.seating, &results, rules);
        }
    }

    /// The result list so far of players with these names at tables of `seats`.
    pub fn summary(&self, names: &[&str], rules: &RuleSet, seats: usize) -> ClubSummary {
        let totals: Vec<Standing> = self.rounds.iter().map(|rounds| total(rounds)).collect();
        let entries = self.shape.entries.min(totals.len());
        let all_ranks = self.ranks(&totals[..entries]);
        let row = |bot: usize| {
            let (total, show) = (&totals[bot], Show { rules, seats });
            ClubRow {
                rank: all_ranks.get(bot).copied(),
                bot: names[bot].to_owned(),
                placement: total.placement,
                points: show.points(total),
                places: show.places(total),
                minus: rules.has_scores().then_some(total.minus),
                by_round: self.rounds[bot]
                    .iter()
                    .map(|round| round.as_ref().map(|r| show.round(r)))
                    .collect(),
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

fn total(rounds: &[Option<AtTable>]) -> Standing {
    let mut total = Standing::default();
    for AtTable { standing, .. } in rounds.iter().flatten() {
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
    rules: &'a RuleSet,
    seats: usize,
}

impl Show<'_> {
    fn points(&self, standing: &Standing) -> Option<i64> {
        self.rules.has_scores().then_some(standing.points)
    }

    fn places(&self, standing: &Standing) -> Vec<u32> {
        let seats = self.seats.min(standing.places.len());
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
