//! Accumulators: the pattern numbers, weight sums and hidden neurons of positions, updated incrementally along a line.

use super::layout::Layout;
use super::network::{Network, Neurons};
use super::{PatternWeights, TaperedWeight};
use crate::params::ACCUMULATOR_ANCESTORS;
use quirkat_rules::{ClassicalFeatures, OccupantChange, Rules};

/// The state of one position.
struct Accumulator<P> {
    position: P,
    /// Number of the pattern in each window.
    patterns: Vec<u32>,
    /// Weight of the pattern in each window.
    weights: Vec<TaperedWeight>,
    /// Sum of these weights, as the first side sees them.
    sums: [i32; 2],
    /// Hidden neurons of the network, before activation; empty without a network.
    neurons: Neurons,
}

/// Trained weights, with an accumulator for each ply.
///
/// Successive positions of one ply differ by a few pieces, and so do a position and its ancestors. An evaluation
/// updates the nearest of these accumulators.
pub(crate) struct AccumulatorStack<'p, G: Rules> {
    weights: &'p PatternWeights,
    layout: &'p Layout,
    accumulators: Vec<Option<Accumulator<G::Position>>>,
    /// Windows whose pattern has changed in the current update, 64 to a word.
    changed: Vec<u64>,
}

impl<'p, G: Rules> AccumulatorStack<'p, G> {
    /// Creates a stack for weights that fit the layout.
    pub fn new(weights: &'p PatternWeights, layout: &'p Layout) -> Self {
        debug_assert!(weights.fits_layout(layout), "{}", weights.title());
        let changed = vec![0; layout.windows.len().div_ceil(64)];
        AccumulatorStack { weights, layout, accumulators: Vec::new(), changed }
    }

    /// Returns the evaluation of a position for its side to move, in hundredths of a man. `features` are those of the
    /// position.
    pub fn evaluate(&mut self, rules: &G, position: &G::Position, ply: u32, features: &ClassicalFeatures) -> i32 {
        let ply = ply as usize;
        if self.accumulators.len() <= ply {
            self.accumulators.resize_with(ply + 1, || None);
        }
        let AccumulatorStack { weights, layout, accumulators, changed } = self;
        let (above, below) = accumulators.split_at_mut(ply);
        let accumulator = below[0].get_or_insert_with(|| Accumulator::from_scratch(weights, layout, rules, position));
        let distance = |other: &Accumulator<G::Position>| rules.changed_points(&other.position, position);
        let (mut least, mut nearest) = (distance(accumulator), None);
        for ancestor in above.iter().rev().take(ACCUMULATOR_ANCESTORS).flatten() {
            let distance = distance(ancestor);
            if distance < least {
                (least, nearest) = (distance, Some(ancestor));
            }
        }
        if let Some(nearest) = nearest {
            accumulator.copy_from(nearest);
        }
        accumulator.update(weights, layout, changed, rules, position);
        let hand = if layout.has_hands { rules.material(position).hand } else { [0; 2] };
        let mover = rules.to_move(position);
        weights.evaluate(layout, accumulator.sums, &accumulator.neurons, mover, features, hand)
    }
}

impl<P: Copy> Accumulator<P> {
    fn from_scratch<G: Rules<Position = P>>(
        weights: &PatternWeights,
        layout: &Layout,
        rules: &G,
        position: &P,
    ) -> Accumulator<P> {
        let mut patterns: Vec<u32> = layout.windows.iter().map(|&(table, _)| table).collect();
        let network = weights.network.as_ref();
        let mut neurons = network.map(Network::biases).unwrap_or_default();
        rules.for_each_occupant(position, |occupant| {
            layout.features.for_each(occupant, |feature| {
                for &(window, increment) in layout.increments(feature) {
                    patterns[window as usize] += increment;
                }
                if let Some(network) = network {
                    network.add(&mut neurons, layout.rows(feature));
                }
            });
        });
        let of_patterns: Vec<TaperedWeight> =
            patterns.iter().map(|&pattern| weights.weights[pattern as usize]).collect();
        let mut sums = [0; 2];
        for (&weight, &(_, sign)) in of_patterns.iter().zip(&layout.windows) {
            replace(&mut sums, [0; 2], weight, sign);
        }
        Accumulator { position: *position, patterns, weights: of_patterns, sums, neurons }
    }

    fn copy_from(&mut self, other: &Self) {
        self.position = other.position;
        self.patterns.copy_from_slice(&other.patterns);
        self.weights.copy_from_slice(&other.weights);
        self.sums = other.sums;
        self.neurons.copy_from_slice(&other.neurons);
    }

