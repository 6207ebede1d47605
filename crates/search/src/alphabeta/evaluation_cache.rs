//! The evaluation cache: static evaluations of recent positions.
//!
//! A search comes back to most positions soon: after ProbCut, in a re-search, or by another order of moves.

use crate::score::Score;

/// Entries. They fit into the second-level cache, which holds most positions that a search comes back to.
const ENTRIES: usize = 1 << 12;
/// The low bits of a key are the index; the bits above these are stored beside the score.
const SCORE_BITS: u32 = 16;

/// A direct-mapped cache, always replaced. Each thread has one of its own.
pub(super) struct EvaluationCache(Box<[u64; ENTRIES]>);

impl EvaluationCache {
    pub fn new() -> EvaluationCache {
        EvaluationCache(Box::new([0; ENTRIES]))
    }

    /// Returns the static evaluation of the position with this key, if it is cached.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Score> {
        let entry = self.0[index(key)];
        (entry >> SCORE_BITS == key >> SCORE_BITS && entry != 0).then_some(Score(i32::from(entry as u16 as i16)))
    }

    /// Stores the static evaluation of a position.
    #[inline]
    pub fn insert(&mut self, key: u64, score: Score) {
        debug_assert!(i16::try_from(score.0).is_ok(), "{score:?}");
        self.0[index(key)] = key >> SCORE_BITS << SCORE_BITS | u64::from(score.0 as u16);
    }
}

fn index(key: u64) -> usize {
    key as usize % ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_cached_until_another_one_replaces_it() {
        let mut cache = EvaluationCache::new();
        let (key, other) = (0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4EF0);
        assert_eq!([0, key].map(|key| cache.get(key)), [None, None]);
        cache.insert(key, Score(-321));
        cache.insert(key + 1, Score(7));
        assert_eq!([key, other, key + 1].map(|key| cache.get(key)), [Some(Score(-321)), None, Some(Score(7))]);
        cache.insert(other, Score(0));
        assert_eq!([key, other].map(|key| cache.get(key)), [None, Some(Score(0))]);
    }
}
