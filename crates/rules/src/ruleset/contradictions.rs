//! Contradictions between options, or between an option and the board or setup.
//!
//! The table in [`limits_of`] states them once. [`crate::AnyRules::compile`] refuses a ruleset that has one, and the format
//! reference lists them.

use super::Ruleset;
use crate::files::RulesetError;
use crate::ground::setup::{Rank, Side};
use crate::options::{
    AfterPlacing, CaptureBy, Mills, OptionKey, Removal, Resupply, RulesetCondition, TakenToWin, YesNo,
};

use RulesetCondition::*;

/// Values of an option that a condition allows.
#[derive(Clone, Copy)]
enum AllowedValues {
    /// Only these: a value added later contradicts too. Empty if the condition itself depends on the value.
    Only(&'static [&'static str]),
    /// All but these: a value added later is allowed.
    Except(&'static [&'static str]),
}

use AllowedValues::*;

impl AllowedValues {
    /// Returns whether this value is allowed.
    fn contain(self, value: &str) -> bool {
        match self {
            Only(values) => values.contains(&value),
            Except(values) => !values.contains(&value),
        }
    }

    /// Lists the allowed values of an option.
    fn list(self, option: OptionKey) -> Vec<&'static str> {
        match self {
            Only(values) => values.to_vec(),
            Except(values) => option.words().map(|(word, _)| word).filter(|word| !values.contains(word)).collect(),
        }
    }
}

/// Values that an option may have while a condition holds.
type Limit = (RulesetCondition, AllowedValues);

