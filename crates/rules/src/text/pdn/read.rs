//! Reads PDN texts as people and programs have written them.
//!
//! A text is divided into games first ([`GameBoundary`]). An error ends the reading of one game; what precedes it is kept,
//! and the next game is read.

use super::boundary::begins_tag_name;
use super::{GameBoundary, Pdn, PdnError, PdnLimit, PdnSyntaxError, PdnTurn};

/// Maximum length of a game, and of a text that is read as a whole, in bytes.
const MAX_PDN_LEN: usize = 1 << 22;
/// Maximum number of games in a text that is read as a whole.
const MAX_GAMES: usize = 10_000;
/// Maximum number of moves in a line, and of tags, comments, glyphs or variations at one place.
const MAX_ITEMS: usize = 10_000;
/// Maximum number of words in a move after the first: claim, huff, drop, path and removals.
const MAX_FURTHER_WORDS: usize = 16;
/// Maximum nesting depth of variations.
const MAX_DEPTH: usize = 16;

/// Results that end a game. Team results, such as `12-0`, are recognised by their numbers.
const RESULTS: [&str; 11] = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2", "½-½", "½"];

/// Signs after a move and their numeric annotation glyphs, the longer signs first.
const SIGNS: [(&str, u16); 7] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2), ("*", 7)];

/// A game of a text, with the error that ended its reading.
///
/// # Examples
/// ```
/// use quirkat_rules::Pdn;
///
/// let text = "[White \"A\"] 1. 32-28 18-23 2. - - *\n\n[White \"B\"] 1. 34-30 *";
/// let entries: Vec<_> = Pdn::entries(text).collect();
/// assert_eq!(entries[0].pdn.turns.len(), 2, "the moves before the error are kept");
/// assert!(entries[0].fault.is_some());
/// assert_eq!((entries[1].number, entries[1].line, &entries[1].fault), (2, 3, &None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnEntry {
    /// Number of the game in its text, from 1.
    pub number: usize,
    /// Line of the text in which the game begins, from 1.
    pub line: usize,
    /// The record, up to the error if there is one.
    pub pdn: Pdn,
    /// Error that ended the reading; its line is that of the text.
    pub fault: Option<PdnError>,
}

impl PdnEntry {
    /// Returns the record if it was read to its end.
    ///
    /// # Errors
    /// The error that ended the reading.
    pub fn whole(self) -> Result<Pdn, PdnError> {
        self.fault.map_or(Ok(self.pdn), Err)
    }
}

impl Pdn {
    /// Parses all records of a text, which must be free of errors.
    ///
    /// # Errors
    /// A [`PdnError`] if the text is not PDN, contains no game, or exceeds a limit.
    pub fn read(text: &str) -> Result<Vec<Pdn>, PdnError> {
        if text.len() > MAX_PDN_LEN {
            return Err(PdnError::TooLarge(PdnLimit::Bytes, MAX_PDN_LEN));
        }
        let games: Vec<_> = Pdn::entries(text).take(MAX_GAMES + 1).map(PdnEntry::whole).collect::<Result<_, _>>()?;
        match games.len() {
            0 => Err(PdnError::Empty),
            1..=MAX_GAMES => Ok(games),
            _ => Err(PdnError::TooLarge(PdnLimit::Games, MAX_GAMES)),
        }
    }

    /// Parses the records of a text one after another. An error costs one game. The number of games is not limited, their
    /// length is.
    pub fn entries(text: &str) -> impl Iterator<Item = PdnEntry> {
        let entries = sections(text).flat_map(|(line, section)| PdnSection::new(section, line));
        (1..).zip(entries).map(|(number, entry)| PdnEntry { number, ..entry })
    }
}

/// Divides a text at the lines where games begin. Returns each section with the number of its first line.
fn sections(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut boundary = GameBoundary::default();
    let (mut at, mut line) = (0, 0);
    let mut starts = text.split_inclusive('\n').filter_map(move |content| {
        let start = at;
        (at, line) = (at + content.len(), line + 1);
        boundary.is_start(content.as_bytes()).then_some((start, line))
    });
    let mut next = Some((0, 1));
    std::iter::from_fn(move || {
        let (start, line) = next?;
        next = starts.next();
        Some((line, &text[start..next.map_or(text.len(), |(end, _)| end)]))
    })
}

/// Parser of the games of a section of a text, which lies between two lines that [`GameBoundary`] reports. Games without tags
/// end with a result that move 1 follows. The first error ends the section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PdnSection<T> {
    text: T,
    /// Where the next game begins, and its line.
    at: usize,
    line: usize,
    /// Number of games read.
    games: usize,
}

