//! Checked plans: everything that decides what is played. An invalid plan is reported with all its
//! faults. Threads, folders and shards are not part of a plan, because they do not change the
//! result.

use rummilab_bot_api::external::TimeControl;
use rummilab_chance::{DealId, Salt, Seed};
use rummilab_core::{Deal, RuleError, RuleFault, RuleSet, Sight};
use rummilab_record::{BotEntry, Header, Program, assign_programs};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::club::{Club, ClubState, DEFAULT_ROUNDS};
use crate::deal::{Draws, deal, deal_attempt};
use crate::error::{HarnessError, MAX_BOTS, PlanError, PlanFault};
use crate::game::FaultPolicy;
use crate::plan_checks::{
    check_bots, check_club, check_not_club, check_numbers, is_name, listed_of,
};
use crate::schedule::{Format, Schedule};
use crate::spec::{PlanSpec, RulesEntry, split_name};
use crate::stop::{Stop, StopCondition, check_stop};

/// A plan that passed every check.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    rules: RuleSet,
    /// The bots as the list has them.
    listed: Vec<String>,
    bots: Vec<BotEntry>,
    players: usize,
    seed: Seed,
    format: Format,
    draws: Draws,
    faults: FaultPolicy,
    clock: Option<TimeControl>,
    matchups: u64,
    anchor: usize,
    schedule: Schedule,
    stop: Option<Stop>,
    club: Option<Club>,
    question: Option<String>,
    prediction: Option<String>,
}

impl Plan {
    /// Checks a plan.
    ///
    /// # Errors
    /// [`PlanError::Faults`] with all faults; with too many bots no others.
    pub fn new(spec: &PlanSpec) -> Result<Plan, PlanError> {
        // Other checks compare every bot with every other, which would take hours.
        if spec.bots.len() > MAX_BOTS {
            let fault = PlanFault::TooManyBots(spec.bots.len());
            return Err(PlanError::Faults(vec![fault]));
        }
        let mut faults = Vec::new();
        let rules = note(&mut faults, rules_of(&spec.rules));
        let formats = "round-robin, gauntlet, challenge, listed, seats or club";
        let format = note(&mut faults, known("format", &spec.format, formats));
        let draws = known("draws", &spec.draws, "per-seat or shared");
        let draws = note(&mut faults, draws);
        let policy = note(&mut faults, known("faults", &spec.faults, "end or rules"));
        let clock = spec.clock.as_deref().map(clock_of).transpose();
        let clock = note(&mut faults, clock).flatten();
        let salt = spec.salt.as_deref().map(salt_of).transpose();
        let salt = note(&mut faults, salt).flatten();
        check_bots(&spec.bots, &mut faults);
        match format {
            Some(Format::Club) => check_club(spec, &mut faults),
            Some(Format::Seats) if spec.bots.len() as u64 != spec.players => {
                check_not_club(spec, &mut faults);
                faults.push(PlanFault::NotOneEach(spec.players, spec.bots.len()));
            }
            Some(_) => check_not_club(spec, &mut faults),
            None => {}
        }
        check_numbers(spec, rules.as_ref(), &mut faults);
        let listed = listed_of(spec, &mut faults);
        let stop = check_stop(spec, rules.as_ref(), &mut faults);
        let mut bots = labelled(&spec.bots);
        let anchor = note(&mut faults, anchor_of(spec.anchor.as_deref(), &bots));
        let anchor = anchor.unwrap_or_default();
        let (Some(rules), Some(format), Some(draws), Some(policy), true) =
            (rules, format, draws, policy, faults.is_empty())
        else {
            return Err(PlanError::Faults(faults));
        };
        let players = spec.players as usize;
        let master = spec.seed;
        let seed = Seed { master, salt };
        if let Err(error) = deal(&rules, players, draws, seed, 0) {
            return Err(PlanError::Faults(vec![PlanFault::Deal(error)]));
        }
        let rounds = spec.rounds.unwrap_or(DEFAULT_ROUNDS);
        let club = (format == Format::Club).then_some(Club {
            seats: players,
            entries: spec.bots.len(),
            rounds,
            with_final: spec.with_final,
        });
        if let (Some(club), Some(last)) = (club, spec.bots.last()) {
            let (_, canonical) = split_name(spec.reserve.as_ref().unwrap_or(last));
            bots.extend((1..=club.reserves()).map(|number| BotEntry {
                label: format!("{canonical} (reserve {number})"),
                canonical: canonical.to_owned(),
                version: None,
                programs: Vec::new(),
            }));
        }
        let (entries, deals, matchups) = (spec.bots.len(), spec.deals, spec.matchups);
        let schedule = match club {
            Some(_) => Schedule::none(),
            None if format == Format::Listed => Schedule::listed(listed, deals),
            None => Schedule::new(entries, players, deals, format, matchups, seed),
        };
        let plan = Plan {
            rules,
            listed: spec.bots.clone(),
            bots,
            players,
            seed,
            format,
            draws,
            faults: policy,
            clock,
            matchups: if club.is_some() { 0 } else { spec.matchups },
            anchor,
            schedule,
            stop,
            club,
            question: spec.question.clone(),
            prediction: spec.prediction.clone(),
        };
        Ok(plan.with_programs(&spec.programs))
    }

