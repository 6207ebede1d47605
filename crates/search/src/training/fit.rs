//! How a network learns from samples: by descent along the slope of its error, a few hundred samples at a time (D. P. Kingma
//! and J. Ba, "Adam: a method for stochastic optimization", 2015).

use super::games::Look;
use super::model::{Model, Scratch};
use super::sample::{Sample, SampleError};
use crate::chance::{Random, index, share};
use crate::network::Network;
use crate::network::eyes::Eyes;
use quirkat_rules::{AnyRules, GameSymmetry, Rules, RulesVisitor};
use std::sync::Arc;

/// The samples of one step.
const BATCH: usize = 512;
/// The parts of a step, each on a thread of its own; their sums are added in this order, so that nothing depends on how
/// fast they are.
const PARTS: usize = 2;
/// One game in so many is not learned from, but shows how well others are judged.
const HELD_OUT: usize = 20;

/// How a network is fitted to samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// The number from which chance is drawn.
    pub seed: u64,
    /// How often each sample is looked at.
    pub epochs: u32,
    /// The step at the beginning; it shrinks to nothing.
    pub rate: f32,
    /// How much of what is learned is the end of the game, and how much the search's judgement.
    pub result: f32,
}

/// How well a network judges after a look at all samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean error in what was learned: the cross entropy in bits, above that of the samples themselves.
    pub learned: f64,
    /// The same in what was held out.
    pub held_out: f64,
}

impl Fit {
    /// Fits a network to the samples of games and tells how it goes.
    ///
    /// # Errors
    /// When the samples are those of another game.
    pub fn fit(
        &self,
        rules: &AnyRules,
        games: &[Vec<Sample>],
        made: String,
        progress: &mut dyn FnMut(Epoch),
    ) -> Result<Network, SampleError> {
        let eyes = rules.visit(Look);
        let is_strange = |number: &u16| usize::from(*number) >= eyes.shape.numbers();
        if games.iter().flatten().any(|sample| sample.pieces.iter().any(is_strange)) {
            return Err(SampleError);
        }
        let lays = rules.visit(Lays(&eyes));
        let mut rng = Random::with_seed(self.seed);
        let mut model = Model::new(eyes.shape, || share(&mut rng));
        let mut adam = Adam::new(model.weights.len());
        let some = |held_out: bool| {
            let games = games.iter().enumerate().filter(move |(number, _)| number.is_multiple_of(HELD_OUT) == held_out);
            games.flat_map(|(_, samples)| samples).collect::<Vec<_>>()
        };
        let (learned, held_out) = (some(false), some(true));
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let steps = f64::from(self.epochs) * learned.len().div_ceil(BATCH) as f64;
        let mut step = 0.0;
        let teacher = Teacher { eyes: &eyes, result: self.result };
        let mut gradients: [Vec<f32>; PARTS] = std::array::from_fn(|_| vec![0.0; model.weights.len()]);
        for number in 1..=self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, index(&mut rng, at + 1));
            }
            let mut error = 0.0;
            for batch in order.chunks(BATCH) {
                let laid: Vec<(u32, &[u16])> =
                    batch.iter().map(|&sample| (sample, &*lays[index(&mut rng, lays.len())])).collect();
                error += teacher.slope(&model, &learned, &laid, &mut gradients);
                let (whole, rest) = gradients.split_at_mut(1);
                for part in rest {
                    for (sum, slope) in whole[0].iter_mut().zip(part) {
                        *sum += *slope;
                    }
                }
                step += 1.0;
                let rate = self.rate * (0.5 + 0.5 * (std::f64::consts::PI * step / steps).cos() as f32);
                adam.step(&mut model.weights, &gradients[0], rate, batch.len());
                model.clamp();
            }
            let told = Epoch {
                number,
                learned: error / learned.len().max(1) as f64,
                held_out: teacher.error(&model, &held_out, &lays[0]),
            };
            progress(told);
        }
        let hundredths = teacher.hundredths(&model, &held_out, &lays[0]);
        Ok(model.network(rules.ruleset().title(), made, hundredths))
    }
}

/// Says how wrong a model is.
struct Teacher<'e> {
    eyes: &'e Eyes,
    result: f32,
}

