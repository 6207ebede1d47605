//! Counts the work of rule generation, so that callers can bound the cost of a task.
//!
//! The unit is one capturing hop tried or one turn listed: some tens of nanoseconds to a microsecond. Compiling rules counts
//! 32 units for each point of the board, a [`Setup`](crate::Setup) of a position one for every 16 points. The count is
//! deterministic, in contrast to time, so that a task has the same result on every machine and under every load.

use std::cell::Cell;

thread_local! {
    /// Units of work that this thread has done.
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Adds units of work of this thread.
#[inline]
pub(crate) fn add_work(units: u64) {
    WORK.with(|work| work.set(work.get().wrapping_add(units)));
}

/// Adds the hops that were tried of a limit.
#[inline]
pub(crate) fn add_hops(max_hops: u32, hops_left: u32) {
    if hops_left != max_hops {
        add_work(u64::from(max_hops - hops_left));
    }
}

/// Adds the work of compiling rules for a board.
pub(crate) fn add_compiling(points: usize) {
    add_work(32 * points as u64);
}

/// Adds the work of describing a position by a setup.
pub(crate) fn add_setup(points: usize) {
    add_work(points as u64 / 16);
}

/// Limit of the work that a task may do on the current thread.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, Budget, find_game};
///
/// let game = AnyRules::compile(find_game("alquerque").unwrap().ruleset(None, &[])?)?.new_game();
/// let budget = Budget::new(3);
/// assert!(!budget.is_spent());
/// assert_eq!(game.turns()?.len(), 4);
/// assert!(budget.is_spent() && budget.spent() >= 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Budget {
    start: u64,
    max: u64,
    /// The count belongs to a thread.
    _not_send: std::marker::PhantomData<*const ()>,
}

impl Budget {
    /// Starts a budget of `max` units: capturing hops tried and turns listed by this thread from now on.
    pub fn new(max: u64) -> Budget {
        Budget { start: WORK.with(Cell::get), max, _not_send: std::marker::PhantomData }
    }

    /// Returns the units that were spent, which may exceed the maximum by the work of one position.
    pub fn spent(&self) -> u64 {
        WORK.with(Cell::get).wrapping_sub(self.start)
    }

    /// Returns whether the task must end.
    pub fn is_spent(&self) -> bool {
        self.spent() >= self.max
    }
}
