//! Networks: what training has found out about one game's positions, in whole numbers.
//!
//! A network looks at a position from both sides. From each it sums up one row of weights for every piece ([`eyes`]), which
//! changes little from one position to the next and is kept up to date. The sums, cut off at nothing and at one, are
//! weighed once more, by weights that depend on how far the game has come: the stage. The shape is that of the efficiently
//! updatable networks of shogi and chess (Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for
//! computer shogi", 2018), with one layer less.

pub(crate) mod eyes;
mod file;
mod shipped;
pub(crate) mod sight;

use eyes::Shape;
pub use file::NetworkError;

/// The sums that a side's view is made of.
pub(crate) const HIDDEN: usize = 64;
/// The parts of a game, by how many pieces are left.
pub(crate) const STAGES: usize = 4;
/// One, as a sum holds it.
pub(crate) const ONE: i16 = 128;
/// One, as a weight of the last layer holds it.
pub(crate) const OUTPUT_ONE: i16 = 256;
/// One, as a worth that is not weighed holds it.
pub(crate) const WORTH_ONE: i16 = 8192;
/// One, as the result holds it: the logarithm of the odds to win.
pub(crate) const LOGIT: i32 = ONE as i32 * OUTPUT_ONE as i32;

/// What a piece, or a man in hand, adds to a view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Row {
    pub hidden: [i16; HIDDEN],
    /// What it is worth by itself, at each stage.
    pub worth: [i16; STAGES],
}

/// The last layer, of one stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Output {
    /// The weights of the view of the side to move.
    pub own: [i16; HIDDEN],
    /// Those of the other's view.
    pub other: [i16; HIDDEN],
    /// What it is worth to be to move.
    pub tempo: i16,
    /// What it is worth to be the only one who can make plain steps.
    pub mobility: i16,
}

/// What has been learned of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The game and the variant: `alquerque:walker`.
    pub(crate) title: String,
    /// How it was made.
    pub(crate) made: String,
    pub(crate) shape: Shape,
    pub(crate) rows: Vec<Row>,
    pub(crate) start: [i16; HIDDEN],
    pub(crate) outputs: [Output; STAGES],
    /// Hundredths of a man that one logit is.
    pub(crate) hundredths: i16,
}

/// The sums of one side's view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct View {
    hidden: [i16; HIDDEN],
    worth: [i32; STAGES],
}

impl View {
    pub fn new(network: &Network) -> View {
        View { hidden: network.start, worth: [0; STAGES] }
    }

    #[inline]
    pub fn add(&mut self, row: &Row) {
        for (sum, weight) in self.hidden.iter_mut().zip(&row.hidden) {
            *sum = sum.wrapping_add(*weight);
        }
        for (sum, weight) in self.worth.iter_mut().zip(&row.worth) {
            *sum += i32::from(*weight);
        }
    }

    #[inline]
    pub fn subtract(&mut self, row: &Row) {
        for (sum, weight) in self.hidden.iter_mut().zip(&row.hidden) {
            *sum = sum.wrapping_sub(*weight);
        }
        for (sum, weight) in self.worth.iter_mut().zip(&row.worth) {
            *sum -= i32::from(*weight);
        }
    }
}

/// The sums, cut off, times the weights.
#[inline]
fn weigh(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    sums.iter().zip(weights).map(|(sum, weight)| i32::from((*sum).clamp(0, ONE)) * i32::from(*weight)).sum()
}

impl Network {
    /// The game and the variant that it was trained in: `alquerque:walker`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// By which command it was made.
    pub fn made(&self) -> &str {
        &self.made
    }

    /// The chance to win that a score in hundredths of a man stands for, a draw counted as half a win.
    pub fn chance(&self, hundredths: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(hundredths) / f64::from(self.hundredths)).exp())
    }

    /// What a position is worth, in hundredths of a man, to the side to move: from the views of both sides, their plain
    /// steps and the stage.
    #[inline]
    pub(crate) fn judge(&self, [own, other]: [&View; 2], [moves, replies]: [u32; 2], stage: usize) -> i32 {
        let output = &self.outputs[stage];
        let hidden = weigh(&own.hidden, &output.own) + weigh(&other.hidden, &output.other);
        let (moves, replies) = (moves as i32, replies as i32);
        let mobility = i32::from(output.mobility) * (moves - replies) / (moves + replies).max(1);
        let plain = own.worth[stage] - other.worth[stage] + i32::from(output.tempo) + mobility;
        let logit = hidden + plain * (LOGIT / i32::from(WORTH_ONE));
        (i64::from(logit) * i64::from(self.hundredths) / i64::from(LOGIT)) as i32
    }
}
