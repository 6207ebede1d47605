//! Verdicts on moves, by the expected score that they lose.

use crate::engine::Variation;
use crate::probabilities::OutcomeProbabilities;
use quirkat_rules::Ruleset;

/// The verdict on a move.
///
/// A move is bad if it loses 10, 20 or 30 percent of the expected score. The numbers are those of lichess
/// (`modules/tree/src/main/Advice.scala` of lichess-org/lila). Lichess applies them to a scale from -1 to 1, where they
/// are half as much, because its engines search deeper than this one does in half a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The only good move: every other one is a mistake.
    Only,
    /// Loses at least 10 percent of the expected score.
    Inaccuracy,
    /// Loses at least 20 percent of the expected score.
    Mistake,
    /// Loses at least 30 percent of the expected score.
    Blunder,
}

/// Least loss for each verdict, worst first.
const LOSSES: [(f64, Verdict); 3] =
    [(0.3, Verdict::Blunder), (0.2, Verdict::Mistake), (Verdict::MIN_LOSS, Verdict::Inaccuracy)];

impl Verdict {
    /// Least loss of a bad move.
    const MIN_LOSS: f64 = 0.1;

    /// Returns the verdict on a move that loses this much expected score, from 0 to 1; `None` for a small loss.
    pub fn of_loss(loss: f64) -> Option<Verdict> {
        // Rounding makes 0.7 - 0.4 less than 0.3.
        LOSSES.into_iter().find(|(least, _)| loss >= least - 1e-9).map(|(_, verdict)| verdict)
    }

    /// Returns [`Verdict::Only`] if the first variation is the only good one.
    pub(crate) fn of_best(lines: &[Variation], ruleset: &Ruleset) -> Option<Verdict> {
        let expected = |line: &Variation| OutcomeProbabilities::of(line.score, ruleset).expected_score();
        let [best, second, ..] = lines else { return None };
        (Verdict::of_loss(expected(best) - expected(second)) >= Some(Verdict::Mistake)).then_some(Verdict::Only)
    }

    /// Returns the numeric annotation glyph of the PGN standard: 1 (!), 6 (?!), 2 (?) or 4 (??).
    pub fn glyph(self) -> u16 {
        match self {
            Verdict::Only => 1,
            Verdict::Inaccuracy => 6,
            Verdict::Mistake => 2,
            Verdict::Blunder => 4,
        }
    }

    /// Returns the glyph as text: `!`, `?!`, `?` or `??`.
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::Only => "!",
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use quirkat_rules::find_game;

    #[test]
    fn moves_are_bad_by_the_expected_score_that_they_lose() {
        let verdict = |loss| Verdict::of_loss(loss);
        assert_eq!([0.0, 0.099].map(verdict), [None, None]);
        assert_eq!([0.1, 0.199].map(verdict), [Some(Verdict::Inaccuracy); 2]);
        assert_eq!([0.2, 0.5 - 0.3].map(verdict), [Some(Verdict::Mistake); 2]);
        assert_eq!([0.7 - 0.4, 1.0].map(verdict), [Some(Verdict::Blunder); 2]);
    }

    #[test]
    fn a_move_is_the_only_good_one_if_all_others_are_mistakes() {
        let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let lines = |scores: &[Score]| -> Vec<Variation> {
            scores.iter().map(|&score| Variation { score, turns: vec![] }).collect()
        };
        let of_best = |scores: &[Score]| Verdict::of_best(&lines(scores), &walker);
        assert_eq!(of_best(&[Score::won_in(3), Score::estimate(10)]), Some(Verdict::Only));
        assert_eq!(of_best(&[Score::DRAW, Score::lost_in(4)]), Some(Verdict::Only));
        assert_eq!(of_best(&[Score::won_in(3), Score::won_in(9)]), None);
        assert_eq!(of_best(&[Score::estimate(30), Score::estimate(10)]), None);
        assert_eq!(of_best(&[Score::won_in(3)]), None, "there is no second move");
    }
}
