//! Sentences on pieces in hand: placing all of them before any moves, and entering one to replace a lost one.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{AfterPlacing, Capture, OptionKey, Place, Precedence, Rank, Resupply, Side, YesNo};

/// Returns how the pieces are placed before any of them moves.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    if !say.has_placing() {
        return vec![];
    }
    [Some(placing(say)), centre(say), dice(say)].into_iter().flatten().collect()
}

fn placing(say: &Speech<'_>) -> Rule {
    let [first, second] = say.ruleset.start.memory.hand;
    match (first, second) {
        (_, 0) => one_side_places(say, Side::First),
        (0, _) => one_side_places(say, Side::Second),
        _ => both_sides_place(say, first == second),
    }
}

fn both_sides_place(say: &Speech<'_>, equally_many: bool) -> Rule {
    if !say.has_moves() {
        return say.rule(&[OptionKey::Placing, OptionKey::AfterPlacing], "placing.place_only", &[]);
    }
    let other = (!equally_many).then_some("placing.other_moves");
    say.rule(&[OptionKey::Placing], "placing.place_first", &[text("other", say.maybe(other))])
}

fn one_side_places(say: &Speech<'_>, side: Side) -> Rule {
    let slots = [say.side("side", side), say.side("other", side.other()), say.noun("man", side, Rank::Man)];
    say.rule(&[OptionKey::Placing], "placing.one_side", &slots)
}

/// Returns whether the first piece may go to the middle. The permission appears only if the game file states it.
fn centre(say: &Speech<'_>) -> Option<Rule> {
    let board = &say.ruleset.board;
    let (low, high) = board.bounds();
    let is_centre = |place: Place| (2 * place.x, 2 * place.y) == (low.x + high.x, low.y + high.y);
    let name = board.name(board.points().find(|&point| is_centre(board.place(point)))?);
    let key = match say.options.no_centre_opening {
        YesNo::No if say.stated(&[OptionKey::NoCentreOpening]).is_empty() => return None,
        YesNo::No => "placing.centre_free",
        YesNo::Yes => "placing.centre_barred",
    };
    Some(say.rule(&[OptionKey::NoCentreOpening], key, &[text("point", name)]))
}

/// Returns the sentence on dice that are thrown before a piece is placed. Their absence appears only if the game file
/// states it.
fn dice(say: &Speech<'_>) -> Option<Rule> {
    let key = match say.options.dice {
        YesNo::No if say.stated(&[OptionKey::Dice]).is_empty() => return None,
        YesNo::No => "placing.no_dice",
        YesNo::Yes => "placing.dice",
    };
    Some(say.rule(&[OptionKey::Dice], key, &[]))
}

/// Returns the result when all pieces are placed and the game has no moves.
pub fn ending(say: &Speech<'_>) -> Option<Rule> {
    match say.options.after_placing {
        AfterPlacing::End if say.has_placing() => Some(say.rule(&[OptionKey::AfterPlacing], "placing.ending", &[])),
        AfterPlacing::Move | AfterPlacing::End | AfterPlacing::Fly => None,
    }
}

/// Returns how a man enters from the hand in a game in which pieces move from the start.
pub fn entering(say: &Speech<'_>) -> Option<Rule> {
    if !say.has_hand() || say.has_placing() {
        return None;
    }
    let keys = say.stated(&[OptionKey::Reading, OptionKey::Resupply]);
    let how = match say.options.resupply {
        Resupply::Optional => return Some(may_enter(say, &keys)),
        Resupply::ThenMove => "placing.then_move",
        Resupply::IsTheTurn => "placing.whole_turn",
        Resupply::AtOnce => "placing.at_once",
    };
    Some(say.rule(&keys, "placing.entering", &[text("how", say.text(how, &[]))]))
}

fn may_enter(say: &Speech<'_>, keys: &[OptionKey]) -> Rule {
    let must = match say.options.capture {
        Capture::Mandatory | Capture::Men => say.options.choice != Precedence::Protest,
        Capture::Optional | Capture::Huff => false,
    };
    let unless = must.then_some("placing.not_while_capturing");
    say.rule(keys, "placing.may_enter", &[text("not", say.maybe(unless))])
}
