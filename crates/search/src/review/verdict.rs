//! What is said of a turn, by what it lost.

use crate::analysis::Variation;
use crate::probabilities::OutcomeProbabilities;
use quirkat_rules::Ruleset;

/// What is said of a turn.
///
/// Turns are bad by how much of the score to be expected they lose: 10, 20 and 30 of a hundred. The numbers are those of
/// lichess (`modules/tree/src/main/Advice.scala` of lichess-org/lila), which counts them on a scale from -1 to 1, where a
/// point is half as much: engines there look further ahead than one does here in half a second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// The only good turn: every other one would have been a mistake.
    Only,
    /// It loses a tenth.
    Inaccuracy,
    /// It loses a fifth.
    Mistake,
    /// It loses three tenths.
    Blunder,
}

/// What turns lose at least for each verdict, the worst first.
const LOSSES: [(f64, Verdict); 3] =
    [(0.3, Verdict::Blunder), (0.2, Verdict::Mistake), (Verdict::LEAST, Verdict::Inaccuracy)];

impl Verdict {
    /// The least loss that is worth a word.
    const LEAST: f64 = 0.1;

    /// The verdict on a turn that lost so much of the score to be expected; none where that is little.
    pub fn of_loss(loss: f64) -> Option<Verdict> {
        // A bit of room for what rounding leaves of, say, 0.7 - 0.4.
        LOSSES.into_iter().find(|(least, _)| loss >= least - 1e-9).map(|(_, verdict)| verdict)
    }

    /// The verdict on the first of the best lines: that it is the only good one, or nothing.
    pub(crate) fn of_best(lines: &[Variation], ruleset: &Ruleset) -> Option<Verdict> {
        let expected = |line: &Variation| OutcomeProbabilities::of(line.score, ruleset).expected_score();
        let [best, second, ..] = lines else { return None };
        (Verdict::of_loss(expected(best) - expected(second)) >= Some(Verdict::Mistake)).then_some(Verdict::Only)
    }

    /// The number of the glyph that records have for it: `$1` (!), `$6` (?!), `$2` (?) or `$4` (??), as the standard of PGN
    /// numbers them.
    pub fn glyph(self) -> u8 {
        match self {
            Verdict::Only => 1,
            Verdict::Inaccuracy => 6,
            Verdict::Mistake => 2,
            Verdict::Blunder => 4,
        }
    }

    /// The glyph as people write it.
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
    fn turns_are_bad_by_what_they_lose() {
        let verdict = |loss| Verdict::of_loss(loss);
        assert_eq!([0.0, 0.099].map(verdict), [None, None]);
        assert_eq!([0.1, 0.199].map(verdict), [Some(Verdict::Inaccuracy); 2]);
        assert_eq!([0.2, 0.5 - 0.3].map(verdict), [Some(Verdict::Mistake); 2]);
        assert_eq!([0.7 - 0.4, 1.0].map(verdict), [Some(Verdict::Blunder); 2]);
    }

    #[test]
    fn a_turn_is_the_only_one_where_all_others_would_be_mistakes() {
        let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
        let lines = |scores: &[Score]| -> Vec<Variation> {
            scores.iter().map(|&score| Variation { score, turns: vec![] }).collect()
        };
        let of_best = |scores: &[Score]| Verdict::of_best(&lines(scores), &walker);
        assert_eq!(of_best(&[Score::won_in(3), Score::estimate(10)]), Some(Verdict::Only));
        assert_eq!(of_best(&[Score::DRAW, Score::lost_in(4)]), Some(Verdict::Only));
        assert_eq!(of_best(&[Score::won_in(3), Score::won_in(9)]), None);
        assert_eq!(of_best(&[Score::estimate(30), Score::estimate(10)]), None);
        assert_eq!(of_best(&[Score::won_in(3)]), None, "there is nothing to compare it with");
    }
}
