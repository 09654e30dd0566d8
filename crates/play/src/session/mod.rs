//! The game in progress: turns of bots, and what is saved.

mod advised;
mod commands;
mod told;

use rummilab_arena::{HarnessError, Players, PlayersError, Referee, Seated};
use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, BySeat, CouldPlay, Game, Illegal, RuleSet, Seat, SeatResult, Table, Tile, TileCounts,
};
use rummilab_record::{Block, TurnRecord, Unfinished};
use rummilab_solver::{SolveError, Solver};
use rummilab_words::Language;

use crate::advice::Advice;
use crate::draft::{Draft, EditError};
use crate::rack::{self, RackTile};
use crate::setting::Setting;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ToMove {
    /// The bot in this seat: see [`Session::bot_turn`].
    Bot(Seat),
    Person,
    /// Nobody, because the game is over: see [`Session::results`].
    Over,
}

/// Why a command cannot be carried out; the game is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum ActionError {
    /// It is not the person's turn.
    NotYourTurn,
    /// The tiles cannot be moved this way.
    Edit(#[from] EditError),
    /// The referee refuses the turn.
    Illegal(Illegal),
    /// The turn cannot end with nothing laid.
    NothingLaid,
    /// The turn cannot end without a play while tiles are laid.
    TilesLaid(TileCounts),
    /// A tile cannot go back after the draft was changed.
    Moved,
    /// Tiles that are not a set and fit nowhere.
    FitsNowhere(String),
    /// Tiles that fit in several places: the tiles, the numbers of the sets from 1, and the first
    /// of them.
    FitsOften(String, String, usize),
    /// The solver has no answer.
    Solver(#[from] SolveError),
}

/// Why the game cannot continue.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A bot cannot be made.
    #[error("the bot `{0}` cannot be started: {1}")]
    Bot(String, PlayersError),
    /// A fault of the harness.
    #[error(transparent)]
    Harness(#[from] HarnessError),
}

/// Why a saved game cannot be resumed.
#[derive(Debug, thiserror::Error)]
pub enum ResumeError {
    /// It belongs to another plan.
    #[error("the saved game is of another plan")]
    OtherPlan,
    /// One of its turns is illegal, or comes after the end.
    #[error("turn {0} of the saved game cannot have happened: {1}")]
    Turn(usize, String),
    /// The game itself cannot continue.
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// What a person at the table knows and has seen.
#[derive(Debug, Clone, Default)]
struct Memory {
    /// The table after the person's last turn, as shown.
    known: Table,
    /// The tiles that the person drew last.
    drawn: TileCounts,
    /// Length of the log after the person's last turn.
    log: usize,
}

/// A line of the log, told when it is asked for.
#[derive(Debug, Clone)]
enum Logged {
    /// A turn by its number in the history, and what the reader may know that the rack gained.
    Turn {
        number: usize,
        opened: bool,
        drew: Option<TileCounts>,
    },
    /// The fault of a bot, which ended the game.
    BrokenOff(Seat),
}

/// A game between a person and bots, or between people at one device, who see their racks in turn.
pub struct Session {
    setting: Setting,
    referee: Referee,
    /// The bots; `None` in a person's seat.
    bots: BySeat<Option<Seated>>,
    judge: Box<dyn CouldPlay>,
    solver: Box<dyn Solver>,
    draft: Draft,
    /// The person whose rack is shown: who is to move, or moved last.
    person: Seat,
    /// Of bots it is empty.
    memories: BySeat<Memory>,
    log: Vec<Logged>,
    language: Language,
    /// Whether the names of bots have a number where a name alone is not enough.
    numbered: bool,
    /// Whose turns hints speak of; `None` if these players have no champion.
    champion: Option<Seated>,
    advice: Option<Advice>,
    /// Number of hints given on this turn.
    hints: u8,
    by_value: bool,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("turns", &self.referee.turns().len())
            .field("draft", &self.draft)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A new game. `solver` gives the hints; it must support the rules.
    ///
    /// # Errors
    /// If a bot cannot be made or no game can start with the deal.
    pub fn new(
        setting: Setting,
        players: &dyn Players,
        solver: Box<dyn Solver>,
    ) -> Result<Session, SessionError> {
        let plan = setting.plan();
        let mut bots = Vec::with_capacity(plan.players());
        for (seat, entry) in Seat::all(plan.players()).zip(plan.bots()) {
            if setting.people().contains(&seat) {
                bots.push(None);
                continue;
            }
            let canonical = entry.canonical.as_str();
            let bot = players
                .bot(canonical)
                .map_err(|reason| SessionError::Bot(canonical.to_owned(), reason))?;
            // The streams of a tournament's first block, so that the record can be played again.
            let stream = Stream::new(Key::bot(plan.seed(), canonical, seat.index(), 0));
            let mut seated = Seated::new(canonical, bot, stream);
            seated.new_game(seat);
            bots.push(Some(seated));
        }
        let mut session = Session {
            referee: Referee::new(setting.setup(), setting.deal())?,
            bots: bots.into(),
            judge: players.judge(),
            solver,
            draft: Draft::default(),
            person: setting.person(),
            memories: vec![Memory::default(); plan.players()].into(),
            log: Vec::new(),
            language: Language::English,
            numbered: true,
            champion: advised::champion(players),
            advice: None,
            hints: 0,
            by_value: false,
            setting,
        };
        session.next();
        Ok(session)
    }

    /// Resumes a saved game. The bots are asked again about every turn, so that they have the same
    /// knowledge; their recorded actions hold.
    ///
    /// # Errors
    /// If the game belongs to another plan, or its turns are impossible.
    pub fn resume(
        setting: Setting,
        players: &dyn Players,
        solver: Box<dyn Solver>,
        saved: &Unfinished,
    ) -> Result<Session, ResumeError> {
        if saved.plan_hash != setting.plan().plan_hash() || saved.redeals != setting.redeals() {
            return Err(ResumeError::OtherPlan);
        }
        let mut session = Session::new(setting, players, solver)?;
        for (turn, record) in saved.turns.iter().enumerate() {
            let wrong = |reason: String| ResumeError::Turn(turn, reason);
            session.again(saved, turn, record).map_err(wrong)?;
        }
        let turn = saved.turns.len();
        let wrong = |reason: String| ResumeError::Turn(turn, reason);
        session.again_put_back(saved, turn).map_err(wrong)?;
        session.next();
        session.by_value = saved.by_value;
        if let (ToMove::Person, Some(draft)) = (session.stage(), &saved.draft) {
            // The draft is a convenience and not part of the game, so errors are ignored.
            let _ = session
                .draft
                .put_table(session.setting.plan().rules(), draft);
        }
        Ok(session)
    }

    fn again(
        &mut self,
        saved: &Unfinished,
        turn: usize,
        record: &TurnRecord,
    ) -> Result<(), String> {
        let seat = self.game().to_move().ok_or("the game is over by then")?;
        self.referee.begin();
        if let Some(seated) = &mut self.bots[seat] {
            // The answer is ignored; the bot is asked only so that it follows the game.
            let _ = self.referee.clone().ask(seated);
        }
        self.again_put_back(saved, turn)?;
        let action = match record {
            TurnRecord::Draw => Action::Draw,
            TurnRecord::Pass => Action::Pass,
            TurnRecord::Play(table) => Action::Play(table.clone()),
            TurnRecord::Refused(fault) => {
                let detail = fault.detail.clone();
                return Err(format!(
                    "a refused turn cannot be taken up again ({detail})"
                ));
            }
        };
        let mut tried = self.game().clone();
        let legal = tried.act(&action, self.judge.as_mut());
        legal.map_err(|reason| reason.to_string())?;
        self.turn(seat, action);
        Ok(())
    }

    fn again_put_back(&mut self, saved: &Unfinished, turn: usize) -> Result<(), String> {
        let on_turn = saved.put_back.iter();
        for back in on_turn.filter(|back| back.turn as usize == turn) {
            self.referee.begin();
            let place = usize::from(back.place);
            let back = self.referee.put_back_at(place);
            back.map_err(|reason| reason.to_string())?;
        }
        Ok(())
    }

    /// Whether the person may still demand new tiles, before the first turn: see
    /// [`Setting::redealt`].
    pub fn may_redeal(&self) -> bool {
        let begun = self.referee.turns().len() + self.referee.put_backs().len();
        begun == 0 && self.setting.may_redeal()
    }

    /// The state needed to resume the game.
    pub fn saved(&self) -> Unfinished {
        Unfinished {
            plan_hash: self.setting.plan().plan_hash(),
            redeals: self.setting.redeals(),
            turns: self.referee.turns().to_vec(),
            put_back: self.referee.put_backs().to_vec(),
            draft: self.draft.is_changed().then(|| self.draft.table()),
            by_value: self.by_value,
        }
    }

    /// The settings of the game.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    pub fn rules(&self) -> &RuleSet {
        self.setting.plan().rules()
    }

    /// The state of the game.
    pub fn game(&self) -> &Game {
        self.referee.game()
    }

    pub fn stage(&self) -> ToMove {
        match self.game().to_move() {
            None => ToMove::Over,
            Some(seat) if self.setting.people().contains(&seat) => ToMove::Person,
            Some(seat) => ToMove::Bot(seat),
        }
    }

    /// The seat of the person whose rack is shown: who is to move, or moved last.
    pub fn person(&self) -> Seat {
        self.person
    }

    /// The draft of table and rack.
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Whether the rack is sorted by value instead of colour.
    pub fn by_value(&self) -> bool {
        self.by_value
    }

    /// The person's rack in display order.
    pub fn rack(&self) -> Vec<Tile> {
        self.rack_shown().iter().map(|shown| shown.tile).collect()
    }

    /// The person's rack in display order, with its groups and the tiles just drawn marked.
    pub fn rack_shown(&self) -> Vec<RackTile> {
        rack::shown(self.draft.rack(), self.by_value, self.drawn())
    }

    /// The tiles that the person drew last, on the last turn or at the start of this one.
    pub fn drawn(&self) -> &TileCounts {
        &self.memories[self.person].drawn
    }

    /// Points of the person's new sets so far, and the points that an opening needs. `None` if the
    /// person has opened, or the opening is counted otherwise.
    pub fn opening_so_far(&self) -> Option<(u32, u16)> {
        let person = self.person;
        let own = self.draft.sets().iter().filter(|set| set.is_own());
        let points = own
            .filter_map(|set| self.rules().value_laid(&set.set()))
            .map(u32::from)
            .sum();
        let asked = !self.game().opened(person) && self.rules().opening_min > 0;
        asked.then_some((points, self.rules().opening_min))
    }

    /// The tile that may go back for another on the person's turn.
    pub fn may_put_back(&self) -> Option<Tile> {
        let tile = self.game().drawn_first()?;
        (self.stage() == ToMove::Person && self.game().may_put_back()).then_some(tile)
    }

    /// Plays the turn of the bot to move. Returns its action as a sentence; `None` if no bot is to
    /// move.
    ///
    /// # Errors
    /// A fault of the harness; never a fault of a bot.
    pub fn bot_turn(&mut self) -> Result<Option<String>, SessionError> {
        let ToMove::Bot(seat) = self.stage() else {
            return Ok(None);
        };
        self.referee.begin();
        let Some(seated) = &mut self.bots[seat] else {
            return Ok(None);
        };
        let answer = self.referee.ask(seated)?;
        self.referee.turn(seat, answer, self.judge.as_mut());
        self.ended(seat, None);
        Ok(self.last_told())
    }

    /// The results, seat by seat; `None` before the game is over.
    pub fn results(&mut self) -> Option<BySeat<SeatResult>> {
        self.referee.game().results(self.judge.as_mut())
    }

    /// The record of the game; `None` before it is over.
    pub fn block(&mut self) -> Option<Block> {
        if self.stage() != ToMove::Over {
            return None;
        }
        Some(Block {
            block: 0,
            deals: vec![self.setting.deal_record().clone()],
            games: vec![self.referee.clone().record(self.judge.as_mut())],
        })
    }

    fn turn(&mut self, seat: Seat, action: Action) {
        let before = *self.game().rack(seat);
        self.referee.turn(seat, Ok(action), self.judge.as_mut());
        self.ended(seat, Some(before));
    }

    /// Logs a finished turn. `before` is the rack before it.
    fn ended(&mut self, seat: Seat, before: Option<TileCounts>) {
        let rules = &self.rules().clone();
        let people = self.setting.people();
        let (is_person, alone) = (people.contains(&seat), people.len() == 1);
        let drew = before
            .filter(|_| is_person)
            .map(|before| self.game().rack(seat).saturating_sub(&before));
        let opened = self.game().opened_turn(seat) == Some(self.game().own_turns(seat));
        match self.referee.history().last() {
            Some(turn) if turn.seat == seat && self.log.len() < self.history().len() => {
                self.log.push(Logged::Turn {
                    number: self.history().len() - 1,
                    opened,
                    // The log is for all: what one of several people drew is no news for the
                    // others.
                    drew: drew.filter(|_| alone),
                });
            }
            // A fault that ends the game is not a turn.
            _ => self.log.push(Logged::BrokenOff(seat)),
        }
        if is_person {
            let before = &self.memories[seat].known;
            let known = match self.referee.turns().last() {
                // In the order in which the person saw it.
                Some(TurnRecord::Play(_)) => self.game().table().clone(),
                _ => Draft::new(rules, self.game().table(), TileCounts::EMPTY, before).table(),
            };
            self.memories[seat] = Memory {
                known,
                drawn: drew.unwrap_or_default(),
                log: self.log.len(),
            };
        }
        if let Some(results) = self.results() {
            for (seat, seated) in Seat::all(results.players()).zip(self.bots.iter_mut()) {
                if let Some(seated) = seated {
                    self.referee.tell_over(seat, seated, &results);
                }
            }
        }
        self.next();
    }

    fn next(&mut self) {
        if let (ToMove::Person, Some(person)) = (self.stage(), self.game().to_move()) {
            self.person = person;
            self.referee.begin();
            if let Some(first) = self.game().drawn_first() {
                self.memories[person].drawn = TileCounts::from_iter([first]);
            }
        }
        self.advice = None;
        self.hints = 0;
        let rack = *self.game().rack(self.person);
        let (table, known) = (
            self.referee.game().table(),
            &self.memories[self.person].known,
        );
        self.draft = Draft::new(self.setting.plan().rules(), table, rack, known);
    }
}
