//! Positions as one line: the FEN of PDN, `W:Wa1,b1,Kc5:Bd4`, with extensions for the state beside the pieces.
//!
//! The fields are separated by colons: the colour to move, then the pieces of each colour. `K` marks a king and `P` a
//! prince. A tower is listed with its owner's pieces and shows its own in parentheses, from bottom to top: `c3(bbWw)`.
//! Further fields hold state that affects legality:
//!
//! | field | meaning |
//! |---|---|
//! | `huff=b2,c3` | points of the pieces that may be huffed now |
//! | `last=a3<a2` | for each side, the point of the piece that moved last and the point where its turn began |
//! | `been=c3<a1+b2` | points to which a piece may not return |
//! | `closed=2,0` | number of rows closed at the bottom and the top, then of columns closed at the left and the right |
//! | `hand=2,1` | men in hand of the first and the second side |
//! | `roll=654` | result of the dice: the three dice, `one` or `row` |
//! | `combat=called` | a side has called for single combat |
//! | `kings=46*2,5*1` | for each side, the king that made its last moves without a capture, and their number |
//! | `before=1/Wa1,c3(bw)/Bd4` | number of pieces captured by the last turn and the pieces before it, for a claim |
//!
//! The reader also accepts the colours in any order, a missing colour, ranges of numbered squares (`K31-K50`, `K31-50`),
//! zeros before numbers, the other names of the squares of chequered boards, spaces around fields, `w` and `b` for the
//! colours, lidraughts' counters of king moves (`:+15+246`, Black's first) and its other counters (`:H2:F7`), which it
//! ignores, and a full stop at the end. The writer writes White
//! before Black, the points in the order of the board, the fields in the order above, and only the fields that are needed.

use crate::files::{FenError, read_position, write_position};
use crate::ground::setup::Setup;
use crate::ruleset::Ruleset;

/// Field of a FEN that does not tell the side to move. Only records may leave it open.
pub(super) const UNKNOWN_SIDE: &str = "?";

/// Writes a setup as a FEN that [`read_fen`] reads back.
///
/// # Examples
/// ```
/// # use quirkat_rules::{find_game, read_fen, write_fen};
/// let walker = find_game("alquerque").unwrap().ruleset(None, &[]).unwrap();
/// let setup = read_fen(&walker, "B:Wa1,c3:Be5").unwrap();
/// assert_eq!(write_fen(&walker, &setup), "B:Wa1,c3:Be5");
/// ```
pub fn write_fen(ruleset: &Ruleset, setup: &Setup) -> String {
    write_position(&ruleset.board, ruleset.white(), setup)
}

/// Parses a FEN of a ruleset's board.
///
/// The result is a [`Setup`], which has not been checked against the rules: [`crate::AnyRules::game`] does that.
///
/// # Errors
/// A [`FenError`] if the text is too long, is not a FEN, or names a point that the board does not have.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, find_game, read_fen, write_fen};
///
/// let international = find_game("international").unwrap().ruleset(None, &[])?;
/// let setup = read_fen(&international, "b:B1-3, K46 :W 50.")?;
/// assert_eq!(write_fen(&international, &setup), "B:W50:B1,2,3,K46");
///
/// let error = read_fen(&international, "W:W51:B1").unwrap_err();
/// assert_eq!(error.to_string(), "the board has no point `51`");
/// AnyRules::compile(international)?.game(Some(&setup))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_fen(ruleset: &Ruleset, text: &str) -> Result<Setup, FenError> {
    read_position(&ruleset.board, ruleset.white(), text)
}
