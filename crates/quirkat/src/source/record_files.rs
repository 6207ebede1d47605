//! Files of records in every format that `quirkat convert` reads and writes.

use super::records;
use crate::errors::bad_input;
use anyhow::Context;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use quirkat_records::{FormatError, Imported, JsonObjects, MAX_RECORD_BYTES, OtherFormat, PdnEntry, decode_text};
use quirkat_rules::Pdn;
use quirkat_wire::{Record, Records};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Format of a file of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileFormat {
    Pdn,
    /// Our JSON: `Records`, or one `Record`.
    Json,
    Other(OtherFormat),
}

/// Number of bytes by which a format is recognised.
const RECOGNISED_BYTES: u64 = 1 << 16;

impl FileFormat {
    /// Returns all formats.
    fn all() -> impl Iterator<Item = FileFormat> {
        [FileFormat::Pdn, FileFormat::Json].into_iter().chain(OtherFormat::ALL.map(FileFormat::Other))
    }

    /// Returns the name in commands.
    pub fn name(self) -> &'static str {
        match self {
            FileFormat::Pdn => "pdn",
            FileFormat::Json => "json",
            FileFormat::Other(format) => format.name(),
        }
    }

    /// Returns what the format is, for the help.
    fn meaning(self) -> &'static str {
        match self {
            FileFormat::Pdn => "PDN",
            FileFormat::Json => "JSON of Quirkat, as /api/pdn/read answers it",
            FileFormat::Other(OtherFormat::AbstractPlay) => "game records of AbstractPlay, in JSON",
            FileFormat::Other(OtherFormat::Ludii) => "trials of Ludii, as text",
            FileFormat::Other(OtherFormat::Baghchal) => "PGN and FEN of the Python package baghchal",
            FileFormat::Other(OtherFormat::Obx) => "positions of bagh-chal in OBX",
        }
    }

    /// Returns the parser of names of formats.
    pub fn parser() -> impl TypedValueParser<Value = FileFormat> {
        let words = FileFormat::all().map(|format| PossibleValue::new(format.name()).help(format.meaning()));
        let named = |word: String| FileFormat::all().find(|format| format.name() == word).expect("one of the names");
        PossibleValuesParser::new(words).map(named)
    }

    /// Returns the format of a file by the extension of its name.
    ///
    /// # Errors
    /// When the extension belongs to no format.
    pub fn by_name(path: &Path) -> anyhow::Result<FileFormat> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        Ok(match &extension[..] {
            "pdn" => FileFormat::Pdn,
            "json" => FileFormat::Json,
            "trl" => FileFormat::Other(OtherFormat::Ludii),
            "pgn" => FileFormat::Other(OtherFormat::Baghchal),
            "obx" => FileFormat::Other(OtherFormat::Obx),
            _ => {
                let path = path.display();
                return Err(bad_input(format!(
                    "{path}: which format? allowed: .pdn, .json, .trl, .pgn, .obx, or --to"
                )));
            }
        })
    }

    /// Returns the format of a file by its beginning. A file without the beginning of another format is read as PDN.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn by_content(path: &Path) -> anyhow::Result<FileFormat> {
        let mut beginning = Vec::new();
        let read = File::open(path).and_then(|file| file.take(RECOGNISED_BYTES).read_to_end(&mut beginning));
        read.with_context(|| format!("cannot read {}", path.display()))?;
        let text = decode_text(&beginning);
        if let Some(format) = OtherFormat::recognise(&text) {
            return Ok(FileFormat::Other(format));
        }
        // A PDN file begins with `[Event`, or with a comment in braces.
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let object = text.strip_prefix('[').unwrap_or(text).trim_start();
        let is_json = object.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with(['"', '}']));
        Ok(if is_json { FileFormat::Json } else { FileFormat::Pdn })
    }

    /// Returns whether a file can hold several games.
    pub fn holds_several(self) -> bool {
        if let FileFormat::Other(format) = self { format.holds_several() } else { true }
    }
}

