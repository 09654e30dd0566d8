//! From recorded blocks to a [`Summary`], block by block in block order, with memory that grows with the number of
//! bots and of the pairs that met only. Refuses to read files.

use std::collections::{BTreeMap, BTreeSet};

use rummilab_core::placement::placement_points;
use rummilab_core::{RuleSet, SeatResult};
use rummilab_record::{Block, FaultKind, GameRecord, Header};

use crate::blocks::BlockMeans;
use crate::club::{ClubShape, ClubTally};
use crate::figures::{GameFigures, ended_empty};
use crate::interval::{Interval, mean_interval, rate_interval};
use crate::kaplan_meier::OpeningTimes;
use crate::quantiles::Counts;
use crate::summary::{
    BotSummary, Faults, GameSummary, OpenedBy, PairSummary, Quantiles, Results, SeatSummary,
    Summary,
};
use crate::variance_ratio::VarianceRatio;

/// Level of every interval of a summary.
pub const LEVEL: f64 = 0.95;

/// Gathers blocks.
///
/// Push them in block order: floating-point sums depend on the order, and the same run must give the same bytes.
#[derive(Clone, Debug)]
pub struct SummaryBuilder {
    header: Header,
    blocks: u64,
    games: u64,
    bots: Vec<BotTally>,
    /// Those that met, by first and second bot, first < second.
    pairs: BTreeMap<(usize, usize), PairTally>,
    seats: Vec<ResultTally>,
    game: GameTally,
    club: Option<ClubTally>,
}

impl SummaryBuilder {
    /// Nothing gathered yet.
    #[must_use]
    pub fn new(header: &Header) -> SummaryBuilder {
        let bots = header.bots.len();
        SummaryBuilder {
            header: header.clone(),
            blocks: 0,
            games: 0,
            bots: (0..bots).map(|_| BotTally::new(header.players)).collect(),
            pairs: BTreeMap::new(),
            seats: vec![ResultTally::default(); header.players],
            game: GameTally::default(),
            club: None,
        }
    }

    /// The same for a club tournament: with a result list, and without intervals, because a block of it is one round of
    /// one table, whose players earlier results chose.
    #[must_use]
    pub fn club(self, shape: ClubShape) -> SummaryBuilder {
        let club = Some(ClubTally::new(shape, self.header.bots.len()));
        SummaryBuilder { club, ..self }
    }

    /// Adds a block whose seats and bots are those of the header, as every block that a `Reader` returns.
    pub fn push(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += block.games.len() as u64;
        let seated = block.games.iter().flat_map(|game| &game.seating);
        let seated: BTreeSet<usize> = seated.map(|bot| usize::from(*bot)).collect();
        for &a in &seated {
            self.bots[a].push(a, block, &self.header.rules);
            for &b in seated.range(a + 1..) {
                let pair = self.pairs.entry((a, b));
                pair.or_insert_with(|| PairTally::new(a, b)).push(block);
            }
        }
        for (seat, tally) in self.seats.iter_mut().enumerate() {
            tally.push(block.games.iter().map(|game| outcome(game, seat)));
        }
        for game in &block.games {
            self.game.push(game, &self.header.rules);
        }
        if let Some(club) = &mut self.club {
            club.push(block, &self.header.rules);
        }
    }

    /// The numbers so far.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let seed = self.header.seed;
        let label = |bot: usize| self.header.bots[bot].label.clone();
        let bots = self
            .bots
            .iter()
            .enumerate()
            .map(|(bot, tally)| tally.summary(label(bot), seed))
            .collect();
        let met = self.pairs.values().filter(|pair| pair.games > 0);
        let summary = Summary {
            plan_hash: self.header.plan_hash.clone(),
            seed,
            rules: self.header.rules.name.clone(),
            players: self.header.players,
            blocks: self.blocks,
            games: self.games,
            level: LEVEL,
            bots,
            pairs: met
                .map(|pair| pair.summary(label(pair.a), label(pair.b), seed))
                .collect(),
            seats: by_seat(&self.seats, seed),
            game: self.game.summary(),
            club: self.club.as_ref().map(|club| club.summary(&self.header)),
        };
        let summary = match self.club {
            Some(_) => summary.without_intervals(),
            None => summary,
        };
        match self.header.rules.has_scores() {
            true => summary,
            false => summary.without_scores(),
        }
    }
}