impl Teacher<'_> {
    /// The chance to win that a sample should be given.
    fn target(&self, sample: &Sample) -> f32 {
        let searched = f32::from(sample.chance) / f32::from(u16::MAX);
        self.result * f32::from(sample.result) / 2.0 + (1.0 - self.result) * searched
    }

    /// The error over a batch, and its slope in parts.
    fn slope(
        &self,
        model: &Model,
        samples: &[&Sample],
        batch: &[(u32, &[u16])],
        gradients: &mut [Vec<f32>; PARTS],
    ) -> f64 {
        let share = batch.len().div_ceil(PARTS);
        let errors: Vec<f64> = std::thread::scope(|scope| {
            let parts = batch.chunks(share).zip(gradients.iter_mut()).map(|(part, gradient)| {
                scope.spawn(move || {
                    gradient.fill(0.0);
                    let mut scratch = Scratch::default();
                    let mut error = 0.0;
                    for &(number, lay) in part {
                        let sample = samples[number as usize];
                        let target = self.target(sample);
                        let chance = chance(model.judge(sample, self.eyes, lay, &mut scratch));
                        error += divergence(target, chance);
                        model.learn(sample, &scratch, chance - target, gradient);
                    }
                    error
                })
            });
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(|part| part.join().expect("no part panics")).collect()
        });
        // A last batch of one sample has one part only.
        for gradient in &mut gradients[errors.len()..] {
            gradient.fill(0.0);
        }
        errors.iter().sum()
    }

    fn error(&self, model: &Model, samples: &[&Sample], lay: &[u16]) -> f64 {
        let mut scratch = Scratch::default();
        let error = |sample: &&Sample| {
            divergence(self.target(sample), chance(model.judge(sample, self.eyes, lay, &mut scratch)))
        };
        samples.iter().map(error).sum::<f64>() / samples.len().max(1) as f64
    }

    /// The hundredths of a man to a logit: by how much the side to move is worse off without one of its men.
    fn hundredths(&self, model: &Model, samples: &[&Sample], lay: &[u16]) -> i16 {
        let mut scratch = Scratch::default();
        let (mut lost, mut count) = (0.0, 0);
        for sample in samples {
            let is_own_man = |&&number: &&u16| self.eyes.is_man(usize::from(number), sample.mover);
            let Some(man) = sample.pieces.iter().find(is_own_man) else { continue };
            let mut without = Sample::clone(sample);
            without.pieces.retain(|number| number != man);
            let before = model.judge(sample, self.eyes, lay, &mut scratch);
            lost += f64::from(before - model.judge(&without, self.eyes, lay, &mut scratch));
            count += 1;
        }
        let man = lost / f64::from(count.max(1));
        // Where men hardly matter, or matter the wrong way, one logit is called a man.
        if man > 0.1 { (100.0 / man).clamp(10.0, 1000.0) as i16 } else { 100 }
    }
}

fn chance(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// How many bits the chance misses of the target.
fn divergence(target: f32, chance: f32) -> f64 {
    let part = |target: f32, chance: f32| {
        if target <= 0.0 { 0.0 } else { f64::from(target) * (f64::from(target) / f64::from(chance).max(1e-9)).log2() }
    };
    part(target, chance) + part(1.0 - target, 1.0 - chance)
}

/// The mean and the spread of each slope, by which each weight has a step of its own.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(weights: usize) -> Adam {
        Adam { means: vec![0.0; weights], squares: vec![0.0; weights], steps: 0 }
    }

    fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, batch: usize) {
        const KEEPS: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let [mean_scale, square_scale] = KEEPS.map(|keeps| 1.0 / (1.0 - keeps.powi(self.steps)));
        let one = 1.0 / batch as f32;
        for (((weight, slope), mean), square) in
            weights.iter_mut().zip(gradient).zip(&mut self.means).zip(&mut self.squares)
        {
            let slope = slope * one;
            *mean = KEEPS[0] * *mean + (1.0 - KEEPS[0]) * slope;
            *square = KEEPS[1] * *square + (1.0 - KEEPS[1]) * slope * slope;
            *weight -= rate * (*mean * mean_scale) / ((*square * square_scale).sqrt() + 1e-8);
        }
    }
}

/// The numbers that pieces have after each way to lay the board on itself that leaves each side its own.
struct Lays<'e>(&'e Eyes);

impl RulesVisitor for Lays<'_> {
    type Output = Vec<Vec<u16>>;
    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<Vec<u16>> {
        let points = self.0.shape.points;
        let laid = |symmetry: &GameSymmetry| {
            let numbers = 0..self.0.shape.numbers();
            let image =
                |number: usize| number - number % points + symmetry.board.image((number % points).into()).index();
            numbers.map(|number| image(number) as u16).collect()
        };
        rules.symmetries().iter().filter(|symmetry| !symmetry.swaps).map(laid).collect()
    }
}
