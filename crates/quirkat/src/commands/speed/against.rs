//! `quirkat speed --against OTHER`: compares this program with another build.
//!
//! Both run as child processes in turn, with the same arguments: workloads of about a second, measured in processor
//! time, so that other load on the machine affects both. Only commands and options that older builds know are used.

use super::super::progress::Progress;
use super::super::{counted, json_text, stop_on_interrupt};
use crate::errors::bad_input;
use anyhow::{Context, ensure};
use quirkat_search::Stop;
use serde_json::{Value, json};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Ten games of all kinds: men only, flying kings, two games of towers, captures by approach, a large board, captures
/// only, three ranks, a hunt with placing, and mills.
const GAMES: [&str; 10] = [
    "alquerque:walker",
    "international",
    "lasca",
    "buruj",
    "fanorona",
    "zamma",
    "konane",
    "dablot",
    "bagh-chal",
    "alquerque-de-nueve",
];

/// Kind of a workload.
#[derive(Clone, Copy)]
enum Task {
    /// Perft from the start to a depth.
    Perft,
    /// Random games for a number of milliseconds.
    Random,
    /// A match of random players with a number of pairs: games as the terminal and the server play them.
    Match,
    /// A search of the start to a depth.
    Search,
}

const TASKS: [Task; 4] = [Task::Perft, Task::Random, Task::Match, Task::Search];

impl Task {
    fn name(self) -> &'static str {
        match self {
            Task::Perft => "perft",
            Task::Random => "random",
            Task::Match => "match",
            Task::Search => "search",
        }
    }

    /// Returns the arguments for a workload.
    fn words(self, game: &str, size: u32) -> Vec<String> {
        let (size, milliseconds) = (&*size.to_string(), &*format!("{size}ms"));
        let words: &[&str] = match self {
            Task::Perft => &["perft", game, size, "--count", "paths", "--json"],
            Task::Random => &["speed", game, "--time", milliseconds, "--json"],
            Task::Match => &["match", game, "--a", "random", "--b", "random", "--openings", size, "--json"],
            Task::Search => &["best", game, "--depth", size, "--hash", "16", "--json"],
        };
        words.iter().map(|&word| word.to_owned()).collect()
    }

    /// Returns the smallest workload for this time limit.
    fn smallest(self, time: Duration) -> u32 {
        if matches!(self, Task::Random) { time.as_millis() as u32 } else { 1 }
    }

    /// Returns the next larger workload, if there is one.
    fn larger(self, size: u32) -> Option<u32> {
        match self {
            Task::Perft => Some(size + 1).filter(|&depth| depth <= 60),
            Task::Random => None,
            Task::Match => Some(2 * size).filter(|&openings| openings <= 100_000),
            Task::Search => Some(size + 1).filter(|&depth| depth <= 100),
        }
    }

    /// Returns the result that two builds of the same rules must share, if the answer contains it.
    fn result(self, answer: &Value) -> Option<Value> {
        match self {
            Task::Perft | Task::Search => answer.get("nodes").cloned(),
            // Older builds name this field differently.
            Task::Match => answer.get("meanPlies").or_else(|| answer.get("mean_plies")).cloned(),
            Task::Random => None,
        }
    }
}

/// A workload with the processor times of each round: this program's, then the other's.
struct Work {
    task: Task,
    size: u32,
    times: [Vec<f64>; 2],
    /// Whether both had the same result in every round.
    same: bool,
}

impl Work {
    /// Returns this program's time divided by the other's.
    fn ratio(&self) -> f64 {
        let [this, other] = &self.times;
        shortest(this) / shortest(other)
    }
}

