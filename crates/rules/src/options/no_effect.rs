//! Reasons why an option has no effect.

use thiserror::Error;

/// Reason why an option has no effect in a ruleset. `Display` writes it as a clause: "it has no effect if …".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoEffectReason {
    /// No move captures a piece.
    #[error("no move captures a piece")]
    NothingCaptures,
    /// No piece captures by approach.
    #[error("no piece captures by approach")]
    NoApproach,
    /// The game has no kings.
    #[error("the game has no kings")]
    NoKings,
    /// Men do not step.
    #[error("men do not step")]
    NoSteps,
    /// No man is promoted.
    #[error("no man is promoted")]
    NoPromotion,
    /// Captures follow the lines of the board anyway.
    #[error("these are the lines of the board")]
    SameLines,
    /// No pieces are placed before they move.
    #[error("no pieces are placed before they move")]
    NoPlacing,
    /// A mill removes no piece.
    #[error("three in a row remove no piece")]
    RowsTakeNothing,
    /// The pieces never move along the lines.
    #[error("the pieces never move along the lines")]
    NothingMoves,
    /// The value `men` concerns men alone, and no piece ranks above them.
    #[error("it is `men` and no piece ranks above men")]
    NoneAboveMen,
    /// This is not the handicap game (`vela=on`).
    #[error("this is not the handicap game (`vela=on`)")]
    NoHandicap,
    /// Every capture takes one piece.
    #[error("every capture takes one piece")]
    TakesOne,
    /// The value concerns kings, and the game has none.
    #[error("its value concerns kings and the game has none")]
    SpeaksOfKings,
    /// No capture continues after the first leap.
    #[error("no capture continues after the first leap")]
    OneLeap,
    /// No captured piece goes under the capturing piece.
    #[error("no captured piece goes under the capturing piece")]
    NothingUnder,
    /// All pieces have the same rank.
    #[error("all pieces have the same rank")]
    OneRank,
    /// No man can be promoted inside a chain.
    #[error("no man can be promoted inside a chain")]
    NoPromotionInside,
    /// No king captures more than once in a turn.
    #[error("no king captures more than once in a turn")]
    NoKingsChain,
    /// No piece captures by leap.
    #[error("no piece captures by leap")]
    NothingLeaps,
    /// The board does not close.
    #[error("the board does not close")]
    NothingCloses,
    /// The board is not full at the start.
    #[error("the board is not full at the start")]
    NotFull,
    /// Neither side has pieces in hand.
    #[error("neither side has pieces in hand")]
    EmptyHands,
    /// No piece enters from the hand after the start.
    #[error("no piece enters from the hand after the start")]
    NoReserve,
    /// The board has no three points in a row.
    #[error("the board has no three points in a row")]
    NoRows,
    /// Mills have no effect in this game.
    #[error("three in a row have no effect")]
    RowsMeanNothing,
    /// The board has no diagonal row of three.
    #[error("the board has no diagonal row of three")]
    NoDiagonalRows,
    /// The value `not_start` bars the return to the start, and no capture continues after the first leap.
    #[error("it is `not_start` and no capture continues after the first leap")]
    NoWayBack,
    /// No piece is ever captured.
    #[error("no piece is ever captured")]
    NothingTaken,
    /// No side has a king at the start.
    #[error("there are no kings at the start")]
    NoKingsAtStart,
    /// The value `last_higher` concerns higher pieces, and all pieces have one rank.
    #[error("it is `last_higher` and all pieces have the same rank")]
    LastHigher,
    /// The value `captor_wins` concerns the capturing side, and both sides capture.
    #[error("it is `captor_wins` and both sides capture")]
    BothCapture,
    /// The draw rules concern kings, and the game has none.
    #[error("its draw rules concern kings and the game has none")]
    DrawsOfKings,
}

impl NoEffectReason {
    /// Every reason, in the order of declaration.
    pub const ALL: [NoEffectReason; 32] = [
        NoEffectReason::NothingCaptures,
        NoEffectReason::NoApproach,
        NoEffectReason::NoKings,
        NoEffectReason::NoSteps,
        NoEffectReason::NoPromotion,
        NoEffectReason::SameLines,
        NoEffectReason::NoPlacing,
        NoEffectReason::RowsTakeNothing,
        NoEffectReason::NothingMoves,
        NoEffectReason::NoneAboveMen,
        NoEffectReason::NoHandicap,
        NoEffectReason::TakesOne,
        NoEffectReason::SpeaksOfKings,
        NoEffectReason::OneLeap,
        NoEffectReason::NothingUnder,
        NoEffectReason::OneRank,
        NoEffectReason::NoPromotionInside,
        NoEffectReason::NoKingsChain,
        NoEffectReason::NothingLeaps,
        NoEffectReason::NothingCloses,
        NoEffectReason::NotFull,
        NoEffectReason::EmptyHands,
        NoEffectReason::NoReserve,
        NoEffectReason::NoRows,
        NoEffectReason::RowsMeanNothing,
        NoEffectReason::NoDiagonalRows,
        NoEffectReason::NoWayBack,
        NoEffectReason::NothingTaken,
        NoEffectReason::NoKingsAtStart,
        NoEffectReason::LastHigher,
        NoEffectReason::BothCapture,
        NoEffectReason::DrawsOfKings,
    ];
}
