//! Commands of the person whose turn it is.

use rummilab_core::{Action, Set, Tile};
use rummilab_words::say;

use super::{ActionError, Session, ToMove};
use crate::command::Command;
use crate::draft::{DraftSet, EditError, MoveTarget, Pick};

impl Session {
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

    pub(super) fn check_turn(&self) -> Result<(), ActionError> {
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
        let fits = |set: &&DraftSet| {
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
}
