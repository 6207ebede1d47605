//! Records in the formats of other programs and sites.
//!
//! [`OtherFormat::read`] converts a text into a [`Pdn`] under the rules of that program, which name every difference from
//! the variant as a house rule; replaying it checks every move. [`OtherFormat::write`] replays a game under these rules and
//! writes it. What one of the two formats cannot hold is named in the notes. Nothing is guessed: a game, an option or a
//! start position that has no counterpart is an error.
//!
//! The formats and their sources are described in `docs/reference/interop.md`.

mod abstract_play;
mod baghchal;
mod games;
mod goats;
mod json;
mod ludii;
mod obx;

pub use json::JsonObjects;

use crate::{GameResult, MAX_RECORD_BYTES};
use quirkat_rules::{AnyGame, Pdn, PdnTurn, clip};
use std::fmt::Display;
use thiserror::Error;

/// Format of another program or site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OtherFormat {
    /// Game records of AbstractPlay: JSON, one or more in an array.
    AbstractPlay,
    /// Trials of Ludii as text.
    Ludii,
    /// Games and positions of the Python package `baghchal`: a PGN, or a FEN.
    Baghchal,
    /// Positions of bagh-chal in OBX, one a line.
    Obx,
}

/// A record that was read, and what was not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Imported {
    /// The record, whose moves have not been checked.
    pub pdn: Pdn,
    /// What PDN does not hold, each in a sentence.
    pub notes: Vec<String>,
}

/// A record that was written, and what was not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    /// Text with a line end.
    pub text: String,
    /// What the format does not hold, each in a sentence.
    pub notes: Vec<String>,
}

impl Imported {
    /// Returns the whole record of a game, which is the replay of this one: with the tags of our records, and the moves as we write
    /// them. The result stays the one that was stated, because it may be due to a resignation or to other rules.
    pub fn record(&self, game: &AnyGame) -> Pdn {
        let tags: Vec<_> = games::own_tags(&self.pdn).map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let mut pdn = Pdn::from_game(&**game, &tags);
        if pdn.result != self.pdn.result {
            pdn.tags.retain(|(name, _)| name != "Result" && name != "Termination");
            games::set_result(&mut pdn, GameResult::of(&self.pdn));
            let end = self.pdn.tags.iter().find(|(name, _)| name == "Termination");
            pdn.tags.extend(end.cloned());
        }
        pdn.comments.clone_from(&self.pdn.comments);
        for (turn, written) in pdn.turns.iter_mut().zip(&self.pdn.turns) {
            *turn = PdnTurn { text: std::mem::take(&mut turn.text), ..written.clone() };
        }
        pdn
    }
}

/// Error from reading or writing another format: where, what was found, and what is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {found}; allowed: {allowed}")]
pub struct FormatError {
    /// Part of the record.
    pub place: String,
    /// What was found there.
    pub found: String,
    /// What is allowed there.
    pub allowed: String,
}

impl FormatError {
    fn new(place: impl Display, found: impl Display, allowed: impl Display) -> FormatError {
        FormatError { place: place.to_string(), found: found.to_string(), allowed: allowed.to_string() }
    }

    /// Creates the error of a foreign text, which is shortened.
    fn quoting(place: impl Display, text: &str, allowed: impl Display) -> FormatError {
        FormatError::new(place, format_args!("`{}`", clip(text)), allowed)
    }
}

impl OtherFormat {
    /// All formats.
    pub const ALL: [OtherFormat; 4] =
        [OtherFormat::AbstractPlay, OtherFormat::Ludii, OtherFormat::Baghchal, OtherFormat::Obx];

    /// Returns the name of the format in commands.
    pub fn name(self) -> &'static str {
        match self {
            OtherFormat::AbstractPlay => "abstractplay",
            OtherFormat::Ludii => "ludii",
            OtherFormat::Baghchal => "baghchal",
            OtherFormat::Obx => "obx",
        }
    }

    /// Returns the format that the beginning of a text belongs to, if it is one of these.
    pub fn recognise(text: &str) -> Option<OtherFormat> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let json = text.trim_start_matches(['[', '{', ' ', '\t', '\r', '\n']);
        let begins_record = json.starts_with("\"header\"") || json.starts_with("\"moves\"");
        if text.starts_with(['[', '{']) && begins_record {
            return Some(OtherFormat::AbstractPlay);
        }
        let begins = |format: &OtherFormat| match format {
            OtherFormat::AbstractPlay => false,
            OtherFormat::Ludii => ludii::begins(text),
            OtherFormat::Obx => obx::begins(text),
            OtherFormat::Baghchal => baghchal::begins(text),
        };
        OtherFormat::ALL.into_iter().find(begins)
    }

    /// Returns whether a file can hold several games.
    pub fn holds_several(self) -> bool {
        self == OtherFormat::AbstractPlay
    }

    /// Reads a record.
    ///
    /// # Errors
    /// A [`FormatError`] if the text is too long, is not of this format, or is of a game or variant without a counterpart.
    ///
    /// # Examples
    /// ```
    /// use quirkat_records::OtherFormat;
    /// use quirkat_rules::find_game;
    ///
    /// let read = OtherFormat::Baghchal.read("1. G33 B1122 2. G11 Bx2244")?;
    /// let game = read.pdn.replay(find_game("bagh-chal").unwrap())?;
    /// assert_eq!(game.history()[3].text(&game.ruleset().board), "b4xd2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(self, text: &str) -> Result<Imported, FormatError> {
        if text.len() > MAX_RECORD_BYTES {
            let allowed = format!("at most {MAX_RECORD_BYTES} bytes a game");
            return Err(FormatError::new("size", format_args!("{} bytes", text.len()), allowed));
        }
        let text = text.trim_start_matches('\u{feff}');
        match self {
            OtherFormat::AbstractPlay => abstract_play::read(text),
            OtherFormat::Ludii => ludii::read(text),
            OtherFormat::Baghchal => baghchal::read(text),
            OtherFormat::Obx => obx::read(text),
        }
    }

    /// Writes a record, of which `game` is the replay. `now` is the time in RFC 3339, for formats that state when a record
    /// was written.
    ///
    /// # Errors
    /// A [`FormatError`] if the format does not have the game, its variant, its start position or one of its moves.
    pub fn write(self, pdn: &Pdn, game: &AnyGame, now: &str) -> Result<Exported, FormatError> {
        match self {
            OtherFormat::AbstractPlay => abstract_play::write(pdn, game, now),
            OtherFormat::Ludii => ludii::write(pdn, game),
            OtherFormat::Baghchal => baghchal::write(pdn, game),
            OtherFormat::Obx => obx::write(pdn, game),
        }
    }
}
