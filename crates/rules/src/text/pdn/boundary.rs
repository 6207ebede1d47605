//! Finds where the games of a PDN text begin, line by line.

/// Finds the lines with which games begin. It looks at one line at a time, so that a program can divide a file of any size.
///
/// A game begins with a tag after moves, a result or another game's tag `Event`. A tag inside a comment begins a game only
/// after an empty line, because then the comment has probably lost its closing brace.
///
/// # Examples
/// ```
/// use quirkat_rules::GameBoundary;
///
/// let mut boundary = GameBoundary::default();
/// let lines = ["[Event \"A\"]", "", "1. 32-28 {a", "[b] c} *", "", "[Event \"B\"]"];
/// let starts: Vec<_> = lines.iter().filter(|line| boundary.is_start(line.as_bytes())).collect();
/// assert_eq!(starts, [&"[Event \"B\"]"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameBoundary {
    /// Whether the game has moves, comments or a result.
    has_movetext: bool,
    has_event: bool,
    in_comment: bool,
    after_empty_line: bool,
}

impl GameBoundary {
    /// Returns whether a game begins with the next line, which may include its end of line. The first game of a text begins
    /// with its first line and is not reported.
    pub fn is_start(&mut self, line: &[u8]) -> bool {
        if line.first() == Some(&b'%') {
            return false;
        }
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii();
        let is_event = line.starts_with(b"[Event ") || line.starts_with(b"[Event\t");
        let is_tag = matches!(line, [b'[', first, ..] if begins_tag_name(*first));
        let begins = match self.in_comment {
            true => is_tag && self.after_empty_line && line.ends_with(b"]"),
            false => is_tag && (self.has_movetext || is_event && self.has_event),
        };
        self.after_empty_line = line.is_empty();
        if begins {
            *self = GameBoundary::default();
        }
        if is_tag && !self.in_comment {
            self.has_event |= is_event;
            self.read_movetext(after_tags(line));
        } else {
            self.read_movetext(line);
        }
        begins
    }

    /// Reads a line of moves and comments.
    fn read_movetext(&mut self, line: &[u8]) {
        self.has_movetext |= !line.is_empty();
        let mut rest = line;
        loop {
            let sign = if self.in_comment { &b"}"[..] } else { b"{;" };
            let Some(at) = rest.iter().position(|byte| sign.contains(byte)) else { return };
            if rest[at] == b';' {
                return;
            }
            self.in_comment = !self.in_comment;
            rest = &rest[at + 1..];
        }
    }
}

/// Returns whether the name of a tag can begin with this byte.
pub(super) fn begins_tag_name(first: u8) -> bool {
    first.is_ascii_alphanumeric() || first == b'_'
}

/// Returns what follows the tags of a line.
fn after_tags(line: &[u8]) -> &[u8] {
    let mut rest = line;
    while rest.first() == Some(&b'[') {
        let (mut is_quoted, mut is_escaped) = (false, false);
        let end = rest.iter().position(|&byte| {
            let ends = byte == b']' && !is_quoted;
            is_quoted ^= byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        // A value with an open quote ends with its line.
        let Some(end) = end.or_else(|| rest.iter().rposition(|&byte| byte == b']')) else { return b"" };
        rest = rest[end + 1..].trim_ascii();
    }
    rest
}
