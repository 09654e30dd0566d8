//! From recorded blocks to a [`Summary`], block by block in order. Memory grows only with the
//! number of bots and of pairs that met.

use std::collections::BTreeMap;

use rummilab_core::placement::placement_points;
use rummilab_core::{BySeat, CouldPlay, Ending, RuleSet, Seat, SeatResult, Sight};
use rummilab_record::{Block, FaultKind, GameRecord, Header};

use crate::blocks::BlockMeans;
use crate::challengers::Challengers;
use crate::club::{ClubShape, ClubTally};
use crate::faults::FaultList;
use crate::figures::{GameFigures, SeatFigures, ended_empty};
use crate::inference::{Inference, LEVEL};
use crate::interval::Interval;
use crate::kaplan_meier::OpeningTimes;
use crate::metric::Metric;
use crate::monitor::{MOST_TUNED, Monitor, Watch};
use crate::multiple::{holm, shortest_cycle, stars};
use crate::outcomes::{WinsAndScore, outcome, seats_of};
use crate::pair::PairTally;
use crate::plackett_luce::{Rating, RatingTally};
use crate::quantiles::Counts;
use crate::replayed::{REPLAYED_DRAWS, ReplayedTally, push as replay};
use crate::same_deal::{DealGames, SameDeal};
use crate::sequential::Sequential;
use crate::share;
use crate::summary::{
    BotSummary, FaultCounts, GameSummary, OpenedBy, PairSummary, Quantiles, Results, SeatSummary,
    Summary,
};

/// Two-sided 95 % point of the normal distribution.
const NORMAL_95: f64 = 1.959963984540054;

/// Collects the blocks of a run.
///
/// Push them in block order: floating-point sums depend on the order, and the same run must give
/// the same bytes.
#[derive(Clone, Debug)]
pub struct SummaryBuilder {
    header: Header,
    blocks: u64,
    games: u64,
    bots: Vec<BotTally>,
    /// The pairs that met, by first and second bot, first < second.
    pairs: BTreeMap<(usize, usize), PairTally>,
    challengers: Challengers,
    /// The games of the last deal, which do not count in errors yet.
    last_deal: SameDeal,
    seats: BySeat<ResultTally>,
    game: GameTally,
    ratings: RatingTally,
    replayed: Vec<ReplayedTally>,
    all_replayed: ReplayedTally,
    watch: Watch,
    /// The index of the bot whose rating is zero.
    anchor: usize,
    /// Present if the plan has a stop rule.
    monitor: Option<Monitor>,
    club: Option<ClubTally>,
    faults: FaultList,
    reproducible: bool,
}

impl SummaryBuilder {
    pub fn new(header: &Header) -> SummaryBuilder {
        let bots = header.bots.len();
        let metric = if header.rules.has_scores() {
            Metric::Score
        } else {
            Metric::Wins
        };
        SummaryBuilder {
            header: header.clone(),
            blocks: 0,
            games: 0,
            bots: (0..bots).map(|_| BotTally::new(header.players)).collect(),
            pairs: BTreeMap::new(),
            challengers: Challengers::default(),
            last_deal: SameDeal::default(),
            seats: BySeat::filled(header.players, ResultTally::default()),
            game: GameTally::default(),
            ratings: RatingTally::default(),
            replayed: vec![ReplayedTally::default(); bots],
            all_replayed: ReplayedTally::default(),
            watch: Watch {
                metric,
                rule: None,
                deals: MOST_TUNED,
                matchups: 1,
            },
            anchor: 0,
            monitor: None,
            club: None,
            faults: FaultList::default(),
            reproducible: true,
        }
    }

    /// Sets whether the same plan gives these results again; true by default.
    #[must_use]
    pub fn reproducible(self, reproducible: bool) -> SummaryBuilder {
        SummaryBuilder {
            reproducible,
            ..self
        }
    }

    /// Sets the metric, the planned deals and the stop rule of the plan. By default the metric is
    /// the score if the rules have one, and live intervals are tuned for 500 blocks.
    #[must_use]
    pub fn watched(self, watch: Watch) -> SummaryBuilder {
        let monitor = watch.rule.map(|_| Monitor::new(watch));
        SummaryBuilder {
            watch,
            monitor,
            ..self
        }
    }

