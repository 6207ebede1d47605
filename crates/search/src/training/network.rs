//! A network in real numbers, as it is while it is learned: by steps of many samples (D. P. Kingma and J. Ba, "Adam: a method
//! for stochastic optimization", 2015).

use crate::chance::{Random, share};
use crate::patterns::layout::Layout;
use crate::patterns::network::{MOST_OUTPUT, MOST_UNITS, Network, Shape, most_of_row};
use quirkat_rules::Side;

/// So many samples make a step.
const BATCH: u32 = 256;
/// How much of the slopes, and of their squares, is forgotten with each step.
const FORGOTTEN: [f32; 2] = [0.1, 0.001];
/// The length of a step, as a part of that of patterns.
const PACE: f32 = 0.05;
/// What a row adds at first, at most.
const FIRST_ROW: f32 = 0.15;
/// What a unit holds at first.
const FIRST_EMPTY: f32 = 0.2;
/// What a unit counts for at first, at most.
const FIRST_OUTPUT: f32 = 0.2;

/// The numbers of a network, in the order in which it keeps them, behind its rows those of their parts. Of a row with parts it
/// keeps what it is beyond them.
#[derive(Clone, Debug)]
pub(crate) struct NetworkLearner {
    /// The rows of the network.
    rows: usize,
    /// The parts of each row.
    parts: Vec<Vec<u32>>,
    /// What is learned: rows and parts.
    shape: Shape,
    most_of_row: f32,
    numbers: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<[f32; 2]>,
    waiting: u32,
    steps: i32,
}

/// What a network sees of a sample: the side to move, the rows of what stands on the board, and their parts, in the view of each
/// side, that of the side to move first, and what its units hold then.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub mover: Side,
    pub rows: [Vec<u32>; 2],
    held: [Vec<f32>; 2],
}

impl Default for View {
    fn default() -> Self {
        View { mover: Side::First, rows: Default::default(), held: Default::default() }
    }
}

impl NetworkLearner {
    /// A network that knows nothing.
    pub fn new(shape: Shape, layout: &Layout, rng: &mut Random) -> NetworkLearner {
        let rows = shape.rows;
        let parts: Vec<Vec<u32>> = (0..rows as u32).map(|row| layout.parts(row)).collect();
        let shape = Shape { rows: rows + layout.part_count(), ..shape };
        let (inputs, outputs) = (shape.empty(Side::First), shape.outputs(Side::First));
        let mut numbers = vec![0.0; shape.len()];
        for (place, number) in numbers.iter_mut().enumerate() {
            let chance = 2.0 * share(rng) as f32 - 1.0;
            let has_parts = parts.get(place / shape.units).is_some_and(|parts| !parts.is_empty());
            *number = match place {
                _ if has_parts => 0.0,
                _ if place < inputs => chance * FIRST_ROW,
                _ if place < outputs => FIRST_EMPTY,
                _ => chance * FIRST_OUTPUT,
            };
        }
        let len = numbers.len();
        NetworkLearner {
            rows,
            parts,
            shape,
            most_of_row: most_of_row(layout),
            numbers,
            slopes: vec![0.0; len],
            means: vec![[0.0; 2]; len],
            waiting: 0,
            steps: 0,
        }
    }

    /// Adds a row with its parts to those that are seen.
    pub fn see(&self, row: u32, seen: &mut Vec<u32>) {
        seen.push(row);
        seen.extend(self.parts[row as usize].iter().map(|part| self.rows as u32 + part));
    }

    /// What it says of a sample, as the logarithm of odds.
    pub fn judge(&self, view: &mut View) -> f32 {
        let units = self.shape.units;
        let outputs = &self.numbers[self.shape.outputs(view.mover)..][..2 * units];
        let sides = [view.mover, view.mover.other()];
        let mut logit = 0.0;
        for (number, side) in sides.into_iter().enumerate() {
            let held = &mut view.held[number];
            held.clear();
            held.extend_from_slice(&self.numbers[self.shape.empty(side)..][..units]);
            for &row in &view.rows[number] {
                let row = &self.numbers[self.shape.row(row)..][..units];
                held.iter_mut().zip(row).for_each(|(held, add)| *held += add);
            }
            let outputs = &outputs[number * units..][..units];
            logit += held.iter().zip(outputs).map(|(held, output)| held.clamp(0.0, 1.0).powi(2) * output).sum::<f32>();
        }
        logit
    }

    /// Learns that what was judged should have been less by so much; a step is taken when enough was learned.
    pub fn learn(&mut self, view: &View, error: f32, rate: f32) {
        let units = self.shape.units;
        let outputs = self.shape.outputs(view.mover);
        let sides = [view.mover, view.mover.other()];
        let mut back = [0.0; MOST_UNITS];
        for (number, side) in sides.into_iter().enumerate() {
            for (unit, (back, &held)) in back.iter_mut().zip(&view.held[number]).enumerate() {
                let place = outputs + number * units + unit;
                let counted = held.clamp(0.0, 1.0);
                self.slopes[place] += error * counted * counted;
                let is_within = held > 0.0 && held < 1.0;
                *back = if is_within { error * self.numbers[place] * 2.0 * held } else { 0.0 };
            }
            let back = &back[..units];
            let rows = view.rows[number].iter().map(|&row| self.shape.row(row));
            for begin in rows.chain([self.shape.empty(side)]) {
                let slopes = &mut self.slopes[begin..][..units];
                slopes.iter_mut().zip(back).for_each(|(slope, back)| *slope += back);
            }
        }
        self.waiting += 1;
        if self.waiting == BATCH {
            self.step(rate * PACE);
        }
    }

    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let [first, second] = FORGOTTEN.map(|forgotten| 1.0 - (1.0 - forgotten).powi(self.steps));
        let rate = rate * second.sqrt() / first;
        let outputs = self.shape.outputs(Side::First);
        let (inputs, batch) = (self.most_of_row, self.waiting as f32);
        for (place, number) in self.numbers.iter_mut().enumerate() {
            let slope = std::mem::take(&mut self.slopes[place]) / batch;
            let [mean, square] = &mut self.means[place];
            *mean += FORGOTTEN[0] * (slope - *mean);
            *square += FORGOTTEN[1] * (slope * slope - *square);
            let most = if place < outputs { inputs } else { MOST_OUTPUT };
            *number = (*number - rate * *mean / (square.sqrt() + 1e-8)).clamp(-most, most);
        }
        self.waiting = 0;
    }

    /// The network in whole numbers.
    pub fn network(&self) -> Network {
        let units = self.shape.units;
        let mut numbers = self.numbers[..self.rows * units].to_vec();
        for (row, parts) in numbers.chunks_exact_mut(units).zip(&self.parts) {
            for &part in parts {
                let part = &self.numbers[self.shape.row(self.rows as u32 + part)..][..units];
                row.iter_mut().zip(part).for_each(|(number, part)| *number += part);
            }
            row.iter_mut().for_each(|number| *number = number.clamp(-self.most_of_row, self.most_of_row));
        }
        numbers.extend(&self.numbers[self.shape.empty(Side::First)..]);
        Network::new(Shape { rows: self.rows, ..self.shape }, &numbers)
    }
}
