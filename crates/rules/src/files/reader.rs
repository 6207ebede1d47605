//! Reads TOML and reports diagnostics that name file, line and key, the value found and the values allowed.
//!
//! The reader collects all errors instead of stopping at the first, so that the author of a file can correct them
//! together. Readers of values therefore return `Option`: `None` means that the error has been reported. [`super::format`]
//! defines the keys of each table.

use super::finding::{Expected, Finding, MissingFile, Unexpected};
use super::format::FileTable;
use crate::ground::clip::clip;
use crate::ground::unprintable::is_unprintable;
use std::cell::RefCell;
use std::fmt;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Size limit of a file, in bytes.
const MAX_FILE_LEN: usize = 1 << 20;

/// Maximum number of diagnostics of each severity for one file.
const MAX_DIAGNOSTICS: usize = 100;

/// Callback that returns the text of a file named in another file. The caller decides where to look for it.
pub type FileResolver<'a> = &'a dyn Fn(&str) -> Result<String, MissingFile>;

/// A finding with its place in a data file: an error, a warning or a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Name of the file, as given by the caller.
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path of the key, with its tables, joined by dots; empty if the text is not TOML.
    pub key: String,
    /// The problem at this place.
    pub finding: Finding,
}

impl Diagnostic {
    /// Formats the place with a message in any language: `mine.toml:7: version: found a text`.
    pub fn with_message(&self, message: impl fmt::Display) -> String {
        let Diagnostic { file, line, key, .. } = self;
        let colon = if key.is_empty() { "" } else { ": " };
        format!("{file}:{line}: {key}{colon}{message}")
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_message(&self.finding))
    }
}

/// The errors of a data file, at least one, in the order of its lines. `Display` writes one a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", lines(.0))]
pub struct FileErrors(pub Vec<Diagnostic>);

/// Writes one diagnostic a line.
fn lines(faults: &[Diagnostic]) -> String {
    faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The file cannot be used.
    Error,
    /// Part of the file has no effect.
    Warning,
    /// Part of the file is redundant.
    Hint,
}

/// All diagnostics of a file, in the order of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Diagnostics {
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    pub hints: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Returns the diagnostics of a severity.
    fn list(&mut self, severity: Severity) -> &mut Vec<Diagnostic> {
        match severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
            Severity::Hint => &mut self.hints,
        }
    }

    /// Adds a diagnostic unless it is a duplicate or the list is full. The closure runs only if there is room.
    fn add(&mut self, severity: Severity, fault: impl FnOnce() -> Diagnostic) {
        let list = self.list(severity);
        if list.len() < MAX_DIAGNOSTICS {
            let fault = fault();
            if !list.contains(&fault) {
                list.push(fault);
            }
        }
    }
}

/// Parses a file and applies `walk` to its root table. Returns the value if no error was reported.
pub(crate) fn read<T>(file: &str, text: &str, walk: impl FnOnce(&TomlNode<'_>) -> Option<T>) -> Result<T, FileErrors> {
    match survey(file, text, walk) {
        (Some(value), diagnostics) if diagnostics.errors.is_empty() => Ok(value),
        (_, diagnostics) => Err(FileErrors(diagnostics.errors)),
    }
}

/// Reads a file as [`read`] does, but returns all diagnostics. If there is no error, there is a value.
pub(crate) fn survey<T>(
    file: &str,
    text: &str,
    walk: impl FnOnce(&TomlNode<'_>) -> Option<T>,
) -> (Option<T>, Diagnostics) {
    let source = Source { file, text, diagnostics: RefCell::default() };
    let value = walk_root(&source, walk);
    source.refuse_unprintable();
    let mut diagnostics = source.diagnostics.into_inner();
    for list in [&mut diagnostics.errors, &mut diagnostics.warnings, &mut diagnostics.hints] {
        // Diagnostics of other files follow those of this one.
        list.sort_by_key(|fault| (fault.file != file, fault.line));
    }
    (value, diagnostics)
}

fn walk_root<T>(source: &Source<'_>, walk: impl FnOnce(&TomlNode<'_>) -> Option<T>) -> Option<T> {
    let nothing = |offset, problem| {
        source.report(Severity::Error, offset, "", problem);
        None
    };
    if source.text.len() > MAX_FILE_LEN {
        return nothing(0, Finding::TooLong { found: source.text.len(), most: MAX_FILE_LEN });
    }
    let root = match DeTable::parse(source.text) {
        Ok(table) => table,
        Err(error) => {
            let problem = Finding::InvalidToml(error.message().to_owned());
            return nothing(error.span().map_or(0, |span| span.start), problem);
        }
    };
    let span = root.span();
    let root = Spanned::new(span, DeValue::Table(root.into_inner()));
    walk(&TomlNode { source, key: String::new(), value: &root })
}

/// Collects the values if all are present. Evaluates every item first, so that each reports its errors.
pub(crate) fn all<T>(values: impl IntoIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let values: Vec<_> = values.into_iter().collect();
    values.into_iter().collect()
}

/// Text of a file, with the diagnostics collected so far.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
    diagnostics: RefCell<Diagnostics>,
}

