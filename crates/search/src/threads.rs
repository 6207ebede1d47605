//! Helper threads.

use std::thread;

/// Runs `work` on this thread while helpers, numbered from 1, run `help`, and waits for them. It is not generic, so
/// that it is compiled once and not for every family of games.
pub(crate) fn with_helpers(helpers: usize, help: &(dyn Fn(usize) + Sync), work: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for number in 1..=helpers {
            scope.spawn(move || help(number));
        }
        work();
    });
}
