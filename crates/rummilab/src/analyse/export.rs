//! The turns of a run as rows: rack, table, play, and the best possible play.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;
use rummilab_core::{Happened, Seat, Table, TileCounts};
use rummilab_play::review::{Decision, GameReview, Grade, ReviewedGame, action_words};
use rummilab_record::{Block, Header};
use rummilab_runs::{RunsError, games_file, judge, read_supported, until_torn};
use rummilab_solver::{Answer, Goal, Solver, solve_on, unless_given_up};
use serde::Serialize;
use serde_json::Value;

use super::reviews::read_reviews;
use crate::error::{Error, Result};

/// Number of blocks in work at once, which bounds the memory.
const CHUNK: usize = 32;

/// A turn of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TurnRow {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block, from 0.
    pub game: usize,
    /// The number of the turn in the game, from 0.
    pub turn: usize,
    /// The seat that had to decide.
    pub seat: Seat,
    /// The number of the turn among the seat's own, from 1.
    pub own_turn: u32,
    /// The label of the bot in that seat.
    pub bot: String,
    /// Whether the seat had opened.
    pub opened: bool,
    /// Its rack at the decision.
    pub rack: String,
    /// The table at the decision.
    pub table: String,
    /// Tiles in the pool at the decision.
    pub pool: usize,
    /// `lays`, `draws`, `passes` or `is penalised`.
    pub action: &'static str,
    /// The rack tiles that were laid.
    pub laid: String,
    /// The table after the turn.
    pub after: String,
    /// Largest number of tiles that could be laid.
    pub most_tiles: usize,
    /// The face value of these tiles, in points.
    pub most_value: u32,
    /// Whether the whole rack could be laid.
    pub goes_out: bool,
    /// The grade, if a review of this seat's game is kept.
    pub grade: Option<Grade>,
    /// Win rate lost by the turn, if a review is kept; 0.01 is one percentage point.
    pub loss: Option<f64>,
    /// Under rules where groups have owners: for each set of `table` the seat of a group, none for
    /// a run. As `owners` of a position to solve, whose `me` is the seat.
    pub owners: Option<Vec<Option<u8>>>,
    /// The same for the sets of `after`.
    pub owners_after: Option<Vec<Option<u8>>>,
    /// Where every turn begins with a draw: the tile that this one began with. It is on the rack.
    pub drawn_first: Option<String>,
    /// How many tiles went back to the pool before that one.
    pub put_back: u32,
    /// The tiles that the turn ended with, drawn or as a penalty.
    pub drawn: String,
}

impl TurnRow {
    /// The names of the columns, in the order of [`TurnRow::cells`].
    pub const COLUMNS: [&str; 23] = [
        "block",
        "game",
        "turn",
        "seat",
        "own_turn",
        "bot",
        "opened",
        "rack",
        "table",
        "pool",
        "action",
        "laid",
        "after",
        "most_tiles",
        "most_value",
        "goes_out",
        "grade",
        "loss",
        "owners",
        "owners_after",
        "drawn_first",
        "put_back",
        "drawn",
    ];

    /// The values as text; empty for a missing value. Owners are as `--owners` takes them, `1,-`.
    pub fn cells(&self) -> [String; 23] {
        let owner = |owner: &Value| owner.as_u64().map_or("-".to_owned(), |o| o.to_string());
        let row = serde_json::to_value(self).unwrap_or_default();
        TurnRow::COLUMNS.map(|column| match &row[column] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            Value::Array(owners) => owners.iter().map(owner).collect::<Vec<_>>().join(","),
            Value::Number(number) if number.is_f64() => number.as_f64().unwrap_or(0.0).to_string(),
            other => other.to_string(),
        })
    }
}

/// The grades that are kept, by block, game and turn.
type Grades = BTreeMap<(u64, usize, usize), (Grade, Option<f64>)>;

