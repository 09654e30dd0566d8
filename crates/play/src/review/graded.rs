//! The game of a seat, graded turn by turn: the action, the action of a model, and the win rate
//! given away.

use rummilab_bots::endgame::JudgedTurn;
use rummilab_core::{Action, Event, Happened, Seat, Table, Tile};
use rummilab_record::{PERSON, TurnRecord};
use rummilab_solver::{Answer, Goal, Solver, solve_on, unless_given_up};
use rummilab_words::{Language, say};
use serde::{Deserialize, Serialize};

use super::decision::{Decision, action_words, same};
use super::ends::SolvedTurn;
use super::grade::{Basis, Grade, grades_explained, loss_percent};
use super::playouts::{DecisionPlayouts, is_known};
use super::settings::MODEL;
use super::told::{Reader, Reason, Verdict};
use super::turn::{ActionRecord, done};
use super::turned_on::{Names, TurningPoint, missed};
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
    /// Whether nothing is left to play out; else grades may still change.
    pub complete: bool,
    /// What the game turned on, in sentences from the facts of the record.
    pub turned_on: Vec<String>,
    #[serde(skip)]
    pub(super) points: Vec<TurningPoint>,
    /// The labels of the players, seat by seat.
    #[serde(skip)]
    pub(super) labels: Vec<String>,
    /// Indices in `turns` of the costliest turns, at most three; only those that are at least a
    /// slip.
    pub costliest: Vec<usize>,
    pub turns: Vec<GradedTurn>,
    #[serde(skip)]
    pub(super) language: Language,
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
    /// The better turn: going out where that was possible, else the model's; `None` if it had no
    /// answer.
    pub model: Option<ActionRecord>,
    /// The most that could be laid.
    pub solver: MostTiles,
    /// Win rates in the deals of the better turn and of what was done; empty if nothing was
    /// compared.
    pub tried: Vec<Tried>,
    /// Number of deals played out.
    pub deals: u32,
    /// The win rate after the action in the deals; `None` if nothing was played out.
    pub win_rate: Option<f64>,
    pub win_rate_ci: Option<[f64; 2]>,
    /// The win rate of the better turn less that of the action. `None` if unknown: the turn was
    /// refused, the model had no answer, or nothing was played out yet.
    pub loss: Option<f64>,
    pub loss_ci: Option<[f64; 2]>,
    pub grade: Grade,
    pub basis: Basis,
    /// The grade or the basis in words, such as `at least a slip` or `no choice`.
    pub verdict: String,
    /// Why the model's turn is better, in words, where a reason explains at least half of the loss;
    /// otherwise the model's own action, `the model draws`. `None` if the player did the same.
    pub why: Option<String>,
    /// What `verdict` and `why` tell.
    #[serde(skip)]
    pub(super) facts: (Verdict, Option<Reason>),
    #[serde(skip)]
    pub(super) language: Language,
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
    /// The review with the figures of its turns as they are now, told in this language.
    pub(super) fn summed_up(mut self, complete: bool, language: Language) -> GameReview {
        let bot = self.name().map(str::to_owned);
        let reader = Reader { language, bot };
        for turn in &mut self.turns {
            turn.tell(&reader);
        }
        let turns = &self.turns;
        let low = |turn: usize| turns[turn].loss_ci.map_or(0.0, |[low, _]| low);
        let mut costliest: Vec<usize> = (0..turns.len())
            .filter(|turn| turns[*turn].grade >= Grade::Slip)
            .collect();
        costliest.sort_by(|a, b| low(*b).total_cmp(&low(*a)));
        costliest.truncate(3);
        let names = Names {
            labels: &self.labels,
            me: self.seat,
        };
        let points = self.points.iter();
        let points = points.map(|point| point.told(&reader, &names));
        let turned_on = missed(&reader, turns).into_iter().chain(points).collect();
        GameReview {
            complete,
            turned_on,
            costliest,
            language,
            ..self
        }
    }

    /// The name of the reviewed bot in sentences; `None` for a person, who is called `you`.
    pub fn name(&self) -> Option<&str> {
        let label = self.labels.get(self.seat.index()).unwrap_or(&self.bot);
        (self.bot != PERSON).then_some(label)
    }

    /// Deals that were played out, of all turns.
    pub fn deals(&self) -> u64 {
        self.turns.iter().map(|turn| u64::from(turn.deals)).sum()
    }

    /// The line that summarises the game: the number of turns with each verdict.
    pub fn headline(&self) -> String {
        let rank = |turn: &GradedTurn| {
            let of_basis = [Basis::NoChoice, Basis::Model, Basis::Out, Basis::Nothing];
            let basis = of_basis.iter().position(|basis| *basis == turn.basis);
            let low = turn.loss_ci.map_or(-1.0, |[low, _]| low);
            (basis.unwrap_or(of_basis.len()), turn.grade, low)
        };
        let mut turns: Vec<&GradedTurn> = self.turns.iter().collect();
        turns.sort_by(|a, b| {
            let (a, b) = (rank(a), rank(b));
            (a.0.cmp(&b.0))
                .then(b.1.cmp(&a.1))
                .then(b.2.total_cmp(&a.2))
        });
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for turn in turns {
            match counts.iter_mut().find(|(words, _)| *words == turn.verdict) {
                Some((_, number)) => *number += 1,
                None => counts.push((&turn.verdict, 1)),
            }
        }
        let counts: Vec<String> = counts
            .into_iter()
            .map(|(words, number)| format!("{words} {number}"))
            .collect();
        say!(
            self.language,
            "review-headline",
            so_far = !self.complete,
            turns = self.turns.len(),
            counts = counts.join(", "),
            is_champion = self.model == MODEL,
            model = self.model.as_str()
        )
    }

    /// What its figures and grades mean, in sentences.
    pub fn explained(&self) -> String {
        explained(self.language, &self.model)
    }

    /// The costliest turns in words, each with its position.
    pub fn lessons(&self) -> String {
        let (mut text, language) = (String::new(), self.language);
        for (number, turn) in (1_usize..).zip(&self.costliest) {
            let turn = &self.turns[*turn];
            let mut lines = vec![
                say!(
                    language,
                    "review-lesson",
                    number = number,
                    turn = turn.own_turn,
                    done = turn.done.told(language),
                    remark = turn.remark()
                ),
                say!(language, "review-rack", rack = turn.rack.as_str()),
                say!(language, "review-table", table = turn.table.as_str()),
            ];
            if let Some(after) = &turn.done.table {
                lines.push(say!(language, "review-after", table = after));
            }
            if let Some(model) = &turn.model {
                let better = model.table.clone();
                let better = better.unwrap_or_else(|| model.told(language));
                lines.push(say!(language, "review-better", table = better));
            }
            text += &format!("\n{}\n", lines.join("\n"));
        }
        if text.is_empty() {
            format!("\n{}\n", say!(language, "review-no-lesson"))
        } else {
            text
        }
    }
}

