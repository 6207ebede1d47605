//! Inks of a page. Large surfaces use light inks, to save ink.

use super::measure::Mm;
use super::shapes::Ink;

/// Line width for engravers, lasers and cutting lines.
pub const HAIR: Mm = Mm::hundredths(10);
/// Line width of a board's lines.
pub const FIRM: Mm = Mm::hundredths(50);
/// Line width of the frame around squares.
pub const STRONG: Mm = Mm::hundredths(80);

/// Inks by purpose, in colour or in black.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// Ink of lines, points and letters.
    pub line: Ink,
    /// Ink of dark squares.
    pub square: Ink,
    /// Ink of the light pieces.
    pub light: Ink,
    /// Ink of the dark pieces.
    pub dark: Ink,
    /// Ink of the petals of floral borders.
    pub petal: Ink,
    /// Ink of the leaves of floral borders.
    pub leaf: Ink,
    /// Ink of guides for cutting and measuring.
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