impl Source<'_> {
    /// Reports an unprintable character in a comment: the file is shown and stored with its comments. Readers of values report
    /// all others.
    fn refuse_unprintable(&self) {
        let found = self.text.char_indices().find(|&(_, sign)| breaks_text(sign));
        if let Some((offset, sign)) = found.filter(|_| self.diagnostics.borrow().errors.is_empty()) {
            let found = Unexpected::Words(clip(sign.encode_utf8(&mut [0; 4])));
            let finding = Finding::InvalidValue { found, allowed: Expected::Printable };
            self.report(Severity::Error, offset, "", finding);
        }
    }

    fn report(&self, severity: Severity, offset: usize, key: &str, finding: Finding) {
        self.diagnostics.borrow_mut().add(severity, || {
            let before = &self.text.as_bytes()[..offset.min(self.text.len())];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            let begins = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let column = 1 + String::from_utf8_lossy(&before[begins..]).chars().count();
            Diagnostic { file: self.file.to_owned(), line, column, key: clip(key), finding }
        });
    }
}

/// A value in the file with its key path. Its readers report an error and return `None` if the value does not fit.
pub(crate) struct TomlNode<'a> {
    source: &'a Source<'a>,
    key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> TomlNode<'a> {
    /// Reports an error at this value and returns `None`.
    pub fn error<T>(&self, finding: impl Into<Finding>) -> Option<T> {
        self.report(Severity::Error, finding);
        None
    }

    /// Reports a finding at this value.
    pub fn report(&self, severity: Severity, finding: impl Into<Finding>) {
        self.source.report(severity, self.value.span().start, &self.key, finding.into());
    }

    /// Reports the errors of another file, which this value names, and returns `None`.
    pub fn errors_elsewhere<T>(&self, faults: FileErrors) -> Option<T> {
        let mut diagnostics = self.source.diagnostics.borrow_mut();
        faults.0.into_iter().for_each(|fault| diagnostics.add(Severity::Error, || fault));
        None
    }

    /// Returns the value at a path of nested tables, if there is one.
    pub fn at(&self, path: &[&str]) -> Option<TomlNode<'a>> {
        let Some((first, rest)) = path.split_first() else { return Some(self.child_at(self.key.clone(), self.value)) };
        let DeValue::Table(table) = self.value.get_ref() else { return None };
        let (key, value) = table.iter().find(|(key, _)| key.get_ref().as_ref() == *first)?;
        self.child(key.get_ref(), value).at(rest)
    }

    /// Returns the key path from the root to this value.
    pub fn key(&self) -> &str {
        &self.key
    }

    fn child(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> TomlNode<'a> {
        self.child_at(if self.key.is_empty() { key.to_owned() } else { format!("{}.{key}", self.key) }, value)
    }

    fn child_at(&self, key: String, value: &'a Spanned<DeValue<'a>>) -> TomlNode<'a> {
        TomlNode { source: self.source, key, value }
    }

    /// Reports an invalid value and returns `None`.
    pub fn invalid<T>(&self, found: Unexpected, allowed: Expected) -> Option<T> {
        self.error(Finding::InvalidValue { found, allowed })
    }

    /// Reports a value of the wrong type and returns `None`.
    fn wrong_type<T>(&self, allowed: Expected) -> Option<T> {
        let found = match self.value.get_ref() {
            DeValue::String(_) => Unexpected::Text,
            DeValue::Integer(_) | DeValue::Float(_) => Unexpected::Number,
            DeValue::Boolean(_) => Unexpected::Truth,
            DeValue::Datetime(_) => Unexpected::Date,
            DeValue::Array(_) => Unexpected::List,
            DeValue::Table(_) => Unexpected::Table,
        };
        self.invalid(found, allowed)
    }

    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    pub fn is_list(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(_))
    }

    pub fn is_text(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::String(_))
    }

    /// Reads a text, of one line or several.
    pub fn text(&self) -> Option<&'a str> {
        self.unchecked_text().and_then(|text| match text.find(breaks_text) {
            Some(_) => self.invalid(Unexpected::Words(clip(text)), Expected::Printable),
            None => Some(text),
        })
    }

    fn unchecked_text(&self) -> Option<&'a str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong_type(Expected::Text),
        }
    }

    /// Reads a single line of 1 to `most` characters that is safe to print anywhere: without control characters and marks
    /// that change the direction of the surrounding text.
    pub fn line(&self, most: usize) -> Option<String> {
        let text = self.unchecked_text()?;
        let length = text.chars().count();
        if !(1..=most).contains(&length) {
            return self.invalid(Unexpected::Characters(length), Expected::UpTo(most));
        }
        if text.trim() != text || text.contains(is_unprintable) {
            return self.invalid(Unexpected::Words(clip(text)), Expected::Line);
        }
        Some(text.to_owned())
    }

    /// Reads the word of an option value: a text, a whole number, or a boolean as `yes` or `no`.
    pub fn word(&self) -> Option<String> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
            _ => self.wrong_type(Expected::Word),
        }
    }

    pub fn number(&self, allowed: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let bounds = Expected::Whole(*allowed.start(), *allowed.end());
        match self.value.get_ref() {
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(value) if allowed.contains(&value) => Some(value),
                _ => self.invalid(Unexpected::Digits(clip(number.as_str())), bounds),
            },
            _ => self.wrong_type(bounds),
        }
    }

    pub fn list(&self) -> Option<Vec<TomlNode<'a>>> {
        match self.value.get_ref() {
            DeValue::Array(values) => {
                Some(values.iter().enumerate().map(|(number, value)| self.child(&number.to_string(), value)).collect())
            }
            _ => self.wrong_type(Expected::List),
        }
    }

    /// Returns the entries of a table, in the order of their keys.
    pub fn entries(&self) -> Option<Vec<(&'a str, TomlNode<'a>)>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(
                table.iter().map(|(key, value)| (key.get_ref().as_ref(), self.child(key.get_ref(), value))).collect(),
            ),
            _ => self.wrong_type(Expected::Table),
        }
    }

    /// Reads one of these words and returns its value.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let found = self.text()?;
        match words.iter().find(|(word, _)| *word == found) {
            Some((_, meant)) => Some(*meant),
            None => {
                let allowed = words.iter().map(|(word, _)| (*word).to_owned()).collect();
                self.invalid(Unexpected::Words(clip(found)), Expected::Words(allowed))
            }
        }
    }

    /// Reads a table with this schema. Reports unknown keys and missing required keys.
    pub fn table(&self, form: &'static FileTable) -> Option<TomlTable<'a>> {
        let entries = self.entries()?;
        let allowed = || form.keys.iter().map(|key| key.name).collect();
        for (key, node) in &entries {
            if form.key(key).is_none() {
                node.error::<()>(Finding::UnknownKey { found: clip(key), allowed: allowed() });
            }
        }
        for key in form.keys.iter().filter(|key| key.is_required()) {
            if entries.iter().all(|(name, _)| *name != key.name) {
                self.error::<()>(Finding::MissingKey(key.name));
            }
        }
        Some(TomlTable { form, entries })
    }
}