/// What the figures and grades of a review by this model mean, in sentences.
pub fn explained(language: Language, model: &str) -> String {
    let grades = grades_explained(language);
    say!(
        language,
        "review-measure",
        is_champion = model == MODEL,
        model = model,
        grades = grades
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
    /// The verdict, the loss and its reason, in a few words.
    pub fn remark(&self) -> String {
        let (language, mut remark) = (self.language, self.verdict.clone());
        let Some(why) = &self.why else {
            return remark;
        };
        let model = self.of_model();
        if self.loss.is_some() {
            let loss = self.loss_words();
            remark = say!(language, "review-remark", verdict = remark, loss = loss);
        }
        if !matches!(self.facts.1, Some(Reason::OfModel)) && self.loss.is_none_or(|loss| loss > 0.0)
        {
            remark = say!(language, "review-remark-why", remark = remark, why = why);
        }
        if matches!(self.basis, Basis::Solved | Basis::SmallPlays) {
            return remark;
        }
        say!(
            language,
            "review-remark-model",
            remark = remark,
            model = model
        )
    }

    /// Tells the verdict and its reason.
    fn tell(&mut self, reader: &Reader) {
        self.language = reader.language;
        let (verdict, reason) = &self.facts;
        self.verdict = verdict.told(reader.language);
        self.why = (reason.as_ref()).map(|reason| reason.told(reader, || self.of_model()));
    }

    /// What the model would have done, in words.
    fn of_model(&self) -> String {
        let language = self.language;
        let told = self.model.as_ref().map(|model| model.told(language));
        let kind = match &told {
            None => "none",
            Some(told) if *told == self.done.told(language) => "other-sets",
            Some(_) => "other",
        };
        let does = told.unwrap_or_default();
        say!(language, "review-model", model = kind, does = does)
    }

    /// The loss with its interval, in % of a win.
    pub fn loss_words(&self) -> String {
        let percent = |loss| self.language.decimals(&loss_percent(loss));
        match (self.loss, self.loss_ci) {
            (Some(loss), Some([low, high])) if low == high => percent(loss),
            (Some(loss), Some(ends)) => {
                let [low, high] = ends.map(percent);
                let between = match self.language {
                    Language::English => ",",
                    Language::German | Language::Marked => ";",
                };
                format!("{} [{low}{between} {high}]", percent(loss))
            }
            _ => "-".to_owned(),
        }
    }

    /// Fills in the results of its playouts.
    pub(super) fn graded(&mut self, case: &DecisionPlayouts, errors: f64) {
        self.deals = case.deals();
        if let Some((share, ends)) = case.chance() {
            self.win_rate = Some(share);
            self.win_rate_ci = Some(ends);
        }
        if let Some(solved) = &case.solved {
            return self.solved(solved);
        }
        if self.deals == 0 || case.actions.len() < 2 {
            return;
        }
        let tried = |(at, who): (usize, &str)| Tried {
            who: who.to_owned(),
            win_rate: case.mean(at, |outcome| outcome.share),
            let_out: case.mean(at, |outcome| f64::from(u8::from(outcome.let_out))),
        };
        self.tried = ["model", "done"]
            .into_iter()
            .enumerate()
            .map(tried)
            .collect();
        let (loss, ends) = case.loss(errors);
        self.loss = Some(loss);
        self.loss_ci = Some(ends);
        self.grade = Grade::of(ends);
        self.facts.0 = Verdict::Graded(ends);
        // Going out wins for sure, which is all of the loss.
        let let_out = self.tried[1].let_out - self.tried[0].let_out;
        if loss > 0.0 && let_out >= EXPLAINS * loss && !self.model_goes_out() {
            self.facts.1 = Some(Reason::LetOut(self.let_them_out()));
        }
    }

    /// Fills in what the solved rest of the game says.
    fn solved(&mut self, solved: &SolvedTurn) {
        if matches!(self.basis, Basis::Out | Basis::NoChoice) {
            return;
        }
        let JudgedTurn {
            done,
            best,
            all_plays,
            ..
        } = solved.judged;
        let loss = best - done;
        (self.loss, self.loss_ci) = (Some(loss), Some([loss, loss]));
        self.basis = if all_plays {
            Basis::Solved
        } else {
            Basis::SmallPlays
        };
        self.grade = Grade::of([loss, loss]);
        let verdict = match (&solved.better, done) {
            (Some(_), _) => Verdict::Graded([loss, loss]),
            (None, 0.0) => Verdict::LostAlready,
            (None, 1.0) => Verdict::Wins,
            (None, _) => Verdict::Shares,
        };
        let reason = (solved.better.as_ref()).map(|better| {
            if better.tiles == self.rack {
                Reason::CouldHaveGoneOut
            } else {
                let tiles = better.table.is_some().then(|| better.tiles.clone());
                let wins = best == 1.0;
                Reason::Solved { tiles, wins }
            }
        });
        self.facts = (verdict, reason);
        if let Some(better) = &solved.better {
            self.model = Some(better.clone());
        }
    }

    /// How what was done let the others out.
    fn let_them_out(&self) -> &'static str {
        let is_joker = |tile: &&str| tile.parse::<Tile>().is_ok_and(Tile::is_joker);
        let jokers =
            |record: &ActionRecord| record.tiles.split_whitespace().filter(is_joker).count();
        let model = self.model.as_ref().map_or(0, jokers);
        match (self.done.table.is_some(), jokers(&self.done) > model) {
            (true, true) => "joker",
            (true, false) => "laid",
            (false, _) => "time",
        }
    }

    /// Whether the model lays its whole rack, and that was not done.
    fn model_goes_out(&self) -> bool {
        let whole = |record: &ActionRecord| record.tiles == self.rack;
        self.model.as_ref().is_some_and(whole) && !whole(&self.done)
    }
}

