//! Salted matches: a bot can infer the seed from what it sees only without a salt. Folders keep
//! their salt, shards share it, and everything that reads a run still works.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rummilab_arena::{Draws, PlanSpec, deal};
use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::{Key, Salt, Stream};
use rummilab_core::{Action, RuleSet, Seat, TileCounts};
use rummilab_record::Difference;
use rummilab_runs::{
    GAMES, Match, RunStatus, RunsError, SUMMARY, Shard, merge, read_blocks, verify,
};

const FILES: [&str; 5] = ["plan.toml", GAMES, "games.csv", "blocks.csv", SUMMARY];

fn bytes(folder: &Path) -> [Vec<u8>; 5] {
    FILES.map(|name| fs::read(folder.join(name)).unwrap())
}

fn digits(byte: &str) -> String {
    byte.repeat(32)
}

fn game<'a>() -> Match<'a> {
    Match::new(["single", "random"]).deals(6).seed(3)
}

fn salt_of(folder: &Path) -> Option<String> {
    read_blocks(&folder.join(GAMES)).unwrap().0.salt
}

/// What a bot in seat 0 of block 0 sees: its seed, as a program gets it, and its rack.
type Seen = Arc<Mutex<Option<(Key, TileCounts)>>>;

/// A bot that draws or passes, and records what it sees first.
struct Spy {
    seen: Seen,
}

impl Bot for Spy {
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let mut seen = self.seen.lock().unwrap();
        if view.seat == Seat(0) {
            seen.get_or_insert_with(|| (stream.key(), view.rack));
        }
        Ok(view.idle())
    }
}

/// The small seeds from which the spy's observations could follow: by its seed, and by its rack.
fn guesses(salt: Option<&str>) -> (Vec<u64>, Vec<u64>) {
    let seen = Seen::default();
    let spy = Arc::clone(&seen);
    let mut game = Match::new(["spy", "random"]).deals(1).seed(12345);
    if let Some(salt) = salt {
        game = game.salt(salt);
    }
    let make = move || {
        Box::new(Spy {
            seen: Arc::clone(&spy),
        }) as Box<dyn Bot>
    };
    game.bot("spy", make).play().unwrap();
    let (key, rack) = seen.lock().unwrap().take().unwrap();
    let by_key = |seed: &u64| Key::bot(*seed, "spy", 0, 0) == key;
    let rules = RuleSet::preset("original").unwrap();
    let by_rack = |seed: &u64| {
        let (deal, _) = deal(&rules, 2, Draws::PerSeat, *seed, 0).unwrap();
        deal.racks[Seat(0)] == rack
    };
    let keys = (0..20_000).filter(by_key).collect();
    (keys, (12_000..13_000).filter(by_rack).collect())
}

#[test]
fn a_bot_can_guess_a_small_seed_and_no_salt() {
    assert_eq!(guesses(None), (vec![12345], vec![12345]));
    assert_eq!(guesses(Some("random")), (vec![], vec![]));
    assert_eq!(guesses(Some(&digits("00"))), (vec![], vec![]));
}

