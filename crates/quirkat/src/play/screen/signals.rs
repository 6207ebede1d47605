//! Signals: ending the program, and suspending it.

/// Watch over the signals that end the program. While it exists, the program restores the terminal before it ends.
#[cfg(unix)]
pub use unix::{Watch, suspend};

#[cfg(not(unix))]
pub use other::{Watch, suspend};

#[cfg(unix)]
mod unix {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use signal_hook::SigId;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::{Handle, Signals};
    use signal_hook::low_level::{emulate_default_handler, unregister};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;
    use std::{io, thread};

    /// Time after a hangup at which the program ends even while it waits for a key. Reading from a closed terminal
    /// returns the end of input repeatedly without an error.
    const GRACE: Duration = Duration::from_millis(500);

    /// Watch over the signals that end the program.
    pub struct Watch {
        caught: Arc<AtomicUsize>,
        watched: Vec<SigId>,
        hangup: Handle,
    }

    impl Watch {
        /// Starts the watch.
        ///
        /// # Errors
        /// When the system refuses it.
        pub fn begin() -> io::Result<Watch> {
            let mut hangups = Signals::new([SIGHUP])?;
            let mut watch = Watch { caught: Arc::default(), watched: vec![], hangup: hangups.handle() };
            thread::spawn(move || {
                if hangups.forever().next().is_some() {
                    thread::sleep(GRACE);
                    let _ = emulate_default_handler(SIGHUP);
                }
            });
            for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
                let caught = Arc::clone(&watch.caught);
                watch.watched.push(signal_hook::flag::register_usize(signal, caught, signal as usize)?);
            }
            Ok(watch)
        }

        /// Returns whether a signal was caught.
        pub fn has_caught(&self) -> bool {
            self.caught.load(Ordering::Relaxed) != 0
        }

        /// Ends the program as the caught signal would have done.
        pub fn obey(&self) {
            if self.has_caught() {
                let _ = emulate_default_handler(self.caught.load(Ordering::Relaxed) as i32);
            }
        }
    }

    impl Drop for Watch {
        fn drop(&mut self) {
            self.hangup.close();
            for id in self.watched.drain(..) {
                unregister(id);
            }
        }
    }

    /// Suspends the process group, as Ctrl-Z does, until the shell resumes it.
    ///
    /// # Errors
    /// When the system refuses it.
    pub fn suspend() -> io::Result<()> {
        Ok(kill(Pid::from_raw(0), Signal::SIGTSTP)?)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;

    /// A watch on systems without signals.
    pub struct Watch;

    impl Watch {
        /// Starts a watch that catches nothing.
        ///
        /// # Errors
        /// Never.
        pub fn begin() -> io::Result<Watch> {
            Ok(Watch)
        }

        /// Returns false.
        pub fn has_caught(&self) -> bool {
            false
        }

        /// Does nothing.
        pub fn obey(&self) {}
    }

    /// Does nothing: no shell would resume the program.
    ///
    /// # Errors
    /// Never.
    pub fn suspend() -> io::Result<()> {
        Ok(())
    }
}
