//! Turns as people see them: the way of a piece, hop by hop.

use crate::ground::board::{Board, Point, Ray};
use std::rc::Rc;

/// A capture that is claimed in the place of the opponent's last turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CaptureClaim {
    /// Where the opponent's column stood, and every point on which it lands.
    pub path: Vec<Point>,
    /// What it leaps, in order.
    pub captures: Vec<Point>,
}

/// How a step takes a run of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunCaptureKind {
    /// It goes towards the run.
    Approach,
    /// It goes away from the run.
    Withdrawal,
}

impl RunCaptureKind {
    /// The mark behind a hop: `A` for kind, `W` for withdrawal.
    pub fn mark(self) -> char {
        match self {
            RunCaptureKind::Approach => 'A',
            RunCaptureKind::Withdrawal => 'W',
        }
    }
}

/// The run of pieces that one hop takes by kind or withdrawal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunCapture {
    /// How it is taken.
    pub kind: RunCaptureKind,
    /// How many pieces it has.
    pub length: usize,
}

/// One legal turn of a position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// What is claimed first: the opponent's last turn is taken back and this capture played in its place.
    pub claim: Option<CaptureClaim>,
    /// The piece that is huffed first.
    pub huff: Option<Point>,
    /// What the dice show: the turn is their throw and nothing else.
    pub roll: Option<[u8; 3]>,
    /// Whether the turn calls for single combat and does nothing else.
    pub calls: bool,
    /// Where men are entered from the hand, before anything moves.
    pub drops: Vec<Point>,
    /// Where the piece starts, and every point on which it lands; empty when nothing moves.
    pub path: Vec<Point>,
    /// What is taken by the way, in the order of the hops, without the huff; of a run the nearest piece first.
    pub captures: Vec<Point>,
    /// The run that each hop takes, where pieces capture by kind and withdrawal; empty elsewhere.
    pub runs: Vec<RunCapture>,
    /// What the player takes off the board in the end, by choice.
    pub removed: Vec<Point>,
    /// A number that turns of the same position share exactly if they lead to the same position.
    pub effect: u64,
}

impl Turn {
    /// Where the moving piece starts and ends.
    pub fn endpoints(&self) -> Option<(Point, Point)> {
        Some((*self.path.first()?, *self.path.last()?))
    }

    /// Whether nothing of the turn has a place on the board: a pass, a throw of dice, a call.
    pub fn is_off_board(&self) -> bool {
        self.claim.is_none()
            && self.huff.is_none()
            && [&self.drops, &self.path, &self.removed].into_iter().all(Vec::is_empty)
    }

    /// What the hop of this number, from 0, takes by the way; everything with the last hop where the pieces cannot be told
    /// apart by hops.
    pub fn captures_of_hop(&self, hop: usize) -> &[Point] {
        let hops = self.path.len().saturating_sub(1);
        if !self.runs.is_empty() {
            let begin: usize = self.runs.iter().take(hop).map(|run| run.length).sum();
            return self.runs.get(hop).map_or(&[], |run| &self.captures[begin..begin + run.length]);
        }
        match self.captures.len() == hops {
            true => self.captures.get(hop..=hop).unwrap_or_default(),
            false if hop + 1 == hops => &self.captures,
            false => &[],
        }
    }

    /// The turn in words of the notation: `a2-b3`, `a1xc3xe5`, `huff b2, a2-b3`, `huff b2`, `claim a1xc3xe5, d4-d5`,
    /// `drop @c3`, `drop @c3, a1-b2`, `d3-e4A-e5W`, `a1-a4, xd1`, `xc3`, `roll 654`, `combat`, `pass`.
    pub fn text(&self, board: &Board) -> String {
        let name = |&point: &Point| board.name(point);
        let joined = |path: &[Point], separator: &str| path.iter().map(name).collect::<Vec<_>>().join(separator);
        let mut parts = Vec::new();
        if let Some(claim) = &self.claim {
            parts.push(format!("claim {}", joined(&claim.path, "x")));
        }
        if let Some(huffed) = self.huff {
            parts.push(format!("huff {}", board.name(huffed)));
        }
        if let Some([a, b, c]) = self.roll {
            parts.push(format!("roll {a}{b}{c}"));
        }
        if self.calls {
            parts.push("combat".to_owned());
        }
        if !self.drops.is_empty() {
            parts.push(format!("drop @{}", joined(&self.drops, "@")));
        }
        if !self.path.is_empty() {
            parts.push(if !self.runs.is_empty() {
                self.runs_text(board)
            } else if self.captures.is_empty() {
                joined(&self.path, "-")
            } else {
                self.captures_text(board)
            });
        }
        parts.extend(self.removed.iter().map(|removed| format!("x{}", board.name(*removed))));
        if parts.is_empty() { "pass".to_owned() } else { parts.join(", ") }
    }

