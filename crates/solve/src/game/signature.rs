//! Material signatures and their names: `m2k1-k1` is two men and a king against a king, `m1h2-m3` a man and two in hand
//! against three men, `m1-m1+combat` single combat of two men, `m1-m2+closed2.0` a man against two with two rows closed
//! at the bottom.

use quirkat_rules::{Anatomy, Material, Side};
use std::fmt;
use std::str::FromStr;

/// Material signature: what all positions of one table have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MaterialSignature {
    /// Pieces of each side by rank, and men in hand.
    pub material: Material,
    /// Whether a side has called for single combat.
    pub combat: bool,
    /// Number of closed rows at the bottom and at the top.
    pub closed: [u8; 2],
}

impl MaterialSignature {
    /// Returns the signature of a position without closed columns.
    pub fn of(position: &Anatomy) -> MaterialSignature {
        let [bottom, top, ..] = position.closed;
        MaterialSignature { material: position.material(), combat: position.combat, closed: [bottom, top] }
    }

    /// Returns the number of pieces of each side, pieces in hand included.
    pub fn pieces(&self) -> [u32; 2] {
        Side::BOTH.map(|side| self.material.of_side(side))
    }

    /// Returns the key by which signatures are solved. Moves lead to the same or an earlier signature: pieces are
    /// captured, hands get empty, men are promoted, calls stand, and closed rows stay closed.
    pub fn order(&self) -> impl Ord + use<> {
        let MaterialSignature { material: Material { ranks, hand }, combat, closed } = *self;
        let ([first, second], men) = (self.pieces(), u32::from(ranks[0][0]) + u32::from(ranks[1][0]));
        let open = u8::MAX - closed[0] - closed[1];
        (first + second, hand[0] + hand[1], men, !combat, open, [first, second], ranks, hand, closed)
    }
}

const COMBAT: &str = "+combat";
const CLOSED: &str = "+closed";

/// Letters of a side's pieces, in the order of a name.
const LETTERS: [char; 4] = ['m', 'p', 'k', 'h'];

impl fmt::Display for MaterialSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: usize| {
            let [men, princes, kings] = self.material.ranks[side];
            let counts = LETTERS.iter().zip([men, princes, kings, self.material.hand[side]]);
            counts.filter(|(_, count)| *count > 0).map(|(letter, count)| format!("{letter}{count}")).collect::<String>()
        };
        write!(f, "{}-{}{}", side(0), side(1), if self.combat { COMBAT } else { "" })?;
        match self.closed {
            [0, 0] => Ok(()),
            [bottom, top] => write!(f, "{CLOSED}{bottom}.{top}"),
        }
    }
}

/// Error for a text that is not a signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignatureError;

impl FromStr for MaterialSignature {
    type Err = SignatureError;

    fn from_str(whole: &str) -> Result<MaterialSignature, SignatureError> {
        let (text, closed) = match whole.split_once(CLOSED) {
            None => (whole, Some([0; 2])),
            Some((before, rows)) => {
                let rows =
                    rows.split_once('.').and_then(|(bottom, top)| Some([bottom.parse().ok()?, top.parse().ok()?]));
                // The sum must fit a byte.
                (before, rows.filter(|[bottom, top]: &[u8; 2]| bottom.checked_add(*top).is_some()))
            }
        };
        let (pieces, combat) = text.strip_suffix(COMBAT).map_or((text, false), |pieces| (pieces, true));
        let (material, closed) = read(pieces).zip(closed).ok_or(SignatureError)?;
        let signature = MaterialSignature { material, combat, closed };
        // Only the canonical name is accepted.
        if signature.to_string() == whole { Ok(signature) } else { Err(SignatureError) }
    }
}

fn read(pieces: &str) -> Option<Material> {
    let mut material = Material::default();
    let (first, second) = pieces.split_once('-')?;
    for (side, text) in [first, second].into_iter().enumerate() {
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let after = &rest[letter.len_utf8()..];
            let digits = after.find(|digit: char| !digit.is_ascii_digit()).unwrap_or(after.len());
            let count = after[..digits].parse().ok()?;
            match LETTERS.iter().position(|&known| known == letter)? {
                3 => material.hand[side] = count,
                rank => material.ranks[side][rank] = count,
            }
            rest = &after[digits..];
        }
    }
    Some(material)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for text in ["m2k1-k1", "m1h2-m3", "p1k1-m12", "h3-h3", "m1-m1+combat", "m1-m2+closed2.0"] {
            assert_eq!(text.parse().map(|signature: MaterialSignature| signature.to_string()).as_deref(), Ok(text));
        }
        for text in [
            "",
            "m1",
            "m-k",
            "k1m1-k1",
            "x1-m1",
            "m999-m1",
            "m1-m1-m1",
            "é1-m1",
            "m1-m1+closed0.0",
            "m1-m1+closed200.200",
        ] {
            assert_eq!(text.parse::<MaterialSignature>(), Err(SignatureError), "{text}");
        }
    }
}
