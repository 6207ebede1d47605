//! Spanish: nouns with their articles and genders, numbers, lists and the names of the sides.

use super::speech::{has_men_only, has_squares, has_towers};
use crate::ruleset::{Language, Ruleset};
use crate::setup::{Rank, Side};

/// A countable noun.
#[derive(Clone)]
pub struct Noun {
    pub one: String,
    pub many: String,
    /// Whether one of them goes with `la` and `una`.
    la: bool,
    /// Whether adjectives are feminine; *el águila* goes with `el` and is feminine.
    feminine: bool,
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
        let prize = if has_men_only(ruleset) { man.clone() } else { Noun::read("la pieza", "las piezas") };
        let piece = if has_towers(ruleset) { Noun::read("la columna", "las columnas") } else { prize.clone() };
        let point = if has_squares(ruleset) {
            Noun::read("la casilla", "las casillas")
        } else {
            Noun::read("el punto", "los puntos")
        };
        Nouns { man, king, piece, prize, point }
    }
}

/// What pieces of a rank are called.
pub fn rank(ruleset: &Ruleset, rank: Rank) -> Noun {
    ruleset.ranks.get(usize::from(rank.0)).map_or_else(
        || Noun::read("la pieza", "las piezas"),
        |noun| Noun::read(noun.one.get(Language::Es), noun.many.get(Language::Es)),
    )
}

impl Noun {
    /// A noun from its two forms with their articles, which tell the gender.
    fn read(one: &str, many: &str) -> Self {
        let (la, one) = match one.split_once(' ') {
            Some(("la", bare)) => (true, bare),
            Some(("el", bare)) => (false, bare),
            _ => (false, one),
        };
        let (feminine, many) = match many.split_once(' ') {
            Some(("las", bare)) => (true, bare),
            Some(("los", bare)) => (false, bare),
            _ => (la, many),
        };
        Noun { one: one.to_owned(), many: many.to_owned(), la, feminine }
    }

    /// The article of the singular.
    fn article(&self) -> &'static str {
        if self.la { "la" } else { "el" }
    }

    /// One of two endings or words, by the gender.
    pub fn by_gender(&self, masculine: &'static str, feminine: &'static str) -> &'static str {
        if self.feminine { feminine } else { masculine }
    }

    /// So many of them.
    pub fn counted(&self, count: usize) -> String {
        match count {
            0 => format!("{} {}", if self.la { "ninguna" } else { "ningún" }, self.one),
            1 => format!("{} {}", if self.la { "una" } else { "un" }, self.one),
            _ => format!("{} {}", number(count), self.many),
        }
    }

    /// The forms of this noun, each for the slot that shows it of the model, the noun that sentences are written with.
    fn slots(&self, model: &Noun) -> Vec<(String, String)> {
        let forms = |noun: &Noun| {
            let (one, many, article) = (&noun.one, &noun.many, noun.article());
            let los = noun.by_gender("los", "las");
            let un = if noun.la { "una" } else { "un" };
            let (del, al) = if noun.la { ("de la", "a la") } else { ("del", "al") };
            let no = if noun.la { "ninguna" } else { "ningún" };
            let same = noun.by_gender("mismo", "misma");
            [
                one.clone(),
                many.clone(),
                format!("{article} {one}"),
                format!("{los} {many}"),
                format!("{un} {one}"),
                format!("{del} {one}"),
                format!("{al} {one}"),
                format!("{no} {one}"),
                format!("{} {same} {one}", noun.by_gender("el", "la")),
            ]
        };
        let agreeing = [("o", "a"), ("os", "as"), ("lo", "la"), ("los", "las")]
            .map(|(o, a)| (format!("{o} {}", model.one), self.by_gender(o, a).to_owned()));
        let which = (format!("que {}", model.one), self.by_gender("el que", "la que").to_owned());
        forms(model).into_iter().zip(forms(self)).chain(agreeing).chain([which]).collect()
    }
}

/// The slots. Sentences are written with *el peón*, *la dama*, *la pieza*, *la presa* and *el punto*: `{peón}`, `{peones}`, `{el peón}`,
/// `{los peones}`, `{un peón}`, `{del peón}`, `{al peón}`, `{ningún peón}`, `{el mismo peón}`, `{una dama}`, …
///
/// What agrees with a noun is written with the masculine ending and the noun in a slot: `enemig{o pieza}`,
/// `capturad{os pieza}`, `soplar{lo pieza}`; `{que punto}` is *el que* or *la que*.
pub fn slots(nouns: &Nouns) -> Vec<(String, String)> {
    let models = [
        (&nouns.man, Noun::read("el peón", "los peones")),
        (&nouns.king, Noun::read("la dama", "las damas")),
        (&nouns.piece, Noun::read("la pieza", "las piezas")),
        (&nouns.prize, Noun::read("la presa", "las presas")),
        (&nouns.point, Noun::read("el punto", "los puntos")),
    ];
    models.into_iter().flat_map(|(noun, model)| noun.slots(&model)).collect()
}

/// The number in words, as far as people like to read it so, before a masculine noun.
pub fn number(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["ningún", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// The ordinal number in words, feminine, as far as people like to read it so.
pub fn ordinal(number: usize) -> String {
    const WORDS: [&str; 10] =
        ["primera", "segunda", "tercera", "cuarta", "quinta", "sexta", "séptima", "octava", "novena", "décima"];
    let word = number.checked_sub(1).and_then(|at| WORDS.get(at));
    word.map_or_else(|| format!("{number}.ª"), |word| (*word).to_owned())
}

/// So many turns.
pub fn turns(count: usize) -> String {
    Noun::read("el turno", "los turnos").counted(count)
}

/// *Y*, as it is before this word.
pub fn and(next: &str) -> &'static str {
    if next.starts_with('i') { "e" } else { "y" }
}

/// `a, b y c`.
pub fn list(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => {
            format!("{} {} {last}", most.join(", "), and(last))
        }
    }
}

/// What a side is called, with its article. A game file may write the article (*la Liebre*, *las Mujeres*); where it does
/// not, the ending tells: *Blancas* are *las Blancas*, *Guerreros* are *los Guerreros*.
pub struct SideName<'r> {
    article: &'static str,
    name: &'r str,
}

impl<'r> SideName<'r> {
    pub fn of(ruleset: &'r Ruleset, side: Side) -> Self {
        let name = ruleset.sides[side.index()].name.get(Language::Es);
        let written = ["el", "la", "los", "las"].into_iter().find_map(|article| {
            let (first, rest) = name.split_once(' ')?;
            (first == article).then_some(SideName { article, name: rest })
        });
        written.unwrap_or_else(|| {
            let article = match name {
                _ if name.ends_with("as") => "las",
                _ if name.ends_with('s') => "los",
                _ if name.ends_with('a') => "la",
                _ => "el",
            };
            SideName { article, name }
        })
    }

    /// The name with its article.
    pub fn the(&self) -> String {
        format!("{} {}", self.article, self.name)
    }

    /// The name with its article after *de*.
    pub fn of_the(&self) -> String {
        match self.article {
            "el" => format!("del {}", self.name),
            article => format!("de {article} {}", self.name),
        }
    }

    /// The form of the verb for this side, from those for one and for many.
    pub fn verb<'v>(&self, one: &'v str, many: &'v str) -> &'v str {
        if self.article.ends_with('s') { many } else { one }
    }
}
