//! Game records in PDN, the Portable Draughts Notation.
//!
//! A record names its variant in the tag `Variant`, and every option and the version of the rules in the tag `Rules`. It
//! therefore replays under its own rules even after the variant has changed.
//!
//! The reader accepts what people and programs have written for thirty years: tags in any order, a byte order mark, any
//! white space, lines after `%`, comments in braces or after a semicolon, move numbers with any number of dots, nested
//! variations, glyphs as `$1`, `!` or `(?)`, spaces inside moves (`1- 6`), scores of matches, and a missing result. An error
//! costs one game ([`Pdn::entries`]). The reader does not check moves: [`Pdn::replay`] does. It recognises a result only as
//! the last word of a game, because `1-0` can be a move between numbered points. It bounds the size of each part of a game.
//!
//! The writer is strict: tags first, one a line, then lines of at most 79 columns. The record reads back equal.

mod boundary;
mod errors;
mod read;
mod rename;
mod replay;

pub use boundary::GameBoundary;
pub use errors::{PdnError, PdnLimit, PdnSyntaxError, PdnTagError, PdnTurnError};
use read::one_line;
pub use read::{PdnEntry, PdnSection};
pub use replay::{PdnNote, Replay, ReplayLimits};

use super::turns::standard_text;
use super::write_fen;
use crate::game::Play;
use crate::ground::board::SquareNames;
use crate::options::OptionKey;
use crate::ruleset::Ruleset;
use std::fmt::{self, Write};

/// A game record: tags, moves as text, and the result. It has not been checked against rules.
///
/// # Examples
/// ```
/// use quirkat_rules::{Pdn, find_game};
///
/// let records = Pdn::read("[Event \"Club\"]\n[Variant \"alquerque:walker\"]\n\n1. b2-c3! {a man} d4xb2 *")?;
/// assert_eq!(records[0].tag("Event"), Some("Club"));
/// assert_eq!(records[0].turns[0].glyphs, [1]);
///
/// let game = records[0].replay(find_game("alquerque").unwrap())?;
/// assert_eq!(game.history().len(), 2);
/// let written = Pdn::from_game(&*game, &[("Event", "Club")]).to_string();
/// assert!(written.ends_with("1. b2-c3 d4xb2 *\n"));
/// # Ok::<(), quirkat_rules::PdnError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pdn {
    /// Names and values of the tags, in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// Moves of the main line, both sides alternating.
    pub turns: Vec<PdnTurn>,
    /// Result at the end of the record, such as `1-0` or `*`; empty if there is none.
    pub result: String,
}

/// One move of a record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PdnTurn {
    /// The move as written, unchecked.
    pub text: String,
    /// Numeric annotation glyphs; 1 is a good move.
    pub glyphs: Vec<u16>,
    /// Comments that follow the move.
    pub comments: Vec<String>,
    /// Alternative lines, each beginning in the place of this move.
    pub variations: Vec<Vec<PdnTurn>>,
}

impl Pdn {
    /// Returns the record of a game. The caller's tags, such as event, names and date, come first; the tags for the rules,
    /// the start position and the result follow.
    pub fn from_game(game: &dyn Play, tags: &[(&str, &str)]) -> Pdn {
        let ruleset = game.ruleset();
        let mut pdn = Pdn::default();
        let mut tag = |name: &str, value: &str| pdn.tags.push((name.to_owned(), value.to_owned()));
        for (name, value) in tags {
            tag(name, value);
        }
        if let Some(game_type) = &ruleset.info.game_type {
            tag("GameType", &written_game_type(game_type, ruleset));
        }
        tag("Variant", &ruleset.title());
        tag("Rules", &write_rules(ruleset));
        let start = game.setup_after(0);
        if start != ruleset.start {
            tag("SetUp", "1");
            tag("FEN", &write_fen(ruleset, &start));
        }
        let outcome = game.outcome();
        let result = outcome.map_or("*", |outcome| outcome.result(ruleset.white()));
        tag("Result", result);
        if let Some(outcome) = outcome {
            tag("Termination", outcome.reason.word());
        }
        result.clone_into(&mut pdn.result);
        pdn.turns = game
            .history()
            .iter()
            .map(|turn| PdnTurn { text: standard_text(ruleset, turn), ..PdnTurn::default() })
            .collect();
        pdn
    }

    /// Returns the value of a tag, if the record has it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// Returns the value of `GameType` with the notation in which the squares of the ruleset are named.
fn written_game_type(game_type: &str, ruleset: &Ruleset) -> String {
    let mut fields: Vec<_> = game_type.split(',').map(str::to_owned).collect();
    if let (Some([written, _]), Some(notation)) = (ruleset.board.notations(), fields.get_mut(4)) {
        let letter = if written.names == SquareNames::Letters { 'A' } else { 'N' };
        *notation = format!("{letter}{}", written.corner as u8);
    }
    fields.join(",")
}

/// Writes the tag `Rules`: the version of the rules and every option.
fn write_rules(ruleset: &Ruleset) -> String {
    OptionKey::ALL.into_iter().fold(format!("version={}", ruleset.version), |mut words, key| {
        let _ = write!(words, " {key}={}", key.value(&ruleset.options));
        words
    })
}

impl fmt::Display for Pdn {
    /// Writes the record, which reads back equal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut words = Vec::new();
        words.extend(self.comments.iter().map(|comment| format!("{{{comment}}}")));
        push_line(&mut words, &self.turns, 0);
        if !self.result.is_empty() {
            words.push(self.result.clone());
        }
        let mut column = 0;
        for word in words {
            let width = word.chars().count();
            if column > 0 && column + 1 + width > 79 {
                writeln!(f)?;
                column = 0;
            }
            if column > 0 {
                f.write_str(" ")?;
                column += 1;
            }
            f.write_str(&word)?;
            column += width;
        }
        writeln!(f)
    }
}

/// Appends the words of a line that begins after `plies` moves.
fn push_line(words: &mut Vec<String>, turns: &[PdnTurn], plies: usize) {
    let mut numbered = false;
    for (ply, turn) in (plies..).zip(turns) {
        match ply % 2 {
            0 => words.push(format!("{}.", ply / 2 + 1)),
            _ if !numbered => words.push(format!("{}...", ply / 2 + 1)),
            _ => {}
        }
        words.push(turn.text.clone());
        words.extend(turn.glyphs.iter().map(|glyph| format!("${glyph}")));
        words.extend(turn.comments.iter().map(|comment| format!("{{{comment}}}")));
        for variation in &turn.variations {
            words.push("(".to_owned());
            push_line(words, variation, ply);
            words.push(")".to_owned());
        }
        numbered = turn.comments.is_empty() && turn.variations.is_empty();
    }
}
