//! The state of a person's game: everything that the person may see, and the possible commands.

use rummilab_core::{
    BySeat, CouldPlay, Illegal, RuleSet, Seat, SeatResult, SetReading, Standing, Tile,
};
use rummilab_play::{
    ActionError, Draft, DraftSet, DraftTile, Puzzle, RackTile, Session, ToMove, refusal_text,
    result_lines,
};
use rummilab_words::{Language, Say, explained, say};
use serde::Serialize;

use super::rules::{WayToLie, ways};

/// The state of a game.
#[derive(Serialize)]
pub struct GameState {
    game: u64,
    rules: String,
    stage: &'static str,
    to_move: Option<usize>,
    me: usize,
    seats: Vec<SeatState>,
    pool: usize,
    rack: Vec<RackTileState>,
    by_value: bool,
    table: Vec<SetState>,
    /// Tiles laid on this turn.
    laid: usize,
    can: Abilities,
    /// Why the turn cannot end with this table, if something was moved on this turn.
    wrong: Option<String>,
    opening: Option<OpeningState>,
    /// What just happened, as a sentence.
    said: Option<String>,
    /// A sentence for each turn.
    log: Vec<String>,
    /// Of a finished game: the ending, and a line for each seat.
    results: Option<Vec<String>>,
}

#[derive(Serialize)]
struct SeatState {
    who: String,
    /// Whether a person at this device sits here.
    person: bool,
    /// What this player did last, as a sentence without the name.
    last: Option<String>,
    /// Of a finished game: the place from 1, and the points where the rules have any.
    place: Option<usize>,
    points: Option<i32>,
    tiles: usize,
    opened: bool,
    /// Present if racks lie open.
    rack: Option<String>,
}

#[derive(Serialize)]
struct RackTileState {
    tile: Tile,
    begins: bool,
    drawn: bool,
}

#[derive(Serialize)]
struct SetState {
    tiles: Vec<TileState>,
    legal: bool,
    owner: Option<u8>,
    /// Whether others changed or laid it since the person's last turn.
    changed: bool,
    /// The word of its reading, if it states one.
    reading: Option<&'static str>,
    /// The ways in which its jokers can lie, if the person has to choose or may.
    ways: Vec<WayToLie>,
}

#[derive(Serialize)]
struct TileState {
    tile: Tile,
    /// Whether it came from the rack on this turn.
    laid: bool,
    /// Whether another player laid it since the person's last turn.
    fresh: bool,
    /// What a joker of a legal set stands for: `R5` in a run, a value alone in a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    stands: Option<String>,
}

/// The commands that are possible now.
#[derive(Serialize)]
struct Abilities {
    undo: bool,
    redo: bool,
    reset: bool,
    end: bool,
    /// Whether the turn may end without a play.
    draw: bool,
    /// Whether that would be a pass.
    pass: bool,
    /// The tile that may go back for another.
    put_back: Option<Tile>,
    /// The pairs for which the person may have new tiles dealt, before the first turn.
    redeal: Option<String>,
}

#[derive(Serialize)]
struct OpeningState {
    points: u32,
    needed: u16,
}

impl GameState {
    /// The state of a session.
    pub fn of(session: &mut Session, game: u64, said: Option<String>) -> GameState {
        let refusal = session.why_not_end();
        let lines = match session.stage() {
            ToMove::Over => Some(result_lines(session)),
            _ => None,
        };
        let results = session.results();
        let session = &*session;
        let (rules, draft) = (session.rules(), session.draft());
        let language = session.language();
        let own = session.stage() == ToMove::Person;
        let illegal = draft.illegal_sets(rules);
        let laid = draft.laid().len();
        let pass = rules.draw_first || session.game().pool_len() == 0;
        let wrong = refusal.as_ref().filter(|_| own && draft.is_changed());
        GameState {
            game,
            rules: rules.name.clone(),
            stage: match session.stage() {
                ToMove::Person => "person",
                ToMove::Bot(_) => "bot",
                ToMove::Over => "over",
            },
            to_move: session.game().to_move().map(Seat::index),
            me: session.person().index(),
            seats: Seat::all(session.game().players())
                .map(|seat| seat_state(session, seat, results.as_ref()))
                .collect(),
            pool: session.game().pool_len(),
            rack: rack_tiles(session.rack_shown()),
            by_value: session.by_value(),
            table: draft
                .sets()
                .iter()
                .enumerate()
                .map(|(at, set)| set_state(language, rules, draft, set, !illegal.contains(&at)))
                .collect(),
            laid,
            can: Abilities {
                undo: own && draft.can_undo(),
                redo: own && draft.can_redo(),
                reset: own && draft.is_changed(),
                end: own && refusal.is_none(),
                draw: own && laid == 0,
                pass,
                put_back: session.may_put_back(),
                redeal: session.may_redeal().then(|| session.setting().pairs()),
            },
            wrong: wrong.map(|refusal| wrong_text(session, refusal)),
            opening: session
                .opening_so_far()
                .map(|(points, needed)| OpeningState { points, needed }),
            said: said.filter(|said| !said.is_empty()),
            log: session.log(),
            results: lines,
        }
    }
}

