//! Sentences on turns and on moves that capture nothing.

use super::board::Lines;
use super::ending::{by_aim, never_repeats, same_position};
use super::speech::{Rule, Speech};
use super::texts::text;
use super::ways::{along, ways};
use super::{placing, promotion, ranks, towers};
use quirkat_rules::{AfterPlacing, Aim, Directions, LastRow, OptionKey, Promotion, Repetition, Return, YesNo};

pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_moves() {
        return vec![];
    }
    let steps = [
        steps(say),
        line_steps(say),
        ranks::steps(say),
        promotion::move_limit_from_the_start(say),
        directions(say),
        last_row(say),
        flying(say),
        no_promotion(say),
        returning(say),
        no_repetition(say),
        ranks::single_combat(say),
        placing::entering(say),
    ];
    towers::columns(say).into_iter().chain([turn(say)]).chain(steps.into_iter().flatten()).collect()
}

fn turn(say: &Speech<'_>) -> Rule {
    if say.captures_only() {
        return say.rule(&[OptionKey::StepDirs], "moving.captures_only", &[]);
    }
    let capturing = match (say.has_captures(), say.captor()) {
        (true, None) => Some("moving.capturing_or_not"),
        (false, _) | (true, Some(_)) => None,
    };
    let capturing = text("capturing", say.maybe(capturing));
    if say.has_placing() {
        return say.rule(&[OptionKey::Placing], "moving.turn_when_placed", &[capturing]);
    }
    say.rule(&[], "moving.turn", &[capturing])
}

fn steps(say: &Speech<'_>) -> Option<Rule> {
    let after_placing = match say.options.after_placing {
        AfterPlacing::Fly => return Some(say.rule(&[OptionKey::AfterPlacing], "moving.anywhere", &[])),
        AfterPlacing::Move | AfterPlacing::End => say.stated(&[OptionKey::AfterPlacing]),
    };
    let keys = [vec![OptionKey::StepDirs], after_placing].concat();
    if say.options.every_turn_captures() {
        return (!say.captures_only()).then(|| say.rule(&keys, "moving.no_steps", &[]));
    }
    Some(match ways(say, say.lines, say.options.step_dirs) {
        None => {
            let ranks = say.has_ranks() && say.options.step_dirs == Directions::All;
            let who = say.text(if ranks { "capturing.a_piece" } else { "capturing.a_man" }, &[]);
            say.rule(&keys, "moving.steps", &[text("who", who), text("along", along(say))])
        }
        Some(ways) => {
            let key = match say.lines {
                Lines::Mixed | Lines::Grid => "moving.steps_along_lines",
                Lines::Diagonal | Lines::Straight => "moving.steps_ways",
            };
            say.rule(&keys, key, &[text("ways", ways)])
        }
    })
}

fn line_steps(say: &Speech<'_>) -> Option<Rule> {
    let over_rows = say.options.line_steps == YesNo::Yes && say.options.step_dirs != Directions::None;
    over_rows.then(|| say.rule(&[OptionKey::LineSteps], "moving.line_steps", &[]))
}

/// Returns the sentence on the flight of the last three pieces. Without flight it exists only if the game file states
/// so.
fn flying(say: &Speech<'_>) -> Option<Rule> {
    let key = match say.options.fly_at_three {
        YesNo::No if say.stated(&[OptionKey::FlyAtThree]).is_empty() => return None,
        YesNo::No => "moving.no_flying",
        YesNo::Yes => "moving.flying",
    };
    Some(say.rule(&[OptionKey::FlyAtThree], key, &[]))
}

/// Returns the meaning of forward and of the last row, if the rules use these words.
fn directions(say: &Speech<'_>) -> Option<Rule> {
    let options = say.options;
    let names_ways = |directions| match directions {
        Directions::All | Directions::None => false,
        Directions::NoBack | Directions::Forward | Directions::Straight => true,
    };
    let forward = names_ways(options.step_dirs) || say.has_captures() && names_ways(options.cap_dirs);
    let last_row = last_row(say).is_some() || options.promotion != Promotion::None;
    let key = match (forward, last_row) {
        (false, false) => return None,
        (true, false) => "moving.forward",
        (false, true) => "moving.last_row_is",
        (true, true) => "moving.forward_and_last_row",
    };
    Some(say.rule(&[], key, &[]))
}

/// Returns the sentence on a man on its last row, including the directions in which it captures there.
fn last_row(say: &Speech<'_>) -> Option<Rule> {
    let what = match (say.options.last_row, say.options.cap_dirs) {
        (LastRow::Normal, _) => return None,
        // A man that never steps can lose only backward captures there.
        (LastRow::CaptureOnly, _)
        | (
            LastRow::CaptureSidewaysOnly,
            Directions::NoBack | Directions::Forward | Directions::Straight | Directions::None,
        ) if say.options.every_turn_captures() => {
            return None;
        }
        (LastRow::CaptureOnly, Directions::All) => "moving.may_only_capture",
        (LastRow::CaptureOnly, Directions::NoBack) => "moving.may_only_capture_along",
        (LastRow::CaptureSidewaysOnly, Directions::All | Directions::NoBack) => "moving.may_only_capture_sideways",
        (
            LastRow::CaptureOnly | LastRow::CaptureSidewaysOnly,
            Directions::Forward | Directions::Straight | Directions::None,
        ) => "moving.cannot_move",
    };
    let still = match say.options.promotion {
        Promotion::None => None,
        Promotion::Short | Promotion::Long => Some("moving.no_king_yet"),
    };
    let slots = [text("still", say.maybe(still)), text("what", say.text(what, &[]))];
    Some(say.rule(&[OptionKey::LastRow], "moving.last_row", &slots))
}

/// Returns the sentence that men are never promoted, if the game file states so.
fn no_promotion(say: &Speech<'_>) -> Option<Rule> {
    match say.options.promotion {
        Promotion::None if say.stated(&[OptionKey::Promotion]).is_empty() => None,
        Promotion::None => Some(say.rule(&[OptionKey::Promotion], "moving.no_promotion", &[])),
        Promotion::Short | Promotion::Long => None,
    }
}

/// Returns the sentence on the return to an earlier point. For a free return it exists only if the game file states so.
fn returning(say: &Speech<'_>) -> Option<Rule> {
    let key = match say.options.returning {
        Return::NotStart if say.has_turning_chains() => "moving.may_not_return_inside",
        Return::Free | Return::NotStart if say.stated(&[OptionKey::Return]).is_empty() => return None,
        Return::Free | Return::NotStart => "moving.may_return",
        Return::NotLast => "moving.may_not_return_at_once",
        Return::Never => "moving.may_never_return",
    };
    Some(say.rule(&[OptionKey::Return], key, &[]))
}

/// Returns the ban on repeating positions, which restricts moves. `ending` has the other effects of repetition.
fn no_repetition(say: &Speech<'_>) -> Option<Rule> {
    match say.options.repetition {
        Repetition::Forbidden if !never_repeats(say) => {
            let key = match say.options.aim {
                Aim::Win => "moving.no_repetition",
                Aim::Lose => "moving.no_repetition_wins",
            };
            Some(say.rule(&by_aim(say, &[OptionKey::Repetition]), key, &[text("same", same_position(say))]))
        }
        Repetition::Forbidden
        | Repetition::Draw
        | Repetition::DrawIfEqual
        | Repetition::Count
        | Repetition::CaptorWins
        | Repetition::None => None,
    }
}
