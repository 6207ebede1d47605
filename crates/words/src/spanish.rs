//! Spanish: nouns with their articles and genders, numbers, lists and the names of the sides.

use super::speech::{captor, has_men_only, has_squares, has_towers, total};
use quirkat_rules::{Language, Ruleset};
use quirkat_rules::{Rank, Side};

/// A countable noun.
#[derive(Clone)]
pub struct Noun {
    pub one: String,
    pub many: String,
    /// Whether one of them goes with `la` and `una`.
    la: bool,
    /// Whether adjectives are feminine; *el águila* goes with `el` and is feminine.
    feminine: bool,
    /// Whether there is only one of them, which is *el* or *la*.
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
        let mut prize = if has_men_only(ruleset) { man.clone() } else { Noun::read("la pieza", "las piezas") };
        let piece = if has_towers(ruleset) { Noun::read("la columna", "las columnas") } else { prize.clone() };
        let mut captor = piece.clone();
        if let Some(side) = self::captor(ruleset).filter(|_| has_men_only(ruleset) && !has_towers(ruleset)) {
            captor = rank(ruleset, Some(side), Rank::Man);
            captor.is_single = total(ruleset, side) == 1;
            prize = rank(ruleset, Some(side.other()), Rank::Man);
        }
        let point = if has_squares(ruleset) {
            Noun::read("la casilla", "las casillas")
        } else {
            Noun::read("el punto", "los puntos")
        };
        Nouns { man, prince, king, piece, prize, captor, point }
    }
}

/// What pieces of a rank are called, by a side that has words of its own for them or by both.
pub fn rank(ruleset: &Ruleset, side: Option<Side>, rank: Rank) -> Noun {
    ruleset.rank_name(side, rank).map_or_else(
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
        Noun { one: one.to_owned(), many: many.to_owned(), la, feminine, is_single: false }
    }

    /// One of them with the definite article.
    pub fn the(&self) -> String {
        format!("{} {}", self.article(), self.one)
    }

    /// Many of them with the definite article.
    pub fn the_many(&self) -> String {
        format!("{} {}", self.by_gender("los", "las"), self.many)
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
            let un = match noun.la {
                _ if noun.is_single => article,
                true => "una",
                false => "un",
            };
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
                if noun.is_single {
                    format!("{article} {one}")
                } else {
                    format!("{} {same} {one}", noun.by_gender("el", "la"))
                },
            ]
        };
        let agreeing = [("o", "a"), ("os", "as"), ("lo", "la"), ("los", "las")]
            .map(|(o, a)| (format!("{o} {}", model.one), self.by_gender(o, a).to_owned()));
        let which = (format!("que {}", model.one), self.by_gender("el que", "la que").to_owned());
        forms(model).into_iter().zip(forms(self)).chain(agreeing).chain([which]).collect()
    }
}

/// The slots. Sentences are written with *el peón*, *el príncipe*, *la dama*, *la pieza*, *la presa*, *el cazador* and *el punto*: `{peón}`, `{peones}`, `{el peón}`,
/// `{los peones}`, `{un peón}`, `{del peón}`, `{al peón}`, `{ningún peón}`, `{el mismo peón}`, `{una dama}`, …
///
/// What agrees with a noun is written with the masculine ending and the noun in a slot: `enemig{o pieza}`,
/// `capturad{os pieza}`, `soplar{lo pieza}`; `{que punto}` is *el que* or *la que*.
pub fn slots(nouns: &Nouns) -> Vec<(String, String)> {
    let models = [
        (&nouns.man, Noun::read("el peón", "los peones")),
        (&nouns.prince, Noun::read("el príncipe", "los príncipes")),
        (&nouns.king, Noun::read("la dama", "las damas")),
        (&nouns.piece, Noun::read("la pieza", "las piezas")),
        (&nouns.prize, Noun::read("la presa", "las presas")),
        (&nouns.captor, Noun::read("el cazador", "los cazadores")),
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

/// `a, b o c`, where one of them is meant.
pub fn either(items: &[&str]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} o {last}", most.join(", ")),
        _ => items.concat(),
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
        let name = ruleset.about.sides[side.index()].name.get(Language::Es);
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

    /// The name with its article after *a*.
    pub fn to_the(&self) -> String {
        match self.article {
            "el" => format!("al {}", self.name),
            article => format!("a {article} {}", self.name),
        }
    }

    /// The form of the verb for this side, from those for one and for many.
    pub fn verb<'v>(&self, one: &'v str, many: &'v str) -> &'v str {
        if self.article.ends_with('s') { many } else { one }
    }
}