impl GameState {
    /// The state of an exercise: that of a game in which only the person moves.
    pub fn of_puzzle(
        puzzle: &Puzzle,
        game: u64,
        said: Option<String>,
        judge: &mut dyn CouldPlay,
    ) -> GameState {
        let (language, refusal) = (puzzle.language(), puzzle.why_not_end(judge));
        let (rules, draft, own) = (puzzle.rules(), puzzle.draft(), !puzzle.is_solved());
        let illegal = draft.illegal_sets(rules);
        let wrong = refusal.as_ref().filter(|_| own && draft.is_changed());
        GameState {
            game,
            rules: rules.name.clone(),
            stage: if own { "person" } else { "over" },
            to_move: own.then_some(0),
            me: 0,
            seats: Vec::new(),
            pool: puzzle.pool(),
            rack: rack_tiles(puzzle.rack_shown()),
            by_value: puzzle.by_value(),
            table: draft
                .sets()
                .iter()
                .enumerate()
                .map(|(at, set)| set_state(language, rules, draft, set, !illegal.contains(&at)))
                .collect(),
            laid: draft.laid().len(),
            can: Abilities {
                undo: own && draft.can_undo(),
                redo: own && draft.can_redo(),
                reset: own && draft.is_changed(),
                end: own && refusal.is_none(),
                draw: puzzle.may_wait() && !draft.is_changed(),
                pass: false,
                put_back: None,
                redeal: None,
            },
            wrong: wrong.map(|refusal| match refusal {
                ActionError::NothingLaid => say!(language, "engine-nothing-laid"),
                ActionError::Illegal(illegal) => explained(language, illegal, rules),
                other => other.say(language),
            }),
            opening: (!puzzle.opened() && rules.opening_min > 0).then(|| OpeningState {
                points: own_points(rules, draft),
                needed: rules.opening_min,
            }),
            said: said.clone().filter(|said| !said.is_empty()),
            log: Vec::new(),
            results: said.filter(|_| !own).map(|said| vec![said]),
        }
    }
}

/// Points of the sets made of rack tiles alone.
fn own_points(rules: &RuleSet, draft: &Draft) -> u32 {
    let own = draft.sets().iter().filter(|set| set.is_own());
    own.filter_map(|set| rules.value_laid(&set.set()))
        .map(u32::from)
        .sum()
}

/// The reason in the words of a page, which has buttons instead of commands.
fn wrong_text(session: &Session, refusal: &ActionError) -> String {
    match refusal {
        ActionError::NothingLaid => say!(session.language(), "engine-nothing-laid"),
        ActionError::Illegal(Illegal::ReadingOpen(set)) => {
            say!(session.language(), "engine-choose-lie", set = set)
        }
        other => refusal_text(session, other),
    }
}

fn seat_state(session: &Session, seat: Seat, results: Option<&BySeat<SeatResult>>) -> SeatState {
    let rack = session.game().rack(seat);
    let result = results.map(|results| &results[seat]);
    let scored = result.filter(|_| session.rules().has_scores());
    SeatState {
        who: session.who(seat),
        person: session.setting().people().contains(&seat),
        last: session.last_of(seat),
        place: result.map(|result| result.place as usize),
        points: scored.map(|result| result.score),
        tiles: rack.len(),
        opened: session.game().opened(seat),
        rack: session.rules().open_hands.then(|| rack.to_string()),
    }
}

fn rack_tiles(shown: Vec<RackTile>) -> Vec<RackTileState> {
    let shown = shown.into_iter();
    shown
        .map(|shown| RackTileState {
            tile: shown.tile,
            begins: shown.begins,
            drawn: shown.drawn,
        })
        .collect()
}

/// What the tile of this place of the set stands for.
fn stands_for(standing: &Standing, set: &DraftSet, place: usize) -> Option<String> {
    // A run is told from its low end.
    let as_laid = set.set().tiles() == standing.tiles();
    let from_low = if as_laid {
        place
    } else {
        set.tiles.len() - 1 - place
    };
    match standing {
        Standing::Run { .. } => standing.kind_at(from_low).map(|kind| kind.to_string()),
        Standing::Group { value, .. } => Some(value.to_string()),
    }
}

fn set_state(
    language: Language,
    rules: &RuleSet,
    draft: &Draft,
    set: &DraftSet,
    legal: bool,
) -> SetState {
    let standing = rules.standing(&set.set()).filter(|_| legal);
    let tile = |(place, tile): (usize, &DraftTile)| TileState {
        tile: tile.tile,
        laid: tile.laid,
        fresh: tile.fresh,
        stands: standing
            .as_ref()
            .filter(|_| tile.tile == Tile::JOKER)
            .and_then(|standing| stands_for(standing, set, place)),
    };
    SetState {
        tiles: set.tiles.iter().enumerate().map(tile).collect(),
        legal,
        owner: set.owner,
        changed: set.change.is_some(),
        reading: set.reading.map(SetReading::word),
        ways: ways(language, rules, draft.ways_to_lie(rules, set), &set.set()),
    }
}
