//! Which rule a hop breaks that no legal turn makes.
//!
//! A line, what stands on it and how far it goes are plain facts of board and setup. Where they leave a hop possible, the
//! generator is asked under which relaxed rules it would give it.

use super::errors::IllegalReason;
use super::explanation::Explanation;
use super::relaxation::Rule;
use crate::engine::turn::Turn;
use crate::ground::board::Point;
use crate::ground::setup::{Piece, Rank, Side};
use crate::options::{Capture, CaptureBy};

/// A hop that no legal turn makes after what came before it, and what lies between its ends.
struct Hop {
    from: Point,
    to: Point,
    /// Its number on the way, from 1.
    number: usize,
    /// The pieces between.
    over: Vec<(Point, Piece)>,
    /// How many points are between.
    distance: usize,
}

impl Explanation<'_> {
    /// Why the hop to the point of this number on the written way cannot be.
    pub(super) fn why_not_hop(&self, number: usize, piece: Piece) -> IllegalReason {
        let path = &self.written.path;
        let (from, to) = (path[number - 1], path[number]);
        let stands = |point: Point| self.setup.top(point).filter(|_| point != path[0]);
        let rays = self.board().rays(from);
        let Some((ray, distance)) =
            rays.iter().find_map(|ray| Some((ray, ray.points.iter().position(|&point| point == to)?)))
        else {
            return IllegalReason::NotJoined(self.name(from), self.name(to));
        };
        if self.written.drops.contains(&to) || stands(to).is_some() && !self.is_taken_before(number, to) {
            return IllegalReason::Occupied(self.name(to));
        }
        let over = ray.points[..distance].iter().filter_map(|&point| Some((point, stands(point)?))).collect();
        let hop = Hop { from, to, number, over, distance };
        let is_barred =
            |&&(point, over): &&(Point, Piece)| over.side == piece.side || self.is_taken_before(number, point);
        if let Some(&(point, _)) = hop.over.iter().find(is_barred) {
            return IllegalReason::CannotLeap(self.name(point));
        }
        let takes_run = self.options().capture_by == CaptureBy::Approach && distance == 0;
        let is_later = number > 1 && !takes_run;
        let is_leap = piece.rank == Rank::Man && distance == 1;
        if hop.over.is_empty() && (is_later || is_leap) {
            return IllegalReason::NothingToTake(self.name(from), self.name(to));
        }
        let makes = |turn: &Turn| self.written.is(turn) && turn.path.starts_with(&path[..=number]);
        let relaxed = self.relaxed();
        let mut broken = relaxed.broken(number, &makes);
        let why = broken.find_map(|rule| self.why_broken(rule, &hop, piece.side));
        why.or_else(|| self.why_none_such(&hop, piece.side)).unwrap_or_else(|| self.why_not_anyhow(&hop, piece))
    }

    /// Whether a legal turn takes what stands on a point before its hop of this number.
    fn is_taken_before(&self, number: usize, point: Point) -> bool {
        (1..number)
            .any(|hop| self.begun(&self.written.path[..=hop]).any(|turn| turn.captures.get(hop - 1) == Some(&point)))
    }

    /// What a rule says of a hop that breaks it; nothing where it has nothing to show for itself.
    fn why_broken(&self, rule: Rule, hop: &Hop, side: Side) -> Option<IllegalReason> {
        let options = self.options();
        let captures = || self.turns.iter().filter(|turn| self.written.begins(turn) && !turn.captures.is_empty());
        let has_captures = captures().next().is_some();
        Some(match rule {
            Rule::Return => IllegalReason::Return(self.name(hop.to)),
            Rule::NoSteps if has_captures && options.capture == Capture::Mandatory => IllegalReason::NoSteps,
            Rule::NoSteps => IllegalReason::StepDirection(options.step_dirs),
            Rule::Duty if has_captures && hop.number == 1 => IllegalReason::MustCapture(self.texts(captures())),
            Rule::Combat => IllegalReason::Combat(self.texts(self.turns.iter())),
            Rule::Captors => IllegalReason::SideNeverCaptures(self.side_name(side)),
            Rule::Higher => IllegalReason::HigherRank(self.name(hop.over.first()?.0)),
            Rule::Reach => IllegalReason::TooFar(self.name(hop.from), self.name(hop.to)),
            Rule::Landing => IllegalReason::MustGoOn(self.texts(self.begun(&self.written.path[..hop.number]))),
            Rule::LastRow => IllegalReason::LastRow(options.last_row),
            Rule::Directions if hop.over.is_empty() => IllegalReason::StepDirection(options.step_dirs),
            Rule::Directions => IllegalReason::CaptureDirection(options.cap_dirs),
            Rule::GoingOn => self.why_not_on(hop),
            Rule::Precedence if has_captures => IllegalReason::MustTakeMost(self.texts(captures())),
            Rule::Duty | Rule::Precedence => return None,
        })
    }

    /// The rule that leaves no step at all, or no capture, where a turn begins with one that no relaxed rule allows.
    fn why_none_such(&self, hop: &Hop, side: Side) -> Option<IllegalReason> {
        let steps = hop.over.is_empty();
        let is_such = |turn: &Turn| turn.captures.is_empty() == steps && turn.path.len() > 1 && self.written.is(turn);
        if hop.number > 1 || self.turns.iter().any(is_such) {
            return None;
        }
        let relaxed = self.relaxed();
        let rule = relaxed
            .broken(hop.number, &is_such)
            .find(|rule| matches!(rule, Rule::NoSteps | Rule::Duty | Rule::Captors))?;
        self.why_broken(rule, hop, side)
    }

    /// Why a hop cannot be that no relaxed rule allows.
    fn why_not_anyhow(&self, hop: &Hop, piece: Piece) -> IllegalReason {
        let leaps_one = hop.over.len() == 1
            && self.options().capture_by == CaptureBy::Leap
            && (hop.distance == 1 || piece.rank > Rank::Man);
        if hop.distance > 0 && !leaps_one {
            IllegalReason::TooFar(self.name(hop.from), self.name(hop.to))
        } else if hop.number > 1 {
            self.why_not_on(hop)
        } else {
            self.other()
        }
    }

    /// Why a capture does not go on like this.
    fn why_not_on(&self, hop: &Hop) -> IllegalReason {
        let sound = &self.written.path[..hop.number];
        let begun = self.begun(sound);
        let may_stop = begun.clone().any(|turn| turn.path.len() == sound.len());
        if may_stop { IllegalReason::MustStop(self.name(hop.from)) } else { IllegalReason::MustGoOn(self.texts(begun)) }
    }
}
