//! Sentences on custodial captures: moves that enclose enemy pieces.

use super::capturing::along_capture_lines;
use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{CaptureBy, OptionKey};

/// Returns how a move captures.
pub fn capture(say: &Speech<'_>) -> Vec<Rule> {
    let what = match say.options.capture_by {
        CaptureBy::Custodial => "custodial.one",
        CaptureBy::CustodialRows => "custodial.rows",
        CaptureBy::Leap | CaptureBy::Approach | CaptureBy::None => return vec![],
    };
    let keys = [vec![OptionKey::CaptureBy], say.stated(&[OptionKey::CaptureLines])].concat();
    let rule = |key| say.rule(&[OptionKey::CaptureBy], key, &[]);
    let entered = say.has_hand().then(|| rule("custodial.entered"));
    [
        rule("custodial.enclosing"),
        say.rule(&keys, what, &[text("how", along_capture_lines(say))]),
        rule("custodial.several"),
        rule("custodial.safe"),
    ]
    .into_iter()
    .chain(entered)
    .collect()
}
