//! Sentences on boards whose outermost rows close during the game.

use super::speech::{Rule, Speech};
use quirkat_rules::{Closing, ClosingSides, OptionKey};

/// Returns which rows close and when; empty if no row closes.
pub fn rules(say: &Speech<'_>) -> Vec<Rule> {
    let rows = match say.options.closing {
        Closing::None => return vec![],
        Closing::Squares => "closing.squares",
        Closing::SquaresEarly => "closing.squares_early",
        Closing::PointRows => "closing.point_rows",
        Closing::DrawnLines => "closing.drawn_lines",
    };
    let sides = match say.options.closing_sides {
        ClosingSides::Ends => "closing.ends",
        ClosingSides::AllFour => "closing.all_four",
    };
    vec![
        say.rule(&[OptionKey::ClosingSides, OptionKey::Closing], sides, &[]),
        say.rule(&[OptionKey::Closing], rows, &[]),
        say.rule(&[OptionKey::Closing], "closing.when", &[]),
        say.rule(&[OptionKey::Closing], "closing.never_again", &[]),
    ]
}
