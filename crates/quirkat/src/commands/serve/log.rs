//! What the server writes of itself, and how.

use clap::{Args, ValueEnum};
use quirkat_serve::ACCESS_LOG;
use std::io::{IsTerminal, stderr};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// What is written on the standard error while the server runs.
#[derive(Clone, Debug, Args)]
pub struct LogArguments {
    /// What is worth a line in the log
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Info)]
    log_level: Level,
    /// How the log is written: for people, or as a JSON object a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    log_format: Format,
    /// Every request gets a line in the log: who asked for what, and what came of it
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true"
    )]
    access_log: bool,
}

/// How bad something is that is worth a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Level {
    /// Nothing is
    Off,
    /// What has failed
    Error,
    /// What is not as it should be
    Warn,
    /// What happens seldom
    Info,
    /// What helps to find a fault
    Debug,
    /// Everything
    Trace,
}

/// How a line is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

impl LogArguments {
    /// How lines are written.
    pub fn format(&self) -> Format {
        self.log_format
    }

    /// Writes from now on.
    pub fn start(&self) {
        let level = match self.log_level {
            Level::Off => LevelFilter::OFF,
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
            Level::Trace => LevelFilter::TRACE,
        };
        // Whoever wants to see requests sees them at any level.
        let access = if self.access_log { LevelFilter::INFO } else { LevelFilter::OFF };
        let wanted = Targets::new().with_default(level).with_target(ACCESS_LOG, access);
        let lines = fmt::layer().with_writer(stderr).with_ansi(stderr().is_terminal());
        let lines = match self.log_format {
            Format::Text => lines.boxed(),
            Format::Json => lines.json().flatten_event(true).boxed(),
        };
        registry().with(lines.with_filter(wanted)).init();
    }
}
