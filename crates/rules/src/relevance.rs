//! What it takes for an option to matter: a clause about promotion means nothing where nothing is promoted.

use crate::board::Point;
use crate::options::{
    AfterPlacing, Blocked, Capture, CaptureBy, Chain, Closing, DrawRules, KingLost, Mills, OnOff, Options, Precedence,
    Promotion, Removal, Repetition, Sides, YesNo,
};
use crate::ruleset::Ruleset;
use crate::setup::Rank;

/// An option that matters only where something else is so.
struct Relevance {
    key: &'static str,
    /// What must be so.
    needs: fn(&Ruleset) -> bool,
    /// Why the option means nothing where it is not.
    want: &'static str,
}

macro_rules! relevances {
    ($($($key:literal)+: $want:literal, $needs:expr;)+) => {
        const RELEVANCES: &[Relevance] = &[$($(Relevance { key: $key, needs: $needs, want: $want },)+)+];
    };
}

relevances! {
    "step_dirs": "the pieces never move along the lines", |rules| rules.options.after_placing == AfterPlacing::Move;
    "cap_dirs" "captors" "capture" "chain" "choice" "removal": "nothing captures by moving", captures;
    "direction" "first_capture_single" "vela": "nothing captures by approach",
        |rules| rules.options.capture_by == CaptureBy::Approach;
    "must_offer": "this is not the handicap game (`vela=on`)", |rules| rules.options.vela == OnOff::On;
    "capture": "it is `men` and there are no higher pieces",
        |rules| rules.options.capture != Capture::Men || has_ranks(rules);
    "choice": "every capture takes one piece",
        |rules| rules.options.choice == Precedence::Free || takes_several(rules) || is_by_king(&rules.options);
    "choice": "its value speaks of kings and there are none",
        |rules| !is_by_king(&rules.options) || has_ranks(rules);
    "removal": "no capture goes on after the first leap", goes_on_or_under;
    "rejump": "no taken piece goes under its taker", |rules| rules.options.removal == Removal::Under;
    "take_higher": "all pieces have the same rank", has_ranks;
    "promo_mid": "no man is promoted inside a chain",
        |rules| rules.options.promotion != Promotion::None && rules.options.chain != Chain::None;
    "king_reach" "king_landing": "there are no kings", has_ranks;
    "turning": "no king captures more than once in a turn",
        |rules| has_ranks(rules) && rules.options.chain != Chain::None;
    "bent_leaps": "nothing leaps", |rules| rules.options.capture_by == CaptureBy::Leap;
    "closing_sides": "the board does not close", |rules| rules.options.closing != Closing::None;
    "opening": "the board is not full at the start", |rules| rules.start.columns.iter().all(|on| !on.is_empty());
    "placing": "no side has pieces in hand", has_hand;
    "no_centre_opening" "dice" "after_placing": "no pieces are placed before they move",
        |rules| rules.options.placing == YesNo::Yes;
    "resupply": "no piece comes from the hand after the start",
        |rules| has_hand(rules) && rules.options.placing == YesNo::No;
    "mills": "the board has no three points in a row", |rules| rules.options.mills == Mills::None || has_rows(rules);
    "diagonal_mills": "three in a row mean nothing", |rules| rules.options.mills != Mills::None;
    "diagonal_mills": "the board has no diagonal row of three", has_diagonal_rows;
    "mill_protected" "double_mill": "three in a row take nothing", |rules| rules.options.mills == Mills::Take;
    "taken_to_win": "nothing is ever taken", |rules| captures(rules) || rules.options.mills == Mills::Take;
    "king_lost": "there are no kings at the start",
        |rules| rules.options.king_lost != KingLost::Nothing || has_ranks(rules);
    "blocked": "it is `last_higher` and there is one rank",
        |rules| rules.options.blocked != Blocked::LastHigher || has_ranks(rules);
    "repetition": "it is `captor_wins` and both sides capture",
        |rules| rules.options.repetition != Repetition::CaptorWins || rules.options.captors != Sides::Both;
    "draw_rules": "its draws speak of kings and there are none",
        |rules| rules.options.draw_rules == DrawRules::None || has_ranks(rules);
}

fn captures(rules: &Ruleset) -> bool {
    rules.options.capture_by != CaptureBy::None
}

fn has_ranks(rules: &Ruleset) -> bool {
    rules.highest_rank() > Rank::Man
}

fn has_hand(rules: &Ruleset) -> bool {
    rules.start.recollection.hand != [0; 2]
}

fn takes_several(rules: &Ruleset) -> bool {
    rules.options.chain != Chain::None || rules.options.capture_by == CaptureBy::Approach
}

fn goes_on_or_under(rules: &Ruleset) -> bool {
    takes_several(rules) || rules.options.removal == Removal::Under
}

fn is_by_king(options: &Options) -> bool {
    matches!(options.choice, Precedence::MaxQuality | Precedence::KingFirst | Precedence::Italian)
}

fn has_rows(rules: &Ruleset) -> bool {
    rules.board.lines().iter().any(|line| line.len() >= 3)
}

fn has_diagonal_rows(rules: &Ruleset) -> bool {
    let place = |point| rules.board.place(point);
    let slants = |row: &[Point]| place(row[0]).x != place(row[2]).x && place(row[0]).y != place(row[2]).y;
    rules.board.lines().iter().flat_map(|line| line.windows(3)).any(slants)
}

/// Why an option, as it is chosen here, means nothing; `None` if it means something.
pub fn irrelevance(key: &str, rules: &Ruleset) -> Option<&'static str> {
    let mut relevances = RELEVANCES.iter().filter(|relevance| relevance.key == key);
    relevances.find(|relevance| !(relevance.needs)(rules)).map(|relevance| relevance.want)
}

/// Where an option means nothing: "if …".
pub(crate) fn irrelevances(key: &str) -> impl Iterator<Item = &'static str> {
    RELEVANCES.iter().filter(move |relevance| relevance.key == key).map(|relevance| relevance.want)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Key;

    #[test]
    fn the_keys_are_options() {
        for relevance in RELEVANCES {
            Key::named(relevance.key).unwrap();
        }
    }
}
