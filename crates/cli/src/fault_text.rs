//! The first bot faults of a run, and the command that shows one.

use std::path::Path;

use rummilab::stats::faults::{FaultList, NamedFault};

use crate::rules_arg::quoted;
use crate::tables::to_copy;
use crate::visible::visible;

/// A line with the number of faults, a line for each of the first ones, and the command that shows
/// the first one; empty without faults.
pub fn fault_lines(faults: &FaultList, place: &Path) -> Vec<String> {
    if faults.total == 0 {
        return Vec::new();
    }
    let named = faults.named.len() as u64;
    let mut lines = vec![match faults.total {
        1 => "1 fault:".to_owned(),
        total if total == named => format!("{total} faults:"),
        total => format!("{total} faults, the first {named}:"),
    }];
    lines.extend(faults.named.iter().map(line));
    if let Some(first) = faults.named.first() {
        let place = quoted(&place.display().to_string());
        let (block, game) = (first.block, first.game);
        let mut command = format!("rummilab replay {place} --block {block} --game {game}");
        // An endless game has no such turn.
        if first.bot.is_some() {
            command += &format!(" --turn {}", first.turn);
        }
        lines.push(to_copy("  ", &command));
    }
    lines
}

/// The faults of one game in a line: the first one, and how many followed.
pub fn fault_text(of_game: &[NamedFault]) -> String {
    let Some((first, others)) = of_game.split_first() else {
        return String::new();
    };
    let more = match others.len() {
        0 => String::new(),
        others => format!(" (and {others} more in this game)"),
    };
    format!(
        "block {}, game {}, turn {}: {}: {}: {}{more}",
        first.block,
        first.game,
        first.turn,
        first.bot.as_deref().unwrap_or("nobody"),
        first.kind,
        first.detail
    )
}

fn line(fault: &NamedFault) -> String {
    let NamedFault {
        kind,
        block,
        game,
        turn,
        ..
    } = fault;
    let who = fault.bot.as_deref().map_or("nobody".into(), visible);
    format!("  {who}: {kind} (--block {block} --game {game}, turn {turn})")
}
