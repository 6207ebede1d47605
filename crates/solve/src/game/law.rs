//! The law of games of men alone: what a solver needs of the rules, as plain lists.
//!
//! A position of such a game is two sets of points and a side to move. Its value follows from these lists alone, so
//! that two rulesets with the same law share their tables.

use super::points::{PointMap, PointSet};
use quirkat_rules::engine::{LeapEntry, MoveTables};
use quirkat_rules::{
    AnyRules, Blocked, Capture, CaptureBy, Chain, EndCount, GameSymmetry, OptionKey, Options, Point, Rank, Repetition,
    Rules, RulesVisitor, Ruleset, Side,
};
use std::fmt::{self, Write};
use std::sync::Arc;
use thiserror::Error;

/// Maximum number of points of a board that is solved set by set.
pub const MAX_BOARD_POINTS: usize = 26;

/// Rules of a game of men alone, as lists.
///
/// # Examples
/// ```
/// use quirkat_rules::find_game;
/// use quirkat_solve::{ChainRule, MenLaw};
///
/// let law = MenLaw::of(&find_game("alquerque").unwrap().ruleset(None, &[])?)?;
/// assert_eq!((law.points, law.symmetries.len()), (25, 8));
/// assert_eq!(law.further == ChainRule::Never, false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenLaw {
    /// Number of points of the board.
    pub points: usize,
    /// Targets of a man's steps, by side and point.
    pub steps: [Vec<Vec<u8>>; 2],
    /// Leaps of a man, by side and point.
    pub leaps: [Vec<Vec<ManLeap>>; 2],
    /// Whether a capture is compulsory.
    pub must_capture: bool,
    /// Whether a man that has leapt may or must leap again.
    pub further: ChainRule,
    /// Whether a side that has men but no move loses; otherwise the game is drawn.
    pub blocked_loses: bool,
    /// Result of play that never ends.
    pub endless: EndlessPlay,
    /// Order of the points by which tables number subsets: ascending by the number of steps and leaps that touch a
    /// point, then by point.
    pub order: Vec<u8>,
    /// Maps of the board onto itself that preserve the moves of each side. The identity is the first.
    pub symmetries: Vec<PointMap>,
    /// Map of the board onto itself that turns the moves of each side into those of the other, if there is one.
    pub exchange: Option<PointMap>,
}

/// Leap of a man from a known point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ManLeap {
    /// Point that is leapt over.
    pub over: u8,
    /// Point on which the leap ends.
    pub to: u8,
}

/// Rule for further leaps in the same move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainRule {
    /// A move has one leap.
    Never,
    /// The man may continue or stop.
    Optional,
    /// The man continues as long as it can.
    Mandatory,
}

/// Result of play that never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndlessPlay {
    /// Endless play draws the game, whatever the material.
    Drawn,
    /// The side with more men wins; equal numbers are a draw.
    Counted,
}

/// Reason why a game cannot be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LawError {
    /// The board is too large.
    #[error("the board has {0} points; allowed for solving: at most {MAX_BOARD_POINTS}")]
    Board(usize),
    /// A rule is not supported by the set-by-set solvers.
    #[error("games with `{key}={value}` cannot be solved: only men that step and leap, without further state")]
    Rule {
        /// Option that sets the rule.
        key: OptionKey,
        /// Value of the option.
        value: String,
    },
    /// A position has state beyond material, which tables do not store.
    #[error("games with `{key}={value}` cannot be solved: their positions have state that tables do not store")]
    Memory {
        /// Option that adds the state.
        key: OptionKey,
        /// Value of the option.
        value: String,
    },
    /// Positions have kings, towers or men in hand.
    #[error("games with kings, towers or men in hand cannot be solved")]
    Pieces,
    /// The rules contradict one another.
    #[error("{0}")]
    Rules(String),
}

impl MenLaw {
    /// Returns the law of a ruleset.
    ///
    /// # Errors
    /// When the rules or the size of the board are not supported.
    pub fn of(ruleset: &Ruleset) -> Result<MenLaw, LawError> {
        let points = ruleset.board.len();
        if points > MAX_BOARD_POINTS { Err(LawError::Board(points)) } else { MenLaw::ignoring(&[], ruleset) }
    }

