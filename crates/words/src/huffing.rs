//! Sentences on huffing: which pieces may be removed, when, and which may not.

use super::choosing::CaptureDemand;
use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{Chain, OptionKey};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_huffs() {
        return vec![];
    }
    let others = [
        say.rule(&[OptionKey::Capture], "huffing.moved", &[]),
        after_a_capture(say),
        say.rule(&[OptionKey::Capture], "huffing.no_turn", &[]),
    ];
    [huff(say)].into_iter().chain(top_only(say)).chain(others).collect()
}

fn huff(say: &Speech<'_>) -> Rule {
    let gone = if say.has_towers() { "huffing.column" } else { "huffing.piece" };
    let could = if CaptureDemand::by(say).is_anything() { "huffing.asked_for" } else { "huffing.captured" };
    let slots = [text("gone", say.text(gone, &[])), text("could", say.text(could, &[]))];
    say.rule(&[OptionKey::Capture], "huffing.huff", &slots)
}

/// Returns the sentence on the part of a huffed column that is removed.
fn top_only(say: &Speech<'_>) -> Option<Rule> {
    say.has_towers().then(|| say.rule(&[OptionKey::Capture, OptionKey::Removal], "huffing.top_only", &[]))
}

/// Returns whether a piece may be huffed after an incomplete capture.
fn after_a_capture(say: &Speech<'_>) -> Rule {
    match (CaptureDemand::by(say).is_anything(), say.options.chain) {
        (false, Chain::None | Chain::Optional | Chain::Straight) => {
            say.rule(&[OptionKey::Capture], "huffing.never_after_a_capture", &[])
        }
        (false, Chain::Mandatory) => {
            say.rule(&[OptionKey::Capture, OptionKey::Chain], "huffing.if_it_could_go_on", &[])
        }
        (true, _) => say.rule(&[OptionKey::Capture, OptionKey::Choice], "huffing.if_better", &[]),
    }
}
