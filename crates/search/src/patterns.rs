//! Trained evaluation: weights of patterns, of scalar features, and of a small network.
//!
//! The board is covered by windows of a few points; every pattern of a window has a weight in a table ([`layout`]), as
//! in the best Othello and draughts programs (M. Buro, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello", 1997; F. Letouzey's Scan). Scalar features are added: mobility, men in hand,
//! material; and a [`network`], where one was trained. Each weight is tapered between the end and the beginning of a
//! game, by the pieces that are left. The sum is a logit: the logarithm of the odds to win.

pub(crate) mod accumulator;
mod coder;
pub(crate) mod features;
mod file;
pub(crate) mod layout;
pub(crate) mod network;
pub(crate) mod shipped;

use crate::probabilities::ScoreScale;
pub use file::PatternWeightsError;
use layout::{Layout, WindowSet};
use network::Network;
use quirkat_rules::{AnyRules, ClassicalFeatures, Rules, Side};

/// The value 1 of a weight.
pub(crate) const WEIGHT_ONE: i16 = 8192;

/// A weight at the end of a game, when no piece is left, and at its beginning.
pub(crate) type TaperedWeight = [i16; 2];

/// Indices of the scalar weights of a side, in the order of the file: being to move; the own share of all plain steps;
/// the difference of plain steps; the men in the own hand and in the other's; the first weight of material.
pub(crate) const TEMPO: usize = 0;
pub(crate) const MOBILITY_SHARE: usize = 1;
pub(crate) const MOBILITY_DIFFERENCE: usize = 2;
pub(crate) const HANDS: usize = 3;
pub(crate) const MATERIAL: usize = 5;
/// Number of the scalar weights of a side.
pub(crate) const SCALARS: usize = MATERIAL + Layout::material_classes();
/// Plain steps that count the weight of [`MOBILITY_DIFFERENCE`] once.
pub(crate) const MOBILITY_UNIT: i32 = 16;

/// The weights of a trained evaluation, for one game or for others with the same layout.
///
/// # Examples
/// ```
/// use quirkat_rules::find_game;
/// use quirkat_search::PatternWeights;
///
/// let ruleset = find_game("konane").unwrap().ruleset(None, &[])?;
/// let weights = PatternWeights::shipped(&ruleset).expect("weights of konane ship with the engine");
/// assert_eq!(weights.title(), "konane:hawaii10");
/// assert_eq!(PatternWeights::from_bytes(&weights.to_bytes())?, *weights);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternWeights {
    /// Game and variant of the training: `alquerque:walker`.
    title: String,
    /// Command of the training.
    command: String,
    counts: WeightCounts,
    /// The weights of all patterns, then the scalar weights of each side.
    weights: Vec<TaperedWeight>,
    network: Option<Network>,
    /// Hundredths of a man in a logit.
    hundredths: i16,
    /// Logit at which a win is as likely as not, in hundredths.
    draws: i16,
}

/// Numbers of weights. Weights fit a layout if these are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WeightCounts {
    /// Greatest number of points of a field; 0 without fields.
    pub field_points: usize,
    /// Number of patterns of all tables.
    pub patterns: usize,
    /// Whether both sides use the same weights.
    pub is_symmetric: bool,
    /// Neurons in a perspective of the network; 0 without a network.
    pub neurons: usize,
    /// Rows of input weights of the network; 0 without a network.
    pub rows: usize,
}

impl WeightCounts {
    /// Returns the numbers for a layout, and for a network with this number of neurons.
    pub fn of(layout: &Layout, neurons: usize) -> WeightCounts {
        let Layout { window_set: WindowSet { field_points, .. }, patterns, is_symmetric, .. } = *layout;
        let rows = if neurons == 0 { 0 } else { layout.row_count() };
        WeightCounts { field_points, patterns, is_symmetric, neurons, rows }
    }

    /// Returns the windows of a fitting layout.
    pub fn window_set(self) -> WindowSet {
        WindowSet::beside_network(self.neurons, self.field_points)
    }

    /// Returns the index of the first scalar weight of a side to move.
    pub fn scalars(self, mover: Side) -> usize {
        self.patterns + if self.is_symmetric { 0 } else { mover.index() * SCALARS }
    }

