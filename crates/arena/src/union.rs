//! The plan that several plans are parts of: the same conditions, other bots.

use std::collections::BTreeMap;

use rummilab_core::BySeat;
use rummilab_record::Block;

use crate::error::PlanError;
use crate::plan::{Plan, to_toml, word_for};
use crate::schedule::{Format, Matchup};
use crate::spec::{DEFAULT_MATCHUPS, PlanSpec};

/// How the blocks of a plan are numbered in the plan of which it is a part.
#[derive(Debug, Clone)]
pub struct Translation {
    /// For each entry of the part the entry of the whole.
    entries: Vec<u16>,
    /// For each match-up of the part its number in the whole, and for each game there the game
    /// here.
    matchups: Vec<(u64, Vec<usize>)>,
    /// Number of match-ups of the whole.
    of: u64,
}

impl Translation {
    /// A block of the part as a block of the whole; `None` if it has not the games of its match-up.
    /// The blocks of a deal may come in another order.
    pub fn block(&self, mut block: Block) -> Option<Block> {
        let all = self.matchups.len() as u64;
        let (deal, matchup) = (block.block / all, (block.block % all) as usize);
        let (number, games) = &self.matchups[matchup];
        block.block = deal * self.of + number;
        let mut sorted = Vec::with_capacity(games.len());
        for game in games {
            let mut game = block.games.get(*game)?.clone();
            for entry in &mut game.seating {
                *entry = *self.entries.get(usize::from(*entry))?;
            }
            sorted.push(game);
        }
        (sorted.len() == block.games.len()).then_some(())?;
        block.games = sorted;
        Some(block)
    }

    /// The number of the deal of a block of the part.
    pub fn deal(&self, block: u64) -> u64 {
        block / self.matchups.len() as u64
    }
}

impl Plan {
    /// What plans must share for their games to be of one run: everything but the bots, their
    /// match-ups and the number of deals. `None` for a plan that is never part of another: a club
    /// tournament, a game of persons, a run that its results may stop.
    pub fn conditions(&self) -> Option<String> {
        let alone = matches!(self.format(), Format::Club | Format::Seats) || self.stop().is_some();
        (!alone).then(|| {
            let none = PlanSpec::default();
            to_toml(&PlanSpec {
                bots: none.bots,
                programs: none.programs,
                question: none.question,
                prediction: none.prediction,
                deals: none.deals,
                format: none.format,
                listed: none.listed,
                matchups: none.matchups,
                anchor: none.anchor,
                ..self.spec()
            })
        })
    }

    /// The plan with the bots, match-ups and deals of all these, which must share their
    /// [`Plan::conditions`], and how the blocks of each are numbered in it. It does not depend on
    /// the order of the plans. Ratings count from its first bot.
    ///
    /// # Errors
    /// If the whole is no plan, because there are no plans or too many bots.
    pub fn union(plans: &[Plan]) -> Result<(Plan, Vec<Translation>), PlanError> {
        let bots = bots_of_all(plans);
        let entries = |plan: &Plan| entries_in(plan.listed_bots(), &bots);
        let mut matchups: Vec<Matchup> = Vec::new();
        for plan in plans {
            let entries = entries(plan);
            for matchup in &plan.schedule().matchups {
                let matchup = Matchup::from(renamed(&matchup.entries, &entries));
                if !matchups.iter().any(|known| known.is_same(&matchup)) {
                    matchups.push(matchup);
                }
            }
        }
        matchups.sort();
        let deals = plans.iter().map(|plan| plan.schedule().deals).max();
        let of_first = plans.first().map(Plan::spec);
        let whole = with_matchups(
            &PlanSpec {
                bots: bots.clone(),
                deals: deals.unwrap_or_default(),
                matchups: DEFAULT_MATCHUPS,
                listed: Vec::new(),
                anchor: None,
                programs: Vec::new(),
                question: same_of(plans, |plan| plan.spec().question),
                prediction: same_of(plans, |plan| plan.spec().prediction),
                ..of_first.unwrap_or_default()
            },
            &matchups,
        )?;
        let translate = |plan: &Plan| translation(plan, entries(plan), &whole);
        let all = plans.iter().map(translate).collect();
        Ok((whole, all))
    }
}

