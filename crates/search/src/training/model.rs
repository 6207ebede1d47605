//! A network in real numbers, as it is while it learns: what it says of a sample, and how each weight bears on that.

use super::sample::Sample;
use crate::network::eyes::{Eyes, Shape};
use crate::network::{HIDDEN, Network, ONE, OUTPUT_ONE, Output, Row, STAGES, WORTH_ONE};
use quirkat_rules::Side;

/// The weights of a row: those of the sums, and the worth at each stage.
const ROW: usize = HIDDEN + STAGES;
/// The weights of a stage's last layer: of both views, of being to move and of mobility.
const OUTPUT: usize = 2 * HIDDEN + 2;
/// What fits into the whole numbers of a network: a sum may have a row for every point, on small boards for a hundred
/// pieces in towers.
const MOST_SUM: f32 = 199.0;
const MOST_PIECES: usize = 100;
const MOST_WORTH: f32 = 3.99;

/// The weights one after another: all rows, what the sums begin with, the last layers.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    shape: Shape,
    pub weights: Vec<f32>,
}

/// What is computed of a sample on the way, kept so that nothing is allocated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    rows: [Vec<usize>; 2],
    sums: [Vec<f32>; 2],
}

impl Model {
    /// A network that knows nothing, with small weights from a generator so that its sums come to differ.
    pub fn new(shape: Shape, mut share: impl FnMut() -> f64) -> Model {
        let mut model = Model { shape, weights: vec![0.0; shape.rows() * ROW + HIDDEN + STAGES * OUTPUT] };
        let mut small = |spread: f64| ((share() * 2.0 - 1.0) * spread) as f32;
        let (rows, rest) = model.weights.split_at_mut(shape.rows() * ROW);
        for row in rows.chunks_exact_mut(ROW) {
            row[..HIDDEN].fill_with(|| small(0.15));
        }
        let (start, outputs) = rest.split_at_mut(HIDDEN);
        start.fill(0.2);
        for output in outputs.chunks_exact_mut(OUTPUT) {
            output[..2 * HIDDEN].fill_with(|| small(0.1));
        }
        model
    }

    fn start(&self) -> usize {
        self.shape.rows() * ROW
    }

    fn output(&self, stage: usize) -> usize {
        self.start() + HIDDEN + stage * OUTPUT
    }

    /// The rows of a sample as each side sees them, the side to move first; `lay` turns its board.
    fn look(&self, sample: &Sample, eyes: &Eyes, lay: &[u16], scratch: &mut Scratch) {
        for (rows, from) in scratch.rows.iter_mut().zip([sample.mover, sample.mover.other()]) {
            rows.clear();
            rows.extend(sample.pieces.iter().map(|&number| eyes.row(usize::from(lay[usize::from(number)]), from)));
            for of in Side::BOTH {
                rows.extend((0..sample.hand[of.index()]).map(|_| eyes.hand_row(of, from)));
            }
        }
    }

