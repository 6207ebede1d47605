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
pub enum Seated {
    /// None: a spectator.
    Nowhere,
    /// One.
    At(Side),
    /// Both: two people at one screen.
    Both,
}

impl Seated {
    /// The seats that are held, the first side's first.
    pub fn of(held: [bool; 2]) -> Seated {
        match held {
            [true, true] => Seated::Both,
            [true, false] => Seated::At(Side::First),
            [false, true] => Seated::At(Side::Second),
            [false, false] => Seated::Nowhere,
        }
    }

    /// Whether a seat is among them.
    pub fn holds(self, side: Side) -> bool {
        self == Seated::Both || self == Seated::At(side)
    }

    /// The side for which this player acts, where `to_move` decides between two.
    pub fn side(self, to_move: Side) -> Option<Side> {
        match self {
            Seated::Nowhere => None,
            Seated::At(side) => Some(side),
            Seated::Both => Some(to_move),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_holds_both_seats_acts_for_the_side_to_move() {
        for side in Side::BOTH {
            assert_eq!(Seated::of([true, true]).side(side), Some(side));
            assert_eq!(Seated::of([true, false]).side(side), Some(Side::First));
            assert_eq!(Seated::of([false, true]).holds(side), side == Side::Second);
            assert_eq!(Seated::of([false, false]).side(side), None);
        }
    }
}
