//! The game of a seat, graded turn by turn: the action, the action of a model, and the win rate
//! given away.

use rummilab_core::{Action, Event, Seat, Table, Tile};
use rummilab_record::TurnRecord;
use rummilab_solver::{Answer, Goal, Solver, solve_on, unless_given_up};
use serde::{Deserialize, Serialize};

use super::decision::{Decision, action_words, same};
use super::grade::{Grade, grades_explained, loss_percent};
use super::playouts::DecisionPlayouts;
use super::settings::ReviewSettings;
use super::turn::{ActionRecord, done};
use super::{ReviewError, ReviewedGame};

/// A reason is stated where it explains at least this share of the loss.
const EXPLAINS: f64 = 0.5;

/// The review of a seat's game.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GameReview {
    pub block: u64,
    /// The number of the game in the block, from 0.
    pub game: usize,
    pub seat: Seat,
    /// The label of the bot in that seat.
    pub bot: String,
    pub model: String,
    /// Share of best turns among those with a loss; `None` if no turn has a loss.
    pub best_share: Option<f64>,
    /// Number of turns with an unclear grade.
    pub unclear: usize,
    /// Win rate given away in the whole game: the sum of the losses.
    pub lost: f64,
    pub lost_ci: [f64; 2],
    /// Indices in `turns` of the costliest turns, at most three; only those whose interval lies
    /// above 0.
    pub costliest: Vec<usize>,
    pub turns: Vec<GradedTurn>,
}

/// A turn and its grade.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GradedTurn {
    /// The number of the turn in the game, from 0.
    pub turn: usize,
    /// The number of the own turn, from 1.
    pub own_turn: u32,
    /// Whether the seat had opened.
    pub opened: bool,
    pub rack: String,
    /// The table before the turn.
    pub table: String,
    pub pool: usize,
    /// Tiles on the smallest other rack.
    pub smallest_rack: usize,
    pub done: ActionRecord,
    /// The action of the model; `None` if it had no answer.
    pub model: Option<ActionRecord>,
    /// The most that could be laid.
    pub solver: MostTiles,
    /// Win rates in the deals of the action, of the model's turn and of the most tiles; empty if
    /// the action is the model's turn.
    pub tried: Vec<Tried>,
    /// Number of deals played out.
    pub deals: u32,
    /// The win rate after the action in the deals; `None` if nothing was played out.
    pub win_rate: Option<f64>,
    pub win_rate_ci: Option<[f64; 2]>,
    /// The win rate of the model's turn less that of the action. `None` if unknown: the turn was
    /// refused, or the model had no answer.
    pub loss: Option<f64>,
    pub loss_ci: Option<[f64; 2]>,
    pub grade: Grade,
    /// Why the model's turn is better, in words, where a reason explains at least half of the loss;
    /// otherwise the model's own action, `the model draws`. `None` if the player did the same.
    pub why: Option<String>,
}

/// The most tiles that can be laid.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MostTiles {
    pub tiles: usize,
    /// Their face value, in points.
    pub value: u32,
    /// Whether they are the whole rack.
    pub goes_out: bool,
    pub played: String,
}

/// An alternative that was played out.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Tried {
    pub who: String,
    pub win_rate: f64,
    /// Share of deals in which another seat went out before the next own turn.
    pub let_out: f64,
}

impl GameReview {
    /// The review of these turns before they are graded.
    pub(super) fn begun(
        reviewed: ReviewedGame<'_>,
        seat: Seat,
        settings: &ReviewSettings,
        turns: Vec<GradedTurn>,
    ) -> GameReview {
        GameReview {
            block: reviewed.block.block,
            game: reviewed.game,
            seat,
            bot: reviewed.bot(seat).to_owned(),
            model: settings.model.clone(),
            best_share: None,
            unclear: 0,
            lost: 0.0,
            lost_ci: [0.0; 2],
            costliest: Vec::new(),
            turns,
        }
    }

    /// The review with the figures of its graded turns; `error` is that of the sum of the losses.
    pub(super) fn summed_up(self, error: f64) -> GameReview {
        let turns = &self.turns;
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
            best_share: (all > 0).then(|| best as f64 / all as f64),
            unclear,
            lost,
            lost_ci: [lost - half, lost + half],
            costliest,
            ..self
        }
    }

    /// Deals that were played out, of all turns.
    pub fn deals(&self) -> u64 {
        self.turns.iter().map(|turn| u64::from(turn.deals)).sum()
    }

    /// The line that summarises the game.
    pub fn headline(&self) -> String {
        let count = |counts: &dyn Fn(&GradedTurn) -> bool| {
            self.turns.iter().filter(|turn| counts(turn)).count()
        };
        let compared = count(&|turn| turn.loss.is_some());
        let turns = match (compared, self.turns.len() - compared) {
            (0, _) => "no turn could be compared; ".to_owned(),
            (_, others) => {
                let others = match others {
                    0 => String::new(),
                    others => format!(", {others} more not compared"),
                };
                let best = count(&|turn| turn.grade == Grade::Best);
                let unclear = count(&|turn| turn.grade == Grade::Unclear && turn.loss.is_some());
                format!("{best} of {compared} turns best, {unclear} unclear{others}; ")
            }
        };
        let [low, high] = self.lost_ci.map(loss_percent);
        format!(
            "{turns}{} % of a win given away in all [{low}, {high}], by the measure of {}",
            loss_percent(self.lost),
            self.model
        )
    }

    /// What its figures and grades mean, in sentences.
    pub fn explained(&self) -> String {
        explained(&self.model)
    }

    /// The costliest turns in words, each with its position.
    pub fn lessons(&self) -> String {
        let mut text = String::new();
        for (number, turn) in (1..).zip(&self.costliest) {
            let turn = &self.turns[*turn];
            let (done, remark) = (turn.done.words(), turn.remark());
            text += &format!("\n{number}. turn {}: {done} ({remark})\n", turn.own_turn);
            text += &format!("   rack   {}\n   table  {}\n", turn.rack, turn.table);
            if let Some(after) = &turn.done.table {
                text += &format!("   after  {after}\n");
            }
            if let Some(model) = &turn.model {
                let better = model.table.clone().unwrap_or_else(|| model.words());
                text += &format!("   better {better}\n");
            }
        }
        if text.is_empty() {
            "\nNo turn clearly cost anything.\n".to_owned()
        } else {
            text
        }
    }
}

