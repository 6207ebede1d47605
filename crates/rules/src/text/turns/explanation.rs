//! Which rule a written turn breaks.
//!
//! What board and setup show is looked up: an empty point, the other side's piece. What the rules say is asked of the
//! generator: of the legal turns, or of those that there would be under relaxed rules.

use super::errors::IllegalReason;
use super::parsed::Written;
use super::relaxation::Relaxed;
use crate::engine::turn::{CaptureClaim, RunCaptureKind, Turn};
use crate::game::Play;
use crate::ground::board::{Board, Point};
use crate::ground::language::Words;
use crate::ground::setup::{Setup, Side};
use crate::options::{Options, Repetition, YesNo};
use crate::ruleset::Ruleset;

/// Finds the rule that a written turn breaks.
pub(super) struct Explanation<'a> {
    pub game: &'a dyn Play,
    pub setup: &'a Setup,
    /// The legal turns.
    pub turns: &'a [Turn],
    pub written: &'a Written,
}

impl Explanation<'_> {
    fn ruleset(&self) -> &Ruleset {
        self.game.ruleset()
    }

    /// The choices among rules.
    pub fn options(&self) -> &Options {
        &self.ruleset().options
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.ruleset().board
    }

    /// A point's name.
    pub fn name(&self, point: Point) -> String {
        self.board().name(point).to_owned()
    }

    /// A side's name.
    pub fn side_name(&self, side: Side) -> Box<Words> {
        Box::new(self.ruleset().info.sides[side.index()].name.clone())
    }

    /// The turns in words of the notation.
    pub fn texts<'t>(&self, turns: impl Iterator<Item = &'t Turn>) -> Vec<String> {
        let mut texts: Vec<_> = turns.map(|turn| turn.text(self.board())).collect();
        texts.dedup();
        texts
    }

    /// The position, to be asked under relaxed rules.
    pub fn relaxed(&self) -> Relaxed<'_> {
        Relaxed { ruleset: self.ruleset(), setup: self.setup }
    }

    /// The legal turns that begin as what was written, with these points.
    pub fn begun(&self, points: &[Point]) -> impl Iterator<Item = &Turn> + Clone {
        self.turns.iter().filter(move |turn| self.written.is(turn) && turn.path.starts_with(points))
    }

    /// The rule.
    pub fn why(&self) -> IllegalReason {
        let beside = self.why_not_off_board().or_else(|| self.why_not_begun()).or_else(|| self.why_not_entered());
        if let Some(why) = beside {
            return why;
        }
        let written = self.written;
        let Some(&start) = written.path.first() else { return self.why_not_removed() };
        let Some(piece) = self.setup.top(start) else { return IllegalReason::Empty(self.name(start)) };
        if piece.side != self.game.to_move() {
            return IllegalReason::NotYourPiece(self.name(start), self.side_name(piece.side));
        }
        if let Some(why) = self.why_not_so_far() {
            return why;
        }
        let is_sound = |end: &usize| self.begun(&written.path[..*end]).next().is_some();
        let sound = (1..written.path.len()).rev().find(is_sound).unwrap_or(1);
        self.why_not_hop(sound, piece)
    }

    /// Why nothing of what stands beside the board can be done now.
    fn why_not_off_board(&self) -> Option<IllegalReason> {
        let written = self.written;
        let throws = self.game.is_chance_node();
        if throws != written.roll.is_some() {
            return Some(if throws { IllegalReason::MustRoll } else { IllegalReason::NoRoll });
        }
        if written.calls {
            return Some(IllegalReason::NoCombat);
        }
        written.pass.then_some(IllegalReason::NoPass)
    }

    /// Why the claim or the huff that was written cannot be.
    fn why_not_begun(&self) -> Option<IllegalReason> {
        let written = self.written;
        if !written.claim.is_empty() && !self.turns.iter().any(|turn| written.begins(turn)) {
            let bare = |claim: &CaptureClaim| Turn { claim: Some(claim.clone()), ..Turn::default() };
            let claims: Vec<_> = self.turns.iter().filter_map(|turn| turn.claim.as_ref().map(bare)).collect();
            return Some(IllegalReason::NoClaim(self.texts(claims.iter())));
        }
        let huffed = written.huff.filter(|_| !self.turns.iter().any(|turn| turn.huff == written.huff))?;
        let huffable = self.setup.memory.huffable.iter().map(|&point| self.name(point)).collect();
        Some(IllegalReason::NoHuff(self.name(huffed), huffable))
    }

    /// Why no man can be entered where it was written, or not now.
    fn why_not_entered(&self) -> Option<IllegalReason> {
        let drops = &self.written.drops;
        if self.turns.iter().any(|turn| self.written.is(turn)) {
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

    /// Why what was written may not be taken off in the end.
    fn why_not_removed(&self) -> IllegalReason {
        let legal = self.begun(&self.written.path).filter(|turn| turn.path == self.written.path);
        match self.written.removed.first() {
            Some(&removed) => IllegalReason::NoRemoval(self.name(removed), self.texts(legal)),
            None => self.other(),
        }
    }

    /// Why the turn may not end where it does, or take what it does, or be made at all, where its way is sound.
    fn why_not_so_far(&self) -> Option<IllegalReason> {
        let written = self.written;
        let longer = self.begun(&written.path);
        let mut whole = longer.clone().filter(|turn| turn.path == written.path);
        if !written.removed.is_empty() && whole.clone().any(|turn| written.names(turn)) {
            return Some(self.why_not_removed());
        }
        if longer.clone().next().is_some() {
            let is_made = |(hop, mark): (usize, RunCaptureKind)| {
                longer.clone().any(|turn| turn.runs.get(hop).is_some_and(|run| run.kind == mark))
            };
            return Some(if let Some(&(hop, _)) = written.marks.iter().find(|&&mark| !is_made(mark)) {
                IllegalReason::NoCaptureOnHop(self.name(written.path[hop]), self.name(written.path[hop + 1]))
            } else if written.takes
                && let Some(turn) = whole.next()
            {
                IllegalReason::TakesNothing(turn.text(self.board()))
            } else {
                IllegalReason::MustGoOn(self.texts(longer))
            });
        }
        let is_written = |turn: &Turn| written.is(turn) && turn.path == written.path;
        let is_repeated = self.options().repetition == Repetition::Forbidden
            && self.relaxed().allows(*self.options(), &is_written) == Some(true);
        is_repeated.then_some(IllegalReason::Repetition)
    }

    /// Another rule.
    pub fn other(&self) -> IllegalReason {
        IllegalReason::Other(self.texts(self.turns.iter()))
    }
}
