//! What games of a rule set are like: who wins, how long they last, how much there is to choose and to take. Facts that are
//! counted in games that the engine plays against itself, all of it the same again from the same seed.

mod kept;

pub use kept::{StudyError, read_studies, studies, write_studies};

use quirkat_rules::{AnyGame, AnyRules, Ruleset, Setup, Side, TooManyTurns};
use quirkat_search::{Engine, Level, Limits, Random, Stop, random_opening};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// How games are played whose facts are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Play {
    /// The level of both sides.
    pub level: Level,
    /// How many positions the engine looks at for a turn, at most; lower levels look at fewer.
    pub nodes: u64,
    /// How many games.
    pub games: u32,
    /// With how many turns by lot each begins.
    pub opening: u32,
    /// After how many plies a game is broken off.
    pub longest: u32,
    /// The number from which chance is drawn.
    pub seed: u64,
}

/// How much memory the table of an engine takes, in MiB.
const TABLE: usize = 4;
/// A side is behind when it has had fewer pieces for so many plies on end: longer than an exchange takes.
const BEHIND: u32 = 4;

/// What games of a rule set are like. Everything is counted after the opening by lot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The game and its rule set: `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`, with spaces between.
    pub rules: String,
    /// The version of the rules.
    pub version: u32,
    /// What the start is worth to the first side under perfect play, `won`, `drawn` or `lost`; empty where that is unknown.
    pub perfect: String,
    /// The level of both sides.
    pub level: u8,
    /// How many positions the engine looked at for a turn, at most.
    pub nodes: u64,
    /// The number from which chance was drawn.
    pub seed: u64,
    /// With how many turns by lot each game began.
    pub opening: u32,
    /// After how many plies a game was broken off.
    pub longest: u32,
    /// How many games were played.
    pub games: u32,
    /// Those that the first side won.
    pub first: u32,
    /// Those that were drawn.
    pub drawn: u32,
    /// Those that the second side won.
    pub second: u32,
    /// Those that were broken off.
    pub unfinished: u32,
    /// The length in plies that a quarter of the games do not exceed.
    pub lower_plies: u32,
    /// The length that half of them do not exceed.
    pub median_plies: u32,
    /// The length that three quarters of them do not exceed.
    pub upper_plies: u32,
    /// The length of the longest.
    pub most_plies: u32,
    /// The positions in which a side had to choose a turn.
    pub positions: u64,
    /// The legal turns of all of them, those that come to the same counted once.
    pub turns: u64,
    /// The most legal turns that one of them had.
    pub most_turns: u64,
    /// The positions with one legal turn.
    pub forced: u64,
    /// The longest sequence of turns without a choice, of both sides.
    pub forced_run: u32,
    /// The positions in which something could be taken.
    pub captures: u64,
    /// The most pieces that could be taken in one turn.
    pub most_captured: u32,
    /// The games won by the side that had been behind; none where the sides do not begin with equally many pieces.
    pub behind_won: Option<u32>,
}

/// The facts of games while they are played.
#[derive(Default)]
struct Tally {
    study: Study,
    plies: Vec<u32>,
    /// Whether more pieces than the other side's are an advantage.
    is_even: bool,
    behind_won: u32,
}

impl Study {
    /// Plays games of a rule set and counts what they are like; none where it was stopped. What the start is worth is for
    /// whoever has tables to say.
    ///
    /// # Errors
    /// When the start has too many turns.
    pub fn of(rules: &AnyRules, play: &Play, stop: &Stop) -> Result<Option<Study>, TooManyTurns> {
        let start = rules.new_game();
        let [first, second] = pieces(&start.setup());
        let study = Study::asked(&rules.ruleset(), play);
        let mut tally = Tally { study, is_even: first == second, ..Tally::default() };
        let mut engine = Engine::new(TABLE);
        for number in 0..u64::from(play.games) {
            let mut rng = Random::of_number(play.seed, number);
            // What always ends by lot is played from its start.
            let game = random_opening(&start, play.opening, &mut rng)?.unwrap_or_else(|| start.clone());
            tally.play(game, play, (&mut engine, &mut rng), stop);
            if stop.is_stopped() {
                return Ok(None);
            }
        }
        Ok(Some(tally.finished()))
    }

    /// A study that says of itself what it is of, and of no game anything yet.
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

    /// Whether this is of the same rules, played in the same way.
    pub fn is_as(&self, other: &Study) -> bool {
        let of = |study: &Study| {
            let Study { game, rules, version, level, nodes, seed, opening, longest, games, .. } = study.clone();
            (game, rules, version, level, nodes, seed, opening, longest, games)
        };
        of(self) == of(other)
    }

    /// The share of the games that ended in which the first side won, in which nobody did, and in which the second side won.
    pub fn shares(&self) -> [f64; 3] {
        let ended = self.first + self.drawn + self.second;
        [self.first, self.drawn, self.second].map(|games| share(games.into(), ended.into()))
    }

    /// The mean number of legal turns where a side chooses.
    pub fn branching(&self) -> f64 {
        share(self.turns, self.positions)
    }

    /// The share of positions with one legal turn.
    pub fn forced_share(&self) -> f64 {
        share(self.forced, self.positions)
    }

    /// The share of positions in which something can be taken.
    pub fn capture_share(&self) -> f64 {
        share(self.captures, self.positions)
    }

    /// The share of won games that went to the side that had been behind.
    pub fn behind_share(&self) -> Option<f64> {
        self.behind_won.map(|won| share(won.into(), (self.first + self.second).into()))
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// How many points each side holds, and what it has in hand.
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
        // A position with more turns than are listed is the end of a game that goes on, as is the last ply.
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
