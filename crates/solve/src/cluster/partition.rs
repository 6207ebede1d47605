//! Numbers dealt out.

use crate::retro::material::SHARE;

/// Numbers dealt out to so many hands, [`SHARE`] after another at a time.
#[derive(Clone, Copy, Debug)]
pub struct Partition {
    /// To how many.
    pub hands: usize,
}

impl Partition {
    /// Who gets a number.
    pub fn owner(self, number: usize) -> usize {
        number / SHARE % self.hands
    }

    /// Which of its owner's numbers it is.
    pub fn place(self, number: usize) -> usize {
        number / SHARE / self.hands * SHARE + number % SHARE
    }

    /// The number that is at a place of somebody's.
    pub fn number(self, hand: usize, place: usize) -> usize {
        (place / SHARE * self.hands + hand) * SHARE + place % SHARE
    }

    /// How many of so many numbers somebody gets.
    pub fn count(self, hand: usize, numbers: usize) -> usize {
        let (whole, rest) = (numbers / SHARE, numbers % SHARE);
        let last = if whole % self.hands == hand { rest } else { 0 };
        (whole / self.hands + usize::from(hand < whole % self.hands)) * SHARE + last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_the_numbers_that_are_theirs() {
        for (hands, numbers) in [(1, 5), (3, 7 * SHARE + 5), (4, SHARE), (4, 8 * SHARE - 1), (5, 3 * SHARE)] {
            let deal = Partition { hands };
            let mut counts = vec![0; hands];
            for number in 0..numbers {
                let hand = deal.owner(number);
                assert_eq!((deal.place(number), deal.number(hand, counts[hand])), (counts[hand], number));
                counts[hand] += 1;
            }
            assert_eq!(counts, (0..hands).map(|hand| deal.count(hand, numbers)).collect::<Vec<_>>());
        }
    }
}
