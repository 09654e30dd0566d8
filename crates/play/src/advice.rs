//! Advice from a solver on what could be laid, given in steps.

use rummilab_core::{Game, RuleSet, Seat, Set, Table, TileCounts};
use rummilab_solver::{
    Answer, Goal, SolveError, Solver, Step, best_known, explain, fewest_changes, solve_on,
    unless_given_up,
};
use rummilab_words::{Language, say, step};

/// Most further solver calls for the fewest changes to the table.
const MAX_SOLVES: usize = 500;

/// What the champion would do in the place of the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// To lay the most, or that is not known.
    Most,
    /// To keep every tile, though some can be laid.
    Keeps,
    /// To lay fewer tiles than could be laid.
    Fewer,
}

/// The turn that hints speak of. It is that of the champion; if it keeps its tiles or is not asked,
/// the turn that lays most tiles, then most value, with the fewest changes to the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// Number of tiles that can be laid at most.
    most: usize,
    choice: Choice,
    /// The tiles laid; empty if none can be laid.
    pub played: TileCounts,
    /// The whole table after the turn, in the order in which the last step leaves it.
    pub table: Table,
    /// The steps to get there.
    pub steps: Vec<Step>,
    /// The table after each step.
    pub frames: Vec<Table>,
    /// Sets of the old table that the turn changes, by their tiles; a hint names the first.
    pub changes: Vec<Set>,
    /// For a player who has not opened: the points of the largest opening, and the points needed.
    pub opening: Option<(u32, u16)>,
}

/// The steps from one table to another by laying these tiles, each a sentence without a full stop.
pub(crate) fn steps(
    language: Language,
    rules: &RuleSet,
    before: &Table,
    after: &Table,
    played: &TileCounts,
) -> Vec<String> {
    let steps = explained(rules, before, after, played);
    steps.iter().map(|made| step(language, made)).collect()
}

fn explained(rules: &RuleSet, before: &Table, after: &Table, played: &TileCounts) -> Vec<Step> {
    let steps = explain(&laid_out(rules, before), &laid_out(rules, after), played);
    steps.unwrap_or_default()
}

fn laid_out(rules: &RuleSet, table: &Table) -> Table {
    let tidy = |set: &Set| rules.lay_out(set.tiles()).unwrap_or_else(|| set.clone());
    Table::new(table.sets().iter().map(tidy).collect())
}

/// The table after each step, with sets complete or not. The result of a step takes the place of
/// its first part.
fn frames(before: &Table, steps: &[Step]) -> Vec<Table> {
    let mut sets = before.sets().to_vec();
    let after = |step: &Step| {
        let (gone, come) = match step {
            Step::Take {
                tiles,
                from,
                leaves,
            } => (vec![from], vec![leaves, tiles]),
            Step::Split { set, parts } => (vec![set], parts.iter().collect()),
            Step::Join { parts, set } => (parts.iter().collect(), vec![set]),
            Step::Lay { on, set, .. } => (on.iter().collect(), vec![set]),
        };
        let mut place = sets.len();
        for gone in gone {
            let sorted = gone.sorted();
            if let Some(at) = sets.iter().position(|set| set.sorted() == sorted) {
                sets.remove(at);
                place = place.min(at);
            }
        }
        let place = place.min(sets.len());
        sets.splice(place..place, come.into_iter().cloned());
        Table::new(sets.clone())
    };
    steps.iter().map(after).collect()
}

/// The sets of `table` in the order of `first`, those that are not there last.
fn in_order_of(first: &Table, table: &Table) -> Table {
    let tiles = |set: &Set| Set::new(set.tiles().iter().copied()).sorted();
    let place = |set: &Set| {
        first
            .sets()
            .iter()
            .position(|other| tiles(other) == tiles(set))
    };
    let mut sets = table.sets().to_vec();
    sets.sort_by_key(|set| place(set).unwrap_or(usize::MAX));
    Table::new(sets)
}