/// Returns the limits of an option, in the order of the conditions.
fn limits_of(option: OptionKey) -> &'static [Limit] {
    match option {
        OptionKey::StepDirs => &[(Custodial, Except(&["none"])), (NothingMoves, Except(&["none"]))],
        OptionKey::LineSteps => &[(Towers, Only(&["no"])), (Approach, Only(&["no"])), (Custodial, Only(&["no"]))],
        OptionKey::CapDirs => &[(Approach, Only(&["all"])), (Custodial, Only(&["all"]))],
        OptionKey::LastRow => &[(Approach, Only(&["normal"])), (Custodial, Only(&["normal"]))],
        OptionKey::CaptureLines => &[(Approach, Only(&["board"])), (BentLeaps, Only(&["board", "with_orthogonals"]))],
        OptionKey::CaptureBy => &[(Towers, Only(&["leap"])), (HigherPieces, Except(&["none"]))],
        OptionKey::Captors => &[(Towers, Only(&["both"])), (HigherPieces, Only(&["both"]))],
        OptionKey::Capture => &[
            (Towers, Except(&["men"])),
            (Approach, Except(&["huff", "men"])),
            (Custodial, Except(&["huff", "men"])),
            (Placing, Except(&["huff"])),
            (EntersAndMoves, Except(&["huff"])),
            (RowsTake, Except(&["huff"])),
        ],
        OptionKey::Chain => &[(Approach, Except(&["straight"])), (Custodial, Except(&["straight"]))],
        OptionKey::Direction => &[(Towers, Only(&["not_consecutive"]))],
        OptionKey::FirstCaptureSingle => &[(Towers, Only(&["off"]))],
        OptionKey::Vela => &[(Towers, Only(&["off"])), (NoApproach, Only(&["off"]))],
        OptionKey::MustOffer => &[(Towers, Only(&["off"]))],
        OptionKey::Choice => &[
            (TakenLeave, Except(&["protest"])),
            (Approach, Only(&["free"])),
            (Custodial, Only(&["free"])),
            (Princes, Only(&["free", "max"])),
        ],
        OptionKey::Removal => &[(Approach, Only(&["immediate"])), (Custodial, Only(&["immediate"]))],
        OptionKey::Rejump => &[(TakenLeave, Only(&["once"]))],
        OptionKey::TakeHigher => &[(Approach, Only(&["yes"])), (Custodial, Only(&["yes"]))],
        OptionKey::Return => &[(Towers, Only(&["free"])), (Approach, Only(&["free"])), (Custodial, Only(&["free"]))],
        OptionKey::Promotion => &[(Approach, Only(&["none"]))],
        OptionKey::PromoMid => &[(Custodial, Only(&["no"]))],
        OptionKey::KingMoveLimit => &[(Towers, Only(&["off"])), (Princes, Only(&["off"]))],
        OptionKey::BentLeaps => &[(Towers, Only(&["no"])), (Approach, Only(&["no"])), (Custodial, Only(&["no"]))],
        OptionKey::Closing => &[
            (Towers, Only(&["none"])),
            (Approach, Only(&["none"])),
            (Custodial, Only(&["none"])),
            (FullHands, Only(&["none"])),
        ],
        OptionKey::ClosingSides => &[(Towers, Only(&["ends"]))],
        OptionKey::Opening => &[(Towers, Only(&["none"]))],
        OptionKey::Placing => &[(Towers, Only(&["no"])), (EmptyHands, Only(&["no"]))],
        OptionKey::NoCentreOpening => &[(Towers, Only(&["no"]))],
        OptionKey::Dice => &[(Towers, Only(&["no"])), (NoPlacing, Only(&["no"])), (RowsMeanNothing, Only(&["no"]))],
        OptionKey::AfterPlacing => &[(Towers, Only(&["move"])), (NoPlacing, Only(&["move"]))],
        OptionKey::Resupply => &[(Towers, Only(&["optional"]))],
        OptionKey::Mills => &[(Towers, Only(&["none"])), (Approach, Except(&["take"])), (Custodial, Except(&["take"]))],
        OptionKey::DiagonalMills => &[(Towers, Only(&["yes"]))],
        OptionKey::MillProtected => &[(Towers, Only(&["yes"]))],
        OptionKey::DoubleMill => &[(Towers, Only(&["one"]))],
        OptionKey::FlyAtThree => &[(Towers, Only(&["no"]))],
        OptionKey::TakenToWin => &[(Towers, Only(&["all"])), (TooFewPieces, Only(&[]))],
        OptionKey::KingLost => &[(Towers, Only(&["nothing"])), (KingMissing, Only(&["nothing"]))],
        OptionKey::PromotionWins => &[(Towers, Only(&["no"])), (KingsAtStart, Only(&["no"]))],
        OptionKey::SingleCombat => &[(Towers, Only(&["off"]))],
        OptionKey::Blocked => &[(Towers, Except(&["last_higher"]))],
        // These are compatible with everything. Layout options are checked when the layout is built.
        OptionKey::First
        | OptionKey::KingReach
        | OptionKey::KingLanding
        | OptionKey::Turning
        | OptionKey::Aim
        | OptionKey::EndCount
        | OptionKey::NoCaptureLimit
        | OptionKey::Repetition
        | OptionKey::DrawRules
        | OptionKey::Middle
        | OptionKey::Board
        | OptionKey::Size
        | OptionKey::Hunters
        | OptionKey::N
        | OptionKey::Outer
        | OptionKey::Tips
        | OptionKey::Reading
        | OptionKey::SideTriangle
        | OptionKey::Centres
        | OptionKey::Corner => &[],
    }
}

impl RulesetCondition {
    /// Returns whether the condition holds for a ruleset.
    fn holds(self, rules: &Ruleset) -> bool {
        let options = &rules.options;
        let (hand, mut pieces) = (rules.start.memory.hand, rules.start.columns.iter().flatten());
        match self {
            Towers => options.removal == Removal::Under,
            TakenLeave => options.removal != Removal::Under,
            Approach => options.capture_by == CaptureBy::Approach,
            NoApproach => options.capture_by != CaptureBy::Approach,
            Custodial => options.capture_by.is_custodial(),
            NothingMoves => options.capture_by == CaptureBy::None && options.after_placing == AfterPlacing::Move,
            BentLeaps => options.bent_leaps == YesNo::Yes,
            HigherPieces => rules.highest_rank() > Rank::Man,
            KingsAtStart => Side::BOTH.into_iter().any(|side| has_king(rules, side)),
            KingMissing => !Side::BOTH.into_iter().all(|side| has_king(rules, side)),
            EmptyHands => hand == [0; 2],
            FullHands => hand != [0; 2],
            NoPlacing => options.placing == YesNo::No,
            Placing => options.placing == YesNo::Yes,
            EntersAndMoves => matches!(options.resupply, Resupply::ThenMove | Resupply::AtOnce) && hand != [0; 2],
            Princes => pieces.any(|piece| piece.rank == Rank::Prince),
            RowsMeanNothing => options.mills == Mills::None,
            RowsTake => options.mills == Mills::Take,
            TooFewPieces => demands_too_many(rules),
        }
    }

