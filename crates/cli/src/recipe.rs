//! The command that plays a plan again, without defaults.

use rummilab::arena::{DEFAULT_ROUNDS, PlanSpec, split_name};
use rummilab::bot_api::external::TimeControl;
use rummilab::core::RuleSet;
use rummilab::runs::is_program;

use crate::rules_arg::{quoted, rules_words};
use crate::stop_args::stop_words;

/// Longest list of bots that is written as one word.
const LONGEST_LIST: usize = 60;

/// `rummilab tournament …` for this plan, for rules with this name and these options.
pub fn tournament(spec: &PlanSpec, rules: &str, options: &[String]) -> String {
    let mut words = vec!["rummilab tournament".to_owned()];
    // A list separates bots by commas, which commands of programs may contain, and has no names; a
    // long list does not fit on a line.
    let list = spec.bots.join(",");
    let alone = |bot: &String| is_program(bot) || split_name(bot).0.is_some();
    if list.len() > LONGEST_LIST || spec.bots.iter().any(alone) {
        let each = spec.bots.iter().map(|bot| format!("--bot {}", quoted(bot)));
        words.extend(each);
    } else {
        words.push(format!("--bots {list}"));
    }
    words.extend(rules_words(rules, options));
    let default = PlanSpec::default();
    let mut flag = |name: &str, value: &dyn ToString, default: &dyn ToString| {
        if value.to_string() != default.to_string() {
            words.push(format!("--{name} {}", value.to_string()));
        }
    };
    let club = spec.format == "club";
    let players: u64 = if club { 4 } else { default.players };
    flag("format", &spec.format, &default.format);
    flag("players", &spec.players, &players);
    flag("draws", &spec.draws, &default.draws);
    flag("faults", &spec.faults, &default.faults);
    if let Some(clock) = &spec.clock {
        flag("clock", clock, &TimeControl::default());
    }
    flag("matchups", &spec.matchups, &default.matchups);
    if let Some(reserve) = &spec.reserve {
        words.push(format!("--reserve {}", quoted(reserve)));
    }
    if let Some(anchor) = &spec.anchor {
        words.push(format!("--anchor {}", quoted(anchor)));
    }
    if spec.with_final {
        words.push("--final".to_owned());
    }
    words.push(if club {
        format!("--rounds {}", spec.rounds.unwrap_or(DEFAULT_ROUNDS))
    } else {
        format!("--deals {}", spec.deals)
    });
    if let Some(stop) = &spec.stop {
        words.extend(stop_words(stop));
    }
    words.push(format!("--seed {}", spec.seed));
    if let Some(salt) = &spec.salt {
        words.push(format!("--salt {salt}"));
    }
    words.join(" ")
}

/// The command for a resolved plan, as in records. It is `rummilab tournament …` if the rules are a
/// system that ships, otherwise `rummilab run` with the plan file beside the record.
pub fn of_plan(plan: &str, rules: &RuleSet) -> String {
    let ships = RuleSet::preset(&rules.name).is_some_and(|preset| preset == *rules);
    match PlanSpec::from_toml(plan) {
        Ok(spec) if ships => tournament(&spec, &rules.name, &[]),
        _ => "rummilab run plan.toml".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use rummilab::arena::{Plan, RulesEntry};

    use super::*;

    fn check(spec: &PlanSpec, expected: &str) {
        let plan = Plan::new(spec).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(of_plan(&plan.to_toml(), plan.rules()), expected);
    }

    #[test]
    fn resolved_plans_become_commands_again() {
        let bots = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let spec = PlanSpec {
            bots: bots(&["hold:h=1", "greedy"]),
            seed: 7,
            ..PlanSpec::default()
        };
        let command = "rummilab tournament --bots hold:h=1,greedy --deals 100 --seed 7";
        check(&spec, command);
        let twist = PlanSpec {
            rules: RulesEntry::Name("twist".to_owned()),
            players: 3,
            ..spec.clone()
        };
        let command = "rummilab tournament --bots hold:h=1,greedy --rules twist --players 3 \
            --deals 100 --seed 7";
        check(&twist, command);
        let anchored = PlanSpec {
            anchor: Some("greedy".to_owned()),
            ..spec.clone()
        };
        let command =
            "rummilab tournament --bots hold:h=1,greedy --anchor greedy --deals 100 --seed 7";
        check(&anchored, command);
        let club = PlanSpec {
            bots: bots(&["a", "b", "c", "d", "e"]),
            format: "club".to_owned(),
            players: 4,
            with_final: true,
            ..PlanSpec::default()
        };
        let command = "rummilab tournament --bots a,b,c,d,e --format club --reserve e --final \
            --rounds 3 --seed 1";
        check(&club, command);
        let rules =
            RuleSet::preset("original").and_then(|rules| rules.with_options(&["jokers=0"]).ok());
        let own = PlanSpec {
            rules: RulesEntry::from(&rules.expect("sound rules")),
            ..spec
        };
        check(&own, "rummilab run plan.toml");
    }
}
