//! A game that was played, judged turn by turn.
//!
//! Positions are searched from the last to the first: what the engine remembers of later ones makes it see further in
//! earlier ones, so that a turn is seldom blamed for what nobody could see yet.

mod accuracy;
mod verdict;

pub use verdict::Verdict;

use crate::analysis::{Analysis, Engine, Variation};
use crate::limits::{Limits, Stop};
use crate::probabilities::OutcomeProbabilities;
use crate::probe::TableReport;
use crate::score::Score;
use quirkat_rules::{AnyGame, GameValue, Side, TooManyTurns, Turn};

/// What an engine thinks of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// Each position: one more than there are turns.
    pub positions: Vec<PositionReview>,
    /// Each turn, with what it came to.
    pub turns: Vec<TurnReview>,
}

/// What an engine thinks of one position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionReview {
    /// The side to move.
    pub to_move: Side,
    /// The chances of the first side.
    pub first: OutcomeProbabilities,
    /// What the position is worth to the side to move; none where the game is over, or the limits were too tight to look
    /// even one turn ahead.
    pub score: Option<Score>,
    /// The depth to which it was searched, in plies; zero where that needed no search.
    pub depth: u32,
}

/// What a turn of a game came to.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnReview {
    /// Who made it.
    pub by: Side,
    /// Whether it was chosen and can be judged: no throw of dice, and not the only turn that there was.
    pub is_choice: bool,
    /// The chances before it, of the side that made it.
    pub before: OutcomeProbabilities,
    /// The chances after it, of the same side.
    pub after: OutcomeProbabilities,
    /// How much of the score to be expected it lost, from 0 to 1.
    pub loss: f64,
    /// What is to be said of it; none where it is neither bad nor the only good one.
    pub verdict: Option<Verdict>,
    /// The lines that would have been better, the best first; none unless the turn was bad.
    pub better: Vec<Variation>,
    /// What tables say of the position before it and of each turn there; none where they say nothing.
    pub tables: Option<TableReport>,
}

impl TurnReview {
    /// What the best turn and this one, which is `turn`, are truly worth to who made it, where tables know it.
    pub fn table_values(&self, turn: &Turn) -> Option<[GameValue; 2]> {
        let tables = self.tables.as_ref()?;
        let (_, best) = tables.turns.first()?;
        best.zip(tables.value_of(turn)).map(|(best, played)| [best, played])
    }
}

/// How positions are searched for a review.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewLimits {
    /// The limits for each position.
    pub limits: Limits,
    /// How many better lines are given where a turn was bad.
    pub lines: usize,
}

