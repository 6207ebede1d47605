//! Messages of live games, in both directions.

use crate::names::Side;
use crate::outcome::Outcome;
use crate::partial::{Partial, PartialRequest};
use crate::position::Position;
use crate::stream::ClockTerms;
use crate::turn::{PlayedTurn, Turn, TurnTexts};
use crate::turn_tree::TurnTree;
use serde::{Deserialize, Serialize};

/// Message of the server over the live connection of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message {
    /// Complete state: sent first, and to a client that has missed a message.
    State(Box<State>),
    /// A turn that was played, with everything that it changed.
    Turn(Box<TurnMessage>),
    /// Changes without a new turn. The turns that the client has received stay valid up to `ply`.
    Update(Box<Update>),
    /// Answer to a `partial` request.
    Partial {
        /// Number of the request that is answered.
        n: u64,
        /// State of the turn that is being entered.
        #[serde(flatten)]
        partial: Box<Partial>,
    },
    /// Who is connected to the game.
    Presence {
        /// Whether each player is connected, the first side's player first.
        online: [bool; 2],
        /// Number of spectators who are connected.
        watchers: usize,
    },
    /// Refusal of the last request.
    Refused {
        /// Reason for the fault, in words.
        message: String,
    },
    /// Answer to a `ping` request.
    Pong,
    /// Heartbeat, sent every few seconds without a request. A client that misses it has lost the connection.
    Beat,
}

/// Message of a client over the live connection of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Request {
    /// Take the seat of a token: the first message of a program that cannot send the token as a header.
    Seat {
        /// Secret token of the seat.
        token: String,
    },
    /// Request for the state of a turn that is being entered.
    Partial {
        /// Number of the request, which the answer repeats.
        n: u64,
        /// Number of turns played in the position that is meant.
        ply: usize,
        /// Points, claim and huff entered so far.
        #[serde(flatten)]
        ask: PartialRequest,
    },
    /// Request to play a turn.
    Turn {
        /// Number of turns played before this one.
        ply: usize,
        /// Turn in notation, as text.
        text: String,
    },
    /// Offer something to the other side.
    Offer {
        /// Kind of offer as one word.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = DEALS)))]
        what: String,
    },
    /// Request to accept the open offer.
    Accept,
    /// Request to decline the open offer.
    Decline,
    /// Request to resign the game.
    Resign,
    /// Request to offer a rematch.
    Rematch,
    /// Call off a game that has not begun.
    CallOff,
    /// Claim the win because the opponent has stayed away.
    Claim,
    /// Send a phrase to the other side.
    Say {
        /// Phrase as one word, such as `hello`.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = PHRASES)))]
        what: String,
    },
    /// Mute the other side: hide its phrases, and keep it from taking the player's open seats.
    Shut,
    /// Request for a hint in the current position.
    Hint,
    /// Check that the connection is alive.
    Ping,
}

/// Words of the kinds of offer.
#[cfg(feature = "schema")]
const DEALS: [&str; 4] = ["draw", "takeback", "count", "rematch"];

/// Words of the phrases.
#[cfg(feature = "schema")]
const PHRASES: [&str; 8] = ["hello", "good_luck", "nice_turn", "well_played", "thanks", "sorry", "moment", "goodbye"];

/// Complete state of a live game, as one visitor sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// Position before the first turn.
    pub start: Position,
    /// Turns played so far, each with the position after it.
    pub history: Vec<PlayedTurn>,
    /// Seats of the visitor; `null` for a spectator.
    pub seat: Option<Seat>,
    /// Players, the first side's player first.
    pub players: [Player; 2],
    /// Number of spectators who are connected.
    pub watchers: usize,
    /// State that changes with the turns.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// Last turn of a live game, with everything that it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnMessage {
    /// The turn that was played.
    pub turn: Turn,
    /// Short notation and description of the turn.
    #[serde(flatten)]
    pub texts: TurnTexts,
    /// State of the game after the turn.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// State of a live game without its list of turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// Seats of the visitor; `null` for a spectator.
    pub seat: Option<Seat>,
    /// Players, the first side's player first.
    pub players: [Player; 2],
    /// Number of spectators who are connected.
    pub watchers: usize,
    /// State that changes with the turns.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// State of a live game that changes with the turns, as one visitor sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct CurrentState {
    /// Number of turns played so far, of both sides.
    pub ply: usize,
    /// Position after the last turn.
    pub position: Position,
    /// Side to move; `null` when the game is over.
    pub to_move: Option<Side>,
    /// State of an empty turn entry, where the visitor is to move; `null` otherwise.
    pub partial: Option<Partial>,
    /// Tree of all legal turns, where the visitor is to move; `null` otherwise, or where it is too large.
    pub ahead: Option<TurnTree>,
    /// Obligations of the side to move, a sentence each: compulsory captures, huffs and claims.
    pub pressing: Vec<String>,
    /// Pieces of the capturing side that cannot move, in a hunt that this side loses when all are shut in; `null` in other
    /// games, and when the game is over.
    pub trapped: Option<TrappedPieces>,
    /// Open offer; `null` without one.
    pub offer: Option<Offer>,
    /// Sentence about the last declined offer, until its maker plays on or another event replaces it; `null` without
    /// one.
    pub declined: Option<String>,
    /// Actions that the visitor may take.
    pub can: Permissions,
    /// Clocks of both sides; `null` in a game without clocks.
    pub clock: Option<Clock>,
    /// End of the game; `null` while it continues.
    pub outcome: Option<Outcome>,
    /// URL path of the next game of the same players; `null` before a rematch.
    pub rematch: Option<String>,
    /// Phrases that the players sent last, the latest last.
    #[serde(rename = "said")]
    pub chat: Vec<ChatMessage>,
    /// Hint for the visitor in this position; `null` without one.
    pub hint: Option<Hint>,
}

