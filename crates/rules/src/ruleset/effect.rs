//! Preconditions for an option to have an effect: a clause about promotion has none if nothing is promoted.

use super::Ruleset;
use crate::ground::board::Point;
use crate::ground::setup::Rank;
use crate::options::{
    AfterPlacing, Blocked, Capture, CaptureBy, CaptureLines, Chain, Closing, Directions, DrawRules, KingLost, Mills,
    NoEffectReason, OnOff, OptionKey, Options, Precedence, Promotion, Removal, Repetition, Return, Sides, YesNo,
};

/// Precondition without which an option has no effect.
#[derive(Clone, Copy)]
struct Precondition {
    /// Reason to report if the precondition is not met.
    reason: NoEffectReason,
    /// Whether a ruleset meets the precondition.
    is_met: fn(&Ruleset) -> bool,
}

const CAPTURES: Precondition = Precondition { reason: NoEffectReason::NothingCaptures, is_met: captures };
const APPROACH: Precondition = Precondition {
    reason: NoEffectReason::NoApproach,
    is_met: |rules| rules.options.capture_by == CaptureBy::Approach,
};
const LEAPS: Precondition =
    Precondition { reason: NoEffectReason::NothingLeaps, is_met: |rules| rules.options.capture_by == CaptureBy::Leap };
const KINGS: Precondition = Precondition { reason: NoEffectReason::NoKings, is_met: has_ranks };
const PLACING: Precondition =
    Precondition { reason: NoEffectReason::NoPlacing, is_met: |rules| rules.options.placing == YesNo::Yes };
const ROWS_TAKE: Precondition =
    Precondition { reason: NoEffectReason::RowsTakeNothing, is_met: |rules| rules.options.mills == Mills::Take };

/// Returns the preconditions of an option, in the order in which they are reported.
fn preconditions(key: OptionKey) -> Vec<Precondition> {
    let need = |reason, is_met| vec![Precondition { reason, is_met }];
    match key {
        OptionKey::StepDirs => {
            need(NoEffectReason::NothingMoves, |rules| rules.options.after_placing == AfterPlacing::Move)
        }
        OptionKey::LineSteps => need(NoEffectReason::NoSteps, |rules| rules.options.step_dirs != Directions::None),
        OptionKey::CapDirs | OptionKey::Captors | OptionKey::Chain => vec![CAPTURES],
        OptionKey::CaptureLines => vec![
            CAPTURES,
            Precondition {
                reason: NoEffectReason::SameLines,
                is_met: |rules| rules.options.capture_lines == CaptureLines::Board || rules.board.has_capture_lines(),
            },
        ],
        OptionKey::Capture => vec![
            CAPTURES,
            Precondition {
                reason: NoEffectReason::NoneAboveMen,
                is_met: |rules| rules.options.capture != Capture::Men || has_ranks(rules),
            },
        ],
        OptionKey::Direction | OptionKey::FirstCaptureSingle | OptionKey::Vela => vec![APPROACH],
        OptionKey::MustOffer => need(NoEffectReason::NoHandicap, |rules| rules.options.vela == OnOff::On),
        OptionKey::Choice => vec![
            CAPTURES,
            Precondition {
                reason: NoEffectReason::TakesOne,
                is_met: |rules| {
                    rules.options.choice == Precedence::Free || takes_several(rules) || is_by_king(&rules.options)
                },
            },
            Precondition {
                reason: NoEffectReason::SpeaksOfKings,
                is_met: |rules| !is_by_king(&rules.options) || has_ranks(rules),
            },
        ],
        OptionKey::Removal => {
            vec![CAPTURES, Precondition { reason: NoEffectReason::OneLeap, is_met: goes_on_or_under }]
        }
        OptionKey::Rejump => need(NoEffectReason::NothingUnder, |rules| rules.options.removal == Removal::Under),
        OptionKey::TakeHigher => need(NoEffectReason::OneRank, has_ranks),
        OptionKey::PromoMid => need(NoEffectReason::NoPromotionInside, |rules| {
            rules.options.promotion != Promotion::None && rules.options.chain != Chain::None
        }),
        OptionKey::KingReach | OptionKey::KingLanding => vec![KINGS, LEAPS],
        OptionKey::KingMoveLimit => vec![KINGS],
        OptionKey::PromotionWins => {
            need(NoEffectReason::NoPromotion, |rules| rules.options.promotion != Promotion::None)
        }
        OptionKey::Turning => vec![
            Precondition {
                reason: NoEffectReason::NoKingsChain,
                is_met: |rules| has_ranks(rules) && rules.options.chain != Chain::None,
            },
            LEAPS,
        ],
        OptionKey::BentLeaps => vec![LEAPS],
        OptionKey::ClosingSides => need(NoEffectReason::NothingCloses, |rules| rules.options.closing != Closing::None),
        OptionKey::Opening => {
            need(NoEffectReason::NotFull, |rules| rules.start.columns.iter().all(|on| !on.is_empty()))
        }
        OptionKey::Placing => need(NoEffectReason::EmptyHands, has_hand),
        OptionKey::NoCentreOpening | OptionKey::Dice | OptionKey::AfterPlacing => vec![PLACING],
        OptionKey::Resupply => {
            need(NoEffectReason::NoReserve, |rules| has_hand(rules) && rules.options.placing == YesNo::No)
        }
        OptionKey::Mills => need(NoEffectReason::NoRows, |rules| rules.options.mills == Mills::None || has_rows(rules)),
        OptionKey::DiagonalMills => vec![
            Precondition {
                reason: NoEffectReason::RowsMeanNothing,
                is_met: |rules| rules.options.mills != Mills::None,
            },
            Precondition { reason: NoEffectReason::NoDiagonalRows, is_met: has_diagonal_rows },
        ],
        OptionKey::MillProtected | OptionKey::DoubleMill => vec![ROWS_TAKE],
        OptionKey::Return => need(NoEffectReason::NoWayBack, |rules| {
            rules.options.returning != Return::NotStart || captures(rules) && takes_several(rules)
        }),
        OptionKey::TakenToWin => {
            need(NoEffectReason::NothingTaken, |rules| captures(rules) || rules.options.mills == Mills::Take)
        }
        OptionKey::KingLost => need(NoEffectReason::NoKingsAtStart, |rules| {
            rules.options.king_lost != KingLost::Nothing || has_ranks(rules)
        }),
        OptionKey::Blocked => {
            need(NoEffectReason::LastHigher, |rules| rules.options.blocked != Blocked::LastHigher || has_ranks(rules))
        }
        OptionKey::Repetition => need(NoEffectReason::BothCapture, |rules| {
            rules.options.repetition != Repetition::CaptorWins || rules.options.captors != Sides::Both
        }),
        OptionKey::DrawRules => {
            need(NoEffectReason::DrawsOfKings, |rules| rules.options.draw_rules == DrawRules::None || has_ranks(rules))
        }
        // These always have an effect. Layout options have one in the games whose files define it.
        OptionKey::First
        | OptionKey::LastRow
        | OptionKey::CaptureBy
        | OptionKey::Promotion
        | OptionKey::Closing
        | OptionKey::FlyAtThree
        | OptionKey::SingleCombat
        | OptionKey::Aim
        | OptionKey::EndCount
        | OptionKey::NoCaptureLimit
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
        | OptionKey::Corner => vec![],
    }
}

