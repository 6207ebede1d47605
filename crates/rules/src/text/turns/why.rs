//! Which rule a written turn breaks.

use super::errors::Why;
use super::written::Written;
use crate::engine::turn::{Claim, Turn};
use crate::game::Play;
use crate::ground::board::{Board, Point};
use crate::ground::setup::{Rank, Setup, Side};
use crate::options::{Capture, CaptureBy, Directions, LastRow, Options, Precedence, Return, SingleCombat, YesNo};
use crate::ruleset::Ruleset;

/// Finds the rule that a written turn breaks.
pub(super) struct Explanation<'a> {
    pub game: &'a dyn Play,
    pub ruleset: &'a Ruleset,
    pub board: &'a Board,
    pub setup: &'a Setup,
    pub turns: &'a [Turn],
    pub written: &'a Written,
}

impl Explanation<'_> {
    fn name(&self, point: Point) -> String {
        self.board.name(point).to_owned()
    }

    fn texts<'t>(&self, turns: impl Iterator<Item = &'t Turn>) -> Vec<String> {
        let mut texts: Vec<_> = turns.map(|turn| turn.text(self.board)).collect();
        texts.dedup();
        texts
    }

    /// The rule.
    pub fn why(&self) -> Why {
        let written = self.written;
        if let Some(why) = self.why_not_off_board() {
            return why;
        }
        if !written.claim.is_empty() && !self.turns.iter().any(|turn| written.begins(turn)) {
            let claims = self.turns.iter().filter_map(|turn| turn.claim.as_ref());
            let claimed = |claim: &Claim| {
                let claim = Turn { claim: Some(claim.clone()), ..Turn::default() };
                claim.text(self.board)
            };
            let mut claims: Vec<_> = claims.map(claimed).collect();
            claims.dedup();
            return Why::NoClaim(claims);
        }
        if let Some(huffed) = written.huff
            && !self.turns.iter().any(|turn| turn.huff == written.huff)
        {
            let huffable = self.setup.recollection.huffable.iter().map(|&point| self.name(point)).collect();
            return Why::NoHuff(self.name(huffed), huffable);
        }
        if let Some(why) = self.why_not_entered() {
            return why;
        }
        let Some(&start) = written.path.first() else { return self.why_not_removed() };
        let Some(piece) = self.setup.top(start) else { return Why::Empty(self.name(start)) };
        if piece.side != self.game.to_move() {
            let owner = Box::new(self.ruleset.about.sides[piece.side.index()].name.clone());
            return Why::NotYours(self.name(start), owner);
        }
        let begun = |points: &[Point]| {
            self.turns
                .iter()
                .filter(|turn| written.is(turn) && turn.path.starts_with(points))
                .cloned()
                .collect::<Vec<_>>()
        };
        let longer = begun(&written.path);
        if longer.iter().any(|turn| turn.path == written.path && written.names(turn)) && !written.removed.is_empty() {
            return self.why_not_removed();
        }
        if !longer.is_empty() {
            if let Some(&(hop, _)) = written.marks.iter().find(|&&mark| {
                !longer.iter().any(|turn| turn.runs.get(mark.0).is_some_and(|run| run.approach == mark.1))
            }) {
                return Why::NoRun(self.name(written.path[hop]), self.name(written.path[hop + 1]));
            }
            let takes_nothing = written.takes && longer.iter().any(|turn| turn.path == written.path);
            let texts = self.texts(longer.iter());
            return if takes_nothing { Why::TakesNothing(texts[0].clone()) } else { Why::MustGoOn(texts) };
        }
        let sound = (1..written.path.len()).rev().find(|&end| !begun(&written.path[..end]).is_empty()).unwrap_or(1);
        self.why_not_hop(sound, piece.rank, piece.side)
    }

    /// Why nothing of what stands beside the board can be done now.
    fn why_not_off_board(&self) -> Option<Why> {
        let written = self.written;
        let throws = self.game.is_throw();
        if throws != written.roll.is_some() {
            return Some(if throws { Why::MustRoll } else { Why::NoRoll });
        }
        if written.calls {
            return Some(Why::NoCombat);
        }
        written.pass.then_some(Why::NoPass)
    }

    /// Why no man can be entered where it was written, or not now.
    fn why_not_entered(&self) -> Option<Why> {
        let drops = &self.written.drops;
        if self.turns.iter().any(|turn| self.written.is(turn)) {
            return None;
        }
        if !self.turns.iter().any(|turn| turn.drops.is_empty() != drops.is_empty()) {
            let occupied = drops.iter().find(|&&point| self.setup.top(point).is_some());
            let barred = drops.iter().find(|&&point| !self.turns.iter().any(|turn| turn.drops.contains(&point)));
            return occupied.map(|&point| Why::Occupied(self.name(point))).or_else(|| {
                barred
                    .map(|&point| Why::NoCentre(self.name(point)))
                    .filter(|_| self.ruleset.options.no_centre_opening == YesNo::Yes)
            });
        }
        match drops.first() {
            None if self.turns.iter().all(|turn| !turn.drops.is_empty()) => Some(Why::MustDrop),
            Some(&point) if self.setup.top(point).is_some() => Some(Why::Occupied(self.name(point))),
            Some(_) if self.turns.iter().all(|turn| turn.drops.is_empty()) => Some(Why::NoDrop),
            _ => None,
        }
    }

    /// Why what was written may not be taken off in the end.
    fn why_not_removed(&self) -> Why {
        let same = |turn: &&Turn| self.written.is(turn) && turn.path == self.written.path;
        let legal = self.texts(self.turns.iter().filter(same));
        match self.written.removed.first() {
            Some(&removed) => Why::NoRemoval(self.name(removed), legal),
            None => self.other(),
        }
    }

    /// Why the hop to the point of this number on the written way cannot be.
    fn why_not_hop(&self, number: usize, rank: Rank, side: Side) -> Why {
        let path = &self.written.path;
        let options = &self.ruleset.options;
        let (from, to) = (path[number - 1], path[number]);
        let first = number == 1;
        let stands = |point: Point| self.setup.top(point).filter(|_| point != path[0]);
        let rays = self.board.rays(from);
        let Some((ray, distance)) =
            rays.iter().find_map(|ray| Some((ray, ray.points.iter().position(|&point| point == to)?)))
        else {
            return Why::NotJoined(self.name(from), self.name(to));
        };
        let between = &ray.points[..distance];
        let in_between: Vec<_> = between.iter().filter_map(|&point| Some((point, stands(point)?))).collect();
        let taken_earlier = |point: Point| {
            (1..number).any(|hop| {
                self.turns
                    .iter()
                    .any(|turn| turn.path.starts_with(&path[..=hop]) && turn.captures.get(hop - 1) == Some(&point))
            })
        };
        if stands(to).is_some() && !taken_earlier(to) {
            return Why::Occupied(self.name(to));
        }
        let captures =
            self.texts(self.turns.iter().filter(|turn| self.written.begins(turn) && !turn.captures.is_empty()));
        let advance = match side {
            Side::First => self.board.place(to).y - self.board.place(from).y,
            Side::Second => self.board.place(from).y - self.board.place(to).y,
        };
        if let Some(point) = self.returns_to(path[0], to) {
            return Why::Return(point);
        }
        let is_man = rank == Rank::Man;
        if in_between.is_empty() {
            if options.capture_by == CaptureBy::Approach && !captures.is_empty() && distance == 0 {
                return if first { Why::MustCapture(captures) } else { Why::MustStop(self.name(from)) };
            }
            if !first || (is_man && distance == 1) {
                return Why::NothingToTake(self.name(from), self.name(to));
            }
            if !captures.is_empty() && matches!(options.capture, Capture::Mandatory | Capture::Men) {
                return if options.step_dirs == Directions::None { Why::NoSteps } else { Why::MustCapture(captures) };
            }
            if options.single_combat != SingleCombat::Off && self.turns.len() < rays.len() && distance == 0 {
                return Why::Combat(self.texts(self.turns.iter()));
            }
            if let Some(why) = on_last_row(options, self.board, side, from).filter(|_| is_man) {
                return Why::LastRow(why);
            }
            if let Some(how) = wrong_way(options.step_dirs, advance).filter(|_| is_man) {
                return Why::StepDirection(how);
            }
            return if distance > 0 { Why::TooFar(self.name(from), self.name(to)) } else { self.other() };
        }
        if let Some(&(point, _)) = in_between.iter().find(|(point, piece)| piece.side == side || taken_earlier(*point))
        {
            return Why::InTheWay(self.name(point));
        }
        if !options.captors.has(side) || options.capture_by != CaptureBy::Leap {
            let name = Box::new(self.ruleset.about.sides[side.index()].name.clone());
            return if options.capture_by == CaptureBy::Leap {
                Why::NoCaptor(name)
            } else {
                Why::TooFar(self.name(from), self.name(to))
            };
        }
        if let Some(&(point, _)) = in_between.iter().find(|(_, piece)| piece.rank > rank)
            && options.take_higher == YesNo::No
        {
            return Why::Higher(self.name(point));
        }
        if in_between.len() > 1 || (is_man && distance != 1) {
            return Why::TooFar(self.name(from), self.name(to));
        }
        if is_man && let Some(why) = on_last_row(options, self.board, side, from).filter(|_| advance != 0) {
            return Why::LastRow(why);
        }
        if let Some(how) = wrong_way(options.cap_dirs, advance).filter(|_| is_man) {
            return Why::CaptureDirection(how);
        }
        if !first {
            return Why::MustStop(self.name(from));
        }
        if options.choice != Precedence::Free && !captures.is_empty() {
            return Why::MustTakeMost(captures);
        }
        self.other()
    }

    /// The name of a point to which the piece may not come back.
    fn returns_to(&self, start: Point, to: Point) -> Option<String> {
        let recollection = &self.setup.recollection;
        let barred = match self.ruleset.options.returning {
            Return::Free => false,
            Return::NotLast => recollection.last.contains(&Some((start, to))),
            Return::Never => {
                to == start
                    || self.written.path[1..].iter().filter(|&&point| point == to).count() > 1
                    || recollection.been.iter().any(|(point, places)| *point == start && places.contains(&to))
            }
        };
        barred.then(|| self.name(to))
    }

    fn other(&self) -> Why {
        use crate::options::Repetition;
        if self.ruleset.options.repetition == Repetition::Forbidden && self.written.path.len() == 2 {
            return Why::Repetition;
        }
        Why::Other(self.texts(self.turns.iter()))
    }
}

/// How men move, where that is what this hop breaks.
fn wrong_way(directions: Directions, advance: i32) -> Option<Directions> {
    let is_wrong = match directions {
        Directions::NoBack => advance < 0,
        Directions::Forward => advance <= 0,
        Directions::Straight | Directions::None => true,
        Directions::All => false,
    };
    is_wrong.then_some(directions)
}

/// What a man on its last row may do, if it stands there and is not free.
fn on_last_row(options: &Options, board: &Board, side: Side, from: Point) -> Option<LastRow> {
    let (low, high) = board.bounds();
    let y = board.place(from).y;
    let there = if side == Side::First { y == high.y } else { y == low.y };
    (there && options.last_row != LastRow::Normal).then_some(options.last_row)
}