    /// Returns the number of tapered weights.
    pub fn weights(self) -> usize {
        self.patterns + SCALARS * if self.is_symmetric { 1 } else { 2 }
    }
}

impl PatternWeights {
    pub(crate) fn new(
        title: String,
        command: String,
        counts: WeightCounts,
        weights: Vec<TaperedWeight>,
        network: Option<Network>,
    ) -> PatternWeights {
        debug_assert_eq!(weights.len(), counts.weights());
        debug_assert_eq!(network.is_some(), counts.neurons > 0);
        PatternWeights { title, command, counts, weights, network, hundredths: 100, draws: 0 }
    }

    /// Sets the scale of the logits.
    pub(crate) fn with_scale(self, hundredths: i16, draws: i16) -> PatternWeights {
        PatternWeights { hundredths, draws, ..self }
    }

    /// Returns the game and the variant of the training: `alquerque:walker`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the command of the training.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Returns the layout of these weights on the board of a game.
    pub(crate) fn layout<G: Rules>(&self, rules: &G) -> Layout {
        Layout::new(rules, self.counts.window_set())
    }

    /// Returns whether the weights fit a game, perhaps another one than that of the training: its layout has the same
    /// numbers of patterns and rows.
    pub fn fits(&self, rules: &AnyRules) -> bool {
        self.fits_layout(&Layout::of(rules, self.counts.window_set()))
    }

    /// Returns whether the weights fit a layout.
    pub(crate) fn fits_layout(&self, layout: &Layout) -> bool {
        self.counts == WeightCounts::of(layout, self.counts.neurons)
    }

    /// Returns the scale of scores by these weights.
    pub(crate) fn scale(&self) -> ScoreScale {
        ScoreScale { hundredths: f64::from(self.hundredths), draws: f64::from(self.draws) / 100.0 }
    }

    /// Returns the evaluation of a position for the side to move, in hundredths of a man. `sums` are the sums of its
    /// pattern weights as the first side sees them.
    #[inline]
    fn evaluate(
        &self,
        layout: &Layout,
        sums: [i32; 2],
        neurons: &[i16],
        mover: Side,
        features: &ClassicalFeatures,
        hand: [u8; 2],
    ) -> i32 {
        let output = self.network.as_ref().map_or(0, |network| network.evaluate(neurons, mover));
        let mut sums = sums.map(|sum| if mover == Side::First { sum } else { -sum } + output);
        for_each_scalar(layout, mover, features, hand, |index, count, unit| {
            let weight = self.weights[self.counts.scalars(mover) + index];
            for (sum, weight) in sums.iter_mut().zip(weight) {
                *sum += i32::from(weight) * count / unit;
            }
        });
        let (left, all) = phase(layout, features);
        let [end, beginning] = sums.map(i64::from);
        let logit = (end * (all - left) + beginning * left) / all;
        (logit * i64::from(self.hundredths) / i64::from(WEIGHT_ONE)) as i32
    }
}

/// Returns the phase of the game: the pieces that are left, and the pieces at the start.
#[inline]
pub(crate) fn phase(layout: &Layout, features: &ClassicalFeatures) -> (i64, i64) {
    let all = i64::from(layout.pieces);
    (i64::from(features.pieces()).min(all), all)
}

/// Calls `visit` with each scalar feature of the side to move: the index of its weight, its count, and the count that
/// is one unit.
#[inline]
pub(crate) fn for_each_scalar(
    layout: &Layout,
    mover: Side,
    features: &ClassicalFeatures,
    hand: [u8; 2],
    mut visit: impl FnMut(usize, i32, i32),
) {
    let sides = [mover.index(), mover.other().index()];
    let [own_steps, other_steps] = sides.map(|side| features.mobility[side] as i32);
    let [men, kings] = [&features.men, &features.kings].map(|of| sides.map(|side| of[side]));
    visit(TEMPO, 1, 1);
    visit(MOBILITY_SHARE, own_steps - other_steps, (own_steps + other_steps).max(1));
    visit(MOBILITY_DIFFERENCE, own_steps - other_steps, MOBILITY_UNIT);
    if layout.has_hands {
        for (number, side) in sides.into_iter().enumerate() {
            visit(HANDS + number, i32::from(hand[side]), 1);
        }
    }
    visit(MATERIAL + layout.material_class(men, kings), 1, 1);
}
