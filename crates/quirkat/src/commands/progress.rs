//! How far something long is, for a person who waits for it.

use indicatif::{ProgressBar, ProgressStyle};

/// A line on the terminal: what is done, how much of it, and how long the rest will take. Where standard error is no
/// terminal, nothing is written. The line goes when it is dropped.
pub struct Progress(ProgressBar);

impl Progress {
    /// The progress of so many of these things (`games`), some of which were done before.
    pub fn new(things: &str, of: u64, done: u64) -> Self {
        let bar = ProgressBar::new(of).with_position(done);
        bar.reset_eta();
        Progress::styled(bar, &format!("{{pos}} of {{len}} {things}, {{eta}} left  {{wide_msg}}"))
    }

    /// The progress of these things, of which nobody knows how many there will be.
    pub fn endless(things: &str) -> Self {
        Progress::styled(ProgressBar::no_length(), &format!("{{pos}} {things}, {{elapsed}}  {{wide_msg}}"))
    }

    fn styled(bar: ProgressBar, template: &str) -> Self {
        bar.set_style(ProgressStyle::with_template(template).expect("the template is sound"));
        Progress(bar)
    }

    /// Says that so many are done now, and what came of them so far.
    pub fn tell(&self, done: u64, words: String) {
        self.0.set_message(words);
        self.0.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
