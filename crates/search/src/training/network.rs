//! A network in training, by steps over batches of samples (D. P. Kingma and J. Ba, "Adam: a method for stochastic
//! optimization", 2015).

use crate::params::{
    ADAM_BATCH, ADAM_MEAN_DECAY, ADAM_RATE, ADAM_SQUARE_DECAY, INITIAL_BIAS, INITIAL_INPUT_WEIGHT,
    INITIAL_OUTPUT_WEIGHT,
};
use crate::patterns::layout::Layout;
use crate::patterns::network::{MAX_NEURONS, MAX_OUTPUT_WEIGHT, Network, NetworkShape, max_input_weight};
use crate::random::{Random, fraction};
use quirkat_rules::Side;

/// The numbers of a network, in the order of [`Network`], with the rows of the factors behind the rows of the features.
///
/// A row with factors is learned as a difference from their sum, so that rare columns start from the values of their
/// pieces.
#[derive(Clone, Debug)]
pub(crate) struct NetworkLearner {
    /// Rows of the network, without those of the factors.
    rows: usize,
    /// Factors of each row.
    factors: Vec<Vec<u32>>,
    /// Shape with the rows of the factors.
    shape: NetworkShape,
    max_input_weight: f32,
    numbers: Vec<f32>,
    /// Sums of the gradients since the last step.
    gradients: Vec<f32>,
    /// Decaying means of the gradients and of their squares.
    moments: Vec<[f32; 2]>,
    /// Samples since the last step.
    batch: u32,
    steps: i32,
}

/// The input of a network for one sample, and its hidden neurons.
#[derive(Clone, Debug)]
pub(crate) struct NetworkInput {
    pub mover: Side,
    /// Active rows and factors in each perspective, that of the side to move first.
    pub rows: [Vec<u32>; 2],
    /// Neurons of each perspective, before activation.
    neurons: [Vec<f32>; 2],
}

impl Default for NetworkInput {
    fn default() -> Self {
        NetworkInput { mover: Side::First, rows: Default::default(), neurons: Default::default() }
    }
}

impl NetworkLearner {
    /// Creates a network with random weights.
    pub fn new(shape: NetworkShape, layout: &Layout, rng: &mut Random) -> NetworkLearner {
        let rows = shape.rows;
        let factors: Vec<Vec<u32>> = (0..rows as u32).map(|row| layout.factors(row)).collect();
        let shape = NetworkShape { rows: rows + layout.factor_count(), ..shape };
        let (biases, outputs) = (shape.biases(Side::First), shape.outputs(Side::First));
        let mut numbers = vec![0.0; shape.len()];
        for (place, number) in numbers.iter_mut().enumerate() {
            let random = 2.0 * fraction(rng) as f32 - 1.0;
            let has_factors = factors.get(place / shape.neurons).is_some_and(|factors| !factors.is_empty());
            *number = match place {
                _ if has_factors => 0.0,
                _ if place < biases => random * INITIAL_INPUT_WEIGHT,
                _ if place < outputs => INITIAL_BIAS,
                _ => random * INITIAL_OUTPUT_WEIGHT,
            };
        }
        let len = numbers.len();
        NetworkLearner {
            rows,
            factors,
            shape,
            max_input_weight: max_input_weight(layout),
            numbers,
            gradients: vec![0.0; len],
            moments: vec![[0.0; 2]; len],
            batch: 0,
            steps: 0,
        }
    }

    /// Adds a row and its factors to the active rows.
    pub fn activate(&self, row: u32, active: &mut Vec<u32>) {
        active.push(row);
        active.extend(self.factors[row as usize].iter().map(|factor| self.rows as u32 + factor));
    }

