//! Log settings of the server.

use clap::{Args, ValueEnum};
use quirkat_serve::ACCESS_LOG;
use std::io::{IsTerminal, stderr};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{fmt, registry};

/// Log options. The log is written to standard error.
#[derive(Clone, Debug, Args)]
pub struct LogArguments {
    /// Minimum level of log messages
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Level::Info)]
    log_level: Level,
    /// Format of the log: text, or one JSON object per line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    log_format: Format,
    /// Log every request: client, path and status
    #[arg(
        long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_value_t = false,
        default_missing_value = "true"
    )]
    access_log: bool,
}

/// Log level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Level {
    /// No messages
    Off,
    /// Failures
    Error,
    /// Problems
    Warn,
    /// Rare events
    Info,
    /// Details for debugging
    Debug,
    /// Everything
    Trace,
}

/// Format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

impl LogArguments {
    /// Returns the format.
    pub fn format(&self) -> Format {
        self.log_format
    }

    /// Starts logging.
    pub fn start(&self) {
        let level = match self.log_level {
            Level::Off => LevelFilter::OFF,
            Level::Error => LevelFilter::ERROR,
            Level::Warn => LevelFilter::WARN,
            Level::Info => LevelFilter::INFO,
            Level::Debug => LevelFilter::DEBUG,
            Level::Trace => LevelFilter::TRACE,
        };
        // The access log is independent of the level.
        let access = if self.access_log { LevelFilter::INFO } else { LevelFilter::OFF };
        let targets = Targets::new().with_default(level).with_target(ACCESS_LOG, access);
        let lines = fmt::layer().with_writer(stderr).with_ansi(stderr().is_terminal());
        let lines = match self.log_format {
            Format::Text => lines.boxed(),
            Format::Json => lines.json().flatten_event(true).boxed(),
        };
        registry().with(lines.with_filter(targets)).init();
    }
}