pub fn run(other: &Path, games: &[String], rounds: u32, time: Duration, as_json: bool) -> anyhow::Result<String> {
    let programs = [env::current_exe().context("cannot find this program")?, other.to_owned()];
    check_is_quirkat(other)?;
    let games = if games.is_empty() { GAMES.map(str::to_owned).to_vec() } else { games.to_vec() };
    let stop = stop_on_interrupt()?;
    let progress = Progress::new("games prepared", games.len() as u64, 0);
    let mut rows = Vec::new();
    for game in games {
        progress.set(rows.len() as u64, game.clone());
        let works = TASKS.iter().map(|&task| fitting(&programs, task, &game, time)).collect::<Result<Vec<_>, _>>()?;
        rows.push((game, works));
        ensure!(!stop.is_stopped(), "stopped before the first round was complete");
    }
    drop(progress);
    let a_round = (rows.len() * TASKS.len()) as u64;
    let progress = Progress::new("measurements", a_round * u64::from(rounds), 0);
    let (mut done, mut measured) = (0, 0);
    while done < rounds
        && run_round(&programs, &mut rows, done + 1, &stop, &mut |game| {
            progress.set(measured, game.to_owned());
            measured += 1;
        })?
    {
        done += 1;
    }
    drop(progress);
    if done < rounds {
        ensure!(done > 0, "stopped before the first round was complete");
        eprintln!("quirkat: stopped after {done} of {}", counted(rounds, "round"));
        rows.iter_mut().flat_map(|(_, works)| works).for_each(|work| work.keep(done));
    }
    Ok(if as_json { rows_json(&rows, done) } else { rows_text(&rows) })
}

