//! Positions as one line: PDN's FEN, `W:Wa1,b1,Kc5:Bd4`, extended for what legality remembers.
//!
//! First the colour to move, then the pieces of each colour, kings with a `K`. A tower stands with its owner's, all its
//! pieces in parentheses from bottom to top: `c3(bbWw)`. Further fields say what the pieces do not show: `huff=b2,c3`,
//! pieces that may be huffed now; `last=a3<a2`, where a side's last piece stands and where its turn began; `been=c3<a1+b2`,
//! where a piece may not return to; `closed=2,0`, how many rows are closed at the bottom and at the top (and columns at the
//! left and at the right, where any are); `hand=2,1`, the men that each side has in hand; `before=1/Wa1,c3(bw)/Bd4`, how
//! many pieces the last turn took and what stood before it, where a claim may go back to that. Reading accepts the colours
//! in any order, ranges of numbered squares (`K31-K50`), spaces, small letters where they are no other point, and a full
//! stop at the end.

use crate::files::{FenError, read_position, write_position};
use crate::ground::setup::Setup;
use crate::ruleset::Ruleset;

/// Writes a setup of a ruleset's board as one line.
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

/// Reads a position of a ruleset's board.
///
/// # Errors
/// When the text is not of the form, or a point is not on the board; whether the position suits the rules is judged when
/// a game is made of it.
pub fn read_fen(ruleset: &Ruleset, text: &str) -> Result<Setup, FenError> {
    read_position(&ruleset.board, ruleset.white(), text)
}
