//! Bots and a judge for the tests of the harness: simple, deterministic, and faulty on demand.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use rummilab_arena::{
    Plan, PlanSpec, Played, Players, PlayersError, RunEnd, RunError, Span, StopFlag, run,
};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{
    Action, CouldPlay, Position, RuleSet, Seat, Set, Table, Tile, TileCounts, Unanswered,
};
use rummilab_record::{Block, Reader, Writer};

/// Complete runs and groups that can be laid from these tiles at once, without jokers.
pub fn sets_in(rules: &RuleSet, rack: &TileCounts) -> Vec<Set> {
    let mut rest = rack.without_jokers();
    let mut sets = Vec::new();
    let tile = |colour, value| Tile::number(colour, value).filter(|tile| rules.has_kind(*tile));
    for &colour in rules.colours() {
        for from in 1..=rules.values {
            let run: Vec<Tile> = (from..=rules.values)
                .map_while(|value| tile(colour, value).filter(|tile| rest.count(*tile) > 0))
                .collect();
            if run.len() >= 3 {
                assert!(run.iter().all(|tile| rest.remove(*tile)));
                sets.push(Set::new(run));
            }
        }
    }
    for value in 1..=rules.values {
        let colours = rules.colours().iter();
        let group: Vec<Tile> = colours
            .filter_map(|colour| tile(*colour, value))
            .filter(|tile| rest.count(*tile) > 0)
            .collect();
        if group.len() >= 3 {
            assert!(group.iter().all(|tile| rest.remove(*tile)));
            sets.push(Set::new(group));
        }
    }
    sets
}

fn value(sets: &[Set]) -> u32 {
    sets.iter()
        .flat_map(Set::tiles)
        .map(|tile| u32::from(tile.face()))
        .sum()
}

/// Lays the complete sets on the rack that fit, else draws or passes.
fn lay(view: &View<'_>) -> Action {
    let mut sets = sets_in(view.rules, &view.rack);
    let owners = view.table.owners().unwrap_or_default();
    let me = Some(view.seat.index() as u8);
    let mut own = owners.iter().filter(|owner| **owner == me).count();
    let most = view.rules.group_cap_per_player.or(u8::MAX);
    sets.retain(|set| {
        let group = view.rules.judge(set.tiles()).is_group();
        own += usize::from(group);
        !group || own <= usize::from(most)
    });
    let enough = view.has_opened() || value(&sets) >= u32::from(view.rules.opening_min);
    if sets.is_empty() || !enough {
        return idle(view);
    }
    Action::Play(Table::new([view.table.sets(), &sets].concat()))
}

fn idle(view: &View<'_>) -> Action {
    view.idle()
}

/// The behaviour of a test bot.
#[derive(Clone, Copy)]
enum Kind {
    Lays,
    LaysSometimes,
    /// Lays a tile that it does not hold, on this own turn.
    Cheats(u32),
    Panics,
    /// Puts back every tile that it may, and panics at this question.
    PanicsPuttingBack(u32),
    TimesOut,
}

struct TestBot {
    kind: Kind,
    turn: u32,
    /// Number of times it was asked whether a tile goes back.
    asked: u32,
}

impl Bot for TestBot {
    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        assert!(view.may_put_back && view.drawn == Some(tile));
        assert!(view.rack.count(tile) > 1);
        self.asked += 1;
        match self.kind {
            Kind::PanicsPuttingBack(at) if self.asked >= at => panic!("as it should"),
            Kind::LaysSometimes => return stream.coin(),
            _ => {}
        }
        true
    }

    fn new_game(&mut self, _: Seat) {
        self.turn = 0;
        self.asked = 0;
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        self.turn += 1;
        match self.kind {
            Kind::Lays | Kind::PanicsPuttingBack(_) => Ok(lay(view)),
            Kind::LaysSometimes if stream.coin() => Ok(lay(view)),
            Kind::LaysSometimes => Ok(idle(view)),
            Kind::Cheats(turn) if self.turn >= turn => {
                let made_up = Set::new(["R1", "R2", "R3"].map(|tile| tile.parse().unwrap()));
                Ok(Action::Play(Table::new(
                    [view.table.sets(), &[made_up]].concat(),
                )))
            }
            Kind::Cheats(_) => Ok(lay(view)),
            Kind::Panics => panic!("as it should"),
            Kind::TimesOut => Err(BotFault::Timeout),
        }
    }
}

/// A judge that says nobody can lay, and values openings as the test bots do.
struct TestJudge;

impl CouldPlay for TestJudge {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        Ok(value(&sets_in(rules, rack)))
    }
}

pub struct TestPlayers;

impl Players for TestPlayers {
    fn bot(&self, canonical: &str) -> Result<Box<dyn Bot>, PlayersError> {
        let kind = match canonical {
            "lays" => Kind::Lays,
            "coin" => Kind::LaysSometimes,
            "cheat" => Kind::Cheats(3),
            "panic" => Kind::Panics,
            "panic-back" => Kind::PanicsPuttingBack(3),
            "late" => Kind::TimesOut,
            other => return Err(format!("no bot {other}").into()),
        };
        Ok(Box::new(TestBot {
            kind,
            turn: 0,
            asked: 0,
        }))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        judge()
    }
}

pub fn judge() -> Box<dyn CouldPlay> {
    Box::new(TestJudge)
}

pub fn plan(bots: &[&str], players: u64, deals: u64, change: impl FnOnce(&mut PlanSpec)) -> Plan {
    let bots = bots.iter().map(ToString::to_string).collect();
    let mut spec = PlanSpec {
        bots,
        players,
        deals,
        seed: 11,
        ..PlanSpec::default()
    };
    change(&mut spec);
    Plan::new(&spec).unwrap()
}

pub fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

/// Plays these blocks with the test players, without an observer.
pub fn play<E>(
    plan: &Plan,
    count: usize,
    span: Span,
    stop: &StopFlag,
    sink: impl FnMut(Played) -> Result<(), E>,
) -> Result<RunEnd, RunError<E>> {
    let (players, threads) = (&TestPlayers, threads(count));
    run(plan, players, threads, span, stop, &mut |_| {}, sink)
}

/// The bytes of games.bin of a whole run.
pub fn file_of(plan: &Plan, count: usize) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &plan.header("test 1")).unwrap();
    let sink = |played: Played| writer.append(&played.block);
    let stop = StopFlag::default();
    let outcome = play(plan, count, Span::all(plan), &stop, sink).unwrap();
    assert!(!outcome.interrupted);
    assert_eq!(outcome.progress.blocks, plan.schedule().blocks());
    assert_eq!(outcome.progress.games, plan.schedule().games());
    writer.into_inner()
}

pub fn blocks_of(plan: &Plan) -> Vec<Block> {
    let mut blocks = Vec::new();
    let sink = |played: Played| -> Result<(), Infallible> {
        blocks.push(played.block);
        Ok(())
    };
    let stop = StopFlag::default();
    play(plan, 2, Span::all(plan), &stop, sink).unwrap();
    blocks
}

pub fn read(bytes: &[u8]) -> Vec<Block> {
    Reader::new(bytes).unwrap().map(Result::unwrap).collect()
}
