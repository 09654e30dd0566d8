//! Any figure of recorded games by bot, seat, number of players, rule system, rule field and phase
//! of the game: means with errors over blocks. Games under different rules are never in one group,
//! nor those of different versions of a bot.

use std::collections::BTreeMap;
use std::str::FromStr;

use rummilab_core::{Ending, FieldValue, PerRules, RuleSet, RuleSpec, RuleTitles, Seat};
use rummilab_record::{Block, GamePhase, GameRecord, Header};
use serde::Serialize;

use crate::blocks::BlockMeans;
use crate::inference::LEVEL;
use crate::interval::{Interval, mean_interval, rate_interval};
use crate::outcomes::seats_of;
use crate::same_deal::DealCount;
use crate::turns::{TurnFigures, TurnKind, turns};

/// The unit over which a figure is averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Seats: one value for each seat of each game. Such a figure has no phase.
    Seat,
    /// Turns.
    Turn,
}

/// What is known of a figure.
struct Facts {
    name: &'static str,
    about: &'static str,
    per: Per,
    is_rate: bool,
}

macro_rules! figures {
    ($($(#[doc = $doc:literal])+ $figure:ident $name:literal $per:ident $rate:literal,)+) => {
        /// A figure of recorded games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Figure {
            $($(#[doc = $doc])+ $figure,)+
        }

        /// In the order of the figures. A table, since the compiler unrolls a search through a
        /// `match` for minutes.
        static FACTS: &[Facts] = &[
            $(Facts {
                name: $name,
                about: concat!($($doc),+).trim_ascii(),
                per: Per::$per,
                is_rate: $rate,
            }),+
        ];

        impl Figure {
            /// Every figure, in the order of tables.
            pub const ALL: &[Figure] = &[$(Figure::$figure),+];

            fn facts(self) -> &'static Facts {
                &FACTS[self as usize]
            }

            /// Its name in files and arguments.
            pub fn name(self) -> &'static str {
                self.facts().name
            }

            /// Its meaning, in one line.
            pub fn about(self) -> &'static str {
                self.facts().about
            }

            /// The unit over which it is averaged.
            pub fn per(self) -> Per {
                self.facts().per
            }

            /// Whether it is a share, from 0 to 1.
            pub fn is_rate(self) -> bool {
                self.facts().is_rate
            }
        }
    };
}

figures! {
    /// wins per seat, k joint winners 1/k each
    WinRate "win_rate" Seat true,
    /// game points; nothing where the rules have no scores
    Score "score" Seat false,
    /// place, from 1
    Place "place" Seat false,
    /// share of the seats that went out
    WentOut "went_out" Seat true,
    /// tiles left on the rack of a seat that did not win
    TilesLeft "tiles_left" Seat false,
    /// points left on the rack of a seat that did not win
    PointsLeft "points_left" Seat false,
    /// turns of the seat
    OwnTurns "own_turns" Seat false,
    /// turns of the game, all seats
    GameTurns "game_turns" Seat false,
    /// share of the seats that opened
    Opened "opened" Seat true,
    /// own turn on which a seat opened, of those that did
    OpenedTurn "opened_turn" Seat false,
    /// share of the games that ended with an empty pool, nobody out
    EmptyPool "empty_pool" Seat true,
    /// faults of the bot per seat
    Faults "faults" Seat false,
    /// share of the turns that draw, penalties apart
    DrawShare "draw_share" Turn true,
    /// share of the turns that lay tiles
    PlayShare "play_share" Turn true,
    /// share of the turns that neither draw nor lay
    PassShare "pass_share" Turn true,
    /// share of the turns that were refused
    RefusedShare "refused_share" Turn true,
    /// rack tiles laid on turns that lay any
    TilesPerPlay "tiles_per_play" Turn false,
    /// rack tiles laid per turn
    TilesPerTurn "tiles_per_turn" Turn false,
    /// tiles on the own rack when the turn begins
    Rack "rack" Turn false,
    /// tiles in the pool when the turn begins
    Pool "pool" Turn false,
}

/// The groups into which figures are broken down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct By {
    /// The rule system. Games under different rules are told apart even without it.
    pub rules: bool,
    /// The number of players.
    pub players: bool,
    /// The bot, by label.
    pub bot: bool,
    /// The seat, from 0.
    pub seat: bool,
    /// The phase of the game.
    pub phase: bool,
    /// Fields of the rules, by the keys of [`rummilab_core::FIELDS`].
    pub fields: Vec<&'static str>,
}

/// What the blocks of a run are as evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    /// Independent, and their number was fixed beforehand.
    Fixed,
    /// Independent, but their results may have ended the run. Intervals for a fixed number of
    /// blocks do not apply.
    Sequential,
    /// Dependent on each other, as in a club tournament: there are no errors.
    Dependent,
}