    /// Sets the bot of the header whose rating is zero; the first by default.
    #[must_use]
    pub fn anchored(self, anchor: usize) -> SummaryBuilder {
        let anchor = anchor.min(self.bots.len().saturating_sub(1));
        SummaryBuilder { anchor, ..self }
    }

    /// The ratings. A bot that no chain of games connects with the anchor has none. A bot that won
    /// all or none of the games of each pair has no error: the drawn game with the anchor alone
    /// says how far it is from the others.
    fn rated(&self, seed: u64) -> Vec<Option<Rating>> {
        let reached = self.reached();
        let ratings = self.ratings.ratings(self.bots.len(), self.anchor, seed);
        let rated = |(bot, rating): (usize, Rating)| {
            reached[bot].then(|| Rating {
                error: rating
                    .error
                    .filter(|_| bot == self.anchor || !self.is_one_sided(bot)),
                ..rating
            })
        };
        ratings.into_iter().enumerate().map(rated).collect()
    }

    /// Whether each bot is connected with the anchor by games.
    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.bots.len()];
        let met = || self.pairs.values().filter(|pair| pair.met());
        if met().any(|pair| [pair.a, pair.b].contains(&self.anchor)) {
            reached[self.anchor] = true;
        }
        while let Some(pair) = met().find(|pair| reached[pair.a] != reached[pair.b]) {
            reached[pair.a] = true;
            reached[pair.b] = true;
        }
        reached
    }

    /// Whether a bot won all or none of the games of each pair.
    pub fn is_one_sided(&self, bot: usize) -> bool {
        let met = self.pairs.values().filter(|pair| pair.met());
        let mut own = met.filter(|pair| [pair.a, pair.b].contains(&bot));
        own.all(PairTally::is_one_sided)
    }

    /// The rating of a bot of the header less that of another, with its interval if the deals
    /// differ. `None` without ratings.
    pub fn rating_difference(&self, bot: usize, other: usize) -> Option<(f64, Option<Interval>)> {
        let (bots, seed) = (self.bots.len(), self.header.seed);
        let reached = self.reached();
        if !*reached.get(bot)? || !*reached.get(other)? {
            return None;
        }
        let difference = self
            .ratings
            .difference((bot, other), bots, self.anchor, seed)?;
        Some((difference.points, rating_interval(&difference)))
    }

    /// Marks a club tournament: the summary has a result list and no intervals, because earlier
    /// results chose the players of a block.
    #[must_use]
    pub fn club(self, shape: ClubShape) -> SummaryBuilder {
        let club = Some(ClubTally::new(shape, self.header.bots.len()));
        SummaryBuilder { club, ..self }
    }

    /// In a run with a stop rule, the number of blocks for which its live intervals are tuned.
    pub fn tuned_for(&self) -> Option<u64> {
        self.monitor.as_ref().map(|_| self.watch.tuned())
    }

    /// Adds a block. Its seats and bots must be those of the header, as in every block from a
    /// `Reader`.
    pub fn push(&mut self, block: &Block) {
        self.blocks += 1;
        self.games += block.games.len() as u64;
        if let Some(games) = self.last_deal.push(block) {
            self.push_deal(&games);
        }
        for bot in DealGames::of(&block.games).by_bot.into_keys() {
            self.bots[bot].push(bot, block, &self.header.rules);
        }
        for game in &block.games {
            let figures = GameFigures::of(game, &self.header.rules);
            self.game.push(game, &figures);
            for (bot, seat) in game.seating.iter().zip(&figures.seats) {
                self.bots[usize::from(*bot)].push_turns(seat);
            }
        }
        self.faults.push(&self.header.bots, block);
        self.ratings.push(block);
        if let Some(monitor) = &mut self.monitor {
            monitor.push(block);
        }
        if let Some(club) = &mut self.club {
            club.push(block, &self.header.rules);
        }
    }

    /// Adds the games of one deal, in all match-ups, to everything that has an error.
    fn push_deal(&mut self, games: &[GameRecord]) {
        let sorted = DealGames::of(games);
        for (&bot, games) in &sorted.by_bot {
            self.bots[bot].push_deal(bot, games);
        }
        for ((a, b), games) in sorted.by_pair {
            let pair = self.pairs.entry((a, b));
            pair.or_insert_with(|| PairTally::new(a, b)).push(&games);
        }
        for (seat, tally) in self.seats.seats().zip(&mut self.seats) {
            tally.push(games.iter().map(|game| outcome(game, seat)));
        }
        self.challengers.push(&sorted.by_bot);
    }

    /// Adds a block like [`SummaryBuilder::push`], and replays it with a solver to separate forced
    /// draws from others, until [`REPLAYED_DRAWS`] draws have been examined.
    pub fn push_replayed(&mut self, block: &Block, judge: &mut dyn CouldPlay) {
        self.push(block);
        if self.all_replayed.draws() < REPLAYED_DRAWS {
            let (bots, all) = (&mut self.replayed, &mut self.all_replayed);
            replay(block, &self.header, judge, bots, all);
        }
    }

    pub fn faults(&self) -> &FaultList {
        &self.faults
    }

    /// The course of the stop rule, with the bots that a test compares.
    fn sequential(&self) -> Option<Sequential> {
        let course = self.monitor.as_ref()?.sequential()?;
        let bots = match &self.header.bots[..] {
            [first, second, ..] if course.mu0.is_some() => {
                Some([first.label.clone(), second.label.clone()])
            }
            _ => None,
        };
        Some(Sequential { bots, ..course })
    }

    pub fn summary(&self) -> Summary {
        self.clone().whole().of_whole_deals()
    }

    /// Lets the last deal count in errors, to which further blocks would belong.
    #[must_use]
    pub fn whole(mut self) -> SummaryBuilder {
        if let Some(games) = self.last_deal.take() {
            self.push_deal(&games);
        }
        self
    }

    fn of_whole_deals(&self) -> Summary {
        let seed = self.header.seed;
        let inference = self.inference();
        let label = |bot: usize| self.header.bots[bot].label.clone();
        let ratings = self.rated(seed);
        let bots = self.bots.iter().enumerate().map(|(bot, tally)| BotSummary {
            replayed: self.replayed[bot].summary(),
            sees: Some(Sight::of_bot(&self.header.bots[bot].canonical))
                .filter(|sight| !sight.is_nothing())
                .map(|sight| sight.to_string()),
            ..tally.summary(
                label(bot),
                inference,
                ratings.get(bot).and_then(Option::as_ref),
            )
        });
        let (pairs, cycle) = self.pairs(inference);
        let summary = Summary {
            plan_hash: self.header.plan_hash.clone(),
            seed,
            rules: self.header.rules.title(),
            players: self.header.players,
            blocks: self.blocks,
            games: self.games,
            reproducible: self.reproducible,
            level: LEVEL,
            metric: self.watch.metric,
            sequential: self.sequential(),
            anchor: ratings
                .get(self.anchor)
                .and_then(Option::as_ref)
                .map(|_| label(self.anchor)),
            cycle: cycle.map(|cycle| cycle.into_iter().map(label).collect()),
            bots: bots.collect(),
            pairs,
            challengers: self
                .challengers
                .summary(label, inference, self.watch.metric),
            seats: by_seat(&self.seats, inference),
            game: GameSummary {
                replayed: self.all_replayed.summary(),
                ..self.game.summary()
            },
            faults: self.faults.named.clone(),
            club: self.club.as_ref().map(|club| {
                let names = self.header.bots.iter().map(|bot| bot.label.as_str());
                let names: Vec<&str> = names.collect();
                club.summary(&names, &self.header.rules, self.header.players)
            }),
        };
        let summary = match self.club {
            Some(_) => summary.without_intervals(),
            None => summary,
        };
        if self.header.rules.has_scores() {
            summary
        } else {
            summary.without_scores()
        }
    }

    fn inference(&self) -> Inference {
        match self.monitor {
            Some(_) => Inference::Live {
                planned: self.watch.tuned(),
            },
            None => Inference::Fixed {
                seed: self.header.seed,
            },
        }
    }

    /// The pairs that met, with p-values corrected for each other, and a cycle of significant
    /// differences.
    fn pairs(&self, inference: Inference) -> (Vec<PairSummary>, Option<Vec<usize>>) {
        let (metric, tuned) = (self.watch.metric, self.watch.tuned());
        let label = |bot: usize| self.header.bots[bot].label.clone();
        let met: Vec<&PairTally> = self.pairs.values().filter(|pair| pair.met()).collect();
        let row = |pair: &&PairTally| {
            pair.summary((label(pair.a), label(pair.b)), inference, metric, tuned)
        };
        let mut rows: Vec<PairSummary> = met.iter().map(row).collect();
        let raw: Vec<Option<f64>> = rows.iter().map(|row| row.p_value).collect();
        let mut beats = Vec::new();
        for ((row, pair), corrected) in rows.iter_mut().zip(met).zip(holm(&raw)) {
            row.p_holm = corrected;
            row.stars = stars(corrected).to_owned();
            if !row.stars.is_empty() {
                let first_better = pair.difference(metric).is_some_and(|d| d > 0.0);
                beats.push(if first_better {
                    (pair.a, pair.b)
                } else {
                    (pair.b, pair.a)
                });
            }
        }
        (rows, shortest_cycle(self.bots.len(), &beats))
    }
}