/// A turn before any playouts, with what is certain of it, and the actions to play out: the better
/// turn and the recorded one. Only the recorded one if nothing was better; none if one of the two
/// is unknown.
pub(super) fn compared(
    reviewed: ReviewedGame<'_>,
    decision: &Decision,
    answer: Option<Action>,
    solver: &mut Box<dyn Solver>,
) -> Result<(GradedTurn, Vec<Action>), ReviewError> {
    let (game, seat) = (&decision.game, decision.seat);
    let (rules, rack) = (game.rules(), game.rack(seat));
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
    let proven = matches!(found, Some(Answer::Optimal(_)));
    let most = found.and_then(Answer::into_verified);
    let most = most.filter(|best| !best.played.is_empty());
    let goes_out = most.as_ref().is_some_and(|best| best.played == *rack);
    let mut turn = GradedTurn {
        turn: decision.done.turn,
        own_turn: decision.done.own_turn,
        opened: game.opened(seat),
        rack: rack.to_string(),
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
            goes_out,
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
        basis: Basis::Nothing,
        verdict: String::new(),
        why: None,
        facts: (Verdict::NotCompared, None),
        language: Language::English,
    };
    let recorded = match &reviewed.record().turns[decision.done.turn] {
        TurnRecord::Draw => Action::Draw,
        TurnRecord::Pass => Action::Pass,
        TurnRecord::Play(table) => Action::Play(table.clone()),
        TurnRecord::Refused(_) => return Ok((turn, Vec::new())),
    };
    let mut certain = |basis, verdict| {
        turn.basis = basis;
        turn.facts = (verdict, None);
        turn.grade = Grade::Best;
        (turn.loss, turn.loss_ci) = (Some(0.0), Some([0.0, 0.0]));
    };
    let was = (&decision.done.event, &decision.done.table);
    let goes =
        |laid: &Event| matches!(&laid.happened, Happened::Laid(laid) if laid.played == *rack);
    let better = answer.and_then(|action| {
        let (event, table) = decision.after(&action, solver).ok()?;
        Some((action, event, table))
    });
    let out =
        most.filter(|_| goes_out && !better.as_ref().is_some_and(|(_, event, _)| goes(event)));
    let better = match out {
        Some(out) => {
            let action = Action::Play(out.table(game.table()));
            let (event, table) = decision.after(&action, solver)?;
            Some((action, event, table))
        }
        None => better,
    };
    let model = (better.as_ref()).map(|(_, event, table)| ActionRecord::of(event, table));
    if goes(was.0) {
        certain(Basis::Out, Verdict::WentOut);
    } else if proven && turn.solver.tiles == 0 && !event_lays(was.0) {
        certain(Basis::NoChoice, Verdict::NoChoice);
    } else if let Some((better, event, table)) = better {
        if alike((&event, &table), was) {
            certain(Basis::Model, Verdict::AsTheModel);
        } else {
            turn.model = model;
            let known = is_known(game);
            turn.basis = if known { Basis::Known } else { Basis::Playouts };
            let (lays, laid) = (event_lays(&event), event_lays(was.0));
            let reason = match (turn.model_goes_out(), laid, lays) {
                (true, _, _) => Reason::CouldHaveGoneOut,
                (_, false, true) if !turn.opened => Reason::CouldHaveOpened,
                _ => Reason::OfModel,
            };
            turn.facts = (Verdict::NotJudged, Some(reason));
            return Ok((turn, vec![better, recorded]));
        }
    } else {
        return Ok((turn, Vec::new()));
    }
    turn.model = model;
    Ok((turn, vec![recorded]))
}

fn event_lays(event: &Event) -> bool {
    action_words(event).0 == "lays"
}
