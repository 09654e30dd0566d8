//! The table of a ladder as text.

use std::fmt::Write;
use std::path::Path;

use rummilab::core::count;
use rummilab::runs::{BUILD, LadderStandings, Standing};
use rummilab::stats::fixed;

use super::PAGE;
use crate::rules_arg::quoted;
use crate::tables::{drawn, new_table, right, signed, to_copy, with_ends, wrapped};

/// The ratings, and where everything is.
pub fn text(standings: &LadderStandings, folder: &Path) -> String {
    let mut table = new_table(["", "bot", "games", "wins, %", "rating", "plays"]);
    right(&mut table, 2..5);
    for (place, standing) in (1..).zip(&standings.bots) {
        table.add_row([
            place.to_string(),
            standing.bot.clone(),
            standing.games.to_string(),
            with_ends(standing.win_rate, standing.win_rate_ci, |x| {
                fixed(x * 100.0, 1)
            }),
            with_ends(standing.rating, standing.rating_ci, |x| signed(x, 0)),
            about(standing),
        ]);
    }
    let title = format!(
        "{}, {} players: {} between {}, seed {}; {} of {} played, {} each",
        standings.rules,
        standings.players,
        count(standings.games, "game"),
        count(standings.bots.len() as u64, "bot"),
        standings.seed,
        standings.pairs_played,
        count(standings.pairs as u64, "pair"),
        count(standings.deals, "deal"),
    );
    let anchor = &standings.anchor;
    let is_rated = |bot: &Standing| bot.rating.is_some();
    let mut rated = standings.bots.iter().filter(|bot| is_rated(bot));
    let mut legend = if rated.any(|bot| bot.bot == *anchor) {
        let unknown =
            |bot: &Standing| is_rated(bot) && bot.rating_ci.is_none() && bot.bot != *anchor;
        let also = if standings.bots.iter().any(unknown) {
            ", or for a bot that won all or none of the games of each pair"
        } else {
            ""
        };
        format!(
            "Rating: points above {anchor}; 100 points are 64 % of the games between two. \
             Intervals of {} % over deals; there is none where all deals say the same{also}.",
            standings.level * 100.0
        )
    } else {
        format!(
            "There are no ratings, because {anchor}, from which they are counted, has no games. \
             `anchor` in ladder.toml names another."
        )
    };
    let some = standings.bots.iter().any(is_rated);
    if some && !standings.bots.iter().all(is_rated) {
        let _ = write!(legend, " -: no chain of games leads to {anchor}.");
    }
    let folder = folder.display().to_string();
    let mut text = format!(
        "{}\n\n{}\n{}\n",
        wrapped(&title),
        drawn(&table),
        wrapped(&legend)
    );
    let _ = writeln!(text, "\nPage:   {folder}/{PAGE}");
    let again = format!("rummilab ladder {}    # {BUILD}", quoted(&folder));
    let _ = writeln!(text, "{}", to_copy("Again:  ", &again));
    text
}

/// What plays as a bot, where its name does not say it.
pub fn about(standing: &Standing) -> String {
    let plays = (standing.plays != standing.bot).then(|| standing.plays.clone());
    let programs = standing.programs.iter().map(ToString::to_string);
    let retired = standing.retired.then(|| "retired".to_owned());
    let all = plays.into_iter().chain(programs);
    let all = all.chain(standing.note.clone()).chain(retired);
    all.collect::<Vec<_>>().join("; ")
}
