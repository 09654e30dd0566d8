//! A comparison of two runs: the difference of any figure of a bot, paired if both runs dealt the
//! same tiles.
//!
//! A figure is a ratio of sums over blocks, ȳ = Σᵢ sᵢ / Σᵢ nᵢ, where block i holds nᵢ values with
//! the sum sᵢ. Its error follows from the linearised values (the delta method; Rao and Wu, J.
//! American Statistical Association 83, 1988)
//!
//! ```text
//! uᵢ = N (sᵢ - ȳ nᵢ) / Σ nᵢ + ȳ
//! ```
//!
//! Their mean is ȳ, and their standard error is the cluster-robust one. In a paired comparison
//! block i has the difference of the two, and the common luck cancels. Otherwise the variances add
//! up. The uᵢ require ȳ, so the blocks are read twice; none is kept. The blocks of one deal, which
//! a bot plays in several match-ups, are one piece of evidence.

use rummilab_record::{Block, Header};
use serde::Serialize;

use crate::blocks::BlockMeans;
use crate::breakdown::{Evidence, Figure, sums_of_bot};
use crate::inference::LEVEL;
use crate::interval::{Interval, estimate};
use crate::multiple::holm;
use crate::same_deal::DealCount;
use crate::student_t::{critical, two_sided};

/// Why two runs cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ComparisonError {
    /// The numbers of seats differ.
    #[error("the games of one run have {0} seats, those of the other {1}")]
    Players(usize, usize),
    /// The blocks of a club tournament depend on each other; says which run is one.
    #[error("the {0} run is a club tournament, whose blocks depend on each other")]
    Club(&'static str),
    /// There are no bots to compare; the labels of both runs.
    #[error("no bot plays in both runs, and the lists have different lengths: {0}; {1}")]
    NoBots(String, String),
    /// No figure has values in both runs: each with the reason.
    #[error("nothing can be compared: {0}")]
    NoFigures(String),
}

/// Figures that two players share: what one wins the other loses, and a game has one length. The
/// row of the second bot follows from that of the first.
const SHARED_BY_TWO: [Figure; 4] = [
    Figure::WinRate,
    Figure::Score,
    Figure::GameTurns,
    Figure::EmptyPool,
];

/// One bot of each run, to be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BotPair {
    a: usize,
    b: usize,
    labels: [String; 2],
}

/// The sums of a figure of one side.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    sum: f64,
    n: u64,
    blocks: u64,
}

impl Sums {
    fn mean(self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / self.n as f64)
    }

    /// The linearised value of a block.
    fn linearised(self, (sum, n): (f64, u64)) -> Option<f64> {
        let mean = self.mean()?;
        let scale = self.blocks as f64 / self.n as f64;
        Some(scale * (sum - mean * n as f64) + mean)
    }
}

/// The first reading: the means of both runs, and whether they dealt the same tiles.
#[derive(Debug, Clone)]
pub struct FirstReading {
    figures: Vec<Figure>,
    headers: [Header; 2],
    evidence: Evidence,
    bots: Vec<BotPair>,
    /// Sums over all blocks of each run, and over the common blocks, by bot and figure.
    alone: [Vec<Vec<Sums>>; 2],
    shared: [Vec<Vec<Sums>>; 2],
    same_tiles: bool,
    blocks: [u64; 2],
    in_both: u64,
}

