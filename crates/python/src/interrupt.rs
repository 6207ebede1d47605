//! Work that Ctrl-C stops.

use pyo3::prelude::*;
use quirkat_search::Stop;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(50);

/// Runs work on a thread of its own, without the interpreter's lock. A signal whose handler raises an exception, such as
/// Ctrl-C, stops it; the exception is then returned when the work has ended.
pub fn interruptible<T: Send>(py: Python<'_>, work: impl FnOnce(&Stop) -> T + Send) -> PyResult<T> {
    py.detach(|| {
        let stop = Stop::default();
        let (sender, receiver) = channel::<()>();
        thread::scope(|scope| {
            let worker = scope.spawn(|| {
                // The receiver waits until the sender is dropped.
                let _sender = sender;
                work(&stop)
            });
            let mut raised = None;
            while receiver.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    stop.stop();
                    raised = Some(error);
                }
            }
            let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(Ok(done), Err)
        })
    })
}
