//! Subjects of exercises about options.

use super::Skill;
use quirkat_rules::OptionKey;

/// Subject of an exercise about an option: it determines the heading and the place in the lesson.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The subject of the usual exercise of a skill.
    Skill(Skill),
    /// The end of the game.
    Ending,
}

impl Subject {
    /// Returns the subject of exercises about an option, or `None` if no turn shows the option.
    pub fn of(key: OptionKey) -> Option<Subject> {
        let skill = match key {
            OptionKey::StepDirs
            | OptionKey::LineSteps
            | OptionKey::LastRow
            | OptionKey::Return
            | OptionKey::AfterPlacing
            | OptionKey::FlyAtThree => Skill::Step,
            OptionKey::CapDirs
            | OptionKey::CaptureLines
            | OptionKey::CaptureBy
            | OptionKey::Captors
            | OptionKey::Removal
            | OptionKey::TakeHigher
            | OptionKey::BentLeaps => Skill::Capture,
            OptionKey::Chain | OptionKey::Direction | OptionKey::FirstCaptureSingle | OptionKey::Rejump => Skill::GoOn,
            OptionKey::Capture | OptionKey::Vela | OptionKey::MustOffer => Skill::Duty,
            OptionKey::Choice => Skill::Precedence,
            OptionKey::Promotion | OptionKey::PromoMid => Skill::Promotion,
            OptionKey::KingReach | OptionKey::KingLanding | OptionKey::Turning | OptionKey::KingMoveLimit => {
                Skill::King
            }
            OptionKey::Closing | OptionKey::ClosingSides => Skill::Closing,
            OptionKey::Opening => Skill::Departure,
            OptionKey::Placing | OptionKey::NoCentreOpening | OptionKey::Dice | OptionKey::Resupply => Skill::Drop,
            OptionKey::Mills | OptionKey::DiagonalMills | OptionKey::MillProtected | OptionKey::DoubleMill => {
                Skill::Row
            }
            OptionKey::SingleCombat => Skill::Combat,
            OptionKey::TakenToWin
            | OptionKey::KingLost
            | OptionKey::PromotionWins
            | OptionKey::Aim
            | OptionKey::Blocked
            | OptionKey::Repetition
            | OptionKey::DrawRules => return Some(Subject::Ending),
            // The players agree to count, and the limit counts many turns.
            OptionKey::EndCount | OptionKey::NoCaptureLimit => return None,
            // These take effect before the first turn: the pictures show them.
            OptionKey::First
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
            | OptionKey::Corner => return None,
        };
        Some(Subject::Skill(skill))
    }
}
