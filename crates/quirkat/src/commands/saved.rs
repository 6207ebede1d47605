//! `quirkat saved`: the saved games in the user's data folder.

use super::{data_folder, languages, play};
use crate::errors::bad_input;
use crate::preferences::preferences;
use crate::source::records::RecordArguments;
use crate::words::Words;
use anyhow::Context;
use clap::Args;
use quirkat_rules::Language;
use quirkat_words::texts::{digits, text};
use quirkat_words::title_in_words;
use std::cmp::Reverse;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// List the games played in the terminal, the latest first, or resume one by its number
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    quirkat saved      the list: number, date, game, moves, result, file\n  \
    quirkat saved 2    resume the second game of the list\n\n\
    `quirkat play FILE` resumes a game with other players or options, `quirkat play --last` the first one of the list, \
    `quirkat show FILE` shows one.")]
pub struct Arguments {
    /// Resume the game with this number in the list
    #[arg(value_name = "NUMBER")]
    number: Option<usize>,
    /// The language of all texts
    #[arg(long, value_parser = languages(), default_value_t = preferences().language)]
    lang: Language,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let (games, words) = (games()?, Words(arguments.lang));
    let folder = folder().unwrap_or_default();
    match arguments.number {
        Some(_) if games.is_empty() => Err(bad_input(words.get("saved.none"))),
        None if games.is_empty() => Ok(words.get("saved.none").to_owned() + "\n"),
        None => {
            let lines = games.iter().enumerate().map(|(index, path)| line(index + 1, path, words));
            let stored = words.say("saved.folder", &[text("path", folder.display().to_string())]);
            Ok(lines.collect::<String>() + &stored + "\n")
        }
        Some(number) => match number.checked_sub(1).and_then(|index| games.get(index)) {
            Some(path) => play::resume_file(path, arguments.lang),
            None => {
                let slots = [digits("number", number), digits("most", games.len())];
                Err(bad_input(words.say("saved.no_number", &slots)))
            }
        },
    }
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

/// Returns number, date, game, progress and file of a saved game, or the error of an unreadable file.
fn line(number: usize, path: &Path, words: Words) -> String {
    let date = path.metadata().and_then(|about| about.modified()).ok().and_then(|played| {
        let played = jiff::Timestamp::try_from(played).ok()?.to_zoned_datetime(jiff::tz::TimeZone::system());
        Some(played.strftime("%Y-%m-%d %H:%M").to_string())
    });
    let front = format!("{number:>3}  {:<16}  ", date.unwrap_or_default());
    let (game, pdn) = match RecordArguments::default().selected(path, None, words.0) {
        Ok(read) => read,
        Err(error) => return format!("{front}{error:#}\n"),
    };
    let ruleset = game.ruleset();
    let result = game.outcome().map_or(&*pdn.result, |outcome| outcome.result(ruleset.white()));
    let result = if result == "*" { words.get("saved.unfinished") } else { result };
    let turns = words.say("saved.turns", &[digits("count", game.history().len())]);
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{front}{}, {turns}, {result}  {file}\n", title_in_words(ruleset, words.0))
}
