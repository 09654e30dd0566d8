//! Positions as a bot sees them, and the bots' answers to them.

pub mod counting;
pub mod enumeration;
pub mod table;

use rummilab_bot_api::{Bot, PublicTurn, View, Visible};
use rummilab_bots::BotSpec;
use rummilab_chance::{Key, Stream};
use rummilab_core::notation::{parse_counts, parse_table};
use rummilab_core::{Action, RuleSet, Seat, Table, TileCounts};

/// A turn that began without a draw.
pub fn turn(seat: Seat, visible: Visible) -> PublicTurn {
    PublicTurn {
        seat,
        drew_first: false,
        put_back: 0,
        visible,
    }
}

/// The tiles of a text.
pub fn tiles(text: &str, rules: &RuleSet) -> TileCounts {
    parse_counts(text, rules).unwrap()
}

/// The view of seat 0 of two: both have opened, the opponent holds one tile, and one is in the
/// pool.
pub fn view<'a>(rules: &'a RuleSet, table: &'a Table, rack: TileCounts) -> View<'a> {
    View {
        rules,
        seat: Seat(0),
        rack,
        table,
        opened: [true, true].into(),
        rack_sizes: [rack.len(), 1].into(),
        drawn: None,
        may_put_back: false,
        racks: None,
        pool_len: 1,
        last_round: false,
        history: &[],
    }
}

/// A view of seat 0 of two, opened unless the table is empty.
pub struct Scene {
    pub rules: RuleSet,
    pub table: Table,
    pub rack: TileCounts,
    opened: bool,
    opponent_opened: bool,
    opponent: usize,
    pool: usize,
    last_round: bool,
    history: Vec<PublicTurn>,
}

/// A scene in which the seat has opened if the table has tiles, the opponent has opened and holds
/// 10 tiles, and the pool has 30.
pub fn scene(table: &str, rack: &str) -> Scene {
    let rules = RuleSet::preset("original").unwrap();
    let table = parse_table(table, &rules).unwrap();
    let rack = tiles(rack, &rules);
    Scene {
        opened: !table.sets().is_empty(),
        rules,
        table,
        rack,
        opponent_opened: true,
        opponent: 10,
        pool: 30,
        last_round: false,
        history: Vec::new(),
    }
}

impl Scene {
    pub fn rules(mut self, option: &str) -> Scene {
        self.rules = self.rules.with_options(&[option]).unwrap();
        self
    }

    /// The opponent's tiles.
    pub fn opponent(mut self, tiles: usize) -> Scene {
        self.opponent = tiles;
        self
    }

    pub fn pool(mut self, tiles: usize) -> Scene {
        self.pool = tiles;
        self
    }

    /// The pool is empty, and this is the last round.
    pub fn last_round(mut self) -> Scene {
        self.last_round = true;
        self.pool(0)
    }

    /// The seat has not opened, even if the table has tiles.
    pub fn unopened(mut self) -> Scene {
        self.opened = false;
        self
    }

    /// Nobody has opened.
    pub fn nobody_opened(mut self) -> Scene {
        self.opponent_opened = false;
        self.unopened()
    }

    /// Each seat has had this many turns, all draws.
    pub fn after_turns(mut self, turns: usize) -> Scene {
        let drew = |seat| turn(Seat(seat), Visible::Drew);
        self.history = (0..turns).flat_map(|_| [drew(0), drew(1)]).collect();
        self
    }

    /// These turns have been played.
    pub fn after(mut self, turns: &[PublicTurn]) -> Scene {
        self.history = turns.to_vec();
        self
    }

    /// The bot's turn here: the tiles laid, or `draw`, or `pass`.
    pub fn act(&self, bot: &str) -> String {
        self.act_with(bot, 1)
    }

    /// The same with this seed.
    pub fn act_with(&self, bot: &str, seed: u64) -> String {
        self.told(self.action(bot, seed))
    }

    /// An action in words: the tiles laid, or `draw`, or `pass`.
    pub fn told(&self, action: Action) -> String {
        match action {
            Action::Draw => "draw".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::Play(after) => {
                let (table, rack) = (&self.table, &self.rack);
                let turn = self.rules.judge_turn(table, rack, &after, self.opened);
                let turn = turn.unwrap_or_else(|why| panic!("{after}: {why}"));
                turn.played.to_string()
            }
        }
    }

    /// Asserts the turns of bots here.
    #[track_caller]
    pub fn check<const N: usize>(&self, expected: [(&str, &str); N]) {
        for (bot, act) in expected {
            assert_eq!(self.act(bot), act, "{bot}: {} on {}", self.rack, self.table);
        }
    }

    /// The number of old sets that a bot changes here.
    pub fn touched(&self, bot: &str) -> usize {
        match self.action(bot, 1) {
            Action::Play(after) => self.table.sets().len() - self.table.untouched_in(&after),
            Action::Draw | Action::Pass => 0,
        }
    }

    fn action(&self, bot: &str, seed: u64) -> Action {
        let mut bot = bot.parse::<BotSpec>().unwrap().make();
        self.action_of(bot.as_mut(), seed)
    }

    /// What the seat sees.
    pub fn view(&self) -> View<'_> {
        View {
            opened: [self.opened, self.opponent_opened].into(),
            rack_sizes: [self.rack.len(), self.opponent].into(),
            pool_len: self.pool,
            last_round: self.last_round,
            history: &self.history,
            ..view(&self.rules, &self.table, self.rack)
        }
    }

    /// The action of this bot here.
    pub fn action_of(&self, bot: &mut dyn Bot, seed: u64) -> Action {
        bot.new_game(Seat(0));
        let mut stream = Stream::new(Key::sample(seed, "strategies", 0));
        bot.act(&self.view(), &mut stream).unwrap()
    }
}
