//! Sentences on rows of three: their definition, and the win or the capture that they give.

use super::speech::{Rule, Speech};
use super::texts::text;
use quirkat_rules::{DoubleMill, Mills, OptionKey, YesNo};

/// Returns the sentence on the win by a row of three.
pub fn win(say: &Speech<'_>) -> Option<Rule> {
    match say.options.mills {
        Mills::None | Mills::Take => return None,
        Mills::Win => (),
    }
    Some(say.rule(&keys(say), "mills.win", &[text("diagonals", diagonals(say))]))
}

/// Returns which pieces a row of three captures, and which it may not.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    match say.options.mills {
        Mills::None | Mills::Win => return vec![],
        Mills::Take => (),
    }
    let protection = match say.options.mill_protected {
        YesNo::Yes => "mills.protected",
        YesNo::No => "mills.unprotected",
    };
    let double = match say.options.double_mill {
        DoubleMill::One => "mills.double_one",
        DoubleMill::Two => "mills.double_two",
    };
    vec![
        mill(say),
        say.rule(&[OptionKey::MillProtected], protection, &[]),
        say.rule(&[OptionKey::DoubleMill], double, &[]),
    ]
}

fn mill(say: &Speech<'_>) -> Rule {
    let by = match (say.has_placing(), say.has_moves()) {
        (true, true) => "mills.placing_or_moving",
        (true, false) => "mills.placing",
        (false, _) => "mills.moving",
    };
    let again = say.has_moves().then_some("mills.again");
    let slots = [text("by", say.text(by, &[])), text("diagonals", diagonals(say)), text("again", say.maybe(again))];
    say.rule(&keys(say), "mills.mill", &slots)
}

fn keys(say: &Speech<'_>) -> Vec<OptionKey> {
    if has_diagonal_rows(say) { vec![OptionKey::Mills, OptionKey::DiagonalMills] } else { vec![OptionKey::Mills] }
}

/// Returns whether three points of the board are consecutive on a diagonal line.
fn has_diagonal_rows(say: &Speech<'_>) -> bool {
    let board = &say.ruleset.board;
    board.lines().iter().filter(|line| line.len() > 2).any(|line| {
        let [from, to] = [line[0], line[2]].map(|point| board.place(point));
        from.x != to.x && from.y != to.y
    })
}

/// Returns whether diagonal rows count, if the board has any.
fn diagonals(say: &Speech<'_>) -> String {
    say.maybe(match say.options.diagonal_mills {
        _ if !has_diagonal_rows(say) => None,
        YesNo::Yes => Some("mills.diagonals_count"),
        YesNo::No => Some("mills.diagonals_do_not"),
    })
}
