//! Partition of an index among workers.

use crate::retro::material::SHARE;

/// Partition of numbers into parts, in turn [`SHARE`] at a time.
#[derive(Clone, Copy, Debug)]
pub struct Partition {
    /// Number of parts, from 1. Consecutive blocks of numbers go to the parts in turn.
    pub parts: usize,
}

impl Partition {
    /// Returns the part of a number.
    pub fn owner(self, number: usize) -> usize {
        number / SHARE % self.parts
    }

    /// Returns the place of a number within its part.
    pub fn place(self, number: usize) -> usize {
        number / SHARE / self.parts * SHARE + number % SHARE
    }

    /// Returns the number at a place of a part.
    pub fn number(self, part: usize, place: usize) -> usize {
        (place / SHARE * self.parts + part) * SHARE + place % SHARE
    }

    /// Returns how many of `numbers` numbers a part has.
    pub fn count(self, part: usize, numbers: usize) -> usize {
        let (whole, rest) = (numbers / SHARE, numbers % SHARE);
        let last = if whole % self.parts == part { rest } else { 0 };
        (whole / self.parts + usize::from(part < whole % self.parts)) * SHARE + last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owner_place_and_number_correspond() {
        for (parts, numbers) in [(1, 5), (3, 7 * SHARE + 5), (4, SHARE), (4, 8 * SHARE - 1), (5, 3 * SHARE)] {
            let deal = Partition { parts };
            let mut counts = vec![0; parts];
            for number in 0..numbers {
                let part = deal.owner(number);
                assert_eq!((deal.place(number), deal.number(part, counts[part])), (counts[part], number));
                counts[part] += 1;
            }
            assert_eq!(counts, (0..parts).map(|part| deal.count(part, numbers)).collect::<Vec<_>>());
        }
    }
}
