//! The inks of a page: little of them on large surfaces, and light ones there.

use super::measure::Mm;
use super::shapes::Ink;

/// A line that a pen of wood-burners and a laser follow, and scissors too.
pub const HAIR: Mm = Mm::hundredths(10);
/// The lines of a board.
pub const FIRM: Mm = Mm::hundredths(50);
/// The frame around squares.
pub const STRONG: Mm = Mm::hundredths(80);

/// What is inked how.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// Lines, points and letters.
    pub line: Ink,
    /// Dark squares.
    pub square: Ink,
    /// The light pieces.
    pub light: Ink,
    /// The dark pieces.
    pub dark: Ink,
    /// Flowers.
    pub petal: Ink,
    /// Leaves.
    pub leaf: Ink,
    /// What helps to cut and to measure.
    pub help: Ink,
}

impl Inks {
    pub fn new(is_mono: bool) -> Inks {
        if is_mono {
            let (pale, grey) = (Ink(200, 200, 200), Ink(120, 120, 120));
            return Inks {
                line: Ink::BLACK,
                square: pale,
                light: Ink::WHITE,
                dark: Ink::BLACK,
                petal: pale,
                leaf: grey,
                help: grey,
            };
        }
        Inks {
            line: Ink(70, 56, 39),
            square: Ink(217, 190, 150),
            light: Ink(253, 248, 236),
            dark: Ink(46, 39, 34),
            petal: Ink(190, 92, 78),
            leaf: Ink(96, 134, 92),
            help: Ink(120, 120, 120),
        }
    }
}
