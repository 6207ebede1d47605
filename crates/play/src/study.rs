//! Statistics of rule sets by self-play: results, length, branching and captures. `quirkat-match` plays the games.

mod csv_file;

pub use csv_file::{StudyError, read_studies, studies, write_studies};

use quirkat_rules::Ruleset;
use quirkat_search::Level;
use serde::{Deserialize, Serialize};

/// Settings of the games of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StudySettings {
    /// Level of the engine for both sides.
    pub level: Level,
    /// Maximum number of nodes for a turn; lower levels search fewer.
    pub nodes: u64,
    /// Number of games to play.
    pub games: u32,
    /// Number of random turns at the start of each game.
    pub opening: u32,
    /// Number of plies after which a game is broken off.
    pub longest: u32,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Statistics of self-play games of a rule set. All counts begin after the random opening.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Title of the game and its variant: `alquerque:walker`.
    pub game: String,
    /// House rules as `key=value`, separated by spaces.
    pub rules: String,
    /// Version of the game's rules.
    pub version: u32,
    /// Value of the start for the first side under perfect play: `won`, `drawn` or `lost`; empty where it is unknown.
    pub perfect: String,
    /// Level of the engine for both sides.
    pub level: u8,
    /// Maximum number of nodes for a turn.
    pub nodes: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of random turns at the start of each game.
    pub opening: u32,
    /// Number of plies after which a game was broken off.
    pub longest: u32,
    /// Number of games that were played.
    pub games: u32,
    /// Number of games that the first side won.
    pub first: u32,
    /// Number of games that were drawn.
    pub drawn: u32,
    /// Number of games that the second side won.
    pub second: u32,
    /// Number of games that were broken off.
    pub unfinished: u32,
    /// Lower quartile of the lengths of the games, in plies.
    pub lower_plies: u32,
    /// Median of the lengths of the games, in plies.
    pub median_plies: u32,
    /// Upper quartile of the lengths of the games, in plies.
    pub upper_plies: u32,
    /// Length of the longest game, in plies.
    pub most_plies: u32,
    /// Number of positions in which a side had to choose a turn.
    pub positions: u64,
    /// Number of legal turns in all these positions; turns with the same effect count once.
    pub turns: u64,
    /// Maximum number of legal turns in one of these positions.
    pub most_turns: u64,
    /// Number of positions with a single legal turn.
    pub forced: u64,
    /// Length of the longest sequence of forced turns of both sides.
    pub forced_run: u32,
    /// Number of positions in which a capture was possible.
    pub captures: u64,
    /// Maximum number of pieces that one turn could capture.
    pub most_captured: u32,
    /// Number of games won by a side that had been behind; `None` where the sides start with different numbers of
    /// pieces.
    pub behind_won: Option<u32>,
}

impl Study {
    /// Creates a study with its settings and without results.
    pub fn new(ruleset: &Ruleset, settings: &StudySettings) -> Study {
        Study {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts().join(" "),
            version: ruleset.version,
            level: settings.level.number().unwrap_or_default(),
            nodes: settings.nodes,
            seed: settings.seed,
            opening: settings.opening,
            longest: settings.longest,
            games: settings.games,
            ..Study::default()
        }
    }

    /// Returns whether another study has the same rules and settings.
    pub fn has_same_settings(&self, other: &Study) -> bool {
        let settings = |study: &Study| {
            let Study { game, rules, version, level, nodes, seed, opening, longest, games, .. } = study.clone();
            (game, rules, version, level, nodes, seed, opening, longest, games)
        };
        settings(self) == settings(other)
    }

    /// Returns the shares of finished games that the first side won, that were drawn, and that the second side won.
    pub fn shares(&self) -> [f64; 3] {
        let ended = self.first + self.drawn + self.second;
        [self.first, self.drawn, self.second].map(|games| share(games.into(), ended.into()))
    }

    /// Returns the mean number of legal turns in a position.
    pub fn branching(&self) -> f64 {
        share(self.turns, self.positions)
    }

    /// Returns the share of positions with a single legal turn.
    pub fn forced_share(&self) -> f64 {
        share(self.forced, self.positions)
    }

    /// Returns the share of positions in which a capture is possible.
    pub fn capture_share(&self) -> f64 {
        share(self.captures, self.positions)
    }

    /// Returns the share of decided games that a side won after it had been behind.
    pub fn behind_share(&self) -> Option<f64> {
        self.behind_won.map(|won| share(won.into(), (self.first + self.second).into()))
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
