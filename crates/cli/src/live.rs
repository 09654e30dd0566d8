//! The results of a run in progress, as a few lines for the terminal. They do not influence any
//! byte of the result.

use std::fmt::Write;

use rummilab::arena::Plan;
use rummilab::record::Block;
use rummilab::report::{Differences, Look};
use rummilab::runs::watch;

use crate::tables::{OF_WINS, signed, wrapped};

/// Most pairs that are shown: the first that meet.
const PAIRS: usize = 5;
/// Most characters of a pair of names.
const NAMES: usize = 44;

/// The differences so far.
pub struct Live {
    labels: Vec<String>,
    /// `None` for a club tournament, which has no interim results.
    differences: Option<Differences>,
}

impl Live {
    /// The state before any block.
    pub fn new(plan: &Plan) -> Live {
        let label = |bot: &rummilab::record::BotEntry| bot.label.clone();
        let open = plan.club().is_none();
        Live {
            labels: plan.bots().iter().map(label).collect(),
            differences: open.then(|| {
                // A run with a stop rule shows only intervals that hold at every look.
                let tuned = plan.stop().map(|_| watch(plan).tuned());
                let differences =
                    Differences::new(plan.rules(), plan.seed().master).only_first(PAIRS);
                differences.at_every_look(tuned)
            }),
        }
    }

    /// Adds a block, in order.
    pub fn push(&mut self, block: &Block) {
        if let Some(differences) = &mut self.differences {
            differences.push(block);
        }
    }

    /// The lines, each ending with a line break; empty before there are results.
    pub fn lines(&self) -> String {
        let Some(differences) = &self.differences else {
            return String::new();
        };
        let mut text = String::new();
        for pair in differences.pairs() {
            if let Some(look) = differences.now(pair) {
                let names = format!("{} - {}", self.labels[pair.0], self.labels[pair.1]);
                let _ = writeln!(text, "{}", line(&names, &look, differences.in_points()));
            }
        }
        if text.is_empty() {
            return text;
        }
        if differences.has_more() {
            text += "  and other pairs\n";
        }
        let unit = if differences.in_points() {
            "points a game"
        } else {
            OF_WINS
        };
        let which = if differences.hold_at_every_look() {
            "holds at every look"
        } else {
            "of a single look, no rule for stopping"
        };
        let head = format!("Differences so far, {unit} [95 % interval, {which}]");
        format!("{}\n{text}", wrapped(&head))
    }
}

fn line(names: &str, look: &Look, in_points: bool) -> String {
    let scale = if in_points { 1.0 } else { 100.0 };
    let names: String = names.chars().take(NAMES).collect();
    let interval = look.interval.map(|ends| {
        let (low, high) = (ends.low() * scale, ends.high() * scale);
        format!("[{}, {}]", signed(low, 1), signed(high, 1))
    });
    let mean = signed(look.mean * scale, 1);
    format!(
        "  {names:NAMES$} {mean:>7} {:18} {:>7} blocks",
        interval.unwrap_or_default(),
        look.blocks
    )
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use rummilab::arena::{PlanSpec, Played, RulesEntry, Span, run};

    use rummilab::runs::Roster;

    use super::*;

    /// Plays a plan with a live display.
    fn watched(bots: &[&str], rules: &str) -> String {
        let spec = PlanSpec {
            bots: bots.iter().map(ToString::to_string).collect(),
            rules: RulesEntry::Name(rules.to_owned()),
            deals: 3,
            ..PlanSpec::default()
        };
        let plan = Plan::new(&spec).expect("a sound plan");
        let mut live = Live::new(&plan);
        assert_eq!(live.lines(), "");
        let keep = |played: Played| -> Result<(), std::convert::Infallible> {
            live.push(&played.block);
            Ok(())
        };
        let stop = rummilab::bot_api::StopFlag::default();
        let all = Span::all(&plan);
        run(
            &plan,
            &Roster::new(),
            NonZeroUsize::MIN,
            all,
            &stop,
            &mut |_| {},
            keep,
        )
        .expect("it plays");
        live.lines()
    }

    #[test]
    fn a_line_for_each_of_the_first_pairs() {
        let text = watched(&["hold:h=1", "single"], "original");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("points a game"), "{text}");
        assert!(
            lines[1].contains("hold:h=1 - single") && lines[1].ends_with("3 blocks"),
            "{text}"
        );
        assert!(lines[1].contains('[') && lines.len() == 2, "{text}");
        let text = watched(&["single", "single", "single", "single"], "original");
        assert_eq!(text.lines().count(), 1 + PAIRS + 1, "{text}");
        assert!(
            text.contains("single#1 - single#2") && text.contains("+0.0 [+0.0, +0.0]"),
            "{text}"
        );
        assert!(text.ends_with("and other pairs\n"), "{text}");
    }

    #[test]
    fn without_scores_the_wins_count() {
        let text = watched(&["hold", "single"], "house");
        assert!(text.contains(OF_WINS), "{text}");
    }
}
