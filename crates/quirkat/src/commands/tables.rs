//! `quirkat tables`: tables that `quirkat solve` made, looked into.

use super::library::certain_in_lines;
use super::progress::Progress;
use super::{counted, json_text, number, stop_on_interrupt, thousands};
use crate::source::{GameArguments, PositionArguments};
use crate::{Refused, bad_input};
use anyhow::{Context, bail};
use clap::{Args, Subcommand, ValueEnum};
use quirkat_play::as_probe;
use quirkat_rules::{AnyRules, write_fen};
use quirkat_search::Certain;
use quirkat_solve::{Fault, Law, Placement, TableError, TableFile, Tables, Worth, verify};
use quirkat_wire::Probed;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Look into tables that `quirkat solve` has made
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the tables of a folder
    List {
        /// The folder
        dir: PathBuf,
    },
    /// Say what a position is worth, and each turn of it
    Probe {
        #[command(flatten)]
        game: GameArguments,
        #[command(flatten)]
        position: PositionArguments,
        /// The folder of the tables
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Hold positions drawn by chance against those that follow them, by the rules of the game
    Verify {
        #[command(flatten)]
        game: GameArguments,
        /// The folder of the tables
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
        /// How many positions
        #[arg(long, default_value = "100000", value_parser = number::<u64>(1..=1_000_000_000_000))]
        positions: u64,
        /// The number from which chance is drawn
        #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
        seed: u64,
    },
    /// Draw positions by chance
    Random {
        #[command(flatten)]
        game: GameArguments,
        /// The folder of the tables
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
        /// Only positions that the side to move wins, loses or draws
        #[arg(long, value_enum)]
        value: Option<Value>,
        /// Only positions with so many men in all
        #[arg(long, value_parser = number::<u32>(2..=26))]
        men: Option<u32>,
        /// How many positions
        #[arg(long, default_value = "1", value_parser = number::<usize>(1..=1_000_000))]
        count: usize,
        /// The number from which chance is drawn
        #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
        seed: u64,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Value {
    Win,
    Draw,
    Loss,
}

impl Value {
    fn of(worth: Worth) -> Value {
        match worth {
            Worth::Won => Value::Win,
            Worth::Drawn => Value::Draw,
            Worth::Lost => Value::Loss,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    match &arguments.task {
        Task::List { dir } => list(dir),
        Task::Probe { game, position, dir, json } => probe(game, position, dir, *json),
        Task::Verify { game, dir, positions, seed } => verify_tables(game, dir, *positions, *seed),
        Task::Random { game, dir, value, men, count, seed } => random(game, dir, *value, *men, *count, *seed),
    }
}

fn list(dir: &Path) -> anyhow::Result<String> {
    let entries = fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))?;
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "table"));
    files.sort_unstable();
    let mut told = String::new();
    for file in files {
        let name = file.file_name().unwrap_or_default().display().to_string();
        let told_of = |table: TableFile| {
            let (game, men) = (table.line("game")?, table.line("first men")?);
            Ok::<_, TableError>(format!("{game}, {men} men of the first side, {} bytes", thousands(table.length())))
        };
        let found = TableFile::open(&file).and_then(told_of).unwrap_or_else(|error| error.to_string());
        told += &format!("{name}  {found}\n");
    }
    Ok(if told.is_empty() { format!("no tables in {}\n", dir.display()) } else { told })
}

/// The rules of a game and its tables, of which there must be one at least.
fn open(game: &GameArguments, dir: &Path) -> anyhow::Result<(AnyRules, Tables)> {
    let ruleset = game.ruleset()?;
    let tables = Tables::open(Law::of(&ruleset).map_err(bad_input)?, dir)?;
    if tables.layers().is_empty() {
        return Err(bad_input(format!("no tables in {}; make some with `quirkat solve`", dir.display())));
    }
    Ok((AnyRules::compile(ruleset).map_err(bad_input)?, tables))
}

fn probe(game: &GameArguments, position: &PositionArguments, dir: &Path, json: bool) -> anyhow::Result<String> {
    let (_, tables) = open(game, dir)?;
    let game = game.game(position)?;
    let fault: Arc<Mutex<Option<String>>> = Arc::default();
    let found = Arc::clone(&fault);
    let warn =
        move |error: &TableError| *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
    let certain = Certain::of(&game, &*as_probe(tables, Arc::new(warn))).map_err(bad_input)?;
    if let Some(fault) = fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bail!(fault);
    }
    Ok(if json { json_text(&Probed::new(&game, &certain)) } else { certain_in_lines(&game, &certain) })
}

fn verify_tables(game: &GameArguments, dir: &Path, positions: u64, seed: u64) -> anyhow::Result<String> {
    let (rules, tables) = open(game, dir)?;
    let interrupted = stop_on_interrupt()?;
    let progress = Progress::new("positions", positions, 0);
    let verified = verify(&rules, &tables, positions, seed, &|| interrupted.is_stopped(), &mut |done| {
        progress.tell(done, String::new())
    })?;
    drop(progress);
    let looked = counted(thousands(verified.positions), "position");
    if verified.faults.is_empty() {
        return Ok(format!("{looked}, no fault\n"));
    }
    let ruleset = rules.ruleset();
    let fault = |fault: &Fault| {
        let [found, follows] = [fault.found, fault.follows].map(|worth| Value::of(worth).word());
        format!("{}: the table says {found}, what follows it says {follows}\n", write_fen(&ruleset, &fault.position))
    };
    let faults: String = verified.faults.iter().map(fault).collect();
    Err(Refused(format!("{looked}, and what cannot be true:\n{faults}")).into())
}

fn random(
    game: &GameArguments,
    dir: &Path,
    value: Option<Value>,
    men: Option<u32>,
    count: usize,
    seed: u64,
) -> anyhow::Result<String> {
    /// So many positions are drawn for each that is asked for, and then there are none to be found.
    const MOST_DRAWN: usize = 200_000;
    let (rules, tables) = open(game, dir)?;
    let ruleset = rules.ruleset();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut found = String::new();
    for _ in 0..count {
        let mut drawn = (0..MOST_DRAWN).filter_map(|_| tables.draw(&mut rng));
        let fits = |placement: &Placement| -> anyhow::Result<bool> {
            let all = placement.men[0].count_ones() + placement.men[1].count_ones();
            Ok(men.is_none_or(|men| men == all)
                && match value {
                    None => true,
                    Some(value) => tables.worth(*placement)?.map(Value::of) == Some(value),
                })
        };
        let next = drawn.find_map(|placement| fits(&placement).map(|fits| fits.then_some(placement)).transpose());
        let next = next.transpose()?.with_context(|| format!("no such position among {MOST_DRAWN} drawn by chance"))?;
        found += &write_fen(&ruleset, &next.setup(ruleset.board.len()));
        found += "\n";
    }
    Ok(found)
}