#[test]
fn a_folder_keeps_its_salt() {
    let place = tempfile::tempdir().unwrap();
    let [kept, given, bare] = ["kept", "given", "bare"].map(|name| place.path().join(name));
    game().salt("random").folder(&kept).play().unwrap();
    let salt = salt_of(&kept).unwrap();
    assert!(
        fs::read_to_string(kept.join("plan.toml"))
            .unwrap()
            .contains(&salt)
    );
    let before = bytes(&kept);
    // Only the first few games remain; the same command plays the same games again.
    let cut = |by: &dyn Fn(Match<'static>) -> Match<'static>| {
        let length = before[1].len() as u64 * 2 / 3;
        let games = fs::File::options()
            .write(true)
            .open(kept.join(GAMES))
            .unwrap();
        games.set_len(length).unwrap();
        by(game()).folder(&kept).play().unwrap();
        assert_eq!(bytes(&kept), before);
    };
    cut(&|game| game);
    cut(&|game| game.salt("random"));
    cut(&|game| game.salt(&salt));
    game().salt(&salt).folder(&given).play().unwrap();
    assert_eq!(bytes(&given), before);

    game().folder(&bare).play().unwrap();
    let outcomes =
        [&kept, &bare].map(|folder| RunStatus::of(std::slice::from_ref(folder)).unwrap());
    let [salted, bare_one] = outcomes.each_ref().map(RunStatus::header);
    assert_eq!(salted.plan_hash, bare_one.plan_hash);
    assert_ne!(bytes(&kept)[2], bytes(&bare)[2]);
    for (folder, salt) in [(&kept, digits("5a")), (&bare, "random".to_owned())] {
        let before = bytes(folder);
        let refused = game().salt(&salt).folder(folder).play().unwrap_err();
        assert!(
            matches!(&refused, RunsError::OtherRun(_, Difference::Salt)),
            "{refused}"
        );
        assert_eq!(bytes(folder), before);
    }
    assert!(verify(&kept, true).unwrap().is_sound());
    let wrong = game().salt("5a").play().unwrap_err().to_string();
    assert!(wrong.contains("64 hexadecimal digits"), "{wrong}");
}

#[test]
fn shards_share_one_salt() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    let salt = digits("5a");
    let shard = |number: u64, name: &str| game().shard(Shard::new(number, 2)).folder(at(name));
    let told = |refused: Result<_, RunsError>| match refused.map(|_: rummilab_runs::Outcome| ()) {
        Err(RunsError::ShardSalt { salt, beside }) => (salt, beside),
        other => panic!("{other:?}"),
    };
    // One random salt for each would make shards of different runs.
    let (fresh, beside) = told(shard(0, "first").salt("random").play());
    assert!(!beside && !at("first").exists());
    assert_ne!(fresh, told(shard(0, "first").salt("random").play()).0);

    shard(0, "first").salt(&salt).play().unwrap();
    let known: (Salt, bool) = (salt.parse().unwrap(), true);
    assert_eq!(told(shard(1, "second").play()), known);
    assert_eq!(told(shard(1, "second").salt("random").play()), known);
    // A shard that has begun needs no salt argument.
    shard(0, "first").play().unwrap();
    shard(1, "second").salt(&salt).play().unwrap();
    let whole = at("whole");
    merge(&[at("first"), at("second")], &whole).unwrap();
    game().salt(&salt).folder(at("alone")).play().unwrap();
    assert_eq!(bytes(&whole), bytes(&at("alone")));

    shard(1, "third").salt(&digits("77")).play().unwrap();
    let refused = merge(&[at("first"), at("third")], &at("mixed")).unwrap_err();
    assert!(
        matches!(refused, RunsError::DifferentRuns(_, _, Difference::Salt)),
        "{refused}"
    );
    assert!(!at("mixed").join(GAMES).exists());
}

/// The lots of a club tournament and the draw of match-ups use the salt, too.
#[test]
fn every_random_number_of_a_run_is_salted() {
    let place = tempfile::tempdir().unwrap();
    let bots = [
        "greedy", "single", "random", "value", "hold", "keep", "dump",
    ];
    let all = PlanSpec {
        bots: bots.map(str::to_owned).to_vec(),
        ..PlanSpec::default()
    };
    let club = PlanSpec {
        players: 3,
        format: "club".to_owned(),
        rounds: Some(2),
        ..all.clone()
    };
    let drawn = PlanSpec {
        players: 4,
        deals: 1,
        matchups: 4,
        ..all
    };
    for (name, spec) in [("club", club), ("drawn", drawn)] {
        let seatings = |salt: Option<&str>| {
            let folder = place.path().join(name).join(salt.unwrap_or("bare"));
            let game = salt.into_iter().fold(Match::of(spec.clone()), Match::salt);
            game.folder(&folder).play().unwrap();
            assert!(verify(&folder, true).unwrap().is_sound());
            let blocks = read_blocks(&folder.join(GAMES)).unwrap().1;
            let games = blocks.flat_map(|block| block.unwrap().games);
            games.map(|game| game.seating).collect::<Vec<_>>()
        };
        assert_ne!(seatings(None), seatings(Some(&digits("5a"))));
    }
}