/// The group of a row; `None` for a property that is not broken down.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Group {
    /// Title of the rule system, such as `original jokers=4`; also there if games under several
    /// systems meet that nothing else tells apart.
    pub rules: Option<String>,
    /// Seats of the games.
    pub players: Option<usize>,
    /// Label of the bot.
    pub bot: Option<String>,
    /// The seat, from 0.
    pub seat: Option<Seat>,
    /// The phase.
    pub phase: Option<GamePhase>,
    /// The fields of the rules that were asked for.
    #[serde(flatten)]
    pub fields: BTreeMap<&'static str, FieldValue>,
}

/// One figure of one group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BreakdownRow {
    /// The group of the values.
    #[serde(flatten)]
    pub group: Group,
    /// Name of the figure.
    pub figure: &'static str,
    /// Number of values: seats or turns.
    pub n: u64,
    /// Number of deals that hold them: of blocks, if games have deals of their own.
    pub blocks: u64,
    /// The mean.
    pub mean: Option<f64>,
    /// Its cluster-robust standard error over blocks; null with fewer than two blocks.
    pub se: Option<f64>,
    /// Its 95 % interval.
    pub ci: Option<Interval>,
}

impl Group {
    /// The names of its columns: those of every breakdown, then the given fields of the rules.
    pub fn columns(by: &By) -> impl Iterator<Item = &'static str> {
        let always = ["rules", "players", "bot", "seat", "phase"];
        always.into_iter().chain(by.fields.iter().copied())
    }

    /// The group as text, in the order of [`Group::columns`].
    pub fn words(&self, by: &By) -> Vec<Option<String>> {
        let always = [
            self.rules.clone(),
            self.players.map(|players| players.to_string()),
            self.bot.clone(),
            self.seat.map(|seat| seat.to_string()),
            self.phase.map(|phase| phase.word().to_owned()),
        ];
        let field = |key| self.fields.get(key).map(FieldValue::to_string);
        let fields = by.fields.iter().map(field);
        always.into_iter().chain(fields).collect()
    }
}

impl BreakdownRow {
    /// The names of the columns behind those of the group.
    pub const COLUMNS: [&str; 7] = ["figure", "n", "blocks", "mean", "se", "low", "high"];

    /// The values as text: those of the group, then those of [`BreakdownRow::COLUMNS`]; empty for a
    /// missing value.
    pub fn cells(&self, by: &By) -> Vec<String> {
        let number = |number: Option<f64>| number.map(|number| number.to_string());
        let numbers = [
            Some(self.figure.to_owned()),
            Some(self.n.to_string()),
            Some(self.blocks.to_string()),
            number(self.mean),
            number(self.se),
            number(self.ci.map(Interval::low)),
            number(self.ci.map(Interval::high)),
        ];
        let cells = self.group.words(by).into_iter().chain(numbers);
        cells.map(Option::unwrap_or_default).collect()
    }
}

impl FromStr for Figure {
    type Err = String;

    /// Parses the name of a figure.
    fn from_str(name: &str) -> Result<Figure, String> {
        let known = Figure::ALL.iter().find(|figure| figure.name() == name);
        known.copied().ok_or_else(|| {
            let names: Vec<&str> = Figure::ALL.iter().map(|figure| figure.name()).collect();
            format!(
                "there is no figure `{name}`; expected all, or some of {}",
                names.join(", ")
            )
        })
    }
}

/// For each group the values of every figure on one deal.
type Values = BTreeMap<Group, Vec<Vec<f64>>>;

/// Collects blocks. Push the blocks of a run in order: floating-point sums depend on it.
#[derive(Clone, Debug)]
pub struct Breakdown {
    by: By,
    figures: Vec<Figure>,
    /// With the title of the rules in every group, and the version of every bot.
    groups: BTreeMap<Group, Vec<BlockMeans>>,
    /// The deals, and the values of the last one.
    deals: DealCount,
    last_deal: Values,
    titles: RuleTitles,
    /// The label of each bot, by its label with the version.
    labels: BTreeMap<String, String>,
    /// What the rules of the last block put into its groups.
    of_rules: PerRules<Group>,
    evidence: Evidence,
    /// The seed of the first run, for the bootstrap.
    seed: Option<u64>,
}

impl Breakdown {
    /// An empty breakdown. If broken down by phase, only figures of turns have values.
    pub fn new(by: By, figures: &[Figure]) -> Breakdown {
        let fits = |figure: &&Figure| !by.phase || figure.per() == Per::Turn;
        Breakdown {
            figures: figures.iter().filter(fits).copied().collect(),
            by,
            groups: BTreeMap::new(),
            deals: DealCount::default(),
            last_deal: Values::new(),
            titles: RuleTitles::default(),
            labels: BTreeMap::new(),
            of_rules: PerRules::default(),
            evidence: Evidence::Fixed,
            seed: None,
        }
    }

