//! Turns in their public form: the path of a piece hop by hop, their text, and turns that are being entered.

use crate::ground::board::{Board, Point, Ray};
use std::rc::Rc;

/// A capture that the mover claims in place of the opponent's last turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CaptureClaim {
    /// Start point of the opponent's column and all its landing points.
    pub path: Vec<Point>,
    /// Captured points in hop order.
    pub captures: Vec<Point>,
}

/// How a hop captures pieces without a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RunCaptureKind {
    /// The step goes towards a run of pieces.
    Approach,
    /// The step goes away from a run of pieces.
    Withdrawal,
    /// The hop encloses the pieces, on one or several lines.
    Custodial,
}

impl RunCaptureKind {
    /// Returns the mark behind a hop in notation: `A` for approach, `W` for withdrawal. A custodial capture has none: its
    /// path determines the captured pieces.
    pub fn mark(self) -> Option<char> {
        match self {
            RunCaptureKind::Approach => Some('A'),
            RunCaptureKind::Withdrawal => Some('W'),
            RunCaptureKind::Custodial => None,
        }
    }
}

/// Pieces that one hop captures without a leap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RunCapture {
    /// How the hop captures them.
    pub kind: RunCaptureKind,
    /// Number of pieces; at least 1.
    pub length: usize,
}

/// One legal turn of a position, in the form that users see.
///
/// [`Play::turns`](crate::Play::turns) generates turns, [`read_turn`](crate::read_turn) reads them from text, and
/// [`Turn::text`] writes them.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, find_game};
///
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let game = AnyRules::compile(ruleset)?.new_game();
/// let turns = game.turns()?;
/// let board = &game.ruleset().board;
/// let turn = turns.iter().find(|turn| turn.text(board) == "b2-c3").unwrap();
/// assert_eq!(turn.endpoints(), Some((board.point("b2").unwrap(), board.point("c3").unwrap())));
/// assert!(turn.captures.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Turn {
    /// Claim that comes first: the opponent's last turn is taken back and this capture is played in its place.
    pub claim: Option<CaptureClaim>,
    /// Point of the piece that is huffed first.
    pub huff: Option<Point>,
    /// Three dice, in the order of their throw; such a turn does nothing else.
    pub roll: Option<[u8; 3]>,
    /// Whether the turn calls for single combat; such a turn does nothing else.
    pub calls: bool,
    /// Points where men enter from the hand, before a piece moves.
    pub drops: Vec<Point>,
    /// Start point and all landing points; empty if no piece moves.
    pub path: Vec<Point>,
    /// Points captured by hops, in hop order; of a run the nearest piece first, of enclosed pieces the lowest point. A huffed
    /// piece is not among them.
    pub captures: Vec<Point>,
    /// Pieces that each hop captures, in games with captures by approach and withdrawal or with custodial captures; empty
    /// elsewhere.
    pub runs: Vec<RunCapture>,
    /// Points from which the player removes pieces at the end of the turn, for a mill or as an opening.
    pub removed: Vec<Point>,
    /// Key of the position after the turn. Turns of one position share it exactly if they lead to the same position.
    pub effect: u64,
}

impl Turn {
    /// Returns the start and end points of the moving piece; `None` if no piece moves.
    pub fn endpoints(&self) -> Option<(Point, Point)> {
        Some((*self.path.first()?, *self.path.last()?))
    }

    /// Returns whether the turn names no point of the board: a pass, a throw of dice or a call.
    pub fn is_off_board(&self) -> bool {
        self.claim.is_none()
            && self.huff.is_none()
            && [&self.drops, &self.path, &self.removed].into_iter().all(Vec::is_empty)
    }

    /// Returns the points that a hop, counted from 0, captures. If captures cannot be assigned to hops, the last hop
    /// has them all.
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

    /// Returns the turn in notation: `a2-b3`, `a1xc3xe5`, `huff b2, a2-b3`, `huff b2`, `claim a1xc3xe5, d4-d5`, `drop
    /// @c3`, `drop @c3, a1-b2`, `d3-e4A-e5W`, `a1-a4, xd1`, `xc3`, `roll 654`, `combat`, `pass`.
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
            let mark = run.kind.mark();
            text.push(if mark.is_some() { '-' } else { 'x' });
            text += board.name(*point);
            text.extend(mark);
        }
        text
    }

    /// Returns the path of a capture. A hop that bends along the lines names the captured point, as in `c4xb5+b4`,
    /// because another capture could have the same landing point.
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

    /// Returns the captured point of a hop that bends along the lines.
    fn bend(&self, board: &Board, hop: usize) -> Option<Point> {
        let &over = self.captures.get(hop).filter(|_| self.captures.len() + 1 == self.path.len())?;
        (!is_straight(board, self.path[hop], over, self.path[hop + 1])).then_some(over)
    }

    /// Returns the points that identify the turn among those with the same claim and huff, in the order of entry: drops,
    /// path, removals. A captured point follows a hop where the hop alone is ambiguous.
    pub fn choices(&self, board: &Board) -> Vec<(TurnPrompt, Point)> {
        let all = |ask, points: &[Point]| points.iter().map(|&point| (ask, point)).collect::<Vec<_>>();
        let mut choices = all(TurnPrompt::Drop, &self.drops);
        choices.extend(all(TurnPrompt::Start, self.path.get(..1).unwrap_or_default()));
        for hop in 0..self.path.len().saturating_sub(1) {
            choices.push((TurnPrompt::Land, self.path[hop + 1]));
            let taken = match self.runs.get(hop).map(|run| run.kind) {
                Some(RunCaptureKind::Approach | RunCaptureKind::Withdrawal) => Some(self.captures_of_hop(hop)[0]),
                Some(RunCaptureKind::Custodial) => None,
                None => self.bend(board, hop),
            };
            choices.extend(taken.map(|taken| (TurnPrompt::Captured, taken)));
        }
        choices.extend(all(TurnPrompt::Remove, &self.removed));
        choices
    }
}

