//! Table files: their games and contents, from their headers.

use super::{group_thousands, json_text};
use crate::errors::message;
use crate::source::GameArguments;
use anyhow::Context;
use quirkat_endings::split_game_title;
use quirkat_solve::{TableError, TableFile};
use quirkat_wire::{Table, TableInfo, TableKind, TableListing};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Header lines for the fields of a [`Table`].
const KIND: &str = "kind";
const GAME: &str = "game";
const FIRST_MEN: &str = "first men";
const SECOND_MEN: &str = "second men";
const PIECES: &str = "pieces";
const PLACED: &str = "placed";
const MEN: &str = "men";
const LONGEST: &str = "longest";

/// Returns the game of a file as on the command line.
///
/// # Errors
/// When the header does not name it.
pub fn game_of(file: &TableFile) -> Result<GameArguments, TableError> {
    let (game, rules) = split_game_title(file.line(GAME)?);
    Ok(GameArguments::new(game.to_owned(), rules))
}

/// Lists the tables of a folder and its subfolders.
///
/// # Errors
/// When the folder cannot be read. Errors of a file are listed in its place.
pub fn list(dir: &Path, json: bool) -> anyhow::Result<String> {
    let mut files = entries(dir)?;
    let below = files.iter().filter(|path| path.is_dir()).map(|folder| entries(folder));
    let below: Vec<_> = below.collect::<anyhow::Result<_>>()?;
    files.extend(below.into_iter().flatten());
    files.retain(|file| file.extension().is_some_and(|extension| extension == "table"));
    files.sort_unstable();
    let opened =
        files.iter().map(|path| (path.strip_prefix(dir).unwrap_or(path).display().to_string(), TableFile::open(path)));
    let text = listing(opened, json);
    Ok(if text.is_empty() { format!("no tables in {}\n", dir.display()) } else { text })
}

/// Lists the shipped tables.
pub fn list_shipped(json: bool) -> String {
    let files = quirkat_endings::folders().flat_map(|(folder, files)| files.iter().map(move |file| (folder, *file)));
    listing(files.map(|(folder, file)| (format!("{folder}/{}", file.name), TableFile::embedded(file))), json)
}

/// Lists the headers of files with their names.
fn listing(opened: impl Iterator<Item = (String, Result<TableFile, TableError>)>, json: bool) -> String {
    let listings = opened.map(|(file, opened)| match opened.and_then(|file| table(&file)) {
        Ok(table) => TableListing { file, table: Some(table), fault: None },
        Err(error) => TableListing { file, table: None, fault: Some(message(&error)) },
    });
    if json { json_text(&listings.collect::<Vec<_>>()) } else { listings.map(|listing| line(&listing)).collect() }
}

fn entries(dir: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(dir).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    entries.with_context(|| format!("cannot read {}", dir.display()))
}

/// Describes a table file: its kind, game and sources.
///
/// # Errors
/// When it cannot be read, or is no table.
pub fn info(path: &Path, json: bool) -> anyhow::Result<String> {
    let file = TableFile::open(path)?;
    if json {
        let in_table = [KIND, GAME, FIRST_MEN, SECOND_MEN, PIECES, PLACED, MEN, LONGEST];
        let lines = file.lines().lines().filter_map(|line| line.split_once(": "));
        let law = lines
            .filter(|(key, _)| !in_table.contains(key) && !key.starts_with("taken ") && !key.starts_with("wins "))
            .map(|(key, value)| (key.to_owned(), value.to_owned()));
        return Ok(json_text(&TableInfo { table: table(&file)?, law: law.collect::<BTreeMap<_, _>>() }));
    }
    Ok(format!("{}\nblocks: {}\nsize: {} bytes\n", file.lines(), file.blocks(), group_thousands(file.length())))
}

/// Reads the header of a file.
fn table(file: &TableFile) -> Result<Table, TableError> {
    let GameArguments { game, rules, .. } = game_of(file)?;
    let kind = match file.line(KIND)? {
        "whole" => TableKind::Whole,
        "wins" => TableKind::Wins,
        "distances" => TableKind::Distances,
        "ending" => TableKind::Ending,
        "placed" => TableKind::Placed,
        "mills" => TableKind::Mills,
        "proof" => TableKind::Proof,
        _ => return Err(file.corrupt("its kind is unknown")),
    };
    let men = |key: &str, by: &[TableKind]| by.contains(&kind).then(|| number(file, key)).transpose();
    use TableKind::{Distances, Ending, Whole, Wins};
    Ok(Table {
        kind,
        game,
        rules,
        first_men: men(FIRST_MEN, &[Whole, Wins, Distances])?,
        second_men: men(SECOND_MEN, &[Distances])?,
        pieces: match kind {
            Ending => Some(file.line(PIECES)?.to_owned()),
            TableKind::Placed => Some(format!("{} placed", file.line(PLACED)?)),
            TableKind::Mills => Some(format!("{} placed, men of one side: {}", file.line(PLACED)?, file.line(MEN)?)),
            _ => None,
        },
        // Win/draw/loss tables contain no distances.
        longest: file.line(LONGEST).ok().map(|_| number(file, LONGEST)).transpose()?.map(|plies| plies as u32),
        blocks: file.blocks(),
        bytes: file.length(),
    })
}

fn number(file: &TableFile, key: &str) -> Result<usize, TableError> {
    file.line(key)?.parse().map_err(|_| file.corrupt("a header value is not a number"))
}

fn line(TableListing { file, table, fault }: &TableListing) -> String {
    let Some(table) = table else { return format!("{file}  {}\n", fault.as_deref().unwrap_or_default()) };
    let rules: String = table.rules.iter().map(|rule| format!(" --rule {rule}")).collect();
    let men = |men: Option<usize>| men.map_or_else(String::new, |men| men.to_string());
    let [first, second] = [table.first_men, table.second_men].map(men);
    let longest = table.longest.map_or("without plies".to_owned(), |longest| format!("up to {longest} plies"));
    let content = match table.kind {
        TableKind::Whole => format!("whole, {first} men of the first side"),
        TableKind::Wins => format!("wins of the first side with {first} men"),
        TableKind::Distances => format!("distances, {first} against {second} men, {longest}"),
        TableKind::Ending | TableKind::Placed | TableKind::Mills => {
            format!("{}, {longest}", table.pieces.as_deref().unwrap_or_default())
        }
        TableKind::Proof => "a proof".to_owned(),
    };
    format!("{file}  {}{rules}, {content}, {} bytes\n", table.game, group_thousands(table.bytes))
}