/// Win share and game points of one seat of one game.
type Outcome = (f64, f64);

fn outcome(game: &GameRecord, seat: usize) -> Outcome {
    (game.win_share(seat), f64::from(game.seats[seat].score))
}

/// The seats of a bot in a game.
fn seats_of(game: &GameRecord, bot: usize) -> impl Iterator<Item = usize> + '_ {
    (0..game.seating.len()).filter(move |seat| usize::from(game.seating[*seat]) == bot)
}

/// Win share and game points of a bot per seat it took in a game; `None` if it did not sit there.
fn mean_outcome(game: &GameRecord, bot: usize) -> Option<Outcome> {
    let outcomes = seats_of(game, bot).map(|seat| outcome(game, seat));
    let (wins, points, seats) = outcomes.fold((0.0, 0.0, 0u32), |(wins, points, seats), (w, p)| {
        (wins + w, points + p, seats + 1)
    });
    (seats > 0).then(|| (wins / f64::from(seats), points / f64::from(seats)))
}

fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}

/// Wins and scores over blocks.
#[derive(Clone, Debug, Default)]
struct ResultTally {
    wins: BlockMeans,
    scores: BlockMeans,
}

impl ResultTally {
    /// Adds what the seats in question got in one block.
    fn push(&mut self, outcomes: impl Iterator<Item = Outcome>) {
        let (wins, scores): (Vec<f64>, Vec<f64>) = outcomes.unzip();
        self.wins.push(&wins);
        self.scores.push(&scores);
    }

    fn results(&self, seed: u64) -> Results {
        Results {
            win_rate: self.wins.mean(),
            win_rate_ci: rate_interval(&self.wins, LEVEL),
            mean_score: self.scores.mean(),
            mean_score_ci: mean_interval(&self.scores, LEVEL, seed),
        }
    }
}

fn by_seat(tallies: &[ResultTally], seed: u64) -> Vec<SeatSummary> {
    let row = |(seat, tally): (usize, &ResultTally)| SeatSummary {
        seat,
        games: tally.wins.games(),
        results: tally.results(seed),
    };
    tallies.iter().enumerate().map(row).collect()
}

#[derive(Clone, Debug)]
struct BotTally {
    games: u64,
    wins: f64,
    results: ResultTally,
    by_seat: Vec<ResultTally>,
    scores: Counts,
    placement: Counts,
    tiles_left: Counts,
    points_left: Counts,
    openings: Openings,
    faults: Faults,
}

impl BotTally {
    fn new(players: usize) -> BotTally {
        BotTally {
            games: 0,
            wins: 0.0,
            results: ResultTally::default(),
            by_seat: vec![ResultTally::default(); players],
            scores: Counts::new(),
            placement: Counts::new(),
            tiles_left: Counts::new(),
            points_left: Counts::new(),
            openings: Openings::default(),
            faults: Faults::default(),
        }
    }

    fn push(&mut self, bot: usize, block: &Block, rules: &RuleSet) {
        let sits = |game: &&GameRecord| seats_of(game, bot).next().is_some();
        self.games += block.games.iter().filter(sits).count() as u64;
        let seats = block
            .games
            .iter()
            .flat_map(|game| seats_of(game, bot).map(move |seat| (game, seat)));
        let seats: Vec<(&GameRecord, usize)> = seats.collect();
        self.results
            .push(seats.iter().map(|(game, seat)| outcome(game, *seat)));
        for (seat, tally) in self.by_seat.iter_mut().enumerate() {
            let here = seats.iter().filter(|(_, s)| *s == seat);
            tally.push(here.map(|(game, seat)| outcome(game, *seat)));
        }
        for (game, seat) in seats {
            self.push_seat(game, seat, rules);
        }
    }

