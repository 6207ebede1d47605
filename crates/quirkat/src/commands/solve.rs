//! `quirkat solve GAME`: values of all positions.

use super::all_endings;
use super::endings;
use super::folder::Folder;
use super::library::{TablesArgument, certain_in_lines, own_tables_of};
use super::progress::Progress;
use super::proof::{SMALL, most_down, prove_start, settle_start};
use super::spread::Part;
use super::{counted, game_words, group_thousands, json_text, number, read_threads, stop_on_interrupt};
use crate::errors::bad_input;
use crate::source::GameArguments;
use anyhow::ensure;
use clap::Args;
use indicatif::HumanBytes;
use quirkat_rules::{AnyRules, Ruleset, Side};
use quirkat_search::Library;
use quirkat_solve::{
    LawError, LayerKind, LayerSolver, LayerStage, LayerTable, MaterialLaw, MaterialTables, MaxDtw, MenLaw, MenTables,
    Metric, MillsSolver, PlacingSolver, SliceSolver, SliceTable, TableSource, Threshold, WdlCounts,
};
use quirkat_wire::{Slice, SliceCounts, Slices, SolvedCounts};
use std::collections::BTreeMap;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Solve positions: find the winner under perfect play
#[derive(Debug, Args)]
#[command(
    after_help = "Games in which men step, leap and capture at once are solved completely, on boards of up to 26 points. There \
    is a table file for each number of men of the first side, 1, 2 and so on, with any number of men of the other side. Where \
    a whole game is solved whose sides move alike, the tables contain only the wins of the first side: exchanging the sides \
    gives those of the second. After an interruption, the same command resumes; after a power cut, it resumes from the last \
    checkpoint, made every ten minutes. `quirkat tables` looks up positions.\n\n\
    With --distances N, the tables contain the number of plies to each win and loss under best play, for all positions with \
    up to N men in all: a file for each pair of numbers of men. A move with all its leaps is one ply. The other tables are \
    then made only with --men. `quirkat solve alquerque --distances 8` is enough for endgames: it takes a minute of two cores \
    and 40 MB of disk.\n\n\
    With --json, the command prints for each number of men of the side to move and of the other the number of positions won, \
    lost and drawn: {\"2,1\": [6868, 0, 32]}. With distances, two numbers follow: the plies of the longest win and of the \
    longest loss, null where there is none. With --start, it prints the value of the start and of each first move, as `tables \
    probe` does.\n\n\
    All other games are solved by material, where a position consists only of the pieces on the board, the pieces in hand and \
    the side to move: `quirkat solve english --distances 4`. There is a file for each material, such as \
    `ending-m1k1-k2.table`, a man and a king against two kings. --json prints the five numbers twice, for the first side to \
    move and for the second. With --wdl instead of --distances, the tables contain the winner without plies. That takes much \
    less time and memory, and solves hunts of a lone piece by many completely: `quirkat solve adugo.toml --wdl 15 --start`. \
    With all pieces of the start it solves games in which pieces are placed before they move: hunts such as `quirkat solve \
    bagh-chal --rule repetition=draw --wdl 24`, with a file for each number of placed pieces, and distances where all are \
    placed, and games of mills such as `quirkat solve alquerque-de-nueve --wdl 18`, with a file for each number of placed men \
    and of one side's men on the board.\n\n\
    With --start, such a game is searched from its start down to the endings of --distances, or without it to the ends of \
    games: `quirkat solve fanorona:dimyand --start`, `quirkat solve konane --rule size=6x6 --start`.\n\n\
    With --hosts, several processes solve endings together, each with its share of all positions in memory and on disk: \
    `quirkat solve english --distances 5 --hosts hosts.txt --process 1 --dir share1`, and likewise process 2. If a process \
    fails or is interrupted, the same commands resume with the first unfinished ending. `quirkat tables join share1 share2 \
    --dir english` makes the tables. Messages between the processes are neither encrypted nor signed: use a network that you \
    trust."
)]
pub struct Arguments {
    #[command(flatten)]
    game: Option<GameArguments>,
    /// Solve the endings of all games, those with the fewest pieces first, up to the limit of memory or of --distances
    #[arg(long, required_unless_present = "game", conflicts_with_all = ["game", "men", "wdl", "start", "json"])]
    all: bool,
    /// With --all: number of hours; the same command resumes the work
    #[arg(long, requires = "all", value_parser = read_hours)]
    pub(super) hours: Option<f64>,
    /// The folder of the tables, created if necessary; by default your own tables, which play, best, annotate, match,
    /// serve and engine use automatically
    #[arg(long, value_name = "FOLDER")]
    pub(super) dir: Option<PathBuf>,
    /// Solve all positions with up to this number of men of the first side [default: the number at the start, or none
    /// with --distances]
    #[arg(long, value_parser = number::<usize>(1..=25))]
    men: Option<usize>,
    /// Find the distances of all positions with up to this number of men in all; in games solved by material, up to
    /// this number of pieces, including pieces in hand
    #[arg(long, value_name = "MEN", value_parser = number::<usize>(2..=26))]
    pub(super) distances: Option<usize>,
    /// In games solved by material: find the values of all positions with up to this number of pieces without
    /// distances, in a quarter of the space or less
    #[arg(long, value_name = "PIECES", conflicts_with_all = ["distances", "men"], value_parser = number::<usize>(2..=26))]
    wdl: Option<usize>,
    /// Find the value of the start and of each first move: by tables that contain it, or by search down to the tables
    /// of --down, which alone are made unless --men is given; in games solved by material, down to --distances
    #[arg(long)]
    start: bool,
    /// Maximum men of the first side in the tables of a proof [default: 5, or all tables where they do not contain the
    /// start]
    #[arg(long, value_name = "MEN", requires = "start", value_parser = number::<usize>(1..=25))]
    down: Option<usize>,
    /// Write the proof to a file, for `quirkat proof check`
    #[arg(long, value_name = "FILE", requires = "start")]
    proof: Option<PathBuf>,
    /// Solve endings together with other processes, here or on other machines: a file with the address of each, such as
    /// `10.0.0.7:2101`, one per line. All run the same command, each with its own number and folder
    #[arg(long, value_name = "FILE", requires_all = ["process", "distances", "dir"], conflicts_with_all = ["all", "men", "wdl", "start", "json"])]
    hosts: Option<PathBuf>,
    /// With --hosts: line of this process in the file, from 1
    #[arg(long, value_name = "NUMBER", requires = "hosts", value_parser = number::<usize>(1..=256))]
    process: Option<usize>,
    /// Number of threads
    #[arg(long, default_value = "2", value_parser = read_threads)]
    pub(super) threads: usize,
    /// Maximum memory in GiB; larger tasks are refused at the start, and spare memory speeds up the work
    #[arg(long, default_value = "8", value_parser = number::<u64>(1..=4096))]
    pub(super) memory: u64,
    /// Start large work without asking: more than 1 GiB of memory or 1 GB of disk
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

pub(super) const GIB: u64 = 1 << 30;
/// Memory and disk beyond which work is started only on request.
const LARGE_MEMORY: u64 = GIB;
const LARGE_DISK: u64 = 1_000_000_000;

fn read_hours(text: &str) -> Result<f64, String> {
    let hours = text.parse().ok().filter(|hours| (0.0..=8760.0).contains(hours));
    hours.ok_or_else(|| format!("`{text}` is no number of hours; allowed: 0 to 8760, such as 0.5"))
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Some(game) = &arguments.game else { return all_endings::solve(arguments) };
    let ruleset = game.ruleset()?;
    let law = match MenLaw::of(&ruleset) {
        Ok(_) if arguments.hosts.is_some() => {
            let title = game_words(&ruleset);
            return Err(bad_input(format!(
                "{title} is solved set by set, by one process; allowed with --hosts: games solved by material"
            )));
        }
        Ok(_) if arguments.wdl.is_some() => {
            let title = game_words(&ruleset);
            return Err(bad_input(format!(
                "{title} is solved set by set, without distances anyway; allowed with --wdl: games solved by material"
            )));
        }
        Ok(law) => law,
        Err(error) => return solve_endings(arguments, &ruleset, &error),
    };
    let at_start = || if arguments.start { arguments.down.unwrap_or(SMALL) } else { ruleset.start.count(Side::First) };
    let men = arguments.men.unwrap_or_else(|| if arguments.distances.is_none() { at_start() } else { 0 });
    let (men, all) = (men.min(law.points - 1), arguments.distances.unwrap_or(0));
    // In a game solved completely whose sides move alike, wins are enough: a loss of one side is a win of the other side in
    // the position with exchanged sides.
    let is_all = Side::BOTH.into_iter().all(|side| ruleset.start.count(side) <= men);
    let kind = if is_all && law.exchange.is_some() { LayerKind::Wins } else { LayerKind::Wdl };
    let [layers, distances] =
        [LayerSolver::resources(&law, men, kind, arguments.threads), SliceSolver::resources(&law, all)];
    let (memory, disk) = (layers.memory.max(distances.memory), layers.disk + distances.disk);
    if memory > arguments.memory * GIB {
        let what = if layers.memory >= distances.memory {
            format!("tables for up to {men} men of the first side")
        } else {
            format!("distances for up to {all} men in all")
        };
        return Err(bad_input(format!(
            "{what} take {} of memory; allowed by --memory: {} GiB",
            HumanBytes(memory),
            arguments.memory
        )));
    }
    if let Some(proof) = arguments.proof.as_ref().filter(|proof| proof.exists()) {
        return Err(bad_input(format!("{} is there already; name another file", proof.display())));
    }
    let most = most_down(&law, &ruleset.start);
    if let Some(down) = arguments.down.filter(|&down| down > most && arguments.proof.is_some()) {
        return Err(bad_input(format!(
            "tables for up to {down} men of the first side contain the start and leave nothing to prove; allowed by --down: up to {most}"
        )));
    }
    let title = game_words(&ruleset);
    let path = &arguments.dir.clone().map_or_else(|| own_tables_of(&ruleset), Ok)?;
    eprintln!(
        "making the tables takes {} of memory, and at most {} of disk in {}",
        HumanBytes(memory),
        HumanBytes(disk),
        path.display()
    );
    let is_made = (1..=men).all(|first| kind.find(path, first).is_some())
        && SliceSolver::slices(&law, all).into_iter().all(|slice| SliceTable::path(path, slice).exists());
    confirm(memory, disk, arguments.yes || is_made)?;
    let _folder = Folder::open(path, "solution", &format!("quirkat solve {title}"))?;
    let interrupted = stop_on_interrupt()?;
    let work = Work {
        law: &law,
        title: &title,
        path,
        threads: arguments.threads,
        memory: arguments.memory * GIB,
        stop: &|| interrupted.is_stopped(),
    };
    let report = work.solve(men, kind)? + &work.find_distances(all)?;
    let tables = MenTables::open(law.clone(), path)?;
    if arguments.start {
        let proof = arguments.proof.as_deref();
        let start = prove_start(&ruleset, &tables, arguments.down, arguments.memory * GIB, work.stop, proof)?;
        return Ok(if arguments.json { json_text(&start.probed()) } else { report + &start.text() });
    }
    let solved = solved(&tables)?;
    if arguments.json {
        return Ok(json_text(&solved));
    }
    let with_longest = tables.slices().len() > 0;
    drop(tables);
    Ok(report + &in_lines(&solved, with_longest) + &verdict(&ruleset, path)?)
}

/// Asks on the terminal whether large work may begin.
///
/// # Errors
/// When it may not, or there is no terminal to ask on.
pub fn confirm(memory: u64, disk: u64, is_confirmed: bool) -> anyhow::Result<()> {
    if is_confirmed || (memory <= LARGE_MEMORY && disk <= LARGE_DISK) {
        return Ok(());
    }
    if !stdin().is_terminal() {
        return Err(bad_input("this is large work; allowed without a terminal to ask on: --yes"));
    }
    eprint!("Begin? y / n: ");
    let mut answer = String::new();
    stdin().read_line(&mut answer)?;
    let is_yes = ["y", "yes"].contains(&&*answer.trim().to_lowercase());
    ensure!(is_yes, "not begun");
    Ok(())
}

/// Returns the value of the start and of each first move, where the tables in a folder contain the start.
fn verdict(ruleset: &Ruleset, folder: &Path) -> anyhow::Result<String> {
    if !folder.exists() {
        return Ok(String::new());
    }
    let game = AnyRules::compile(ruleset.clone()).map_err(bad_input)?.new_game();
    let tables = TablesArgument { folder: Some(folder.to_owned()) }.open()?;
    let report = tables.report(&game).map_err(bad_input)?.filter(|report| report.position.is_some());
    let lines = report.map(|report| certain_in_lines(&game, &report));
    Ok(lines.map_or_else(String::new, |lines| format!("\nthe start: the side to move {lines}")))
}

/// Solves the endings of a game that cannot be solved completely, for the reason in `error`.
fn solve_endings(arguments: &Arguments, ruleset: &Ruleset, error: &LawError) -> anyhow::Result<String> {
    let law = Arc::new(MaterialLaw::of(ruleset).map_err(bad_input)?);
    let more = arguments.men.is_some() || arguments.down.is_some() || arguments.proof.is_some();
    let metric = if arguments.wdl.is_some() { Metric::Wdl } else { Metric::Dtw };
    let most = arguments.distances.or(arguments.wdl).or(arguments.start.then_some(0)).filter(|_| !more);
    let Some(most) = most else {
        let start = if law.endless_is_drawn() { "; --start searches from its start down to them" } else { "" };
        return Err(bad_input(format!(
            "{error}; its endings can be solved: give the maximum number of pieces with --distances or --wdl, without --men, --down and --proof{start}"
        )));
    };
    if law.signatures(most as u32).is_empty() && most > 0 {
        let title = game_words(ruleset);
        return Err(bad_input(format!("{title} has no endings with at most {most} pieces: a side always has more")));
    }
    let path = &arguments.dir.clone().map_or_else(|| own_tables_of(ruleset), Ok)?;
    let interrupted = stop_on_interrupt()?;
    if let (Some(hosts), Some(process)) = (&arguments.hosts, arguments.process) {
        let (threads, memory, is_confirmed) = (arguments.threads, arguments.memory * GIB, arguments.yes);
        return Part { ruleset, law, most, hosts, process, folder: path, threads, memory, is_confirmed }
            .run(interrupted);
    }
    let work = endings::Work {
        ruleset,
        law: &law,
        title: &game_words(ruleset),
        path,
        metric,
        threads: arguments.threads,
        memory: arguments.memory * GIB,
        is_confirmed: arguments.yes,
        stop: &|| interrupted.is_stopped(),
    };
    let [first, second] =
        Side::BOTH.map(|side| ruleset.start.count(side) + usize::from(ruleset.start.memory.hand[side.index()]));
    let has_levels = PlacingSolver::is_for(&law) || MillsSolver::is_for(&law);
    let report = match most {
        0 => String::new(),
        _ if arguments.wdl.is_some() && has_levels && most >= first + second => work.solve_levels()?,
        _ => work.solve(most)?,
    };
    let source = if path.exists() { TableSource::from(path) } else { TableSource::Embedded(&[]) };
    let mut tables = MaterialTables::open(Arc::clone(&law), source)?;
    if arguments.start {
        tables.load()?;
        let start = settle_start(ruleset, &tables, arguments.memory * GIB, work.stop)?;
        return Ok(if arguments.json { json_text(&start.probed()) } else { report + &start.text() });
    }
    let solved = endings::counts(&tables)?;
    if arguments.json {
        return Ok(json_text(&solved));
    }
    drop(tables);
    Ok(report + &endings::in_lines(&solved) + &verdict(ruleset, path)?)
}

/// Settings for making tables.
pub(super) struct Work<'a> {
    pub(super) law: &'a MenLaw,
    pub(super) title: &'a str,
    pub(super) path: &'a Path,
    pub(super) threads: usize,
    pub(super) memory: u64,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
}

