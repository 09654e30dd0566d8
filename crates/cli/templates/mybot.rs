//! A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md.
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

type Counts = BTreeMap<String, usize>;
/// A set as laid and as meant: jokers stand for tiles that are missing.
type Set = (Vec<String>, Vec<String>);

fn number(tile: &str) -> u64 {
    tile[1..].parse().unwrap_or(0) // 0 for a joker
}

fn counts(tiles: &[String]) -> Counts {
    tiles.iter().fold(Counts::new(), |mut all, tile| {
        *all.entry(tile.clone()).or_default() += 1;
        all
    })
}

fn without(all: &Counts, tiles: &[String]) -> Counts {
    let taken = counts(tiles);
    let left = all.iter().map(|(tile, n)| {
        (
            tile.clone(),
            n.saturating_sub(*taken.get(tile).unwrap_or(&0)),
        )
    });
    left.filter(|(_, n)| *n > 0).collect()
}

fn jokers(tiles: &[String]) -> usize {
    tiles.iter().filter(|tile| *tile == "J").count()
}

/// Whether groups have owners; this bot then leaves them alone.
fn has_owners(rules: &Value) -> bool {
    rules["group_cap_per_player"] != "none"
}

/// Sets of 3 to 5 tiles that hold this one, made of the tiles in `have`.
fn sets_with(tile: &str, have: &Counts, rules: &Value) -> Vec<Set> {
    let (colour, value, top) = (
        &tile[..1],
        number(tile),
        rules["values"].as_u64().unwrap_or(13),
    );
    let mut all: Vec<Vec<String>> = Vec::new();
    let colours = rules["colours"].as_str().unwrap_or_default().chars();
    let others: Vec<String> = colours
        .map(|c| format!("{c}{value}"))
        .filter(|t| t != tile)
        .collect();
    for mask in 0..1_u32 << others.len() {
        if !has_owners(rules) && matches!(mask.count_ones(), 2 | 3) {
            let rest = others
                .iter()
                .enumerate()
                .filter(|(i, _)| mask >> i & 1 == 1)
                .map(|(_, t)| t.clone());
            all.push([tile.to_owned()].into_iter().chain(rest).collect());
        }
    }
    for n in 3..=5 {
        for low in (value + 1).saturating_sub(n).max(1)..=value.min((top + 1).saturating_sub(n)) {
            all.push((low..low + n).map(|v| format!("{colour}{v}")).collect());
        }
    }
    let most = rules["max_jokers_per_set"].as_u64().unwrap_or(9) as usize;
    let most = most.min(*have.get("J").unwrap_or(&0));
    let lay = |t: &String| {
        if have.contains_key(t) {
            t.clone()
        } else {
            "J".to_owned()
        }
    };
    let laid = all
        .into_iter()
        .map(|meant| (meant.iter().map(lay).collect::<Vec<_>>(), meant));
    laid.filter(|(laid, _)| jokers(laid) <= most).collect()
}

/// Sets that hold every tile in `must`; `None` if there are none, or it takes too long.
fn cover(
    must: &Counts,
    have: &Counts,
    rules: &Value,
    dead: &mut BTreeSet<(Counts, Counts)>,
) -> Option<Vec<Set>> {
    let tiles = must.keys().filter(|tile| *tile != "J");
    let Some(tile) = tiles.min_by_key(|tile| number(tile)) else {
        return must.is_empty().then(Vec::new);
    };
    let key = (must.clone(), have.clone());
    if dead.contains(&key) || dead.len() > 2000 {
        return None;
    }
    let due = *must.get("J").unwrap_or(&0) as i64;
    let mut sets = sets_with(tile, have, rules);
    sets.sort_by_key(|(laid, _)| Some(jokers(laid) as i64).map(|n| if n > due { n } else { -n }));
    for set in sets {
        if let Some(mut rest) = cover(&without(must, &set.0), &without(have, &set.0), rules, dead) {
            rest.insert(0, set);
            return Some(rest);
        }
    }
    dead.insert(key);
    None
}

fn words(text: &Value) -> Vec<String> {
    text.as_str()
        .unwrap_or_default()
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

fn play(state: &Value, rules: &Value, opened: bool) -> Value {
    let special = |tile: &String| ["D", "C", "M"].contains(&tile.as_str());
    let table = state["table"].as_array().into_iter().flatten().map(words);
    // An old set is laid anew, or kept as it is.
    let (kept, anew): (Vec<_>, Vec<_>) =
        table.partition(|set| !opened || has_owners(rules) || set.iter().any(special));
    let (mut must, mut best) = (anew.concat(), Vec::new());
    let (old, pool) = (must.len(), state["pool"].as_u64().unwrap_or(0));
    let mut rack: Vec<String> = words(&state["rack"])
        .into_iter()
        .filter(|tile| !special(tile))
        .collect();
    rack.sort_by_key(|tile| std::cmp::Reverse(number(tile)));
    let have = counts(&[must.clone(), rack.clone()].concat());
    for tile in rack {
        if tile == "J" && pool > 0 && without(&have, &must).keys().any(|tile| tile != "J") {
            continue; // jokers last
        }
        must.push(tile);
        match cover(&counts(&must), &have, rules, &mut BTreeSet::new()) {
            Some(found) => best = found,
            None => drop(must.pop()),
        }
    }
    let points: u64 = best
        .iter()
        .flat_map(|(_, meant)| meant)
        .map(|tile| number(tile))
        .sum();
    let laid: Vec<Vec<String>> = best.into_iter().map(|(laid, _)| laid).collect();
    if laid.concat().len() > old
        && (opened || points >= rules["opening_min"].as_u64().unwrap_or(30))
    {
        let sets = [kept, laid].concat();
        let sets: Vec<String> = sets.iter().map(|set| set.join(" ")).collect();
        return json!({ "play": sets });
    }
    json!(if rules["draw_first"] == true || pool == 0 {
        "pass"
    } else {
        "draw"
    })
}

pub fn main() {
    let mut game = Value::Null;
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let ask: Value = serde_json::from_str(&line).unwrap_or_default();
        let state = &ask["state"];
        let mut answer = match ask["type"].as_str().unwrap_or_default() {
            "hello" => json!({"type": "hello", "protocol": 1, "name": "mybot"}),
            "newgame" => json!({"type": "ready"}),
            "move" => {
                let seat = game["seat"].as_u64().unwrap_or(0) as usize;
                json!({"type": "move", "action": play(state, &game["rules"], state["opened"][seat] == true)})
            }
            "putback" => json!({"type": "putback", "put_back": true}),
            "gameover" => json!({"type": "ok"}),
            "quit" => return,
            other => json!({"type": "error", "code": "unsupported", "message": other}),
        };
        answer["id"] = ask["id"].clone();
        println!("{answer}");
        if ask["type"] == "newgame" {
            game = ask;
        }
    }
}