/// Half the interval of a rating of fewer points is rounding.
const NO_SPREAD: f64 = 0.1;

/// The interval of a rating; `None` if there is no error, or no spread.
fn rating_interval(rating: &Rating) -> Option<Interval> {
    let half = NORMAL_95 * rating.error?;
    (half > NO_SPREAD).then(|| Interval::new(rating.points - half, rating.points + half))?
}

/// Wins and scores over deals.
#[derive(Clone, Debug, Default)]
struct ResultTally {
    wins: BlockMeans,
    scores: BlockMeans,
}

impl ResultTally {
    /// Adds the outcomes of these seats on one deal.
    fn push(&mut self, outcomes: impl Iterator<Item = WinsAndScore>) {
        let (wins, scores): (Vec<f64>, Vec<f64>) = outcomes.unzip();
        self.wins.push(&wins);
        self.scores.push(&scores);
    }

    fn results(&self, inference: Inference) -> Results {
        Results {
            win_rate: self.wins.mean(),
            win_rate_ci: inference.rate(&self.wins),
            win_rate_bound: inference.bound(&self.wins),
            mean_score: self.scores.mean(),
            mean_score_ci: inference.mean(&self.scores),
        }
    }
}

fn by_seat(tallies: &BySeat<ResultTally>, inference: Inference) -> Vec<SeatSummary> {
    let row = |(seat, tally): (Seat, &ResultTally)| SeatSummary {
        seat,
        games: tally.wins.games(),
        results: tally.results(inference),
    };
    tallies.with_seats().map(row).collect()
}

