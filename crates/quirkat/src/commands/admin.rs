//! `quirkat admin`: lists, finds and deletes what a server stores.

use super::serve::{DatabaseParser, games_folder};
use super::{counted, json_text, number};
use crate::errors::bad_input;
use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use jiff::Timestamp;
use quirkat_rules::escape_unprintable;
use quirkat_serve::{Admin, ColumnKind, Database, Deletion, Listing, ListingRow};
use serde_json::{Map, Value};
use std::io::{IsTerminal, Write, stdin};
use std::path::PathBuf;

/// List, find and delete what `serve` stores, also while it runs
///
/// The server notices deletions within seconds.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The folder of the games, instead of the user's data folder
    #[arg(long, env = "QUIRKAT_DATA", global = true)]
    data: Option<PathBuf>,
    /// The PostgreSQL database of the games
    #[arg(
        long, env = "QUIRKAT_DATABASE", value_name = "URL", value_parser = DatabaseParser, hide_env_values = true,
        global = true
    )]
    database: Option<Database>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    action: Action,
}

#[derive(Clone, Debug, Subcommand)]
enum Action {
    /// List the keys of players by what they store, the heaviest first
    Owners(ListArguments),
    /// List games, the latest first
    Games(ListArguments),
    /// List the files of visitors' own games, the largest first
    Files(ListArguments),
    /// List the open games of the lobby, the latest first
    Open(ListArguments),
    /// Delete a game, a file with its games, or all data of a key
    Delete(DeleteArguments),
}

#[derive(Clone, Debug, Args)]
struct ListArguments {
    /// Only rows that contain this text: an id, a game, a name or a key; for files, also their text
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    find: String,
    /// Maximum number of rows
    #[arg(long, value_name = "NUMBER", default_value_t = 50, value_parser = number(1..=1_000_000_usize))]
    limit: usize,
}

#[derive(Clone, Debug, Args)]
struct DeleteArguments {
    /// What to delete
    what: Kind,
    /// The id of the game, the name of the file, or the key, as the lists show it
    name: String,
    /// Delete without asking
    #[arg(long)]
    yes: bool,
}

/// Kind of the deleted item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// A game
    Game,
    /// A file and all games by it
    File,
    /// All data of a key: games without another person; in the others the seat loses its name
    Owner,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let mut admin = match &arguments.database {
        Some(database) => Admin::open_database(database)?,
        None => Admin::open_folder(&games_folder(arguments.data.as_ref())?)?,
    };
    let (listing, list) = match &arguments.action {
        Action::Owners(list) => (Listing::Owners, list),
        Action::Games(list) => (Listing::Games, list),
        Action::Files(list) => (Listing::Files, list),
        Action::Open(list) => (Listing::Open, list),
        Action::Delete(delete) => return deleted(&mut admin, delete, arguments.json),
    };
    let rows = admin.list(listing, &list.find, list.limit)?;
    Ok(if arguments.json { json(listing, rows) } else { table(listing, &rows) })
}

/// Deletes an item after a confirmation, and returns a description of it.
fn deleted(admin: &mut Admin, delete: &DeleteArguments, as_json: bool) -> anyhow::Result<String> {
    let name = delete.name.clone();
    let deletion = match delete.what {
        Kind::Game => Deletion::Game(name),
        Kind::File => Deletion::File(name),
        Kind::Owner => Deletion::Owner(name),
    };
    let games = admin.games_of(&deletion)?;
    if games.is_empty() {
        return Err(bad_input(format!("nothing is stored under {}", delete.name)));
    }
    let amount = counted(games.len(), "game");
    if !delete.yes && !is_confirmed(&format!("Delete {}, in {amount}?", delete.name))? {
        return Ok("nothing was deleted\n".to_owned());
    }
    admin.delete(&deletion)?;
    Ok(if as_json { json_text(&serde_json::json!({ "games": games })) } else { format!("deleted, in {amount}\n") })
}

/// Asks at the terminal.
fn is_confirmed(question: &str) -> anyhow::Result<bool> {
    if !stdin().is_terminal() {
        return Err(bad_input("deletion asks at a terminal: say --yes"));
    }
    eprint!("{question} [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    stdin().read_line(&mut answer).context("cannot read the answer")?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn json(listing: Listing, rows: Vec<ListingRow>) -> String {
    let object = |row: ListingRow| {
        let values = listing.columns().iter().zip(row).map(|(&(name, kind), value)| {
            let value = value.map_or(Value::Null, |value| match kind {
                ColumnKind::Number => value.parse::<i64>().map_or(Value::Null, Value::from),
                ColumnKind::Time => time(&value).into(),
                ColumnKind::Text => value.into(),
            });
            (name.to_owned(), value)
        });
        Value::Object(values.collect::<Map<_, _>>())
    };
    json_text(&rows.into_iter().map(object).collect::<Vec<_>>())
}

/// Formats rows as a table with a heading.
fn table(listing: Listing, rows: &[ListingRow]) -> String {
    let columns = listing.columns();
    let heading = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let cell = |(&(_, kind), value): (&(&str, ColumnKind), &Option<String>)| match (value, kind) {
        (None, _) => "-".to_owned(),
        (Some(value), ColumnKind::Time) => time(value),
        // Names of players must not control the terminal.
        (Some(value), _) => escape_unprintable(value),
    };
    let cells: Vec<Vec<String>> =
        std::iter::once(heading).chain(rows.iter().map(|row| columns.iter().zip(row).map(cell).collect())).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<_> = (0..columns.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let padded = row.iter().zip(&widths).zip(columns).map(|((cell, &width), (_, kind))| match kind {
            ColumnKind::Number => format!("{cell:>width$}"),
            _ => format!("{cell:<width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    cells.iter().map(line).collect()
}

/// Formats milliseconds since 1970.
fn time(millis: &str) -> String {
    let at = millis.parse().ok().and_then(|millis| Timestamp::from_millisecond(millis).ok());
    at.map_or_else(|| millis.to_owned(), |at| at.strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_align_columns_and_escape_unprintable_characters() {
        let row = |name: &str, games: &str| {
            vec![name, games, "0", "3", "420", "A\u{1b}[2J"].into_iter().map(|cell| Some(cell.to_owned())).collect()
        };
        let rows: Vec<ListingRow> = vec![row("abc", "12"), row("d", "1")];
        assert_eq!(
            table(Listing::Owners, &rows),
            "key  games  files  events  bytes  name\n\
             abc     12      0       3    420  A\\u{1b}[2J\n\
             d        1      0       3    420  A\\u{1b}[2J\n"
        );
        assert!(json(Listing::Owners, rows).contains("\"games\": 12"));
        assert_eq!(time("1700000000000"), "2023-11-14T22:13:20Z");
    }
}
