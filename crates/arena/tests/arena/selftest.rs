//! The guarantees of the harness: threads, interruptions and shards change nothing; equal bots tie
//! in every block; swapped bots swap the result; every record replays.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::common::{blocks_of, file_of, judge, plan, play, read, threads};
use rummilab_arena::{
    HarnessError, Plan, Played, Players, PlayersError, RulesEntry, RunError, Span, StopFlag,
    put_back_place, run,
};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, CouldPlay, Seat};
use rummilab_record::{Block, DealRecord, Replay, TurnRecord, Writer, verify_block};

#[test]
fn threads_do_not_change_a_byte() {
    for (bots, players) in [
        (&["lays", "coin"][..], 2),
        (&["coin", "lays", "coin", "lays"], 3),
        (&["coin"], 4),
        (&["lays", "coin"], 5),
        (&["coin", "lays", "coin", "lays", "coin", "lays"], 6),
    ] {
        let plan = plan(bots, players, 12, |_| {});
        let one = file_of(&plan, 1);
        assert_eq!(one, file_of(&plan, 2));
        assert_eq!(one, file_of(&plan, 8));
    }
}

#[test]
fn every_block_passes_verification() {
    for players in 2..=6 {
        for draws in ["per-seat", "shared"] {
            for rules in rummilab_core::PRESET_NAMES {
                let plan = plan(&["coin", "lays"], players, 10, |spec| {
                    spec.draws = draws.to_owned();
                    spec.rules = RulesEntry::Name(rules.to_owned());
                });
                let header = plan.header("test 1");
                let blocks = read(&file_of(&plan, 2));
                let mut games = blocks.iter().flat_map(|block| &block.games);
                assert!(games.any(|game| game.seats[Seat(0)].opened_turn.is_some()));
                let streams = if draws == "shared" {
                    1
                } else {
                    players as usize
                };
                for block in blocks {
                    verify_block(&header, &block, judge().as_mut()).unwrap();
                    let [DealRecord { attempt, deal }] = &block.deals[..] else {
                        panic!("{} deals", block.deals.len())
                    };
                    assert_eq!(deal.streams.len(), streams);
                    let planned = plan.deal(block.block).unwrap();
                    assert_eq!(planned, (deal.clone(), *attempt));
                }
            }
        }
    }
}

/// House games: turns begin with a draw, tiles go back to the places that the seed gives, groups
/// keep their owners, and there are no scores.
#[test]
fn house_games_put_tiles_back_and_replay() {
    let plan = plan(&["coin", "lays"], 2, 20, |spec| {
        spec.rules = RulesEntry::Name("house".to_owned());
    });
    let header = plan.header("test 1");
    let bytes = file_of(&plan, 1);
    assert_eq!(bytes, file_of(&plan, 3));
    let (mut back, mut owned) = (0, 0);
    for block in read(&bytes) {
        for game in &block.games {
            assert!(game.turns.iter().all(|turn| *turn != TurnRecord::Draw));
            assert!(game.seats.iter().all(|seat| seat.score == 0));
            back += game.put_back.len();
            let tables = game.turns.iter().filter_map(|turn| match turn {
                TurnRecord::Play(table) => Some(table),
                _ => None,
            });
            for table in tables {
                let owners = table.owners().unwrap();
                owned += owners.iter().flatten().count();
                for seat in 0..2 {
                    assert!(owners.iter().filter(|owner| **owner == Some(seat)).count() <= 6);
                }
            }
        }
        // The places follow from the seed.
        let returns = &mut [0, 0];
        let mut steps = Replay::new(&header.rules, &block, 0).unwrap();
        for (turn, _) in block.games[0].turns.iter().enumerate() {
            let mut game = steps.game().clone();
            let seat = game.to_move().unwrap();
            game.start_turn();
            let backs = block.games[0].put_back.iter();
            for back in backs.filter(|back| back.turn as usize == turn) {
                let (returns, places) = (&mut returns[seat.index()], game.put_back_places());
                let place = put_back_place(plan.seed(), block.block, seat, *returns, places);
                assert_eq!(usize::from(back.place), place);
                game.put_back(place).unwrap();
                *returns += 1;
            }
            steps.step(judge().as_mut()).unwrap().unwrap();
        }
    }
    assert!(back > 20 && owned > 100, "{back} {owned}");
}

/// For each entry, the sum over the games of a block of the score, and of the win share in
/// twelfths.
fn sums(block: &Block) -> BTreeMap<u16, (i32, u32)> {
    let mut sums = BTreeMap::new();
    for game in &block.games {
        for (seat, entry) in game.seating.iter().enumerate() {
            let sum: &mut (i32, u32) = sums.entry(*entry).or_default();
            sum.0 += game.seats[Seat(seat)].score;
            sum.1 += (12.0 * game.win_share(Seat(seat))).round() as u32;
        }
    }
    sums
}

#[test]
fn equal_bots_differ_by_exactly_zero_in_every_block() {
    for (bots, players) in [(2, 2), (3, 3), (4, 4), (3, 2)] {
        let plan = plan(&vec!["coin"; bots], players, 20, |spec| {
            spec.draws = "shared".to_owned();
        });
        for block in blocks_of(&plan) {
            let sums = sums(&block);
            assert_eq!(sums.len(), players as usize);
            let first = sums.values().next().unwrap();
            assert!(sums.values().all(|sum| sum == first), "{sums:?}");
        }
    }
}

