//! The jobs that run now, by queue: a job that never ends shows in no histogram of finished jobs.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Queue and start of each running job, by a number. The jobs are the process's, as the recorder of the metrics is.
type Jobs = BTreeMap<u64, (&'static str, Instant)>;

static RUNNING: Mutex<Jobs> = Mutex::new(Jobs::new());

/// A running job, which ends when the value is dropped, also by a panic.
#[derive(Debug)]
#[must_use]
pub struct RunningJob(u64);

/// The running jobs of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QueueActivity {
    /// Number of running jobs.
    pub running: usize,
    /// Time since the start of the oldest one; zero without a running job.
    pub oldest: Duration,
}

/// Registers a job that starts now.
pub fn start(queue: &'static str) -> RunningJob {
    let mut running = lock();
    let number = running.last_key_value().map_or(0, |(last, _)| last + 1);
    running.insert(number, (queue, Instant::now()));
    RunningJob(number)
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        lock().remove(&self.0);
    }
}

/// Returns the running jobs of a queue.
pub fn activity(queue: &str) -> QueueActivity {
    let running = lock();
    let jobs = running.values().filter(|(name, _)| *name == queue);
    jobs.fold(QueueActivity::default(), |QueueActivity { running, oldest }, (_, started)| QueueActivity {
        running: running + 1,
        oldest: oldest.max(started.elapsed()),
    })
}

fn lock() -> MutexGuard<'static, Jobs> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::thread::sleep;

    #[test]
    fn running_jobs_are_counted_by_queue_until_they_end() {
        let first = start("counted test");
        sleep(Duration::from_millis(5));
        let second = start("counted test");
        let _other = start("another test");
        let both = activity("counted test");
        assert!(both.running == 2 && both.oldest >= Duration::from_millis(5), "{both:?}");
        drop(first);
        let one = activity("counted test");
        assert!(one.running == 1 && one.oldest < both.oldest + Duration::from_secs(1), "{one:?}");
        drop(second);
        assert_eq!(activity("counted test"), QueueActivity::default());
    }

    #[test]
    fn a_job_that_panics_has_ended() {
        let result = catch_unwind(|| {
            let _job = start("a test that panics");
            panic!("on purpose");
        });
        assert!(result.is_err());
        assert_eq!(activity("a test that panics").running, 0);
    }
}
