//! `quirkat gauntlet`: the same match in many games, as for the tables of the documentation.

use super::folder::Folder;
use super::matches::job::MatchJob;
use super::matches::report::{self, elo_text, failures_text, sprt_text};
use super::matches::settings::{HELP, Settings};
use super::{json_text, stop_on_interrupt};
use crate::output::write;
use crate::source::GameArguments;
use clap::Args;
use quirkat_rules::games;
use quirkat_wire::Match;
use std::path::PathBuf;

/// Play the same match in every game, and print a table of the results
#[derive(Debug, Args)]
#[command(after_help = format!(
    "{HELP}\n\nEverything is kept in the folder, each match in a folder of its own: the same command goes on after a break. \
    FOLDER/table.md is the table in Markdown. Each level against the one below it is a gauntlet a level: \
    `quirkat gauntlet --a engine:3 --b engine:2 --into levels/3`."
))]
pub struct Arguments {
    /// Only this game or variant; may be repeated [default: every game, and the variants that differ from it as games]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    #[command(flatten)]
    settings: Settings,
    /// The folder of the matches; created if necessary
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Variants that play differently from their game: another board, other moves, or dice.
const VARIANTS: [&str; 15] = [
    "alquerque:article",
    "alquerque:ludii_alfonso",
    "bashni:michaelsen",
    "buruj:free",
    "zamma:srand",
    "zamma:crand",
    "fanorona:vela",
    "fanorona:dimyand",
    "fanorona:telo_align",
    "konane:six",
    "konane:eight",
    "liebre:single",
    "alquerque-de-tres:moving",
    "alquerque-de-nueve:modern",
    "alquerque-de-nueve:dados",
];

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    let Arguments { games: names, settings, into, json } = arguments;
    let names = if names.is_empty() { all_games() } else { names.clone() };
    let job = |game| MatchJob::new(settings, &GameArguments::new(game, vec![]));
    let jobs = names.into_iter().map(job).collect::<Result<Vec<_>, _>>()?;
    let plan = format!("quirkat gauntlet {}", settings.plan());
    let folder = Folder::open(into, "gauntlet", &plan)?;
    let interrupted = stop_on_interrupt()?;
    let mut results = vec![];
    for job in jobs {
        let result = job.run(job.in_folder(&folder.file(&job.folder_name()))?, &interrupted)?;
        results.extend(report::report(settings, job.ruleset(), &result));
        write(&folder.file("table.md"), table(&plan, settings, &results).as_bytes())?;
        if interrupted.is_stopped() {
            break;
        }
    }
    Ok(if *json { json_text(&results) } else { table(&plan, settings, &results) })
}

/// Returns every game, each followed by its variants that play differently.
fn all_games() -> Vec<String> {
    let variants = |game: &str| {
        let of_game = move |variant: &&&str| variant.split_once(':').is_some_and(|(owner, _)| owner == game);
        VARIANTS.iter().filter(of_game).map(|&variant| variant.to_owned()).collect::<Vec<_>>()
    };
    games().flat_map(|game| [vec![game.id.clone()], variants(&game.id)].concat()).collect()
}

/// Returns the table in Markdown: settings, a row per game, and failures.
fn table(plan: &str, settings: &Settings, results: &[Match]) -> String {
    let Settings { a, b, .. } = settings;
    let mut text = format!(
        "The score of `{a}` against `{b}`, with two standard errors: `{plan}`.\n\n\
         | game | games | won | drawn | lost | broken off | score | Elo | first side | second side |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n"
    );
    let mut notes = String::new();
    for result in results {
        let Match { game, tally, .. } = result;
        text += &format!(
            "| {game} | {} | {} | {} | {} | {} | {:.1} % ± {:.1} | {} | {:.1} % | {:.1} % |\n",
            tally.games,
            tally.won,
            tally.drawn,
            tally.lost,
            tally.broken_off,
            result.score_percent,
            result.error_percent,
            elo_text(result),
            result.as_first.score_percent,
            result.as_second.score_percent,
        );
        let stopped = (!result.complete).then(|| "stopped before its end".to_owned());
        let failed = [("A", &result.failures_of_a), ("B", &result.failures_of_b)]
            .into_iter()
            .filter_map(|(player, failures)| Some(format!("{player} {}", failures_text(failures)?)));
        let sprt = result.sprt.as_ref().map(sprt_text);
        stopped.into_iter().chain(sprt).chain(failed).for_each(|note| notes += &format!("- {game}: {note}\n"));
    }
    if notes.is_empty() { text } else { format!("{text}\n{notes}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_every_game_and_its_further_variants_once() {
        let names = all_games();
        let found = |game: String| GameArguments::new(game, vec![]).ruleset().unwrap().title();
        let titles: std::collections::BTreeSet<_> = names.iter().cloned().map(found).collect();
        assert_eq!((titles.len(), names.len()), (names.len(), games().len() + VARIANTS.len()));
    }
}