    /// Reads and checks a plan file.
    ///
    /// # Errors
    /// See [`PlanError`].
    pub fn from_toml(text: &str) -> Result<Plan, PlanError> {
        Plan::new(&PlanSpec::from_toml(text)?)
    }

    /// The resolved plan: every field, the rules in full. [`Plan::from_toml`] can read it.
    pub fn to_toml(&self) -> String {
        to_toml(&self.spec())
    }

    /// A specification from which [`Plan::new`] makes this plan again, with the rules in full.
    pub(crate) fn spec(&self) -> PlanSpec {
        PlanSpec {
            bots: self.listed.clone(),
            players: self.players as u64,
            deals: self.schedule.deals,
            rounds: self.club.map(|club| club.rounds),
            with_final: self.club.is_some_and(|club| club.with_final),
            reserve: self
                .bots
                .get(self.entries().len())
                .map(|bot| bot.canonical.clone()),
            seed: self.seed.master,
            salt: self.seed.salt.map(|salt| salt.to_string()),
            format: word_for(self.format),
            listed: self.listed_matchups(),
            draws: word_for(self.draws),
            faults: word_for(self.faults),
            clock: self.clock.map(|clock| clock.to_string()),
            matchups: self.matchups,
            // The first is the default, so that plans without this field keep their hash.
            // By the name that it has without its program.
            anchor: (self.anchor > 0).then(|| labelled(&self.listed)[self.anchor].label.clone()),
            question: self.question.clone(),
            prediction: self.prediction.clone(),
            stop: self.stop.as_ref().map(Stop::spec),
            rules: RulesEntry::from(&self.rules),
            programs: self.programs(),
        }
    }

    /// The match-ups of format `listed`, by the names that the bots have without their programs.
    fn listed_matchups(&self) -> Vec<Vec<String>> {
        if self.format != Format::Listed {
            return Vec::new();
        }
        let bots = labelled(&self.listed);
        let label = |entry: &u16| bots[usize::from(*entry)].label.clone();
        let matchups = self.schedule.matchups.iter();
        matchups
            .map(|matchup| matchup.entries.iter().map(label).collect())
            .collect()
    }

    /// The programs among the bots, each once.
    pub fn programs(&self) -> Vec<Program> {
        let mut each: Vec<Program> = Vec::new();
        for program in self.bots.iter().flat_map(|bot| &bot.programs) {
            if !each.contains(program) {
                each.push(program.clone());
            }
        }
        each
    }

