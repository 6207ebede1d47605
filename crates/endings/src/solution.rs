//! Summaries of tables as CSV: counts, checksums and citations.

use quirkat_rules::{Language, Ruleset};
use quirkat_words::{BibEntry, group_thousands, title_in_words};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Identity, counts and checksum of a game's tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// Game and rule set, such as `alquerque:walker`.
    pub game: String,
    /// House rules as `key=value`, separated by spaces.
    pub rules: String,
    /// Maximum number of pieces in a position, including pieces in hand.
    pub pieces: u32,
    /// Number of positions won for the side to move. Where the rules are the same for both sides, two positions that
    /// differ only by an exchange of sides count once.
    pub won: u64,
    /// Number of positions lost for the side to move, counted in the same way.
    pub lost: u64,
    /// Number of drawn positions, counted in the same way.
    pub drawn: u64,
    /// Plies of the longest win or loss, where distances are known.
    pub longest: Option<u32>,
    /// Number of table files.
    pub tables: usize,
    /// Total size of the files in bytes.
    pub bytes: u64,
    /// SHA-256, in hexadecimal, of the output of `sha256sum *.table` in their folder.
    pub sha256: String,
}

/// Number of won, lost and drawn positions with the same material and side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Game and rule set, such as `alquerque:walker`.
    pub game: String,
    /// House rules as `key=value`, separated by spaces.
    pub rules: String,
    /// Pieces of the first side and of the second, such as `m1k1-k2`: men `m`, princes `p`, kings `k`, in hand `h`.
    pub pieces: String,
    /// Side to move in these positions.
    pub to_move: ToMove,
    /// Number of positions won for the side to move.
    pub won: u64,
    /// Number of positions lost for the side to move.
    pub lost: u64,
    /// Number of drawn positions.
    pub drawn: u64,
    /// Plies of the longest win, where distances are known.
    pub longest_win: Option<u32>,
    /// Plies of the longest loss, where distances are known.
    pub longest_loss: Option<u32>,
}

/// Side to move of counted positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToMove {
    /// First side to move.
    First,
    /// Second side to move.
    Second,
    /// Both at once: the rules are the same for both sides, and the side to move is stored as the first.
    Either,
}

impl Solution {
    /// Returns the number of positions.
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Returns the shipped counts of these tables. `quirkat tables counts --shipped` writes them.
    pub fn counts(&self) -> impl Iterator<Item = &'static Counted> {
        static SHIPPED: LazyLock<Vec<Counted>> = LazyLock::new(|| read(include_str!("../counts.csv")));
        SHIPPED.iter().filter(|counted| (&counted.game, &counted.rules) == (&self.game, &self.rules))
    }

    /// Returns the citation of the tables by these rules.
    pub fn entry(&self, ruleset: &Ruleset) -> BibEntry {
        let [positions, won, lost, drawn] = [self.positions(), self.won, self.lost, self.drawn].map(group_thousands);
        BibEntry {
            title: format!(
                "{}: all positions with up to {} pieces",
                title_in_words(ruleset, Language::En),
                self.pieces
            ),
            kind: format!(
                "{} tables of {positions} positions, {won} won, {lost} lost and {drawn} drawn for the side to move, made by \
                 \\texttt{{quirkat solve}} and compared with the rules by \\texttt{{quirkat tables verify}}",
                self.tables
            ),
            rules: format!("{} {}", self.game, self.rules).trim_end().to_owned(),
            sha256: self.sha256.clone(),
        }
    }
}

/// Returns the summaries of all shipped tables, in the order of their folders. `quirkat tables cite --shipped` writes
/// them.
pub fn solutions() -> &'static [Solution] {
    static SHIPPED: LazyLock<Vec<Solution>> = LazyLock::new(|| read(include_str!("../solutions.csv")));
    &SHIPPED
}

/// Reads records from CSV with a header line.
pub(crate) fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes())
        .into_deserialize()
        .collect::<Result<_, _>>()
        .expect("a test reads the embedded file")
}

/// Writes records as CSV with a header line.
pub fn in_csv<T: Serialize>(lines: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::Writer::from_writer(vec![]);
    lines.into_iter().for_each(|line| writer.serialize(line).expect("CSV holds plain values"));
    String::from_utf8(writer.into_inner().expect("writing to memory cannot fail")).expect("words and numbers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders;

    #[test]
    fn solutions_sum_up_the_embedded_tables() {
        assert_eq!(solutions().len(), folders().count());
        for ((folder, files), solution) in folders().zip(solutions()) {
            assert_eq!(folder, solution.game.replace(':', "."));
            let bytes = files.iter().map(|file| file.bytes.len() as u64).sum::<u64>();
            assert_eq!(
                (solution.tables, solution.bytes),
                (files.len(), bytes),
                "{folder}: `tables cite --shipped` writes it"
            );
            let counted: Vec<_> = solution.counts().collect();
            let sums = [|of: &&Counted| of.won, |of: &&Counted| of.lost, |of: &&Counted| of.drawn]
                .map(|of| counted.iter().map(of).sum::<u64>());
            assert_eq!(sums, [solution.won, solution.lost, solution.drawn], "{folder}");
        }
    }
}