/// A table of the file with its schema.
pub(crate) struct TomlTable<'a> {
    form: &'static FileTable,
    entries: Vec<(&'a str, TomlNode<'a>)>,
}

impl<'a> TomlTable<'a> {
    /// Returns the value of a key, if present. A missing required key has already been reported.
    pub fn get(&self, key: &str) -> Option<&TomlNode<'a>> {
        debug_assert!(self.form.key(key).is_some(), "`{key}` is no key of {}", self.form.title);
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, node)| node)
    }
}

/// Returns whether a character may not be part of a text of several lines.
fn breaks_text(sign: char) -> bool {
    is_unprintable(sign) && !matches!(sign, '\n' | '\r' | '\t')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::format::{FileKey, Presence};

    const fn key(name: &'static str, presence: Presence) -> FileKey {
        FileKey { name, presence, form: "", meaning: "", example: "" }
    }

    const OUTER: FileTable = FileTable {
        title: "",
        header: "",
        about: "",
        keys: &[key("a", Presence::Required), key("t", Presence::Required), key("e", Presence::Required)],
    };
    const INNER: FileTable = FileTable { title: "", header: "", about: "", keys: &[key("d", Presence::Default("1"))] };

    #[test]
    fn all_errors_are_reported_with_their_lines() {
        let text = "a = 1\nb = 'word'\n[t]\nc = 3\nd = [1]\n";
        let faults = read("x.toml", text, |root| {
            let table = root.table(&OUTER)?;
            table.get("a")?.number(5..=9);
            table.get("t")?.table(&INNER)?.get("d")?.text();
            table.get("e")?.text().map(|_| ())
        });
        assert_eq!(
            faults.unwrap_err().to_string(),
            "x.toml:1: the key `e` is missing\n\
             x.toml:1: a: found 1; allowed: a whole number from 5 to 9\n\
             x.toml:2: b: unknown key `b`; allowed: a, t, e\n\
             x.toml:4: t.c: unknown key `c`; allowed: d\n\
             x.toml:5: t.d: found a list; allowed: a text"
        );
    }

    #[test]
    fn invalid_toml_and_long_files_are_errors() {
        let read = |text: &str| read("x.toml", text, |_| Some(())).unwrap_err().to_string();
        assert!(read("a = \n").starts_with("x.toml:1: "));
        assert!(read(&" ".repeat(MAX_FILE_LEN + 1)).contains("allowed: at most 1048576"));
        assert!(read(&format!("a = {}", "[".repeat(100_000))).len() < 1000);
    }
}
