//! A seat's game graded turn by turn: what it did, what a model would have done, and what that gave
//! away.

use rummilab_arena::Players;
use rummilab_bot_api::StopFlag;
use rummilab_core::{Action, Event, JokerReclaim, Seat, Table, Tile};
use rummilab_record::TurnRecord;
use rummilab_solver::{Goal, Solver, solve_on};
use serde::{Deserialize, Serialize};

use super::decision::{Decision, action_words, same};
use super::grade::Grade;
use super::in_progress::ReviewInProgress;
use super::playouts::{Case, ERRORS, LOOKS};
use super::turn::{Deed, done};
use super::{ReviewError, ReviewedGame};

/// Who judges unless somebody else is named.
pub const MODEL: &str = "champion:budget=quick";

/// A turn let the others out if they went out at once in so much more of the deals than after the
/// model's turn.
const LET_OUT: f64 = 0.1;

/// How a game is graded. All budgets are work, so the same settings give the same grades on any
/// machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewSettings {
    /// The bot whose turns are the measure, and who plays on in all seats: a canonical name.
    pub model: String,
    /// The most deals of a turn that is not the model's.
    pub deals: u32,
    /// Deals of a turn that is, which lost nothing: for its win rate alone.
    pub chances: u32,
    /// Turns asked for in all playouts of the game, after which no further deals begin. A turn
    /// under rules with special jokers or group owners counts as three.
    pub work: u64,
    /// Racks that are believed of each other seat.
    pub particles: usize,
}

impl ReviewSettings {
    /// Standard errors on either side of an interval that is looked at as often as these deals make
    /// it.
    pub(super) fn errors(&self) -> f64 {
        ERRORS[LOOKS.iter().filter(|look| self.deals > **look).count()]
    }
}

impl Default for ReviewSettings {
    fn default() -> ReviewSettings {
        ReviewSettings {
            model: MODEL.to_owned(),
            deals: 4096,
            chances: 32,
            work: 120_000,
            particles: 24,
        }
    }
}

/// A seat's game.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameReview {
    /// The block.
    pub block: u64,
    /// The game of the block.
    pub game: usize,
    /// The seat.
    pub seat: Seat,
    /// The label of the bot in that seat.
    pub bot: String,
    /// The bot that is the measure.
    pub model: String,
    /// The share of the turns that were best, of those with a loss; `None` where none has one.
    pub best_share: Option<f64>,
    /// Turns whose grade is not clear.
    pub unclear: usize,
    /// Win rate given away in the whole game: the sum of the losses.
    pub lost: f64,
    /// Its interval of 95 %.
    pub lost_ci: [f64; 2],
    /// The numbers, in `turns`, of the turns that cost most, at most three; only those whose
    /// interval lies above 0.
    pub costliest: Vec<usize>,
    /// Every own turn.
    pub turns: Vec<GradedTurn>,
}

/// A turn and its grade.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GradedTurn {
    /// The turn of the game.
    pub turn: usize,
    /// Which own turn it is, from 1.
    pub own_turn: u32,
    /// Whether the seat had opened.
    pub opened: bool,
    /// Its rack.
    pub rack: String,
    /// The table before the turn.
    pub table: String,
    /// Tiles in the pool.
    pub pool: usize,
    /// Tiles on the smallest rack.
    pub smallest_rack: usize,
    /// What was done.
    pub done: Deed,
    /// What the model would have done; `None` if it had no answer.
    pub model: Option<Deed>,
    /// What could be laid at most.
    pub solver: MostTiles,
    /// The win rate of what was done, of the model's turn and of the most tiles, in the deals;
    /// empty where what was done is the model's turn.
    pub tried: Vec<Tried>,
    /// Deals that were played out.
    pub deals: u32,
    /// The win rate after what was done, in the deals; `None` where nothing was played out.
    #[serde(default)]
    pub win_rate: Option<f64>,
    /// Its interval of 95 %.
    #[serde(default)]
    pub win_rate_ci: Option<[f64; 2]>,
    /// The model's win rate less that of what was done; `None` where that cannot be told: the turn
    /// was refused, or the model had no answer.
    pub loss: Option<f64>,
    /// Its interval of 95 %.
    pub loss_ci: Option<[f64; 2]>,
    /// The grade.
    pub grade: Grade,
    /// Why the model's turn is better, in words; `None` where it is what was done.
    pub why: Option<String>,
}

/// The most that can be laid.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MostTiles {
    /// How many tiles.
    pub tiles: usize,
    /// Their face value.
    pub value: u32,
    /// Whether that is the whole rack.
    pub goes_out: bool,
    /// Which tiles.
    pub played: String,
}

/// An alternative that was played out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tried {
    /// `model`, `done` or `solver`.
    pub who: String,
    /// Its win rate.
    pub win_rate: f64,
    /// The share of deals in which another seat went out before the next own turn.
    pub let_out: f64,
}

