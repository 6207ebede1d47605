//! `quirkat play`: a game between people and engines, on the whole screen or, without a terminal, in plain lines.
//!
//! A [`session::Session`] holds the game and everything that can be done with it; it knows no terminal. Two faces show
//! it: [`lines`] for scripts and pipes, [`screen`] for people.

mod command;
mod cursor;
mod entry;
mod lines;
pub mod record;
mod screen;
mod session;
mod thinker;
pub mod words;

pub use command::LONGEST as LONGEST_LINE;

use crate::outside::Outside;
use quirkat_draw::Look;
use quirkat_play::ClockTerms;
use quirkat_rules::{AnyGame, Language, Pdn};
use quirkat_search::{Level, Library, Limits};
use record::Record;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::sync::Arc;

/// Who makes the turns of a side at this terminal, where every seat is taken and nobody has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// A person at this terminal.
    Human,
    /// The engine, at a level.
    Engine(Level),
    /// An outside engine of this name.
    Outside(String),
}

impl From<Player> for quirkat_play::Player {
    fn from(player: Player) -> Self {
        match player {
            // Who sits at the terminal needs no name.
            Player::Human => Self::Person(String::new()),
            Player::Engine(level) => Self::Engine(level),
            // It has the engine's seat, for which the engine answers what no protocol asks: whether to take a draw.
            Player::Outside(_) => Self::Engine(Level::BEST),
        }
    }
}

/// A game that is about to be played or to go on.
pub struct PlayOptions {
    /// The game, new or as it was saved.
    pub game: AnyGame,
    /// Its record, where it was saved.
    pub saved: Option<Pdn>,
    /// The clocks of a new game, if it has some.
    pub clock: Option<ClockTerms>,
    /// Who plays, the first side's player first.
    pub players: [Player; 2],
    /// The outside engines among them.
    pub outside: [Option<Outside>; 2],
    /// The tables by which the engine plays and advises, if there are some.
    pub library: Option<Arc<dyn Library>>,
    /// Where the game is kept after every change.
    pub record: Record,
    /// How long the engine thinks about a turn, as far as its clock allows; a second where nothing is said.
    pub limits: Limits,
    /// Where the engine's chance begins: its errors at lower levels are the same for the same seed.
    pub seed: u64,
    /// Which characters are used.
    pub look: Look,
    /// The language of everything that is said.
    pub language: Language,
    /// Whether colours are used; `NO_COLOR` forbids them in any case.
    pub colour: bool,
}

/// Plays the game until it is over or its players leave.
///
/// # Errors
/// When the terminal fails. A record that cannot be saved is shown to the players and does not end the game.
pub fn run(options: PlayOptions) -> anyhow::Result<()> {
    let look = options.look;
    let colours = options.colour && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut session = session::Session::new(options);
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if stdin().is_terminal() && stdout().is_terminal() && !dumb {
        let watch = screen::run(&mut session, look, colours)?;
        session.leave();
        // Where the terminal has gone, nobody reads it.
        let said = write!(stdout().lock(), "{}", session.words().farewell(&session));
        if watch.has_caught() {
            drop(session);
            watch.obey();
            return Ok(());
        }
        said?;
    } else {
        lines::run(&mut session, look, &mut stdin().lock(), &mut stdout().lock())?;
    }
    Ok(())
}
