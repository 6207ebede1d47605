//! Numbers dealt out.

use crate::retro::material::SHARE;

/// Numbers dealt out to so many hands, [`SHARE`] after another at a time.
#[derive(Clone, Copy, Debug)]
pub struct Partition {
    /// To how many.
    pub parts: usize,
}

impl Partition {
    /// Who gets a number.
    pub fn owner(self, number: usize) -> usize {
        number / SHARE % self.parts
    }

    /// Which of its owner's numbers it is.
    pub fn place(self, number: usize) -> usize {
        number / SHARE / self.parts * SHARE + number % SHARE
    }

    /// The number that is at a place of somebody's.
    pub fn number(self, part: usize, place: usize) -> usize {
        (place / SHARE * self.parts + part) * SHARE + place % SHARE
    }

    /// How many of so many numbers somebody gets.
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
    fn everybody_gets_the_numbers_that_are_theirs() {
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
