//! Jobs: the loop by which threads share work, how a job is stopped, how it ends, and its memory and disk space.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// How a job that can be stopped has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Run {
    /// The job is complete, and its results are stored.
    Done,
    /// The job was stopped before it was complete.
    Interrupted,
}

impl Run {
    /// Returns whether the job is complete.
    pub fn is_done(self) -> bool {
        self == Run::Done
    }
}

/// Memory and disk space that a job takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resources {
    /// Bytes of memory that the largest table takes while it is solved.
    pub memory: u64,
    /// Bytes that all tables take on the disk before compression. Tables of games longer than 250 plies take up to twice as
    /// much.
    pub disk: u64,
    /// Further bytes on the disk that the largest table takes while it is solved.
    pub scratch: u64,
}

/// Threads that share the work of a job until it is complete or stopped.
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    /// Number of threads, the calling thread among them.
    pub threads: usize,
    /// Returns whether to stop; called before each share.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Pool<'_> {
    /// Works through the numbers below `total` in consecutive shares of `share` numbers.
    ///
    /// `worker` makes one worker per thread, with the buffers of that thread; a worker is called with the range of each share
    /// that its thread takes. `on_progress` is called with the first number of each share before work on it begins. The
    /// numbers are taken in ascending order, but complete in any order.
    ///
    /// # Errors
    /// The first error of a worker, after which no further share is taken.
    pub fn run<E: Send, W: FnMut(Range<usize>) -> Result<(), E> + Send>(
        &self,
        total: usize,
        share: usize,
        on_progress: &(dyn Fn(usize) + Sync),
        worker: impl Fn() -> W,
    ) -> Result<Run, E> {
        let next = AtomicUsize::new(0);
        let is_interrupted = AtomicBool::new(false);
        let failure = Mutex::new(None);
        let work = |mut work: W| {
            while next.load(Relaxed) < total {
                if (self.stop)() {
                    is_interrupted.store(true, Relaxed);
                    return;
                }
                let begin = next.fetch_add(share, Relaxed);
                if begin >= total {
                    return;
                }
                on_progress(begin);
                if let Err(error) = work(begin..(begin + share).min(total)) {
                    next.store(total, Relaxed);
                    failure.lock().expect("no thread panics").get_or_insert(error);
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            for _ in 1..self.threads.min(total.div_ceil(share)) {
                let worker = worker();
                scope.spawn(move || work(worker));
            }
            work(worker());
        });
        match failure.into_inner().expect("no thread panics") {
            Some(error) => Err(error),
            None if is_interrupted.into_inner() => Ok(Run::Interrupted),
            None => Ok(Run::Done),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn every_number_is_worked_on_once() {
        for threads in [1, 3] {
            for total in [0, 1, 7, 100] {
                let worked: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
                let run = Pool { threads, stop: &|| false }.run(total, 7, &|_| {}, || {
                    |share: Range<usize>| {
                        for number in share {
                            worked[number].fetch_add(1, Relaxed);
                        }
                        Ok::<(), Infallible>(())
                    }
                });
                assert_eq!(run, Ok(Run::Done));
                assert!(worked.iter().all(|times| times.load(Relaxed) == 1), "{threads} threads, {total} numbers");
            }
        }
    }

    #[test]
    fn a_stop_interrupts_before_the_next_share_and_an_error_ends_the_work() {
        let shares = AtomicUsize::new(0);
        let stop = || shares.load(Relaxed) == 2;
        let count = || {
            |_: Range<usize>| {
                shares.fetch_add(1, Relaxed);
                Ok::<(), &str>(())
            }
        };
        assert_eq!(Pool { threads: 1, stop: &stop }.run(10, 2, &|_| {}, count), Ok(Run::Interrupted));
        assert_eq!(shares.load(Relaxed), 2);
        let fail = || |share: Range<usize>| if share.start == 4 { Err("at 4") } else { Ok(()) };
        assert_eq!(Pool { threads: 2, stop: &|| false }.run(10, 2, &|_| {}, fail), Err("at 4"));
    }
}
