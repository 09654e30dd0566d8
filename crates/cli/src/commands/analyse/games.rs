//! `analyse games`: figures of recorded games by bot, seat, players, rules, rule field and phase,
//! as a table, CSV or JSON. The numbers come from `rummilab::stats::breakdown`.

use std::collections::BTreeMap;
use std::iter;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use rummilab::arena::Plan;
use rummilab::core::FIELDS;
use rummilab::record::Header;
use rummilab::runs::{evidence, games_file, read_blocks};
use rummilab::stats::{Breakdown, BreakdownRow, By, FEW_TILES, Figure, Group, Per, fixed};

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::progress::Steps;
use crate::recorded_game::unless_torn;
use crate::run_place::run_place;
use crate::sweep::runs_of;
use crate::tables::{GLUE, drawn, new_table, right};

/// Figures of recorded games, broken down
#[derive(Debug, clap::Args)]
#[command(after_help = examples())]
pub struct Args {
    /// Folders of runs, sweeps or ladders, or games files
    #[arg(
        value_name = "DIR",
        required = true,
        value_hint = clap::ValueHint::AnyPath,
        value_parser = run_place()
    )]
    dirs: Vec<PathBuf>,
    /// What to break the figures down by: rules, players, bot, seat, phase, or any field of the
    /// rules, such as jokers
    #[arg(
        long,
        value_name = "KEY,…",
        value_delimiter = ',',
        value_parser = group_key(),
        hide_possible_values = true,
        default_value = "bot"
    )]
    by: Vec<GroupKey>,
    /// The figures, by name, or all
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = figures)]
    figures: Vec<Figures>,
    /// A row of CSV for each figure of each group
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// A line of JSON for each figure of each group
    #[arg(long)]
    json: bool,
}

fn examples() -> String {
    let mut text = format!(
        "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab analyse games runs/league
  rummilab analyse games runs/league --by bot,seat --figures win_rate,score
  rummilab analyse games runs/league --by bot,players --csv > figures.csv
  rummilab tournament --bots greedy,hold --deals 20 --option jokers=4 \\
    --out runs/four
  rummilab analyse games runs/league runs/four --by bot,jokers
  rummilab analyse games runs/league --by bot,phase \\
    --figures draw_share,tiles_per_play --json

A row holds rules, players, bot, seat, phase and fields of the rules as far as --by asks for them,
the figure, n (values), blocks, mean, se (standard error, taken over blocks) and the ends of the
95 % interval. Games under different rules never share a row: the rules are named, with what
differs, where nothing else in the row does. There are no intervals in runs with a stop rule, and no
errors in club tournaments, whose blocks depend on each other. Phases: opening (the seat to move has
not opened), middle, end (it has, and the pool is empty or some rack has at most {FEW_TILES} tiles).

Figures, of seats (these have no phase):"
    );
    let list = |per| {
        let of = Figure::ALL.iter().filter(move |figure| figure.per() == per);
        of.map(|figure| format!("\n  {:<15} {}", figure.name(), figure.about()))
            .collect::<String>()
    };
    text += &list(Per::Seat);
    text += "\nof turns:";
    text += &list(Per::Turn);
    text
}

/// A key for groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum GroupKey {
    Rules,
    Players,
    Bot,
    Seat,
    Phase,
    /// A field of the rules.
    Field(&'static str),
}

impl GroupKey {
    fn all() -> impl Iterator<Item = (&'static str, GroupKey)> + Clone {
        let keys = [
            ("rules", GroupKey::Rules),
            ("players", GroupKey::Players),
            ("bot", GroupKey::Bot),
            ("seat", GroupKey::Seat),
            ("phase", GroupKey::Phase),
        ];
        let fields = FIELDS.iter().map(|field| field.key);
        keys.into_iter()
            .chain(fields.map(|key| (key, GroupKey::Field(key))))
    }
}

/// Parses a key for groups.
fn group_key() -> impl TypedValueParser<Value = GroupKey> {
    let names = PossibleValuesParser::new(GroupKey::all().map(|(name, _)| name));
    names.try_map(|name| {
        let mut all = GroupKey::all();
        all.find(|(known, _)| **known == name)
            .map(|(_, key)| key)
            .ok_or("an unknown key")
    })
}

/// An element of `--figures`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Figures {
    All,
    One(Figure),
}

/// The figures shown by default.
const USUAL: [Figure; 6] = [
    Figure::WinRate,
    Figure::Score,
    Figure::TilesLeft,
    Figure::OpenedTurn,
    Figure::DrawShare,
    Figure::TilesPerPlay,
];

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let by = args.by();
    let mut breakdown = Breakdown::new(by.clone(), &args.figures(&by)?);
    let mut seeds = BTreeMap::new();
    for (number, place) in args.dirs.iter().enumerate() {
        let mut same_deals = None;
        for run in runs_of(place)? {
            let header = read(&run, &mut breakdown)?;
            // Runs with the same seed begin with the same deals.
            let deals = (header.seed, header.salt, header.players);
            same_deals = seeds.insert(deals, number).or(same_deals);
        }
        if let Some(other) = same_deals {
            let [other_place, place] = [&args.dirs[other], place].map(|dir| dir.display());
            let (who, all) = if other == number {
                (format!("the runs in {place}"), "all")
            } else {
                (format!("{other_place} and {place}"), "both")
            };
            warn(&format!(
                "{who} have the same seed and so the same deals: the errors of {all} together are \
                 only rough"
            ));
        }
    }
    let rows = breakdown.rows();
    let mut out = Out::new();
    if args.json {
        rows.iter().try_for_each(|row| out.record(row))?;
    } else if args.csv {
        out.cells(Group::columns(&by).chain(BreakdownRow::COLUMNS))?;
        rows.iter().try_for_each(|row| out.cells(row.cells(&by)))?;
        out.flush()?;
    } else {
        out.text(&text(&by, &breakdown, &rows))?;
    }
    Ok(Exit::Done)
}