impl Engine {
    /// Judges each turn of a game; `progress` is told how many are left. None when it was told to stop.
    ///
    /// That the players agreed on an end, or that one resigned, changes nothing: the board is judged.
    ///
    /// # Errors
    /// When a position has too many turns.
    pub fn review(
        &mut self,
        game: &AnyGame,
        effort: ReviewLimits,
        stop: &Stop,
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Review>, TooManyTurns> {
        let turns: Vec<Turn> = game.history().into_iter().cloned().collect();
        let mut game = game.clone();
        take_agreement_back(&mut game);
        let mut reviewer = Reviewer { engine: self, effort, stop };
        let mut positions = vec![reviewer.look(&game, None)?.opinion];
        let mut reviewed = Vec::with_capacity(turns.len());
        for (left, turn) in turns.iter().enumerate().rev() {
            game.undo();
            let after = positions.last().expect("the last position was looked at first");
            let look = reviewer.look(&game, Some(after))?;
            reviewed.push(reviewer.judge(&game, turn, &look, after.first)?);
            positions.push(look.opinion);
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

/// Takes back what the players agreed on after the last turn.
fn take_agreement_back(game: &mut AnyGame) {
    if let Some(last) = game.undo() {
        game.play(&last).expect("the turn was just played");
    }
}

/// A look at one position.
struct Look {
    opinion: PositionReview,
    /// The best lines, the best first; empty where nothing was searched.
    lines: Vec<Variation>,
    is_choice: bool,
}

struct Reviewer<'e> {
    engine: &'e mut Engine,
    effort: ReviewLimits,
    stop: &'e Stop,
}

impl Reviewer<'_> {
    /// Looks at a position; `after` is what is thought of the position that followed it.
    fn look(&mut self, game: &AnyGame, after: Option<&PositionReview>) -> Result<Look, TooManyTurns> {
        let to_move = game.to_move();
        let look = |first, score, depth, lines, is_choice| Look {
            opinion: PositionReview { to_move, first, score, depth },
            lines,
            is_choice,
        };
        if let Some(outcome) = game.outcome() {
            return Ok(look(OutcomeProbabilities::at_end(outcome, Side::First), None, 0, vec![], false));
        }
        // Where the limits are too tight for an opinion, it is that of the position that followed.
        let later = after.map_or(OutcomeProbabilities::of(Score::DRAW, game.ruleset()), |after| after.first);
        let turns = game.turns()?;
        let differ = turns.iter().any(|turn| turn.effect != turns[0].effect);
        let is_choice = differ && !game.is_chance_node();
        if let (false, Some(after)) = (differ, after)
            && let Some(score) = after.score
        {
            // Nothing else could follow: it is worth as much, a ply further from the end.
            let score = if after.to_move == to_move { score } else { -score };
            return Ok(look(after.first, Some(score.seen_from_above(1)), after.depth, vec![], false));
        }
        let found = self.search(game, self.effort.lines + 1)?;
        let Some(score) = found.lines.first().map(|line| line.score) else {
            return Ok(look(later, None, 0, vec![], false));
        };
        let first = OutcomeProbabilities::of(score, game.ruleset()).seen_by(Side::First, to_move);
        Ok(look(first, Some(score), found.depth, found.lines, is_choice))
    }

    /// The best lines of a position; none where the search did not even look one turn ahead.
    fn search(&mut self, game: &AnyGame, lines: usize) -> Result<Analysis, TooManyTurns> {
        let found = self.engine.analyse(game, self.effort.limits, lines, self.stop, &mut |_| {})?;
        Ok(if found.depth == 0 { Analysis::default() } else { found })
    }

    /// Judges the turn that was played in a game's position; `after` are the first side's chances after it.
    fn judge(
        &mut self,
        game: &AnyGame,
        turn: &Turn,
        look: &Look,
        after: OutcomeProbabilities,
    ) -> Result<TurnReview, TooManyTurns> {
        let by = look.opinion.to_move;
        let mut reviewed = TurnReview {
            by,
            is_choice: look.is_choice,
            before: look.opinion.first.seen_by(by, Side::First),
            after: after.seen_by(by, Side::First),
            loss: 0.0,
            verdict: None,
            better: vec![],
            tables: self.engine.table_report(game)?,
        };
        let Some(best) = look.lines.first().filter(|_| look.is_choice) else { return Ok(reviewed) };
        if starts_with(best, turn) {
            reviewed.verdict = Verdict::of_best(&look.lines, game.ruleset());
            return Ok(reviewed);
        }
        let after = reviewed.after.expected_score();
        reviewed.loss = (reviewed.before.expected_score() - after).max(0.0);
        if Verdict::of_loss(reviewed.loss).is_some() {
            // The search before the turn looked less far than the one after it. The best turn is judged by one as long.
            let best_after = self.after(game, best)?.expected_score();
            reviewed.loss = (best_after - after).clamp(0.0, reviewed.loss);
        }
        reviewed.verdict = Verdict::of_loss(reviewed.loss);
        if reviewed.verdict.is_some() {
            let is_better = |line: &&Variation| {
                let gain = OutcomeProbabilities::of(line.score, game.ruleset()).expected_score() - after;
                !starts_with(line, turn) && Verdict::of_loss(gain).is_some()
            };
            reviewed.better = look.lines.iter().filter(is_better).take(self.effort.lines).cloned().collect();
        }
        Ok(reviewed)
    }

    /// The chances of the side to move after it has played the first turn of a line.
    fn after(&mut self, game: &AnyGame, line: &Variation) -> Result<OutcomeProbabilities, TooManyTurns> {
        let mover = game.to_move();
        let mut game = game.clone();
        if let Some(turn) = line.turns.first() {
            game.play(turn).expect("the engine's turns are legal");
        }
        Ok(self.look(&game, None)?.opinion.first.seen_by(mover, Side::First))
    }
}

/// Whether a line begins with what a turn does, by whichever path.
fn starts_with(line: &Variation, turn: &Turn) -> bool {
    line.turns.first().is_some_and(|first| first.effect == turn.effect)
}

impl Review {
    /// The number of the turn, from 0, with which the game turned: the choice that lost most, or the throw of dice that
    /// changed most; none where nothing changed as much as an inaccuracy does.
    pub fn turning_point(&self) -> Option<usize> {
        let swing = |turn: &TurnReview| match turn.is_choice {
            true => turn.loss,
            false => (turn.before.expected_score() - turn.after.expected_score()).abs(),
        };
        let (number, turn) = self.turns.iter().enumerate().rev().max_by(|a, b| swing(a.1).total_cmp(&swing(b.1)))?;
        Verdict::of_loss(swing(turn)).map(|_| number)
    }

    /// How well each side played, in percent; none for a side that had nothing to choose.
    pub fn accuracy(&self) -> [Option<f64>; 2] {
        let expected: Vec<f64> =
            self.positions.iter().map(|position| 100.0 * position.first.expected_score()).collect();
        Side::BOTH.map(|side| {
            let losses = self.turns.iter().map(|turn| (turn.by == side && turn.is_choice).then_some(100.0 * turn.loss));
            accuracy::of_side(&expected, &losses.collect::<Vec<_>>())
        })
    }
}
