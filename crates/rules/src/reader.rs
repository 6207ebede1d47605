//! Reading TOML with faults that name the file, the line, the key, what was found and what is allowed.
//!
//! Every fault is collected, not only the first: the author of a file mends all of them at once.

use crate::options::clip;
use std::cell::RefCell;
use std::fmt;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The longest file that is read, in bytes.
const LONGEST: usize = 1 << 20;

/// The most faults that are reported of one file.
const MOST_FAULTS: usize = 100;

/// A fault in a data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The file, as it was named by the caller.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The key, with the tables that it is in; empty where the text is no TOML.
    pub key: String,
    /// What was found and what is allowed.
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.problem)
    }
}

/// The faults of a data file: at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, fault) in self.0.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// Reads a file with a function that walks its root table and reports faults to it.
pub(crate) fn read<T>(file: &str, text: &str, walk: impl FnOnce(&Node<'_>) -> Option<T>) -> Result<T, Faults> {
    let lines = Lines { file, text, faults: RefCell::new(vec![]) };
    if text.len() > LONGEST {
        lines.fault(0, "", format!("the file has {} bytes; allowed: at most {LONGEST}", text.len()));
        return Err(Faults(lines.faults.into_inner()));
    }
    let root = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            lines.fault(error.span().map_or(0, |span| span.start), "", error.message().to_owned());
            return Err(Faults(lines.faults.into_inner()));
        }
    };
    let span = root.span();
    let root = Spanned::new(span, DeValue::Table(root.into_inner()));
    let value = walk(&Node { lines: &lines, key: String::new(), value: &root });
    match (value, lines.faults.into_inner()) {
        (Some(value), faults) if faults.is_empty() => Ok(value),
        (_, faults) => Err(Faults(faults)),
    }
}

struct Lines<'a> {
    file: &'a str,
    text: &'a str,
    faults: RefCell<Vec<Fault>>,
}

impl Lines<'_> {
    fn fault(&self, offset: usize, key: &str, problem: String) {
        if self.faults.borrow().len() == MOST_FAULTS {
            return;
        }
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        self.faults.borrow_mut().push(Fault { file: self.file.to_owned(), line, key: key.to_owned(), problem });
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
    pub fn fault<T>(&self, problem: impl fmt::Display) -> Option<T> {
        self.lines.fault(self.value.span().start, &self.key, problem.to_string());
        None
    }

    fn child(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> Node<'a> {
        let key = if self.key.is_empty() { key.to_owned() } else { format!("{}.{key}", self.key) };
        Node { lines: self.lines, key, value }
    }

    fn found(&self) -> &'static str {
        match self.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) | DeValue::Float(_) => "a number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        }
    }

    fn wrong<T>(&self, allowed: &str) -> Option<T> {
        self.fault(format!("found {}; allowed: {allowed}", self.found()))
    }

    pub fn is_table(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Table(_))
    }

    pub fn is_list(&self) -> bool {
        matches!(self.value.get_ref(), DeValue::Array(_))
    }

    pub fn text(&self) -> Option<&'a str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text),
            _ => self.wrong("a text"),
        }
    }

    /// The value as the word that an option takes: a text, a whole number, or true and false as `yes` and `no`.
    pub fn word(&self) -> Option<String> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            DeValue::Integer(number) => Some(number.as_str().to_owned()),
            DeValue::Boolean(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
            _ => self.wrong("a word or a number"),
        }
    }

    pub fn number(&self, allowed: std::ops::RangeInclusive<i64>) -> Option<i64> {
        let bounds = format!("a whole number from {} to {}", allowed.start(), allowed.end());
        match self.value.get_ref() {
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(value) if allowed.contains(&value) => Some(value),
                _ => self.fault(format!("found {}; allowed: {bounds}", clip(number.as_str()))),
            },
            _ => self.wrong(&bounds),
        }
    }

    pub fn list(&self) -> Option<Vec<Node<'a>>> {
        match self.value.get_ref() {
            DeValue::Array(values) => {
                Some(values.iter().enumerate().map(|(number, value)| self.child(&number.to_string(), value)).collect())
            }
            _ => self.wrong("a list"),
        }
    }

    /// The entries of a table, in the order of their keys.
    pub fn entries(&self) -> Option<Vec<(&'a str, Node<'a>)>> {
        match self.value.get_ref() {
            DeValue::Table(table) => Some(
                table.iter().map(|(key, value)| (key.get_ref().as_ref(), self.child(key.get_ref(), value))).collect(),
            ),
            _ => self.wrong("a table"),
        }
    }

    /// A table, all of whose keys must be among those that are known.
    pub fn table(&self, known: &[&str]) -> Option<Table<'a>> {
        let entries = self.entries()?;
        for (key, node) in &entries {
            if !known.contains(key) {
                node.fault::<()>(format!("unknown key `{}`; allowed: {}", clip(key), known.join(", ")));
            }
        }
        Some(Table { at: Node { lines: self.lines, key: self.key.clone(), value: self.value }, entries })
    }
}

/// A table of the file.
pub(crate) struct Table<'a> {
    at: Node<'a>,
    entries: Vec<(&'a str, Node<'a>)>,
}

impl<'a> Table<'a> {
    /// The value under a key, if it is there.
    pub fn get(&self, key: &str) -> Option<&Node<'a>> {
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, node)| node)
    }

    /// The value under a key that must be there.
    pub fn need(&self, key: &str) -> Option<&Node<'a>> {
        self.get(key).or_else(|| self.at.fault(format!("the key `{key}` is missing")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_are_reported_with_their_lines() {
        let text = "a = 1\nb = 'word'\n[t]\nc = 3\nd = [1]\n";
        let faults = read("x.toml", text, |root| {
            let table = root.table(&["a", "t"])?;
            table.need("a")?.number(5..=9);
            table.need("t")?.table(&["d"])?.need("d")?.text();
            table.need("e")?.text().map(|_| ())
        });
        assert_eq!(
            faults.unwrap_err().to_string(),
            "x.toml:2: b: unknown key `b`; allowed: a, t\n\
             x.toml:1: a: found 1; allowed: a whole number from 5 to 9\n\
             x.toml:4: t.c: unknown key `c`; allowed: d\n\
             x.toml:5: t.d: found a list; allowed: a text\n\
             x.toml:1: the key `e` is missing"
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
