//! Choices that contradict one another, the board or the setup: said once, below, and refused when rules are compiled.

use crate::options::{AfterPlacing, CaptureBy, Key, Mills, Removal, Resupply, Toll, YesNo};
use crate::ruleset::{Ruleset, RulesetError};
use crate::setup::{Rank, Side};

/// What holds of some rulesets, and what they may not choose because of it.
struct Ground {
    /// The option that brings it about.
    with: &'static str,
    /// In words: "where …".
    place: &'static str,
    is: fn(&Ruleset) -> bool,
    /// For each option, the values that are left; none if every value that the ground is about contradicts it.
    leaves: &'static [(&'static str, &'static [&'static str])],
}

const GROUNDS: &[Ground] = &[
    Ground {
        with: "removal",
        place: "where taken pieces go under the taker (`removal=under`)",
        is: |rules| rules.options.removal == Removal::Under,
        leaves: &[
            ("capture_by", &["leap"]),
            ("captors", &["both"]),
            ("capture", &["optional", "mandatory", "huff"]),
            ("direction", &["not_consecutive"]),
            ("first_capture_single", &["off"]),
            ("vela", &["off"]),
            ("must_offer", &["off"]),
            ("return", &["free"]),
            ("bent_leaps", &["no"]),
            ("closing", &["none"]),
            ("closing_sides", &["ends"]),
            ("opening", &["none"]),
            ("placing", &["no"]),
            ("no_centre_opening", &["no"]),
            ("dice", &["no"]),
            ("after_placing", &["move"]),
            ("resupply", &["optional"]),
            ("mills", &["none"]),
            ("diagonal_mills", &["yes"]),
            ("mill_protected", &["yes"]),
            ("double_mill", &["one"]),
            ("fly_at_three", &["no"]),
            ("taken_to_win", &["all"]),
            ("king_lost", &["nothing"]),
            ("single_combat", &["off"]),
            ("blocked", &["loss", "draw", "pass"]),
        ],
    },
    Ground {
        with: "removal",
        place: "where taken pieces leave the board (any `removal` but `under`)",
        is: |rules| rules.options.removal != Removal::Under,
        leaves: &[("choice", &["free", "max", "max_quality", "king_first", "italian"]), ("rejump", &["once"])],
    },
    Ground {
        with: "capture_by",
        place: "where pieces capture by approach (`capture_by=approach`)",
        is: |rules| rules.options.capture_by == CaptureBy::Approach,
        leaves: &[
            ("cap_dirs", &["all"]),
            ("last_row", &["normal"]),
            ("capture", &["optional", "mandatory"]),
            ("chain", &["none", "optional", "mandatory"]),
            ("choice", &["free"]),
            ("removal", &["immediate"]),
            ("take_higher", &["yes"]),
            ("return", &["free"]),
            ("promotion", &["none"]),
            ("bent_leaps", &["no"]),
            ("closing", &["none"]),
            ("mills", &["none", "win"]),
        ],
    },
    Ground {
        with: "capture_by",
        place: "where pieces do not capture by approach",
        is: |rules| rules.options.capture_by != CaptureBy::Approach,
        leaves: &[("vela", &["off"])],
    },
    Ground {
        with: "capture_by",
        place: "where nothing captures by moving: no piece could ever move",
        is: |rules| rules.options.capture_by == CaptureBy::None && rules.options.after_placing == AfterPlacing::Move,
        leaves: &[("step_dirs", &["all", "no_back", "forward", "straight"])],
    },
    Ground {
        with: "promotion",
        place: "where there are pieces above men, all of which capture by leaping",
        is: |rules| rules.highest_rank() > Rank::Man,
        leaves: &[("captors", &["both"]), ("capture_by", &["leap", "approach"])],
    },
    Ground {
        with: "king_lost",
        place: "where a side has no king at the start",
        is: |rules| !Side::BOTH.into_iter().all(|side| has_king(rules, side)),
        leaves: &[("king_lost", &["nothing"])],
    },
    Ground {
        with: "hand",
        place: "where no side has pieces in hand",
        is: |rules| rules.start.recollection.hand == [0; 2],
        leaves: &[("placing", &["no"])],
    },
    Ground {
        with: "hand",
        place: "where a side has pieces in hand, which would find the rows closed",
        is: |rules| rules.start.recollection.hand != [0; 2],
        leaves: &[("closing", &["none"])],
    },
    Ground {
        with: "placing",
        place: "where pieces are not placed before they move (`placing=no`)",
        is: |rules| rules.options.placing == YesNo::No,
        leaves: &[("dice", &["no"]), ("after_placing", &["move"])],
    },
    Ground {
        with: "placing",
        place: "where pieces are placed before they move (`placing=yes`), which nobody can be huffed for",
        is: |rules| rules.options.placing == YesNo::Yes,
        leaves: &[("capture", &["optional", "mandatory", "men"])],
    },
    Ground {
        with: "resupply",
        place: "where a piece enters before another moves (`resupply=then_move`), with a huff before both",
        is: |rules| rules.options.resupply == Resupply::ThenMove && rules.start.recollection.hand != [0; 2],
        leaves: &[("capture", &["optional", "mandatory", "men"])],
    },
    Ground {
        with: "setup",
        place: "where there are princes, which are neither men nor kings",
        is: |rules| rules.start.columns.iter().flatten().any(|piece| piece.rank == Rank::Prince),
        leaves: &[("choice", &["free", "max"])],
    },
    Ground {
        with: "mills",
        place: "where three in a row mean nothing (`mills=none`)",
        is: |rules| rules.options.mills == Mills::None,
        leaves: &[("dice", &["no"])],
    },
    Ground {
        with: "mills",
        place: "where three in a row take a piece (`mills=take`)",
        is: |rules| rules.options.mills == Mills::Take,
        leaves: &[("capture", &["optional", "mandatory", "men"])],
    },
    Ground {
        with: "setup",
        place: "where no side has so many pieces",
        is: asks_too_much,
        leaves: &[("taken_to_win", &[])],
    },
];

