//! `quirkat speed`: speed of the rules of each game, compared with other programs.

mod against;

use super::progress::Progress;
use super::{counted, group_thousands, json_text, number, read_time, stop_on_interrupt};
use crate::errors::bad_input;
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::{AnyRules, PerftMode, game_ids};
use quirkat_search::{Random, Stop, random_games};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measure perft leaves and random games per second; Ctrl-C prints the result so far
#[derive(Debug, Args)]
#[command(
    after_help = "All measurements use one thread. Leaves: perft of the start, counting paths, with growing depth until a \
    count takes a third of --time. Random games: from the start to the end, at most 300 moves.\nThe references are speeds \
    of other programs on other machines: perft leaves per second of programs for one game, random games per second of \
    general systems.\nWith --against, both programs run perft, random games, a match of random players and a search in \
    turn, in ten games of all kinds unless games are named; the shortest processor times of all rounds are compared."
)]
pub struct Arguments {
    /// Only these games or variants
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// Approximate time of each measurement
    #[arg(long, default_value = "1s", value_parser = read_time)]
    time: Duration,
    /// Compare with another build of this program
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// Number of measurements of each program
    #[arg(long, default_value = "5", requires = "against", value_parser = number::<u32>(1..=1000))]
    rounds: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Speed of another program.
struct Reference {
    game: &'static str,
    leaves: Option<u64>,
    games: Option<u64>,
}

const fn reference(game: &'static str, leaves: Option<u64>, games: Option<u64>) -> Reference {
    Reference { game, leaves, games }
}

/// Speeds of other programs. Leaves: Scan 3.1's generator for international, on the machine of `docs/results/speed.md`, and kish for Turkish
/// draughts. Games: RBG's compiled games for English and international draughts, Ludii (games per second of processor
/// time) for the others.
const REFERENCES: &[Reference] = &[
    reference("alquerque:ludii_alfonso", None, Some(1_788)),
    reference("lasca", None, Some(1_996)),
    reference("bashni", None, Some(1_259)),
    reference("dama", Some(274_000_000), Some(1_129)),
    reference("international", Some(187_000_000), Some(5_330)),
    reference("english", None, Some(70_000)),
    reference("zamma", None, Some(204)),
    reference("kharbaga", None, Some(1_174)),
    reference("tuknanavuhpi", None, Some(495)),
    reference("peralikatuma", None, Some(404)),
    reference("awithlaknan-mosona", None, Some(1_200)),
    reference("fanorona", None, Some(1_613)),
    reference("fanorona:dimyand", None, Some(5_465)),
    reference("konane:six", None, Some(7_268)),
    reference("konane:eight", None, Some(3_122)),
    reference("konane", None, Some(1_469)),
    reference("dablot", None, Some(52)),
    reference("queah", None, Some(3_591)),
    reference("liebre:single", None, Some(7_550)),
    reference("bagh-chal", None, Some(7_121)),
    reference("alquerque-de-nueve:modern", None, Some(2_103)),
];

/// Results of one variant: leaves and random games per second, and the mean length of a random game in plies.
struct Speed {
    title: String,
    depth: u32,
    leaves: f64,
    games: f64,
    plies: f64,
}

/// Maximum length of a random game in plies.
const MAX_PLIES: u32 = 300;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { games: names, time, against, rounds, json } = arguments;
    let ruleset = |name: &String| GameArguments::new(name.clone(), vec![]).ruleset();
    if let Some(other) = against {
        names.iter().try_for_each(|name| ruleset(name).map(drop))?;
        return against::run(other, names, *rounds, *time, *json);
    }
    let names = if names.is_empty() {
        let variants = REFERENCES.iter().map(|reference| reference.game).filter(|game| game.contains(':'));
        game_ids().chain(variants).map(str::to_owned).collect()
    } else {
        names.clone()
    };
    let games = names.iter().map(|name| AnyRules::compile(ruleset(name)?).map_err(bad_input));
    let games = games.collect::<Result<Vec<_>, _>>()?;
    let stop = stop_on_interrupt()?;
    let (progress, mut rows) = (Progress::new("games", names.len() as u64, 0), Vec::new());
    for (name, rules) in names.iter().zip(&games) {
        let title = rules.ruleset().title();
        progress.set(rows.len() as u64, title.clone());
        let Some(speed) = measure(title, rules, *time, &stop)? else { break };
        rows.push((REFERENCES.iter().find(|reference| reference.game == name), speed));
    }
    drop(progress);
    if rows.len() < names.len() {
        eprintln!("quirkat: stopped after {} of {}", rows.len(), counted(names.len(), "game"));
    }
    if *json {
        return Ok(json_text(&Value::Array(rows.iter().map(row_json).collect())));
    }
    let heading = format!(
        "{:<32}{:>6}{:>15}{:>15}{:>11}{:>7}{:>11}{:>8}\n",
        "", "depth", "leaves a s", "reference", "games a s", "plies", "reference", "ratio"
    );
    Ok(rows.iter().fold(heading, |text, row| text + &row_text(row)))
}

/// Counts leaves with growing depth until a count takes more than a third of the time, then plays random games for this
/// time. Returns `None` when interrupted.
fn measure(title: String, rules: &AnyRules, time: Duration, stop: &Stop) -> anyhow::Result<Option<Speed>> {
    let start = rules.new_game();
    let (mut depth, mut leaves) = (1, 0.0);
    for next in 1..=60 {
        let began = Instant::now();
        let count = start.perft(next, PerftMode::Paths).map_err(bad_input)?;
        let seconds = began.elapsed().as_secs_f64();
        (depth, leaves) = (next, count as f64 / seconds.max(1e-9));
        if began.elapsed() * 3 > time || stop.is_stopped() {
            break;
        }
    }
    let (mut games, mut plies) = (0_u32, 0_u64);
    let began = Instant::now();
    random_games(rules, MAX_PLIES, &mut Random::with_seed(1), &mut |game| {
        // A random game that reaches a position with too many moves does not count, but its time does.
        if let Ok(game) = game {
            games += 1;
            plies += u64::from(game.plies);
        }
        began.elapsed() < time && !stop.is_stopped()
    });
    let seconds = began.elapsed().as_secs_f64();
    let (games, plies) = (f64::from(games) / seconds, plies as f64 / f64::from(games.max(1)));
    Ok((!stop.is_stopped()).then_some(Speed { title, depth, leaves, games, plies }))
}

fn row_text((reference, speed): &(Option<&Reference>, Speed)) -> String {
    let number = |figure: Option<u64>| figure.map_or_else(String::new, group_thousands);
    let games = reference.and_then(|reference| reference.games);
    let ratio = games.map_or_else(String::new, |games| format!("{:.1}", speed.games / games as f64));
    format!(
        "{:<32}{:>6}{:>15}{:>15}{:>11}{:>7.0}{:>11}{ratio:>8}\n",
        speed.title,
        speed.depth,
        group_thousands(speed.leaves as u64),
        number(reference.and_then(|reference| reference.leaves)),
        group_thousands(speed.games as u64),
        speed.plies,
        number(games),
    )
}

fn row_json((reference, speed): &(Option<&Reference>, Speed)) -> Value {
    json!({
        "game": speed.title,
        "depth": speed.depth,
        "leaves_a_second": speed.leaves,
        "reference_leaves_a_second": reference.and_then(|reference| reference.leaves),
        "games_a_second": speed.games,
        "mean_plies": speed.plies,
        "reference_games_a_second": reference.and_then(|reference| reference.games),
    })
}