    fn runs_text(&self, board: &Board) -> String {
        let mut text = board.name(self.path[0]).to_owned();
        for (point, run) in self.path[1..].iter().zip(&self.runs) {
            text += "-";
            text += board.name(*point);
            text.push(run.kind.mark());
        }
        text
    }

    /// The path of a capture. A hop that bends with the lines names what it takes, `c4xb5+b4`, because it could be another
    /// piece.
    fn captures_text(&self, board: &Board) -> String {
        let mut text = board.name(self.path[0]).to_owned();
        for (hop, pair) in self.path.windows(2).enumerate() {
            text += "x";
            text += board.name(pair[1]);
            if let Some(over) = self.bend(board, hop) {
                text += "+";
                text += board.name(over);
            }
        }
        text
    }

    /// What the hop of this number takes, where it bends with the lines.
    fn bend(&self, board: &Board, hop: usize) -> Option<Point> {
        let &over = self.captures.get(hop).filter(|_| self.captures.len() + 1 == self.path.len())?;
        (!is_straight(board, self.path[hop], over, self.path[hop + 1])).then_some(over)
    }

    /// The points by which a person tells the turn from others, in order: where men enter, the way, what is taken off.
    /// Where the same hop may take one thing or another, the piece that tells them apart follows it.
    fn choices(&self, board: &Board) -> Vec<(TurnPrompt, Point)> {
        let all = |ask, points: &[Point]| points.iter().map(|&point| (ask, point)).collect::<Vec<_>>();
        let mut choices = all(TurnPrompt::Drop, &self.drops);
        choices.extend(all(TurnPrompt::Start, self.path.get(..1).unwrap_or_default()));
        for hop in 0..self.path.len().saturating_sub(1) {
            choices.push((TurnPrompt::Land, self.path[hop + 1]));
            let run = self.runs.get(hop).map(|_| self.captures_of_hop(hop)[0]);
            choices.extend(run.or_else(|| self.bend(board, hop)).map(|taken| (TurnPrompt::Captured, taken)));
        }
        choices.extend(all(TurnPrompt::Remove, &self.removed));
        choices
    }
}

/// Whether the three points lie straight behind one another.
fn is_straight(board: &Board, from: Point, over: Point, to: Point) -> bool {
    let ahead = |ray: &Ray| ray.points.iter().position(|&at| at == over) < ray.points.iter().position(|&at| at == to);
    board.rays(from).iter().any(|ray| ray.points.contains(&over) && ray.points.contains(&to) && ahead(ray))
}

/// What a point that a person names is: what the turn prompt for next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnPrompt {
    /// Where a man enters from the hand.
    Drop,
    /// Which piece moves.
    Start,
    /// Where it goes.
    Land,
    /// What the hop before takes; named only where it could be something else.
    Captured,
    /// What is taken off in the end.
    Remove,
}

/// A turn that a person is still entering: what may come next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial<'a> {
    /// The points that may be named next, in the order of the turns.
    pub next: Vec<Point>,
    /// What the first of them is.
    pub prompt: Option<TurnPrompt>,
    /// The turn that the points make as they stand, if they make one.
    pub complete: Option<&'a Turn>,
    /// A turn that the points begin, if there is one: the first, with what it has done so far.
    pub first_match: Option<(&'a Turn, Progress)>,
}

/// How far into a turn a person has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The men entered.
    pub drops: usize,
    /// The points of the path that were named, the start among them.
    pub path: usize,
    /// The pieces taken off.
    pub removed: usize,
    /// Whether it is still to be told what the last hop takes: until then it takes nothing.
    pub is_capture_open: bool,
}

