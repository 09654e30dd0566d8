//! A bot of one's own in a match against a bot of the roster.
#![allow(clippy::print_stdout, reason = "an example prints")]

use rummilab::prelude::*;

/// Lays the most tiles it can once the pool is half empty.
struct Late(SearchSolver);

impl Bot for Late {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if view.pool_len > 40 {
            return Ok(view.idle());
        }
        let answer = self.0.solve(view.rules, &view.position(), &Goal::Tiles);
        let best = answer.ok().and_then(Answer::into_verified);
        let best = best.filter(|best| !best.played.is_empty());
        Ok(best.map_or(view.idle(), |best| Action::Play(best.table(view.table))))
    }
}

fn main() -> rummilab::Result<()> {
    let game = Match::new(["late", "greedy"]).deals(50);
    let outcome = game
        .bot("late", || Box::new(Late(SearchSolver::new())))
        .play()?;
    let late = outcome.summary()?.bot("late");
    println!("{:?}", late.and_then(|late| late.results.win_rate));
    Ok(())
}
