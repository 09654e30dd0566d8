//! [`Match`]: the bots, the rules, and the folder of a match.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use rummilab_arena::{Blocks, Plan, PlanSpec, RulesEntry, Span};
use rummilab_bot_api::{Bot, MakeOracle, StopFlag};
use rummilab_core::RuleSet;
use rummilab_record::{Block, Program};

use crate::bot_name::{is_known, resolve};
use crate::error::RunsError;
use crate::files::GAMES;
use crate::folder::{RunFolder, read_blocks, summary_builder};
use crate::in_memory::{all_cores, checked};
use crate::judge::judge;
use crate::outcome::{MatchEnding, MatchEvent, Opened, Outcome, Warning};
use crate::planned::header_of;
use crate::play::{MatchPlay, MatchState};
use crate::programs::{ChangedBots, reconciled, recorded};
use crate::read_only;
use crate::roster::Roster;
use crate::salt::{draw_salt, salt_in};
use crate::shard::Shard;
use crate::sibling_results::SiblingResults;
use crate::status::RunStatus;
use crate::store::StoredBlocks;
use crate::union::{grow, relabel};

/// A match of bots: set it up, then [`play`](Match::play) it. Unset fields have the defaults of a
/// [`PlanSpec`]: the original rules, 2 players, 100 deals, seed 1, round robin.
///
/// A match is played in memory or in a folder. The folder holds `games.bin`, `summary.json` and the
/// other files of a run, and an interrupted match resumes there. The numbers are the same either
/// way.
///
/// ```
/// use rummilab_runs::Match;
///
/// let bots = ["hold:h=1", "greedy"];
/// let outcome = Match::new(bots).deals(5).seed(1).play()?; // in memory
/// let hold = outcome.summary()?.bot("hold").unwrap();
/// assert_eq!(hold.games, 10);
///
/// # let folder = tempfile::tempdir()?;
/// # let folder = folder.path().join("door");
/// let run = Match::new(bots).deals(5).seed(1).folder(&folder).play()?; // resumes
/// assert_eq!(run.summary()?.bot("hold"), Some(hold));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a match is set up here; `play` plays it"]
pub struct Match<'a> {
    spec: PlanSpec,
    roster: Roster,
    changed_bots: ChangedBots,
    threads: Option<NonZeroUsize>,
    folder: Option<PathBuf>,
    shard: Option<Shard>,
    interrupt: Option<&'a StopFlag>,
    observer: Option<Box<Observer<'a>>>,
}

/// A callback for the events of a match.
type Observer<'a> = dyn FnMut(MatchEvent<'_>) + Send + 'a;

