//! The sheets that people have in their printers.

use super::measure::Mm;

/// A size of paper.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 297 × 420 mm.
    A3,
    /// 8½ × 11 inches.
    Letter,
    /// 148 × 210 mm.
    A5,
}

impl Paper {
    /// Every paper.
    pub const ALL: [Paper; 4] = [Paper::A4, Paper::A3, Paper::Letter, Paper::A5];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::A3 => "A3",
            Paper::Letter => "Letter",
            Paper::A5 => "A5",
        }
    }

    /// The paper of this name, in small or large letters.
    pub fn named(name: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Its width and height, the shorter first.
    pub fn size(self) -> (Mm, Mm) {
        match self {
            Paper::A4 => (Mm::whole(210), Mm::whole(297)),
            Paper::A3 => (Mm::whole(297), Mm::whole(420)),
            Paper::Letter => (Mm::hundredths(21_590), Mm::hundredths(27_940)),
            Paper::A5 => (Mm::whole(148), Mm::whole(210)),
        }
    }

    /// The sheet upright, then lying on its side.
    pub(super) fn ways(self) -> [(Mm, Mm); 2] {
        let (short, long) = self.size();
        [(short, long), (long, short)]
    }
}