    fn push_seat(&mut self, game: &GameRecord, seat: usize, rules: &RuleSet) {
        let record = &game.seats[seat];
        self.wins += game.win_share(seat);
        self.scores.push(i64::from(record.score));
        let places: Vec<SeatResult> = game
            .seats
            .iter()
            .map(|seat| SeatResult {
                score: seat.score,
                place: seat.place,
            })
            .collect();
        if let Some(points) = placement_points(rules, &places) {
            self.placement.push(i64::from(points[seat]));
        }
        if record.place > 1 {
            self.tiles_left.push(i64::from(record.tiles_left));
            self.points_left.push(i64::from(record.points_left));
        }
        self.openings.push(game, seat);
        for fault in game.faults().filter(|fault| fault.seat == seat) {
            *match fault.kind {
                FaultKind::Illegal => &mut self.faults.illegal,
                FaultKind::Timeout => &mut self.faults.timeout,
                FaultKind::Crash => &mut self.faults.crash,
                FaultKind::Protocol => &mut self.faults.protocol,
            } += 1;
        }
    }

    fn summary(&self, bot: String, seed: u64) -> BotSummary {
        BotSummary {
            bot,
            games: self.games,
            seats: self.results.wins.games(),
            wins: self.wins,
            results: self.results.results(seed),
            score_quantiles: quantiles(&self.scores),
            mean_placement: self.placement.mean(),
            mean_tiles_left: self.tiles_left.mean(),
            mean_points_left: self.points_left.mean(),
            opened_by: self.openings.by_turn(),
            never_opened: self.openings.never(),
            faults: self.faults,
            by_seat: by_seat(&self.by_seat, seed),
        }
    }
}

/// When seats opened.
#[derive(Clone, Debug, Default)]
struct Openings {
    times: OpeningTimes,
    seats: u64,
    never: u64,
}

impl Openings {
    fn push(&mut self, game: &GameRecord, seat: usize) {
        self.seats += 1;
        match game.seats[seat].opened_turn {
            Some(turn) => self.times.opened(turn),
            None => {
                self.never += 1;
                self.times.censored(game.seats[seat].own_turns);
            }
        }
    }

    fn by_turn(&self) -> OpenedBy {
        let by = |turn| self.times.open_by(turn);
        OpenedBy {
            first: by(1),
            third: by(3),
            fifth: by(5),
            tenth: by(10),
        }
    }

    fn never(&self) -> Option<f64> {
        share(self.never, self.seats)
    }
}

#[derive(Clone, Debug)]
struct PairTally {
    a: usize,
    b: usize,
    games: u64,
    /// Wins of `a` per seat it took.
    wins: BlockMeans,
    win_differences: BlockMeans,
    score_differences: BlockMeans,
    win_ratio: VarianceRatio,
    score_ratio: VarianceRatio,
}

impl PairTally {
    fn new(a: usize, b: usize) -> PairTally {
        PairTally {
            a,
            b,
            games: 0,
            wins: BlockMeans::new(),
            win_differences: BlockMeans::new(),
            score_differences: BlockMeans::new(),
            win_ratio: VarianceRatio::new(),
            score_ratio: VarianceRatio::new(),
        }
    }

    fn push(&mut self, block: &Block) {
        let mut wins = Vec::new();
        let (mut win_differences, mut score_differences) = (Vec::new(), Vec::new());
        for game in &block.games {
            let (Some(a), Some(b)) = (mean_outcome(game, self.a), mean_outcome(game, self.b))
            else {
                continue;
            };
            let seat = seats_of(game, self.a).next().unwrap_or(0);
            self.games += 1;
            wins.push(a.0);
            win_differences.push((seat, a.0 - b.0));
            score_differences.push((seat, a.1 - b.1));
        }
        if wins.is_empty() {
            return;
        }
        let values =
            |games: &[(usize, f64)]| games.iter().map(|(_, value)| *value).collect::<Vec<f64>>();
        self.wins.push(&wins);
        self.win_differences.push(&values(&win_differences));
        self.score_differences.push(&values(&score_differences));
        self.win_ratio.push(&win_differences);
        self.score_ratio.push(&score_differences);
    }