impl Work<'_> {
    /// Makes the missing tables for `men` men of the first side, and returns the time of each.
    fn solve(&self, men: usize, kind: LayerKind) -> anyhow::Result<String> {
        let Work { law, title, path: folder, threads, memory, stop } = *self;
        let solver = LayerSolver { law, title, folder, threads, memory, stop };
        let (mut done, mut times): (Vec<LayerTable>, _) = (vec![], vec![]);
        for first in 1..=men {
            let existing = kind.find(folder, first);
            if existing.is_none() {
                let began = Instant::now();
                let table_progress = TableProgress::new(format!("{first} of {men} men"), "sets of men");
                let finished = solver.solve(first, kind, &done, &|progress| {
                    let stage = match progress.stage {
                        LayerStage::Captures => "captures".to_owned(),
                        LayerStage::Pass(pass) => format!("pass {pass}"),
                        LayerStage::Propagation(round) => format!("propagation, round {round}"),
                        LayerStage::Checkpoint => "checkpoint".to_owned(),
                        LayerStage::Writing => "writing".to_owned(),
                    };
                    let half = match progress.threshold {
                        Threshold::Win => "wins",
                        Threshold::Draw => "wins and draws",
                    };
                    table_progress.report(format!("{half}, {stage}"), progress.done, progress.of);
                })?;
                ensure!(finished.is_done(), "interrupted; the same command resumes");
                times.push((first.to_string(), began.elapsed()));
            }
            done.push(LayerTable::open(law, folder, first, existing.unwrap_or(kind))?);
        }
        Ok(timed("men of the first side, and the time to solve their positions", &times))
    }

    /// Makes the missing distance tables for up to `all` men, and returns the time of each.
    pub(super) fn find_distances(&self, all: usize) -> anyhow::Result<String> {
        let Work { law, title, path: folder, threads, stop, .. } = *self;
        let distances = SliceSolver { law, title, folder, threads, stop };
        let mut times = vec![];
        for (slice, before) in SliceSolver::slices(law, all).into_iter().zip(0..) {
            if !SliceTable::path(folder, slice).exists() {
                let began = Instant::now();
                let [first, second] = slice;
                let table_progress = TableProgress::new(format!("{first} against {second} men"), "positions");
                let finished = distances.solve(slice, &|progress| {
                    table_progress.report(format!("ply {}", progress.plies), progress.done, progress.positions);
                })?;
                ensure!(
                    finished.is_done(),
                    "interrupted; the same command resumes after {} of distances",
                    counted(before, "table")
                );
                times.push((format!("{first},{second}"), began.elapsed()));
            }
        }
        Ok(timed("men of the first side and of the second, and the time to find the distances", &times))
    }
}

