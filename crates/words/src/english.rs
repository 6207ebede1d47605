//! English: nouns with their articles, numbers, lists and the names of the sides.

use super::speech::{captor, has_men_only, has_squares, has_towers, total};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Rank, Side};

/// A countable noun.
#[derive(Clone)]
pub struct Noun {
    pub one: String,
    pub many: String,
    /// Whether there is only one of them, which is *the* one.
    is_single: bool,
}

/// The nouns of a game.
pub struct Nouns {
    pub man: Noun,
    pub prince: Noun,
    pub king: Noun,
    /// Whatever a side moves: a column where there are towers, otherwise the same as a man where there are only men.
    pub piece: Noun,
    /// What a leap takes: a piece, even where there are towers; where only one side captures, the other's.
    pub prize: Noun,
    /// What captures: where only one side does, that side's.
    pub captor: Noun,
    /// Where pieces stand.
    pub point: Noun,
}

impl Nouns {
    pub fn of(ruleset: &Ruleset) -> Self {
        let [man, prince, king] = Rank::ALL.map(|rank| self::rank(ruleset, None, rank));
        let mut prize = if has_men_only(ruleset) { man.clone() } else { Noun::new("piece", "pieces") };
        let piece = if has_towers(ruleset) { Noun::new("column", "columns") } else { prize.clone() };
        let mut captor = piece.clone();
        if let Some(side) = self::captor(ruleset).filter(|_| has_men_only(ruleset) && !has_towers(ruleset)) {
            captor = rank(ruleset, Some(side), Rank::Man);
            captor.is_single = total(ruleset, side) == 1;
            prize = rank(ruleset, Some(side.other()), Rank::Man);
        }
        let point = if has_squares(ruleset) { Noun::new("square", "squares") } else { Noun::new("point", "points") };
        Nouns { man, prince, king, piece, prize, captor, point }
    }
}

/// What pieces of a rank are called, by a side that has words of its own for them or by both.
pub fn rank(ruleset: &Ruleset, side: Option<Side>, rank: Rank) -> Noun {
    ruleset.rank_name(side, rank).map_or_else(
        || Noun::new("piece", "pieces"),
        |noun| Noun::new(noun.one.get(Language::En), noun.many.get(Language::En)),
    )
}

impl Noun {
    fn new(one: &str, many: &str) -> Self {
        Noun { one: one.to_owned(), many: many.to_owned(), is_single: false }
    }

    /// The noun with its indefinite article, by its first letter.
    fn a(&self) -> String {
        let article = match self.one.starts_with(['a', 'e', 'i', 'o', 'u']) {
            _ if self.is_single => "the",
            true => "an",
            false => "a",
        };
        format!("{article} {}", self.one)
    }

    /// So many of them.
    pub fn counted(&self, count: usize) -> String {
        format!("{} {}", number(count), if count == 1 { &self.one } else { &self.many })
    }
}

/// The slots `{man}`, `{men}`, `{a man}` and `{the same man}`, and likewise for a prince, a king, a piece, a prize, a captor and a point.
pub fn slots(nouns: &Nouns) -> Vec<(String, String)> {
    let named = [
        ("man", "men", &nouns.man),
        ("prince", "princes", &nouns.prince),
        ("king", "kings", &nouns.king),
        ("piece", "pieces", &nouns.piece),
        ("prize", "prizes", &nouns.prize),
        ("captor", "captors", &nouns.captor),
        ("point", "points", &nouns.point),
    ];
    named
        .into_iter()
        .flat_map(|(one, many, noun)| {
            let same = if noun.is_single { "the" } else { "the same" };
            [
                (one.to_owned(), noun.one.clone()),
                (many.to_owned(), noun.many.clone()),
                (format!("a {one}"), noun.a()),
                (format!("the same {one}"), format!("{same} {}", noun.one)),
            ]
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

/// `a, b or c`.
pub fn either(items: &[&str]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => items.concat(),
    }
}

/// What a side is called, with the article where its pieces have a name of their own: White, Women, the Hunters. Names
/// such as Tigers or Women take the verb of many.
pub struct SideName {
    name: String,
    is_plural: bool,
}

impl SideName {
    pub fn of(ruleset: &Ruleset, side: Side) -> Self {
        let words = &ruleset.about.sides[side.index()];
        let name = words.name.get(Language::En);
        let is_plural = name.to_lowercase().ends_with("men") || (name.ends_with('s') && !name.ends_with("ss"));
        let article = if words.ranks.iter().any(Option::is_some) { "the " } else { "" };
        SideName { name: format!("{article}{name}"), is_plural }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The owner's form: White's, Tigers'.
    pub fn owning(&self) -> String {
        format!("{}{}", self.name, if self.name.ends_with('s') { "'" } else { "'s" })
    }

    /// One of two forms, by whether the name is that of one or of many.
    pub fn verb<'v>(&self, one: &'v str, many: &'v str) -> &'v str {
        if self.is_plural { many } else { one }
    }

    /// The name with the verb, which is given for one and for many.
    pub fn does(&self, one: &str, many: &str) -> String {
        format!("{} {}", self.name, self.verb(one, many))
    }
}
