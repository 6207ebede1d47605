//! `quirkat tables`: lookup and verification of tables.

use super::folder::Folder;
use super::library::{TablesArgument, certain_in_lines, own_tables};
use super::progress::Progress;
use super::table_files::{info, list, list_shipped};
use super::{counted, game_words, group_thousands, json_text, number, read_threads, solution_list, stop_on_interrupt};
use crate::errors::{FaultReport, bad_input, message};
use crate::source::{GameArguments, PositionArguments};
use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, ValueEnum};
use fastrand::Rng;
use quirkat_endings::into_probe;
use quirkat_rules::{Anatomy, AnyRules, GameValue, Language, Ruleset, Setup, Wdl, write_fen};
use quirkat_search::TableReport;
use quirkat_solve::{AnyLaw, AnyTables, JoinError, Shares, TableError, TableFault, VerificationReport, Verifier};
use quirkat_wire::{self as wire, ProbeResult, Subject, TableSample};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

/// Look up, list and verify tables made by `quirkat solve`
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// List the tables of a folder
    List {
        /// The folder, or one with subfolders; by default that of your own tables
        dir: Option<PathBuf>,
        /// List the shipped tables instead
        #[arg(long, conflicts_with = "dir")]
        shipped: bool,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Describe a table: its kind, game, sources and size
    Info {
        /// The file
        file: PathBuf,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Print the value of a position and of each move, best first, with distances where the tables have them
    Probe {
        #[command(flatten)]
        game: GameArguments,
        #[command(flatten)]
        position: PositionArguments,
        /// The folder of the tables, if they are not your own
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Compare random or all positions with their successors, by the rules of the game
    Verify {
        #[command(flatten)]
        game: GameArguments,
        /// The folder of the tables, if they are not your own
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// Number of positions
        #[arg(long, default_value = "100000", value_parser = number::<u64>(1..=1_000_000_000_000))]
        positions: u64,
        /// Random seed
        #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
        seed: u64,
        /// All positions of the tables, once per symmetry; distances are read into memory
        #[arg(long, conflicts_with_all = ["positions", "seed"])]
        all: bool,
        /// Number of threads
        #[arg(long, default_value = "2", value_parser = read_threads)]
        threads: usize,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Summarise the tables of a game as CSV: game, rules, maximum of pieces, positions won, lost and drawn for the
    /// side to move, longest game, files, bytes and checksum
    Cite {
        #[command(flatten)]
        which: solution_list::Which,
        /// Print BibTeX entries instead
        #[arg(long)]
        bibtex: bool,
    },
    /// Count won, lost and drawn positions by material, as CSV
    Counts {
        #[command(flatten)]
        which: solution_list::Which,
    },
    /// Join the shares of several processes to the same tables that one process makes
    Join {
        /// The folders of the shares
        #[arg(required = true, value_name = "FOLDER")]
        shares: Vec<PathBuf>,
        /// The folder of the tables, created if necessary
        #[arg(long, value_name = "FOLDER")]
        dir: PathBuf,
    },
    /// Draw random positions
    Random {
        #[command(flatten)]
        game: GameArguments,
        /// The folder of the tables, if they are not your own
        #[arg(long, value_name = "FOLDER")]
        dir: Option<PathBuf>,
        /// Only positions that the side to move wins, loses or draws
        #[arg(long, value_enum)]
        value: Option<Value>,
        /// Only positions with this number of men in all (`8`), or of the side to move and of the other (`5,3`)
        #[arg(long)]
        men: Option<Men>,
        /// Only positions won or lost in this number of plies, by distance tables; all of them if there are fewer than
        /// --count
        #[arg(long)]
        plies: Option<u32>,
        /// Number of positions
        #[arg(long, default_value = "1", value_parser = number::<usize>(1..=1_000_000))]
        count: usize,
        /// Random seed
        #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
        seed: u64,
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Value {
    Win,
    Draw,
    Loss,
}

impl Value {
    pub fn of(wdl: Wdl) -> Value {
        match wdl {
            Wdl::Win => Value::Win,
            Wdl::Draw => Value::Draw,
            Wdl::Loss => Value::Loss,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    match &arguments.task {
        Task::List { shipped: true, json, .. } => Ok(list_shipped(*json)),
        Task::List { dir, json, .. } => match dir.clone().map_or_else(own_tables, Ok)? {
            own if dir.is_none() && !own.is_dir() => Err(bad_input(
                "you have no tables of your own: `quirkat solve` makes some; --shipped lists the shipped ones",
            )),
            dir => list(&dir, *json),
        },
        Task::Probe { game, position, dir, json } => probe(game, position, dir.as_deref(), *json),
        Task::Info { file, json } => info(file, *json),
        Task::Verify { game, dir, positions, seed, all, threads, json } => {
            let task = Verification { positions: (!all).then_some(*positions), seed: *seed, threads: *threads };
            verify_tables(game, dir.as_deref(), task, *json)
        }
        Task::Cite { which, bibtex } => solution_list::cite(which, *bibtex),
        Task::Counts { which } => solution_list::counts(which),
        Task::Join { shares, dir } => join(shares, dir),
        Task::Random { game, dir, value, men, plies, count, seed, json } => {
            let filter = Filter { value: *value, men: *men, plies: *plies };
            random(game, dir.as_deref(), &filter, Sampling { count: *count, seed: *seed }, *json)
        }
    }
}

/// Returns the rules of a game and its tables. Without any table it is an error.
fn open(game: &GameArguments, dir: Option<&Path>) -> anyhow::Result<(AnyRules, AnyTables)> {
    let ruleset = game.ruleset()?;
    let law = AnyLaw::of(&ruleset).map_err(bad_input)?;
    let tables = match dir {
        Some(dir) => Some(AnyTables::open(law, dir)?).filter(|tables| !tables.is_empty()),
        None => {
            let warn = &mut |error| eprintln!("quirkat: {}; it is skipped", message(&error));
            TablesArgument::default().which().catalog(warn)?.tables(&law)?
        }
    };
    let nothing = || {
        let place = dir.map_or_else(|| format!("of {}", game_words(&ruleset)), |dir| format!("in {}", dir.display()));
        bad_input(format!("no tables {place}; make some with `quirkat solve`"))
    };
    let tables = tables.ok_or_else(nothing)?;
    Ok((AnyRules::compile(ruleset).map_err(bad_input)?, tables))
}

/// Joins the shares of a table set.
fn join(shares: &[PathBuf], dir: &Path) -> anyhow::Result<String> {
    let shares = Shares::open(shares).map_err(not_joined)?;
    let _folder = Folder::open(dir, "solution", &format!("quirkat solve {}", shares.title()))?;
    let endings = shares.join(dir).map_err(not_joined)?;
    Ok(format!("{} of {} in {}\n", counted(endings, "ending"), shares.title(), dir.display()))
}

fn not_joined(error: JoinError) -> anyhow::Error {
    match error {
        JoinError::Table(error) => error.into(),
        wrong => bad_input(wrong),
    }
}

fn probe(game: &GameArguments, position: &PositionArguments, dir: Option<&Path>, json: bool) -> anyhow::Result<String> {
    let (_, tables) = open(game, dir)?;
    let game = game.game(position)?;
    let fault: Arc<Mutex<Option<String>>> = Arc::default();
    let found = Arc::clone(&fault);
    let warn = move |error: &TableError| *found.lock().unwrap_or_else(PoisonError::into_inner) = Some(message(error));
    let certain = TableReport::new(&game, &*into_probe(tables, Arc::new(warn))).map_err(bad_input)?;
    if let Some(fault) = fault.lock().unwrap_or_else(PoisonError::into_inner).take() {
        bail!(fault);
    }
    Ok(if json { json_text(&ProbeResult::new(&game, &certain)) } else { certain_in_lines(&game, &certain) })
}

/// Formats a value: `win in 13 plies`, `draw`.
fn words(verdict: GameValue) -> String {
    let value = Value::of(verdict.wdl).word();
    verdict.dtw.map_or(value.to_owned(), |dtw| format!("{value} in {}", counted(dtw.plies(), "ply")))
}

/// Settings of a verification. It compares all positions where no number is given.
struct Verification {
    positions: Option<u64>,
    seed: u64,
    threads: usize,
}

fn verify_tables(game: &GameArguments, dir: Option<&Path>, task: Verification, json: bool) -> anyhow::Result<String> {
    let Verification { positions, seed, threads } = task;
    let (rules, mut tables) = open(game, dir)?;
    if positions.is_none() {
        tables.load_distances()?;
    }
    let tables = &tables;
    let positions = positions.unwrap_or(u64::MAX).min(tables.positions());
    let interrupted = stop_on_interrupt()?;
    let progress = Progress::new("positions", positions, 0);
    let (stop, on_progress) = (|| interrupted.is_stopped(), |done| progress.set(done, String::new()));
    let result = Verifier { tables, positions, seed, threads, stop: &stop, on_progress: &on_progress }.run(&rules)?;
    drop(progress);
    if json {
        let report = json_text(&verified_as_json(&rules.ruleset(), &result));
        return if result.faults.is_empty() { Ok(report) } else { Err(FaultReport(report).into()) };
    }
    let count = counted(group_thousands(result.positions), "position");
    if result.faults.is_empty() {
        return Ok(format!("{count}, no fault\n"));
    }
    let ruleset = rules.ruleset();
    let fault = |fault: &TableFault| {
        let [stored, derived] = [fault.stored, fault.derived].map(words);
        format!("{}: the table says {stored}, its successors say {derived}\n", write_fen(&ruleset, &fault.position))
    };
    let faults: String = result.faults.iter().map(fault).collect();
    Err(FaultReport(format!("{count}, with faults:\n{faults}")).into())
}

/// Returns the result of a verification as JSON.
fn verified_as_json(ruleset: &Ruleset, result: &VerificationReport) -> wire::TableVerification {
    let contradiction = |fault: &TableFault| {
        let [found, follows] = [fault.stored, fault.derived].map(|verdict| verdict.into());
        wire::TableContradiction {
            position: wire::Position::new(ruleset, &ruleset.start, &fault.position),
            found,
            follows,
        }
    };
    wire::TableVerification { positions: result.positions, faults: result.faults.iter().map(contradiction).collect() }
}

/// Number of men in a position.
#[derive(Clone, Copy, Debug)]
enum Men {
    All(u32),
    /// Men of the side to move, and of the other side.
    Each([u32; 2]),
}

impl Men {
    fn fits(self, position: &Anatomy) -> bool {
        let (material, to_move) = (position.material(), position.to_move);
        let own_first = [to_move, to_move.other()].map(|side| material.of_side(side));
        match self {
            Men::All(all) => own_first[0] + own_first[1] == all,
            Men::Each(each) => own_first == each,
        }
    }
}

impl FromStr for Men {
    type Err = String;

    fn from_str(text: &str) -> Result<Men, String> {
        match text.split_once(',') {
            None => number(2..=26)(text).map(Men::All),
            Some((own, other)) => Ok(Men::Each([number(1..=25)(own)?, number(1..=25)(other)?])),
        }
    }
}

/// Conditions on random positions.
struct Filter {
    value: Option<Value>,
    men: Option<Men>,
    plies: Option<u32>,
}

impl Filter {
    fn fits(&self, tables: &AnyTables, position: &Anatomy) -> Result<bool, TableError> {
        Ok(self.men.is_none_or(|men| men.fits(position))
            && match self.value {
                None => true,
                Some(value) => tables.probe(position)?.map(|verdict| Value::of(verdict.wdl)) == Some(value),
            })
    }

    /// Returns `count` random positions with this distance, or all where there are fewer. Visits every position of the
    /// tables, because such positions can be too rare for random sampling.
    fn sample_at_distance(
        &self,
        tables: &AnyTables,
        plies: u32,
        count: usize,
        rng: &mut Rng,
    ) -> anyhow::Result<Vec<Anatomy>> {
        let (mut sample, mut matching, mut error) = (vec![], 0, None);
        tables.each_at_distance(plies, &mut |position| match self.fits(tables, &position) {
            Ok(false) => {}
            Ok(true) => {
                // Reservoir sampling: each position is in the sample with the same probability.
                matching += 1;
                if sample.len() < count {
                    sample.push(position);
                } else if let Some(other) = sample.get_mut(rng.usize(0..matching)) {
                    *other = position;
                }
            }
            Err(found) => error = Some(found),
        })?;
        error.map_or(Ok(()), Err)?;
        ensure!(!sample.is_empty(), "no such position has a distance of {}", counted(plies, "ply"));
        Ok(sample)
    }

    /// Returns `count` random positions.
    fn sample(&self, tables: &AnyTables, count: usize, rng: &mut Rng) -> anyhow::Result<Vec<Anatomy>> {
        /// Maximum number of draws per position.
        const MAX_DRAWS: usize = 200_000;
        let mut next = || {
            let mut sampled = (0..MAX_DRAWS).filter_map(|_| tables.sample(rng));
            let fits = |position: Anatomy| self.fits(tables, &position).map(|fits| fits.then_some(position));
            let next = sampled.find_map(|position| fits(position).transpose()).transpose()?;
            next.with_context(|| format!("no such position among {MAX_DRAWS} random ones"))
        };
        (0..count).map(|_| next()).collect()
    }
}

/// Number of random positions, and the seed.
struct Sampling {
    count: usize,
    seed: u64,
}

fn random(
    game: &GameArguments,
    dir: Option<&Path>,
    filter: &Filter,
    Sampling { count, seed }: Sampling,
    json: bool,
) -> anyhow::Result<String> {
    let (rules, tables) = open(game, dir)?;
    let ruleset = rules.ruleset();
    let mut rng = Rng::with_seed(seed);
    let found = match filter.plies {
        Some(plies) => filter.sample_at_distance(&tables, plies, count, &mut rng)?,
        None => filter.sample(&tables, count, &mut rng)?,
    };
    let setup = |position: &Anatomy| {
        let mut setup = Setup::empty(&ruleset.board);
        position.put(&mut setup);
        setup
    };
    if json {
        let sampled = |position: Anatomy| {
            let game = rules.game(Some(&setup(&position))).map_err(bad_input)?;
            let verdict = tables.probe(&position)?.context("the tables contain a sampled position")?;
            Ok(TableSample { subject: Subject::new(&game, Language::En), worth: verdict.into() })
        };
        return Ok(json_text(&found.into_iter().map(sampled).collect::<anyhow::Result<Vec<_>>>()?));
    }
    Ok(found.into_iter().map(|position| write_fen(&ruleset, &setup(&position)) + "\n").collect())
}
