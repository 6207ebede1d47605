//! Live games: what those who look at one are told, and what they say.

use crate::ahead::TurnTree;
use crate::names::Side;
use crate::outcome::Outcome;
use crate::partial::{Partial, PartialRequest};
use crate::position::Position;
use crate::stream::ClockTerms;
use crate::turn::{PlayedTurn, Turn, TurnTexts};
use serde::{Deserialize, Serialize};

/// What a page or a program is told over its live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Message {
    /// Everything: at first, and to whoever has missed something.
    State(Box<State>),
    /// A turn, and all that it changed.
    Turn(Box<TurnMessage>),
    /// All that has changed where no turn was played; those that are known still hold, up to `ply`.
    Update(Box<Update>),
    /// What may come next in a turn that is being entered.
    Partial {
        /// The number of the question.
        n: u64,
        /// The answer.
        #[serde(flatten)]
        partial: Box<Partial>,
    },
    /// Who is here.
    Presence {
        /// Whether the players are here, the first side's first.
        online: [bool; 2],
        /// How many others look.
        watchers: usize,
    },
    /// What was asked is refused.
    Refused {
        /// Why, in words.
        message: String,
    },
    /// The connection is alive.
    Pong,
    /// The same, said unasked every few seconds: whoever does not hear it for longer has lost the connection.
    Beat,
}

/// What a page or a program says over its live connection.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum Request {
    /// To judge what was entered of a turn.
    Partial {
        /// A number, to know the answer by.
        n: u64,
        /// After so many plies.
        ply: usize,
        /// What was entered.
        #[serde(flatten)]
        ask: PartialRequest,
    },
    /// To play a turn.
    Turn {
        /// After so many plies.
        ply: usize,
        /// The turn.
        text: String,
    },
    /// To agree on something.
    Offer {
        /// What.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = DEALS)))]
        what: String,
    },
    /// What was offered is accepted.
    Accept,
    /// What was offered is declined.
    Decline,
    /// To give up.
    Resign,
    /// To play another game.
    Rematch,
    /// To end a game that has not begun.
    CallOff,
    /// To have won, since the other side stays away.
    Claim,
    /// To say something to the other side.
    Say {
        /// The phrase.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = PHRASES)))]
        what: String,
    },
    /// To hear nothing of the other side any more, and to let them take no seat any more that is open.
    Shut,
    /// To be told of a good turn.
    Hint,
    /// Whether the connection is alive.
    Ping,
}

/// What players may agree on.
#[cfg(feature = "schema")]
const DEALS: [&str; 4] = ["draw", "takeback", "count", "rematch"];

/// What players may say.
#[cfg(feature = "schema")]
const PHRASES: [&str; 8] = ["hello", "good_luck", "nice_turn", "well_played", "thanks", "sorry", "moment", "goodbye"];

/// Everything about a live game, as somebody sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct State {
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position before the first turn.
    pub start: Position,
    /// The turns so far.
    pub history: Vec<PlayedTurn>,
    /// The seat of whoever looks.
    pub seat: Option<Seat>,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// How many others look.
    pub watchers: usize,
    /// What changes from turn to turn.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// The last turn of a live game, and all that it changed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnMessage {
    /// The turn.
    pub turn: Turn,
    /// How it is said.
    #[serde(flatten)]
    pub texts: TurnTexts,
    /// What has changed.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// All that may have changed in a live game besides its turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// The seat of whoever looks.
    pub seat: Option<Seat>,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// How many others look.
    pub watchers: usize,
    /// What changes from turn to turn.
    #[serde(flatten)]
    pub current: CurrentState,
}

