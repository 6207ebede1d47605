//! Sets of points, one bit a point.
//!
//! Generation works on whole sets: every piece that can step in one direction moves in one rotation of a word. A board
//! of up to 64 points uses `u64`, up to 128 `u128`, and larger ones (512 points at most) [`Wide`]; everything above is
//! generic over [`Bits`] and compiled once for each.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points as bits of one word, or of an array of words.
///
/// Shifts are rotations, so that one signed difference of point numbers serves both senses of a direction; callers mask
/// away what would leave the board.
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
    /// The number of points a set can hold.
    const CAPACITY: usize;
    /// The set without points.
    const EMPTY: Self;

    /// The set of the one point `index`, which is below [`Bits::CAPACITY`].
    fn bit(index: usize) -> Self;
    /// Whether no point is in the set.
    fn is_empty(self) -> bool;
    /// The number of points in the set.
    fn count(self) -> u32;
    /// The lowest point of a set that is not empty.
    fn lowest(self) -> usize;
    /// The set without its lowest point.
    fn without_lowest(self) -> Self;
    /// Moves every point up by `by` places, around the end; `by` is below [`Bits::CAPACITY`].
    fn rotate(self, by: u32) -> Self;
    /// Stirs the set into a running hash.
    fn mix(self, hash: u64) -> u64;

    /// Whether the two sets share a point.
    #[inline(always)]
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether the point `index` is in the set.
    #[inline(always)]
    fn has(self, index: usize) -> bool {
        self.intersects(Self::bit(index))
    }

    /// The points of the set, lowest first.
    #[inline(always)]
    fn points(self) -> Points<Self> {
        Points(self)
    }
}

/// The points of a set, lowest first.
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

/// Stirs one word into a running hash: the two halves of a full product, folded.
#[inline(always)]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    let product =
        u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15).wrapping_mul(0xd6e8_feb8_6659_fd93_a076_1d64_78bd_642f);
    (product as u64) ^ ((product >> 64) as u64)
}

/// What words of different numbers are stirred with, so that they come to different things.
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
