//! The command line of Quirkat: it parses the arguments, calls the libraries and prints the answer.
//!
//! Each command returns its answer as one text, so that an error never leaves half an answer on the standard output.

mod commands;
mod engine;
mod errors;
mod output;
mod play;
mod preferences;
mod source;
mod words;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use commands::{
    admin, annotate, backup, best, board, check, completions, config, convert, dataset, draw, engine as engine_command,
    family, format, games, gauntlet, learn, levels, man, matches, moves, new, perft, play as play_command,
    print as print_command, proof, puzzles, records, rules, saved, selfplay, serve, show, siege, site, solve, speed,
    study, tables, train,
};
use errors::{BadInput, FailureReport, FaultReport};
use quirkat_match::MatchError;
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// Play and study the games of the Alquerque family.
///
/// A game is given by its id, `alquerque`, with an optional variant, `alquerque:article`, and house rules, `alquerque
/// --rule capture=optional`; or by the path to a game file of your own.
#[derive(Debug, Parser)]
#[command(
    version = env!("QUIRKAT_VERSION"),
    override_usage = "quirkat [COMMAND]",
    after_help = "Without a command, `quirkat serve` runs, and on a desktop the browser opens: play there. `quirkat --no-open` \
        opens no browser.\n\nExamples:\n  \
        quirkat play alquerque                          play White against the engine\n  \
        quirkat play alquerque:article --black human    two people at this screen\n  \
        quirkat learn alquerque                         a lesson, task by task\n  \
        quirkat rules alquerque --lang es               the rules in Spanish\n  \
        quirkat show alquerque --rule middle=left       the board at the start\n  \
        quirkat best alquerque --time 5s --lines 3      the engine's three best lines\n  \
        quirkat annotate game.pdn -o judged.pdn         a game, reviewed move by move\n  \
        quirkat puzzles alquerque -o puzzles.pdn        positions with one good move\n  \
        quirkat draw alquerque -o board.png             a picture of the start\n  \
        quirkat print alquerque --counters -o game.pdf  a board and counters on paper\n  \
        quirkat perft alquerque 10                      count move sequences\n  \
        quirkat new mine                                write a game file of your own\n  \
        quirkat check mine.toml                         check a game file of your own\n\n\
        Exit codes: 0 success, 1 failure of a file or the terminal, 2 invalid arguments or an invalid file."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Games(games::Arguments),
    Board(board::Arguments),
    Rules(rules::Arguments),
    Family(family::Arguments),
    Show(show::Arguments),
    Draw(draw::Arguments),
    Print(print_command::Arguments),
    Moves(moves::Arguments),
    Perft(perft::Arguments),
    Best(best::Arguments),
    Engine(engine_command::Arguments),
    Annotate(annotate::Arguments),
    Records(records::Arguments),
    Convert(convert::Arguments),
    Puzzles(puzzles::Arguments),
    Match(matches::Arguments),
    Gauntlet(gauntlet::Arguments),
    Levels(levels::Arguments),
    Selfplay(selfplay::Arguments),
    Study(study::Arguments),
    Speed(speed::Arguments),
    Train(train::Arguments),
    Solve(solve::Arguments),
    Tables(tables::Arguments),
    Dataset(dataset::Arguments),
    Proof(proof::Arguments),
    Play(play_command::Arguments),
    Saved(saved::Arguments),
    Learn(learn::Arguments),
    Config(config::Arguments),
    New(new::Arguments),
    Check(check::Arguments),
    Format(format::Arguments),
    Serve(serve::Arguments),
    Site(site::Arguments),
    Siege(siege::Arguments),
    Backup(backup::Arguments),
    Restore(backup::RestoreArguments),
    Admin(admin::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

fn main() -> ExitCode {
    let command = match read(std::env::args_os().collect()) {
        Ok(Arguments { command }) => command,
        Err(error) => return failed(&error),
    };
    let result = match command {
        Command::Games(arguments) => games::run(&arguments),
        Command::Board(arguments) => board::run(&arguments),
        Command::Rules(arguments) => rules::run(&arguments),
        Command::Family(arguments) => family::run(&arguments),
        Command::Show(arguments) => show::run(&arguments),
        Command::Draw(arguments) => draw::run(&arguments),
        Command::Print(arguments) => print_command::run(&arguments),
        Command::Moves(arguments) => moves::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
        Command::Best(arguments) => best::run(&arguments),
        Command::Engine(arguments) => engine_command::run(&arguments),
        Command::Annotate(arguments) => annotate::run(&arguments),
        Command::Records(arguments) => records::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Puzzles(arguments) => puzzles::run(&arguments),
        Command::Match(arguments) => matches::run(&arguments),
        Command::Gauntlet(arguments) => gauntlet::run(&arguments),
        Command::Levels(arguments) => levels::run(&arguments),
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Study(arguments) => study::run(&arguments),
        Command::Speed(arguments) => speed::run(&arguments),
        Command::Train(arguments) => train::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Tables(arguments) => tables::run(&arguments),
        Command::Dataset(arguments) => dataset::run(&arguments),
        Command::Proof(arguments) => proof::run(&arguments),
        Command::Play(arguments) => play_command::run(arguments),
        Command::Saved(arguments) => saved::run(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Config(arguments) => config::run(&arguments),
        Command::New(arguments) => new::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Format(format::Arguments {}) => Ok(format::run()),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Site(arguments) => site::run(&arguments),
        Command::Siege(arguments) => siege::run(&arguments),
        Command::Backup(arguments) => backup::run(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Admin(arguments) => admin::run(&arguments),
        Command::Completions(arguments) => completions::run(&arguments, Arguments::command()),
        Command::Man(arguments) => man::run(&arguments, Arguments::command()),
    };
    let (result, code) = match result {
        Err(error) if error.is::<FaultReport>() => (Ok(error.to_string()), ExitCode::from(2)),
        Err(error) if error.is::<FailureReport>() => (Ok(error.to_string()), ExitCode::FAILURE),
        result => (result, ExitCode::SUCCESS),
    };
    match result.and_then(|text| print(&text)) {
        Ok(()) => code,
        Err(error) => failed(&error),
    }
}

/// Parses the command line. Without a command it runs `serve`, whose options may also come from the environment and a file.
/// Ends the program on invalid arguments, and after printing help.
fn read(mut arguments: Vec<OsString>) -> anyhow::Result<Arguments> {
    if let Some(words) = serve::bare(&arguments) {
        arguments = words;
    }
    let command = serve::settings::with_variables(Arguments::command());
    let arguments = serve::settings::completed(&command, arguments)?;
    let arguments = Arguments::from_arg_matches(&command.get_matches_from(arguments));
    Ok(arguments.unwrap_or_else(|error| error.exit()))
}

/// Prints an error and returns its exit code.
fn failed(error: &anyhow::Error) -> ExitCode {
    eprintln!("quirkat: {}", errors::message(&**error));
    let is_input = error.is::<BadInput>() || error.downcast_ref().is_some_and(MatchError::is_input);
    ExitCode::from(if is_input { 2 } else { 1 })
}

/// Prints a command's answer. A reader that closes the pipe early is no error.
fn print(text: &str) -> anyhow::Result<()> {
    let written = match output::is_data(text) {
        true => std::io::stdout().lock().write_all(text.as_bytes()),
        false => output::standard().write_all(text.as_bytes()),
    };
    match written.and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
