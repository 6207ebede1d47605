//! Puzzles: positions from play in which one turn wins and no other does.
//!
//! The engine plays against itself, with a random turn now and then, because good play seldom leaves anything to find.
//! Whatever looks like a puzzle is searched again, ten times as long, from the position alone; so is every further turn of
//! its solution. Nothing but the rules, the seed and the limits decides what is found: with a limit of nodes, and the same
//! engine, the puzzles are the same everywhere.

mod grade;
mod theme;

pub use grade::{Difficulty, Grade};
pub use theme::Theme;

use crate::analysis::{Analysis, Engine, Variation};
use crate::chance::Random;
use crate::limits::{Limits, Stop};
use crate::playout::random_opening;
use crate::probabilities::OutcomeProbabilities;
use crate::review::Verdict;
use crate::score::Score;
use quirkat_rules::{AnyGame, AnyRules, Setup, Side, TooManyTurns, Turn};
use std::collections::HashSet;

/// A position with one good turn, and what follows from it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The game, begun from the position.
    pub game: AnyGame,
    /// What the solver reaches.
    pub goal: Goal,
    /// The turns of both sides; the first and the last are the solver's. It ends with the game, or where there would be
    /// more than one good turn.
    pub solution: Vec<Turn>,
    /// What the best turn is worth.
    pub best: Score,
    /// What the second best turn is worth.
    pub second: Score,
    /// What makes it difficult.
    pub difficulty: Difficulty,
    /// What it is about.
    pub themes: Vec<Theme>,
}

/// What a puzzle asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// The game is won for certain, in so many plies at most.
    Win(u32),
    /// Pieces are won, or promoted, and with them most likely the game.
    Gain,
}

/// Self-play in which puzzles are looked for.
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    /// The rules.
    pub rules: AnyRules,
    /// The number from which chance is drawn, with the number of each game.
    pub seed: u64,
    /// The limits by which a turn of a solution is found to be the only good one.
    pub limits: Limits,
}

/// A game begins with up to so many random turns,
const RANDOM_PLIES: usize = 8;
/// and has one now and then: one of so many.
const RANDOM_ONE_OF: usize = 4;
/// It is broken off after so many.
const LONGEST: usize = 200;
/// Whoever solves a puzzle may expect at least so much.
const WINNING: f64 = 0.6;
/// No solution is followed further than so many turns of the solver.
const MOST_TURNS: usize = 10;
/// The tables of the engine, in MiB.
const TABLE: usize = 4;

impl PuzzleSearch {
    /// Plays the game of a number, and gives the first puzzle in it. None where there is none, or it was told to stop.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn play(&self, number: u64, stop: &Stop) -> Result<Option<Puzzle>, TooManyTurns> {
        let mut rng = Random::of_number(self.seed, number);
        let plies = rng.index(RANDOM_PLIES + 1) as u32;
        let Some(mut game) = random_opening(&self.rules.new_game(), plies, &mut rng)? else { return Ok(None) };
        let mut engine = Engine::new(TABLE);
        let glance = Limits {
            time: self.limits.time.map(|time| time / 10),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(10)),
            ..self.limits
        };
        while game.outcome().is_none() && game.history().len() < LONGEST && !stop.is_stopped() {
            let turns = game.turns()?;
            let mut chosen = &turns[rng.index(turns.len())];
            let analysis;
            if !game.is_chance_node() {
                analysis = engine.analyse(&game, glance, 2, stop, &mut |_| {})?;
                // The start is nothing to find something in: everybody knows it.
                if !game.history().is_empty()
                    && only_turn(&game, &turns, &analysis).is_some()
                    && let Some(puzzle) = self.puzzle(&game.setup(), stop)?
                {
                    return Ok(Some(puzzle));
                }
                let best = analysis.lines.first().and_then(|line| line.turns.first());
                if rng.index(RANDOM_ONE_OF) > 0 {
                    chosen = best.unwrap_or(chosen);
                }
            }
            game.play(chosen).expect("the game offered the turn");
        }
        Ok(None)
    }

    /// The puzzle of a position, if it is one.
    fn puzzle(&self, setup: &Setup, stop: &Stop) -> Result<Option<Puzzle>, TooManyTurns> {
        let Ok(game) = self.rules.game(Some(setup)) else { return Ok(None) };
        let mut engine = Engine::new(TABLE);
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
        // From the depth behind the last at which another turn looked better.
        let missed = depths.iter().rposition(|&effect| effect != best.turns[0].effect);
        let difficulty = Difficulty {
            depth: missed.map_or(1, |depth| depth as u32 + 2),
            choices: effects.len(),
            turns: own_turns(&game, &solution),
            is_quiet: themes.contains(&Theme::QuietTurn),
            is_sacrifice: themes.contains(&Theme::Sacrifice),
        };
        // Of a gain something is to be seen: in what the turn leads to, or in the turn itself, but not at a glance.
        let is_shown = difficulty.turns > 1 || takes(&best.turns[0]) && difficulty.depth > 1;
        if goal == Goal::Gain && !is_shown {
            return Ok(None);
        }
        Ok(Some(Puzzle { goal, solution, best: best.score, second: second.score, difficulty, themes, game }))
    }

    /// The line from a solver's first turn, as far as each of the solver's turns is the only good one.
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
        // What is certain to belong to the solution.
        let mut certain = 1;
        loop {
            game.play(&next).expect("the turn is legal");
            line.push(next);
            if let Some(outcome) = game.outcome() {
                if outcome.winner == Some(solver) {
                    certain = line.len();
                }
                break;
            }
            if game.is_chance_node() || own_turns(start, &line) == MOST_TURNS && game.to_move() == solver {
                break;
            }
            let turns = game.turns()?;
            let analysis = engine.analyse(&game, self.limits, 2, stop, &mut |_| {})?;
            let Some(turn) = analysis.lines.first().and_then(|line| line.turns.first()) else { break };
            if game.to_move() == solver {
                let is_forced = turns.iter().all(|other| other.effect == turn.effect);
                if is_forced {
                    // It belongs to the solution if there is something to find behind it.
                } else if is_only(&game, &analysis) {
                    certain = line.len() + 1;
                } else {
                    break;
                }
            }
            next = turn.clone();
        }
        line.truncate(certain);
        Ok(line)
    }
}