    /// The figures that have values.
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Adds a block of the run with this header. Blocks of different runs count as different
    /// evidence; call [`Breakdown::end_of_run`] between them.
    pub fn push(&mut self, header: &Header, evidence: Evidence, block: &Block) {
        self.evidence = self.evidence.max(evidence);
        self.seed.get_or_insert(header.seed);
        if self.deals.push(block) {
            self.close_deal();
        }
        let of_rules = self.group_of_rules(&header.rules);
        for bot in &header.bots {
            let labels = self.labels.entry(bot.with_version());
            labels.or_insert_with(|| bot.label.clone());
        }
        let mut values = std::mem::take(&mut self.last_deal);
        for game in &block.games {
            self.add_game(header, &of_rules, game, &mut values);
        }
        self.last_deal = values;
    }

    /// Ends a run: its last deal is not that of the next block, even if the tiles are the same.
    pub fn end_of_run(&mut self) {
        self.close_deal();
        self.deals = DealCount::default();
    }

    fn close_deal(&mut self) {
        for (group, values) in std::mem::take(&mut self.last_deal) {
            let means = self.groups.entry(group);
            let means = means.or_insert_with(|| vec![BlockMeans::new(); self.figures.len()]);
            for (means, values) in means.iter_mut().zip(&values) {
                means.push(values);
            }
        }
    }

    fn add_game(&self, header: &Header, of_rules: &Group, game: &GameRecord, values: &mut Values) {
        let mut add = |group: Group, value: &dyn Fn(Figure) -> Option<f64>| {
            let lists = values.entry(group);
            let lists = lists.or_insert_with(|| vec![Vec::new(); self.figures.len()]);
            for (figure, list) in self.figures.iter().zip(lists) {
                list.extend(value(*figure));
            }
        };
        if !self.by.phase {
            for seat in game.seats.seats() {
                let value = |figure| of_seat(figure, game, seat, &header.rules);
                add(self.group(of_rules, header, game, seat, None), &value);
            }
        }
        if self.figures.iter().any(|figure| figure.per() == Per::Turn) {
            for turn in turns(game, &header.rules) {
                let phase = self.by.phase.then_some(turn.phase);
                let group = self.group(of_rules, header, game, turn.seat, phase);
                add(group, &|figure| of_turn(figure, &turn));
            }
        }
    }

    /// A group with the title and the fields of these rules.
    fn group_of_rules(&mut self, rules: &RuleSet) -> Group {
        let of = |rules: &RuleSet| Group {
            rules: Some(self.titles.of(rules).to_owned()),
            fields: self
                .by
                .fields
                .iter()
                .filter_map(|key| Some((*key, rules.field(key)?)))
                .collect(),
            ..Group::default()
        };
        self.of_rules.of(rules, of).clone()
    }

    fn group(
        &self,
        of_rules: &Group,
        header: &Header,
        game: &GameRecord,
        seat: Seat,
        phase: Option<GamePhase>,
    ) -> Group {
        let by = &self.by;
        let bot = || header.bots[usize::from(game.seating[seat])].with_version();
        Group {
            players: by.players.then_some(header.players),
            bot: by.bot.then(bot),
            seat: by.seat.then_some(seat),
            phase,
            ..of_rules.clone()
        }
    }

    /// Whether the rows name the rules: they were asked for, or the groups differ in them alone.
    pub fn names_rules(&self) -> bool {
        let mut fields: Vec<_> = self.systems().collect();
        fields.sort_unstable();
        let all = fields.len();
        fields.dedup();
        self.by.rules || fields.len() < all
    }

    /// The label of a bot; with the version, if bots of several versions have it.
    fn name_of(&self, with_version: &str) -> String {
        let label = self.labels.get(with_version);
        let same = self.labels.values().filter(|other| Some(*other) == label);
        let name = label.filter(|_| same.count() < 2);
        name.map_or(with_version, String::as_str).to_owned()
    }

    /// The asked fields of each system.
    fn systems(&self) -> impl Iterator<Item = Vec<Option<FieldValue>>> {
        let keys = &self.by.fields;
        let fields = |rules: &RuleSpec| keys.iter().map(|key| rules.field(key)).collect();
        self.titles.systems().map(fields)
    }

    /// The rows: groups in ascending order, the figures of each in the requested order. Figures
    /// without a value are left out.
    pub fn rows(&self) -> Vec<BreakdownRow> {
        let mut all = self.clone();
        all.close_deal();
        all.of_whole_deals()
    }

