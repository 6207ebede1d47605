//! A position in words, for those who cannot see its drawing.

use quirkat_rules::{Language, Noun, Rank, Ruleset, Setup, Side};

/// Tells what a drawing shows: the game, who is to move, how many pieces of which rank each side has on the board and in
/// hand.
pub fn position_in_words(ruleset: &Ruleset, setup: &Setup, language: Language) -> String {
    let name = |side: Side| ruleset.about.sides[side.index()].name.get(language);
    let to_move = match language {
        Language::En | Language::Fr => format!("{} to move", name(setup.to_move)),
        Language::Es => format!("Turno: {}", name(setup.to_move)),
    };
    let [first, second] = Side::BOTH.map(|side| format!("{}: {}", name(side), forces(ruleset, setup, side, language)));
    format!("{}. {to_move}. {first}. {second}.", ruleset.about.name.get(language))
}

/// What a side has, from its highest rank to its men.
fn forces(ruleset: &Ruleset, setup: &Setup, side: Side, language: Language) -> String {
    let standing =
        |rank: Rank| setup.columns.iter().flatten().filter(|piece| piece.side == side && piece.rank == rank).count();
    let ranks = Rank::ALL.into_iter().rev().map(|rank| (rank, standing(rank))).filter(|(_, count)| *count > 0);
    let mut told: Vec<_> = ranks
        .map(|(rank, count)| format!("{count} {}", counted(ruleset.rank_name(Some(side), rank), count, language)))
        .collect();
    let hand = setup.recollection.hand[side.index()];
    if hand > 0 {
        let held = match language {
            Language::En | Language::Fr => "in hand",
            Language::Es => "en la mano",
        };
        told.push(format!("{hand} {held}"));
    }
    if told.is_empty() {
        let men = counted(ruleset.rank_name(Some(side), Rank::Man), 0, language);
        return match language {
            Language::En | Language::Fr => format!("no {men}"),
            Language::Es => format!("0 {men}"),
        };
    }
    told.join(", ")
}

/// The word for so many pieces of a rank.
pub fn counted(noun: Option<&Noun>, count: usize, language: Language) -> String {
    let Some(noun) = noun else {
        return match (language, count) {
            (Language::En | Language::Fr, 1) => "piece",
            (Language::En | Language::Fr, _) => "pieces",
            (Language::Es, 1) => "pieza",
            (Language::Es, _) => "piezas",
        }
        .to_owned();
    };
    let word = if count == 1 { &noun.one } else { &noun.many }.get(language);
    let articles = ["el ", "la ", "los ", "las "];
    let article = articles.into_iter().find(|article| language == Language::Es && word.starts_with(article));
    word.strip_prefix(article.unwrap_or_default()).unwrap_or(word).to_owned()
}
