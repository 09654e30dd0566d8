//! How often random racks can open, counted in parallel.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rummilab_bot_api::StopFlag;
use rummilab_core::{RuleError, RuleSet};
use rummilab_solver::{SolveError, Solver, own_sets};
use rummilab_stats::{OpeningTally, RackSizeError, RandomRacks};

use crate::error::RunsError;
use crate::judge::{check_supported, judge};

/// Racks that a thread examines between two checks of the interrupt flag.
const CHUNK: u64 = 500;
/// Chunks for each thread between two checks of the interrupt flag.
const CHUNKS_A_THREAD: usize = 4;

/// Random racks of several sizes under one rule system.
pub struct OpeningRacks {
    rules: RuleSet,
    racks: RandomRacks,
}

/// Why such racks cannot be examined.
#[derive(Debug, thiserror::Error)]
pub enum OpeningRacksError {
    /// The rules cannot be changed to free jokers.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// The solver does not support the rules.
    #[error(transparent)]
    Unsupported(#[from] rummilab_solver::Unsupported),
    /// A rack cannot have this size.
    #[error(transparent)]
    Size(#[from] RackSizeError),
}

impl OpeningRacks {
    /// Racks of these sizes, drawn from all tiles.
    ///
    /// # Errors
    /// If the solver does not support the rules, or a rack cannot have one of the sizes.
    pub fn new(
        rules: &RuleSet,
        sizes: Vec<usize>,
        seed: u64,
    ) -> Result<OpeningRacks, OpeningRacksError> {
        // How a joker is taken back does not concern own sets.
        let rules = rules.with_free_sets().clone();
        check_supported(&rules)?;
        let racks = RandomRacks::new(&rules, sizes, seed)?;
        Ok(OpeningRacks { rules, racks })
    }

    /// The rules, with free jokers.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    pub fn sizes(&self) -> &[usize] {
        self.racks.sizes()
    }

    /// The tallies of every size over the first samples: all of them, or those done when the flag
    /// was set. `each` gets the number of samples done. The number of threads does not change the
    /// result.
    ///
    /// # Errors
    /// If the threads cannot be started, or the solver has no answer.
    pub fn look(
        &self,
        samples: u64,
        threads: NonZeroUsize,
        stop: &StopFlag,
        mut each: impl FnMut(u64),
    ) -> Result<Vec<OpeningTally>, RunsError> {
        let threads = threads.get();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let pool = pool.build()?;
        let mut solvers: Vec<Box<dyn Solver>> = (0..threads).map(|_| judge()).collect();
        let mut tallies = vec![OpeningTally::default(); self.sizes().len()];
        let mut done = 0;
        while done < samples && !stop.load(Ordering::Relaxed) {
            let round = CHUNK * (CHUNKS_A_THREAD * threads) as u64;
            let end = done.saturating_add(round).min(samples);
            let part = (end - done).div_ceil(threads as u64);
            let parts = pool.install(|| {
                let looks = solvers.par_iter_mut().enumerate().map(|(i, solver)| {
                    let first = (done + part * i as u64).min(end);
                    let own = |rack: &_| own_sets(solver.as_mut(), &self.rules, rack);
                    self.racks.tally(first..(first + part).min(end), own)
                });
                looks.collect::<Result<Vec<_>, SolveError>>()
            });
            for part in parts? {
                let pairs = tallies.iter_mut().zip(&part);
                pairs.for_each(|(all, part)| all.add(part));
            }
            done = end;
            each(done);
        }
        Ok(tallies)
    }
}
