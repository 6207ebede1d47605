//! A bounded job queue with worker threads, fair between clients.
//!
//! - Each client has a queue of its own, and the threads serve clients in turn: a client with many jobs delays only itself.
//! - The jobs of one client, or of one network of 48 bits, never hold all threads, so that others need not wait for them.
//! - Long jobs never hold all threads, so that short jobs need not wait for them.

use crate::client::{ClientAddr, LimitScope, NETWORK_SHARE};
use crate::counters;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use thiserror::Error;

/// Maximum jobs in one queue, of all clients together.
const MAX_PENDING: usize = 2_000;

/// A job, which gets the state of the thread that runs it.
pub type Job<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Expected duration of a job, next to others of its queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobLength {
    /// Visitors wait for it.
    Short,
    /// It may run for seconds.
    Long,
}

/// The client, its network or the queue has its maximum of pending jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("too many jobs are waiting")]
pub struct QueueFull(pub LimitScope);

/// Limits of one client in a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClientQuota {
    /// Maximum pending jobs.
    pub max_pending: usize,
    /// Whether the client's running jobs leave a thread to others.
    pub shares_threads: bool,
}

/// A job with its client and length.
struct QueuedJob<T> {
    client: ClientAddr,
    length: JobLength,
    run: Job<T>,
}

/// Pending jobs by client, in the order in which clients are served, and the running jobs.
struct JobTable<T> {
    clients: VecDeque<(ClientAddr, VecDeque<QueuedJob<T>>)>,
    threads: usize,
    quota: ClientQuota,
    running: Vec<(ClientAddr, JobLength)>,
    is_closed: bool,
}

impl<T> JobTable<T> {
    fn new(threads: usize, quota: ClientQuota) -> JobTable<T> {
        JobTable { clients: VecDeque::new(), threads, quota, running: vec![], is_closed: false }
    }

    fn len(&self) -> usize {
        self.len_of(|_| true)
    }

    /// Returns the number of the jobs of some clients.
    fn len_of(&self, is_counted: impl Fn(&ClientAddr) -> bool) -> usize {
        self.clients.iter().filter(|(client, _)| is_counted(client)).map(|(_, jobs)| jobs.len()).sum()
    }

    fn push(&mut self, job: QueuedJob<T>) -> Result<(), QueueFull> {
        let index = self.clients.iter().position(|(other, _)| *other == job.client);
        if index.is_some_and(|index| self.clients[index].1.len() >= self.quota.max_pending) {
            return Err(QueueFull(LimitScope::Client));
        }
        let max_per_network = self.quota.max_pending.saturating_mul(NETWORK_SHARE as usize);
        if job.client.network().is_some() && self.len_of(|other| other.shares_network(job.client)) >= max_per_network {
            return Err(QueueFull(LimitScope::Network));
        }
        if self.len() >= MAX_PENDING {
            return Err(QueueFull(LimitScope::Server));
        }
        match index {
            Some(index) => self.clients[index].1.push_back(job),
            None => self.clients.push_back((job.client, VecDeque::from([job]))),
        }
        Ok(())
    }

    /// Returns whether a job may start: unless it would leave no thread to other clients, or to short jobs.
    fn may_start(&self, job: &QueuedJob<T>) -> bool {
        let leaves_a_thread = |is_counted: &dyn Fn(ClientAddr, JobLength) -> bool| {
            let running = self.running.iter().filter(|(client, length)| is_counted(*client, *length)).count();
            running < self.threads.saturating_sub(1).max(1)
        };
        let is_limited = self.quota.shares_threads && job.client != ClientAddr::UNSPECIFIED;
        (!is_limited || leaves_a_thread(&|other, _| other == job.client || other.shares_network(job.client)))
            && (job.length == JobLength::Short || leaves_a_thread(&|_, length| length == JobLength::Long))
    }

