//! Reading TOML with faults that name the file, the line, the key, what was found and what is allowed.
//!
//! Every fault is collected, not only the first: the author of a file mends all of them at once. Which keys a table may
//! and must have is said in [`super::format`].

use super::finding::{Expected, Finding, MissingFile, Unexpected};
use super::format::{FileKey, FileTable};
use crate::ground::clip::clip;
use std::cell::RefCell;
use std::fmt;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest file that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// The most faults that are reported of one file.
const MOST_FAULTS: usize = 100;

/// Gives the text of a file that another file names; the caller decides where it looks.
pub type FileResolver<'a> = &'a dyn Fn(&str) -> Result<String, MissingFile>;

/// A place in a data file, and what is to be said about it: a fault, or less.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The file, as it was named by the caller.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, in characters from 1.
    pub column: usize,
    /// The key, with the tables that it is in; empty where the text is no TOML.
    pub key: String,
    /// What was found and what is allowed.
    pub finding: Finding,
}

impl Diagnostic {
    /// The place and what these words say of it: `mine.toml:7: version: found a text`.
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

/// The faults of a data file: at least one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", lines(.0))]
pub struct FileErrors(pub Vec<Diagnostic>);

/// A fault a line.
fn lines(faults: &[Diagnostic]) -> String {
    faults.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// How much is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Level {
    /// The file cannot be used.
    Diagnostic,
    /// It says what can have no effect.
    Warning,
    /// It could say less.
    Hint,
}

/// What was said about a file, in the order of its lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Remarks {
    pub errors: Vec<Diagnostic>,
    pub warnings: Vec<Diagnostic>,
    pub hints: Vec<Diagnostic>,
}

impl Remarks {
    /// Those of a level.
    fn list(&mut self, level: Level) -> &mut Vec<Diagnostic> {
        match level {
            Level::Diagnostic => &mut self.errors,
            Level::Warning => &mut self.warnings,
            Level::Hint => &mut self.hints,
        }
    }

    /// Adds what was not said before; it is asked for only where there is room.
    fn add(&mut self, level: Level, fault: impl FnOnce() -> Diagnostic) {
        let list = self.list(level);
        if list.len() < MOST_FAULTS {
            let fault = fault();
            if !list.contains(&fault) {
                list.push(fault);
            }
        }
    }
}

/// Reads a file with a function that walks its root table and reports faults to it.
pub(crate) fn read<T>(file: &str, text: &str, walk: impl FnOnce(&Node<'_>) -> Option<T>) -> Result<T, FileErrors> {
    match survey(file, text, walk) {
        (Some(value), remarks) if remarks.errors.is_empty() => Ok(value),
        (_, remarks) => Err(FileErrors(remarks.errors)),
    }
}

/// Walks a file as [`read`] does, and gives everything that was said about it; where that has no fault, there is a value.
pub(crate) fn survey<T>(file: &str, text: &str, walk: impl FnOnce(&Node<'_>) -> Option<T>) -> (Option<T>, Remarks) {
    let lines = Lines { file, text, remarks: RefCell::default() };
    let value = walk_root(&lines, walk);
    let mut remarks = lines.remarks.into_inner();
    for list in [&mut remarks.errors, &mut remarks.warnings, &mut remarks.hints] {
        // Those of another file stay behind those of this one.
        list.sort_by_key(|fault| (fault.file != file, fault.line));
    }
    (value, remarks)
}

fn walk_root<T>(lines: &Lines<'_>, walk: impl FnOnce(&Node<'_>) -> Option<T>) -> Option<T> {
    let nothing = |offset, problem| {
        lines.say(Level::Diagnostic, offset, "", problem);
        None
    };
    if lines.text.len() > LONGEST {
        return nothing(0, Finding::TooLong { found: lines.text.len(), most: LONGEST });
    }
    let root = match DeTable::parse(lines.text) {
        Ok(table) => table,
        Err(error) => {
            let problem = Finding::InvalidToml(error.message().to_owned());
            return nothing(error.span().map_or(0, |span| span.start), problem);
        }
    };
    let span = root.span();
    let root = Spanned::new(span, DeValue::Table(root.into_inner()));
    walk(&Node { lines, key: String::new(), value: &root })
}

/// The values of all, if all have one; every one of them is asked, so that each reports its faults.
pub(crate) fn all<T>(values: impl IntoIterator<Item = Option<T>>) -> Option<Vec<T>> {
    let values: Vec<_> = values.into_iter().collect();
    values.into_iter().collect()
}

struct Lines<'a> {
    file: &'a str,
    text: &'a str,
    remarks: RefCell<Remarks>,
}

