//! Records of games in files.

use super::{OwnRules, Source, name_and_variant};
use crate::errors::{bad_input, message};
use anyhow::Context;
use clap::Args;
use quirkat_records::{GameSummary, PdnEntry, RecordReader};
use quirkat_rules::{AnyGame, Language, Pdn, PdnError, Replay, ReplayLimits};
use quirkat_words::ErrorText;
use std::fs::File;
use std::path::Path;

/// How a command reads the records of a file.
#[derive(Debug, Default, Args)]
pub struct RecordArguments {
    /// The game of records that do not name theirs: `english`, `english:wcdf`, or the path to a game file
    #[arg(long = "game", id = "record_game", value_name = "GAME")]
    pub game: Option<String>,
    /// Number of the game in the record's file, from 1
    #[arg(long, value_name = "NUMBER")]
    pub number: Option<usize>,
}

impl RecordArguments {
    /// Returns an option that was given although the command reads no record.
    pub fn given(&self) -> Option<&'static str> {
        let options = [("--game", self.game.is_some()), ("--number", self.number.is_some())];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(option, _)| option)
    }

    /// Returns the selected game of a file, the first one without a number, and whether the file contains no other.
    ///
    /// # Errors
    /// When the file cannot be read or has no such game.
    pub fn select(&self, path: &Path) -> anyhow::Result<(PdnEntry, bool)> {
        let number = self.number.unwrap_or(1);
        let mut last = 0;
        let mut entries = entries(path)?;
        while let Some(entry) = entries.next().transpose()? {
            if entry.number == number {
                return Ok((entry, number == 1 && entries.next().is_none()));
            }
            last = entry.number;
        }
        Err(no_such_game(&path.display().to_string(), number, last))
    }

    /// Checks that the assumed game exists.
    ///
    /// # Errors
    /// When it does not.
    pub fn check_game(&self, language: Language) -> anyhow::Result<()> {
        let Some(assumed) = &self.game else { return Ok(()) };
        let (name, variant) = name_and_variant(assumed);
        Source::find(name, language)?.file.ruleset(variant, &[]).map(drop).map_err(bad_input)
    }

    /// Replays a game of a file. The result names the game file too.
    ///
    /// # Errors
    /// When the record could not be read to its end, is of another game, or has an illegal move.
    pub fn replay(&self, entry: &mut PdnEntry, language: Language) -> anyhow::Result<(Source, Replay)> {
        let source = match (source(&mut entry.pdn, self.game.as_deref(), language), &entry.fault) {
            (Err(_), Some(fault)) => return Err(fault.clone().into()),
            (source, _) => source?,
        };
        let replay = entry.pdn.replay_bounded(&source.file, ReplayLimits::default(), &|| true);
        match (replay, &entry.fault) {
            (Ok(_), Some(fault)) => Err(fault.clone().into()),
            (replay, _) => Ok((source, replay?)),
        }
    }

    /// Replays the selected game of a file, up to a ply if one is given. Nothing after that ply needs to be legal, and an end
    /// after it is left out.
    ///
    /// # Errors
    /// As [`RecordArguments::select`] and [`RecordArguments::replay`].
    pub fn selected(&self, path: &Path, ply: Option<usize>, language: Language) -> anyhow::Result<(AnyGame, Pdn)> {
        let (mut entry, _) = self.select(path)?;
        let plies = entry.pdn.turns.len();
        if let Some(ply) = ply.filter(|ply| *ply < plies) {
            entry.pdn.turns.truncate(ply);
            entry.pdn.tags.retain(|(name, _)| name != "Termination");
        }
        if ply.is_some_and(|ply| ply <= plies) {
            entry.fault = None;
        }
        let replay = self.replay(&mut entry, language).map_err(|error| in_file(path, &entry, &error))?;
        Ok((replay.1.game, entry.pdn))
    }
}

/// Reads the games of a file.
///
/// # Errors
/// When the file cannot be opened, or later when it cannot be read.
pub fn entries(path: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<PdnEntry>>> {
    let unreadable = || format!("cannot read {}", path.display());
    let reader = File::open(path).and_then(RecordReader::new).with_context(unreadable)?;
    Ok(reader.map(move |entry| entry.with_context(|| format!("cannot read {}", path.display()))))
}

/// Returns the error for files whose games have the numbers 1 to `last`, without the requested one.
pub fn no_such_game(files: &str, number: usize, last: usize) -> anyhow::Error {
    match last {
        0 => bad_input(format!("{files}: {}", PdnError::Empty)),
        _ => bad_input(format!("{files} has no game {number}; allowed: 1 to {last}")),
    }
}

/// Names a game of a file: its number, its players and its line.
pub fn label(entry: &PdnEntry) -> String {
    let summary = GameSummary::new(entry);
    let players: Vec<_> = [summary.white, summary.black].into_iter().filter(|name| !name.is_empty()).collect();
    let players = if players.is_empty() { String::new() } else { format!(" ({})", players.join(" – ")) };
    format!("game {}{players}, line {}", entry.number, entry.line)
}

/// Returns the error of a game with its place.
pub fn in_file(path: &Path, entry: &PdnEntry, error: &anyhow::Error) -> anyhow::Error {
    bad_input(format!("{}: {}: {}", path.display(), label(entry), message(&**error)))
}

/// Returns the game file for replaying a record: its own, that of the game which its tags name, or the assumed game where
/// they name none.
///
/// # Errors
/// When the record names no game, an unknown one, or another one than the assumed game and variant.
pub fn source(pdn: &mut Pdn, assumed: Option<&str>, language: Language) -> anyhow::Result<Source> {
    if assumed.is_none()
        && let Some((file, own)) = OwnRules::of_record(pdn, language)?
    {
        return Ok(Source { file, own: Some(own) });
    }
    let Some(assumed) = assumed else {
        let (id, _) = pdn.game().map_err(|error| bad_input(error.in_words(language)))?;
        return Source::find(id, language);
    };
    let (name, variant) = name_and_variant(assumed);
    let source = Source::find(name, language)?;
    pdn.assume_game(&source.file, variant);
    let title = |id: &str, variant: Option<&str>| variant.map_or_else(|| id.to_owned(), |name| format!("{id}:{name}"));
    let (id, recorded) = pdn.game_of(&source.file)?;
    if id != source.file.id || variant.is_some_and(|variant| recorded != Some(variant)) {
        let (expected, found) = (title(&source.file.id, variant), title(id, recorded));
        return Err(PdnError::WrongGame { expected, found }.into());
    }
    Ok(source)
}
