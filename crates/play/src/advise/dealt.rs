//! An ordinary record of a told game, with the tiles that nobody told dealt to fit: what a player
//! laid was on the rack before, and who had to lay could not.

use rummilab_chance::{Key, Stream};
use rummilab_core::{
    BySeat, CouldPlay, Deal, Ending, Game, RuleSet, Seat, Table, Tile, TileCounts,
};
use rummilab_record::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, Header, PERSON, PutBack,
    RecordedGame, Replay, SeatRecord, TurnRecord,
};
use rummilab_solver::{Goal, Solver, best_known};
use rummilab_words::Language;

use super::line::GameLine;
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

/// What happens to the tiles of a game, in order.
#[derive(Debug, Clone)]
enum Step {
    /// A tile is drawn; it is known if the person who tells the game drew it.
    Draw(Seat, Option<Tile>),
    /// The tile just drawn goes back.
    Back(Seat),
    Lay(Seat, Vec<Tile>),
    /// A turn ends.
    End,
}

/// A told game as a record needs it.
struct Course {
    steps: Vec<Step>,
    turns: Vec<TurnRecord>,
    /// The turns on which a tile goes back, one entry for each tile.
    backs: Vec<u32>,
}

impl Course {
    fn of(notebook: &Notebook) -> Course {
        let mut course = Course {
            steps: Vec::new(),
            turns: Vec::new(),
            backs: Vec::new(),
        };
        let states = notebook.tables().windows(2);
        // Whether this turn has begun with its draw.
        let mut begun = false;
        for (line, states) in notebook.lines().iter().skip(1).zip(states) {
            let [before, after] = states else { continue };
            begun = course.add(line, before, after, begun);
        }
        course
    }

    /// Adds a line; returns whether the turn goes on.
    fn add(&mut self, line: &GameLine, before: &RealTable, after: &RealTable, begun: bool) -> bool {
        let (game, me) = (before.game(), before.view().seat);
        if let GameLine::Table(_) = line {
            self.lies(before, after.game().table());
            return begun;
        }
        let Some(seat) = before.to_move() else {
            return begun;
        };
        let known = |at: usize| line.tiles().get(at).copied().filter(|_| seat == me);
        let first = game.rules().draw_first && !begun && game.pool_len() > 0;
        let told_first = first && seat == me;
        if first {
            self.steps
                .push(Step::Draw(seat, known(0).filter(|_| told_first)));
        }
        match line {
            GameLine::Drew(..) if told_first => return true,
            GameLine::Back(..) => {
                self.backs.push(self.turns.len() as u32);
                self.steps
                    .extend([Step::Back(seat), Step::Draw(seat, known(0))]);
                return true;
            }
            GameLine::Laid(_, tiles) => {
                self.steps.push(Step::Lay(seat, tiles.clone()));
                self.turns
                    .push(TurnRecord::Play(after.game().table().clone()));
            }
            GameLine::Drew(..) if !game.rules().draw_first && game.pool_len() > 0 => {
                self.steps.push(Step::Draw(seat, known(0)));
                self.turns.push(TurnRecord::Draw);
            }
            GameLine::Penalty(..) => {
                let hidden = usize::from(first && seat != me);
                let gained = after.game().rack(seat).len() - game.rack(seat).len() - hidden;
                self.steps
                    .extend((0..gained).map(|at| Step::Draw(seat, known(at))));
                self.turns.push(TurnRecord::Refused(FaultRecord {
                    seat,
                    kind: FaultKind::Illegal,
                    detail: String::new(),
                    action: None,
                }));
            }
            _ => self.turns.push(TurnRecord::Pass),
        }
        self.steps.push(Step::End);
        false
    }

