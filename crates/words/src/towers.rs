//! Sentences on towers: the structure of columns, the effect of a leap, and repeated leaps over one column.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{Chain, OptionKey, Rejump};

/// Returns the structure and the moves of columns; empty in a game without them.
pub fn columns(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_towers() {
        return vec![];
    }
    let powers = if say.has_kings() { "towers.powers" } else { "towers.powers_of_men" };
    vec![say.rule(&[OptionKey::Removal], "towers.column", &[]), say.rule(&[OptionKey::Removal], powers, &[])]
}

/// Returns the explicit words for the piece that a leap captures: a neighbouring enemy piece, or the top of a column.
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

/// Returns the words for such a piece at any distance.
pub fn far_off(say: &Speech<'_>) -> String {
    say.text(if say.has_towers() { "towers.top" } else { "towers.piece" }, &[])
}

/// Returns the words for a piece that a leap has captured.
pub fn leapt(say: &Speech<'_>) -> String {
    say.text(if say.has_towers() { "towers.column_leapt" } else { "towers.piece_leapt" }, &[])
}

/// Returns the effect of a leap on the columns.
pub fn under(say: &Speech<'_>) -> Rule {
    let when = say.has_chains().then_some("towers.at_once");
    say.rule(&[OptionKey::Removal], "towers.under", &[text("when", say.maybe(when))])
}

/// Returns the rule on a second leap over a column, if a chain can return to it.
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

/// Returns the rule on a man that its captor frees on the last row.
pub fn freed(say: &Speech<'_>) -> Option<Rule> {
    (say.has_towers() && say.has_kings()).then(|| say.rule(&[], "towers.freed", &[]))
}
