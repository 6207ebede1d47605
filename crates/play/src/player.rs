//! Who plays a side, and for which sides somebody may act.

use quirkat_rules::Side;
use quirkat_search::Level;

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Nobody yet.
    Open,
    /// A person of this name; it may be empty.
    Person(String),
    /// The engine at a level.
    Engine(Level),
}

impl Player {
    /// The engine's level, where the engine plays.
    pub fn level(&self) -> Option<Level> {
        match self {
            Player::Engine(level) => Some(*level),
            Player::Open | Player::Person(_) => None,
        }
    }
}

/// Which seats somebody holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seats {
    /// None: a spectator.
    None,
    /// One.
    One(Side),
    /// Both: two people at one screen.
    Both,
}

impl Seats {
    /// The seats that are held, the first side's first.
    pub fn of(held: [bool; 2]) -> Seats {
        match held {
            [true, true] => Seats::Both,
            [true, false] => Seats::One(Side::First),
            [false, true] => Seats::One(Side::Second),
            [false, false] => Seats::None,
        }
    }

    /// Whether a seat is among them.
    pub fn holds(self, side: Side) -> bool {
        self == Seats::Both || self == Seats::One(side)
    }

    /// The side for which this player acts, where `to_move` decides between two.
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
    fn who_holds_both_seats_acts_for_the_side_to_move() {
        for side in Side::BOTH {
            assert_eq!(Seats::of([true, true]).side(side), Some(side));
            assert_eq!(Seats::of([true, false]).side(side), Some(Side::First));
            assert_eq!(Seats::of([false, true]).holds(side), side == Side::Second);
            assert_eq!(Seats::of([false, false]).side(side), None);
        }
    }
}
