//! Why something is refused: plain data, and English words for it. Other languages are spoken in `words`.

use crate::clock::ABSENT_DAYS;
use crate::offer::OfferKind;
use quirkat_rules::{Language, PlayError, Side, TurnError};
use thiserror::Error;

/// Why an act is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Spectators only look.
    #[error("you watch this game; you do not play it")]
    NotPlaying,
    /// No person plays.
    #[error("the engine plays both sides")]
    NobodyPlays,
    /// The other seat is still empty.
    #[error("the other seat is still empty")]
    Waiting,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the other side's turn, or the dice's.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is the turn of this side, which the engine plays.
    #[error("it is the engine's turn")]
    EngineToMove(Side),
    /// The game has moved on since the player looked.
    #[error("the game has moved on")]
    StalePly,
    /// The turn is not legal, and why.
    #[error(transparent)]
    Illegal(TurnError),
    /// The game cannot end so.
    #[error(transparent)]
    Play(PlayError),
    /// No turn of the player can be taken back.
    #[error("there is no turn of yours to take back")]
    NothingToUndo,
    /// This cannot be offered now.
    #[error("{what} cannot be offered now", what = .0.in_words(Language::En))]
    OfferUnavailable(OfferKind),
    /// No offer waits for the player's answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The seat is taken.
    #[error("the seat is taken")]
    NotOpen,
    /// The game has begun, and can no longer be called off.
    #[error("the game has begun: it can be resigned, but no longer called off")]
    AlreadyBegun,
    /// The game cannot be claimed: the other side is not away, or not for long enough.
    #[error("the other side has not been away for {ABSENT_DAYS} days")]
    NotAway,
    /// Nobody hears what is said.
    #[error("the other side does not hear you")]
    NoListener,
    /// Enough was said since the last turn.
    #[error("that is enough for now: there may be more after the next turn")]
    ChatLimit,
    /// Who plays a person gets no hints.
    #[error("there are no hints in a game against a person")]
    NoHints,
    /// The seat is closed to whoever wants to take it.
    #[error("the seat is closed to you")]
    Closed,
    /// It could not be kept, and why; so it did not happen.
    #[error("it could not be kept, and did not happen: {0}")]
    NotStored(String),
}

impl From<EventError> for Refusal {
    fn from(misfit: EventError) -> Self {
        match misfit {
            EventError::Turn(error) => Refusal::Illegal(error),
            EventError::Play(PlayError::Over(_)) => Refusal::Over,
            EventError::Play(error) => Refusal::Play(error),
            EventError::NothingOffered => Refusal::NoOffer,
        }
    }
}

/// Why an event does not fit a game: the list is not of this game or not of these rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EventError {
    /// The turn is not legal.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The game cannot go on or end so.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// What was accepted was never offered.
    #[error("nothing was offered")]
    NothingOffered,
}
