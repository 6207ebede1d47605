//! `quirkat annotate FILE`: reviews games move by move.

use super::library::TablesArgument;
use super::limits::LimitArguments;
use super::progress::Progress;
use super::{json_text, number};
use crate::errors::bad_input;
use crate::output;
use crate::source::records::{self, RecordArguments};
use anyhow::Context;
use clap::Args;
use quirkat_draw::svg::{self, ChanceCurve, Materials, Palette};
use quirkat_play::{annotate, numbered, summary, turn_comment};
use quirkat_rules::{AnyGame, Language, Pdn, PdnError};
use quirkat_search::{Engine, Review, ReviewLimits, Stop, TurnReview, Verdict};
use quirkat_wire as wire;
use std::path::{Path, PathBuf};

/// Review the games in a PDN file move by move: mistakes with the better line, accuracy, turning point
#[derive(Debug, Args)]
#[command(
    after_help = "A move is an inaccuracy (?!), a mistake (?) or a blunder (??) if it loses 10, 20 or 30 percent of the \
    expected score, in which a draw counts half; the only move that is no mistake gets a `!`.\n\n\
    Without --output, the annotated record is printed; with it, the mistakes and a summary. Comments by people stay; \
    earlier annotations are replaced. Games that cannot be replayed are named and left out. Where tables contain a position, the record gives the proved value of the move, and \
    --json that of each legal move.\n\n\
    Examples:\n  \
    quirkat annotate game.pdn --time 2s -o judged.pdn\n  \
    quirkat annotate game.pdn --nodes 100000 --curve curve.svg --json"
)]
pub struct Arguments {
    /// The record, with one or more games
    file: PathBuf,
    #[command(flatten)]
    records: RecordArguments,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    tables: TablesArgument,
    /// Number of better lines after a bad move
    #[arg(long, default_value = "1", value_parser = number::<u16>(1..=20))]
    lines: u16,
    /// Memory of the engine, in MiB
    #[arg(long, default_value = "64", value_parser = number::<u16>(1..=4096))]
    hash: u16,
    /// Write the annotated record to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Draw the winning chances of the first side, move by move, into this SVG file; several games get a file each:
    /// curve-1.svg, curve-2.svg
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game of the file with its review.
struct ReviewedGame {
    pdn: Pdn,
    game: AnyGame,
    review: Review,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    arguments.curve.as_deref().map(|path| output::extension(path, &["svg"])).transpose()?;
    [&arguments.output, &arguments.curve].into_iter().flatten().try_for_each(|path| output::check(path))?;
    arguments.records.check_game(Language::En)?;
    let games = read(&arguments.file, &arguments.records)?;
    let mut reviewed = Vec::with_capacity(games.len());
    let library = arguments.tables.open()?;
    let mut engine = Engine::new(usize::from(arguments.hash)).with_library(Some(library));
    let effort = ReviewLimits { limits: arguments.limits.limits(), lines: usize::from(arguments.lines) };
    let count = games.len();
    for (number, (pdn, game)) in (1..).zip(games) {
        let turns = game.history().len();
        let progress = Progress::new(&format!("moves of game {number} of {count}"), turns as u64, 0);
        let mut report = |left| progress.set((turns - left) as u64, String::new());
        let review = engine.review(&game, effort, &Stop::default(), &mut report).map_err(bad_input)?;
        let review = review.context("the review was stopped")?;
        reviewed.push(ReviewedGame { pdn, game, review });
    }
    let record = reviewed.iter().map(ReviewedGame::record).collect::<Vec<_>>().join("\n");
    if let Some(path) = &arguments.curve {
        for (number, game) in (1..).zip(&reviewed) {
            output::write(&curve_path(path, number, reviewed.len()), game.curve().as_bytes())?;
        }
    }
    if let Some(path) = &arguments.output {
        output::write(path, record.as_bytes())?;
    }
    Ok(match (arguments.json, &arguments.output) {
        (true, _) => {
            json_text(&reviewed.iter().map(|game| wire::Review::new(&game.game, &game.review)).collect::<Vec<_>>())
        }
        (false, Some(_)) => reviewed.iter().map(ReviewedGame::report).collect::<Vec<_>>().join("\n"),
        (false, None) => record,
    })
}

/// Reads the selected games of a file, or all of them, and replays them. Prints the errors of games that cannot be
/// replayed.
///
/// # Errors
/// When the file cannot be read, or no game can be replayed.
fn read(path: &Path, arguments: &RecordArguments) -> anyhow::Result<Vec<(Pdn, AnyGame)>> {
    let mut games = Vec::new();
    let mut errors = Vec::new();
    let all: &mut dyn Iterator<Item = _> = match arguments.number {
        Some(_) => &mut std::iter::once(arguments.select(path).map(|(entry, _)| entry)),
        None => &mut records::entries(path)?,
    };
    for entry in all {
        let mut entry = entry?;
        match arguments.replay(&mut entry, Language::En) {
            Ok((_, replay)) => games.push((entry.pdn, replay.game)),
            Err(error) => errors.push(records::in_file(path, &entry, &error)),
        }
    }
    if games.is_empty() {
        let empty = || bad_input(format!("{}: {}", path.display(), PdnError::Empty));
        return Err(errors.into_iter().next().unwrap_or_else(empty));
    }
    errors.iter().for_each(|error| eprintln!("quirkat: not reviewed: {error:#}"));
    Ok(games)
}

/// Returns the file for the chart of a game: `curve-2.svg` for the second of several.
fn curve_path(path: &Path, number: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.svg"))
}

impl ReviewedGame {
    fn record(&self) -> String {
        annotate(&self.pdn, &self.game, &self.review).to_string()
    }

    /// Returns the title of the game, its summary, and its bad moves and only good moves.
    fn report(&self) -> String {
        let mut report = self.title() + "\n";
        report.extend(summary(&self.game, &self.review).into_iter().map(|sentence| sentence + "\n"));
        for (ply, (turn, played)) in self.review.turns.iter().zip(self.game.history()).enumerate() {
            let Some((verdict, words)) = turn.verdict.zip(turn_comment(self.game.ruleset(), played, turn)) else {
                continue;
            };
            report += &format!("  {:<24} {words}\n", numbered(&self.game, ply) + verdict.sign());
        }
        report
    }

    /// Returns the players, where the record names them, and the game.
    fn title(&self) -> String {
        let title = self.game.ruleset().title();
        match (self.pdn.tag("White"), self.pdn.tag("Black")) {
            (Some(white), Some(black)) => format!("{white} – {black}, {title}"),
            _ => title,
        }
    }

    fn curve(&self) -> String {
        let sides = &self.game.ruleset().info.sides;
        let names = [&sides[0], &sides[1]].map(|side| side.name.get(Language::En));
        let sign = |(ply, turn): (usize, &TurnReview)| {
            let verdict = turn.verdict.filter(|verdict| *verdict >= Verdict::Mistake)?;
            Some((ply + 1, verdict.sign()))
        };
        let signs: Vec<_> = self.review.turns.iter().enumerate().filter_map(sign).collect();
        let expected: Vec<_> = self.review.positions.iter().map(|position| position.first.expected_score()).collect();
        svg::curve(
            &ChanceCurve {
                title: &format!("Winning chances of {}, move by move. {}", names[0], self.title()),
                description: &summary(&self.game, &self.review).join(" "),
                sides: names,
                expected: &expected,
                signs: &signs,
            },
            Palette::Fixed(Materials::default()),
        )
    }
}