/// The best and the second best line, if the best turn is the only good one and not an obvious one.
fn only_turn<'a>(game: &AnyGame, turns: &[Turn], analysis: &'a Analysis) -> Option<[&'a Variation; 2]> {
    let [best, second, ..] = &analysis.lines[..] else { return None };
    let turn = best.turns.first()?;
    // What takes something where nothing else does is seen at once, and often has to be played.
    let is_obvious = takes(turn) && !turns.iter().any(|other| other.effect != turn.effect && takes(other));
    (is_only(game, analysis) && !is_obvious).then_some([best, second])
}

/// Whether a turn takes something of the opponent's.
fn takes(turn: &Turn) -> bool {
    !turn.captures.is_empty() || !turn.removed.is_empty()
}

/// Whether the best turn is good and every other one would be a mistake.
fn is_only(game: &AnyGame, analysis: &Analysis) -> bool {
    let Some(best) = analysis.lines.first() else { return false };
    let is_good = OutcomeProbabilities::of(best.score, game.ruleset()).expected_score() >= WINNING;
    analysis.depth > 0 && is_good && Verdict::of_best(&analysis.lines, game.ruleset()).is_some()
}

fn first_effect(analysis: &Analysis) -> Option<u64> {
    Some(analysis.lines.first()?.turns.first()?.effect)
}

/// How many turns of a line belong to the side that is to move in a game's position.
fn own_turns(game: &AnyGame, line: &[Turn]) -> usize {
    let solver = game.to_move();
    let mut game = game.clone();
    let is_own = |turn: &Turn| {
        let is_own = game.to_move() == solver;
        game.play(turn).expect("the turn is legal");
        is_own
    };
    line.iter().map(is_own).filter(|&is_own| is_own).count()
}

/// Whether a line wins pieces, or promotes some; where every turn takes, pieces say nothing.
fn gains(game: &AnyGame, line: &Variation) -> bool {
    let solver = game.to_move();
    let every_turn_captures = game.ruleset().options.every_turn_captures();
    !every_turn_captures && ahead(&theme::after(game, &line.turns).setup(), solver) > ahead(&game.setup(), solver)
}

/// How much more a side has on the board, by ranks and what commands a column, and in hand.
fn ahead(setup: &Setup, side: Side) -> i32 {
    let owned = |side: Side| -> i32 {
        let commanders = setup.columns.iter().filter_map(|column| column.last()).filter(|piece| piece.side == side);
        let board: i32 = commanders.map(|piece| piece.rank.index() as i32 + 1).sum();
        board + i32::from(setup.memory.hand[side.index()])
    };
    owned(side) - owned(side.other())
}