impl GameReview {
    /// The game of a seat. `solver` says what could be laid, and judges what only a solver can.
    ///
    /// # Errors
    /// If there is no such seat, the referee does not confirm the record, the model cannot be made
    /// or cannot play on, or the flag `stop` was set.
    pub fn of(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        players: &dyn Players,
        solver: &mut Box<dyn Solver>,
        stop: &StopFlag,
    ) -> Result<GameReview, ReviewError> {
        let mut review = ReviewInProgress::new(reviewed, seat, settings, players, solver)?;
        while review.go_on(players, stop, usize::MAX)? {}
        Ok(review.so_far())
    }

    pub(super) fn over(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        turns: Vec<GradedTurn>,
        error: f64,
    ) -> GameReview {
        let count = |grade| turns.iter().filter(|turn| turn.grade == grade).count();
        let (best, unclear) = (count(Grade::Best), count(Grade::Unclear));
        let all = turns.iter().filter(|turn| turn.loss.is_some()).count();
        let lost: f64 = turns.iter().filter_map(|turn| turn.loss).sum();
        let half = rummilab_playout::Z * error;
        let low = |turn: usize| turns[turn].loss_ci.map_or(0.0, |[low, _]| low);
        let mut costliest: Vec<usize> = (0..turns.len()).filter(|turn| low(*turn) > 0.0).collect();
        costliest.sort_by(|a, b| low(*b).total_cmp(&low(*a)));
        costliest.truncate(3);
        GameReview {
            block: reviewed.block.block,
            game: reviewed.game,
            seat,
            bot: reviewed.bot(seat).to_owned(),
            model: settings.model.clone(),
            best_share: (all > 0).then(|| best as f64 / all as f64),
            unclear,
            lost,
            lost_ci: [lost - half, lost + half],
            costliest,
            turns,
        }
    }

    /// The line that says how the game went.
    pub fn headline(&self) -> String {
        let best = self.best_share.map_or_else(String::new, |share| {
            let turns = self.turns.iter().filter(|turn| turn.loss.is_some());
            let turns = turns.count();
            let unclear = self.unclear;
            format!(
                "{:.0} % of {turns} compared turns best, {unclear} of all unclear; ",
                100.0 * share
            )
        });
        let [low, high] = self.lost_ci.map(|end| 100.0 * end);
        format!(
            "{best}{:.0} % of a win given away [{low:.0}, {high:.0}], by the measure of {}",
            100.0 * self.lost,
            self.model
        )
    }

    /// The turns that cost most in words, each with its position.
    pub fn lessons(&self) -> String {
        let mut text = String::new();
        for (number, turn) in (1..).zip(&self.costliest) {
            let turn = &self.turns[*turn];
            let (done, remark) = (turn.done.words(), turn.remark());
            text += &format!("\n{number}. turn {}: {done} ({remark})\n", turn.own_turn);
            text += &format!("   rack   {}\n   table  {}\n", turn.rack, turn.table);
            let better = turn.model.as_ref().and_then(|model| model.table.as_ref());
            text += &better.map_or_else(String::new, |table| format!("   better {table}\n"));
        }
        match text.is_empty() {
            true => "\nNo turn clearly cost anything.\n".to_owned(),
            false => text,
        }
    }
}

impl MostTiles {
    /// In a few words.
    pub fn words(&self) -> String {
        match (self.goes_out, self.tiles) {
            (true, _) => "out".to_owned(),
            (_, 0) => "-".to_owned(),
            (_, tiles) => format!("{tiles}, {} points", self.value),
        }
    }
}

impl GradedTurn {
    /// Its grade, and what it gave away and why, in a few words.
    pub fn remark(&self) -> String {
        let grade = self.grade.word();
        let (Some(why), Some(loss)) = (&self.why, self.loss) else {
            return grade.to_owned();
        };
        let better = self.model.as_ref().map_or_else(String::new, Deed::words);
        let why = if loss > 0.0 {
            format!(": {why}")
        } else {
            String::new()
        };
        format!(
            "{grade}, lost {} %{why}; the model {better}",
            self.loss_words()
        )
    }

    /// What it lost with the interval, in % of a win.
    pub fn loss_words(&self) -> String {
        match (self.loss, self.loss_ci, self.deals) {
            (Some(loss), Some([low, high]), _) if low == high => format!("{:.0}", 100.0 * loss),
            (Some(loss), Some(ends), _) => {
                let [low, high] = ends.map(|end| 100.0 * end);
                format!("{:.0} [{low:.0}, {high:.0}]", 100.0 * loss)
            }
            _ => "-".to_owned(),
        }
    }

