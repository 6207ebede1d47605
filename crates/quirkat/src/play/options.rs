//! The players and the settings of a game at this terminal.

use super::record::Record;
use quirkat_draw::CharacterSet;
use quirkat_match::outside::OutsideEngine;
use quirkat_play::ClockTerms;
use quirkat_rules::{AnyGame, Language, Pdn};
use quirkat_search::{Level, Library, Limits};
use std::sync::Arc;

/// Player of a side at this terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// The built-in engine at a level.
    Engine(Level),
    /// An outside engine with this name.
    Outside(String),
}

impl From<Player> for quirkat_play::Player {
    fn from(player: Player) -> Self {
        match player {
            // A person at the terminal needs no name.
            Player::Human => Self::Person(String::new()),
            Player::Engine(level) => Self::Engine(level),
            // The built-in engine answers draw offers for it, which no protocol supports.
            Player::Outside(_) => Self::Engine(Level::BEST),
        }
    }
}

/// A game to start or resume.
pub struct PlayOptions {
    /// Game, new or as saved.
    pub game: AnyGame,
    /// Record of a saved game.
    pub saved: Option<Pdn>,
    /// Clocks of a new game.
    pub clock: Option<ClockTerms>,
    /// Players, the first side's first.
    pub players: [Player; 2],
    /// Outside engines of the sides.
    pub outside: [Option<OutsideEngine>; 2],
    /// Tables for the engine and for hints.
    pub library: Option<Arc<dyn Library>>,
    /// Record to which the game is saved after every change.
    pub record: Record,
    /// Limits of the engine per move, in addition to its clock. The default is one second.
    pub limits: Limits,
    /// Random seed of the engine's errors at lower levels.
    pub seed: u64,
    /// Character set of the board.
    pub look: CharacterSet,
    /// Language of all texts.
    pub language: Language,
    /// Whether to use colours, unless `NO_COLOR` forbids them.
    pub colour: bool,
}
