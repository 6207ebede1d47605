//! Puzzles: positions from self-play in which one move wins and no other does.
//!
//! The engine plays against itself with random moves in between, because good play seldom leaves anything to find. A
//! candidate is searched again with ten times the limits, from the position alone; so is every later move of its
//! solution. The puzzles follow from the rules, the seed and the limits: with a node limit they are the same on every
//! machine.

mod grade;
mod theme;

pub use grade::{Difficulty, Grade};
pub use theme::Theme;

use crate::engine::{Analysis, Engine, Variation};
use crate::limits::{Limits, Stop};
use crate::playout::random_opening;
use crate::probabilities::OutcomeProbabilities;
use crate::random::Random;
use crate::review::Verdict;
use crate::score::Score;
use quirkat_rules::{Aim, AnyGame, AnyRules, Setup, Side, TooManyTurns, Turn};
use std::collections::HashSet;

/// A position with one good move, and its solution.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// Game that begins at the position.
    pub game: AnyGame,
    /// Goal that the solver has to reach.
    pub goal: Goal,
    /// Moves of both sides; the first and the last are the solver's. The solution ends with the game, or before a
    /// position with more than one good move.
    pub solution: Vec<Turn>,
    /// Score of the best move.
    pub best: Score,
    /// Score of the second best move.
    pub second: Score,
    /// Measures from which the grade follows.
    pub difficulty: Difficulty,
    /// Themes of the solution, in the order of [`Theme::ALL`].
    pub themes: Vec<Theme>,
}

/// The goal of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// Win the game in at most this number of plies.
    Win(u32),
    /// Win or promote pieces, and with them most probably the game.
    Gain,
}

/// A search for puzzles in games of self-play.
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    /// Rules by which the games are played.
    pub rules: AnyRules,
    /// Seed of the random numbers, together with the number of each game.
    pub seed: u64,
    /// Limits of the searches that verify a solution.
    pub limits: Limits,
}

/// Greatest number of random moves at the beginning of a game.
const MAX_OPENING_PLIES: usize = 8;
/// One move in this number is random.
const RANDOM_MOVE_INTERVAL: usize = 4;
/// Greatest length of a game, in plies.
const MAX_PLIES: usize = 200;
/// Least expected score of the best move.
const MIN_EXPECTED_SCORE: f64 = 0.6;
/// Greatest number of moves of the solver in a solution.
const MAX_SOLVER_MOVES: usize = 10;
/// Size of the transposition table, in MiB.
const TABLE_MIB: usize = 4;

impl PuzzleSearch {
    /// Plays the game of a number, and returns its first puzzle; `None` if it has none or was stopped.
    ///
    /// # Errors
    /// If a position has too many moves.
    pub fn play(&self, number: u64, stop: &Stop) -> Result<Option<Puzzle>, TooManyTurns> {
        let mut rng = Random::of_number(self.seed, number);
        let plies = rng.index(MAX_OPENING_PLIES + 1) as u32;
        let Some(mut game) = random_opening(&self.rules.new_game(), plies, &mut rng)? else { return Ok(None) };
        let mut engine = Engine::new(TABLE_MIB);
        let candidate_limits = Limits {
            time: self.limits.time.map(|time| time / 10),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(10)),
            ..self.limits
        };
        while game.outcome().is_none() && game.history().len() < MAX_PLIES && !stop.is_stopped() {
            let turns = game.turns()?;
            let mut chosen = &turns[rng.index(turns.len())];
            let analysis;
            if !game.is_chance_node() {
                analysis = engine.analyse(&game, candidate_limits, 2, stop, &mut |_| {})?;
                // The start position is too well known for a puzzle.
                if !game.history().is_empty()
                    && only_turn(&game, &turns, &analysis).is_some()
                    && let Some(puzzle) = self.puzzle(&game.setup(), stop)?
                {
                    return Ok(Some(puzzle));
                }
                let best = analysis.lines.first().and_then(|line| line.turns.first());
                if rng.index(RANDOM_MOVE_INTERVAL) > 0 {
                    chosen = best.unwrap_or(chosen);
                }
            }
            game.play(chosen).expect("the game offered the turn");
        }
        Ok(None)
    }

    /// Returns the puzzle of a position; `None` if the position is not a puzzle.
    fn puzzle(&self, setup: &Setup, stop: &Stop) -> Result<Option<Puzzle>, TooManyTurns> {
        let Ok(game) = self.rules.game(Some(setup)) else { return Ok(None) };
        let mut engine = Engine::new(TABLE_MIB);
        let mut depths = Vec::new();
        let turns = game.turns()?;
        let analysis = engine.analyse(&game, self.limits, 2, stop, &mut |found| depths.extend(first_effect(found)))?;
        let Some([best, second]) = only_turn(&game, &turns, &analysis) else { return Ok(None) };
        let goal = match best.score.plies_to_end() {
            Some(plies) => Goal::Win(plies.unsigned_abs()),
            None if gains(&game, best) => Goal::Gain,
            None => return Ok(None),
        };
        let (best, second) = (best.clone(), second.clone());
        let solution = self.solution(&mut engine, &game, &best.turns[0], stop)?;
        if stop.is_stopped() {
            return Ok(None);
        }
        let themes = theme::of(&game, &solution, &best.turns);
        let effects: HashSet<u64> = turns.iter().map(|turn| turn.effect).collect();
        // One more than the last depth at which another move was best.
        let missed = depths.iter().rposition(|&effect| effect != best.turns[0].effect);
        let difficulty = Difficulty {
            depth: missed.map_or(1, |depth| depth as u32 + 2),
            choices: effects.len(),
            turns: count_solver_moves(&game, &solution),
            is_quiet: themes.contains(&Theme::QuietTurn),
            is_sacrifice: themes.contains(&Theme::Sacrifice),
        };
        // A gain has to be visible in the solution, and must not be obvious at depth 1.
        let is_visible = difficulty.turns > 1 || captures(&best.turns[0]) && difficulty.depth > 1;
        if goal == Goal::Gain && !is_visible {
            return Ok(None);
        }
        Ok(Some(Puzzle { goal, solution, best: best.score, second: second.score, difficulty, themes, game }))
    }

    /// Returns the solution that begins with a move, as long as each move of the solver is the only good one.
    fn solution(
        &self,
        engine: &mut Engine,
        start: &AnyGame,
        first: &Turn,
        stop: &Stop,
    ) -> Result<Vec<Turn>, TooManyTurns> {
        let solver = start.to_move();
        let mut game = start.clone();
        let mut line = Vec::new();
        let mut next = first.clone();
        // Length of the solution so far; later moves may be dropped.
        let mut length = 1;
        loop {
            game.play(&next).expect("the turn is legal");
            line.push(next);
            if let Some(outcome) = game.outcome() {
                if outcome.winner == Some(solver) {
                    length = line.len();
                }
                break;
            }
            if game.is_chance_node() || count_solver_moves(start, &line) == MAX_SOLVER_MOVES && game.to_move() == solver
            {
                break;
            }
            let turns = game.turns()?;
            let analysis = engine.analyse(&game, self.limits, 2, stop, &mut |_| {})?;
            let Some(turn) = analysis.lines.first().and_then(|line| line.turns.first()) else { break };
            if game.to_move() == solver {
                let is_forced = turns.iter().all(|other| other.effect == turn.effect);
                if is_forced {
                    // It belongs to the solution if a later move is the only good one.
                } else if is_only(&game, &analysis) {
                    length = line.len() + 1;
                } else {
                    break;
                }
            }
            next = turn.clone();
        }
        line.truncate(length);
        Ok(line)
    }
}

