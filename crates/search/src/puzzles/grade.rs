//! How difficult puzzles are.

use std::fmt;

/// What makes a puzzle difficult.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// The depth from which on the engine sees that the first turn is the best one, in plies.
    pub depth: u32,
    /// How many turns with different effects the solver has at first.
    pub choices: usize,
    /// How many turns the solver has to find.
    pub turns: usize,
    /// Whether the first turn takes nothing, and does not yet win.
    pub is_quiet: bool,
    /// Whether it gives more than it takes.
    pub is_sacrifice: bool,
}

/// How difficult a puzzle is, from 1 to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade(u8);

impl Difficulty {
    /// The grade, by the sum of points: 1 for no point, 2 for one or two, and so on by twos.
    ///
    /// - Up to 3 for how far one has to look: nothing up to a depth of 2, then one each from 3, 5 and 8 plies.
    /// - Up to 2 for the length: one from two turns, two from four.
    /// - One each for a quiet first turn, a sacrifice, and twelve choices or more: people look at captures first, and
    ///   dislike to lose pieces.
    pub fn grade(&self) -> Grade {
        let points = [self.depth >= 3, self.depth >= 5, self.depth >= 8, self.turns >= 2, self.turns >= 4]
            .into_iter()
            .chain([self.is_quiet, self.is_sacrifice, self.choices >= 12])
            .filter(|&scores| scores)
            .count();
        Grade(1 + points.div_ceil(2) as u8)
    }
}

impl Grade {
    /// The grade of this number, from 1 to 5.
    pub fn new(number: u8) -> Option<Grade> {
        (1..=5).contains(&number).then_some(Grade(number))
    }

    /// The grade's number.
    pub fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_rise_with_what_is_difficult() {
        let easiest = Difficulty { depth: 1, choices: 2, turns: 1, is_quiet: false, is_sacrifice: false };
        let hardest = Difficulty { depth: 9, choices: 20, turns: 5, is_quiet: true, is_sacrifice: true };
        assert_eq!(easiest.grade(), Grade::new(1).unwrap());
        assert_eq!(hardest.grade(), Grade(5));
        for harder in [
            Difficulty { depth: 3, ..easiest },
            Difficulty { turns: 2, ..easiest },
            Difficulty { is_quiet: true, ..easiest },
            Difficulty { is_sacrifice: true, ..easiest },
            Difficulty { choices: 12, ..easiest },
        ] {
            assert_eq!(harder.grade().number(), 2, "{harder:?}");
        }
        assert_eq!(Difficulty { depth: 5, turns: 2, ..easiest }.grade().number(), 3);
        assert_eq!([0, 6].map(Grade::new), [None, None]);
    }
}