    /// The sets lie so: the last player moved them and drew, where that is a turn. Otherwise they
    /// lie so since tiles were laid.
    fn lies(&mut self, before: &RealTable, table: &Table) {
        let (view, idle) = (before.view(), [TurnRecord::Draw, TurnRecord::Pass]);
        let opened = view
            .history
            .last()
            .is_some_and(|turn| view.opened[turn.seat]);
        let moved = table.sorted_sets() != view.table.sorted_sets();
        let rearranges = view.rules.rearrange_then_draw && opened && moved;
        let last = self.turns.len().saturating_sub(1);
        let last_moved = rearranges && self.turns.get(last).is_some_and(|turn| idle.contains(turn));
        let laid = |turn: &TurnRecord| matches!(turn, TurnRecord::Play(_));
        let turn = last_moved
            .then_some(last)
            .or_else(|| self.turns.iter().rposition(laid));
        if let Some(turn) = turn {
            self.turns[turn] = TurnRecord::Play(table.clone());
        }
    }
}

/// A tile of the game, known or not.
type TileId = usize;

/// One way in which the hidden tiles can lie.
struct Hidden {
    /// The kind of each tile; `None` while it can be any of those that are left.
    kinds: Vec<Option<Tile>>,
    left: TileCounts,
    racks: BySeat<Vec<TileId>>,
    /// The pool, next tile first.
    pool: Vec<TileId>,
    /// The number of tiles drawn so far.
    drawn: usize,
    put_back: Vec<PutBack>,
    /// The racks on which each turn was decided.
    decided: Vec<BySeat<Vec<TileId>>>,
    /// Whether tiles were laid as soon as they were drawn, as far as that can be: so they are where
    /// laying is a duty.
    laid_at_once: bool,
}

/// A deal, and the tiles of it that can be exchanged.
struct Draft {
    hidden: Hidden,
    loose: Vec<TileId>,
    deal_racks: BySeat<Vec<TileId>>,
    deal_pool: Vec<TileId>,
}

impl Hidden {
    /// No tile is known but the own rack.
    fn new(notebook: &Notebook, laid_at_once: bool) -> Option<Hidden> {
        let (rules, players) = (notebook.rules(), notebook.players());
        let (hand, tiles) = (usize::from(rules.hand), rules.tile_count());
        let GameLine::Rack(own) = notebook.lines().first()? else {
            return None;
        };
        let mut hidden = Hidden {
            kinds: vec![None; tiles],
            left: rules.deck(),
            racks: BySeat::from_fn(players, |seat| {
                let first = seat.index() * hand;
                (first..first + hand).collect()
            }),
            pool: (players * hand..tiles).collect(),
            drawn: 0,
            put_back: Vec::new(),
            decided: Vec::new(),
            laid_at_once,
        };
        let rack = hidden.racks[notebook.me()].clone();
        rack.into_iter()
            .zip(own)
            .try_for_each(|(id, tile)| hidden.is(id, *tile))?;
        Some(hidden)
    }

    /// Lets a tile be of this kind; `None` if it cannot.
    fn is(&mut self, id: TileId, tile: Tile) -> Option<()> {
        match self.kinds[id] {
            Some(known) => (known == tile).then_some(()),
            None => {
                self.kinds[id] = Some(tile);
                self.left.remove(tile).then_some(())
            }
        }
    }

    /// Goes through the game once, and gives what was laid a place among the tiles that could have
    /// been it, all equally likely. `None` if that fails.
    fn follow(&mut self, course: &Course, stream: &mut Stream) -> Option<()> {
        let mut backs = course.backs.iter();
        let mut decided = None;
        for step in &course.steps {
            match step {
                Step::Draw(seat, known) => {
                    let id = *self.pool.get(self.drawn)?;
                    self.drawn += 1;
                    known.map_or(Some(()), |tile| self.is(id, tile))?;
                    self.racks[*seat].push(id);
                }
                Step::Back(seat) => self.back(*seat, *backs.next()?, stream)?,
                Step::Lay(seat, tiles) => {
                    decided = Some(self.racks.clone());
                    tiles
                        .iter()
                        .try_for_each(|tile| self.lay(*seat, *tile, stream))?;
                }
                Step::End => {
                    let racks = decided.take().unwrap_or_else(|| self.racks.clone());
                    self.decided.push(racks);
                }
            }
        }
        Some(())
    }

