//! Threads that work for many: a bounded queue, everybody's turn in order.
//!
//! Jobs wait in a queue for each owner, and owners are served in turn: who asks for much waits for himself.

use crate::measures;
use crate::owner::Owner;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;
use thiserror::Error;

/// As many jobs wait, of all owners.
const MOST_WAITING: usize = 2_000;

/// What a thread does, with what it works with.
pub type Work<T> = Box<dyn FnOnce(&mut T) + Send>;

/// Why a job was not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Busy {
    /// Its owner has as many jobs waiting as one may have.
    #[error("too much of this is waiting already")]
    Owner,
    /// As many jobs wait as there may be.
    #[error("the server has too much to do")]
    Everybody,
}

/// What waits, by owner.
struct Waiting<T> {
    owners: VecDeque<(Owner, VecDeque<Work<T>>)>,
    most_of_one: usize,
    closed: bool,
}

impl<T> Waiting<T> {
    fn new(most_of_one: usize) -> Waiting<T> {
        Waiting { owners: VecDeque::new(), most_of_one, closed: false }
    }

    fn len(&self) -> usize {
        self.owners.iter().map(|(_, jobs)| jobs.len()).sum()
    }

    fn push(&mut self, owner: Owner, work: Work<T>) -> Result<(), Busy> {
        let at = self.owners.iter().position(|(known, _)| *known == owner);
        if at.is_some_and(|at| self.owners[at].1.len() >= self.most_of_one) {
            return Err(Busy::Owner);
        }
        if self.len() >= MOST_WAITING {
            return Err(Busy::Everybody);
        }
        match at {
            Some(at) => self.owners[at].1.push_back(work),
            None => self.owners.push_back((owner, VecDeque::from([work]))),
        }
        Ok(())
    }

    /// The first job of the owner who has waited longest; the owner goes to the end.
    fn pop(&mut self) -> Option<Work<T>> {
        let (owner, mut jobs) = self.owners.pop_front()?;
        let work = jobs.pop_front();
        if !jobs.is_empty() {
            self.owners.push_back((owner, jobs));
        }
        work
    }
}

/// Threads and what waits for them; each thread has something of its own to work with.
pub struct Queue<T> {
    name: &'static str,
    waiting: Arc<Shared<T>>,
}

struct Shared<T> {
    waiting: Mutex<Waiting<T>>,
    changed: Condvar,
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next job, when there is one; none when there will be no more.
    fn next(&self) -> Option<Work<T>> {
        let mut waiting = self.lock();
        loop {
            if waiting.closed {
                return None;
            }
            match waiting.pop() {
                Some(work) => return Some(work),
                None => waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl<T: 'static> Queue<T> {
    /// Starts so many threads with this name, for which as many jobs of one owner may wait.
    ///
    /// # Errors
    /// When the system gives no threads.
    pub fn start(
        name: &'static str,
        threads: usize,
        most_of_one: usize,
        tool: impl Fn() -> T + Clone + Send + 'static,
    ) -> std::io::Result<Queue<T>> {
        let waiting = Arc::new(Shared { waiting: Mutex::new(Waiting::new(most_of_one)), changed: Condvar::new() });
        let queue = Queue { name, waiting };
        for _ in 0..threads {
            let (waiting, tool) = (Arc::clone(&queue.waiting), tool.clone());
            thread::Builder::new().name(name.to_owned()).spawn(move || {
                let mut own = tool();
                while let Some(work) = waiting.next() {
                    if catch_unwind(AssertUnwindSafe(|| work(&mut own))).is_err() {
                        // Whoever waits for it is told by the end of the channel.
                        tracing::error!(queue = name, "a job broke");
                        measures::broke(name);
                        own = tool();
                    }
                }
            })?;
        }
        Ok(queue)
    }

    /// Lets a job wait for its turn.
    ///
    /// # Errors
    /// When too many wait.
    pub fn push(&self, owner: Owner, work: impl FnOnce(&mut T) + Send + 'static) -> Result<(), Busy> {
        let (name, asked) = (self.name, Instant::now());
        let measured = move |tool: &mut T| {
            let (waited, began) = (asked.elapsed(), Instant::now());
            work(tool);
            measures::worked(name, waited, began.elapsed());
        };
        self.waiting.lock().push(owner, Box::new(measured)).inspect_err(|_| measures::refused(name))?;
        self.waiting.changed.notify_one();
        Ok(())
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// How many jobs wait for a thread.
    pub fn waiting(&self) -> usize {
        self.waiting.lock().len()
    }
}

impl<T> Drop for Queue<T> {
    fn drop(&mut self) {
        self.waiting.lock().closed = true;
        self.waiting.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn owner(last: u8) -> Owner {
        Owner::of([192, 0, 2, last].into())
    }

    #[test]
    fn owners_are_served_in_turn() {
        let mut waiting = Waiting::new(10);
        for (by, name) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (3, "c1"), (2, "b2")] {
            waiting.push(owner(by), Box::new(move |order: &mut Vec<&str>| order.push(name))).unwrap();
        }
        let mut order = Vec::new();
        while let Some(work) = waiting.pop() {
            work(&mut order);
        }
        assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    }

    #[test]
    fn queues_are_bounded() {
        let mut waiting = Waiting::new(2);
        let job = || Box::new(|(): &mut ()| {});
        for _ in 0..2 {
            waiting.push(owner(1), job()).unwrap();
        }
        assert_eq!(waiting.push(owner(1), job()), Err(Busy::Owner));
        let mut others = (2..=255).cycle();
        waiting.most_of_one = usize::MAX;
        while waiting.len() < MOST_WAITING {
            waiting.push(owner(others.next().unwrap()), job()).unwrap();
        }
        assert_eq!(waiting.push(owner(2), job()), Err(Busy::Everybody));
    }

    #[test]
    fn a_job_that_breaks_is_the_end_of_nothing_else() {
        let queue = Queue::start("test", 1, 10, || 0).unwrap();
        let (tell, told) = channel();
        queue.push(owner(1), |_: &mut i32| panic!("on purpose")).unwrap();
        queue.push(owner(1), move |number| tell.send(*number).unwrap()).unwrap();
        assert_eq!(told.recv(), Ok(0));
    }
}
