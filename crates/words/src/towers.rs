//! Towers: what columns are, what a leap does to them, and leaping one of them again.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{Chain, OptionKey, Rejump};

/// What a column is and how it moves; nothing where there are none.
pub fn columns(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_towers() {
        return vec![];
    }
    let powers = if say.has_kings() { "towers.powers" } else { "towers.powers_of_men" };
    vec![say.rule(&[OptionKey::Removal], "towers.column", &[]), say.rule(&[OptionKey::Removal], powers, &[])]
}

/// What a leap captures, in so many words: a neighbouring enemy piece, or the top of a column.
pub fn neighbour(say: &Speech<'_>) -> String {
    let key = if say.has_towers() {
        "towers.top_beside"
    } else if say.captor().is_some() {
        "towers.prize_beside"
    } else {
        "towers.piece_beside"
    };
    say.text(key, &[])
}

/// The same at any distance.
pub fn far_off(say: &Speech<'_>) -> String {
    say.text(if say.has_towers() { "towers.top" } else { "towers.piece" }, &[])
}

/// What has been leapt.
pub fn leapt(say: &Speech<'_>) -> String {
    say.text(if say.has_towers() { "towers.column_leapt" } else { "towers.piece_leapt" }, &[])
}

/// What a leap does to the columns.
pub fn under(say: &Speech<'_>) -> Rule {
    let when = say.has_chains().then_some("towers.at_once");
    say.rule(&[OptionKey::Removal], "towers.under", &[text("when", say.maybe(when))])
}

/// Leaping the same column again: only where a chain can come back to it.
pub fn rejump(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_towers() {
        return None;
    }
    match say.options.chain {
        Chain::None | Chain::Straight => return None,
        Chain::Optional | Chain::Mandatory => (),
    }
    let key = match say.options.rejump {
        Rejump::Once => "towers.leapt_once",
        Rejump::NotConsecutive => "towers.leapt_not_next",
        Rejump::Allowed => "towers.leapt_again",
    };
    Some(say.rule(&[OptionKey::Rejump], key, &[]))
}

/// A man that its captor leaves free on its last row.
pub fn freed(say: &Speech<'_>) -> Option<Rule> {
    (say.has_towers() && say.has_kings()).then(|| say.rule(&[], "towers.freed", &[]))
}
