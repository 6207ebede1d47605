//! What tables come to, in tables that every program reads: a line each, values with commas between.

use quirkat_rules::{Language, Ruleset};
use quirkat_words::{Entry, thousands, title_in_words};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The tables of a game, as they are told apart, summed up and cited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solution {
    /// The game and its rule set: `alquerque:walker`.
    pub game: String,
    /// The house rules, each as `key=value`, with spaces between.
    pub rules: String,
    /// How many pieces a position has at most, those in hand among them.
    pub pieces: u32,
    /// How many positions are won for the side to move; where each side moves as the other does, those that an exchange of the sides lays
    /// on one another are counted once.
    pub won: u64,
    /// As many that are lost.
    pub lost: u64,
    /// As many that are drawn.
    pub drawn: u64,
    /// The plies of the longest win or loss, where they are known.
    pub longest: Option<u32>,
    /// How many files there are.
    pub tables: usize,
    /// How long they are together.
    pub bytes: u64,
    /// The SHA-256 of what `sha256sum *.table` prints in their folder, in hexadecimal digits.
    pub sha256: String,
}

/// How many positions with the same pieces and side to move are won, lost and drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// The game and its rule set.
    pub game: String,
    /// The house rules.
    pub rules: String,
    /// The pieces of the first side and of the second: `m1k1-k2`, men `m`, princes `p`, kings `k`, in hand `h`.
    pub pieces: String,
    /// Who is to move.
    pub to_move: ToMove,
    /// How many are won for whoever that is.
    pub won: u64,
    /// How many are lost.
    pub lost: u64,
    /// How many are drawn.
    pub drawn: u64,
    /// The plies of the longest win, if there is one that is known.
    pub longest_win: Option<u32>,
    /// The plies of the longest loss.
    pub longest_loss: Option<u32>,
}

/// Who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ToMove {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// It makes no difference: each side moves as the other does, and the first is the one that is to move.
    Either,
}

impl Solution {
    /// How many positions there are.
    pub fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    /// Its counts, if it comes along. Made by `quirkat tables counts --shipped`.
    pub fn counts(&self) -> impl Iterator<Item = &'static Counted> {
        static SHIPPED: LazyLock<Vec<Counted>> = LazyLock::new(|| read(include_str!("../counts.csv")));
        SHIPPED.iter().filter(|counted| (&counted.game, &counted.rules) == (&self.game, &self.rules))
    }

    /// How it is cited; the rules are its own.
    pub fn entry(&self, ruleset: &Ruleset) -> Entry {
        let [positions, won, lost, drawn] = [self.positions(), self.won, self.lost, self.drawn].map(thousands);
        Entry {
            title: format!(
                "{}: all positions with up to {} pieces",
                title_in_words(ruleset, Language::En),
                self.pieces
            ),
            kind: format!(
                "{} tables of {positions} positions, {won} won, {lost} lost and {drawn} drawn for the side to move, made by \
                 \\texttt{{quirkat solve}} and held against the rules by \\texttt{{quirkat tables verify}}",
                self.tables
            ),
            rules: format!("{} {}", self.game, self.rules).trim_end().to_owned(),
            sha256: self.sha256.clone(),
        }
    }
}

/// What the tables that come along come to, by the order of their folders. Made by `quirkat tables cite --shipped`.
pub fn solutions() -> &'static [Solution] {
    static SHIPPED: LazyLock<Vec<Solution>> = LazyLock::new(|| read(include_str!("../solutions.csv")));
    &SHIPPED
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Vec<T> {
    csv::Reader::from_reader(text.as_bytes()).into_deserialize().collect::<Result<_, _>>().expect("the tests read them")
}

/// Lines as a table in CSV, the names of the values in the first.
pub fn in_csv<T: Serialize>(lines: impl IntoIterator<Item = T>) -> String {
    let mut writer = csv::Writer::from_writer(vec![]);
    lines.into_iter().for_each(|line| writer.serialize(line).expect("they have plain values"));
    String::from_utf8(writer.into_inner().expect("memory takes everything")).expect("words and numbers")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders;

    #[test]
    fn all_that_comes_along_is_summed_up() {
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