/// Number of pieces of a side that cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrappedPieces {
    /// Side of the pieces.
    pub side: Side,
    /// Number of its pieces that cannot move.
    pub trapped: usize,
    /// Number of its pieces.
    pub all: usize,
}

/// A good turn with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// Turn that the hint recommends.
    pub turn: Turn,
    /// Turn and reason in words.
    pub words: String,
}

/// A phrase that a player sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChatMessage {
    /// Side that sent the phrase.
    pub by: Side,
    /// Phrase as one word, such as `hello`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = PHRASES)))]
    pub what: String,
    /// Phrase in the visitor's language.
    pub words: String,
}

/// Seats that a visitor holds in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Seat of the first side.
    First,
    /// Seat of the second side.
    Second,
    /// Both seats, for two people at one screen.
    Both,
}

/// A player of one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// Kind of player: person, engine or open seat.
    pub kind: PlayerKind,
    /// Name of the player; may be empty.
    pub name: String,
    /// Level of the engine, from 1; `null` for a person.
    pub level: Option<u8>,
    /// Whether the player is connected.
    pub online: bool,
}

/// Kind of player: person, engine or open seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A person with a name.
    Person,
    /// The engine at a level.
    Engine,
    /// No player yet: the seat is open.
    Open,
}

/// An open offer with its maker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// Side that made the offer.
    pub by: Side,
    /// Kind of offer as one word.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = DEALS)))]
    pub what: String,
}

/// Actions that a visitor may take in the current state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Permissions {
    /// Whether a draw may be offered.
    pub draw: bool,
    /// Whether a takeback may be asked for.
    pub takeback: bool,
    /// Whether a count of the pieces may be offered.
    pub count: bool,
    /// Whether the game may be resigned.
    pub resign: bool,
    /// Whether a rematch may be offered.
    pub rematch: bool,
    /// Whether the game may be called off without a result.
    pub call_off: bool,
    /// Whether the win may be claimed because the opponent has stayed away.
    pub claim: bool,
    /// Whether a phrase may be sent.
    pub say: bool,
    /// Whether the other side may be muted.
    pub shut: bool,
    /// Whether a hint may be asked for.
    pub hint: bool,
}

/// Clocks of both sides, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// Remaining time of each side, in milliseconds.
    pub left: [i64; 2],
    /// Side whose clock runs; `null` when none does.
    pub running: Option<Side>,
    /// Increment for each turn, in milliseconds.
    pub increment: i64,
}

/// A live game with an open seat that anyone may take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenGame {
    /// Id of the live game.
    pub id: String,
    /// URL path of its page.
    pub url: String,
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// FEN of the current position.
    pub fen: String,
    /// Clocks that were agreed on; `null` without clocks.
    pub clock: Option<ClockTerms>,
    /// Side of the open seat.
    pub side: Side,
    /// Name of the waiting player; may be empty.
    pub by: String,
    /// Time since when the player waits, in milliseconds since 1970.
    pub since: i64,
}

/// A public live game between two people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedGame {
    /// Id of the live game.
    pub id: String,
    /// URL path of its page.
    pub url: String,
    /// Title of the game and its variant.
    pub game: String,
    /// House rules, each as `key=value`.
    pub rules: Vec<String>,
    /// FEN of the current position.
    pub fen: String,
    /// Number of turns played so far, of both sides.
    pub ply: usize,
    /// Players, the first side's player first.
    pub players: [Player; 2],
    /// Number of spectators who are connected.
    pub watchers: usize,
}

/// Public live games: those with an open seat and those in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenGames {
    /// Games with an open seat, the latest first.
    pub waiting: Vec<OpenGame>,
    /// Games in progress with a player connected.
    pub playing: Vec<WatchedGame>,
}

/// A new live game with the seat of the requester.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameResponse {
    /// Id of the live game.
    pub id: String,
    /// URL path of its page.
    pub url: String,
    /// Secret token of the requester's seat.
    pub token: String,
    /// URL with which a friend takes the other seat; `null` where there is no invitation.
    pub invite: Option<String>,
}

/// A seat that the requester has taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JoinResponse {
    /// Id of the live game.
    pub id: String,
    /// Side of the seat that was taken.
    pub side: Side,
    /// Secret token of the seat.
    pub token: String,
}

/// Confirmation of a request that has no other answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Acknowledgement {
    /// Always `true`; refusals have another body.
    pub ok: bool,
}
