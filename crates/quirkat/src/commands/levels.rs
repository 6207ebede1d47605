//! `quirkat levels`: what skills make levels of equal steps, game by game.

use super::folder::Folder;
use super::matches::contest::{Contest, Ended};
use super::matches::contestant::Contestant;
use super::matches::elo;
use super::matches::settings::Settings;
use super::{number, read_threads, stop_on_interrupt};
use crate::bad_input;
use crate::output::write;
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::AnyRules;
use quirkat_search::{Skill, Stop};
use std::path::PathBuf;
use std::time::Duration;

/// Measure what a step on the scale of skill is worth in a game, and what its levels should be
#[derive(Debug, Args)]
#[command(after_help = "\
    Skill 11 is the engine in 40,000 positions a turn, which stands for level 10; below it the engine looks less far, overlooks \
    turns and misjudges positions. Each whole skill plays against the one below it: two random turns to begin with, games of \
    more than 250 turns drawn. Level 1 is skill 2, if the steps from there to level 10 can be from 110 to 170 Elo; else it is \
    less, or more, but not more than 4.\n\n\
    All games are kept in the folder, and the same command goes on after a break. FOLDER/levels.csv is a row a game, as they \
    stand in the engine's levels.csv.")]
pub struct Arguments {
    /// The games
    #[arg(value_name = "GAME", required = true)]
    games: Vec<String>,
    /// How many openings two skills play; each is played twice, with the sides changed
    #[arg(long, default_value = "50", value_parser = number::<u32>(1..=100_000))]
    openings: u32,
    /// The number from which chance is drawn
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// How many games are played at once [default: as many as there are processors]
    #[arg(long, value_parser = read_threads)]
    threads: Option<usize>,
    /// The folder of the matches; made if it is not there
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
}

/// The whole skills.
const SKILLS: usize = Skill::BEST.tenths() as usize / 10 + 1;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { games, openings, seed, into, .. } = arguments;
    let all = games.iter().map(|game| rules(game)).collect::<Result<Vec<_>, _>>()?;
    let plan = format!("--openings {openings} --seed {seed}");
    let folder = Folder::open(into, "measurement of levels", &format!("quirkat levels {plan}"))?;
    let interrupted = stop_on_interrupt()?;
    let (mut text, mut rows) = (String::new(), HEADER.to_owned());
    for rules in &all {
        let game = &rules.ruleset().game;
        let Some(elos) = scale(arguments, rules, &folder, &interrupted)? else { break };
        let skills = levels(&elos);
        let steps: Vec<_> = elos.windows(2).map(|pair| format!("{:+.0}", pair[1] - pair[0])).collect();
        let skills = skills.map(|skill| skill.to_string());
        text += &format!(
            "{game}\n  Elo from skill to skill, from 0: {}\n  levels 1 to 9: {}\n",
            steps.join(" "),
            skills.join(" ")
        );
        rows += &format!("{game},{},quirkat levels {game} {plan}\n", skills.join(","));
        write(&folder.file("levels.csv"), rows.as_bytes())?;
    }
    Ok(text)
}

/// The first row of the file.
const HEADER: &str = "game,1,2,3,4,5,6,7,8,9,made by\n";

fn rules(game: &str) -> anyhow::Result<AnyRules> {
    let (_, ruleset) = GameArguments { game: game.to_owned(), rules: vec![] }.resolve()?;
    AnyRules::compile(ruleset).map_err(bad_input)
}

/// How strong each whole skill is in a game, in Elo above the lowest; `None` if it is told to stop.
fn scale(
    arguments: &Arguments,
    rules: &AnyRules,
    folder: &Folder,
    interrupted: &Stop,
) -> anyhow::Result<Option<[f64; SKILLS]>> {
    let mut elos = [0.0; SKILLS];
    for skill in 1..SKILLS {
        let player = |skill| Skill::of_tenths(10 * skill as u8).map(Contestant::Skill).expect("it is on the scale");
        let settings = Settings {
            a: player(skill),
            b: player(skill - 1),
            openings: Some(arguments.openings),
            from: None,
            plies: Some(2),
            time: Duration::MAX,
            // More than any skill looks at: nothing is left to the clock.
            nodes: Some(1_000_000_000),
            longest: 250,
            sprt: None,
            seed: arguments.seed,
            tables: Default::default(),
            threads: arguments.threads,
        };
        let contest = Contest::new(&settings, rules.clone(), None)?;
        let name = format!("{}-{skill}", contest.ruleset().title().replace(':', "-"));
        let Ended { tally, complete } = contest.run(contest.in_folder(&folder.file(&name))?, interrupted)?;
        if !complete {
            return Ok(None);
        }
        elos[skill] = elos[skill - 1] + worth(elo::score(&tally.pairs).0);
    }
    Ok(Some(elos))
}

/// What a score is worth in Elo: never more than so few games can say, and never nothing, so that more skill is stronger.
fn worth(score: f64) -> f64 {
    const LEAST: f64 = 5.0;
    elo::elo(score.clamp(0.02, 0.98)).max(LEAST)
}

/// The skills of levels 1 to 9: as far from one another as level 10 is from them, the last whole skill.
fn levels(elos: &[f64; SKILLS]) -> [Skill; 9] {
    /// What a step between levels should be at least, and at most.
    const STEPS: (f64, f64) = (110.0, 170.0);
    let best = elos[SKILLS - 1];
    let usual = (best - elos[2]) / 9.0;
    let step = usual.clamp(STEPS.0, STEPS.1).clamp((best - elos[4]) / 9.0, best / 9.0);
    let skill = |level: usize| {
        let elo = best - step * (10 - level) as f64;
        let above = elos.iter().position(|&worth| worth > elo).unwrap_or(SKILLS - 1).max(1);
        let (low, high) = (elos[above - 1], elos[above]);
        let place = (above - 1) as f64 + ((elo - low) / (high - low)).clamp(0.0, 1.0);
        Skill::of_tenths((10.0 * place).round() as u8).expect("it is on the scale")
    };
    std::array::from_fn(|level| skill(level + 1))
}
