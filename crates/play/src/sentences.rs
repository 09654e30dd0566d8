//! Refusals and results as sentences for the person.

use rummilab_core::{Ending, Illegal};

use crate::session::{ActionError, Session};
use crate::words::sentence;

/// Why something cannot be done, as a sentence.
pub fn refusal_text(session: &Session, refusal: &ActionError) -> String {
    let text = match refusal {
        ActionError::Illegal(illegal) => {
            let why = illegal.explain(session.rules());
            let number = match illegal {
                Illegal::NotASet(set) => {
                    let sets = session.draft().sets().iter();
                    sets.enumerate()
                        .find(|(_, there)| there.set().sorted() == set.sorted())
                        .map(|(at, _)| format!("set {} ", at + 1))
                }
                _ => None,
            };
            number.unwrap_or_default() + &why
        }
        other => other.to_string(),
    };
    sentence(&text)
}

/// The ending of the game and the result of each seat, one a line.
pub fn result_lines(session: &mut Session) -> Vec<String> {
    let results = session.results().unwrap_or_default();
    let people = session.setting().people().to_vec();
    let person = people[0];
    let best = results.get(person).is_some_and(|result| result.place == 1);
    let alone = results.iter().filter(|result| result.place == 1).count() == 1;
    let verdict = match (best, alone) {
        (true, true) => "You win!",
        (true, false) => "You share the win.",
        (false, _) => "You lose.",
    };
    let verdict = if people.len() == 1 {
        verdict.to_owned()
    } else {
        let won = results.with_seats().filter(|(_, result)| result.place == 1);
        let won: Vec<String> = won.map(|(seat, _)| session.who(seat)).collect();
        let verb = if alone { "wins!" } else { "share the win." };
        sentence(&format!("{} {verb}", won.join(" and ")))
    };
    let ending = match session.game().ending() {
        Some(Ending::WentOut(seat)) if people == [seat] => "You are out.".to_owned(),
        Some(Ending::WentOut(seat)) => sentence(&format!("{} goes out", session.who(seat))),
        Some(Ending::PoolEmpty) => "The pool is empty and nobody lays any more.".to_owned(),
        Some(Ending::Fault(seat)) => sentence(&format!("{} broke off the game", session.who(seat))),
        Some(Ending::Endless) => "The game has had as many turns as a game may have.".to_owned(),
        None => String::new(),
    };
    let mut lines = vec![format!("{ending} {verdict}").trim().to_owned()];
    for (seat, result) in results.with_seats() {
        let points = if session.rules().has_scores() {
            format!(", {:+} points", result.score)
        } else {
            String::new()
        };
        let rack = session.game().rack(seat);
        let left = if rack.is_empty() {
            "no tiles left".to_owned()
        } else {
            format!("left: {rack}")
        };
        let who = session.who(seat);
        lines.push(sentence(&format!(
            "{who}: place {}{points}, {left}",
            result.place
        )));
    }
    lines
}