#[test]
fn swapping_two_bots_flips_the_sign() {
    let plan = |bots: [&str; 2]| plan(&bots, 2, 30, |_| {});
    let (ab, ba) = (plan(["lays", "coin"]), plan(["coin", "lays"]));
    let mut decided = 0;
    for (one, other) in blocks_of(&ab).iter().zip(&blocks_of(&ba)) {
        let (one, other) = (sums(one), sums(other));
        assert_eq!((one[&0], one[&1]), (other[&1], other[&0]));
        decided += u32::from(one[&0] != one[&1]);
    }
    assert!(decided > 20);
}

#[test]
fn a_single_bot_plays_itself_once_a_block() {
    let plan = plan(&["coin"], 3, 5, |_| {});
    assert_eq!(plan.schedule().games(), 5);
    for block in blocks_of(&plan) {
        assert_eq!(block.games.len(), 1);
        assert_eq!(block.games[0].seating, [0; 3].into());
    }
}

fn play_some(plan: &Plan, span: Span, writer: &mut Writer<std::fs::File>, stop_after: u64) -> bool {
    let stop = StopFlag::default();
    let kept = Cell::new(0);
    let sink = |played: Played| {
        kept.set(kept.get() + 1);
        stop.store(kept.get() >= stop_after, Ordering::Relaxed);
        writer.append(&played.block)
    };
    play(plan, 3, span, &stop, sink).unwrap().interrupted
}

#[test]
fn interrupted_runs_continue_to_the_same_bytes() {
    let plan = plan(&["lays", "coin", "coin"], 2, 20, |_| {});
    let whole = file_of(&plan, 2);
    let header = plan.header("test 1");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let mut writer = Writer::create(&path, &header).unwrap();
    assert!(play_some(&plan, Span::all(&plan), &mut writer, 7));
    drop(writer);
    // The program was killed while writing the next block.
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..bytes.len() + 100]).unwrap();

    let mut seen = 0;
    let (mut writer, found) = Writer::resume(&path, &header, |_| seen += 1).unwrap();
    assert_eq!((found.blocks, found.dropped_bytes), (seen, 100));
    assert!((7..60).contains(&seen));
    let rest = Span::all(&plan).after(found.last);
    assert!(!play_some(&plan, rest, &mut writer, u64::MAX));
    assert_eq!(std::fs::read(&path).unwrap(), whole);
}

#[test]
fn shards_hold_the_blocks_of_the_whole() {
    let plan = plan(&["lays", "coin", "coin"], 2, 7, |_| {});
    let mut all = Vec::new();
    for shard in 0..4 {
        let stop = StopFlag::default();
        let span = Span::shard(&plan, shard, 4);
        let sink = |played: Played| -> Result<(), String> {
            assert_eq!(played.block.block % 4, shard);
            all.push(played.block);
            Ok(())
        };
        let outcome = play(&plan, 2, span, &stop, sink).unwrap();
        assert_eq!(outcome.progress.blocks, span.len());
    }
    all.sort_by_key(|block| block.block);
    assert_eq!(all, blocks_of(&plan));
}

#[test]
fn a_span_continues_after_any_block() {
    let plan = plan(&["coin"], 2, 10, |_| {});
    let shard = Span::shard(&plan, 1, 3);
    let left = |last| shard.after(last).len();
    assert_eq!((shard.len(), left(None), left(Some(0))), (3, 3, 3));
    let after = [1, 2, 4, 7, 99].map(|last| left(Some(last)));
    assert_eq!(after, [2, 2, 1, 0, 0]);
    let at_most = |blocks| shard.at_most(blocks).len();
    assert_eq!([0, 2, 9].map(at_most), [0, 2, 3]);
}

#[test]
fn errors_end_the_run_after_the_blocks_before_them() {
    let plan = plan(&["coin", "coin"], 2, 50, |_| {});
    let stop = StopFlag::default();
    let sink = |played: Played| {
        if played.block.block < 5 {
            Ok(())
        } else {
            Err("full")
        }
    };
    let result = play(&plan, 3, Span::all(&plan), &stop, sink);
    assert!(matches!(result, Err(RunError::Sink(5, "full"))));

    let plan = crate::common::plan(&["coin", "nobody"], 2, 50, |_| {});
    let sink = |_: Played| -> Result<(), String> { panic!("nothing can be played") };
    let result = play(&plan, 3, Span::all(&plan), &stop, sink);
    let bot = matches!(result, Err(RunError::Harness(0, HarnessError::Bot(..))));
    assert!(bot);
}

/// A bot that sets the stop flag when first asked, and then answers nonsense.
#[derive(Default)]
struct Interrupting(StopFlag);

impl Bot for Interrupting {
    fn watch(&mut self, stop: &StopFlag) {
        self.0 = StopFlag::clone(stop);
    }

    fn act(&mut self, _: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.0.store(true, Ordering::Relaxed);
        Err(BotFault::Timeout)
    }
}

struct InterruptingPlayers;

impl Players for InterruptingPlayers {
    fn bot(&self, _: &str) -> Result<Box<dyn Bot>, PlayersError> {
        Ok(Box::new(Interrupting::default()))
    }

    fn judge(&self) -> Box<dyn CouldPlay> {
        judge()
    }
}

#[test]
fn what_a_bot_answers_to_an_interrupted_run_is_thrown_away() {
    let plan = plan(&["lays", "coin"], 2, 3, |_| {});
    let (stop, mut kept) = (StopFlag::default(), 0);
    let sink = |_: Played| -> Result<(), String> {
        kept += 1;
        Ok(())
    };
    let span = Span::all(&plan);
    let players = &InterruptingPlayers;
    let ended = run(&plan, players, threads(1), span, &stop, &mut |_| {}, sink);
    assert!(ended.unwrap().interrupted && stop.load(Ordering::Relaxed));
    assert_eq!(kept, 0);
}