    fn summary(&self, a: String, b: String, seed: u64) -> PairSummary {
        let interval =
            |means: &BlockMeans| -> Option<Interval> { mean_interval(means, LEVEL, seed) };
        PairSummary {
            a,
            b,
            blocks: self.wins.blocks(),
            games: self.games,
            win_rate: self.wins.mean(),
            win_rate_ci: rate_interval(&self.wins, LEVEL),
            win_difference: self.win_differences.mean(),
            win_difference_ci: interval(&self.win_differences),
            score_difference: self.score_differences.mean(),
            score_difference_ci: interval(&self.score_differences),
            variance_ratio_wins: self.win_ratio.ratio(),
            variance_ratio_score: self.score_ratio.ratio(),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct GameTally {
    turns: Counts,
    draws: u64,
    plays: u64,
    tiles_laid: u64,
    ended_empty: u64,
    pool_empty: u64,
    faults: u64,
    openings: Openings,
    with_opening: u64,
    first_opener_wins: f64,
    loser_tiles: Counts,
    loser_points: Counts,
    pool_left: Counts,
    table_left: Counts,
}

impl GameTally {
    fn push(&mut self, game: &GameRecord, rules: &RuleSet) {
        let figures = GameFigures::of(game, rules);
        self.turns.push(i64::from(figures.turns));
        self.draws += u64::from(figures.draws);
        self.plays += u64::from(figures.plays);
        self.tiles_laid += u64::from(figures.tiles_laid);
        self.ended_empty += u64::from(ended_empty(game));
        self.pool_empty += u64::from(figures.pool_left == 0);
        self.faults += u64::from(game.fault.is_some());
        self.pool_left.push(i64::from(figures.pool_left));
        self.table_left.push(i64::from(figures.table_left));
        if let Some(first) = figures.first_to_open {
            self.with_opening += 1;
            self.first_opener_wins += game.win_share(first);
        }
        for (seat, record) in game.seats.iter().enumerate() {
            self.openings.push(game, seat);
            if record.place > 1 {
                self.loser_tiles.push(i64::from(record.tiles_left));
                self.loser_points.push(i64::from(record.points_left));
            }
        }
    }

    fn summary(&self) -> GameSummary {
        let games = self.turns.total();
        let turns: i64 = self
            .turns
            .iter()
            .map(|(value, count)| value * count as i64)
            .sum();
        GameSummary {
            mean_turns: self.turns.mean(),
            sd_turns: self.turns.sd(),
            turns: quantiles(&self.turns),
            draw_share: share(self.draws, turns as u64),
            tiles_per_play: share(self.tiles_laid, self.plays),
            empty_pool_share: share(self.ended_empty, games),
            pool_empty_at_end: share(self.pool_empty, games),
            fault_share: share(self.faults, games),
            opened_by: self.openings.by_turn(),
            never_opened: self.openings.never(),
            first_to_open_wins: (self.with_opening > 0)
                .then(|| self.first_opener_wins / self.with_opening as f64),
            loser_tiles: self.loser_tiles.mean(),
            loser_points: self.loser_points.mean(),
            mean_pool_left: self.pool_left.mean(),
            mean_table_left: self.table_left.mean(),
        }
    }
}

fn quantiles(counts: &Counts) -> Option<Quantiles> {
    let at = |percent| counts.quantile(percent, 100);
    Some(Quantiles {
        min: counts.min()?,
        q05: at(5)?,
        q25: at(25)?,
        median: at(50)?,
        q75: at(75)?,
        q95: at(95)?,
        max: counts.max()?,
    })
}
