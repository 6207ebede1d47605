//! `quirkat convert IN OUT`: writes the games of a file in another format.

use super::counted;
use crate::errors::bad_input;
use crate::output;
use crate::source::record_files::{self, FileFormat, FileRecord};
use crate::source::records::{self, RecordArguments};
use anyhow::Context;
use clap::Args;
use jiff::Timestamp;
use quirkat_rules::{AnyGame, Language, Pdn};
use quirkat_wire::Record;
use quirkat_words::record_notes;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

/// Convert records between PDN, JSON and the formats of other programs: AbstractPlay, Ludii, baghchal, OBX
#[derive(Debug, Args)]
#[command(
    after_help = "Every move is replayed. What the new format cannot hold is named, and so is a game that cannot be converted. \
    docs/reference/interop.md lists what is read and written.\n\n\
    Examples:\n  \
    quirkat convert trial.trl game.pdn\n  \
    quirkat convert records.json games.pdn\n  \
    quirkat convert games.pdn games.json\n  \
    quirkat convert games.pdn record.json --to abstractplay --number 3\n  \
    quirkat convert tigers.pdn tigers.pgn"
)]
pub struct Arguments {
    /// The file to read
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The file to write
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Format of IN, instead of the one that its beginning shows
    #[arg(long, value_name = "FORMAT", value_parser = FileFormat::parser())]
    from: Option<FileFormat>,
    /// Format of OUT, instead of the one of its extension: .pdn, .json, .trl (ludii), .pgn (baghchal), .obx
    #[arg(long, value_name = "FORMAT", value_parser = FileFormat::parser())]
    to: Option<FileFormat>,
    #[command(flatten)]
    records: RecordArguments,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { input, output: path, from, to, records } = arguments;
    records.check_game(Language::En)?;
    let to = to.map_or_else(|| FileFormat::by_name(path), Ok)?;
    let from = from.map_or_else(|| FileFormat::by_content(input), Ok)?;
    output::check(path)?;
    let mut converted = None;
    let written = output::replace_with(path, |file| {
        let count = converted.insert(convert(arguments, from, to, BufWriter::new(file)));
        count.as_ref().map(drop).map_err(|error| io::Error::other(error.to_string()))
    });
    let count = match converted {
        Some(Err(error)) => return Err(error),
        count => {
            written.with_context(|| format!("cannot write {}", path.display()))?;
            count.context("the games were converted")??
        }
    };
    Ok(format!("{} converted from {} to {}\n", counted(count, "game"), from.name(), to.name()))
}

/// Converts the selected games one after another and returns their number. Games that cannot be converted are named and left
/// out.
///
/// # Errors
/// When no game can be converted, the format holds a single one and there are more, or a file cannot be read or written.
fn convert(arguments: &Arguments, from: FileFormat, to: FileFormat, out: impl Write) -> anyhow::Result<u64> {
    let mut file = Collection { out, to, count: 0, first: None };
    let (mut errors, mut last) = (Vec::new(), 0);
    let RecordArguments { number, .. } = arguments.records;
    for record in record_files::read(&arguments.input, from)? {
        let mut record = record?;
        last = record.entry.number;
        if number.is_some_and(|number| number != last) {
            continue;
        }
        match convert_game(arguments, &mut record, to) {
            Ok((text, notes)) => {
                let label = records::label(&record.entry);
                notes.iter().for_each(|note| eprintln!("quirkat: {label}: {note}"));
                file.push(text)?;
            }
            Err(error) => errors.push(records::in_file(&arguments.input, &record.entry, &error)),
        }
        if number.is_some() {
            break;
        }
    }
    let count = file.end()?;
    if count == 0 {
        let none = || records::no_such_game(&arguments.input.display().to_string(), number.unwrap_or(1), last);
        return Err(errors.into_iter().next().unwrap_or_else(none));
    }
    errors.iter().for_each(|error| eprintln!("quirkat: not converted: {error}"));
    Ok(count)
}

/// Replays a game and writes it. Also returns the notes of the replay and what the new format cannot hold.
fn convert_game(
    arguments: &Arguments,
    record: &mut FileRecord,
    to: FileFormat,
) -> anyhow::Result<(String, Vec<String>)> {
    let FileRecord { entry, imported, error } = record;
    error.take().map_or(Ok(()), Err)?;
    let (source, replay) = arguments.records.replay(entry, Language::En)?;
    let mut notes = record_notes(&replay, Language::En);
    let pdn = match imported {
        Some(imported) => {
            notes.extend_from_slice(&imported.notes);
            imported.record(&replay.game)
        }
        None => entry.pdn.clone(),
    };
    let text = match to {
        FileFormat::Pdn => pdn.to_string(),
        FileFormat::Json => {
            let ruleset = pdn.ruleset(&source.file)?;
            json(pdn, &replay.game, &ruleset, &notes)?
        }
        FileFormat::Other(format) => {
            let exported = format.write(&pdn, &replay.game, &Timestamp::now().to_string()).map_err(bad_input)?;
            notes.extend(exported.notes);
            exported.text
        }
    };
    Ok((text, notes))
}

/// Returns a record as JSON, with the names of squares of the game's board.
fn json(mut pdn: Pdn, game: &AnyGame, ruleset: &quirkat_rules::Ruleset, notes: &[String]) -> anyhow::Result<String> {
    pdn.rename_squares(game, ruleset);
    let record = Record::new(&pdn, ruleset.title(), ruleset.house_rule_texts());
    Ok(serde_json::to_string_pretty(&Record { notes: notes.to_vec(), ..record })?)
}

/// File that is being written, game by game.
struct Collection<W: Write> {
    out: W,
    to: FileFormat,
    count: u64,
    /// First game of a file that holds one game as an object and several as an array.
    first: Option<String>,
}

impl<W: Write> Collection<W> {
    /// Writes a game.
    ///
    /// # Errors
    /// When the file cannot be written, or holds a single game and has it already.
    fn push(&mut self, text: String) -> anyhow::Result<()> {
        self.count += 1;
        if self.count > 1 && !self.to.holds_several() {
            let name = self.to.name();
            return Err(bad_input(format!("a file in the format {name} holds one game; choose one with --number")));
        }
        let text = text.trim_end();
        match (self.to, self.count) {
            (FileFormat::Pdn, _) => writeln!(self.out, "{text}\n"),
            (FileFormat::Json, 1) => write!(self.out, "{{\"records\": [\n{text}"),
            (FileFormat::Json, _) => write!(self.out, ",\n{text}"),
            (FileFormat::Other(_), 1) => {
                self.first = Some(text.to_owned());
                Ok(())
            }
            (FileFormat::Other(_), _) => match self.first.take() {
                Some(first) => write!(self.out, "[\n{first},\n{text}"),
                None => write!(self.out, ",\n{text}"),
            },
        }
        .context("cannot write the games")
    }

    /// Ends the file and returns the number of its games.
    fn end(mut self) -> anyhow::Result<u64> {
        match (self.to, self.count, self.first.take()) {
            (FileFormat::Pdn, ..) | (_, 0, _) => Ok(()),
            (FileFormat::Json, count, _) => writeln!(self.out, "\n], \"count\": {count}}}"),
            (FileFormat::Other(_), _, Some(only)) => writeln!(self.out, "{only}"),
            (FileFormat::Other(_), _, None) => writeln!(self.out, "\n]"),
        }
        .and_then(|()| self.out.flush())
        .context("cannot write the games")?;
        Ok(self.count)
    }
}