    /// The plan with these programs among its bots. A program without a name in the list is called
    /// by its own, unless another bot is called so.
    #[must_use]
    pub fn with_programs(mut self, programs: &[Program]) -> Plan {
        assign_programs(&mut self.bots, programs);
        let listed = labels(&self.listed);
        let own = |(label, bot): (&String, &BotEntry)| own_label(label, bot);
        let own: Vec<String> = listed.iter().zip(&self.bots).map(own).collect();
        for (place, bot) in self.bots.iter_mut().enumerate().take(listed.len()) {
            let label = &own[place];
            let bearers = own.iter().chain(&listed).filter(|other| *other == label);
            let alone = bearers.count() == 1;
            bot.label
                .clone_from(if alone { label } else { &listed[place] });
        }
        self
    }

    /// The plan with the question and the prediction of another, unless it has its own.
    #[must_use]
    pub fn or_asked_as(mut self, other: &Plan) -> Plan {
        self.question = self.question.or_else(|| other.question.clone());
        self.prediction = self.prediction.or_else(|| other.prediction.clone());
        self
    }

    /// The plan with another number of deals.
    #[must_use]
    pub fn with_deals(mut self, deals: u64) -> Plan {
        self.schedule.deals = deals;
        self
    }

    /// The BLAKE3 hash of [`Plan::to_toml`] without salt, programs, question, prediction and number
    /// of deals, 64 hexadecimal digits. A run with more deals is the same run, continued. Only a
    /// run that ends at a width keeps the number: its live intervals are tuned for it.
    pub fn plan_hash(&self) -> String {
        let text = to_toml(&PlanSpec {
            salt: None,
            question: None,
            prediction: None,
            programs: Vec::new(),
            deals: if self.is_tuned() {
                self.schedule.deals
            } else {
                0
            },
            ..self.spec()
        });
        blake3::hash(text.as_bytes()).to_hex().to_string()
    }

    fn is_tuned(&self) -> bool {
        let rule = self.stop.map(|stop| stop.rule);
        matches!(rule, Some(StopCondition::UntilWidth(_)))
    }

    /// The header of the record of this plan. `build` is name and version of the program. The
    /// caller must fill in the versions of the bots.
    pub fn header(&self, build: &str) -> Header {
        Header {
            plan: self.to_toml(),
            plan_hash: self.plan_hash(),
            rules: self.rules.clone(),
            players: self.players,
            seed: self.seed.master,
            salt: self.seed.salt.map(|salt| salt.to_string()),
            bots: self.bots.clone(),
            build: build.to_owned(),
        }
    }

    /// The deals of a block as its record must hold them, each with the number of deals discarded
    /// before it: one deal, or in a club tournament one for each game.
    ///
    /// # Errors
    /// [`HarnessError::Redeal`].
    pub fn deals(&self, block: u64) -> Result<Vec<(Deal, u32)>, HarnessError> {
        let deals = self.club.map_or(1, |club| club.seats as u32);
        let made = |game| self.deal(self.deal_id(block, game));
        (0..deals).map(made).collect()
    }

    /// The id of the deal of a game, counted in its block from 0. All match-ups have the same
    /// deals. Games have their own deals only in a club tournament.
    pub fn deal_id(&self, block: u64, game: u32) -> DealId {
        match self.club {
            None => DealId::Deal(self.schedule.deal(block)),
            Some(_) => DealId::Game { block, game },
        }
    }

    /// A deal, and the number of deals discarded before it.
    ///
    /// # Errors
    /// [`HarnessError::Redeal`].
    pub fn deal(&self, id: impl Into<DealId>) -> Result<(Deal, u32), HarnessError> {
        deal(&self.rules, self.players, self.draws, self.seed, id)
    }