    fn lay(&mut self, seat: Seat, tile: Tile, stream: &mut Stream) -> Option<()> {
        let rack = &self.racks[seat];
        let places = 0..rack.len();
        let known = places
            .clone()
            .find(|at| self.kinds[rack[*at]] == Some(tile));
        let free: Vec<usize> = places
            .filter(|at| self.kinds[rack[*at]].is_none())
            .collect();
        let last = free.last().filter(|_| self.laid_at_once);
        let at = known.or_else(|| last.or_else(|| stream.pick(&free)).copied())?;
        let id = self.racks[seat].remove(at);
        self.is(id, tile)
    }

    /// The tile drawn last goes back to a random place; the rack holds another like it.
    fn back(&mut self, seat: Seat, turn: u32, stream: &mut Stream) -> Option<()> {
        let id = self.racks[seat].pop()?;
        self.make_twin(id, seat, stream)?;
        self.pool.push(id);
        let place = stream.index(self.pool.len() - self.drawn)?;
        let (at, last) = (self.drawn + place, self.pool.len() - 1);
        self.pool.swap(at, last);
        self.put_back.push(PutBack {
            turn,
            place: u16::try_from(place).ok()?,
        });
        Some(())
    }

    /// Lets this tile be of the same kind as a number tile on the rack.
    fn make_twin(&mut self, id: TileId, seat: Seat, stream: &mut Stream) -> Option<()> {
        let rack = self.racks[seat].clone();
        let number = |kind: Option<Tile>| kind.filter(|tile| !tile.is_joker());
        if let Some(tile) = self.kinds[id] {
            let twin = rack.iter().any(|other| self.kinds[*other] == Some(tile));
            let free = rack.iter().find(|other| self.kinds[**other].is_none());
            return match (twin, free) {
                (true, _) => Some(()),
                (false, free) => self.is(*free?, tile),
            };
        }
        let other = *stream.pick(&rack)?;
        let twice = |(tile, copies): (Tile, u8)| (copies > 1 && !tile.is_joker()).then_some(tile);
        let kinds: Vec<Tile> = self.left.kinds().filter_map(twice).collect();
        let tile = match self.kinds[other] {
            Some(tile) => number(Some(tile))?,
            None => *stream.pick(&kinds)?,
        };
        self.is(other, tile)?;
        self.is(id, tile)
    }
}

impl Draft {
    fn new(
        notebook: &Notebook,
        course: &Course,
        laid_at_once: bool,
        stream: &mut Stream,
    ) -> Option<Draft> {
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
        Some(Draft {
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
        let Some(mut draft) = Draft::new(notebook, &course, at_once, &mut stream) else {
            continue;
        };
        let (mut best, mut exchanged): (Option<Misfit>, _) = (None, None);
        for _ in 0..EXCHANGES {
            replays += 1;
            let misfit = match draft.block(notebook, &course, ending, judge) {
                Ok(block) => {
                    return Ok(RecordedGame {
                        header: header(notebook, build),
                        block,
                        game: 0,
                    });
                }
                Err(Some(misfit)) => misfit,
                Err(None) => break,
            };
            furthest = furthest.max((misfit.turn, misfit.why.clone()));
            let worse = best.as_ref().is_some_and(|best| misfit.turn < best.turn);
            match (worse, exchanged) {
                (true, Some((one, other))) => draft.hidden.kinds.swap(one, other),
                _ => best = Some(misfit),
            }
            let Some(best) = &best else { break };
            exchanged = draft.exchange(best, judge.as_mut(), &mut stream);
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

impl Draft {
    /// The game with this deal as a block with its results.
    fn block(
        &self,
        notebook: &Notebook,
        course: &Course,
        ending: Ending,
        judge: &mut dyn CouldPlay,
    ) -> Result<Block, Option<Misfit>> {
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
) -> Result<BySeat<SeatRecord>, Option<Misfit>> {
    let misfit = |turn, game: &Game, why: String| {
        let game = game.clone();
        Some(Misfit { turn, game, why })
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