/// Formats the times of the tables under a heading. Empty where no table was made.
pub fn timed(head: &str, times: &[(String, Duration)]) -> String {
    if times.is_empty() {
        return String::new();
    }
    let lines = times.iter().map(|(made, time)| format!("{made}: {:.1} s\n", time.as_secs_f64()));
    format!("{head}\n{}\n", lines.collect::<String>())
}

/// Progress of a table on the terminal.
pub struct TableProgress {
    table: String,
    things: &'static str,
    now: Mutex<Option<(String, Progress)>>,
}

impl TableProgress {
    /// Creates the progress of a table, without a line on the terminal yet.
    pub fn new(table: String, things: &'static str) -> TableProgress {
        TableProgress { table, things, now: Mutex::new(None) }
    }

    /// Reports the progress of a stage. Each stage has its own line.
    pub fn report(&self, stage: String, done: usize, of: usize) {
        let mut now = self.now.lock().expect("no thread panics");
        if now.as_ref().is_none_or(|(before, _)| *before != stage) {
            // The old line is cleared before the new one is drawn.
            *now = None;
            *now = Some((stage.clone(), Progress::new(self.things, of as u64, 0)));
        }
        if let Some((_, line)) = &*now {
            line.set(done as u64, format!("{}, {stage}", self.table));
        }
    }
}