    /// The deal of one attempt, whatever pairs its racks hold.
    ///
    /// # Errors
    /// [`HarnessError::TooFew`].
    pub fn deal_attempt(&self, id: impl Into<DealId>, attempt: u32) -> Result<Deal, HarnessError> {
        deal_attempt(
            &self.rules,
            self.players,
            self.draws,
            self.seed,
            id,
            attempt,
        )
    }

    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The bots as the list has them.
    pub(crate) fn listed_bots(&self) -> &[String] {
        &self.listed
    }

    /// The bots with their labels; in a club tournament the reserve players come last.
    pub fn bots(&self) -> &[BotEntry] {
        &self.bots
    }

    /// The bots of the list, without reserve players.
    fn entries(&self) -> &[BotEntry] {
        let entries = self.club.map(|club| club.entries);
        &self.bots[..entries.unwrap_or(self.bots.len())]
    }

    /// The index of the bot whose rating is zero.
    pub fn anchor(&self) -> usize {
        self.anchor
    }

    /// The size of the club tournament, if this is one.
    pub fn club(&self) -> Option<Club> {
        self.club
    }

    /// A club tournament before its first game, if this is one.
    pub fn club_state(&self) -> Option<ClubState> {
        self.club
            .map(|club| ClubState::new(club, &self.rules, self.seed))
    }

    pub fn blocks(&self) -> u64 {
        self.club
            .map_or_else(|| self.schedule.blocks(), |club| club.blocks())
    }

    pub fn players(&self) -> usize {
        self.players
    }

    /// The origin of every random number of the run.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// The format: how bots are matched.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The arrangement of the pool.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// The consequence of a bot fault.
    pub fn faults(&self) -> FaultPolicy {
        self.faults
    }

    /// The clock of bots that are programs, if the plan has one. The caller's factory enforces it.
    pub fn clock(&self) -> Option<TimeControl> {
        self.clock
    }

    /// What the run is to answer, in words.
    pub fn question(&self) -> Option<&str> {
        self.question.as_deref()
    }

    /// What is expected of it, in words.
    pub fn prediction(&self) -> Option<&str> {
        self.prediction.as_deref()
    }

    /// The stop rule, if there is one.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The match-ups and their numbers of deals. Empty in a club tournament.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }
}

pub(crate) fn to_toml(spec: &PlanSpec) -> String {
    toml::to_string(spec).expect("texts, numbers and tables of these are always TOML")
}

fn note<T>(faults: &mut Vec<PlanFault>, result: Result<T, PlanFault>) -> Option<T> {
    result.map_err(|fault| faults.push(fault)).ok()
}

fn rules_of(entry: &RulesEntry) -> Result<RuleSet, PlanFault> {
    match entry {
        RulesEntry::Name(name) => {
            RuleSet::preset(name).ok_or_else(|| PlanFault::UnknownRules(name.clone()))
        }
        RulesEntry::Table(table) => {
            RuleSet::from_toml(&table.to_string()).map_err(|error| match error {
                // The spans would point into a text that the user did not write.
                RuleError::Faults(faults) => {
                    let faults = faults.into_iter().map(|fault| RuleFault {
                        span: None,
                        ..fault
                    });
                    PlanFault::Rules(RuleError::Faults(faults.collect()))
                }
                error => PlanFault::Rules(error),
            })
        }
    }
}

/// The value of this word in a field.
fn known<T: DeserializeOwned>(
    field: &'static str,
    word: &str,
    expected: &'static str,
) -> Result<T, PlanFault> {
    let meant = toml::Value::from(word).try_into();
    meant.or_else(|_| unknown(field, word, expected))
}

/// The word for this value, as [`known`] reads it.
pub(crate) fn word_for(meant: impl Serialize) -> String {
    let word = toml::Value::try_from(meant).ok();
    let word = word.as_ref().and_then(toml::Value::as_str);
    word.unwrap_or_default().to_owned()
}

fn clock_of(text: &str) -> Result<TimeControl, PlanFault> {
    let expected = "none, milliseconds a move and for the whole game such as 1000+10000, or a game \
                    clock such as game=60s,inc=0.5s";
    text.parse().or_else(|_| unknown("clock", text, expected))
}