impl FirstReading {
    /// A first reading before any block.
    ///
    /// # Errors
    /// The reason why the runs cannot be compared.
    pub fn new(
        headers: [&Header; 2],
        evidence: [Evidence; 2],
        figures: &[Figure],
    ) -> Result<FirstReading, ComparisonError> {
        let [a, b] = headers;
        if a.players != b.players {
            return Err(ComparisonError::Players(a.players, b.players));
        }
        for (side, evidence) in ["first", "second"].into_iter().zip(evidence) {
            if evidence == Evidence::Dependent {
                return Err(ComparisonError::Club(side));
            }
        }
        let bots = pairs(a, b);
        if bots.is_empty() {
            let names = |header: &Header| {
                let labels = header.bots.iter().map(|bot| bot.label.clone());
                labels.collect::<Vec<_>>().join(", ")
            };
            return Err(ComparisonError::NoBots(names(a), names(b)));
        }
        let none = vec![vec![Sums::default(); figures.len()]; bots.len()];
        Ok(FirstReading {
            figures: figures.to_vec(),
            headers: [a.clone(), b.clone()],
            evidence: evidence[0].max(evidence[1]),
            bots,
            alone: [none.clone(), none.clone()],
            shared: [none.clone(), none],
            same_tiles: (a.seed, &a.salt) == (b.seed, &b.salt),
            blocks: [0; 2],
            in_both: 0,
        })
    }

    /// Adds the blocks with this number; `None` if a run lacks it.
    pub fn push(&mut self, blocks: [Option<&Block>; 2]) {
        let both = matches!(blocks, [Some(_), Some(_)]);
        if let [Some(a), Some(b)] = blocks {
            self.in_both += 1;
            self.same_tiles &= self.same_tiles && deals_the_same(a, b, &self.bots);
        }
        for (side, block) in blocks.into_iter().enumerate() {
            let Some(block) = block else { continue };
            self.blocks[side] += 1;
            for (at, pair) in self.bots.iter().enumerate() {
                let bot = [pair.a, pair.b][side];
                let found = sums_of_bot(&self.figures, &self.headers[side].rules, block, bot);
                for (figure, (sum, n)) in found.into_iter().enumerate() {
                    let add = |sums: &mut Sums, counts: bool| {
                        sums.sum += sum;
                        sums.n += n;
                        sums.blocks += u64::from(counts);
                    };
                    add(&mut self.alone[side][at][figure], n > 0);
                    if both {
                        add(&mut self.shared[side][at][figure], true);
                    }
                }
            }
        }
    }

    /// The second reading, which needs the same blocks.
    pub fn finish(self) -> SecondReading {
        let paired = self.same_tiles && self.in_both > 0;
        let values = vec![vec![Default::default(); self.figures.len()]; self.bots.len()];
        let last_deal = vec![vec![Default::default(); self.figures.len()]; self.bots.len()];
        SecondReading {
            sums: if paired {
                self.shared.clone()
            } else {
                self.alone.clone()
            },
            values,
            deals: Default::default(),
            last_deal,
            paired,
            ties: vec![[Tie::default(); 2]; self.figures.len()],
            first: self,
        }
    }
}

/// The second reading: the errors.
#[derive(Debug, Clone)]
pub struct SecondReading {
    first: FirstReading,
    paired: bool,
    sums: [Vec<Vec<Sums>>; 2],
    /// By bot and figure: the differences in a paired comparison, otherwise the values of each run.
    values: Vec<Vec<[BlockMeans; 2]>>,
    /// The deals of each run, and the values of the last one.
    deals: [DealCount; 2],
    last_deal: Vec<Vec<[Vec<f64>; 2]>>,
    /// Of two bots, by figure and side: whether their values follow from each other.
    ties: Vec<[Tie; 2]>,
}

/// Whether the values of two bots add up to the same in every block, or differ by the same.
#[derive(Debug, Clone, Copy, Default)]
struct Tie {
    /// Sum and difference in the first block.
    first: Option<[f64; 2]>,
    broken: [bool; 2],
}

impl Tie {
    fn push(&mut self, values: [Option<f64>; 2]) {
        let [Some(x), Some(y)] = values else {
            self.broken = [values != [None; 2]; 2];
            return;
        };
        let now = [x + y, x - y];
        let first = self.first.get_or_insert(now);
        let close = 1e-9 * (1.0 + x.abs() + y.abs());
        for ((broken, first), now) in self.broken.iter_mut().zip(first).zip(now) {
            *broken |= (*first - now).abs() > close;
        }
    }
}

