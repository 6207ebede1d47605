//! `quirkat solve GAME`: what is true of every position.

use super::folder::Folder;
use super::progress::Progress;
use super::{counted, game_words, json_text, number, read_threads, stop_on_interrupt, thousands};
use crate::bad_input;
use crate::source::GameArguments;
use anyhow::ensure;
use clap::Args;
use quirkat_rules::Side;
use quirkat_solve::{Count, DoneLayer, Law, Slices, Stage, Tables, Whole};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Find what is true of every position: who wins, if both play as well as can be
#[derive(Debug, Args)]
#[command(
    after_help = "Games of men that step, leap and take at once can be solved, on boards of up to 26 points. Tables are made for \
    1, 2 and so on men of the first side, whatever the other side has; each is a file, and the same command goes on where it was \
    broken off. Look into them with `quirkat tables`.\n\n\
    With --json it prints for each number of men of the side to move and of the other how many placements are won, lost and \
    drawn: {\"2,1\": [6868, 0, 32]}."
)]
pub struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    /// The folder of the tables; made if it is not there
    #[arg(long, value_name = "FOLDER")]
    dir: PathBuf,
    /// Solve all positions in which the first side has at most so many men; without it, as many as it begins with
    #[arg(long, value_parser = number::<usize>(1..=25))]
    men: Option<usize>,
    /// How many threads work
    #[arg(long, default_value = "2", value_parser = read_threads)]
    threads: usize,
    /// The memory that may be used, in GiB; more is refused before anything is done
    #[arg(long, default_value = "8", value_parser = number::<u64>(1..=4096))]
    memory: u64,
    /// Print the counts as JSON
    #[arg(long)]
    json: bool,
}

const GIB: u64 = 1 << 30;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let ruleset = arguments.game.ruleset()?;
    let law = Law::of(&ruleset).map_err(bad_input)?;
    let men = arguments.men.unwrap_or_else(|| ruleset.start.count(Side::First)).min(law.points - 1);
    let (memory, disk) = Whole::needs(&law, men, arguments.threads);
    if memory > arguments.memory * GIB {
        return Err(bad_input(format!(
            "tables for up to {men} men of the first side take {:.1} GiB of memory; allowed by --memory: {} GiB",
            memory as f64 / GIB as f64,
            arguments.memory
        )));
    }
    let title = game_words(&ruleset);
    let _folder = Folder::open(&arguments.dir, "solution", &format!("quirkat solve {title}"))?;
    eprintln!(
        "the tables take {:.1} GiB of memory while they are made, and at most {:.1} GiB in {}",
        memory as f64 / GIB as f64,
        disk as f64 / GIB as f64,
        arguments.dir.display()
    );
    let interrupted = stop_on_interrupt()?;
    let path = &arguments.dir;
    let whole = Whole {
        law: &law,
        title: &title,
        folder: path,
        threads: arguments.threads,
        stop: &|| interrupted.is_stopped(),
    };
    let mut done: Vec<DoneLayer> = vec![];
    let mut told = String::new();
    for first in 1..=men {
        if !DoneLayer::path(path, first).exists() {
            let began = Instant::now();
            let shown = Shown::new(first, men);
            let finished = whole.layer(first, &done, &|progress| shown.tell(progress))?;
            drop(shown);
            ensure!(finished, "broken off; the same command goes on after {}", counted(first - 1, "table"));
            told += &format!("{first}: {}\n", seconds(began.elapsed()));
        }
        done.push(DoneLayer::open(&law, path, first)?);
    }
    let tables = Tables::open(law, path)?;
    let (slices, kind) = slices(&tables)?;
    if arguments.json {
        return Ok(json_text(&slices));
    }
    if !told.is_empty() {
        told.insert_str(0, "men of the first side, and the time that it took to solve what they can be in\n");
        told += "\n";
    }
    Ok(told + &table(&slices, kind))
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// The progress of a layer on the terminal.
struct Shown {
    men: usize,
    of: usize,
    now: Mutex<(Option<Stage>, Option<Progress>)>,
}

impl Shown {
    fn new(men: usize, of: usize) -> Shown {
        Shown { men, of, now: Mutex::new((None, None)) }
    }

    fn tell(&self, progress: quirkat_solve::Progress) {
        let mut now = self.now.lock().expect("no thread panics");
        if now.0 != Some(progress.stage) {
            *now = (Some(progress.stage), Some(Progress::new("sets of men", progress.of as u64, 0)));
        }
        let stage = match progress.stage {
            Stage::Captures => "captures".to_owned(),
            Stage::Pass(pass) => format!("pass {pass}"),
            Stage::Writing => "writing".to_owned(),
        };
        if let Some(line) = &now.1 {
            line.tell(progress.done as u64, format!("{} of {} men, {stage}", self.men, self.of));
        }
    }
}

/// How the counts of a game are told apart: for either side to move, where each moves as the other does, or for each.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Either,
    Each,
}

/// The counts of all slices as JSON: by slice, or by the side to move and slice.
pub fn slices(tables: &Tables) -> anyhow::Result<(Value, Kind)> {
    let progress = Progress::new("tables counted", tables.layers().len() as u64, 0);
    let mut tell = |first: usize| progress.tell(first as u64 - 1, String::new());
    match tables.count_either(&mut tell)? {
        Some(Ok(slices)) => Ok((slices_json(&slices), Kind::Either)),
        Some(Err(found)) => anyhow::bail!("the tables contradict each other: {found:?}"),
        None => {
            let [first, second] = [tables.count(Side::First, &mut tell)?, tables.count(Side::Second, &mut tell)?];
            Ok((json!({ "first": slices_json(&first), "second": slices_json(&second) }), Kind::Each))
        }
    }
}

fn slices_json(slices: &Slices) -> Value {
    let entry = |(&(own, other), count): (&(usize, usize), &Count)| {
        (format!("{own},{other}"), json!([count.won, count.lost, count.drawn]))
    };
    Value::Object(slices.iter().map(entry).collect::<Map<_, _>>())
}

/// The counts as lines for people.
fn table(slices: &Value, kind: Kind) -> String {
    let lines = |slices: &Value| {
        let of_slice = |(slice, counts): (&String, &Value)| {
            let count = |at: usize| thousands(counts[at].as_u64().unwrap_or_default());
            format!("{slice:>6} {:>18} {:>18} {:>18}\n", count(0), count(1), count(2))
        };
        let head = format!("{:>6} {:>18} {:>18} {:>18}\n", "men", "won", "lost", "drawn");
        head + &slices.as_object().into_iter().flatten().map(of_slice).collect::<String>()
    };
    match kind {
        Kind::Either => {
            "men of the side to move, of the other side, and how many placements it\n".to_owned() + &lines(slices)
        }
        Kind::Each => {
            ["first", "second"].map(|side| format!("the {side} side to move\n{}", lines(&slices[side]))).join("\n")
        }
    }
}
