//! What it takes for an option to matter: a clause about promotion means nothing where nothing is promoted.

use super::Ruleset;
use crate::ground::board::Point;
use crate::ground::setup::Rank;
use crate::options::{
    AfterPlacing, Blocked, Capture, CaptureBy, Chain, Closing, DrawRules, Irrelevance, Key, KingLost, Mills, OnOff,
    Options, Precedence, Promotion, Removal, Repetition, Return, Sides, YesNo,
};

/// Something without which an option means nothing.
#[derive(Clone, Copy)]
struct Need {
    /// Why the option means nothing where it is wanting.
    want: Irrelevance,
    /// What must be so.
    is_met: fn(&Ruleset) -> bool,
}

const CAPTURES: Need = Need { want: Irrelevance::NothingCaptures, is_met: captures };
const APPROACH: Need =
    Need { want: Irrelevance::NoApproach, is_met: |rules| rules.options.capture_by == CaptureBy::Approach };
const KINGS: Need = Need { want: Irrelevance::NoKings, is_met: has_ranks };
const PLACING: Need = Need { want: Irrelevance::NoPlacing, is_met: |rules| rules.options.placing == YesNo::Yes };
const ROWS_TAKE: Need = Need { want: Irrelevance::RowsTakeNothing, is_met: |rules| rules.options.mills == Mills::Take };

/// What each option needs to mean something, the first want first.
fn needs(key: Key) -> Vec<Need> {
    let need = |want, is_met| vec![Need { want, is_met }];
    match key {
        Key::StepDirs => need(Irrelevance::NothingMoves, |rules| rules.options.after_placing == AfterPlacing::Move),
        Key::CapDirs | Key::Captors | Key::Chain => vec![CAPTURES],
        Key::Capture => vec![
            CAPTURES,
            Need {
                want: Irrelevance::NoneAboveMen,
                is_met: |rules| rules.options.capture != Capture::Men || has_ranks(rules),
            },
        ],
        Key::Direction | Key::FirstCaptureSingle | Key::Vela => vec![APPROACH],
        Key::MustOffer => need(Irrelevance::NoHandicap, |rules| rules.options.vela == OnOff::On),
        Key::Choice => vec![
            CAPTURES,
            Need {
                want: Irrelevance::TakesOne,
                is_met: |rules| {
                    rules.options.choice == Precedence::Free || takes_several(rules) || is_by_king(&rules.options)
                },
            },
            Need { want: Irrelevance::SpeaksOfKings, is_met: |rules| !is_by_king(&rules.options) || has_ranks(rules) },
        ],
        Key::Removal => {
            vec![CAPTURES, Need { want: Irrelevance::OneLeap, is_met: goes_on_or_under }]
        }
        Key::Rejump => need(Irrelevance::NothingUnder, |rules| rules.options.removal == Removal::Under),
        Key::TakeHigher => need(Irrelevance::OneRank, has_ranks),
        Key::PromoMid => need(Irrelevance::NoPromotionInside, |rules| {
            rules.options.promotion != Promotion::None && rules.options.chain != Chain::None
        }),
        Key::KingReach | Key::KingLanding => vec![KINGS],
        Key::Turning => need(Irrelevance::NoKingsChain, |rules| has_ranks(rules) && rules.options.chain != Chain::None),
        Key::BentLeaps => need(Irrelevance::NothingLeaps, |rules| rules.options.capture_by == CaptureBy::Leap),
        Key::ClosingSides => need(Irrelevance::NothingCloses, |rules| rules.options.closing != Closing::None),
        Key::Opening => need(Irrelevance::NotFull, |rules| rules.start.columns.iter().all(|on| !on.is_empty())),
        Key::Placing => need(Irrelevance::EmptyHands, has_hand),
        Key::NoCentreOpening | Key::Dice | Key::AfterPlacing => vec![PLACING],
        Key::Resupply => need(Irrelevance::NoReserve, |rules| has_hand(rules) && rules.options.placing == YesNo::No),
        Key::Mills => need(Irrelevance::NoRows, |rules| rules.options.mills == Mills::None || has_rows(rules)),
        Key::DiagonalMills => vec![
            Need { want: Irrelevance::RowsMeanNothing, is_met: |rules| rules.options.mills != Mills::None },
            Need { want: Irrelevance::NoDiagonalRows, is_met: has_diagonal_rows },
        ],
        Key::MillProtected | Key::DoubleMill => vec![ROWS_TAKE],
        Key::Return => need(Irrelevance::NoWayBack, |rules| {
            rules.options.returning != Return::NotStart || captures(rules) && takes_several(rules)
        }),
        Key::TakenToWin => {
            need(Irrelevance::NothingTaken, |rules| captures(rules) || rules.options.mills == Mills::Take)
        }
        Key::KingLost => {
            need(Irrelevance::NoKingsAtStart, |rules| rules.options.king_lost != KingLost::Nothing || has_ranks(rules))
        }
        Key::Blocked => {
            need(Irrelevance::LastHigher, |rules| rules.options.blocked != Blocked::LastHigher || has_ranks(rules))
        }
        Key::Repetition => need(Irrelevance::BothCapture, |rules| {
            rules.options.repetition != Repetition::CaptorWins || rules.options.captors != Sides::Both
        }),
        Key::DrawRules => {
            need(Irrelevance::DrawsOfKings, |rules| rules.options.draw_rules == DrawRules::None || has_ranks(rules))
        }
        // These mean something everywhere, or, where they change the layout, in the games whose files say so.
        Key::First
        | Key::LastRow
        | Key::CaptureBy
        | Key::Promotion
        | Key::Closing
        | Key::FlyAtThree
        | Key::SingleCombat
        | Key::EndCount
        | Key::NoCaptureLimit
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
        | Key::Corner => vec![],
    }
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
pub fn irrelevance(key: Key, rules: &Ruleset) -> Option<Irrelevance> {
    needs(key).iter().find(|need| !(need.is_met)(rules)).map(|need| need.want)
}

/// Where an option means nothing: "if …".
pub(crate) fn irrelevances(key: Key) -> impl Iterator<Item = Irrelevance> {
    needs(key).into_iter().map(|need| need.want)
}
