//! `quirkat match GAME`: a match between two players, with its score and error.

pub mod job;
pub mod report;
pub mod settings;
mod starts;
mod store;

use super::{json_text, stop_on_interrupt};
use crate::source::GameArguments;
use anyhow::Context;
use clap::Args;
use job::{MatchJob, MatchStore};
use settings::{HELP, Settings};
use std::path::PathBuf;

/// Play a match between two players from random openings, each from both sides; Ctrl-C prints the result so far
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    settings: Settings,
    /// Store the games in a folder, created if necessary: the same command resumes after a break, and FOLDER/games.pdn
    /// contains all games
    #[arg(long, value_name = "FOLDER", conflicts_with = "pdn")]
    into: Option<PathBuf>,
    /// Write all games to a new file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { game, settings, into, pdn, json } = arguments;
    let job = MatchJob::new(settings, game)?;
    let store = match (into, pdn) {
        (Some(folder), _) => job.in_folder(folder)?,
        (None, Some(file)) => MatchStore::in_file(file)?,
        (None, None) => MatchStore::default(),
    };
    let result = job.run(store, &stop_on_interrupt()?)?;
    let report = report::report(settings, job.ruleset(), &result)
        .context("stopped before an opening was played from both sides")?;
    Ok(if *json { json_text(&report) } else { report::text(&report) })
}
