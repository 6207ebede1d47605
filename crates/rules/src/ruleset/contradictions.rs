//! Choices that contradict one another, the board or the setup: said once, below, and refused when rules are compiled.

use super::Ruleset;
use crate::files::RulesetError;
use crate::ground::setup::{Rank, Side};
use crate::options::{
    AfterPlacing, CaptureBy, Mills, OptionKey, Removal, Resupply, RulesetCondition, TakenToWin, YesNo,
};

use RulesetCondition::*;

/// The values that an option may have somewhere.
#[derive(Clone, Copy)]
enum Values {
    /// These alone: whatever value comes new contradicts too. None, where the circumstance is about the values themselves.
    Only(&'static [&'static str]),
    /// All but these: what forbids them is their own, and a new value is free.
    Except(&'static [&'static str]),
}

use Values::*;

impl Values {
    /// Whether a value is among them.
    fn have(self, value: &str) -> bool {
        match self {
            Only(values) => values.contains(&value),
            Except(values) => !values.contains(&value),
        }
    }

    /// Which of an option they are.
    fn of(self, option: OptionKey) -> Vec<&'static str> {
        match self {
            Only(values) => values.to_vec(),
            Except(values) => option.words().map(|(word, _)| word).filter(|word| !values.contains(word)).collect(),
        }
    }
}

/// The values that an option may have where a circumstance holds.
type Left = (RulesetCondition, Values);

