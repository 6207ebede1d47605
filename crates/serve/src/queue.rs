//! A bounded job queue with worker threads, fair between clients.
//!
//! Each client has a separate queue, and the threads serve clients in turn: a client with many jobs delays only itself.

use crate::client::ClientAddr;
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

/// Reason why a queue rejected a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum QueueFull {
    /// The client has its maximum of pending jobs.
    #[error("too many jobs of this client are waiting")]
    Client,
    /// The queue has its maximum of pending jobs.
    #[error("too many jobs are waiting")]
    Total,
}

/// Pending jobs by client, in the order in which clients are served.
struct Pending<T> {
    clients: VecDeque<(ClientAddr, VecDeque<Job<T>>)>,
    max_per_client: usize,
    is_closed: bool,
}

impl<T> Pending<T> {
    fn new(max_per_client: usize) -> Pending<T> {
        Pending { clients: VecDeque::new(), max_per_client, is_closed: false }
    }

    fn len(&self) -> usize {
        self.clients.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    fn push(&mut self, client: ClientAddr, job: Job<T>) -> Result<(), QueueFull> {
        let index = self.clients.iter().position(|(other, _)| *other == client);
        if index.is_some_and(|index| self.clients[index].1.len() >= self.max_per_client) {
            return Err(QueueFull::Client);
        }
        if self.len() >= MAX_PENDING {
            return Err(QueueFull::Total);
        }
        match index {
            Some(index) => self.clients[index].1.push_back(job),
            None => self.clients.push_back((client, VecDeque::from([job]))),
        }
        Ok(())
    }

    /// Removes the oldest job of the client that was served least recently, and moves that client to the end.
    fn pop(&mut self) -> Option<Job<T>> {
        let (client, mut jobs) = self.clients.pop_front()?;
        let job = jobs.pop_front();
        if !jobs.is_empty() {
            self.clients.push_back((client, jobs));
        }
        job
    }
}

/// Worker threads and their pending jobs. Each thread owns a state of type `T`.
pub struct JobQueue<T> {
    name: &'static str,
    shared: Arc<Shared<T>>,
}

struct Shared<T> {
    pending: Mutex<Pending<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Pending<T>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; returns `None` once the queue is closed.
    fn next(&self) -> Option<Job<T>> {
        let mut pending = self.lock();
        loop {
            if pending.is_closed {
                return None;
            }
            match pending.pop() {
                Some(job) => return Some(job),
                None => pending = self.changed.wait(pending).unwrap_or_else(PoisonError::into_inner),
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
        max_per_client: usize,
        make_state: impl Fn() -> T + Clone + Send + 'static,
    ) -> std::io::Result<JobQueue<T>> {
        let shared = Arc::new(Shared { pending: Mutex::new(Pending::new(max_per_client)), changed: Condvar::new() });
        let queue = JobQueue { name, shared };
        for _ in 0..threads {
            let (shared, make_state) = (Arc::clone(&queue.shared), make_state.clone());
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                let mut state = make_state();
                while let Some(job) = shared.next() {
                    if catch_unwind(AssertUnwindSafe(|| job(&mut state))).is_err() {
                        // The caller notices by its reply channel, which the job has dropped.
                        tracing::error!(queue = name, "a job panicked");
                        counters::job_panicked(name);
                        state = make_state();
                    }
                }
            })?;
        }
        Ok(queue)
    }

    /// Adds a job.
    ///
    /// # Errors
    /// When too many jobs are pending.
    pub fn push(&self, client: ClientAddr, job: impl FnOnce(&mut T) + Send + 'static) -> Result<(), QueueFull> {
        let (name, pushed) = (self.name, Instant::now());
        let measured = move |state: &mut T| {
            let (waited, started) = (pushed.elapsed(), Instant::now());
            let _running = counters::job_started(name);
            job(state);
            counters::job_finished(name, waited, started.elapsed());
        };
        self.shared.lock().push(client, Box::new(measured)).inspect_err(|_| counters::job_rejected(name))?;
        self.shared.changed.notify_one();
        Ok(())
    }

    /// Name of the queue and of its threads.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Number of jobs that no thread has taken yet.
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

    fn client(last: u8) -> ClientAddr {
        ClientAddr::from_ip([192, 0, 2, last].into())
    }

    #[test]
    fn clients_are_served_in_turn() {
        let mut pending = Pending::new(10);
        for (by, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            pending.push(client(by), Box::new(move |order: &mut Vec<&str>| order.push(name))).unwrap();
        }
        let mut order = Vec::new();
        while let Some(job) = pending.pop() {
            job(&mut order);
        }
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn queues_are_bounded() {
        let mut pending = Pending::new(2);
        let job = || Box::new(|(): &mut ()| {});
        for _ in 0..2 {
            pending.push(client(1), job()).unwrap();
        }
        assert_eq!(pending.push(client(1), job()), Err(QueueFull::Client));
        let mut others = (2..=255).cycle();
        pending.max_per_client = usize::MAX;
        while pending.len() < MAX_PENDING {
            pending.push(client(others.next().unwrap()), job()).unwrap();
        }
        assert_eq!(pending.push(client(2), job()), Err(QueueFull::Total));
    }

    #[test]
    fn a_panicking_job_does_not_end_its_thread() {
        let queue = JobQueue::start("test", 1, 10, || 0).unwrap();
        let (sender, receiver) = channel();
        queue.push(client(1), |_: &mut i32| panic!("on purpose")).unwrap();
        queue.push(client(1), move |number| sender.send(*number).unwrap()).unwrap();
        assert_eq!(receiver.recv(), Ok(0));
    }
}
