//! Turns and ends of the plain engine in the form of the fast one.

use crate::pair::Pair;
use quirkat_plain as plain;
use quirkat_plain::translate::{PLAY_KEYS, side};
use quirkat_rules::{
    Board, CaptureClaim, OptionKey, Options, Outcome, Point, Reason, RunCapture, RunCaptureKind, Turn,
};

impl Pair {
    /// Returns the position and the unusual options, for replaying by hand.
    pub fn describe(&self, state: &plain::State) -> String {
        let ruleset = self.fast.ruleset();
        let setup = self.setup(state);
        let options: Vec<_> = PLAY_KEYS
            .iter()
            .map(|&key| (key, OptionKey::from_name(key).unwrap()))
            .filter(|(_, key)| key.value(&ruleset.options) != key.value(&Options::default()))
            .map(|(name, key)| format!("{name}={}", key.value(&ruleset.options)))
            .collect();
        format!("at {} under {}", quirkat_rules::write_fen(&ruleset, &setup), options.join(" "))
    }

    /// Returns a turn of the plain engine in the form of the fast one.
    pub fn way(&self, turn: &plain::Turn) -> Way {
        let all = |places: &[plain::P]| places.iter().map(|&place| self.translation.point(place)).collect::<Vec<_>>();
        let claim = turn.claim.as_ref().map(|(path, taken)| (all(path), all(taken)));
        let marks = turn.ways.iter().map(|way| match way {
            plain::Way::Approach => 'A',
            plain::Way::Withdrawal => 'W',
        });
        let mut removed = all(&turn.removed);
        removed.sort_unstable();
        let mut taken = all(&turn.taken);
        if self.fast.ruleset().options.capture_by.is_custodial() {
            taken.sort_unstable();
        }
        Way {
            claim,
            huff: turn.huff.map(|place| self.translation.point(place)),
            roll: turn.roll,
            drops: all(&turn.drop),
            path: all(&turn.path),
            taken,
            marks: marks.collect(),
            removed,
        }
    }
}

/// Everything that a turn does.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Way {
    /// Path and captures of the claim.
    claim: Option<(Vec<Point>, Vec<Point>)>,
    huff: Option<Point>,
    roll: Option<[u8; 3]>,
    drops: Vec<Point>,
    path: Vec<Point>,
    /// Captured points in hop order; in ascending order where one hop captures pieces on several lines.
    taken: Vec<Point>,
    /// Mark of each hop of a capture by approach and withdrawal.
    marks: Vec<char>,
    /// Points removed at the end, in ascending order.
    removed: Vec<Point>,
}

impl Way {
    /// Returns the form of a fast turn.
    pub fn of(turn: &Turn) -> Way {
        assert!(!turn.calls, "a call is not listed");
        let length: usize = turn.runs.iter().map(|run| run.length).sum();
        assert!(turn.runs.is_empty() || length == turn.captures.len(), "the runs are what is taken: {turn:?}");
        let mut removed = turn.removed.clone();
        removed.sort_unstable();
        let mut taken = turn.captures.clone();
        if turn.runs.first().is_some_and(|run| run.kind == RunCaptureKind::Custodial) {
            taken.sort_unstable();
        }
        Way {
            claim: turn.claim.clone().map(|CaptureClaim { path, captures }| (path, captures)),
            huff: turn.huff,
            roll: turn.roll,
            drops: turn.drops.clone(),
            path: turn.path.clone(),
            taken,
            marks: turn.runs.iter().filter_map(|run| run.kind.mark()).collect(),
            removed,
        }
    }

    /// Returns the turn in notation, with its captures.
    pub fn text(&self, board: &Board) -> String {
        let kind = |mark: &char| if *mark == 'A' { RunCaptureKind::Approach } else { RunCaptureKind::Withdrawal };
        let turn = Turn {
            claim: self.claim.clone().map(|(path, captures)| CaptureClaim { path, captures }),
            huff: self.huff,
            roll: self.roll,
            drops: self.drops.clone(),
            path: self.path.clone(),
            captures: self.taken.clone(),
            runs: self.marks.iter().map(|mark| RunCapture { kind: kind(mark), length: 0 }).collect(),
            removed: self.removed.clone(),
            ..Turn::default()
        };
        let taken: Vec<_> = self.taken.iter().map(|&point| board.name(point)).collect();
        if taken.is_empty() { turn.text(board) } else { format!("{} over {}", turn.text(board), taken.join(",")) }
    }
}

/// Returns the outcome that the fast engine has for an end of the plain one.
pub fn outcome(end: plain::End) -> Outcome {
    let winner = end.loser().map(|loser| side(loser).other());
    let reason = match end {
        plain::End::NoPieces(_) => Reason::NoPieces,
        plain::End::Taken(_) => Reason::Toll,
        plain::End::Promotion(_) => Reason::Promotion,
        plain::End::King(_) => Reason::KingLost,
        plain::End::Row(_) => Reason::ThreeInARow,
        plain::End::Placed => Reason::Placed,
        plain::End::Blocked(_) => Reason::Blocked,
    };
    Outcome { winner, reason }
}
