//! Jobs: requests that are answered bit by bit, while others are answered at once.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use rummilab_arena::StopFlag;
use rummilab_words::Language;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::error::RequestError;
use super::work::{Step, Work};
use super::{Shared, locked};

/// Most jobs that are kept, at work or done.
pub const MOST_JOBS: usize = 8;

/// Time after which a job that nobody asks for ends.
pub const IDLE: Duration = Duration::from_secs(10);

/// Default time of an answer about a job.
const WAIT_MS: u64 = 50;

/// A request that becomes a job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartRequest<'a> {
    pub ask: String,
    #[serde(borrow)]
    pub with: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobRequest {
    job: u64,
    /// Milliseconds in which the job may end, or is worked on.
    wait: Option<u64>,
    /// Whether to tell what is known so far.
    #[serde(default)]
    so_far: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CancelRequest {
    job: u64,
}

#[derive(Serialize)]
pub struct Started {
    job: u64,
}

/// A job as it is now.
#[derive(Serialize)]
pub struct JobState {
    done: bool,
    progress: f64,
    /// The answer of the request, or what is known of it.
    answer: Option<Box<RawValue>>,
}

/// The jobs of an engine.
#[derive(Default)]
pub struct Jobs {
    last: u64,
    kept: BTreeMap<u64, Arc<Job>>,
}

struct Job {
    stop: StopFlag,
    state: Mutex<Progress>,
    ended: Condvar,
}

struct Progress {
    /// `None` while it is worked on, and at the end.
    work: Option<Work>,
    /// Whether a thread of its own works on it.
    threaded: bool,
    /// When somebody asked for it last, and in which language.
    asked: Duration,
    language: Language,
    share: f64,
    so_far_wanted: bool,
    so_far: Option<Box<RawValue>>,
    outcome: Option<Result<Box<RawValue>, RequestError>>,
}

impl Shared {
    /// Begins a job, on a thread of its own where the program has threads.
    pub fn start(
        self: &Arc<Self>,
        request: &StartRequest<'_>,
        language: Language,
    ) -> Result<Started, RequestError> {
        let stop = StopFlag::default();
        let with = request.with.map_or("{}", RawValue::get);
        let work = self.work(&request.ask, with, language, &stop)?;
        let mut jobs = locked(&self.jobs);
        jobs.forget_idle(self.now());
        if jobs.kept.len() >= MOST_JOBS {
            return Err(RequestError::TooManyJobs(MOST_JOBS));
        }
        let job = Arc::new(Job {
            stop,
            state: Mutex::new(Progress {
                work: Some(work),
                threaded: false,
                asked: self.now(),
                language,
                share: 0.0,
                so_far_wanted: false,
                so_far: None,
                outcome: None,
            }),
            ended: Condvar::new(),
        });
        jobs.last += 1;
        let number = jobs.last;
        jobs.kept.insert(number, Arc::clone(&job));
        drop(jobs);
        // The job waits for this lock, so that it knows whether the thread is its own.
        let mut state = locked(&job.state);
        let (shared, own) = (Arc::clone(self), Arc::clone(&job));
        state.threaded = (self.parts.spawn)(Box::new(move || {
            while own.step(&shared) && !own.is_idle(shared.now()) {}
            own.stop.store(true, Ordering::Relaxed);
        }));
        Ok(Started { job: number })
    }

    /// What is known of a job, after a while in which it may end. Its end is told once.
    pub fn job(&self, request: &JobRequest, language: Language) -> Result<JobState, RequestError> {
        let now = self.now();
        let job = {
            let mut jobs = locked(&self.jobs);
            jobs.forget_idle(now);
            let job = jobs.kept.get(&request.job).cloned();
            job.ok_or(RequestError::NoJob(request.job))?
        };
        let wait = Duration::from_millis(request.wait.unwrap_or(WAIT_MS));
        let mut state = locked(&job.state);
        (state.asked, state.so_far_wanted) = (now, request.so_far);
        state.language = language;
        if !request.so_far {
            state.so_far = None;
        }
        if state.threaded {
            let runs = |state: &mut Progress| state.outcome.is_none();
            let waited = job.ended.wait_timeout_while(state, wait, runs);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        } else {
            drop(state);
            while job.step(self) && self.now().saturating_sub(now) < wait {}
            state = locked(&job.state);
        }
        let done = state.outcome.is_some();
        let answer = match state.outcome.take() {
            Some(outcome) => {
                locked(&self.jobs).kept.remove(&request.job);
                Some(outcome?)
            }
            None => state.so_far.take(),
        };
        Ok(JobState {
            done,
            progress: if done { 1.0 } else { state.share.min(0.99) },
            answer,
        })
    }

    /// Ends a job; whether it was there.
    pub fn cancel(&self, request: &CancelRequest) -> bool {
        let job = locked(&self.jobs).kept.remove(&request.job);
        job.inspect(|job| job.stop.store(true, Ordering::Relaxed))
            .is_some()
    }

    fn now(&self) -> Duration {
        (self.parts.clock)()
    }
}

impl Jobs {
    /// Ends all jobs.
    pub fn end(&mut self) {
        for job in std::mem::take(&mut self.kept).values() {
            job.stop.store(true, Ordering::Relaxed);
        }
    }

    fn forget_idle(&mut self, now: Duration) {
        self.kept.retain(|_, job| {
            let idle = job.is_idle(now);
            job.stop.fetch_or(idle, Ordering::Relaxed);
            !idle
        });
    }
}

impl Job {
    fn is_idle(&self, now: Duration) -> bool {
        now.saturating_sub(locked(&self.state).asked) > IDLE
    }

    /// Does a bit of the work; returns whether there is more to do.
    fn step(&self, shared: &Shared) -> bool {
        let (work, wanted, language) = {
            let mut state = locked(&self.state);
            (state.work.take(), state.so_far_wanted, state.language)
        };
        let Some(work) = work.filter(|_| !self.stop.load(Ordering::Relaxed)) else {
            return false;
        };
        // A panic drops the work; what others see is touched by the last step alone.
        let stepped = catch_unwind(AssertUnwindSafe(|| work.step(shared, language, &self.stop)));
        let outcome = match stepped.unwrap_or(Err(RequestError::BrokenDown)) {
            Ok(Step::More(work, share)) => {
                let so_far = wanted.then(|| work.so_far(language)).flatten();
                let mut state = locked(&self.state);
                state.so_far_wanted &= so_far.is_none();
                state.so_far = so_far.or_else(|| state.so_far.take());
                (state.share, state.work) = (share, Some(work));
                return true;
            }
            Ok(Step::Done(answer)) => Ok(answer),
            Err(error) => Err(error),
        };
        locked(&self.state).outcome = Some(outcome);
        self.ended.notify_all();
        false
    }
}
