//! Sentences on capturing: how pieces capture, whether they must, and how a capture continues.

use super::board::Lines;
use super::speech::{Rule, Speech};
use super::texts::text;
use super::ways::ways;
use super::{choosing, custodial, hunt, mills, promotion, ranks, runs, towers};
use quirkat_rules::{Capture, CaptureLines, Chain, Directions, OptionKey, Precedence, Removal, Turning, YesNo};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let captures = if !say.has_captures() {
        vec![]
    } else if say.has_runs() {
        by_runs(say)
    } else if say.has_custodial_captures() {
        by_enclosing(say)
    } else {
        by_leaps(say)
    };
    captures.into_iter().chain(mills::rules(say)).collect()
}

fn by_leaps(say: &Speech<'_>) -> Vec<Rule> {
    let how = if say.options.cap_dirs == Directions::None {
        vec![say.rule(&[OptionKey::CapDirs], "capturing.nothing", &[])]
    } else {
        [leap(say), directions(say)].into_iter().chain(rows(say)).collect()
    };
    let rules = [ranks::directions(say), ranks::taking(say), Some(removal(say)), towers::rejump(say), duty(say)];
    hunt::captors(say)
        .into_iter()
        .chain(how)
        .chain(promotion::powers_from_the_start(say))
        .chain(rules.into_iter().flatten())
        .chain([chain(say)])
        .chain(stopping(say))
        .chain(choosing::rules(say))
        .collect()
}

fn by_runs(say: &Speech<'_>) -> Vec<Rule> {
    hunt::captors(say)
        .into_iter()
        .chain(runs::capture(say))
        .chain([directions(say)])
        .chain(ranks::taking(say))
        .chain([runs::removal(say)])
        .chain(duty(say))
        .chain([runs::chain(say)])
        .chain(runs::chain_limits(say))
        .chain(choosing::rules(say))
        .collect()
}

fn by_enclosing(say: &Speech<'_>) -> Vec<Rule> {
    hunt::captors(say)
        .into_iter()
        .chain(custodial::capture(say))
        .chain(rows(say))
        .chain([runs::removal(say)])
        .chain(duty(say))
        .chain([runs::chain(say)])
        .chain(choosing::rules(say))
        .collect()
}

fn leap(say: &Speech<'_>) -> Rule {
    let who = if say.has_ranks() && !say.has_promotion() && !promotion::kings_reach_further(say) {
        "capturing.a_piece"
    } else if say.captor().is_some() && !say.has_kings() {
        "capturing.a_captor"
    } else {
        "capturing.a_man"
    };
    let (who, what) = (text("who", say.text(who, &[])), text("what", towers::neighbour(say)));
    match say.options.bent_leaps {
        YesNo::No => {
            let how = text("how", along_capture_lines(say));
            say.rule(&say.stated(&[OptionKey::BentLeaps, OptionKey::CaptureLines]), "capturing.leap", &[who, what, how])
        }
        YesNo::Yes => say.rule(&[OptionKey::BentLeaps], "capturing.bent_leap", &[who, what]),
    }
}

/// Returns the words for the lines along which pieces capture.
pub fn along_capture_lines(say: &Speech<'_>) -> String {
    let key = match (say.lines, say.captures_along_rows()) {
        _ if say.options.capture_lines == CaptureLines::Orthogonals => "capturing.along_rows_only",
        _ if say.options.capture_lines == CaptureLines::Diagonals => "capturing.diagonally",
        (Lines::Diagonal, false) => "capturing.diagonally",
        (Lines::Diagonal, true) => "capturing.diagonally_or_along_rows",
        (Lines::Mixed | Lines::Grid, false) => "capturing.along_a_line",
        (Lines::Mixed | Lines::Grid | Lines::Straight, true) => "capturing.along_a_line_or_row",
        (Lines::Straight, false) => "capturing.straight",
    };
    say.text(key, &[])
}

fn directions(say: &Speech<'_>) -> Rule {
    let who = if say.captor().is_some() && !say.has_kings() {
        "capturing.captor_goes"
    } else if say.has_ranks() && say.options.cap_dirs == Directions::All {
        "capturing.pieces_go"
    } else {
        "capturing.men_go"
    };
    let ways = ways(say, say.capture_lines(), say.options.cap_dirs).unwrap_or_else(|| everywhere(say));
    say.rule(&[OptionKey::CapDirs], "capturing.directions", &[text("who", say.text(who, &[])), text("where", ways)])
}

