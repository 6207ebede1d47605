//! Chance: numbers within bounds from any generator of random words, and a generator for those who have none.

use rand_core::RngCore;

/// A number below `bound`, which is not 0, each as likely as any other (Lemire, "Fast random integer generation in an
/// interval", 2019).
pub(crate) fn below(rng: &mut (impl RngCore + ?Sized), bound: u64) -> u64 {
    loop {
        let product = u128::from(rng.next_u64()) * u128::from(bound);
        let (high, low) = ((product >> 64) as u64, product as u64);
        if low >= bound || low >= bound.wrapping_neg() % bound {
            return high;
        }
    }
}

/// A number of one of so many things, at least one.
pub(crate) fn index(rng: &mut (impl RngCore + ?Sized), count: usize) -> usize {
    below(rng, count as u64) as usize
}

/// A number from 0 to 1, without 1.
pub(crate) fn share(rng: &mut (impl RngCore + ?Sized)) -> f64 {
    (rng.next_u64() >> 12) as f64 / (1_u64 << 52) as f64
}

/// A fast generator whose numbers follow from its seed, the same everywhere; for play, not for secrets.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// The generator of a seed.
    pub fn with_seed(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// The generator of one of many things that are drawn from a seed, by its number: each follows from these two alone.
    pub fn of_number(seed: u64, number: u64) -> Self {
        Random::with_seed(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(number))
    }

    /// The number of one of so many things, at least one, each as likely as any other.
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
