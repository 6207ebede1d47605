//! Why an option can mean nothing.

use thiserror::Error;

/// Why an option means nothing where it is stated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoEffectReason {
    /// Nothing captures by moving.
    #[error("nothing captures by moving")]
    NothingCaptures,
    /// Nothing captures by approach.
    #[error("nothing captures by approach")]
    NoApproach,
    /// There are no kings.
    #[error("there are no kings")]
    NoKings,
    /// No pieces are placed before they move.
    #[error("no pieces are placed before they move")]
    NoPlacing,
    /// Three in a row take nothing.
    #[error("three in a row take nothing")]
    RowsTakeNothing,
    /// The pieces never move along the lines.
    #[error("the pieces never move along the lines")]
    NothingMoves,
    /// It speaks of men alone, and there are no higher pieces.
    #[error("it is `men` and there are no higher pieces")]
    NoneAboveMen,
    /// This is not the handicap game.
    #[error("this is not the handicap game (`vela=on`)")]
    NoHandicap,
    /// Every capture takes one piece.
    #[error("every capture takes one piece")]
    TakesOne,
    /// Its value speaks of kings, and there are none.
    #[error("its value speaks of kings and there are none")]
    SpeaksOfKings,
    /// No capture goes on after the first leap.
    #[error("no capture goes on after the first leap")]
    OneLeap,
    /// No taken piece goes under its taker.
    #[error("no taken piece goes under its taker")]
    NothingUnder,
    /// All pieces have the same rank.
    #[error("all pieces have the same rank")]
    OneRank,
    /// No man is promoted inside a chain.
    #[error("no man is promoted inside a chain")]
    NoPromotionInside,
    /// No king captures more than once in a turn.
    #[error("no king captures more than once in a turn")]
    NoKingsChain,
    /// Nothing leaps.
    #[error("nothing leaps")]
    NothingLeaps,
    /// The board does not close.
    #[error("the board does not close")]
    NothingCloses,
    /// The board is not full at the start.
    #[error("the board is not full at the start")]
    NotFull,
    /// No side has pieces in hand.
    #[error("no side has pieces in hand")]
    EmptyHands,
    /// No piece comes from the hand after the start.
    #[error("no piece comes from the hand after the start")]
    NoReserve,
    /// The board has no three points in a row.
    #[error("the board has no three points in a row")]
    NoRows,
    /// Three in a row mean nothing.
    #[error("three in a row mean nothing")]
    RowsMeanNothing,
    /// The board has no diagonal row of three.
    #[error("the board has no diagonal row of three")]
    NoDiagonalRows,
    /// It speaks of going back to the start, and no capture goes on after the first leap.
    #[error("it is `not_start` and no capture goes on after the first leap")]
    NoWayBack,
    /// Nothing is ever taken.
    #[error("nothing is ever taken")]
    NothingTaken,
    /// There are no kings at the start.
    #[error("there are no kings at the start")]
    NoKingsAtStart,
    /// It speaks of higher pieces, and there is one rank.
    #[error("it is `last_higher` and there is one rank")]
    LastHigher,
    /// It speaks of the side that captures, and both do.
    #[error("it is `captor_wins` and both sides capture")]
    BothCapture,
    /// Its draws speak of kings, and there are none.
    #[error("its draws speak of kings and there are none")]
    DrawsOfKings,
}

impl NoEffectReason {
    /// Every reason.
    pub const ALL: [NoEffectReason; 29] = [
        NoEffectReason::NothingCaptures,
        NoEffectReason::NoApproach,
        NoEffectReason::NoKings,
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
