//! Samples: quiet positions of games, with the score of a search and the result of the game.

use crate::patterns::features::FeatureSet;
use quirkat_rules::{ClassicalFeatures, Rules, Side};
use thiserror::Error;

/// A training sample: the features of a position and its targets.
///
/// # Examples
/// Samples are stored as bytes, one after another:
/// ```
/// use quirkat_rules::{AnyRules, find_game};
/// use quirkat_search::Engine;
/// use quirkat_search::training::{Sample, SelfPlay};
///
/// let rules = AnyRules::compile(find_game("alquerque-de-tres").unwrap().ruleset(None, &[])?)?;
/// let self_play = SelfPlay { seed: 1, nodes: 50, random_bits: 8.0, max_plies: 60 };
/// let samples = self_play.play(&rules, &mut Engine::new(1), 0)?;
/// let mut bytes = vec![];
/// samples.iter().for_each(|sample| sample.write(&mut bytes));
/// let mut rest = &bytes[..];
/// for sample in &samples {
///     assert_eq!(Sample::read(&mut rest)?, *sample);
/// }
/// assert!(rest.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Active input features.
    pub(super) features: Vec<u16>,
    hand: [u8; 2],
    /// Counts of men, kings and plain steps.
    counts: ClassicalFeatures,
    mover: Side,
    /// Expected score of the side to move by the search, in parts of 65,535.
    pub(super) chance: u16,
    /// Result of the game for the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub(super) result: u8,
}

/// Returned for bytes that are truncated or no samples, and for samples of another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("these are no samples of this game, or they are truncated")]
pub struct SampleError;

impl Sample {
    /// Returns the sample of a position, without targets.
    pub(super) fn of<G: Rules>(rules: &G, position: &G::Position, features: &FeatureSet) -> Sample {
        let mut active = Vec::new();
        rules
            .for_each_occupant(position, |occupant| features.for_each(occupant, |feature| active.push(feature as u16)));
        Sample {
            features: active,
            hand: rules.material(position).hand,
            counts: rules.classical_features(position),
            mover: rules.to_move(position),
            chance: 0,
            result: 1,
        }
    }

    /// Returns the side to move, the counts and the hands, with the sides swapped if `swaps`.
    pub(super) fn sides(&self, swaps: bool) -> (Side, ClassicalFeatures, [u8; 2]) {
        let ClassicalFeatures { men: [a, b], kings: [c, d], mobility: [e, f] } = self.counts;
        match swaps {
            false => (self.mover, self.counts, self.hand),
            true => {
                let counts = ClassicalFeatures { men: [b, a], kings: [d, c], mobility: [f, e] };
                (self.mover.other(), counts, [self.hand[1], self.hand[0]])
            }
        }
    }

    /// Returns the sample after the side to move has lost a single man: in games of towers, to a single man of the
    /// other side. `None` if there are no such men.
    pub(super) fn without_man(&self, features: &FeatureSet) -> Option<Sample> {
        let man_of = |side| self.features.iter().position(|&feature| features.is_man(usize::from(feature), side));
        let man = man_of(self.mover)?;
        let mut without = self.clone();
        if features.has_columns {
            let captor = self.mover.other();
            let feature = &mut without.features[man_of(captor)?];
            *feature = features.with_prisoner(usize::from(*feature), captor) as u16;
        }
        without.features.remove(man);
        let men = &mut without.counts.men[self.mover.index()];
        *men = men.saturating_sub(1);
        Some(without)
    }

    /// Returns whether all features are features of a game.
    pub(super) fn fits(&self, features: &FeatureSet) -> bool {
        self.features.iter().all(|&feature| usize::from(feature) < features.len())
    }

    /// Appends the sample to bytes: little-endian numbers of 16 bits, and single bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let ClassicalFeatures { men, kings, mobility } = self.counts;
        bytes.extend((self.features.len() as u16).to_le_bytes());
        let counts = [men, kings, mobility].into_iter().flatten().map(|count| count as u16);
        bytes.extend(self.features.iter().copied().chain(counts).flat_map(u16::to_le_bytes));
        bytes.extend(self.hand);
        bytes.extend([self.mover.index() as u8, self.result]);
        bytes.extend(self.chance.to_le_bytes());
    }

    /// Reads one sample from the front of `bytes`, and advances it.
    ///
    /// # Errors
    /// If the bytes are truncated or no sample.
    pub fn read(bytes: &mut &[u8]) -> Result<Sample, SampleError> {
        let mut two = || {
            let (first, rest) = bytes.split_first_chunk().ok_or(SampleError)?;
            *bytes = rest;
            Ok(u16::from_le_bytes(*first))
        };
        let count = two()?;
        let features = (0..count).map(|_| two()).collect::<Result<_, _>>()?;
        let mut pair = || Ok([u32::from(two()?), u32::from(two()?)]);
        let counts = ClassicalFeatures { men: pair()?, kings: pair()?, mobility: pair()? };
        let hand = two()?.to_le_bytes();
        let [mover, result] = two()?.to_le_bytes();
        let mover = *Side::BOTH.get(usize::from(mover)).ok_or(SampleError)?;
        if result > 2 {
            return Err(SampleError);
        }
        Ok(Sample { features, hand, counts, mover, chance: two()?, result })
    }
}