impl Advice {
    /// The best turn of a seat in this state. Its tables have the order of `shown`, the table as
    /// the player sees it.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn of(
        game: &Game,
        seat: Seat,
        shown: &Table,
        solver: &mut dyn Solver,
    ) -> Result<Advice, SolveError> {
        let (rules, before) = (game.rules(), game.table());
        let position = game.position(seat);
        let answer = unless_given_up(solve_on(solver, rules, before, &position, &Goal::Tiles))?;
        let opening = if position.opened {
            None
        } else {
            let largest = best_known(solver, rules, &position, &Goal::OpeningValue)?;
            let points = largest.and_then(|best| best.opening_value).unwrap_or(0);
            Some((points, rules.opening_min))
        };
        let best = answer
            .and_then(Answer::into_verified)
            .filter(|best| !best.played.is_empty());
        let Some(best) = best else {
            return Ok(Advice {
                played: TileCounts::EMPTY,
                table: shown.clone(),
                steps: Vec::new(),
                frames: Vec::new(),
                changes: Vec::new(),
                opening,
                most: 0,
                choice: Choice::Most,
            });
        };
        let goal = Goal::Tiles;
        let found = fewest_changes(solver, rules, before, &position, &goal, best, MAX_SOLVES)?;
        let played = found.play.played;
        Ok(Advice::towards(rules, shown, &found.table, played, opening))
    }

    /// The way from the table as the player sees it to this one, by laying these tiles.
    pub(crate) fn towards(
        rules: &RuleSet,
        shown: &Table,
        table: &Table,
        played: TileCounts,
        opening: Option<(u32, u16)>,
    ) -> Advice {
        let steps = explained(rules, shown, table, &played);
        let (old, new) = (laid_out(rules, shown), laid_out(rules, table));
        let changes = old.sets_not_in(&new);
        let frames = frames(&old, &steps);
        Advice {
            played,
            changes: changes.into_iter().cloned().collect(),
            table: in_order_of(frames.last().unwrap_or(&old), table),
            steps,
            frames,
            opening,
            most: played.len(),
            choice: Choice::Most,
        }
    }

    /// The same advice where the champion would leave the table like this.
    pub(crate) fn with_choice(
        self,
        rules: &RuleSet,
        before: &Table,
        shown: &Table,
        table: &Table,
    ) -> Advice {
        let tiles = |table: &Table| table.counts().unwrap_or(TileCounts::EMPTY);
        let played = tiles(table).saturating_sub(&tiles(before));
        if played.is_empty() {
            let choice = Choice::Keeps;
            return Advice { choice, ..self };
        }
        if played == self.played {
            return self;
        }
        let choice = if played.len() < self.most {
            Choice::Fewer
        } else {
            Choice::Most
        };
        let turn = Advice::towards(rules, shown, table, played, self.opening);
        Advice {
            most: self.most,
            choice,
            ..turn
        }
    }

    /// The steps, each a sentence without a full stop.
    pub fn told_steps(&self, language: Language) -> Vec<String> {
        self.steps.iter().map(|made| step(language, made)).collect()
    }

    /// The first hint: whether tiles can be laid, how many, and what the champion would do if not
    /// that.
    pub fn how_much(&self, language: Language) -> String {
        let most = self.how_much_at_most(language);
        match self.choice {
            Choice::Most => most,
            Choice::Keeps => format!("{most} {}", say!(language, "hint-champion-keeps")),
            Choice::Fewer => {
                let count = self.played.len();
                format!(
                    "{most} {}",
                    say!(language, "hint-champion-lays", count = count)
                )
            }
        }
    }

    fn how_much_at_most(&self, language: Language) -> String {
        match (self.most, self.opening) {
            (0, Some((points, needed))) => say!(
                language,
                "hint-cannot-open",
                points = points,
                needed = needed
            ),
            (0, None) => say!(language, "hint-nothing"),
            (tiles, Some((points, needed))) => say!(
                language,
                "hint-can-open",
                count = tiles,
                points = points,
                needed = needed
            ),
            (tiles, None) => say!(language, "hint-can-lay", count = tiles),
        }
    }

    /// The second hint: the set of the table to look at, and the tiles.
    pub fn which(&self, language: Language) -> String {
        if self.played.is_empty() {
            return self.how_much(language);
        }
        let first = self.changes.first();
        say!(
            language,
            "hint-which",
            set = first.map_or("none", |_| "some"),
            tiles = first.map(ToString::to_string).unwrap_or_default(),
            whose = self.whose(),
            played = self.played
        )
    }

    /// Whose turn this is: that of the champion, or the one that lays most, which the champion
    /// would play or not.
    fn whose(&self) -> &'static str {
        match self.choice {
            Choice::Fewer => "champion",
            Choice::Keeps => "keeps",
            Choice::Most => "most",
        }
    }

    /// The whole turn, step by step.
    pub fn all(&self, language: Language) -> String {
        if self.played.is_empty() {
            return self.how_much(language);
        }
        let steps = self.told_steps(language).into_iter().zip(1..);
        let steps: Vec<String> = steps.map(|(step, at)| format!("{at}. {step}")).collect();
        let steps = steps.join("; ");
        let said = say!(
            language,
            "hint-all",
            whose = self.whose(),
            played = self.played,
            steps = steps
        );
        said.trim_end().to_owned()
    }
}
