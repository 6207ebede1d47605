//! Random choices that are the same on all machines. The methods of `fastrand` for `usize` depend on the size of addresses.

use fastrand::Rng;

/// Returns a random index below `count`, which is not 0.
pub(crate) fn index(rng: &mut Rng, count: usize) -> usize {
    rng.u64(..count as u64) as usize
}

/// Puts a slice into random order.
pub(crate) fn shuffle<T>(rng: &mut Rng, slice: &mut [T]) {
    for last in 1..slice.len() {
        slice.swap(last, index(rng, last + 1));
    }
}
