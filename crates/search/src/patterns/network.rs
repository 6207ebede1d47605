//! A small network beside the patterns: what pieces mean to one another wherever they stand.
//!
//! It is efficiently updatable (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer
//! shogi", 2018). Each side has its own perspective of the board. Every feature adds its row of weights to the hidden
//! neurons of a perspective, so that a move changes a few rows. The activation of a neuron is the square of its value,
//! clipped to the range from 0 to 1. The output is a weighted sum of the activations: of the side to move, and of the
//! other side.

use super::layout::Layout;
use super::{WEIGHT_ONE, WeightCounts};
use quirkat_rules::Side;

/// Greatest number of neurons in a perspective.
pub(crate) const MAX_NEURONS: usize = 64;
/// The value 1 of a neuron: its square fits 16 bits.
const NEURON_ONE: i16 = 181;
/// The value 1 of an output weight: an activation of 1 times a weight of 1 is 1024 times [`WEIGHT_ONE`].
pub(crate) const OUTPUT_ONE: f32 = 1024.0 * WEIGHT_ONE as f32 / (NEURON_ONE as f32 * NEURON_ONE as f32);
/// Bound of an output weight: the sum over all neurons fits 32 bits.
pub(crate) const MAX_OUTPUT_WEIGHT: f32 = 1.99;

/// The dimensions of a network, and where its parts begin in the list of its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NetworkShape {
    /// Number of neurons in a perspective.
    pub neurons: usize,
    /// Rows of input weights, of all perspectives.
    pub rows: usize,
    /// Perspectives with weights of their own: one if the sides are symmetric, else two.
    pub perspectives: usize,
}

impl NetworkShape {
    pub fn of(counts: WeightCounts) -> NetworkShape {
        let perspectives = if counts.is_symmetric { 1 } else { 2 };
        NetworkShape { neurons: counts.neurons, rows: counts.rows, perspectives }
    }

    /// Returns where a row of input weights begins.
    pub fn row(self, row: u32) -> usize {
        row as usize * self.neurons
    }

    /// Returns where the biases of a side's perspective begin.
    pub fn biases(self, side: Side) -> usize {
        (self.rows + self.perspective(side)) * self.neurons
    }

    /// Returns where the output weights of a side to move begin: one for each neuron of its own perspective, then of
    /// the other's.
    pub fn outputs(self, mover: Side) -> usize {
        (self.rows + self.perspectives + 2 * self.perspective(mover)) * self.neurons
    }

    /// Returns the number of all weights and biases.
    pub fn len(self) -> usize {
        (self.rows + 3 * self.perspectives) * self.neurons
    }

    fn perspective(self, side: Side) -> usize {
        if self.perspectives == 1 { 0 } else { side.index() }
    }
}

/// Returns the bound of an input weight: the features of a position never sum to more than a neuron holds.
pub(crate) fn max_input_weight(layout: &Layout) -> f32 {
    f32::from(i16::MAX / NEURON_ONE - 1) / (layout.features.max_active() + 1) as f32
}

/// The hidden neurons of both perspectives, before activation: the first side's, then the second side's.
pub(crate) type Neurons = Box<[i16]>;

/// A network with integer weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Network {
    pub shape: NetworkShape,
    /// Rows of input weights, biases, and output weights, in this order.
    pub numbers: Vec<i16>,
}

impl Network {
    /// Rounds a trained network to integers.
    pub fn quantise(shape: NetworkShape, numbers: &[f32]) -> Network {
        let outputs = shape.outputs(Side::First);
        let integer = |(place, number): (usize, &f32)| {
            let one = if place < outputs { f32::from(NEURON_ONE) } else { OUTPUT_ONE };
            (number * one).round() as i16
        };
        Network { shape, numbers: numbers.iter().enumerate().map(integer).collect() }
    }

    /// Returns whether no output can overflow.
    pub fn is_sound(&self) -> bool {
        let outputs = &self.numbers[self.shape.outputs(Side::First)..];
        outputs.iter().all(|&output| f32::from(output).abs() <= MAX_OUTPUT_WEIGHT * OUTPUT_ONE + 1.0)
    }

    /// Returns the neurons of an empty board.
    pub fn biases(&self) -> Neurons {
        let of = |side| &self.numbers[self.shape.biases(side)..][..self.shape.neurons];
        [of(Side::First), of(Side::Second)].concat().into()
    }

    /// Adds a feature, by its row in each perspective.
    #[inline]
    pub fn add(&self, neurons: &mut [i16], rows: [u32; 2]) {
        for (neurons, row) in self.perspectives(neurons, rows) {
            neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron = neuron.wrapping_add(*weight));
        }
    }

    /// Subtracts a feature, by its row in each perspective.
    #[inline]
    pub fn subtract(&self, neurons: &mut [i16], rows: [u32; 2]) {
        for (neurons, row) in self.perspectives(neurons, rows) {
            neurons.iter_mut().zip(row).for_each(|(neuron, weight)| *neuron = neuron.wrapping_sub(*weight));
        }
    }

    /// Returns the neurons and the row of weights of each perspective.
    #[inline]
    fn perspectives<'n>(&self, neurons: &'n mut [i16], rows: [u32; 2]) -> [(&'n mut [i16], &[i16]); 2] {
        let width = self.shape.neurons;
        let row = |row: u32| &self.numbers[self.shape.row(row)..][..width];
        let (first, second) = neurons.split_at_mut(width);
        [(first, row(rows[0])), (second, row(rows[1]))]
    }

    /// Returns the output for the side to move, as a weight.
    #[inline]
    pub fn evaluate(&self, neurons: &[i16], mover: Side) -> i32 {
        let width = self.shape.neurons;
        let outputs = &self.numbers[self.shape.outputs(mover)..][..2 * width];
        let (first, second) = neurons.split_at(width);
        let (own, other) = if mover == Side::First { (first, second) } else { (second, first) };
        (weighted_sum(own, &outputs[..width]) + weighted_sum(other, &outputs[width..])) / 1024
    }
}

#[inline]
fn weighted_sum(neurons: &[i16], outputs: &[i16]) -> i32 {
    let weigh = |(&neuron, &output): (&i16, &i16)| {
        let clipped = neuron.clamp(0, NEURON_ONE);
        i32::from(clipped * clipped) * i32::from(output)
    };
    neurons.iter().zip(outputs).map(weigh).sum()
}
