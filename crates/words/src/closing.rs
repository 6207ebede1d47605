//! The board that closes behind the players.

use super::speech::{Rule, Speech};
use quirkat_rules::{Closing, ClosingSides, Key};

/// Which rows close and when; nothing where none do.
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
        say.rule(&[Key::ClosingSides, Key::Closing], sides, &[]),
        say.rule(&[Key::Closing], rows, &[]),
        say.rule(&[Key::Closing], "closing.when", &[]),
        say.rule(&[Key::Closing], "closing.never_again", &[]),
    ]
}
