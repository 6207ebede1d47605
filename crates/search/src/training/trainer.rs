//! The trainer: fits weights to samples, and measures the scale of their logits.

use super::learner::{Learner, LearnerInput};
use super::sample::{Sample, SampleError};
use crate::params::VALIDATION_GAMES;
use crate::patterns::PatternWeights;
use crate::patterns::layout::{Layout, WindowSet};
use crate::probabilities::{OutcomeProbabilities, logistic};
use crate::random::{Random, index};
use quirkat_rules::{AnyRules, Rules, RulesVisitor};
use std::sync::Arc;

/// The settings of a training.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, find_game};
/// use quirkat_search::Engine;
/// use quirkat_search::training::{SelfPlay, Trainer};
///
/// let rules = AnyRules::compile(find_game("alquerque-de-tres").unwrap().ruleset(None, &[])?)?;
/// let self_play = SelfPlay { seed: 1, nodes: 50, random_bits: 8.0, max_plies: 60 };
/// let play = |number| self_play.play(&rules, &mut Engine::new(1), number);
/// let games = (0..20).map(play).collect::<Result<Vec<_>, _>>()?;
///
/// let trainer = Trainer { seed: 1, epochs: 2, learning_rate: 0.1, result_weight: 0.1, field_points: 0, neurons: 0 };
/// let mut losses = vec![];
/// let weights = trainer.train(&rules, &games, "an example".to_owned(), &mut |epoch| losses.push(epoch.training_loss))?;
/// assert!(weights.fits(&rules) && losses[1] < losses[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trainer {
    /// Seed of the initial weights and of the order of the samples.
    pub seed: u64,
    /// Number of passes over all samples.
    pub epochs: u32,
    /// Learning rate at the beginning. It falls linearly to a tenth.
    pub learning_rate: f32,
    /// Share of the result of the game in the target, from 0 to 1. The rest is the score of the search.
    pub result_weight: f32,
    /// Greatest number of points of a field, up to [`PatternWeights::MAX_FIELD_POINTS`]; 0 for no fields.
    pub field_points: usize,
    /// Neurons in a perspective of the network, up to [`PatternWeights::MAX_NEURONS`]; 0 for no network.
    pub neurons: usize,
}

/// The losses after one pass over the samples: mean cross entropies in bits, less the entropy of the targets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochReport {
    /// Number of the pass, from 1.
    pub number: u32,
    /// Mean loss of the training samples, each before its step.
    pub training_loss: f64,
    /// Mean loss of the validation samples, which are not trained on.
    pub validation_loss: f64,
}

impl Trainer {
    /// Fits weights to the samples of games, and reports each pass to `progress`. `command` is stored in the weights.
    ///
    /// # Errors
    /// If the samples are those of another game.
    pub fn train(
        &self,
        rules: &AnyRules,
        games: &[Vec<Sample>],
        command: String,
        progress: &mut dyn FnMut(EpochReport),
    ) -> Result<PatternWeights, SampleError> {
        let layout = Layout::of(rules, WindowSet::beside_network(self.neurons, self.field_points));
        if !games.iter().flatten().all(|sample| sample.fits(&layout.features)) {
            return Err(SampleError);
        }
        let samples = |validates: bool| {
            let games = games.iter().enumerate();
            let games = games.filter(move |(number, _)| number.is_multiple_of(VALIDATION_GAMES) == validates);
            games.flat_map(|(_, samples)| samples).collect::<Vec<_>>()
        };
        let (training, validation) = (samples(false), samples(true));
        let mut rng = Random::with_seed(self.seed);
        let mut learner = Learner::new(&layout, self.neurons, &mut rng);
        let symmetries = rules.visit(FeatureSymmetries(&layout));
        let evaluator = SampleEvaluator { layout: &layout, symmetries, result_weight: self.result_weight };
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        let mut input = LearnerInput::default();
        let steps = self.epochs as usize * order.len();
        for number in 1..=self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, index(&mut rng, at + 1));
            }
            let mut loss = 0.0;
            for (at, &sample) in order.iter().enumerate() {
                let sample = training[sample as usize];
                let target = evaluator.target(sample);
                let symmetry = index(&mut rng, evaluator.symmetries.len());
                let output = logistic(f64::from(evaluator.evaluate(&learner, sample, symmetry, &mut input))) as f32;
                let progress = ((number as usize - 1) * order.len() + at) as f32 / steps as f32;
                learner.learn(&input, output - target, self.learning_rate * (1.0 - 0.9 * progress));
                loss += divergence(target, output);
            }
            let training_loss = loss / training.len().max(1) as f64;
            progress(EpochReport { number, training_loss, validation_loss: evaluator.loss(&learner, &validation) });
        }
        let weights = learner.quantise(rules.ruleset().title(), command);
        Ok(weights.with_scale(
            evaluator.hundredths_per_logit(&learner, &validation),
            evaluator.draw_margin(&learner, &validation),
        ))
    }
}

