//! A Rummikub bot: lays every tile that fits, the highest first. The messages: crates/bot-api/PROTOCOL.md.
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Set = Vec<String>;

fn number(tile: &str) -> u64 {
    tile[1..].parse().unwrap_or(0) // 0 for a joker
}

fn count(tiles: &[String], tile: &str) -> usize {
    tiles.iter().filter(|other| *other == tile).count()
}

fn jokers(sets: &[Set]) -> usize {
    sets.iter().map(|set| count(set, "J")).sum()
}

/// With jokers in front, as many as a set of three lacks.
fn filled(set: &Set) -> Set {
    let missing = 3_usize.saturating_sub(set.len());
    [vec!["J".to_owned(); missing], set.clone()].concat()
}

/// Whether groups have owners; this bot then leaves them alone.
fn has_owners(rules: &Value) -> bool {
    rules["group_cap_per_player"] != "none"
}

/// What a turn is made of: tiles that must lie, tiles that may, the rules, and what was tried in vain.
struct Search<'a> {
    must: &'a [String],
    have: &'a [String],
    rules: &'a Value,
    dead: BTreeSet<(u64, usize, Vec<(char, usize)>)>,
}

impl Search<'_> {
    /// Legal sets of all tiles that must lie, from this value up, with open runs; `None` if there are none.
    fn solve(&mut self, value: u64, runs: &[Set], spare: usize) -> Option<Vec<Set>> {
        if value > self.rules["values"].as_u64().unwrap_or(13) {
            let ended: Vec<Set> = runs.iter().map(filled).collect();
            return (jokers(&ended) - jokers(runs) <= spare).then_some(ended);
        }
        let colour = |run: &Set| run[0].chars().next().unwrap_or('J');
        let mut open: Vec<(char, usize)> =
            runs.iter().map(|r| (colour(r), r.len().min(3))).collect();
        open.sort_unstable();
        let key = (value, spare, open);
        // Not for ever.
        if self.dead.contains(&key) || self.dead.len() > 5000 {
            return None;
        }
        let colours = self.rules["colours"].as_str().unwrap_or_default();
        let tiles: Vec<String> = colours.chars().map(|c| format!("{c}{value}")).collect();
        // For each tile how many go to runs and how many to groups, in all combinations.
        let mut choices: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for tile in &tiles {
            let mut longer = Vec::new();
            for choice in &choices {
                for n in count(self.must, tile)..=count(self.have, tile) {
                    for k in (if has_owners(self.rules) { n } else { 0 }..=n).rev() {
                        longer.push([&choice[..], &[(k, n - k)]].concat());
                    }
                }
            }
            choices = longer;
        }
        for choice in choices {
            // Copies of a tile lie in different groups.
            let most = choice.iter().map(|(_, n)| *n).max().unwrap_or(0);
            let loose = tiles
                .iter()
                .zip(&choice)
                .flat_map(|(tile, (_, n))| vec![tile.clone(); *n]);
            let loose: Vec<String> = loose.collect();
            let group = |g| filled(&loose.iter().skip(g).step_by(most).cloned().collect());
            let mut ended: Vec<Set> = (0..most).map(group).collect();
            let (mut going, mut needed) = (Vec::new(), jokers(&ended));
            for (tile, (k, _)) in tiles.iter().zip(&choice) {
                let mut mine: Vec<&Set> = runs
                    .iter()
                    .filter(|run| tile.starts_with(colour(run)))
                    .collect();
                mine.sort_by_key(|run| run.len());
                for i in 0..(*k).max(mine.len()) {
                    let mut run = mine.get(i).map_or_else(Vec::new, |run| (*run).clone());
                    if i < *k {
                        run.push(tile.clone());
                    } else if run.len() > 2 {
                        ended.push(run);
                        continue;
                    } else {
                        run.push("J".to_owned());
                        needed += 1;
                    }
                    going.push(run);
                }
            }
            if needed > spare {
                continue;
            }
            if let Some(rest) = self.solve(value + 1, &going, spare - needed) {
                ended.extend(rest);
                return Some(ended);
            }
        }
        self.dead.insert(key);
        None
    }
}

/// Adds tiles of the rack, the highest first and jokers only if nothing else is left. Others help whose values are at
/// most `reach` away.
fn lay(
    mut best: Vec<Set>,
    rack: &[String],
    have: &[String],
    reach: u64,
    pool: u64,
    rules: &Value,
) -> Vec<Set> {
    let mut order = rack.to_vec();
    order.sort_by_key(|tile| std::cmp::Reverse(number(tile)));
    for tile in order {
        let lying = best.concat();
        let more = |tile: &str| count(have, tile) > count(&lying, tile);
        let wait = tile == "J" && pool > 0 && have.iter().any(|tile| tile != "J" && more(tile));
        if !more(&tile) || wait {
            continue;
        }
        let must = [lying.clone(), vec![tile.clone()]].concat();
        let near = |other: &&String| {
            let far = number(other).abs_diff(number(&tile));
            reach > 0 && (*other == "J" || far <= reach) && more(other)
        };
        let mut usable = must.clone();
        let mut helpers: Vec<String> = have.iter().filter(near).cloned().collect();
        helpers.sort();
        helpers.dedup();
        for helper in helpers {
            let copies = count(have, &helper).saturating_sub(count(&must, &helper));
            usable.extend(vec![helper; copies]);
        }
        let mut search = Search {
            must: &must,
            have: &usable,
            rules,
            dead: BTreeSet::new(),
        };
        let Some(mut found) = search.solve(1, &[], count(&usable, "J")) else {
            continue;
        };
        let mut spare = count(&must, "J").saturating_sub(jokers(&found));
        for set in &mut found {
            let run = set[0].as_bytes()[0] == set[1].as_bytes()[0];
            if spare > 0 && count(set, "J") == 0 && (run || set.len() == 3) {
                let end = if number(&set[0]) == 1 { set.len() } else { 0 };
                set.insert(end, "J".to_owned());
                spare -= 1;
            }
        }
        if spare == 0 {
            best = found;
        }
    }
    best
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
    // An old set is kept as it is, or laid anew.
    let keep = |set: &Set| !opened || state["owners"].is_array() || set.iter().any(special);
    let (kept, old): (Vec<Set>, Vec<Set>) = table.partition(keep);
    let rack: Vec<String> = words(&state["rack"])
        .into_iter()
        .filter(|tile| !special(tile))
        .collect();
    let (have, pool) = (
        [old.concat(), rack.clone()].concat(),
        state["pool"].as_u64().unwrap_or(0),
    );
    // New sets, then single tiles, and if one must be laid, whatever helps.
    let mut best = lay(Vec::new(), &rack, &rack, 2, pool, rules);
    if opened {
        best = lay([old.clone(), best].concat(), &rack, &have, 0, pool, rules);
    }
    if opened && pool == 0 && best.concat().len() == old.concat().len() {
        best = lay(old.clone(), &rack, &have, 99, pool, rules);
    }
    let points: u64 = best.concat().iter().map(|tile| number(tile)).sum();
    let enough = opened || points >= rules["opening_min"].as_u64().unwrap_or(30);
    if enough && best.concat().len() > old.concat().len() {
        let sets: Vec<String> = [kept, best]
            .concat()
            .iter()
            .map(|set| set.join(" "))
            .collect();
        return json!({ "play": sets });
    }
    let idle = if rules["draw_first"] == true || pool == 0 {
        "pass"
    } else {
        "draw"
    };
    json!(idle)
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
