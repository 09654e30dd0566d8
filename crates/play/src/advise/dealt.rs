//! An ordinary record of a told game, with the tiles that nobody told dealt to fit: what a player
//! laid was on the rack before, and who had to lay could not.

use rummilab_chance::{Key, Stream};
use rummilab_core::{BySeat, CouldPlay, Deal, Ending, Game, RuleSet, Seat, Tile, TileCounts};
use rummilab_record::{
    Block, BotEntry, DealRecord, GameRecord, Header, PERSON, RecordedGame, Replay, SeatRecord,
};
use rummilab_solver::{Goal, Solver, best_known};
use rummilab_words::Language;

use super::course::Course;
use super::hidden::{Hidden, TileId};
use super::notebook::Notebook;
use super::real_table::RealTable;
use super::refusals::player;

/// Most replays of the game with other deals, most deals from scratch, and most exchanges of two
/// tiles in each.
const REPLAYS: usize = 600;
const DEALS: u64 = 200;
const EXCHANGES: usize = 100;

/// Why there is no record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealtError {
    #[error("the game is not over: tell it to its end")]
    NotOver,
    /// No deal that fits was found; the furthest turn, from 1, and why it did not fit.
    #[error("found no deal that fits; turn {0}: {1}")]
    NoFit(usize, String),
}

/// A deal, and the tiles of it that can be exchanged.
struct TriedDeal {
    hidden: Hidden,
    loose: Vec<TileId>,
    deal_racks: BySeat<Vec<TileId>>,
    deal_pool: Vec<TileId>,
}

impl TriedDeal {
    fn new(
        notebook: &Notebook,
        course: &Course,
        laid_at_once: bool,
        stream: &mut Stream,
    ) -> Option<TriedDeal> {
        let mut hidden = Hidden::new(notebook, laid_at_once)?;
        let (deal_racks, deal_pool) = (hidden.racks.clone(), hidden.pool.clone());
        hidden.follow(course, stream)?;
        let loose: Vec<TileId> = (0..hidden.kinds.len())
            .filter(|id| hidden.kinds[*id].is_none())
            .collect();
        let mut rest: Vec<Tile> = hidden.left.tiles().collect();
        stream.shuffle(&mut rest);
        for (id, tile) in loose.iter().zip(rest) {
            hidden.kinds[*id] = Some(tile);
        }
        Some(TriedDeal {
            hidden,
            loose,
            deal_racks,
            deal_pool,
        })
    }

    fn deal(&self) -> Deal {
        let kind = |id: &TileId| self.hidden.kinds[*id];
        let rack = |ids: &Vec<TileId>| ids.iter().filter_map(kind).collect();
        Deal {
            racks: self.deal_racks.iter().map(rack).collect(),
            streams: vec![self.deal_pool.iter().filter_map(kind).collect()],
        }
    }

    /// Exchanges a loose tile of the rack on which a turn was decided, one that the solver would
    /// lay there if there is one, for a loose tile from elsewhere.
    fn exchange(
        &mut self,
        misfit: &Misfit,
        solver: &mut dyn Solver,
        stream: &mut Stream,
    ) -> Option<(TileId, TileId)> {
        let game = &misfit.game;
        let seat = game.to_move()?;
        let rack = self.hidden.decided.get(misfit.turn)?.get(seat)?;
        let position = game.position(seat);
        let best = best_known(solver, game.rules(), &position, &Goal::Tiles);
        let laid = best
            .ok()
            .flatten()
            .map_or(TileCounts::EMPTY, |best| best.played);
        let is_laid = |id: &&TileId| self.hidden.kinds[**id].is_some_and(|k| laid.count(k) > 0);
        let own = |id: &&TileId| rack.contains(id);
        let (here, elsewhere): (Vec<TileId>, Vec<TileId>) = self.loose.iter().partition(own);
        let laid: Vec<TileId> = here.iter().filter(is_laid).copied().collect();
        let from = stream.pick(if laid.is_empty() { &here } else { &laid })?;
        let to = stream.pick(&elsewhere)?;
        self.hidden.kinds.swap(*from, *to);
        Some((*from, *to))
    }
}

