//! Shards: the part of a run to play, as people and job schedulers write it. An array of jobs must
//! be a plain range, otherwise the shards would not cover the run.

use std::fmt;
use std::str::FromStr;

use rummilab_arena::{Plan, Span};

/// Largest number of shards of a run.
const MOST: u64 = 1_000_000;

/// One of several parts of a run: the blocks whose number has this remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// Shard `number` of `of`. Any `of` consecutive numbers cover the run, because `of/of` is
    /// `0/of`.
    ///
    /// # Panics
    /// If `of` is 0.
    pub fn new(number: u64, of: u64) -> Shard {
        Shard {
            index: number % of,
            of,
        }
    }

    /// The blocks to play; all blocks without a shard.
    pub fn span(shard: Option<Shard>, plan: &Plan) -> Span {
        match shard {
            Some(shard) => Span::shard(plan, shard.index, shard.of),
            None => Span::all(plan),
        }
    }

    pub fn of(self) -> u64 {
        self.of
    }

    /// The name of its folder.
    pub fn folder(self) -> String {
        format!("shard-{}-of-{}", self.index, self.of)
    }

    /// The shard whose folder has this name.
    pub fn of_folder(name: &str) -> Option<Shard> {
        let (index, of) = name.strip_prefix("shard-")?.split_once("-of-")?;
        let (index, of): (u64, u64) = (index.parse().ok()?, of.parse().ok()?);
        (1..=MOST).contains(&of).then(|| Shard::new(index, of))
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// A shard as written: `K/N`, `auto` or `auto/N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShardArg {
    Given(Shard),
    /// `auto` or `auto/3`: the number comes from the environment; so does the number of shards,
    /// unless it is given.
    Auto(Option<u64>),
}

impl FromStr for ShardArg {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<ShardArg, ShardError> {
        let many = |text: &str| {
            let of = text.parse().ok().filter(|of| (1..=MOST).contains(of));
            of.ok_or(ShardError::Text)
        };
        match text.split_once('/') {
            None if text == "auto" => Ok(ShardArg::Auto(None)),
            Some(("auto", of)) => Ok(ShardArg::Auto(Some(many(of)?))),
            Some((number, of)) => {
                let of = many(of)?;
                let number: Option<u64> = number.parse().ok();
                let number = number
                    .filter(|number| *number <= of)
                    .ok_or(ShardError::Text)?;
                Ok(ShardArg::Given(Shard::new(number, of)))
            }
            None => Err(ShardError::Text),
        }
    }
}

/// Why a shard cannot be determined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ShardError {
    /// The text is not a shard.
    #[error("expected K/N with K up to N (such as 1/4), auto or auto/N, with N from 1 to {MOST}")]
    Text,
    /// No scheduler says that this is a job of an array.
    #[error("this is no job of an array ({} are not set to a \
        number)", SCHEDULERS.map(|scheduler| scheduler.index).join(", "))]
    NoArray,
    /// The scheduler does not say which part this job is. Fields: its name, its variable, the
    /// number of the job, and what is missing or unexpected.
    #[error("{0} says with {1} that this is job {2}, but {3}")]
    NoRange(&'static str, &'static str, u64, &'static str),
}

