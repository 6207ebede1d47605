//! Paper sizes of common printers.

use super::measure::Mm;

/// Paper size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Paper {
    /// ISO A4, 210 × 297 mm.
    #[default]
    A4,
    /// ISO A3, 297 × 420 mm.
    A3,
    /// US Letter, 8½ × 11 inches.
    Letter,
    /// ISO A5, 148 × 210 mm.
    A5,
}

impl Paper {
    /// All paper sizes, in the order of the help.
    pub const ALL: [Paper; 4] = [Paper::A4, Paper::A3, Paper::Letter, Paper::A5];

    /// Returns the name on the command line and in URLs.
    pub fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::A3 => "A3",
            Paper::Letter => "Letter",
            Paper::A5 => "A5",
        }
    }

    /// Returns the paper with this name, in upper or lower case.
    pub fn named(name: &str) -> Option<Paper> {
        Paper::ALL.into_iter().find(|paper| paper.name().eq_ignore_ascii_case(name))
    }

    /// Returns width and height in portrait format.
    pub fn size(self) -> (Mm, Mm) {
        match self {
            Paper::A4 => (Mm::whole(210), Mm::whole(297)),
            Paper::A3 => (Mm::whole(297), Mm::whole(420)),
            Paper::Letter => (Mm::hundredths(21_590), Mm::hundredths(27_940)),
            Paper::A5 => (Mm::whole(148), Mm::whole(210)),
        }
    }

    /// Returns the size in portrait format, then in landscape format.
    pub(super) fn orientations(self) -> [(Mm, Mm); 2] {
        let (short, long) = self.size();
        [(short, long), (long, short)]
    }
}