    /// Returns the output as a logit, and leaves the neurons in the input.
    pub fn evaluate(&self, input: &mut NetworkInput) -> f32 {
        let width = self.shape.neurons;
        let outputs = &self.numbers[self.shape.outputs(input.mover)..][..2 * width];
        let sides = [input.mover, input.mover.other()];
        let mut logit = 0.0;
        for (number, side) in sides.into_iter().enumerate() {
            let neurons = &mut input.neurons[number];
            neurons.clear();
            neurons.extend_from_slice(&self.numbers[self.shape.biases(side)..][..width]);
            for &row in &input.rows[number] {
                let row = &self.numbers[self.shape.row(row)..][..width];
                neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron += weight);
            }
            let outputs = &outputs[number * width..][..width];
            let activations = neurons.iter().map(|neuron| neuron.clamp(0.0, 1.0).powi(2));
            logit += activations.zip(outputs).map(|(activation, output)| activation * output).sum::<f32>();
        }
        logit
    }

    /// Adds the gradients of an evaluated input, and takes a step if the batch is full. `error` is the output minus the
    /// target.
    pub fn learn(&mut self, input: &NetworkInput, error: f32, rate: f32) {
        let width = self.shape.neurons;
        let outputs = self.shape.outputs(input.mover);
        let sides = [input.mover, input.mover.other()];
        let mut hidden = [0.0; MAX_NEURONS];
        for (number, side) in sides.into_iter().enumerate() {
            for (index, (gradient, &neuron)) in hidden.iter_mut().zip(&input.neurons[number]).enumerate() {
                let place = outputs + number * width + index;
                let clipped = neuron.clamp(0.0, 1.0);
                self.gradients[place] += error * clipped * clipped;
                let is_within = neuron > 0.0 && neuron < 1.0;
                *gradient = if is_within { error * self.numbers[place] * 2.0 * neuron } else { 0.0 };
            }
            let hidden = &hidden[..width];
            let rows = input.rows[number].iter().map(|&row| self.shape.row(row));
            for start in rows.chain([self.shape.biases(side)]) {
                let gradients = &mut self.gradients[start..][..width];
                gradients.iter_mut().zip(hidden).for_each(|(sum, gradient)| *sum += gradient);
            }
        }
        self.batch += 1;
        if self.batch == ADAM_BATCH {
            self.step(rate * ADAM_RATE);
        }
    }

    fn step(&mut self, rate: f32) {
        self.steps += 1;
        const DECAYS: [f32; 2] = [ADAM_MEAN_DECAY, ADAM_SQUARE_DECAY];
        let [first, second] = DECAYS.map(|decay| 1.0 - (1.0 - decay).powi(self.steps));
        let rate = rate * second.sqrt() / first;
        let outputs = self.shape.outputs(Side::First);
        let (max_input, batch) = (self.max_input_weight, self.batch as f32);
        for (place, number) in self.numbers.iter_mut().enumerate() {
            let gradient = std::mem::take(&mut self.gradients[place]) / batch;
            let [mean, square] = &mut self.moments[place];
            *mean += DECAYS[0] * (gradient - *mean);
            *square += DECAYS[1] * (gradient * gradient - *square);
            let bound = if place < outputs { max_input } else { MAX_OUTPUT_WEIGHT };
            *number = (*number - rate * *mean / (square.sqrt() + 1e-8)).clamp(-bound, bound);
        }
        self.batch = 0;
    }

    /// Adds the factors to their rows, and quantises the network.
    pub fn quantise(&self) -> Network {
        let width = self.shape.neurons;
        let mut numbers = self.numbers[..self.rows * width].to_vec();
        for (row, factors) in numbers.chunks_exact_mut(width).zip(&self.factors) {
            for &factor in factors {
                let factor = &self.numbers[self.shape.row(self.rows as u32 + factor)..][..width];
                row.iter_mut().zip(factor).for_each(|(number, weight)| *number += weight);
            }
            row.iter_mut().for_each(|number| *number = number.clamp(-self.max_input_weight, self.max_input_weight));
        }
        numbers.extend(&self.numbers[self.shape.biases(Side::First)..]);
        Network::quantise(NetworkShape { rows: self.rows, ..self.shape }, &numbers)
    }
}
