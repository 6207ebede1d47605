//! All continuations of a turn, sent ahead of time so that a client need not ask after every point.

use crate::names::points;
use crate::partial::{Entering, Partial, PointRole, claim_text};
use crate::position::column;
use quirkat_rules::{AnyGame, CaptureClaim, Point, Setup, Turn, TurnPrefix};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Maximum number of steps in one tree, some tens of kilobytes of JSON. Clients ask point by point where there are
/// more.
const MAX_STEPS: usize = 400;

/// Tree of all legal turns of a position, point by point.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnTree {
    /// Points that may come first, each with its continuations, when the turn has no claim and no huff.
    pub steps: Vec<TurnStep>,
    /// Turns that start with a claim or a huff. Entries after the step limit are left out.
    pub beginnings: Vec<TurnStart>,
}

/// Start of a turn before any point is entered: a claim, a huff, or both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnStart {
    /// Claimed capture in notation; `null` without a claim.
    pub claim: Option<String>,
    /// Name of the huffed point; `null` without a huff.
    pub huff: Option<String>,
    /// State of the turn after this start: the points that may come first, and the position.
    pub partial: Partial,
    /// Continuations after this start, in the order of `partial.next`.
    pub steps: Vec<TurnStep>,
}

/// One point of a turn and everything that may follow it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnStep {
    /// Name of the point that is entered.
    pub point: String,
    /// Role of the points in `next`; absent where nothing may follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<PointRole>,
    /// Notation of the turn if it may end here; absent otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<String>,
    /// Names of the points from which pieces have been captured so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// Points whose contents differ from the position before the turn, each with the letters of its pieces from bottom
    /// to top. An emptied point has an empty text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub changed: BTreeMap<String, String>,
    /// Points that may come next, each with its continuations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<TurnStep>,
}

impl TurnTree {
    /// Builds the tree of a position from its legal turns. Returns `None` when the tree exceeds the step limit.
    pub fn new(game: &AnyGame, turns: &[Turn]) -> Option<TurnTree> {
        // The last step of every turn is distinct, so this many turns cannot fit.
        if turns.iter().filter(|turn| turn.claim.is_none() && turn.huff.is_none()).count() > MAX_STEPS {
            return None;
        }
        let mut left = MAX_STEPS;
        let (_, steps) = build_start(&Entering::new(game, turns, None, None), &mut left)?;
        let mut ways: Vec<(Option<&CaptureClaim>, Option<Point>)> = vec![];
        for way in turns.iter().map(|turn| (turn.claim.as_ref(), turn.huff)) {
            if way != (None, None) && !ways.contains(&way) {
                ways.push(way);
            }
        }
        let board = &game.ruleset().board;
        let beginning = |(claim, huff): (Option<&CaptureClaim>, Option<Point>)| {
            let (partial, steps) = build_start(&Entering::new(game, turns, claim, huff), &mut left)?;
            Some(TurnStart {
                claim: claim.map(|claim| claim_text(board, claim)),
                huff: huff.map(|huff| board.name(huff).to_owned()),
                partial,
                steps,
            })
        };
        Some(TurnTree { steps, beginnings: ways.into_iter().map_while(beginning).collect() })
    }
}

/// Builds the state and the steps after one start of a turn. Returns `None` when the remaining step budget does not
/// suffice.
fn build_start(entering: &Entering<'_>, left: &mut usize) -> Option<(Partial, Vec<TurnStep>)> {
    let prefix = entering.prefix();
    let partial = prefix.partial();
    let (before, _) = entering.partway(&partial);
    let mut builder = TreeBuilder { entering, before, left };
    let steps = builder.steps(&prefix, &partial.next)?;
    Some((entering.describe(&partial, 0), steps))
}

/// State of the recursion that builds steps.
struct TreeBuilder<'s, 'g> {
    entering: &'s Entering<'g>,
    before: Setup,
    left: &'s mut usize,
}

impl TreeBuilder<'_, '_> {
    fn steps(&mut self, prefix: &TurnPrefix<'_>, next: &[Point]) -> Option<Vec<TurnStep>> {
        next.iter().map(|&point| self.step(&prefix.after(point), point)).collect()
    }

    fn step(&mut self, prefix: &TurnPrefix<'_>, point: Point) -> Option<TurnStep> {
        *self.left = self.left.checked_sub(1)?;
        let partial = prefix.partial();
        let (shown, gone) = self.entering.partway(&partial);
        let ruleset = self.entering.game.ruleset();
        let board = &ruleset.board;
        let is_other = |point: &Point| shown.columns[point.index()] != self.before.columns[point.index()];
        let changed = board.points().filter(is_other);
        Some(TurnStep {
            point: board.name(point).to_owned(),
            asks: partial.prompt.map(PointRole::from),
            complete: self.entering.complete(&partial),
            gone: points(board, &gone),
            changed: changed.map(|at| (board.name(at).to_owned(), column(ruleset, &shown, at))).collect(),
            next: self.steps(prefix, &partial.next)?,
        })
    }
}
