//! What the choices among rules ask of those who play them: what a position has to remember beyond its pieces, and which
//! rules run beyond stepping, leaping and promoting. The two are different questions: a mill asks for rules and remembers
//! nothing, a point that may not be gone back to is remembered and asks for no rule of its own.

use super::Ruleset;
use crate::options::{
    AfterPlacing, Blocked, Capture, CaptureBy, Closing, KingLost, Mills as RowsOfThree, OnOff, Opening as Openings,
    OptionKey, Options, Precedence, Removal, Return, SingleCombat, TakenToWin, YesNo,
};

/// Something that some rules ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Requirement {
    /// To remember which pieces may be huffed.
    Huffable,
    /// To remember the position before the last turn, to which a claim goes back.
    Before,
    /// To remember where the last turn of each side began.
    Last,
    /// To remember where every piece has stood.
    Been,
    /// To bar the point where a turn began as long as the turn lasts: nothing of it is remembered later.
    Start,
    /// To remember which rows are closed.
    Closed,
    /// To remember what is in hand.
    Hand,
    /// To remember what the dice show.
    Rolled,
    /// To remember that a side has called for single combat.
    Called,
    /// Taken pieces go under their taker: a point holds a column.
    Towers,
    /// Captures by approach and withdrawal.
    Approach,
    /// The handicap game, in which one side gives up pieces first.
    Vela,
    /// Only men must capture.
    FreeKings,
    /// Stones that leave a full board first.
    Opening,
    /// Pieces that are placed before they move.
    Placing,
    /// Pieces that move to any empty point.
    Flights,
    /// Rows of three that mean something.
    Mills,
    /// The last two pieces fight it out.
    Combat,
    /// Ends by what is taken, by what is lost, or by who is left, beyond the want of pieces or turns.
    Ends,
}

/// What a ruleset asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Requirements(u32);

/// What one option asks for by the value that it has here.
fn asked(key: OptionKey, options: &Options) -> &'static [Requirement] {
    use Requirement::*;
    let when = |is: bool, demands: &'static [Requirement]| if is { demands } else { &[] };
    match key {
        OptionKey::CaptureBy => when(options.capture_by == CaptureBy::Approach, &[Approach]),
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
        OptionKey::SingleCombat => match options.single_combat {
            SingleCombat::Off => &[],
            SingleCombat::Automatic => &[Combat],
            SingleCombat::OnCall => &[Combat, Called],
        },
        OptionKey::Blocked => when(options.blocked == Blocked::LastHigher, &[Ends]),
        // What these choose holds of the turns that every game has, or only beside what others ask for.
        OptionKey::StepDirs
        | OptionKey::CapDirs
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
        | OptionKey::DoubleMill => &[],
        // These are judged by the history of the game, which no position holds.
        OptionKey::EndCount | OptionKey::NoCaptureLimit | OptionKey::Repetition | OptionKey::DrawRules => &[],
        // These are done with when the game begins.
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
    /// What a ruleset asks for, by its options and its start.
    pub fn of(ruleset: &Ruleset) -> Requirements {
        let hand = (ruleset.start.memory.hand != [0; 2]).then_some(Requirement::Hand);
        OptionKey::ALL.into_iter().flat_map(|key| asked(key, &ruleset.options)).copied().chain(hand).collect()
    }

    /// Whether this is asked for.
    pub const fn has(self, demand: Requirement) -> bool {
        self.0 & 1 << demand as u32 != 0
    }

    /// Whether any of these is asked for.
    pub fn has_any(self, demands: &[Requirement]) -> bool {
        demands.iter().any(|&demand| self.has(demand))
    }

    /// Whether positions remember what the last turn did: what may be huffed or claimed for it, where it began, what it
    /// closed. Where pieces have ever stood is another matter ([`Requirement::Been`]); where a turn begins is kept while it
    /// lasts by the families that remember more.
    pub fn remembers_last_turn(self) -> bool {
        self.has_any(&[
            Requirement::Huffable,
            Requirement::Before,
            Requirement::Last,
            Requirement::Start,
            Requirement::Closed,
        ])
    }

    /// Whether positions remember what is beside the board: hands, dice, calls.
    pub fn remembers_beside_board(self) -> bool {
        self.has_any(&[Requirement::Hand, Requirement::Rolled, Requirement::Called])
    }

    /// Whether a flat game runs rules beyond stepping, leaping, promoting, huffing and closing rows.
    pub fn runs_special_rules(self) -> bool {
        use Requirement::*;
        self.remembers_beside_board()
            || self.has_any(&[Approach, Vela, FreeKings, Opening, Placing, Flights, Mills, Combat, Ends])
    }
}

impl FromIterator<Requirement> for Requirements {
    fn from_iter<I: IntoIterator<Item = Requirement>>(demands: I) -> Self {
        Requirements(demands.into_iter().fold(0, |set, demand| set | 1 << demand as u32))
    }
}
