//! The game in progress: turns of bots, commands of the person, hints, and saving.

use rummilab_arena::{HarnessError, Players, PlayersError, Referee, Seated};
use rummilab_bot_api::PublicTurn;
use rummilab_chance::{Key, Stream};
use rummilab_core::{
    Action, BySeat, CouldPlay, Game, Illegal, RuleSet, Seat, SeatResult, Set, Table, Tile,
    TileCounts,
};
use rummilab_record::{Block, TurnRecord, Unfinished};
use rummilab_solver::{SolveError, Solver};
use rummilab_words::{Language, say};

use crate::advice::Advice;
use crate::command::Command;
use crate::draft::{Draft, EditError, MoveTarget, Pick};
use crate::level::person;
use crate::rack::{self, RackTile};
use crate::setting::Setting;
use crate::words::{changed_sets, describe, sentence};

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

    /// The language of what is said.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Chooses the language of what is said from now on, of the log too.
    pub fn speak(&mut self, language: Language) {
        self.language = language;
    }

    /// The same game, in which bots are told by their names alone, for displays with a place for
    /// each player.
    #[must_use]
    pub fn without_seat_numbers(self) -> Session {
        Session {
            numbered: false,
            ..self
        }
    }

    /// What the others did since the person's last turn: a sentence for each turn, then
    /// [`Session::changed_sets`].
    pub fn news(&self) -> Vec<String> {
        let turns = self.log[self.memories[self.person].log..].iter();
        turns
            .map(|turn| sentence(&self.told(turn)))
            .chain(self.changed_sets())
            .collect()
    }

    /// The numbers of the sets that others changed or laid since the person's last turn, as a
    /// sentence. The draft marks these sets and the new tiles.
    pub fn changed_sets(&self) -> Option<String> {
        changed_sets(self.language, self.draft.sets())
    }

    /// Every turn so far, a sentence each.
    pub fn log(&self) -> Vec<String> {
        self.log.iter().map(|line| self.told(line)).collect()
    }

    /// The last line of the log, if there is one.
    fn last_told(&self) -> Option<String> {
        self.log.last().map(|line| self.told(line))
    }

    fn told(&self, line: &Logged) -> String {
        match line {
            Logged::Turn {
                number,
                opened,
                drew,
            } => {
                let turn = &self.history()[*number];
                let you = self.is_you(turn.seat);
                let who = (self.who(turn.seat), you);
                let who = (who.0.as_str(), who.1);
                describe(self.language, turn, who, *opened, drew.as_ref())
            }
            Logged::BrokenOff(seat) => self.broken_off(*seat),
        }
    }

    /// Whether sentences call this seat `you`.
    fn is_you(&self, seat: Seat) -> bool {
        self.setting.people() == [seat]
    }

    /// Every turn so far, as everybody saw it.
    pub fn history(&self) -> &[PublicTurn] {
        self.referee.history()
    }

    /// The name of a seat in sentences.
    pub fn who(&self, seat: Seat) -> String {
        let language = self.language;
        let named = self.setting.person_name(language, seat);
        named.unwrap_or_else(|| {
            let name = self.name(seat);
            let mut others = seat.others(self.game().players());
            let shared = others.any(|other| self.name(other) == name);
            if self.numbered && (shared || self.game().rules().has_group_owners()) {
                let number = seat.index() + 1;
                say!(language, "player-named", name = name, number = number)
            } else {
                name
            }
        })
    }

    /// The name of a person, or that of a bot as a person.
    fn name(&self, seat: Seat) -> String {
        let person_name = self.setting.person_name(self.language, seat);
        let bots = self.setting.plan().bots();
        person_name.unwrap_or_else(|| person(&bots[seat.index()].label).to_owned())
    }

    /// What the player in this seat did last, as a sentence without the name: `Lays R3 R4 R5.`
    pub fn last_of(&self, seat: Seat) -> Option<String> {
        let mut turns = self.history().iter();
        let turn = turns.rfind(|turn| turn.seat == seat)?;
        let opened = self.game().opened_turn(seat) == Some(self.game().own_turns(seat));
        let said = describe(self.language, turn, ("", false), opened, None);
        Some(sentence(said.trim_start()))
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

    /// Carries out a command that concerns the turn. [`Command::Show`], [`Command::Log`],
    /// [`Command::Help`] and [`Command::Quit`] concern the display and do nothing here. Returns a
    /// sentence, which may be empty.
    ///
    /// # Errors
    /// The reason why not; nothing has changed.
    pub fn command(&mut self, command: &Command) -> Result<String, ActionError> {
        match command {
            Command::Show | Command::Log | Command::Help | Command::Quit => {
                return Ok(String::new());
            }
            Command::Sort => {
                self.by_value = !self.by_value;
                let by_value = self.by_value;
                return Ok(say!(self.language, "sorted", by_value = by_value));
            }
            _ => self.check_turn()?,
        }
        let rules = &self.rules().clone();
        match command {
            Command::Lay(sets) => self.lay(sets)?,
            Command::Move { tiles, from, to } => {
                let picks = self.picks(tiles, *from, *to)?;
                self.draft.shift(rules, &picks, *to)?;
            }
            Command::Split(set, tile) => {
                let at = self.place_in(*set, *tile, &[])?;
                self.draft.split(rules, *set, at)?;
            }
            Command::Join(sets) => self.draft.join(rules, sets)?,
            Command::Rewrite(old, new) => self.draft.rewrite(rules, old, new)?,
            Command::Undo => self.draft.undo()?,
            Command::Redo => self.draft.redo()?,
            Command::Reset => self.draft.reset(),
            Command::Hint => {
                self.hints = self.hints.saturating_add(1);
                let (hints, language) = (self.hints, self.language);
                let advice = self.advice()?;
                return Ok(if hints == 1 {
                    advice.how_much(language)
                } else {
                    advice.which(language)
                });
            }
            Command::Best => {
                let advice = self.advice()?.clone();
                if !advice.played.is_empty() {
                    self.draft.put_table(rules, &advice.table)?;
                }
                return Ok(advice.all(self.language));
            }
            Command::PutBack => {
                if self.draft.is_changed() {
                    return Err(ActionError::Moved);
                }
                let tile = self.referee.put_back().map_err(ActionError::Illegal)?;
                self.next();
                return Ok(say!(self.language, "put-back", tile = tile));
            }
            Command::End => return self.end(),
            Command::Draw => return self.idle(),
            Command::Show | Command::Log | Command::Help | Command::Quit | Command::Sort => {}
        }
        Ok(String::new())
    }

    fn check_turn(&self) -> Result<(), ActionError> {
        match self.stage() {
            ToMove::Person => Ok(()),
            ToMove::Bot(_) | ToMove::Over => Err(ActionError::NotYourTurn),
        }
    }

    /// Moves tiles that were picked one by one.
    ///
    /// # Errors
    /// The reason why not; nothing has changed.
    pub fn shift(&mut self, picks: &[Pick], to: MoveTarget) -> Result<(), ActionError> {
        self.check_turn()?;
        Ok(self.draft.shift(self.setting.plan().rules(), picks, to)?)
    }

    /// Splits a set (from 0) before this place.
    ///
    /// # Errors
    /// The reason why not; nothing has changed.
    pub fn split(&mut self, set: usize, at: usize) -> Result<(), ActionError> {
        self.check_turn()?;
        Ok(self.draft.split(self.setting.plan().rules(), set, at)?)
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

    /// Lays sets from the rack. A few tiles that are not a set are added where they fit.
    fn lay(&mut self, sets: &[Set]) -> Result<(), ActionError> {
        let rules = &self.rules().clone();
        if let [set] = sets
            && !rules.judge(set.tiles()).is_legal()
        {
            let tiles = set.tiles();
            let picks = self.picks(tiles, None, MoveTarget::New)?;
            let set = self.only_fit(tiles)?;
            return Ok(self.draft.shift(rules, &picks, MoveTarget::Set(set))?);
        }
        Ok(self.draft.rewrite(rules, &[], sets)?)
    }

    /// The only set that stays legal with these tiles.
    pub fn only_fit(&self, tiles: &[Tile]) -> Result<usize, ActionError> {
        let fits = |set: &&crate::draft::DraftSet| {
            let all: Vec<Tile> = set.set().tiles().iter().chain(tiles).copied().collect();
            self.rules().judge(&all).is_legal()
        };
        let sets = self.draft.sets().iter().enumerate();
        let found: Vec<usize> = sets
            .filter(|(_, set)| fits(set))
            .map(|(at, _)| at)
            .collect();
        let text = || Set::new(tiles.iter().copied()).to_string();
        match found[..] {
            [set] => Ok(set),
            [] => Err(ActionError::FitsNowhere(text())),
            [first, ..] => Err(ActionError::FitsOften(
                text(),
                found
                    .iter()
                    .map(|set| (set + 1).to_string())
                    .collect::<Vec<_>>()
                    .join(", "),
                first + 1,
            )),
        }
    }

    /// The named tiles. Without a set they come from the rack; if the destination is the rack, from
    /// the tiles laid on this turn.
    fn picks(
        &self,
        tiles: &[Tile],
        from: Option<usize>,
        to: MoveTarget,
    ) -> Result<Vec<Pick>, EditError> {
        let mut picks: Vec<Pick> = Vec::with_capacity(tiles.len());
        let mut rack = *self.draft.rack();
        for tile in tiles {
            let pick = match (from, to) {
                (Some(set), _) => Pick::Table {
                    set,
                    at: self.place_in(set, *tile, &picks)?,
                },
                (None, MoveTarget::Rack) => self.laid_place(*tile, &picks)?,
                (None, _) if rack.remove(*tile) => Pick::Rack(*tile),
                (None, _) => return Err(EditError::NotOnRack(*tile)),
            };
            picks.push(pick);
        }
        Ok(picks)
    }

    /// The place of a tile that was laid on this turn.
    fn laid_place(&self, tile: Tile, taken: &[Pick]) -> Result<Pick, EditError> {
        for (set, tiles) in self.draft.sets().iter().enumerate() {
            for (at, there) in tiles.tiles.iter().enumerate() {
                let pick = Pick::Table { set, at };
                if there.tile == tile && there.laid && !taken.contains(&pick) {
                    return Ok(pick);
                }
            }
        }
        Err(EditError::MustStay(tile))
    }

    /// The place of a tile in a set that is not taken yet.
    fn place_in(&self, set: usize, tile: Tile, taken: &[Pick]) -> Result<usize, EditError> {
        let sets = self.draft.sets();
        let there = sets
            .get(set)
            .ok_or(EditError::NoSuchSet(set.saturating_add(1), sets.len()))?;
        let mut places = there.tiles.iter().enumerate();
        let free = |at: usize| !taken.contains(&Pick::Table { set, at });
        places
            .find(|(at, there)| there.tile == tile && free(*at))
            .map(|(at, _)| at)
            .ok_or(EditError::NotInSet(tile, set + 1))
    }

    /// The best turn with its steps; it is computed once a turn.
    ///
    /// # Errors
    /// If it is not the person's turn, or the solver cannot say.
    pub fn best_turn(&mut self) -> Result<Advice, ActionError> {
        self.check_turn()?;
        Ok(self.advice()?.clone())
    }

    fn advice(&mut self) -> Result<&Advice, SolveError> {
        let advice = match self.advice.take() {
            Some(advice) => advice,
            None => Advice::of(
                self.referee.game(),
                self.person,
                &self.draft.start(),
                self.solver.as_mut(),
            )?,
        };
        Ok(self.advice.insert(advice))
    }

    fn end(&mut self) -> Result<String, ActionError> {
        let play = self.play()?;
        self.act(play)
    }

    /// The draft as a play.
    fn play(&self) -> Result<Action, ActionError> {
        let rearranging = self.rules().rearrange_then_draw && self.draft.is_changed();
        if self.draft.laid().is_empty() && !rearranging {
            Err(ActionError::NothingLaid)
        } else {
            Ok(Action::Play(self.draft.table()))
        }
    }

    /// Why the turn cannot end with this table; `None` if it can.
    pub fn why_not_end(&mut self) -> Option<ActionError> {
        let play = self.check_turn().and_then(|()| self.play());
        play.and_then(|play| self.judge(&play)).err()
    }

    fn idle(&mut self) -> Result<String, ActionError> {
        let laid = self.draft.laid();
        if !laid.is_empty() {
            return Err(ActionError::TilesLaid(laid));
        }
        let pass = self.rules().draw_first || self.game().pool_len() == 0;
        self.act(if pass { Action::Pass } else { Action::Draw })
    }

    /// Ends the person's turn, if the referee allows it.
    fn act(&mut self, action: Action) -> Result<String, ActionError> {
        self.judge(&action)?;
        self.turn(self.person, action);
        Ok(self.last_told().unwrap_or_default())
    }

    /// Checks that the referee would accept this end of the person's turn.
    fn judge(&mut self, action: &Action) -> Result<(), ActionError> {
        let mut tried = self.game().clone();
        let legal = tried.act(action, self.judge.as_mut());
        legal.map(|_| ()).map_err(ActionError::Illegal)
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

    /// The sentence about a bot whose fault has ended the game.
    fn broken_off(&self, seat: Seat) -> String {
        let fault = self.referee.last_fault();
        let detail = fault.map_or("", |fault| fault.detail.trim_end_matches('.'));
        say!(
            self.language,
            "turn-broken-off",
            who = self.who(seat),
            kind = fault.map_or("none", |fault| fault.kind.word()),
            detail = detail
        )
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

    /// The sentence at the start of the person's turn if it begins with a draw.
    pub fn drew_first(&self) -> Option<String> {
        let tile = self
            .game()
            .drawn_first()
            .filter(|_| self.stage() == ToMove::Person)?;
        Some(match self.may_put_back() {
            Some(_) => say!(self.language, "drew-first-again", tile = tile),
            None => say!(self.language, "drew-first", tile = tile),
        })
    }

    /// A line about a seat: the number of tiles on its rack, the tiles themselves if racks lie
    /// open, and whether it has opened.
    pub fn seat_line(&self, seat: Seat) -> String {
        let rack = self.game().rack(seat);
        let open = self.rules().open_hands;
        say!(
            self.language,
            "seat-line",
            count = rack.len(),
            rack = if open { "open" } else { "hidden" },
            tiles = rack,
            opened = self.game().opened(seat)
        )
    }
}