/// Calls `each` with every turn of a run, in order. Only some blocks are in memory at a time.
///
/// # Errors
/// If the record or the reviews cannot be read, or a game cannot be replayed; the error of `each`.
pub fn export<E: From<Error>>(
    place: &Path,
    mut each: impl FnMut(TurnRow) -> Result<(), E>,
) -> Result<(), E> {
    let path = games_file(place);
    let (header, blocks) = read_supported(&path).map_err(Error::from)?;
    let grades = grades(&read_reviews(path.parent().unwrap_or(place))?);
    let mut blocks = until_torn(blocks);
    loop {
        let chunk: Result<Vec<Block>, RunsError> = blocks.by_ref().take(CHUNK).collect();
        let chunk = chunk.map_err(Error::from)?;
        if chunk.is_empty() {
            return Ok(());
        }
        let rows: Vec<Result<Vec<TurnRow>>> = chunk
            .par_iter()
            .map_init(judge, |solver, block| rows(&header, block, &grades, solver))
            .collect();
        for rows in rows {
            rows?.into_iter().try_for_each(&mut each)?;
        }
    }
}

fn grades(reviews: &[GameReview]) -> Grades {
    let of_review = |review: &GameReview| {
        let (block, game) = (review.block, review.game);
        let turns = review.turns.iter();
        let turns = turns.map(move |t| ((block, game, t.turn), (t.grade, t.loss)));
        turns.collect::<Vec<_>>()
    };
    reviews.iter().flat_map(of_review).collect()
}

fn rows(
    header: &Header,
    block: &Block,
    grades: &Grades,
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<TurnRow>> {
    let mut rows = Vec::new();
    for game in 0..block.games.len() {
        let reviewed = ReviewedGame {
            header,
            block,
            game,
        };
        let (decisions, _) = Decision::until(reviewed, usize::MAX, solver, |_, _| {})?;
        for decision in &decisions {
            rows.push(row(reviewed, decision, grades, solver)?);
        }
    }
    Ok(rows)
}

fn row(
    reviewed: ReviewedGame<'_>,
    decision: &Decision,
    grades: &Grades,
    solver: &mut Box<dyn Solver>,
) -> Result<TurnRow> {
    let (game, seat) = (&decision.game, decision.seat);
    let position = game.position(seat);
    let answer = solve_on(
        solver.as_mut(),
        game.rules(),
        game.table(),
        &position,
        &Goal::Tiles,
    );
    let most = unless_given_up(answer)?.and_then(Answer::into_verified);
    let played = most.as_ref().map_or(TileCounts::EMPTY, |most| most.played);
    let event = &decision.done.event;
    let (action, laid) = action_words(event);
    let drawn = match &event.happened {
        Happened::Drew(tile) => std::slice::from_ref(tile),
        Happened::Penalty(tiles) => tiles.as_slice(),
        Happened::Laid(_) | Happened::Passed => &[],
    };
    let drawn: Vec<String> = drawn.iter().map(ToString::to_string).collect();
    let owners = |table: &Table| {
        let owned = game.rules().has_group_owners();
        owned.then(|| {
            (0..table.sets().len())
                .map(|set| table.owner(set))
                .collect()
        })
    };
    let turn = decision.done.turn;
    let (block, number) = (reviewed.block.block, reviewed.game);
    let known = grades.get(&(block, number, turn));
    Ok(TurnRow {
        block,
        game: number,
        turn,
        seat,
        own_turn: decision.done.own_turn,
        bot: reviewed.bot(seat).to_owned(),
        opened: game.opened(seat),
        rack: game.rack(seat).to_string(),
        table: game.table().to_string(),
        pool: game.pool_len(),
        action,
        laid,
        after: decision.done.table.to_string(),
        most_tiles: played.len(),
        most_value: most.as_ref().map_or(0, |most| most.value),
        goes_out: played == *game.rack(seat),
        grade: known.map(|(grade, _)| *grade),
        loss: known.and_then(|(_, loss)| *loss),
        owners: owners(game.table()),
        owners_after: owners(&decision.done.table),
        drawn_first: event.drawn_first.map(|tile| tile.to_string()),
        put_back: event.put_back,
        drawn: drawn.join(" "),
    })
}