impl SecondReading {
    /// Adds the blocks with this number; `None` if a run lacks it.
    pub fn push(&mut self, blocks: [Option<&Block>; 2]) {
        if self.paired && blocks.iter().any(Option::is_none) {
            return;
        }
        for (side, block) in blocks.iter().enumerate() {
            if block.is_some_and(|block| self.deals[side].push(block)) {
                self.close_deal(side);
            }
        }
        let first = &self.first;
        // The values of the bot before, by figure and side.
        let mut before: Vec<[Option<f64>; 2]> = Vec::new();
        for (at, pair) in first.bots.iter().enumerate() {
            let side = |side: usize| {
                let block = blocks[side]?;
                let bot = [pair.a, pair.b][side];
                Some(sums_of_bot(
                    &first.figures,
                    &first.headers[side].rules,
                    block,
                    bot,
                ))
            };
            let found = [side(0), side(1)];
            let mut now = Vec::with_capacity(first.figures.len());
            for figure in 0..first.figures.len() {
                let value = |side: usize| {
                    let sums = found[side].as_ref()?[figure];
                    // A block without a value says nothing about a figure, but in a pair it is part
                    // of the difference.
                    let counts = sums.1 > 0 || self.paired;
                    self.sums[side][at][figure]
                        .linearised(sums)
                        .filter(|_| counts)
                };
                let values = match (self.paired, value(0), value(1)) {
                    (true, Some(a), Some(b)) => [Some(a - b), None],
                    (true, ..) => [None; 2],
                    (false, a, b) => [a, b],
                };
                for (of_deal, value) in self.last_deal[at][figure].iter_mut().zip(values) {
                    of_deal.extend(value);
                }
                now.push(values);
            }
            for ((ties, before), now) in self.ties.iter_mut().zip(&before).zip(&now) {
                for (side, tie) in ties.iter_mut().enumerate() {
                    tie.push([before[side], now[side]]);
                }
            }
            before = now;
        }
    }

    fn close_deal(&mut self, side: usize) {
        let values = self.values.iter_mut().flatten();
        for (means, of_deal) in values.zip(self.last_deal.iter_mut().flatten()) {
            means[side].push(&of_deal[side]);
            of_deal[side].clear();
        }
    }

    /// Whether the second row of a figure follows from the first: of two players the one wins what
    /// the other loses.
    fn is_tied(&self, figure: usize) -> bool {
        let pair = self.first.bots.len() == 2;
        let alone = self
            .first
            .headers
            .iter()
            .all(|header| header.players == 2 && header.bots.len() == 2);
        let shared = SHARED_BY_TWO.contains(&self.first.figures[figure]);
        let holds = |way: usize| self.ties[figure].iter().all(|tie| !tie.broken[way]);
        pair && alone && shared && (holds(0) || holds(1))
    }

    /// A row for each figure and bot, with Holm's correction over the bots of a figure. A row that
    /// follows from the one before is no comparison of its own and does not count.
    pub fn rows(&self) -> Vec<ComparedFigure> {
        let mut all = self.clone();
        for side in [0, 1] {
            all.close_deal(side);
        }
        all.of_whole_deals()
    }

    fn of_whole_deals(&self) -> Vec<ComparedFigure> {
        let mut rows = Vec::new();
        for (number, figure) in self.first.figures.iter().enumerate() {
            let bots = 0..self.first.bots.len();
            let mut of_figure: Vec<ComparedFigure> = bots
                .filter_map(|bot| self.row(bot, number, *figure))
                .collect();
            if let ([_, second], true) = (&mut of_figure[..], self.is_tied(number)) {
                second.implied = true;
            }
            let counted = of_figure.iter().filter(|row| !row.implied);
            let p_values: Vec<Option<f64>> = counted.map(|row| row.p_value).collect();
            let mut corrected = holm(&p_values).into_iter();
            let mut last = None;
            for row in &mut of_figure {
                if !row.implied {
                    last = corrected.next().flatten();
                }
                row.p_holm = last;
            }
            rows.extend(of_figure);
        }
        rows
    }