    /// Returns the law of a ruleset on a board of up to 31 points, without regard to the values of some options. Where
    /// placing is ignored, so are pieces in hand.
    ///
    /// # Errors
    /// When the rules are not supported.
    pub(crate) fn ignoring(ignored: &[OptionKey], ruleset: &Ruleset) -> Result<MenLaw, LawError> {
        let points = ruleset.board.len();
        if points >= PointSet::BITS as usize {
            return Err(LawError::Board(points));
        }
        let is_solved = |key: OptionKey| ignored.contains(&key) || is_solved(key, &ruleset.options);
        if let Some(key) = OptionKey::ALL.into_iter().find(|&key| !is_solved(key)) {
            return Err(LawError::Rule { key, value: key.value(&ruleset.options) });
        }
        let start = &ruleset.start;
        let is_flat = start.columns.iter().all(|column| column.len() <= 1);
        if !is_flat
            || ruleset.highest_rank() != Rank::Man
            || !ignored.contains(&OptionKey::Placing) && start.memory.hand != [0; 2]
        {
            return Err(LawError::Pieces);
        }
        let rules = AnyRules::compile(ruleset.clone()).map_err(|error| LawError::Rules(error.to_string()))?;
        let symmetries = rules.visit(Symmetries);
        let symmetries_of = |swaps: bool| {
            let of_kind = symmetries.iter().filter(move |symmetry| symmetry.swaps == swaps);
            of_kind.map(move |symmetry| {
                PointMap::new((0..points).map(|point| symmetry.board.image(Point::from(point)).index() as u8).collect())
            })
        };
        let tables = MoveTables::<u64>::new(ruleset);
        let steps = |side: Side| {
            let mut steps = vec![vec![]; points];
            for group in &tables.men[side.index()].steps {
                for from in (0..points).filter(|from| group.from >> from & 1 != 0) {
                    steps[from].push(((from as u32 + group.by) % u64::BITS) as u8);
                }
            }
            steps.iter_mut().for_each(|targets| targets.sort_unstable());
            steps
        };
        let leaps = |side: Side| {
            let of_point = tables.men[side.index()].hops.iter().map(|hops| {
                let leap = |hop: &LeapEntry<u64>| ManLeap {
                    over: hop.over_point.index() as u8,
                    to: hop.to_point.index() as u8,
                };
                let mut leaps: Vec<_> = hops.hops.iter().map(leap).collect();
                leaps.sort_unstable();
                leaps
            });
            of_point.collect()
        };
        let options = &ruleset.options;
        let (steps, leaps): ([Vec<_>; 2], [Vec<_>; 2]) = (Side::BOTH.map(steps), Side::BOTH.map(leaps));
        Ok(MenLaw {
            points,
            order: points_by_moves(&steps, &leaps),
            steps,
            leaps,
            must_capture: options.capture == Capture::Mandatory,
            further: match options.chain {
                Chain::None => ChainRule::Never,
                Chain::Mandatory => ChainRule::Mandatory,
                Chain::Optional | Chain::Straight => ChainRule::Optional,
            },
            blocked_loses: options.blocked == Blocked::Loss,
            endless: if options.repetition == Repetition::Count { EndlessPlay::Counted } else { EndlessPlay::Drawn },
            symmetries: symmetries_of(false).collect(),
            exchange: symmetries_of(true).next(),
        })
    }

    /// Returns the targets of a man's steps as sets, by point.
    pub(crate) fn steps_from(&self, side: Side) -> Vec<PointSet> {
        let of_points = self.steps[side.index()].iter();
        of_points.map(|ends| ends.iter().fold(0, |set, end| set | 1 << end)).collect()
    }

    /// Returns the origins of a man's steps as sets, by target.
    pub(crate) fn steps_to(&self, side: Side) -> Vec<PointSet> {
        let from = self.steps_from(side);
        let to = |end: usize| from.iter().zip(0..).fold(0, |set, (ends, from)| set | (ends >> end & 1) << from);
        (0..self.points).map(to).collect()
    }

    /// Returns the set of all points.
    pub fn all(&self) -> PointSet {
        (1 << self.points) - 1
    }
}

/// Returns the points, ascending by the number of steps and leaps that touch them.
fn points_by_moves(steps: &[Vec<Vec<u8>>; 2], leaps: &[Vec<Vec<ManLeap>>; 2]) -> Vec<u8> {
    let mut turns = vec![0; steps[0].len()];
    for (from, (steps, leaps)) in steps.iter().zip(leaps).flat_map(|(steps, leaps)| steps.iter().zip(leaps).enumerate())
    {
        let steps = steps.iter().flat_map(|&to| [from, to.into()]);
        let leaps = leaps.iter().flat_map(|leap| [from, leap.over.into(), leap.to.into()]);
        steps.chain(leaps).for_each(|point| turns[point] += 1);
    }
    let mut order: Vec<u8> = (0..turns.len() as u8).collect();
    order.sort_by_key(|&point| turns[usize::from(point)]);
    order
}