    /// The logarithm of the odds that the side to move wins.
    pub fn judge(&self, sample: &Sample, eyes: &Eyes, lay: &[u16], scratch: &mut Scratch) -> f32 {
        self.look(sample, eyes, lay, scratch);
        let stage = usize::from(sample.stage);
        let output = &self.weights[self.output(stage)..][..OUTPUT];
        let mut logit = output[2 * HIDDEN] + output[2 * HIDDEN + 1] * mobility(sample);
        let sides = [(&output[..HIDDEN], 1.0), (&output[HIDDEN..2 * HIDDEN], -1.0)];
        for ((rows, sums), (weights, sign)) in scratch.rows.iter().zip(&mut scratch.sums).zip(sides) {
            sums.clear();
            sums.extend_from_slice(&self.weights[self.start()..][..HIDDEN]);
            for &row in rows {
                let row = &self.weights[row * ROW..][..ROW];
                for (sum, weight) in sums.iter_mut().zip(row) {
                    *sum += weight;
                }
                logit += sign * row[HIDDEN + stage];
            }
            logit += sums.iter().zip(weights).map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight).sum::<f32>();
        }
        logit
    }

    /// Adds to a gradient how the logit of the sample that was judged last depends on each weight, times `factor`.
    pub fn learn(&self, sample: &Sample, scratch: &Scratch, factor: f32, gradient: &mut [f32]) {
        let stage = usize::from(sample.stage);
        let at = self.output(stage);
        gradient[at + 2 * HIDDEN] += factor;
        gradient[at + 2 * HIDDEN + 1] += factor * mobility(sample);
        for (side, sign) in [(0, 1.0), (1, -1.0)] {
            let sums = &scratch.sums[side];
            let weights = &self.weights[at + side * HIDDEN..][..HIDDEN];
            let mut below = [0.0; HIDDEN];
            for (((below, sum), weight), slope) in
                below.iter_mut().zip(sums).zip(weights).zip(&mut gradient[at + side * HIDDEN..])
            {
                *slope += factor * sum.clamp(0.0, 1.0);
                *below = if (0.0..=1.0).contains(sum) { factor * weight } else { 0.0 };
            }
            for &row in &scratch.rows[side] {
                let row = &mut gradient[row * ROW..][..ROW];
                for (slope, below) in row.iter_mut().zip(&below) {
                    *slope += below;
                }
                row[HIDDEN + stage] += sign * factor;
            }
            for (slope, below) in gradient[self.start()..].iter_mut().zip(&below) {
                *slope += below;
            }
        }
    }

    /// Keeps every weight within what a network can hold.
    pub fn clamp(&mut self) {
        let rows = self.start();
        let most_hidden = MOST_SUM / self.shape.points.max(MOST_PIECES) as f32;
        for row in self.weights[..rows].chunks_exact_mut(ROW) {
            for (at, weight) in row.iter_mut().enumerate() {
                let most = if at < HIDDEN { most_hidden } else { MOST_WORTH };
                *weight = weight.clamp(-most, most);
            }
        }
    }

    /// The network in whole numbers, with so many hundredths of a man to a logit.
    pub fn network(&self, title: String, made: String, hundredths: i16) -> Network {
        let whole = |weight: f32, one: i32| {
            (weight * one as f32).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
        };
        let sum = |weight: &f32| whole(*weight, i32::from(ONE));
        let last = |weight: &f32| whole(*weight, i32::from(OUTPUT_ONE));
        let worth = |weight: &f32| whole(*weight, i32::from(WORTH_ONE));
        let rows = self.weights[..self.start()].chunks_exact(ROW).map(|row| Row {
            hidden: std::array::from_fn(|at| sum(&row[at])),
            worth: std::array::from_fn(|at| worth(&row[HIDDEN + at])),
        });
        Network {
            title,
            made,
            shape: self.shape,
            rows: rows.collect(),
            start: std::array::from_fn(|at| sum(&self.weights[self.start() + at])),
            outputs: std::array::from_fn(|stage| {
                let output = &self.weights[self.output(stage)..][..OUTPUT];
                Output {
                    own: std::array::from_fn(|at| last(&output[at])),
                    other: std::array::from_fn(|at| last(&output[HIDDEN + at])),
                    tempo: worth(&output[2 * HIDDEN]),
                    mobility: worth(&output[2 * HIDDEN + 1]),
                }
            }),
            hundredths,
        }
    }
}

#[cfg(test)]
impl Model {
    /// A network that knows nothing of a game.
    pub fn of(rules: &quirkat_rules::AnyRules, share: impl FnMut() -> f64) -> Model {
        Model::new(rules.visit(super::games::Look).shape, share)
    }

    /// What it says of a position.
    pub fn judge_position<G: quirkat_rules::Rules>(&self, rules: &G, position: &G::Position) -> f32 {
        let eyes = Eyes::new(rules);
        let numbers: Vec<u16> = (0..self.shape.numbers() as u16).collect();
        self.judge(&Sample::of(rules, position, &eyes), &eyes, &numbers, &mut Scratch::default())
    }
}

/// The share of the plain steps that are the mover's, less the other's.
fn mobility(sample: &Sample) -> f32 {
    let [own, other] = sample.steps.map(f32::from);
    (own - other) / (own + other).max(1.0)
}
