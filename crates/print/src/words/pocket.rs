//! The words of the pocket kit.

use super::super::counters::{has_towers, kinds};
use super::super::measure::Mm;
use super::counters::side_name;
use quirkat_rules::{Language, Rank, Ruleset, Side};
use quirkat_words::counted;

/// The width of the coins that most people have: where points lie closer together, these are in each other's way.
const SMALL_COIN: Mm = Mm::whole(18);

/// What the page of the pocket kit shows.
pub fn sheet_of_pocket(title: &str, language: Language) -> String {
    match language {
        Language::En | Language::Fr => format!("{title}: a board to cut out and fold, and the start"),
        Language::Es => format!("{title}: un tablero para recortar y doblar, y el comienzo"),
    }
}

/// What one needs to play with coins, a paragraph each.
pub fn pocket(ruleset: &Ruleset, spacing: Mm, language: Language) -> Vec<String> {
    let [first, second] = Side::BOTH.map(|side| (coins(ruleset, side), side_name(ruleset, side, language)));
    let coin = |number: usize| match (language, number) {
        (Language::En | Language::Fr, 1) => "coin",
        (Language::En | Language::Fr, _) => "coins",
        (Language::Es, 1) => "moneda",
        (Language::Es, _) => "monedas",
    };
    let mut told = vec![match language {
        Language::En | Language::Fr => format!(
            "Take {} {} of one kind ({}) and {} of another ({}).",
            first.0,
            coin(first.0),
            first.1,
            second.0,
            second.1
        ),
        Language::Es => format!(
            "Toma {} {} de una clase ({}) y {} de otra ({}).",
            first.0,
            coin(first.0),
            first.1,
            second.0,
            second.1
        ),
    }];
    let stands = ruleset.start.columns.iter().any(|column| !column.is_empty());
    if stands {
        told.push(match language {
            Language::En | Language::Fr => "They begin as in the picture.".to_owned(),
            Language::Es => "Empiezan como en el dibujo.".to_owned(),
        });
    }
    told.extend(in_hand(ruleset, stands, language));
    told.extend(ranks_of_coins(ruleset, language));
    if has_towers(ruleset) {
        told.push(match language {
            Language::En | Language::Fr => {
                "Coins are stacked as towers: the top coin decides whose a tower is.".to_owned()
            }
            Language::Es => "Las monedas se apilan en torres: la de arriba decide de quién es la torre.".to_owned(),
        });
    }
    if spacing < SMALL_COIN {
        let is_ranked = ruleset.highest_rank() > Rank::Man;
        told.push(match (language, quirkat_draw::is_chequered(&ruleset.board)) {
            (Language::En | Language::Fr, true) => {
                format!("The squares are {spacing} mm wide: use small coins, or buttons or beans.")
            }
            (Language::En | Language::Fr, false) => {
                format!("The points are {spacing} mm apart: use small coins, or buttons or beans.")
            }
            (Language::Es, true) => {
                format!("Las casillas miden {spacing} mm: usa monedas pequeñas, o botones o alubias.")
            }
            (Language::Es, false) => {
                format!("Los puntos distan {spacing} mm: usa monedas pequeñas, o botones o alubias.")
            }
        });
        if is_ranked {
            told.push(match language {
                Language::En | Language::Fr => {
                    "What has no two sides gets a pencil mark instead of being turned over.".to_owned()
                }
                Language::Es => "Lo que no tiene dos caras se marca con lápiz en vez de darle la vuelta.".to_owned(),
            });
        }
    }
    told.push(match language {
        Language::En | Language::Fr => {
            "Cut along the line and fold twice at the marks: the board fits a pocket.".to_owned()
        }
        Language::Es => {
            "Recorta por la línea y dobla dos veces por las marcas: el tablero cabe en un bolsillo.".to_owned()
        }
    });
    told
}

/// The coins that a side needs: two for each piece that stands as two.
fn coins(ruleset: &Ruleset, side: Side) -> usize {
    let own = kinds(ruleset).into_iter().filter(|kind| kind.side == side);
    let each = |rank: Rank| if rank == Rank::Prince && !has_towers(ruleset) { 2 } else { 1 };
    own.map(|kind| kind.needed * each(kind.rank)).sum()
}

/// What waits beside the board.
fn in_hand(ruleset: &Ruleset, stands: bool, language: Language) -> Option<String> {
    let hand = ruleset.start.recollection.hand;
    let held = |side: Side| {
        let number = usize::from(hand[side.index()]);
        (number > 0).then(|| format!("{} ({number})", side_name(ruleset, side, language)))
    };
    let held: Vec<String> = Side::BOTH.into_iter().filter_map(held).collect();
    if held.is_empty() {
        return None;
    }
    let held = held.join(", ");
    Some(match (language, stands) {
        (Language::En | Language::Fr, true) => format!("Beside the board at the start: {held}."),
        (Language::En | Language::Fr, false) => format!("The board is empty at the start. Beside it: {held}."),
        (Language::Es, true) => format!("Al lado del tablero al empezar: {held}."),
        (Language::Es, false) => format!("El tablero empieza vacío. A su lado: {held}."),
    })
}

/// How coins show ranks; nothing where all pieces are alike.
fn ranks_of_coins(ruleset: &Ruleset, language: Language) -> Option<String> {
    let has = |rank: Rank| match rank {
        Rank::Man => ruleset.highest_rank() > Rank::Man,
        Rank::Prince => ruleset.start.columns.iter().flatten().any(|piece| piece.rank == rank),
        Rank::King => ruleset.highest_rank() == rank,
    };
    let name = |rank: Rank| {
        let mut names = Side::BOTH.map(|side| counted(ruleset.rank_name(Some(side), rank), 1, language)).to_vec();
        names.dedup();
        names.join(", ")
    };
    let shown = |rank: Rank| match (language, rank) {
        (Language::En | Language::Fr, Rank::Man) => "number up",
        (Language::En | Language::Fr, Rank::Prince) if has_towers(ruleset) => "a pencil mark",
        (Language::En | Language::Fr, Rank::Prince) => "two coins, one on the other",
        (Language::En | Language::Fr, Rank::King) => "coin turned over",
        (Language::Es, Rank::Man) => "la cifra arriba",
        (Language::Es, Rank::Prince) if has_towers(ruleset) => "una marca de lápiz",
        (Language::Es, Rank::Prince) => "dos monedas, una sobre otra",
        (Language::Es, Rank::King) => "la moneda vuelta",
    };
    let told: Vec<String> = Rank::ALL
        .into_iter()
        .filter(|&rank| has(rank))
        .map(|rank| format!("{} ({})", shown(rank), name(rank)))
        .collect();
    let told = told.join("; ");
    (!told.is_empty()).then(|| match language {
        Language::En | Language::Fr => format!("Ranks: {told}."),
        Language::Es => format!("Rangos: {told}."),
    })
}