fn has_king(rules: &Ruleset, side: Side) -> bool {
    rules.start.columns.iter().flatten().any(|piece| piece.side == side && piece.rank == Rank::King)
}

/// Whether more pieces are to be taken than any side that can lose some has.
fn asks_too_much(rules: &Ruleset) -> bool {
    let Toll(Some(toll)) = rules.options.taken_to_win else { return false };
    let has = |side: Side| rules.start.count(side) + usize::from(rules.start.recollection.hand[side.index()]);
    let prey = Side::BOTH.into_iter().filter(|side| rules.options.captors.has(side.other()));
    prey.map(has).all(|pieces| pieces < usize::from(toll))
}

/// Every contradiction in a ruleset.
pub(crate) fn contradictions(rules: &Ruleset) -> Vec<RulesetError> {
    let grounds = GROUNDS.iter().filter(|ground| (ground.is)(rules));
    let choices =
        grounds.flat_map(|ground| ground.leaves.iter().map(move |&(option, allowed)| (ground, option, allowed)));
    choices
        .filter_map(|(ground, option, allowed)| {
            let value = Key::named(option).ok()?.value(&rules.options);
            let Ground { with, place, .. } = *ground;
            (!allowed.contains(&value.as_str())).then_some(RulesetError::Contradiction {
                option,
                value,
                with,
                place,
                allowed,
            })
        })
        .collect()
}

/// What some rulesets leave of an option: where, and which values; none where the ground is about the values themselves.
pub(crate) fn limits(option: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let limits =
        GROUNDS.iter().flat_map(|ground| ground.leaves.iter().map(|&(key, values)| (ground.place, key, values)));
    limits.filter(move |(_, key, _)| *key == option).map(|(place, _, values)| (place, values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn what_is_left_are_values_that_the_options_have() {
        for (option, allowed) in GROUNDS.iter().flat_map(|ground| ground.leaves) {
            for value in *allowed {
                Options::default().with([(*option, *value)]).unwrap();
            }
            let default = Key::named(option).unwrap().value(&Options::default());
            assert!(allowed.is_empty() || allowed.contains(&default.as_str()), "{option}");
        }
    }
}