impl<T: AsRef<str>> PdnSection<T> {
    /// Creates the parser of a section that begins in this line of its text, counted from 1.
    pub fn new(text: T, line: usize) -> PdnSection<T> {
        PdnSection { text, at: 0, line, games: 0 }
    }
}

impl<T: AsRef<str>> Iterator for PdnSection<T> {
    type Item = PdnEntry;

    /// Parses the next game; its number is that in the section.
    fn next(&mut self) -> Option<PdnEntry> {
        let text = self.text.as_ref();
        let mut reader = Reader { text, at: self.at, start: (self.at, self.line) };
        reader.skip_space();
        if reader.rest().is_empty() {
            return None;
        }
        let line = reader.line_number();
        reader.start = (reader.at, line);
        let mut pdn = Pdn::default();
        let fault = if text.len() > MAX_PDN_LEN {
            Some(PdnError::TooLarge(PdnLimit::Bytes, MAX_PDN_LEN))
        } else {
            reader.game(&mut pdn).err()
        };
        (self.at, self.line) = if fault.is_some() { (text.len(), line) } else { (reader.at, reader.line_number()) };
        self.games += 1;
        Some(PdnEntry { number: self.games, line, pdn, fault })
    }
}

/// Returns whether a word can be the result of a game: a usual one, the one that the tag `Result` states, or the score of a
/// match, which has a zero or equal numbers.
fn is_result(word: &str, stated: Option<&str>) -> bool {
    let is_score = |(first, second): (&str, &str)| {
        let [first, second]: [Option<u16>; 2] = [first, second].map(|points| points.parse().ok());
        first.is_some() && second.is_some() && (first == second || first == Some(0) || second == Some(0))
    };
    RESULTS.contains(&word) || stated == Some(word) || word.split_once('-').is_some_and(is_score)
}

/// Reader of a section of a PDN text.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Where the game begins, and its line.
    start: (usize, usize),
}