impl Lines<'_> {
    fn say(&self, level: Level, offset: usize, key: &str, finding: Finding) {
        self.remarks.borrow_mut().add(level, || {
            let before = &self.text.as_bytes()[..offset.min(self.text.len())];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            let begins = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let column = 1 + String::from_utf8_lossy(&before[begins..]).chars().count();
            Diagnostic { file: self.file.to_owned(), line, column, key: clip(key), finding }
        });
    }
}

/// A value in the file, and the key under which it stands.
pub(crate) struct Node<'a> {
    lines: &'a Lines<'a>,
    key: String,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Node<'a> {
    /// Reports a fault of this value and gives nothing.
    pub fn fault<T>(&self, problem: impl Into<Finding>) -> Option<T> {
        self.say(Level::Diagnostic, problem);
        None
    }

    /// Says something about this value.
    pub fn say(&self, level: Level, problem: impl Into<Finding>) {
        self.lines.say(level, self.value.span().start, &self.key, problem.into());
    }

    /// Reports the faults of another file, which this value names, and gives nothing.
    pub fn faults_elsewhere<T>(&self, faults: FileErrors) -> Option<T> {
        let mut remarks = self.lines.remarks.borrow_mut();
        faults.0.into_iter().for_each(|fault| remarks.add(Level::Diagnostic, || fault));
        None
    }

    /// The value under these keys of tables within tables, if it is there.
    pub fn at(&self, path: &[&str]) -> Option<Node<'a>> {
        let Some((first, rest)) = path.split_first() else { return Some(self.child_at(self.key.clone(), self.value)) };
        let DeValue::Table(table) = self.value.get_ref() else { return None };
        let (key, value) = table.iter().find(|(key, _)| key.get_ref().as_ref() == *first)?;
        self.child(key.get_ref(), value).at(rest)
    }

    /// The keys that lead from the root to this value.
    pub fn key(&self) -> &str {
        &self.key
    }

    fn child(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
        self.child_at(if self.key.is_empty() { key.to_owned() } else { format!("{}.{key}", self.key) }, value)
    }

    fn child_at(&self, key: String, value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
        Node { lines: self.lines, key, value }
    }

    /// Reports that this value is not what it has to be, and gives nothing.
    pub fn unfit<T>(&self, found: Unexpected, allowed: Expected) -> Option<T> {
        self.fault(Finding::InvalidValue { found, allowed })
    }

    /// Reports that this value is not of the kind that it has to be, and gives nothing.
    fn wrong<T>(&self, allowed: Expected) -> Option<T> {
        let found = match self.value.get_ref() {
            DeValue::String(_) => Unexpected::Text,
            DeValue::Integer(_) | DeValue::Float(_) => Unexpected::Number,
            DeValue::Boolean(_) => Unexpected::Truth,
            DeValue::Datetime(_) => Unexpected::Date,
            DeValue::Array(_) => Unexpected::List,
            DeValue::Table(_) => Unexpected::Table,
        };
        self.unfit(found, allowed)
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

    pub fn text(&self) -> Option<&'a str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong(Expected::Text),
        }
    }

    /// A text of one line that may be printed anywhere: without signs that nobody sees and that turn what stands around
    /// them.
    pub fn line(&self, most: usize) -> Option<String> {
        let text = self.text()?;
        let length = text.chars().count();
        if !(1..=most).contains(&length) {
            return self.unfit(Unexpected::Characters(length), Expected::UpTo(most));
        }
        if text.trim() != text || text.chars().any(|sign| sign.is_control() || turns_text(sign)) {
            return self.unfit(Unexpected::Words(clip(&text.escape_debug().to_string())), Expected::Line);
        }
        Some(text.to_owned())
    }

    /// The value as the word that an option takes: a text, a whole number, or true and false as `yes` and `no`.
    pub fn word(&self) -> Option<String> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
            _ => self.wrong(Expected::Word),
        }
    }

    pub fn number(&self, allowed: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let bounds = Expected::Whole(*allowed.start(), *allowed.end());
        match self.value.get_ref() {
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(value) if allowed.contains(&value) => Some(value),
                _ => self.unfit(Unexpected::Digits(clip(number.as_str())), bounds),
            },
            _ => self.wrong(bounds),
        }
    }

    pub fn list(&self) -> Option<Vec<Node<'a>>> {
        match self.value.get_ref() {
            DeValue::Array(values) => {
                Some(values.iter().enumerate().map(|(number, value)| self.child(&number.to_string(), value)).collect())
            }
            _ => self.wrong(Expected::List),
        }
    }

    /// The entries of a table, in the order of their keys.
    pub fn entries(&self) -> Option<Vec<(&'a str, Node<'a>)>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(
                table.iter().map(|(key, value)| (key.get_ref().as_ref(), self.child(key.get_ref(), value))).collect(),
            ),
            _ => self.wrong(Expected::Table),
        }
    }

    /// One of these words, by what it stands for.
    pub fn one_of<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let found = self.text()?;
        match words.iter().find(|(word, _)| *word == found) {
            Some((_, meant)) => Some(*meant),
            None => {
                let allowed = words.iter().map(|(word, _)| (*word).to_owned()).collect();
                self.unfit(Unexpected::Words(clip(found)), Expected::Words(allowed))
            }
        }
    }

    /// A table of this form: none of its keys is unknown, and those that it must have are reported where they are missing.
    pub fn table(&self, form: &'static FileTable) -> Option<Table<'a>> {
        let entries = self.entries()?;
        let allowed = || form.keys.iter().map(|key| key.name).collect();
        for (key, node) in &entries {
            if form.key(key).is_none() {
                node.fault::<()>(Finding::UnknownKey { found: clip(key), allowed: allowed() });
            }
        }
        for key in form.keys.iter().filter(|key| key.is_required()) {
            if entries.iter().all(|(name, _)| *name != key.name) {
                self.fault::<()>(Finding::MissingKey(key.name));
            }
        }
        Some(Table { form, entries })
    }
}

