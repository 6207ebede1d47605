//! Game records in PDN, the Portable Draughts Notation.
//!
//! A record names its variant in the tag `Variant`, and every option and the version of the rules in the tag `Rules`. It
//! therefore replays under its own rules even after the variant has changed.
//!
//! The reader is lenient: tags may come in any order, and it accepts a byte order mark, any white space, comments in
//! braces or after a semicolon, move numbers with any number of dots, nested variations, glyphs as `$1` or `!`, and a
//! missing result. It does not check moves: [`Pdn::replay`] does. It recognises a result only as the last word of a game,
//! because `1-0` can be a move between numbered points. It bounds the size of the text and of each of its parts.
//!
//! The writer is strict: tags first, one a line, then lines of at most 79 columns. The record reads back equal.

mod errors;

pub use errors::{PdnError, PdnLimit, PdnSyntaxError, PdnTagError, PdnTurnError};

use super::{read_fen, read_turn, write_fen};
use crate::engine::rules::MAX_HOPS;
use crate::files::RulesetError;
use crate::game::any::{AnyGame, AnyRules};
use crate::game::{Play, PlayError};
use crate::ground::reason::Reason;
use crate::options::{OptionKey, split_option};
use crate::ruleset::{GameFile, Ruleset, games};
use std::fmt::{self, Write};
use std::sync::Arc;

