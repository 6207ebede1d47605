//! PatternWeights: what training has found out about one game's positions.
//!
//! A position is judged by what stands in small parts of its board, each of which has a table of how much every pattern
//! is worth ([`layout`]): the way of Othello's and the best draughts programs (M. Buro, "Experiments with Multi-ProbCut and
//! a new high-quality evaluation function for Othello", 1997; F. Letouzey's Scan). To that comes how much there is of
//! everything, and where one was learned a small [`network`]. Each worth is two, at the beginning of a game and at its end,
//! and what lies between is weighed by the pieces that are left. A sum is the logarithm of the odds to win.

mod file;
pub(crate) mod layout;
pub(crate) mod network;
pub(crate) mod shipped;
pub(crate) mod sight;
pub(crate) mod things;

use crate::probabilities::Scale;
pub use file::PatternWeightsError;
use layout::{Extent, Layout};
use network::Network;
use quirkat_rules::{AnyRules, ClassicalFeatures, Rules, Side};

/// One, as a worth holds it.
pub(crate) const ONE: i16 = 8192;

/// What something is worth when nothing is left, and when everything is still there.
pub(crate) type Worth = [i16; 2];

/// What a side judges by besides the patterns of the board, in the order in which it is learned and kept: being to move,
/// the share of plain steps, their number, men in one's own hand and in the other's, and then the material.
pub(crate) const TEMPO: usize = 0;
pub(crate) const SHARE: usize = 1;
pub(crate) const STEPS: usize = 2;
pub(crate) const HANDS: usize = 3;
pub(crate) const MATERIAL: usize = 5;
/// All of it.
pub(crate) const OF_A_SIDE: usize = MATERIAL + Layout::materials();
/// So many plain steps more are one.
pub(crate) const STEPS_ONE: i32 = 16;

/// What has been learned of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternWeights {
    /// The game and the variant: `alquerque:walker`.
    title: String,
    /// How it was made.
    command: String,
    /// How many patterns the board has, and whether both sides judge by the same weights.
    size: Size,
    /// The worths of all patterns, and then what each side judges by besides.
    worths: Vec<Worth>,
    /// What judges beside them, if there is something.
    network: Option<Network>,
    /// Hundredths of a man that one logit is.
    hundredths: i16,
    /// How far the odds must be from even for a draw to be as likely as not, in hundredths of a logit.
    draws: i16,
}

/// By what a layout and what was learned for it belong together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    /// How many points a field has at most.
    pub fields: usize,
    pub patterns: usize,
    pub is_shared: bool,
    /// The units of a network's views, and its rows; none where there is no network.
    pub units: usize,
    pub rows: usize,
}

impl Size {
    /// The size of what is learned for a layout, with a network of so many units to a view.
    pub fn of(layout: &Layout, units: usize) -> Size {
        let Layout { extent: Extent { fields, .. }, patterns, is_shared, .. } = *layout;
        Size { fields, patterns, is_shared, units, rows: if units == 0 { 0 } else { layout.row_count() } }
    }

    /// The windows that it belongs to.
    pub fn extent(self) -> Extent {
        Extent::beside(self.units, self.fields)
    }

    /// The place of what a side to move judges by, besides patterns.
    pub fn side(self, mover: Side) -> usize {
        self.patterns + if self.is_shared { 0 } else { mover.index() * OF_A_SIDE }
    }

    /// All worths.
    pub fn worths(self) -> usize {
        self.patterns + OF_A_SIDE * if self.is_shared { 1 } else { 2 }
    }
}

impl PatternWeights {
    pub(crate) fn new(
        title: String,
        command: String,
        size: Size,
        worths: Vec<Worth>,
        network: Option<Network>,
    ) -> PatternWeights {
        debug_assert_eq!(worths.len(), size.worths());
        debug_assert_eq!(network.is_some(), size.units > 0);
        PatternWeights { title, command, size, worths, network, hundredths: 100, draws: 0 }
    }

    /// The same with what its logits mean.
    pub(crate) fn scaled(self, hundredths: i16, draws: i16) -> PatternWeights {
        PatternWeights { hundredths, draws, ..self }
    }

    /// The game and the variant that it was trained in: `alquerque:walker`.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// By which command it was made.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Where they would lie on the board of a game.
    pub(crate) fn lay<G: Rules>(&self, rules: &G) -> Layout {
        Layout::new(rules, self.size.extent())
    }

    /// Whether they can judge a game by these rules, another than their own perhaps: its board has as many windows and rows,
    /// and its pieces are as many kinds.
    pub fn fits(&self, rules: &AnyRules) -> bool {
        self.fits_layout(&Layout::of(rules, self.size.extent()))
    }

    /// Whether they can lie like this: there are as many windows, rows and kinds of pieces.
    pub(crate) fn fits_layout(&self, layout: &Layout) -> bool {
        self.size == Size::of(layout, self.size.units)
    }

    /// What scores mean that were found with them.
    pub(crate) fn scale(&self) -> Scale {
        Scale { hundredths: f64::from(self.hundredths), draws: f64::from(self.draws) / 100.0 }
    }

    /// What a position is worth to the side to move, in hundredths of a man: from the sums of its patterns as the first
    /// side sees them, from what the network's units hold, and from how much there is of everything.
    #[inline]
    fn judge(
        &self,
        layout: &Layout,
        sums: [i32; 2],
        units: &[i16],
        mover: Side,
        features: &ClassicalFeatures,
        hand: [u8; 2],
    ) -> i32 {
        let known = self.network.as_ref().map_or(0, |network| network.judge(units, mover));
        let mut sums = sums.map(|sum| if mover == Side::First { sum } else { -sum } + known);
        each_besides(layout, mover, features, hand, |place, times, one| {
            let worth = self.worths[self.size.side(mover) + place];
            for (sum, worth) in sums.iter_mut().zip(worth) {
                *sum += i32::from(worth) * times / one;
            }
        });
        let (left, all) = left(layout, features);
        let [end, beginning] = sums.map(i64::from);
        let logit = (end * (all - left) + beginning * left) / all;
        (logit * i64::from(self.hundredths) / i64::from(ONE)) as i32
    }
}

/// The pieces that are left, of how many.
#[inline]
pub(crate) fn left(layout: &Layout, features: &ClassicalFeatures) -> (i64, i64) {
    let all = i64::from(layout.pieces);
    (i64::from(features.pieces()).min(all), all)
}

/// Tells what the side to move judges by besides patterns: its place, how often it counts, and how often is once.
#[inline]
pub(crate) fn each_besides(
    layout: &Layout,
    mover: Side,
    features: &ClassicalFeatures,
    hand: [u8; 2],
    mut tell: impl FnMut(usize, i32, i32),
) {
    let sides = [mover.index(), mover.other().index()];
    let [moves, replies] = sides.map(|side| features.mobility[side] as i32);
    let [men, kings] = [&features.men, &features.kings].map(|of| sides.map(|side| of[side]));
    tell(TEMPO, 1, 1);
    tell(SHARE, moves - replies, (moves + replies).max(1));
    tell(STEPS, moves - replies, STEPS_ONE);
    if layout.has_hands {
        for (place, side) in sides.into_iter().enumerate() {
            tell(HANDS + place, i32::from(hand[side]), 1);
        }
    }
    tell(MATERIAL + layout.material(men, kings), 1, 1);
}