/// Counts the values of all slices, and the longest distances where known.
pub fn solved(tables: &MenTables) -> anyhow::Result<SolvedCounts> {
    let progress = Progress::new("tables counted", (tables.layers().len() + tables.slices().len()) as u64, 0);
    let on_progress = |done: usize| progress.set(done as u64, String::new());
    let counts = |slices: &quirkat_solve::CountsBySlice, side: Side| -> anyhow::Result<Slices> {
        let longest = (tables.slices().len() > 0).then(|| tables.max_dtw(side)).transpose()?;
        Ok(counts(slices, longest.as_ref()))
    };
    match tables.count_both(&on_progress)? {
        Some(Ok(slices)) => Ok(SolvedCounts::Either(counts(&slices, Side::First)?)),
        Some(Err(found)) => anyhow::bail!("the tables contradict each other: {found:?}"),
        None => {
            let [first, second] = [tables.count(Side::First, &on_progress)?, tables.count(Side::Second, &on_progress)?];
            Ok(SolvedCounts::Each { first: counts(&first, Side::First)?, second: counts(&second, Side::Second)? })
        }
    }
}

fn counts(slices: &quirkat_solve::CountsBySlice, longest: Option<&BTreeMap<(usize, usize), MaxDtw>>) -> Slices {
    let counts = |(&(own, other), &WdlCounts { won, lost, drawn }): (&(usize, usize), &WdlCounts)| {
        let counts = match longest {
            None => SliceCounts::Results([won, lost, drawn]),
            Some(longest) => {
                let longest = longest.get(&(own, other)).copied().unwrap_or_default();
                SliceCounts::Distance(won, lost, drawn, longest.won, longest.lost)
            }
        };
        (Slice { own, other }, counts)
    };
    slices.iter().map(counts).collect()
}

