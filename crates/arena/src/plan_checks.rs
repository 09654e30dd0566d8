//! Checks of the fields of a plan that need more than one of them. Each adds all faults that it
//! finds.

use rummilab_core::RuleSet;

use crate::club::MAX_ROUNDS;
use crate::error::PlanFault;
use crate::plan::{labelled, labels};
use crate::schedule::Matchup;
use crate::spec::{DEFAULT_DEALS, DEFAULT_MATCHUPS, PlanSpec, split_name};

pub(crate) fn check_bots(bots: &[String], faults: &mut Vec<PlanFault>) {
    if bots.is_empty() {
        faults.push(PlanFault::NoBots);
    }
    let nameless = bots
        .iter()
        .enumerate()
        .filter(|(_, bot)| bot.trim().is_empty());
    faults.extend(nameless.map(|(index, _)| PlanFault::Nameless(index)));
    let names = bots.iter().filter_map(|bot| split_name(bot).0);
    let wrong = names.filter(|name| !is_name(name));
    faults.extend(wrong.map(|name| PlanFault::BotName(name.to_owned())));
    let labels = labels(bots);
    let twice = (1..labels.len()).filter(|place| labels[..*place].contains(&labels[*place]));
    faults.extend(twice.map(|place| PlanFault::SameName(labels[place].clone())));
}

/// Whether a bot may be called so.
pub(crate) fn is_name(name: &str) -> bool {
    const LONGEST: usize = 40;
    let fits = |c: char| c.is_alphanumeric() || "-_.+@".contains(c);
    name.starts_with(char::is_alphanumeric)
        && name.chars().all(fits)
        && name.chars().count() <= LONGEST
}

pub(crate) fn check_club(spec: &PlanSpec, faults: &mut Vec<PlanFault>) {
    let format = "club";
    for (wrong, field, hint) in [
        (spec.deals != DEFAULT_DEALS, "deals", "; give `rounds`"),
        (spec.matchups != DEFAULT_MATCHUPS, "matchups", ""),
    ] {
        if wrong {
            faults.push(PlanFault::NotFor(field, format, hint));
        }
    }
    if !(3..=4).contains(&spec.players) {
        let expected = "3 or 4 for format club".to_owned();
        faults.push(PlanFault::Range("players", spec.players, expected));
    } else if !spec.bots.is_empty() && (spec.bots.len() as u64) < spec.players {
        faults.push(PlanFault::TooFewForTable(spec.players, spec.bots.len()));
    }
    if let Some(found) = spec.rounds.filter(|r| !(1..=MAX_ROUNDS).contains(r)) {
        let expected = format!("1 to {MAX_ROUNDS}");
        faults.push(PlanFault::Range("rounds", found, expected));
    }
}

pub(crate) fn check_not_club(spec: &PlanSpec, faults: &mut Vec<PlanFault>) {
    let formats = "round-robin, gauntlet, challenge, listed or seats";
    for (wrong, field) in [
        (spec.rounds.is_some(), "rounds"),
        (spec.with_final, "final"),
        (spec.reserve.is_some(), "reserve"),
    ] {
        if wrong {
            let hint = "; it belongs to format club";
            faults.push(PlanFault::NotFor(field, formats, hint));
        }
    }
}

pub(crate) fn check_numbers(spec: &PlanSpec, rules: Option<&RuleSet>, faults: &mut Vec<PlanFault>) {
    let most = rules.map_or(rummilab_core::MAX_PLAYERS, RuleSet::max_players) as u64;
    let mut check = |ok: bool, field, found, expected: String| {
        if !ok {
            faults.push(PlanFault::Range(field, found, expected));
        }
    };
    let (players, expected) = (spec.players, format!("2 to {most}"));
    check((2..=most).contains(&players), "players", players, expected);
    let (deals, most) = (spec.deals, 1_u64 << 48);
    let expected = format!("1 to {most}");
    check((1..=most).contains(&deals), "deals", deals, expected);
    if spec.format == "club" {
        return;
    }
    let (bots, players) = (spec.bots.len() as u64, spec.players.max(1));
    let least = if players > 2 {
        bots.div_ceil(players).max(1)
    } else {
        1
    };
    let (found, most) = (spec.matchups, 1_000_000);
    let expected = format!("{least} to {most}, so that every bot can play");
    check((least..=most).contains(&found), "matchups", found, expected);
}

/// The match-ups of format `listed`, by entry.
pub(crate) fn listed_of(spec: &PlanSpec, faults: &mut Vec<PlanFault>) -> Vec<Vec<u16>> {
    if spec.format != "listed" {
        if !spec.listed.is_empty() {
            let hint = "; it belongs to format listed";
            faults.push(PlanFault::NotFor("listed", "round-robin or another", hint));
        }
        return Vec::new();
    }
    let bots = labelled(&spec.bots);
    let expected = "bots of the list, by the names that they have in tables";
    let mut found: Vec<Matchup> = Vec::new();
    for (number, labels) in (1..).zip(&spec.listed) {
        let place = |label: &String| bots.iter().position(|bot| bot.label == *label);
        let places: Vec<Option<usize>> = labels.iter().map(place).collect();
        let strange = labels
            .iter()
            .zip(&places)
            .find(|(_, place)| place.is_none());
        if let Some((label, _)) = strange {
            faults.push(PlanFault::Word("listed", label.clone(), expected));
            continue;
        }
        let entries = places.into_iter().flatten().map(|place| place as u16);
        let matchup = Matchup::from(entries.collect::<Vec<_>>());
        if labels.len() as u64 != spec.players {
            faults.push(PlanFault::Listed(number, "has not a bot for every seat"));
        } else if found.iter().any(|other| other.is_same(&matchup)) {
            faults.push(PlanFault::Listed(number, "is there twice"));
        }
        found.push(matchup);
    }
    let plays = |bot: usize| {
        let mut all = found.iter().flat_map(|matchup| &matchup.entries);
        all.any(|entry| usize::from(*entry) == bot)
    };
    if let Some(idle) = (0..bots.len()).find(|bot| !plays(*bot)) {
        faults.push(PlanFault::Idle(bots[idle].label.clone()));
    }
    found.into_iter().map(|matchup| matchup.entries).collect()
}
