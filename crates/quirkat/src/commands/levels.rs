//! `quirkat levels`: skills that make levels of equal steps, for each game.

use super::folder::Folder;
use super::matches::job::MatchJob;
use super::matches::settings::Settings;
use super::{number, read_threads, stop_on_interrupt};
use crate::output::write;
use crate::source::GameArguments;
use anyhow::ensure;
use clap::Args;
use quirkat_match::{ANY_BALANCE, MatchResult, PlayerSpec, elo};
use quirkat_search::{Skill, Stop};
use std::path::PathBuf;
use std::time::Duration;

/// Measure the value of a skill step in a game, and derive its levels
#[derive(Debug, Args)]
#[command(after_help = "\
    Skill 11 is the engine with 40,000 nodes per move, which stands for level 10. Lower skills search less deeply, overlook \
    moves and misjudge positions. Each whole skill plays a match against the next lower one: games begin with two random \
    moves, and a game of more than 250 moves is drawn. Level 1 is skill 2 if the steps from there to level 10 are from 110 \
    to 170 Elo each; otherwise it is a lower skill, or a higher one up to 4.\n\n\
    The folder keeps all games: the same command resumes after an interruption. FOLDER/levels.csv has a row for each named \
    game, in the format of the engine's levels.csv.")]
pub struct Arguments {
    /// The games
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// Number of openings per pair of skills; each is played twice, with sides changed
    #[arg(long, default_value = "50", value_parser = number::<u32>(1..=100_000))]
    openings: u32,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// Number of games at once [default: the number of processors]
    #[arg(long, value_parser = read_threads)]
    threads: Option<usize>,
    /// The folder of the matches; created if necessary
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
}

/// Number of whole skills.
const SKILLS: usize = Skill::BEST.tenths() as usize / 10 + 1;

/// Header of `levels.csv`.
const HEADER: &str = "game,1,2,3,4,5,6,7,8,9,made by\n";

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { games, openings, seed, into, .. } = arguments;
    let pairs: Vec<_> = (1..SKILLS).map(|skill| pair(skill, arguments)).collect();
    let ladder = |game: &String| {
        let game = GameArguments::new(game.clone(), vec![]);
        pairs.iter().map(|settings| MatchJob::new(settings, &game)).collect::<Result<Vec<_>, _>>()
    };
    let ladders = games.iter().map(ladder).collect::<Result<Vec<_>, _>>()?;
    let plan = format!("--openings {openings} --seed {seed}");
    let folder = Folder::open(into, "ladder", &format!("quirkat levels {plan}"))?;
    let interrupted = stop_on_interrupt()?;
    let (mut text, mut rows) = (String::new(), HEADER.to_owned());
    for ladder in &ladders {
        let Some(elos) = climb(ladder, &folder, &interrupted)? else { break };
        let ruleset = ladder[0].ruleset();
        let title = ruleset.title();
        let skills = levels(&elos).map(|skill| skill.to_string());
        let steps: Vec<_> = elos.windows(2).map(|pair| format!("{:+.0}", pair[1] - pair[0])).collect();
        let (steps, levels) = (steps.join(" "), skills.join(" "));
        text += &format!("{title}\n  Elo from skill to skill, from 0: {steps}\n  levels 1 to 9: {levels}\n");
        rows += &format!("{},{},quirkat levels {title} {plan}\n", ruleset.game, skills.join(","));
        write(&folder.file("levels.csv"), rows.as_bytes())?;
    }
    ensure!(!text.is_empty(), "interrupted before the first game was measured; the same command resumes");
    Ok(text)
}

/// Returns the match of a whole skill against the one below it.
fn pair(skill: usize, arguments: &Arguments) -> Settings {
    let player = |skill| Skill::from_tenths(10 * skill as u8).map(PlayerSpec::Skill).expect("it is on the scale");
    Settings {
        a: player(skill),
        b: player(skill - 1),
        openings: Some(arguments.openings),
        from: None,
        plies: Some(2),
        // The shipped levels were measured with this balance.
        balance: Some(ANY_BALANCE),
        time: Duration::MAX,
        // More nodes than any skill uses, so that the clock has no effect.
        nodes: Some(1_000_000_000),
        longest: 250,
        sprt: None,
        seed: arguments.seed,
        tables: Default::default(),
        threads: arguments.threads,
    }
}

/// Plays the matches of a game, and returns the Elo of each whole skill above the lowest, or `None` when interrupted.
fn climb(ladder: &[MatchJob], folder: &Folder, interrupted: &Stop) -> anyhow::Result<Option<[f64; SKILLS]>> {
    let mut elos = [0.0; SKILLS];
    for (below, job) in ladder.iter().enumerate() {
        let name = format!("{}-{}", job.folder_name(), below + 1);
        let MatchResult { tally, is_complete, .. } = job.run(job.in_folder(&folder.file(&name))?, interrupted)?;
        if !is_complete {
            return Ok(None);
        }
        elos[below + 1] = elos[below] + elo_step(elo::score(&tally.pairs).0);
    }
    Ok(Some(elos))
}

/// Converts a score to Elo, limited to the range that the number of games supports, and at least a minimum so that
/// skills are ordered.
fn elo_step(score: f64) -> f64 {
    const MIN_STEP: f64 = 5.0;
    elo::elo(score.clamp(0.02, 0.98)).max(MIN_STEP)
}

/// Returns the skills of the levels below the best, at equal Elo steps. `elos` are the Elo ratings of the whole skills.
fn levels(elos: &[f64; SKILLS]) -> [Skill; Skill::LEVELS] {
    /// Minimum and maximum of the Elo step between levels.
    const STEPS: (f64, f64) = (110.0, 170.0);
    let best = elos[SKILLS - 1];
    // Elo step if level 1 has this whole skill: usually 2, and at most 4.
    let step_from = |skill: usize| (best - elos[skill]) / Skill::LEVELS as f64;
    let step = step_from(2).clamp(STEPS.0, STEPS.1).clamp(step_from(4), step_from(0));
    std::array::from_fn(|place| {
        let elo = best - step * (Skill::LEVELS - place) as f64;
        let above = elos.iter().position(|&other| other > elo).unwrap_or(SKILLS - 1).max(1);
        let (low, high) = (elos[above - 1], elos[above]);
        let place = (above - 1) as f64 + ((elo - low) / (high - low)).clamp(0.0, 1.0);
        Skill::from_tenths((10.0 * place).round() as u8).expect("it is on the scale")
    })
}
