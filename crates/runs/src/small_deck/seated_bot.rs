//! A bot whose turns are asked for in any order, whatever it remembers of a game.

use rummilab_bot_api::{Bot, View};
use rummilab_bots::BotSpec;
use rummilab_bots::small_deck::{PublicId, PublicTree};
use rummilab_chance::{Key, Stream};
use rummilab_core::{Action, BySeat, RuleSet, Seat, TileCounts};
use rustc_hash::FxHashMap;

use super::DeckError;

/// Number of what a bot has seen on its turns so far; 0 before its first one.
pub(super) type Memory = u32;

/// One turn of the bot: what it had seen before, where it stood, and its rack.
type Turn = (Memory, PublicId, TileCounts);

/// A bot in its seat. It may remember earlier turns, so that each question plays all its turns of
/// the game again.
pub(super) struct SeatedBot {
    name: String,
    bot: Box<dyn Bot>,
    pub seat: Seat,
    seed: u64,
    /// By memory, from 1 on.
    turns: Vec<Turn>,
    numbers: FxHashMap<Turn, Memory>,
    /// What it did on the last turn of a memory.
    actions: Vec<Action>,
}

impl SeatedBot {
    pub fn new(spec: &BotSpec, seat: Seat, seed: u64) -> SeatedBot {
        SeatedBot {
            name: spec.to_string(),
            bot: spec.make(),
            seat,
            seed,
            turns: Vec::new(),
            numbers: FxHashMap::default(),
            actions: Vec::new(),
        }
    }

    /// How many times it was asked.
    pub fn asked(&self) -> usize {
        self.actions.len()
    }

    /// What it does on this turn, and what it has seen then.
    pub fn act(
        &mut self,
        rules: &RuleSet,
        public: &PublicTree,
        turn: Turn,
    ) -> Result<(Action, Memory), DeckError> {
        if let Some(memory) = self.numbers.get(&turn) {
            let memory = *memory;
            return Ok((self.actions[memory as usize - 1].clone(), memory));
        }
        let mut turns = vec![turn];
        let mut before = turn.0;
        while before > 0 {
            let earlier = self.turns[before as usize - 1];
            turns.push(earlier);
            before = earlier.0;
        }
        self.bot.new_game(self.seat);
        let key = Key::bot(self.seed, &self.name, self.seat.index(), 0);
        let mut stream = Stream::new(key);
        let mut action = Action::Draw;
        for (_, place, rack) in turns.into_iter().rev() {
            action = self.ask(rules, public, place, rack, &mut stream)?;
        }
        self.turns.push(turn);
        self.actions.push(action.clone());
        let memory = self.turns.len() as Memory;
        self.numbers.insert(turn, memory);
        Ok((action, memory))
    }

    fn ask(
        &mut self,
        rules: &RuleSet,
        public: &PublicTree,
        id: PublicId,
        rack: TileCounts,
        stream: &mut Stream,
    ) -> Result<Action, DeckError> {
        let place = public.place(id);
        let history = public.history(id);
        let table = place.table.clone().unwrap_or_default();
        let view = View {
            rules,
            seat: self.seat,
            rack,
            drawn: None,
            may_put_back: false,
            table: &table,
            opened: BySeat::from(place.opened),
            rack_sizes: BySeat::from(place.rack_sizes),
            racks: None,
            pool_len: place.pool,
            last_round: false,
            history: &history,
        };
        let action = self.bot.act(&view, stream);
        action.map_err(|fault| self.fault(&fault.to_string()))
    }

    /// This bot did something wrong.
    pub fn fault(&self, what: &str) -> DeckError {
        DeckError::Bot(self.name.clone(), what.to_owned())
    }
}
