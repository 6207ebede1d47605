//! The law of a flat game without ranks, hands or memory: what a solver needs of its rules, as plain lists.
//!
//! Positions of such a game are two sets of points and a side to move. What is true of them follows from the lists here and
//! from nothing else, so that two rulesets with the same law have the same tables.

use super::points::{PointMap, PointSet};
use quirkat_rules::engine::{LeapEntry, MoveTables};
use quirkat_rules::{
    AnyRules, Blocked, Capture, CaptureBy, Chain, EndCount, GameSymmetry, OptionKey, Options, Point, Rank, Repetition,
    Rules, RulesVisitor, Ruleset, Side,
};
use std::fmt::{self, Write};
use std::sync::Arc;
use thiserror::Error;

/// The most points of a board that can be solved.
pub const MAX_BOARD_POINTS: usize = 26;

/// What decides the truth of all positions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenLaw {
    /// The number of points.
    pub points: usize,
    /// For each side and point where a man may step to.
    pub steps: [Vec<Vec<u8>>; 2],
    /// For each side and point the leaps of a man.
    pub leaps: [Vec<Vec<ManLeap>>; 2],
    /// Whether a side that can capture must.
    pub must_capture: bool,
    /// Whether a man that has leapt may leap again.
    pub further: ChainRule,
    /// Whether a side that has men and no turn has lost; the game is drawn otherwise.
    pub blocked_loses: bool,
    /// What becomes of play that never ends.
    pub endless: EndlessPlay,
    /// The points in the order by which sets of them are numbered in tables: those first that fewest steps and leaps are about,
    /// and among as many the lower.
    pub order: Vec<u8>,
    /// The ways to lay the board on itself under which each side moves as it did; the identity is the first.
    pub symmetries: Vec<PointMap>,
    /// A way to lay the board on itself under which each side moves as the other did, if there is one.
    pub exchange: Option<PointMap>,
}

/// A leap of a man from a known point.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ManLeap {
    /// What is leapt over.
    pub over: u8,
    /// Where it ends.
    pub to: u8,
}

/// Further leaps in the same turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChainRule {
    /// There are none.
    Never,
    /// The man may go on or stop.
    Optional,
    /// The man goes on as long as it can.
    Mandatory,
}

/// What becomes of play that never ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndlessPlay {
    /// It is a draw.
    Drawn,
    /// The side with more men wins; it is a draw when both have as many.
    Counted,
}

/// Why a game cannot be solved here.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LawError {
    /// The board is too large.
    #[error("the board has {0} points; allowed for solving: at most {MAX_BOARD_POINTS}")]
    Board(usize),
    /// A rule is beyond it.
    #[error("games with `{key}={value}` cannot be solved: only men that step, leap and take at once, without memory")]
    Rule {
        /// The option.
        key: OptionKey,
        /// Its value.
        value: String,
    },
    /// More belongs to a position than endings tell apart.
    #[error("games with `{key}={value}` cannot be solved: more belongs to a position than endings tell apart")]
    Memory {
        /// The option.
        key: OptionKey,
        /// Its value.
        value: String,
    },
    /// There is more than men on the board.
    #[error("games with kings, towers or men in hand cannot be solved")]
    Pieces,
    /// The rules contradict one another.
    #[error("{0}")]
    Rules(String),
}

impl MenLaw {
    /// The law of a ruleset.
    ///
    /// # Errors
    /// When its positions are more than two sets of men, or its board is too large.
    pub fn of(ruleset: &Ruleset) -> Result<MenLaw, LawError> {
        let points = ruleset.board.len();
        if points > MAX_BOARD_POINTS { Err(LawError::Board(points)) } else { MenLaw::ignoring(None, ruleset) }
    }

    /// The law of a ruleset, whatever it says by this option, on any board whose points a set can hold.
    ///
    /// # Errors
    /// When its positions are more than two sets of men.
    pub(crate) fn ignoring(ignoring: Option<OptionKey>, ruleset: &Ruleset) -> Result<MenLaw, LawError> {
        let points = ruleset.board.len();
        if points >= PointSet::BITS as usize {
            return Err(LawError::Board(points));
        }
        let is_solved = |key: OptionKey| Some(key) == ignoring || is_solved(key, &ruleset.options);
        if let Some(key) = OptionKey::ALL.into_iter().find(|&key| !is_solved(key)) {
            return Err(LawError::Rule { key, value: key.value(&ruleset.options) });
        }
        let start = &ruleset.start;
        let is_flat = start.columns.iter().all(|column| column.len() <= 1);
        if !is_flat || ruleset.highest_rank() != Rank::Man || start.memory.hand != [0; 2] {
            return Err(LawError::Pieces);
        }
        let rules = AnyRules::compile(ruleset.clone()).map_err(|error| LawError::Rules(error.to_string()))?;
        let symmetries = rules.visit(Symmetries);
        let laid = |swaps: bool| {
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
            symmetries: laid(false).collect(),
            exchange: laid(true).next(),
        })
    }

    /// For each point the points to which a man of a side steps.
    pub(crate) fn steps_from(&self, side: Side) -> Vec<PointSet> {
        let of_points = self.steps[side.index()].iter();
        of_points.map(|ends| ends.iter().fold(0, |set, end| set | 1 << end)).collect()
    }

    /// For each point the points from which a man of a side steps there.
    pub(crate) fn steps_to(&self, side: Side) -> Vec<PointSet> {
        let from = self.steps_from(side);
        let to = |end: usize| from.iter().zip(0..).fold(0, |set, (ends, from)| set | (ends >> end & 1) << from);
        (0..self.points).map(to).collect()
    }

    /// All points.
    pub fn all(&self) -> PointSet {
        (1 << self.points) - 1
    }
}

/// The points by how many steps and leaps are about them.
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

/// Whether all that an option says by its value here is in a law.
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
        OptionKey::StepDirs | OptionKey::CapDirs | OptionKey::LastRow | OptionKey::BentLeaps | OptionKey::Captors => {
            true
        }
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
        // Said of kings, towers, play by approach, hands and rows, of which there are none where the rest holds.
        OptionKey::KingReach
        | OptionKey::KingLanding
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
        | OptionKey::KingLost
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

/// The law as text, by which files of tables tell whose they are.
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
