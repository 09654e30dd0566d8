//! Random turns under bound jokers, judged by the command and by this crate.

use std::collections::BTreeMap;
use std::fmt;
use std::process::Command;
use std::time::Instant;

use serde_json::{Value, json};

use super::draw::{self, BINDING, Drawn};
use super::layout::{Laid, Unread};
use super::turn::{self, Fault, Turn};
use crate::client::{Client, Reply};
use crate::dice::Dice;
use crate::games::ask::Oracle;
use crate::games::record::Left;
use crate::games::state::State;
use crate::games::turn::judge as judge_freely;
use crate::plan::Plan;
use crate::position::{Position, shell};
use crate::tile::print_tiles;

/// Turns in a row under the same rules.
const BLOCK: u64 = 20;
/// Disagreements that are shown.
const MOST_SHOWN: usize = 20;

/// What was judged, by joker rule.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Turns that are legal without freeing a joker, legal because one is freed, and illegal, as
    /// this crate judges them.
    pub judged: BTreeMap<&'static str, [u64; 3]>,
    /// Why turns are illegal.
    pub reasons: BTreeMap<String, u64>,
    pub wrong: Vec<(u64, String)>,
    pub slow: u64,
    /// Turns that no batch could read, asked again by themselves.
    pub alone: u64,
}

/// Judges turns until the number or the time is up.
pub fn play(plan: &Plan) -> Report {
    let start = Instant::now();
    let threads = plan.threads.max(1) as u64;
    let work = |thread: u64| {
        let mut report = Report::default();
        let words = ["check", "--batch", "-", "--json", "--threads", "1"];
        let mut client = Client::new(&plan.binary, &words, plan.limit);
        let mut number = plan.from + thread;
        while !plan.is_done(number, start) {
            report.one(plan, number, &mut client);
            number += threads;
        }
        report
    };
    let mut report = Report::default();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || work(thread)))
            .collect();
        for thread in running {
            report.add(thread.join().unwrap_or_default());
        }
    });
    report.wrong.sort();
    report
}

impl Report {
    fn add(&mut self, other: Report) {
        for (name, judged) in other.judged {
            let sum = self.judged.entry(name).or_default();
            for (sum, judged) in sum.iter_mut().zip(judged) {
                *sum += judged;
            }
        }
        for (reason, times) in other.reasons {
            *self.reasons.entry(reason).or_default() += times;
        }
        self.wrong.extend(other.wrong);
        self.slow += other.slow;
        self.alone += other.alone;
    }

    fn one(&mut self, plan: &Plan, number: u64, client: &mut Client) {
        let block = number / BLOCK;
        let name = BINDING[(block % BINDING.len() as u64) as usize];
        let rules = draw::rules(&mut Dice::new(plan.seed, "bound joker rules", block), name);
        let mut dice = Dice::new(plan.seed, "bound joker turn", number);
        let Some(drawn) = (0..20).find_map(|_| draw::turn(&mut dice, &rules)) else {
            return;
        };
        let own = verdict(&drawn);
        let place = match &own {
            Err(_) => 2,
            Ok(()) => usize::from(frees(&drawn)),
        };
        self.judged.entry(name).or_default()[place] += 1;
        if let Err(why) = &own {
            *self.reasons.entry(why.kind().to_owned()).or_default() += 1;
        }
        let said = match client.ask(&line(&drawn, number)) {
            Reply::Answer(value) if value["legal"].is_null() && drawn.states() => {
                self.alone += 1;
                alone(plan, &drawn)
            }
            Reply::Answer(value) => value,
            Reply::Slow | Reply::Dead => {
                self.slow += 1;
                return;
            }
        };
        if !agrees(&own, &said) {
            let own = own.map_or_else(|why| format!("illegal: {why}"), |()| "legal".to_owned());
            let text = format!("{}\n# expected {own}\n# found    {said}", command(&drawn));
            self.wrong.push((number, text));
        }
    }
}

/// Why a turn is illegal here.
enum Illegal {
    Bound(Fault),
    Free(String),
}

impl Illegal {
    fn kind(&self) -> &str {
        match self {
            Illegal::Bound(Fault::Jokers) => "jokers",
            Illegal::Bound(Fault::Tiles) => "tiles",
            Illegal::Bound(Fault::Owner(_)) => "owner",
            Illegal::Bound(Fault::Set(_, Unread::Illegal)) => "set",
            Illegal::Bound(Fault::Set(_, Unread::Unclear)) => "set that says not what it is",
            Illegal::Free(_) => "opening, owners, or nothing laid",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Bound(fault) => write!(f, "{fault}"),
            Illegal::Free(text) => write!(f, "{text}"),
        }
    }
}

