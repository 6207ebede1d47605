//! Players of the sides, and the seats that a visitor holds.

use quirkat_rules::Side;
use quirkat_search::Level;

/// Player of one side of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// No player yet: the seat is open.
    Open,
    /// A person of this name, which may be empty.
    Person(String),
    /// The engine at this level.
    Engine(Level),
}

impl Player {
    /// Returns the level of the engine, where the engine plays.
    pub fn level(&self) -> Option<Level> {
        match self {
            Player::Engine(level) => Some(*level),
            Player::Open | Player::Person(_) => None,
        }
    }
}

/// Seats that a visitor holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// No seat: the visitor is a spectator.
    None,
    /// The seat of one side.
    One(Side),
    /// Both seats, for two people at one screen.
    Both,
}

impl Seats {
    /// Creates the value from one flag for each seat, the first side's first.
    pub fn of(held: [bool; 2]) -> Seats {
        match held {
            [true, true] => Seats::Both,
            [true, false] => Seats::One(Side::First),
            [false, true] => Seats::One(Side::Second),
            [false, false] => Seats::None,
        }
    }

    /// Returns whether the seat of a side is held.
    pub fn holds(self, side: Side) -> bool {
        self == Seats::Both || self == Seats::One(side)
    }

    /// Returns the side for which the visitor acts; with both seats, the side to move.
    pub fn side(self, to_move: Side) -> Option<Side> {
        match self {
            Seats::None => None,
            Seats::One(side) => Some(side),
            Seats::Both => Some(to_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_with_both_seats_acts_for_the_side_to_move() {
        for side in Side::BOTH {
            assert_eq!(Seats::of([true, true]).side(side), Some(side));
            assert_eq!(Seats::of([true, false]).side(side), Some(Side::First));
            assert_eq!(Seats::of([false, true]).holds(side), side == Side::Second);
            assert_eq!(Seats::of([false, false]).side(side), None);
        }
    }
}