    /// Updates the accumulator to another position. All bits of `changed` are zero before and after.
    fn update<G: Rules<Position = P>>(
        &mut self,
        weights: &PatternWeights,
        layout: &Layout,
        changed: &mut [u64],
        rules: &G,
        position: &P,
    ) {
        let Accumulator { position: before, patterns, weights: of_patterns, sums, neurons } = self;
        let mut apply = |change, feature| {
            for &(window, increment) in layout.increments(feature) {
                let pattern = &mut patterns[window as usize];
                changed[window as usize / 64] |= 1 << (window % 64);
                // Two pieces may stand on a point between two changes. The number is a pattern again after the last
                // one.
                *pattern = match change {
                    OccupantChange::Removed => pattern.wrapping_sub(increment),
                    OccupantChange::Added => pattern.wrapping_add(increment),
                };
            }
            match (&weights.network, change) {
                (Some(network), OccupantChange::Removed) => network.subtract(neurons, layout.rows(feature)),
                (Some(network), OccupantChange::Added) => network.add(neurons, layout.rows(feature)),
                (None, _) => {}
            }
        };
        rules.for_each_change(before, position, |change, occupant| {
            layout.features.for_each(occupant, |feature| apply(change, feature));
        });
        for (word, windows) in changed.iter_mut().enumerate() {
            while *windows != 0 {
                let window = 64 * word + windows.trailing_zeros() as usize;
                *windows &= *windows - 1;
                let weight = weights.weights[patterns[window] as usize];
                replace(sums, of_patterns[window], weight, layout.windows[window].1);
                of_patterns[window] = weight;
            }
        }
        *before = *position;
    }
}

/// Replaces a weight in the sums.
#[inline]
fn replace(sums: &mut [i32; 2], old: TaperedWeight, new: TaperedWeight, sign: i32) {
    for phase in 0..2 {
        sums[phase] += sign * (i32::from(new[phase]) - i32::from(old[phase]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::layout::WindowSet;
    use crate::random::{Random, index};
    use crate::training::Learner;
    use quirkat_rules::{AnyRules, Game, GameVisitor, Play, find_game};

    /// Evaluates the positions of a game from its end: incrementally at one ply, from scratch, and as a learner does.
    /// The game is played outside, so that playing is not compiled for each family here too.
    struct Compare<'r> {
        random: &'r mut Random,
        neurons: usize,
    }

    impl GameVisitor for Compare<'_> {
        type Output = Vec<i32>;
        fn visit<G: Rules>(self, game: &Game<G>) -> Vec<i32> {
            let rules = &**game.rules();
            let title = rules.ruleset().title();
            let layout = Layout::new(rules, WindowSet::beside_network(self.neurons, 6));
            let learner = Learner::random(&layout, self.neurons, self.random);
            let weights = learner.quantise(title.clone(), String::new());
            assert_eq!(PatternWeights::from_bytes(&weights.to_bytes()).as_ref(), Ok(&weights));
            let from_scratch = || AccumulatorStack::<G>::new(&weights, &layout);
            let mut incremental = from_scratch();
            let mut evaluate = |position: &G::Position| {
                let features = rules.classical_features(position);
                let score = from_scratch().evaluate(rules, position, 0, &features);
                assert_eq!(incremental.evaluate(rules, position, 3, &features), score, "{title}");
                let real = learner.evaluate_position(rules, position, &layout) * 100.0;
                assert!((score as f32 - real).abs() < 5.0, "{title}: {score} instead of {real}");
                score
            };
            let mut game = game.clone();
            let mut scores = vec![];
            while game.undo().is_some() {
                scores.push(evaluate(game.position()));
            }
            scores
        }
    }

    #[test]
    fn incremental_evaluation_matches_evaluation_from_scratch_and_the_learner() {
        for title in ["international", "bagh-chal", "lasca", "peralikatuma", "konane", "alquerque-de-nueve:modern"] {
            let (game, variant) = title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant)));
            let rules = AnyRules::compile(find_game(game).unwrap().ruleset(variant, &[]).unwrap()).unwrap();
            let mut random = Random::with_seed(7);
            let mut game = rules.new_game();
            for _ in 0..60 {
                let turns = game.turns().expect("few turns");
                if turns.is_empty() {
                    break;
                }
                game.play(&turns[index(&mut random, turns.len())]).expect("a legal turn");
            }
            for neurons in [0, 8] {
                let scores = game.visit(Compare { random: &mut random, neurons });
                assert!(scores.iter().filter(|&&score| score != scores[0]).count() > 5, "{title}: {scores:?}");
            }
        }
    }
}
