//! Plays a match of two bots on the same deals and prints who is better.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rummilab_arena::{Plan, PlanSpec, Players, PlayersError, Span, run};
use rummilab_bot_api::Bot;
use rummilab_bots::BotSpec;
use rummilab_core::CouldPlay;
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;
use rummilab_stats::SummaryBuilder;

struct Roster;

impl Players for Roster {
    fn bot(&self, name: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(name.parse::<BotSpec>()?.make())
    }
    fn judge(&self) -> Box<dyn CouldPlay> {
        let solver: Box<dyn Solver> = Box::new(SearchSolver::new());
        Box::new(solver)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bots = vec!["hold".to_owned(), "greedy".to_owned()];
    let plan = Plan::new(&PlanSpec {
        bots,
        deals: 20,
        ..PlanSpec::default()
    })?;
    let mut builder = SummaryBuilder::new(&plan.header("example"));
    let (never, one) = (AtomicBool::new(false), NonZeroUsize::MIN);
    run(
        &plan,
        &Roster,
        one,
        Span::all(&plan),
        &never,
        &mut |_| (),
        |played| {
            builder.push(&played.block);
            Ok::<(), std::convert::Infallible>(())
        },
    )?;
    for bot in builder.summary().bots {
        println!(
            "{}: wins {:.3?}, points {:.1?}",
            bot.bot, bot.results.win_rate, bot.results.mean_score
        );
    }
    Ok(())
}
