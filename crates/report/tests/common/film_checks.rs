//! Plays films like the page's script.

use rummilab_core::{RuleSet, Tile, TileCounts};
use serde_json::Value;

use super::TestRun;

fn tiles(text: &str) -> Vec<Tile> {
    text.split_whitespace()
        .map(|tile| tile.parse().unwrap())
        .collect()
}

/// Plays the films and checks that no tile is lost or created, and that the tiles marked as laid
/// are those that left the rack.
pub fn check_films(name: &str, run: &TestRun, films: &[Value]) {
    let rules: &RuleSet = run.plan.rules();
    assert!(
        !films.is_empty() && films.len() <= rummilab_report::MAX_GAMES,
        "{name}"
    );
    for film in films {
        let strings = |value: &Value| -> Vec<String> {
            let texts = value.as_array().unwrap().iter();
            texts
                .map(|text| text.as_str().unwrap().to_owned())
                .collect()
        };
        let sets = strings(&film["sets"]);
        let mut racks: Vec<Vec<Tile>> = strings(&film["racks"])
            .iter()
            .map(|rack| tiles(rack))
            .collect();
        let mut table: Vec<String> = Vec::new();
        let frames = film["frames"].as_array().unwrap();
        for (index, frame) in frames.iter().enumerate() {
            let at = format!("{name}, {}, frame {index}", film["id"]);
            let seat = frame["s"].as_u64().unwrap() as usize;
            let before = racks[seat].clone();
            if let Some(rack) = frame["r"].as_str() {
                racks[seat] = tiles(rack);
            }
            let held: TileCounts = racks[seat].iter().copied().collect();
            let had: TileCounts = before.iter().copied().collect();
            let new: TileCounts = tiles(frame["n"].as_str().unwrap_or(""))
                .into_iter()
                .collect();
            assert_eq!(held.saturating_sub(&had), new, "{at}");
            if let Some(shown) = frame["t"].as_array() {
                let numbers = shown.iter().map(|number| number.as_u64().unwrap() as usize);
                table = numbers.map(|number| sets[number].clone()).collect();
            }
            let on_table: Vec<Vec<Tile>> = table
                .iter()
                .map(|set| tiles(set.split('@').next().unwrap()))
                .collect();
            let mut all = frame["p"].as_u64().unwrap() as usize;
            all += racks.iter().map(Vec::len).sum::<usize>()
                + on_table.iter().map(Vec::len).sum::<usize>();
            assert_eq!(all, rules.tile_count(), "{at}");
            let marks = frame["m"].as_array().map(Vec::as_slice).unwrap_or_default();
            let marked: TileCounts = marks
                .iter()
                .map(|mark| {
                    on_table[mark[0].as_u64().unwrap() as usize][mark[1].as_u64().unwrap() as usize]
                })
                .collect();
            let laid = had.saturating_sub(&held);
            // A tile that is drawn and laid on the same turn was on no rack before.
            if !rules.draw_first {
                assert_eq!(marked, laid, "{at}: {}", frame["a"]);
            } else {
                assert!(
                    laid.saturating_sub(&marked).is_empty() && marked.len() <= laid.len() + 1,
                    "{at}"
                );
            }
            let changed = frame["c"].as_u64().unwrap_or(0);
            assert!(
                marks
                    .iter()
                    .all(|mark| mark[0].as_u64().unwrap() >= changed),
                "{at}"
            );
        }
        if rules.has_group_owners() {
            let owned = sets.iter().filter(|set| set.contains('@')).count();
            let groups = sets.iter().filter(|set| {
                rules
                    .judge(&tiles(set.split('@').next().unwrap()))
                    .is_group()
            });
            assert_eq!(owned, groups.count(), "{name}");
        }
    }
}