/// Whether a legal turn would not be one if no joker were freed.
fn frees(drawn: &Drawn) -> bool {
    turn::judge(
        &drawn.rules,
        &Turn {
            opened: false,
            ..drawn.turn()
        },
    )
    .is_err()
}

fn verdict(drawn: &Drawn) -> Result<(), Illegal> {
    turn::judge(&drawn.rules, &drawn.turn()).map_err(Illegal::Bound)?;
    let mut rules = drawn.rules.clone();
    // `check` judges plays; a rearrangement before a draw is none.
    rules.rearrange_then_draw = false;
    let (owners, rack) = (drawn.owners.as_ref(), drawn.laid.clone());
    let mut position = Position::of(rules, &drawn.before, rack, drawn.opened);
    position.owners = owners.map_or_else(Vec::new, |[old, _]| old.clone());
    let ask = Oracle::new(&position.rules, 1_000_000);
    let left = Left::of(&drawn.after, owners.map(|[_, new]| &new[..]));
    let state = State::at(&position);
    judge_freely(&ask, &state, &left).map_err(Illegal::Free)?;
    Ok(())
}

fn agrees(own: &Result<(), Illegal>, said: &Value) -> bool {
    match said["legal"].as_bool() {
        Some(legal) => legal == own.is_ok(),
        // A set that does not say what it is cannot be read.
        None => matches!(
            own,
            Err(Illegal::Bound(Fault::Set(
                _,
                Unread::Unclear | Unread::Illegal
            )))
        ),
    }
}

fn line(drawn: &Drawn, id: u64) -> String {
    let (base, options) = drawn.rules.base();
    let table = |sets: &[Laid]| sets.iter().map(Laid::print).collect::<Vec<_>>();
    let mut line = json!({
        "id": id,
        "rules": base,
        "options": options,
        "before": table(&drawn.before),
        "played": print_tiles(&drawn.laid),
        "after": table(&drawn.after),
        "opened": drawn.opened,
    });
    if let Some([before, after]) = &drawn.owners {
        line["owners"] = json!(before);
        line["owners_after"] = json!(after);
        line["me"] = json!(0);
    }
    line.to_string()
}

/// The arguments that ask about a turn by itself.
fn arguments(drawn: &Drawn) -> Vec<String> {
    let table = |sets: &[Laid]| Laid::print_table(sets);
    let mut words = vec!["check".to_owned(), "--json".to_owned()];
    words.extend(drawn.rules.words());
    if !drawn.opened {
        words.push("--unopened".to_owned());
    }
    for (flag, text) in [
        ("--before", table(&drawn.before)),
        ("--played", print_tiles(&drawn.laid)),
        ("--after", table(&drawn.after)),
    ] {
        words.push(flag.to_owned());
        words.push(text);
    }
    if let Some([before, after]) = &drawn.owners {
        let seat = |owner: &Option<u8>| owner.map_or_else(|| "-".to_owned(), |o| o.to_string());
        let list = |owners: &[Option<u8>]| owners.iter().map(seat).collect::<Vec<_>>().join(",");
        for (flag, text) in [("--owners", list(before)), ("--owners-after", list(after))] {
            words.push(flag.to_owned());
            words.push(text);
        }
        words.extend(["--me", "0"].map(str::to_owned));
    }
    words
}

fn alone(plan: &Plan, drawn: &Drawn) -> Value {
    let output = Command::new(&plan.binary).args(arguments(drawn)).output();
    let said = output.map(|output| serde_json::from_slice(&output.stdout).unwrap_or_default());
    said.unwrap_or_default()
}

fn command(drawn: &Drawn) -> String {
    format!("rummilab{}", shell(&arguments(drawn)))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, [plain, freeing, illegal]) in &self.judged {
            writeln!(
                f,
                "{name:>6}: {plain} legal turns, {freeing} more that free jokers, {illegal} illegal"
            )?;
        }
        for (reason, times) in &self.reasons {
            writeln!(f, "{times:>9} illegal by: {reason}")?;
        }
        if self.alone > 0 {
            writeln!(f, "{} that a batch could not read, asked alone", self.alone)?;
        }
        if self.slow > 0 {
            writeln!(f, "{} without an answer", self.slow)?;
        }
        for (number, text) in self.wrong.iter().take(MOST_SHOWN) {
            writeln!(f, "\n# turn {number}\n{text}")?;
        }
        write!(f, "\n{} wrong", self.wrong.len())
    }
}
