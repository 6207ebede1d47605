//! A match of the command line: its runner, its plan and its stored games.

use super::settings::{Settings, player};
use super::starts::read_starts;
use super::store::GameStore;
use crate::commands::contents::Contents;
use crate::commands::folder::Folder;
use crate::commands::game_words;
use crate::commands::progress::Progress;
use crate::errors::bad_input;
use crate::source::{GameArguments, OwnRules};
use quirkat_match::{
    GameResult, MatchResult, MatchRunner, MatchSettings, MatchTally, Openings, PlayerFactory, PlayerSpec, Round, Sprt,
    elo,
};
use quirkat_rules::{AnyRules, Ruleset};
use quirkat_search::Stop;
use std::collections::BTreeMap;
use std::path::Path;

/// A match that is ready to run.
pub struct MatchJob<'a> {
    settings: &'a Settings,
    runner: MatchRunner,
    rules_file: Option<String>,
    contents: Contents,
}

/// Storage of a match: none, a file, or a folder with the games that were played before.
#[derive(Default)]
pub struct MatchStore {
    games: Option<GameStore>,
    results: BTreeMap<Round, GameResult>,
    /// Locks the folder.
    _folder: Option<Folder>,
}

impl MatchStore {
    /// Creates a new file.
    pub fn in_file(path: &Path) -> anyhow::Result<MatchStore> {
        Ok(MatchStore { games: Some(GameStore::create(path)?), ..MatchStore::default() })
    }
}

impl<'a> MatchJob<'a> {
    /// Prepares a match of a game. It writes nothing.
    ///
    /// # Errors
    /// When there is no such game, a player cannot play it, or there is no opening.
    pub fn new(settings: &'a Settings, game: &GameArguments) -> anyhow::Result<Self> {
        /// Number of openings without --openings and --from.
        const DEFAULT_OPENINGS: u32 = 50;
        let (source, ruleset) = game.resolve()?;
        let rules = AnyRules::compile(ruleset).map_err(bad_input)?;
        let library = settings.tables.open()?;
        let create = |spec: &PlayerSpec| player(spec, settings, &rules, &library);
        let players = [create(&settings.a)?, create(&settings.b)?];
        let starts = match &settings.from {
            Some(file) => read_starts(&rules, file)?,
            None => vec![rules.new_game()],
        };
        let default = if settings.from.is_some() { starts.len() as u32 } else { DEFAULT_OPENINGS };
        let openings = Openings::new(starts, settings.plies(), settings.seed)?.within(settings.balance());
        let mut contents = Contents::of_game(&source);
        players.iter().filter_map(PlayerFactory::weights).for_each(|weights| contents.add(weights.to_bytes()));
        if settings.from.is_some() {
            openings.start_positions().for_each(|position| contents.add(position));
        }
        let match_settings = MatchSettings {
            openings: settings.openings.unwrap_or(default),
            max_plies: settings.longest,
            sprt: settings.sprt,
            threads: settings.threads(),
        };
        let runner = MatchRunner::new(openings, players, match_settings);
        Ok(MatchJob { settings, runner, rules_file: source.path().map(str::to_owned), contents })
    }

    /// Returns the rules of the games.
    pub fn ruleset(&self) -> &Ruleset {
        self.runner.ruleset()
    }

    /// Returns the name of the match's folder beside those of other games.
    pub fn folder_name(&self) -> String {
        self.ruleset().title().replace(':', "-")
    }

    /// Opens the folder of the match and reads the games that were played before.
    pub fn in_folder(&self, path: &Path) -> anyhow::Result<MatchStore> {
        let words = game_words(self.ruleset());
        let plan = format!("quirkat match {words} {}{}", self.settings.plan(), self.contents.words());
        let folder = Folder::open(path, "match", &plan)?;
        let mut results = BTreeMap::new();
        let games = GameStore::open(&folder.file("games.pdn"), &mut |pdn| {
            let (round, result) = self.runner.read_record(pdn)?;
            results.insert(round, result);
            Some(round)
        })?;
        Ok(MatchStore { games: Some(games), results, _folder: Some(folder) })
    }

    /// Plays the missing games, until all are played, the test is decided, or the user interrupts. Stores each game as it ends.
    pub fn run(&self, store: MatchStore, interrupted: &Stop) -> anyhow::Result<MatchResult> {
        let MatchStore { mut games, results, _folder } = store;
        let total = 2 * u64::from(self.runner.settings().openings);
        let mut played = total - self.runner.missing_rounds(&results).len() as u64;
        let progress = Progress::new(&format!("games of {}", self.ruleset().title()), total, played);
        let tags: Vec<_> = self.rules_file.iter().map(|path| OwnRules::tag(path)).collect();
        let result = self.runner.run(results, interrupted, &mut |finished, tally| -> anyhow::Result<()> {
            if let Some(games) = &mut games {
                games.add(finished.round, &self.runner.record(finished, &tags))?;
            }
            played += 1;
            progress.set(played, score_so_far(tally, self.settings.sprt));
            Ok(())
        })?;
        if let Some(games) = games {
            games.sort(|round| result.counts(round))?;
        }
        Ok(result)
    }
}

/// Formats the score for the progress line.
fn score_so_far(tally: &MatchTally, sprt: Option<Sprt>) -> String {
    if tally.openings() == 0 {
        return String::new();
    }
    let (score, error) = elo::score(&tally.pairs);
    let llr = sprt.map_or_else(String::new, |sprt| format!(", LLR {:.2}", sprt.llr(&tally.pairs)));
    format!("score {:.1} % ± {:.1}{llr}", 100.0 * score, 200.0 * error)
}
