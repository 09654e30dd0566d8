//! Refusals and results as sentences for the person.

use rummilab_core::{Ending, Illegal, Seat};
use rummilab_words::{Language, Say, explained, say};

use crate::session::{ActionError, Session};
use crate::words::sentence;

/// Why something cannot be done, as a sentence.
pub fn refusal_text(session: &Session, refusal: &ActionError) -> String {
    let language = session.language();
    let text = match refusal {
        ActionError::Illegal(illegal) => {
            let why = explained(language, illegal, session.rules());
            let number = match illegal {
                Illegal::NotASet(set) => {
                    let mut sets = session.draft().sets().iter();
                    sets.position(|there| there.set().sorted() == set.sorted())
                }
                _ => None,
            };
            match number {
                Some(at) => say!(language, "refused-set", set = at + 1, why = why),
                None => why,
            }
        }
        other => other.say(language),
    };
    sentence(&text)
}

/// The ending of the game and the result of each seat, one a line.
pub fn result_lines(session: &mut Session) -> Vec<String> {
    let language = session.language();
    let results = session.results().unwrap_or_default();
    let people = session.setting().people().to_vec();
    let person = people[0];
    let best = results.get(person).is_some_and(|result| result.place == 1);
    let alone = results.iter().filter(|result| result.place == 1).count() == 1;
    let verdict = if people.len() == 1 {
        match (best, alone) {
            (true, true) => say!(language, "won-alone"),
            (true, false) => say!(language, "won-together"),
            (false, _) => say!(language, "lost"),
        }
    } else {
        let won = results.with_seats().filter(|(_, result)| result.place == 1);
        let won: Vec<String> = won.map(|(seat, _)| session.who(seat)).collect();
        let who = won.join(&say!(language, "and-between"));
        sentence(&say!(language, "won-by", who = who, alone = alone))
    };
    let ending = ending(language, session, &people);
    let mut lines = vec![format!("{ending} {verdict}").trim().to_owned()];
    for (seat, result) in results.with_seats() {
        let rack = session.game().rack(seat);
        lines.push(sentence(&say!(
            language,
            "result-line",
            who = session.who(seat),
            place = result.place,
            scored = session.rules().has_scores(),
            points = format!("{:+}", result.score),
            tiles = if rack.is_empty() { "none" } else { "some" },
            rack = rack
        )));
    }
    lines
}

fn ending(language: Language, session: &Session, people: &[Seat]) -> String {
    let said = match session.game().ending() {
        Some(Ending::WentOut(seat)) if people == [seat] => say!(language, "ended-you-out"),
        Some(Ending::WentOut(seat)) => say!(language, "ended-out", who = session.who(seat)),
        Some(Ending::PoolEmpty) => say!(language, "ended-pool"),
        Some(Ending::Fault(seat)) => say!(language, "ended-fault", who = session.who(seat)),
        Some(Ending::Endless) => say!(language, "ended-endless"),
        None => return String::new(),
    };
    sentence(&said)
}