    /// Takes what came of its playouts; the error of its loss.
    pub(super) fn graded(&mut self, case: &Case<'_>, errors: f64) -> f64 {
        let who = ["model", "done", "solver"];
        self.deals = case.deals();
        if let Some((share, ends)) = case.chance() {
            self.win_rate = Some(share);
            self.win_rate_ci = Some(ends);
        }
        if self.deals == 0 || case.actions.len() < 2 {
            return 0.0;
        }
        let tried = |at: usize| Tried {
            who: who[at].to_owned(),
            win_rate: case.mean(at, |outcome| outcome.share),
            let_out: case.mean(at, |outcome| f64::from(u8::from(outcome.let_out))),
        };
        self.tried = (0..case.actions.len()).map(tried).collect();
        let (loss, ends, error) = case.loss(1, errors);
        self.loss = Some(loss);
        self.loss_ci = Some(ends);
        self.grade = Grade::of(ends);
        let let_out = self.tried[1].let_out - self.tried[0].let_out;
        if let_out >= LET_OUT && !self.could_go_out() {
            let is_joker = |tile: &&str| tile.parse::<Tile>().is_ok_and(Tile::is_joker);
            let jokers = |deed: &Deed| deed.tiles.split_whitespace().filter(is_joker).count();
            let joker = self
                .model
                .as_ref()
                .is_none_or(|model| jokers(&self.done) > jokers(model));
            self.why = Some(match (self.done.table.is_some(), joker) {
                (true, true) => "your joker let them out".to_owned(),
                (true, false) => "what you laid let them out".to_owned(),
                (false, _) => "you left them time to go out".to_owned(),
            });
        }
        error
    }

    fn could_go_out(&self) -> bool {
        self.solver.goes_out && self.done.tiles != self.rack
    }
}

/// A turn without what playouts say, and the actions that are to be compared by them: the model's,
/// what was done, and the most tiles where that is something else. Only what was done where that is
/// the model's turn; none where one of the two is not known.
pub(super) fn compared(
    reviewed: ReviewedGame<'_>,
    decision: &Decision<'_>,
    answer: Option<Action>,
    solver: &mut Box<dyn Solver>,
) -> Result<(GradedTurn, Vec<Action>), ReviewError> {
    let (game, seat) = (&decision.game, decision.seat);
    let rules = game.rules();
    let free = rules.joker_reclaim == JokerReclaim::Free && !rules.has_group_owners();
    // Against perfect rearrangers it does not matter how the same tiles lie.
    let alike = |a: (&Event, &Table), b: (&Event, &Table)| match free {
        true => action_words(a.0) == action_words(b.0),
        false => same(a, b),
    };
    let found = solve_on(
        solver.as_mut(),
        rules,
        game.table(),
        &game.position(seat),
        &Goal::Tiles,
    )?;
    let most = found.into_verified().filter(|best| !best.played.is_empty());
    let mut turn = GradedTurn {
        turn: decision.done.turn,
        own_turn: decision.done.own_turn,
        opened: game.opened(seat),
        rack: game.rack(seat).to_string(),
        table: game.table().to_string(),
        pool: game.pool_len(),
        smallest_rack: Seat::all(game.players())
            .map(|seat| game.rack(seat).len())
            .min()
            .unwrap_or(0),
        done: done(reviewed, decision),
        model: None,
        solver: MostTiles {
            tiles: most.as_ref().map_or(0, |best| best.tiles),
            value: most.as_ref().map_or(0, |best| best.value),
            goes_out: most
                .as_ref()
                .is_some_and(|best| best.played == *game.rack(seat)),
            played: most
                .as_ref()
                .map_or_else(String::new, |best| best.played.to_string()),
        },
        tried: Vec::new(),
        deals: 0,
        win_rate: None,
        win_rate_ci: None,
        loss: None,
        loss_ci: None,
        grade: Grade::Unclear,
        why: None,
    };
    let model = answer.and_then(|action| {
        let (event, table) = decision.after(&action, solver).ok()?;
        Some((action, event, table))
    });
    let recorded = match &reviewed.record().turns[decision.done.turn] {
        TurnRecord::Draw => Some(Action::Draw),
        TurnRecord::Pass => Some(Action::Pass),
        TurnRecord::Play(table) => Some(Action::Play(table.clone())),
        TurnRecord::Refused(_) => None,
    };
    turn.model = model
        .as_ref()
        .map(|(_, event, table)| Deed::of(event, table));
    let (Some((model, event, table)), Some(recorded)) = (model, recorded) else {
        return Ok((turn, Vec::new()));
    };
    let was = (&decision.done.event, &decision.done.table);
    if alike((&event, &table), was) {
        turn.loss = Some(0.0);
        turn.loss_ci = Some([0.0, 0.0]);
        turn.grade = Grade::Best;
        return Ok((turn, vec![recorded]));
    }
    let (lays, laid) = (event_lays(&event), event_lays(was.0));
    let why = match (turn.could_go_out(), laid, lays) {
        (true, _, _) => "you could have gone out",
        (_, true, false) => "drawing kept the initiative",
        (_, false, true) if !turn.opened => "you could have opened",
        (_, false, true) => "laying was better than waiting",
        _ => "other tiles were better",
    };
    turn.why = Some(why.to_owned());
    let mut actions = vec![model, recorded];
    if let Some(best) = most {
        let action = Action::Play(best.table(game.table()));
        if let Ok((most, after)) = decision.after(&action, solver)
            && !alike((&most, &after), was)
            && !alike((&most, &after), (&event, &table))
        {
            actions.push(action);
        }
    }
    Ok((turn, actions))
}

fn event_lays(event: &Event) -> bool {
    action_words(event).0 == "lays"
}
