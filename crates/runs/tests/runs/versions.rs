//! Versions of bots and builds: a record of another version is not continued and not mixed with
//! others, but still verifies.

use std::fs;
use std::path::Path;

use rummilab_record::{Block, Difference, Header, Writer};
use rummilab_runs::{
    Failure, GAMES, Match, OtherVersion, RunsError, SUMMARY, Shard, behaviour_version, header_of,
    merge, read_blocks, verify,
};

fn game<'a>(bot: &str) -> Match<'a> {
    Match::new([bot, "random"]).deals(6).seed(3)
}

fn write(games: &Path, header: &Header, blocks: &[Block]) {
    let mut writer = Writer::new(Vec::new(), header).unwrap();
    blocks
        .iter()
        .for_each(|block| writer.append(block).unwrap());
    fs::write(games, writer.into_inner()).unwrap();
}

fn read(folder: &Path) -> (Header, Vec<Block>) {
    let (header, blocks) = read_blocks(&folder.join(GAMES)).unwrap();
    (header, blocks.map(Result::unwrap).collect())
}

#[test]
fn a_record_names_the_versions_of_its_bots() {
    let place = tempfile::tempdir().unwrap();
    game("hold:h=3").folder(place.path()).play().unwrap();
    let (header, _) = read(place.path());
    let versions = header.bots.iter().map(|bot| bot.version);
    assert!(versions.eq(["hold", "random"].map(behaviour_version)));
    assert!(behaviour_version("hold").is_some_and(|version| version > 0));
}

#[test]
fn another_version_is_not_continued_and_not_merged() {
    let place = tempfile::tempdir().unwrap();
    let halves = [0, 1].map(|number| {
        let folder = place.path().join(number.to_string());
        let shard = game("hold").shard(Shard::new(number, 2));
        shard.folder(&folder).play().unwrap();
        folder
    });
    let (mut header, blocks) = read(&halves[0]);
    header.bots[0].version = Some(99);
    write(&halves[0].join(GAMES), &header, &blocks);
    let is_version = |field: &Difference| matches!(field, Difference::Version { bot, found: Some(99), .. } if bot == "hold");
    let shard = game("hold").shard(Shard::new(0, 2)).folder(&halves[0]);
    let refused = shard.play().unwrap_err();
    assert!(
        matches!(&refused, RunsError::OtherRun(_, field) if is_version(field)),
        "{refused}"
    );
    let refused = merge(&halves, &place.path().join("whole")).unwrap_err();
    assert!(
        matches!(&refused, RunsError::DifferentRuns(_, _, field) if is_version(field)),
        "{refused}"
    );
}

/// Games played by `single`, recorded as those of `hold` with this version.
#[test]
fn a_bot_that_plays_otherwise_is_a_fault_unless_its_version_is_another() {
    let place = tempfile::tempdir().unwrap();
    game("single").folder(place.path()).play().unwrap();
    let (_, blocks) = read(place.path());
    let here = behaviour_version("hold");
    let check = |version: Option<u32>| {
        let mut header = header_of(&game("hold").plan().unwrap());
        header.bots[0].version = version;
        let games = place.path().join("claimed.bin");
        write(&games, &header, &blocks);
        verify(&games, true).unwrap()
    };
    let found = check(here);
    assert!(!found.is_sound() && found.other_versions.is_empty());
    assert!(matches!(
        found.failures[0],
        Failure::Bots { turn: Some(_), .. }
    ));
    for recorded in [None, Some(99)] {
        let found = check(recorded);
        assert!(found.is_sound(), "{:?}", found.failures);
        let other = OtherVersion {
            bot: "hold".to_owned(),
            recorded,
            here,
        };
        assert_eq!(found.other_versions, [other]);
    }
}

#[test]
fn a_summary_of_an_older_build_need_not_have_every_field() {
    let place = tempfile::tempdir().unwrap();
    game("hold").folder(place.path()).play().unwrap();
    let (mut header, blocks) = read(place.path());
    let summary = place.path().join(SUMMARY);
    let text = fs::read_to_string(&summary).unwrap();
    let without = |key: &str, value: &str| {
        let field = format!("\"{key}\":{value},");
        assert!(text.contains(&field), "{field}\n{text}");
        text.replacen(&field, "", 1)
    };
    let fewer = without("players", "2");
    let other = text.replacen("\"players\":2", "\"players\":3", 1);
    let sound = |text: &str| {
        fs::write(&summary, text).unwrap();
        let found = verify(place.path(), false).unwrap();
        let only = matches!(found.failures[..], [] | [Failure::File("summary.json")]);
        assert!(only, "{:?}", found.failures);
        found.is_sound()
    };
    assert!(sound(&text) && !sound(&fewer) && !sound(&other));
    header.build = "rummilab 0.0.1".to_owned();
    write(&place.path().join(GAMES), &header, &blocks);
    assert!(sound(&text) && sound(&fewer) && !sound(&other) && !sound("{"));
}
