//! Sentences on capturing by approach and withdrawal, and on the handicap game with these captures.

use super::speech::{Rule, Speech};
use super::texts::{number, text};
use quirkat_rules::{Chain, ChainDirection, FirstCapture, OnOff, OptionKey, Side, VELA_GIVER_MEN};

/// Returns how a move captures by approach or withdrawal.
pub fn capture(say: &Speech<'_>) -> Vec<Rule> {
    let rules = ["runs.steps", "runs.approach", "runs.withdrawal", "runs.row", "runs.both"]
        .map(|key| say.rule(&[OptionKey::CaptureBy], key, &[]));
    // The letters belong to the notation, not to the sources' rules.
    rules.into_iter().chain([say.rule(&[], "runs.letters", &[])]).collect()
}

pub fn removal(say: &Speech<'_>) -> Rule {
    say.rule(&say.stated(&[OptionKey::Removal]), "runs.removal", &[])
}

/// Returns whether the same piece may or must capture again in the same turn.
pub fn chain(say: &Speech<'_>) -> Rule {
    let key = match say.options.chain {
        Chain::None => "runs.one_step",
        Chain::Optional | Chain::Straight => "runs.may_go_on",
        Chain::Mandatory => "runs.must_go_on",
    };
    say.rule(&[OptionKey::Chain], key, &[])
}

/// Returns the limits of further captures by approach and withdrawal in the same turn.
pub fn chain_limits(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.chain {
        Chain::None => vec![],
        Chain::Optional | Chain::Straight | Chain::Mandatory => {
            [Some(direction_rule(say)), first(say)].into_iter().flatten().collect()
        }
    }
}

/// Returns the directions in which a chain may continue.
fn direction_rule(say: &Speech<'_>) -> Rule {
    let place = match say.options.direction {
        ChainDirection::NotConsecutive => "runs.not_twice_running",
        ChainDirection::NeverRepeatLine => "runs.not_along_a_line_again",
        ChainDirection::Free => "runs.any_way",
    };
    say.rule(&[OptionKey::Direction], "runs.way", &[text("where", say.text(place, &[]))])
}

/// Returns the rule on the first capture of the game. If no special rule applies, it exists only if the game file
/// states so.
fn first(say: &Speech<'_>) -> Option<Rule> {
    let keys = [OptionKey::FirstCaptureSingle];
    match say.options.first_capture_single {
        FirstCapture::Off if say.stated(&keys).is_empty() => None,
        FirstCapture::Off => Some(say.rule(&keys, "runs.first_goes_on", &[])),
        FirstCapture::First => Some(say.rule(&keys, "runs.first_of_one", &[say.side("side", Side::First)])),
        FirstCapture::Both => Some(say.rule(&keys, "runs.first_of_both", &[])),
    }
}

/// Returns the sentences on the handicap game, in which the first side gives up most of its pieces.
pub fn handicap(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.vela {
        OnOff::On if say.has_runs() => (),
        OnOff::On | OnOff::Off => return vec![],
    }
    let giver = || say.side("side", Side::First);
    let receiver = || say.side("side", Side::Second);
    let keeps = || number("keeps", VELA_GIVER_MEN as usize);
    let offer = match say.options.must_offer {
        OnOff::On => "runs.must_offer",
        OnOff::Off => "runs.need_not_offer",
    };
    vec![
        say.rule(&[OptionKey::Vela], "runs.giver", &[giver(), keeps()]),
        say.rule(&[OptionKey::Vela], "runs.receiver", &[receiver()]),
        say.rule(&[OptionKey::MustOffer], offer, &[giver(), say.side("other", Side::Second)]),
        say.rule(&[OptionKey::Vela], "runs.after_it", &[giver(), keeps()]),
    ]
}