    fn row(&self, bot: usize, number: usize, figure: Figure) -> Option<ComparedFigure> {
        let sums = [0, 1].map(|side| self.sums[side][bot][number]);
        let [a, b] = sums.map(Sums::mean);
        let difference = a? - b?;
        let [first, second] = &self.values[bot][number];
        let seed = self.first.headers[0].seed;
        let found = if self.paired {
            // Without a p value the spread is not known, and an interval of no width is none.
            let found = estimate(first, LEVEL, seed);
            found.map(|(ci, p)| (first.standard_error(), p.map(|_| ci), p))
        } else {
            welch(first, second, difference)
        };
        let (se, ci, p_value) = found.unwrap_or_default();
        let fixed = self.first.evidence == Evidence::Fixed;
        let clip = |ci: Interval| {
            if figure.is_rate() {
                ci.clipped(-1.0, 1.0)
            } else {
                Some(ci)
            }
        };
        let [label, other] = self.first.bots[bot].labels.clone();
        Some(ComparedFigure {
            a: label,
            b: other,
            figure: figure.name(),
            rate: figure.is_rate(),
            paired: self.paired,
            blocks: if self.paired {
                [first.blocks(); 2]
            } else {
                [first.blocks(), second.blocks()]
            },
            mean_a: a?,
            mean_b: b?,
            difference,
            se,
            ci: ci.filter(|_| fixed).and_then(clip),
            p_value: p_value.filter(|_| fixed),
            p_holm: None,
            implied: false,
        })
    }

    /// The figures that have no row, for all bots or for one, each with the reason.
    pub fn missing(&self) -> Vec<MissingFigure> {
        let mut missing = Vec::new();
        for (number, figure) in self.first.figures.iter().enumerate() {
            let of_bot = |bot: usize| [0, 1].map(|side| self.sums[side][bot][number].n > 0);
            let entry = |bot: Option<usize>, there: [bool; 2]| MissingFigure {
                figure: figure.name(),
                bot: bot.map(|bot| self.first.bots[bot].labels[0].clone()),
                why: self.why_missing(*figure, there),
            };
            let found: Vec<[bool; 2]> = (0..self.first.bots.len()).map(of_bot).collect();
            if found.iter().all(|there| *there == found[0]) {
                missing.extend((found[0] != [true; 2]).then(|| entry(None, found[0])));
                continue;
            }
            let without = found
                .iter()
                .enumerate()
                .filter(|(_, there)| **there != [true; 2]);
            missing.extend(without.map(|(bot, there)| entry(Some(bot), *there)));
        }
        missing
    }

    fn why_missing(&self, figure: Figure, there: [bool; 2]) -> String {
        let rules = self.first.headers.each_ref().map(|header| &header.rules);
        if let (Figure::Score, Some(rules)) =
            (figure, rules.into_iter().find(|rules| !rules.has_scores()))
        {
            return format!("the rules {} have no scores", rules.title());
        }
        let run = match there {
            [false, false] => "either run",
            [false, true] => "the first run",
            _ => "the second run",
        };
        format!("{run} has no value")
    }

    /// Blocks of each run that do not count, because the other run has none of their number.
    pub fn left_out(&self) -> [u64; 2] {
        if self.paired {
            self.first.blocks.map(|blocks| blocks - self.first.in_both)
        } else {
            [0; 2]
        }
    }

    /// Whether results may have ended one of the runs, so that there are no intervals.
    pub fn is_sequential(&self) -> bool {
        self.first.evidence != Evidence::Fixed
    }

    /// Whether the comparison is paired by block.
    pub fn is_paired(&self) -> bool {
        self.paired
    }

    /// Why it is not paired.
    pub fn why_unpaired(&self) -> Option<&'static str> {
        let [a, b] = &self.first.headers;
        match self.paired {
            true => None,
            false if (a.seed, &a.salt) != (b.seed, &b.salt) => Some("the seeds differ"),
            false if self.first.in_both == 0 => Some("no block is in both runs"),
            false => Some("blocks of the same number have other tiles or other seatings"),
        }
    }
}