/// What the figures and grades of a review by this model mean, in sentences.
pub fn explained(model: &str) -> String {
    format!(
        "The measure is the bot {model}: what a turn lost is the win rate of what the bot would \
         have done less that of what was done, both played out by it on the same deals of the \
         hidden tiles. {} What was given away in all is the sum of the losses; it may be more than \
         one win, for the others give some back.",
        grades_explained()
    )
}

impl MostTiles {
    /// The turn in a few words.
    pub fn words(&self) -> String {
        match (self.goes_out, self.tiles) {
            (true, _) => "out".to_owned(),
            (_, 0) => "-".to_owned(),
            (_, tiles) => format!("{tiles}, {} points", self.value),
        }
    }
}

impl GradedTurn {
    /// The grade, the loss and its reason, in a few words.
    pub fn remark(&self) -> String {
        let grade = self.grade.word();
        let (Some(why), Some(loss)) = (&self.why, self.loss) else {
            return grade.to_owned();
        };
        let model = self.of_model();
        let why = if loss > 0.0 && *why != model {
            format!(": {why}")
        } else {
            String::new()
        };
        format!("{grade}, lost {} %{why}; {model}", self.loss_words())
    }

    /// What the model would have done, in words.
    fn of_model(&self) -> String {
        match self.model.as_ref().map(ActionRecord::words) {
            None => "the model has no answer".to_owned(),
            Some(words) if words == self.done.words() => {
                format!("the model {words} in other sets")
            }
            Some(words) => format!("the model {words}"),
        }
    }

    /// The loss with its interval, in % of a win.
    pub fn loss_words(&self) -> String {
        match (self.loss, self.loss_ci) {
            (Some(loss), Some([low, high])) if low == high => loss_percent(loss),
            (Some(loss), Some(ends)) => {
                let [low, high] = ends.map(loss_percent);
                format!("{} [{low}, {high}]", loss_percent(loss))
            }
            _ => "-".to_owned(),
        }
    }

    /// Fills in the results of its playouts; returns the error of its loss.
    pub(super) fn graded(&mut self, case: &DecisionPlayouts, errors: f64) -> f64 {
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
        // Going out wins for sure, which is all of the loss.
        let let_out = self.tried[1].let_out - self.tried[0].let_out;
        if loss > 0.0 && let_out >= EXPLAINS * loss && !self.model_goes_out() {
            self.why = Some(self.let_them_out().to_owned());
        }
        error
    }

    /// How what was done let the others out.
    fn let_them_out(&self) -> &'static str {
        let is_joker = |tile: &&str| tile.parse::<Tile>().is_ok_and(Tile::is_joker);
        let jokers =
            |record: &ActionRecord| record.tiles.split_whitespace().filter(is_joker).count();
        let model = self.model.as_ref().map_or(0, jokers);
        match (self.done.table.is_some(), jokers(&self.done) > model) {
            (true, true) => "what you laid, with a joker, let them out",
            (true, false) => "what you laid let them out",
            (false, _) => "you left them time to go out",
        }
    }

    /// Whether the model lays its whole rack, and that was not done.
    fn model_goes_out(&self) -> bool {
        let whole = |record: &ActionRecord| record.tiles == self.rack;
        self.model.as_ref().is_some_and(whole) && !whole(&self.done)
    }
}

/// A turn without results of playouts, and the actions to compare: the model's, the recorded one,
/// and the most tiles if different. Only the recorded one if it equals the model's; none if one of
/// the two is unknown.
pub(super) fn compared(
    reviewed: ReviewedGame<'_>,
    decision: &Decision,
    answer: Option<Action>,
    solver: &mut Box<dyn Solver>,
) -> Result<(GradedTurn, Vec<Action>), ReviewError> {
    let (game, seat) = (&decision.game, decision.seat);
    let rules = game.rules();
    let free = rules.sets_are_free() && !rules.has_group_owners();
    // If sets can be rearranged freely, the layout of the same tiles does not matter.
    let alike = |a: (&Event, &Table), b: (&Event, &Table)| {
        if free {
            action_words(a.0) == action_words(b.0)
        } else {
            same(a, b)
        }
    };
    let found = unless_given_up(solve_on(
        solver.as_mut(),
        rules,
        game.table(),
        &game.position(seat),
        &Goal::Tiles,
    ))?;
    let most = found.and_then(Answer::into_verified);
    let most = most.filter(|best| !best.played.is_empty());
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
        .map(|(_, event, table)| ActionRecord::of(event, table));
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
    turn.why = Some(match (turn.model_goes_out(), laid, lays) {
        (true, _, _) => "you could have gone out".to_owned(),
        (_, false, true) if !turn.opened => "you could have opened".to_owned(),
        _ => turn.of_model(),
    });
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
