//! Studies of rule sets by self-play: results, length, branching and captures. The same seed always gives the same
//! numbers.

mod kept;

pub use kept::{StudyError, read_studies, studies, write_studies};

use quirkat_rules::{AnyGame, AnyRules, Ruleset, Setup, Side, TooManyTurns};
use quirkat_search::{Engine, Level, Limits, Random, Stop, random_opening};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Settings of the games of a study.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
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

/// Size of the engine's transposition table in MiB.
const TABLE: usize = 4;
/// Number of consecutive plies with fewer pieces after which a side counts as behind: longer than an exchange takes.
const BEHIND: u32 = 4;

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

/// Statistics during the games of a study.
#[derive(Default)]
struct Tally {
    study: Study,
    plies: Vec<u32>,
    /// Whether both sides start with equal numbers of pieces, so that more pieces are an advantage.
    is_even: bool,
    behind_won: u32,
}

impl Study {
    /// Plays the games of a study. Returns `None` when it was stopped. The field `perfect` stays empty; callers with
    /// tables fill it.
    ///
    /// # Errors
    /// When the start position has too many turns.
    pub fn of(rules: &AnyRules, play: &Play, stop: &Stop) -> Result<Option<Study>, TooManyTurns> {
        let start = rules.new_game();
        let [first, second] = pieces(&start.setup());
        let study = Study::asked(&rules.ruleset(), play);
        let mut tally = Tally { study, is_even: first == second, ..Tally::default() };
        let mut engine = Engine::new(TABLE);
        for number in 0..u64::from(play.games) {
            let mut rng = Random::of_number(play.seed, number);
            // Where every random opening ends the game, the game starts without one.
            let game = random_opening(&start, play.opening, &mut rng)?.unwrap_or_else(|| start.clone());
            tally.play(game, play, (&mut engine, &mut rng), stop);
            if stop.is_stopped() {
                return Ok(None);
            }
        }
        Ok(Some(tally.finished()))
    }

    /// Creates a study with its settings and without results.
    pub fn asked(ruleset: &Ruleset, play: &Play) -> Study {
        Study {
            game: ruleset.title(),
            rules: ruleset.house_rule_texts().join(" "),
            version: ruleset.version,
            level: play.level.number().unwrap_or_default(),
            nodes: play.nodes,
            seed: play.seed,
            opening: play.opening,
            longest: play.longest,
            games: play.games,
            ..Study::default()
        }
    }

    /// Returns whether another study has the same rules and settings.
    pub fn is_as(&self, other: &Study) -> bool {
        let of = |study: &Study| {
            let Study { game, rules, version, level, nodes, seed, opening, longest, games, .. } = study.clone();
            (game, rules, version, level, nodes, seed, opening, longest, games)
        };
        of(self) == of(other)
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

/// Counts the points that each side occupies and its pieces in hand.
fn pieces(setup: &Setup) -> [usize; 2] {
    let tops = setup.columns.iter().filter_map(|column| column.last());
    Side::BOTH.map(|side| {
        let held = tops.clone().filter(|top| top.side == side).count();
        held + usize::from(setup.memory.hand[side.index()])
    })
}

impl Tally {
    fn play(&mut self, mut game: AnyGame, play: &Play, (engine, rng): (&mut Engine, &mut Random), stop: &Stop) {
        let limits = Limits { nodes: Some(play.nodes), ..Limits::default() };
        let opening = game.history().len();
        let (mut run, mut fewer, mut was_behind) = (0, [0; 2], [false; 2]);
        let study = &mut self.study;
        // A position with too many turns ends the game unfinished, as does the last ply.
        while let Ok(turns) = game.turns() {
            let [first, second] = pieces(&game.setup());
            for (side, is_fewer) in [first < second, second < first].into_iter().enumerate() {
                fewer[side] = if is_fewer { fewer[side] + 1 } else { 0 };
                was_behind[side] |= fewer[side] >= BEHIND;
            }
            if turns.is_empty() || game.history().len() - opening >= play.longest as usize || stop.is_stopped() {
                break;
            }
            if !game.is_chance_node() {
                study.positions += 1;
                let effects: HashSet<_> = turns.iter().map(|turn| turn.effect).collect();
                let (count, is_forced) = (effects.len() as u64, effects.len() == 1);
                study.turns += count;
                study.most_turns = study.most_turns.max(count);
                run = if is_forced { run + 1 } else { 0 };
                study.forced += u64::from(is_forced);
                study.forced_run = study.forced_run.max(run);
                let most = turns.iter().map(|turn| turn.captures.len() as u32).max().unwrap_or_default();
                study.captures += u64::from(most > 0);
                study.most_captured = study.most_captured.max(most);
            }
            match engine.choose(&game, play.level, limits, stop, rng) {
                Ok(Some(turn)) => game.play(&turn).expect("the engine plays legal turns"),
                Ok(None) | Err(_) => break,
            }
        }
        self.plies.push((game.history().len() - opening) as u32);
        let Some(outcome) = game.outcome() else {
            study.unfinished += 1;
            return;
        };
        match outcome.winner {
            Some(Side::First) => study.first += 1,
            Some(Side::Second) => study.second += 1,
            None => study.drawn += 1,
        }
        self.behind_won += outcome.winner.map_or(0, |winner| u32::from(was_behind[winner.index()]));
    }

    fn finished(mut self) -> Study {
        self.plies.sort_unstable();
        let last = self.plies.len().saturating_sub(1);
        let at = |quarters: usize| self.plies.get(last * quarters / 4).copied().unwrap_or_default();
        Study {
            lower_plies: at(1),
            median_plies: at(2),
            upper_plies: at(3),
            most_plies: at(4),
            behind_won: self.is_even.then_some(self.behind_won),
            ..self.study
        }
    }
}
