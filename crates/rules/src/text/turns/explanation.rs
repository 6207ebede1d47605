//! Finds the rule that an illegal move breaks.
//!
//! Facts of board and setup, such as an empty point or a piece of the other side, are looked up. Rules are not restated
//! here: the legal turns, and the turns under relaxed rules ([`super::relaxation`]), show which rule forbids the move.

use super::errors::IllegalReason;
use super::parsed::ParsedTurn;
use super::relaxation::RelaxedPosition;
use crate::engine::turn::{CaptureClaim, RunCaptureKind, Turn};
use crate::game::Play;
use crate::ground::board::{Board, Point};
use crate::ground::language::Words;
use crate::ground::setup::{Setup, Side};
use crate::options::{Options, Repetition, YesNo};
use crate::ruleset::Ruleset;

/// An illegal move with the position that refuses it.
pub(super) struct Explanation<'a> {
    pub game: &'a dyn Play,
    pub setup: &'a Setup,
    /// Legal turns of the position.
    pub turns: &'a [Turn],
    pub parsed: &'a ParsedTurn,
}

impl Explanation<'_> {
    fn ruleset(&self) -> &Ruleset {
        self.game.ruleset()
    }

    /// Returns the options of the game.
    pub fn options(&self) -> &Options {
        &self.ruleset().options
    }

    /// Returns the board of the game.
    pub fn board(&self) -> &Board {
        &self.ruleset().board
    }

    /// Returns the name of a point.
    pub fn name(&self, point: Point) -> String {
        self.board().name(point).to_owned()
    }

    /// Returns the name of a side.
    pub fn side_name(&self, side: Side) -> Box<Words> {
        Box::new(self.ruleset().info.sides[side.index()].name.clone())
    }

    /// Writes turns as text, without repetitions.
    pub fn texts<'t>(&self, turns: impl Iterator<Item = &'t Turn>) -> Vec<String> {
        let mut texts: Vec<_> = turns.map(|turn| turn.text(self.board())).collect();
        texts.dedup();
        texts
    }

    /// Returns the position for queries under relaxed rules.
    pub fn relaxed(&self) -> RelaxedPosition<'_> {
        RelaxedPosition { ruleset: self.ruleset(), setup: self.setup }
    }

    /// Returns the legal turns that agree with the parsed move beside the path and whose path begins with these points.
    pub fn beginning_with(&self, points: &[Point]) -> impl Iterator<Item = &Turn> + Clone {
        self.turns.iter().filter(move |turn| self.parsed.agrees_beside_path(turn) && turn.path.starts_with(points))
    }

    /// Returns the rule that the move breaks.
    pub fn reason(&self) -> IllegalReason {
        let beside = self.beside_board().or_else(|| self.claim_or_huff()).or_else(|| self.drops());
        if let Some(why) = beside {
            return why;
        }
        let parsed = self.parsed;
        let Some(&start) = parsed.path.first() else { return self.unfinished().unwrap_or_else(|| self.removal()) };
        let Some(piece) = self.setup.top(start) else {
            let reason = if parsed.path.len() == 1 { IllegalReason::Unreachable } else { IllegalReason::Empty };
            return reason(self.name(start));
        };
        if piece.side != self.game.to_move() {
            return IllegalReason::NotYourPiece(self.name(start), self.side_name(piece.side));
        }
        if parsed.path.len() == 1 {
            return self.other();
        }
        if let Some(why) = self.end_of_path() {
            return why;
        }
        let is_legal = |end: &usize| self.beginning_with(&parsed.path[..*end]).next().is_some();
        let legal = (1..parsed.path.len()).rev().find(is_legal).unwrap_or(1);
        self.illegal_hop(legal, piece)
    }

    /// Returns the moves that may follow a huff, claim or drop without one.
    fn unfinished(&self) -> Option<IllegalReason> {
        let parsed = self.parsed;
        let follow = || self.turns.iter().filter(|turn| !turn.path.is_empty() && parsed.agrees_beside_path(turn));
        let is_unfinished = parsed.removed.is_empty() && follow().next().is_some();
        is_unfinished.then(|| IllegalReason::Unfinished(self.texts(follow())))
    }

    /// Checks throws, calls for single combat and passes.
    fn beside_board(&self) -> Option<IllegalReason> {
        let parsed = self.parsed;
        let throws = self.game.is_chance_node();
        if throws != parsed.roll.is_some() {
            return Some(if throws { IllegalReason::MustRoll } else { IllegalReason::NoRoll });
        }
        if parsed.calls {
            return Some(IllegalReason::NoCombat);
        }
        parsed.pass.then_some(IllegalReason::NoPass)
    }

    /// Checks the claim and the huff.
    fn claim_or_huff(&self) -> Option<IllegalReason> {
        let parsed = self.parsed;
        if !parsed.claim.is_empty() && !self.turns.iter().any(|turn| parsed.begins(turn)) {
            let bare = |claim: &CaptureClaim| Turn { claim: Some(claim.clone()), ..Turn::default() };
            let claims: Vec<_> = self.turns.iter().filter_map(|turn| turn.claim.as_ref().map(bare)).collect();
            return Some(IllegalReason::NoClaim(self.texts(claims.iter())));
        }
        let huffed = parsed.huff.filter(|_| !self.turns.iter().any(|turn| turn.huff == parsed.huff))?;
        let huffable = self.setup.memory.huffable.iter().map(|&point| self.name(point)).collect();
        Some(IllegalReason::NoHuff(self.name(huffed), huffable))
    }

    /// Checks the pieces that enter from the hand.
    fn drops(&self) -> Option<IllegalReason> {
        let drops = &self.parsed.drops;
        if self.turns.iter().any(|turn| self.parsed.agrees_beside_path(turn)) {
            return None;
        }
        if let Some(&point) = drops.iter().find(|&&point| self.setup.top(point).is_some()) {
            return Some(IllegalReason::Occupied(self.name(point)));
        }
        let enters = |turn: &Turn| !turn.drops.is_empty();
        if !self.turns.iter().any(enters) {
            return (!drops.is_empty()).then_some(IllegalReason::NoDrop);
        }
        if drops.is_empty() {
            return self.turns.iter().all(enters).then_some(IllegalReason::MustDrop);
        }
        let free = Options { no_centre_opening: YesNo::No, ..*self.options() };
        let takes_in = |point: Point| move |turn: &Turn| turn.drops.contains(&point);
        let barred = drops.iter().find(|&&point| !self.turns.iter().any(takes_in(point)))?;
        let is_freed = self.relaxed().allows(free, &takes_in(*barred)) == Some(true);
        is_freed.then(|| IllegalReason::NoCentre(self.name(*barred)))
    }

    /// Explains a refused removal at the end of the turn.
    fn removal(&self) -> IllegalReason {
        let legal = self.beginning_with(&self.parsed.path).filter(|turn| turn.path == self.parsed.path);
        match self.parsed.removed.first() {
            Some(&removed) => IllegalReason::NoRemoval(self.name(removed), self.texts(legal)),
            None => self.other(),
        }
    }

    /// Explains a move whose path is legal up to its end: an early end, a wrong capture or a repetition.
    fn end_of_path(&self) -> Option<IllegalReason> {
        let parsed = self.parsed;
        let longer = self.beginning_with(&parsed.path);
        let mut complete = longer.clone().filter(|turn| turn.path == parsed.path);
        if !parsed.removed.is_empty() && complete.clone().any(|turn| parsed.agrees_on_captures(turn)) {
            return Some(self.removal());
        }
        if longer.clone().next().is_some() {
            let is_made = |(hop, mark): (usize, RunCaptureKind)| {
                longer.clone().any(|turn| turn.runs.get(hop).is_some_and(|run| run.kind == mark))
            };
            return Some(if let Some(&(hop, _)) = parsed.marks.iter().find(|&&mark| !is_made(mark)) {
                IllegalReason::NoCaptureOnHop(self.name(parsed.path[hop]), self.name(parsed.path[hop + 1]))
            } else if parsed.takes
                && let Some(turn) = complete.next()
            {
                IllegalReason::TakesNothing(turn.text(self.board()))
            } else {
                IllegalReason::MustGoOn(self.texts(longer))
            });
        }
        let is_written = |turn: &Turn| parsed.agrees_beside_path(turn) && turn.path == parsed.path;
        let is_repeated = self.options().repetition == Repetition::Forbidden
            && self.relaxed().allows(*self.options(), &is_written) == Some(true);
        is_repeated.then_some(IllegalReason::Repetition)
    }

    /// Names no rule, only the legal turns.
    pub fn other(&self) -> IllegalReason {
        IllegalReason::Other(self.texts(self.turns.iter()))
    }
}