/// Token of the movetext.
enum Token<'t> {
    Word(&'t str),
    Glyph(u16),
    /// Signs such as `!?` after a space or in parentheses.
    Signs(&'t str),
    Comment(String),
    Open,
    Close,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips white space and lines that begin with `%`.
    fn skip_space(&mut self) {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let begins_line = self.text[..self.at].chars().next_back().is_none_or(|before| before == '\n');
            if !begins_line || !self.rest().starts_with('%') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }

    fn line_number(&self) -> usize {
        let (start, line) = self.start;
        line + self.text.as_bytes()[start..self.at].iter().filter(|&&byte| byte == b'\n').count()
    }

    fn fault(&self, fault: PdnSyntaxError) -> PdnError {
        PdnError::Syntax(self.line_number(), fault)
    }

    /// Reads a game into `pdn`, which holds what precedes an error.
    fn game(&mut self, pdn: &mut Pdn) -> Result<(), PdnError> {
        while self.rest().starts_with('[') {
            if pdn.tags.len() == MAX_ITEMS {
                return Err(PdnError::TooLarge(PdnLimit::Tags, MAX_ITEMS));
            }
            let start = self.at;
            let tag = self.tag()?;
            if tag.0 == "Event" && pdn.tag("Event").is_some() {
                self.at = start;
                return Ok(());
            }
            pdn.tags.push(tag);
            self.skip_space();
        }
        let stated = pdn.tag("Result").map(str::to_owned);
        let read = self.line(&mut pdn.turns, &mut pdn.comments, 0, stated.as_deref());
        // A result counts only at the very end: elsewhere the same word can be a move.
        let is_last = |turn: &PdnTurn| is_result(&turn.text, stated.as_deref()) && turn.variations.is_empty();
        if pdn.turns.last().is_some_and(is_last) {
            let last = pdn.turns.pop().unwrap_or_default();
            pdn.result = last.text;
            let before = pdn.turns.last_mut().map_or(&mut pdn.comments, |turn| &mut turn.comments);
            before.extend(last.comments);
        }
        read?;
        if pdn.tags.is_empty() && pdn.turns.is_empty() && pdn.result.is_empty() {
            return Err(self.fault(PdnSyntaxError::Nothing));
        }
        Ok(())
    }

    /// Reads `[Name "value"]`, whose value may be divided between lines. A value without quotes ends at the bracket, and
    /// `[Name]` has an empty value. A quote inside a value ends it only if no quote before a bracket follows in its line.
    fn tag(&mut self) -> Result<(String, String), PdnError> {
        let inside = self.rest()[1..].trim_start();
        let ends_name = |c: char| c.is_whitespace() || c == '"' || c == ']';
        let name = inside.split(ends_name).next().unwrap_or_default();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') || name.len() > 100 {
            return Err(self.fault(PdnSyntaxError::Tag));
        }
        let rest = inside[name.len()..].trim_start();
        let mut value = String::new();
        let after = if let Some(quoted) = rest.strip_prefix('"') {
            let mut letters = quoted.char_indices();
            // Where the text goes on after the first quote, and the length of the value before it.
            let mut first_quote = None;
            let end = loop {
                match letters.next() {
                    Some((_, '\\')) => value.extend(letters.next().map(|(_, letter)| letter)),
                    Some((at, '"')) if quoted[at + 1..].trim_start_matches([' ', '\t']).starts_with(']') => {
                        break at + 1;
                    }
                    Some((_, '\n')) | None if first_quote.is_some() => {
                        let (end, length) = first_quote.unwrap_or_default();
                        value.truncate(length);
                        break end;
                    }
                    Some((at, letter)) => {
                        if letter == '"' {
                            first_quote.get_or_insert((at + 1, value.len()));
                        }
                        value.push(letter);
                    }
                    None => return Err(self.fault(PdnSyntaxError::OpenValue)),
                }
            };
            quoted[end..].trim_start().strip_prefix(']')
        } else {
            let end = rest.find([']', '\n', '[']).filter(|&end| rest[end..].starts_with(']'));
            end.map(|end| {
                value.push_str(rest[..end].trim());
                &rest[end + 1..]
            })
        };
        let after = after.ok_or_else(|| self.fault(PdnSyntaxError::Tag))?;
        self.at = self.text.len() - after.len();
        Ok((name.to_owned(), one_line(&value)))
    }

    /// Reads moves up to the end of the game, or of the variation if `depth` is above zero, into `turns`, which hold what
    /// precedes an error.
    fn line(
        &mut self,
        turns: &mut Vec<PdnTurn>,
        before: &mut Vec<String>,
        depth: usize,
        stated: Option<&str>,
    ) -> Result<(), PdnError> {
        if depth > MAX_DEPTH {
            return Err(PdnError::TooLarge(PdnLimit::Depth, MAX_DEPTH));
        }
        let full = |part, count| if count < MAX_ITEMS { Ok(()) } else { Err(PdnError::TooLarge(part, MAX_ITEMS)) };
        loop {
            let Some(token) = self.token()? else {
                return if depth == 0 { Ok(()) } else { Err(self.fault(PdnSyntaxError::OpenVariation)) };
            };
            match token {
                Token::Word("*") if self.goes_on(depth) => {
                    let turn = turns.last_mut().ok_or_else(|| self.fault(PdnSyntaxError::LoneRemark))?;
                    turn.glyphs.extend(glyph_of("*"));
                }
                Token::Word(word) => {
                    full(PdnLimit::Turns, turns.len())?;
                    let (text, glyphs) = self.turn_text(word)?;
                    let ends = depth == 0 && is_result(&text, stated) && self.begins_game();
                    turns.push(PdnTurn { text, glyphs, ..PdnTurn::default() });
                    if ends {
                        return Ok(());
                    }
                }
                Token::Comment(comment) => {
                    let comments = turns.last_mut().map_or(&mut *before, |turn| &mut turn.comments);
                    full(PdnLimit::Comments, comments.len())?;
                    comments.push(comment);
                }
                Token::Glyph(_) | Token::Signs(_) => {
                    let turn = turns.last_mut().ok_or_else(|| self.fault(PdnSyntaxError::LoneRemark))?;
                    full(PdnLimit::Remarks, turn.glyphs.len())?;
                    turn.glyphs.extend(match token {
                        Token::Glyph(glyph) => Some(glyph),
                        Token::Signs(signs) => glyph_of(signs),
                        _ => None,
                    });
                }
                Token::Open => {
                    if turns.is_empty() {
                        return Err(self.fault(PdnSyntaxError::LoneVariation));
                    }
                    let (mut variation, mut comments) = (Vec::new(), Vec::new());
                    self.line(&mut variation, &mut comments, depth + 1, None)?;
                    if let Some(first) = variation.first_mut() {
                        first.comments.splice(0..0, comments);
                    }
                    let place = turns.last_mut().map(|turn| &mut turn.variations);
                    if let Some(variations) = place.filter(|_| !variation.is_empty()) {
                        full(PdnLimit::Variations, variations.len())?;
                        variations.push(variation);
                    }
                }
                Token::Close if depth > 0 => return Ok(()),
                Token::Close => return Err(self.fault(PdnSyntaxError::NoVariation)),
            }
        }
    }

    /// Returns whether more moves of the game follow.
    fn goes_on(&mut self, depth: usize) -> bool {
        self.skip_space();
        depth > 0 || !(self.rest().is_empty() || self.rest().starts_with('[') || self.begins_game())
    }

    /// Returns whether move 1 follows, with which another game begins.
    fn begins_game(&mut self) -> bool {
        self.skip_space();
        let number = self.rest().trim_start_matches('0').strip_prefix("1.");
        number.is_some_and(|move_text| !move_text.starts_with(".."))
    }

    fn token(&mut self) -> Result<Option<Token<'t>>, PdnError> {
        loop {
            self.skip_space();
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { return Ok(None) };
            match first {
                '[' if rest[1..].bytes().next().is_some_and(begins_tag_name) => return Ok(None),
                '[' => return Err(self.fault(PdnSyntaxError::Tag)),
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
                    if let Some((length, signs)) = signs_in_parentheses(rest) {
                        self.at += length;
                        return Ok(Some(Token::Signs(signs)));
                    }
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
            if word.bytes().all(|sign| matches!(sign, b'!' | b'?')) {
                return Ok(Some(Token::Signs(word)));
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
    fn turn_text(&mut self, word: &str) -> Result<(String, Vec<u16>), PdnError> {
        let mut text = word.to_owned();
        // Claims, huffs, drops, throws and removals continue with the next word.
        let awaits = |text: &str| matches!(text.rsplit(' ').next(), Some("claim" | "huff" | "drop" | "roll"));
        for _ in 0..MAX_FURTHER_WORDS {
            self.skip_space();
            if self.rest().starts_with('$') {
                break;
            }
            if !awaits(&text) && self.is_divided(&text) {
                text += self.word();
                continue;
            }
            let goes_on = awaits(word) || self.rest().starts_with('x');
            if !(awaits(&text) || text.ends_with(',') && goes_on) {
                break;
            }
            text = format!("{text} {}", self.word());
        }
        if text.chars().all(|sign| is_separator(sign) || matches!(sign, '?' | '!')) {
            return Err(self.fault(PdnSyntaxError::UnknownMove(text)));
        }
        let bare = if text == "*" { "*" } else { text.trim_end_matches(['!', '?', '*']) };
        let glyph = glyph_of(&text[bare.len()..]);
        let bare = bare.trim_end();
        let is_complete = !bare.is_empty() && !awaits(bare) && !bare.ends_with(',') && !bare.ends_with(is_separator);
        if !is_complete
            || bare.starts_with(|sign| is_separator(sign) && sign != 'x' || sign == '%')
            || bare.len() > 4096
        {
            return Err(self.fault(PdnSyntaxError::Turn(text)));
        }
        Ok((bare.to_owned(), glyph.into_iter().collect()))
    }

    /// Returns whether the next word continues a move that spaces divide: `1- 6`, `1 -6`, `12 x 19`.
    fn is_divided(&mut self, text: &str) -> bool {
        let here = self.at;
        let next = self.word();
        self.at = here;
        let begins_with_sign = next.starts_with(is_separator);
        if text.chars().all(is_separator) {
            return !next.is_empty() && next.chars().all(is_separator);
        }
        if text.ends_with(is_separator) {
            let is_number = next.contains('.');
            return !is_number && (begins_with_sign || next.starts_with(char::is_alphanumeric));
        }
        // `xe5` after a move is another move: it takes a piece off the board.
        let is_square =
            !text.starts_with(is_separator) && text.chars().all(|sign| sign.is_alphanumeric() || sign == '/');
        is_square && begins_with_sign && (!next.starts_with(['x', 'X']) || next.chars().all(is_separator))
    }
}

/// Dashes and signs of captures. A star is more often the sign of a forced move.
fn is_separator(sign: char) -> bool {
    matches!(sign, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}' | 'x' | 'X' | ':' | '×')
}

/// Returns the length of signs in parentheses, such as `(?)`, and the signs.
fn signs_in_parentheses(text: &str) -> Option<(usize, &str)> {
    let (signs, _) = text.strip_prefix('(')?.split_once(')')?;
    let is_sign = !signs.is_empty() && signs.bytes().all(|sign| matches!(sign, b'!' | b'?' | b'*'));
    is_sign.then_some((signs.len() + 2, signs))
}

/// Returns the glyph of the signs after a move, or of those with which they begin.
fn glyph_of(signs: &str) -> Option<u16> {
    SIGNS.iter().find(|(sign, _)| signs.starts_with(sign)).map(|(_, glyph)| *glyph)
}

/// Returns a value with its line ends as spaces.
pub(super) fn one_line(value: &str) -> String {
    value.replace(['\r', '\n'], " ")
}

/// Normalises a comment: single spaces, none at the ends, and no brace, which would end it early when written.
fn comment(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('}', ")")
}
