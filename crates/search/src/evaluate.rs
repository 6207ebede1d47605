//! Static evaluation: the score of a quiet position without search.

use crate::level::evaluation_noise;
use crate::params::{
    BLOCKADE_MOBILITY_VALUE, CONTEMPT_PIECES, ENDING_GRAIN, ENDING_LEAD, ENDING_PIECES, EXCHANGE_BONUS,
    FLYING_KING_VALUE, MAN_VALUE, MOBILITY_VALUE, SHORT_KING_VALUE,
};
use crate::patterns::PatternWeights;
use crate::patterns::accumulator::AccumulatorStack;
use crate::patterns::layout::Layout;
use crate::score::Score;
use quirkat_rules::{Aim, ClassicalFeatures, Options, Promotion, Rules, Side, Sides};

/// Evaluates positions without search.
pub(crate) trait Evaluator<G: Rules> {
    /// Returns the score of a quiet position for its side to move: an estimate ([`Score::estimate`]), never a proved
    /// end. `ply` is the distance from the root; successive positions of one ply differ little.
    fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32) -> Score;
}

/// The evaluator of the search: trained weights if there are any, else the classical evaluation; plus the bias of the
/// player.
pub(crate) struct StaticEvaluator<'p, G: Rules> {
    trained: Option<AccumulatorStack<'p, G>>,
    classical: ClassicalWeights,
    bias: EvaluationBias,
}

/// The bias of a player. Analyses have none.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct EvaluationBias {
    /// Score of a draw for each side.
    pub draw: [Score; 2],
    /// Standard deviation of a random error, in hundredths of a man.
    pub noise: i32,
}

impl<'p, G: Rules> StaticEvaluator<'p, G> {
    pub fn new(rules: &G, weights: Option<(&'p PatternWeights, &'p Layout)>, bias: EvaluationBias) -> Self {
        let trained = weights.map(|(weights, layout)| AccumulatorStack::new(weights, layout));
        StaticEvaluator { trained, classical: ClassicalWeights::new(&rules.ruleset().options), bias }
    }
}

impl<G: Rules> Evaluator<G> for StaticEvaluator<'_, G> {
    #[inline]
    fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32) -> Score {
        let mover = rules.to_move(position);
        let features = rules.classical_features(position);
        let score = match &mut self.trained {
            Some(trained) => trained.evaluate(rules, position, ply, &features),
            None => self.classical.evaluate(&features, mover),
        };
        let pieces = features.pieces();
        let is_clear_ending = pieces <= ENDING_PIECES && score.abs() >= ENDING_LEAD;
        let score = if is_clear_ending { score / ENDING_GRAIN * ENDING_GRAIN } else { score };
        // The side that avoids a draw keeps pieces on the board.
        let contempt = -self.bias.draw[mover.index()].0 * pieces as i32 / CONTEMPT_PIECES;
        let error = match self.bias.noise {
            0 => 0,
            noise => evaluation_noise(rules.key(position)) * noise / 100,
        };
        Score::estimate(score + contempt + error)
    }
}

/// Weights of the classical evaluation of a game, in hundredths of a man.
#[derive(Clone, Copy, Debug)]
struct ClassicalWeights {
    man: i32,
    king: i32,
    mobility: i32,
    /// 1, or -1 where the side without pieces or moves wins.
    sign: i32,
}

impl ClassicalWeights {
    pub fn new(options: &Options) -> Self {
        let is_won_by_blockade = options.captors != Sides::Both || options.every_turn_captures();
        ClassicalWeights {
            // Where every move captures, the remaining captures decide, not the pieces.
            man: if options.every_turn_captures() { 0 } else { MAN_VALUE },
            king: if options.promotion == Promotion::Long { FLYING_KING_VALUE } else { SHORT_KING_VALUE },
            mobility: if is_won_by_blockade { BLOCKADE_MOBILITY_VALUE } else { MOBILITY_VALUE },
            sign: if options.aim == Aim::Lose { -1 } else { 1 },
        }
    }

    /// Returns the evaluation for `mover`: material, a bonus for exchanges, and mobility.
    #[inline]
    pub fn evaluate(&self, features: &ClassicalFeatures, mover: Side) -> i32 {
        let material = |side: Side| {
            let index = side.index();
            self.man * features.men[index] as i32 + self.king * features.kings[index] as i32
        };
        let (own, other) = (material(mover), material(mover.other()));
        let lead = own - other;
        let mobility = |side: Side| features.mobility[side.index()] as i32;
        let (own_steps, other_steps) = (mobility(mover), mobility(mover.other()));
        let mobility = self.mobility * (own_steps - other_steps) / (own_steps + other_steps).max(1);
        self.sign * (lead + EXCHANGE_BONUS * lead / (own + other).max(1) + mobility)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_is_antisymmetric_and_exchanges_raise_a_lead() {
        let weights = ClassicalWeights::new(&Options::default());
        let features = |men| ClassicalFeatures { men, kings: [0, 0], mobility: [3, 5] };
        let few = features([2, 1]);
        let many = features([12, 11]);
        assert_eq!(weights.evaluate(&few, Side::First), -weights.evaluate(&few, Side::Second));
        assert!(weights.evaluate(&few, Side::First) > weights.evaluate(&many, Side::First));
        assert!(weights.evaluate(&many, Side::First) > 0);
    }
}