/// A game of a file.
pub struct FileRecord {
    /// The record with its number and its line, whose moves have not been checked.
    pub entry: PdnEntry,
    /// Record that was read, if it was in another program's format.
    pub imported: Option<Imported>,
    /// Error that prevented the reading, unless `entry` holds it.
    pub error: Option<anyhow::Error>,
}

/// Iterator over the games of a file.
pub type FileRecords<'p> = Box<dyn Iterator<Item = anyhow::Result<FileRecord>> + 'p>;

/// Reads the games of a file.
///
/// # Errors
/// When the file cannot be opened, or later when it cannot be read.
pub fn read(path: &Path, format: FileFormat) -> anyhow::Result<FileRecords<'_>> {
    let unreadable = format!("cannot read {}", path.display());
    let entry = |number, line, pdn| PdnEntry { number, line, pdn, fault: None };
    if format == FileFormat::Pdn {
        let whole = |entry| FileRecord { entry, imported: None, error: None };
        return Ok(Box::new(records::entries(path)?.map(move |read| read.map(whole))));
    }
    let file = File::open(path).with_context(|| unreadable.clone())?;
    let import = move |number, line, read: Result<Imported, FormatError>| match read {
        Ok(imported) => {
            FileRecord { entry: entry(number, line, imported.pdn.clone()), imported: Some(imported), error: None }
        }
        Err(error) => {
            FileRecord { entry: entry(number, line, Pdn::default()), imported: None, error: Some(bad_input(error)) }
        }
    };
    let several = |file| (1..).zip(JsonObjects::new(file));
    match format {
        FileFormat::Other(format) if format.holds_several() => {
            Ok(Box::new(several(file).map(move |(number, read)| {
                let (line, text) = read.with_context(|| unreadable.clone())?;
                Ok(import(number, line, text.and_then(|text| format.read(&text))))
            })))
        }
        FileFormat::Other(format) => {
            let mut bytes = Vec::new();
            file.take(MAX_RECORD_BYTES as u64 + 1).read_to_end(&mut bytes).with_context(|| unreadable)?;
            Ok(Box::new(std::iter::once(Ok(import(1, 1, format.read(&decode_text(&bytes)))))))
        }
        FileFormat::Json | FileFormat::Pdn => {
            let objects = several(file).flat_map(move |(number, read)| {
                let of_object = |(line, text): (usize, Result<String, FormatError>)| {
                    let games = text.map_err(bad_input).and_then(|text| of_json(&text));
                    let games =
                        games.map_or_else(|error| vec![Err(error)], |games| games.into_iter().map(Ok).collect());
                    games.into_iter().map(|game| (line, game)).collect::<Vec<_>>()
                };
                match read.map(of_object) {
                    Ok(games) => games.into_iter().map(move |game| Ok((number, game))).collect(),
                    Err(error) => vec![Err(anyhow::Error::from(error).context(unreadable.clone()))],
                }
            });
            Ok(Box::new((1..).zip(objects).map(move |(number, read)| {
                let (_, (line, game)) = read?;
                let (pdn, error) = match game {
                    Ok(pdn) => (pdn, None),
                    Err(error) => (Pdn::default(), Some(error)),
                };
                Ok(FileRecord { entry: entry(number, line, pdn), imported: None, error })
            })))
        }
    }
}

/// Reads the records of an object in our JSON: a `Record`, or `Records`.
fn of_json(text: &str) -> anyhow::Result<Vec<Pdn>> {
    let form = |error: &dyn std::fmt::Display| bad_input(format!("JSON: {error}; allowed: a Record or Records"));
    let value: serde_json::Value = serde_json::from_str(text).map_err(|error| form(&error))?;
    let records = if value.get("records").is_some() {
        serde_json::from_value::<Records>(value).map_err(|error| form(&error))?.records
    } else if value.get("turns").is_some() {
        vec![serde_json::from_value::<Record>(value).map_err(|error| form(&error))?]
    } else {
        return Err(form(&"an object without `turns`"));
    };
    let too_large = || bad_input("JSON: the record has too many moves or variations inside one another");
    records.iter().map(|record| record.to_pdn().ok_or_else(too_large)).collect()
}
