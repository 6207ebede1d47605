//! How what Quirkat has found is cited.

use std::fmt;

/// An entry for BibTeX. What identifies what is cited is its rules and its checksum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BibEntry {
    /// What was found.
    pub title: String,
    /// What it is, in TeX.
    pub kind: String,
    /// The rules: a game's title and house rules, as the command line names them.
    pub rules: String,
    /// The SHA-256 of what is cited, in hexadecimal digits.
    pub sha256: String,
}

impl fmt::Display for BibEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BibEntry { title, kind, rules, sha256 } = self;
        let (name, rules) = (sha256.get(..12).unwrap_or(sha256), rules.replace('_', "\\_"));
        write!(
            f,
            "@misc{{quirkat-{name},\n  author = {{{{Quirkat}}}},\n  title = {{{title}}},\n  howpublished = {{{kind}}},\n  \
             note = {{Rules: \\texttt{{{rules}}}. SHA-256: {sha256}}}\n}}\n"
        )
    }
}

/// A number with its thousands apart.
pub fn group_thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(" ")
}
