//! How patterns are learned from samples, and what their logits then mean.

use super::learner::{Learner, Seen};
use super::sample::{Sample, SampleError};
use crate::chance::{Random, index};
use crate::patterns::PatternWeights;
use crate::patterns::layout::{Extent, Layout};
use crate::probabilities::{OutcomeProbabilities, odds};
use quirkat_rules::{AnyRules, Rules, RulesVisitor};
use std::sync::Arc;

/// One game in so many is not learned from, but shows how well others are judged.
const HELD_OUT: usize = 20;

/// How patterns are fitted to samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trainer {
    /// The number from which chance is drawn.
    pub seed: u64,
    /// How often each sample is looked at.
    pub epochs: u32,
    /// The step at the beginning; it shrinks to a tenth.
    pub learning_rate: f32,
    /// How much of what is learned is the end of the game, and how much the search's judgement.
    pub result_weight: f32,
    /// How many points a field has at most, up to [`PatternWeights::MAX_FIELD_POINTS`]; 0 for no fields.
    pub field_points: usize,
    /// How many units each view of a network has, up to [`PatternWeights::MAX_NEURONS`]; 0 for no network.
    pub neurons: usize,
}

/// How well positions are judged after a look at all samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochReport {
    /// Its number, from 1.
    pub number: u32,
    /// The mean error in what was learned: the cross entropy in bits, above that of the samples themselves.
    pub training_loss: f64,
    /// The same in what was held out.
    pub validation_loss: f64,
}

impl Trainer {
    /// Fits patterns to the samples of games and tells how it goes.
    ///
    /// # Errors
    /// When the samples are those of another game.
    pub fn train(
        &self,
        rules: &AnyRules,
        games: &[Vec<Sample>],
        made: String,
        progress: &mut dyn FnMut(EpochReport),
    ) -> Result<PatternWeights, SampleError> {
        let layout = Layout::of(rules, Extent::beside(self.neurons, self.field_points));
        if !games.iter().flatten().all(|sample| sample.fits(&layout.things)) {
            return Err(SampleError);
        }
        let some = |held_out: bool| {
            let games = games.iter().enumerate().filter(move |(number, _)| number.is_multiple_of(HELD_OUT) == held_out);
            games.flat_map(|(_, samples)| samples).collect::<Vec<_>>()
        };
        let (learned, held_out) = (some(false), some(true));
        let mut rng = Random::with_seed(self.seed);
        let mut learner = Learner::new(&layout, self.neurons, &mut rng);
        let teacher = Teacher { layout: &layout, lays: rules.visit(Lays(&layout)), result_weight: self.result_weight };
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let mut seen = Seen::default();
        let steps = self.epochs as usize * order.len();
        for number in 1..=self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, index(&mut rng, at + 1));
            }
            let mut error = 0.0;
            for (at, &sample) in order.iter().enumerate() {
                let sample = learned[sample as usize];
                let (target, lay) = (teacher.target(sample), index(&mut rng, teacher.lays.len()));
                let chance = odds(f64::from(teacher.judge(&learner, sample, lay, &mut seen))) as f32;
                let done = ((number as usize - 1) * order.len() + at) as f32 / steps as f32;
                learner.learn(&seen, chance - target, self.learning_rate * (1.0 - 0.9 * done));
                error += divergence(target, chance);
            }
            let training_loss = error / learned.len().max(1) as f64;
            progress(EpochReport { number, training_loss, validation_loss: teacher.error(&learner, &held_out) });
        }
        let patterns = learner.patterns(rules.ruleset().title(), made);
        Ok(patterns.scaled(teacher.hundredths(&learner, &held_out), teacher.draws(&learner, &held_out)))
    }
}

/// A way to lay the board on itself: the numbers that all things have afterwards, and whether the sides are exchanged.
type Lay = (Vec<u16>, bool);

/// Says how wrong a learner is.
struct Teacher<'l> {
    layout: &'l Layout,
    /// The first leaves everything where it is.
    lays: Vec<Lay>,
    result_weight: f32,
}

impl Teacher<'_> {
    /// The chance to win that a sample should be given.
    fn target(&self, sample: &Sample) -> f32 {
        let searched = f32::from(sample.chance) / f32::from(u16::MAX);
        self.result_weight * f32::from(sample.result) / 2.0 + (1.0 - self.result_weight) * searched
    }

    /// The logit of a sample, laid on the board in a way.
    fn judge(&self, learner: &Learner, sample: &Sample, lay: usize, seen: &mut Seen) -> f32 {
        let (images, swaps) = &self.lays[lay];
        learner.look(sample, self.layout, images, *swaps, seen);
        learner.judge(seen)
    }

    /// The logits of samples as they are.
    fn logits(&self, learner: &Learner, samples: &[&Sample]) -> Vec<f64> {
        let mut seen = Seen::default();
        samples.iter().map(|sample| f64::from(self.judge(learner, sample, 0, &mut seen))).collect()
    }

    fn error(&self, learner: &Learner, samples: &[&Sample]) -> f64 {
        let logits = self.logits(learner, samples).into_iter();
        let errors = logits.zip(samples).map(|(logit, sample)| divergence(self.target(sample), odds(logit) as f32));
        errors.sum::<f64>() / samples.len().max(1) as f64
    }

    /// The hundredths of a man to a logit: by how much the side to move is worse off without one of its men.
    fn hundredths(&self, learner: &Learner, samples: &[&Sample]) -> i16 {
        let pairs =
            samples.iter().filter_map(|sample| Some((**sample).clone()).zip(sample.without_man(&self.layout.things)));
        let (with, without): (Vec<_>, Vec<_>) = pairs.unzip();
        let sum = |samples: &[Sample]| self.logits(learner, &samples.iter().collect::<Vec<_>>()).iter().sum::<f64>();
        let man = (sum(&with) - sum(&without)) / with.len().max(1) as f64;
        // Where men hardly matter, or matter the wrong way, one logit is called a man.
        if man > 0.1 { (100.0 / man).clamp(10.0, 1000.0) as i16 } else { 100 }
    }

    /// The margin by which draws come out as often as they were, in hundredths of a logit.
    fn draws(&self, learner: &Learner, samples: &[&Sample]) -> i16 {
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

/// How many bits the chance misses of the target.
fn divergence(target: f32, chance: f32) -> f64 {
    let part = |target: f32, chance: f32| {
        if target <= 0.0 { 0.0 } else { f64::from(target) * (f64::from(target) / f64::from(chance).max(1e-9)).log2() }
    };
    part(target, chance) + part(1.0 - target, 1.0 - chance)
}

/// All ways to lay the board on itself under which the rules stay what they are.
struct Lays<'l>(&'l Layout);

impl RulesVisitor for Lays<'_> {
    type Output = Vec<Lay>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<Lay> {
        let images =
            |symmetry| (0..self.0.things.len()).map(|number| self.0.things.image(number, symmetry) as u16).collect();
        rules.symmetries().iter().map(|symmetry| (images(symmetry), symmetry.swaps)).collect()
    }
}