/// The variables with which a scheduler identifies a job of an array.
struct Scheduler {
    name: &'static str,
    index: &'static str,
    /// The first and the last number of the array, and the step between numbers.
    range: Option<[&'static str; 3]>,
    count: Option<&'static str>,
}

const SCHEDULERS: [Scheduler; 4] = [
    Scheduler {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        range: Some([
            "SLURM_ARRAY_TASK_MIN",
            "SLURM_ARRAY_TASK_MAX",
            "SLURM_ARRAY_TASK_STEP",
        ]),
        count: Some("SLURM_ARRAY_TASK_COUNT"),
    },
    // Kubernetes does not provide the number of jobs; a manifest may, under this name.
    Scheduler {
        name: "Kubernetes",
        index: "JOB_COMPLETION_INDEX",
        range: None,
        count: Some("JOB_COMPLETIONS"),
    },
    Scheduler {
        name: "Grid Engine",
        index: "SGE_TASK_ID",
        range: Some(["SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"]),
        count: None,
    },
    Scheduler {
        name: "PBS",
        index: "PBS_ARRAY_INDEX",
        range: None,
        count: None,
    },
];

impl ShardArg {
    /// The shard that is meant in this environment. `environment` returns the value of a variable.
    ///
    /// # Errors
    /// If the environment does not determine it.
    pub fn resolve(
        self,
        environment: impl Fn(&str) -> Option<String>,
    ) -> Result<Shard, ShardError> {
        let of = match self {
            ShardArg::Given(shard) => return Ok(shard),
            ShardArg::Auto(of) => of,
        };
        let number = |name: &str| environment(name)?.parse::<u64>().ok();
        let found = SCHEDULERS
            .iter()
            .find_map(|scheduler| Some((scheduler, number(scheduler.index)?)));
        let Some((scheduler, index)) = found else {
            return Err(ShardError::NoArray);
        };
        if let Some(of) = of {
            return Ok(Shard::new(index, of));
        }
        let count = scheduler.count.and_then(number);
        let range = scheduler.range.and_then(|[first, last, step]| {
            Some((number(first)?, number(last)?, number(step)?.max(1)))
        });
        let odd = |problem| ShardError::NoRange(scheduler.name, scheduler.index, index, problem);
        let (first, step, count) = match (range, count) {
            (Some((first, last, step)), count) => {
                let jobs = last.saturating_sub(first) / step + 1;
                if count.is_some_and(|count| count != jobs) || index < first || index > last {
                    return Err(odd("the numbers of its jobs are no plain range"));
                }
                (first, step, jobs)
            }
            (None, Some(count)) => (0, 1, count),
            (None, None) => return Err(odd("not how many there are")),
        };
        if !(1..=MOST).contains(&count) {
            return Err(odd("not of how many"));
        }
        // Without a step the number itself is used, so auto and auto/N mean the same shard.
        Ok(match step {
            1 => Shard::new(index, count),
            step => Shard::new((index - first) / step, count),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(text: &str, environment: &[(&str, &str)]) -> Result<String, String> {
        let value = |name: &str| {
            let mut hits = environment.iter().filter(|(key, _)| *key == name);
            hits.next().map(|(_, value)| (*value).to_owned())
        };
        let shard = text.parse::<ShardArg>();
        let shard = shard.and_then(|shard| shard.resolve(value));
        let shard = shard.map(|shard| shard.to_string());
        shard.map_err(|error| error.to_string())
    }

    #[track_caller]
    fn fails(text: &str, environment: &[(&str, &str)], expected: &str) {
        let error = auto(text, environment).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }

    fn slurm(id: &str, min: &str, max: &str, step: &str, count: &str) -> Result<String, String> {
        auto(
            "auto",
            &[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
                ("SLURM_ARRAY_TASK_STEP", step),
                ("SLURM_ARRAY_TASK_COUNT", count),
            ],
        )
    }

    fn ok(text: &str) -> Result<String, String> {
        Ok(text.to_owned())
    }

    #[test]
    fn shards_count_from_nought_or_from_one() {
        assert_eq!(auto("0/3", &[]), ok("0/3"));
        assert_eq!(auto("1/3", &[]), ok("1/3"));
        assert_eq!(auto("3/3", &[]), ok("0/3"));
        for wrong in ["4/3", "0/0", "1", "", "a/3", "1/3/3", "-1/3", "1/1000001"] {
            fails(wrong, &[], "expected K/N");
        }
        fails("Auto", &[], "expected K/N");
    }

    #[test]
    fn slurm_arrays() {
        assert_eq!(slurm("0", "0", "11", "1", "12"), ok("0/12"));
        assert_eq!(slurm("12", "1", "12", "1", "12"), ok("0/12"));
        assert_eq!(slurm("7", "4", "7", "1", "4"), ok("3/4"));
        assert_eq!(slurm("6", "0", "8", "2", "5"), ok("3/5"));
        let list = slurm("5", "1", "9", "1", "3").unwrap_err();
        assert!(list.contains("no plain range"), "{list}");
        // A single job that is submitted again must give the number of shards.
        assert_eq!(auto("auto/12", &[("SLURM_ARRAY_TASK_ID", "3")]), ok("3/12"));
    }

    /// The jobs of any plain range are all shards.
    #[test]
    fn the_jobs_of_an_array_make_the_whole() {
        for (first, step, count) in [(0, 1, 5), (1, 1, 5), (3, 1, 4), (2, 3, 6), (1, 2, 1)] {
            let last = first + step * (count - 1);
            let mut shards: Vec<String> = (0..count)
                .map(|job| {
                    let [id, first, last, step, count] =
                        [first + job * step, first, last, step, count].map(|n: u64| n.to_string());
                    slurm(&id, &first, &last, &step, &count).unwrap()
                })
                .collect();
            shards.sort();
            let expected: Vec<String> = (0..count).map(|n| format!("{n}/{count}")).collect();
            assert_eq!(shards, expected);
        }
    }

    #[test]
    fn other_schedulers() {
        let kubernetes = [("JOB_COMPLETION_INDEX", "2")];
        assert_eq!(auto("auto/4", &kubernetes), ok("2/4"));
        fails("auto", &kubernetes, "not how many");
        let found = [("JOB_COMPLETION_INDEX", "2"), ("JOB_COMPLETIONS", "4")];
        assert_eq!(auto("auto", &found), ok("2/4"));
        let sge = [
            ("SGE_TASK_ID", "4"),
            ("SGE_TASK_FIRST", "1"),
            ("SGE_TASK_LAST", "4"),
            ("SGE_TASK_STEPSIZE", "1"),
        ];
        assert_eq!(auto("auto", &sge), ok("0/4"));
        fails("auto", &[("SGE_TASK_ID", "undefined")], "no job");
        assert_eq!(auto("auto/3", &[("PBS_ARRAY_INDEX", "1")]), ok("1/3"));
        fails("auto", &[], "SLURM_ARRAY_TASK_ID");
    }
}