/// What is left of each option.
fn left(option: OptionKey) -> &'static [Left] {
    match option {
        OptionKey::StepDirs => &[(NothingMoves, Except(&["none"]))],
        OptionKey::CapDirs => &[(Approach, Only(&["all"]))],
        OptionKey::LastRow => &[(Approach, Only(&["normal"]))],
        OptionKey::CaptureBy => &[(Towers, Only(&["leap"])), (HigherPieces, Except(&["none"]))],
        OptionKey::Captors => &[(Towers, Only(&["both"])), (HigherPieces, Only(&["both"]))],
        OptionKey::Capture => &[
            (Towers, Except(&["men"])),
            (Approach, Except(&["huff", "men"])),
            (Placing, Except(&["huff"])),
            (EntersAndMoves, Except(&["huff"])),
            (RowsTake, Except(&["huff"])),
        ],
        OptionKey::Chain => &[(Approach, Except(&["straight"]))],
        OptionKey::Direction => &[(Towers, Only(&["not_consecutive"]))],
        OptionKey::FirstCaptureSingle => &[(Towers, Only(&["off"]))],
        OptionKey::Vela => &[(Towers, Only(&["off"])), (NoApproach, Only(&["off"]))],
        OptionKey::MustOffer => &[(Towers, Only(&["off"]))],
        OptionKey::Choice => {
            &[(TakenLeave, Except(&["protest"])), (Approach, Only(&["free"])), (Princes, Only(&["free", "max"]))]
        }
        OptionKey::Removal => &[(Approach, Only(&["immediate"]))],
        OptionKey::Rejump => &[(TakenLeave, Only(&["once"]))],
        OptionKey::TakeHigher => &[(Approach, Only(&["yes"]))],
        OptionKey::Return => &[(Towers, Only(&["free"])), (Approach, Only(&["free"]))],
        OptionKey::Promotion => &[(Approach, Only(&["none"]))],
        OptionKey::BentLeaps => &[(Towers, Only(&["no"])), (Approach, Only(&["no"]))],
        OptionKey::Closing => &[(Towers, Only(&["none"])), (Approach, Only(&["none"])), (FullHands, Only(&["none"]))],
        OptionKey::ClosingSides => &[(Towers, Only(&["ends"]))],
        OptionKey::Opening => &[(Towers, Only(&["none"]))],
        OptionKey::Placing => &[(Towers, Only(&["no"])), (EmptyHands, Only(&["no"]))],
        OptionKey::NoCentreOpening => &[(Towers, Only(&["no"]))],
        OptionKey::Dice => &[(Towers, Only(&["no"])), (NoPlacing, Only(&["no"])), (RowsMeanNothing, Only(&["no"]))],
        OptionKey::AfterPlacing => &[(Towers, Only(&["move"])), (NoPlacing, Only(&["move"]))],
        OptionKey::Resupply => &[(Towers, Only(&["optional"]))],
        OptionKey::Mills => &[(Towers, Only(&["none"])), (Approach, Except(&["take"]))],
        OptionKey::DiagonalMills => &[(Towers, Only(&["yes"]))],
        OptionKey::MillProtected => &[(Towers, Only(&["yes"]))],
        OptionKey::DoubleMill => &[(Towers, Only(&["one"]))],
        OptionKey::FlyAtThree => &[(Towers, Only(&["no"]))],
        OptionKey::TakenToWin => &[(Towers, Only(&["all"])), (TooFewPieces, Only(&[]))],
        OptionKey::KingLost => &[(Towers, Only(&["nothing"])), (KingMissing, Only(&["nothing"]))],
        OptionKey::SingleCombat => &[(Towers, Only(&["off"]))],
        OptionKey::Blocked => &[(Towers, Except(&["last_higher"]))],
        // These go with everything, or, where they change the layout, are judged when it is laid.
        OptionKey::First
        | OptionKey::PromoMid
        | OptionKey::KingReach
        | OptionKey::KingLanding
        | OptionKey::Turning
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
    /// Whether it holds of a ruleset.
    fn holds(self, rules: &Ruleset) -> bool {
        let options = &rules.options;
        let (hand, mut pieces) = (rules.start.memory.hand, rules.start.columns.iter().flatten());
        match self {
            Towers => options.removal == Removal::Under,
            TakenLeave => options.removal != Removal::Under,
            Approach => options.capture_by == CaptureBy::Approach,
            NoApproach => options.capture_by != CaptureBy::Approach,
            NothingMoves => options.capture_by == CaptureBy::None && options.after_placing == AfterPlacing::Move,
            HigherPieces => rules.highest_rank() > Rank::Man,
            KingMissing => !Side::BOTH.into_iter().all(|side| has_king(rules, side)),
            EmptyHands => hand == [0; 2],
            FullHands => hand != [0; 2],
            NoPlacing => options.placing == YesNo::No,
            Placing => options.placing == YesNo::Yes,
            EntersAndMoves => options.resupply == Resupply::ThenMove && hand != [0; 2],
            Princes => pieces.any(|piece| piece.rank == Rank::Prince),
            RowsMeanNothing => options.mills == Mills::None,
            RowsTake => options.mills == Mills::Take,
            TooFewPieces => asks_too_much(rules),
        }
    }

    /// The option that brings it about; none where that is the setup or the hand.
    fn with(self) -> Option<OptionKey> {
        match self {
            Towers | TakenLeave => Some(OptionKey::Removal),
            Approach | NoApproach | NothingMoves => Some(OptionKey::CaptureBy),
            HigherPieces => Some(OptionKey::Promotion),
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

/// Whether more pieces are to be taken than any side that can lose some has.
fn asks_too_much(rules: &Ruleset) -> bool {
    let TakenToWin(Some(toll)) = rules.options.taken_to_win else { return false };
    let has = |side: Side| rules.start.count(side) + usize::from(rules.start.memory.hand[side.index()]);
    let prey = Side::BOTH.into_iter().filter(|side| rules.options.captors.has(side.other()));
    prey.map(has).all(|pieces| pieces < usize::from(toll))
}

/// Every contradiction in a ruleset.
pub(crate) fn contradictions(rules: &Ruleset) -> Vec<RulesetError> {
    let mut found = vec![];
    for option in OptionKey::ALL {
        let value = option.value(&rules.options);
        for &(circumstance, values) in left(option) {
            if !values.have(&value) && circumstance.holds(rules) {
                found.push((circumstance, option, value.clone(), values.of(option)));
            }
        }
    }
    found.sort_by_key(|(circumstance, ..)| *circumstance);
    let contradiction = |(circumstance, option, value, allowed): (RulesetCondition, _, _, _)| {
        let (with, condition) = (circumstance.with(), circumstance);
        RulesetError::Contradiction { option, value, with, condition, allowed }
    };
    found.into_iter().map(contradiction).collect()
}

/// What some rulesets leave of an option: where, and which values; none where the circumstance is about the values themselves.
pub(crate) fn limits(option: OptionKey) -> impl Iterator<Item = (RulesetCondition, Vec<&'static str>)> {
    left(option).iter().map(move |&(circumstance, values)| (circumstance, values.of(option)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn what_is_left_are_values_that_the_options_have() {
        for option in OptionKey::ALL {
            let default = option.value(&Options::default());
            for &(_, values) in left(option) {
                let (Only(named) | Except(named)) = values;
                for value in named {
                    Options::default().with([(option, *value)]).unwrap();
                }
                let allowed = values.of(option);
                assert!(allowed.is_empty() || allowed.contains(&default.as_str()), "{option}");
            }
        }
    }

    #[test]
    fn the_book_tells_of_circumstances_in_their_order() {
        assert!(OptionKey::ALL.into_iter().all(|option| left(option).is_sorted_by(|a, b| a.0 < b.0)));
    }
}
