//! `quirkat records FILE`: lists the games of a collection.

use crate::errors::{bad_input, message};
use crate::output;
use crate::source::records::{self, RecordArguments};
use crate::source::{square_names, wanted_notation};
use anyhow::Context;
use clap::Args;
use quirkat_records::{GameResult, GameSummary, PdnEntry, RecordFilter};
use quirkat_rules::{Language, SquareNames};
use quirkat_wire::RecordSummary;
use quirkat_words::record_notes;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// List the games of PDN files: players, game, result, length, and what is wrong with them
#[derive(Debug, Args)]
#[command(
    after_help = "Files may have any size and the encodings of old programs. An error costs one game: the line of that game \
    states it, and the games after it are read. With --check each game is also replayed.\n\n\
    Examples:\n  \
    quirkat records tournament.pdn\n  \
    quirkat records tournament.pdn --player Sijbrands --result draw\n  \
    quirkat records old.pdn --game english --check\n  \
    quirkat records tournament.pdn --number 12 -o game.pdn\n  \
    quirkat records numbers.pdn --game shashki --notation letters -o letters.pdn"
)]
pub struct Arguments {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    records: RecordArguments,
    /// Write the squares of chequered boards as `numbers` or `letters`; both are read
    #[arg(long, value_name = "NAMES", value_parser = square_names())]
    notation: Option<SquareNames>,
    /// Only games of this player: a part of the name
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games with this result: 1-0, 0-1, 1/2-1/2, *, white, black or draw; points of any kind are compared by winner
    #[arg(long)]
    result: Option<GameResult>,
    /// Replay each game and state the first move that is not legal
    #[arg(long)]
    check: bool,
    /// Write the games that could be read to this file instead of listing them
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print each game as a line of JSON
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

/// Numbers of games and plies, and of games with errors.
#[derive(Default)]
struct Tally {
    games: u64,
    plies: u64,
    faults: u64,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    arguments.records.check_game(Language::En)?;
    let Tally { games, plies, faults } = match &arguments.output {
        Some(path) => write_to(path, arguments)?,
        None if arguments.json => list(arguments, &mut BufWriter::new(io::stdout().lock()))?,
        None => list(arguments, &mut BufWriter::new(output::standard()))?,
    };
    let noun = if games == 1 { "game" } else { "games" };
    Ok(if arguments.json { String::new() } else { format!("{games} {noun}, {plies} plies, {faults} with errors\n") })
}

/// Writes the selected games to a file as they are read. An error leaves the file as it was.
fn write_to(path: &Path, arguments: &Arguments) -> anyhow::Result<Tally> {
    output::check(path)?;
    let mut listed = None;
    let written = output::replace_with(path, |file| {
        let tally = listed.insert(list(arguments, &mut BufWriter::new(file)));
        tally.as_ref().map(drop).map_err(|error| io::Error::other(error.to_string()))
    });
    match listed {
        Some(Err(error)) => Err(error),
        _ => {
            written.with_context(|| format!("cannot write {}", path.display()))?;
            listed.context("the games were read")?
        }
    }
}

/// Lists or writes the selected games one after another.
///
/// # Errors
/// When a file cannot be read, no game is selected, or the output fails.
fn list(arguments: &Arguments, out: &mut dyn Write) -> anyhow::Result<Tally> {
    let filter = RecordFilter { player: arguments.player.clone(), result: arguments.result };
    let number = arguments.records.number;
    let mut tally = Tally::default();
    let mut last = 0;
    for path in &arguments.files {
        for entry in records::entries(path)? {
            let mut entry = entry?;
            last = last.max(entry.number);
            if number.is_some_and(|number| entry.number != number) || !filter.accepts(&entry) {
                continue;
            }
            let game = examine(arguments, &mut entry);
            tally.games += 1;
            tally.plies += game.plies as u64;
            tally.faults += u64::from(game.error.is_some());
            let text = match (&arguments.output, &game.error) {
                (None, _) if arguments.json => serde_json::to_string(&game)?,
                (None, _) => line(&game),
                (Some(_), None) => entry.pdn.to_string(),
                (Some(_), Some(error)) => {
                    eprintln!("quirkat: {}: {}: {error}", path.display(), records::label(&entry));
                    continue;
                }
            };
            match writeln!(out, "{text}") {
                // Another program has read enough of the list.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(tally),
                result => result.context("cannot write the games")?,
            }
            if number.is_some() {
                break;
            }
        }
    }
    if tally.games == 0 {
        return Err(none_selected(arguments, last));
    }
    match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).context("cannot write the games"),
        _ => Ok(tally),
    }
}

/// Returns the error for files without a selected game, whose games have the numbers 1 to `last`.
fn none_selected(arguments: &Arguments, last: usize) -> anyhow::Error {
    let number = arguments.records.number.unwrap_or(1);
    if (1..=last).contains(&number) {
        return bad_input("no game was found that fulfils the conditions");
    }
    let files: Vec<_> = arguments.files.iter().map(|path| path.display().to_string()).collect();
    records::no_such_game(&files.join(", "), number, last)
}

/// Describes a game. If wanted, replays it, and names its squares by numbers or letters.
fn examine(arguments: &Arguments, entry: &mut PdnEntry) -> RecordSummary {
    if !arguments.check && arguments.notation.is_none() {
        return summary(entry, entry.fault.as_ref().map(ToString::to_string), vec![]);
    }
    let replayed = arguments.records.replay(entry, Language::En).and_then(|(_, replay)| {
        let ruleset = replay.game.ruleset();
        if let Some(notation) = wanted_notation(arguments.notation, &ruleset.board)? {
            let renamed = ruleset.in_notation(notation).context("the board is chequered")?;
            entry.pdn.rename_squares(&replay.game, &renamed);
        }
        Ok(record_notes(&replay, Language::En))
    });
    match replayed {
        Ok(notes) => summary(entry, None, notes),
        Err(error) => summary(entry, Some(message(&*error)), vec![]),
    }
}

/// Returns the players, or the event of a problem without players.
fn players(game: &RecordSummary) -> String {
    match (&game.white[..], &game.black[..]) {
        ("", "") => game.event.clone(),
        (white, black) => {
            let name = |name: &str| if name.is_empty() { "?".to_owned() } else { name.to_owned() };
            format!("{} – {}", name(white), name(black))
        }
    }
}

/// Describes a game in one line, with its error and its notes below.
fn line(game: &RecordSummary) -> String {
    let RecordSummary { number, result, plies, date, .. } = game;
    let (players, title) = (players(game), game.game.as_deref().unwrap_or("?"));
    let plies = format!("{plies} plies");
    let mut line = format!("{number:>5}  {players:<44} {date:<10}  {result:<7}  {plies:>9}  {title}");
    for remark in game.error.iter().chain(&game.notes) {
        line += &format!("\n       {remark}");
    }
    line
}

fn summary(entry: &PdnEntry, error: Option<String>, notes: Vec<String>) -> RecordSummary {
    let GameSummary { number, white, black, event, date, result, plies } = GameSummary::new(entry);
    let game = match entry.pdn.game() {
        Ok((id, variant)) => Some(variant.map_or_else(|| id.to_owned(), |variant| format!("{id}:{variant}"))),
        Err(_) => entry.pdn.tag("Variant").or(entry.pdn.tag("GameType")).map(str::to_owned),
    };
    let result = result.to_string();
    RecordSummary { number, line: entry.line, game, white, black, event, date, result, plies, error, notes }
}
