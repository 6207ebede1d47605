//! Random numbers: numbers within bounds from any generator of random words, and a generator for callers without one.

use rand_core::RngCore;

/// Returns a uniform number below `bound`, which is not 0 (D. Lemire, "Fast random integer generation in an interval",
/// 2019).
pub(crate) fn below(rng: &mut (impl RngCore + ?Sized), bound: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let (high, low) = ((product >> 64) as u64, product as u64);
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return high;
        }
    }
}

/// Returns a uniform index below `count`, which is not 0.
pub(crate) fn index(rng: &mut (impl RngCore + ?Sized), count: usize) -> usize {
    below(rng, count as u64) as usize
}

/// Returns a uniform number from 0 to 1, excluding 1.
pub(crate) fn fraction(rng: &mut (impl RngCore + ?Sized)) -> f64 {
    (rng.next_u64() >> 12) as f64 / (1_u64 << 52) as f64
}

/// A fast generator whose numbers follow from its seed on every machine. It is not cryptographically secure.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// Creates the generator of a seed.
    pub fn with_seed(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// Creates the generator of one item in a numbered series, such as a game of a match. It follows from the seed of
    /// the series and the number alone.
    pub fn of_number(seed: u64, number: u64) -> Self {
        Random::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number))
    }

    /// Returns a uniform index below `count`, which is not 0.
    pub fn index(&mut self, count: usize) -> usize {
        index(self, count)
    }
}

impl RngCore for Random {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}
