//! Samples: quiet positions of games, with what a search and the end of the game said of them.

use crate::network::eyes::{Eyes, pieces};
use quirkat_rules::{Rules, Side};
use thiserror::Error;

/// A position as a network sees it, and what is known of its worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The numbers of its pieces.
    pub(super) pieces: Vec<u16>,
    pub(super) hand: [u8; 2],
    /// The plain steps of the side to move and of the other.
    pub(super) steps: [u16; 2],
    pub(super) mover: Side,
    pub(super) stage: u8,
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
    pub(super) fn of<G: Rules>(rules: &G, position: &G::Position, eyes: &Eyes) -> Sample {
        let mover = rules.to_move(position);
        let features = rules.features(position);
        let mut numbers = Vec::new();
        rules.each_piece(position, |placed| numbers.push(eyes.number(placed) as u16));
        Sample {
            pieces: numbers,
            hand: rules.material(position).hand,
            steps: [mover, mover.other()].map(|side| features.mobility[side.index()] as u16),
            mover,
            stage: eyes.stage(pieces(&features)) as u8,
            chance: 0,
            result: 1,
        }
    }

    /// Adds the sample to bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.pieces.len() as u16).to_le_bytes());
        bytes.extend(self.pieces.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.hand);
        bytes.extend(self.steps.iter().flat_map(|steps| steps.to_le_bytes()));
        bytes.extend([self.mover.index() as u8, self.stage]);
        bytes.extend(self.chance.to_le_bytes());
        bytes.push(self.result);
    }

    /// Reads one sample and leaves the rest.
    ///
    /// # Errors
    /// When there is no whole sample.
    pub fn read(bytes: &mut &[u8]) -> Result<Sample, SampleError> {
        let mut byte = || {
            let (first, rest) = bytes.split_first().ok_or(SampleError)?;
            *bytes = rest;
            Ok(*first)
        };
        let mut two = || Ok(u16::from_le_bytes([byte()?, byte()?]));
        let count = two()?;
        let pieces = (0..count).map(|_| two()).collect::<Result<_, _>>()?;
        let hand = two()?.to_le_bytes();
        let steps = [two()?, two()?];
        let [mover, stage] = two()?.to_le_bytes();
        let chance = two()?;
        let result = byte()?;
        let mover = *Side::BOTH.get(usize::from(mover)).ok_or(SampleError)?;
        if usize::from(stage) >= crate::network::STAGES || result > 2 {
            return Err(SampleError);
        }
        Ok(Sample { pieces, hand, steps, mover, stage, chance, result })
    }
}