/// Returns the words for all directions along the lines of the board.
pub fn everywhere(say: &Speech<'_>) -> String {
    let key = match say.capture_lines() {
        Lines::Mixed | Lines::Grid => "capturing.anywhere",
        Lines::Diagonal => "capturing.both_ways",
        Lines::Straight => "capturing.three_ways",
    };
    say.text(key, &[])
}

/// Returns which points are neighbours along rows and columns, if pieces capture along these without a line.
fn rows(say: &Speech<'_>) -> Option<Rule> {
    let key = if say.has_squares() { "capturing.squares_in_rows" } else { "capturing.points_in_rows" };
    say.captures_along_rows().then(|| say.rule(&[OptionKey::CaptureLines], key, &[]))
}

fn removal(say: &Speech<'_>) -> Rule {
    let key = match (say.options.removal, say.options.chain) {
        (Removal::Under, _) => return towers::under(say),
        (Removal::Immediate, Chain::None) => "capturing.at_once",
        (Removal::Immediate, Chain::Optional | Chain::Mandatory | Chain::Straight) => "capturing.at_once_in_chains",
        (Removal::End, Chain::None) => "capturing.at_the_end",
        (Removal::End, Chain::Optional | Chain::Mandatory | Chain::Straight) => "capturing.at_the_end_of_chains",
    };
    say.rule(&[OptionKey::Removal], key, &[])
}

/// Returns the sentence on the duty to capture, or `None` if every turn is a capture.
fn duty(say: &Speech<'_>) -> Option<Rule> {
    if say.options.choice == Precedence::Protest && !say.captures_without_leaps() {
        return Some(choosing::duty_to_claim(say));
    }
    let key = match say.options.capture {
        Capture::Optional | Capture::Mandatory | Capture::Men if say.captures_only() => return None,
        Capture::Men if say.has_kings() => "capturing.duty_with_men",
        Capture::Optional => "capturing.duty_none",
        Capture::Huff if say.has_huffs() => "capturing.duty_or_huff",
        Capture::Mandatory | Capture::Men | Capture::Huff => "capturing.duty",
    };
    Some(say.rule(&[OptionKey::Capture], key, &[]))
}

/// Returns the sentence on further leaps.
fn chain(say: &Speech<'_>) -> Rule {
    let keys: &[_] = if turns_matter(say) { &[OptionKey::Chain, OptionKey::Turning] } else { &[OptionKey::Chain] };
    let turning = text("turning", turning(say));
    match (say.options.chain, say.options.capture) {
        (Chain::Mandatory, _) if say.options.choice == Precedence::Protest => {
            say.rule(keys, "capturing.may_go_on", &[turning])
        }
        (Chain::None, _) => say.rule(keys, "capturing.one_leap", &[]),
        (Chain::Optional, _) => say.rule(keys, "capturing.may_go_on", &[turning]),
        (Chain::Straight, _) => say.rule(keys, "capturing.straight_on", &[]),
        (Chain::Mandatory, Capture::Optional | Capture::Mandatory | Capture::Men) => {
            say.rule(keys, "capturing.must_go_on", &[turning])
        }
        (Chain::Mandatory, Capture::Huff) => say.rule(keys, "capturing.should_go_on", &[turning]),
    }
}

/// Returns whether a king can choose its direction inside a chain.
fn turns_matter(say: &Speech<'_>) -> bool {
    say.has_kings()
        && match say.options.chain {
            Chain::Optional | Chain::Mandatory => true,
            Chain::None | Chain::Straight => false,
        }
}

/// Returns the words on changing direction from leap to leap.
fn turning(say: &Speech<'_>) -> String {
    let key = match say.options.turning {
        Turning::NoReversal if say.has_kings() => "capturing.turning_not_back",
        Turning::Straight if say.has_kings() => "capturing.turning_straight",
        Turning::Free | Turning::NoReversal | Turning::Straight => "capturing.turning",
    };
    say.text(key, &[])
}

/// Returns the sentence that allows stopping, or `None` if the choice among captures demands the longest.
fn stopping(say: &Speech<'_>) -> Option<Rule> {
    match (say.options.chain, say.options.choice) {
        (Chain::Optional | Chain::Straight, Precedence::Free | Precedence::ByKing)
        | (Chain::Optional | Chain::Mandatory | Chain::Straight, Precedence::Protest) => {
            Some(say.rule(&[OptionKey::Chain], "capturing.may_stop", &[]))
        }
        (
            Chain::Optional | Chain::Straight,
            Precedence::Max
            | Precedence::MaxQuality
            | Precedence::KingFirst
            | Precedence::Italian
            | Precedence::Frisian,
        ) => None,
        (Chain::None, _) | (Chain::Mandatory, _) => None,
    }
}