/// Maximum length of a text, in bytes.
const MAX_PDN_LEN: usize = 1 << 22;
/// Maximum number of games in a text.
const MAX_GAMES: usize = 10_000;
/// Maximum number of moves in a line, and of tags, comments, glyphs or variations at one place.
const MAX_ITEMS: usize = 10_000;
/// Maximum number of words in a move after the first: claim, huff, drop, path and removals.
const MAX_FURTHER_WORDS: usize = 8;
/// Maximum nesting depth of variations.
const MAX_DEPTH: usize = 16;

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
    pub glyphs: Vec<u8>,
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
            tag("GameType", game_type);
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
            .map(|turn| PdnTurn { text: turn.text(&ruleset.board), ..PdnTurn::default() })
            .collect();
        pdn
    }

    /// Returns the value of a tag, if the record has it.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Returns the game id and the variant id in the tag `Variant`. Without that tag, the number in the tag `GameType`, which
    /// other programs write, selects a game of the catalogue.
    ///
    /// # Errors
    /// [`PdnError::MissingTag`] if neither tag names a game.
    pub fn game(&self) -> Result<(&str, Option<&str>), PdnError> {
        let number = |tag: &str| tag.split(',').next().map(|number| number.trim().to_owned());
        let Some(title) = self.tag("Variant") else {
            let number_of_game = self.tag("GameType").and_then(number);
            let mut by_number = games().filter(|game| game.game_type.as_deref().and_then(number) == number_of_game);
            let game = by_number.next().filter(|_| number_of_game.is_some());
            return game.map(|game| (game.id.as_str(), None)).ok_or(PdnError::MissingTag("Variant"));
        };
        Ok(title.split_once(':').map_or((title, None), |(game, variant)| (game, Some(variant))))
    }

    /// Plays the main line of the record under the record's own rules.
    ///
    /// # Errors
    /// A [`PdnError`] if the record is of another game, or a tag or a move does not fit the rules.
    pub fn replay(&self, file: &GameFile) -> Result<AnyGame, PdnError> {
        self.replay_bounded(file, ReplayLimits::default(), &|| true)
    }

    /// Like [`Pdn::replay`], but with bounded work. The replay stops when `keep_going`, called before each move, returns
    /// false.
    ///
    /// # Errors
    /// As [`Pdn::replay`]. Also [`PdnError::Turn`] if a position exceeds the limits, and [`PdnError::Interrupted`] if
    /// `keep_going` returned false.
    pub fn replay_bounded(
        &self,
        file: &GameFile,
        limits: ReplayLimits,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<AnyGame, PdnError> {
        let rules = AnyRules::compile_bounded(self.ruleset(file)?, limits.max_hops).map_err(PdnError::Rules)?;
        self.replay_by(&rules, limits.max_turns, keep_going)
    }

    /// Returns the rules that the record states.
    ///
    /// # Errors
    /// A [`PdnError`] if the record is of another game, states invalid options, or a newer version of the rules.
    pub fn ruleset(&self, file: &GameFile) -> Result<Ruleset, PdnError> {
        let (id, variant) = self.game()?;
        if id != file.id {
            return Err(PdnError::WrongGame { expected: file.id.clone(), found: id.to_owned() });
        }
        let mut choices = Vec::new();
        let mut version = None;
        for word in self.tag("Rules").unwrap_or_default().split_whitespace() {
            match split_option(word).map_err(|error| bad_tag(RulesetError::from(error)))? {
                ("version", number) => version = Some(number),
                choice => choices.push(choice),
            }
        }
        let ruleset = file.ruleset(variant, &choices).map_err(bad_tag)?;
        if let Some(found) = version
            && !found.parse::<u32>().is_ok_and(|version| (1..=ruleset.version).contains(&version))
        {
            return Err(PdnError::Version { known: ruleset.version, found: found.to_owned() });
        }
        Ok(ruleset)
    }

    /// As [`Pdn::replay_bounded`], by compiled rules, which many records may share. They must be those of
    /// [`Pdn::ruleset`].
    ///
    /// # Errors
    /// As [`Pdn::replay_bounded`].
    pub fn replay_by(
        &self,
        rules: &AnyRules,
        max_turns: u64,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<AnyGame, PdnError> {
        let ruleset = rules.ruleset();
        let start = self.tag("FEN").map(|fen| read_fen(&ruleset, fen)).transpose().map_err(bad_tag)?;
        let mut game = rules.game(start.as_ref()).map_err(bad_tag)?;
        game.limit_turns(max_turns);
        for (number, written) in (1..).zip(&self.turns) {
            if !keep_going() {
                return Err(PdnError::Interrupted(number));
            }
            play(&mut game, &written.text).map_err(|why| {
                let ruleset = Arc::clone(game.ruleset());
                PdnError::Turn { number, why, ruleset }
            })?;
        }
        self.end(&mut game).map_err(bad_tag)?;
        Ok(game)
    }

    /// Applies a resignation or an agreement, which the moves do not show.
    fn end(&self, game: &mut AnyGame) -> Result<(), PlayError> {
        let white = game.ruleset().white();
        let reason = Reason::ALL.into_iter().find(|reason| self.tag("Termination") == Some(reason.word()));
        match (reason, self.tag("Result")) {
            (Some(Reason::Resignation), Some("1-0")) => game.resign(white.other()),
            (Some(Reason::Resignation), Some("0-1")) => game.resign(white),
            (Some(Reason::Agreement), _) => game.agree_draw(),
            (Some(Reason::AgreedCount), _) => game.agree_count(),
            _ => Ok(()),
        }
    }

    /// Parses all records of a text.
    ///
    /// # Errors
    /// A [`PdnError`] if the text is not PDN, contains no game, or exceeds a limit.
    pub fn read(text: &str) -> Result<Vec<Pdn>, PdnError> {
        if text.len() > MAX_PDN_LEN {
            return Err(PdnError::TooLarge(PdnLimit::Bytes, MAX_PDN_LEN));
        }
        let mut reader = Reader { text, at: 0 };
        let mut games = Vec::new();
        while let Some(game) = reader.game()? {
            if games.len() == MAX_GAMES {
                return Err(PdnError::TooLarge(PdnLimit::Games, MAX_GAMES));
            }
            games.push(game);
        }
        if games.is_empty() { Err(PdnError::Empty) } else { Ok(games) }
    }
}

/// Limits of each position of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReplayLimits {
    /// Maximum number of listed turns, see [`Play::limit_turns`](crate::Play::limit_turns).
    pub max_turns: u64,
    /// Maximum number of capturing hops, see [`AnyRules::compile_bounded`].
    pub max_hops: u32,
}

impl Default for ReplayLimits {
    fn default() -> Self {
        ReplayLimits { max_turns: u64::MAX, max_hops: MAX_HOPS }
    }
}

fn bad_tag(error: impl Into<PdnTagError>) -> PdnError {
    PdnError::Tag(error.into())
}