/// Runs every workload once. Returns `false` when interrupted.
fn run_round(
    programs: &[PathBuf; 2],
    rows: &mut [Row],
    round: u32,
    stop: &Stop,
    on_work: &mut dyn FnMut(&str),
) -> anyhow::Result<bool> {
    for (game, works) in rows {
        for work in works {
            on_work(game);
            work.run(programs, game, round)?;
            if stop.is_stopped() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

fn check_is_quirkat(program: &Path) -> anyhow::Result<()> {
    let Output { status, stdout, .. } = output(program, &["--version".to_owned()])?;
    if status.success() && stdout.starts_with(b"quirkat ") {
        return Ok(());
    }
    let version = String::from_utf8_lossy(&stdout);
    let version = version.lines().next().unwrap_or_default();
    Err(bad_input(format!("{} is not Quirkat: `--version` prints `{version}`", program.display())))
}

fn output(program: &Path, words: &[String]) -> anyhow::Result<Output> {
    let mut command = Command::new(program);
    // Ctrl-C goes to this program only. The measured programs run to their ends.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let output = command.args(words).stdin(Stdio::null()).output();
    output.with_context(|| format!("cannot run {}", program.display()))
}

/// Runs a program to its end. Returns its processor time in seconds (for random games, per game) and its result.
fn measure(program: &Path, task: Task, game: &str, size: u32) -> anyhow::Result<(f64, Option<Value>)> {
    let words = task.words(game, size);
    let (began, before) = (Instant::now(), children_time()?);
    let Output { status, stdout, stderr } = output(program, &words)?;
    let mut seconds = (children_time()? - before).as_secs_f64();
    let named = || format!("{} {}", program.display(), words.join(" "));
    ensure!(status.success(), "{} fails: {}", named(), String::from_utf8_lossy(&stderr).trim());
    let answer: Value = serde_json::from_slice(&stdout).with_context(|| format!("{} printed no JSON", named()))?;
    if matches!(task, Task::Random) {
        // The program reports games per second of wall time. Their product is the number of games, so that the result is
        // processor time per game.
        let games = answer[0]["games_a_second"].as_f64();
        seconds /=
            games.with_context(|| format!("{} reports no games per second", named()))? * began.elapsed().as_secs_f64();
    }
    Ok((seconds, task.result(&answer)))
}

/// Returns the workload for which the slower program takes about this time.
fn fitting(programs: &[PathBuf; 2], task: Task, game: &str, time: Duration) -> anyhow::Result<Work> {
    let target = time.as_secs_f64();
    let (mut size, mut smaller) = (task.smallest(time), None);
    loop {
        let times = programs.iter().map(|program| Ok(measure(program, task, game, size)?.0));
        let seconds = times.collect::<anyhow::Result<Vec<_>>>()?.into_iter().fold(0.0, f64::max);
        let larger = task.larger(size).filter(|_| seconds < target);
        let Some(larger) = larger else {
            let nearer = smaller.filter(|&(_, before)| target / before < seconds / target);
            let size = nearer.map_or(size, |(smaller, _)| smaller);
            return Ok(Work { task, size, times: [vec![], vec![]], same: true });
        };
        smaller = Some((size, seconds));
        size = larger;
    }
}

impl Work {
    /// Runs the workload once in both programs. The order alternates between rounds.
    fn run(&mut self, programs: &[PathBuf; 2], game: &str, round: u32) -> anyhow::Result<()> {
        let order = if round.is_multiple_of(2) { [1, 0] } else { [0, 1] };
        let mut results = [None, None];
        for number in order {
            let (seconds, result) = measure(&programs[number], self.task, game, self.size)?;
            self.times[number].push(seconds);
            results[number] = result;
        }
        let [this, other] = results;
        self.same &= this.is_none() || other.is_none() || this == other;
        Ok(())
    }

    /// Drops the measurements after the given number of rounds.
    fn keep(&mut self, rounds: u32) {
        self.times.iter_mut().for_each(|times| times.truncate(rounds as usize));
    }
}

/// Returns the processor time of all child processes that have ended.
#[cfg(unix)]
fn children_time() -> anyhow::Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).context("cannot read the processor's time")?;
    let time = usage.user_time() + usage.system_time();
    Ok(Duration::from_micros(time.num_microseconds().unsigned_abs()))
}

/// Returns the wall time, on systems that do not report the time of child processes.
#[cfg(not(unix))]
fn children_time() -> anyhow::Result<Duration> {
    use std::sync::LazyLock;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    Ok(BEGAN.elapsed())
}

/// Returns the shortest time. The work is the same in every round, and other load of the machine only adds to its time.
fn shortest(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}

type Row = (String, Vec<Work>);

/// Returns the geometric mean of the ratios of a task.
fn mean(rows: &[Row], task: usize) -> f64 {
    let logarithms = rows.iter().map(|(_, works)| works[task].ratio().ln());
    (logarithms.sum::<f64>() / rows.len() as f64).exp()
}

fn rows_text(rows: &[Row]) -> String {
    let mut text =
        "Time of this program divided by the time of the other: below 1, this program is faster.\n\n".to_owned();
    text += &format!("{:<32}", "");
    TASKS.iter().for_each(|task| text += &format!("{:>10} ", task.name()));
    for (game, works) in rows {
        text += &format!("\n{game:<32}");
        works.iter().for_each(|work| text += &format!("{:>10.3}{}", work.ratio(), if work.same { ' ' } else { '*' }));
    }
    text += &format!("\n{:<32}", "geometric mean");
    (0..TASKS.len()).for_each(|task| text += &format!("{:>10.3} ", mean(rows, task)));
    text += "\n";
    if rows.iter().flat_map(|(_, works)| works).any(|work| !work.same) {
        text += "\n* The results differ: the programs play by different rules, or search differently.\n";
    }
    text
}

fn rows_json(rows: &[Row], rounds: u32) -> String {
    let games = rows.iter().map(|(game, works)| {
        let mut row = json!({ "game": game });
        for work in works {
            let [this, other] = &work.times;
            row[work.task.name()] = json!({
                "size": work.size,
                "seconds": this,
                "seconds_of_other": other,
                "ratio": work.ratio(),
                "same": work.same,
            });
        }
        row
    });
    let means: serde_json::Map<_, _> =
        TASKS.iter().enumerate().map(|(number, task)| (task.name().to_owned(), json!(mean(rows, number)))).collect();
    json_text(&json!({ "rounds": rounds, "games": games.collect::<Vec<_>>(), "means": means }))
}
