//! `quirkat match GAME`: two players against one another, with an error bar.

pub mod contest;
pub mod contestant;
pub mod elo;
mod game;
mod games;
mod guest;
mod openings;
mod record;
pub mod report;
pub mod settings;
mod tally;

pub use contestant::read_patterns;
pub use game::LONGEST;
pub use openings::{ANY_BALANCE, opening};

use super::{json_text, stop_on_interrupt};
use crate::source::GameArguments;
use anyhow::Context;
use clap::Args;
use contest::{Contest, Kept};
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
    let contest = Contest::new(settings, game)?;
    let kept = match (into, pdn) {
        (Some(folder), _) => contest.in_folder(folder)?,
        (None, Some(file)) => Kept::in_file(file)?,
        (None, None) => Kept::default(),
    };
    let ended = contest.run(kept, &stop_on_interrupt()?)?;
    let result =
        report::of(settings, &contest, &ended).context("stopped before an opening was played from both sides")?;
    Ok(if *json { json_text(&result) } else { report::text(&result) })
}
