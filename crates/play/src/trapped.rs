//! Pieces that cannot move, in hunts that a side loses when all its pieces are shut in.

use quirkat_rules::{Aim, AnyGame, Blocked, Capture, Point, Setup, Side, Sides};
use std::collections::BTreeSet;

/// Number of shut-in pieces of the side that captures in a hunt, such as the tigers of bagh-chal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrappedPieces {
    /// Side that captures, and that loses when all its pieces are trapped.
    pub side: Side,
    /// Number of its pieces without a move.
    pub trapped: usize,
    /// Number of its pieces.
    pub all: usize,
}

/// Maximum moves among which those of trapped pieces are looked for.
const MAX_MOVES: u64 = 5_000;

impl TrappedPieces {
    /// Counts the trapped pieces of a position, whichever side is to move. `None` in other games, where a side without a
    /// move does not lose, where one piece hunts alone, where captures are compulsory and thus hide other moves, while
    /// the side has pieces in hand, before a throw, when the game is over, and when the side has more than 5,000 moves.
    ///
    /// # Examples
    /// ```
    /// use quirkat_play::{Ruling, TrappedPieces};
    /// let game = Ruling::new("bagh-chal", &[])?.game(Some("W:Wb1,c1,a2,a3,b2,c3:Ba1,e1,a5,e5:hand=14,0"))?;
    /// let tigers = TrappedPieces::of(&game).expect("tigers");
    /// assert_eq!((tigers.trapped, tigers.all), (1, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &AnyGame) -> Option<TrappedPieces> {
        let options = &game.ruleset().options;
        let side = match options.captors {
            Sides::First => Side::First,
            Sides::Second => Side::Second,
            Sides::Both => return None,
        };
        let setup = game.setup();
        let all = setup.count(side);
        let is_hunt = options.blocked == Blocked::Loss
            && options.aim == Aim::Win
            && options.capture == Capture::Optional
            && all > 1;
        let is_moving = setup.memory.hand[side.index()] == 0 && !game.is_chance_node() && game.outcome().is_none();
        if !is_hunt || !is_moving {
            return None;
        }
        let mut to_move = game.rules().game(Some(&Setup { to_move: side, ..setup })).ok()?;
        to_move.limit_turns(MAX_MOVES);
        let turns = to_move.turns().ok()?;
        let movable: BTreeSet<Point> = turns.iter().filter_map(|turn| turn.path.first().copied()).collect();
        Some(TrappedPieces { side, trapped: all - movable.len(), all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ruling;

    fn trapped(title: &str, rules: &[&str], fen: Option<&str>) -> Option<(Side, usize, usize)> {
        let rules: Vec<_> = rules.iter().map(|&rule| rule.to_owned()).collect();
        let game = Ruling::new(title, &rules).unwrap().game(fen).unwrap();
        TrappedPieces::of(&game).map(|pieces| (pieces.side, pieces.trapped, pieces.all))
    }

    #[test]
    fn trapped_pieces_are_counted_for_the_side_that_hunts() {
        assert_eq!(trapped("bagh-chal", &[], None), Some((Side::Second, 0, 4)));
        for to_move in ["W", "B"] {
            let fen = format!("{to_move}:Wb1,c1,a2,a3,b2,c3:Ba1,e1,a5,e5:hand=14,0");
            assert_eq!(trapped("bagh-chal", &[], Some(&fen)), Some((Side::Second, 1, 4)), "{to_move} to move");
        }
        assert_eq!(trapped("bagh-chal", &["capture=mandatory"], None), None, "captures hide other moves");
        assert_eq!((trapped("liebre", &[], None), trapped("alquerque", &[], None)), (None, None));
    }
}
