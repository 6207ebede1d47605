//! Requirements of a ruleset: the state that positions must store beyond their pieces, and the rules that must run beyond
//! steps, leaps and promotion.
//!
//! The two are independent: mills need rules but no state, a barred point needs state but no further rule. The rules are
//! compiled for the smallest type of position that meets the requirements.

use super::Ruleset;
use crate::options::{
    AfterPlacing, Blocked, Capture, CaptureBy, Closing, KingLost, Mills as RowsOfThree, OnOff, Opening as Openings,
    OptionKey, Options, Precedence, Removal, Return, SingleCombat, TakenToWin, TurnLimit, YesNo,
};

/// State or rule that an option requires.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Requirement {
    /// State: the pieces that may be huffed.
    Huffable,
    /// State: the position before the last turn, to which a claim returns.
    Before,
    /// State: the point where the last turn of each side began.
    Last,
    /// State: every point where each piece has stood.
    Been,
    /// State during a turn only: the point where it began, which is barred.
    Start,
    /// State: the rows that are closed.
    Closed,
    /// State: the pieces in hand.
    Hand,
    /// State: the result of the dice.
    Rolled,
    /// State: a side has called for single combat.
    Called,
    /// State: the successive moves of one king.
    KingMoves,
    /// Rule: captured pieces go under the capturing piece, so that a point holds a column.
    Towers,
    /// Rule: captures by approach and withdrawal.
    Approach,
    /// Rule: captures of enclosed pieces.
    Custodial,
    /// Rule: the handicap game, in which one side first gives up pieces.
    Vela,
    /// Rule: only men must capture.
    FreeKings,
    /// Rule: men step over rows of men of their side.
    LineSteps,
    /// Rule: two stones leave a full board first.
    Opening,
    /// Rule: pieces are placed before they move.
    Placing,
    /// Rule: pieces move to any empty point.
    Flights,
    /// Rule: mills have an effect.
    Mills,
    /// Rule: the last two pieces must approach one another.
    Combat,
    /// Rule: endings by captures, by lost pieces or by the remaining pieces, beyond having no piece or no move.
    Ends,
}

/// Set of requirements of a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Requirements(u32);

