//! Text on sheets of counters.

use super::super::counters::Kind;
use super::super::rims::Rim;
use super::{TEXTS, digits, text};
use quirkat_rules::{Language, Rank, Ruleset, Side};
use quirkat_words::counted;

/// Returns the alternative text of a page of counters.
pub fn sheet_of_counters(title: &str, language: Language) -> String {
    TEXTS.say(language, "counters.sheet", &[text("title", title)])
}

/// Describes the counters of a kind: side, rank, backs and number.
pub fn counters(ruleset: &Ruleset, kind: &Kind, language: Language) -> String {
    let rank = |rank: Rank| text("pieces", counted(ruleset.rank_name(Some(kind.side), rank), kind.needed, language));
    let back = kind.back.map(|back| TEXTS.say(language, "counters.back", &[rank(back)])).unwrap_or_default();
    let slots = [
        text("side", side_name(ruleset, kind.side, language)),
        digits("count", kind.needed),
        rank(kind.rank),
        text("back", back),
    ];
    let label = TEXTS.say(language, "counters.kind", &slots);
    match kind.spare {
        0 => label,
        spare => TEXTS.say(language, "counters.spare", &[text("number", label), digits("spare", spare)]),
    }
}

/// Returns the name of a side at the start of a line.
pub(super) fn side_name(ruleset: &Ruleset, side: Side, language: Language) -> String {
    let name = ruleset.info.sides[side.index()].name.get(language);
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the lines that explain the strips for the counters of a kind.
pub fn rims(ruleset: &Ruleset, kind: &Kind, rim: &Rim, language: Language) -> Vec<String> {
    let slots = [digits("number", kind.needed + kind.spare), text("height", rim.height.to_string())];
    let mut lines = vec![TEXTS.say(language, "counters.strips", &slots)];
    if rim.parts > 1 {
        lines.push(TEXTS.say(language, "counters.parts", &[text("parts", rim.parts.to_string())]));
    }
    if let Some(back) = kind.back {
        let piece = counted(ruleset.rank_name(Some(kind.side), back), 1, language);
        lines.push(TEXTS.say(language, "counters.dots", &[text("piece", piece)]));
    }
    lines
}
