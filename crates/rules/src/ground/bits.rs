//! Sets of points, one bit a point.
//!
//! Move generation works on whole sets: one rotation of a word moves all pieces that can step in a direction. A board
//! of up to 64 points uses `u64`, up to 128 `u128`, and up to 512 [`Wide`]. The code above is generic over [`Bits`] and
//! compiled for each.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points as the bits of one or more words.
///
/// Shifts are rotations, so that one difference of point numbers serves both senses of a direction. Callers mask out
/// the points that would leave the board.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// Maximum number of points in a set.
    const CAPACITY: usize;
    /// Empty set.
    const EMPTY: Self;

    /// Returns the set with the one point `index`, which must be below [`Bits::CAPACITY`].
    fn bit(index: usize) -> Self;
    /// Returns whether the set is empty.
    fn is_empty(self) -> bool;
    /// Returns the number of points in the set.
    fn count(self) -> u32;
    /// Returns the lowest point. The set must not be empty.
    fn lowest(self) -> usize;
    /// Returns the set without its lowest point.
    fn without_lowest(self) -> Self;
    /// Rotates every point up by `by`, which must be below [`Bits::CAPACITY`].
    fn rotate(self, by: u32) -> Self;
    /// Mixes the set into a hash.
    fn mix(self, hash: u64) -> u64;

    /// Returns whether the two sets have a common point.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns whether the set contains the point `index`.
    #[inline(always)]
    fn has(self, index: usize) -> bool {
        self.intersects(Self::bit(index))
    }

    /// Returns the points in ascending order.
    #[inline(always)]
    fn points(self) -> Points<Self> {
        Points(self)
    }
}

/// Iterator over the points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points<B>(B);

impl<B: Bits> Iterator for Points<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let point = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(point)
    }
}

/// Mixes one word into a hash: multiplies to a full product and folds its halves.
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product =
        u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f);
    (product as u64) ^ ((product >> 64) as u64)
}

/// Returns a salt, so that equal words under different numbers hash differently.
#[inline(always)]
pub(crate) fn salt(number: u64) -> u64 {
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

macro_rules! word {
    ($word:ty, |$set:ident, $hash:ident| $mix:expr) => {
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn rotate(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline(always)]
            fn mix(self, $hash: u64) -> u64 {
                let $set = self;
                $mix
            }
        }
    };
}

word!(u64, |set, hash| mix(hash, set));
word!(u128, |set, hash| mix(mix(hash, set as u64), (set >> 64) as u64));

/// A set of up to 512 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u64; 8]);

impl Wide {
    #[inline(always)]
    fn zip(self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|i| op(self.0[i], other.0[i])))
    }
}

macro_rules! wide_operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $op:expr) => {
        impl $operator for Wide {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                self.zip(other, $op)
            }
        }
        impl $assign for Wide {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                *self = self.zip(other, $op);
            }
        }
    };
}

wide_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
wide_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
wide_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);

impl Not for Wide {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl Bits for Wide {
    const CAPACITY: usize = 512;
    const EMPTY: Self = Wide([0; 8]);

    fn bit(index: usize) -> Self {
        let mut words = [0; 8];
        words[index / 64] = 1 << (index % 64);
        Wide(words)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn lowest(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word * 64 + self.0[word].trailing_zeros() as usize
    }
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
    fn rotate(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0[(i + 8 - words) % 8];
        Wide(std::array::from_fn(|i| match bits {
            0 => word(i),
            _ => word(i) << bits | word(i + 7) >> (64 - bits),
        }))
    }
    #[inline(always)]
    fn mix(self, hash: u64) -> u64 {
        self.0.iter().fold(hash, |hash, &word| mix(hash, word))
    }
}