/// Adds the blocks of a run.
fn read(dir: &Path, breakdown: &mut Breakdown) -> Result<Header, Error> {
    let path = games_file(dir);
    let (header, blocks) = read_blocks(&path)?;
    let plan = Plan::from_toml(&header.plan).ok();
    let planned = plan.as_ref().map_or(0, Plan::blocks);
    let evidence = evidence(plan.as_ref());
    let bar = Steps::new("blocks");
    for (done, block) in (1..).zip(blocks) {
        if let Some(block) = unless_torn(&path, block)? {
            breakdown.push(&header, evidence, &block);
        }
        bar.show(done, planned.max(done));
    }
    bar.end();
    breakdown.end_of_run();
    Ok(header)
}

impl Args {
    fn by(&self) -> By {
        let has = |key| self.by.contains(&key);
        let field = |key: &GroupKey| match key {
            GroupKey::Field(field) => Some(*field),
            _ => None,
        };
        By {
            rules: has(GroupKey::Rules),
            players: has(GroupKey::Players),
            bot: has(GroupKey::Bot),
            seat: has(GroupKey::Seat),
            phase: has(GroupKey::Phase),
            fields: self.by.iter().filter_map(field).collect(),
        }
    }

    /// The requested figures, each once.
    fn figures(&self, by: &By) -> Result<Vec<Figure>, Error> {
        let whole_game = |figure: &Figures| match figure {
            Figures::One(figure) if by.phase && figure.per() == Per::Seat => Some(figure.name()),
            _ => None,
        };
        match self.figures.iter().find_map(whole_game) {
            Some(name) => Err(Error::Input(format!(
                "--figures: {name} is a figure of whole games, which have no phase"
            ))),
            None => Ok(chosen(&self.figures, &USUAL)),
        }
    }
}

/// The named figures, each once; by default the usual ones.
pub fn chosen(named: &[Figures], usual: &[Figure]) -> Vec<Figure> {
    let mut wanted = Vec::new();
    let named_figures = named.iter().flat_map(|figure| match figure {
        Figures::All => Figure::ALL,
        Figures::One(figure) => std::slice::from_ref(figure),
    });
    let usual = usual.iter().filter(|_| named.is_empty());
    for figure in named_figures.chain(usual) {
        if !wanted.contains(figure) {
            wanted.push(*figure);
        }
    }
    wanted
}

/// Parses the name of a figure.
pub fn figures(name: &str) -> Result<Figures, String> {
    match name {
        "all" => Ok(Figures::All),
        name => name.parse().map(Figures::One),
    }
}

/// More figures than these are rows.
const MOST_COLUMNS: usize = 6;

/// A line for each group and a column for each figure; of many figures the other way round.
fn text(by: &By, breakdown: &Breakdown, rows: &[BreakdownRow]) -> String {
    let always = [
        breakdown.names_rules(),
        by.players,
        by.bot,
        by.seat,
        by.phase,
    ];
    let asked = always.into_iter().chain(by.fields.iter().map(|_| true));
    let shown = breakdown
        .figures()
        .iter()
        .filter(|figure| rows.iter().any(|row| row.figure == figure.name()));
    let shown: Vec<&Figure> = shown.collect();
    let names = Group::columns(by).zip(asked);
    let names = names
        .filter(|(_, asked)| *asked)
        .map(|(name, _)| name.replace('_', " "));
    let head = |figure: &&Figure| {
        let unit = if figure.is_rate() { ", %" } else { "" };
        figure.name().replace('_', " ") + unit
    };
    let value = |figure: &Figure, group: &Group| {
        let of = |row: &&BreakdownRow| row.group == *group && row.figure == figure.name();
        let row = rows.iter().find(of);
        row.map_or_else(String::new, |row| cell(*figure, row))
    };
    let words = |group: &&Group| group.words(by).into_iter().flatten();
    let mut groups: Vec<&Group> = rows.iter().map(|row| &row.group).collect();
    groups.dedup();
    let mut table;
    if shown.len() > MOST_COLUMNS {
        let heads = groups
            .iter()
            .map(|group| words(group).collect::<Vec<_>>().join(" "));
        table = new_table(
            iter::once("figure".to_owned())
                .chain(heads)
                .collect::<Vec<_>>(),
        );
        right(&mut table, 1..);
        for figure in shown {
            let values = groups.iter().map(|group| value(figure, group));
            table.add_row(iter::once(head(&figure)).chain(values));
        }
    } else {
        table = new_table(names.chain(shown.iter().map(head)).collect::<Vec<_>>());
        let first = table.column_count() - shown.len();
        right(&mut table, first..);
        for group in &groups {
            let values = shown.iter().map(|figure| value(figure, group));
            table.add_row(words(group).chain(values));
        }
    }
    format!("{}\n\n± is one standard error, over blocks.", drawn(&table))
}

fn cell(figure: Figure, row: &BreakdownRow) -> String {
    let (times, digits) = if figure.is_rate() {
        (100.0, 1)
    } else {
        (1.0, 2)
    };
    let mean = row.mean.map(|mean| fixed(mean * times, digits));
    let error = row
        .se
        .map(|se| format!("{GLUE}±{GLUE}{}", fixed(se * times, digits)));
    mean.unwrap_or_else(|| "–".to_owned()) + &error.unwrap_or_default()
}
