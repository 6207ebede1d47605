//! What forbids a value of an option: another option, the board or the setup.

use std::fmt;

/// What holds of some rulesets and forbids them some values, in the order in which contradictions are told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulesetCondition {
    /// Taken pieces go under the taker.
    Towers,
    /// Taken pieces leave the board.
    TakenLeave,
    /// Pieces capture by approach.
    Approach,
    /// Pieces do not capture by approach.
    NoApproach,
    /// Nothing captures by moving.
    NothingMoves,
    /// There are pieces above men.
    HigherPieces,
    /// A side has no king at the start.
    KingMissing,
    /// No side has pieces in hand.
    EmptyHands,
    /// A side has pieces in hand.
    FullHands,
    /// Pieces are not placed before they move.
    NoPlacing,
    /// Pieces are placed before they move.
    Placing,
    /// A piece enters before another moves.
    EntersAndMoves,
    /// There are princes.
    Princes,
    /// Three in a row mean nothing.
    RowsMeanNothing,
    /// Three in a row take a piece.
    RowsTake,
    /// No side has so many pieces.
    TooFewPieces,
}

/// Where it holds: "where …".
impl fmt::Display for RulesetCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RulesetCondition::Towers => "where taken pieces go under the taker (`removal=under`)",
            RulesetCondition::TakenLeave => "where taken pieces leave the board (any `removal` but `under`)",
            RulesetCondition::Approach => "where pieces capture by approach (`capture_by=approach`)",
            RulesetCondition::NoApproach => "where pieces do not capture by approach",
            RulesetCondition::NothingMoves => "where nothing captures by moving: no piece could ever move",
            RulesetCondition::HigherPieces => "where there are pieces above men, all of which capture by leaping",
            RulesetCondition::KingMissing => "where a side has no king at the start",
            RulesetCondition::EmptyHands => "where no side has pieces in hand",
            RulesetCondition::FullHands => "where a side has pieces in hand, which would find the rows closed",
            RulesetCondition::NoPlacing => "where pieces are not placed before they move (`placing=no`)",
            RulesetCondition::Placing => {
                "where pieces are placed before they move (`placing=yes`), which nobody can be huffed for"
            }
            RulesetCondition::EntersAndMoves => {
                "where a piece enters before another moves (`resupply=then_move`), with a huff before both"
            }
            RulesetCondition::Princes => "where there are princes, which are neither men nor kings",
            RulesetCondition::RowsMeanNothing => "where three in a row mean nothing (`mills=none`)",
            RulesetCondition::RowsTake => "where three in a row take a piece (`mills=take`)",
            RulesetCondition::TooFewPieces => "where no side has so many pieces",
        })
    }
}