/// A symmetry as a learner needs it: the image of each feature, and whether the sides are swapped.
type FeatureSymmetry = (Vec<u16>, bool);

/// Evaluates samples by a learner, and compares the outputs with the targets.
struct SampleEvaluator<'l> {
    layout: &'l Layout,
    /// The symmetries of the game, the identity first.
    symmetries: Vec<FeatureSymmetry>,
    result_weight: f32,
}

impl SampleEvaluator<'_> {
    /// Returns the expected score that the learner should output.
    fn target(&self, sample: &Sample) -> f32 {
        let searched = f32::from(sample.chance) / f32::from(u16::MAX);
        self.result_weight * f32::from(sample.result) / 2.0 + (1.0 - self.result_weight) * searched
    }

    /// Returns the logit of a sample under a symmetry.
    fn evaluate(&self, learner: &Learner, sample: &Sample, symmetry: usize, input: &mut LearnerInput) -> f32 {
        let (images, swaps) = &self.symmetries[symmetry];
        learner.read(sample, self.layout, images, *swaps, input);
        learner.evaluate(input)
    }

    /// Returns the logits of samples.
    fn logits(&self, learner: &Learner, samples: &[&Sample]) -> Vec<f64> {
        let mut input = LearnerInput::default();
        samples.iter().map(|sample| f64::from(self.evaluate(learner, sample, 0, &mut input))).collect()
    }

    /// Returns the mean loss of samples.
    fn loss(&self, learner: &Learner, samples: &[&Sample]) -> f64 {
        let logits = self.logits(learner, samples).into_iter();
        let losses = logits.zip(samples).map(|(logit, sample)| divergence(self.target(sample), logistic(logit) as f32));
        losses.sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the hundredths of a man in a logit, by the mean loss of a man in the samples.
    fn hundredths_per_logit(&self, learner: &Learner, samples: &[&Sample]) -> i16 {
        let pairs =
            samples.iter().filter_map(|sample| Some((**sample).clone()).zip(sample.without_man(&self.layout.features)));
        let (with, without): (Vec<_>, Vec<_>) = pairs.unzip();
        let sum = |samples: &[Sample]| self.logits(learner, &samples.iter().collect::<Vec<_>>()).iter().sum::<f64>();
        let man = (sum(&with) - sum(&without)) / with.len().max(1) as f64;
        // Where a man is worth nearly nothing or less, a logit counts as a man.
        if man > 0.1 { (100.0 / man).clamp(10.0, 1000.0) as i16 } else { 100 }
    }

    /// Returns the logit, in hundredths, at which a win is as likely as not, so that draws are as frequent as in the
    /// samples.
    fn draw_margin(&self, learner: &Learner, samples: &[&Sample]) -> i16 {
        let logits = self.logits(learner, samples);
        let drawn = samples.iter().filter(|sample| sample.result == 1).count() as f64;
        let expected =
            |draws: f64| logits.iter().map(|&logit| OutcomeProbabilities::at(logit, draws).draw).sum::<f64>();
        let (mut low, mut high) = (0, 1000);
        while low < high {
            let middle = (low + high) / 2;
            if expected(f64::from(middle) / 100.0) < drawn {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

/// Returns the Kullback-Leibler divergence of an output from its target, in bits.
fn divergence(target: f32, output: f32) -> f64 {
    let part = |target: f32, output: f32| {
        let [target, output] = [target, output].map(f64::from);
        if target <= 0.0 { 0.0 } else { target * libm::log2(target / output.max(1e-9)) }
    };
    part(target, output) + part(1.0 - target, 1.0 - output)
}

/// Returns the symmetries of a game.
struct FeatureSymmetries<'l>(&'l Layout);

impl RulesVisitor for FeatureSymmetries<'_> {
    type Output = Vec<FeatureSymmetry>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<FeatureSymmetry> {
        let features = &self.0.features;
        let images = |symmetry| (0..features.len()).map(|feature| features.image(feature, symmetry) as u16).collect();
        rules.symmetries().iter().map(|symmetry| (images(symmetry), symmetry.swaps)).collect()
    }
}
