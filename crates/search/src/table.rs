//! The transposition table: what is known of positions that were searched before.

use crate::score::Score;

/// What the score of an entry says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// It is at least this.
    Lower,
    /// It is at most this.
    Upper,
    /// It is this.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub score: Score,
    pub bound: Bound,
    pub depth: u8,
    /// The signature of the best turn; zero if there is none.
    pub best: u32,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: u32,
    score: i16,
    depth: u8,
    /// The bound in two bits, the search's number in six.
    mark: u8,
}

/// Entries in pairs: the first is kept by depth, the second takes whatever comes.
pub(crate) struct Table {
    pairs: Vec<[Entry; 2]>,
    generation: u8,
}

impl Table {
    /// A table of about this many MiB, at least one pair.
    pub fn new(mebibytes: usize) -> Self {
        let pairs = (mebibytes << 20) / size_of::<[Entry; 2]>();
        Table { pairs: vec![[Entry::default(); 2]; pairs.max(1)], generation: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.pairs.fill([Entry::default(); 2]);
    }

    /// Begins another search: entries of earlier ones give way sooner.
    pub fn next_search(&mut self) {
        self.generation = (self.generation + 1) % 64;
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.pairs.len() as u128) >> 64) as usize
    }

    /// What is known of the position with this key, for a search that is `ply` plies below its root.
    #[inline]
    pub fn probe(&self, key: u64, ply: u32) -> Option<Known> {
        let entry = self.pairs[self.slot(key)].iter().find(|entry| entry.key == key && entry.mark & 3 != 0)?;
        let bound = match entry.mark & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Some(Known { score: Score::from_table(entry.score, ply), bound, depth: entry.depth, best: entry.best })
    }

    /// Keeps what was found.
    #[inline]
    pub fn store(&mut self, key: u64, ply: u32, known: Known) {
        let bound = match known.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let mark = self.generation << 2 | bound;
        let entry = Entry { key, best: known.best, score: known.score.to_table(ply), depth: known.depth, mark };
        let slot = self.slot(key);
        let [deep, recent] = &mut self.pairs[slot];
        let gives_way = deep.key == key || deep.mark >> 2 != self.generation || deep.depth <= known.depth;
        if gives_way {
            if deep.key != key {
                *recent = *deep;
            }
            *deep = entry;
        } else {
            *recent = entry;
        }
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table of {} entries", 2 * self.pairs.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8) -> Known {
        Known { score: Score(12), bound: Bound::Exact, depth, best: 7 }
    }

    #[test]
    fn deep_entries_stay_until_another_search_begins() {
        let mut table = Table::new(0);
        table.store(1, 0, known(9));
        table.store(2, 0, known(3));
        table.store(3, 0, known(2));
        assert_eq!(table.probe(1, 0), Some(known(9)));
        assert_eq!(table.probe(2, 0), None);
        assert_eq!(table.probe(3, 0), Some(known(2)));
        table.next_search();
        table.store(4, 0, known(1));
        assert_eq!(table.probe(4, 0), Some(known(1)));
        assert_eq!(table.probe(1, 0), Some(known(9)), "it moved to the other place");
        table.clear();
        assert_eq!(table.probe(4, 0), None);
        assert_eq!(table.probe(0, 0), None, "an empty entry is no entry");
    }
}