    fn of_whole_deals(&self) -> Vec<BreakdownRow> {
        let names_rules = self.names_rules();
        let named = |group: &Group| Group {
            rules: group.rules.clone().filter(|_| names_rules),
            bot: group.bot.as_deref().map(|bot| self.name_of(bot)),
            ..group.clone()
        };
        let groups = self.groups.iter();
        let mut groups: Vec<_> = groups.map(|(group, means)| (named(group), means)).collect();
        groups.sort_by(|a, b| a.0.cmp(&b.0));
        let mut rows = Vec::new();
        for (group, means) in groups {
            for (figure, means) in self.figures.iter().zip(means) {
                if means.blocks() > 0 {
                    rows.push(self.row(&group, *figure, means));
                }
            }
        }
        rows
    }

    fn row(&self, group: &Group, figure: Figure, means: &BlockMeans) -> BreakdownRow {
        let ci = || {
            if figure.is_rate() {
                rate_interval(means, LEVEL)
            } else {
                mean_interval(means, LEVEL, self.seed.unwrap_or_default())
            }
        };
        let independent = self.evidence < Evidence::Dependent;
        BreakdownRow {
            group: group.clone(),
            figure: figure.name(),
            n: means.games(),
            blocks: means.blocks(),
            mean: means.mean(),
            se: means.standard_error().filter(|_| independent),
            ci: (self.evidence == Evidence::Fixed).then(ci).flatten(),
        }
    }
}

/// The sum and the number of the values of each figure, over all seats of a bot in a block.
pub(crate) fn sums_of_bot(
    figures: &[Figure],
    rules: &RuleSet,
    block: &Block,
    bot: usize,
) -> Vec<(f64, u64)> {
    let mut sums = vec![(0.0, 0); figures.len()];
    let mut add = |value: &dyn Fn(Figure) -> Option<f64>| {
        for ((sum, n), figure) in sums.iter_mut().zip(figures) {
            if let Some(value) = value(*figure) {
                *sum += value;
                *n += 1;
            }
        }
    };
    let of_turns = figures.iter().any(|figure| figure.per() == Per::Turn);
    for game in &block.games {
        for seat in seats_of(game, bot) {
            add(&|figure| of_seat(figure, game, seat, rules));
        }
        for turn in turns(game, rules).filter(|_| of_turns) {
            if usize::from(game.seating[turn.seat]) == bot {
                add(&|figure| of_turn(figure, &turn));
            }
        }
    }
    sums
}

/// The value of a figure for one seat of a game; `None` if it has none.
fn of_seat(figure: Figure, game: &GameRecord, seat: Seat, rules: &RuleSet) -> Option<f64> {
    let result = &game.seats[seat];
    let share = |part: bool| Some(f64::from(u8::from(part)));
    let lost = result.place > 1;
    match figure {
        Figure::WinRate => Some(game.win_share(seat)),
        Figure::Score => rules.has_scores().then(|| result.score.into()),
        Figure::Place => Some(result.place.into()),
        Figure::WentOut => share(game.ending == Ending::WentOut(seat)),
        Figure::TilesLeft => lost.then(|| result.tiles_left.into()),
        Figure::PointsLeft => lost.then(|| result.points_left.into()),
        Figure::OwnTurns => Some(result.own_turns.into()),
        Figure::GameTurns => Some(game.turns.len() as f64),
        Figure::Opened => share(result.opened_turn.is_some()),
        Figure::OpenedTurn => result.opened_turn.map(f64::from),
        Figure::EmptyPool => share(game.ending == Ending::PoolEmpty),
        Figure::Faults => Some(game.faults().filter(|fault| fault.seat == seat).count() as f64),
        Figure::DrawShare
        | Figure::PlayShare
        | Figure::PassShare
        | Figure::RefusedShare
        | Figure::TilesPerPlay
        | Figure::TilesPerTurn
        | Figure::Rack
        | Figure::Pool => None,
    }
}

/// The value of a figure for one turn; `None` if it has none.
fn of_turn(figure: Figure, turn: &TurnFigures) -> Option<f64> {
    let share = |part: bool| Some(f64::from(u8::from(part)));
    let laid = match turn.kind {
        TurnKind::Laid(tiles) => tiles,
        TurnKind::Drew | TurnKind::Passed | TurnKind::Refused => 0,
    };
    match figure {
        Figure::DrawShare => share(turn.kind == TurnKind::Drew),
        Figure::PlayShare => share(laid > 0),
        Figure::PassShare => share(turn.kind == TurnKind::Passed),
        Figure::RefusedShare => share(turn.kind == TurnKind::Refused),
        Figure::TilesPerPlay => (laid > 0).then(|| laid.into()),
        Figure::TilesPerTurn => Some(laid.into()),
        Figure::Rack => Some(turn.rack.into()),
        Figure::Pool => Some(turn.pool.into()),
        _ => None,
    }
}