/// A table of the file.
pub(crate) struct Table<'a> {
    form: &'static FileTable,
    entries: Vec<(&'a str, Node<'a>)>,
}

impl<'a> Table<'a> {
    /// The value under a key of the table's form, if it is there. Where the table must have it, its want is reported
    /// already.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        debug_assert!(self.form.key(key).is_some(), "`{key}` is no key of {}", self.form.title);
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, node)| node)
    }

    /// Whether a key is missing that the table must have.
    pub fn lacks(&self, key: &str) -> bool {
        self.get(key).is_none() && self.form.key(key).is_some_and(FileKey::is_required)
    }
}

/// Whether a sign breaks lines or sets the direction of the text behind it.
fn turns_text(sign: char) -> bool {
    matches!(sign, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::format::Presence;

    const fn key(name: &'static str, presence: Presence) -> FileKey {
        FileKey { name, presence: want, form: "", meaning: "", example: "" }
    }

    const OUTER: FileTable = FileTable {
        title: "",
        header: "",
        about: "",
        keys: &[key("a", Presence::Required), key("t", Presence::Required), key("e", Presence::Required)],
    };
    const INNER: FileTable = FileTable { title: "", header: "", about: "", keys: &[key("d", Presence::Default("1"))] };

    #[test]
    fn all_faults_are_reported_with_their_lines() {
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
    fn text_that_is_no_toml_and_long_files_are_faults() {
        let read = |text: &str| read("x.toml", text, |_| Some(())).unwrap_err().to_string();
        assert!(read("a = \n").starts_with("x.toml:1: "));
        assert!(read(&" ".repeat(LONGEST + 1)).contains("allowed: at most 1048576"));
        assert!(read(&format!("a = {}", "[".repeat(100_000))).len() < 1000);
    }
}