impl<'a> Match<'a> {
    /// A match of these bots: `name`, `name:key=value[,key=value…]`, or `cmd:` and the command of a
    /// program that speaks the bot protocol.
    pub fn new<B: Into<String>>(bots: impl IntoIterator<Item = B>) -> Match<'a> {
        Match::of(PlanSpec {
            bots: bots.into_iter().map(Into::into).collect(),
            ..PlanSpec::default()
        })
    }

    /// The match of a complete plan, which has more fields than this type has methods.
    pub fn of(spec: PlanSpec) -> Match<'a> {
        Match {
            spec,
            roster: Roster::new(),
            changed_bots: ChangedBots::Refuse,
            threads: None,
            folder: None,
            shard: None,
            interrupt: None,
            observer: None,
        }
    }

    pub fn rules(mut self, rules: &RuleSet) -> Self {
        self.spec.rules = RulesEntry::from(rules);
        self
    }

    /// Seats in every game, 2 to 6.
    pub fn players(mut self, players: u64) -> Self {
        self.spec.players = players;
        self
    }

    /// Deals of each match-up, each played in all seatings.
    pub fn deals(mut self, deals: u64) -> Self {
        self.spec.deals = deals;
        self
    }

    /// The master seed: the same seed plays the same games.
    pub fn seed(mut self, seed: u64) -> Self {
        self.spec.seed = seed;
        self
    }

    /// The salt of all random numbers, as 64 hexadecimal digits, or `random`. With a salt no bot
    /// can derive the tiles from a guessed seed. A folder keeps its salt; there `random` continues
    /// with that salt. By default there is no salt.
    ///
    /// ```
    /// use rummilab_runs::Match;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let folder = folder.path().join("fair");
    /// let bots = ["hold", "greedy"]; // or a program: "cmd:python3 mybot.py"
    /// let fair = || Match::new(bots).deals(2).salt("random").folder(&folder);
    /// let outcome = fair().play()?;
    /// let salt = outcome.plan.seed().salt.map(|salt| salt.to_string());
    /// assert_eq!(salt.as_ref().map(String::len), Some(64));
    /// assert_eq!(fair().play()?.plan, outcome.plan); // with the salt of the folder
    /// let again = Match::new(bots).deals(2).salt(&salt.unwrap_or_default()).play()?;
    /// assert_eq!(again.summary()?, outcome.summary()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn salt(mut self, salt: &str) -> Self {
        self.spec.salt = Some(salt.to_owned());
        self
    }

    /// The format: `round-robin`, `gauntlet`, `challenge`, `seats` or `club`.
    pub fn format(mut self, format: &str) -> Self {
        format.clone_into(&mut self.spec.format);
        self
    }

    /// Makes a bot of the caller play wherever the match names `name`. The roster must not have
    /// this name. The bot is made once for each seat and thread, and must play the same every time.
    /// A record holds only its name, so `verify` replays its actions but cannot ask it again.
    ///
    /// ```
    /// use rummilab_bot_api::{Bot, BotFault, View};
    /// use rummilab_chance::Stream;
    /// use rummilab_core::Action;
    ///
    /// struct Waits;
    ///
    /// impl Bot for Waits {
    ///     fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
    ///         Ok(if view.pool_len > 0 { Action::Draw } else { Action::Pass })
    ///     }
    /// }
    ///
    /// let game = rummilab_runs::Match::new(["waits", "greedy"]).deals(2);
    /// let outcome = game.bot("waits", || Box::new(Waits)).play()?;
    /// assert_eq!(outcome.summary()?.bot("waits").unwrap().results.win_rate, Some(0.0));
    /// # Ok::<(), rummilab_runs::RunsError>(())
    /// ```
    pub fn bot(
        mut self,
        name: &str,
        make: impl Fn() -> Box<dyn Bot> + Send + Sync + 'static,
    ) -> Self {
        self.roster = self.roster.with_bot(name, Arc::new(make));
        self
    }

    /// Lets bots that are programs ask for best plays (`solve` of the bot protocol): this oracle
    /// answers. Without one they are told that nobody does.
    pub fn oracle(mut self, oracle: MakeOracle) -> Self {
        self.roster = self.roster.with_oracle(oracle);
        self
    }

    /// Starts bots that are programs in this folder, to which their commands are then relative.
    pub fn program_folder(mut self, folder: &Path) -> Self {
        self.roster = self.roster.with_program_folder(folder);
        self
    }

    /// What to do if a bot that is a program is not the one that played the games in the folder, or
    /// that the plan names. By default that is an error.
    pub fn changed_bots(mut self, changes: ChangedBots) -> Self {
        self.changed_bots = changes;
        self
    }

    /// Number of threads; all cores by default. It does not change any byte of the result.
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Keeps the match in this folder, which is created if needed. Blocks of the same match that
    /// are there already are not played again. A folder of another match is not changed.
    pub fn folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folder = Some(folder.into());
        self
    }

    /// Plays only a part of the blocks, into a folder; [`merge`](crate::merge()) joins the parts.
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = Some(shard);
        self
    }

    /// Ends the match soon after this flag is set.
    pub fn interrupt(mut self, flag: &'a StopFlag) -> Self {
        self.interrupt = Some(flag);
        self
    }

    /// Calls this closure with every event.
    pub fn observe(mut self, observer: impl FnMut(MatchEvent<'_>) + Send + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// The checked plan that will be played. A random salt is drawn anew by each call.
    ///
    /// # Errors
    /// All faults of bots, rules and numbers.
    pub fn plan(&self) -> Result<Plan, RunsError> {
        if let Some(name) = self.roster.own_names().find(|name| is_known(name)) {
            return Err(RunsError::NameTaken(name.to_owned()));
        }
        let mut spec = self.spec.clone();
        resolve(&mut spec, |name| self.roster.is_own(name))?;
        draw_salt(&mut spec)?;
        checked(&spec)
    }

    /// Plays the match, or the blocks that are missing.
    ///
    /// # Errors
    /// See [`RunsError`]. An interruption is not an error but a [`MatchEnding`].
    pub fn play(mut self) -> Result<Outcome, RunsError> {
        let mut plan = self.plan()?;
        if let Some(folder) = &self.folder {
            let asked = self.spec.salt.as_deref();
            let salt = salt_in(folder, &plan, asked, self.shard.is_some())?;
            if salt != plan.seed().salt {
                self.spec.salt = salt.map(|salt| salt.to_string());
                plan = self.plan()?;
            }
            // It keeps question and prediction, too.
            if let Ok((header, _)) = read_blocks(&folder.join(GAMES))
                && let Ok(before) = Plan::from_toml(&header.plan)
            {
                plan = plan.or_asked_as(&before);
            }
        }
        let mut observer = self.observer.take();
        let observe: &mut dyn FnMut(MatchEvent<'_>) = &mut |event| {
            if let Some(observer) = &mut observer {
                observer(event);
            }
        };
        match self.folder.take() {
            Some(folder) => self.play_in(&folder, plan, observe),
            None => self.play_in_memory(plan, observe),
        }
    }

    fn play_in_memory(
        self,
        plan: Plan,
        observe: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<Outcome, RunsError> {
        if self.shard.is_some() {
            return Err(RunsError::ShardInMemory);
        }
        let roster = self.roster.clone().with_programs(&plan, None)?;
        let probed = roster.probe(&plan);
        if self.is_interrupted() {
            let blocks = Span::all(&plan).len();
            return Ok(Outcome::interrupted(plan, blocks));
        }
        let plan = self.with_programs(Path::new("plan.toml"), plan, &probed?)?;
        observe(MatchEvent::Plan(&plan));
        let state = MatchState::new(&plan, false, || SiblingResults::new(Path::new(""), None));
        let mut builder = summary_builder(&header_of(&plan), Some(&plan));
        let mut judge = judge();
        let stored = StoredBlocks::nothing_of(Span::all(&plan));
        let keep = |block: &Block| {
            builder.push_replayed(block, &mut judge);
            Ok(())
        };
        let mut outcome = self.play_missing(plan, &roster, &stored, state, observe, keep)?;
        if outcome.ending != MatchEnding::Interrupted {
            outcome.summary = Some(builder.summary());
        }
        Ok(outcome)
    }

    fn play_in(
        self,
        path: &Path,
        mut plan: Plan,
        observe: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<Outcome, RunsError> {
        // A bot that does not start must not leave a folder behind.
        let fresh = !path.join(GAMES).exists();
        let wanted = Shard::span(self.shard, &plan);
        if fresh {
            let trial = self.roster.clone().with_programs(&plan, None)?;
            let probed = trial.probe(&plan);
            if self.is_interrupted() {
                return Ok(Outcome::interrupted(plan, wanted.len()));
            }
            plan = self.with_programs(path, plan, &probed?)?;
        } else if let Some(before) = recorded(path) {
            plan = plan.with_programs(&before);
        }
        let roster = self.roster.clone().with_programs(&plan, Some(path))?;
        observe(MatchEvent::Plan(&plan));
        let mut state = MatchState::new(&plan, self.shard.is_some(), || {
            // A shard reads the results of the other tables, or of blocks before its own, from the
            // other shards.
            SiblingResults::new(path, self.shard.map(|_| header_of(&plan)))
        });
        if !fresh && let Some(outcome) = self.read_only(path, &plan, &roster, wanted, observe)? {
            return Ok(outcome);
        }
        if !fresh {
            grow(path, &header_of(&plan))?;
        }
        let (mut folder, mut store, mut stored) = RunFolder::open(path, &plan, wanted, |block| {
            observe(MatchEvent::Block(&block));
            state.push(block);
        })?;
        if let Some(shard) = self.shard {
            folder.write_shard(shard)?;
        }
        let goes_on = !fresh && !stored.missing.is_empty() && !state.is_over();
        if goes_on && roster.has_programs() && !self.is_interrupted() {
            let now = self.probed(&roster, &plan)?;
            let all = reconciled(path, &plan.programs(), &now, self.changed_bots)?;
            if all != plan.programs() {
                store.close()?;
                plan = plan.with_programs(&all);
                relabel(path, &header_of(&plan))?;
                (folder, store, stored) = RunFolder::open(path, &plan, wanted, |_| {})?;
            }
        }
        // If no block is present yet, the tables are filled during play; the record is not read.
        let from_start = stored.found == 0 && self.shard.is_none();
        let mut tables = from_start.then(|| folder.tables()).transpose()?;
        let append = |block: &Block| {
            store.append(block)?;
            tables.as_mut().map_or(Ok(()), |tables| tables.push(block))
        };
        let mut outcome = self.play_missing(plan, &roster, &stored, state, observe, append)?;
        store.close()?;
        if outcome.ending == MatchEnding::Interrupted {
            folder.write_timings(&outcome.times)?;
            return Ok(outcome);
        }
        if self.shard.is_some() {
            // This record alone: the folder may contain those of other shards.
            let status = RunStatus::of(&[path.join(GAMES)])?;
            if !status.is_complete() {
                folder.write_timings(&outcome.times)?;
                outcome.ending = MatchEnding::ShardDone;
                outcome.status = Some(status);
                return Ok(outcome);
            }
        }
        outcome.summary = Some(match tables {
            Some(tables) => tables.place(&outcome.times)?,
            None => folder.finish(&outcome.times)?,
        });
        Ok(outcome)
    }

    /// The outcome of a finished match whose folder cannot be written.
    fn read_only(
        &self,
        path: &Path,
        plan: &Plan,
        roster: &Roster,
        wanted: Span,
        observe: &mut dyn FnMut(MatchEvent<'_>),
    ) -> Result<Option<Outcome>, RunsError> {
        if self.shard.is_some() {
            return Ok(None);
        }
        let header = header_of(plan);
        let mut state = MatchState::new(plan, false, || SiblingResults::new(path, None));
        let mut builder = summary_builder(&header, Some(plan));
        let mut judge = judge();
        let stored = read_only::stored(path, &header, wanted, |block| {
            builder.push_replayed(&block, &mut judge);
            observe(MatchEvent::Block(&block));
            state.push(block);
        })?;
        let finished = |stored: &StoredBlocks| stored.missing.is_empty() || state.is_over();
        let Some(stored) = stored.filter(finished) else {
            return Ok(None);
        };
        let nothing = |_: &Block| Ok(());
        let mut outcome =
            self.play_missing(plan.clone(), roster, &stored, state, observe, nothing)?;
        outcome.summary = Some(builder.summary());
        Ok(Some(outcome))
    }

    /// The plan with the programs that play, which must be those that it names.
    fn with_programs(&self, place: &Path, plan: Plan, now: &[Program]) -> Result<Plan, RunsError> {
        let named = plan.programs();
        let of_named = |program: &&Program| named.iter().any(|one| one.bot == program.bot);
        let known: Vec<Program> = now.iter().filter(of_named).cloned().collect();
        reconciled(place, &named, &known, self.changed_bots)?;
        Ok(plan.with_programs(now))
    }

    /// The programs of a roster, each started once. An interruption may end a program during a
    /// request, which is no fault of the program; then those of the plan.
    fn probed(&self, roster: &Roster, plan: &Plan) -> Result<Vec<Program>, RunsError> {
        match roster.probe(plan) {
            Err(_) if self.is_interrupted() => Ok(plan.programs()),
            probed => probed,
        }
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Plays the missing blocks and passes each to `keep`.
    fn play_missing(
        &self,
        plan: Plan,
        roster: &Roster,
        stored: &StoredBlocks,
        mut state: MatchState,
        observe: &mut dyn FnMut(MatchEvent<'_>),
        mut keep: impl FnMut(&Block) -> Result<(), RunsError>,
    ) -> Result<Outcome, RunsError> {
        let over = state.is_over();
        let missing = if over {
            Blocks::default()
        } else {
            stored.missing.clone()
        };
        observe(MatchEvent::Opened(Opened {
            found: stored.found,
            blocks: stored.found + stored.missing.len(),
            missing: missing.len(),
            dropped_bytes: stored.dropped_bytes,
        }));
        if let Some(monitor) = state.monitor() {
            observe(MatchEvent::Look(monitor));
        }
        if roster.has_programs() && !missing.is_empty() && plan.seed().salt.is_none() {
            observe(MatchEvent::Warning(Warning::NoSalt));
        }
        let threads = self.threads.unwrap_or_else(all_cores);
        let clocked = plan.clock().is_some_and(|clock| clock.per_move.is_some());
        let cores = all_cores();
        if roster.has_programs() && clocked && threads > cores {
            observe(MatchEvent::Warning(Warning::ThreadsOverCores {
                threads,
                cores,
            }));
        }
        let never = StopFlag::default();
        let play = MatchPlay {
            plan: &plan,
            roster,
            threads,
            interrupt: self.interrupt.unwrap_or(&never),
        };
        let mut done = stored.found;
        let ending = play.blocks(missing, &mut state, observe, |block| {
            done += 1;
            keep(block)
        })?;
        Ok(Outcome {
            ending: if over {
                MatchEnding::StoppedByRule
            } else {
                ending
            },
            done,
            blocks: stored.found + stored.missing.len(),
            summary: None,
            status: None,
            withdrawn: roster.withdrawn(),
            times: state.times,
            plan,
        })
    }
}