/// A told game as an ordinary record, with the hidden tiles dealt by this seed. The plan of its
/// header is [`Header::DEALT`]. Only results that need no hidden tiles are certain.
///
/// # Errors
/// If the game is not over, or no deal was found that fits.
pub fn dealt(
    notebook: &Notebook,
    build: &str,
    seed: u64,
    judge: &mut Box<dyn Solver>,
) -> Result<RecordedGame, DealtError> {
    let over = notebook.table().and_then(RealTable::ending);
    let ending = over.ok_or(DealtError::NotOver)?;
    let course = Course::of(notebook);
    let mut furthest = (0, "the tiles are told too often".to_owned());
    let mut replays = 0;
    for number in 0..DEALS {
        if replays >= REPLAYS {
            break;
        }
        let mut stream = Stream::new(Key::sample(seed, "dealt to fit", number));
        // The first deal is as likely as any other.
        let at_once = number % 2 == 1;
        let Some(mut tried) = TriedDeal::new(notebook, &course, at_once, &mut stream) else {
            continue;
        };
        let (mut best, mut exchanged): (Option<Misfit>, _) = (None, None);
        for _ in 0..EXCHANGES {
            replays += 1;
            let misfit = match tried.block(notebook, &course, ending, judge) {
                Ok(block) => {
                    return Ok(RecordedGame {
                        header: header(notebook, build),
                        block,
                        game: 0,
                    });
                }
                Err(Some(misfit)) => *misfit,
                Err(None) => break,
            };
            furthest = furthest.max((misfit.turn, misfit.why.clone()));
            let worse = best.as_ref().is_some_and(|best| misfit.turn < best.turn);
            match (worse, exchanged) {
                (true, Some((one, other))) => tried.hidden.kinds.swap(one, other),
                _ => best = Some(misfit),
            }
            let Some(best) = &best else { break };
            exchanged = tried.exchange(best, judge.as_mut(), &mut stream);
            if exchanged.is_none() {
                break;
            }
        }
    }
    Err(DealtError::NoFit(furthest.0 + 1, furthest.1))
}

/// The first turn that a deal does not allow.
struct Misfit {
    turn: usize,
    /// The state in which it was decided.
    game: Game,
    why: String,
}

impl TriedDeal {
    /// The game with this deal as a block with its results.
    fn block(
        &self,
        notebook: &Notebook,
        course: &Course,
        ending: Ending,
        judge: &mut dyn CouldPlay,
    ) -> Result<Block, Option<Box<Misfit>>> {
        let players = notebook.players();
        let nothing = SeatRecord {
            score: 0,
            place: 1,
            tiles_left: 0,
            points_left: 0,
            own_turns: 0,
            opened_turn: None,
        };
        let mut block = Block {
            block: 0,
            deals: vec![DealRecord {
                attempt: 0,
                deal: self.deal(),
            }],
            games: vec![GameRecord {
                seating: BySeat::from_fn(players, |seat| seat.index() as u16),
                deal: 0,
                starter: Seat(0),
                turns: course.turns.clone(),
                put_back: self.hidden.put_back.clone(),
                ending,
                seats: BySeat::filled(players, nothing),
                fault: None,
            }],
        };
        block.games[0].seats = results(notebook.rules(), &block, judge)?;
        Ok(block)
    }
}

/// The results of the game of a block, after its replay.
fn results(
    rules: &RuleSet,
    block: &Block,
    judge: &mut dyn CouldPlay,
) -> Result<BySeat<SeatRecord>, Option<Box<Misfit>>> {
    let misfit = |turn, game: &Game, why: String| {
        let game = game.clone();
        Some(Box::new(Misfit { turn, game, why }))
    };
    let mut replay = Replay::new(rules, block, 0).map_err(|_| None)?;
    let mut turn = 0;
    while let Some(deciding) = replay.deciding() {
        let deciding = deciding.map_err(|why| misfit(turn, replay.game(), why.to_string()))?;
        if let Some(Err(why)) = replay.step(judge) {
            return Err(misfit(turn, &deciding, why.problem.to_string()));
        }
        turn += 1;
    }
    let game = replay.game();
    match (game.ending(), game.results(judge)) {
        (Some(ending), Some(results)) if ending == block.games[0].ending => {
            let seats = results.with_seats();
            Ok(seats
                .map(|(seat, result)| SeatRecord::of(game, seat, *result))
                .collect())
        }
        _ => Err(misfit(turn, game, "the game ends otherwise".to_owned())),
    }
}

/// The header of a game without a plan. The players follow the seats; the person who tells the game
/// is the person of the record.
fn header(notebook: &Notebook, build: &str) -> Header {
    let entry = |seat: Seat| {
        let label = if seat == notebook.me() {
            PERSON.to_owned()
        } else {
            player(Language::English, notebook.names(), seat)
        };
        BotEntry {
            canonical: label.clone(),
            label,
            version: None,
            programs: Vec::new(),
        }
    };
    Header {
        plan: Header::DEALT.to_owned(),
        plan_hash: String::new(),
        rules: notebook.rules().clone(),
        players: notebook.players(),
        // So the playouts of a review do not depend on the deal.
        seed: 0,
        salt: None,
        bots: Seat::all(notebook.players()).map(entry).collect(),
        build: build.to_owned(),
    }
}
