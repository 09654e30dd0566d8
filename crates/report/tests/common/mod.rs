//! Plays small runs and reads pages.
#![allow(dead_code, reason = "every test file uses a part")]

pub mod film_checks;
pub mod page_checks;

use std::convert::Infallible;
use std::num::NonZeroUsize;

use roxmltree::{Document, Node, ParsingOptions};
use rummilab_arena::{
    Blocks, ClubPart, Plan, PlanSpec, Played, Players, PlayersError, RulesEntry, Span, StopFlag,
    run, run_club,
};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_bots::BotSpec;
use rummilab_chance::Stream;
use rummilab_core::{Action, CouldPlay};
use rummilab_record::{Block, Header};
use rummilab_report::{GameId, Gather, PageData, ReportError, RunFacts, page};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;
use rummilab_stats::{ClubShape, SummaryBuilder};

/// A hostile message of a bot.
pub const HOSTILE: &str = "</script><script>alert(1)</script><!--\"'&amp;]]>\u{0}\u{202E}@R1";

/// The bots of the roster, and `broken`, whose answers cannot be understood.
struct TestPlayers;

struct Broken;

impl Bot for Broken {
    fn act(&mut self, _: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        Err(BotFault::Protocol(HOSTILE.to_owned()))
    }
}

impl Players for TestPlayers {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        match canonical {
            "broken" => Ok(Box::new(Broken)),
            name => Ok(name.parse::<BotSpec>()?.make()),
        }
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        Box::new(judge())
    }
}

pub fn judge() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

/// A run in memory.
pub struct TestRun {
    pub plan: Plan,
    pub header: Header,
    pub blocks: Vec<Block>,
}

/// Plays a plan of these bots under these rules, with two deals unless `change` sets another
/// number.
pub fn played(bots: &str, rules: &str, change: impl FnOnce(&mut PlanSpec)) -> TestRun {
    let mut spec = PlanSpec {
        bots: bots.split(' ').map(ToOwned::to_owned).collect(),
        rules: RulesEntry::Name(rules.to_owned()),
        deals: 2,
        seed: 5,
        ..PlanSpec::default()
    };
    change(&mut spec);
    let plan = Plan::new(&spec).unwrap();
    let mut blocks = Vec::new();
    let keep = |played: Played| -> Result<(), Infallible> {
        blocks.push(played.block);
        Ok(())
    };
    let (stop, threads) = (StopFlag::default(), NonZeroUsize::MIN);
    let watch = &mut |_| {};
    let outcome = match plan.club_state() {
        Some(state) => {
            let part = ClubPart {
                state,
                wanted: &Blocks::from(Span::all(&plan)),
                known: &mut |_| None,
            };
            run_club(&plan, &TestPlayers, threads, part, &stop, watch, keep)
        }
        None => {
            let span = Span::all(&plan);
            run(&plan, &TestPlayers, threads, span, &stop, watch, keep)
        }
    };
    assert!(!outcome.unwrap().interrupted);
    TestRun {
        header: plan.header("test 1"),
        plan,
        blocks,
    }
}

impl TestRun {
    pub fn gathered(&self, wanted: &[GameId]) -> Gather {
        let mut gather = self.gatherer(wanted);
        self.push_all(&mut gather);
        gather
    }

    /// What gathers it, empty.
    pub fn gatherer(&self, wanted: &[GameId]) -> Gather {
        let builder = SummaryBuilder::new(&self.header);
        let builder = match self.plan.club() {
            Some(club) => builder.club(ClubShape {
                tables: club.tables(),
                rounds: club.rounds,
                with_final: club.with_final,
                entries: club.entries,
            }),
            None => builder,
        };
        let club = self.plan.club().is_some();
        Gather::new(&self.header, builder, club, wanted)
    }

    pub fn push_all(&self, gather: &mut Gather) {
        let mut judge = judge();
        for block in &self.blocks {
            gather.push(block, &mut judge);
        }
    }

    pub fn evidence(&self, wanted: &[GameId]) -> Result<PageData, ReportError> {
        self.gathered(wanted).finish(&mut judge())
    }

    pub fn page(&self) -> String {
        let provenance = RunFacts {
            command: Some("rummilab tournament --bots a,b".to_owned()),
            abouts: vec!["what the first bot does".to_owned()],
            planned_blocks: Some(self.plan.blocks()),
            question: None,
            prediction: None,
            remarks: Vec::new(),
            reviews: Vec::new(),
            lessons: Vec::new(),
        };
        page(&self.evidence(&[]).unwrap(), &provenance).unwrap()
    }
}

/// The parsed page. It is also strict XML, so a misplaced tag or text is an error.
#[track_caller]
pub fn tree(page: &str) -> Document<'_> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}"))
}

/// All text below a node.
pub fn text(node: Node<'_, '_>) -> String {
    node.descendants()
        .filter_map(|n| n.is_text().then(|| n.text()).flatten())
        .collect()
}

/// The element with this id.
#[track_caller]
pub fn by_id<'a>(tree: &'a Document<'a>, id: &str) -> Node<'a, 'a> {
    let found = tree.descendants().find(|n| n.attribute("id") == Some(id));
    found.unwrap_or_else(|| panic!("there is no #{id}"))
}

/// Texts of all elements of this name.
pub fn texts(tree: &Document<'_>, name: &str) -> Vec<String> {
    tree.descendants()
        .filter(|n| n.has_tag_name(name))
        .map(text)
        .collect()
}

/// The films as the page's script gets them.
pub fn films(tree: &Document<'_>) -> Vec<serde_json::Value> {
    serde_json::from_str(&text(by_id(tree, "films"))).unwrap()
}

/// This field of every film.
pub fn each_film(tree: &Document<'_>, field: &str) -> Vec<String> {
    let films = films(tree).into_iter();
    films
        .map(|film| film[field].as_str().unwrap().to_owned())
        .collect()
}