fn salt_of(text: &str) -> Result<Salt, PlanFault> {
    let expected = "64 hexadecimal digits, or random";
    text.parse().or_else(|_| unknown("salt", text, expected))
}

fn unknown<T>(field: &'static str, found: &str, expected: &'static str) -> Result<T, PlanFault> {
    Err(PlanFault::Word(field, found.to_owned(), expected))
}

/// The index of the bot whose rating is zero.
fn anchor_of(anchor: Option<&str>, bots: &[BotEntry]) -> Result<usize, PlanFault> {
    let Some(anchor) = anchor else {
        return Ok(0);
    };
    let place = bots.iter().position(|bot| bot.label == anchor);
    place.ok_or_else(|| {
        PlanFault::Word(
            "anchor",
            anchor.to_owned(),
            "a bot of the list, such as greedy, or greedy#2 where it is listed twice",
        )
    })
}

/// The names by which the bots of a list are called.
pub fn labels(bots: &[String]) -> Vec<String> {
    labelled(bots).into_iter().map(|bot| bot.label).collect()
}

/// The bots by their names. Entries without one are called by the canonical name, numbered if
/// several share it: `#1`, `#2`, …
pub(crate) fn labelled(bots: &[String]) -> Vec<BotEntry> {
    let unnamed = |bot: &str, among: &[String]| among.iter().filter(|one| *one == bot).count();
    let entry = |(index, bot): (usize, &String)| {
        let (name, canonical) = split_name(bot);
        let label = match name {
            Some(name) => marked(name, canonical),
            None if unnamed(bot, bots) == 1 => bot.clone(),
            None => format!("{bot}#{}", unnamed(bot, &bots[..=index])),
        };
        BotEntry {
            label,
            canonical: canonical.to_owned(),
            version: None,
            programs: Vec::new(),
        }
    };
    bots.iter().enumerate().map(entry).collect()
}

/// The label of a bot with the name that its program says in the place of its command, if the list
/// does not name it.
fn own_label(listed: &str, bot: &BotEntry) -> String {
    let said = bot.programs.first().map(|program| program.name.as_str());
    let said = said.filter(|name| name.split(' ').all(is_name));
    let number = listed.strip_prefix(&bot.canonical);
    let number = number.filter(|rest| rest.is_empty() || rest.starts_with('#'));
    match said.zip(number) {
        Some((name, number)) => marked(name, &bot.canonical) + number,
        None => listed.to_owned(),
    }
}

