//! Conversion between views and messages.

use std::sync::LazyLock;

use rummilab_core::notation::{NotationError, parse_set, parse_tiles};
use rummilab_core::{Action, BySeat, RuleError, RuleSet, Seat, Set, Table, Tile, TileCounts};
use serde_json::{Map, Value};

use super::messages::{
    BotAction, Did, HiddenMessage, NewGame, PlayMessage, PublicEvent, RulesMessage, State, Word,
};
use crate::revealed::Revealed;
use crate::view::{PublicTurn, View, Visible};

/// A message that is invalid under the rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// A string that does not consist of tiles.
    #[error("{0}: {1}")]
    Tiles(String, NotationError),
    /// More copies of a tile than the game holds.
    #[error("{0}: there are more {1} than the game holds")]
    TooMany(&'static str, Tile),
    /// A list of the wrong length: its name, its length, and the expected length.
    #[error("{0} has {1} entries, expected {2}")]
    Length(&'static str, usize, String),
    /// A number out of range: its name, its value, and the range.
    #[error("{0} is {1}, expected {2}")]
    Range(&'static str, usize, String),
    /// An event without a field that its kind needs.
    #[error("an event `{0}` without {1}")]
    Event(&'static str, &'static str),
    /// Rules that cannot be used.
    #[error("the rules cannot be used: {0}")]
    Rules(RuleError),
    /// A rule system that does not exist.
    #[error("there is no rule system `{0}`")]
    UnknownRules(String),
}

/// The presets that a message names as base. A program that was built before a later preset came
/// does not know its name, so that one is sent by its fields.
const BASES: [&str; 6] = [
    "original",
    "tournament",
    "twist",
    "house",
    "tournament-2007",
    "reference",
];

/// The fields of each of them.
static PRESETS: LazyLock<Vec<(&str, Map<String, Value>)>> = LazyLock::new(|| {
    let presets = BASES.into_iter();
    let fields = |name| RuleSet::preset(name).map(|preset| (name, every_field(&preset)));
    presets.filter_map(fields).collect()
});

impl From<&RuleSet> for RulesMessage {
    /// The preset with the fewest other fields as `base`, and those fields: a program that was
    /// built before a field or a preset existed goes on understanding rules that do not need it.
    fn from(rules: &RuleSet) -> RulesMessage {
        let all = every_field(rules);
        let nearest = PRESETS.iter().map(|(base, preset)| {
            let mut fields = all.clone();
            fields.retain(|key, value| preset.get(key) != Some(value));
            (*base, fields)
        });
        let (base, mut fields) = nearest
            .min_by_key(|(_, fields)| fields.len())
            .unwrap_or_default();
        fields.insert("base".to_owned(), base.into());
        RulesMessage::Fields(fields)
    }
}

/// Every field of a rule system.
fn every_field(rules: &RuleSet) -> Map<String, Value> {
    match serde_json::to_value(rules.spec()) {
        Ok(Value::Object(fields)) => fields,
        // A rule system is a struct of numbers, words and flags, so it becomes an object.
        _ => Map::new(),
    }
}

impl NewGame {
    /// The first game of a process, in the first seat, with a seed of zeros and no clock.
    pub fn first(rules: &RuleSet, players: usize) -> NewGame {
        NewGame {
            game: 1,
            rules: RulesMessage::from(rules),
            all_rules: every_field(rules),
            players,
            seat: 0,
            seed: "0".repeat(64),
            move_ms: None,
            bank_ms: None,
            inc_ms: None,
        }
    }
}

/// The rules of a message, after all checks.
pub fn rules_from(message: &RulesMessage) -> Result<RuleSet, WireError> {
    match message {
        RulesMessage::Name(name) => {
            RuleSet::preset(name).ok_or_else(|| WireError::UnknownRules(name.clone()))
        }
        RulesMessage::Fields(fields) => {
            // TOML has no null, and no rule uses it.
            let set = fields.iter().filter(|(_, value)| !value.is_null());
            let set: Map<_, _> = set.map(|(k, v)| (k.clone(), v.clone())).collect();
            let text = toml::to_string(&set).unwrap_or_default();
            RuleSet::from_toml(&text).map_err(WireError::Rules)
        }
    }
}

impl State {
    /// The message for a view.
    pub fn of(view: &View<'_>) -> State {
        let owners = view.table.owners();
        State {
            rack: view.rack.to_string(),
            drawn: view.drawn.map(|tile| tile.to_string()),
            may_put_back: view.may_put_back,
            table: view.table.sets().iter().map(Set::to_string).collect(),
            owners: owners
                .filter(|_| view.rules.has_group_owners())
                .map(<[_]>::to_vec),
            opened: view.opened.to_vec(),
            rack_sizes: view.rack_sizes.to_vec(),
            racks: view
                .racks
                .as_ref()
                .map(|racks| racks.iter().map(ToString::to_string).collect()),
            pool: view.pool_len,
            last_round: view.last_round,
        }
    }
}

impl From<&Revealed> for HiddenMessage {
    fn from(hidden: &Revealed) -> HiddenMessage {
        let racks = hidden.racks.as_ref();
        let pool: Vec<String> = hidden.pool.iter().map(ToString::to_string).collect();
        HiddenMessage {
            racks: racks.map(|racks| racks.iter().map(ToString::to_string).collect()),
            pool: pool.join(" "),
        }
    }
}

/// The hidden tiles of a message.
pub fn revealed_from(message: &HiddenMessage, rules: &RuleSet) -> Result<Revealed, WireError> {
    let racks = message.racks.as_ref().map(|racks| {
        let racks = racks
            .iter()
            .map(|rack| counts_from("hidden.racks", rack, rules));
        racks.collect::<Result<Vec<_>, _>>()
    });
    Ok(Revealed {
        racks: racks.transpose()?.map(BySeat::from),
        pool: tiles_from("hidden.pool", &message.pool, rules)?,
    })
}

/// Turns as messages.
pub fn events_message(turns: &[PublicTurn]) -> Vec<PublicEvent> {
    turns.iter().map(PublicEvent::from).collect()
}

impl From<&PublicTurn> for PublicEvent {
    fn from(turn: &PublicTurn) -> PublicEvent {
        let (did, tiles, count) = match &turn.visible {
            Visible::Laid(tiles) => (Did::Laid, Some(tiles.to_string()), None),
            Visible::Drew => (Did::Drew, None, None),
            Visible::Passed => (Did::Passed, None, None),
            Visible::Penalty(count) => (Did::Penalty, None, Some(*count)),
        };
        PublicEvent {
            seat: turn.seat.index(),
            did,
            tiles,
            count,
            drew_first: turn.drew_first,
            put_back: turn.put_back,
        }
    }
}

/// An action as a message.
pub fn action_message(action: &Action) -> BotAction {
    match action {
        Action::Draw => BotAction::Word(Word::Draw),
        Action::Pass => BotAction::Word(Word::Pass),
        Action::Play(table) => BotAction::Play(PlayMessage {
            play: table.sets().iter().map(Set::to_string).collect(),
            owners: table
                .owners()
                .filter(|owners| !owners.is_empty())
                .map(<[_]>::to_vec),
        }),
    }
}

/// The action of a message. The referee decides whether it is legal.
pub fn action_from(message: &BotAction, rules: &RuleSet) -> Result<Action, WireError> {
    match message {
        BotAction::Word(Word::Draw) => Ok(Action::Draw),
        BotAction::Word(Word::Pass) => Ok(Action::Pass),
        BotAction::Play(message) => {
            let owners = message.owners.as_deref();
            table_from("play", &message.play, owners, rules).map(Action::Play)
        }
    }
}

fn tiles_from(
    place: impl Into<String>,
    text: &str,
    rules: &RuleSet,
) -> Result<Vec<Tile>, WireError> {
    parse_tiles(text, rules).map_err(|error| WireError::Tiles(place.into(), error))
}

fn counts_from(place: &'static str, text: &str, rules: &RuleSet) -> Result<TileCounts, WireError> {
    let tiles = tiles_from(place, text, rules)?;
    let counts = TileCounts::try_from_tiles(tiles);
    let counts = counts.map_err(|tile| WireError::TooMany(place, tile))?;
    match rules.excess(&counts) {
        Some(tile) => Err(WireError::TooMany(place, tile)),
        None => Ok(counts),
    }
}

/// A table; without owners if groups have none.
fn table_from(
    place: &'static str,
    sets: &[String],
    owners: Option<&[Option<u8>]>,
    rules: &RuleSet,
) -> Result<Table, WireError> {
    let set = |(i, text): (usize, &String)| {
        let place = || format!("{place}, set {}", i + 1);
        parse_set(text, rules).map_err(|error| WireError::Tiles(place(), error))
    };
    let sets: Vec<Set> = sets.iter().enumerate().map(set).collect::<Result<_, _>>()?;
    match owners {
        Some(owners) if owners.len() != sets.len() => Err(WireError::Length(
            "owners",
            owners.len(),
            format!("{}, one for each set", sets.len()),
        )),
        Some(owners) if rules.has_group_owners() => Ok(Table::owned(sets, owners.to_vec())),
        _ => Ok(Table::new(sets)),
    }
}

fn turn_from(event: &PublicEvent, rules: &RuleSet) -> Result<PublicTurn, WireError> {
    let visible = match event.did {
        Did::Laid => {
            let tiles = event.tiles.as_deref();
            let tiles = tiles.ok_or(WireError::Event("laid", "tiles"))?;
            Visible::Laid(counts_from("events", tiles, rules)?)
        }
        Did::Drew => Visible::Drew,
        Did::Passed => Visible::Passed,
        Did::Penalty => Visible::Penalty(event.count.ok_or(WireError::Event("penalty", "count"))?),
    };
    Ok(PublicTurn {
        seat: Seat(event.seat),
        drew_first: event.drew_first,
        put_back: event.put_back,
        visible,
    })
}

/// Most turns of a game that are accepted, and most tiles put back on one turn. Real games are far
/// shorter.
const MAX_EVENTS: usize = 100_000;

/// Rejects a number beyond any game, before memory is allocated for it.
fn at_most(field: &'static str, found: usize, most: usize) -> Result<(), WireError> {
    if found <= most {
        Ok(())
    } else {
        Err(WireError::Range(field, found, format!("0 to {most}")))
    }
}

/// The state of a game as messages describe it, for the side that answers them.
#[derive(Debug, Clone)]
pub struct GameFromMessages {
    rules: RuleSet,
    seat: Seat,
    players: usize,
    history: Vec<PublicTurn>,
    rack: TileCounts,
    drawn: Option<Tile>,
    may_put_back: bool,
    table: Table,
    opened: BySeat<bool>,
    rack_sizes: BySeat<usize>,
    racks: Option<BySeat<TileCounts>>,
    pool_len: usize,
    last_round: bool,
}

impl GameFromMessages {
    /// A game before its first message.
    pub fn new(rules: RuleSet, players: usize, seat: Seat) -> Result<GameFromMessages, WireError> {
        let most = rules.max_players();
        if !(2..=most).contains(&players) {
            return Err(WireError::Range("players", players, format!("2 to {most}")));
        }
        if seat.index() >= players {
            return Err(WireError::Range(
                "seat",
                seat.index(),
                format!("0 to {}", players - 1),
            ));
        }
        Ok(GameFromMessages {
            rules,
            seat,
            players,
            history: Vec::new(),
            rack: TileCounts::EMPTY,
            drawn: None,
            may_put_back: false,
            table: Table::default(),
            opened: BySeat::filled(players, false),
            rack_sizes: BySeat::filled(players, 0),
            racks: None,
            pool_len: 0,
            last_round: false,
        })
    }

    /// Applies a state and the events before it. On an error nothing has changed.
    pub fn tell(&mut self, state: &State, events: &[PublicEvent]) -> Result<(), WireError> {
        let rules = &self.rules;
        let length = |field, found| {
            if found == self.players {
                Ok(())
            } else {
                Err(WireError::Length(
                    field,
                    found,
                    format!("{}, one for each seat", self.players),
                ))
            }
        };
        length("opened", state.opened.len())?;
        length("rack_sizes", state.rack_sizes.len())?;
        at_most("pool", state.pool, rules.tile_count())?;
        for size in &state.rack_sizes {
            at_most("rack_sizes", *size, rules.tile_count())?;
        }
        at_most("events", self.history.len() + events.len(), MAX_EVENTS)?;
        for event in events {
            at_most("seat of an event", event.seat, self.players - 1)?;
            at_most(
                "count of an event",
                event.count.unwrap_or(0),
                rules.tile_count(),
            )?;
            at_most("put_back of an event", event.put_back as usize, MAX_EVENTS)?;
        }
        let racks = match &state.racks {
            None => None,
            Some(racks) => {
                length("racks", racks.len())?;
                let racks = racks.iter().map(|rack| counts_from("racks", rack, rules));
                Some(racks.collect::<Result<_, _>>()?)
            }
        };
        let drawn = state.drawn.as_deref();
        let drawn = drawn
            .map(|tile| tiles_from("drawn", tile, rules))
            .transpose()?;
        let rack = counts_from("rack", &state.rack, rules)?;
        let table = table_from("table", &state.table, state.owners.as_deref(), rules)?;
        let all = table
            .counts()
            .and_then(|table| TileCounts::try_from_tiles(table.tiles().chain(rack.tiles())));
        let excess = match all {
            Ok(all) => rules.excess(&all),
            Err(tile) => Some(tile),
        };
        if let Some(tile) = excess {
            return Err(WireError::TooMany("table and rack", tile));
        }
        let turns = events.iter().map(|event| turn_from(event, rules));
        let turns: Vec<PublicTurn> = turns.collect::<Result<_, _>>()?;
        self.history.extend(turns);
        self.rack = rack;
        self.drawn = drawn.and_then(|tiles| tiles.first().copied());
        self.may_put_back = state.may_put_back;
        self.table = table;
        self.opened = state.opened.clone().into();
        self.rack_sizes = state.rack_sizes.clone().into();
        self.racks = racks;
        self.pool_len = state.pool;
        self.last_round = state.last_round;
        Ok(())
    }

    /// The rules.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The view after the last message.
    pub fn view(&self) -> View<'_> {
        View {
            rules: &self.rules,
            seat: self.seat,
            rack: self.rack,
            drawn: self.drawn,
            may_put_back: self.may_put_back,
            table: &self.table,
            opened: self.opened.clone(),
            rack_sizes: self.rack_sizes.clone(),
            racks: self.racks.clone(),
            pool_len: self.pool_len,
            last_round: self.last_round,
            history: &self.history,
        }
    }
}