    /// Returns the option that causes the condition; `None` if the setup or the hand does.
    fn cause(self) -> Option<OptionKey> {
        match self {
            Towers | TakenLeave => Some(OptionKey::Removal),
            Approach | NoApproach | Custodial | NothingMoves => Some(OptionKey::CaptureBy),
            BentLeaps => Some(OptionKey::BentLeaps),
            HigherPieces => Some(OptionKey::Promotion),
            KingsAtStart => Some(OptionKey::PromotionWins),
            KingMissing => Some(OptionKey::KingLost),
            NoPlacing | Placing => Some(OptionKey::Placing),
            EntersAndMoves => Some(OptionKey::Resupply),
            RowsMeanNothing | RowsTake => Some(OptionKey::Mills),
            EmptyHands | FullHands | Princes | TooFewPieces => None,
        }
    }
}

fn has_king(rules: &Ruleset, side: Side) -> bool {
    rules.start.columns.iter().flatten().any(|piece| piece.side == side && piece.rank == Rank::King)
}

/// Returns whether `taken_to_win` exceeds the pieces of every side that can lose some.
fn demands_too_many(rules: &Ruleset) -> bool {
    let TakenToWin(Some(count)) = rules.options.taken_to_win else { return false };
    let has = |side: Side| rules.start.count(side) + usize::from(rules.start.memory.hand[side.index()]);
    let losers = Side::BOTH.into_iter().filter(|side| rules.options.captors.has(side.other()));
    losers.map(has).all(|pieces| pieces < usize::from(count))
}

/// Returns every contradiction in a ruleset, in the order of the conditions.
pub(crate) fn contradictions(rules: &Ruleset) -> Vec<RulesetError> {
    let mut found = vec![];
    for option in OptionKey::ALL {
        let value = option.value(&rules.options);
        for &(condition, values) in limits_of(option) {
            if !values.contain(&value) && condition.holds(rules) {
                found.push((condition, option, value.clone(), values.list(option)));
            }
        }
    }
    found.sort_by_key(|(condition, ..)| *condition);
    let contradiction = |(condition, option, value, allowed): (RulesetCondition, _, _, _)| {
        let with = condition.cause();
        RulesetError::Contradiction { option, value, with, condition, allowed }
    };
    found.into_iter().map(contradiction).collect()
}

/// Returns the conditions that limit an option, each with the values that it allows.
pub(crate) fn limits(option: OptionKey) -> impl Iterator<Item = (RulesetCondition, Vec<&'static str>)> {
    limits_of(option).iter().map(move |&(condition, values)| (condition, values.list(option)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn limits_name_existing_values_and_allow_the_default() {
        for option in OptionKey::ALL {
            let default = option.value(&Options::default());
            for &(_, values) in limits_of(option) {
                let (Only(named) | Except(named)) = values;
                for value in named {
                    Options::default().with([(option, *value)]).unwrap();
                }
                let allowed = values.list(option);
                assert!(allowed.is_empty() || allowed.contains(&default.as_str()), "{option}");
            }
        }
    }

    #[test]
    fn limits_are_in_the_order_of_the_conditions() {
        assert!(OptionKey::ALL.into_iter().all(|option| limits_of(option).is_sorted_by(|a, b| a.0 < b.0)));
    }
}