/// One figure of one bot in two runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedFigure {
    /// The label of the bot in the first run.
    pub a: String,
    /// The label of the bot in the second run.
    pub b: String,
    pub figure: &'static str,
    /// Whether it is a share, from 0 to 1.
    pub rate: bool,
    /// Whether the comparison is paired by block.
    pub paired: bool,
    /// Number of deals of each run that count; of blocks, if games have deals of their own.
    pub blocks: [u64; 2],
    /// The mean in the first run.
    pub mean_a: f64,
    /// The mean in the second run.
    pub mean_b: f64,
    pub difference: f64,
    /// Its standard error, over deals.
    pub se: Option<f64>,
    /// Its 95 % interval; none if a stop rule may have ended a run.
    pub ci: Option<Interval>,
    /// Two-sided p-value of a difference of zero.
    pub p_value: Option<f64>,
    /// The same after Holm's correction over the bots of the figure.
    pub p_holm: Option<f64>,
    /// Whether it follows from the row before, as what one of two players loses the other wins. It
    /// does not count in Holm's correction, and has the p value of that row.
    pub implied: bool,
}

/// A figure without a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingFigure {
    pub figure: &'static str,
    /// The label of the bot in the first run; `None` if no bot has a row.
    pub bot: Option<String>,
    pub why: String,
}

impl MissingFigure {
    pub fn words(&self) -> String {
        let figure = self.figure.replace('_', " ");
        match &self.bot {
            Some(bot) => format!("{figure} of {bot}: {}", self.why),
            None => format!("{figure}: {}", self.why),
        }
    }
}

type ErrorAndTest = (Option<f64>, Option<Interval>, Option<f64>);

/// The difference of independent means: Student's t with the degrees of freedom of Welch
/// (Biometrika 34, 1947), rounded down.
fn welch(a: &BlockMeans, b: &BlockMeans, difference: f64) -> Option<ErrorAndTest> {
    let parts = [a, b].map(|means| Some((means.variance_of_mean()?, means.blocks() as f64)));
    let [Some((va, na)), Some((vb, nb))] = parts else {
        return None;
    };
    let variance = va + vb;
    let error = variance.sqrt();
    if variance == 0.0 {
        return Some((Some(0.0), None, None));
    }
    let freedom = variance.powi(2) / (va * va / (na - 1.0) + vb * vb / (nb - 1.0));
    let freedom = freedom as u64;
    let half = critical(LEVEL, freedom)? * error;
    let ci = Interval::new(difference - half, difference + half);
    Some((Some(error), ci, two_sided(difference / error, freedom)))
}

/// The bots to compare: those with the same label. If there are none and the lists have equal
/// length, those at the same index.
fn pairs(a: &Header, b: &Header) -> Vec<BotPair> {
    let place = |label: &str| b.bots.iter().position(|bot| bot.label == label);
    let found: Vec<Option<usize>> = a.bots.iter().map(|bot| place(&bot.label)).collect();
    let by_place = found.contains(&None) && a.bots.len() == b.bots.len();
    let pairs = found.into_iter().enumerate().filter_map(|(at, named)| {
        let other = if by_place { at } else { named? };
        Some(BotPair {
            a: at,
            b: other,
            labels: [a.bots[at].label.clone(), b.bots[other].label.clone()],
        })
    });
    pairs.collect()
}

/// Whether two blocks deal the same tiles, with the compared bots in the same seats.
fn deals_the_same(a: &Block, b: &Block, bots: &[BotPair]) -> bool {
    let alike = a.games.iter().zip(&b.games).all(|(one, other)| {
        let seats = one.seating.len() == other.seating.len();
        let same = one.deal == other.deal && one.starter == other.starter && seats;
        same && bots.iter().all(|pair| {
            let mut sits = one.seating.iter().zip(other.seating.iter());
            sits.all(|(x, y)| (usize::from(*x) == pair.a) == (usize::from(*y) == pair.b))
        })
    });
    let deals = a.deals.iter().zip(&b.deals);
    let same_deals = a.deals.len() == b.deals.len() && deals.clone().all(|(x, y)| x.deal == y.deal);
    alike && same_deals && a.games.len() == b.games.len()
}
