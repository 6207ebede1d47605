//! Finds the rule that forbids a hop.
//!
//! First it checks facts of board and setup: the line, the pieces on it, the distance. If these allow the hop, it asks the
//! generator which relaxed rules would allow it.

use super::errors::IllegalReason;
use super::explanation::Explanation;
use super::relaxation::RelaxableRule;
use crate::engine::turn::Turn;
use crate::ground::board::{Point, Ray};
use crate::ground::setup::{Piece, Rank, Side};
use crate::options::{Capture, CaptureBy, KingLanding};

/// A hop that no legal turn makes after the hops before it.
struct IllegalHop {
    from: Point,
    to: Point,
    /// Number of the hop in the path, from 1.
    number: usize,
    /// Pieces between its ends.
    over: Vec<(Point, Piece)>,
    /// Number of points between its ends.
    distance: usize,
}

impl Explanation<'_> {
    /// Explains why the hop to the point with this index in the path is illegal.
    pub(super) fn illegal_hop(&self, number: usize, piece: Piece) -> IllegalReason {
        let path = &self.parsed.path;
        let (from, to) = (path[number - 1], path[number]);
        let stands = |point: Point| self.setup.top(point).filter(|_| point != path[0]);
        let (drawn, captures) = (self.board().rays(from), self.board().capture_rays(from));
        let reached = |ray: &Ray| ray.points.iter().position(|&point| point == to);
        let Some((ray, distance)) = drawn.iter().chain(&captures).find_map(|ray| Some((ray, reached(ray)?))) else {
            return IllegalReason::NotJoined(self.name(from), self.name(to));
        };
        if self.parsed.drops.contains(&to) || stands(to).is_some() && !self.is_taken_before(number, to) {
            return IllegalReason::Occupied(self.name(to));
        }
        let over = ray.points[..distance].iter().filter_map(|&point| Some((point, stands(point)?))).collect();
        let is_drawn = drawn.contains(ray);
        let hop = IllegalHop { from, to, number, over, distance };
        let is_barred =
            |&&(point, over): &&(Point, Piece)| over.side == piece.side || self.is_taken_before(number, point);
        if let Some(&(point, _)) = hop.over.iter().find(is_barred) {
            return IllegalReason::CannotLeap(self.name(point));
        }
        if hop.over.is_empty() && !is_drawn {
            return IllegalReason::OnlyCaptures(self.name(from), self.name(to));
        }
        let takes_by_step = match self.options().capture_by {
            CaptureBy::Approach => distance == 0,
            CaptureBy::Custodial | CaptureBy::CustodialRows => true,
            CaptureBy::Leap | CaptureBy::None => false,
        };
        let is_later = number > 1 && !takes_by_step;
        let is_leap = piece.rank == Rank::Man && distance == 1 && !self.options().capture_by.is_custodial();
        if hop.over.is_empty() && (is_later || is_leap) {
            return IllegalReason::NothingToTake(self.name(from), self.name(to));
        }
        let makes = |turn: &Turn| self.parsed.agrees_beside_path(turn) && turn.path.starts_with(&path[..=number]);
        let relaxed = self.relaxed();
        let mut broken = relaxed.broken(number, &makes);
        let why = broken.find_map(|rule| self.reason_of(rule, &hop, piece.side));
        why.or_else(|| self.no_such_kind(&hop, piece.side)).unwrap_or_else(|| self.never_allowed(&hop, piece))
    }

    /// Returns whether a legal turn captures the piece on a point before the hop with this number.
    fn is_taken_before(&self, number: usize, point: Point) -> bool {
        (1..number).any(|hop| {
            self.beginning_with(&self.parsed.path[..=hop]).any(|turn| turn.captures_of_hop(hop - 1).contains(&point))
        })
    }

    /// Returns the reason for a broken rule; `None` if there is nothing to show for it.
    fn reason_of(&self, rule: RelaxableRule, hop: &IllegalHop, side: Side) -> Option<IllegalReason> {
        let options = self.options();
        let captures = || self.turns.iter().filter(|turn| self.parsed.begins(turn) && !turn.captures.is_empty());
        let has_captures = captures().next().is_some();
        Some(match rule {
            RelaxableRule::Return => IllegalReason::Return(self.name(hop.to)),
            RelaxableRule::NoSteps if has_captures && options.capture == Capture::Mandatory => IllegalReason::NoSteps,
            RelaxableRule::NoSteps => IllegalReason::StepDirection(options.step_dirs),
            RelaxableRule::Duty if has_captures && hop.number == 1 => {
                IllegalReason::MustCapture(self.texts(captures()))
            }
            RelaxableRule::Combat => IllegalReason::Combat(self.texts(self.turns.iter())),
            RelaxableRule::Captors => IllegalReason::SideNeverCaptures(self.side_name(side)),
            RelaxableRule::Higher => IllegalReason::HigherRank(self.name(hop.over.first()?.0)),
            RelaxableRule::Reach => IllegalReason::TooFar(self.name(hop.from), self.name(hop.to)),
            RelaxableRule::KingMoves => {
                IllegalReason::KingMustRest(self.name(hop.from), options.king_move_limit.0.unwrap_or_default())
            }
            RelaxableRule::Landing if options.king_landing == KingLanding::Killer => {
                IllegalReason::MustLandBehind(self.texts(self.beginning_with(&self.parsed.path[..hop.number])))
            }
            RelaxableRule::Landing => {
                IllegalReason::MustGoOn(self.texts(self.beginning_with(&self.parsed.path[..hop.number])))
            }
            RelaxableRule::LastRow => IllegalReason::LastRow(options.last_row),
            RelaxableRule::Directions if hop.over.is_empty() => IllegalReason::StepDirection(options.step_dirs),
            RelaxableRule::Directions => IllegalReason::CaptureDirection(options.cap_dirs),
            RelaxableRule::Continuation => self.no_continuation(hop),
            RelaxableRule::Precedence if has_captures => IllegalReason::MustTakeMost(self.texts(captures())),
            RelaxableRule::Duty | RelaxableRule::Precedence => return None,
        })
    }

    /// For a first hop that no relaxed rule allows, returns the rule that forbids all steps or all captures.
    fn no_such_kind(&self, hop: &IllegalHop, side: Side) -> Option<IllegalReason> {
        let steps = hop.over.is_empty();
        let is_such = |turn: &Turn| {
            turn.captures.is_empty() == steps && turn.path.len() > 1 && self.parsed.agrees_beside_path(turn)
        };
        if hop.number > 1 || self.turns.iter().any(is_such) {
            return None;
        }
        let relaxed = self.relaxed();
        let rule = relaxed
            .broken(hop.number, &is_such)
            .find(|rule| matches!(rule, RelaxableRule::NoSteps | RelaxableRule::Duty | RelaxableRule::Captors))?;
        self.reason_of(rule, hop, side)
    }

    /// Explains a hop that no relaxed rule allows.
    fn never_allowed(&self, hop: &IllegalHop, piece: Piece) -> IllegalReason {
        let leaps_one = hop.over.len() == 1
            && self.options().capture_by == CaptureBy::Leap
            && (hop.distance == 1 || piece.rank > Rank::Man);
        if hop.distance > 0 && !leaps_one {
            IllegalReason::TooFar(self.name(hop.from), self.name(hop.to))
        } else if hop.number > 1 {
            self.no_continuation(hop)
        } else {
            self.other()
        }
    }

    /// Explains why a capture does not continue with this hop.
    fn no_continuation(&self, hop: &IllegalHop) -> IllegalReason {
        let legal = &self.parsed.path[..hop.number];
        let continued = self.beginning_with(legal);
        let may_stop = continued.clone().any(|turn| turn.path.len() == legal.len());
        if may_stop {
            IllegalReason::MustStop(self.name(hop.from))
        } else {
            IllegalReason::MustGoOn(self.texts(continued))
        }
    }
}
