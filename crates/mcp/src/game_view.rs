//! A game as a model sees it: the state of the page, with sets and racks as text.

use serde_json::{Map, Value, json};

/// Number of sentences about past turns in a view.
const RECENT: usize = 12;

/// The part of the engine's state that a model needs.
pub fn game_view(state: &Value) -> Value {
    let mut view = Map::new();
    for key in [
        "game", "rules", "stage", "seats", "pool", "opening", "said", "results",
    ] {
        if let Some(value) = state.get(key).filter(|value| !value.is_null()) {
            view.insert(key.to_owned(), value.clone());
        }
    }
    if let Some(pairs) = state["can"]["redeal"].as_str() {
        view.insert("pairs".to_owned(), json!(pairs));
    }
    view.insert("your_seat".to_owned(), state["me"].clone());
    view.insert("to_move".to_owned(), state["to_move"].clone());
    view.insert("your_rack".to_owned(), json!(tiles(&state["rack"])));
    view.insert("table".to_owned(), json!(sets(state)));
    let log = state["log"].as_array().map_or(&[][..], Vec::as_slice);
    let recent = &log[log.len().saturating_sub(RECENT)..];
    view.insert("recent_turns".to_owned(), json!(recent));
    Value::Object(view)
}

/// The sets on the table.
pub fn sets(state: &Value) -> Vec<String> {
    let table = state["table"].as_array().map_or(&[][..], Vec::as_slice);
    table.iter().map(|set| tiles(&set["tiles"])).collect()
}

fn tiles(list: &Value) -> String {
    let list = list.as_array().map_or(&[][..], Vec::as_slice);
    let names = list.iter().filter_map(|tile| tile["tile"].as_str());
    names.collect::<Vec<_>>().join(" ")
}