#[derive(Clone, Debug, Default)]
struct BotTally {
    games: u64,
    wins: f64,
    /// Wins in games that ended by going out.
    wins_out: f64,
    turns: SeatTotals,
    results: ResultTally,
    by_seat: BySeat<ResultTally>,
    scores: Counts,
    placement: Counts,
    tiles_left: Counts,
    points_left: Counts,
    openings: Openings,
    faults: FaultCounts,
}

impl BotTally {
    fn new(players: usize) -> BotTally {
        BotTally {
            by_seat: BySeat::filled(players, ResultTally::default()),
            ..BotTally::default()
        }
    }

    fn push(&mut self, bot: usize, block: &Block, rules: &RuleSet) {
        let sits = |game: &&GameRecord| seats_of(game, bot).next().is_some();
        self.games += block.games.iter().filter(sits).count() as u64;
        let seats = block
            .games
            .iter()
            .flat_map(|game| seats_of(game, bot).map(move |seat| (game, seat)));
        for (game, seat) in seats {
            self.push_seat(game, seat, rules);
        }
    }

    /// Adds the results of the bot on one deal.
    fn push_deal(&mut self, bot: usize, games: &[&GameRecord]) {
        let seats = games
            .iter()
            .copied()
            .flat_map(|game| seats_of(game, bot).map(move |seat| (game, seat)));
        let seats: Vec<(&GameRecord, Seat)> = seats.collect();
        self.results
            .push(seats.iter().map(|(game, seat)| outcome(game, *seat)));
        for (seat, tally) in self.by_seat.seats().zip(&mut self.by_seat) {
            let here = seats.iter().filter(|(_, s)| *s == seat);
            tally.push(here.map(|(game, seat)| outcome(game, *seat)));
        }
    }

