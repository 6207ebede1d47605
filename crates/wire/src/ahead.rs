//! All that may still come of a turn, said ahead, so that whoever enters it need not ask at every point.

use crate::names::points;
use crate::partial::{Entering, Partial, PointRole, claim_text};
use crate::position::column;
use quirkat_rules::{AnyGame, CaptureClaim, Point, Setup, Turn, TurnPrefix};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// As many steps are said at most, some tens of kilobytes: where there are more, one asks point by point.
const MOST_STEPS: usize = 400;

/// What may come of a turn point by point, up to its end.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Ahead"))]
pub struct TurnTree {
    /// What the first point may be, and what follows each, where nothing is claimed or huffed before.
    pub steps: Vec<TurnStep>,
    /// The other ways to begin: claims and huffs, as many as there is room for.
    pub beginnings: Vec<TurnStart>,
}

/// A way to begin a turn before any point is named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Beginning"))]
pub struct TurnStart {
    /// What is claimed.
    pub claim: Option<String>,
    /// What is huffed.
    pub huff: Option<String>,
    /// What may come first then.
    pub partial: Partial,
    /// What may follow.
    pub steps: Vec<TurnStep>,
}

/// A point that may be named, and all that may come after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Step"))]
pub struct TurnStep {
    /// The point.
    pub point: String,
    /// What the points are that follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<PointRole>,
    /// The turn, as text, if it may end here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complete: Option<String>,
    /// Where captures have taken something so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<String>,
    /// The points on which something else stands than before the first point was named: the letters of what stands there
    /// now, none where nothing does.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub changed: BTreeMap<String, String>,
    /// The points that may be named next, and what follows each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<TurnStep>,
}

impl TurnTree {
    /// What may come of a turn in a position, by its legal turns; `None` where that is too much to be said.
    pub fn new(game: &AnyGame, turns: &[Turn]) -> Option<TurnTree> {
        // Every turn ends with a step of its own.
        if turns.iter().filter(|turn| turn.claim.is_none() && turn.huff.is_none()).count() > MOST_STEPS {
            return None;
        }
        let mut left = MOST_STEPS;
        let (_, steps) = said(&Entering::new(game, turns, None, None), &mut left)?;
        let mut ways: Vec<(Option<&CaptureClaim>, Option<Point>)> = vec![];
        for way in turns.iter().map(|turn| (turn.claim.as_ref(), turn.huff)) {
            if way != (None, None) && !ways.contains(&way) {
                ways.push(way);
            }
        }
        let board = &game.ruleset().board;
        let beginning = |(claim, huff): (Option<&CaptureClaim>, Option<Point>)| {
            let (partial, steps) = said(&Entering::new(game, turns, claim, huff), &mut left)?;
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

/// What may come first of a turn that begins in one way, and all that may follow; `None` where there are more steps than
/// are left.
fn said(entering: &Entering<'_>, left: &mut usize) -> Option<(Partial, Vec<TurnStep>)> {
    let begun = entering.begun();
    let partial = begun.partial();
    let (before, _) = entering.seen(&partial);
    let mut saying = Saying { entering, before, left };
    let steps = saying.steps(&begun, &partial.next)?;
    Some((entering.said(&partial, 0), steps))
}

/// What is needed to say steps.
struct Saying<'s, 'g> {
    entering: &'s Entering<'g>,
    before: Setup,
    left: &'s mut usize,
}

impl Saying<'_, '_> {
    fn steps(&mut self, begun: &TurnPrefix<'_>, next: &[Point]) -> Option<Vec<TurnStep>> {
        next.iter().map(|&point| self.step(&begun.after(point), point)).collect()
    }

    fn step(&mut self, begun: &TurnPrefix<'_>, point: Point) -> Option<TurnStep> {
        *self.left = self.left.checked_sub(1)?;
        let partial = begun.partial();
        let (shown, gone) = self.entering.seen(&partial);
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
            next: self.steps(begun, &partial.next)?,
        })
    }
}