/// Returns whether all that an option says by its value here is in a law.
fn is_solved(key: OptionKey, options: &Options) -> bool {
    match key {
        OptionKey::Capture => matches!(options.capture, Capture::Optional | Capture::Mandatory),
        OptionKey::Chain => options.chain != Chain::Straight,
        OptionKey::CaptureBy => options.capture_by == CaptureBy::Leap,
        OptionKey::Blocked => matches!(options.blocked, Blocked::Loss | Blocked::Draw),
        // Players may agree on a count, which decides nothing against their will.
        OptionKey::EndCount => options.end_count != EndCount::Automatic,
        OptionKey::Repetition => {
            use Repetition::{Count, Draw, DrawIfEqual, None};
            matches!(options.repetition, Draw | DrawIfEqual | Count | None)
        }
        // The ways of men, as lists.
        OptionKey::StepDirs
        | OptionKey::CapDirs
        | OptionKey::CaptureLines
        | OptionKey::LastRow
        | OptionKey::BentLeaps
        | OptionKey::Captors => true,
        // The board and the start.
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
        | OptionKey::Corner => true,
        // This refers to kings, towers, captures by approach, hands and rows; laws that meet the other conditions have
        // none of them.
        OptionKey::KingReach
        | OptionKey::KingLanding
        | OptionKey::KingMoveLimit
        | OptionKey::Turning
        | OptionKey::PromoMid
        | OptionKey::Rejump
        | OptionKey::TakeHigher
        | OptionKey::Direction
        | OptionKey::MustOffer
        | OptionKey::NoCentreOpening
        | OptionKey::Resupply
        | OptionKey::DiagonalMills
        | OptionKey::MillProtected
        | OptionKey::DoubleMill
        | OptionKey::ClosingSides => true,
        OptionKey::FirstCaptureSingle
        | OptionKey::Vela
        | OptionKey::Choice
        | OptionKey::Removal
        | OptionKey::Return
        | OptionKey::Promotion
        | OptionKey::Closing
        | OptionKey::Opening
        | OptionKey::Placing
        | OptionKey::Dice
        | OptionKey::AfterPlacing
        | OptionKey::Mills
        | OptionKey::FlyAtThree
        | OptionKey::TakenToWin
        | OptionKey::LineSteps
        | OptionKey::KingLost
        | OptionKey::PromotionWins
        | OptionKey::Aim
        | OptionKey::SingleCombat
        | OptionKey::NoCaptureLimit
        | OptionKey::DrawRules => key.value(options) == key.value(&Options::default()),
    }
}

/// The symmetries of a game, whatever its family.
struct Symmetries;

impl RulesVisitor for Symmetries {
    type Output = Vec<GameSymmetry>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Vec<GameSymmetry> {
        rules.symmetries()
    }
}

/// Writes the law as the text that identifies the rules in table files.
impl fmt::Display for MenLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "points: {}", self.points)?;
        let order = self.order.iter().map(|point| format!(" {point}")).collect::<String>();
        writeln!(f, "order:{order}")?;
        let further = match self.further {
            ChainRule::Never => "never",
            ChainRule::Optional => "may",
            ChainRule::Mandatory => "must",
        };
        let endless = match self.endless {
            EndlessPlay::Drawn => "drawn",
            EndlessPlay::Counted => "counted",
        };
        writeln!(
            f,
            "must capture: {}, further: {further}, blocked loses: {}, endless: {endless}",
            self.must_capture, self.blocked_loses
        )?;
        for side in Side::BOTH {
            let mut line = String::new();
            for (from, targets) in self.steps[side.index()].iter().enumerate() {
                targets.iter().try_for_each(|to| write!(line, " {from}-{to}"))?;
            }
            for (from, leaps) in self.leaps[side.index()].iter().enumerate() {
                leaps.iter().try_for_each(|leap| write!(line, " {from}x{}x{}", leap.over, leap.to))?;
            }
            writeln!(f, "side {}:{line}", side.index() + 1)?;
        }
        Ok(())
    }
}
