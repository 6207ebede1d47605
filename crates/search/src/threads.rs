//! Threads that work together.

use std::thread;

/// Works on this thread while so many others help, and waits for them. Compiled once and not for every family.
pub(crate) fn with_helpers(helpers: usize, help: &(dyn Fn() + Sync), work: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(help);
        }
        work();
    });
}
