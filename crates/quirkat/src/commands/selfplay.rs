//! `quirkat selfplay`: the engine against itself in every game, with a check of every move.

use super::{json_text, number};
use crate::errors::bad_input;
use crate::output;
use crate::source::{GameArguments, Source};
use anyhow::ensure;
use clap::Args;
use quirkat_match::{BROKEN_OFF, opening};
use quirkat_play::Openings;
use quirkat_rules::{AnyGame, AnyRules, Pdn, Ruleset, Side, games};
use quirkat_search::{Engine, Level, Limits, Random, Stop};
use quirkat_wire::{self as wire, Selfplay};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Play whole games of the engine against itself, and check every move
#[derive(Debug, Args)]
#[command(
    after_help = "Without a game, all games are played: --games times the default variant of each, --further times each \
    further variant.\nEvery move is compared with the legal moves, and every game is written as a record and replayed."
)]
pub struct Arguments {
    /// Only this game or variant: `lasca`, `buruj:free`
    pub game: Option<String>,
    /// A house rule; may be repeated; only with a game
    #[arg(long = "rule", value_name = "KEY=VALUE", requires = "game")]
    pub rules: Vec<String>,
    /// Number of games of each default variant, or of the named variant
    #[arg(long, default_value = "100", value_parser = number::<u32>(1..=100_000))]
    games: u32,
    /// Number of games of each further variant
    #[arg(long, default_value = "10", value_parser = number::<u32>(0..=100_000))]
    further: u32,
    /// Nodes per move
    #[arg(long, default_value = "300", value_parser = number::<u64>(1..=1_000_000_000))]
    nodes: u64,
    /// Number of random moves at the start of a game
    #[arg(long, default_value = "2", value_parser = number::<u32>(0..=100))]
    plies: u32,
    /// Stop a game after this number of moves
    #[arg(long, default_value = "5000", value_parser = number::<u32>(1..=10_000))]
    longest: u32,
    /// Random seed
    #[arg(long, default_value = "1", value_parser = number(0..=u64::MAX))]
    seed: u64,
    /// Write how often each opening move was played, and with which results, to a file for each game in this folder
    #[arg(long, value_name = "FOLDER")]
    openings: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Results of one variant.
#[derive(Default)]
struct Tally {
    /// Wins of the first side, draws, wins of the second side, unfinished games.
    results: [u32; 4],
    plies: u64,
    reasons: BTreeMap<&'static str, u32>,
    openings: Openings,
}

/// Minimum games in which a move was played that a file of openings contains.
const MIN_OPENING_GAMES: u64 = 2;

pub fn run(arguments: &Arguments) -> anyhow::Result<String> {
    if let Some(folder) = arguments.openings.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(bad_input(format!("--openings {}: allowed: a folder that exists", folder.display())));
    }
    let mut rows = Vec::new();
    for (source, ruleset, games) in variants_to_play(arguments)? {
        eprintln!("{} …", ruleset.title());
        let tally = play_all(arguments, &source, ruleset.clone(), games)?;
        rows.push((ruleset, tally));
    }
    if let Some(folder) = &arguments.openings {
        write_openings(folder, &mut rows)?;
    }
    if arguments.json {
        return Ok(json_text(&rows.iter().map(|(ruleset, tally)| as_json(ruleset, tally)).collect::<Vec<_>>()));
    }
    let heading = format!(
        "{:<36}{:>6}{:>7}{:>7}{:>7}{:>7}{:>7}  ends\n",
        "", "games", "first", "drawn", "second", "long", "plies"
    );
    Ok(rows.iter().fold(heading, |text, row| text + &row_text(row)))
}

/// Writes a file for each game.
fn write_openings(folder: &Path, rows: &mut [(Ruleset, Tally)]) -> anyhow::Result<()> {
    for variants in rows.chunk_by_mut(|(one, _), (other, _)| one.game == other.game) {
        let path = folder.join(format!("{}.csv", variants[0].0.game));
        variants.iter_mut().for_each(|(_, tally)| tally.openings.keep(MIN_OPENING_GAMES));
        let csv = Openings::csv(variants.iter().map(|(ruleset, tally)| (&*ruleset.variant, &tally.openings)));
        output::write(&path, csv.as_bytes())?;
    }
    Ok(())
}

