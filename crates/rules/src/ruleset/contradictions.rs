//! Choices that contradict one another, the board or the setup: said once, below, and refused when rules are compiled.

use super::Ruleset;
use crate::files::RulesetError;
use crate::ground::setup::{Rank, Side};
use crate::options::{AfterPlacing, CaptureBy, Circumstance, Key, Mills, Removal, Resupply, Toll, YesNo};

use Circumstance::*;

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
    fn of(self, option: Key) -> Vec<&'static str> {
        match self {
            Only(values) => values.to_vec(),
            Except(values) => option.words().map(|(word, _)| word).filter(|word| !values.contains(word)).collect(),
        }
    }
}

/// The values that an option may have where a circumstance holds.
type Left = (Circumstance, Values);

/// What is left of each option.
fn left(option: Key) -> &'static [Left] {
    match option {
        Key::StepDirs => &[(NothingMoves, Except(&["none"]))],
        Key::CapDirs => &[(Approach, Only(&["all"]))],
        Key::LastRow => &[(Approach, Only(&["normal"]))],
        Key::CaptureBy => &[(Towers, Only(&["leap"])), (HigherPieces, Except(&["none"]))],
        Key::Captors => &[(Towers, Only(&["both"])), (HigherPieces, Only(&["both"]))],
        Key::Capture => &[
            (Towers, Except(&["men"])),
            (Approach, Except(&["huff", "men"])),
            (Placing, Except(&["huff"])),
            (EntersAndMoves, Except(&["huff"])),
            (RowsTake, Except(&["huff"])),
        ],
        Key::Chain => &[(Approach, Except(&["straight"]))],
        Key::Direction => &[(Towers, Only(&["not_consecutive"]))],
        Key::FirstCaptureSingle => &[(Towers, Only(&["off"]))],
        Key::Vela => &[(Towers, Only(&["off"])), (NoApproach, Only(&["off"]))],
        Key::MustOffer => &[(Towers, Only(&["off"]))],
        Key::Choice => {
            &[(TakenLeave, Except(&["protest"])), (Approach, Only(&["free"])), (Princes, Only(&["free", "max"]))]
        }
        Key::Removal => &[(Approach, Only(&["immediate"]))],
        Key::Rejump => &[(TakenLeave, Only(&["once"]))],
        Key::TakeHigher => &[(Approach, Only(&["yes"]))],
        Key::Return => &[(Towers, Only(&["free"])), (Approach, Only(&["free"]))],
        Key::Promotion => &[(Approach, Only(&["none"]))],
        Key::BentLeaps => &[(Towers, Only(&["no"])), (Approach, Only(&["no"]))],
        Key::Closing => &[(Towers, Only(&["none"])), (Approach, Only(&["none"])), (FullHands, Only(&["none"]))],
        Key::ClosingSides => &[(Towers, Only(&["ends"]))],
        Key::Opening => &[(Towers, Only(&["none"]))],
        Key::Placing => &[(Towers, Only(&["no"])), (EmptyHands, Only(&["no"]))],
        Key::NoCentreOpening => &[(Towers, Only(&["no"]))],
        Key::Dice => &[(Towers, Only(&["no"])), (NoPlacing, Only(&["no"])), (RowsMeanNothing, Only(&["no"]))],
        Key::AfterPlacing => &[(Towers, Only(&["move"])), (NoPlacing, Only(&["move"]))],
        Key::Resupply => &[(Towers, Only(&["optional"]))],
        Key::Mills => &[(Towers, Only(&["none"])), (Approach, Except(&["take"]))],
        Key::DiagonalMills => &[(Towers, Only(&["yes"]))],
        Key::MillProtected => &[(Towers, Only(&["yes"]))],
        Key::DoubleMill => &[(Towers, Only(&["one"]))],
        Key::FlyAtThree => &[(Towers, Only(&["no"]))],
        Key::TakenToWin => &[(Towers, Only(&["all"])), (TooFewPieces, Only(&[]))],
        Key::KingLost => &[(Towers, Only(&["nothing"])), (KingMissing, Only(&["nothing"]))],
        Key::SingleCombat => &[(Towers, Only(&["off"]))],
        Key::Blocked => &[(Towers, Except(&["last_higher"]))],
        // These go with everything, or, where they change the layout, are judged when it is laid.
        Key::First
        | Key::PromoMid
        | Key::KingReach
        | Key::KingLanding
        | Key::Turning
        | Key::EndCount
        | Key::NoCaptureLimit
        | Key::Repetition
        | Key::DrawRules
        | Key::Middle
        | Key::Board
        | Key::Size
        | Key::Hunters
        | Key::N
        | Key::Outer
        | Key::Tips
        | Key::Reading
        | Key::SideTriangle
        | Key::Centres
        | Key::Corner => &[],
    }
}

impl Circumstance {
    /// Whether it holds of a ruleset.
    fn holds(self, rules: &Ruleset) -> bool {
        let options = &rules.options;
        let (hand, mut pieces) = (rules.start.recollection.hand, rules.start.columns.iter().flatten());
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
    fn with(self) -> Option<Key> {
        match self {
            Towers | TakenLeave => Some(Key::Removal),
            Approach | NoApproach | NothingMoves => Some(Key::CaptureBy),
            HigherPieces => Some(Key::Promotion),
            KingMissing => Some(Key::KingLost),
            NoPlacing | Placing => Some(Key::Placing),
            EntersAndMoves => Some(Key::Resupply),
            RowsMeanNothing | RowsTake => Some(Key::Mills),
            EmptyHands | FullHands | Princes | TooFewPieces => None,
        }
    }
}

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
    let mut found = vec![];
    for option in Key::ALL {
        let value = option.value(&rules.options);
        for &(circumstance, values) in left(option) {
            if !values.have(&value) && circumstance.holds(rules) {
                found.push((circumstance, option, value.clone(), values.of(option)));
            }
        }
    }
    found.sort_by_key(|(circumstance, ..)| *circumstance);
    let contradiction = |(circumstance, option, value, allowed): (Circumstance, _, _, _)| {
        let (with, place) = (circumstance.with(), circumstance);
        RulesetError::Contradiction { option, value, with, place, allowed }
    };
    found.into_iter().map(contradiction).collect()
}

/// What some rulesets leave of an option: where, and which values; none where the circumstance is about the values themselves.
pub(crate) fn limits(option: Key) -> impl Iterator<Item = (Circumstance, Vec<&'static str>)> {
    left(option).iter().map(move |&(circumstance, values)| (circumstance, values.of(option)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    #[test]
    fn what_is_left_are_values_that_the_options_have() {
        for option in Key::ALL {
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
        assert!(Key::ALL.into_iter().all(|option| left(option).is_sorted_by(|a, b| a.0 < b.0)));
    }
}