/// What changes from turn to turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Now"))]
#[serde(rename_all = "camelCase")]
pub struct CurrentState {
    /// How many turns were played.
    pub ply: usize,
    /// The position.
    pub position: Position,
    /// The side to move; none when the game is over.
    pub to_move: Option<Side>,
    /// What may come first in a turn, where it is for whoever looks to make one.
    pub partial: Option<Partial>,
    /// What may come of that turn, up to its end; none where that is too much to be said.
    pub ahead: Option<TurnTree>,
    /// What presses the side to move, in words.
    pub pressing: Vec<String>,
    /// What is offered.
    pub offer: Option<Offer>,
    /// Who has declined what was offered last, in words, until who offered it plays on or something else is agreed on.
    pub declined: Option<String>,
    /// What whoever looks may do.
    pub can: Permissions,
    /// The clocks.
    pub clock: Option<Clock>,
    /// How the game has ended; none while it goes on.
    pub outcome: Option<Outcome>,
    /// The page of the game after this one.
    pub rematch: Option<String>,
    /// What the players have said last.
    #[serde(rename = "said")]
    pub chat: Vec<ChatMessage>,
    /// The good turn of which whoever looks was told.
    pub hint: Option<Hint>,
}

/// A good turn, and what speaks for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hint {
    /// The turn.
    pub turn: Turn,
    /// The turn and the reason, in words.
    pub words: String,
}

/// Something that a player has said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Said"))]
pub struct ChatMessage {
    /// Who.
    pub by: Side,
    /// What.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = PHRASES)))]
    pub what: String,
    /// What, in words.
    pub words: String,
}

/// A seat at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// The first side's.
    First,
    /// The second side's.
    Second,
    /// Both: two people at one screen.
    Both,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Player {
    /// What they are.
    pub kind: PlayerKind,
    /// Their name.
    pub name: String,
    /// The engine's level.
    pub level: Option<u8>,
    /// Whether they are here.
    pub online: bool,
}

/// What a player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Somebody.
    Person,
    /// The engine.
    Engine,
    /// Nobody yet.
    Open,
}

/// What is offered, and by whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// Who offers it.
    pub by: Side,
    /// What.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = DEALS)))]
    pub what: String,
}

/// What somebody may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Can"))]
#[serde(rename_all = "camelCase")]
pub struct Permissions {
    /// Offer a draw.
    pub draw: bool,
    /// Ask for the last turn back.
    pub takeback: bool,
    /// Offer to count the pieces.
    pub count: bool,
    /// Give up.
    pub resign: bool,
    /// Offer another game.
    pub rematch: bool,
    /// End the game as if it had not been.
    pub call_off: bool,
    /// Win it, since the other side stays away.
    pub claim: bool,
    /// Say something to the other side.
    pub say: bool,
    /// Stop hearing the other side.
    pub shut: bool,
    /// Be told of a good turn.
    pub hint: bool,
}

/// The clocks, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Clock {
    /// What is left to each side.
    pub left: [i64; 2],
    /// Whose clock runs.
    pub running: Option<Side>,
    /// What each turn adds.
    pub increment: i64,
}

/// A game that waits for whoever wants to play it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenGame {
    /// The live game's id.
    pub id: String,
    /// Its page.
    pub url: String,
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position now as text.
    pub fen: String,
    /// The clocks.
    pub clock: Option<ClockTerms>,
    /// The side that is free.
    pub side: Side,
    /// Who waits; empty where they gave no name.
    pub by: String,
    /// Since when, in milliseconds since 1970.
    pub since: i64,
}

/// A game between two people that anybody may look at, since it was an open one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WatchedGame {
    /// The live game's id.
    pub id: String,
    /// Its page.
    pub url: String,
    /// The game and its variant.
    pub game: String,
    /// The house rules, each as `key=value`.
    pub rules: Vec<String>,
    /// The position now as text.
    pub fen: String,
    /// How many turns were played.
    pub ply: usize,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// How many others look.
    pub watchers: usize,
}

/// Games that wait for somebody, and games to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenGames {
    /// Who waits, the latest first.
    pub waiting: Vec<OpenGame>,
    /// What is being played, with somebody at the board.
    pub playing: Vec<WatchedGame>,
}

/// A game that was begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Created"))]
pub struct GameResponse {
    /// The live game's id.
    pub id: String,
    /// Its page.
    pub url: String,
    /// The token of the seat.
    pub token: String,
    /// The address by which a friend takes the other seat.
    pub invite: Option<String>,
}

/// A seat that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Joined"))]
pub struct JoinResponse {
    /// The live game's id.
    pub id: String,
    /// The side.
    pub side: Side,
    /// The token of the seat.
    pub token: String,
}

/// What was asked is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Done"))]
pub struct Acknowledgement {
    /// Always true.
    pub ok: bool,
}