impl Progress {
    /// The whole of a turn.
    pub fn complete(turn: &Turn) -> Progress {
        Progress { drops: turn.drops.len(), path: turn.path.len(), removed: turn.removed.len(), ..Progress::default() }
    }

    fn of(choices: &[(TurnPrompt, Point)], is_capture_open: bool) -> Progress {
        let number = |wanted: &[TurnPrompt]| choices.iter().filter(|(ask, _)| wanted.contains(ask)).count();
        Progress {
            drops: number(&[TurnPrompt::Drop]),
            path: number(&[TurnPrompt::Start, TurnPrompt::Land]),
            removed: number(&[TurnPrompt::Remove]),
            is_capture_open,
        }
    }
}

/// The points by which a person tells a turn from others.
type Choices = Rc<[(TurnPrompt, Point)]>;

/// The turns that a person may still mean, of those that begin in the same way: with a claim, with a huff or with neither.
#[derive(Clone, Debug)]
pub struct TurnPrefix<'a> {
    turns: Vec<(&'a Turn, Choices)>,
    /// So many of these points were named, or go without saying.
    at: usize,
}

impl<'a> TurnPrefix<'a> {
    /// Those legal turns of a position that begin with this claim and this huff.
    pub fn new(board: &Board, turns: &'a [Turn], claim: Option<&CaptureClaim>, huff: Option<Point>) -> Self {
        let begins =
            |turn: &&Turn| turn.claim.as_ref() == claim && turn.huff == huff && turn.roll.is_none() && !turn.calls;
        let turns = turns.iter().filter(begins).map(|turn| (turn, turn.choices(board).into())).collect();
        TurnPrefix { turns, at: 0 }.with_obvious_capture()
    }

    /// Those of them that go on with a point.
    pub fn after(&self, point: Point) -> Self {
        let goes_on =
            |choices: &[(TurnPrompt, Point)]| choices.get(self.at).is_some_and(|&(_, choice)| choice == point);
        let turns = self.turns.iter().filter(|(_, choices)| goes_on(choices)).cloned().collect();
        TurnPrefix { turns, at: self.at + 1 }.with_obvious_capture()
    }

    /// What a hop takes goes without saying where it can be one thing only.
    fn with_obvious_capture(mut self) -> Self {
        let next = |(_, choices): &(_, Choices)| choices.get(self.at).copied();
        if let Some(first) = self.turns.first().and_then(next).filter(|(ask, _)| *ask == TurnPrompt::Captured)
            && self.turns.iter().all(|turn| next(turn) == Some(first))
        {
            self.at += 1;
        }
        self
    }

    /// What may come next.
    pub fn partial(&self) -> Partial<'a> {
        let mut next = Vec::new();
        for (_, choices) in &self.turns {
            if let Some(&(_, point)) = choices.get(self.at)
                && !next.contains(&point)
            {
                next.push(point);
            }
        }
        let prompt = self.turns.iter().find_map(|(_, choices)| Some(choices.get(self.at)?.0));
        let complete = self.turns.iter().find(|(_, choices)| choices.len() == self.at).map(|&(turn, _)| turn);
        let is_told =
            |(_, choices): &(_, Choices)| choices.get(self.at).is_none_or(|(ask, _)| *ask != TurnPrompt::Captured);
        let is_capture_open = !self.turns.iter().all(is_told);
        let progress = |choices: &[_]| Progress::of(&choices[..self.at], is_capture_open);
        let first_match = self.turns.first().map(|(turn, choices)| (*turn, progress(choices)));
        Partial { next, prompt, complete, first_match }
    }
}

impl<'a> Partial<'a> {
    /// Judges the points entered so far among the legal turns of a position with this claim and this huff: where men
    /// enter, the start and the way of a piece, what is taken off in the end. What a hop takes is named only where it
    /// could be something else.
    pub fn new(
        board: &Board,
        turns: &'a [Turn],
        claim: Option<&CaptureClaim>,
        huff: Option<Point>,
        points: &[Point],
    ) -> Self {
        let begun = TurnPrefix::new(board, turns, claim, huff);
        points.iter().fold(begun, |begun, &point| begun.after(point)).partial()
    }
}