/// Returns the variants to play with their numbers of games.
fn variants_to_play(arguments: &Arguments) -> anyhow::Result<Vec<(Source, Ruleset, u32)>> {
    if let Some(game) = &arguments.game {
        let (source, ruleset) = GameArguments::new(game.clone(), arguments.rules.clone()).resolve()?;
        return Ok(vec![(source, ruleset, arguments.games)]);
    }
    let mut variants = Vec::new();
    for file in games() {
        for (number, variant) in file.variants().enumerate() {
            let games = if number == 0 { arguments.games } else { arguments.further };
            let ruleset = file.ruleset(Some(variant), &[]).map_err(bad_input)?;
            variants.push((Source { file: file.clone(), own: None }, ruleset, games));
        }
    }
    Ok(variants)
}

fn play_all(arguments: &Arguments, source: &Source, ruleset: Ruleset, games: u32) -> anyhow::Result<Tally> {
    let rules = AnyRules::compile(ruleset).map_err(bad_input)?;
    let mut rng = Random::with_seed(arguments.seed);
    let mut engine = Engine::new(4);
    let limits = Limits { nodes: Some(arguments.nodes), ..Limits::default() };
    let mut tally = Tally::default();
    let start = rules.new_game();
    for _ in 0..games {
        let mut game = opening(&start, arguments.plies, &mut rng)?;
        while game.outcome().is_none() && game.history().len() < arguments.longest as usize {
            let legal = game.turns().map_err(bad_input)?;
            let chosen = engine.choose(&game, Level::BEST, limits, &Stop::default(), &mut rng).map_err(bad_input)?;
            let Some(turn) = chosen else { anyhow::bail!("the engine found no move in an unfinished game") };
            ensure!(legal.contains(&turn), "illegal move {} in {}", turn.text(&game.ruleset().board), record(&game));
            game.play(&turn)?;
        }
        let replayed = Pdn::read(&record(&game)).map_err(bad_input)?[0].replay(&source.file).map_err(bad_input)?;
        ensure!(replayed.setup() == game.setup(), "the record ends with another position: {}", record(&game));
        tally.add(&game);
    }
    Ok(tally)
}

fn record(game: &AnyGame) -> String {
    Pdn::from_game(&**game, &[]).to_string()
}

impl Tally {
    fn add(&mut self, game: &AnyGame) {
        let outcome = game.outcome();
        let result = match outcome.map(|outcome| outcome.winner) {
            Some(Some(Side::First)) => 0,
            Some(None) => 1,
            Some(Some(Side::Second)) => 2,
            None => 3,
        };
        self.results[result] += 1;
        self.plies += game.history().len() as u64;
        if let Some(outcome) = outcome {
            self.openings.add(game, outcome.winner);
        }
        *self.reasons.entry(outcome.map_or(BROKEN_OFF, |outcome| outcome.reason.word())).or_default() += 1;
    }

    fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    fn mean_plies(&self) -> f64 {
        self.plies as f64 / f64::from(self.games().max(1))
    }
}

fn row_text((ruleset, tally): &(Ruleset, Tally)) -> String {
    let title = ruleset.title();
    let [first, drawn, second, long] = tally.results;
    let reasons: Vec<_> = tally.reasons.iter().map(|(reason, games)| format!("{reason} {games}")).collect();
    format!(
        "{title:<36}{:>6}{first:>7}{drawn:>7}{second:>7}{long:>7}{:>7.0}  {}\n",
        tally.games(),
        tally.mean_plies(),
        reasons.join(", ")
    )
}

fn as_json(ruleset: &Ruleset, tally: &Tally) -> Selfplay {
    let [won, drawn, lost, broken_off] = tally.results;
    let reasons = tally.reasons.iter().filter(|(reason, _)| **reason != BROKEN_OFF);
    Selfplay {
        game: ruleset.title(),
        rules: ruleset.house_rule_texts(),
        tally: wire::Tally {
            of: "first".to_owned(),
            games: tally.games(),
            won,
            drawn,
            lost,
            broken_off,
            mean_plies: tally.mean_plies(),
            reasons: reasons.map(|(reason, games)| ((*reason).to_owned(), *games)).collect(),
        },
    }
}