/// The name of a bot in tables. If the bot sees hidden tiles, its name says so.
fn marked(name: &str, canonical: &str) -> String {
    let sight = Sight::of_bot(canonical);
    if sight.is_nothing() {
        name.to_owned()
    } else {
        format!("{name}({}={sight})", Sight::KEY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(bots: &[&str]) -> PlanSpec {
        PlanSpec {
            bots: bots.iter().map(ToString::to_string).collect(),
            ..PlanSpec::default()
        }
    }

    /// It took hours to say so.
    #[test]
    fn far_too_many_bots_are_refused() {
        let error = Plan::new(&spec(&vec!["greedy"; 1_000_000])).unwrap_err();
        assert!(
            error.to_string().contains("1000000 bots are too many"),
            "{error}"
        );
    }

    #[test]
    fn a_resolved_plan_comes_back() {
        for seed in [7, u64::MAX] {
            let plan = Plan::new(&PlanSpec {
                seed,
                clock: (seed == 7).then(|| "200".to_owned()),
                ..spec(&["greedy", "hold:h=3"])
            })
            .unwrap();
            let again = Plan::from_toml(&plan.to_toml()).unwrap();
            assert_eq!(again, plan);
            assert_eq!(again.to_toml(), plan.to_toml());
            assert_eq!(again.plan_hash(), plan.plan_hash());
        }
        let asked = PlanSpec {
            question: Some("does it pay?".to_owned()),
            prediction: Some("no".to_owned()),
            ..spec(&["greedy"])
        };
        let (plain, asked) = (
            Plan::new(&spec(&["greedy"])).unwrap(),
            Plan::new(&asked).unwrap(),
        );
        assert_eq!(asked.plan_hash(), plain.plan_hash());
        assert_eq!(Plan::from_toml(&asked.to_toml()).unwrap(), asked);
        assert_eq!(plain.or_asked_as(&asked), asked);
    }

    #[test]
    fn rules_by_name_by_base_and_in_full_are_one_plan() {
        let text = |rules: &str| format!("bots = [\"a\"]\n{rules}");
        let named = Plan::from_toml(&text("rules = \"tournament\"")).unwrap();
        let based = Plan::from_toml(&text("[rules]\nbase = \"tournament\"")).unwrap();
        assert_eq!(named.plan_hash(), based.plan_hash());
        let other = Plan::from_toml(&text("[rules]\nbase = \"tournament\"\njokers = 4")).unwrap();
        assert_ne!(named.plan_hash(), other.plan_hash());
    }

    #[test]
    fn all_faults_are_reported_at_once() {
        let spec = PlanSpec {
            rules: RulesEntry::Name("orignal".to_owned()),
            format: "odd".to_owned(),
            draws: "odd".to_owned(),
            faults: "odd".to_owned(),
            clock: Some("odd".to_owned()),
            players: 7,
            deals: 0,
            matchups: 0,
            ..spec(&["a", " "])
        };
        let PlanError::Faults(faults) = Plan::new(&spec).unwrap_err() else {
            panic!()
        };
        assert_eq!(faults.len(), 9, "{faults:?}");
        assert!(Plan::from_toml("bots = []").is_err());
        assert!(Plan::from_toml("bots = [\"a\"]\nthreads = 3").is_err());
        assert!(Plan::from_toml("bots = [\"a\"]\nrules = 3").is_err());
    }

    #[test]
    fn rules_with_too_few_tiles_for_the_players_are_refused() {
        let text = "bots = [\"a\"]\nplayers = 4\n[rules]\nbase = \"original\"\nhand = 30";
        let error = Plan::from_toml(text).unwrap_err().to_string();
        assert!(error.contains("2 to 3"), "{error}");
    }

    #[test]
    fn club_plans_fill_the_last_table_with_reserves() {
        let text = "bots = [\"a\", \"b\", \"c\", \"d\", \"e\"]\nformat = \"club\"\nfinal = true";
        let plan = Plan::from_toml(text).unwrap();
        assert_eq!((plan.players(), plan.blocks()), (4, 7));
        let labels: Vec<&str> = plan.bots()[5..].iter().map(|b| b.label.as_str()).collect();
        assert_eq!(labels, ["e (reserve 1)", "e (reserve 2)", "e (reserve 3)"]);
        assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
        assert!(!plan.to_toml().contains("deals"));
        let fails = |more: &str, part: &str| {
            let error = Plan::from_toml(&format!("format = \"club\"\n{more}")).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        };
        fails("bots = [\"a\", \"b\"]", "needs at least 4 bots");
        fails("bots = [\"a\", \"b\"]\nplayers = 2", "3 or 4");
        fails("bots = [\"a\", \"b\"]\nplayers = 5", "3 or 4");
        let three = "bots = [\"a\", \"b\", \"c\"]\nplayers = 3";
        fails(&format!("{three}\ndeals = 5"), "give `rounds`");
        fails(&format!("{three}\nrounds = 0"), "1 to 100");
        let other = Plan::from_toml("bots = [\"a\"]\nrounds = 3").unwrap_err();
        assert!(other.to_string().contains("belongs to format club"));
    }

    #[test]
    fn bots_are_called_by_their_names() {
        let listed = ["mine=cmd:x --a=1", "hold:h=3", "hold:h=3", "old=hold:h=3"];
        let plan = Plan::new(&spec(&listed)).unwrap();
        let labels: Vec<&str> = plan.bots().iter().map(|bot| bot.label.as_str()).collect();
        assert_eq!(labels, ["mine", "hold:h=3#1", "hold:h=3#2", "old"]);
        assert_eq!(plan.bots()[0].canonical, "cmd:x --a=1");
        assert_eq!(plan.bots()[3].canonical, "hold:h=3");
        let again = Plan::from_toml(&plan.to_toml()).unwrap();
        assert_eq!((again.plan_hash(), &again), (plan.plan_hash(), &plan));
        // A name is part of the plan, because the tables have it.
        let unnamed = Plan::new(&spec(&[
            "cmd:x --a=1",
            "hold:h=3",
            "hold:h=3",
            "old=hold:h=3",
        ]));
        assert_ne!(unnamed.unwrap().plan_hash(), plan.plan_hash());
        let fails = |bots: &[&str], part: &str| {
            let error = Plan::new(&spec(bots)).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        fails(&["a b=x", "y"], "`a b` is no name");
        fails(&["a=x", "a=y"], "two bots are called `a`");
        fails(&["y=x", "y"], "two bots are called `y`");
        fails(&["=x", "y"], "`` is no name");
    }

    #[test]
    fn programs_without_a_name_are_called_by_their_own() {
        let program = |bot: &str, name: &str| Program {
            bot: bot.to_owned(),
            name: name.to_owned(),
            version: None,
            blake3: None,
        };
        let check = |bots: &[&str], programs: &[Program], labels: &[&str]| {
            let anchor = Some(labelled(&spec(bots).bots)[1].label.clone());
            let plain = Plan::new(&PlanSpec {
                anchor,
                ..spec(bots)
            });
            let plain = plain.unwrap();
            let plan = plain.clone().with_programs(programs);
            let found: Vec<&str> = plan.bots().iter().map(|bot| bot.label.as_str()).collect();
            assert_eq!(found, labels);
            // Neither the plan hash nor the way back depends on it.
            assert_eq!(plan.plan_hash(), plain.plan_hash());
            assert_eq!(Plan::from_toml(&plan.to_toml()).unwrap(), plan);
            assert_eq!(plan.with_programs(&[]), plain);
        };
        let burst = program("cmd:x", "burst");
        check(
            &["cmd:x", "greedy"],
            std::slice::from_ref(&burst),
            &["burst", "greedy"],
        );
        check(
            &["greedy", "cmd:x"],
            std::slice::from_ref(&burst),
            &["greedy", "burst"],
        );
        check(
            &["cmd:x", "cmd:x"],
            std::slice::from_ref(&burst),
            &["burst#1", "burst#2"],
        );
        check(
            &["mine=cmd:x", "a"],
            std::slice::from_ref(&burst),
            &["mine", "a"],
        );
        // Who is not alone with a name, or has an odd one, keeps the command.
        check(
            &["cmd:x", "burst"],
            std::slice::from_ref(&burst),
            &["cmd:x", "burst"],
        );
        let other = program("cmd:y", "burst");
        check(&["cmd:x", "cmd:y"], &[burst, other], &["cmd:x", "cmd:y"]);
        let odd = program("cmd:x", "a\nb");
        check(&["cmd:x", "a"], &[odd], &["cmd:x", "a"]);
        let two = program("cmd:x", "rummilab greedy");
        check(&["cmd:x", "a"], &[two], &["rummilab greedy", "a"]);
    }

    #[test]
    fn equal_bots_are_told_apart() {
        let plan = Plan::new(&spec(&["a", "b", "a"])).unwrap();
        let labels: Vec<&str> = plan.bots().iter().map(|bot| bot.label.as_str()).collect();
        assert_eq!(labels, ["a#1", "b", "a#2"]);
        assert_eq!(plan.bots()[2].canonical, "a");
    }
}
