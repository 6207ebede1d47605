//! Progress of long tasks.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress line on the terminal with share and remaining time. Silent where standard error is no terminal. The line
/// is cleared on drop.
pub struct Progress(ProgressBar);

impl Progress {
    /// Starts the progress of `of` items, of which `done` are finished.
    pub fn new(things: &str, of: u64, done: u64) -> Self {
        let bar = ProgressBar::new(of).with_position(done);
        bar.reset_eta();
        Progress::styled(bar, &format!("{{pos}} of {{len}} {things}, {{eta}} left  {{wide_msg}}"))
    }

    /// Starts the progress of an unknown number of items.
    pub fn endless(things: &str) -> Self {
        Progress::styled(ProgressBar::no_length(), &format!("{{pos}} {things}, {{elapsed}}  {{wide_msg}}"))
    }

    fn styled(bar: ProgressBar, template: &str) -> Self {
        bar.set_style(ProgressStyle::with_template(template).expect("the template is sound"));
        Progress(bar)
    }

    /// Reports the number of finished items, and their result so far.
    pub fn set(&self, done: u64, words: String) {
        self.0.set_message(words);
        self.0.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
