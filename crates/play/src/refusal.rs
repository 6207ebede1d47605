//! Refusals of acts as plain data with English messages. `words` translates them.

use crate::clock::ABSENT_DAYS;
use crate::offer::OfferKind;
use quirkat_rules::{Language, PlayError, Side, TurnError};
use thiserror::Error;

/// Reason why an act is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The visitor is a spectator.
    #[error("you watch this game; you do not play it")]
    NotPlaying,
    /// The engine plays both sides.
    #[error("the engine plays both sides")]
    NobodyPlays,
    /// The other seat is still open.
    #[error("the other seat is still empty")]
    Waiting,
    /// The game is already over.
    #[error("the game is over")]
    Over,
    /// Another side is to move, or dice are to be thrown.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The engine is to move for this side.
    #[error("it is the engine's turn")]
    EngineToMove(Side),
    /// The game has changed since the client's last state.
    #[error("the game has moved on")]
    StalePly,
    /// The turn is illegal, for this reason.
    #[error(transparent)]
    Illegal(TurnError),
    /// The rules do not allow this end of the game.
    #[error(transparent)]
    Play(PlayError),
    /// The player has no turn that could be taken back.
    #[error("you have no move to take back")]
    NothingToUndo,
    /// This kind of offer cannot be made now.
    #[error("{what} cannot be offered now", what = .0.in_words(Language::En))]
    OfferUnavailable(OfferKind),
    /// No open offer waits for the player's answer.
    #[error("there is no offer to answer")]
    NoOffer,
    /// The seat is already taken.
    #[error("the seat is taken")]
    NotOpen,
    /// The game has begun and can no longer be called off.
    #[error("the game has begun: it can be resigned, but no longer called off")]
    AlreadyBegun,
    /// The opponent has not stayed away long enough for a claim.
    #[error("the other side has not been away for {ABSENT_DAYS} days")]
    NotAway,
    /// The other side has muted the player, or is not a person.
    #[error("the other side does not hear you")]
    NoListener,
    /// The limit of phrases until the next turn is reached.
    #[error("that is enough chat for now; you can send more after the next move")]
    ChatLimit,
    /// The game has reached the host's limit of moves, events or cost, so that it can only be ended.
    #[error("this game has reached the limit of its length; it can only be ended")]
    TooLong,
    /// Games between people have no hints.
    #[error("there are no hints in a game against a person")]
    NoHints,
    /// The holder of the other seat has blocked the player.
    #[error("the seat is closed to you")]
    Closed,
    /// The event could not be stored, for this reason, and did not happen.
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

/// Reason why an event does not fit a game: it belongs to another game or other rules.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EventError {
    /// The turn is illegal in the position.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The game cannot continue or end in this way.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The accepted offer was never made.
    #[error("nothing was offered")]
    NothingOffered,
}