fn captures(rules: &Ruleset) -> bool {
    rules.options.capture_by != CaptureBy::None
}

fn has_ranks(rules: &Ruleset) -> bool {
    rules.highest_rank() > Rank::Man
}

fn has_hand(rules: &Ruleset) -> bool {
    rules.start.memory.hand != [0; 2]
}

fn takes_several(rules: &Ruleset) -> bool {
    let takes_rows = match rules.options.capture_by {
        CaptureBy::Approach | CaptureBy::Custodial | CaptureBy::CustodialRows => true,
        CaptureBy::Leap | CaptureBy::None => false,
    };
    takes_rows || rules.options.chain != Chain::None
}

fn goes_on_or_under(rules: &Ruleset) -> bool {
    takes_several(rules) || rules.options.removal == Removal::Under
}

fn is_by_king(options: &Options) -> bool {
    matches!(
        options.choice,
        Precedence::MaxQuality | Precedence::ByKing | Precedence::KingFirst | Precedence::Italian | Precedence::Frisian
    )
}

fn has_rows(rules: &Ruleset) -> bool {
    rules.board.lines().iter().any(|line| line.len() >= 3)
}

fn has_diagonal_rows(rules: &Ruleset) -> bool {
    let place = |point| rules.board.place(point);
    let slants = |row: &[Point]| place(row[0]).x != place(row[2]).x && place(row[0]).y != place(row[2]).y;
    rules.board.lines().iter().flat_map(|line| line.windows(3)).any(slants)
}

/// Returns the reason why an option with its value in `rules` has no effect; `None` if it has one.
pub fn no_effect_reason(key: OptionKey, rules: &Ruleset) -> Option<NoEffectReason> {
    preconditions(key).iter().find(|need| !(need.is_met)(rules)).map(|need| need.reason)
}

/// Returns every reason for which an option can have no effect.
pub(crate) fn no_effect_reasons(key: OptionKey) -> impl Iterator<Item = NoEffectReason> {
    preconditions(key).into_iter().map(|need| need.reason)
}
