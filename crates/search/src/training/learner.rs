//! Weights in training: logistic regression by stochastic gradient descent, a sample at a time, with a step size for
//! each weight (J. Duchi, E. Hazan and Y. Singer, "Adaptive subgradient methods for online learning and stochastic
//! optimization", 2011).

use super::network::{NetworkInput, NetworkLearner};
use super::sample::Sample;
use crate::params::ADAGRAD_DAMPING;
use crate::patterns::layout::Layout;
use crate::patterns::network::NetworkShape;
use crate::patterns::{PatternWeights, WEIGHT_ONE, WeightCounts, for_each_scalar, phase};
use crate::random::Random;

/// The weights in the order of [`PatternWeights`], each at the end and at the beginning of a game.
#[derive(Clone, Debug)]
pub(crate) struct Learner {
    counts: WeightCounts,
    weights: Vec<[f32; 2]>,
    /// Sums of the squared gradients, by which steps shrink.
    squares: Vec<[f32; 2]>,
    network: Option<NetworkLearner>,
}

/// The input of a learner for one sample. It is reused, so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct LearnerInput {
    /// Number of the pattern in each window.
    patterns: Vec<u32>,
    /// The index of each active weight, and its factor.
    active: Vec<(u32, f32)>,
    /// Share of the end and of the beginning of the game.
    phases: [f32; 2],
    network: NetworkInput,
}

impl Learner {
    /// Creates a learner with zero weights. `neurons` is the number of neurons in a perspective; 0 for no network.
    pub fn new(layout: &Layout, neurons: usize, rng: &mut Random) -> Learner {
        let counts = WeightCounts::of(layout, neurons);
        let zeros = vec![[0.0; 2]; counts.weights()];
        let network = (neurons > 0).then(|| NetworkLearner::new(NetworkShape::of(counts), layout, rng));
        Learner { counts, weights: zeros.clone(), squares: zeros, network }
    }

    /// Fills the input with a sample under a symmetry of the game: `images` maps each feature to its image, and `swaps`
    /// says whether the sides are swapped.
    pub fn read(&self, sample: &Sample, layout: &Layout, images: &[u16], swaps: bool, input: &mut LearnerInput) {
        input.patterns.clear();
        input.patterns.extend(layout.windows.iter().map(|&(table, _)| table));
        for &feature in &sample.features {
            for &(window, increment) in layout.increments(usize::from(images[usize::from(feature)])) {
                input.patterns[window as usize] += increment;
            }
        }
        let (mover, counts, hand) = sample.sides(swaps);
        let sign = if mover.index() == 0 { 1.0 } else { -1.0 };
        input.active.clear();
        let patterns = input.patterns.iter().zip(&layout.windows);
        input.active.extend(patterns.map(|(&pattern, &(_, window_sign))| (pattern, sign * window_sign as f32)));
        for_each_scalar(layout, mover, &counts, hand, |index, count, unit| {
            input.active.push(((self.counts.scalars(mover) + index) as u32, count as f32 / unit as f32));
        });
        if let Some(network) = &self.network {
            input.network.mover = mover;
            for (rows, side) in input.network.rows.iter_mut().zip([mover, mover.other()]) {
                let row = |&feature: &u16| layout.rows(usize::from(images[usize::from(feature)]))[side.index()];
                rows.clear();
                sample.features.iter().map(row).for_each(|row| network.activate(row, rows));
            }
        }
        let (left, all) = phase(layout, &counts);
        let beginning = left as f32 / all as f32;
        input.phases = [1.0 - beginning, beginning];
    }

    /// Returns the logit of a win for the side to move.
    pub fn evaluate(&self, input: &mut LearnerInput) -> f32 {
        let mut sums = [0.0; 2];
        for &(index, factor) in &input.active {
            for (sum, weight) in sums.iter_mut().zip(&self.weights[index as usize]) {
                *sum += factor * weight;
            }
        }
        let output = self.network.as_ref().map_or(0.0, |network| network.evaluate(&mut input.network));
        sums[0] * input.phases[0] + sums[1] * input.phases[1] + output
    }

    /// Takes a gradient step. `error` is the output minus the target.
    pub fn learn(&mut self, input: &LearnerInput, error: f32, rate: f32) {
        for &(index, factor) in &input.active {
            let weight = &mut self.weights[index as usize];
            let squares = &mut self.squares[index as usize];
            for phase in 0..2 {
                let gradient = error * factor * input.phases[phase];
                squares[phase] += gradient * gradient;
                weight[phase] -= rate * gradient / (squares[phase] + ADAGRAD_DAMPING).sqrt();
            }
        }
        if let Some(network) = &mut self.network {
            network.learn(&input.network, error, rate);
        }
    }

    /// Rounds the weights to integers.
    pub fn quantise(&self, title: String, command: String) -> PatternWeights {
        let integer = |weight: f32| (weight * f32::from(WEIGHT_ONE)).round() as i16;
        let weights = self.weights.iter().map(|weight| weight.map(integer)).collect();
        PatternWeights::new(title, command, self.counts, weights, self.network.as_ref().map(NetworkLearner::quantise))
    }
}

#[cfg(test)]
impl Learner {
    /// Creates a learner with random weights.
    pub fn random(layout: &Layout, neurons: usize, rng: &mut Random) -> Learner {
        let mut learner = Learner::new(layout, neurons, rng);
        learner.weights.iter_mut().flatten().for_each(|weight| *weight = crate::random::fraction(rng) as f32 - 0.5);
        learner
    }

    /// Returns the logit of a position.
    pub fn evaluate_position<G: quirkat_rules::Rules>(
        &self,
        rules: &G,
        position: &G::Position,
        layout: &Layout,
    ) -> f32 {
        let images: Vec<u16> = (0..layout.features.len() as u16).collect();
        let mut input = LearnerInput::default();
        self.read(&Sample::of(rules, position, &layout.features), layout, &images, false, &mut input);
        self.evaluate(&mut input)
    }
}