fn play(game: &mut AnyGame, text: &str) -> Result<(), PdnTurnError> {
    let turn = read_turn(&**game, text)?;
    Ok(game.play(&turn)?)
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
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
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

/// Reader of a PDN text.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// Token of the movetext.
enum Token<'t> {
    Word(&'t str),
    Glyph(u8),
    Comment(String),
    Open,
    Close,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
    }

    fn fault(&self, fault: PdnSyntaxError) -> PdnError {
        let line = 1 + self.text.as_bytes()[..self.at].iter().filter(|&&byte| byte == b'\n').count();
        PdnError::Syntax(line, fault)
    }

    fn game(&mut self) -> Result<Option<Pdn>, PdnError> {
        self.skip_space();
        if self.rest().is_empty() {
            return Ok(None);
        }
        let mut pdn = Pdn::default();
        while self.rest().starts_with('[') {
            if pdn.tags.len() == MAX_ITEMS {
                return Err(PdnError::TooLarge(PdnLimit::Tags, MAX_ITEMS));
            }
            pdn.tags.push(self.tag()?);
            self.skip_space();
        }
        pdn.turns = self.line(&mut pdn.comments, 0)?;
        // A result counts only at the very end: elsewhere the same word can be a move.
        let is_result = |word: &str| matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "2-0" | "0-2" | "1-1" | "0-0");
        if pdn.turns.last().is_some_and(|turn| is_result(&turn.text) && turn.variations.is_empty()) {
            let last = pdn.turns.pop().unwrap_or_default();
            pdn.result = last.text;
            let before = pdn.turns.last_mut().map_or(&mut pdn.comments, |turn| &mut turn.comments);
            before.extend(last.comments);
        }
        if pdn.tags.is_empty() && pdn.turns.is_empty() && pdn.result.is_empty() {
            return Err(self.fault(PdnSyntaxError::Nothing));
        }
        Ok(Some(pdn))
    }

    fn tag(&mut self) -> Result<(String, String), PdnError> {
        let inside = &self.rest()[1..];
        let name: &str = inside.trim_start().split(|c: char| c.is_whitespace() || c == '"').next().unwrap_or_default();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') || name.len() > 100 {
            return Err(self.fault(PdnSyntaxError::Tag));
        }
        let quoted = inside.trim_start()[name.len()..].trim_start();
        let mut letters = quoted.strip_prefix('"').ok_or_else(|| self.fault(PdnSyntaxError::Tag))?.char_indices();
        let mut value = String::new();
        let end = loop {
            match letters.next() {
                Some((_, '\\')) => value.extend(letters.next().map(|(_, letter)| letter)),
                Some((at, '"')) => break at + 1,
                Some((_, letter)) => value.push(letter),
                None => return Err(self.fault(PdnSyntaxError::OpenValue)),
            }
        };
        let after = quoted[1 + end..].trim_start();
        let after = after.strip_prefix(']').ok_or_else(|| self.fault(PdnSyntaxError::Tag))?;
        self.at = self.text.len() - after.len();
        Ok((name.to_owned(), value))
    }

    /// Reads moves up to the end of the game, or of the variation if `depth` is above zero.
    fn line(&mut self, before: &mut Vec<String>, depth: usize) -> Result<Vec<PdnTurn>, PdnError> {
        if depth > MAX_DEPTH {
            return Err(PdnError::TooLarge(PdnLimit::Depth, MAX_DEPTH));
        }
        let mut turns: Vec<PdnTurn> = Vec::new();
        let full = |part, count| if count < MAX_ITEMS { Ok(()) } else { Err(PdnError::TooLarge(part, MAX_ITEMS)) };
        loop {
            let Some(token) = self.token()? else {
                return if depth == 0 { Ok(turns) } else { Err(self.fault(PdnSyntaxError::OpenVariation)) };
            };
            match token {
                Token::Word(word) => {
                    full(PdnLimit::Turns, turns.len())?;
                    let (text, glyphs) = self.turn_text(word)?;
                    turns.push(PdnTurn { text, glyphs, ..PdnTurn::default() });
                }
                Token::Comment(comment) => {
                    let comments = turns.last_mut().map_or(&mut *before, |turn| &mut turn.comments);
                    full(PdnLimit::Comments, comments.len())?;
                    comments.push(comment);
                }
                Token::Glyph(glyph) => {
                    let turn = turns.last_mut().ok_or_else(|| self.fault(PdnSyntaxError::LoneRemark))?;
                    full(PdnLimit::Remarks, turn.glyphs.len())?;
                    turn.glyphs.push(glyph);
                }
                Token::Open => {
                    if turns.is_empty() {
                        return Err(self.fault(PdnSyntaxError::LoneVariation));
                    }
                    let mut comments = Vec::new();
                    let mut variation = self.line(&mut comments, depth + 1)?;
                    if let Some(first) = variation.first_mut() {
                        first.comments.splice(0..0, comments);
                    }
                    let place = turns.last_mut().map(|turn| &mut turn.variations);
                    if let Some(variations) = place.filter(|_| !variation.is_empty()) {
                        full(PdnLimit::Variations, variations.len())?;
                        variations.push(variation);
                    }
                }
                Token::Close if depth > 0 => return Ok(turns),
                Token::Close => return Err(self.fault(PdnSyntaxError::NoVariation)),
            }
        }
    }

    fn token(&mut self) -> Result<Option<Token<'t>>, PdnError> {
        loop {
            self.skip_space();
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(None) };
            match first {
                '[' => return Ok(None),
                '{' => {
                    let end = rest.find('}').ok_or_else(|| self.fault(PdnSyntaxError::OpenComment))?;
                    self.at += end + 1;
                    return Ok(Some(Token::Comment(comment(&rest[1..end]))));
                }
                ';' => {
                    let end = rest.find('\n').unwrap_or(rest.len());
                    self.at += end;
                    return Ok(Some(Token::Comment(comment(&rest[1..end]))));
                }
                '(' | ')' => {
                    self.at += 1;
                    return Ok(Some(if first == '(' { Token::Open } else { Token::Close }));
                }
                '}' | ']' => return Err(self.fault(PdnSyntaxError::ClosesNothing(first))),
                _ => {}
            }
            let word = self.word();
            if let Some(number) = word.strip_prefix('$') {
                let glyph = number.parse().map_err(|_| self.fault(PdnSyntaxError::Remark))?;
                return Ok(Some(Token::Glyph(glyph)));
            }
            // A move number, possibly followed by the move without a space.
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let dots = word[digits..].bytes().take_while(|&byte| byte == b'.').count();
            if dots == 0 {
                return Ok(Some(Token::Word(word)));
            }
            self.at -= word.len() - digits - dots;
        }
    }

    /// Reads up to white space or a character that ends a word.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| c.is_whitespace() || "{}()[];".contains(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Reads the rest of a move that begins with this word. Returns its text and the glyph at its end.
    fn turn_text(&mut self, word: &str) -> Result<(String, Vec<u8>), PdnError> {
        let mut text = word.to_owned();
        // Claims, huffs, drops, throws and removals continue with the next word.
        let awaits = |text: &str| matches!(text.rsplit(' ').next(), Some("claim" | "huff" | "drop" | "roll"));
        for _ in 0..MAX_FURTHER_WORDS {
            self.skip_space();
            let goes_on = awaits(word) || self.rest().starts_with('x');
            let waits = awaits(&text) || text.ends_with(',') && goes_on;
            if !waits || self.rest().starts_with('$') {
                break;
            }
            text = format!("{text} {}", self.word());
        }
        let bare = text.trim_end_matches(['!', '?']);
        let sign = &text[bare.len()..];
        let bare = bare.trim_end();
        let glyph = match sign {
            "" => None,
            "!" => Some(1),
            "?" => Some(2),
            "!!" => Some(3),
            "??" => Some(4),
            "!?" => Some(5),
            "?!" => Some(6),
            _ => return Err(self.fault(PdnSyntaxError::Turn(text))),
        };
        if bare.is_empty() || awaits(bare) || bare.ends_with(',') || bare.len() > 4096 {
            return Err(self.fault(PdnSyntaxError::Turn(text)));
        }
        Ok((bare.to_owned(), glyph.into_iter().collect()))
    }
}

/// Normalises a comment: single spaces, none at the ends, and no brace, which would end it early when written.
fn comment(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")")
}