/// A text that all plans have.
fn same_of(plans: &[Plan], text: impl Fn(&Plan) -> Option<String>) -> Option<String> {
    let first = plans.first().and_then(&text)?;
    let mut others = plans.iter().map(text);
    others
        .all(|other| other.as_ref() == Some(&first))
        .then_some(first)
}

/// The bots of all plans in alphabetical order, each as often as the plan has it that lists it most
/// often. A bot that sits in every match-up comes first.
fn bots_of_all(plans: &[Plan]) -> Vec<String> {
    let mut most: BTreeMap<&String, usize> = BTreeMap::new();
    for bots in plans.iter().map(Plan::listed_bots) {
        for bot in bots {
            let times = bots.iter().filter(|other| *other == bot).count();
            let most = most.entry(bot).or_default();
            *most = times.max(*most);
        }
    }
    let in_all = |bot: &&String| {
        plans.iter().all(|plan| {
            let bots = plan.listed_bots();
            let mut matchups = plan.schedule().matchups.iter();
            matchups.all(|matchup| {
                let mut seated = matchup.entries.iter();
                seated.any(|entry| bots[usize::from(*entry)] == **bot)
            })
        })
    };
    let first = most.keys().copied().find(in_all).cloned();
    let rest = most
        .into_iter()
        .flat_map(|(bot, times)| vec![bot.clone(); times]);
    let mut all: Vec<String> = rest.collect();
    if let Some(first) = first {
        all.sort_by_key(|bot| *bot != first);
    }
    all
}

/// For each of these bots its place in a longer list: the first of its name there is the first
/// here.
fn entries_in(bots: &[String], all: &[String]) -> Vec<u16> {
    let place = |(at, bot): (usize, &String)| {
        let before = bots[..at].iter().filter(|other| *other == bot).count();
        let mut places = (0..all.len()).filter(|place| all[*place] == *bot);
        places.nth(before).unwrap_or_default() as u16
    };
    bots.iter().enumerate().map(place).collect()
}

fn renamed(seated: &[u16], entries: &[u16]) -> Vec<u16> {
    let renamed = |entry: &u16| entries[usize::from(*entry)];
    seated.iter().map(renamed).collect()
}

/// The plan with these match-ups: of the format that makes them if there is one, or else listed.
fn with_matchups(spec: &PlanSpec, matchups: &[Matchup]) -> Result<Plan, PlanError> {
    let mut last = Err(PlanError::Faults(Vec::new()));
    for format in [Format::RoundRobin, Format::Gauntlet, Format::Challenge] {
        last = Plan::new(&PlanSpec {
            format: word_for(format),
            ..spec.clone()
        });
        let Ok(plan) = &last else {
            break;
        };
        let made = &plan.schedule().matchups;
        let known = |matchup: &Matchup| made.iter().any(|other| other.is_same(matchup));
        if made.len() == matchups.len() && matchups.iter().all(known) {
            return last;
        }
    }
    let labels: Vec<String> = last?.bots().iter().map(|bot| bot.label.clone()).collect();
    let label = |entry: &u16| labels[usize::from(*entry)].clone();
    let names = |matchup: &Matchup| matchup.entries.iter().map(label).collect();
    Plan::new(&PlanSpec {
        format: word_for(Format::Listed),
        listed: matchups.iter().map(names).collect(),
        ..spec.clone()
    })
}

fn translation(plan: &Plan, entries: Vec<u16>, whole: &Plan) -> Translation {
    let all = &whole.schedule().matchups;
    let number = |matchup: &Matchup| {
        let seatings = matchup.seatings.iter();
        let seatings: Vec<Vec<u16>> = seatings.map(|seats| renamed(seats, &entries)).collect();
        let here = Matchup::from(renamed(&matchup.entries, &entries));
        let number = all.iter().position(|there| there.is_same(&here));
        let number = number.unwrap_or_default();
        let game = |seating: &BySeat<u16>| {
            let mut games = seatings.iter();
            games.position(|seats| seats.as_slice() == &**seating)
        };
        let games = all[number].seatings.iter().filter_map(game).collect();
        (number as u64, games)
    };
    Translation {
        matchups: plan.schedule().matchups.iter().map(number).collect(),
        of: all.len() as u64,
        entries,
    }
}
