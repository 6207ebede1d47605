//! English: nouns with their articles, numbers, lists and the names of the sides.

use super::speech::{has_men_only, has_squares, has_towers};
use crate::ruleset::{Language, Ruleset};
use crate::setup::{Rank, Side};

/// A countable noun.
#[derive(Clone)]
pub struct Noun {
    pub one: String,
    pub many: String,
}

/// The nouns of a game.
pub struct Nouns {
    pub man: Noun,
    pub king: Noun,
    /// Whatever a side moves: a column where there are towers, otherwise the same as a man where there are only men.
    pub piece: Noun,
    /// What a leap takes: a piece, even where there are towers.
    pub prize: Noun,
    /// Where pieces stand.
    pub point: Noun,
}

impl Nouns {
    pub fn of(ruleset: &Ruleset) -> Self {
        let (man, king) = (rank(ruleset, Rank::MAN), rank(ruleset, Rank::KING));
        let prize = if has_men_only(ruleset) { man.clone() } else { Noun::new("piece", "pieces") };
        let piece = if has_towers(ruleset) { Noun::new("column", "columns") } else { prize.clone() };
        let point = if has_squares(ruleset) { Noun::new("square", "squares") } else { Noun::new("point", "points") };
        Nouns { man, king, piece, prize, point }
    }
}

/// What pieces of a rank are called.
pub fn rank(ruleset: &Ruleset, rank: Rank) -> Noun {
    ruleset.ranks.get(usize::from(rank.0)).map_or_else(
        || Noun::new("piece", "pieces"),
        |noun| Noun::new(noun.one.get(Language::En), noun.many.get(Language::En)),
    )
}

impl Noun {
    fn new(one: &str, many: &str) -> Self {
        Noun { one: one.to_owned(), many: many.to_owned() }
    }

    /// The noun with its indefinite article, by its first letter.
    fn a(&self) -> String {
        let article = if self.one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
        format!("{article} {}", self.one)
    }

    /// So many of them.
    pub fn counted(&self, count: usize) -> String {
        format!("{} {}", number(count), if count == 1 { &self.one } else { &self.many })
    }
}

/// The slots `{man}`, `{men}` and `{a man}`, and likewise for a king, a piece, a prize and a point.
pub fn slots(nouns: &Nouns) -> Vec<(String, String)> {
    let named = [
        ("man", "men", &nouns.man),
        ("king", "kings", &nouns.king),
        ("piece", "pieces", &nouns.piece),
        ("prize", "prizes", &nouns.prize),
        ("point", "points", &nouns.point),
    ];
    named
        .into_iter()
        .flat_map(|(one, many, noun)| {
            [(one.to_owned(), noun.one.clone()), (many.to_owned(), noun.many.clone()), (format!("a {one}"), noun.a())]
        })
        .collect()
}

/// The number in words, as far as people like to read it so.
pub fn number(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The ordinal number in words, as far as people like to read it so.
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| format!("{number}th"), |word| (*word).to_owned())
}

/// So many turns.
pub fn turns(count: usize) -> String {
    Noun::new("turn", "turns").counted(count)
}

/// `a, b and c`.
pub fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// What a side is called. Names such as Tigers or Women take the verb of many.
pub struct SideName<'r>(&'r str);

impl<'r> SideName<'r> {
    pub fn of(ruleset: &'r Ruleset, side: Side) -> Self {
        SideName(ruleset.sides[side.index()].name.get(Language::En))
    }

    pub fn name(&self) -> &'r str {
        self.0
    }

    /// The owner's form: White's, Tigers'.
    pub fn owning(&self) -> String {
        format!("{}{}", self.0, if self.0.ends_with('s') { "'" } else { "'s" })
    }

    /// The name with the verb, which is given for one and for many.
    pub fn does(&self, one: &str, many: &str) -> String {
        let name = self.0;
        let is_plural = name.to_lowercase().ends_with("men") || (name.ends_with('s') && !name.ends_with("ss"));
        format!("{name} {}", if is_plural { many } else { one })
    }
}