/// Returns the best two variations if the best move is the only good one and not obvious.
fn only_turn<'a>(game: &AnyGame, turns: &[Turn], analysis: &'a Analysis) -> Option<[&'a Variation; 2]> {
    let [best, second, ..] = &analysis.lines[..] else { return None };
    let turn = best.turns.first()?;
    // The only capture is obvious, and often compulsory.
    let is_obvious = captures(turn) && !turns.iter().any(|other| other.effect != turn.effect && captures(other));
    (is_only(game, analysis) && !is_obvious).then_some([best, second])
}

/// Returns whether a move captures or removes pieces.
fn captures(turn: &Turn) -> bool {
    !turn.captures.is_empty() || !turn.removed.is_empty()
}

/// Returns whether the best move is good and every other one is a mistake.
fn is_only(game: &AnyGame, analysis: &Analysis) -> bool {
    let Some(best) = analysis.lines.first() else { return false };
    let is_good = OutcomeProbabilities::of(best.score, game.ruleset()).expected_score() >= MIN_EXPECTED_SCORE;
    analysis.depth > 0 && is_good && Verdict::of_best(&analysis.lines, game.ruleset()).is_some()
}

fn first_effect(analysis: &Analysis) -> Option<u64> {
    Some(analysis.lines.first()?.turns.first()?.effect)
}

/// Returns the number of moves in a line by the side to move.
fn count_solver_moves(game: &AnyGame, line: &[Turn]) -> usize {
    let solver = game.to_move();
    let mut game = game.clone();
    let is_own = |turn: &Turn| {
        let is_own = game.to_move() == solver;
        game.play(turn).expect("the turn is legal");
        is_own
    };
    line.iter().map(is_own).filter(|&is_own| is_own).count()
}

/// Returns whether a variation wins or promotes pieces. Returns `false` where every move captures, or where the side
/// without pieces wins.
fn gains(game: &AnyGame, line: &Variation) -> bool {
    let solver = game.to_move();
    let options = &game.ruleset().options;
    options.aim == Aim::Win
        && !options.every_turn_captures()
        && material_lead(&theme::after(game, &line.turns).setup(), solver) > material_lead(&game.setup(), solver)
}

/// Returns the lead of a side in material: commanders by rank, and pieces in hand.
fn material_lead(setup: &Setup, side: Side) -> i32 {
    let owned = |side: Side| -> i32 {
        let commanders = setup.columns.iter().filter_map(|column| column.last()).filter(|piece| piece.side == side);
        let board: i32 = commanders.map(|piece| piece.rank.index() as i32 + 1).sum();
        board + i32::from(setup.memory.hand[side.index()])
    };
    owned(side) - owned(side.other())
}