/// Formats the counts.
fn in_lines(solved: &SolvedCounts, with_longest: bool) -> String {
    let line = |(&slice, &counts): (&Slice, &SliceCounts)| {
        let ([won, lost, drawn], longest) = counts.parts();
        let plies = |plies: Option<u32>| plies.map_or("-".to_owned(), |plies| group_thousands(plies.into()));
        let longest = longest.iter().filter(|_| with_longest).map(|&most| format!(" {:>12}", plies(most)));
        let longest = longest.collect::<String>();
        let [won, lost, drawn] = [won, lost, drawn].map(group_thousands);
        format!("{:>6} {won:>18} {lost:>18} {drawn:>18}{longest}\n", String::from(slice))
    };
    let head = format!("{:>6} {:>18} {:>18} {:>18}", "men", "won", "lost", "drawn");
    let longest = if with_longest { format!(" {:>12} {:>12}", "longest win", "longest loss") } else { String::new() };
    let lines = |slices: &Slices| format!("{head}{longest}\n") + &slices.iter().map(line).collect::<String>();
    let plies = if with_longest { ", and the plies of the longest win and loss" } else { "" };
    match solved {
        SolvedCounts::Either(slices) => {
            format!("men of the side to move and of the other side, and numbers of positions{plies}\n{}", lines(slices))
        }
        SolvedCounts::Each { first, second } => [("first", first), ("second", second)]
            .map(|(side, slices)| format!("the {side} side to move{plies}\n{}", lines(slices)))
            .join("\n"),
    }
}
