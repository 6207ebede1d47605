//! What positions were judged to be worth a moment ago: a search comes back to most of them soon, at a glance, once more and
//! deeper, or by another order of turns.

use crate::score::Score;

/// So few that they stay in the processor's nearest memories, which is where most of what is asked for again still is.
const PLACES: usize = 1 << 12;
/// The low bits of a key are the place, the high ones are kept above the score.
const SCORE_BITS: u32 = 16;

/// The last position of each place.
pub(super) struct Judged(Box<[u64; PLACES]>);

impl Judged {
    pub fn new() -> Judged {
        Judged(Box::new([0; PLACES]))
    }

    /// What the position with this key was judged to be worth, if it is still known.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Score> {
        let kept = self.0[place(key)];
        (kept >> SCORE_BITS == key >> SCORE_BITS && kept != 0).then_some(Score(i32::from(kept as u16 as i16)))
    }

    #[inline]
    pub fn keep(&mut self, key: u64, score: Score) {
        debug_assert!(i16::try_from(score.0).is_ok(), "{score:?}");
        self.0[place(key)] = key >> SCORE_BITS << SCORE_BITS | u64::from(score.0 as u16);
    }
}

fn place(key: u64) -> usize {
    key as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_known_until_another_takes_its_place() {
        let mut judged = Judged::new();
        let (key, other) = (0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4EF0);
        assert_eq!([0, key].map(|key| judged.get(key)), [None, None]);
        judged.keep(key, Score(-321));
        judged.keep(key + 1, Score(7));
        assert_eq!([key, other, key + 1].map(|key| judged.get(key)), [Some(Score(-321)), None, Some(Score(7))]);
        judged.keep(other, Score(0));
        assert_eq!([key, other].map(|key| judged.get(key)), [None, Some(Score(0))]);
    }
}
