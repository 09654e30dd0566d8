//! What a program uses: processor time and memory of its process and of the processes that it
//! started, read from `/proc`. Systems other than Linux do not say.

/// What a program and its child processes use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Usage {
    /// Processor time since the start, of all threads, user and system.
    pub processor: std::time::Duration,
    /// Bytes of memory that are resident now.
    pub resident: u64,
}

pub use system::own_processor_time;
pub(super) use system::{limit_data, usage_of};

#[cfg(target_os = "linux")]
mod system {
    use std::fs;
    use std::io;
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    use rustix::time::{ClockId, clock_gettime};

    use super::Usage;

    /// Places of numbers in `/proc/ID/stat` behind the name (proc(5)).
    const TIMES: std::ops::Range<usize> = 11..13;
    const TIMES_OF_REAPED: std::ops::Range<usize> = 13..15;
    const RESIDENT: usize = 21;

    /// The processor time of this process since its start, of all threads; `None` if the system
    /// does not say.
    pub fn own_processor_time() -> Option<Duration> {
        clock_gettime(ClockId::ProcessCPUTime).try_into().ok()
    }

    /// What a process and its descendants use; `None` if the system does not say. Descendants whose
    /// parent has ended do not count.
    pub fn usage_of(process: u32) -> Option<Usage> {
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        let (_, numbers) = stat.rsplit_once(") ")?;
        let numbers: Vec<&str> = numbers.split(' ').collect();
        let number = |at: usize| numbers.get(at)?.parse::<u64>().ok();
        let ticks = |of: std::ops::Range<usize>| {
            let ticks: Option<u64> = of.map(number).sum();
            Some(Duration::from_secs(1) * u32::try_from(ticks?).ok()?)
        };
        let per_second = u32::try_from(clock_ticks_per_second()).ok()?;
        // Ticks are coarse, and the finer slices leave out threads that have ended: neither is more
        // than the truth.
        let mut slices = Duration::ZERO;
        let mut usage = Usage {
            processor: ticks(TIMES_OF_REAPED)? / per_second,
            resident: number(RESIDENT)? * page_size() as u64,
        };
        let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
        for thread in threads.flatten() {
            let read = |file| fs::read_to_string(thread.path().join(file)).unwrap_or_default();
            let nanos = read("schedstat").split(' ').next().map(str::parse);
            slices += Duration::from_nanos(nanos.and_then(Result::ok).unwrap_or(0));
            for child in read("children").split_whitespace() {
                let child = child.parse().ok().and_then(usage_of).unwrap_or_default();
                usage.processor += child.processor;
                usage.resident += child.resident;
            }
        }
        usage.processor += slices.max(ticks(TIMES)? / per_second);
        Some(usage)
    }

    /// Lets a process, and those that it starts from now on, have at most this much data each.
    pub fn limit_data(process: u32, bytes: u64) -> io::Result<()> {
        let id = i32::try_from(process).ok().and_then(Pid::from_raw);
        let most = Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        prlimit(id, Resource::Data, most)?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::io;
    use std::time::Duration;

    use super::Usage;

    pub fn own_processor_time() -> Option<Duration> {
        None
    }

    pub fn usage_of(_: u32) -> Option<Usage> {
        None
    }

    pub fn limit_data(_: u32, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