    /// Removes the oldest job that may start, of the client that was served least recently, and moves that client to the
    /// end. The caller reports its end with [`finish`](Self::finish).
    fn start_next(&mut self) -> Option<QueuedJob<T>> {
        let startable = |jobs: &VecDeque<QueuedJob<T>>| jobs.iter().position(|job| self.may_start(job));
        let (client, job) =
            self.clients.iter().enumerate().find_map(|(index, (_, jobs))| Some((index, startable(jobs)?)))?;
        let (owner, mut jobs) = self.clients.remove(client)?;
        let job = jobs.remove(job)?;
        if !jobs.is_empty() {
            self.clients.push_back((owner, jobs));
        }
        self.running.push((job.client, job.length));
        Some(job)
    }

    /// Counts a job as finished.
    fn finish(&mut self, client: ClientAddr, length: JobLength) {
        if let Some(index) = self.running.iter().position(|&running| running == (client, length)) {
            self.running.swap_remove(index);
        }
    }
}

/// Worker threads and their pending jobs. Each thread owns a state of type `T`.
pub struct JobQueue<T> {
    name: &'static str,
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    jobs: Mutex<JobTable<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, JobTable<T>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; returns `None` once the queue is closed.
    fn next(&self) -> Option<QueuedJob<T>> {
        let mut jobs = self.lock();
        loop {
            if jobs.is_closed {
                return None;
            }
            match jobs.start_next() {
                Some(job) => return Some(job),
                None => jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl<T: 'static> JobQueue<T> {
    /// Starts `threads` threads under a name, which the metrics use as a label. `make_state` makes the state of each thread,
    /// and makes it again after a job has panicked.
    ///
    /// # Errors
    /// When the system refuses a thread.
    pub fn start(
        name: &'static str,
        threads: usize,
        quota: ClientQuota,
        make_state: impl Fn() -> T + Clone + Send + 'static,
    ) -> std::io::Result<JobQueue<T>> {
        let shared = Arc::new(Shared { jobs: Mutex::new(JobTable::new(threads, quota)), changed: Condvar::new() });
        let queue = JobQueue { name, shared };
        for _ in 0..threads {
            let (shared, make_state) = (Arc::clone(&queue.shared), make_state.clone());
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                let mut state = make_state();
                while let Some(QueuedJob { client, length, run }) = shared.next() {
                    if catch_unwind(AssertUnwindSafe(|| run(&mut state))).is_err() {
                        // The caller notices by its reply channel, which the job has dropped.
                        tracing::error!(queue = name, "a job panicked");
                        counters::job_panicked(name);
                        state = make_state();
                    }
                    shared.lock().finish(client, length);
                    // Another waiting thread may start a job that this client or this length held back.
                    shared.changed.notify_one();
                }
            })?;
        }
        Ok(queue)
    }

    /// Adds a job.
    ///
    /// # Errors
    /// When too many jobs are pending.
    pub fn push(
        &self,
        client: ClientAddr,
        length: JobLength,
        job: impl FnOnce(&mut T) + Send + 'static,
    ) -> Result<(), QueueFull> {
        let (name, pushed) = (self.name, Instant::now());
        let measured = move |state: &mut T| {
            let (waited, started) = (pushed.elapsed(), Instant::now());
            let _running = counters::job_started(name);
            job(state);
            counters::job_finished(name, waited, started.elapsed());
        };
        let job = QueuedJob { client, length, run: Box::new(measured) };
        self.shared.lock().push(job).inspect_err(|_| counters::job_rejected(name))?;
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Returns the name of the queue and of its threads.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the number of jobs that no thread has taken yet.
    pub fn pending(&self) -> usize {
        self.shared.lock().len()
    }
}

impl<T> Drop for JobQueue<T> {
    fn drop(&mut self) {
        self.shared.lock().is_closed = true;
        self.shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    const QUOTA: ClientQuota = ClientQuota { max_pending: 10, shares_threads: true };

    fn client(last: u8) -> ClientAddr {
        ClientAddr::from_ip([192, 0, 2, last].into())
    }

    fn named(by: u8, length: JobLength, name: &'static str) -> QueuedJob<Vec<&'static str>> {
        QueuedJob { client: client(by), length, run: Box::new(move |order: &mut Vec<&str>| order.push(name)) }
    }

    fn name_of(job: QueuedJob<Vec<&'static str>>) -> &'static str {
        let mut order = vec![];
        (job.run)(&mut order);
        order[0]
    }

    #[test]
    fn clients_are_served_in_turn() {
        let mut jobs = JobTable::new(100, QUOTA);
        for (by, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            jobs.push(named(by, JobLength::Short, name)).unwrap();
        }
        let order: Vec<_> = std::iter::from_fn(|| jobs.start_next()).map(name_of).collect();
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn a_client_leaves_a_thread_to_others() {
        let mut jobs = JobTable::new(3, QUOTA);
        for (by, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1")] {
            jobs.push(named(by, JobLength::Short, name)).unwrap();
        }
        let start = |jobs: &mut JobTable<_>| jobs.start_next().map(name_of);
        assert_eq!([(); 4].map(|()| start(&mut jobs)), [Some("a1"), Some("b1"), Some("a2"), None]);
        jobs.finish(client(2), JobLength::Short);
        assert_eq!(start(&mut jobs), None, "the thread is free for others");
        jobs.finish(client(1), JobLength::Short);
        assert_eq!(start(&mut jobs), Some("a3"));
    }

    #[test]
    fn a_network_leaves_a_thread_to_others() {
        let mut jobs = JobTable::new(2, QUOTA);
        let at = |address: &str| QueuedJob {
            client: ClientAddr::from_ip(address.parse().unwrap()),
            ..named(0, JobLength::Short, "")
        };
        for address in ["2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:8::1"] {
            jobs.push(at(address)).unwrap();
        }
        let mut start = || jobs.start_next().map(|job| job.client.to_string());
        assert_eq!([start(), start(), start()].map(Option::unwrap_or_default), ["2001:db8:7:1::", "2001:db8:8::", ""]);
    }

    #[test]
    fn long_jobs_leave_a_thread_to_short_ones() {
        let mut jobs = JobTable::new(2, QUOTA);
        for (by, length, name) in [
            (1, JobLength::Long, "long a"),
            (2, JobLength::Long, "long b"),
            (2, JobLength::Short, "short b"),
            (3, JobLength::Short, "short c"),
        ] {
            jobs.push(named(by, length, name)).unwrap();
        }
        let start = |jobs: &mut JobTable<_>| jobs.start_next().map(name_of);
        assert_eq!([start(&mut jobs), start(&mut jobs)], [Some("long a"), Some("short b")]);
        jobs.finish(client(2), JobLength::Short);
        assert_eq!(start(&mut jobs), Some("short c"));
        jobs.finish(client(1), JobLength::Long);
        assert_eq!(start(&mut jobs), Some("long b"));
    }

    #[test]
    fn queues_are_bounded() {
        let mut jobs = JobTable::new(2, ClientQuota { max_pending: 2, ..QUOTA });
        let job = |by| named(by, JobLength::Short, "");
        for _ in 0..2 {
            jobs.push(job(1)).unwrap();
        }
        assert_eq!(jobs.push(job(1)), Err(QueueFull(LimitScope::Client)));
        let mut others = (2..=255).cycle();
        jobs.quota.max_pending = usize::MAX;
        while jobs.len() < MAX_PENDING {
            jobs.push(job(others.next().unwrap())).unwrap();
        }
        assert_eq!(jobs.push(job(2)), Err(QueueFull(LimitScope::Server)));
    }

    #[test]
    fn a_panicking_job_does_not_end_its_thread() {
        let queue = JobQueue::start("test", 1, QUOTA, || 0).unwrap();
        let (sender, receiver) = channel();
        queue.push(client(1), JobLength::Short, |_: &mut i32| panic!("on purpose")).unwrap();
        queue.push(client(1), JobLength::Short, move |number| sender.send(*number).unwrap()).unwrap();
        assert_eq!(receiver.recv(), Ok(0));
    }
}
