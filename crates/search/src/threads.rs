//! Threads that work together.

use std::thread;

/// Works on this thread while so many others, numbered from 1, help, and waits for them. Compiled once and not for every family.
pub(crate) fn with_helpers(helpers: usize, help: &(dyn Fn(usize) + Sync), work: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for number in 1..=helpers {
            scope.spawn(move || help(number));
        }
        work();
    });
}
