//! Samples: quiet positions of games, with what a search and the end of the game said of them.

use crate::patterns::things::Things;
use quirkat_rules::{ClassicalFeatures, Rules, Side};
use thiserror::Error;

/// What is looked at of a position, and what is known of its worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The numbers of what stands on the board.
    pub(super) things: Vec<u16>,
    hand: [u8; 2],
    features: ClassicalFeatures,
    mover: Side,
    /// The chance of the side to move to win, by what the search found, in parts of 65,535.
    pub(super) chance: u16,
    /// What the game brought the side to move: 0 a loss, 1 a draw, 2 a win.
    pub(super) result: u8,
}

/// What should be samples of a game is cut off, or something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("these are no samples of this game, or not all of them")]
pub struct SampleError;

impl Sample {
    /// A position; what it is worth is not known yet.
    pub(super) fn of<G: Rules>(rules: &G, position: &G::Position, things: &Things) -> Sample {
        let mut numbers = Vec::new();
        rules
            .for_each_occupant(position, |occupant| things.each_number(occupant, |number| numbers.push(number as u16)));
        Sample {
            things: numbers,
            hand: rules.material(position).hand,
            features: rules.classical_features(position),
            mover: rules.to_move(position),
            chance: 0,
            result: 1,
        }
    }

    /// The side to move, the features and the hands, as they are or with the sides exchanged.
    pub(super) fn sides(&self, swaps: bool) -> (Side, ClassicalFeatures, [u8; 2]) {
        let ClassicalFeatures { men: [a, b], kings: [c, d], mobility: [e, f] } = self.features;
        match swaps {
            false => (self.mover, self.features, self.hand),
            true => {
                let features = ClassicalFeatures { men: [b, a], kings: [d, c], mobility: [f, e] };
                (self.mover.other(), features, [self.hand[1], self.hand[0]])
            }
        }
    }

    /// The same after the side to move has lost a man that stood by itself: where pieces make columns, it lies below such a man of
    /// the other side. `None` where there are none.
    pub(super) fn without_man(&self, things: &Things) -> Option<Sample> {
        let man_of = |side| self.things.iter().position(|&number| things.is_man(usize::from(number), side));
        let man = man_of(self.mover)?;
        let mut without = self.clone();
        if things.has_columns {
            let captor = self.mover.other();
            let number = &mut without.things[man_of(captor)?];
            *number = things.with_prisoner(usize::from(*number), captor) as u16;
        }
        without.things.remove(man);
        without.features.men[self.mover.index()] = without.features.men[self.mover.index()].saturating_sub(1);
        Some(without)
    }

    /// Whether all that stands on its board is something that there can be.
    pub(super) fn fits(&self, things: &Things) -> bool {
        self.things.iter().all(|&number| usize::from(number) < things.len())
    }

    /// Adds the sample to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let ClassicalFeatures { men, kings, mobility } = self.features;
        bytes.extend((self.things.len() as u16).to_le_bytes());
        let counts = [men, kings, mobility].into_iter().flatten().map(|count| count as u16);
        bytes.extend(self.things.iter().copied().chain(counts).flat_map(u16::to_le_bytes));
        bytes.extend(self.hand);
        bytes.extend([self.mover.index() as u8, self.result]);
        bytes.extend(self.chance.to_le_bytes());
    }

    /// Reads one sample and leaves the rest.
    ///
    /// # Errors
    /// When there is no whole sample.
    pub fn read(bytes: &mut &[u8]) -> Result<Sample, SampleError> {
        let mut two = || {
            let (first, rest) = bytes.split_first_chunk().ok_or(SampleError)?;
            *bytes = rest;
            Ok(u16::from_le_bytes(*first))
        };
        let count = two()?;
        let things = (0..count).map(|_| two()).collect::<Result<_, _>>()?;
        let mut pair = || Ok([u32::from(two()?), u32::from(two()?)]);
        let features = ClassicalFeatures { men: pair()?, kings: pair()?, mobility: pair()? };
        let hand = two()?.to_le_bytes();
        let [mover, result] = two()?.to_le_bytes();
        let mover = *Side::BOTH.get(usize::from(mover)).ok_or(SampleError)?;
        if result > 2 {
            return Err(SampleError);
        }
        Ok(Sample { things, hand, features, mover, chance: two()?, result })
    }
}
