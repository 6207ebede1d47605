//! Reviews of games: each move judged by the expected score that it loses.
//!
//! Positions are searched from the last to the first. The transposition table then holds the results of later positions
//! when an earlier one is searched, so that a move is seldom blamed for a consequence that the search of its own
//! position missed.

mod accuracy;
mod verdict;

pub use verdict::Verdict;

use crate::engine::{Analysis, Engine, Variation};
use crate::limits::{Limits, Stop};
use crate::probabilities::OutcomeProbabilities;
use crate::probe::TableReport;
use crate::score::Score;
use quirkat_rules::{AnyGame, GameValue, Side, TooManyTurns, Turn};

/// Distance of the last expected score from 0.5 at which a side counts as the winner.
const CLEAR: f64 = 0.15;
/// Distance of an expected score from the winner's at which a game is still open.
const OPEN: f64 = 0.4;
/// Distance of an expected score from a draw at which a game that is drawn was not drawn yet.
const OPEN_DRAW: f64 = 0.25;

/// The review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The positions of the game: one more than moves.
    pub positions: Vec<PositionReview>,
    /// The moves of the game.
    pub turns: Vec<TurnReview>,
}

/// The review of a position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionReview {
    /// Side to move in the position.
    pub to_move: Side,
    /// Outcome probabilities of the first side.
    pub first: OutcomeProbabilities,
    /// Score for the side to move; `None` if the game is over, or if the limits did not allow one iteration.
    pub score: Option<Score>,
    /// Depth of the search, in plies; zero if none was needed.
    pub depth: u32,
}

/// The review of a move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// Side that made the move.
    pub by: Side,
    /// Whether the move was a choice: not a throw of dice, and not forced. Other moves are not judged.
    pub is_choice: bool,
    /// Outcome probabilities before the move, of the side that made it.
    pub before: OutcomeProbabilities,
    /// Outcome probabilities after the move, of the same side.
    pub after: OutcomeProbabilities,
    /// Loss of expected score, from 0 to 1.
    pub loss: f64,
    /// Verdict; `None` if the move is neither bad nor the only good one.
    pub verdict: Option<Verdict>,
    /// Better variations, best first; empty unless the move was bad.
    pub better: Vec<Variation>,
    /// Values of the position before the move and of all moves there by endgame tables; `None` if they are unknown.
    pub tables: Option<TableReport>,
}

impl TurnReview {
    /// Returns the values of the best move and of this one, `turn`, for the side that made it; `None` if they are
    /// unknown.
    pub fn table_values(&self, turn: &Turn) -> Option<[GameValue; 2]> {
        let tables = self.tables.as_ref()?;
        let (_, best) = tables.turns.first()?;
        best.zip(tables.value_of(turn)).map(|(best, played)| [best, played])
    }
}

/// The limits of a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewLimits {
    /// Limits of the search of each position.
    pub limits: Limits,
    /// Greatest number of better variations of a bad move.
    pub lines: usize,
}

impl Engine {
    /// Reviews a game, and calls `progress` with the number of moves that are left; `None` if it was stopped.
    ///
    /// A resignation or an agreed end is ignored: the board is judged.
    ///
    /// # Errors
    /// If a position has too many moves.
    pub fn review(
        &mut self,
        game: &AnyGame,
        effort: ReviewLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Review>, TooManyTurns> {
        let turns: Vec<Turn> = game.history().into_iter().cloned().collect();
        let mut game = game.clone();
        undo_agreement(&mut game);
        let mut reviewer = Reviewer { engine: self, effort, stop };
        let mut positions = vec![reviewer.assess(&game, None)?.review];
        let mut reviewed = Vec::with_capacity(turns.len());
        for (left, turn) in turns.iter().enumerate().rev() {
            game.undo();
            let after = positions.last().expect("the last position was searched first");
            let assessment = reviewer.assess(&game, Some(after))?;
            reviewed.push(reviewer.judge(&game, turn, &assessment, after.first)?);
            positions.push(assessment.review);
            if stop.is_stopped() {
                return Ok(None);
            }
            progress(left);
        }
        positions.reverse();
        reviewed.reverse();
        Ok(Some(Review { positions, turns: reviewed }))
    }
}

/// Removes an agreed end.
fn undo_agreement(game: &mut AnyGame) {
    if let Some(last) = game.undo() {
        game.play(&last).expect("the turn was just played");
    }
}

/// The search of one position.
struct Assessment {
    review: PositionReview,
    /// The best variations, best first; empty without a search.
    lines: Vec<Variation>,
    is_choice: bool,
}

struct Reviewer<'e> {
    engine: &'e mut Engine,
    effort: ReviewLimits,
    stop: &'e Stop,
}

