//! Conditions of a ruleset that forbid values of an option.

use std::fmt;

/// Condition of a ruleset that forbids some values of some options, in the order in which contradictions are reported.
///
/// `Display` writes it as a clause: "where …".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RulesetCondition {
    /// Captured pieces go under the capturing piece: `removal=under`.
    Towers,
    /// Captured pieces leave the board: any `removal` but `under`.
    TakenLeave,
    /// Pieces capture by approach: `capture_by=approach`.
    Approach,
    /// Pieces do not capture by approach.
    NoApproach,
    /// Moves capture the pieces that they enclose: `capture_by=custodial` or `custodial_rows`.
    Custodial,
    /// No move along the lines captures a piece, so that men without steps could never move.
    NothingMoves,
    /// Leaps follow the bends of the lines: `bent_leaps=yes`.
    BentLeaps,
    /// Some pieces rank above men.
    HigherPieces,
    /// A side has a king at the start.
    KingsAtStart,
    /// A side has no king at the start.
    KingMissing,
    /// Neither side has pieces in hand.
    EmptyHands,
    /// A side has pieces in hand, which could find the rows closed.
    FullHands,
    /// Pieces are not placed before they move: `placing=no`.
    NoPlacing,
    /// Pieces are placed before they move: `placing=yes`.
    Placing,
    /// A piece enters before another one moves: `resupply=then_move` or `at_once` with pieces in hand.
    EntersAndMoves,
    /// Princes, neither men nor kings, are in the setup.
    Princes,
    /// Mills have no effect: `mills=none`.
    RowsMeanNothing,
    /// Mills remove a piece of the opponent: `mills=take`.
    RowsTake,
    /// No side that can lose pieces has as many as `taken_to_win` demands.
    TooFewPieces,
}

impl fmt::Display for RulesetCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RulesetCondition::Towers => "where captured pieces go under the capturing piece (`removal=under`)",
            RulesetCondition::TakenLeave => "where captured pieces leave the board (any `removal` but `under`)",
            RulesetCondition::Approach => "where pieces capture by approach (`capture_by=approach`)",
            RulesetCondition::NoApproach => "where pieces do not capture by approach",
            RulesetCondition::Custodial => {
                "where moves capture what they enclose (`capture_by=custodial` or `custodial_rows`)"
            }
            RulesetCondition::NothingMoves => "where no move captures: no piece could ever move",
            RulesetCondition::BentLeaps => "where leaps follow the bends of the lines (`bent_leaps=yes`)",
            RulesetCondition::HigherPieces => "where pieces rank above men, because they all capture",
            RulesetCondition::KingsAtStart => "where a side has a king at the start",
            RulesetCondition::KingMissing => "where a side has no king at the start",
            RulesetCondition::EmptyHands => "where neither side has pieces in hand",
            RulesetCondition::FullHands => "where a side has pieces in hand, because they could find the rows closed",
            RulesetCondition::NoPlacing => "where pieces are not placed before they move (`placing=no`)",
            RulesetCondition::Placing => {
                "where pieces are placed before they move (`placing=yes`), because a placed piece cannot be huffed"
            }
            RulesetCondition::EntersAndMoves => {
                "where a piece enters before another one moves (`resupply=then_move` or `at_once`), because a huff would precede both"
            }
            RulesetCondition::Princes => "where there are princes, because they are neither men nor kings",
            RulesetCondition::RowsMeanNothing => "where three in a row have no effect (`mills=none`)",
            RulesetCondition::RowsTake => "where three in a row remove a piece (`mills=take`)",
            RulesetCondition::TooFewPieces => "where no side has that many pieces",
        })
    }
}
