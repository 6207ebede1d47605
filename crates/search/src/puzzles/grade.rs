//! The difficulty of puzzles.

use std::fmt;

/// The measures of a puzzle's difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difficulty {
    /// Depth from which on the engine finds the first move best, in plies.
    pub depth: u32,
    /// Number of legal first moves with different effects.
    pub choices: usize,
    /// Number of moves that the solver has to find.
    pub turns: usize,
    /// Whether the first move neither captures nor wins at once.
    pub is_quiet: bool,
    /// Whether the first move gives more pieces than it captures.
    pub is_sacrifice: bool,
}

/// The grade of a puzzle, from 1 (easy) to 5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade(u8);

impl Difficulty {
    /// Returns the grade, by a sum of points: 1 for no point, 2 for one or two, and so on in steps of two.
    ///
    /// - Depth: one point each from 3, 5 and 8 plies.
    /// - Length: one point each from two and four moves.
    /// - One point each for a quiet first move, for a sacrifice, and for twelve choices or more: people consider
    ///   captures first
    ///   and avoid losses.
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
    /// Returns the grade of a number from 1 to 5; `None` for other numbers.
    pub fn new(number: u8) -> Option<Grade> {
        (1..=5).contains(&number).then_some(Grade(number))
    }

    /// Returns the number of the grade, from 1 to 5.
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
    fn grades_rise_with_every_measure_of_difficulty() {
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
