//! What the system tells a program that has the whole screen: to end, and to make room for the shell.

/// The signals that end the program. While these are watched, none of them ends it at once: it gives the terminal back
/// before it goes.
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

    /// So long after its terminal hung up the program goes even if it still waits for a key. Whoever reads from a terminal
    /// that is gone finds its end again and again, and comes back to nobody.
    const GRACE: Duration = Duration::from_millis(500);

    /// A watch over the signals that end the program.
    pub struct Watch {
        caught: Arc<AtomicUsize>,
        watched: Vec<SigId>,
        hangup: Handle,
    }

    impl Watch {
        /// Watches from now on.
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

        /// Whether the program was told to end.
        pub fn has_caught(&self) -> bool {
            self.caught.load(Ordering::Relaxed) != 0
        }

        /// Ends the program as the signal would have done, if one was caught.
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

    /// Stops the program and those that it runs, as Ctrl-Z does, until the shell lets them go on.
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

    /// Nothing is watched where there are no signals.
    pub struct Watch;

    impl Watch {
        /// Watches nothing.
        ///
        /// # Errors
        /// Never.
        pub fn begin() -> io::Result<Watch> {
            Ok(Watch)
        }

        /// Whether the program was told to end.
        pub fn has_caught(&self) -> bool {
            false
        }

        /// Ends nothing.
        pub fn obey(&self) {}
    }

    /// Stops nothing: there is no shell that would let it go on.
    ///
    /// # Errors
    /// Never.
    pub fn suspend() -> io::Result<()> {
        Ok(())
    }
}