/// Returns whether the three points lie on one ray in this order.
fn is_straight(board: &Board, from: Point, over: Point, to: Point) -> bool {
    let ahead = |ray: &Ray| ray.points.iter().position(|&at| at == over) < ray.points.iter().position(|&at| at == to);
    board.capture_rays(from).iter().any(|ray| ray.points.contains(&over) && ray.points.contains(&to) && ahead(ray))
}

/// Meaning of the next point of a turn that is being entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnPrompt {
    /// Point where a man enters from the hand.
    Drop,
    /// Start point of the moving piece.
    Start,
    /// Next landing point.
    Land,
    /// Point captured by the last hop; asked only where the hop is ambiguous.
    Captured,
    /// Point of a piece to remove at the end.
    Remove,
}

/// A turn that a user is entering point by point, with its legal continuations.
///
/// # Examples
/// ```
/// use quirkat_rules::{AnyRules, Partial, TurnPrompt, find_game};
///
/// let ruleset = find_game("alquerque").unwrap().ruleset(None, &[])?;
/// let game = AnyRules::compile(ruleset)?.new_game();
/// let (board, turns) = (&game.ruleset().board, game.turns()?);
/// let [from, to] = ["b2", "c3"].map(|name| board.point(name).unwrap());
///
/// let partial = Partial::new(board, &turns, None, None, &[from]);
/// assert_eq!((partial.prompt, &partial.next[..]), (Some(TurnPrompt::Land), &[to][..]));
/// assert!(partial.complete.is_none());
///
/// let partial = Partial::new(board, &turns, None, None, &[from, to]);
/// assert_eq!(partial.complete.unwrap().text(board), "b2-c3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partial<'a> {
    /// Points that may be entered next, in the order of the turns.
    pub next: Vec<Point>,
    /// Meaning of the first of these points; `None` if no point may follow.
    pub prompt: Option<TurnPrompt>,
    /// Legal turn that the entered points complete, if any.
    pub complete: Option<&'a Turn>,
    /// First legal turn that starts with the entered points, and how far they lead into it.
    pub first_match: Option<(&'a Turn, Progress)>,
}

/// How far a user has entered a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Number of men entered from the hand.
    pub drops: usize,
    /// Number of path points, the start included.
    pub path: usize,
    /// Number of pieces removed at the end.
    pub removed: usize,
    /// Whether the captured point of the last hop is still to be chosen; until then the hop captures nothing.
    pub is_capture_open: bool,
}

impl Progress {
    /// Returns the progress at the end of a turn.
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

/// Points that identify a turn, with their meanings.
type Choices = Rc<[(TurnPrompt, Point)]>;

/// The legal turns that match the points entered so far, among those with the same claim and huff.
#[derive(Clone, Debug)]
pub struct TurnPrefix<'a> {
    turns: Vec<(&'a Turn, Choices)>,
    /// Number of points that were entered or are implied.
    at: usize,
}

impl<'a> TurnPrefix<'a> {
    /// Returns the legal turns with this claim and this huff, before any point is entered.
    pub fn new(board: &Board, turns: &'a [Turn], claim: Option<&CaptureClaim>, huff: Option<Point>) -> Self {
        let begins =
            |turn: &&Turn| turn.claim.as_ref() == claim && turn.huff == huff && turn.roll.is_none() && !turn.calls;
        let turns = turns.iter().filter(begins).map(|turn| (turn, turn.choices(board).into())).collect();
        TurnPrefix { turns, at: 0 }.with_obvious_capture()
    }

    /// Returns the turns whose next point is `point`.
    pub fn after(&self, point: Point) -> Self {
        let goes_on =
            |choices: &[(TurnPrompt, Point)]| choices.get(self.at).is_some_and(|&(_, choice)| choice == point);
        let turns = self.turns.iter().filter(|(_, choices)| goes_on(choices)).cloned().collect();
        TurnPrefix { turns, at: self.at + 1 }.with_obvious_capture()
    }

    /// Skips the captured point of a hop if it is the same in all matching turns.
    fn with_obvious_capture(mut self) -> Self {
        let next = |(_, choices): &(_, Choices)| choices.get(self.at).copied();
        if let Some(first) = self.turns.first().and_then(next).filter(|(ask, _)| *ask == TurnPrompt::Captured)
            && self.turns.iter().all(|turn| next(turn) == Some(first))
        {
            self.at += 1;
        }
        self
    }

    /// Returns the legal continuations.
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
    /// Matches the entered points with the legal turns that have this claim and this huff.
    ///
    /// The points are drops, then the path, then removals. The captured point of a hop is entered only where the hop is
    /// ambiguous.
    pub fn new(
        board: &Board,
        turns: &'a [Turn],
        claim: Option<&CaptureClaim>,
        huff: Option<Point>,
        points: &[Point],
    ) -> Self {
        let prefix = TurnPrefix::new(board, turns, claim, huff);
        points.iter().fold(prefix, |prefix, &point| prefix.after(point)).partial()
    }
}