/// Returns the requirements of one option with its value in `options`.
fn required_by(key: OptionKey, options: &Options) -> &'static [Requirement] {
    use Requirement::*;
    let when = |is: bool, requirements: &'static [Requirement]| if is { requirements } else { &[] };
    match key {
        OptionKey::CaptureBy => match options.capture_by {
            CaptureBy::Leap | CaptureBy::None => &[],
            CaptureBy::Approach => &[Approach],
            CaptureBy::Custodial | CaptureBy::CustodialRows => &[Custodial],
        },
        OptionKey::Capture => match options.capture {
            Capture::Huff => &[Huffable],
            Capture::Men => &[FreeKings],
            Capture::Optional | Capture::Mandatory => &[],
        },
        OptionKey::Vela => when(options.vela == OnOff::On, &[Vela]),
        OptionKey::Choice => when(options.choice == Precedence::Protest, &[Before]),
        OptionKey::Removal => when(options.removal == Removal::Under, &[Towers]),
        OptionKey::Return => match options.returning {
            Return::Free => &[],
            Return::NotLast => &[Last],
            Return::NotStart => &[Start],
            Return::Never => &[Been],
        },
        OptionKey::Closing => when(options.closing != Closing::None, &[Closed]),
        OptionKey::LineSteps => when(options.line_steps == YesNo::Yes, &[LineSteps]),
        OptionKey::Opening => when(options.opening != Openings::None, &[Opening]),
        OptionKey::Placing => when(options.placing == YesNo::Yes, &[Placing]),
        OptionKey::Dice => when(options.dice == YesNo::Yes, &[Rolled]),
        OptionKey::AfterPlacing => match options.after_placing {
            AfterPlacing::Move => &[],
            AfterPlacing::End => &[Ends],
            AfterPlacing::Fly => &[Flights],
        },
        OptionKey::Mills => when(options.mills != RowsOfThree::None, &[Mills]),
        OptionKey::FlyAtThree => when(options.fly_at_three == YesNo::Yes, &[Flights]),
        OptionKey::TakenToWin => when(options.taken_to_win != TakenToWin(None), &[Ends]),
        OptionKey::KingLost => when(options.king_lost != KingLost::Nothing, &[Ends]),
        OptionKey::KingMoveLimit => when(options.king_move_limit != TurnLimit(None), &[KingMoves]),
        OptionKey::PromotionWins => when(options.promotion_wins == YesNo::Yes, &[Ends]),
        OptionKey::SingleCombat => match options.single_combat {
            SingleCombat::Off => &[],
            SingleCombat::Automatic => &[Combat],
            SingleCombat::OnCall => &[Combat, Called],
        },
        OptionKey::Blocked => when(options.blocked == Blocked::LastHigher, &[Ends]),
        // These refine moves that every game has, or rules that another option requires.
        OptionKey::StepDirs
        | OptionKey::CapDirs
        | OptionKey::CaptureLines
        | OptionKey::LastRow
        | OptionKey::Captors
        | OptionKey::Chain
        | OptionKey::Direction
        | OptionKey::FirstCaptureSingle
        | OptionKey::MustOffer
        | OptionKey::Rejump
        | OptionKey::TakeHigher
        | OptionKey::Promotion
        | OptionKey::PromoMid
        | OptionKey::KingReach
        | OptionKey::KingLanding
        | OptionKey::Turning
        | OptionKey::BentLeaps
        | OptionKey::ClosingSides
        | OptionKey::NoCentreOpening
        | OptionKey::Resupply
        | OptionKey::DiagonalMills
        | OptionKey::MillProtected
        | OptionKey::DoubleMill
        | OptionKey::Aim => &[],
        // `History` applies these; positions do not store history.
        OptionKey::EndCount | OptionKey::NoCaptureLimit | OptionKey::Repetition | OptionKey::DrawRules => &[],
        // These take effect before the game begins.
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
        | OptionKey::Corner => &[],
    }
}

impl Requirements {
    /// Collects the requirements of a ruleset's options and start position.
    pub fn of(ruleset: &Ruleset) -> Requirements {
        let hand = (ruleset.start.memory.hand != [0; 2]).then_some(Requirement::Hand);
        OptionKey::ALL.into_iter().flat_map(|key| required_by(key, &ruleset.options)).copied().chain(hand).collect()
    }

    /// Returns whether the set contains this requirement.
    pub const fn has(self, requirement: Requirement) -> bool {
        self.0 & 1 << requirement as u32 != 0
    }

    /// Returns whether the set contains any of these.
    pub fn has_any(self, requirements: &[Requirement]) -> bool {
        requirements.iter().any(|&requirement| self.has(requirement))
    }

    /// Returns whether positions store effects of the last turns: pieces to huff, the position to claim against, where
    /// the last turn began, what it closed, the moves of one king. The history of every piece ([`Requirement::Been`])
    /// is separate. The start of the current turn is included, because only the larger position types store it.
    pub fn remembers_last_turn(self) -> bool {
        self.has_any(&[
            Requirement::Huffable,
            Requirement::Before,
            Requirement::Last,
            Requirement::Start,
            Requirement::Closed,
            Requirement::KingMoves,
        ])
    }

    /// Returns whether positions store state beside the board: hands, dice, calls.
    pub fn remembers_beside_board(self) -> bool {
        self.has_any(&[Requirement::Hand, Requirement::Rolled, Requirement::Called])
    }

    /// Returns whether a game without towers runs rules beyond steps, leaps, promotion, huffs and closing rows.
    pub fn runs_special_rules(self) -> bool {
        use Requirement::*;
        self.remembers_beside_board()
            || self.has_any(&[
                Approach, Custodial, Vela, FreeKings, LineSteps, Opening, Placing, Flights, Mills, Combat, Ends,
            ])
    }
}

impl FromIterator<Requirement> for Requirements {
    fn from_iter<I: IntoIterator<Item = Requirement>>(requirements: I) -> Self {
        Requirements(requirements.into_iter().fold(0, |set, requirement| set | 1 << requirement as u32))
    }
}
