//! Games that always end, because every turn takes something or puts something on the board: what a position is worth, by going
//! down to the ends (alpha-beta with a table of exact positions).

use crate::ending::{at_end, ended};
use crate::whole::Worth;
use quirkat_rules::{
    AnyRules, GameSymmetry, Options, Promotion, Rules, RulesVisitor, Setup, SetupError, SingleCombat, TooManyTurns,
    YesNo,
};
use rustc_hash::FxHashMap;
use std::mem;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;
use thiserror::Error;

/// Between so many positions the work is told of and may be stopped.
const SHARE: u64 = 1 << 14;

/// Whether no position can come again by these rules.
pub fn always_ends(options: &Options) -> bool {
    options.always_takes()
        && options.promotion == Promotion::None
        && options.single_combat == SingleCombat::Off
        && options.dice == YesNo::No
}

/// What positions of a game that [always ends](always_ends) are worth, and with what that is found.
pub struct Descent<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// The bytes of memory that may be used; when they are full, what is known is forgotten.
    pub memory: u64,
    /// Whether to end the work; asked again and again.
    pub stop: &'a dyn Fn() -> bool,
    /// Hears how many positions have been looked at.
    pub tell: &'a dyn Fn(u64),
}

/// Why it was not found what positions are worth.
#[derive(Debug, Error)]
pub enum NotDescended {
    /// By these rules positions can come again.
    #[error("positions can come again by these rules")]
    MayNotEnd,
    /// The work was told to stop.
    #[error("broken off")]
    Stopped,
    /// A position has too many turns.
    #[error(transparent)]
    Turns(#[from] TooManyTurns),
    /// It is no position of these rules.
    #[error(transparent)]
    Position(#[from] SetupError),
}

impl Descent<'_> {
    /// What each of these positions is worth to its side to move, and how many positions were looked at.
    ///
    /// # Errors
    /// When positions can come again, the work was stopped, or something is no position or has too many turns.
    pub fn worths(&self, positions: &[Setup]) -> Result<(Vec<Worth>, u64), NotDescended> {
        if !always_ends(&self.rules.ruleset().options) {
            return Err(NotDescended::MayNotEnd);
        }
        self.rules.visit(Down { descent: self, positions })
    }
}

struct Down<'a> {
    descent: &'a Descent<'a>,
    positions: &'a [Setup],
}

impl RulesVisitor for Down<'_> {
    type Output = Result<(Vec<Worth>, u64), NotDescended>;

    fn visit<G: Rules>(self, rules: &Arc<G>) -> Self::Output {
        let mut symmetries = rules.symmetries();
        symmetries.retain(|symmetry| !symmetry.swaps);
        // A map that grows has the old one beside it.
        let most = self.descent.memory as usize / (3 * (mem::size_of::<(G::Position, Bounds)>() + 1));
        let known = FxHashMap::default();
        let mut search = Search { rules: &**rules, descent: self.descent, symmetries, known, most, looked: 0 };
        let worth = |setup: &Setup| {
            let value = search.value(&rules.position(setup)?, LOST, WON)?;
            Ok([Worth::Lost, Worth::Drawn, Worth::Won][(value - LOST) as usize])
        };
        let worths = self.positions.iter().map(worth).collect::<Result<_, NotDescended>>()?;
        Ok((worths, search.looked))
    }
}

const LOST: i8 = -1;
const WON: i8 = 1;

fn value_of(worth: Worth) -> i8 {
    match worth {
        Worth::Lost => LOST,
        Worth::Drawn => 0,
        Worth::Won => WON,
    }
}

/// What a position is worth at least and at most.
#[derive(Clone, Copy)]
struct Bounds {
    least: i8,
    most: i8,
}

struct Search<'a, G: Rules> {
    rules: &'a G,
    descent: &'a Descent<'a>,
    symmetries: Vec<GameSymmetry>,
    /// Of positions that symmetries lay on one another, that of the smallest key.
    known: FxHashMap<G::Position, Bounds>,
    most: usize,
    looked: u64,
}

impl<G: Rules> Search<'_, G> {
    /// What a position is worth to its side to move, if it is more than `least` and less than `most`; else a bound of it.
    fn value(&mut self, position: &G::Position, mut least: i8, mut most: i8) -> Result<i8, NotDescended> {
        let (rules, to_move) = (self.rules, self.rules.to_move(position));
        if let Some(outcome) = ended(rules, position, None) {
            return Ok(value_of(at_end(outcome, to_move).worth));
        }
        let images = self.symmetries.iter().map(|symmetry| rules.image(position, symmetry));
        let laid = images.min_by_key(|image| rules.key(image)).expect("the identity is one");
        if let Some(bounds) = self.known.get(&laid) {
            (least, most) = (least.max(bounds.least), most.min(bounds.most));
            if least >= most {
                return Ok(if bounds.least >= most { bounds.least } else { bounds.most });
            }
        }
        self.looked += 1;
        if self.looked.is_multiple_of(SHARE) {
            (self.descent.tell)(self.looked);
            if (self.descent.stop)() {
                return Err(NotDescended::Stopped);
            }
        }
        let mut after = vec![];
        rules.each_turn(position, &mut |turn, _| {
            after.push((0, rules.play(position, turn)));
            Continue(())
        })?;
        // Whoever has few turns left is the first to have none.
        for (turns, next) in &mut after {
            *turns = rules.count_moves(next, 1)?;
        }
        after.sort_by_key(|(turns, _)| *turns);
        let (window, mut best) = (least, LOST);
        for (_, next) in after {
            let value = if rules.to_move(&next) == to_move {
                self.value(&next, least, most)?
            } else {
                -self.value(&next, -most, -least)?
            };
            best = best.max(value);
            least = least.max(value);
            if least >= most {
                break;
            }
        }
        if self.known.len() >= self.most {
            self.known.clear();
        }
        let bounds = self.known.entry(laid).or_insert(Bounds { least: LOST, most: WON });
        if best > window {
            bounds.least = bounds.least.max(best);
        }
        if best < most {
            bounds.most = bounds.most.min(best);
        }
        Ok(best)
    }
}
