//! `quirkat saved`: the saved games in the user's data folder.

use super::data_folder;
use crate::play::record::first_game;
use anyhow::Context;
use clap::Args;
use quirkat_rules::Language;
use quirkat_words::title_in_words;
use std::cmp::Reverse;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// List the games played in the terminal, the latest first
#[derive(Debug, Args)]
#[command(after_help = "`quirkat play FILE` resumes a game, `quirkat play --last` the first one of the list, \
    `quirkat show FILE` shows one.")]
pub struct Arguments {}

pub fn run() -> anyhow::Result<String> {
    let games = games()?;
    if games.is_empty() {
        return Ok("No game is saved yet. Games are saved as they are played: quirkat play alquerque\n".to_owned());
    }
    Ok(games.iter().map(|path| line(path)).collect())
}

/// Returns the folder of saved games, if the system has one.
pub fn folder() -> Option<PathBuf> {
    Some(data_folder()?.join("games"))
}

/// Returns the saved games, the latest first.
pub fn games() -> anyhow::Result<Vec<PathBuf>> {
    let Some(folder) = folder() else { return Ok(vec![]) };
    let named = || format!("cannot read {}", folder.display());
    let entries = match fs::read_dir(&folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.with_context(named)?,
    };
    let mut games = Vec::new();
    for entry in entries {
        let path = entry.with_context(named)?.path();
        // A file deleted meanwhile is skipped.
        if let (Some("pdn"), Ok(about)) = (path.extension().and_then(|extension| extension.to_str()), path.metadata()) {
            games.push((about.modified().ok(), path));
        }
    }
    games.sort_by_key(|(played, path)| Reverse((*played, path.clone())));
    Ok(games.into_iter().map(|(_, path)| path).collect())
}

/// Returns the game of a file, its progress and its path, or the error of an unreadable file.
fn line(path: &Path) -> String {
    let game = match first_game(path, Language::En) {
        Ok((game, pdn)) => {
            let result = game.outcome().map_or(&*pdn.result, |outcome| outcome.result(game.ruleset().white()));
            let turns = super::counted(game.history().len(), "move");
            format!("{:<44}{turns:<12}{result:<9}", title_in_words(game.ruleset(), Language::En))
        }
        Err(error) => return format!("{error:#}\n"),
    };
    format!("{game}{}\n", path.display())
}
