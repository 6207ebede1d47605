//! BibTeX entries for citing results of Quirkat.

use std::fmt;

/// Year of this version of Quirkat.
const YEAR: u16 = 2026;

/// BibTeX entry for a result. The rules and the checksum identify the cited file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BibEntry {
    /// Title of the cited result.
    pub title: String,
    /// Kind of the result, in TeX.
    pub kind: String,
    /// Rules as the command line names them: a game's title and house rules.
    pub rules: String,
    /// SHA-256 of the cited file, in hexadecimal digits.
    pub sha256: String,
}

impl fmt::Display for BibEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BibEntry { title, kind, rules, sha256 } = self;
        let (name, rules) = (sha256.get(..12).unwrap_or(sha256), rules.replace('_', "\\_"));
        let version = env!("CARGO_PKG_VERSION");
        write!(
            f,
            "@misc{{quirkat-{name},\n  author = {{{{Quirkat}}}},\n  title = {{{title}}},\n  year = {{{YEAR}}},\n  version = {{{version}}},\n  howpublished = {{{kind}}},\n  \
             note = {{Rules: \\texttt{{{rules}}}. SHA-256: {sha256}}}\n}}\n"
        )
    }
}

/// Formats a number with its digits in groups of three.
pub fn group_thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(|group| String::from_utf8_lossy(group)).collect();
    groups.join(" ")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_citation_file_names_the_version() {
        let file = include_str!("../../../CITATION.cff");
        assert!(file.contains(&format!("\nversion: {}\n", env!("CARGO_PKG_VERSION"))), "{file}");
    }
}
