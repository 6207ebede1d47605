//! The evaluation: what a quiet position looks like, without looking ahead.

use crate::level::misjudgement;
use crate::patterns::PatternWeights;
use crate::patterns::layout::Layout;
use crate::patterns::sight::Learned;
use crate::score::Score;
use quirkat_rules::{ClassicalFeatures, Options, Promotion, Rules, Side, Sides};

/// Judges positions without looking ahead.
pub(crate) trait Evaluator<G: Rules> {
    /// What a quiet position is worth to its side to move: an estimate ([`Score::estimate`]), never a certain end. It
    /// stands so many plies below the root: those of one ply come one after another and differ little.
    fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32) -> Score;
}

/// What is known of a game, by training or by its rules alone; who does not want a draw keeps pieces on the board.
pub(crate) struct Judge<'p, G: Rules> {
    learned: Option<Learned<'p, G>>,
    plain: Weights,
    manner: Manner,
}

/// How somebody judges who plays, and does not only look on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Manner {
    /// What a draw is worth to each side.
    pub draw: [Score; 2],
    /// How far positions are misjudged, in hundredths of a man: the spread of a bell curve.
    pub misjudges: i32,
}

/// So many pieces on the board are worth as much as avoiding a draw.
const KEEPING: i32 = 6;

/// Where there are so few pieces and one side is so much ahead, smaller differences are not looked at, in hundredths of a man:
/// they only keep the search from looking far enough ahead to see how the ending is won.
const FEW: u32 = 8;
const AHEAD: i32 = 80;
const GRAIN: i32 = 20;

impl<'p, G: Rules> Judge<'p, G> {
    /// Judges by patterns, if there are some.
    pub fn new(rules: &G, patterns: Option<(&'p PatternWeights, &'p Layout)>, manner: Manner) -> Self {
        let learned = patterns.map(|(patterns, layout)| Learned::new(patterns, layout));
        Judge { learned, plain: Weights::new(&rules.ruleset().options), manner }
    }
}

impl<G: Rules> Evaluator<G> for Judge<'_, G> {
    #[inline]
    fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32) -> Score {
        let mover = rules.to_move(position);
        let features = rules.classical_features(position);
        let worth = match &mut self.learned {
            Some(learned) => learned.evaluate(rules, position, ply, &features),
            None => self.plain.evaluate(&features, mover),
        };
        let pieces = features.pieces();
        let worth = if pieces > FEW || worth.abs() < AHEAD { worth } else { worth / GRAIN * GRAIN };
        let keeping = -self.manner.draw[mover.index()].0 * pieces as i32 / KEEPING;
        let error = match self.manner.misjudges {
            0 => 0,
            spread => misjudgement(rules.key(position)) * spread / 100,
        };
        Score::estimate(worth + keeping + error)
    }
}

/// What the parts of an evaluation are worth, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
struct Weights {
    man: i32,
    king: i32,
    mobility: i32,
}

/// All the plain steps while the opponent has none; in between, the share of them counts.
const MOBILITY: i32 = 40;
/// The same where a game is won by shutting the opponent in.
const SHUTTING_IN: i32 = 400;
/// The most that an advantage gains by being one of few pieces: whoever is ahead should exchange.
const EXCHANGE: i32 = 150;

impl Weights {
    pub fn new(options: &Options) -> Self {
        let shuts_in = options.captors != Sides::Both || options.every_turn_captures();
        Weights {
            // Where every turn takes a piece, what counts is who can still take one.
            man: if options.every_turn_captures() { 0 } else { 100 },
            king: if options.promotion == Promotion::Long { 300 } else { 160 },
            mobility: if shuts_in { SHUTTING_IN } else { MOBILITY },
        }
    }

    /// The worth of a position to `mover`.
    #[inline]
    pub fn evaluate(&self, features: &ClassicalFeatures, mover: Side) -> i32 {
        let side = |side: Side| {
            let index = side.index();
            self.man * features.men[index] as i32 + self.king * features.kings[index] as i32
        };
        let (own, other) = (side(mover), side(mover.other()));
        let ahead = own - other;
        let mobility = |side: Side| features.mobility[side.index()] as i32;
        let (moves, replies) = (mobility(mover), mobility(mover.other()));
        let moves = self.mobility * (moves - replies) / (moves + replies).max(1);
        ahead + EXCHANGE * ahead / (own + other).max(1) + moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_see_the_same_with_opposite_signs_and_advantages_grow_by_exchanges() {
        let weights = Weights::new(&Options::default());
        let features = |men| ClassicalFeatures { men, kings: [0, 0], mobility: [3, 5] };
        let few = features([2, 1]);
        let many = features([12, 11]);
        assert_eq!(weights.evaluate(&few, Side::First), -weights.evaluate(&few, Side::Second));
        assert!(weights.evaluate(&few, Side::First) > weights.evaluate(&many, Side::First));
        assert!(weights.evaluate(&many, Side::First) > 0);
    }
}