    /// Adds the turns of one seat of the bot.
    fn push_turns(&mut self, figures: &SeatFigures) {
        self.turns.turns += u64::from(figures.turns);
        self.turns.draws += u64::from(figures.draws);
        self.turns.plays += u64::from(figures.plays);
        self.turns.tiles_laid += u64::from(figures.tiles_laid);
    }

    fn push_seat(&mut self, game: &GameRecord, seat: Seat, rules: &RuleSet) {
        let record = &game.seats[seat];
        self.wins += game.win_share(seat);
        if matches!(game.ending, Ending::WentOut(_)) {
            self.wins_out += game.win_share(seat);
        }
        self.scores.push(i64::from(record.score));
        let places: BySeat<SeatResult> = game
            .seats
            .iter()
            .map(|seat| SeatResult {
                score: seat.score,
                place: seat.place,
            })
            .collect();
        if let Some(points) = placement_points(rules, &places) {
            self.placement.push(i64::from(points[seat.index()]));
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

    fn summary(&self, bot: String, inference: Inference, rating: Option<&Rating>) -> BotSummary {
        BotSummary {
            bot,
            sees: None,
            games: self.games,
            seats: self.results.wins.games(),
            wins: self.wins,
            results: self.results.results(inference),
            score_quantiles: quantiles(&self.scores),
            scores: Some(self.scores.iter().collect()),
            rating: rating.map(|rating| rating.points),
            rating_error: rating.and_then(|rating| rating.error),
            rating_ci: rating.and_then(rating_interval),
            mean_placement: self.placement.mean(),
            mean_tiles_left: self.tiles_left.mean(),
            mean_points_left: self.points_left.mean(),
            wins_going_out: (self.wins > 0.0).then(|| self.wins_out / self.wins),
            draw_share: share(self.turns.draws, self.turns.turns),
            tiles_per_play: share(self.turns.tiles_laid, self.turns.plays),
            replayed: ReplayedTally::default().summary(),
            opened_by: self.openings.by_turn(),
            opening_curve: self.openings.times.curve(),
            never_opened: self.openings.never(),
            faults: self.faults,
            by_seat: by_seat(&self.by_seat, inference),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Openings {
    times: OpeningTimes,
    seats: u64,
    never: u64,
}

impl Openings {
    fn push(&mut self, game: &GameRecord, seat: Seat) {
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

/// Turn counts of a bot over all games.
#[derive(Clone, Copy, Debug, Default)]
struct SeatTotals {
    turns: u64,
    draws: u64,
    plays: u64,
    tiles_laid: u64,
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
    endless: u64,
    openings: Openings,
    with_opening: u64,
    first_opener_wins: f64,
    loser_tiles: Counts,
    loser_points: Counts,
    pool_left: Counts,
    table_left: Counts,
}

impl GameTally {
    fn push(&mut self, game: &GameRecord, figures: &GameFigures) {
        self.turns.push(i64::from(figures.turns));
        self.draws += u64::from(figures.draws);
        self.plays += u64::from(figures.plays);
        self.tiles_laid += u64::from(figures.tiles_laid);
        self.ended_empty += u64::from(ended_empty(game));
        self.pool_empty += u64::from(figures.pool_left == 0);
        self.faults += u64::from(game.fault.is_some());
        self.endless += u64::from(game.ending == Ending::Endless);
        self.pool_left.push(i64::from(figures.pool_left));
        self.table_left.push(i64::from(figures.table_left));
        if let Some(first) = figures.first_to_open {
            self.with_opening += 1;
            self.first_opener_wins += game.win_share(first);
        }
        for (seat, record) in game.seats.with_seats() {
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
            replayed: ReplayedTally::default().summary(),
            tiles_per_play: share(self.tiles_laid, self.plays),
            empty_pool_share: share(self.ended_empty, games),
            pool_empty_at_end: share(self.pool_empty, games),
            fault_share: share(self.faults, games),
            endless: self.endless,
            endless_share: share(self.endless, games).filter(|share| *share > 0.0),
            opened_by: self.openings.by_turn(),
            opening_curve: self.openings.times.curve(),
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