impl Reviewer<'_> {
    /// Searches a position; `after` is the review of the position that followed it.
    fn assess(&mut self, game: &AnyGame, after: Option<&PositionReview>) -> Result<Assessment, TooManyTurns> {
        let to_move = game.to_move();
        let assessment = |first, score, depth, lines, is_choice| Assessment {
            review: PositionReview { to_move, first, score, depth },
            lines,
            is_choice,
        };
        if let Some(outcome) = game.outcome() {
            return Ok(assessment(OutcomeProbabilities::at_end(outcome, Side::First), None, 0, vec![], false));
        }
        // Without a completed iteration, the position has the probabilities of the next one.
        let later = after.map_or(OutcomeProbabilities::of(Score::DRAW, game.ruleset()), |after| after.first);
        let turns = game.turns()?;
        let differ = turns.iter().any(|turn| turn.effect != turns[0].effect);
        let is_choice = differ && !game.is_chance_node();
        if let (false, Some(after)) = (differ, after)
            && let Some(score) = after.score
        {
            // The move was forced: the position has the same value, one ply farther from the end.
            let score = if after.to_move == to_move { score } else { -score };
            return Ok(assessment(after.first, Some(score.at_ancestor(1)), after.depth, vec![], false));
        }
        let analysis = self.search(game, self.effort.lines + 1)?;
        let Some(score) = analysis.lines.first().map(|line| line.score) else {
            return Ok(assessment(later, None, 0, vec![], false));
        };
        let first = OutcomeProbabilities::of(score, game.ruleset()).for_side(Side::First, to_move);
        Ok(assessment(first, Some(score), analysis.depth, analysis.lines, is_choice))
    }

    /// Returns the best variations of a position; none if the search completed no iteration.
    fn search(&mut self, game: &AnyGame, lines: usize) -> Result<Analysis, TooManyTurns> {
        let analysis = self.engine.analyse(game, self.effort.limits, lines, self.stop, &mut |_| {})?;
        Ok(if analysis.depth == 0 { Analysis::default() } else { analysis })
    }

    /// Judges the move that was played in a game's position; `after` are the probabilities of the first side after it.
    fn judge(
        &mut self,
        game: &AnyGame,
        turn: &Turn,
        assessment: &Assessment,
        after: OutcomeProbabilities,
    ) -> Result<TurnReview, TooManyTurns> {
        let by = assessment.review.to_move;
        let mut reviewed = TurnReview {
            by,
            is_choice: assessment.is_choice,
            before: assessment.review.first.for_side(by, Side::First),
            after: after.for_side(by, Side::First),
            loss: 0.0,
            verdict: None,
            better: vec![],
            tables: self.engine.table_report(game)?,
        };
        let Some(best) = assessment.lines.first().filter(|_| assessment.is_choice) else { return Ok(reviewed) };
        if starts_with(best, turn) {
            reviewed.verdict = Verdict::of_best(&assessment.lines, game.ruleset());
            return Ok(reviewed);
        }
        let after = reviewed.after.expected_score();
        reviewed.loss = (reviewed.before.expected_score() - after).max(0.0);
        if Verdict::of_loss(reviewed.loss).is_some() {
            // The search before the move saw one ply less than the one after it. Search after the best move too.
            let best_after = self.after(game, best)?.expected_score();
            reviewed.loss = (best_after - after).clamp(0.0, reviewed.loss);
        }
        reviewed.verdict = Verdict::of_loss(reviewed.loss);
        if reviewed.verdict.is_some() {
            let is_better = |line: &&Variation| {
                let gain = OutcomeProbabilities::of(line.score, game.ruleset()).expected_score() - after;
                !starts_with(line, turn) && Verdict::of_loss(gain).is_some()
            };
            reviewed.better = assessment.lines.iter().filter(is_better).take(self.effort.lines).cloned().collect();
        }
        Ok(reviewed)
    }

    /// Returns the probabilities of the side to move after it has played the first move of a variation.
    fn after(&mut self, game: &AnyGame, line: &Variation) -> Result<OutcomeProbabilities, TooManyTurns> {
        let mover = game.to_move();
        let mut game = game.clone();
        if let Some(turn) = line.turns.first() {
            game.play(turn).expect("the engine's turns are legal");
        }
        Ok(self.assess(&game, None)?.review.first.for_side(mover, Side::First))
    }
}

/// Returns whether the first move of a variation has the effect of a move, by any path.
fn starts_with(line: &Variation, turn: &Turn) -> bool {
    line.turns.first().is_some_and(|first| first.effect == turn.effect)
}

impl Review {
    /// Returns the number, from 0, of the move that decided the game. It follows the last position that left the result
    /// open: of the moves from there on that led to the result, it is the choice that lost most, or the throw of dice that
    /// changed most. Returns `None` if no change was as large as an inaccuracy.
    pub fn turning_point(&self) -> Option<usize> {
        let scores: Vec<f64> = self.positions.iter().map(|position| position.first.expected_score()).collect();
        let last = *scores.last()?;
        let (result, open) = match last - 0.5 {
            ahead if ahead > CLEAR => (1.0, OPEN),
            ahead if ahead < -CLEAR => (0.0, OPEN),
            _ => (0.5, OPEN_DRAW),
        };
        let away = |score: f64| (score - result).abs();
        let from = scores.iter().rposition(|&score| away(score) >= open).unwrap_or(0);
        let swing = |number: usize| {
            let (turn, nearer) = (&self.turns[number], away(scores[number]) - away(scores[number + 1]));
            if nearer <= 0.0 {
                0.0
            } else if turn.is_choice {
                turn.loss
            } else {
                nearer
            }
        };
        let number = (from..self.turns.len()).rev().max_by(|&a, &b| swing(a).total_cmp(&swing(b)))?;
        Verdict::of_loss(swing(number)).map(|_| number)
    }

    /// Returns the accuracy of each side, in percent; `None` for a side without a choice.
    pub fn accuracy(&self) -> [Option<f64>; 2] {
        let expected: Vec<f64> =
            self.positions.iter().map(|position| 100.0 * position.first.expected_score()).collect();
        Side::BOTH.map(|side| {
            let losses = self.turns.iter().map(|turn| (turn.by == side && turn.is_choice).then_some(100.0 * turn.loss));
            accuracy::of_side(&expected, &losses.collect::<Vec<_>>())
        })
    }
}
